//! Analysis of finished games by engines. It runs on demand, in turn with everybody else for whom
//! engines think.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ludoteca_analysis::{AnalysisSummary, Analyst, PositionFinding, Review, SeatValue, annotate};
use ludoteca_core::Table;
use ludoteca_engines::house::{self, Priority};
use ludoteca_games::catalog;
use ludoteca_play::{Engine, Record, record};
use serde::{Deserialize, Serialize};

use super::{TableRegistry, Update, lock};
use crate::background::compute;
use crate::error::{ApiError, ErrorCode};
use crate::hosted_table::TableStage;
use crate::http::Caller;
use crate::ids::Id;
use crate::quotas::{AddressQuotas, QuotaGuard};
use crate::store::StoreChange;
use crate::texts;
use crate::think_queue::Requester;
use crate::view::value::{AnalysisView, PlyView};

/// The analyses in progress: their results so far, and how many of them each address has.
#[derive(Default)]
pub struct Analyses(Mutex<HashMap<Id, Running>>, AddressQuotas);

/// An analysis in progress.
struct Running {
    /// The player who asked for it.
    person: Id,
    /// The result so far.
    json: Arc<str>,
    /// Counts towards the limit of analyses for an address.
    _share: QuotaGuard,
}

/// What a caller wants of an analysis.
#[derive(Clone, Debug)]
pub enum AnalysisRequest {
    /// Only a result that already exists.
    Known,
    /// If there is no result yet, the analysis is made for this player, who asks from this address.
    Wanted(Id, Caller),
}

/// An analysis as it is stored.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredAnalysis {
    /// The result as it is sent.
    view: Box<serde_json::value::RawValue>,
    /// The record with the engines' findings.
    pub(super) record: String,
}

/// The number of nodes that engines search for each position.
const NODES: u64 = 100_000;

/// How long to wait between two progress reports to subscribers.
const REST: Duration = Duration::from_millis(400);

impl TableRegistry {
    /// The engines' findings about the game of a table, as JSON.
    ///
    /// # Errors
    /// Fails if there is no such table, or its game is not over.
    pub async fn analysis(
        self: &Arc<TableRegistry>,
        table: &Id,
        form: AnalysisRequest,
    ) -> Result<Arc<str>, ApiError> {
        if let Some(kept) = self.stored_analysis(table).await? {
            return Ok(kept.view.get().into());
        }
        if let Some(running) = lock(&self.analyses.0).get(table) {
            return Ok(Arc::clone(&running.json));
        }
        let record = {
            let handle = self.handle(table);
            let table_state = self.lock_table(&handle).await?;
            if table_state.table().stage() != TableStage::Over {
                return Err(ApiError::refused(texts::NOT_OVER));
            }
            table_state.table().record()
        };
        let none = to_json(&AnalysisView { status: "none", ..AnalysisView::default() });
        let AnalysisRequest::Wanted(player, caller) = form else { return Ok(none) };
        // The analyses of a person have turns of their own, beside the turns of their games.
        let requester = Requester { address: Some(caller), person: format!("analysis {player}") };
        let begun = to_json(&AnalysisView {
            status: "running",
            of: 2 * record.steps.len() + 1,
            ..AnalysisView::default()
        });
        {
            let mut all = lock(&self.analyses.0);
            if let Some(running) = all.get(table) {
                return Ok(Arc::clone(&running.json));
            }
            if all.values().any(|running| running.person == player) {
                return Err(ApiError::new(ErrorCode::TooMany, texts::ONE_ANALYSIS));
            }
            let running = Running {
                person: player,
                json: Arc::clone(&begun),
                _share: self.may_analyse(caller)?,
            };
            all.insert(table.clone(), running);
        }
        let (registry, table) = (Arc::clone(self), table.clone());
        // The result is stored for everybody. So the analysis goes on even if nobody watches, until
        // the server stops.
        self.spawn(async move {
            let analysed = {
                let (at, table) = (Arc::clone(&registry), table.clone());
                registry.spawn(async move { at.analyse(&table, record, &requester).await })
            };
            let failed = match analysed.await {
                Ok(Some(Ok(())) | None) => None,
                Ok(Some(Err(fault))) => Some(fault.to_string()),
                Err(panicked) => Some(panicked.to_string()),
            };
            lock(&registry.analyses.0).remove(&table);
            if let Some(failed) = failed {
                tracing::error!(%table, failed, "an analysis failed");
                registry.publish_analysis(&table, none).await;
            }
        });
        Ok(begun)
    }

