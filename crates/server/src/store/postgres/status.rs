//! What a database says about the servers that use it, for the people who run them. Nothing is
//! written, and whoever asks is no server.

use serde::Serialize;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{Connection, Row};
use tokio::time::Instant;

use super::connections::{DatabaseUrl, within_limit};
use super::{DEAD_AFTER, migrations, now};
use crate::store::StoreError;

/// What a database says about the servers that use it. All times are in milliseconds, those of the
/// day since 1970, by the clock of the database.
#[derive(Clone, Debug, Serialize)]
pub struct ClusterStatus {
    /// The current time.
    pub now: u64,
    /// How long the database took to answer.
    pub answered_in_ms: u64,
    /// The latest step of the schema.
    pub schema: i64,
    /// The least version of the program that may use the database.
    pub least_version: String,
    /// Up to which level events may be written.
    pub event_level: u32,
    /// The servers: those that are alive first, each group by name.
    pub servers: Vec<ServerStatus>,
    /// Tables that wait for players.
    pub waiting_tables: u64,
    /// Tables in play.
    pub playing_tables: u64,
    /// Tables that a server has to attend to.
    pub duties: u64,
    /// Tables whose server is gone, and which no other has taken over yet.
    pub overdue_duties: u64,
    /// Programs that can be invited to a table.
    pub programs: u64,
    /// Analyses that are running.
    pub jobs: u64,
    /// When no server could use the database, the latest first: those of the last day.
    pub downtimes: Vec<PastDowntime>,
}

/// A server that uses a database, or did so lately.
#[derive(Clone, Debug, Serialize)]
pub struct ServerStatus {
    /// The id of this run of the server.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The address where it listens.
    pub address: String,
    /// The version of the program.
    pub version: String,
    /// Up to which level it can read events.
    pub event_level: u32,
    /// Is it running?
    pub state: ServerState,
    /// When it started.
    pub started_at: u64,
    /// How long ago its last heartbeat was.
    pub alive_ms_ago: u64,
    /// The tables that it attends to.
    pub duties: u64,
    /// The tables where it plays for engines, random players and dice.
    pub driven: u64,
    /// The programs that are connected to it.
    pub programs: u64,
    /// How many connections to tables it serves.
    pub watching: u64,
}

/// Is a server running?
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ServerState {
    /// It has sent a heartbeat.
    Alive,
    /// It is about to stop, and others have its duties.
    Leaving,
    /// It was not stopped, and sends no heartbeat.
    Dead,
    /// It was stopped.
    Stopped,
}

/// A time in which no server could use a database.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PastDowntime {
    /// When it began.
    pub from: u64,
    /// When it was over.
    pub until: u64,
}

/// What a database says about the servers that use it.
///
/// # Errors
/// Fails if the database cannot be read, or has no schema that this program knows.
pub async fn status(url: &DatabaseUrl) -> Result<ClusterStatus, StoreError> {
    let mut connection = url.connect_to_read().await?;
    let status = within_limit(read(&mut connection)).await;
    drop(connection.close().await);
    status
}

async fn read(connection: &mut PgConnection) -> Result<ClusterStatus, StoreError> {
    let asked = Instant::now();
    let schema = migrations::applied(connection).await?;
    const ALL: &str = concat!(
        "WITH alive AS (SELECT id FROM servers WHERE NOT leaving AND alive_at >= ",
        now!(),
        " - $1) SELECT least_version, event_level, ",
        now!(),
        ", (SELECT count(*) FROM tables WHERE stage = 'waiting'), \
         (SELECT count(*) FROM tables WHERE stage = 'playing'), \
         (SELECT count(*) FROM duties), \
         (SELECT count(*) FROM duties WHERE server NOT IN (SELECT id FROM alive)), \
         (SELECT count(*) FROM programs WHERE server IN (SELECT id FROM alive)), \
         (SELECT count(*) FROM jobs) FROM meta"
    );
    let all = sqlx::query(ALL).bind(DEAD_AFTER).fetch_one(&mut *connection).await?;
    let now = number(&all, 2)?;
    const SERVERS: &str = "SELECT s.id, name, address, version, event_level, leaving, started_at, alive_at, \
         (SELECT count(*) FROM duties WHERE server = s.id), coalesce(d.driven, 0), \
         (SELECT count(*) FROM programs WHERE server = s.id), \
         (SELECT coalesce(sum(connections), 0)::bigint FROM seen WHERE server = s.id AND connections > 0) \
         FROM servers s LEFT JOIN (SELECT driver, count(*) AS driven FROM duties GROUP BY driver) d \
         ON d.driver = s.id";
    let rows = sqlx::query(SERVERS).fetch_all(&mut *connection).await?;
    let mut servers: Vec<ServerStatus> =
        rows.iter().map(|row| server(row, now)).collect::<Result<_, _>>()?;
    servers.sort_by(|a, b| {
        (a.state, &a.name, a.alive_ms_ago).cmp(&(b.state, &b.name, b.alive_ms_ago))
    });
    const DOWNTIMES: &str =
        "SELECT from_at, until_at FROM absences WHERE until_at >= $1 ORDER BY from_at DESC";
    let query = sqlx::query(DOWNTIMES).bind(now.saturating_sub(DAY) as i64);
    let downtimes = query.fetch_all(connection).await?;
    let downtime = |row: &PgRow| Ok(PastDowntime { from: number(row, 0)?, until: number(row, 1)? });
    Ok(ClusterStatus {
        now,
        answered_in_ms: asked.elapsed().as_millis() as u64,
        schema,
        least_version: all.try_get(0)?,
        event_level: all.try_get::<i32, _>(1)? as u32,
        servers,
        waiting_tables: number(&all, 3)?,
        playing_tables: number(&all, 4)?,
        duties: number(&all, 5)?,
        overdue_duties: number(&all, 6)?,
        programs: number(&all, 7)?,
        jobs: number(&all, 8)?,
        downtimes: downtimes.iter().map(downtime).collect::<Result<_, StoreError>>()?,
    })
}

const DAY: u64 = 24 * 60 * 60 * 1000;

fn server(row: &PgRow, now: u64) -> Result<ServerStatus, StoreError> {
    let alive_ms_ago = now.saturating_sub(number(row, 7)?);
    let state = match (row.try_get(5)?, alive_ms_ago <= DEAD_AFTER as u64) {
        (false, true) => ServerState::Alive,
        (true, true) => ServerState::Leaving,
        (false, false) => ServerState::Dead,
        (true, false) => ServerState::Stopped,
    };
    Ok(ServerStatus {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        address: row.try_get(2)?,
        version: row.try_get(3)?,
        event_level: row.try_get::<i32, _>(4)? as u32,
        state,
        started_at: number(row, 6)?,
        alive_ms_ago,
        duties: number(row, 8)?,
        driven: number(row, 9)?,
        programs: number(row, 10)?,
        watching: number(row, 11)?,
    })
}

fn number(row: &PgRow, column: usize) -> Result<u64, StoreError> {
    Ok(row.try_get::<i64, _>(column)? as u64)
}
