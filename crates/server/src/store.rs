//! The file that keeps everything: SQLite, with one writer who commits what has come meanwhile in one go.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Row, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::fact::Dated;
use crate::ids::Id;

/// The name of the file in the server's folder.
pub const FILE: &str = "ludoteca.db";

/// The name of the file that a server holds locked, however the process ends: two would each keep what the other does not know.
const LOCK: &str = "ludoteca.lock";

/// The file that keeps everything.
#[derive(Clone)]
pub struct Store {
    readers: SqlitePool,
    /// Who writes, until the store is closed.
    writer: Arc<Mutex<Option<Writer>>>,
}

struct Writer {
    writes: mpsc::Sender<Write>,
    task: JoinHandle<()>,
}

/// Something that is to be kept.
#[derive(Clone, Debug)]
pub enum Change {
    /// Somebody has come.
    Player {
        /// Who.
        id: Id,
        /// What they call themselves.
        name: String,
        /// What is known of their token.
        token_hash: String,
        /// When.
        created_at: u64,
    },
    /// Somebody calls themselves something else.
    Renamed {
        /// Who.
        id: Id,
        /// What.
        name: String,
    },
    /// Something happened at a table.
    Facts {
        /// Where.
        table: Id,
        /// How many happened before.
        first: u64,
        /// What.
        facts: Vec<Dated>,
    },
    /// By what a table is found, where that has changed.
    Listing(Listing),
    /// What engines found about a game.
    Analysis {
        /// Which.
        table: Id,
        /// As it is told to others.
        analysis: String,
    },
    /// The server is there.
    Alive(u64),
}

/// By what a table is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Which.
    pub id: Id,
    /// The game's id.
    pub game: String,
    /// See [`Which`].
    pub stage: &'static str,
    /// Is it shown to everybody?
    pub listed: bool,
    /// Who made it, and what they called that.
    pub made_by: Option<(Id, Option<String>)>,
    /// Who has sat down, by seat.
    pub players: Vec<(usize, Id)>,
}

/// Which tables are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those that everybody is shown, at this stage.
    Listed(&'static str),
    /// Those that somebody made or plays at.
    Of(Id),
}

/// Why something is not kept or not found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file, or the system, says no.
    #[error(transparent)]
    Sql(#[from] sqlx::Error),
    /// The file is newer than this program, or was changed.
    #[error(transparent)]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// What is in it cannot be read.
    #[error("the file holds something that cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// Nobody writes any more.
    #[error("the server is stopping")]
    Stopping,
    /// What was to be kept together with it could not be.
    #[error("it could not be written: {0}")]
    Unwritten(String),
    /// Another server has it.
    #[error("{}: another server is using this folder", .0.display())]
    InUse(PathBuf),
    /// The folder cannot be made or written to.
    #[error("{}: {error}", folder.display())]
    Folder {
        /// Which.
        folder: PathBuf,
        /// Why.
        error: std::io::Error,
    },
}

