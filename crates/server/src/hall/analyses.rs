//! Games that are over, looked at by engines: on demand, in turn with everybody else who lets engines think.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ludoteca_analysis::{Analyst, Look, Review, Summary, Worth, annotate};
use ludoteca_core::Table;
use ludoteca_engines::house::{self, Priority};
use ludoteca_games::catalog;
use ludoteca_play::{Engine, Record, record};
use serde::{Deserialize, Serialize};

use super::{Hall, News, lock};
use crate::background::compute;
use crate::fault::{Code, Fault};
use crate::http::Caller;
use crate::ids::Id;
use crate::shares::{Share, Shares};
use crate::sitting::Stage;
use crate::store::Change;
use crate::texts;
use crate::thinkers::Patron;
use crate::view::value::{Analysis, Ply};

/// Analyses that are being made: what they have come to so far, and how many each address has.
#[derive(Default)]
pub struct Analyses(Mutex<HashMap<Id, Running>>, Shares);

/// An analysis that is being made.
struct Running {
    /// For whom.
    person: Id,
    /// What it has come to.
    told: Arc<str>,
    /// Counts against the analyses of an address.
    _share: Share,
}

/// What is wanted of an analysis.
#[derive(Clone, Debug)]
pub enum AnalysisForm {
    /// What there is.
    Known,
    /// It is to be made for this player, who asks from this address, if it is not there.
    Wanted(Id, Caller),
}

/// An analysis as it is kept.
#[derive(Serialize, Deserialize)]
pub(super) struct Kept {
    /// As it is told.
    view: Box<serde_json::value::RawValue>,
    /// The record with what was found.
    pub(super) record: String,
}

/// How hard engines look at each position.
const NODES: u64 = 100_000;

/// How often those who look on are told how far it has come.
const REST: Duration = Duration::from_millis(400);

impl Hall {
    /// What engines found about the game at a table, as JSON, for somebody who waits for it.
    ///
    /// # Errors
    /// Where there is no such table, or its game is not over.
    pub async fn analysis(self: &Arc<Hall>, table: &Id, form: AnalysisForm) -> Result<Arc<str>, Fault> {
        if let Some(kept) = self.kept_analysis(table).await? {
            return Ok(kept.view.get().into());
        }
        if let Some(running) = lock(&self.analyses.0).get(table) {
            return Ok(Arc::clone(&running.told));
        }
        let record = {
            let room = self.room(table);
            let inside = self.enter(&room).await?;
            if inside.table().stage() != Stage::Over {
                return Err(Fault::refused(texts::NOT_OVER));
            }
            inside.table().record()
        };
        let none = told(&Analysis { status: "none", ..Analysis::default() });
        let AnalysisForm::Wanted(player, caller) = form else { return Ok(none) };
        // A person's analyses have turns of their own, beside those of their games.
        let patron = Patron { address: Some(caller), person: format!("analysis {player}") };
        let begun = told(&Analysis { status: "running", of: 2 * record.steps.len() + 1, ..Analysis::default() });
        {
            let mut all = lock(&self.analyses.0);
            if let Some(running) = all.get(table) {
                return Ok(Arc::clone(&running.told));
            }
            if all.values().any(|running| running.person == player) {
                return Err(Fault::new(Code::TooMany, texts::ONE_ANALYSIS));
            }
            let running = Running { person: player, told: Arc::clone(&begun), _share: self.may_analyse(caller)? };
            all.insert(table.clone(), running);
        }
        let (hall, table) = (Arc::clone(self), table.clone());
        // What is found is kept for everybody, so that it goes on where nobody looks: until the server ends.
        self.spawn(async move {
            let analysed = {
                let (at, table) = (Arc::clone(&hall), table.clone());
                hall.spawn(async move { at.analyse(&table, record, &patron).await })
            };
            let failed = match analysed.await {
                Ok(Some(Ok(())) | None) => None,
                Ok(Some(Err(fault))) => Some(fault.to_string()),
                Err(panicked) => Some(panicked.to_string()),
            };
            lock(&hall.analyses.0).remove(&table);
            if let Some(failed) = failed {
                tracing::error!(%table, failed, "an analysis failed");
                hall.tell_analysis(&table, none).await;
            }
        });
        Ok(begun)
    }

