//! What people read in this view, one file a language. A game's own sentences are in that game's
//! texts.

mod de;
mod en;
mod es;
mod pt;
#[cfg(test)]
mod tests;

use ludoteca_core::{Language, Spelling, Table, Tell};
use ludoteca_engines::search_texts;
use ludoteca_search::SearchResult;

use crate::choices::{BoardSurface, PieceSet};

/// A key, and what it does in a word or two.
pub type KeyText = (&'static str, &'static str);

/// The texts of one language.
pub struct Texts {
    /// Says where help is, at the edge of the screen.
    pub help_key: &'static str,
    /// The screen has fewer columns or rows than these.
    pub too_small: fn(u16, u16) -> String,

    /// What goes on, before all else.
    pub to_move: fn(&str) -> String,
    /// Who thinks, and for how many seconds.
    pub thinking: fn(&str, u64) -> String,
    pub looking_for_hint: fn(u64) -> String,
    /// A player who waits until a person lets the game go on.
    pub waits: fn(&str) -> String,
    /// An earlier position: its number, and how many there are.
    pub step_of: fn(usize, usize) -> String,
    pub type_the_roll: &'static str,
    pub die: &'static str,
    pub die_shows: fn(&str) -> String,

    /// The heading of the list of moves.
    pub moves: &'static str,
    /// Who fills a seat.
    pub person: &'static str,
    pub random: &'static str,
    pub ai: &'static str,
    /// The name of a level, and its number.
    pub of_level: fn(&str, u32) -> String,

    /// What happened.
    pub skipped: fn(&str, &str) -> String,
    pub saved: fn(&str) -> String,
    pub opened: fn(&str) -> String,
    pub board_is: fn(BoardSurface) -> String,
    pub pieces_are: fn(PieceSet) -> String,
    /// The language that was chosen, by its name in itself.
    pub language_is: fn(&str) -> String,
    /// A game that was left unfinished: its title, and how many moves were made.
    pub offer: fn(&str, usize) -> String,
    /// Why nothing can be played, as clauses.
    pub watching: &'static str,
    pub over: &'static str,
    pub roll_first: &'static str,
    pub others_turn: fn(&str) -> String,
    pub no_move: &'static str,
    pub engine_failed: &'static str,

    /// Labels of the line that is typed.
    pub your_move: &'static str,
    pub your_roll: &'static str,
    pub save_to: &'static str,
    pub replace: fn(&str) -> String,
    pub open_from: &'static str,

    /// The menu for a new game.
    pub new_game: &'static str,
    pub against: &'static str,
    /// The seat that the person takes.
    pub you_play: fn(&str) -> String,
    pub people: &'static str,
    pub people_play: &'static str,
    pub random_plays: &'static str,
    /// How many minutes a game takes, at least and at most.
    pub minutes: fn(u8, u8) -> String,

    /// Questions.
    pub which_move: &'static str,
    pub rematch_question: &'static str,
    pub quit_question: &'static str,
    pub yes_or_no: &'static str,
    /// The answers for yes, in lower case.
    pub yes: &'static [&'static str],

    /// The keys at the lower edge.
    pub keys: KeyTexts,
    pub help_title: &'static str,
    /// All keys.
    pub help: &'static [KeyText],

    /// What is written on the terminal after the view has ended in the middle of a game with this
    /// title, before what to type to continue it.
    pub kept: fn(&str) -> String,
}

/// The keys that are shown at the lower edge when they matter.
pub struct KeyTexts {
    pub choose: KeyText,
    pub cancel: KeyText,
    pub typed: KeyText,
    pub hint: KeyText,
    pub undo: KeyText,
    pub new: KeyText,
    pub rematch: KeyText,
    pub quit: KeyText,
    pub now: KeyText,
    pub stop: KeyText,
    pub go_on: KeyText,
    pub earlier: KeyText,
    pub back: KeyText,
    pub turn: KeyText,
    pub lay: KeyText,
    pub resume: KeyText,
    /// The next opponent and the side of the person, in the menu for a new game.
    pub opponent: KeyText,
    pub side: KeyText,
}

/// The texts of a language.
pub fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

/// Something that can be told, such as a refusal, in a language.
pub fn told(what: &impl Tell, language: Language) -> String {
    what.tell(language, Spelling::Typed)
}

/// Turns a clause into a sentence with a capital letter. The name of a place, such as `a7`, keeps
/// its small letter.
pub fn sentence(clause: &str) -> String {
    let first_word = clause.split(' ').next().unwrap_or_default();
    if first_word.contains(|letter: char| letter.is_ascii_digit()) {
        return clause.to_owned();
    }
    let mut letters = clause.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The best move with what it does, and the moves that may follow.
pub fn hint(found: &SearchResult, table: &dyn Table, language: Language) -> String {
    let line = table.readable_line(&found.principal_variation);
    let told = line.iter().enumerate().map(|(at, step)| match at {
        0 => told(step, language),
        _ => step.step.tell(language),
    });
    search_texts::hint(found, &told.collect::<Vec<_>>(), language)
}
