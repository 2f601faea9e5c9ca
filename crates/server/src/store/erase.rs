//! Erasing stored data: people who asked to be forgotten, and games that are too old.

use sqlx::SqliteConnection;

use super::change::checksum;
use super::{StoreError, run};
use crate::events::StoredEvent;
use crate::ids::Id;

/// An erasure of stored data.
#[derive(Clone, Debug)]
pub enum Erasure {
    /// An event is replaced by another, without somebody's words or name.
    Event {
        /// The table.
        table: Id,
        /// The number of the event, from 0.
        number: u64,
        /// The event that replaces it.
        event: StoredEvent,
    },
    /// At a table, one player id is replaced by another.
    Person {
        /// The table.
        table: Id,
        /// The player to be erased.
        player: Id,
        /// The id that replaces the player.
        instead: Id,
    },
    /// A player, whose token is no longer valid.
    Player(Id),
    /// A table, with everything that happened there.
    Table(Id),
    /// Players who have nothing at any table and were not seen since this time, and what is left of
    /// deleted tables.
    Unseen {
        /// In milliseconds since 1970.
        since: u64,
    },
}

/// Erases something, in a transaction that has begun.
///
/// # Errors
/// Fails if it cannot be written.
pub async fn erase(connection: &mut SqliteConnection, erasure: &Erasure) -> Result<(), StoreError> {
    match erasure {
        Erasure::Event { table, number, event } => {
            let event = serde_json::to_string(event)?;
            let query = sqlx::query(
                "UPDATE facts SET fact = ?, checksum = ? WHERE table_id = ? AND number = ?",
            );
            let sum = checksum(table, *number, &event);
            run(query
                .bind(event)
                .bind(sum)
                .bind(table.as_str())
                .bind(*number as i64)
                .execute(connection))
            .await?;
        }
        Erasure::Person { table, player, instead } => {
            for query in [
                "UPDATE tables SET maker = ?1, request = NULL WHERE id = ?2 AND maker = ?3",
                "UPDATE seats SET player = ?1 WHERE table_id = ?2 AND player = ?3",
                "UPDATE OR REPLACE people SET player = ?1 WHERE table_id = ?2 AND player = ?3",
            ] {
                let query = sqlx::query(query)
                    .bind(instead.as_str())
                    .bind(table.as_str())
                    .bind(player.as_str());
                run(query.execute(&mut *connection)).await?;
            }
            // The summary contains names. It is made again from the events.
            let query =
                sqlx::query("DELETE FROM summaries WHERE table_id = ?").bind(table.as_str());
            run(query.execute(connection)).await?;
        }
        Erasure::Player(player) => {
            let query = sqlx::query("DELETE FROM players WHERE id = ?").bind(player.as_str());
            run(query.execute(connection)).await?;
        }
        Erasure::Table(table) => {
            for query in [
                "DELETE FROM facts WHERE table_id = ?",
                "DELETE FROM seats WHERE table_id = ?",
                "DELETE FROM people WHERE table_id = ?",
                "DELETE FROM analyses WHERE table_id = ?",
                "DELETE FROM tables WHERE id = ?",
            ] {
                run(sqlx::query(query).bind(table.as_str()).execute(&mut *connection)).await?;
            }
        }
        Erasure::Unseen { since } => {
            const UNSEEN: &str = "DELETE FROM players WHERE max(created_at, seen_at) < ? \
                 AND NOT EXISTS (SELECT 1 FROM people WHERE player = players.id) \
                 AND NOT EXISTS (SELECT 1 FROM tables WHERE maker = players.id)";
            run(sqlx::query(UNSEEN).bind(*since as i64).execute(&mut *connection)).await?;
            let query =
                sqlx::query("DELETE FROM analyses WHERE table_id NOT IN (SELECT id FROM tables)");
            run(query.execute(connection)).await?;
        }
    }
    Ok(())
}
