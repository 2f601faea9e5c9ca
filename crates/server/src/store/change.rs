//! The changes that are stored, and how they are written.

use std::time::Duration;

use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;

use super::erase::{Erasure, erase};
use super::{StoreError, run};
use crate::clock::Downtime;
use crate::events::StoredEvent;
use crate::ids::Id;

/// A change to be stored.
#[derive(Clone, Debug)]
pub enum StoreChange {
    /// A new player.
    Player {
        /// The id of the player.
        id: Id,
        /// The name of the player.
        name: String,
        /// The hash of the player's token.
        token_hash: String,
        /// When the player was created.
        created_at: u64,
    },
    /// A player has a new name.
    Renamed {
        /// The id of the player.
        id: Id,
        /// The new name.
        name: String,
    },
    /// Events at a table.
    Events {
        /// The table.
        table: Id,
        /// The number of the first of these events.
        first: u64,
        /// The events.
        events: Vec<StoredEvent>,
    },
    /// The listing under which a table is found has changed.
    Listing(TableListing),
    /// The findings of engines about a game.
    Analysis {
        /// The table of the game.
        table: Id,
        /// The analysis as JSON.
        analysis: String,
    },
    /// The server is running.
    Alive {
        /// The current time.
        at: u64,
        /// Downtimes that were not written yet.
        downtimes: Vec<Downtime>,
    },
    /// A move was made, so that the next turn is another.
    Turn {
        /// The table.
        table: Id,
        /// The next turn.
        turn: StoredTurn,
    },
    /// The summary of a table for lists.
    Summary {
        /// The table.
        table: Id,
        /// The summary as JSON.
        summary: String,
        /// The next turn at the table.
        turn: StoredTurn,
        /// Does it replace an existing summary? Otherwise the existing one is newer and stays.
        replaces: bool,
    },
    /// Whether the server has something to do at a table by itself.
    Due {
        /// The table.
        table: Id,
        /// Does the server have something to do there?
        is_due: bool,
    },
    /// A player was seen.
    Seen {
        /// The player.
        player: Id,
        /// When the player was seen.
        at: u64,
    },
    /// Stored data is erased or replaced.
    Erased(Erasure),
}

/// The listing under which a table is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableListing {
    /// The id of the table.
    pub id: Id,
    /// The game's id.
    pub game: String,
    /// The stage of the table, as in [`ListFilter`](super::ListFilter).
    pub stage: &'static str,
    /// Is the table shown to everybody in the lobby?
    pub listed: bool,
    /// The maker, and the name of the request that created the table.
    pub made_by: Option<(Id, Option<String>)>,
    /// The players by seat.
    pub players: Vec<(usize, Id)>,
    /// May the server have something to do there by itself?
    pub is_due: bool,
    /// The next turn.
    pub turn: StoredTurn,
    /// The summary for lists, as JSON.
    pub summary: String,
}

/// The state of the game at a table, for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTurn {
    /// The number of the game's state.
    pub state: usize,
    /// The next turn, as JSON.
    pub next: String,
}

/// Downtimes are forgotten after this time, because by then even the longest clock has run out.
const DOWNTIME_RETENTION: Duration = Duration::from_secs(40 * 24 * 60 * 60);

/// A checksum that shows whether an event is still as it was written: the first 8 bytes of a
/// SHA-256.
pub fn checksum(table: &Id, number: u64, event: &str) -> i64 {
    let hash =
        Sha256::new().chain_update(format!("{table}\n{number}\n")).chain_update(event).finalize();
    i64::from_be_bytes(hash[..8].try_into().expect("a SHA-256 has 32 bytes"))
}

