//! Connections to the database. Everything has a time limit: a database behind a broken network
//! does not refuse, it is silent.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::time::timeout;

use crate::store::StoreError;
use crate::store::pool::{Connect, Pool};

/// Time limit for opening a connection, and for one statement or transaction.
const LIMIT: Duration = Duration::from_secs(3);

/// After this time the database gives up a statement by itself, since nobody waits for it any more.
const STATEMENT_TIMEOUT: &str = "5s";

/// How many connections may read at once.
const MOST_READERS: u32 = 6;

/// The address of a database, with user and password. It is shown without the password.
#[derive(Clone)]
pub struct DatabaseUrl {
    options: PgConnectOptions,
    /// How often a connection to it has failed.
    failures: Arc<AtomicU64>,
}

/// Why a text is no address of a database. The text itself may contain a password and is not shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0}; allowed is postgres://USER:PASSWORD@HOST:PORT/DATABASE, with ?sslmode=verify-full and the like"
)]
pub struct NoDatabaseUrl(String);

impl FromStr for DatabaseUrl {
    type Err = NoDatabaseUrl;

    fn from_str(text: &str) -> Result<DatabaseUrl, NoDatabaseUrl> {
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(NoDatabaseUrl("this is no address of a database".to_owned()));
        }
        let options: PgConnectOptions = text.parse().map_err(|error: sqlx::Error| {
            let reason = match error {
                sqlx::Error::Configuration(reason) => reason.to_string(),
                error => error.to_string(),
            };
            NoDatabaseUrl(format!("this is no address of a database: {reason}"))
        })?;
        let options = options
            .application_name("ludoteca")
            // Migrations say that their table is there already, which nobody needs to know.
            .options([
                ("statement_timeout", STATEMENT_TIMEOUT),
                // A process that was stopped in the middle of a transaction holds up the others for
                // less time than they wait, and nothing of it is stored when it wakes up.
                ("idle_in_transaction_session_timeout", "2s"),
                ("client_min_messages", "warning"),
            ])
            .disable_statement_logging();
        Ok(DatabaseUrl { options, failures: Arc::default() })
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DatabaseUrl { options, .. } = self;
        write!(f, "postgres://{}@", options.get_username())?;
        match options.get_socket() {
            Some(socket) => write!(f, "{}", socket.display())?,
            None => write!(f, "{}:{}", options.get_host(), options.get_port())?,
        }
        write!(f, "/{}", options.get_database().unwrap_or(options.get_username()))
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl DatabaseUrl {
    /// Opens a connection whose statements may take as long as they need: for migrations.
    ///
    /// # Errors
    /// Fails if the database cannot be reached.
    pub async fn connect_unlimited(&self) -> Result<PgConnection, StoreError> {
        let options = self.options.clone().options([("statement_timeout", "0")]);
        within_limit(PgConnection::connect_with(&options)).await
    }

    /// Opens a connection that cannot change anything.
    ///
    /// # Errors
    /// Fails if the database cannot be reached.
    pub async fn connect_to_read(&self) -> Result<PgConnection, StoreError> {
        let options = self.options.clone().options([("default_transaction_read_only", "on")]);
        within_limit(PgConnection::connect_with(&options)).await
    }

    /// Connections that read, a few at once.
    pub fn readers(&self) -> Pool<DatabaseUrl> {
        Pool::new(self.clone(), MOST_READERS)
    }
}

impl Connect for DatabaseUrl {
    type Connection = PgConnection;

    async fn connect(&self) -> Result<PgConnection, StoreError> {
        within_limit(PgConnection::connect_with(&self.options)).await
    }

    /// If a server or its network has failed, so will all connections that were open then.
    fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    fn note_failure(&self, error: &StoreError) {
        if !error.is_conflict() {
            self.failures.fetch_add(1, Ordering::Relaxed);
        }
    }

    async fn discard(connection: PgConnection) {
        // A connection that has failed may never answer again: nothing is said to it.
        drop(connection);
    }
}

/// Waits for the database, but not for ever.
///
/// # Errors
/// Fails if the work fails or takes too long.
pub async fn within_limit<T, E>(work: impl Future<Output = Result<T, E>>) -> Result<T, StoreError>
where
    StoreError: From<E>,
{
    timeout(LIMIT, work).await.map_err(|_| StoreError::TimedOut)?.map_err(StoreError::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        let url: DatabaseUrl =
            "postgres://ada:secret@db.example:5433/games?sslmode=require".parse().expect("a URL");
        assert_eq!(url.to_string(), "postgres://ada@db.example:5433/games");
        assert_eq!(format!("{url:?}"), url.to_string());
        for wrong in
            ["", "ada:secret@db", "mysql://ada:secret@db/games", "postgres://ada:secret@db:x/g"]
        {
            let error = wrong.parse::<DatabaseUrl>().expect_err(wrong).to_string();
            assert!(error.contains("allowed is") && !error.contains("secret"), "{error}");
        }
    }
}
