//! Analysis of finished games by engines. It runs on demand, in the same queue as everybody else
//! for whom engines think.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ludoteca_analysis::{AnalysisSummary, Analyst, PositionFinding, Review, SeatValue, annotate};
use ludoteca_core::{Language, Table};
use ludoteca_engines::house::{self, Priority};
use ludoteca_games::catalog;
use ludoteca_play::{Engine, Record, record};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use tokio::time::sleep;

use super::{TableRegistry, Update, lock};
use crate::background::compute;
use crate::error::{ApiError, ErrorCode};
use crate::hosted_table::TableStage;
use crate::http::Caller;
use crate::ids::Id;
use crate::quotas::{AddressQuotas, QuotaGuard};
use crate::store::{JobKind, JobStart, StoreChange, TakenJob};
use crate::texts::{self, ErrorText};
use crate::think_queue::Requester;
use crate::thinking::{ThinkJob, WorkersAnswer};
use crate::trace;
use crate::view::snapshot::readable_line;
use crate::view::value::{AnalysisProgress, AnalysisView, PlyFinding};

/// The analyses of this server.
#[derive(Default)]
pub struct Analyses {
    /// Those in progress, with their results so far.
    running: Mutex<HashMap<Id, Running>>,
    /// How many of them each address has.
    shares: AddressQuotas,
    /// Those that have failed since the server started, and whether they may be tried again.
    failed: Mutex<HashMap<Id, bool>>,
}

