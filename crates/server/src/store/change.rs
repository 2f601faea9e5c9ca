//! The changes that are stored.

use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::time::Instant;

use super::{Erasure, ErasureNotice};
use crate::clock::Downtime;
use crate::events::StoredEvent;
use crate::ids::Id;

/// A change to be stored.
#[derive(Clone, Debug)]
pub enum StoreChange {
    /// A new player.
    Player {
        /// The id of the player.
        id: Id,
        /// The name of the player.
        name: String,
        /// The hash of the player's token.
        token_hash: String,
        /// When the player was created.
        created_at: u64,
    },
    /// A player has a new name.
    Renamed {
        /// The id of the player.
        id: Id,
        /// The new name.
        name: String,
    },
    /// Events at a table.
    Events {
        /// The table.
        table: Id,
        /// The number of the first of these events.
        first: u64,
        /// The events.
        events: Vec<StoredEvent>,
    },
    /// The listing under which a table is found has changed.
    Listing(TableListing),
    /// The findings of engines about a game.
    Analysis {
        /// The table of the game.
        table: Id,
        /// The analysis as JSON.
        analysis: String,
    },
    /// The server is running.
    Alive {
        /// The current time.
        at: u64,
        /// Downtimes that were not written yet.
        downtimes: Vec<Downtime>,
    },
    /// A move was made, so that the next turn is another.
    Turn {
        /// The table.
        table: Id,
        /// The next turn.
        turn: StoredTurn,
    },
    /// The summary of a table for lists.
    Summary {
        /// The table.
        table: Id,
        /// The summary as JSON.
        summary: String,
        /// The next turn at the table.
        turn: StoredTurn,
        /// Does it replace an existing summary? Otherwise the existing one is newer and stays.
        replaces: bool,
    },
    /// Whether the server has something to do at a table by itself.
    Due {
        /// The table.
        table: Id,
        /// Does the server have something to do there?
        is_due: bool,
    },
    /// From now on this server plays for the house at a table, unless it is the only one.
    Driving(Id),
    /// A player was seen.
    Seen {
        /// The player.
        player: Id,
        /// When the player was seen.
        at: u64,
    },
    /// Stored data is erased or replaced.
    Erased(Erasure),
    /// A player of another store.
    CopiedPlayer(StoredPlayer),
    /// All the events of a table of another store, as they are stored there. If the table is there
    /// already, the change fails with [`Behind`](super::StoreError::Behind).
    CopiedEvents {
        /// The table.
        table: Id,
        /// The events as JSON.
        events: Vec<String>,
    },
    /// When another store was last used.
    WasAlive(StoredUptime),
}

/// A player as stored.
#[derive(Clone, Debug)]
pub struct StoredPlayer {
    /// The id of the player.
    pub id: Id,
    /// The name of the player.
    pub name: String,
    /// The hash of the player's token.
    pub token_hash: String,
    /// When the player was created.
    pub created_at: u64,
    /// When the player was last seen.
    pub seen_at: u64,
}

/// What is stored about a table and does not follow from its events.
#[derive(Clone, Debug)]
pub struct StoredTable {
    /// The id of the table.
    pub id: Id,
    /// The place of the table in lists.
    pub place: i64,
    /// The name of the request that created the table.
    pub request: Option<String>,
}

/// The listing under which a table is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableListing {
    /// The id of the table.
    pub id: Id,
    /// The game's id.
    pub game: String,
    /// The stage of the table, as in [`ListFilter`](super::ListFilter).
    pub stage: &'static str,
    /// Is the table shown to everybody in the lobby?
    pub listed: bool,
    /// The maker, and the name of the request that created the table.
    pub made_by: Option<(Id, Option<String>)>,
    /// The players by seat.
    pub players: Vec<(usize, Id)>,
    /// May the server have something to do there by itself?
    pub is_due: bool,
    /// The next turn.
    pub turn: StoredTurn,
    /// The summary for lists, as JSON.
    pub summary: String,
}

/// The state of the game at a table, for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTurn {
    /// The number of the game's state.
    pub state: usize,
    /// The next turn, as JSON.
    pub next: String,
}

/// A heartbeat of a server to a store that it shares with others.
#[derive(Clone, Debug)]
pub struct Heartbeat {
    /// The time of the store, between these two moments.
    pub now: u64,
    /// When the store was asked.
    pub asked_at: Instant,
    /// When it had answered.
    pub answered_at: Instant,
    /// Up to which level events may be written.
    pub event_level: u32,
    /// When no server could use the store.
    pub downtimes: Vec<Downtime>,
    /// Did the others think that this server was dead?
    pub was_dead: bool,
    /// The notices of erasures that this server has not obeyed yet, the oldest first.
    pub erasures: Vec<ErasureNotice>,
}

/// What the store knows about the time before a server starts.
#[derive(Clone, Debug)]
pub struct StoredUptime {
    /// The current time.
    pub now: u64,
    /// When the server was last running, if it is the only one.
    pub alive_at: Option<u64>,
    /// Earlier downtimes.
    pub downtimes: Vec<Downtime>,
}

/// Downtimes are forgotten after this time, because by then even the longest clock has run out.
pub const DOWNTIME_RETENTION: Duration = Duration::from_secs(40 * 24 * 60 * 60);

/// A checksum that shows whether an event is still as it was written: the first 8 bytes of a
/// SHA-256.
pub fn checksum(table: &Id, number: u64, event: &str) -> i64 {
    let hash =
        Sha256::new().chain_update(format!("{table}\n{number}\n")).chain_update(event).finalize();
    i64::from_be_bytes(hash[..8].try_into().expect("a SHA-256 has 32 bytes"))
}
