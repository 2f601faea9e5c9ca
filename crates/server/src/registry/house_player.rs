//! What the server plays at tables by itself: engines, random players and dice.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use ludoteca_core::Table;
use ludoteca_engines::house::{self, Priority};
use ludoteca_play::{Awaits, Engine};
use tokio::time::{sleep, timeout};

use super::{TableHandle, TableRegistry, TableState};
use crate::error::{ApiError, ErrorCode};
use crate::texts;
use crate::think_queue::Requester;
use crate::thinking::{OwnThread, ThinkJob, WorkersAnswer};
use crate::trace;

/// How engines of the house find their moves. The standard one searches; a test can replace it.
#[derive(Clone)]
pub struct MoveFinder(Arc<dyn Fn(ThinkTask) -> MoveFuture + Send + Sync>);

/// The task of an engine of the house: a position in which it has to move.
pub struct ThinkTask {
    /// The position, with the engine's seat to move.
    pub position: Box<dyn Table>,
    /// The strength of the engine, and how long it may think.
    pub engine: Engine,
    /// The seed of all random choices of the engine.
    pub seed: u64,
    /// The permit to think. It is dropped once the engine has stopped.
    pub permit: OwnThread,
}

/// The future of an engine's move in text form; `None` if it found no move.
pub type MoveFuture = Pin<Box<dyn Future<Output = Option<String>> + Send>>;

impl MoveFinder {
    /// A move finder that uses this function.
    pub fn new(think: impl Fn(ThinkTask) -> MoveFuture + Send + Sync + 'static) -> MoveFinder {
        MoveFinder(Arc::new(think))
    }
}

impl Default for MoveFinder {
    fn default() -> MoveFinder {
        MoveFinder::new(|ThinkTask { position, engine, seed, permit }| {
            Box::pin(async move {
                let found = house::choose_with_priority(
                    Priority::Low,
                    house::OPPONENTS,
                    &*position,
                    &engine,
                    seed,
                    permit,
                )
                .await;
                found.map(|(found, _)| found.step)
            })
        })
    }
}

impl fmt::Debug for MoveFinder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MoveFinder")
    }
}

/// Engines up to this level need some hundredths of a second for a move, and those of the highest
/// level need a second or more. The quick ones have a queue of their own, so that a game against a
/// weak engine does not wait for a strong one.
const QUICK: u8 = 6;

/// If the house cannot move, it tries again after this time. The time doubles with each failure, up
/// to the longest.
const RETRY: Duration = Duration::from_millis(250);
const LONGEST_RETRY: Duration = Duration::from_secs(30);

/// How long a server leaves it to the others to play for the house, before it asks whether it may.
const DRIVER: Duration = Duration::from_millis(500);

/// A worker that has not answered this long after the time limit of its engine never will: this
/// server thinks itself.
const LATE: Duration = Duration::from_secs(5);

/// An engine that has not answered this long after its time limit never will: it is asked again.
const OVERDUE: Duration = Duration::from_secs(20);

impl TableRegistry {
    /// Makes sure that engines, random players and dice take their turns at a table, as long as
    /// somebody is there for whom they play.
    pub(super) fn ensure_house_plays(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
    ) {
        if !table_state.house_is_playing
            && table_state.table().awaits().needs_no_person()
            && table_state.is_attended()
            && !self.has_handed_over()
        {
            table_state.house_is_playing = true;
            let play = Arc::clone(self).play_for_house(Arc::clone(handle));
            self.spawn(trace::in_current_trace(play));
        }
    }

    async fn play_for_house(self: Arc<TableRegistry>, handle: Arc<TableHandle>) {
        let mut retry = RETRY;
        loop {
            let (registry, at) = (Arc::clone(&self), Arc::clone(&handle));
            // This runs in a task of its own, so that a panic does not end the task that tries
            // again.
            let play = async move { registry.play_once(&at).await };
            let played = self.spawn(trace::in_current_trace(play));
            let failed = match played.await {
                Ok(Some(Ok(true))) => {
                    retry = RETRY;
                    continue;
                }
                Ok(Some(Ok(false)) | None) => return,
                Ok(Some(Err(error))) => error.to_string(),
                Err(panicked) => {
                    // The table in memory may be half changed and differ from the file.
                    handle.state.lock().await.table = None;
                    panicked.to_string()
                }
            };
            tracing::error!(table = %handle.id, failed, "the house cannot move");
            sleep(retry).await;
            retry = (2 * retry).min(LONGEST_RETRY);
        }
    }

