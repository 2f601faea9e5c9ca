//! What is kept, and how it is written.

use std::time::Duration;

use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;

use super::erase::{Erasure, erase};
use super::{StoreError, run};
use crate::clock::Downtime;
use crate::events::StoredEvent;
use crate::ids::Id;

/// Something that is to be kept.
#[derive(Clone, Debug)]
pub enum StoreChange {
    /// Somebody has come.
    Player {
        /// Who.
        id: Id,
        /// What they call themselves.
        name: String,
        /// What is known of their token.
        token_hash: String,
        /// When.
        created_at: u64,
    },
    /// Somebody calls themselves something else.
    Renamed {
        /// Who.
        id: Id,
        /// What.
        name: String,
    },
    /// Something happened at a table.
    Events {
        /// Where.
        table: Id,
        /// How many happened before.
        first: u64,
        /// What.
        events: Vec<StoredEvent>,
    },
    /// By what a table is found, where that has changed.
    Listing(TableListing),
    /// What engines found about a game.
    Analysis {
        /// Which.
        table: Id,
        /// As it is told to others.
        analysis: String,
    },
    /// The server is there.
    Alive {
        /// When.
        at: u64,
        /// When it was not, as far as that is not written down.
        downtimes: Vec<Downtime>,
    },
    /// A move was made: what comes next.
    Turn {
        /// Where.
        table: Id,
        /// What.
        turn: StoredTurn,
    },
    /// What lists show of a table.
    Summary {
        /// Which.
        table: Id,
        /// As JSON.
        summary: String,
        /// What comes next there.
        turn: StoredTurn,
        /// Does it take the place of what there is? Otherwise that knows better.
        replaces: bool,
    },
    /// Whether the server has something to see to at a table by itself.
    Due {
        /// Where.
        table: Id,
        /// Whether.
        is_due: bool,
    },
    /// Somebody was here.
    Seen {
        /// Who.
        player: Id,
        /// When.
        at: u64,
    },
    /// Something is no longer kept as it was.
    Erased(Erasure),
}

/// By what a table is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableListing {
    /// Which.
    pub id: Id,
    /// The game's id.
    pub game: String,
    /// See [`Which`].
    pub stage: &'static str,
    /// Is it shown to everybody?
    pub listed: bool,
    /// Who made it, and what they called that.
    pub made_by: Option<(Id, Option<String>)>,
    /// Who has sat down, by seat.
    pub players: Vec<(usize, Id)>,
    /// May the server have something to see to there by itself?
    pub is_due: bool,
    /// What comes next.
    pub turn: StoredTurn,
    /// What lists show of it, as JSON.
    pub summary: String,
}

/// Where the game at a table stands, for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTurn {
    /// The number of its state.
    pub state: usize,
    /// What comes next, as JSON.
    pub next: String,
}

/// Downtimes are forgotten after this: the longest clock has run out by then.
const OF_INTEREST: Duration = Duration::from_secs(40 * 24 * 60 * 60);

/// What tells that a event is the one that was written there: the first 8 bytes of a SHA-256.
pub fn checksum(table: &Id, number: u64, fact: &str) -> i64 {
    let hash =
        Sha256::new().chain_update(format!("{table}\n{number}\n")).chain_update(fact).finalize();
    i64::from_be_bytes(hash[..8].try_into().expect("a SHA-256 has 32 bytes"))
}

/// Writes one change, in a transaction that has begun.
///
/// # Errors
/// Where it cannot be written.
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
        StoreChange::Events { table, first, events: facts } => {
            for (number, stored_event) in (*first..).zip(facts) {
                let fact = serde_json::to_string(stored_event)?;
                let query = sqlx::query(
                    "INSERT INTO facts (table_id, number, checksum, fact) VALUES (?, ?, ?, ?)",
                );
                let query = query
                    .bind(table.as_str())
                    .bind(number as i64)
                    .bind(checksum(table, number, &fact));
                run(query.bind(fact).execute(&mut *connection)).await?;
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
        StoreChange::Alive { at, downtimes: absences } => {
            let query = sqlx::query(
                "INSERT INTO server (one, alive_at) VALUES (1, ?) \
                 ON CONFLICT (one) DO UPDATE SET alive_at = max(alive_at, excluded.alive_at)",
            );
            run(query.bind(*at as i64).execute(&mut *connection)).await?;
            for Downtime { from, until } in absences {
                let query = sqlx::query(
                    "INSERT OR REPLACE INTO absences (from_at, until_at) VALUES (?, ?)",
                );
                run(query.bind(*from as i64).bind(*until as i64).execute(&mut *connection)).await?;
            }
            if !absences.is_empty() {
                let query = sqlx::query("DELETE FROM absences WHERE until_at < ?");
                let forgotten = at.saturating_sub(OF_INTEREST.as_millis() as u64);
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
