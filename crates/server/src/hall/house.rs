//! What the server does at tables by itself: engines, random players and dice.

use std::sync::Arc;
use std::time::Duration;

use ludoteca_arena::house;
use ludoteca_core::Table;
use ludoteca_play::Engine;
use tokio::time::sleep;

use super::{Hall, Inside, Room, now};
use crate::fault::{Code, Fault};
use crate::sitting::House;
use crate::texts;

/// Where nothing can be written down, it is tried again after this.
const RETRY: Duration = Duration::from_secs(2);

impl Hall {
    /// Sees to it that engines, random players and dice do what they are to do at a table.
    pub(super) fn drive(self: &Arc<Hall>, room: &Arc<Room>, inside: &mut Inside) {
        if !inside.driven && inside.table().house().is_some() {
            inside.driven = true;
            tokio::spawn(Arc::clone(self).play_for_house(Arc::clone(room)));
        }
    }

    async fn play_for_house(self: Arc<Hall>, room: Arc<Room>) {
        loop {
            match self.play_once(&room).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(fault) => {
                    tracing::error!(table = %room.id, %fault, "the house cannot move");
                    sleep(RETRY).await;
                }
            }
        }
    }

    /// One step of the house; false where it has nothing to do.
    async fn play_once(self: &Arc<Hall>, room: &Arc<Room>) -> Result<bool, Fault> {
        let (task, mut changed) = {
            let Ok(mut inside) = self.enter(room).await else {
                room.inside.lock().await.driven = false;
                return Ok(false);
            };
            let Some(house) = inside.table().house() else {
                inside.driven = false;
                return Ok(false);
            };
            let table = inside.table();
            let task = Task {
                house,
                state: table.state(),
                position: table.play().table().boxed_clone(),
                patron: inside.patron(),
                luck: table.play().table().next().seat().map_or(0, |seat| inside.luck(seat)),
            };
            (task, room.changed.subscribe())
        };
        let choice = tokio::select! {
            choice = self.choose(&task) => choice,
            _ = changed.changed() => return Ok(true),
        };
        let mut inside = self.enter(room).await?;
        let known = inside.known();
        let facts = inside.table_mut().move_house(task.state, choice, now());
        if !facts.is_empty() {
            self.commit(room, &mut inside, known, facts, Vec::new()).await?;
        } else if inside.table().state() == task.state {
            return Err(Fault::new(Code::Busy, texts::NO_CHOICE));
        }
        Ok(true)
    }

    /// The move of an engine; `None` where something is drawn.
    async fn choose(&self, task: &Task) -> Option<String> {
        let pause = sleep(self.settings.pause);
        let House::Engine(_, engine) = &task.house else {
            pause.await;
            return None;
        };
        let engine = Engine { time: Some(self.settings.engine_time), ..engine.clone() };
        let leave = self.thinkers.leave(&task.patron).await;
        let (found, ()) = tokio::join!(house::think(&*task.position, &engine, task.luck, leave), pause);
        found.map(|(found, _)| found.step)
    }
}

struct Task {
    house: House,
    state: usize,
    position: Box<dyn Table>,
    patron: String,
    /// What an engine draws from.
    luck: u64,
}
