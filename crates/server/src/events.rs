//! The events of a table, as they are stored. A table is exactly the result of applying its events
//! in their order.
//!
//! Events stay in the file for ever. New kinds may be added, and new fields that have a default. No
//! kind or field ever gets another meaning.

use serde::{Deserialize, Serialize};

use crate::commands::{OfferKind, TimeControl};
use crate::ids::Id;

/// The level of the newest kinds of events that this program can read.
///
/// A release that adds a kind raises it, and gives that level to the kind in [`TableEvent::level`].
/// Servers that share a database write kinds of a level only once the database
/// [allows](crate::store::StoreError::TooEarly) them, because older servers could not read them.
#[cfg(feature = "cluster")]
pub const EVENT_LEVEL: u32 = 1;

/// An event, and when it happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredEvent {
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// The sender and the name of the request that caused it, if the request must not be done
    /// twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<(Id, String)>,
    /// The event itself.
    #[serde(flatten)]
    pub event: TableEvent,
}

/// An event at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum TableEvent {
    /// The table was opened. This is always the first event of a table, and never a later one.
    Opened(Box<Opened>),
    /// Somebody took a seat.
    Sat {
        /// The seat, from 0.
        seat: usize,
        /// The person who took the seat.
        person: Participant,
    },
    /// Somebody left a seat before the game began.
    Stood {
        /// The seat, from 0.
        seat: usize,
    },
    /// A seat contributed to the dice.
    Contributed {
        /// The seat, from 0.
        seat: usize,
        /// The contribution: 64 lower-case hexadecimal digits.
        entropy: String,
    },
    /// All seats were taken, and the game began.
    Began,
    /// A move was made.
    Moved {
        /// The seat, from 0.
        seat: usize,
        /// The move in its usual spelling.
        step: String,
    },
    /// A move of a random player, or a roll of the die, was drawn from the seed.
    #[serde(rename = "drawn")]
    Rolled {
        /// The resulting step.
        step: String,
    },
    /// A seat made an offer.
    Offered {
        /// The seat, from 0.
        seat: usize,
        /// The offer.
        what: OfferKind,
    },
    /// A seat agreed to an offer.
    Accepted {
        /// The seat, from 0.
        seat: usize,
        /// The offer.
        what: OfferKind,
    },
    /// An offer was declined or withdrawn.
    Declined {
        /// The offer.
        what: OfferKind,
    },
    /// Steps were taken back.
    TakenBack {
        /// The number of steps that are left.
        steps: usize,
    },
    /// A seat lost: its player resigned, ran out of time, or was away for too long.
    Lost {
        /// The seat, from 0.
        seat: usize,
        /// The reason, as a clause.
        reason: String,
    },
    /// A seat was given to an engine, because its player left a game of three or four.
    Replaced {
        /// The seat, from 0.
        seat: usize,
        /// The reason, as a clause.
        reason: String,
    },
    /// All agreed to a draw.
    #[serde(rename = "drew")]
    DrawAgreed,
    /// The game was stopped because nobody was left to play it.
    Stopped,
    /// A rematch with the seats exchanged was created at another table.
    #[serde(rename = "followed")]
    RematchCreated {
        /// The table of the rematch.
        table: Id,
    },
    /// Somebody wrote a chat line.
    Said {
        /// The person who wrote it.
        person: Participant,
        /// The text.
        text: String,
    },
    /// This replaces a chat line that is no longer kept.
    #[serde(rename = "unsaid")]
    LineErased {
        /// Was the line by a player, or by the maker of the table?
        seated: bool,
    },
    /// Somebody was erased from earlier events. Readers who know those events have to read them
    /// again.
    #[serde(rename = "forgotten")]
    PersonErased,
    /// Somebody added a variation.
    #[serde(rename = "varied")]
    VariationAdded {
        /// The person who added it.
        person: Participant,
        /// The number of steps after which it begins.
        after: usize,
        /// The moves of the variation.
        steps: Vec<String>,
    },
    /// The maker of the table sent a guest away before the first move, and the seat is free.
    Dismissed {
        /// The seat, from 0.
        seat: usize,
        /// The code of the seat's new invite link, if the seat is reserved for a friend.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invite: Option<String>,
    },
    /// A spectator was muted: their chat lines are hidden at this table, and they may write no
    /// more.
    Muted {
        /// The spectator.
        person: Participant,
    },
    /// A spectator is no longer muted.
    Unmuted {
        /// The spectator.
        player: Id,
    },
    /// The server was not running for a while, which is nobody's fault.
    Paused {
        /// The length of the downtime in milliseconds.
        lasted: u64,
    },
    /// The table was closed before its game began.
    Closed,
}

impl TableEvent {
    /// The [level](EVENT_LEVEL) of this kind of event.
    #[cfg(feature = "cluster")]
    pub fn level(&self) -> u32 {
        1
    }

    /// Is the event a move or a roll?
    pub fn is_step(&self) -> bool {
        matches!(self, TableEvent::Moved { .. } | TableEvent::Rolled { .. })
    }

