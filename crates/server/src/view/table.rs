//! A table as clients read it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scene::{EndingView, NextView, SceneView};
use crate::commands::{OfferKind, TimeControl};
use crate::ids::Id;

/// A table as one reader sees it.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = Table)]
pub struct TableView<'a> {
    #[serde(flatten)]
    pub(super) common: &'a Common,
    /// Did the reader make the table?
    pub(super) maker: bool,
    /// The seats.
    pub(super) seats: Vec<SeatView<'a>>,
    /// What is to be drawn, if the request asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scene: Option<&'a SceneView>,
    /// The legal moves, if the reader is to move and did not ask for the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<Vec<String>>,
}

/// The part of a table that is the same for all readers of a language.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
pub struct Common {
    /// The id of the table.
    pub(super) id: Id,
    /// The game and its options in one line.
    pub(super) game: String,
    /// The id of the game.
    pub(super) game_id: Cow<'static, str>,
    /// The title of the game.
    pub(super) title: Cow<'static, str>,
    /// The options that differ from the defaults, in words: `15×15 board, 5 in a row`. It may be
    /// empty.
    #[serde(default)]
    pub(super) variant: String,
    /// The starting position, if it is not the usual one.
    pub(super) position: Option<String>,
    /// `waiting`, `playing`, `over` or `closed`.
    pub(super) stage: Cow<'static, str>,
    /// The number of the game's state. A move names the state that it is meant for.
    pub(super) state: usize,
    /// The number of events at the table, which never decreases.
    #[serde(rename = "facts")]
    pub(super) event_count: u64,
    /// The server's time, in milliseconds since 1970.
    pub(super) now_at: u64,
    /// When the table was made, in milliseconds since 1970.
    pub(super) created_at: u64,
    /// Is the table shown to everybody in the lobby?
    pub(super) listed: bool,
    /// What comes next.
    pub(super) next: NextView,
    /// How the game ended, once it has.
    #[serde(flatten)]
    pub(super) end: EndingView,
    /// One line that tells a person how to type a move.
    pub(super) hint: Cow<'static, str>,
    /// How long players may think.
    pub(super) clock: ClockView,
    /// When the game can be claimed if the player to move stays away.
    pub(super) claim_at: Option<u64>,
    /// The offers that are not settled.
    pub(super) offers: Vec<OfferView>,
    /// The SHA-256 of the seed, from which everything random is drawn.
    pub(super) commitment: Option<String>,
    /// The seed, once the game is over.
    pub(super) seed: Option<String>,
    /// The contributions of the players to the dice; `null` in a game without dice, and in lists.
    #[serde(default)]
    pub(super) dice: Option<DiceView>,
    /// The steps of the game; left out of lists.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) steps: Option<Since<StepView>>,
    /// The chat; left out of lists.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) chat: Option<Since<ChatLineView>>,
    /// Spectators whose chat lines are hidden at this table.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub(super) muted: Vec<Muted>,
    /// The variations. They are left out if there are some and the reader knows all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) variations: Option<Vec<VariationView>>,
    /// The number of spectators.
    pub(super) watchers: usize,
    /// The table of the rematch.
    pub(super) rematch: Option<Id>,
    /// The game that this one continues.
    pub(super) from: Option<ContinuedFrom>,
}

/// The contributions of the players to the dice.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
#[schema(as = Dice)]
pub struct DiceView {
    /// Can a seat still contribute? It can until the first roll has been seen.
    pub(super) open: bool,
    /// For each seat 64 hexadecimal digits, or `null` if it has contributed nothing.
    pub(super) contributions: Vec<Option<String>>,
}

/// The end of a list. It replaces everything that the reader knew from `from` on.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
pub struct Since<T> {
    /// The index of the first entry, from 0.
    pub(super) from: usize,
    /// The entries.
    pub(super) list: Vec<T>,
    /// The reader lacks the entries from this index up to `from`, because the number of entries in
    /// an answer is limited. Get them from `GET /api/tables/{id}/steps`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) missing_from: Option<usize>,
}

/// A page of a game's steps.
#[derive(Serialize, ToSchema, Debug)]
pub struct StepsPage {
    /// The index of the first step, from 0.
    pub(super) from: usize,
    /// The steps from there on, at most 1000.
    pub(super) list: Vec<StepView>,
    /// The number of all steps of the game.
    pub(super) total: usize,
    /// Are there more steps after these?
    pub(super) more: bool,
    /// The number of events at the table. Pages with the same number belong together.
    #[serde(rename = "facts")]
    pub(super) event_count: u64,
}

