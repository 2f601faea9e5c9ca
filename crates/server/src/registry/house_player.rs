//! What the server does at tables by itself: engines, random players and dice.

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
use crate::think_queue::{Requester, ThinkPermit};

/// How engines of the house find their moves. The usual one searches; a test can put another in its
/// place.
#[derive(Clone)]
pub struct MoveFinder(Arc<dyn Fn(ThinkTask) -> MoveFuture + Send + Sync>);

/// What an engine of the house is to think about.
pub struct ThinkTask {
    /// The position, with the engine's seat to move.
    pub position: Box<dyn Table>,
    /// How strong it plays, and how long it may think.
    pub engine: Engine,
    /// The seed of all that it draws by chance.
    pub seed: u64,
    /// Its permit to think, to be dropped once it has stopped.
    pub permit: ThinkPermit,
}

/// An engine's move as typed, once it is found; `None` where it has found none.
pub type MoveFuture = Pin<Box<dyn Future<Output = Option<String>> + Send>>;

impl MoveFinder {
    /// One that finds moves in this way.
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
        f.write_str("Brain")
    }
}

/// Engines up to this level need some hundredths of a second for a move, and those of the highest
/// level a second and more: they have turns of their own, so that a game against a weak engine does
/// not wait for a strong one.
const QUICK: u8 = 6;

/// Where the house cannot move it tries again after this, and after twice as long each time, up to
/// the longest.
const RETRY: Duration = Duration::from_millis(250);
const LONGEST_RETRY: Duration = Duration::from_secs(30);

/// An engine that has not answered this long after its time was up never will: it is asked anew.
const OVERDUE: Duration = Duration::from_secs(20);

impl TableRegistry {
    /// Sees to it that engines, random players and dice do what they are to do at a table, where
    /// somebody is there for whom they play.
    pub(super) fn ensure_house_plays(
        self: &Arc<TableRegistry>,
        room: &Arc<TableHandle>,
        table_state: &mut TableState,
    ) {
        if !table_state.house_is_playing
            && table_state.table().awaits().needs_no_person()
            && table_state.is_attended()
        {
            table_state.house_is_playing = true;
            self.spawn(Arc::clone(self).play_for_house(Arc::clone(room)));
        }
    }

    async fn play_for_house(self: Arc<TableRegistry>, room: Arc<TableHandle>) {
        let mut retry = RETRY;
        loop {
            let (registry, at) = (Arc::clone(&self), Arc::clone(&room));
            // In a task of its own, so that one that panics does not take with it who tries again.
            let played = self.spawn(async move { registry.play_once(&at).await });
            let failed = match played.await {
                Ok(Some(Ok(true))) => {
                    retry = RETRY;
                    continue;
                }
                Ok(Some(Ok(false)) | None) => return,
                Ok(Some(Err(fault))) => fault.to_string(),
                Err(panicked) => {
                    // What was half done is not what the file has.
                    room.state.lock().await.table = None;
                    panicked.to_string()
                }
            };
            tracing::error!(table = %room.id, failed, "the house cannot move");
            sleep(retry).await;
            retry = (2 * retry).min(LONGEST_RETRY);
        }
    }

    /// One step of the house; false where it has nothing to do.
    async fn play_once(
        self: &Arc<TableRegistry>,
        room: &Arc<TableHandle>,
    ) -> Result<bool, ApiError> {
        let (task, mut changed) = {
            let mut table_state = match self.lock_table(room).await {
                Ok(table_state) => table_state,
                Err(fault) if matches!(fault.code, ErrorCode::NotFound | ErrorCode::Damaged) => {
                    room.state.lock().await.house_is_playing = false;
                    return Ok(false);
                }
                // It may be readable again in a moment.
                Err(fault) => return Err(fault),
            };
            let table = table_state.table();
            let engine = match table.awaits() {
                awaits if !awaits.needs_no_person() || !table_state.is_attended() => {
                    table_state.house_is_playing = false;
                    return Ok(false);
                }
                Awaits::Engine { engine, seed, .. } => Some((engine.clone(), seed)),
                _ => None,
            };
            let (state, position) = (table.state(), table.play().table().boxed_clone());
            let task = HouseTask {
                engine,
                game_state: state,
                position,
                requester: self.requester(&table_state),
            };
            (task, room.changed.subscribe())
        };
        let game_state = task.game_state;
        let choice = tokio::select! {
            biased;
            choice = self.choose_move(room, task) => choice?,
            _ = changed.changed() => return Ok(true),
        };
        let choice = match choice {
            HouseChoice::Found(step) => Some(step),
            HouseChoice::Random => None,
            // Sees it again, with the room to itself, and says that it has nothing to do.
            HouseChoice::NobodyThere => return Ok(true),
        };
        let mut table_state = self.lock_to_act(room).await?;
        let facts = table_state.table().decide_house_move(game_state, choice, self.clock.now());
        if !facts.is_empty() {
            self.commit(room, &mut table_state, facts, Vec::new()).await?;
        } else if table_state.table().state() == game_state {
            return Err(ApiError::new(ErrorCode::Busy, texts::NO_CHOICE));
        }
        Ok(true)
    }

    /// The move of an engine, where it is one that is to move.
    async fn choose_move(
        &self,
        room: &TableHandle,
        task: HouseTask,
    ) -> Result<HouseChoice, ApiError> {
        let pause = sleep(self.settings.pause);
        let Some((engine, seed)) = task.engine else {
            pause.await;
            return Ok(HouseChoice::Random);
        };
        let engine = Engine { time: Some(self.settings.engine_time), ..engine };
        let is_quick = engine.level.is_some_and(|level| level <= QUICK);
        let think_queue = if is_quick { &self.quick_think_queue } else { &self.think_queue };
        let permit = think_queue.acquire(&task.requester).await;
        // Who waited for it may be gone since it was asked for.
        if !room.state.lock().await.is_attended() {
            return Ok(HouseChoice::NobodyThere);
        }
        let MoveFinder(think) = &self.settings.move_finder;
        let thought = think(ThinkTask { position: task.position, engine, seed, permit });
        let thought = timeout(self.settings.engine_time + OVERDUE, thought);
        let (found, ()) = tokio::join!(thought, pause);
        found
            .ok()
            .flatten()
            .map(HouseChoice::Found)
            .ok_or_else(|| ApiError::new(ErrorCode::Busy, texts::NO_CHOICE))
    }
}

/// What the house does.
enum HouseChoice {
    /// The move that an engine has found.
    Found(String),
    /// Something is drawn from the seed.
    Random,
    /// Nothing: nobody is there any more.
    NobodyThere,
}

struct HouseTask {
    /// Who thinks, and what it draws from; nobody where something is drawn from the game's seed.
    engine: Option<(Engine, u64)>,
    game_state: usize,
    position: Box<dyn Table>,
    requester: Requester,
}
