//! What servers that share a store tell each other through it. A store with one server has nothing
//! to share: it answers with nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::{Store, StoreError};
use crate::ids::Id;
use crate::metrics::ClusterCounts;

/// Who is connected to a table over other servers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemotePresence {
    /// The players who are connected and have a seat.
    pub here: BTreeSet<Id>,
    /// Those of them whose server has been silent for a while, and may be dead.
    pub uncertain: BTreeSet<Id>,
    /// The number of connections of others.
    pub watchers: usize,
    /// When players left who are not connected any more.
    pub left: BTreeMap<Id, u64>,
    /// Another number whenever something has changed.
    pub stamp: i64,
    /// Since when the store knows who is here. Nobody counts as away for longer than that.
    pub known_since: u64,
}

/// How many connections somebody has to a table over this server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresenceRow {
    /// The table.
    pub table: Id,
    /// The player; `None` for all who have no seat.
    pub player: Option<Id>,
    /// The number of connections.
    pub connections: usize,
    /// When that changed.
    pub at: u64,
}

/// A player who was connected to a table over a server that is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutOff {
    /// The table.
    pub table: Id,
    /// The player.
    pub player: Id,
    /// The last heartbeat of the server.
    pub alive_at: u64,
}

/// A table that this server knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedTable {
    /// The id of the table.
    pub id: Id,
    /// The number of its events.
    pub event_count: u64,
    /// The [stamp](RemotePresence::stamp) of those who are connected over other servers.
    pub stamp: i64,
    /// Does somebody wait for the analysis of its game?
    pub awaits_analysis: bool,
}

/// A connected program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredProgram {
    /// The id of the program.
    pub id: Id,
    /// The name of the program.
    pub name: String,
    /// The ids of the games that it plays; `None` if it plays all games.
    pub games: Option<Vec<String>>,
    /// Is it playing?
    pub is_busy: bool,
}

/// Work that exists once, whatever server does it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// The analysis of the game at a table, which is the key.
    Game,
    /// The analysis of a position for a player, who is the key.
    Position,
}

/// A job that a server has taken over from one that is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenJob {
    /// What it is about.
    pub key: Id,
    /// The player who asked for it.
    pub person: Id,
    /// How often a server has begun it.
    pub attempt: u32,
}

/// What became of a job that was to begin.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum JobStart {
    /// It may begin.
    #[default]
    Begun,
    /// It is running already.
    Running,
    /// The player has another one of this kind.
    HasAnother,
}

/// A player who is being erased, or whose erasure has failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErasureNotice {
    /// Grows with each notice.
    pub number: i64,
    /// The hash of the player's id.
    pub player_hash: String,
    /// Has the erasure failed, so that the player may go on?
    pub is_withdrawn: bool,
}

/// Declares what a shared store can do. Stores for one server answer with the default value.
macro_rules! shared_store {
    ($(
        $(#[$doc:meta])*
        pub async fn $name:ident(&self $(, $argument:ident: $kind:ty)* $(,)?)
            -> Result<$result:ty, StoreError>;
    )*) => {
        impl Store {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                /// Fails if the store cannot be read or written.
                pub async fn $name(&self $(, $argument: $kind)*) -> Result<$result, StoreError> {
                    match self {
                        Store::Sqlite(_) => {
                            $(let _ = $argument;)*
                            Ok(<$result>::default())
                        }
                        #[cfg(feature = "cluster")]
                        Store::Postgres(store) => store.$name($($argument),*).await,
                    }
                }
            )*
        }
    };
}

