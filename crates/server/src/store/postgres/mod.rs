//! A database of PostgreSQL, for any number of servers.

mod connections;
mod erase;
mod erasures;
mod jobs;
mod members;
mod migrations;
mod presence;
mod programs;
mod status;
mod write;
mod writers;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sqlx::Row;
use sqlx::postgres::{PgArguments, PgRow, Postgres};
use sqlx::query::Query;
use tokio::sync::OnceCell;
use tokio::time::Instant;

use super::pool::Pool;
use super::stored_events::StoredRow;
use super::{
    DueTable, Heartbeat, LISTED_AT_ONCE, ListFilter, ListRow, NewerEvents, RemotePresence,
    StoreChange, StoreError, StoredEvents, StoredPlayer, StoredTable, StoredTurn, StoredUptime,
};
use crate::clock::Downtime;
use crate::ids::Id;
use crate::metrics::{ClusterCounts, Histogram};
use connections::within_limit;
use presence::presence;
use writers::Writers;

pub use connections::{DatabaseUrl, NoDatabaseUrl};
pub use migrations::finish;
pub use status::{ClusterStatus, PastDowntime, ServerState, ServerStatus, status};

/// A database.
#[derive(Clone)]
pub struct PostgresStore {
    me: Arc<Member>,
    readers: Pool<DatabaseUrl>,
    /// The connection for heartbeats, which wait for nothing else.
    heartbeats: Arc<Pool<DatabaseUrl>>,
    batch_sizes: Arc<Histogram>,
    /// Up to which level events may be written.
    event_level: Arc<AtomicU32>,
    /// Is this server about to stop?
    is_leaving: Arc<AtomicBool>,
    /// The writers; `None` once the store is closed.
    writers: Arc<Mutex<Option<Writers>>>,
    /// The key that hides addresses, once it has been read.
    address_key: Arc<OnceCell<Vec<u8>>>,
}

/// A server that uses a database.
#[derive(Clone, Debug)]
pub struct Member {
    /// The id of this run of the server: another one at each start.
    pub id: Id,
    /// What people call the server.
    pub name: String,
    /// The address where it listens.
    pub address: String,
}

impl Member {
    /// A program that uses the database without being one of its servers.
    pub fn visitor() -> Member {
        let id = Id::given("visitor");
        Member { id, name: String::new(), address: String::new() }
    }
}

/// A query that is not bound to a connection yet.
type PgQuery<'a> = Query<'a, Postgres, PgArguments>;

/// A server that has not been heard of for this long is dead, in milliseconds.
const DEAD_AFTER: i64 = 6000;

