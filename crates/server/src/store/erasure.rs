//! What is erased: people who asked to be forgotten, and games that are too old.

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
