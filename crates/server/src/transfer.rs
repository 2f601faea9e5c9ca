//! Moving tables and players from one store into another: event for event, to the letter.

use std::path::Path;

use crate::hosted_table::HostedTable;
use crate::ids::Id;
use crate::registry::listing;
use crate::store::{
    ClusterStatus, DatabaseUrl, FILE, Member, Store, StoreChange, StoreError, StoredEvents,
    StoredTable,
};

/// What was moved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transferred {
    /// The number of players.
    pub players: usize,
    /// The number of tables.
    pub tables: usize,
    /// The number of events at these tables.
    pub events: usize,
    /// Tables that were there already, and stay as they are.
    pub known: usize,
    /// Tables that were left out because they cannot be read, and what is wrong with them.
    pub damaged: Vec<(Id, String)>,
}

/// Why a store cannot be moved.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// One of the stores fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder has a file already.
    #[error("{0}: this file exists already; name a new folder")]
    Exists(String),
    /// The folder has no file.
    #[error("{0}: there is no such file; name the folder of a server")]
    Missing(String),
}

/// How many players or tables are read at once.
const PAGE: u32 = 256;

/// Copies everything from a folder, whose server is not running, into a database. What the database
/// has already stays as it is, so an import that was interrupted can be repeated.
///
/// # Errors
/// Fails if the folder or the database cannot be used.
pub async fn import(folder: &Path, url: &DatabaseUrl) -> Result<Transferred, TransferError> {
    let file = folder.join(FILE);
    if !file.is_file() {
        return Err(TransferError::Missing(file.display().to_string()));
    }
    let from = Store::open(folder).await?;
    let copied = match Store::connect(url, Member::visitor()).await {
        Ok(into) => {
            let copied = copy(&from, &into).await;
            into.close().await;
            copied
        }
        Err(error) => Err(error),
    };
    from.close().await;
    Ok(copied?)
}

/// Copies everything from a database into a new file in a folder. Tables that change meanwhile are
/// copied as they are when it is their turn.
///
/// # Errors
/// Fails if the folder or the database cannot be used, or the folder has a file already. Then no
/// file is left there.
pub async fn export(url: &DatabaseUrl, folder: &Path) -> Result<Transferred, TransferError> {
    let file = folder.join(FILE);
    if file.exists() {
        return Err(TransferError::Exists(file.display().to_string()));
    }
    let from = Store::connect(url, Member::visitor()).await?;
    let copied = match Store::open(folder).await {
        Ok(into) => {
            let copied = copy(&from, &into).await;
            into.close().await;
            if copied.is_err() {
                // Half a copy would look like a whole one.
                let _ = std::fs::remove_file(file);
            }
            copied
        }
        // A file that cannot be opened may be another server's by now: it stays.
        Err(error) => Err(error),
    };
    from.close().await;
    Ok(copied?)
}

/// Brings the schema of a database up to date.
///
/// # Errors
/// Fails if the database cannot be reached or changed.
pub async fn migrate(url: &DatabaseUrl) -> Result<(), TransferError> {
    Store::connect(url, Member::visitor()).await?.close().await;
    Ok(())
}

/// Brings the schema of a database up to date, and lets its servers write all kinds of events that
/// this program knows. Returns the level of these kinds.
///
/// # Errors
/// Fails if a server that is alive could not read them, or the database cannot be changed.
pub async fn finish(url: &DatabaseUrl) -> Result<u32, TransferError> {
    Ok(crate::store::finish(url).await?)
}

/// What a database says about the servers that use it. This changes nothing, and counts as no
/// server.
///
/// # Errors
/// Fails if the database cannot be read, or has no schema that this program knows.
pub async fn cluster_status(url: &DatabaseUrl) -> Result<ClusterStatus, StoreError> {
    crate::store::status(url).await
}

/// Reads every table of a database, and says which ones are damaged.
///
/// # Errors
/// Fails if the database cannot be read.
pub async fn check(url: &DatabaseUrl) -> Result<Transferred, TransferError> {
    let store = Store::connect(url, Member::visitor()).await?;
    let checked = check_all(&store).await;
    store.close().await;
    Ok(checked?)
}

async fn check_all(store: &Store) -> Result<Transferred, StoreError> {
    let mut checked =
        Transferred { players: store.count_players().await?, ..Transferred::default() };
    let mut after = 0;
    loop {
        let tables = store.all_tables(after, PAGE).await?;
        let Some(last) = tables.last() else { return Ok(checked) };
        after = last.place;
        for StoredTable { id, .. } in tables {
            match read(&id, &store.events(&id).await?) {
                Ok((events, _)) => {
                    checked.tables += 1;
                    checked.events += events.len();
                }
                Err(damage) => checked.damaged.push((id, damage)),
            }
        }
    }
}

/// The events of a table as they are stored, and the table that they make; or what is wrong with
/// them.
fn read(id: &Id, events: &StoredEvents) -> Result<(Vec<String>, HostedTable), String> {
    let texts = events.texts().map_err(|error| error.to_string())?;
    let events = events.read().map_err(|error| error.to_string())?;
    let hosted = HostedTable::replay(id.clone(), events).map_err(|error| error.to_string())?;
    Ok((texts, hosted))
}

async fn copy(from: &Store, into: &Store) -> Result<Transferred, StoreError> {
    let mut copied = Transferred::default();
    let mut after = None;
    loop {
        let players = from.all_players(after.as_ref(), PAGE).await?;
        let Some(last) = players.last() else { break };
        after = Some(last.id.clone());
        copied.players += players.len();
        into.save(players.into_iter().map(StoreChange::CopiedPlayer).collect()).await?;
    }
    let mut after = 0;
    loop {
        let tables = from.all_tables(after, PAGE).await?;
        let Some(last) = tables.last() else { break };
        after = last.place;
        for table in tables {
            copy_table(from, into, table, &mut copied).await?;
        }
    }
    into.save(vec![StoreChange::WasAlive(from.last_alive().await?)]).await?;
    Ok(copied)
}

async fn copy_table(
    from: &Store,
    into: &Store,
    table: StoredTable,
    copied: &mut Transferred,
) -> Result<(), StoreError> {
    let StoredTable { id, request, .. } = table;
    let (texts, hosted) = match read(&id, &from.events(&id).await?) {
        Ok(read) => read,
        Err(damage) => {
            copied.damaged.push((id, damage));
            return Ok(());
        }
    };
    let count = texts.len();
    let mut changes = vec![
        StoreChange::CopiedEvents { table: id.clone(), events: texts },
        StoreChange::Listing(listing(&hosted, request)),
    ];
    if let Some(analysis) = from.analysis(&id).await? {
        changes.push(StoreChange::Analysis { table: id, analysis });
    }
    match into.save(changes).await {
        Ok(()) => {
            copied.tables += 1;
            copied.events += count;
        }
        Err(StoreError::Behind) => copied.known += 1,
        Err(error) => return Err(error),
    }
    Ok(())
}
