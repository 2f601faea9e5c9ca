//! What people read in DAWN 11/15, one file a language.

mod de;
mod en;
mod es;
mod pt;
pub(super) mod terminal;

use ludoteca_core::text::ParseError;
use ludoteca_core::{Language, Spelling, Text, errors_in_english};

use super::board::Cell;
use super::rules::Roll;
use crate::phrases::{fixed_texts, impl_tell};

/// Why a step is refused.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Illegal {
    /// The text does not have the form that the stage takes.
    Parse(ParseError),
    /// A body or a step off the board.
    OffBoard(String),
    /// A token, a body or the walker itself is on the field.
    Occupied(Cell),
    /// The ends share neither a row nor a column.
    Crooked,
    /// A token other than DAWN leaves the board.
    SticksOut,
    /// DAWN lies beside the board altogether.
    Outside,
    /// No token that may be laid has this length.
    Length {
        /// The length from end to end, as typed.
        length: u64,
        /// The tokens that may be laid.
        asked: Vec<Roll>,
    },
    /// The walk has more steps than Nature may take now.
    TooFar {
        /// The steps as typed.
        steps: usize,
        /// The steps that are allowed.
        most: u8,
    },
    /// A step goes farther than to a neighbour.
    Leap {
        /// Where the body is before the step.
        from: Cell,
        /// Where the step should lead.
        to: Cell,
    },
    /// The walk is typed by its end, and several shortest ways lead there.
    ManyWays(Cell),
    /// The text is no side of the die.
    NoSide(String),
    /// A move while the die is to be rolled.
    RollFirst,
    /// A roll while a seat is to move.
    NoRoll,
    /// The game has ended.
    Over,
}

impl From<ParseError> for Illegal {
    fn from(error: ParseError) -> Illegal {
        Illegal::Parse(error)
    }
}

/// Why no game can reach a position.
#[derive(Debug)]
pub(super) enum Impossible {
    /// A body cannot be in two places.
    BodyTwice(&'static str),
    /// The body is set later.
    BodyEarly(&'static str),
    /// The body has been set.
    BodyMissing(&'static str),
    /// Nothing is laid before a body is set.
    SetNotWhole,
    /// Nothing is rolled for when all tokens are laid.
    NoToken,
    /// Nature walks after a token that was laid.
    WalkAfterNothing(u8),
    /// There are tokens left, or a phase.
    OverEarly,
    /// Mission Control would have been skipped.
    NothingFits,
    /// Nature would have been skipped.
    NoStep,
    /// The tokens on the board are not those that were used.
    Covered {
        /// Fields with tokens.
        found: u32,
        /// The number if the most cells stick out and the most tokens are discarded.
        least: u32,
        /// The number if nothing sticks out and nothing is discarded.
        most: u32,
    },
    /// No token is so short, and this one does not stick out.
    Alone(Cell),
    /// More single fields than tokens that can stick out.
    TooManyAlone,
}

/// Parts of sentences.
#[derive(Debug)]
pub(super) enum Phrase {
    /// What Nature does: it sets a body.
    SetBody(&'static str),
    /// What Mission Control does: it lays one of these tokens.
    Lay(Vec<Roll>),
    /// What Nature does: it walks a body up to this many steps.
    Walk(&'static str, u8),
    /// The part of the game that is played: the phase and the round in it, from 1.
    Stage { phase: u8, round: u32 },
    /// How a game ended, with the free fields that Vesta and Ceres reach.
    Over([u32; 2]),
    /// Why Mission Control was skipped.
    NothingFits,
    /// Why Nature was skipped.
    NoStep,
    /// What Nature may do with a body: it walks up to this many steps.
    MayWalk(&'static str, u8),
    /// A token.
    Token(Roll),
    /// Several things, each with its name: `a, b and c`.
    Names(Vec<String>),
}

/// What the bodies are called, by phase, in every language.
pub(super) const BODIES: [&str; 2] = ["Vesta", "Ceres"];

/// The texts of one language.
pub(super) struct Texts {
    about: &'static str,
    rules: &'static str,
    hint: &'static str,
    /// What lies on a field that Mission Control has covered.
    token: &'static str,
    /// What a field, a token and a walk take.
    field_form: &'static str,
    token_form: &'static str,
    walk_form: &'static str,
    /// What a position takes.
    position_form: &'static str,
    /// What parts of a position are, with their articles.
    phase: &'static str,
    left: &'static str,
    stage: &'static str,
    illegal: fn(&Illegal, Spelling) -> String,
    impossible: fn(&Impossible, Spelling) -> String,
    phrase: fn(&Phrase, Spelling) -> String,
}

/// The tokens from which one is chosen: `3 or 5`.
fn either(tokens: &[Roll], or: &str) -> String {
    tokens.iter().map(ToString::to_string).collect::<Vec<_>>().join(&format!(" {or} "))
}

/// What the seats play, in every language.
pub(super) static ROLES: [Text; 2] = [Text(|_| "Nature"), Text(|_| "Mission Control")];

fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

fixed_texts! {
    ABOUT = about;
    RULES = rules;
    HINT = hint;
    TOKEN = token;
    FIELD_FORM = field_form;
    TOKEN_FORM = token_form;
    WALK_FORM = walk_form;
    POSITION_FORM = position_form;
    PHASE = phase;
    LEFT = left;
    STAGE = stage;
}

impl_tell! {
    Illegal = illegal;
    Impossible = impossible;
    Phrase = phrase;
}

errors_in_english!(Illegal);
