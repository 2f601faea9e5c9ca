//! Erasing people, pruning old games, and listing what is stored about somebody.

use std::collections::HashSet;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ludoteca_games::catalog;
use ludoteca_play::record;
use serde::Serialize;
use tokio::sync::{Mutex as AsyncMutex, Notify, RwLock, RwLockReadGuard};
use tokio::time::sleep;
use utoipa::ToSchema;

use super::attempt::Attempt;
use super::lists::summarise;
use super::{Committed, Connection, TableHandle, TableRegistry, TableState, Update, lock};
use crate::error::{ApiError, ErrorCode};
use crate::events::{Occupant, Participant, StoredEvent, TableEvent};
use crate::hosted_table::TableStage;
use crate::ids::{Id, hash};
use crate::redaction::{is_about, redacted};
use crate::store::{Erasure, StoreChange, StoreError};
use crate::texts;
use crate::view::snapshot::{KnownCounts, stage};

/// The players who were erased, and a lock for the commands that run meanwhile.
#[derive(Default)]
pub struct ErasureState {
    /// The hashes of the ids of all players who were erased since the server started. Commands in
    /// their names are refused, even from code that still has their identity.
    pub(super) gone: Mutex<HashSet<String>>,
    /// Everybody who does something in their own name holds a read lock, so that a player can leave
    /// no new traces after the old ones were collected.
    pub(super) acting: RwLock<()>,
    /// Held during an erasure: only one runs at a time, because it takes a while.
    erasing: AsyncMutex<()>,
    /// The number of the last notice of an erasure that was heard from other servers, and of the
    /// last one that is obeyed.
    pub(super) heard: AtomicI64,
    pub(super) obeyed: AtomicI64,
    /// Signals that something was heard.
    pub(super) news: Notify,
}

/// All that is stored about a player.
#[derive(Serialize, ToSchema)]
pub struct PersonalData {
    /// The id of the player.
    player: Id,
    /// The name of the player.
    name: String,
    /// When the player was created, in milliseconds since 1970.
    created_at: u64,
    /// When the player was last seen, to the day.
    seen_at: u64,
    /// The tables where something is stored about the player. They come in pages: see `next`.
    tables: Vec<LeftAtTable>,
    /// The value of `after` for the next page.
    next: Option<Id>,
}

/// What is stored about a player at one table.
#[derive(Serialize, ToSchema)]
pub struct LeftAtTable {
    /// The id of the table.
    table: Id,
    /// The game and its options in one line.
    game: String,
    /// Did the player make the table?
    maker: bool,
    /// The seats of the player, from 1. The moves are in the record of the game.
    seats: Vec<usize>,
    /// The events that name the player, as they are stored.
    #[serde(rename = "facts")]
    #[schema(value_type = Vec<Object>)]
    events: Vec<StoredEvent>,
}

/// The number of items that were deleted because they were old enough.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Pruned {
    /// The number of deleted tables.
    pub tables: usize,
    /// The number of deleted players.
    pub players: usize,
}

/// How long a server waits before it tries again to say that an erasure has failed.
const RETRY: Duration = Duration::from_secs(2);

/// How many tables one page of personal data has.
const TABLES_A_PAGE: usize = 100;

