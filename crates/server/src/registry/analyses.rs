//! Analysis of finished games by engines. It runs on demand, in the same queue as everybody else
//! for whom engines think.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ludoteca_analysis::{AnalysisSummary, Analyst, PositionFinding, Review, SeatValue, annotate};
use ludoteca_core::{Language, Table};
use ludoteca_engines::house::{self, Priority};
use ludoteca_games::catalog;
use ludoteca_play::{Engine, Play, Record, record};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::{TableRegistry, Update, lock};
use crate::background::compute;
use crate::error::{ApiError, ErrorCode};
use crate::hosted_table::TableStage;
use crate::http::Caller;
use crate::ids::Id;
use crate::quotas::{AddressQuotas, QuotaGuard};
use crate::store::StoreChange;
use crate::texts::{self, ErrorText};
use crate::think_queue::Requester;
use crate::view::snapshot::readable_line;
use crate::view::value::{AnalysisProgress, AnalysisView, PlyFinding};

/// The analyses in progress: their results so far, and how many of them each address has.
#[derive(Default)]
pub struct Analyses(Mutex<HashMap<Id, Running>>, AddressQuotas);

/// An analysis in progress.
struct Running {
    /// The player who asked for it.
    person: Id,
    /// The result so far.
    progress: Arc<AnalysisProgress>,
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
    /// The result as it is sent, in English.
    view: Box<RawValue>,
    /// The result in the other languages, by their codes. Earlier versions did not store it.
    #[serde(default, rename = "told")]
    translations: BTreeMap<String, Box<RawValue>>,
    /// The record with the engines' findings.
    pub(super) record: String,
}

/// The number of nodes that engines search for each position.
const NODES: u64 = 100_000;

/// The shortest time between two progress reports to subscribers.
const PUBLISH_INTERVAL: Duration = Duration::from_millis(400);

impl TableRegistry {
    /// The engines' findings about the game of a table, as JSON in this language.
    ///
    /// # Errors
    /// Fails if there is no such table, or its game is not over.
    pub async fn analysis(
        self: &Arc<TableRegistry>,
        table: &Id,
        form: AnalysisRequest,
        language: Language,
    ) -> Result<Arc<str>, ApiError> {
        if let Some(stored) = self.stored_analysis(table).await? {
            return Ok(stored.view_in(language));
        }
        if let Some(progress) = self.running_analysis(table) {
            return Ok(to_json(&progress.view(language)));
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
        // The analyses of a person have their own turns, separate from those of the games.
        let requester = Requester { address: Some(caller), person: format!("analysis {player}") };
        let begun = Arc::new(AnalysisProgress::begun(2 * record.steps.len() + 1));
        {
            let mut all = lock(&self.analyses.0);
            if let Some(running) = all.get(table) {
                return Ok(to_json(&running.progress.view(language)));
            }
            if all.values().any(|running| running.person == player) {
                return Err(ApiError::new(ErrorCode::TooMany, texts::ONE_ANALYSIS));
            }
            let running = Running {
                person: player,
                progress: Arc::clone(&begun),
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
                Ok(Some(Err(error))) => Some(error.to_string()),
                Err(panicked) => Some(panicked.to_string()),
            };
            lock(&registry.analyses.0).remove(&table);
            if let Some(failed) = failed {
                tracing::error!(%table, failed, "an analysis failed");
                registry.publish_analysis(&table, |_| Arc::clone(&none)).await;
            }
        });
        Ok(to_json(&begun.view(language)))
    }

