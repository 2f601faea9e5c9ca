//! Commands of players at a table, as clients send them.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::ids::{Id, fresh_invite};
use crate::texts::ErrorText;

/// A command at a table.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = Told)]
pub struct TableRequest {
    /// The command.
    #[serde(flatten)]
    pub command: TableCommand,
    /// A name for this request, at most 64 bytes. If the request is sent again, it is done only
    /// once.
    #[serde(default)]
    pub request: Option<String>,
    /// The state of the game that the command is meant for. A move needs it.
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
        .map_err(|error| ApiError::bad_request(ErrorText::BadJson(error.to_string())))?;
    match wrong_tag(&value) {
        Some((tag, found)) => Err(ApiError::bad_request(ErrorText::TagIsNoWord {
            tag: tag.to_owned(),
            found: found.to_string(),
        })),
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

/// A command: what a player wants to do at a table.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "lowercase")]
#[schema(as = Deed)]
pub enum TableCommand {
    /// Makes a move.
    Move {
        /// The move, as typed or as people read it: `1 2 1 3` or `c6–d6`.
        step: String,
        /// The seat that moves, for players who have several.
        #[serde(default)]
        seat: Option<usize>,
    },
    /// Takes a free seat.
    Sit {
        /// The number of the seat, from 1. It can be left out if the invite code tells the seat.
        #[serde(default)]
        seat: Option<usize>,
        /// The code of the invite link, for a seat that is reserved for a friend.
        #[serde(default)]
        invite: Option<String>,
        /// The player's contribution to the dice, in a game with dice: 64 hexadecimal digits.
        #[serde(default)]
        entropy: Option<String>,
    },
    /// Contributes to the dice before the first roll.
    Contribute {
        /// 32 random bytes, as 64 hexadecimal digits.
        entropy: String,
        /// The seat that contributes. It can be left out.
        #[serde(default)]
        seat: Option<usize>,
    },
    /// Leaves a seat before the game begins.
    Stand {
        /// The number of the seat, from 1. A player with one seat can leave it out.
        #[serde(default)]
        seat: Option<usize>,
    },
    /// Makes an offer to the other players.
    Offer {
        /// What is offered.
        what: OfferKind,
    },
    /// Accepts an offer.
    Accept {
        /// What was offered.
        what: OfferKind,
    },
    /// Declines an offer, or withdraws one's own.
    Decline {
        /// What was offered.
        what: OfferKind,
    },
    /// Resigns the game.
    Resign {
        /// The seat that resigns. A player with one seat can leave it out.
        #[serde(default)]
        seat: Option<usize>,
    },
    /// Claims the win from an opponent who has been away for too long.
    Claim,
    /// Writes a chat line.
    Chat {
        /// One line of at most 500 characters.
        text: String,
    },
    /// Hides the chat lines of a spectator from everybody at the table. Its players and its maker
    /// can do this.
    Mute {
        /// The id of the spectator.
        player: Id,
    },
    /// Shows the lines of a spectator again.
    Unmute {
        /// The id of the spectator.
        player: Id,
    },
    /// Removes a guest for good, before the first move. The maker of the table can do this.
    Dismiss {
        /// The seat of the guest, from 1.
        seat: usize,
        /// The codes of new invite links are made from this.
        #[serde(skip, default = "fresh_invite")]
        invite: String,
    },
    /// Adds a variation to a game that is over.
    Variation {
        /// The number of steps after which it begins.
        after: usize,
        /// The steps of the variation, as typed or as people read them.
        steps: Vec<String>,
    },
    /// Closes a table whose game has not begun, or at which engines play alone. The maker of the
    /// table can do this.
    Close,
}

impl TableCommand {
    /// Does this command take a seat?
    pub fn takes_seat(&self) -> bool {
        matches!(self, TableCommand::Sit { .. })
    }

    /// Does the decision on this command depend on who is connected?
    pub fn needs_presence(&self) -> bool {
        matches!(self, TableCommand::Claim)
    }
}

/// What a player can offer to the others.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Offered)]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// A takeback: the last move of the player who asks is taken back, with all that followed it.
    Takeback,
    /// A rematch: another game with the seats exchanged.
    Rematch,
}

/// How long players may think.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schema(as = Pace)]
pub enum TimeControl {
    /// There is no clock.
    #[default]
    None,
    /// A time for each move.
    Move {
        /// The time in seconds, from 1 to 86400.
        seconds: u64,
    },
    /// A time for all moves of the game, and an increment after each.
    Game {
        /// The time in seconds, from 1 to 86400.
        seconds: u64,
        /// The increment in seconds, from 0 to 3600.
        #[serde(default)]
        increment: u64,
    },
    /// A number of days for each move.
    Days {
        /// The number of days, from 1 to 30.
        days: u64,
    },
}

/// The player for a seat of a new table.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schema(as = Wanted)]
pub enum SeatSetup {
    /// The maker of the table.
    Me,
    /// The person who has the invite link of the seat.
    Friend,
    /// Anybody.
    Open,
    /// An engine.
    Engine {
        /// The level, from 1 to 10.
        level: u8,
    },
    /// A player who makes random moves.
    Random,
    /// A program that is connected: see `GET /api/programs`.
    Program {
        /// The id of the program.
        program: String,
    },
}
