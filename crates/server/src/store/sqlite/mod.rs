//! The file that keeps everything: SQLite, with one writer that commits all waiting changes
//! together.

mod backup;
mod change;
mod connections;
mod erase;
mod folder;
mod migrations;
#[cfg(test)]
mod tests;
mod writer;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ludoteca_system::private::is_open_to_others;
use sqlx::sqlite::SqliteRow;
use sqlx::{Connection, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::pool::Pool;
use super::stored_events::StoredRow;
use super::{
    DueTable, Heartbeat, ListFilter, ListRow, NewerEvents, RemotePresence, StoreChange, StoreError,
    StoredEvents, StoredPlayer, StoredTable, StoredTurn, StoredUptime, WriteRequest,
};
use crate::clock::Downtime;
use crate::ids::Id;
use crate::metrics::Histogram;
use connections::{ReadOnly, connect, options, readers};
use writer::{TOGETHER, Writer};

pub use backup::back_up;

/// The name of the file in the server's folder.
pub const FILE: &str = "ludoteca.db";

/// The file that keeps everything.
#[derive(Clone)]
pub struct SqliteStore {
    readers: Pool<ReadOnly>,
    /// The writer; `None` once the store is closed.
    writer: Arc<Mutex<Option<WriterHandle>>>,
    /// Set if the last write could not be read back: no changes are accepted until a probe
    /// succeeds.
    is_distrusted: Arc<AtomicBool>,
    batch_sizes: Arc<Histogram>,
}

struct WriterHandle {
    writes: mpsc::Sender<WriteRequest>,
    task: JoinHandle<Writer>,
}

impl SqliteStore {
    /// Opens the file in this folder, or creates it, and brings it up to date.
    ///
    /// # Errors
    /// Fails if the file cannot be opened, created or updated.
    pub async fn open(folder: &Path) -> Result<SqliteStore, StoreError> {
        let lock = folder::lock(folder)?;
        if is_open_to_others(folder) {
            tracing::warn!(folder = %folder.display(), "other users can read the folder: chmod 700 would prevent it");
        }
        let options = options(folder);
        let mut connection = connect(&options).await?;
        if let Err(error) = run(migrations::all().run(&mut connection)).await {
            drop(run(connection.close()).await);
            return Err(error.into());
        }
        let readers = readers(options.clone());
        let (sender, writes) = mpsc::channel(4 * TOGETHER);
        let batch_sizes = Arc::new(Histogram::of_batches());
        let writer = Writer::new(options, connection, lock, Arc::clone(&batch_sizes));
        let task = tokio::spawn(writer.write_all(writes));
        Ok(SqliteStore {
            readers,
            writer: Arc::new(Mutex::new(Some(WriterHandle { writes: sender, task }))),
            is_distrusted: Arc::default(),
            batch_sizes,
        })
    }

    /// Writes all waiting changes and closes the store. Afterwards a single file has everything,
    /// and another server may use the folder.
    pub async fn close(&self) {
        let writing = self.writing().take();
        if let Some(WriterHandle { writes, task }) = writing {
            drop(writes);
            let writer = task.await;
            self.readers.close().await;
            // If the task of the writer failed, there is nothing left to close.
            if let Ok(writer) = writer {
                writer.close().await;
            }
        }
    }

    /// Nothing is written any more, not even changes that are waiting.
    #[cfg(test)]
    pub fn kill(&self) {
        if let Some(WriterHandle { task, .. }) = self.writing().take() {
            task.abort();
        }
    }

    /// How many writes were committed together.
    pub fn batch_sizes(&self) -> &Histogram {
        &self.batch_sizes
    }

    fn writing(&self) -> MutexGuard<'_, Option<WriterHandle>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores all of these changes or none. They are in the file when this returns.
    ///
    /// # Errors
    /// Fails if they were not stored. If the file itself failed, they may still turn up in it.
    pub async fn save(&self, changes: Vec<StoreChange>) -> Result<(), StoreError> {
        if self.is_distrusted.load(Ordering::Relaxed) {
            return Err(StoreError::Distrusted);
        }
        self.write(changes).await
    }

    async fn write(&self, changes: Vec<StoreChange>) -> Result<(), StoreError> {
        #[cfg(test)]
        crate::simulator::storage_delay().await;
        let (done, result) = oneshot::channel();
        let writes = self
            .writing()
            .as_ref()
            .map(|writing| writing.writes.clone())
            .ok_or(StoreError::Stopping)?;
        writes.send(WriteRequest { changes, done }).await.map_err(|_| StoreError::Stopping)?;
        drop(writes);
        result.await.map_err(|_| StoreError::Stopping)?
    }

    /// Writes down that the server is running, and reads that back over another connection. If the
    /// write was confirmed but cannot be read back, nothing more is written until a probe succeeds.
    ///
    /// # Errors
    /// Fails if the file cannot be written or read.
    pub async fn probe(
        &self,
        at: u64,
        downtimes: Vec<Downtime>,
        _obeyed: i64,
    ) -> Result<Option<Heartbeat>, StoreError> {
        self.write(vec![StoreChange::Alive { at, downtimes }]).await?;
        let found = self.alive_at().await?;
        // Another probe may have written a later time since.
        let is_there = found >= Some(at);
        self.is_distrusted.store(!is_there, Ordering::Relaxed);
        if is_there { Ok(None) } else { Err(StoreError::NotThere { written: at, found }) }
    }

    /// Checks the whole file for damage; returns what is wrong with it.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn check(&self) -> Result<Option<String>, StoreError> {
        let row = self.row("PRAGMA quick_check(1)", &[]).await?;
        let found = row.map(|row| row.try_get::<String, _>(0)).transpose()?;
        Ok(found.filter(|found| found != "ok"))
    }

    /// The player whose token has this hash, their name, and when they were last seen.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn player(&self, token_hash: &str) -> Result<Option<(Id, String, u64)>, StoreError> {
        let row = self
            .row("SELECT id, name, seen_at FROM players WHERE token_hash = ?", &[token_hash])
            .await?;
        row.map(|row| Ok((id(&row)?, row.try_get(1)?, row.try_get::<i64, _>(2)? as u64)))
            .transpose()
    }

    /// The events of a table; empty if there is no such table.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn events(&self, table: &Id) -> Result<StoredEvents, StoreError> {
        const FACTS: &str =
            "SELECT number, fact, checksum FROM facts WHERE table_id = ? ORDER BY number";
        let rows = self.rows(FACTS, &[table.as_str()]).await?;
        Ok(StoredEvents::new(table.clone(), 0, rows.iter().map(stored_row).collect()))
    }

    /// Nobody else writes to the file.
    pub async fn newer_events(
        &self,
        _table: &Id,
        _from: u64,
    ) -> Result<(NewerEvents, RemotePresence), StoreError> {
        Ok((NewerEvents::None, RemotePresence::default()))
    }

    /// The table that somebody created with a request of this name.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn made_with(&self, maker: &Id, request: &str) -> Result<Option<Id>, StoreError> {
        const MADE: &str = "SELECT id FROM tables WHERE maker = ? AND request = ?";
        self.row(MADE, &[maker.as_str(), request]).await?.map(|row| id(&row)).transpose()
    }

    /// Tables, the latest first, with their places in the list: at most `most` of those that come
    /// after `before`.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn tables(
        &self,
        which: &ListFilter,
        game: Option<&str>,
        before: Option<i64>,
        most: u32,
    ) -> Result<Vec<(Id, i64)>, StoreError> {
        const LISTED: &str = "SELECT id, turn FROM tables WHERE stage = ?1 AND listed = 1 AND (?2 IS NULL OR game = ?2) \
             AND turn < ?3 ORDER BY turn DESC LIMIT ?4";
        const OF: &str = "SELECT id, turn FROM tables WHERE (maker = ?1 OR id IN (SELECT table_id FROM seats WHERE player = ?1)) \
             AND (?2 IS NULL OR game = ?2) AND turn < ?3 AND stage <> 'closed' ORDER BY turn DESC LIMIT ?4";
        let query = match which {
            ListFilter::Listed(stage) => sqlx::query(LISTED).bind(*stage),
            ListFilter::Of(player) => sqlx::query(OF).bind(player.as_str()),
        };
        let query = query.bind(game).bind(before.unwrap_or(i64::MAX)).bind(most);
        let mut reader = self.readers.take().await?;
        let rows = run(query.fetch_all(reader.connection())).await;
        let rows = reader.put_back(rows).await?;
        rows.iter().map(|row| Ok((id(row)?, row.try_get(1)?))).collect()
    }

    /// Tables with everything that a list shows, and where the list continues, if there may be
    /// more. A table that cannot be read does not hide the others.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn list(
        &self,
        which: &ListFilter,
        game: Option<&str>,
        before: Option<i64>,
        most: u32,
    ) -> Result<(Vec<ListRow>, Option<i64>), StoreError> {
        // The query takes a few index lookups for each table, however long its game is.
        const LIST: &str = "SELECT t.id, t.stage, t.state, t.next, s.summary, \
             (SELECT max(number) FROM facts WHERE table_id = t.id), \
             CASE WHEN s.summary IS NULL THEN (SELECT fact FROM facts WHERE table_id = t.id AND number = 0) END \
             FROM tables t LEFT JOIN summaries s ON s.table_id = t.id WHERE t.id = ?";
        let found = self.tables(which, game, before, most).await?;
        let mut listed = Vec::new();
        for (id, _) in &found {
            let row = self.row(LIST, &[id.as_str()]).await?;
            listed.extend(row.and_then(|row| self::listed(&row).ok()));
        }
        let next = found.last().filter(|_| found.len() == most as usize).map(|(_, place)| *place);
        Ok((listed, next))
    }

    /// Tables without a summary, the latest first, with their places in the list: at most `most`
    /// that come after this place.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn without_summary(
        &self,
        before: i64,
        most: u32,
    ) -> Result<Vec<(Id, i64)>, StoreError> {
        const WITHOUT: &str = "SELECT id, turn FROM tables WHERE turn < CAST(?1 AS INTEGER) AND stage <> 'closed' AND NOT EXISTS \
             (SELECT 1 FROM summaries WHERE table_id = id) ORDER BY turn DESC LIMIT CAST(?2 AS INTEGER)";
        let rows = self.rows(WITHOUT, &[&before.to_string(), &most.to_string()]).await?;
        rows.iter().map(|row| Ok((id(row)?, row.try_get(1)?))).collect()
    }

    /// When a player was created, and when they were last seen.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn times_of(&self, player: &Id) -> Result<Option<(u64, u64)>, StoreError> {
        let row = self
            .row("SELECT created_at, seen_at FROM players WHERE id = ?", &[player.as_str()])
            .await?;
        let times = |row: SqliteRow| {
            Ok((row.try_get::<i64, _>(0)? as u64, row.try_get::<i64, _>(1)? as u64))
        };
        row.map(times).transpose()
    }

    /// The name of a player.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn name_of(&self, player: &Id) -> Result<Option<String>, StoreError> {
        let row = self.row("SELECT name FROM players WHERE id = ?", &[player.as_str()]).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// How many players there are.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn count_players(&self) -> Result<usize, StoreError> {
        let row = self.row("SELECT count(*) FROM players", &[]).await?;
        Ok(row.map(|row| row.try_get::<i64, _>(0)).transpose()?.unwrap_or(0) as usize)
    }

    /// Tables at which somebody has left traces, in the order of their ids.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn tables_with(&self, player: &Id) -> Result<Vec<Id>, StoreError> {
        const WITH: &str = "SELECT table_id FROM people WHERE player = ?1 UNION SELECT id FROM tables WHERE maker = ?1 \
             UNION SELECT table_id FROM seats WHERE player = ?1 ORDER BY 1";
        ids(&self.rows(WITH, &[player.as_str()]).await?)
    }

    /// The number of tables that are not over and that this player made or has a seat at.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn count_unfinished(&self, player: &Id) -> Result<usize, StoreError> {
        const COUNT: &str = "SELECT count(*) FROM tables WHERE stage IN ('waiting', 'playing') AND id IN \
             (SELECT id FROM tables WHERE maker = ?1 UNION SELECT table_id FROM seats WHERE player = ?1)";
        let row = self.row(COUNT, &[player.as_str()]).await?;
        Ok(row.map(|row| row.try_get::<i64, _>(0)).transpose()?.unwrap_or(0) as usize)
    }

    /// Tables at which the server may have something to do by itself.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn due(&self) -> Result<Vec<DueTable>, StoreError> {
        const DUE: &str =
            "SELECT id FROM tables WHERE due = 1 AND stage IN ('playing', 'waiting') ORDER BY turn";
        let due = ids(&self.rows(DUE, &[]).await?)?;
        Ok(due.into_iter().map(|id| DueTable { id, alive_at: None }).collect())
    }

    /// Nobody else writes to the file.
    pub async fn listed_since(&self, _place: i64) -> Result<Vec<(Id, i64)>, StoreError> {
        Ok(Vec::new())
    }

    /// Nobody else writes to the file.
    pub async fn latest_place(&self) -> Result<i64, StoreError> {
        Ok(0)
    }

    /// Nobody else is there.
    pub async fn leave(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Tables at a stage, listed or not, at which nothing has happened since this time.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn untouched(&self, stage: &str, since: u64) -> Result<Vec<Id>, StoreError> {
        const UNTOUCHED: &str = "SELECT id FROM tables WHERE stage = ?1 AND CAST(?2 AS INTEGER) > coalesce(( \
             SELECT CASE WHEN json_valid(fact) THEN json_extract(fact, '$.at') END FROM facts WHERE table_id = id \
             ORDER BY number DESC LIMIT 1), 0)";
        ids(&self.rows(UNTOUCHED, &[stage, &since.to_string()]).await?)
    }

    /// The findings of engines about a game.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn analysis(&self, table: &Id) -> Result<Option<String>, StoreError> {
        let row =
            self.row("SELECT analysis FROM analyses WHERE table_id = ?", &[table.as_str()]).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// When the server was last running, and its earlier downtimes.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn uptime(&self, wall: u64) -> Result<StoredUptime, StoreError> {
        let alive_at = self.alive_at().await?;
        let rows =
            self.rows("SELECT from_at, until_at FROM absences ORDER BY from_at", &[]).await?;
        let downtime = |row: &SqliteRow| {
            let (from, until): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            Ok(Downtime { from: from as u64, until: until as u64 })
        };
        let downtimes = rows.iter().map(downtime).collect::<Result<_, StoreError>>()?;
        Ok(StoredUptime { now: wall, alive_at, downtimes })
    }

    pub async fn all_players(
        &self,
        after: Option<&Id>,
        most: u32,
    ) -> Result<Vec<StoredPlayer>, StoreError> {
        const PLAYERS: &str = "SELECT id, name, token_hash, created_at, seen_at FROM players \
             WHERE id > ?1 ORDER BY id LIMIT CAST(?2 AS INTEGER)";
        let after = after.map_or("", Id::as_str);
        let rows = self.rows(PLAYERS, &[after, &most.to_string()]).await?;
        let player = |row: &SqliteRow| {
            Ok(StoredPlayer {
                id: id(row)?,
                name: row.try_get(1)?,
                token_hash: row.try_get(2)?,
                created_at: row.try_get::<i64, _>(3)? as u64,
                seen_at: row.try_get::<i64, _>(4)? as u64,
            })
        };
        rows.iter().map(player).collect()
    }

    pub async fn all_tables(&self, after: i64, most: u32) -> Result<Vec<StoredTable>, StoreError> {
        const TABLES: &str = "SELECT id, turn, request FROM tables WHERE turn > CAST(?1 AS INTEGER) \
             ORDER BY turn LIMIT CAST(?2 AS INTEGER)";
        let rows = self.rows(TABLES, &[&after.to_string(), &most.to_string()]).await?;
        let table = |row: &SqliteRow| {
            Ok(StoredTable { id: id(row)?, place: row.try_get(1)?, request: row.try_get(2)? })
        };
        rows.iter().map(table).collect()
    }

    pub async fn last_alive(&self) -> Result<StoredUptime, StoreError> {
        self.uptime(0).await
    }

    async fn alive_at(&self) -> Result<Option<u64>, StoreError> {
        let row = self.row("SELECT alive_at FROM server", &[]).await?;
        Ok(row.map(|row| row.try_get::<i64, _>(0)).transpose()?.map(|at| at as u64))
    }

    async fn row(
        &self,
        query: &'static str,
        values: &[&str],
    ) -> Result<Option<SqliteRow>, StoreError> {
        Ok(self.rows(query, values).await?.into_iter().next())
    }

    /// All rows of a query whose parameters are texts.
    async fn rows(
        &self,
        query: &'static str,
        values: &[&str],
    ) -> Result<Vec<SqliteRow>, StoreError> {
        #[cfg(test)]
        crate::simulator::storage_delay().await;
        let mut query = sqlx::query(query);
        for value in values {
            query = query.bind(*value);
        }
        let mut reader = self.readers.take().await?;
        let rows = run(query.fetch_all(reader.connection())).await;
        reader.put_back(rows).await
    }
}

