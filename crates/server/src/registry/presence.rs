//! Presence: the connected players, and the subscribers who are sent updates.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use ludoteca_core::Language;
use tokio::sync::mpsc::Receiver;

use super::{Connection, Subscriber, TableHandle, TableRegistry, TableState, Update, lock};
use crate::error::ApiError;
use crate::ids::Id;
use crate::news::News;
use crate::store::{RemotePresence, StoreError};
use crate::view::snapshot::KnownCounts;

impl TableRegistry {
    /// Lets somebody watch a table until their connection ends or
    /// [`unsubscribe`](TableRegistry::unsubscribe) is called. They are sent the whole table at
    /// once. If they name the number of events that they know, they are sent only what happened
    /// since then.
    ///
    /// # Errors
    /// Fails if there is no such table.
    pub async fn subscribe(
        self: &Arc<TableRegistry>,
        table: &Id,
        subscriber: Subscriber,
        since: Option<u64>,
    ) -> Result<(), ApiError> {
        let handle = self.handle(table);
        let mut table_state = self.lock_table(&handle).await?;
        let was_here = subscriber.player.as_ref().is_none_or(|player| table_state.is_here(player));
        table_state.subscribers.retain(|other| !other.connection.is_same(&subscriber.connection));
        table_state.subscribers.push(subscriber.clone());
        self.announce_presence(&handle, &mut table_state).await;
        self.ensure_house_plays(&handle, &mut table_state);
        let known = since.map_or_else(KnownCounts::default, |event_count| {
            KnownCounts::since(table_state.table(), event_count)
        });
        let (now, language) = (self.clock.now(), subscriber.language);
        let lacked = table_state.snapshot(Some(known), now, self.claim_after(), language);
        subscriber.connection.send(Update::Table(Arc::new(lacked), subscriber.form));
        if !was_here {
            self.publish_presence(&table_state);
        }
        Ok(())
    }

    /// Ends the subscription of a connection to a table.
    pub async fn unsubscribe(&self, table: &Id, connection: &Connection) {
        let handle = self.handle(table);
        // This also works if the table cannot be read now.
        let mut table_state = handle.state.lock().await;
        let Some(at) = table_state
            .subscribers
            .iter()
            .position(|subscriber| subscriber.connection.is_same(connection))
        else {
            return;
        };
        let subscriber = table_state.subscribers.remove(at);
        table_state.attend(self.settings.absence_grace);
        self.announce_presence(&handle, &mut table_state).await;
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

    /// Records that somebody asks for a table or sends a command, perhaps without a permanent
    /// connection. Engines play there for a while.
    pub(super) fn attend(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
    ) {
        table_state.attend(self.settings.polling_grace);
        self.ensure_house_plays(handle, table_state);
    }

    /// Tells the other servers who is connected here, if that has changed.
    pub(super) async fn announce_presence(
        &self,
        handle: &TableHandle,
        table_state: &mut TableState,
    ) {
        if !self.store.is_shared() {
            return;
        }
        let (rows, connections) = table_state.unannounced(&handle.id, self.clock.now());
        if rows.is_empty() {
            return;
        }
        match self.store.save_presence(&rows).await {
            Ok(()) => {
                table_state.announced = connections;
                self.news.publish(News::Look(handle.id.clone()));
            }
            // Once the storage works again, everything is announced anew.
            Err(error) => drop(self.storage_failed(&error)),
        }
    }

    /// Tells the other servers everything that they should know of this one. They may have thought
    /// that it was dead, or the store may have lost it.
    pub(super) async fn announce_everything(&self) -> Result<(), StoreError> {
        self.announce_programs().await?;
        // Where this server still plays for the house, it asks again whether it may.
        self.store.stop_driving_everywhere().await?;
        let handles: Vec<_> = lock(&self.handles).values().cloned().collect();
        for handle in handles {
            let mut table_state = handle.state.lock().await;
            table_state.is_driving = false;
            for connections in table_state.announced.values_mut() {
                // No number of connections is the same as this one.
                *connections = usize::MAX;
            }
            let (rows, connections) = table_state.unannounced(&handle.id, self.clock.now());
            self.store.save_presence(&rows).await?;
            table_state.announced = connections;
        }
        Ok(())
    }

    /// Reads who is connected to a table over other servers, and tells those who look on here.
    #[cfg(feature = "cluster")]
    pub(super) async fn refresh_presence(&self, handle: &TableHandle) {
        let mut table_state = handle.state.lock().await;
        if table_state.table.is_none() {
            return;
        }
        let Ok(elsewhere) = self.store.presence(&handle.id).await else { return };
        if self.notice_presence(&mut table_state, elsewhere) {
            self.publish_presence(&table_state);
        }
    }

    /// Takes over who is connected to a table over other servers; returns whether that has changed.
    /// Nobody could be here while no server was.
    pub(super) fn notice_presence(
        &self,
        table_state: &mut TableState,
        elsewhere: RemotePresence,
    ) -> bool {
        if !self.store.is_shared() {
            return false;
        }
        let known_since = elsewhere.known_since.max(self.clock.up_since());
        table_state.notice(RemotePresence { known_since, ..elsewhere })
    }

    /// Sends the table to the others when somebody has come or gone.
    pub(super) fn publish_presence(&self, table_state: &TableState) {
        table_state.publish(table_state.known(), self.clock.now(), self.claim_after());
    }

    /// Opens a new connection.
    pub fn connect(&self, length: usize) -> (Connection, Receiver<Update>) {
        let (connection, updates) =
            Connection::new(self.numbers.fetch_add(1, Ordering::Relaxed), length);
        lock(&self.connections).push(connection.clone());
        if self.is_draining() {
            // It came too late to be told with all others.
            connection.send(Update::Shutdown);
        }
        (connection, updates)
    }

    /// Records whose connection it is.
    ///
    /// # Errors
    /// Fails if the player was erased meanwhile.
    pub fn identify(&self, connection: &Connection, player: &Id) -> Result<(), ApiError> {
        connection.set_player(player);
        self.must_be_known(player)
    }

    /// Opens a connection that carries no updates.
    pub fn connect_silently(&self) -> Connection {
        Connection::silent(self.numbers.fetch_add(1, Ordering::Relaxed))
    }

    /// A number that is not in use.
    pub fn next_number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// Removes a connection that has ended.
    pub fn disconnect(&self, connection: &Connection) {
        lock(&self.connections).retain(|other| !other.is_same(connection));
        self.subscribe_lobby(connection, None);
    }

    /// Subscribes a connection to the lobby, in a language; `None` ends that.
    pub fn subscribe_lobby(&self, connection: &Connection, language: Option<Language>) {
        let mut lobby = lock(&self.lobby);
        lobby.retain(|(other, _)| !other.is_same(connection) && !other.is_broken());
        lobby.extend(language.map(|language| (connection.clone(), language)));
    }

    /// The number of tables in memory, and the number of connections.
    pub fn sizes(&self) -> (usize, usize) {
        (lock(&self.handles).len(), lock(&self.connections).len())
    }

    /// Tells all connections that the server shuts down.
    pub(super) fn announce_shutdown(&self) {
        for connection in lock(&self.connections).iter() {
            connection.send(Update::Shutdown);
        }
    }
}