    /// The record of a game, with the engines' findings if there are any.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn analysed_record(
        self: &Arc<TableRegistry>,
        table: &Id,
    ) -> Result<Option<String>, ApiError> {
        let Some(stored) = self.stored_analysis(table).await? else { return Ok(None) };
        let mut records = record::read(stored.record.into_bytes(), &catalog::open_line)
            .map_err(ApiError::failed)?;
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
        share.ok_or_else(|| ApiError::new(ErrorCode::TooMany, ErrorText::TooManyAnalyses(most)))
    }

    /// Evaluates one position and finds its principal variation, in this language. The engine stops
    /// if the future is dropped, and `turn` is released once the engine has stopped.
    pub async fn analyse_position(
        &self,
        table: Box<dyn Table>,
        requester: &Requester,
        turn: impl Send + 'static,
        language: Language,
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
        let (values, line, readable, depth) = if table.next().seat().is_some() {
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
            let readable = table.readable_line(&found.principal_variation);
            (found.values, found.principal_variation, readable, found.depth)
        } else {
            // If no player is to move, the game is over or a die is rolled. All outcomes of the die
            // are searched.
            let analysed = compute(move || {
                let _until_done = (permit, turn);
                analyst.analyse(&*table).values
            });
            (analysed.await.map_err(|_| failed())?, Vec::new(), Vec::new(), 0)
        };
        Ok(EvaluatedPosition {
            values: SeatValue::all(&values, &scale, language),
            line,
            readable_line: readable_line(&readable, language),
            depth,
        })
    }

    fn running_analysis(&self, table: &Id) -> Option<Arc<AnalysisProgress>> {
        lock(&self.analyses.0).get(table).map(|running| Arc::clone(&running.progress))
    }

    pub(super) async fn stored_analysis(
        &self,
        table: &Id,
    ) -> Result<Option<StoredAnalysis>, ApiError> {
        let stored =
            self.store.analysis(table).await.map_err(|error| self.storage_failed(&error))?;
        Ok(stored.and_then(|stored| serde_json::from_str(&stored).ok()))
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
        let (all, review_engine) = (record.clone(), engine.clone());
        let open = move || {
            let review = Review::new(&all, review_engine);
            let play = Play::open(all, catalog::open);
            play.map(|play| (review, play))
        };
        let (review, play) = self.in_turn(requester, open).await?.map_err(ApiError::failed)?;
        let (review, play) = (Arc::new(review), Arc::new(play));
        let mut progress = AnalysisProgress {
            scale: Some(review.scale()),
            ..AnalysisProgress::begun(review.positions() + review.steps())
        };
        let mut published_at = None;
        let mut findings = Vec::new();
        for at in 0..review.positions() {
            let review = Arc::clone(&review);
            let finding = self.in_turn(requester, move || review.analyse_position(at)).await?;
            match at {
                0 => progress.start = Some(finding.values.clone()),
                _ => progress.plies.push(PlyFinding::evaluated(finding.values.clone())),
            }
            findings.push(finding);
            self.publish_progress(table, &mut progress, &mut published_at).await;
        }
        review.reconcile(&mut findings);
        let findings: Arc<Vec<PositionFinding>> = Arc::new(findings);
        let mut plies = Vec::new();
        for at in 0..review.steps() {
            let (judge, known) = (Arc::clone(&review), Arc::clone(&findings));
            let game = Arc::clone(&play);
            let judge = move || {
                let ply = judge.judge(at, &known);
                let readable = |line: &[String]| {
                    game.position(at).map_or_else(Vec::new, |table| table.readable_line(line))
                };
                (PlyFinding::judged(ply.clone(), readable), ply)
            };
            let (finding, ply) = self.in_turn(requester, judge).await?;
            progress.plies[at] = finding;
            plies.push(ply);
            self.publish_progress(table, &mut progress, &mut published_at).await;
        }
        let analysed = review.finish(&findings, plies);
        annotate(&mut record, &analysed, &engine);
        let names = record.names().into_iter().map(str::to_owned).collect();
        let done = AnalysisProgress {
            status: "done",
            done: analysed.plies.len(),
            of: analysed.plies.len(),
            start: Some(analysed.start.clone()),
            summary: Some((AnalysisSummary::new(&analysed), names)),
            ..progress
        };
        let stored = StoredAnalysis::new(&done, record.to_string()).map_err(ApiError::failed)?;
        let analysis = serde_json::to_string(&stored).map_err(ApiError::failed)?;
        self.save(vec![StoreChange::Analysis { table: table.clone(), analysis }]).await?;
        self.publish_analysis(table, |language| stored.view_in(language)).await;
        Ok(())
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        requester: &Requester,
        think: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = self.think_queue.acquire(requester).await;
        let thought = compute(move || {
            let _permit = permit;
            think()
        });
        thought.await.map_err(|_| ApiError::new(ErrorCode::Busy, texts::FAILED))
    }

    async fn publish_progress(
        &self,
        table: &Id,
        progress: &mut AnalysisProgress,
        published_at: &mut Option<Instant>,
    ) {
        progress.done += 1;
        if published_at.is_some_and(|at| at.elapsed() < PUBLISH_INTERVAL) {
            return;
        }
        *published_at = Some(Instant::now());
        if let Some(running) = lock(&self.analyses.0).get_mut(table) {
            running.progress = Arc::new(progress.clone());
        }
        self.publish_analysis(table, |language| to_json(&progress.view(language))).await;
    }

    /// Sends an analysis to all subscribers of a table. The view is made once for each language
    /// that they read.
    async fn publish_analysis(&self, table: &Id, view: impl Fn(Language) -> Arc<str>) {
        let handle = self.handle(table);
        let table_state = handle.state.lock().await;
        let mut views = BTreeMap::new();
        for subscriber in &table_state.subscribers {
            let language = subscriber.language;
            let analysis = views.entry(language).or_insert_with(|| view(language));
            subscriber.connection.send(Update::Analysis(table.clone(), Arc::clone(analysis)));
        }
    }
}

impl StoredAnalysis {
    fn new(done: &AnalysisProgress, record: String) -> serde_json::Result<StoredAnalysis> {
        let others = Language::ALL.into_iter().filter(|it| *it != Language::English);
        let translations = others
            .map(|other| Ok((other.code().to_owned(), to_raw_value(&done.view(other))?)))
            .collect::<serde_json::Result<_>>()?;
        Ok(StoredAnalysis {
            view: to_raw_value(&done.view(Language::English))?,
            translations,
            record,
        })
    }

    fn view_in(&self, language: Language) -> Arc<str> {
        self.translations.get(language.code()).unwrap_or(&self.view).get().into()
    }
}

/// The value of a position.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = LookedAt)]
pub struct EvaluatedPosition {
    /// The value for each seat.
    values: Vec<SeatValue>,
    /// The steps that are expected to follow, as typed.
    line: Vec<String>,
    /// The same as people read it.
    readable_line: Vec<String>,
    /// How many plies ahead the engine searched.
    depth: u32,
}

fn to_json(analysis: &AnalysisView) -> Arc<str> {
    serde_json::to_string(analysis).unwrap_or_default().into()
}