/// An analysis in progress.
struct Running {
    /// The player who asked for it.
    person: Id,
    /// The result so far.
    progress: Arc<AnalysisProgress>,
    /// Counts towards the limit of analyses for an address, if the server knows who asked.
    _share: Option<QuotaGuard>,
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

/// The searches for a part of an analysis take up to this many times as long as a move, and workers
/// have some time besides.
const LONGEST_SEARCHES: u32 = 10;
const LATE: Duration = Duration::from_secs(5);

/// How often a server looks for the progress of analyses that others make.
const FOLLOW_INTERVAL: Duration = Duration::from_secs(1);

/// How long a server waits before it tries again to tell the others that a job has ended.
const RETRY: Duration = Duration::from_secs(2);

/// An analysis during which so many servers have ended is given up: perhaps it is the reason.
const MOST_ATTEMPTS: u32 = 5;

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
        if let Some(progress) = self.analysis_elsewhere(table, language).await? {
            return Ok(progress);
        }
        let record = self.finished_record(table).await?;
        let failed = lock(&self.analyses.failed).get(table).copied();
        let (player, caller) = match (form, failed) {
            (AnalysisRequest::Wanted(player, caller), None | Some(true)) => (player, caller),
            (_, Some(_)) => return Ok(failed_analysis()),
            (AnalysisRequest::Known, None) => return Ok(no_analysis()),
        };
        let begun = Arc::new(AnalysisProgress::begun(2 * record.steps.len() + 1));
        {
            let mut all = lock(&self.analyses.running);
            if let Some(running) = all.get(table) {
                return Ok(to_json(&running.progress.view(language)));
            }
            if all.values().any(|running| running.person == player) {
                return Err(ApiError::new(ErrorCode::TooMany, texts::ONE_ANALYSIS));
            }
            let running = Running {
                person: player.clone(),
                progress: Arc::clone(&begun),
                _share: Some(self.may_analyse(caller)?),
            };
            all.insert(table.clone(), running);
        }
        let (registry, table) = (Arc::clone(self), table.clone());
        // This runs in a task of its own, so that it completes even if the client disconnects.
        let start = async move { registry.start_analysis(&table, record, &player, caller).await };
        let started = self.spawn(trace::in_current_trace(start));
        let started = started.await.ok().flatten();
        started.unwrap_or_else(|| Err(ApiError::new(ErrorCode::Busy, texts::FAILED)))?;
        Ok(to_json(&begun.view(language)))
    }

    /// Begins an analysis that is entered here, unless another server has begun the same one, or
    /// another one for the same player.
    async fn start_analysis(
        self: &Arc<TableRegistry>,
        table: &Id,
        record: Record,
        player: &Id,
        caller: Caller,
    ) -> Result<(), ApiError> {
        let start = match self.store.begin_job(JobKind::Game, table, player).await {
            Ok(JobStart::Begun) => {
                self.run_analysis(table, record, player, Some(caller));
                return Ok(());
            }
            Ok(JobStart::Running) => Ok(()),
            Ok(JobStart::HasAnother) => Err(ApiError::new(ErrorCode::TooMany, texts::ONE_ANALYSIS)),
            Err(error) => Err(self.storage_failed(&error)),
        };
        lock(&self.analyses.running).remove(table);
        start
    }

    /// Goes on with an analysis whose server is gone.
    pub(super) async fn resume_analysis(self: &Arc<TableRegistry>, job: TakenJob) {
        let TakenJob { key: table, person, attempt } = job;
        let record = match self.finished_record(&table).await {
            Ok(record) if attempt <= MOST_ATTEMPTS => record,
            failed => {
                let failed = failed.err().map(|error| error.to_string());
                tracing::error!(%table, attempt, failed, "an analysis is given up");
                lock(&self.analyses.failed).insert(table.clone(), false);
                return self.end_job(JobKind::Game, table);
            }
        };
        let begun = Arc::new(AnalysisProgress::begun(2 * record.steps.len() + 1));
        let running = Running { person: person.clone(), progress: begun, _share: None };
        lock(&self.analyses.running).insert(table.clone(), running);
        self.run_analysis(&table, record, &person, self.last_caller(&person));
    }

    /// The record of a game that is over.
    async fn finished_record(self: &Arc<TableRegistry>, table: &Id) -> Result<Record, ApiError> {
        let handle = self.handle(table);
        let table_state = self.lock_table(&handle).await?;
        if table_state.table().stage() != TableStage::Over {
            return Err(ApiError::refused(texts::NOT_OVER));
        }
        Ok(table_state.table().record())
    }

    /// Analyses a game in the background. The result is stored for everybody. So the analysis goes
    /// on even if nobody watches, until the server stops.
    fn run_analysis(
        self: &Arc<TableRegistry>,
        table: &Id,
        record: Record,
        player: &Id,
        address: Option<Caller>,
    ) {
        // The analyses of a person have their own turns, separate from those of the games.
        let requester = Requester { address, person: format!("analysis {player}") };
        let (registry, table) = (Arc::clone(self), table.clone());
        self.spawn(trace::in_current_trace(async move {
            let analysed = {
                let (at, table) = (Arc::clone(&registry), table.clone());
                let analyse = async move { at.analyse(&table, record, &requester).await };
                registry.spawn(trace::in_current_trace(analyse))
            };
            let failed = match analysed.await {
                Ok(Some(Ok(())) | None) => None,
                Ok(Some(Err(error))) => Some((error.to_string(), error.code == ErrorCode::Busy)),
                Err(panicked) => Some((panicked.to_string(), true)),
            };
            let may_try_again = failed.as_ref().map(|(_, may_try_again)| *may_try_again);
            match may_try_again {
                Some(may) => drop(lock(&registry.analyses.failed).insert(table.clone(), may)),
                None => drop(lock(&registry.analyses.failed).remove(&table)),
            }
            lock(&registry.analyses.running).remove(&table);
            if let Some((failed, _)) = failed {
                tracing::error!(%table, failed, "an analysis failed");
                registry.publish_analysis(&table, |_| failed_analysis()).await;
            }
            registry.end_job(JobKind::Game, table);
        }));
    }

    /// The progress of an analysis that another server makes.
    async fn analysis_elsewhere(
        &self,
        table: &Id,
        language: Language,
    ) -> Result<Option<Arc<str>>, ApiError> {
        let job = self.store.job(JobKind::Game, table).await;
        let job = job.map_err(|error| self.storage_failed(&error))?;
        let view = |progress: Option<String>| {
            let stored = progress.and_then(|it| serde_json::from_str::<StoredAnalysis>(&it).ok());
            let begun = || to_json(&AnalysisProgress::begun(0).view(language));
            stored.map_or_else(begun, |stored| stored.view_in(language))
        };
        Ok(job.map(view))
    }

    /// Begins the analysis of a position for a player, who may have one at a time. It ends when the
    /// guard is dropped.
    ///
    /// # Errors
    /// Fails if another server is making one for the player, or this cannot be known.
    pub async fn begin_position_analysis(
        self: &Arc<TableRegistry>,
        player: &Id,
    ) -> Result<PositionJob, ApiError> {
        let (registry, player) = (Arc::clone(self), player.clone());
        // This runs in a task of its own. If the client disconnects meanwhile, its result is
        // dropped, which ends the job.
        let begun = self.spawn(async move {
            let begun = registry.store.begin_job(JobKind::Position, &player, &player).await;
            match begun.map_err(|error| registry.storage_failed(&error))? {
                JobStart::Begun => Ok(PositionJob { registry, player, has_ended: false }),
                JobStart::Running | JobStart::HasAnother => {
                    Err(ApiError::new(ErrorCode::TooMany, texts::ONE_LOOK))
                }
            }
        });
        let begun = begun.await.ok().flatten();
        begun.unwrap_or_else(|| Err(ApiError::new(ErrorCode::Busy, texts::FAILED)))
    }

    /// Tells the other servers that a job of this one has ended, as soon as that is possible.
    fn end_job(self: &Arc<TableRegistry>, kind: JobKind, key: Id) {
        if !self.store.is_shared() {
            return;
        }
        let registry = Arc::clone(self);
        self.spawn(async move {
            while registry.store.end_job(kind, &key).await.is_err() {
                sleep(RETRY).await;
            }
        });
    }

    /// Looks again and again for the progress of analyses that other servers make, and tells those
    /// who look on here.
    pub(super) async fn follow_analyses(self: Arc<TableRegistry>) {
        let mut known = BTreeMap::new();
        loop {
            sleep(FOLLOW_INTERVAL).await;
            let Ok(jobs) = self.store.jobs(JobKind::Game).await else { continue };
            let is_here = |table: &Id| self.running_analysis(table).is_some();
            let changed = jobs.iter().filter(|(table, stamp)| known.get(*table) != Some(*stamp));
            let ended = known.keys().filter(|table| !jobs.contains_key(*table));
            let tables: BTreeSet<Id> =
                changed.map(|(table, _)| table).chain(ended).cloned().collect();
            for table in tables.into_iter().filter(|table| !is_here(table)) {
                self.tell_analysis(&table).await;
            }
            known = jobs;
        }
    }

    /// Tells those who look on at a table how far another server has come with its analysis.
    pub(super) async fn tell_analysis(&self, table: &Id) {
        let Some(handle) = lock(&self.handles).get(table).cloned() else { return };
        if handle.state.lock().await.subscribers.is_empty() {
            return;
        }
        let mut views = BTreeMap::new();
        let Ok(stored) = self.stored_analysis(table).await else { return };
        for language in Language::ALL {
            let view = match &stored {
                Some(stored) => stored.view_in(language),
                None => match self.analysis_elsewhere(table, language).await {
                    Ok(progress) => progress.unwrap_or_else(no_analysis),
                    Err(_) => return,
                },
            };
            views.insert(language, view);
        }
        // Both the end of the work and its result are noticed; one of them is told.
        if stored.is_none() || !mem::replace(&mut handle.state.lock().await.has_analysis, true) {
            self.publish_analysis(table, |language| views[&language].clone()).await;
        }
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
        let share = self.analyses.shares.acquire(caller, most);
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
        let think_turn = self.thinking.turn(requester, false).await;
        let engine = self.analysing_engine();
        let analyst = Analyst::new(engine.clone(), &*table);
        let scale = analyst.scale();
        let failed = || ApiError::new(ErrorCode::Busy, texts::FAILED);
        let job = ThinkJob::Evaluation { table: &*table, engine: &engine };
        let by_workers =
            match self.thinking.ask_workers(&think_turn, &job, self.analysis_limit()).await {
                WorkersAnswer::Evaluation(finding) => Some(finding),
                WorkersAnswer::Nothing => None,
                WorkersAnswer::Poisoned(workers) => return Err(poisoned(&*table, workers)),
                _ => return Err(failed()),
            };
        let (values, line, readable, depth) = if let Some(finding) = by_workers {
            let found = finding.found();
            let line = found.map(|found| found.principal_variation.clone()).unwrap_or_default();
            let readable = table.readable_line(&line);
            (finding.values.clone(), line, readable, found.map_or(0, |found| found.depth))
        } else if table.next().seat().is_some() {
            self.thinking.count_own(&job);
            let permit = (think_turn.here().await, turn);
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
            self.thinking.count_own(&job);
            let permit = think_turn.here().await;
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
        lock(&self.analyses.running).get(table).map(|running| Arc::clone(&running.progress))
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
        let engine = self.analysing_engine();
        let (all, review_engine) = (record.clone(), engine.clone());
        let review =
            self.part(requester, None, move || Review::new(&all, review_engine), |_| None).await?;
        let review = Arc::new(review);
        let mut progress = AnalysisProgress {
            scale: Some(review.scale()),
            ..AnalysisProgress::begun(review.positions() + review.steps())
        };
        let mut published_at = None;
        let mut findings = Vec::new();
        for at in 0..review.positions() {
            let (position, here) = (review.table(at), Arc::clone(&review));
            let job = position.next().outcome().is_none();
            let job = job.then_some(ThinkJob::Evaluation { table: position, engine: &engine });
            let finding = self
                .part(
                    requester,
                    job,
                    move || here.analyse_position(at),
                    |answer| match answer {
                        WorkersAnswer::Evaluation(finding) => Some(finding),
                        _ => None,
                    },
                )
                .await?;
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
            let (here, known) = (Arc::clone(&review), Arc::clone(&findings));
            let job = review.is_searched(at, &findings).then(|| ThinkJob::Judgement {
                tables: [review.table(at), review.table(at + 1)],
                findings: [&findings[at], &findings[at + 1]],
                step: review.step(at),
                engine: &engine,
            });
            let ply = self
                .part(
                    requester,
                    job,
                    move || here.judge(at, &known),
                    |answer| match answer {
                        WorkersAnswer::Judgement(ply) => Some(ply),
                        _ => None,
                    },
                )
                .await?;
            let readable = |line: &[String]| review.table(at).readable_line(line);
            progress.plies[at] = PlyFinding::judged(ply.clone(), readable);
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
        self.handle(table).state.lock().await.has_analysis = true;
        self.publish_analysis(table, |language| stored.view_in(language)).await;
        Ok(())
    }

    /// Does a part of an analysis when it is this person's turn: workers do the job, if there is
    /// one, or else this server does what is to be done `here`.
    async fn part<T: Send + 'static>(
        &self,
        requester: &Requester,
        job: Option<ThinkJob<'_>>,
        here: impl FnOnce() -> T + Send + 'static,
        by_workers: impl FnOnce(WorkersAnswer) -> Option<T>,
    ) -> Result<T, ApiError> {
        let turn = self.thinking.turn(requester, false).await;
        let failed = || ApiError::new(ErrorCode::Busy, texts::FAILED);
        if let Some(job) = &job {
            match self.thinking.ask_workers(&turn, job, self.analysis_limit()).await {
                WorkersAnswer::Nothing => self.thinking.count_own(job),
                WorkersAnswer::Poisoned(workers) => return Err(poisoned(job.table(), workers)),
                answer => return by_workers(answer).ok_or_else(failed),
            }
        }
        let permit = turn.here().await;
        let thought = compute(move || {
            let _permit = permit;
            here()
        });
        thought.await.map_err(|_| failed())
    }

    /// The engine that analyses games and positions.
    fn analysing_engine(&self) -> Engine {
        Engine { nodes: Some(NODES), time: Some(self.settings.engine_time), ..Engine::default() }
    }

    /// How long workers may take for a part of an analysis. Some searches are longer than usual.
    fn analysis_limit(&self) -> Duration {
        LONGEST_SEARCHES * self.settings.engine_time + LATE
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
        if self.store.is_shared()
            && let Ok(stored) = StoredAnalysis::new(progress, String::new())
            && let Ok(stored) = serde_json::to_string(&stored)
        {
            // If it fails, others hear of the next part.
            drop(self.store.update_job(JobKind::Game, table, &stored).await);
        }
        if let Some(running) = lock(&self.analyses.running).get_mut(table) {
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

/// The analysis of a position, while it is made.
pub struct PositionJob {
    registry: Arc<TableRegistry>,
    player: Id,
    has_ended: bool,
}

impl PositionJob {
    /// Lets the player have another analysis at any server.
    pub async fn end(mut self) {
        let ended = self.registry.store.end_job(JobKind::Position, &self.player).await;
        self.has_ended = ended.is_ok();
    }
}

impl Drop for PositionJob {
    fn drop(&mut self) {
        if !self.has_ended {
            self.registry.end_job(JobKind::Position, self.player.clone());
        }
    }
}

/// Workers have ended while they analysed this position. This server does not try it.
fn poisoned(table: &dyn Table, workers: u64) -> ApiError {
    let (game, position) = (table.options(), table.position());
    tracing::error!(%game, position, workers, "workers end when they analyse this position");
    ApiError::refused(texts::ENGINES_END)
}

fn no_analysis() -> Arc<str> {
    to_json(&AnalysisView { status: "none", ..AnalysisView::default() })
}

fn failed_analysis() -> Arc<str> {
    to_json(&AnalysisView { status: "failed", ..AnalysisView::default() })
}

fn to_json(analysis: &AnalysisView) -> Arc<str> {
    serde_json::to_string(analysis).unwrap_or_default().into()
}