struct Write {
    changes: Vec<Change>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// At most so many requests are written in one go.
const TOGETHER: usize = 512;

impl Store {
    /// Opens the file in this folder, or makes it, and brings it up to date.
    ///
    /// # Errors
    /// Where that cannot be done.
    pub async fn open(folder: &Path) -> Result<Store, StoreError> {
        let folder_failed = |error| StoreError::Folder { folder: folder.to_owned(), error };
        std::fs::create_dir_all(folder).map_err(folder_failed)?;
        let lock = File::create(folder.join(LOCK)).map_err(folder_failed)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => StoreError::InUse(folder.to_owned()),
            TryLockError::Error(error) => folder_failed(error),
        })?;
        let options = options(folder).create_if_missing(true);
        let mut connection = SqliteConnection::connect_with(&options).await?;
        sqlx::migrate!().run(&mut connection).await?;
        let readers = SqlitePoolOptions::new().max_connections(4).connect_with(options.clone().read_only(true)).await?;
        let (sender, writes) = mpsc::channel(4 * TOGETHER);
        let task = tokio::spawn(write_all(connection, writes, lock));
        Ok(Store { readers, writer: Arc::new(Mutex::new(Some(Writer { writes: sender, task }))) })
    }

    /// Writes what has come, and then nothing more: the folder is free for another server.
    pub async fn close(&self) {
        let writer = self.writer().take();
        if let Some(Writer { writes, task }) = writer {
            drop(writes);
            // Where it fails there is nothing left to close.
            let _ = task.await;
        }
    }

    fn writer(&self) -> MutexGuard<'_, Option<Writer>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps all of this or nothing. When it answers, it is in the file.
    ///
    /// # Errors
    /// Where it is not.
    pub async fn keep(&self, changes: Vec<Change>) -> Result<(), StoreError> {
        let (done, kept) = oneshot::channel();
        let writes = self.writer().as_ref().map(|writer| writer.writes.clone()).ok_or(StoreError::Stopping)?;
        writes.send(Write { changes, done }).await.map_err(|_| StoreError::Stopping)?;
        drop(writes);
        kept.await.map_err(|_| StoreError::Stopping)?
    }

    /// The player whose token has this hash, and their name.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn player(&self, token_hash: &str) -> Result<Option<(Id, String)>, StoreError> {
        let query = sqlx::query("SELECT id, name FROM players WHERE token_hash = ?").bind(token_hash);
        let row = query.fetch_optional(&self.readers).await?;
        Ok(row.map(|row| (Id::given(row.get::<String, _>(0)), row.get(1))))
    }

    /// What happened at a table; nothing where there is none.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn facts(&self, table: &Id) -> Result<Vec<Dated>, StoreError> {
        let query = sqlx::query("SELECT fact FROM facts WHERE table_id = ? ORDER BY number").bind(table.as_str());
        let rows = query.fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok(serde_json::from_str(row.get(0))?)).collect()
    }

    /// The table that somebody made with a request of this name.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn made_with(&self, maker: &Id, request: &str) -> Result<Option<Id>, StoreError> {
        let query = sqlx::query("SELECT id FROM tables WHERE maker = ? AND request = ?");
        let row = query.bind(maker.as_str()).bind(request).fetch_optional(&self.readers).await?;
        Ok(row.map(|row| Id::given(row.get::<String, _>(0))))
    }

    /// Tables, the latest first, with their places in the list: at most `most` of those that come after `before`.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn tables(
        &self,
        which: &Which,
        game: Option<&str>,
        before: Option<i64>,
        most: u32,
    ) -> Result<Vec<(Id, i64)>, StoreError> {
        const LISTED: &str = "SELECT id, turn FROM tables WHERE stage = ?1 AND listed = 1 AND (?2 IS NULL OR game = ?2) \
             AND turn < ?3 ORDER BY turn DESC LIMIT ?4";
        const OF: &str = "SELECT id, turn FROM tables WHERE (maker = ?1 OR id IN (SELECT table_id FROM seats WHERE player = ?1)) \
             AND (?2 IS NULL OR game = ?2) AND turn < ?3 AND stage <> 'closed' ORDER BY turn DESC LIMIT ?4";
        let query = match which {
            Which::Listed(stage) => sqlx::query(LISTED).bind(*stage),
            Which::Of(player) => sqlx::query(OF).bind(player.as_str()),
        };
        let query = query.bind(game).bind(before.unwrap_or(i64::MAX)).bind(most);
        let rows = query.fetch_all(&self.readers).await?;
        Ok(rows.iter().map(|row| (Id::given(row.get::<String, _>(0)), row.get(1))).collect())
    }

    /// How many tables that this player made or has a seat at are not over.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn count_unfinished(&self, player: &Id) -> Result<usize, StoreError> {
        const COUNT: &str = "SELECT count(*) FROM tables WHERE stage IN ('waiting', 'playing') AND id IN \
             (SELECT id FROM tables WHERE maker = ?1 UNION SELECT table_id FROM seats WHERE player = ?1)";
        let row = sqlx::query(COUNT).bind(player.as_str()).fetch_one(&self.readers).await?;
        Ok(row.get::<i64, _>(0) as usize)
    }

    /// All tables at a stage, listed or not.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn at_stage(&self, stage: &str) -> Result<Vec<Id>, StoreError> {
        let rows = sqlx::query("SELECT id FROM tables WHERE stage = ?").bind(stage).fetch_all(&self.readers).await?;
        Ok(rows.iter().map(|row| Id::given(row.get::<String, _>(0))).collect())
    }

    /// What engines found about a game.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn analysis(&self, table: &Id) -> Result<Option<String>, StoreError> {
        let query = sqlx::query("SELECT analysis FROM analyses WHERE table_id = ?").bind(table.as_str());
        Ok(query.fetch_optional(&self.readers).await?.map(|row| row.get(0)))
    }

    /// When the server was last there.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn alive_at(&self) -> Result<Option<u64>, StoreError> {
        let row = sqlx::query("SELECT alive_at FROM server").fetch_optional(&self.readers).await?;
        Ok(row.map(|row| row.get::<i64, _>(0) as u64))
    }
}

