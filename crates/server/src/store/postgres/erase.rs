//! Erasing stored data: people who asked to be forgotten, and games that are too old.

use serde_json::value::{RawValue, to_raw_value};
use sqlx::Row;
use sqlx::postgres::PgConnection;

use crate::events::StoredEvent;
use crate::ids::Id;
use crate::store::{Erasure, StoreError, checksum};

/// Erases something, in a transaction that has begun.
///
/// # Errors
/// Fails if it cannot be written.
pub async fn erase(connection: &mut PgConnection, erasure: &Erasure) -> Result<(), StoreError> {
    match erasure {
        Erasure::Event { table, number, event } => {
            replace_event(connection, table, *number, event).await?;
        }
        Erasure::Person { table, player, instead } => {
            for query in [
                "UPDATE tables SET maker = $1, request = NULL WHERE id = $2 AND maker = $3",
                "UPDATE seats SET player = $1 WHERE table_id = $2 AND player = $3",
                "UPDATE people SET player = $1 WHERE table_id = $2 AND player = $3",
            ] {
                let query = sqlx::query(query).bind(instead.as_str());
                let query = query.bind(table.as_str()).bind(player.as_str());
                query.execute(&mut *connection).await?;
            }
            // The summary contains names. It is made again from the events.
            let query = sqlx::query("DELETE FROM summaries WHERE table_id = $1");
            query.bind(table.as_str()).execute(connection).await?;
        }
        Erasure::Player(player) => {
            for query in [
                "DELETE FROM players WHERE id = $1",
                "DELETE FROM seen WHERE player = $1",
                "DELETE FROM jobs WHERE person = $1",
            ] {
                sqlx::query(query).bind(player.as_str()).execute(&mut *connection).await?;
            }
        }
        Erasure::Table(table) => {
            for query in [
                "DELETE FROM facts WHERE table_id = $1",
                "DELETE FROM seats WHERE table_id = $1",
                "DELETE FROM people WHERE table_id = $1",
                "DELETE FROM analyses WHERE table_id = $1",
                "DELETE FROM duties WHERE table_id = $1",
                "DELETE FROM seen WHERE table_id = $1",
                "DELETE FROM tables WHERE id = $1",
            ] {
                sqlx::query(query).bind(table.as_str()).execute(&mut *connection).await?;
            }
        }
        Erasure::Unseen { since } => {
            const UNSEEN: &str = "DELETE FROM players p WHERE greatest(created_at, seen_at) < $1 \
                 AND NOT EXISTS (SELECT 1 FROM people WHERE player = p.id) \
                 AND NOT EXISTS (SELECT 1 FROM tables WHERE maker = p.id)";
            sqlx::query(UNSEEN).bind(*since as i64).execute(&mut *connection).await?;
            const LEFT: &str = "DELETE FROM analyses a \
                 WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = a.table_id)";
            sqlx::query(LEFT).execute(connection).await?;
        }
    }
    Ok(())
}

/// Replaces an event in the write that it belongs to. The other events of the write stay as they
/// are, to the letter.
async fn replace_event(
    connection: &mut PgConnection,
    table: &Id,
    number: u64,
    event: &StoredEvent,
) -> Result<(), StoreError> {
    const WRITE: &str = "SELECT number, facts::text FROM facts WHERE table_id = $1 AND number <= $2 \
         ORDER BY number DESC LIMIT 1 FOR UPDATE";
    let query = sqlx::query(WRITE).bind(table.as_str()).bind(number as i64);
    let Some(row) = query.fetch_optional(&mut *connection).await? else { return Ok(()) };
    let (first, text): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
    let mut events: Vec<Box<RawValue>> = serde_json::from_str(&text)?;
    let Some(place) = events.get_mut((number - first as u64) as usize) else { return Ok(()) };
    *place = to_raw_value(event)?;
    let text = serde_json::to_string(&events)?;
    const REPLACE: &str =
        "UPDATE facts SET facts = $1::json, checksum = $2 WHERE table_id = $3 AND number = $4";
    let sum = checksum(table, first as u64, &text);
    let query = sqlx::query(REPLACE).bind(text).bind(sum).bind(table.as_str()).bind(first);
    query.execute(connection).await?;
    Ok(())
}