fn id(row: &SqliteRow) -> Result<Id, StoreError> {
    Ok(Id::given(row.try_get::<String, _>(0)?))
}

/// Reads ids and skips those that cannot be read, so that one damaged row does not hide the others.
fn ids(rows: &[SqliteRow]) -> Result<Vec<Id>, StoreError> {
    Ok(rows.iter().filter_map(|row| id(row).ok()).collect())
}

/// An event as it stands in the file.
fn stored_row(row: &SqliteRow) -> StoredRow {
    let text = row.try_get(1).map_err(|error| error.to_string());
    StoredRow {
        number: row.try_get::<i64, _>(0).unwrap_or(-1) as u64,
        text,
        checksum: row.try_get(2).unwrap_or_default(),
        is_array: false,
    }
}

/// A row of a list.
fn listed(row: &SqliteRow) -> Result<ListRow, StoreError> {
    let (state, next): (Option<i64>, Option<String>) = (row.try_get(2)?, row.try_get(3)?);
    let opened: Option<String> = row.try_get(6)?;
    Ok(ListRow {
        id: id(row)?,
        stage: row.try_get(1)?,
        turn: state.zip(next).map(|(state, next)| StoredTurn { state: state as usize, next }),
        summary: row.try_get(4)?,
        opened: opened.and_then(|event| serde_json::from_str(&event).ok()),
        event_count: row.try_get::<Option<i64>, _>(5)?.map_or(0, |last| last as u64 + 1),
    })
}

/// Waits for SQLite. A simulation blocks instead: its time stands still meanwhile, and nothing else
/// happens in it.
async fn run<T>(work: impl Future<Output = T>) -> T {
    #[cfg(test)]
    if crate::simulator::is_running() {
        return futures_executor::block_on(work);
    }
    work.await
}
