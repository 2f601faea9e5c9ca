//! The steps that bring a file of any earlier version up to date.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// All steps, listed here because the macro that would find them needs a second SQLite, for the
/// compiler.
pub fn all() -> Migrator {
    let step = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![
        step(1, "tables", include_str!("../../../migrations/sqlite/0001_tables.sql")),
        step(2, "hardening", include_str!("../../../migrations/sqlite/0002_hardening.sql")),
        step(3, "lists", include_str!("../../../migrations/sqlite/0003_lists.sql")),
        step(4, "people", include_str!("../../../migrations/sqlite/0004_people.sql")),
    ])
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[tokio::test]
    async fn every_file_of_the_folder_is_listed_as_sqlx_would_name_it() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
        let found = Migrator::new(folder).await.expect("the folder can be read");
        let essence = |migrator: &Migrator| -> Vec<_> {
            let step = |step: &Migration| {
                (step.version, step.description.clone(), step.checksum.clone(), step.no_tx)
            };
            migrator.iter().map(step).collect()
        };
        assert_eq!(essence(&all()), essence(&found));
    }
}
