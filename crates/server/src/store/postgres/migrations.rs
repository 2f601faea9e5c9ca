//! The steps that bring a database of any earlier version up to date.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Connection, SqlSafeStr};

use super::connections::DatabaseUrl;
use crate::store::StoreError;

/// Brings the schema of a database up to date. Servers that start at the same time wait for each
/// other.
///
/// # Errors
/// Fails if the database cannot be reached or changed, or is newer than this program.
pub async fn migrate(url: &DatabaseUrl) -> Result<(), StoreError> {
    let mut connection = url.connect_unlimited().await?;
    let migrated = all().run(&mut connection).await;
    // Without an answer the connection is dropped, which ends it as well.
    drop(connection.close().await);
    Ok(migrated?)
}

fn all() -> Migrator {
    let step = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![step(
        1,
        "tables",
        include_str!("../../../migrations/postgres/0001_tables.sql"),
    )])
}
