//! The servers that use a database, and when none did.

use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{Connection, Row};

use super::{DEAD_AFTER, Member, now};
use crate::clock::Downtime;
use crate::store::{DOWNTIME_RETENTION, StoreError};

/// A server that was dead for this long is no longer listed, in milliseconds.
const LISTED_FOR: i64 = 24 * 60 * 60 * 1000;

/// If no server has given a life sign for this long, none could use the database, in milliseconds.
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

/// The name and the address of another server that is alive. A server of the same name was this one
/// before it was started again.
///
/// # Errors
/// Fails if the database cannot be read.
pub async fn other(
    connection: &mut PgConnection,
    me: &Member,
) -> Result<Option<(String, String)>, StoreError> {
    const OTHER: &str = concat!(
        "SELECT name, address FROM servers WHERE name <> $1 AND NOT leaving AND alive_at > ",
        now!(),
        " - $2 LIMIT 1"
    );
    let query = sqlx::query(OTHER).bind(&me.name).bind(DEAD_AFTER);
    let row = query.fetch_optional(connection).await?;
    row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
}

/// Writes down that a server is alive. If it is the first life sign of any server after a while,
/// that while is a downtime of them all. Returns the time of the database, and all downtimes.
///
/// # Errors
/// Fails if the database cannot be written.
pub async fn beat(
    connection: &mut PgConnection,
    me: &Member,
) -> Result<(u64, Vec<Downtime>), StoreError> {
    let mut transaction = connection.begin().await?;
    // The row is locked, so one of several servers finds the gap.
    const ALIVE: &str = concat!(
        "INSERT INTO cluster AS c (one, alive_at, before) VALUES (1, ",
        now!(),
        ", ",
        now!(),
        ") \
         ON CONFLICT (one) DO UPDATE SET before = c.alive_at, alive_at = greatest(c.alive_at, ",
        now!(),
        ") \
         RETURNING alive_at, before"
    );
    let row = sqlx::query(ALIVE).fetch_one(&mut *transaction).await?;
    let (now, before): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    if now - before > LONGEST_GAP {
        const GAP: &str =
            "INSERT INTO absences (from_at, until_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        sqlx::query(GAP).bind(before).bind(now).execute(&mut *transaction).await?;
        let forgotten = now - DOWNTIME_RETENTION.as_millis() as i64;
        let query = sqlx::query("DELETE FROM absences WHERE until_at < $1").bind(forgotten);
        query.execute(&mut *transaction).await?;
        let query = sqlx::query("DELETE FROM servers WHERE alive_at < $1").bind(now - LISTED_FOR);
        query.execute(&mut *transaction).await?;
    }
    const HERE: &str = "INSERT INTO servers (id, name, address, version, started_at, alive_at) \
         VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (id) DO UPDATE SET alive_at = excluded.alive_at";
    let Member { id, name, address, .. } = me;
    let query = sqlx::query(HERE).bind(id.as_str()).bind(name).bind(address);
    let query = query.bind(env!("CARGO_PKG_VERSION")).bind(now);
    query.execute(&mut *transaction).await?;
    let rows = sqlx::query(DOWNTIMES).fetch_all(&mut *transaction).await?;
    transaction.commit().await?;
    Ok((now as u64, rows.iter().map(downtime).collect::<Result<_, _>>()?))
}
