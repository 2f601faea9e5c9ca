//! A table as clients read it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scene::{EndingView, NextView, SceneView};
use crate::commands::{OfferKind, TimeControl};
use crate::ids::Id;

/// A table as one of those who look at it sees it.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = Table)]
pub struct TableView<'a> {
    #[serde(flatten)]
    pub(super) common: &'a Common,
    /// Did you make it?
    pub(super) maker: bool,
    /// Who sits there.
    pub(super) seats: Vec<SeatView<'a>>,
    /// The board; left out where it was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scene: Option<&'a SceneView>,
    /// The legal moves, for who is to move and did not ask for the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<Vec<String>>,
}

/// What everybody sees alike.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
pub struct Common {
    /// What the table is called.
    pub(super) id: Id,
    /// The game and its options in one line.
    pub(super) game: String,
    /// The game's id.
    pub(super) game_id: Cow<'static, str>,
    /// The game's name.
    pub(super) title: Cow<'static, str>,
    /// Where it starts, if not from its usual first position.
    pub(super) position: Option<String>,
    /// `waiting`, `playing`, `over` or `closed`.
    pub(super) stage: Cow<'static, str>,
    /// The number of the game's state, which a move says that it is meant for.
    pub(super) state: usize,
    /// How much has happened at the table: it never falls.
    pub(super) facts: u64,
    /// The server's time, in milliseconds since 1970.
    pub(super) now_at: u64,
    /// When it was made.
    pub(super) created_at: u64,
    /// Is it shown to everybody?
    pub(super) listed: bool,
    /// What comes next.
    pub(super) next: NextView,
    /// How the game ended, once it has.
    #[serde(flatten)]
    pub(super) end: EndingView,
    /// One line for a person who types a move.
    pub(super) hint: Cow<'static, str>,
    /// How long players may think.
    pub(super) clock: ClockView,
    /// From when on the game can be claimed from who is to move and away.
    pub(super) claim_at: Option<u64>,
    /// What is proposed and not settled.
    pub(super) offers: Vec<OfferView>,
    /// The SHA-256 of what everything random is drawn from.
    pub(super) commitment: Option<String>,
    /// What everything random was drawn from, once the game is over.
    pub(super) seed: Option<String>,
    /// What players have contributed to the dice; `null` in a game without dice, and in lists.
    #[serde(default)]
    pub(super) dice: Option<DiceView>,
    /// What was played; left out of lists.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) steps: Option<Since<StepView>>,
    /// What was said; left out of lists.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) chat: Option<Since<ChatLineView>>,
    /// People who watch and whose lines are hidden here.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub(super) muted: Vec<Muted>,
    /// What could have been played; left out where there is something and you know all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) variations: Option<Vec<VariationView>>,
    /// How many others look on.
    pub(super) watchers: usize,
    /// The table of the game that followed this one.
    pub(super) rematch: Option<Id>,
    /// The game that this one goes on from.
    pub(super) from: Option<ContinuedFrom>,
}

/// What players have contributed to the dice.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
#[schema(as = Dice)]
pub struct DiceView {
    /// Can a seat still contribute, since no roll has been seen?
    pub(super) open: bool,
    /// For each seat, 64 hexadecimal digits, or `null` where it has contributed nothing.
    pub(super) contributions: Vec<Option<String>>,
}

/// A list from some entry on: it takes the place of whatever was known from there.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
pub struct Since<T> {
    /// From 0.
    pub(super) from: usize,
    /// All that follows.
    pub(super) list: Vec<T>,
    /// Entries from here up to `from` are left out, since an answer carries only so many:
    /// `GET /api/tables/{id}/steps` has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) missing_from: Option<usize>,
}

/// A page of a game's steps.
#[derive(Serialize, ToSchema, Debug)]
pub struct StepsPage {
    /// From 0.
    pub(super) from: usize,
    /// At most 1000 of those that follow.
    pub(super) list: Vec<StepView>,
    /// How many steps the game has.
    pub(super) total: usize,
    /// Are there more after these?
    pub(super) more: bool,
    /// How much has happened at the table: pages with the same number are of the same game.
    pub(super) facts: u64,
}

