//! Who is here, and is told what happens.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::sync::mpsc::Receiver;

use super::{Connection, Subscriber, TableHandle, TableRegistry, TableState, Update, lock};
use crate::error::ApiError;
use crate::ids::Id;
use crate::view::snapshot::KnownCounts;

impl TableRegistry {
    /// Somebody looks at a table from now on, until their connection ends or [`leave`](Hall::leave)
    /// is called: they are told everything at once, or where they know the table after so many
    /// events, what happened since then.
    ///
    /// # Errors
    /// Where there is no such table.
    pub async fn subscribe(
        self: &Arc<TableRegistry>,
        table: &Id,
        subscriber: Subscriber,
        since: Option<u64>,
    ) -> Result<(), ApiError> {
        let room = self.handle(table);
        let mut table_state = self.lock_table(&room).await?;
        let was_here = subscriber.player.as_ref().is_none_or(|player| table_state.is_here(player));
        table_state.subscribers.retain(|other| !other.connection.is_same(&subscriber.connection));
        table_state.subscribers.push(subscriber.clone());
        self.ensure_house_plays(&room, &mut table_state);
        let known = since.map_or_else(KnownCounts::default, |facts| {
            KnownCounts::since(table_state.table(), facts)
        });
        let lacked = table_state.snapshot(Some(known), self.clock.now(), self.claim_after());
        subscriber.connection.send(Update::Table(Arc::new(lacked), subscriber.form));
        if !was_here {
            self.publish_presence(&table_state);
        }
        Ok(())
    }

    /// Somebody does not look at it any more.
    pub async fn unsubscribe(&self, table: &Id, line: &Connection) {
        let room = self.handle(table);
        // Also where the table cannot be read now: who is gone is gone.
        let mut table_state = room.state.lock().await;
        let Some(at) = table_state
            .subscribers
            .iter()
            .position(|subscriber| subscriber.connection.is_same(line))
        else {
            return;
        };
        let subscriber = table_state.subscribers.remove(at);
        table_state.attend(self.settings.absence_grace);
        let Some(player) = subscriber.player.filter(|player| !table_state.is_here(player)) else {
            return;
        };
        let has_seat =
            table_state.table.as_ref().is_none_or(|hosted| !hosted.seats_of(&player).is_empty());
        if has_seat {
            table_state.away.insert(player, self.clock.now());
        }
        if has_seat && table_state.table.is_some() {
            self.publish_presence(&table_state);
        }
    }

    /// Somebody asks for a table or does something at it, perhaps without a connection that stays:
    /// engines play there for a while.
    pub(super) fn attend(
        self: &Arc<TableRegistry>,
        room: &Arc<TableHandle>,
        table_state: &mut TableState,
    ) {
        table_state.attend(self.settings.polling_grace);
        self.ensure_house_plays(room, table_state);
    }

    /// Tells the others that somebody has come or gone.
    fn publish_presence(&self, table_state: &TableState) {
        let known = table_state.known();
        let snapshot =
            Arc::new(table_state.snapshot(Some(known), self.clock.now(), self.claim_after()));
        table_state.publish(&snapshot);
    }

    /// A new connection.
    pub fn connect(&self, length: usize) -> (Connection, Receiver<Update>) {
        let (line, heard) = Connection::new(self.numbers.fetch_add(1, Ordering::Relaxed), length);
        lock(&self.connections).push(line.clone());
        (line, heard)
    }

    /// Somebody has said who they are.
    ///
    /// # Errors
    /// Where they are gone meanwhile.
    pub fn identify(&self, line: &Connection, player: &Id) -> Result<(), ApiError> {
        line.set_player(player);
        self.must_be_known(player)
    }

    /// One over which nothing is told.
    pub fn connect_silently(&self) -> Connection {
        Connection::silent(self.numbers.fetch_add(1, Ordering::Relaxed))
    }

    /// A number that nobody has.
    pub fn next_number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// One that has ended.
    pub fn disconnect(&self, line: &Connection) {
        lock(&self.connections).retain(|other| !other.is_same(line));
        self.subscribe_lobby(line, false);
    }

    /// Tells a connection of tables in the lobby, or does not.
    pub fn subscribe_lobby(&self, line: &Connection, on: bool) {
        let mut lobby = lock(&self.lobby);
        lobby.retain(|other| !other.is_same(line) && !other.is_broken());
        if on {
            lobby.push(line.clone());
        }
    }

    /// How many tables are in memory, and how many connections there are.
    pub fn sizes(&self) -> (usize, usize) {
        (lock(&self.handles).len(), lock(&self.connections).len())
    }

    /// Says good-bye to all who are connected.
    pub fn announce_shutdown(&self) {
        for line in lock(&self.connections).iter() {
            line.send(Update::Shutdown);
        }
    }
}