    /// Can this event change which player is to move, or end the game?
    pub fn changes_game(&self) -> bool {
        match self {
            TableEvent::Opened(_)
            | TableEvent::Sat { .. }
            | TableEvent::Stood { .. }
            | TableEvent::Contributed { .. }
            | TableEvent::Offered { .. }
            | TableEvent::Accepted { .. }
            | TableEvent::Declined { .. }
            | TableEvent::RematchCreated { .. }
            | TableEvent::Said { .. }
            | TableEvent::LineErased { .. }
            | TableEvent::PersonErased
            | TableEvent::VariationAdded { .. }
            | TableEvent::Muted { .. }
            | TableEvent::Unmuted { .. }
            | TableEvent::Closed => false,
            TableEvent::Began
            | TableEvent::Moved { .. }
            | TableEvent::Rolled { .. }
            | TableEvent::TakenBack { .. }
            | TableEvent::Lost { .. }
            | TableEvent::Replaced { .. }
            | TableEvent::DrawAgreed
            | TableEvent::Stopped
            | TableEvent::Dismissed { .. }
            | TableEvent::Paused { .. } => true,
        }
    }

    /// Does the event hold something that nobody but the server may know before the end of the
    /// game, or that authenticates somebody?
    pub fn has_secret(&self) -> bool {
        match self {
            TableEvent::Opened(_) | TableEvent::Contributed { .. } => true,
            TableEvent::Dismissed { invite, .. } => invite.is_some(),
            TableEvent::Sat { .. }
            | TableEvent::Stood { .. }
            | TableEvent::Began
            | TableEvent::Moved { .. }
            | TableEvent::Rolled { .. }
            | TableEvent::Offered { .. }
            | TableEvent::Accepted { .. }
            | TableEvent::Declined { .. }
            | TableEvent::TakenBack { .. }
            | TableEvent::Lost { .. }
            | TableEvent::Replaced { .. }
            | TableEvent::DrawAgreed
            | TableEvent::Stopped
            | TableEvent::RematchCreated { .. }
            | TableEvent::Said { .. }
            | TableEvent::LineErased { .. }
            | TableEvent::PersonErased
            | TableEvent::VariationAdded { .. }
            | TableEvent::Muted { .. }
            | TableEvent::Unmuted { .. }
            | TableEvent::Paused { .. }
            | TableEvent::Closed => false,
        }
    }

    /// The seat that the event names.
    pub fn seat(&self) -> Option<usize> {
        match self {
            TableEvent::Sat { seat, .. }
            | TableEvent::Stood { seat }
            | TableEvent::Contributed { seat, .. }
            | TableEvent::Moved { seat, .. }
            | TableEvent::Offered { seat, .. }
            | TableEvent::Accepted { seat, .. }
            | TableEvent::Lost { seat, .. }
            | TableEvent::Replaced { seat, .. }
            | TableEvent::Dismissed { seat, .. } => Some(*seat),
            _ => None,
        }
    }

    /// The people whom the event names.
    pub fn people(&self) -> impl Iterator<Item = &Participant> {
        let (seats, person) = match self {
            TableEvent::Opened(opened) => (opened.seats.as_slice(), None),
            TableEvent::Sat { person, .. }
            | TableEvent::Said { person, .. }
            | TableEvent::VariationAdded { person, .. }
            | TableEvent::Muted { person } => (&[][..], Some(person)),
            _ => (&[][..], None),
        };
        seats.iter().filter_map(Occupant::person).chain(person)
    }

    /// Can the event change the listing under which the table is found?
    pub fn changes_seats(&self) -> bool {
        matches!(
            self,
            TableEvent::Sat { .. }
                | TableEvent::Stood { .. }
                | TableEvent::Dismissed { .. }
                | TableEvent::Replaced { .. }
                | TableEvent::Began
                | TableEvent::Closed
        )
    }
}

/// How a table was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opened {
    /// The game and its options in one line.
    pub game: String,
    /// The starting position, if it is not the game's usual one.
    pub position: Option<String>,
    /// The maker of the table.
    pub maker: Option<Id>,
    /// The occupants of the seats; for a free seat, the people who may take it.
    pub seats: Vec<Occupant>,
    /// How long players may think.
    #[serde(rename = "pace")]
    pub time_control: TimeControl,
    /// Is the table shown to everybody in the lobby?
    pub listed: bool,
    /// The seed of everything random in the game; it is secret until the end.
    pub seed: String,
    /// The day on which the table was made.
    pub date: String,
    /// The game that this one continues, and after how many steps.
    pub from: Option<(Id, usize)>,
    /// If no player is missing, does the game still wait until somebody has contributed to its
    /// dice?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub await_contribution: bool,
}

/// The occupant of a seat, or the people who may take it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// The seat is free for anybody.
    Open,
    /// The seat is free for the owner of this code, which the maker of the table passes on.
    Friend {
        /// The invite code.
        invite: String,
    },
    /// A person, or a program that acts as one.
    Person(Participant),
    /// An engine of the house.
    Engine {
        /// The level, from 1 to 10.
        level: u8,
    },
    /// A player who makes random moves.
    Random,
}

/// Somebody at a table.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Participant {
    /// The id of the player.
    pub player: Id,
    /// The name that the player had at that time.
    pub name: String,
    /// Is the player a program that is connected over one of the ports for programs?
    #[serde(default)]
    pub program: bool,
}

impl Occupant {
    /// The person in this seat, if there is one.
    pub fn person(&self) -> Option<&Participant> {
        match self {
            Occupant::Person(person) => Some(person),
            _ => None,
        }
    }

    /// Can somebody still take this seat?
    pub fn is_free(&self) -> bool {
        matches!(self, Occupant::Open | Occupant::Friend { .. })
    }
}
