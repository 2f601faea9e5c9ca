//! What is taken out of the file again: people who want to be forgotten, and games that are kept no
//! longer.

use sqlx::SqliteConnection;

use super::change::checksum;
use super::{StoreError, run};
use crate::events::StoredEvent;
use crate::ids::Id;

/// Something that is no longer to be kept as it was.
#[derive(Clone, Debug)]
pub enum Erasure {
    /// A event is kept as another: without what somebody said, or without their name.
    Event {
        /// Where.
        table: Id,
        /// Which, from 0.
        number: u64,
        /// What stands there from now on.
        event: StoredEvent,
    },
    /// At a table, somebody is another from now on.
    Person {
        /// Where.
        table: Id,
        /// Who.
        player: Id,
        /// Who they are instead.
        instead: Id,
    },
    /// Nobody has this player's token any more.
    Player(Id),
    /// A table, with everything that happened there.
    Table(Id),
    /// Players who have nothing at any table and were not seen since then, and what is left of
    /// tables that are gone.
    Unseen {
        /// In milliseconds since 1970.
        since: u64,
    },
}

/// Takes something out, in a transaction that has begun.
///
/// # Errors
/// Where it cannot be written.
pub async fn erase(connection: &mut SqliteConnection, erasure: &Erasure) -> Result<(), StoreError> {
    match erasure {
        Erasure::Event { table, number, event: fact } => {
            let fact = serde_json::to_string(fact)?;
            let query = sqlx::query(
                "UPDATE facts SET fact = ?, checksum = ? WHERE table_id = ? AND number = ?",
            );
            let sum = checksum(table, *number, &fact);
            run(query
                .bind(fact)
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
            // It has names, and is made again from the events.
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
