//! The steps that bring a database of any earlier version up to date, and what programs of other
//! versions may do with it.
//!
//! Servers of two versions use a database at the same time while one replaces the other. So the
//! steps of a release only add to the schema, and an older program goes on with what it knows.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::{Connection, Row, SqlSafeStr};

use super::connections::{DatabaseUrl, within_limit};
use super::{DEAD_AFTER, now};
use crate::events::EVENT_LEVEL;
use crate::store::StoreError;

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Brings the schema of a database up to date. Servers that start at the same time wait for each
/// other. A newer schema stays as it is.
///
/// The lock for that belongs to a connection. Behind pgbouncer, which hands connections out by the
/// transaction, it would stay with one that others use. So nothing is locked if there is nothing to
/// do.
///
/// # Errors
/// Fails if the database cannot be reached or changed, or needs a newer program.
pub async fn migrate(url: &DatabaseUrl) -> Result<(), StoreError> {
    let mut connection = url.connect_unlimited().await?;
    let migrated = match applied(&mut connection).await {
        Err(StoreError::NoSchema | StoreError::SchemaTooOld { .. }) => {
            match all().run(&mut connection).await {
                Ok(()) => must_be_allowed(&mut connection).await,
                Err(error) => Err(error.into()),
            }
        }
        found => found.map(drop),
    };
    // Without an answer the connection is dropped, which ends it as well.
    drop(connection.close().await);
    migrated
}

/// Allows servers to write events of all kinds that this program knows, if every server that is
/// alive can read them. Returns the level of events that may be written from now on.
///
/// # Errors
/// Fails if a server is too old, or the database cannot be changed.
pub async fn finish(url: &DatabaseUrl) -> Result<u32, StoreError> {
    migrate(url).await?;
    let mut connection = url.connect_unlimited().await?;
    let finished = within_limit(raise_level(&mut connection)).await;
    drop(connection.close().await);
    finished
}

/// The latest step of the schema, which this program can read.
///
/// # Errors
/// Fails if there is no schema, or it is too old or too new for this program.
pub async fn applied(connection: &mut PgConnection) -> Result<i64, StoreError> {
    const HAS_SCHEMA: &str = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    if !sqlx::query(HAS_SCHEMA).fetch_one(&mut *connection).await?.try_get::<bool, _>(0)? {
        return Err(StoreError::NoSchema);
    }
    const APPLIED: &str = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";
    let found: i64 = sqlx::query(APPLIED).fetch_one(&mut *connection).await?.try_get(0)?;
    let needed = all().iter().map(|step| step.version).max().unwrap_or_default();
    if found < needed {
        return Err(StoreError::SchemaTooOld { found, needed });
    }
    must_be_allowed(connection).await?;
    Ok(found)
}

fn all() -> Migrator {
    let step = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let mut all = Migrator::with_migrations(vec![
        step(1, "tables", include_str!("../../../migrations/postgres/0001_tables.sql")),
        step(2, "cluster", include_str!("../../../migrations/postgres/0002_cluster.sql")),
        step(3, "levels", include_str!("../../../migrations/postgres/0003_levels.sql")),
    ]);
    // Newer programs have added something.
    all.set_ignore_missing(true);
    all
}

/// May this program use the database?
async fn must_be_allowed(connection: &mut PgConnection) -> Result<(), StoreError> {
    let query = sqlx::query("SELECT least_version FROM meta").fetch_one(connection);
    let least: String = within_limit(query).await?.try_get(0)?;
    // What cannot be understood was written by a newer program.
    let is_allowed = read_version(&least).is_some_and(|it| Some(it) <= read_version(VERSION));
    if is_allowed { Ok(()) } else { Err(StoreError::ProgramTooOld { least, version: VERSION }) }
}

async fn raise_level(connection: &mut PgConnection) -> Result<u32, StoreError> {
    const OLD: &str = concat!(
        "SELECT name, version FROM servers WHERE event_level < $1 AND NOT leaving AND alive_at >= ",
        now!(),
        " - $2 ORDER BY name"
    );
    const RAISE: &str =
        "UPDATE meta SET event_level = greatest(event_level, $1) RETURNING event_level";
    let query = sqlx::query(OLD).bind(EVENT_LEVEL as i32).bind(DEAD_AFTER);
    let rows = query.fetch_all(&mut *connection).await?;
    let name = |row| -> Result<String, sqlx::Error> {
        let row: &sqlx::postgres::PgRow = row;
        Ok(format!("{} ({})", row.try_get::<String, _>(0)?, row.try_get::<String, _>(1)?))
    };
    let old: Vec<String> = rows.iter().map(name).collect::<Result<_, _>>()?;
    if !old.is_empty() {
        return Err(StoreError::ServersTooOld(old.join(", ")));
    }
    let row = sqlx::query(RAISE).bind(EVENT_LEVEL as i32).fetch_one(connection).await?;
    Ok(row.try_get::<i32, _>(0)? as u32)
}

/// The numbers of a version, and whether it is more than a preview of it.
fn read_version(text: &str) -> Option<([u64; 3], bool)> {
    let text = text.split('+').next().unwrap_or_default();
    let (numbers, preview) = match text.split_once('-') {
        Some((numbers, preview)) => (numbers, Some(preview)),
        None => (text, None),
    };
    let numbers: Vec<u64> = numbers.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    Some((numbers.try_into().ok()?, preview.is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_in_order() {
        let rising = ["0.1.0-rc.1", "0.1.0", "0.1.9", "0.1.10+build", "0.2.0", "1.0.0", "10.0.0"];
        for pair in rising.windows(2) {
            let [older, newer] = [pair[0], pair[1]].map(|text| read_version(text).expect(text));
            assert!(older < newer, "{pair:?}");
        }
        for wrong in ["", "1", "1.0", "1.0.0.0", "v1.0.0", "1.0.x", "1.-1.0", "newest"] {
            assert_eq!(read_version(wrong), None, "{wrong}");
        }
        assert!(read_version(VERSION).is_some());
    }
}