/// Copies the file of a server, which may be running, to a new one.
///
/// # Errors
/// Where there is none, or the copy exists already or cannot be written.
pub async fn back_up(folder: &Path, copy: &Path) -> Result<(), StoreError> {
    let mut connection = SqliteConnection::connect_with(&options(folder)).await?;
    sqlx::query("VACUUM INTO ?").bind(copy.to_string_lossy().into_owned()).execute(&mut connection).await?;
    Ok(connection.close().await?)
}

fn options(folder: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(folder.join(FILE))
        .journal_mode(SqliteJournalMode::Wal)
        // What is committed survives the machine, not only the process.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(10))
}

/// Writes what comes, all that waits at once: a commit costs the same for one as for many.
async fn write_all(mut connection: SqliteConnection, mut writes: mpsc::Receiver<Write>, lock: File) {
    let mut waiting = Vec::new();
    while writes.recv_many(&mut waiting, TOGETHER).await > 0 {
        let written = write_together(&mut connection, &waiting).await;
        let alone = waiting.len() == 1;
        for write in waiting.drain(..) {
            let result = match &written {
                Ok(()) => Ok(()),
                // One that cannot be written spoils none of the others.
                Err(_) if !alone => write_together(&mut connection, std::slice::from_ref(&write)).await,
                Err(error) => Err(StoreError::Unwritten(error.to_string())),
            };
            if let Err(error) = &result {
                tracing::error!(%error, "nothing was kept");
            }
            // Who asked may be gone.
            let _ = write.done.send(result);
        }
    }
    let _ = connection.close().await;
    drop(lock);
}

async fn write_together(connection: &mut SqliteConnection, writes: &[Write]) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await?;
    for change in writes.iter().flat_map(|write| &write.changes) {
        write_one(&mut transaction, change).await?;
    }
    Ok(transaction.commit().await?)
}

async fn write_one(connection: &mut SqliteConnection, change: &Change) -> Result<(), StoreError> {
    match change {
        Change::Player { id, name, token_hash, created_at } => {
            let query = sqlx::query("INSERT INTO players (id, name, token_hash, created_at) VALUES (?, ?, ?, ?)");
            query.bind(id.as_str()).bind(name).bind(token_hash).bind(*created_at as i64).execute(connection).await?;
        }
        Change::Renamed { id, name } => {
            let query = sqlx::query("UPDATE players SET name = ? WHERE id = ?");
            query.bind(name).bind(id.as_str()).execute(connection).await?;
        }
        Change::Facts { table, first, facts } => {
            for (number, fact) in (*first..).zip(facts) {
                let query = sqlx::query("INSERT INTO facts (table_id, number, fact) VALUES (?, ?, ?)");
                let query = query.bind(table.as_str()).bind(number as i64).bind(serde_json::to_string(fact)?);
                query.execute(&mut *connection).await?;
            }
        }
        Change::Listing(listing) => write_listing(connection, listing).await?,
        Change::Analysis { table, analysis } => {
            let query = sqlx::query("INSERT OR REPLACE INTO analyses (table_id, analysis) VALUES (?, ?)");
            query.bind(table.as_str()).bind(analysis).execute(connection).await?;
        }
        Change::Alive(at) => {
            let query = sqlx::query("INSERT OR REPLACE INTO server (one, alive_at) VALUES (1, ?)");
            query.bind(*at as i64).execute(connection).await?;
        }
    }
    Ok(())
}

async fn write_listing(connection: &mut SqliteConnection, listing: &Listing) -> Result<(), StoreError> {
    const LIST: &str = "INSERT INTO tables (id, game, stage, listed, maker, request, turn) \
         VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(turn), 0) + 1 FROM tables)) \
         ON CONFLICT (id) DO UPDATE SET stage = excluded.stage, turn = excluded.turn";
    let Listing { id, game, stage, listed, made_by, players } = listing;
    let maker = made_by.as_ref().map(|(maker, _)| maker.as_str());
    let request = made_by.as_ref().and_then(|(_, request)| request.as_deref());
    let query = sqlx::query(LIST).bind(id.as_str()).bind(game).bind(*stage).bind(listed);
    query.bind(maker).bind(request).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM seats WHERE table_id = ?").bind(id.as_str()).execute(&mut *connection).await?;
    for (seat, player) in players {
        let query = sqlx::query("INSERT INTO seats (table_id, seat, player) VALUES (?, ?, ?)");
        query.bind(id.as_str()).bind(*seat as i64).bind(player.as_str()).execute(&mut *connection).await?;
    }
    Ok(())
}