    /// Makes one step for the house; returns false if there is nothing to do.
    async fn play_once(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
    ) -> Result<bool, ApiError> {
        let (task, mut changed) = {
            let mut has_changed = handle.changed.subscribe();
            let mut table_state = match self.lock_table(handle).await {
                Ok(table_state) => table_state,
                Err(error) if matches!(error.code, ErrorCode::NotFound | ErrorCode::Damaged) => {
                    handle.state.lock().await.house_is_playing = false;
                    return Ok(false);
                }
                // The table may be readable again in a moment.
                Err(error) => return Err(error),
            };
            let table = table_state.table();
            let engine = match table.awaits() {
                awaits
                    if !awaits.needs_no_person()
                        || !table_state.is_attended()
                        || self.has_handed_over() =>
                {
                    table_state.house_is_playing = false;
                    if !table_state.is_attended() || self.has_handed_over() {
                        self.stop_driving(handle, &mut table_state).await;
                    }
                    return Ok(false);
                }
                Awaits::Engine { engine, seed, .. } => Some((engine.clone(), seed)),
                _ => None,
            };
            if self.store.is_shared() && !table_state.is_driving {
                // Perhaps the server that made the last change is about to.
                drop(table_state);
                if timeout(DRIVER, has_changed.changed()).await.is_err() {
                    self.take_driving(handle).await?;
                }
                return Ok(true);
            }
            let (state, position) = (table.state(), table.play().table().boxed_clone());
            let task = HouseTask {
                engine,
                game_state: state,
                position,
                requester: self.requester(&table_state),
            };
            (task, handle.changed.subscribe())
        };
        let game_state = task.game_state;
        let choice = tokio::select! {
            biased;
            choice = self.choose_move(handle, task) => choice?,
            _ = changed.changed() => return Ok(true),
        };
        if self.has_handed_over() {
            // The next call reports that there is nothing to do.
            return Ok(true);
        }
        let choice = match choice {
            HouseChoice::Found(step) => Some(step),
            HouseChoice::Random => None,
            // The next call checks this again while the table is locked, and then reports that
            // there is nothing to do.
            HouseChoice::NobodyThere => return Ok(true),
        };
        let decide = |table_state: &TableState| {
            let choice = choice.clone();
            Ok(table_state.table().decide_house_move(game_state, choice, self.clock.now()))
        };
        let (table_state, has_moved) = self.decide_at(handle, decide).await?;
        if !has_moved && table_state.table().state() == game_state {
            return Err(ApiError::new(ErrorCode::Busy, texts::NO_CHOICE));
        }
        Ok(true)
    }

    /// Asks the other servers to leave it to this one to play for the house at a table.
    async fn take_driving(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
    ) -> Result<(), ApiError> {
        let mut table_state = handle.state.lock().await;
        let taken = self.store.take_driving(&handle.id).await;
        table_state.is_driving = taken.map_err(|error| self.storage_failed(&error))?;
        Ok(())
    }

    /// Nobody is here any more for whom the house would play. At another server there may be.
    async fn stop_driving(&self, handle: &TableHandle, table_state: &mut TableState) {
        if self.store.is_shared() {
            table_state.is_driving = false;
            if let Err(error) = self.store.stop_driving(&handle.id).await {
                // Once the storage works again, this is done at all tables.
                let _ = self.storage_failed(&error);
            }
        }
    }

    /// Chooses the move of an engine, if it is an engine's turn.
    async fn choose_move(
        &self,
        handle: &TableHandle,
        task: HouseTask,
    ) -> Result<HouseChoice, ApiError> {
        let pause = sleep(self.settings.pause);
        let Some((engine, seed)) = task.engine else {
            pause.await;
            return Ok(HouseChoice::Random);
        };
        let engine = Engine { time: Some(self.settings.engine_time), ..engine };
        let is_quick = engine.level.is_some_and(|level| level <= QUICK);
        let turn = self.thinking.turn(&task.requester, is_quick).await;
        // The people who waited for the move may have left since it was requested.
        if !handle.state.lock().await.is_attended() {
            return Ok(HouseChoice::NobodyThere);
        }
        let think = async {
            let job = ThinkJob::Move { table: &*task.position, engine: &engine, seed };
            let limit = self.settings.engine_time + LATE;
            match self.thinking.ask_workers(&turn, &job, limit).await {
                WorkersAnswer::Move(step) => return Some(HouseChoice::Found(step)),
                WorkersAnswer::Poisoned(workers) => {
                    let (game, position) = (task.position.options(), task.position.position());
                    tracing::error!(
                        table = %handle.id, %game, position, workers,
                        "workers end when they think about this position: the move is a random one"
                    );
                    return Some(HouseChoice::Random);
                }
                WorkersAnswer::Failed => return None,
                _ => self.thinking.count_own(&job),
            }
            let permit = turn.here().await;
            let MoveFinder(think) = &self.settings.move_finder;
            let thought = think(ThinkTask { position: task.position, engine, seed, permit });
            let found = timeout(self.settings.engine_time + OVERDUE, thought).await;
            found.ok().flatten().map(HouseChoice::Found)
        };
        let (choice, ()) = tokio::join!(think, pause);
        choice.ok_or_else(|| ApiError::new(ErrorCode::Busy, texts::NO_CHOICE))
    }
}

/// What the house does next.
enum HouseChoice {
    /// It makes the move that an engine has found.
    Found(String),
    /// It makes a random choice from the seed: that of a random player or the die, or the move of
    /// an engine that cannot think about the position.
    Random,
    /// It does nothing, because nobody is there any more.
    NobodyThere,
}

struct HouseTask {
    /// The engine that thinks, and the seed of its random choices; `None` if a choice is drawn from
    /// the game's seed.
    engine: Option<(Engine, u64)>,
    game_state: usize,
    position: Box<dyn Table>,
    requester: Requester,
}
