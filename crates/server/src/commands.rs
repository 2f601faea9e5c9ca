//! Commands of players at a table, as clients send them.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::ids::{Id, fresh_invite};
use crate::texts;

/// Something that somebody does at a table.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = Told)]
pub struct TableRequest {
    /// What is done.
    #[serde(flatten)]
    pub command: TableCommand,
    /// A name for this request, at most 64 bytes: who sends it again has done it once.
    #[serde(default)]
    pub request: Option<String>,
    /// The state of the game that it is meant for; a move needs it.
    #[serde(default)]
    pub state: Option<usize>,
}

/// The JSON fields whose value says what an object is.
const TAGS: [&str; 3] = ["do", "kind", "type"];

/// Checks that all tags in this JSON are strings. The deserializer would otherwise accept numbers
/// as variant names, in an undocumented order.
///
/// # Errors
/// Fails if a tag is not a string.
pub fn check_tags(json: &[u8]) -> Result<(), ApiError> {
    let value = serde_json::from_slice(json)
        .map_err(|error| ApiError::bad_request(texts::bad_json(&error)))?;
    match wrong_tag(&value) {
        Some((tag, found)) => Err(ApiError::bad_request(texts::tag_is_no_word(tag, found))),
        None => Ok(()),
    }
}

fn wrong_tag(value: &Value) -> Option<(&str, &Value)> {
    match value {
        Value::Object(object) => object.iter().find_map(|(name, value)| match value {
            Value::Array(_) | Value::Object(_) => wrong_tag(value),
            Value::String(_) => None,
            other => TAGS.contains(&name.as_str()).then_some((name.as_str(), other)),
        }),
        Value::Array(items) => items.iter().find_map(wrong_tag),
        _ => None,
    }
}

/// What is done.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "lowercase")]
#[schema(as = Deed)]
pub enum TableCommand {
    /// Makes a move.
    Move {
        /// As typed.
        step: String,
        /// Whose, for those who have several seats.
        #[serde(default)]
        seat: Option<usize>,
    },
    /// Takes a free seat.
    Sit {
        /// From 1; may be left out where the code says which.
        #[serde(default)]
        seat: Option<usize>,
        /// The code of the invite link, for a seat that is kept for a friend.
        #[serde(default)]
        invite: Option<String>,
        /// What the player contributes to the dice, in a game that has some: 64 hexadecimal digits.
        #[serde(default)]
        entropy: Option<String>,
    },
    /// Contributes to the dice before the first roll.
    Contribute {
        /// 64 hexadecimal digits: 32 bytes, by chance.
        entropy: String,
        /// For which of one's seats; may be left out.
        #[serde(default)]
        seat: Option<usize>,
    },
    /// Leaves a seat before the game begins.
    Stand {
        /// From 1; may be left out by who has one.
        #[serde(default)]
        seat: Option<usize>,
    },
    /// Proposes something to the others.
    Offer {
        /// What.
        what: OfferKind,
    },
    /// Agrees to it.
    Accept {
        /// To what.
        what: OfferKind,
    },
    /// Does not, or takes back one's own offer.
    Decline {
        /// What.
        what: OfferKind,
    },
    /// Gives the game up.
    Resign {
        /// For which of one's seats; may be left out by who has one.
        #[serde(default)]
        seat: Option<usize>,
    },
    /// Takes the win from an opponent who has been away for too long.
    Claim,
    /// Says something to all at the table.
    Chat {
        /// One line of at most 500 characters.
        text: String,
    },
    /// Hides what a watcher says from everybody at the table: for its players and its maker.
    Mute {
        /// Who.
        player: Id,
    },
    /// Shows it again.
    Unmute {
        /// Who.
        player: Id,
    },
    /// Sends a guest away before the first move, for good: for the maker of the table.
    Dismiss {
        /// Where they sit, from 1.
        seat: usize,
        /// What codes of new invite links are made from.
        #[serde(skip, default = "fresh_invite")]
        invite: String,
    },
    /// Keeps what could have been played, once the game is over.
    Variation {
        /// After so many steps of the game.
        after: usize,
        /// What would have followed.
        steps: Vec<String>,
    },
    /// Gives up a table whose game has not begun, or at which engines play alone: for its maker.
    Close,
}

impl TableCommand {
    /// Does this command take a seat?
    pub fn takes_seat(&self) -> bool {
        matches!(self, TableCommand::Sit { .. })
    }
}

/// What can be proposed to the others.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Offered)]
pub enum OfferKind {
    /// That the game is a draw.
    Draw,
    /// That the proposer's last move is taken back, with all that followed it.
    Takeback,
    /// Another game, with the seats exchanged.
    Rematch,
}

impl OfferKind {
    /// The name of the offer in JSON.
    pub fn name(self) -> &'static str {
        match self {
            OfferKind::Draw => "draw",
            OfferKind::Takeback => "takeback",
            OfferKind::Rematch => "rematch",
        }
    }
}

/// How long players may think, as the server keeps it.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schema(as = Pace)]
pub enum TimeControl {
    /// As long as they like.
    #[default]
    None,
    /// So long for each move.
    Move {
        /// From 1 to 86400.
        seconds: u64,
    },
    /// So long for all moves of a game, and something more after each.
    Game {
        /// From 1 to 86400.
        seconds: u64,
        /// From 0 to 3600.
        #[serde(default)]
        increment: u64,
    },
    /// So many days for each move.
    Days {
        /// From 1 to 30.
        days: u64,
    },
}

/// Who is to fill a seat, as the maker of a table says.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schema(as = Wanted)]
pub enum SeatSetup {
    /// The maker.
    Me,
    /// Who has the seat's invite link.
    Friend,
    /// Anybody.
    Open,
    /// A player of the house.
    Engine {
        /// From 1 to 10.
        level: u8,
    },
    /// Plays by chance.
    Random,
    /// A program that is connected: see `GET /api/programs`.
    Program {
        /// Its id.
        program: String,
    },
}