    /// The record of a game with what engines found about it, where they did.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn analysed_record(self: &Arc<Hall>, table: &Id) -> Result<Option<String>, Fault> {
        let Some(kept) = self.kept_analysis(table).await? else { return Ok(None) };
        let mut records = record::read(kept.record.into_bytes(), &catalog::open_line).map_err(Fault::bad)?;
        let room = self.room(table);
        let inside = self.enter(&room).await?;
        // What was kept as a variation since then belongs to it, too.
        records.iter_mut().for_each(|record| inside.table().add_variations(record));
        Ok(Some(record::write(&records)))
    }

    /// May one more game or position be analysed for this address, until what is answered is dropped?
    ///
    /// # Errors
    /// Where there are too many.
    pub fn may_analyse(&self, caller: Caller) -> Result<Share, Fault> {
        let most = self.settings.limits.analyses;
        let share = self.analyses.1.take(caller, most);
        share.ok_or_else(|| Fault::new(Code::TooMany, texts::too_many_analyses(most)))
    }

    /// What one position is worth, and how it goes on. The engine stops when nobody wants to know any more, and `turn` is let go of once it has.
    pub async fn look_at(
        &self,
        table: Box<dyn Table>,
        patron: &Patron,
        turn: impl Send + 'static,
    ) -> Result<LookedAt, Fault> {
        let leave = self.thinkers.leave(patron).await;
        let engine = Engine { nodes: Some(NODES), time: Some(self.settings.engine_time), ..Engine::default() };
        let analyst = Analyst::new(engine.clone(), &*table);
        let scale = analyst.scale();
        let failed = || Fault::new(Code::Busy, texts::FAILED);
        let (values, line, depth) = if table.next().seat().is_some() {
            let permit = (leave, turn);
            let thought = house::think_at(Priority::Low, house::OPPONENTS, &*table, &engine, 0, permit).await;
            let (found, _) = thought.ok_or_else(failed)?;
            (found.values, found.line, found.depth)
        } else {
            // Nobody is to move: it is over, or all that the die may show is looked at.
            let looked = compute(move || {
                let _until_done = (leave, turn);
                analyst.look(&*table).values
            });
            (looked.await.map_err(|_| failed())?, Vec::new(), 0)
        };
        Ok(LookedAt { values: Worth::all(&values, &scale), line, depth })
    }

    pub(super) async fn kept_analysis(&self, table: &Id) -> Result<Option<Kept>, Fault> {
        let kept = self.store.analysis(table).await.map_err(|error| self.storage_failed(&error))?;
        Ok(kept.and_then(|kept| serde_json::from_str(&kept).ok()))
    }

    async fn analyse(self: &Arc<Hall>, table: &Id, mut record: Record, patron: &Patron) -> Result<(), Fault> {
        let engine = Engine { nodes: Some(NODES), time: Some(self.settings.engine_time), ..Engine::default() };
        let (all, thinker) = (record.clone(), engine.clone());
        let review = Arc::new(self.in_turn(patron, move || Review::new(&all, thinker)).await?);
        let scale = review.scale();
        let mut progress = Analysis {
            status: "running",
            of: review.positions() + review.steps(),
            scored: scale.is_scored(),
            ..Analysis::default()
        };
        let mut looks = Vec::new();
        for at in 0..review.positions() {
            let review = Arc::clone(&review);
            let look = self.in_turn(patron, move || review.look(at)).await?;
            match at {
                0 => progress.start = Some(Worth::all(&look.values, &scale)),
                _ => progress.plies.push(Ply::looked_at(&look.values, &scale)),
            }
            looks.push(look);
            self.tell_progress(table, &mut progress).await;
        }
        review.reconcile(&mut looks);
        let looks: Arc<Vec<Look>> = Arc::new(looks);
        let mut plies = Vec::new();
        for at in 0..review.steps() {
            let (judge, known) = (Arc::clone(&review), Arc::clone(&looks));
            let ply = self.in_turn(patron, move || judge.judge(at, &known)).await?;
            progress.plies[at] = Ply::judged(&ply, &scale);
            plies.push(ply);
            self.tell_progress(table, &mut progress).await;
        }
        let looked = review.finish(&looks, plies);
        annotate(&mut record, &looked, &engine);
        let summary = Summary::new(&looked).text(&record.names());
        let view = serde_json::value::to_raw_value(&Analysis::done(&looked, summary)).map_err(Fault::bad)?;
        let kept = Kept { view, record: record.to_string() };
        let analysis = serde_json::to_string(&kept).map_err(Fault::bad)?;
        self.keep(vec![Change::Analysis { table: table.clone(), analysis }]).await?;
        self.tell_analysis(table, kept.view.get().into()).await;
        Ok(())
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        patron: &Patron,
        think: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let leave = self.thinkers.leave(patron).await;
        let thought = compute(move || {
            let _leave = leave;
            think()
        });
        thought.await.map_err(|_| Fault::new(Code::Busy, texts::FAILED))
    }

    async fn tell_progress(&self, table: &Id, progress: &mut Analysis) {
        progress.done += 1;
        let is_due = progress.told_at.is_none_or(|told_at| told_at.elapsed() >= REST);
        if !is_due {
            return;
        }
        progress.told_at = Some(Instant::now());
        let told = told(progress);
        if let Some(running) = lock(&self.analyses.0).get_mut(table) {
            running.told = Arc::clone(&told);
        }
        self.tell_analysis(table, told).await;
    }

    async fn tell_analysis(&self, table: &Id, analysis: Arc<str>) {
        let room = self.room(table);
        let inside = room.inside.lock().await;
        for looker in &inside.lookers {
            looker.line.tell(News::Analysis(table.clone(), Arc::clone(&analysis)));
        }
    }
}

/// What one position is worth.
#[derive(Serialize, utoipa::ToSchema)]
pub struct LookedAt {
    /// To each seat.
    values: Vec<Worth>,
    /// What is expected to happen, as typed.
    line: Vec<String>,
    /// How many plies ahead was looked.
    depth: u32,
}

fn told(analysis: &Analysis) -> Arc<str> {
    serde_json::to_string(analysis).unwrap_or_default().into()
}
