//! `ludoteca database`: moves the games of a server into a database and back, and checks them.

use std::io::Write;

use ludoteca_server::{DatabaseUrl, TransferError, Transferred, check, export, import, migrate};

use crate::args::{DatabaseAction, DatabaseArgs};
use crate::failure::Failure;
use crate::terminal;
use crate::texts::programs;

/// The variable that names the database where no option does.
const VARIABLE: &str = "LUDOTECA_DATABASE";

pub fn run(args: &DatabaseArgs, out: &mut impl Write) -> Result<(), Failure> {
    let url = url(args.database.as_deref())?;
    let url = url.ok_or_else(|| Failure::english_usage(programs::no_database(VARIABLE)))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        match &args.action {
            DatabaseAction::Migrate => {
                migrate(&url).await?;
                Ok(None)
            }
            DatabaseAction::Check => check(&url).await.map(Some),
            DatabaseAction::Import { folder } => import(folder, &url).await.map(Some),
            DatabaseAction::Export { folder } => export(&url, folder).await.map(Some),
        }
    });
    let found = done.map_err(|error: TransferError| match error {
        // Errors about files name them.
        TransferError::Exists(_) | TransferError::Missing(_) => {
            Failure::english_failure(error.to_string())
        }
        TransferError::Store(_) => {
            Failure::english_failure(programs::database_failed(&url, &error))
        }
    })?;
    let Some(found) = found else {
        writeln!(out, "{}", programs::migrated(&url))?;
        return Ok(());
    };
    writeln!(out, "{}", programs::transferred(&args.action, &url, &found))?;
    let Transferred { damaged, .. } = found;
    if damaged.is_empty() {
        return Ok(());
    }
    for (table, damage) in &damaged {
        let _ = writeln!(terminal::stderr(), "{}", programs::damaged_table(table.as_str(), damage));
    }
    Err(Failure::english_failure(programs::some_damaged(damaged.len())))
}

/// The database that an option or the environment names.
///
/// # Errors
/// Fails if it is no address of a database. The message does not repeat it, because it may contain
/// a password.
pub fn url(given: Option<&str>) -> Result<Option<DatabaseUrl>, Failure> {
    let (source, text) = match (given, std::env::var(VARIABLE)) {
        (Some(given), _) => ("--database", given.to_owned()),
        (None, Ok(set)) if !set.is_empty() => (VARIABLE, set),
        (None, _) => return Ok(None),
    };
    let url = text.parse();
    url.map(Some).map_err(|error| Failure::english_usage(format!("{source}: {error}")))
}
