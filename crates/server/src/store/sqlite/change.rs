//! How changes are written.

use sqlx::SqliteConnection;

use super::erase::erase;
use super::run;
use crate::clock::Downtime;
use crate::events::StoredEvent;
use crate::ids::Id;
use crate::store::{
    DOWNTIME_RETENTION, StoreChange, StoreError, StoredPlayer, StoredUptime, TableListing, checksum,
};

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
                write_event(connection, table, number, &event, stored_event).await?;
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
        // There is no other server that could.
        StoreChange::Driving(_) => {}
        StoreChange::Seen { player, at } => {
            let query = sqlx::query("UPDATE players SET seen_at = ? WHERE id = ?");
            run(query.bind(*at as i64).bind(player.as_str()).execute(connection)).await?;
        }
        StoreChange::Erased(erasure) => erase(connection, erasure).await?,
        StoreChange::CopiedPlayer(player) => {
            const COPY: &str = "INSERT OR IGNORE INTO players (id, name, token_hash, created_at, seen_at) VALUES (?, ?, ?, ?, ?)";
            let StoredPlayer { id, name, token_hash, created_at, seen_at } = player;
            let query = sqlx::query(COPY).bind(id.as_str()).bind(name).bind(token_hash);
            run(query.bind(*created_at as i64).bind(*seen_at as i64).execute(connection)).await?;
        }
        StoreChange::CopiedEvents { table, events } => {
            for (number, event) in (0..).zip(events) {
                let read: StoredEvent = serde_json::from_str(event)?;
                write_event(connection, table, number, event, &read).await?;
            }
        }
        StoreChange::WasAlive(StoredUptime { now, alive_at, downtimes }) => {
            let (at, downtimes) = (alive_at.unwrap_or(*now), downtimes.clone());
            let alive = StoreChange::Alive { at, downtimes };
            Box::pin(write_one(connection, &alive)).await?;
        }
    }
    Ok(())
}

/// Writes an event with this text, and at whose table it leaves a trace.
async fn write_event(
    connection: &mut SqliteConnection,
    table: &Id,
    number: u64,
    text: &str,
    stored_event: &StoredEvent,
) -> Result<(), StoreError> {
    const EVENT: &str = "INSERT INTO facts (table_id, number, checksum, fact) VALUES (?, ?, ?, ?)";
    let query = sqlx::query(EVENT).bind(table.as_str()).bind(number as i64);
    let query = query.bind(checksum(table, number, text)).bind(text);
    run(query.execute(&mut *connection)).await?;
    for person in stored_event.event.people() {
        let query = sqlx::query("INSERT OR IGNORE INTO people (player, table_id) VALUES (?, ?)");
        let query = query.bind(person.player.as_str()).bind(table.as_str());
        run(query.execute(&mut *connection)).await?;
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
