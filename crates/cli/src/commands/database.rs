//! `ludoteca database`: moves the games of a server into a database and back, and checks them.

use std::fmt::Display;
use std::io::Write;
use std::str::FromStr;

use ludoteca_server::{
    DatabaseUrl, NatsUrl, TransferError, Transferred, check, export, finish, import, migrate,
};

use crate::args::{DatabaseAction, DatabaseArgs};
use crate::failure::Failure;
use crate::terminal;
use crate::texts::programs;

/// The variable that names the database where no option does.
pub const VARIABLE: &str = "LUDOTECA_DATABASE";

/// The variable that names NATS where no option does.
const NATS_VARIABLE: &str = "LUDOTECA_NATS";

pub fn run(args: &DatabaseArgs, out: &mut impl Write) -> Result<(), Failure> {
    let url = needed_url(args.database.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut level = None;
    let done = runtime.block_on(async {
        match &args.action {
            DatabaseAction::Migrate { finish: true } => {
                level = Some(finish(&url).await?);
                Ok(None)
            }
            DatabaseAction::Migrate { finish: false } => {
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
        writeln!(out, "{}", programs::migrated(&url, level))?;
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

/// The database that an option or the environment must name.
///
/// # Errors
/// Fails if there is none, or it is no address of a database.
pub fn needed_url(given: Option<&str>) -> Result<DatabaseUrl, Failure> {
    url(given)?.ok_or_else(|| Failure::english_usage(programs::no_database(VARIABLE)))
}

/// The database that an option or the environment names.
///
/// # Errors
/// Fails if it is no address of a database. The message does not repeat it, because it may contain
/// a password.
pub fn url(given: Option<&str>) -> Result<Option<DatabaseUrl>, Failure> {
    given_or_set("--database", given, VARIABLE)
}

/// The address of NATS that an option or the environment names.
///
/// # Errors
/// Fails if it is no address of NATS. The message does not repeat it, because it may contain a
/// password.
pub fn nats(given: Option<&str>) -> Result<Option<NatsUrl>, Failure> {
    given_or_set("--nats", given, NATS_VARIABLE)
}

/// The address of NATS where workers play games; an empty one is that of the environment.
///
/// # Errors
/// Fails if there is none, or it is no address of NATS. The message does not repeat it, because it
/// may contain a password.
pub fn nats_of_workers(given: &str) -> Result<NatsUrl, Failure> {
    let given = Some(given).filter(|given| !given.is_empty());
    let nats = given_or_set("--workers", given, NATS_VARIABLE)?;
    nats.ok_or_else(|| Failure::english_usage(programs::no_workers(NATS_VARIABLE)))
}

/// The value of an option, or else of a variable. An error does not repeat it.
fn given_or_set<T: FromStr<Err: Display>>(
    option: &str,
    given: Option<&str>,
    variable: &str,
) -> Result<Option<T>, Failure> {
    let (source, text) = match (given, std::env::var(variable)) {
        (Some(given), _) => (option, given.to_owned()),
        (None, Ok(set)) if !set.is_empty() => (variable, set),
        (None, _) => return Ok(None),
    };
    let value = text.parse();
    value.map(Some).map_err(|error| Failure::english_usage(format!("{source}: {error}")))
}
