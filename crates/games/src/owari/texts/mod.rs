//! What people read in Owari, one file a language.

mod de;
mod en;
mod es;
mod pt;

use ludoteca_core::{Language, Seat, Spelling, Tell, Text, errors_in_english};

use crate::phrases::{fixed_texts, impl_tell};

/// Why a move is refused.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Illegal {
    /// The text is not a single number.
    Malformed(String),
    /// No bowl has this number.
    NoSuchBowl {
        /// The number as typed.
        bowl: i64,
        /// The greatest number of a bowl.
        last: usize,
    },
    /// The bowl belongs to the other seat.
    NotYours {
        /// The number as typed.
        bowl: usize,
        /// The seat's own lowest bowl.
        first: usize,
        /// The seat's own highest bowl.
        last: usize,
    },
    /// The bowl has no stones to sow.
    Empty(usize),
    /// The game is over.
    Over,
}

/// Why no game can reach a position.
#[derive(Debug)]
pub(super) enum Impossible {
    /// Stones are missing, or there are too many.
    Stones {
        /// The stones in bowls and pots.
        found: u32,
        /// The stones at the start.
        all: u32,
    },
    /// The least capture is one stone that was there and one that was sown.
    SingleCaptured,
    /// The game would have ended as soon as one of them had captured this many stones.
    BothWon(u32),
    /// The game ended before this turn.
    WonBefore {
        /// The seat to move.
        turn: Seat,
        /// The number of captured stones that wins.
        win: u32,
    },
    /// Nothing is captured and no ply was without a capture: nothing has happened.
    NotTheStart,
}

/// Parts of sentences.
#[derive(Debug)]
pub(super) enum Phrase {
    /// Why a game was won: a seat has captured this many stones.
    Won(u32),
    /// Why a game ended.
    NoStonesLeft,
    /// Why a game ended: this many plies were without a capture.
    NoCapture(u32),
    /// Why a seat was skipped.
    NoStones,
    /// What people call a bowl.
    Bowl(usize),
    /// What people call a pot.
    Pot(Seat),
    /// What people say of options: this many bowls for each seat, and stones in each bowl.
    BowlsEach(u32),
    StonesEach(u32),
    /// What a seat holds beside the board.
    Captured(u32),
    /// How many stones a game can be won with.
    WinsUpTo(u32),
    /// What a move sows.
    Sows(u32),
}

/// The texts of one language.
pub(super) struct Texts {
    about: &'static str,
    sides: [&'static str; 2],
    rules: &'static str,
    hint: &'static str,
    /// What the options set, and a default.
    bowls_option: &'static str,
    stones_option: &'static str,
    win_option: &'static str,
    half_of_all: &'static str,
    no_progress_option: &'static str,
    /// What a position takes.
    position_form: &'static str,
    /// What parts of a position are, with their articles.
    side: &'static str,
    pots: &'static str,
    stones: &'static str,
    clock: &'static str,
    /// What stands before the number of captured stones in the drawing.
    player: fn(Seat) -> String,
    illegal: fn(&Illegal, Spelling) -> String,
    impossible: fn(&Impossible, Spelling) -> String,
    phrase: fn(&Phrase, Spelling) -> String,
}

fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

/// What the sides are called.
pub(super) static SIDES: [Text; 2] =
    [Text(|language| texts(language).sides[0]), Text(|language| texts(language).sides[1])];

/// What stands before the number of captured stones in the drawing.
pub(super) fn player(seat: Seat, language: Language) -> String {
    (texts(language).player)(seat)
}

/// So many bowls for each seat.
pub(super) fn bowls_each(bowls: u32, language: Language) -> String {
    Phrase::BowlsEach(bowls).tell(language, Spelling::Readable)
}

/// So many stones in each bowl.
pub(super) fn stones_each(stones: u32, language: Language) -> String {
    Phrase::StonesEach(stones).tell(language, Spelling::Readable)
}

fixed_texts! {
    ABOUT = about;
    RULES = rules;
    HINT = hint;
    BOWLS_OPTION = bowls_option;
    STONES_OPTION = stones_option;
    WIN_OPTION = win_option;
    HALF_OF_ALL = half_of_all;
    NO_PROGRESS_OPTION = no_progress_option;
    POSITION_FORM = position_form;
    SIDE = side;
    POTS = pots;
    STONES = stones;
    CLOCK = clock;
}

impl_tell! {
    Illegal = illegal;
    Impossible = impossible;
    Phrase = phrase;
}

errors_in_english!(Illegal);