/// The short form of a table.
#[derive(Serialize, ToSchema, Debug)]
pub struct ShortTable {
    /// The id of the table.
    pub(super) id: Id,
    /// The number of the game's state. A move names the state that it is meant for.
    pub(super) state: usize,
    /// The number of events at the table, which never decreases.
    #[serde(rename = "facts")]
    pub(super) event_count: u64,
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
    /// Does the reader sit there?
    pub(super) you: bool,
    /// The code of the invite link, while the seat is reserved for a friend. Only the maker of the
    /// table sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) invite: Option<&'a str>,
    /// Can the reader, as the maker of the table, remove the guest who sits there?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) dismissible: bool,
}

/// The part of a seat that is the same for all readers of a language.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
pub struct CommonSeat {
    /// The number of the seat, from 1.
    pub(super) seat: usize,
    /// The symbol of its pieces on the board.
    pub(super) symbol: String,
    /// The name of its side, in games whose sides have names.
    pub(super) side: Option<Cow<'static, str>>,
    /// `person`, `engine`, `random` or `program`; `friend` or `open` while the seat is free.
    pub(super) kind: Cow<'static, str>,
    /// The name of the player, as it is shown. It distinguishes people whose names look alike. An
    /// engine has the name of its level.
    pub(super) name: Option<String>,
    /// The id of the player.
    pub(super) player: Option<Id>,
    /// The level of an engine, from 1 to 10.
    pub(super) level: Option<u8>,
    /// Is the player connected?
    pub(super) here: bool,
    /// The time since which the player has been away.
    pub(super) away_at: Option<u64>,
    /// Is it an engine that is thinking?
    pub(super) thinking: bool,
}

/// The clocks of a table.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
#[schema(as = Clock)]
pub struct ClockView {
    #[serde(flatten)]
    pub(super) time_control: TimeControl,
    /// The time that each seat has left, in milliseconds.
    pub(super) left_ms: Option<Vec<u64>>,
    /// The seat whose clock runs, from 1.
    pub(super) running: Option<usize>,
    /// When that clock runs out.
    pub(super) ends_at: Option<u64>,
}

/// An offer that is not settled.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
#[schema(as = Offer)]
pub struct OfferView {
    /// What is offered.
    pub(super) what: OfferKind,
    /// The seat that made the offer, from 1.
    pub(super) by: usize,
    /// The seats whose players have not answered.
    pub(super) waits_for: Vec<usize>,
}

/// A step of the game.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
#[schema(as = Step)]
pub struct StepView {
    /// The step as typed.
    pub(super) step: String,
    /// The step as people read it: `b3–c5`.
    pub(super) readable: String,
    /// What the step did, as short phrases: `jump`, `captures 3`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) effects: Vec<String>,
    /// The seat that made the step, from 1; `null` for the die.
    pub(super) by: Option<usize>,
    /// The seats that could not move after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) skipped: Vec<Skipped>,
    /// The time that the player had left after the step, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock_ms: Option<u64>,
    /// Is it a roll that had been seen before it was taken back? It is known because the dice do
    /// not change. Left out if it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) known: bool,
}

/// A seat that could not move.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
pub struct Skipped {
    /// The number of the seat, from 1.
    pub(super) seat: usize,
    /// The reason, as a clause.
    pub(super) reason: String,
}

/// A line of the chat.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
#[schema(as = Said)]
pub struct ChatLineView {
    /// The name of the person who wrote it, as it is shown.
    pub(super) name: String,
    /// The id of that person.
    pub(super) player: Id,
    /// The seat of that person, from 1, if there is one.
    pub(super) seat: Option<usize>,
    /// The text; empty if it is no longer kept.
    pub(super) text: String,
    /// When it was written, in milliseconds since 1970.
    pub(super) at: u64,
}

/// A spectator whose chat lines are hidden at a table.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
pub struct Muted {
    /// The id of the person.
    pub(super) player: Id,
    /// The name, as it is shown.
    pub(super) name: String,
}

/// A variation: moves that could have been played.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
#[schema(as = Variation)]
pub struct VariationView {
    /// The number of steps after which it begins.
    pub(super) after: usize,
    /// The steps of the variation, as typed.
    pub(super) steps: Vec<String>,
    /// The steps as people read them.
    pub(super) readable: Vec<String>,
    /// The name of the person who added it.
    pub(super) name: String,
}

/// The game that another one continues.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug)]
#[schema(as = From)]
pub struct ContinuedFrom {
    /// The table of that game.
    pub(super) table: Id,
    /// The number of steps after which it is continued.
    pub(super) step: usize,
}
