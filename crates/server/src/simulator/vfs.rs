//! A file system for SQLite that fails when it is told to.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;

/// Opens a file in this folder by it, where somebody wants its failures.
pub fn use_for(_folder: &Path, options: SqliteConnectOptions) -> SqliteConnectOptions {
    options
}
