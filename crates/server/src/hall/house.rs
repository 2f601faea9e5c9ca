//! What the server does at tables by itself: engines, random players and dice.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use ludoteca_core::Table;
use ludoteca_engines::house::{self, Priority};
use ludoteca_play::{Awaits, Engine};
use tokio::time::{sleep, timeout};

use super::{Hall, Inside, Room};
use crate::fault::{Code, Fault};
use crate::texts;
use crate::thinkers::{Leave, Patron};

/// How engines of the house find their moves. The usual one searches; a test can put another in its place.
#[derive(Clone)]
pub struct Brain(Arc<dyn Fn(ThinkTask) -> Thought + Send + Sync>);

/// What an engine of the house is to think about.
pub struct ThinkTask {
    /// The position, with the engine's seat to move.
    pub position: Box<dyn Table>,
    /// How strong it plays, and how long it may think.
    pub engine: Engine,
    /// The seed of all that it draws by chance.
    pub seed: u64,
    /// Its permit to think, to be dropped once it has stopped.
    pub permit: Leave,
}

/// An engine's move as typed, once it is found; `None` where it has found none.
pub type Thought = Pin<Box<dyn Future<Output = Option<String>> + Send>>;

impl Brain {
    /// One that finds moves in this way.
    pub fn new(think: impl Fn(ThinkTask) -> Thought + Send + Sync + 'static) -> Brain {
        Brain(Arc::new(think))
    }
}

impl Default for Brain {
    fn default() -> Brain {
        Brain::new(|ThinkTask { position, engine, seed, permit }| {
            Box::pin(async move {
                let found = house::think_at(Priority::Low, house::OPPONENTS, &*position, &engine, seed, permit).await;
                found.map(|(found, _)| found.step)
            })
        })
    }
}

impl fmt::Debug for Brain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Brain")
    }
}

/// Engines up to this level need some hundredths of a second for a move, and those of the highest level a second and more: they have turns of their
/// own, so that a game against a weak engine does not wait for a strong one.
const QUICK: u8 = 6;

/// Where the house cannot move it tries again after this, and after twice as long each time, up to the longest.
const RETRY: Duration = Duration::from_millis(250);
const LONGEST_RETRY: Duration = Duration::from_secs(30);

/// An engine that has not answered this long after its time was up never will: it is asked anew.
const OVERDUE: Duration = Duration::from_secs(20);

impl Hall {
    /// Sees to it that engines, random players and dice do what they are to do at a table, where somebody is there for whom they play.
    pub(super) fn drive(self: &Arc<Hall>, room: &Arc<Room>, inside: &mut Inside) {
        if !inside.driven && inside.table().awaits().needs_no_person() && inside.is_attended() {
            inside.driven = true;
            self.spawn(Arc::clone(self).play_for_house(Arc::clone(room)));
        }
    }

    async fn play_for_house(self: Arc<Hall>, room: Arc<Room>) {
        let mut retry = RETRY;
        loop {
            let (hall, at) = (Arc::clone(&self), Arc::clone(&room));
            // In a task of its own, so that one that panics does not take with it who tries again.
            let played = self.spawn(async move { hall.play_once(&at).await });
            let failed = match played.await {
                Ok(Some(Ok(true))) => {
                    retry = RETRY;
                    continue;
                }
                Ok(Some(Ok(false)) | None) => return,
                Ok(Some(Err(fault))) => fault.to_string(),
                Err(panicked) => {
                    // What was half done is not what the file has.
                    room.inside.lock().await.sitting = None;
                    panicked.to_string()
                }
            };
            tracing::error!(table = %room.id, failed, "the house cannot move");
            sleep(retry).await;
            retry = (2 * retry).min(LONGEST_RETRY);
        }
    }

    /// One step of the house; false where it has nothing to do.
    async fn play_once(self: &Arc<Hall>, room: &Arc<Room>) -> Result<bool, Fault> {
        let (task, mut changed) = {
            let mut inside = match self.enter(room).await {
                Ok(inside) => inside,
                Err(fault) if matches!(fault.code, Code::NotFound | Code::Damaged) => {
                    room.inside.lock().await.driven = false;
                    return Ok(false);
                }
                // It may be readable again in a moment.
                Err(fault) => return Err(fault),
            };
            let table = inside.table();
            let engine = match table.awaits() {
                awaits if !awaits.needs_no_person() || !inside.is_attended() => {
                    inside.driven = false;
                    return Ok(false);
                }
                Awaits::Engine { engine, seed, .. } => Some((engine.clone(), seed)),
                _ => None,
            };
            let (state, position) = (table.state(), table.play().table().boxed_clone());
            let task = Task { engine, state, position, patron: self.patron(&inside) };
            (task, room.changed.subscribe())
        };
        let state = task.state;
        let choice = tokio::select! {
            biased;
            choice = self.choose(room, task) => choice?,
            _ = changed.changed() => return Ok(true),
        };
        let choice = match choice {
            Choice::Found(step) => Some(step),
            Choice::Drawn => None,
            // Sees it again, with the room to itself, and says that it has nothing to do.
            Choice::Unwanted => return Ok(true),
        };
        let mut inside = self.enter_to_act(room).await?;
        let facts = inside.table().move_house(state, choice, self.clock.now());
        if !facts.is_empty() {
            self.commit(room, &mut inside, facts, Vec::new()).await?;
        } else if inside.table().state() == state {
            return Err(Fault::new(Code::Busy, texts::NO_CHOICE));
        }
        Ok(true)
    }

    /// The move of an engine, where it is one that is to move.
    async fn choose(&self, room: &Room, task: Task) -> Result<Choice, Fault> {
        let pause = sleep(self.settings.pause);
        let Some((engine, seed)) = task.engine else {
            pause.await;
            return Ok(Choice::Drawn);
        };
        let engine = Engine { time: Some(self.settings.engine_time), ..engine };
        let is_quick = engine.level.is_some_and(|level| level <= QUICK);
        let thinkers = if is_quick { &self.quick_thinkers } else { &self.thinkers };
        let permit = thinkers.leave(&task.patron).await;
        // Who waited for it may be gone since it was asked for.
        if !room.inside.lock().await.is_attended() {
            return Ok(Choice::Unwanted);
        }
        let Brain(think) = &self.settings.brain;
        let thought = think(ThinkTask { position: task.position, engine, seed, permit });
        let thought = timeout(self.settings.engine_time + OVERDUE, thought);
        let (found, ()) = tokio::join!(thought, pause);
        found.ok().flatten().map(Choice::Found).ok_or_else(|| Fault::new(Code::Busy, texts::NO_CHOICE))
    }
}

/// What the house does.
enum Choice {
    /// The move that an engine has found.
    Found(String),
    /// Something is drawn from the seed.
    Drawn,
    /// Nothing: nobody is there any more.
    Unwanted,
}

struct Task {
    /// Who thinks, and what it draws from; nobody where something is drawn from the game's seed.
    engine: Option<(Engine, u64)>,
    state: usize,
    position: Box<dyn Table>,
    patron: Patron,
}
