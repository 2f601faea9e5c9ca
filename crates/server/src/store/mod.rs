//! What keeps everything: a file of SQLite for one server, or a database of PostgreSQL.

mod change;
mod erasure;
mod pool;
#[cfg(feature = "cluster")]
mod postgres;
mod shared;
mod sqlite;
mod stored_events;
mod write_request;

use std::path::{Path, PathBuf};

use crate::clock::Downtime;
use crate::ids::Id;
use crate::metrics::Histogram;
use change::{DOWNTIME_RETENTION, checksum};
use sqlite::SqliteStore;
use write_request::WriteRequest;

pub use change::{
    Heartbeat, StoreChange, StoredPlayer, StoredTable, StoredTurn, StoredUptime, TableListing,
};
pub use erasure::Erasure;
#[cfg(feature = "cluster")]
pub use postgres::{
    ClusterStatus, DatabaseUrl, Member, NoDatabaseUrl, PastDowntime, PostgresStore, ServerState,
    ServerStatus, finish, status,
};
pub use shared::{
    CutOff, ErasureNotice, FollowedTable, JobKind, JobStart, PresenceRow, RemotePresence,
    StoredProgram, TakenJob,
};
pub use sqlite::{FILE, back_up};
pub use stored_events::{NewerEvents, StoredEvents};

/// What keeps everything.
#[derive(Clone)]
pub enum Store {
    /// A file in a folder.
    Sqlite(SqliteStore),
    /// A database on a server for databases.
    #[cfg(feature = "cluster")]
    Postgres(PostgresStore),
}

/// What is known about a table for a list.
#[derive(Clone, Debug)]
pub struct ListRow {
    /// The id of the table.
    pub id: Id,
    /// The stage of the table.
    pub stage: String,
    /// The state of its game; `None` if it is not known yet.
    pub turn: Option<StoredTurn>,
    /// The summary for lists; `None` if it is not known yet.
    pub summary: Option<String>,
    /// How the table was opened, if there is no summary.
    pub opened: Option<crate::events::StoredEvent>,
    /// The number of its events.
    pub event_count: u64,
}

/// A table at which a server may have something to do by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueTable {
    /// The id of the table.
    pub id: Id,
    /// The last heartbeat of the server that did it before, if there was one.
    pub alive_at: Option<u64>,
}

/// How many tables [`listed_since`](Store::listed_since) returns at most.
pub const LISTED_AT_ONCE: usize = 100;

/// Which tables a list has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListFilter {
    /// The tables at this stage that are shown to everybody.
    Listed(&'static str),
    /// The tables that somebody made or plays at.
    Of(Id),
}

/// Why something is not stored or not found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database or the operating system reports an error.
    #[error(transparent)]
    Sql(#[from] sqlx::Error),
    /// The schema is newer than this program, or was changed.
    #[error(transparent)]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// The change cannot be serialised.
    #[error("it cannot be written: {0}")]
    Json(#[from] serde_json::Error),
    /// An event of a table differs from what was written.
    #[error("event {number} is damaged: {reason}")]
    Damaged {
        /// The number of the event, from 0.
        number: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// The change names somebody who is being erased.
    #[error("it names a player who is being erased")]
    PersonGone,
    /// An event of a table was written by a newer program, which this one cannot read.
    #[error("event {number} was written by a newer version of the program: {reason}")]
    Newer {
        /// The number of the event, from 0.
        number: u64,
        /// Why it cannot be read.
        reason: String,
    },
    /// Servers that use the database may not be able to read this kind of event yet.
    #[error("events of level {level} are not allowed before the migration is finished")]
    TooEarly {
        /// The level of the event.
        level: u32,
    },
    /// The database may be used only by newer programs.
    #[error("this database needs ludoteca {least} or newer; this is {version}")]
    ProgramTooOld {
        /// The least version that may use it.
        least: String,
        /// The version of this program.
        version: &'static str,
    },
    /// The database is empty, or holds something else.
    #[error("it has no tables of ludoteca: a server makes them, or `ludoteca database migrate`")]
    NoSchema,
    /// A program that changes nothing needs a newer schema.
    #[error(
        "its schema is of step {found}, and {needed} is needed: a server of this version brings it up to date, or `ludoteca database migrate`"
    )]
    SchemaTooOld {
        /// The latest step of the schema.
        found: i64,
        /// The step that is needed.
        needed: i64,
    },
    /// Servers that are alive could not read new kinds of events.
    #[error("some servers are too old for new kinds of events: {0}; replace them first")]
    ServersTooOld(String),
    /// The writer has stopped.
    #[error("the server is stopping")]
    Stopping,
    /// The change, or another one that was to be stored together with it, could not be written.
    #[error("it could not be written: {0}")]
    Unwritten(String),
    /// The table has events that whoever decided on these did not know.
    #[error("the table has newer events")]
    Behind,
    /// A write that was confirmed is not there.
    #[error("the last write cannot be read back: found {found:?} instead of {written}")]
    NotThere {
        /// The time that was written.
        written: u64,
        /// The time that was read.
        found: Option<u64>,
    },
    /// Nothing is written after [`NotThere`](StoreError::NotThere) until a probe succeeds.
    #[error("nothing is written until the last write can be read back")]
    Distrusted,
    /// The database did not answer in time.
    #[error("the database does not answer")]
    TimedOut,
    /// Another server uses the folder.
    #[error("{}: another server is using this folder", .0.display())]
    InUse(PathBuf),
    /// The folder cannot be created or written to.
    #[error("{}: {error}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The error of the operating system.
        error: std::io::Error,
    },
}

