//! Erasing stored data: people who asked to be forgotten, and games that are too old.

use sqlx::SqliteConnection;

use super::run;
use crate::store::{Erasure, StoreError, checksum};

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