    /// The record of a game, with the engines' findings if there are any.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn analysed_record(
        self: &Arc<TableRegistry>,
        table: &Id,
    ) -> Result<Option<String>, ApiError> {
        let Some(kept) = self.stored_analysis(table).await? else { return Ok(None) };
        let mut records = record::read(kept.record.into_bytes(), &catalog::open_line)
            .map_err(ApiError::bad_request)?;
        let handle = self.handle(table);
        let table_state = self.lock_table(&handle).await?;
        // Variations that were added since then belong to the record, too.
        records.iter_mut().for_each(|record| table_state.table().add_variations(record));
        Ok(Some(record::write(&records)))
    }

    /// May this address have one more game or position analysed? The analysis counts until the
    /// guard is dropped.
    ///
    /// # Errors
    /// Fails if there are too many.
    pub fn may_analyse(&self, caller: Caller) -> Result<QuotaGuard, ApiError> {
        let most = self.settings.limits.analyses;
        let share = self.analyses.1.acquire(caller, most);
        share.ok_or_else(|| ApiError::new(ErrorCode::TooMany, texts::too_many_analyses(most)))
    }

    /// Evaluates one position and finds its principal variation. The engine stops if the future is
    /// dropped, and `turn` is released once the engine has stopped.
    pub async fn analyse_position(
        &self,
        table: Box<dyn Table>,
        requester: &Requester,
        turn: impl Send + 'static,
    ) -> Result<EvaluatedPosition, ApiError> {
        let permit = self.think_queue.acquire(requester).await;
        let engine = Engine {
            nodes: Some(NODES),
            time: Some(self.settings.engine_time),
            ..Engine::default()
        };
        let analyst = Analyst::new(engine.clone(), &*table);
        let scale = analyst.scale();
        let failed = || ApiError::new(ErrorCode::Busy, texts::FAILED);
        let (values, line, depth) = if table.next().seat().is_some() {
            let permit = (permit, turn);
            let thought = house::choose_with_priority(
                Priority::Low,
                house::OPPONENTS,
                &*table,
                &engine,
                0,
                permit,
            )
            .await;
            let (found, _) = thought.ok_or_else(failed)?;
            (found.values, found.principal_variation, found.depth)
        } else {
            // If no player is to move, the game is over or a die is rolled. All outcomes of the die
            // are searched.
            let looked = compute(move || {
                let _until_done = (permit, turn);
                analyst.analyse(&*table).values
            });
            (looked.await.map_err(|_| failed())?, Vec::new(), 0)
        };
        Ok(EvaluatedPosition { values: SeatValue::all(&values, &scale), line, depth })
    }

    pub(super) async fn stored_analysis(
        &self,
        table: &Id,
    ) -> Result<Option<StoredAnalysis>, ApiError> {
        let kept = self.store.analysis(table).await.map_err(|error| self.storage_failed(&error))?;
        Ok(kept.and_then(|kept| serde_json::from_str(&kept).ok()))
    }

    async fn analyse(
        self: &Arc<TableRegistry>,
        table: &Id,
        mut record: Record,
        requester: &Requester,
    ) -> Result<(), ApiError> {
        let engine = Engine {
            nodes: Some(NODES),
            time: Some(self.settings.engine_time),
            ..Engine::default()
        };
        let (all, thinker) = (record.clone(), engine.clone());
        let review = Arc::new(self.in_turn(requester, move || Review::new(&all, thinker)).await?);
        let scale = review.scale();
        let mut progress = AnalysisView {
            status: "running",
            of: review.positions() + review.steps(),
            scored: scale.is_scored(),
            ..AnalysisView::default()
        };
        let mut looks = Vec::new();
        for at in 0..review.positions() {
            let review = Arc::clone(&review);
            let look = self.in_turn(requester, move || review.analyse_position(at)).await?;
            match at {
                0 => progress.start = Some(SeatValue::all(&look.values, &scale)),
                _ => progress.plies.push(PlyView::looked_at(&look.values, &scale)),
            }
            looks.push(look);
            self.publish_progress(table, &mut progress).await;
        }
        review.reconcile(&mut looks);
        let looks: Arc<Vec<PositionFinding>> = Arc::new(looks);
        let mut plies = Vec::new();
        for at in 0..review.steps() {
            let (judge, known) = (Arc::clone(&review), Arc::clone(&looks));
            let ply = self.in_turn(requester, move || judge.judge(at, &known)).await?;
            progress.plies[at] = PlyView::judged(&ply, &scale);
            plies.push(ply);
            self.publish_progress(table, &mut progress).await;
        }
        let looked = review.finish(&looks, plies);
        annotate(&mut record, &looked, &engine);
        let summary = AnalysisSummary::new(&looked).text(&record.names());
        let view = serde_json::value::to_raw_value(&AnalysisView::done(&looked, summary))
            .map_err(ApiError::bad_request)?;
        let kept = StoredAnalysis { view, record: record.to_string() };
        let analysis = serde_json::to_string(&kept).map_err(ApiError::bad_request)?;
        self.save(vec![StoreChange::Analysis { table: table.clone(), analysis }]).await?;
        self.publish_analysis(table, kept.view.get().into()).await;
        Ok(())
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        requester: &Requester,
        think: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = self.think_queue.acquire(requester).await;
        let thought = compute(move || {
            let _leave = permit;
            think()
        });
        thought.await.map_err(|_| ApiError::new(ErrorCode::Busy, texts::FAILED))
    }

    async fn publish_progress(&self, table: &Id, progress: &mut AnalysisView) {
        progress.done += 1;
        let is_due = progress.published_at.is_none_or(|told_at| told_at.elapsed() >= REST);
        if !is_due {
            return;
        }
        progress.published_at = Some(Instant::now());
        let told = to_json(progress);
        if let Some(running) = lock(&self.analyses.0).get_mut(table) {
            running.json = Arc::clone(&told);
        }
        self.publish_analysis(table, told).await;
    }

    async fn publish_analysis(&self, table: &Id, analysis: Arc<str>) {
        let handle = self.handle(table);
        let table_state = handle.state.lock().await;
        for subscriber in &table_state.subscribers {
            subscriber.connection.send(Update::Analysis(table.clone(), Arc::clone(&analysis)));
        }
    }
}

/// What one position is worth.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = LookedAt)]
pub struct EvaluatedPosition {
    /// To each seat.
    values: Vec<SeatValue>,
    /// What is expected to happen, as typed.
    line: Vec<String>,
    /// How many plies ahead was looked.
    depth: u32,
}

fn to_json(analysis: &AnalysisView) -> Arc<str> {
    serde_json::to_string(analysis).unwrap_or_default().into()
}