impl StoreError {
    /// Does the store work, but refuse this particular change?
    pub fn is_conflict(&self) -> bool {
        match self {
            StoreError::Sql(sqlx::Error::Database(error)) => {
                !matches!(error.kind(), sqlx::error::ErrorKind::Other)
            }
            StoreError::Json(_)
            | StoreError::Behind
            | StoreError::PersonGone
            | StoreError::TooEarly { .. } => true,
            _ => false,
        }
    }
}

/// Declares what both stores can do, and passes each call on.
macro_rules! both_stores {
    ($(
        $(#[$doc:meta])*
        pub async fn $name:ident(&self $(, $argument:ident: $kind:ty)* $(,)?) $(-> $result:ty)?;
    )*) => {
        impl Store {
            $(
                $(#[$doc])*
                pub async fn $name(&self $(, $argument: $kind)*) $(-> $result)? {
                    match self {
                        Store::Sqlite(store) => store.$name($($argument),*).await,
                        #[cfg(feature = "cluster")]
                        Store::Postgres(store) => store.$name($($argument),*).await,
                    }
                }
            )*
        }
    };
}

impl Store {
    /// Opens the file in this folder, or creates it, and brings it up to date.
    ///
    /// # Errors
    /// Fails if the file cannot be opened, created or updated.
    pub async fn open(folder: &Path) -> Result<Store, StoreError> {
        Ok(Store::Sqlite(SqliteStore::open(folder).await?))
    }

    /// Opens a database and brings it up to date, for this server.
    ///
    /// # Errors
    /// Fails if the database cannot be reached or updated.
    #[cfg(feature = "cluster")]
    pub async fn connect(url: &DatabaseUrl, me: Member) -> Result<Store, StoreError> {
        Ok(Store::Postgres(PostgresStore::open(url, me).await?))
    }

    /// May other servers use the store at the same time?
    pub fn is_shared(&self) -> bool {
        match self {
            Store::Sqlite(_) => false,
            #[cfg(feature = "cluster")]
            Store::Postgres(_) => true,
        }
    }

    /// How many writes were stored together.
    pub fn batch_sizes(&self) -> &Histogram {
        match self {
            Store::Sqlite(store) => store.batch_sizes(),
            #[cfg(feature = "cluster")]
            Store::Postgres(store) => store.batch_sizes(),
        }
    }

    /// Nothing is written any more, not even changes that are waiting.
    #[cfg(test)]
    pub fn kill(&self) {
        match self {
            Store::Sqlite(store) => store.kill(),
            #[cfg(feature = "cluster")]
            Store::Postgres(store) => store.kill(),
        }
    }
}

both_stores! {
    /// Writes all waiting changes and closes the store.
    pub async fn close(&self);

    /// Stores all of these changes or none. They are durable when this returns.
    ///
    /// # Errors
    /// Fails if they were not stored. If the store itself failed, they may still turn up in it.
    pub async fn save(&self, changes: Vec<StoreChange>) -> Result<(), StoreError>;

    /// Writes down that the server is running, and reads that back over another connection. If the
    /// write was confirmed but cannot be read back, nothing more is written until a probe succeeds.
    /// A store that servers share is sent a heartbeat, and answers with its time. `obeyed` is the
    /// number of the last notice of an erasure that this server has obeyed.
    ///
    /// # Errors
    /// Fails if the store cannot be written or read.
    pub async fn probe(
        &self,
        at: u64,
        downtimes: Vec<Downtime>,
        obeyed: i64,
    ) -> Result<Option<Heartbeat>, StoreError>;

    /// Checks the whole store for damage; returns what is wrong with it.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn check(&self) -> Result<Option<String>, StoreError>;

    /// The player whose token has this hash, their name, and when they were last seen.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn player(&self, token_hash: &str) -> Result<Option<(Id, String, u64)>, StoreError>;

    /// The events of a table; empty if there is no such table.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn events(&self, table: &Id) -> Result<StoredEvents, StoreError>;

    /// The events of a table from this number on that other servers have added, and who is
    /// connected to it over them.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn newer_events(&self, table: &Id, from: u64) -> Result<(NewerEvents, RemotePresence), StoreError>;

    /// The table that somebody created with a request of this name.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn made_with(&self, maker: &Id, request: &str) -> Result<Option<Id>, StoreError>;

    /// Tables, the latest first, with their places in the list: at most `most` of those that come
    /// after `before`.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn tables(
        &self,
        which: &ListFilter,
        game: Option<&str>,
        before: Option<i64>,
        most: u32,
    ) -> Result<Vec<(Id, i64)>, StoreError>;

    /// Tables with everything that a list shows, and where the list continues, if there may be
    /// more. A table that cannot be read does not hide the others.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn list(
        &self,
        which: &ListFilter,
        game: Option<&str>,
        before: Option<i64>,
        most: u32,
    ) -> Result<(Vec<ListRow>, Option<i64>), StoreError>;

    /// Tables without a summary, the latest first, with their places in the list: at most `most`
    /// that come after this place.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn without_summary(&self, before: i64, most: u32) -> Result<Vec<(Id, i64)>, StoreError>;

    /// When a player was created, and when they were last seen.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn times_of(&self, player: &Id) -> Result<Option<(u64, u64)>, StoreError>;

    /// The name of a player.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn name_of(&self, player: &Id) -> Result<Option<String>, StoreError>;

    /// How many players there are.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn count_players(&self) -> Result<usize, StoreError>;

    /// Tables at which somebody has left traces, in the order of their ids.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn tables_with(&self, player: &Id) -> Result<Vec<Id>, StoreError>;

    /// The number of tables that are not over and that this player made or has a seat at.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn count_unfinished(&self, player: &Id) -> Result<usize, StoreError>;

    /// Tables at which this server may have something to do by itself: after its start, or since
    /// another server that did it is gone.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn due(&self) -> Result<Vec<DueTable>, StoreError>;

    /// The first tables that are shown to everybody, with their places in lists, behind this place.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn listed_since(&self, place: i64) -> Result<Vec<(Id, i64)>, StoreError>;

    /// The last place in lists.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn latest_place(&self) -> Result<i64, StoreError>;

    /// The server stops: others take over what it does by itself.
    ///
    /// # Errors
    /// Fails if the store cannot be written.
    pub async fn leave(&self) -> Result<(), StoreError>;

    /// Tables at a stage, listed or not, at which nothing has happened since this time.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn untouched(&self, stage: &str, since: u64) -> Result<Vec<Id>, StoreError>;

    /// The findings of engines about a game.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn analysis(&self, table: &Id) -> Result<Option<String>, StoreError>;

    /// Players in the order of their ids: at most `most` that come after `after`.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn all_players(&self, after: Option<&Id>, most: u32) -> Result<Vec<StoredPlayer>, StoreError>;

    /// Tables in the order of their places in lists, the oldest first: at most `most` that come
    /// after this place.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn all_tables(&self, after: i64, most: u32) -> Result<Vec<StoredTable>, StoreError>;

    /// When a server last used the store, and the downtimes before.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn last_alive(&self) -> Result<StoredUptime, StoreError>;

    /// What is known about the time before this server starts. `wall` is the time of the machine.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn uptime(&self, wall: u64) -> Result<StoredUptime, StoreError>;
}
