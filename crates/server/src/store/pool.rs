//! Connections that are used by one task at a time. A connection that has failed is never used
//! again: whatever the database or its driver remember of the failure goes with it. Where one
//! failure means that others will fail, too, no connection that was opened before it is used again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::StoreError;

/// How connections are opened, and what becomes of one that has failed.
pub trait Connect: Clone + Send + Sync + 'static {
    /// A connection.
    type Connection: Send;

    /// Opens a connection.
    ///
    /// # Errors
    /// Fails if the database cannot be reached or opened.
    fn connect(&self) -> impl Future<Output = Result<Self::Connection, StoreError>> + Send;

    /// How many failures are known. A connection that was opened before the last of them is not
    /// used any more.
    fn failures(&self) -> u64 {
        0
    }

    /// Remembers what has failed on a connection.
    fn note_failure(&self, _error: &StoreError) {}

    /// Gets rid of a connection, which may have failed.
    fn discard(connection: Self::Connection) -> impl Future<Output = ()> + Send;
}

/// A few connections.
pub struct Pool<C: Connect> {
    connector: C,
    idle: Arc<Mutex<Vec<IdleConnection<C>>>>,
    permits: Arc<Semaphore>,
    size: u32,
}

/// A connection, and how many failures were known when it was opened.
type IdleConnection<C> = (<C as Connect>::Connection, u64);

/// A connection that is in use. It is dropped at the end, unless it is
/// [put back](Pooled::put_back).
pub struct Pooled<C: Connect> {
    connection: C::Connection,
    failures: u64,
    pool: Pool<C>,
    _permit: OwnedSemaphorePermit,
}

impl<C: Connect> Clone for Pool<C> {
    fn clone(&self) -> Pool<C> {
        Pool {
            connector: self.connector.clone(),
            idle: Arc::clone(&self.idle),
            permits: Arc::clone(&self.permits),
            size: self.size,
        }
    }
}

impl<C: Connect> Pool<C> {
    /// A pool of at most this many connections, which are opened when they are needed.
    pub fn new(connector: C, size: u32) -> Pool<C> {
        let permits = Arc::new(Semaphore::new(size as usize));
        Pool { connector, idle: Arc::default(), permits, size }
    }

    /// Takes a connection, once one is free.
    ///
    /// # Errors
    /// Fails if the database cannot be reached or opened.
    pub async fn take(&self) -> Result<Pooled<C>, StoreError> {
        let permit =
            Arc::clone(&self.permits).acquire_owned().await.map_err(|_| StoreError::Stopping)?;
        let failures = self.connector.failures();
        loop {
            let idle = self.idle().pop();
            let connection = match idle {
                Some((connection, known)) if known == failures => connection,
                Some((connection, _)) => {
                    C::discard(connection).await;
                    continue;
                }
                None => self.connector.connect().await?,
            };
            return Ok(Pooled { connection, failures, pool: self.clone(), _permit: permit });
        }
    }

    /// Waits until nobody uses a connection, and closes all of them.
    pub async fn close(&self) {
        let all = self.permits.acquire_many(self.size).await;
        self.permits.close();
        drop(all);
        let idle = std::mem::take(&mut *self.idle());
        for (connection, _) in idle {
            C::discard(connection).await;
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<IdleConnection<C>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<C: Connect> Pooled<C> {
    /// The connection to query.
    pub fn connection(&mut self) -> &mut C::Connection {
        &mut self.connection
    }

    /// Passes on the result of a query. After an error the connection is discarded, otherwise it
    /// can be used again.
    ///
    /// # Errors
    /// Fails if the query failed.
    pub async fn put_back<T, E>(self, answer: Result<T, E>) -> Result<T, StoreError>
    where
        StoreError: From<E>,
    {
        let Pooled { connection, failures, pool, _permit } = self;
        let answer = answer.map_err(StoreError::from);
        match &answer {
            Ok(_) => pool.idle().push((connection, failures)),
            Err(error) => {
                pool.connector.note_failure(error);
                C::discard(connection).await;
            }
        }
        answer
    }
}