impl TableRegistry {
    /// Registers that somebody does something in their own name, until the guard is dropped.
    ///
    /// # Errors
    /// Fails if the player was erased.
    pub(super) async fn acting(&self, who: &Id) -> Result<RwLockReadGuard<'_, ()>, ApiError> {
        let acting = self.erasures.acting.read().await;
        self.must_be_known(who)?;
        Ok(acting)
    }

    /// Checks that a player was not erased.
    ///
    /// # Errors
    /// Fails if the player was erased.
    pub(super) fn must_be_known(&self, who: &Id) -> Result<(), ApiError> {
        let is_gone = lock(&self.erasures.gone).contains(&hash(who.as_str()));
        if is_gone { Err(ApiError::new(ErrorCode::NoToken, texts::WRONG_TOKEN)) } else { Ok(()) }
    }

    /// Erases somebody. Their token is no longer valid, they resign their games and leave their
    /// seats, their chat lines are deleted, and they have no name in the games that they played.
    /// Returns the number of tables that were affected.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written. The erasure can then be tried again.
    pub async fn forget(self: &Arc<TableRegistry>, player: &Id) -> Result<usize, ApiError> {
        let (registry, player) = (Arc::clone(self), player.clone());
        // This runs in a task of its own, so that it completes even if the client disconnects.
        let done = self.spawn(async move {
            let _turn = registry.erasures.erasing.lock().await;
            let player_hash = hash(player.as_str());
            lock(&registry.erasures.gone).insert(player_hash.clone());
            registry.disconnect_player(&player_hash);
            let erased = match registry.others_obey(&player).await {
                Ok(()) => registry.erase(&player).await,
                Err(error) => Err(error),
            };
            if erased.is_err() {
                lock(&registry.erasures.gone).remove(&player_hash);
                registry.withdraw_erasure(player);
            }
            erased
        });
        done.await
            .ok()
            .flatten()
            .unwrap_or_else(|| Err(ApiError::new(ErrorCode::Busy, texts::FAILED)))
    }

    /// Tells the other servers that an erasure has failed, as soon as that is possible.
    fn withdraw_erasure(self: &Arc<TableRegistry>, player: Id) {
        let registry = Arc::clone(self);
        self.spawn(async move {
            while registry.store.withdraw_erasure(&player).await.is_err() {
                sleep(RETRY).await;
            }
        });
    }

    async fn erase(self: &Arc<TableRegistry>, player: &Id) -> Result<usize, ApiError> {
        lock(&self.players).retain(|_, (person, _)| person.player != *player);
        // Waits until everything that the player has begun is done.
        drop(self.erasures.acting.write().await);
        let tables =
            self.store.tables_with(player).await.map_err(|error| self.storage_failed(&error))?;
        let name = self
            .store
            .name_of(player)
            .await
            .map_err(|error| self.storage_failed(&error))?
            .unwrap_or_default();
        for table in &tables {
            let handle = self.handle(table);
            let mut table_state = self.depart(&handle, player).await?;
            self.erase_at(&handle, &mut table_state, player, &name).await?;
        }
        self.save(vec![StoreChange::Erased(Erasure::Player(player.clone()))]).await?;
        Ok(tables.len())
    }

    /// Somebody resigns their game or leaves their seat. A table that is damaged stays as it is.
    async fn depart<'a>(
        self: &Arc<TableRegistry>,
        handle: &'a Arc<TableHandle>,
        player: &Id,
    ) -> Result<tokio::sync::MutexGuard<'a, TableState>, ApiError> {
        let depart =
            |table_state: &TableState| Ok(table_state.table().depart(player, self.clock.now()));
        match self.decide_at(handle, depart).await {
            Ok((table_state, _)) => Ok(table_state),
            Err(error) if matches!(error.code, ErrorCode::Damaged | ErrorCode::NotFound) => {
                Ok(handle.state.lock().await)
            }
            Err(error) => Err(error),
        }
    }

    /// Removes somebody from all events of a table. Its subscribers are sent the table anew. If
    /// another server adds events meanwhile, it is done again.
    async fn erase_at(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
        player: &Id,
        name: &str,
    ) -> Result<(), ApiError> {
        let mut attempt = Attempt::fresh();
        while self.try_erase_at(handle, table_state, player, name).await? == Committed::Behind {
            attempt.must_go_on()?;
            self.refresh(handle, table_state).await?;
        }
        Ok(())
    }

    async fn try_erase_at(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
        player: &Id,
        name: &str,
    ) -> Result<Committed, ApiError> {
        let (table, instead) = (handle.id.clone(), Id::fresh());
        let events =
            self.store.events(&table).await.map_err(|error| self.storage_failed(&error))?;
        let events = events.read_undamaged();
        let erasure = |(number, event)| Erasure::Event { table: table.clone(), number, event };
        let mut erasures: Vec<Erasure> =
            redacted(&events, player, name, &instead).into_iter().map(erasure).collect();
        erasures.push(Erasure::Person { table: table.clone(), player: player.clone(), instead });
        let mut changes: Vec<StoreChange> = erasures.into_iter().map(StoreChange::Erased).collect();
        if let Some(hosted) = &table_state.table {
            // This event tells readers who know the table by its event number or its tag that it
            // has changed. It has the time of the latest event, so that the table does not look
            // recently used.
            let forgotten = StoredEvent {
                at: hosted.times().1,
                request: None,
                event: TableEvent::PersonErased,
            };
            changes.push(StoreChange::Events {
                table: table.clone(),
                first: hosted.event_count(),
                events: vec![forgotten],
            });
        }
        match self.try_save(changes).await {
            Ok(()) => {}
            Err((StoreError::Behind, _)) => return Ok(Committed::Behind),
            Err((error, since)) => return Err(self.storage_failed_since(&error, since)),
        }
        table_state.table = None;
        // A damaged table stays damaged.
        if self.load(handle, table_state).await.is_ok() {
            self.save(vec![summarise(table_state.table(), true)]).await?;
            self.rename_in_analysis(table_state).await?;
            self.publish(table_state, KnownCounts::default(), true);
        }
        Ok(Committed::Written)
    }

    /// Renames somebody in an analysis: it contains the record, and so the players' names.
    async fn rename_in_analysis(&self, table_state: &TableState) -> Result<(), ApiError> {
        let table = table_state.table();
        let Some(mut stored) = self.stored_analysis(table.id()).await? else { return Ok(()) };
        let Ok(mut records) =
            record::read(std::mem::take(&mut stored.record).into_bytes(), &catalog::open_line)
        else {
            return self
                .save(vec![StoreChange::Analysis {
                    table: table.id().clone(),
                    analysis: String::new(),
                }])
                .await;
        };
        let current = table.record();
        let is_name = |key: &str| key.starts_with("Name-");
        for record in &mut records {
            record.other_headers.retain(|(key, _)| !is_name(key));
            record
                .other_headers
                .extend(current.other_headers.iter().filter(|(key, _)| is_name(key)).cloned());
            // The reason of the ending contains a name, too.
            record.ending.clone_from(&current.ending);
        }
        stored.record = record::write(&records);
        let analysis = serde_json::to_string(&stored).map_err(ApiError::failed)?;
        self.save(vec![StoreChange::Analysis { table: table.id().clone(), analysis }]).await
    }

    /// All that is stored about somebody. The tables come in pages; this page begins after the
    /// given table.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn personal_data(
        &self,
        who: &Participant,
        after: Option<&Id>,
    ) -> Result<PersonalData, ApiError> {
        // Only one at a time, because this reads whole games.
        let _turn = self.erasures.erasing.lock().await;
        let failed = |error| self.storage_failed(&error);
        let player = &who.player;
        let (created_at, seen_at) =
            self.store.times_of(player).await.map_err(failed)?.unwrap_or_default();
        let all = self.store.tables_with(player).await.map_err(failed)?;
        let mut rest =
            all.into_iter().filter(|table| after.is_none_or(|after| table > after)).peekable();
        let mut tables = Vec::new();
        for table in rest.by_ref().take(TABLES_A_PAGE) {
            let events = self.store.events(&table).await.map_err(failed)?.read_undamaged();
            tables.push(LeftAtTable::of(table, &events, player));
        }
        let next = rest.peek().and(tables.last()).map(|last| last.table.clone());
        Ok(PersonalData {
            player: player.clone(),
            name: who.name.clone(),
            created_at,
            seen_at,
            tables,
            next,
        })
    }

    /// Deletes games that ended and tables that were closed, if nothing has happened there for this
    /// long. Deletes players who were not seen for this long and have nothing left at any table. A
    /// table stays as long as somebody watches it.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written.
    pub async fn prune(self: &Arc<TableRegistry>, after: Duration) -> Result<Pruned, ApiError> {
        let since = self.clock.now().saturating_sub(after.as_millis() as u64);
        let mut pruned = Pruned::default();
        for at in [TableStage::Over, TableStage::Closed] {
            let old = self
                .store
                .untouched(stage(at), since)
                .await
                .map_err(|error| self.storage_failed(&error))?;
            for table in old {
                pruned.tables += usize::from(self.delete_table(&table).await?);
            }
        }
        let players =
            self.store.count_players().await.map_err(|error| self.storage_failed(&error))?;
        self.save(vec![StoreChange::Erased(Erasure::Unseen { since })]).await?;
        let left = self.store.count_players().await.map_err(|error| self.storage_failed(&error))?;
        pruned.players = players.saturating_sub(left);
        lock(&self.players).clear();
        Ok(pruned)
    }

    /// Deletes a table, unless somebody watches it.
    async fn delete_table(self: &Arc<TableRegistry>, table: &Id) -> Result<bool, ApiError> {
        let handle = self.handle(table);
        let mut table_state = handle.state.lock().await;
        let elsewhere = self.store.presence(table).await;
        self.notice_presence(
            &mut table_state,
            elsewhere.map_err(|error| self.storage_failed(&error))?,
        );
        if table_state.is_watched() {
            return Ok(false);
        }
        self.save(vec![StoreChange::Erased(Erasure::Table(table.clone()))]).await?;
        table_state.table = None;
        lock(&self.handles).remove(table);
        Ok(true)
    }

    /// Tells all connections of somebody that their player was erased, and ends them.
    pub(super) fn disconnect_player(&self, player_hash: &str) {
        let is_theirs = |connection: &&Connection| {
            connection.player().is_some_and(|player| hash(player.as_str()) == player_hash)
        };
        for connection in lock(&self.connections).iter().filter(is_theirs) {
            connection.send(Update::Erased);
        }
    }
}

impl LeftAtTable {
    fn of(table: Id, events: &[(u64, StoredEvent)], player: &Id) -> LeftAtTable {
        let mut left = LeftAtTable {
            table,
            game: String::new(),
            maker: false,
            seats: Vec::new(),
            events: Vec::new(),
        };
        for (_, stored_event) in events {
            match &stored_event.event {
                // The event contains secrets of others: the seed, and invite codes.
                TableEvent::Opened(opened) => {
                    left.game.clone_from(&opened.game);
                    left.maker = opened.maker.as_ref() == Some(player);
                    let seats =
                        (1..).zip(&opened.seats).filter(|(_, occupant)| is(occupant, player));
                    left.seats.extend(seats.map(|(seat, _)| seat));
                }
                TableEvent::Sat { seat, person } if person.player == *player => {
                    left.seats.push(seat + 1);
                }
                _ => {}
            }
            if is_about(stored_event, player)
                && !matches!(stored_event.event, TableEvent::Opened(_))
            {
                left.events.push(stored_event.clone());
            }
        }
        left.seats.sort_unstable();
        left.seats.dedup();
        left
    }
}

fn is(occupant: &Occupant, player: &Id) -> bool {
    occupant.person().is_some_and(|person| person.player == *player)
}
