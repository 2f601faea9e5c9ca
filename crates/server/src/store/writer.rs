//! The one who writes: commits what has come meanwhile in one go, and never trusts a connection
//! that has failed.
//!
//! A `COMMIT` that fails leaves it to SQLite whether its transaction goes on or is rolled back, and
//! a driver may think otherwise. So a transaction begins with `BEGIN IMMEDIATE`, which refuses to
//! stand inside another, and after any error the connection is closed.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::change::{StoreChange, write_one};
use super::connections::connect;
use super::folder::FolderLock;
use super::{StoreError, run};

/// Changes that are written together or not at all.
pub struct WriteRequest {
    /// What is to be kept.
    pub changes: Vec<StoreChange>,
    /// Hears whether it is.
    pub done: oneshot::Sender<Result<(), StoreError>>,
}

/// At most so many requests are written in one go.
pub const TOGETHER: usize = 512;

/// Who writes.
pub struct Writer {
    options: SqliteConnectOptions,
    /// `None` after an error: the next write opens another.
    connection: Option<SqliteConnection>,
    _lock: FolderLock,
}

impl Writer {
    /// With a connection that works, in a folder that is ours.
    pub fn new(
        options: SqliteConnectOptions,
        connection: SqliteConnection,
        lock: FolderLock,
    ) -> Writer {
        Writer { options, connection: Some(connection), _lock: lock }
    }

    /// Writes what comes until nobody can send more, all that waits at once: a commit costs the
    /// same for one as for many.
    pub async fn write_all(mut self, mut writes: mpsc::Receiver<WriteRequest>) -> Writer {
        let mut waiting = Vec::new();
        while writes.recv_many(&mut waiting, TOGETHER).await > 0 {
            let written = self.write(&waiting).await;
            for write in waiting.drain(..) {
                let result = match &written {
                    Ok(()) => Ok(()),
                    // What cannot be written because of what it is spoils none of the others.
                    Err(error) if error.is_conflict() => {
                        self.write(std::slice::from_ref(&write)).await
                    }
                    Err(error) => Err(StoreError::Unwritten(error.to_string())),
                };
                if let Err(error) = &result {
                    tracing::error!(%error, "nothing was kept");
                }
                // Who asked may be gone.
                let _ = write.done.send(result);
            }
        }
        self
    }

    /// Writes everything into the one file and lets go of it. Nobody else may have it open.
    pub async fn close(mut self) {
        if let Some(mut connection) = self.connection.take() {
            let checkpoint = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)");
            if let Err(error) = run(checkpoint.execute(&mut connection)).await {
                tracing::error!(%error, "the last changes stay in the file beside the database");
            }
            let _ = run(connection.close()).await;
        }
    }

    /// Writes all of this or nothing. After an error the connection is gone, and with it whatever
    /// it had begun.
    async fn write(&mut self, writes: &[WriteRequest]) -> Result<(), StoreError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(&self.options).await?,
        };
        let written = write_in_transaction(&mut connection, writes).await;
        match written {
            Ok(()) => self.connection = Some(connection),
            // It has to be closed before another is opened, which would wait for its locks.
            Err(_) => drop(run(connection.close()).await),
        }
        written
    }
}

async fn write_in_transaction(
    connection: &mut SqliteConnection,
    writes: &[WriteRequest],
) -> Result<(), StoreError> {
    run(sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection)).await?;
    for write in writes {
        for change in &write.changes {
            write_one(connection, change).await?;
        }
    }
    run(sqlx::query("COMMIT").execute(&mut *connection)).await?;
    Ok(())
}