/// Where a table stands, in short.
#[derive(Serialize, ToSchema, Debug)]
pub struct ShortTable {
    /// What the table is called.
    pub(super) id: Id,
    /// The number of the game's state, which a move says that it is meant for.
    pub(super) state: usize,
    /// How much has happened at the table: it never falls.
    pub(super) facts: u64,
    /// `waiting`, `playing`, `over` or `closed`.
    pub(super) stage: &'static str,
    /// What comes next.
    pub(super) next: NextView,
}

/// A seat.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = Seat)]
pub struct SeatView<'a> {
    #[serde(flatten)]
    pub(super) common: &'a CommonSeat,
    /// Is it yours?
    pub(super) you: bool,
    /// The code of its invite link, while it is kept for a friend: for the maker of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) invite: Option<&'a str>,
    /// May who sits there be sent away? For the maker of the table.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) dismissible: bool,
}

/// What everybody sees of a seat.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
pub struct CommonSeat {
    /// From 1.
    pub(super) seat: usize,
    /// What its pieces are called on the board.
    pub(super) symbol: String,
    /// What its side is called, where it has a name.
    pub(super) side: Option<Cow<'static, str>>,
    /// `person`, `engine`, `random`, `program`; `friend` and `open` while it is free.
    pub(super) kind: Cow<'static, str>,
    /// What who sits there is shown as: people whose names look alike are told apart.
    pub(super) name: Option<String>,
    /// Who sits there.
    pub(super) player: Option<Id>,
    /// Of an engine, from 1 to 10.
    pub(super) level: Option<u8>,
    /// Are they connected?
    pub(super) here: bool,
    /// Since when they are not.
    pub(super) away_at: Option<u64>,
    /// Is an engine thinking?
    pub(super) thinking: bool,
}

/// Clocks.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
#[schema(as = Clock)]
pub struct ClockView {
    #[serde(flatten)]
    pub(super) time_control: TimeControl,
    /// What each seat has left, in milliseconds.
    pub(super) left_ms: Option<Vec<u64>>,
    /// Whose clock runs, from 1.
    pub(super) running: Option<usize>,
    /// When it has run out.
    pub(super) ends_at: Option<u64>,
}

/// Something that is proposed.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
#[schema(as = Offer)]
pub struct OfferView {
    /// What.
    pub(super) what: OfferKind,
    /// By which seat, from 1.
    pub(super) by: usize,
    /// Seats whose answer is missing.
    pub(super) waits_for: Vec<usize>,
}

/// A step of the game.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
#[schema(as = Step)]
pub struct StepView {
    /// As typed.
    pub(super) step: String,
    /// Which seat made it, from 1; `null` for the die.
    pub(super) by: Option<usize>,
    /// Who could not move after it, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) skipped: Vec<Skipped>,
    /// What was left on the mover's clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock_ms: Option<u64>,
    /// A roll that had been seen before it was taken back: the dice do not change. Left out where
    /// it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) known: bool,
}

/// A seat that could not move.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
pub struct Skipped {
    /// From 1.
    pub(super) seat: usize,
    /// Why, as a clause.
    pub(super) reason: String,
}

/// A line of the chat.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
#[schema(as = Said)]
pub struct ChatLineView {
    /// What who said it is shown as: people whose names look alike are told apart.
    pub(super) name: String,
    /// Who said it.
    pub(super) player: Id,
    /// Their seat, from 1, if they have one.
    pub(super) seat: Option<usize>,
    /// What was said; empty where it is not kept any more.
    pub(super) text: String,
    /// When.
    pub(super) at: u64,
}

/// Somebody whose lines are hidden at a table.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
pub struct Muted {
    /// Who.
    pub(super) player: Id,
    /// What they are shown as.
    pub(super) name: String,
}

/// What could have been played.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
#[schema(as = Variation)]
pub struct VariationView {
    /// After so many steps.
    pub(super) after: usize,
    /// What would have followed.
    pub(super) steps: Vec<String>,
    /// Who says so.
    pub(super) name: String,
}

/// The game that another goes on from.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
#[schema(as = From)]
pub struct ContinuedFrom {
    /// Which.
    pub(super) table: Id,
    /// After how many steps.
    pub(super) step: usize,
}
