//! What has happened at a table, as it is kept: a table is what its events make of it, in their
//! order, and nothing else.
//!
//! Events are in the file for ever. New kinds may come, and fields that have a default; none is
//! ever given another meaning.

use serde::{Deserialize, Serialize};

use crate::commands::{OfferKind, TimeControl};
use crate::ids::Id;

/// Something that has happened, and when.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredEvent {
    /// Milliseconds since 1970.
    pub at: u64,
    /// Who did it and what they called it, where it must not be done twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<(Id, String)>,
    /// What.
    #[serde(flatten)]
    pub event: TableEvent,
}

/// Something that has happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum TableEvent {
    /// The table was made. The first event of each, and of none other.
    Opened(Box<Opened>),
    /// Somebody took a seat.
    Sat {
        /// From 0.
        seat: usize,
        /// Who.
        person: Participant,
    },
    /// Somebody left one before the game began.
    Stood {
        /// From 0.
        seat: usize,
    },
    /// A seat contributed to the dice.
    Contributed {
        /// From 0.
        seat: usize,
        /// 64 lower-case hexadecimal digits.
        entropy: String,
    },
    /// All seats were taken, and the game began.
    Began,
    /// A move was made.
    Moved {
        /// From 0.
        seat: usize,
        /// In its usual spelling.
        step: String,
    },
    /// A move of a random player, or a roll of the die, was drawn from the seed.
    #[serde(rename = "drawn")]
    Rolled {
        /// What came of it.
        step: String,
    },
    /// Something was proposed.
    Offered {
        /// From 0.
        seat: usize,
        /// What.
        what: OfferKind,
    },
    /// A seat agreed to it.
    Accepted {
        /// From 0.
        seat: usize,
        /// To what.
        what: OfferKind,
    },
    /// It came to nothing.
    Declined {
        /// What.
        what: OfferKind,
    },
    /// Steps were taken back.
    TakenBack {
        /// So many are left.
        steps: usize,
    },
    /// A seat lost: it gave up, ran out of time, or was away for too long.
    Lost {
        /// From 0.
        seat: usize,
        /// Why, as a clause.
        reason: String,
    },
    /// A seat was given to an engine, since its player left a game of three or four.
    Replaced {
        /// From 0.
        seat: usize,
        /// Why, as a clause.
        reason: String,
    },
    /// All agreed to a draw.
    #[serde(rename = "drew")]
    DrawAgreed,
    /// The game was broken off: nobody is left to play it.
    Stopped,
    /// Another game with the seats exchanged has its own table.
    #[serde(rename = "followed")]
    RematchCreated {
        /// Which.
        table: Id,
    },
    /// Somebody said something.
    Said {
        /// Who.
        person: Participant,
        /// What.
        text: String,
    },
    /// A line of the chat that is not kept any more; it stands in its place.
    #[serde(rename = "unsaid")]
    LineErased {
        /// Was it by a player, or the maker of the table?
        seated: bool,
    },
    /// Somebody was taken out of what had happened before: whoever knows it reads it anew.
    #[serde(rename = "forgotten")]
    PersonErased,
    /// Somebody kept what could have been played.
    #[serde(rename = "varied")]
    VariationAdded {
        /// Who.
        person: Participant,
        /// After so many steps.
        after: usize,
        /// What would have followed.
        steps: Vec<String>,
    },
    /// The maker of the table sent a guest away before the first move, and the seat is free.
    Dismissed {
        /// From 0.
        seat: usize,
        /// The code of the seat's new invite link, where it is kept for a friend.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invite: Option<String>,
    },
    /// A watcher's lines are hidden here, and they may say no more.
    Muted {
        /// Who.
        person: Participant,
    },
    /// They may again.
    Unmuted {
        /// Who.
        player: Id,
    },
    /// The server was not there for a while, which is nobody's fault.
    Paused {
        /// For so many milliseconds.
        lasted: u64,
    },
    /// The table was given up before its game began.
    Closed,
}

impl TableEvent {
    /// Is it a move or a roll?
    pub fn is_step(&self) -> bool {
        matches!(self, TableEvent::Moved { .. } | TableEvent::Rolled { .. })
    }

    /// Can somebody else be to move after it, or nobody?
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

    /// The people whom it names.
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

    /// Can a table be found by something else after it?
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

/// How a table begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opened {
    /// The game and its options in one line.
    pub game: String,
    /// Where it starts, if not from its usual first position.
    pub position: Option<String>,
    /// Who made it.
    pub maker: Option<Id>,
    /// Who fills the seats, or may.
    pub seats: Vec<Occupant>,
    /// How long players may think.
    #[serde(rename = "pace")]
    pub time_control: TimeControl,
    /// Is it shown to everybody?
    pub listed: bool,
    /// What everything random is drawn from; a secret until the end.
    pub seed: String,
    /// The day on which it was made.
    pub date: String,
    /// The game that it goes on from, and after how many steps.
    pub from: Option<(Id, usize)>,
    /// Does the game begin only once somebody has contributed to its dice, where nobody else is
    /// missing?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub await_contribution: bool,
}

/// Who fills a seat, or may.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// Free for anybody.
    Open,
    /// Free for who has this code, which the maker of the table hands on.
    Friend {
        /// The code.
        invite: String,
    },
    /// A person, or a program that acts as one.
    Person(Participant),
    /// A player of the house.
    Engine {
        /// From 1 to 10.
        level: u8,
    },
    /// Plays by chance.
    Random,
}

/// Somebody at a table.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Participant {
    /// Who.
    pub player: Id,
    /// What they called themselves.
    pub name: String,
    /// Are they a program on one of its own ports?
    #[serde(default)]
    pub program: bool,
}

impl Occupant {
    /// The person who sits here.
    pub fn person(&self) -> Option<&Participant> {
        match self {
            Occupant::Person(person) => Some(person),
            _ => None,
        }
    }

    /// Can somebody still sit down here?
    pub fn is_free(&self) -> bool {
        matches!(self, Occupant::Open | Occupant::Friend { .. })
    }
}