/// Writes one change, in a transaction that has begun.
///
/// # Errors
/// Fails if the change cannot be written.
pub async fn write_one(
    connection: &mut SqliteConnection,
    change: &StoreChange,
) -> Result<(), StoreError> {
    match change {
        StoreChange::Player { id, name, token_hash, created_at } => {
            let query = sqlx::query(
                "INSERT INTO players (id, name, token_hash, created_at, seen_at) VALUES (?1, ?2, ?3, ?4, ?4)",
            );
            let query =
                query.bind(id.as_str()).bind(name).bind(token_hash).bind(*created_at as i64);
            run(query.execute(connection)).await?;
        }
        StoreChange::Renamed { id, name } => {
            let query = sqlx::query("UPDATE players SET name = ? WHERE id = ?");
            run(query.bind(name).bind(id.as_str()).execute(connection)).await?;
        }
        StoreChange::Events { table, first, events } => {
            for (number, stored_event) in (*first..).zip(events) {
                let event = serde_json::to_string(stored_event)?;
                let query = sqlx::query(
                    "INSERT INTO facts (table_id, number, checksum, fact) VALUES (?, ?, ?, ?)",
                );
                let query = query
                    .bind(table.as_str())
                    .bind(number as i64)
                    .bind(checksum(table, number, &event));
                run(query.bind(event).execute(&mut *connection)).await?;
                for person in stored_event.event.people() {
                    let query = sqlx::query(
                        "INSERT OR IGNORE INTO people (player, table_id) VALUES (?, ?)",
                    );
                    let query = query.bind(person.player.as_str()).bind(table.as_str());
                    run(query.execute(&mut *connection)).await?;
                }
            }
        }
        StoreChange::Listing(listing) => write_listing(connection, listing).await?,
        StoreChange::Analysis { table, analysis } => {
            let query =
                sqlx::query("INSERT OR REPLACE INTO analyses (table_id, analysis) VALUES (?, ?)");
            run(query.bind(table.as_str()).bind(analysis).execute(connection)).await?;
        }
        StoreChange::Alive { at, downtimes } => {
            let query = sqlx::query(
                "INSERT INTO server (one, alive_at) VALUES (1, ?) \
                 ON CONFLICT (one) DO UPDATE SET alive_at = max(alive_at, excluded.alive_at)",
            );
            run(query.bind(*at as i64).execute(&mut *connection)).await?;
            for Downtime { from, until } in downtimes {
                let query = sqlx::query(
                    "INSERT OR REPLACE INTO absences (from_at, until_at) VALUES (?, ?)",
                );
                run(query.bind(*from as i64).bind(*until as i64).execute(&mut *connection)).await?;
            }
            if !downtimes.is_empty() {
                let query = sqlx::query("DELETE FROM absences WHERE until_at < ?");
                let forgotten = at.saturating_sub(DOWNTIME_RETENTION.as_millis() as u64);
                run(query.bind(forgotten as i64).execute(&mut *connection)).await?;
            }
        }
        StoreChange::Turn { table, turn } => {
            let query = sqlx::query("UPDATE tables SET state = ?, next = ? WHERE id = ?");
            let query = query.bind(turn.state as i64).bind(&turn.next).bind(table.as_str());
            run(query.execute(connection)).await?;
        }
        StoreChange::Summary { table, summary, turn, replaces } => {
            let (insert, update) = match replaces {
                true => (REPLACE_SUMMARY, "UPDATE tables SET state = ?, next = ? WHERE id = ?"),
                false => (
                    "INSERT OR IGNORE INTO summaries (table_id, summary) VALUES (?, ?)",
                    "UPDATE tables SET state = ?, next = ? WHERE id = ? AND state IS NULL",
                ),
            };
            let query = sqlx::query(insert).bind(table.as_str()).bind(summary);
            run(query.execute(&mut *connection)).await?;
            let query =
                sqlx::query(update).bind(turn.state as i64).bind(&turn.next).bind(table.as_str());
            run(query.execute(connection)).await?;
        }
        StoreChange::Due { table, is_due } => {
            let query = sqlx::query("UPDATE tables SET due = ? WHERE id = ?");
            run(query.bind(is_due).bind(table.as_str()).execute(connection)).await?;
        }
        StoreChange::Seen { player, at } => {
            let query = sqlx::query("UPDATE players SET seen_at = ? WHERE id = ?");
            run(query.bind(*at as i64).bind(player.as_str()).execute(connection)).await?;
        }
        StoreChange::Erased(erasure) => erase(connection, erasure).await?,
    }
    Ok(())
}

const REPLACE_SUMMARY: &str = "INSERT OR REPLACE INTO summaries (table_id, summary) VALUES (?, ?)";

async fn write_listing(
    connection: &mut SqliteConnection,
    listing: &TableListing,
) -> Result<(), StoreError> {
    const LIST: &str = "INSERT INTO tables (id, game, stage, listed, maker, request, due, state, next, turn) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(turn), 0) + 1 FROM tables)) \
         ON CONFLICT (id) DO UPDATE SET stage = excluded.stage, due = excluded.due, turn = excluded.turn, \
         state = excluded.state, next = excluded.next";
    let TableListing { id, game, stage, listed, made_by, players, is_due, turn, summary } = listing;
    let maker = made_by.as_ref().map(|(maker, _)| maker.as_str());
    let request = made_by.as_ref().and_then(|(_, request)| request.as_deref());
    let query = sqlx::query(LIST).bind(id.as_str()).bind(game).bind(*stage).bind(listed);
    let query =
        query.bind(maker).bind(request).bind(is_due).bind(turn.state as i64).bind(&turn.next);
    run(query.execute(&mut *connection)).await?;
    let query = sqlx::query(REPLACE_SUMMARY).bind(id.as_str()).bind(summary);
    run(query.execute(&mut *connection)).await?;
    let query = sqlx::query("DELETE FROM seats WHERE table_id = ?").bind(id.as_str());
    run(query.execute(&mut *connection)).await?;
    for (seat, player) in players {
        let query = sqlx::query("INSERT INTO seats (table_id, seat, player) VALUES (?, ?, ?)");
        let query = query.bind(id.as_str()).bind(*seat as i64).bind(player.as_str());
        run(query.execute(&mut *connection)).await?;
    }
    Ok(())
}
