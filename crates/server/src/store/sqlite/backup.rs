//! Copies of the file.

use std::fs::{self, File};
use std::path::Path;

use ludoteca_system::private;
use sqlx::{Connection, Row};

use super::connections::{connect, options};
use super::run;
use crate::store::StoreError;

/// Copies the file of a server to a new file that only its owner can read. The server may be
/// running. The copy is complete and consistent.
///
/// # Errors
/// Fails if there is no such file, or the copy already exists or cannot be written. Nothing of the
/// copy is left then.
pub async fn back_up(folder: &Path, copy: &Path) -> Result<(), StoreError> {
    let mut connection = connect(&options(folder)).await?;
    let failed = |error| StoreError::Folder { folder: copy.to_owned(), error };
    drop(private::create_file(copy).map_err(failed)?);
    let copied = async {
        let into = copy.to_string_lossy().into_owned();
        run(sqlx::query("VACUUM INTO ?").bind(into).execute(&mut connection)).await?;
        // Windows only syncs files that were opened for writing.
        File::options().write(true).open(copy).and_then(|file| file.sync_all()).map_err(failed)?;
        check(copy).await
    };
    let copied = copied.await;
    if copied.is_err() {
        let _ = fs::remove_file(copy);
    }
    run(connection.close()).await?;
    copied
}

async fn check(copy: &Path) -> Result<(), StoreError> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(copy).read_only(true);
    let mut connection = connect(&options).await?;
    let row = run(sqlx::query("PRAGMA quick_check(1)").fetch_one(&mut connection)).await?;
    let found: String = row.try_get(0)?;
    run(connection.close()).await?;
    if found == "ok" { Ok(()) } else { Err(StoreError::Unwritten(found)) }
}