/// The database's time, in milliseconds since 1970.
macro_rules! now {
    () => {
        "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    };
}
use now;

/// Is the server with this last heartbeat dead? It has been silent for that long (a parameter), and
/// not only because no server could reach the database lately.
macro_rules! is_dead {
    ($alive_at:literal, $limit:literal) => {
        concat!(
            "(",
            $alive_at,
            " < ",
            now!(),
            " - ",
            $limit,
            " AND NOT EXISTS (SELECT 1 FROM absences WHERE until_at > ",
            now!(),
            " - ",
            $limit,
            "))"
        )
    };
}
use is_dead;

impl PostgresStore {
    /// Opens the database and brings its schema up to date.
    ///
    /// # Errors
    /// Fails if the database cannot be reached, or its schema is newer than this program.
    pub async fn open(url: &DatabaseUrl, me: Member) -> Result<PostgresStore, StoreError> {
        migrations::migrate(url).await?;
        let (readers, heartbeats) = (url.readers(), Arc::new(Pool::new(url.clone(), 1)));
        let me = Arc::new(me);
        let batch_sizes = Arc::new(Histogram::of_batches());
        let writers = Writers::start(url, &me, &batch_sizes);
        let writers = Arc::new(Mutex::new(Some(writers)));
        Ok(PostgresStore {
            me,
            readers,
            heartbeats,
            batch_sizes,
            event_level: Arc::new(AtomicU32::new(1)),
            is_leaving: Arc::default(),
            writers,
            address_key: Arc::default(),
        })
    }

    pub async fn close(&self) {
        let writers = self.writers().take();
        if let Some(writers) = writers {
            writers.close().await;
        }
        self.readers.close().await;
        self.heartbeats.close().await;
    }

    #[cfg(test)]
    pub fn kill(&self) {
        if let Some(writers) = self.writers().take() {
            writers.kill();
        }
    }

    /// How many writes shared one statement.
    pub fn batch_sizes(&self) -> &Histogram {
        &self.batch_sizes
    }

    fn writers(&self) -> MutexGuard<'_, Option<Writers>> {
        self.writers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub async fn save(&self, changes: Vec<StoreChange>) -> Result<(), StoreError> {
        let allowed = self.event_level.load(Ordering::Relaxed);
        if let Some(level) = changes.iter().map(level).max().filter(|level| *level > allowed) {
            return Err(StoreError::TooEarly { level });
        }
        let writer = self.writers().as_ref().map(|writers| writers.choose(&changes));
        writers::write(writer.ok_or(StoreError::Stopping)?, changes).await
    }

    /// Sends a heartbeat. The time of the server and its downtimes do not matter: those of the
    /// database do.
    pub async fn probe(
        &self,
        _at: u64,
        _downtimes: Vec<Downtime>,
        obeyed: i64,
    ) -> Result<Option<Heartbeat>, StoreError> {
        let mut reader = within_limit(self.heartbeats.take()).await?;
        let asked_at = Instant::now();
        let is_leaving = self.is_leaving.load(Ordering::Relaxed);
        let beat = members::beat(reader.connection(), &self.me, is_leaving, obeyed);
        let beat = within_limit(beat).await;
        let answered_at = Instant::now();
        let beat = reader.put_back(beat).await?;
        self.event_level.store(beat.event_level, Ordering::Relaxed);
        Ok(Some(Heartbeat { asked_at, answered_at, ..beat }))
    }

    /// PostgreSQL checks its pages itself, if the database was made with checksums.
    pub async fn check(&self) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    pub async fn player(&self, token_hash: &str) -> Result<Option<(Id, String, u64)>, StoreError> {
        const PLAYER: &str = "SELECT id, name, seen_at FROM players WHERE token_hash = $1";
        let row = self.row(sqlx::query(PLAYER).bind(token_hash)).await?;
        row.map(|row| Ok((id(&row)?, row.try_get(1)?, row.try_get::<i64, _>(2)? as u64)))
            .transpose()
    }

    pub async fn events(&self, table: &Id) -> Result<StoredEvents, StoreError> {
        match self.newer_events(table, 0).await?.0 {
            NewerEvents::Some(events) => Ok(events),
            NewerEvents::None | NewerEvents::Gone | NewerEvents::Lost => {
                Ok(StoredEvents::new(table.clone(), 0, Vec::new()))
            }
        }
    }

    pub async fn newer_events(
        &self,
        table: &Id,
        from: u64,
    ) -> Result<(NewerEvents, RemotePresence), StoreError> {
        // There is a row for each write, or one without a write if the table has nothing newer.
        const EVENTS: &str = concat!(
            "SELECT n.number, n.facts::text, n.checksum, ",
            presence!(),
            ", (SELECT g.number + g.count FROM facts g WHERE g.table_id = $1 \
             ORDER BY g.number DESC LIMIT 1) FROM facts o LEFT JOIN facts n ON n.table_id = o.table_id AND n.number >= $4 \
             WHERE o.table_id = $1 AND o.number = 0 ORDER BY n.number"
        );
        if !is_storable(table.as_str()) {
            return Ok((NewerEvents::Gone, RemotePresence::default()));
        }
        let query = sqlx::query(EVENTS).bind(table.as_str()).bind(self.me.id.as_str());
        let rows = self.rows(query.bind(DEAD_AFTER).bind(from as i64)).await?;
        let Some(first) = rows.first() else {
            return Ok((NewerEvents::Gone, RemotePresence::default()));
        };
        let presence = presence::read(first, 3)?;
        if first.try_get::<Option<i64>, _>(0)?.is_none() {
            let is_there = first.try_get::<i64, _>(5)? as u64 >= from;
            return Ok((if is_there { NewerEvents::None } else { NewerEvents::Lost }, presence));
        }
        let rows = rows.iter().map(stored_row).collect();
        Ok((NewerEvents::Some(StoredEvents::new(table.clone(), from, rows)), presence))
    }

    pub async fn made_with(&self, maker: &Id, request: &str) -> Result<Option<Id>, StoreError> {
        const MADE: &str = "SELECT id FROM tables WHERE maker = $1 AND request = $2";
        let query = sqlx::query(MADE).bind(maker.as_str()).bind(request.as_bytes());
        self.row(query).await?.map(|row| id(&row)).transpose()
    }

    pub async fn tables(
        &self,
        which: &ListFilter,
        game: Option<&str>,
        before: Option<i64>,
        most: u32,
    ) -> Result<Vec<(Id, i64)>, StoreError> {
        const LISTED: &str = "SELECT id, turn FROM tables WHERE stage = $1 AND listed AND ($2::text IS NULL OR game = $2) \
             AND turn < $3 ORDER BY turn DESC LIMIT $4";
        const OF: &str = "SELECT id, turn FROM tables \
             WHERE (maker = $1 OR id IN (SELECT table_id FROM seats WHERE player = $1)) \
             AND ($2::text IS NULL OR game = $2) AND turn < $3 AND stage <> 'closed' ORDER BY turn DESC LIMIT $4";
        if !game.is_none_or(is_storable) {
            return Ok(Vec::new());
        }
        let query = match which {
            ListFilter::Listed(stage) => sqlx::query(LISTED).bind(*stage),
            ListFilter::Of(player) => sqlx::query(OF).bind(player.as_str()),
        };
        let query = query.bind(game).bind(before.unwrap_or(i64::MAX)).bind(i64::from(most));
        places(&self.rows(query).await?)
    }

    pub async fn list(
        &self,
        which: &ListFilter,
        game: Option<&str>,
        before: Option<i64>,
        most: u32,
    ) -> Result<(Vec<ListRow>, Option<i64>), StoreError> {
        // The query takes a few index lookups for each table, however long its game is.
        const LIST: &str = "SELECT t.id, t.stage, t.state, t.next, s.summary, \
             (SELECT number + count FROM facts WHERE table_id = t.id ORDER BY number DESC LIMIT 1), \
             CASE WHEN s.summary IS NULL THEN (SELECT facts->>0 FROM facts WHERE table_id = t.id AND number = 0) END \
             FROM tables t LEFT JOIN summaries s ON s.table_id = t.id WHERE t.id = ANY($1)";
        let found = self.tables(which, game, before, most).await?;
        let ids: Vec<&str> = found.iter().map(|(id, _)| id.as_str()).collect();
        let rows = self.rows(sqlx::query(LIST).bind(ids)).await?;
        let mut found_rows: Vec<ListRow> = rows.iter().filter_map(|row| listed(row).ok()).collect();
        found_rows.sort_by_key(|row| found.iter().position(|(id, _)| *id == row.id));
        let next = found.last().filter(|_| found.len() == most as usize).map(|(_, place)| *place);
        Ok((found_rows, next))
    }

    pub async fn without_summary(
        &self,
        before: i64,
        most: u32,
    ) -> Result<Vec<(Id, i64)>, StoreError> {
        const WITHOUT: &str = "SELECT id, turn FROM tables t WHERE turn < $1 AND stage <> 'closed' \
             AND NOT EXISTS (SELECT 1 FROM summaries s WHERE s.table_id = t.id) ORDER BY turn DESC LIMIT $2";
        places(&self.rows(sqlx::query(WITHOUT).bind(before).bind(i64::from(most))).await?)
    }

    pub async fn times_of(&self, player: &Id) -> Result<Option<(u64, u64)>, StoreError> {
        const TIMES: &str = "SELECT created_at, seen_at FROM players WHERE id = $1";
        let times =
            |row: PgRow| Ok((row.try_get::<i64, _>(0)? as u64, row.try_get::<i64, _>(1)? as u64));
        self.row(sqlx::query(TIMES).bind(player.as_str())).await?.map(times).transpose()
    }

    pub async fn name_of(&self, player: &Id) -> Result<Option<String>, StoreError> {
        if !is_storable(player.as_str()) {
            return Ok(None);
        }
        let query = sqlx::query("SELECT name FROM players WHERE id = $1").bind(player.as_str());
        Ok(self.row(query).await?.map(|row| row.try_get(0)).transpose()?)
    }

    pub async fn count_players(&self) -> Result<usize, StoreError> {
        self.count(sqlx::query("SELECT count(*) FROM players")).await
    }

    pub async fn tables_with(&self, player: &Id) -> Result<Vec<Id>, StoreError> {
        const WITH: &str = "SELECT table_id FROM people WHERE player = $1 UNION SELECT id FROM tables WHERE maker = $1 \
             UNION SELECT table_id FROM seats WHERE player = $1 ORDER BY 1";
        ids(&self.rows(sqlx::query(WITH).bind(player.as_str())).await?)
    }

    pub async fn count_unfinished(&self, player: &Id) -> Result<usize, StoreError> {
        const COUNT: &str = "SELECT count(*) FROM tables WHERE stage IN ('waiting', 'playing') AND id IN \
             (SELECT id FROM tables WHERE maker = $1 UNION SELECT table_id FROM seats WHERE player = $1)";
        self.count(sqlx::query(COUNT).bind(player.as_str())).await
    }

    /// Takes over the duties of servers that are dead, some at a time.
    pub async fn due(&self) -> Result<Vec<DueTable>, StoreError> {
        const TAKE: &str = concat!(
            "WITH dead AS (SELECT d.table_id, s.alive_at FROM duties d LEFT JOIN servers s ON s.id = d.server \
             WHERE s.id IS NULL OR s.leaving OR ",
            is_dead!("s.alive_at", "$2"),
            " LIMIT $3 FOR UPDATE OF d SKIP LOCKED) \
             UPDATE duties d SET server = $1 FROM dead WHERE d.table_id = dead.table_id \
             RETURNING d.table_id, dead.alive_at"
        );
        if self.is_leaving.load(Ordering::Relaxed) {
            return Ok(Vec::new());
        }
        let query =
            sqlx::query(TAKE).bind(self.me.id.as_str()).bind(DEAD_AFTER).bind(TAKEN_AT_ONCE);
        let due = |row: &PgRow| {
            let alive_at: Option<i64> = row.try_get(1)?;
            Ok(DueTable { id: id(row)?, alive_at: alive_at.map(|at| at as u64) })
        };
        self.rows(query).await?.iter().map(due).collect()
    }

    /// Tables that are shown to everybody and whose places in lists are behind this one, and the
    /// last place.
    pub async fn listed_since(&self, place: i64) -> Result<Vec<(Id, i64)>, StoreError> {
        const SINCE: &str =
            "SELECT id, turn FROM tables WHERE turn > $1 AND listed ORDER BY turn LIMIT $2";
        let query = sqlx::query(SINCE).bind(place).bind(LISTED_AT_ONCE as i64);
        places(&self.rows(query).await?)
    }

    /// The place of the table that was changed last.
    pub async fn latest_place(&self) -> Result<i64, StoreError> {
        let row = self.row(sqlx::query("SELECT coalesce(max(turn), 0) FROM tables")).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?.unwrap_or(0))
    }

    pub async fn cluster_counts(&self) -> Result<Option<ClusterCounts>, StoreError> {
        const COUNT: &str = concat!(
            "WITH alive AS (SELECT id FROM servers WHERE NOT leaving AND alive_at >= ",
            now!(),
            " - $2) SELECT (SELECT count(*) FROM duties WHERE server = $1), \
             (SELECT count(*) FROM duties WHERE server NOT IN (SELECT id FROM alive)), \
             (SELECT count(*) FROM alive)"
        );
        let query = sqlx::query(COUNT).bind(self.me.id.as_str()).bind(DEAD_AFTER);
        let Some(row) = self.row(query).await? else { return Ok(None) };
        let count = |column: usize| Ok::<_, StoreError>(row.try_get::<i64, _>(column)? as usize);
        Ok(Some(ClusterCounts { duties: count(0)?, overdue: count(1)?, servers: count(2)? }))
    }

    /// The server stops: others take over its duties at once. If that cannot be written now, the
    /// next heartbeat says it.
    pub async fn leave(&self) -> Result<(), StoreError> {
        self.is_leaving.store(true, Ordering::Relaxed);
        let query = sqlx::query("UPDATE servers SET leaving = true WHERE id = $1");
        self.rows(query.bind(self.me.id.as_str())).await.map(drop)
    }

    pub async fn untouched(&self, stage: &str, since: u64) -> Result<Vec<Id>, StoreError> {
        const UNTOUCHED: &str = "SELECT id FROM tables WHERE stage = $1 AND $2 > coalesce(( \
             SELECT (facts->-1->>'at')::bigint FROM facts WHERE table_id = id ORDER BY number DESC LIMIT 1), 0)";
        ids(&self.rows(sqlx::query(UNTOUCHED).bind(stage).bind(since as i64)).await?)
    }

    pub async fn analysis(&self, table: &Id) -> Result<Option<String>, StoreError> {
        const ANALYSIS: &str = "SELECT analysis FROM analyses WHERE table_id = $1";
        if !is_storable(table.as_str()) {
            return Ok(None);
        }
        let row = self.row(sqlx::query(ANALYSIS).bind(table.as_str())).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// Enters this server into the list of servers. Those of the same name were this one before.
    pub async fn uptime(&self, _wall: u64) -> Result<StoredUptime, StoreError> {
        const BEFORE: &str = "UPDATE servers SET leaving = true WHERE name = $1 AND id <> $2";
        let Member { id, name, .. } = &*self.me;
        self.rows(sqlx::query(BEFORE).bind(name).bind(id.as_str())).await?;
        let beat = self.probe(0, Vec::new(), 0).await?;
        let (now, downtimes) = beat.map(|beat| (beat.now, beat.downtimes)).unwrap_or_default();
        Ok(StoredUptime { now, alive_at: None, downtimes })
    }

    pub async fn last_alive(&self) -> Result<StoredUptime, StoreError> {
        let row = self.row(sqlx::query("SELECT alive_at FROM cluster")).await?;
        let alive_at: Option<i64> = row.map(|row| row.try_get(0)).transpose()?.flatten();
        let rows = self.rows(sqlx::query(members::DOWNTIMES)).await?;
        let downtimes = rows.iter().map(members::downtime).collect::<Result<_, _>>()?;
        Ok(StoredUptime { now: 0, alive_at: alive_at.map(|at| at as u64), downtimes })
    }

    pub async fn all_players(
        &self,
        after: Option<&Id>,
        most: u32,
    ) -> Result<Vec<StoredPlayer>, StoreError> {
        const PLAYERS: &str = "SELECT id, name, token_hash, created_at, seen_at FROM players \
             WHERE id > $1 ORDER BY id LIMIT $2";
        let query = sqlx::query(PLAYERS).bind(after.map_or("", Id::as_str)).bind(i64::from(most));
        let player = |row: &PgRow| {
            Ok(StoredPlayer {
                id: id(row)?,
                name: row.try_get(1)?,
                token_hash: row.try_get(2)?,
                created_at: row.try_get::<i64, _>(3)? as u64,
                seen_at: row.try_get::<i64, _>(4)? as u64,
            })
        };
        self.rows(query).await?.iter().map(player).collect()
    }

    pub async fn all_tables(&self, after: i64, most: u32) -> Result<Vec<StoredTable>, StoreError> {
        const TABLES: &str =
            "SELECT id, turn, request FROM tables WHERE turn > $1 ORDER BY turn LIMIT $2";
        let table = |row: &PgRow| {
            let request: Option<Vec<u8>> = row.try_get(2)?;
            let request = request.and_then(|request| String::from_utf8(request).ok());
            Ok(StoredTable { id: id(row)?, place: row.try_get(1)?, request })
        };
        let rows = self.rows(sqlx::query(TABLES).bind(after).bind(i64::from(most))).await?;
        rows.iter().map(table).collect()
    }

    async fn count(&self, query: PgQuery<'_>) -> Result<usize, StoreError> {
        let row = self.row(query).await?;
        Ok(row.map(|row| row.try_get::<i64, _>(0)).transpose()?.unwrap_or(0) as usize)
    }

    async fn row(&self, query: PgQuery<'_>) -> Result<Option<PgRow>, StoreError> {
        Ok(self.rows(query).await?.into_iter().next())
    }

    async fn rows(&self, query: PgQuery<'_>) -> Result<Vec<PgRow>, StoreError> {
        let mut reader = within_limit(self.readers.take()).await?;
        let rows = within_limit(query.fetch_all(reader.connection())).await;
        reader.put_back(rows).await
    }
}

/// The level of the events that are written.
fn level(change: &StoreChange) -> u32 {
    let level = match change {
        StoreChange::Events { events, .. } => events.iter().map(|it| it.event.level()).max(),
        _ => None,
    };
    level.unwrap_or_default()
}

/// How many tables a server takes over at once from servers that are gone.
const TAKEN_AT_ONCE: i64 = 256;

/// Can PostgreSQL store this text? Nothing is found under a text that it cannot store.
fn is_storable(text: &str) -> bool {
    !text.contains('\0')
}

fn id(row: &PgRow) -> Result<Id, StoreError> {
    Ok(Id::given(row.try_get::<String, _>(0)?))
}

fn ids(rows: &[PgRow]) -> Result<Vec<Id>, StoreError> {
    rows.iter().map(id).collect()
}

fn places(rows: &[PgRow]) -> Result<Vec<(Id, i64)>, StoreError> {
    rows.iter().map(|row| Ok((id(row)?, row.try_get(1)?))).collect()
}

/// The events of one write.
fn stored_row(row: &PgRow) -> StoredRow {
    StoredRow {
        number: row.try_get::<i64, _>(0).unwrap_or(-1) as u64,
        text: row.try_get(1).map_err(|error| error.to_string()),
        checksum: row.try_get(2).ok(),
        is_array: true,
    }
}

/// A row of a list.
fn listed(row: &PgRow) -> Result<ListRow, StoreError> {
    let (state, next): (Option<i64>, Option<String>) = (row.try_get(2)?, row.try_get(3)?);
    let opened: Option<String> = row.try_get(6)?;
    Ok(ListRow {
        id: id(row)?,
        stage: row.try_get(1)?,
        turn: state.zip(next).map(|(state, next)| StoredTurn { state: state as usize, next }),
        summary: row.try_get(4)?,
        opened: opened.and_then(|event| serde_json::from_str(&event).ok()),
        event_count: row.try_get::<Option<i64>, _>(5)?.map_or(0, |count| count as u64),
    })
}
