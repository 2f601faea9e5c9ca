//! The writer commits all waiting changes together, and never trusts a connection that has failed.
//!
//! After a failed `COMMIT`, SQLite may have rolled the transaction back or not, and the driver may
//! assume the opposite. So a transaction begins with `BEGIN IMMEDIATE`, which fails inside another
//! transaction, and after any error the connection is closed.

use std::sync::Arc;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::mpsc;

use super::change::write_one;
use super::connections::connect;
use super::folder::FolderLock;
use super::run;
use crate::metrics::Histogram;
use crate::store::{StoreError, WriteRequest};

/// The most requests in one commit.
pub const TOGETHER: usize = 512;

/// The writer.
pub struct Writer {
    options: SqliteConnectOptions,
    /// `None` after an error: the next write opens another connection.
    connection: Option<SqliteConnection>,
    batch_sizes: Arc<Histogram>,
    _lock: FolderLock,
}

impl Writer {
    /// Creates a writer with a working connection, in a folder that is locked by this process.
    pub fn new(
        options: SqliteConnectOptions,
        connection: SqliteConnection,
        lock: FolderLock,
        batch_sizes: Arc<Histogram>,
    ) -> Writer {
        Writer { options, connection: Some(connection), batch_sizes, _lock: lock }
    }

    /// Writes requests until all senders are gone, and commits all that are waiting together: a
    /// commit costs the same for one request as for many.
    pub async fn write_all(mut self, mut writes: mpsc::Receiver<WriteRequest>) -> Writer {
        let mut waiting = Vec::new();
        while writes.recv_many(&mut waiting, TOGETHER).await > 0 {
            self.batch_sizes.count(waiting.len() as f64);
            let written = self.write(&waiting).await;
            for write in waiting.drain(..) {
                let result = match &written {
                    Ok(()) => Ok(()),
                    // A change that conflicts with the file does not prevent the others from being
                    // written.
                    Err(error) if error.is_conflict() => {
                        self.write(std::slice::from_ref(&write)).await
                    }
                    Err(error) => Err(StoreError::Unwritten(error.to_string())),
                };
                if let Err(error) = &result {
                    tracing::error!(%error, "a change could not be stored");
                }
                // The task that sent the request may be gone.
                let _ = write.done.send(result);
            }
        }
        self
    }

    /// Writes everything into the one file and closes it. No other connection may be open.
    pub async fn close(mut self) {
        if let Some(mut connection) = self.connection.take() {
            let checkpoint = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)");
            if let Err(error) = run(checkpoint.execute(&mut connection)).await {
                tracing::error!(%error, "the last changes stay in the write-ahead log");
            }
            let _ = run(connection.close()).await;
        }
    }

    /// Writes all of these changes or none. After an error the connection is dropped, and with it
    /// the transaction that it had begun.
    async fn write(&mut self, writes: &[WriteRequest]) -> Result<(), StoreError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(&self.options).await?,
        };
        let written = write_in_transaction(&mut connection, writes).await;
        match written {
            Ok(()) => self.connection = Some(connection),
            // The connection has to be closed before another is opened, which would wait for its
            // locks.
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