shared_store! {
    /// Who is connected to a table over other servers.
    pub async fn presence(&self, table: &Id) -> Result<RemotePresence, StoreError>;

    /// Tells the other servers who is connected to tables over this one.
    pub async fn save_presence(&self, rows: &[PresenceRow]) -> Result<(), StoreError>;

    /// Players who were connected over servers that are gone. They count as away from now on. Each
    /// of them is told to one server only.
    pub async fn cut_off(&self) -> Result<Vec<CutOff>, StoreError>;

    /// Tables of these that have other events than this server knows, where somebody came or went,
    /// or whose game is analysed now.
    pub async fn changed(&self, known: &[FollowedTable]) -> Result<Vec<Id>, StoreError>;

    /// This server wants to play for the house at a table. Returns whether it may: another server
    /// that lives and does so goes first.
    pub async fn take_driving(&self, table: &Id) -> Result<bool, StoreError>;

    /// This server no longer plays for the house at a table, and another one may.
    pub async fn stop_driving(&self, table: &Id) -> Result<(), StoreError>;

    /// This server no longer plays for the house at any table.
    pub async fn stop_driving_everywhere(&self) -> Result<(), StoreError>;

    /// Tells the other servers which programs are connected to this one: these and no others.
    pub async fn save_programs(&self, programs: &[StoredProgram]) -> Result<(), StoreError>;

    /// The programs that are connected to any server, in the order of their ids.
    pub async fn programs(&self) -> Result<Vec<StoredProgram>, StoreError>;

    /// Programs that were connected to servers that are gone.
    pub async fn lost_programs(&self) -> Result<Vec<Id>, StoreError>;

    /// Forgets programs of servers that are gone.
    pub async fn forget_programs(&self, programs: &[Id]) -> Result<(), StoreError>;

    /// Tables that are not over where one of these players has a seat, the player, and whether the
    /// game has begun.
    pub async fn open_tables_of(&self, players: &[Id]) -> Result<Vec<(Id, Id, bool)>, StoreError>;

    /// Begins a job for a player, unless it is running or the player has another one of this kind.
    pub async fn begin_job(
        &self,
        kind: JobKind,
        key: &Id,
        person: &Id,
    ) -> Result<JobStart, StoreError>;

    /// Tells the other servers what is known so far.
    pub async fn update_job(
        &self,
        kind: JobKind,
        key: &Id,
        progress: &str,
    ) -> Result<(), StoreError>;

    /// A job of this server is done, or has failed.
    pub async fn end_job(&self, kind: JobKind, key: &Id) -> Result<(), StoreError>;

    /// Is a job running on any server, and what is known so far?
    pub async fn job(&self, kind: JobKind, key: &Id) -> Result<Option<Option<String>>, StoreError>;

    /// The keys of all jobs of a kind, with numbers that change with the progress.
    pub async fn jobs(&self, kind: JobKind) -> Result<BTreeMap<Id, i64>, StoreError>;

    /// Is the game of a table analysed?
    pub async fn has_analysis(&self, table: &Id) -> Result<bool, StoreError>;

    /// Takes over the analyses of games from servers that are gone.
    pub async fn take_over_jobs(&self) -> Result<Vec<TakenJob>, StoreError>;

    /// Announces to all servers that a player is being erased. Returns the number of the notice.
    pub async fn announce_erasure(&self, player: &Id) -> Result<i64, StoreError>;

    /// Announces that an erasure has failed.
    pub async fn withdraw_erasure(&self, player: &Id) -> Result<(), StoreError>;

    /// How many other servers that live have not obeyed the notice with this number yet.
    pub async fn waiting_for(&self, number: i64) -> Result<usize, StoreError>;

    /// Counts a new player or table for an address, which may have this many in an hour. If there
    /// were too many, nothing is counted, and it says so.
    pub async fn count_newcomer(&self, address: &str, most: u32) -> Result<TooMany, StoreError>;

    /// How many servers there are, and how many tables they attend to.
    pub async fn cluster_counts(&self) -> Result<Option<ClusterCounts>, StoreError>;

    /// Deletes what nobody needs any more.
    pub async fn tidy(&self) -> Result<(), StoreError>;
}

/// Were there too many?
pub type TooMany = bool;
