//! Connections to the file.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::{FILE, run};
use crate::store::StoreError;
use crate::store::pool::{Connect, Pool};

/// The options for opening the file in this folder.
pub fn options(folder: &Path) -> SqliteConnectOptions {
    let options = SqliteConnectOptions::new()
        .filename(folder.join(FILE))
        .journal_mode(SqliteJournalMode::Wal)
        // What is committed survives the machine, not only the process.
        .synchronous(SqliteSynchronous::Full)
        // What is deleted is not left in the file.
        .pragma("secure_delete", "ON")
        .busy_timeout(Duration::from_secs(10))
        .disable_statement_logging();
    #[cfg(test)]
    let options = crate::simulator::vfs::use_for(folder, options);
    options
}

/// Opens a connection.
///
/// # Errors
/// Fails if the file cannot be opened.
pub async fn connect(options: &SqliteConnectOptions) -> Result<SqliteConnection, StoreError> {
    #[cfg(test)]
    let files = crate::simulator::vfs::OpenFiles::of(options);
    let connected = run(SqliteConnection::connect_with(options)).await;
    #[cfg(test)]
    if connected.is_err() {
        // The driver closes what it had opened in a thread of its own.
        files.wait();
    }
    Ok(connected?)
}

/// Opens connections that only read, to a file that exists.
#[derive(Clone)]
pub struct ReadOnly(SqliteConnectOptions);

/// How many connections may read at once.
const MOST_READERS: u32 = 4;

/// Connections that read, a few at once.
pub fn readers(options: SqliteConnectOptions) -> Pool<ReadOnly> {
    Pool::new(ReadOnly(options.read_only(true).create_if_missing(false)), MOST_READERS)
}

impl Connect for ReadOnly {
    type Connection = SqliteConnection;

    async fn connect(&self) -> Result<SqliteConnection, StoreError> {
        connect(&self.0).await
    }

    async fn discard(connection: SqliteConnection) {
        // A reader has written nothing, so an error here does no harm.
        drop(run(connection.close()).await);
    }
}
