//! Connections to the file. A connection that has failed is never used again: whatever SQLite or
//! its driver remember of the failure goes with it.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{FILE, StoreError, run};

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

/// Connections that read, a few at once.
#[derive(Clone)]
pub struct ReaderPool {
    options: SqliteConnectOptions,
    idle: Arc<Mutex<Vec<SqliteConnection>>>,
    permits: Arc<Semaphore>,
}

/// A connection that is being read from. It is closed when it is dropped, and used again when it is
/// [put back](Reader::put_back).
pub struct Reader {
    connection: SqliteConnection,
    readers: ReaderPool,
    _permit: OwnedSemaphorePermit,
}

/// How many connections may read at once.
const MOST_READERS: usize = 4;

impl ReaderPool {
    /// A pool for a file that exists.
    pub fn new(options: SqliteConnectOptions) -> ReaderPool {
        ReaderPool {
            options: options.read_only(true).create_if_missing(false),
            idle: Arc::default(),
            permits: Arc::new(Semaphore::new(MOST_READERS)),
        }
    }

    /// Takes a connection, once one is free.
    ///
    /// # Errors
    /// Fails if the file cannot be opened.
    pub async fn take(&self) -> Result<Reader, StoreError> {
        let permit =
            Arc::clone(&self.permits).acquire_owned().await.map_err(|_| StoreError::Stopping)?;
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => connect(&self.options).await?,
        };
        Ok(Reader { connection, readers: self.clone(), _permit: permit })
    }

    /// Waits until all readers are done, and closes all connections.
    pub async fn close(&self) {
        let all = self.permits.acquire_many(MOST_READERS as u32).await;
        self.permits.close();
        drop(all);
        let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
        for connection in idle {
            // A reader has written nothing, so an error here does no harm.
            let _ = run(connection.close()).await;
        }
    }
}

impl Reader {
    /// The connection to query.
    pub fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }

    /// Passes on the result of a query. After an error the connection is closed, otherwise it can
    /// be used again.
    ///
    /// # Errors
    /// Fails if the query failed.
    pub async fn put_back<T>(self, answer: Result<T, sqlx::Error>) -> Result<T, StoreError> {
        let Reader { connection, readers, _permit } = self;
        match &answer {
            Ok(_) => readers.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection),
            Err(_) => drop(run(connection.close()).await),
        }
        Ok(answer?)
    }
}
