//! Who is here, and is told what happens.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::sync::mpsc::Receiver;

use super::{Hall, Inside, Line, Looker, News, Room, lock};
use crate::fault::Fault;
use crate::ids::Id;
use crate::view::snapshot::Known;

impl Hall {
    /// Somebody looks at a table from now on, until their connection ends or [`leave`](Hall::leave) is called: they are told everything
    /// at once, or where they know the table after so many facts, what happened since then.
    ///
    /// # Errors
    /// Where there is no such table.
    pub async fn watch(self: &Arc<Hall>, table: &Id, looker: Looker, since: Option<u64>) -> Result<(), Fault> {
        let room = self.room(table);
        let mut inside = self.enter(&room).await?;
        let was_here = looker.player.as_ref().is_none_or(|player| inside.is_here(player));
        inside.lookers.retain(|other| !other.line.is(&looker.line));
        inside.lookers.push(looker.clone());
        self.drive(&room, &mut inside);
        let known = since.map_or_else(Known::default, |facts| Known::since(inside.table(), facts));
        let lacked = inside.snapshot(Some(known), self.clock.now(), self.claim_after());
        looker.line.tell(News::Table(Arc::new(lacked), looker.form));
        if !was_here {
            self.tell_presence(&inside);
        }
        Ok(())
    }

    /// Somebody does not look at it any more.
    pub async fn leave(&self, table: &Id, line: &Line) {
        let room = self.room(table);
        // Also where the table cannot be read now: who is gone is gone.
        let mut inside = room.inside.lock().await;
        let Some(at) = inside.lookers.iter().position(|looker| looker.line.is(line)) else { return };
        let looker = inside.lookers.remove(at);
        inside.attend(self.settings.absence_grace);
        let Some(player) = looker.player.filter(|player| !inside.is_here(player)) else { return };
        let has_seat = inside.sitting.as_ref().is_none_or(|sitting| !sitting.seats_of(&player).is_empty());
        if has_seat {
            inside.away.insert(player, self.clock.now());
        }
        if has_seat && inside.sitting.is_some() {
            self.tell_presence(&inside);
        }
    }

    /// Somebody asks for a table or does something at it, perhaps without a connection that stays: engines play there for a while.
    pub(super) fn attend(self: &Arc<Hall>, room: &Arc<Room>, inside: &mut Inside) {
        inside.attend(self.settings.polling_grace);
        self.drive(room, inside);
    }

    /// Tells the others that somebody has come or gone.
    fn tell_presence(&self, inside: &Inside) {
        let known = inside.known();
        let snapshot = Arc::new(inside.snapshot(Some(known), self.clock.now(), self.claim_after()));
        inside.publish(&snapshot);
    }

    /// A new connection.
    pub fn connect(&self, length: usize) -> (Line, Receiver<News>) {
        let (line, heard) = Line::new(self.numbers.fetch_add(1, Ordering::Relaxed), length);
        lock(&self.lines).push(line.clone());
        (line, heard)
    }

    /// Somebody has said who they are.
    ///
    /// # Errors
    /// Where they are gone meanwhile.
    pub fn introduce(&self, line: &Line, player: &Id) -> Result<(), Fault> {
        line.belongs_to(player);
        self.must_be_known(player)
    }

    /// One over which nothing is told.
    pub fn connect_silently(&self) -> Line {
        Line::silent(self.numbers.fetch_add(1, Ordering::Relaxed))
    }

    /// A number that nobody has.
    pub fn next_number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// One that has ended.
    pub fn disconnect(&self, line: &Line) {
        lock(&self.lines).retain(|other| !other.is(line));
        self.watch_lobby(line, false);
    }

    /// Tells a connection of tables in the lobby, or does not.
    pub fn watch_lobby(&self, line: &Line, on: bool) {
        let mut lobby = lock(&self.lobby);
        lobby.retain(|other| !other.is(line) && !other.is_broken());
        if on {
            lobby.push(line.clone());
        }
    }

    /// How many tables are in memory, and how many connections there are.
    pub fn sizes(&self) -> (usize, usize) {
        (lock(&self.rooms).len(), lock(&self.lines).len())
    }

    /// Says good-bye to all who are connected.
    pub fn say_goodbye(&self) {
        for line in lock(&self.lines).iter() {
            line.tell(News::Bye);
        }
    }
}
