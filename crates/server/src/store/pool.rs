//! Connections that are used by one task at a time. A connection that has failed is never used
//! again: whatever the database or its driver remember of the failure goes with it.

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

    /// Gets rid of a connection, which may have failed.
    fn discard(connection: Self::Connection) -> impl Future<Output = ()> + Send;
}

/// A few connections.
pub struct Pool<C: Connect> {
    connector: C,
    idle: Arc<Mutex<Vec<C::Connection>>>,
    permits: Arc<Semaphore>,
    size: u32,
}

/// A connection that is in use. It is dropped at the end, unless it is
/// [put back](Pooled::put_back).
pub struct Pooled<C: Connect> {
    connection: C::Connection,
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
        let idle = self.idle().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => self.connector.connect().await?,
        };
        Ok(Pooled { connection, pool: self.clone(), _permit: permit })
    }

    /// Waits until nobody uses a connection, and closes all of them.
    pub async fn close(&self) {
        let all = self.permits.acquire_many(self.size).await;
        self.permits.close();
        drop(all);
        let idle = std::mem::take(&mut *self.idle());
        for connection in idle {
            C::discard(connection).await;
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<C::Connection>> {
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
        let Pooled { connection, pool, _permit } = self;
        match &answer {
            Ok(_) => pool.idle().push(connection),
            Err(_) => C::discard(connection).await,
        }
        Ok(answer?)
    }
}
