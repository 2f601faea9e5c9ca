//! The servers that use a database, and when none did.

use sqlx::Row;
use sqlx::postgres::{PgConnection, PgRow};
use tokio::time::Instant;

use super::{DEAD_AFTER, Member, erasures, now};
use crate::clock::Downtime;
use crate::events::EVENT_LEVEL;
use crate::store::{Heartbeat, StoreError};

/// If no server has sent a heartbeat for this long, none could use the database, in milliseconds.
const LONGEST_GAP: i64 = 3000;

/// All downtimes.
pub const DOWNTIMES: &str = "SELECT from_at, until_at FROM absences ORDER BY from_at";

/// A row of [`DOWNTIMES`].
///
/// # Errors
/// Fails if it is none.
pub fn downtime(row: &PgRow) -> Result<Downtime, StoreError> {
    let (from, until): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    Ok(Downtime { from: from as u64, until: until as u64 })
}

/// Writes down that a server is alive. If it is the first heartbeat of any server after a while,
/// that while is a downtime of them all. `is_leaving` says whether the server is about to stop, and
/// `obeyed` is the number of the last notice of an erasure that it has obeyed.
///
/// # Errors
/// Fails if the database cannot be written.
pub async fn beat(
    connection: &mut PgConnection,
    me: &Member,
    is_leaving: bool,
    obeyed: i64,
) -> Result<Heartbeat, StoreError> {
    let asked_at = Instant::now();
    // One statement, so that a server that is stopped in the middle holds up no other. The row is
    // locked, so one of several servers finds the gap.
    const ALIVE: &str = concat!(
        "WITH beat AS (INSERT INTO cluster AS c (one, alive_at, before) VALUES (1, ",
        now!(),
        ", ",
        now!(),
        ") \
         ON CONFLICT (one) DO UPDATE SET before = c.alive_at, alive_at = greatest(c.alive_at, ",
        now!(),
        ") RETURNING alive_at, before), \
         gap AS (INSERT INTO absences (from_at, until_at) SELECT before, alive_at FROM beat \
         WHERE alive_at - before > $1 ON CONFLICT DO NOTHING) SELECT alive_at FROM beat"
    );
    let row = sqlx::query(ALIVE).bind(LONGEST_GAP).fetch_one(&mut *connection).await?;
    let now: i64 = row.try_get(0)?;
    const HERE: &str = "INSERT INTO servers (id, name, address, version, started_at, alive_at, erasure, leaving, event_level) \
         VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8) ON CONFLICT (id) DO UPDATE SET alive_at = excluded.alive_at, \
         erasure = excluded.erasure, leaving = excluded.leaving \
         RETURNING (SELECT alive_at FROM servers WHERE id = $1), (SELECT event_level FROM meta)";
    let Member { id, name, address } = me;
    let query = sqlx::query(HERE).bind(id.as_str()).bind(name).bind(address);
    let query = query.bind(env!("CARGO_PKG_VERSION")).bind(now).bind(obeyed).bind(is_leaving);
    let row = query.bind(EVENT_LEVEL as i32).fetch_one(&mut *connection).await?;
    let (my_last, level): (Option<i64>, i32) = (row.try_get(0)?, row.try_get(1)?);
    let rows = sqlx::query(DOWNTIMES).fetch_all(&mut *connection).await?;
    let erasures = erasures::notices(connection, obeyed).await?;
    Ok(Heartbeat {
        now: now as u64,
        asked_at,
        answered_at: Instant::now(),
        downtimes: rows.iter().map(downtime).collect::<Result<_, _>>()?,
        was_dead: my_last.is_some_and(|last| now - last >= DEAD_AFTER),
        erasures,
        event_level: level as u32,
    })
}
