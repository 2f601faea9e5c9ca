//! What people read of every game: refusals of moves, positions and options, and descriptions of
//! places. One file a language.

mod de;
mod en;
mod es;
mod pt;
#[cfg(all(test, feature = "conformance"))]
mod tests;

use crate::language::{Language, Spelling, Tell, Text};
use crate::notation::PositionError;
use crate::options::{OptionError, OptionKind};
use crate::scene::words::PlainRefusal;
use crate::text::{BadPlacement, ParseError};

/// The texts of one language.
pub(crate) struct Texts {
    /// Joins the last two of several things, `a, b and c`, before this last one.
    pub(crate) and: fn(&str) -> &'static str,
    /// Why a seat is skipped, in most games.
    pub(crate) no_move: &'static str,
    /// The refusal of a step after the end.
    pub(crate) game_over: &'static str,
    /// Why a game was drawn or ended, in several games.
    pub(crate) board_is_full: &'static str,
    /// What options of several games set.
    pub(crate) rows_option: &'static str,
    pub(crate) cols_option: &'static str,
    pub(crate) seats_option: &'static str,
    /// What people say of options: the size of a board by its rows and columns, the number of
    /// players, how many moves without progress end a game (0 for no limit), and how many
    /// obstacles.
    pub(crate) board_size: fn(u32, u32) -> String,
    pub(crate) player_count: fn(u32) -> String,
    pub(crate) no_progress: fn(u32) -> String,
    pub(crate) obstacles: fn(u32) -> String,
    /// The names of presets in several games.
    pub(crate) classic: &'static str,
    pub(crate) small_board: &'static str,
    pub(crate) three_players: &'static str,
    pub(crate) four_players: &'static str,
    /// What to type in a game where any empty cell can get a piece, and the form of that.
    pub(crate) placement_hint: &'static str,
    pub(crate) placement_form: &'static str,
    /// Where nothing lies.
    pub(crate) empty: &'static str,
    pub(crate) no_stones: &'static str,
    /// What lies somewhere.
    pub(crate) obstacle: &'static str,
    pub(crate) stones: fn(u32) -> String,
    /// A figure and its owner: `king of X`.
    pub(crate) figure_of: fn(&str, &str) -> String,
    /// Marks of a place: it was in the last move, was chosen, or can be played next.
    pub(crate) last_move: &'static str,
    pub(crate) chosen: &'static str,
    pub(crate) can_be_played: &'static str,
    /// The line that names the seats beneath the board, without the names.
    pub(crate) players: &'static str,
    /// What a move does, after the move.
    pub(crate) captures: fn(u32) -> String,
    /// What a seat has on the board.
    pub(crate) pieces: fn(u32) -> String,
    /// What a person does now.
    pub(crate) prompt: fn(Prompt) -> &'static str,
    /// The default of an option for cells.
    pub(crate) none: &'static str,
    pub(crate) parse_error: fn(&ParseError) -> String,
    pub(crate) bad_placement: fn(&BadPlacement, Spelling) -> String,
    pub(crate) plain_refusal: fn(&PlainRefusal) -> String,
    pub(crate) position_error: fn(&PositionError) -> String,
    pub(crate) option_error: fn(&OptionError) -> String,
    /// What an option may be set to.
    pub(crate) allowed: fn(&OptionKind) -> String,
}

/// What a person does now, in games that need not say more.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Prompt {
    /// A piece is put on an empty cell.
    ChooseCell,
    /// The stones of a bowl are sown.
    ChooseBowl,
    /// A piece moves.
    MovePiece,
    /// The die is rolled.
    Roll,
}

pub(crate) fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

/// Texts that several games share.
pub mod shared {
    use super::*;

    /// Why a game ended: there is no empty cell.
    pub const BOARD_IS_FULL: Text = Text(|language| texts(language).board_is_full);
    /// What an option sets.
    pub const ROWS_OPTION: Text = Text(|language| texts(language).rows_option);
    /// What an option sets.
    pub const COLS_OPTION: Text = Text(|language| texts(language).cols_option);

    /// The name of a preset: the game as most people play it.
    pub const CLASSIC: Text = Text(|language| texts(language).classic);
    /// The name of a preset.
    pub const SMALL_BOARD: Text = Text(|language| texts(language).small_board);
    /// The name of a preset.
    pub const THREE_PLAYERS: Text = Text(|language| texts(language).three_players);
    /// The name of a preset.
    pub const FOUR_PLAYERS: Text = Text(|language| texts(language).four_players);

    /// What a move does: it captures this many pieces or stones.
    #[derive(Copy, Clone, Eq, PartialEq, Debug)]
    pub struct Captures(pub u32);

    impl Tell for Captures {
        fn tell(&self, language: Language, _spelling: Spelling) -> String {
            (texts(language).captures)(self.0)
        }
    }

    /// What a seat has on the board: this many pieces.
    #[derive(Copy, Clone, Eq, PartialEq, Debug)]
    pub struct Pieces(pub u32);

    impl Tell for Pieces {
        fn tell(&self, language: Language, _spelling: Spelling) -> String {
            (texts(language).pieces)(self.0)
        }
    }

    /// The line that names the seats beneath the board.
    pub fn players_line<'a>(
        names: impl IntoIterator<Item = &'a str>,
        language: Language,
    ) -> String {
        let names: String = names.into_iter().map(|name| format!(" {name}")).collect();
        format!("{}{names}", texts(language).players)
    }

    /// `a, b and c`.
    pub fn listed<T: std::fmt::Display>(
        things: impl IntoIterator<Item = T>,
        language: Language,
    ) -> String {
        let mut words: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
        match words.pop() {
            None => String::new(),
            Some(only) if words.is_empty() => only,
            Some(last) => {
                format!("{} {} {last}", words.join(", "), (texts(language).and)(&last))
            }
        }
    }
}

impl Tell for Prompt {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        (texts(language).prompt)(*self).to_owned()
    }
}

impl Tell for ParseError {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        (texts(language).parse_error)(self)
    }
}

impl Tell for BadPlacement {
    fn tell(&self, language: Language, spelling: Spelling) -> String {
        (texts(language).bad_placement)(self, spelling)
    }
}

impl Tell for PlainRefusal {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        (texts(language).plain_refusal)(self)
    }
}

impl Tell for PositionError {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        (texts(language).position_error)(self)
    }
}

impl Tell for OptionError {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        (texts(language).option_error)(self)
    }
}

crate::errors_in_english!(ParseError, BadPlacement, PositionError, OptionError);
