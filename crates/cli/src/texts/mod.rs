//! What people read while they play, one file a language. A game's own sentences (hints, refusals,
//! endings) are in that game's texts. Texts for programs, their authors and operators are English:
//! see [`programs`].

mod de;
mod en;
mod es;
#[cfg(feature = "cluster")]
pub mod fleet;
pub mod programs;
mod pt;
#[cfg(test)]
mod tests;

use std::path::Path;

use ludoteca_analysis::dice::{ClaimError, DiceClaim, Finding};
use ludoteca_core::{Language, Options, Seat, Spelling, Tell, Verdict, errors_in_english};
use ludoteca_play::{Ending, Series};

use crate::failure::CliError;

/// The texts of one language.
pub struct Texts {
    /// The word before an error.
    pub error: &'static str,

    /// Questions at the console.
    pub play_prompt: &'static str,
    pub move_prompt: &'static str,
    pub roll_prompt: &'static str,
    pub continue_prompt: &'static str,
    pub replay_prompt: &'static str,
    /// The answers to a yes-or-no question in lower case, the whole word last.
    pub yes: &'static [&'static str],
    pub no: &'static [&'static str],
    /// The refusal of other answers.
    pub yes_or_no: &'static str,

    /// The commands of the console and of a replay, with what they do.
    help: &'static [(&'static str, &'static str)],
    replay_help: &'static [(&'static str, &'static str)],

    /// The game that begins, with its description.
    pub starting: fn(&str, &str) -> String,
    pub turn_for: fn(&str) -> String,
    /// The same for the only person who plays.
    pub your_turn: &'static str,
    pub turn_for_the_die: &'static str,
    /// How to type a move, with an example.
    pub introduction: fn(&str) -> String,
    /// What to do at the turn of a player who is no person.
    pub plays_without_you: fn(&str) -> String,
    pub possible_moves: &'static str,
    pub possible_rolls: &'static str,
    /// Shown before the list of a side's moves.
    pub legal_moves_of: fn(&str) -> String,
    /// A player and a move.
    pub plays: fn(&str, &str) -> String,
    pub die_shows: fn(&str) -> String,
    /// A player and a reason, which is a clause.
    pub skipped: fn(&str, &str) -> String,
    /// Shown while an engine thinks.
    pub thinking: fn(&str) -> String,
    pub looking_for_a_hint: &'static str,
    /// Shown before a position in words: the columns of the board and of the terminal.
    pub too_narrow: fn(usize, usize) -> String,
    pub saved: fn(&Path) -> String,
    /// The file, the number of the game in it, and how many games it has.
    pub loaded: fn(&Path, usize, usize) -> String,

    /// What was probably meant.
    pub did_you_mean: fn(&str) -> String,

    /// Refusals of the console.
    pub no_hint_for_a_die: &'static str,
    pub not_a_persons_turn: fn(&str) -> String,
    /// A number, and how many moves the list has.
    pub not_in_the_list: fn(&str, usize) -> String,
    /// The reason why the text at the prompt is not a move, with advice.
    pub no_command: fn(&str) -> String,
    pub file_exists: fn(&Path) -> String,
    pub loaded_is_over: fn(&Path) -> String,
    pub only_so_many: fn(usize) -> String,
    /// A name that no player has, and the names that exist.
    pub no_such_player: fn(&str, &[&str]) -> String,
    /// A command and what was typed after it.
    pub takes_nothing: fn(&str, &str) -> String,
    pub takes_a_file: fn(&str) -> String,
    pub takes_a_number: fn(&str, &str) -> String,

    /// A step of a record: its number, the number of all steps, and what happened.
    pub step_of: fn(usize, usize, &str) -> String,
    pub no_more_steps: &'static str,
    pub alternatives: &'static str,
    pub unknown_replay_command: fn(&str) -> String,

    /// The end of a game.
    pub game_over: &'static str,
    status_won: &'static str,
    status_draw: &'static str,
    status_finished: &'static str,
    status_stopped: &'static str,
    winner: fn(&str) -> String,
    result: fn(i32) -> String,
    reason: fn(&str) -> String,

    /// A series of games.
    side_won: fn(&str) -> String,
    draw: &'static str,
    games_played: fn(u64) -> String,
    statistics: &'static str,
    mean_result: fn(f64) -> String,
    /// The name of a side as `side_won` and `wins_of` take it: in English they begin with it.
    pub side_name: fn(&str) -> String,
    wins_of: fn(&str, u64) -> String,
    draws: fn(u64) -> String,

    /// Positions in words: a row with its pieces, and empty rows.
    pub row: fn(usize, &str) -> String,
    pub empty_rows: fn(usize, usize) -> String,
    pub obstacle: &'static str,
    /// What lies at a place, or from one place to another.
    pub at: fn(&str, &str) -> String,
    pub from_to: fn(&str, &str, &str) -> String,
    pub last_move: fn(&str, &str) -> String,

    /// An option of a game: its description, what is allowed, and the default.
    pub game_option: fn(&str, &str, &str) -> String,

    /// The header above the progress of a search, and the lines of its result.
    pub search_header: [&'static str; 5],
    pub best_move: &'static str,
    pub value: &'static str,
    pub line: &'static str,
    pub depth: &'static str,
    pub nodes: &'static str,
    /// The number of nodes, the time, and the speed.
    pub nodes_in: fn(u64, &str, &str) -> String,

    /// Shown while a game of several is analysed.
    pub analysing: fn(usize, usize) -> String,
    /// A game of several, with its options.
    game_of: fn(usize, usize, &str) -> String,

    /// Claims about dice. A claim that holds comes with the number of things checked, and `mixed`
    /// is the number of contributions.
    claim: fn(DiceClaim, Option<usize>, usize) -> String,
    claim_error: fn(&ClaimError) -> String,
    holds: fn(&str) -> String,
    /// A claim, and the reason why it fails.
    fails: fn(&str, &str) -> String,
    /// What a seat contributed to the dice: the seat, its player, and the contribution.
    pub contributed: fn(Seat, &str, Option<&str>) -> String,

    cli_error: fn(&CliError) -> String,
}

/// The texts of a language.
pub fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

impl Texts {
    /// The commands of the console.
    pub fn help(&self) -> String {
        in_two_columns(self.help)
    }

    /// The commands of a replay.
    pub fn replay_help(&self) -> String {
        in_two_columns(self.replay_help)
    }

    /// The answer to a yes-or-no question; `None` if it is neither.
    pub fn is_yes(&self, answer: &str) -> Option<bool> {
        let answer = answer.to_lowercase();
        let is_one_of = |words: &[&str]| words.contains(&answer.as_str());
        if is_one_of(self.yes) { Some(true) } else { is_one_of(self.no).then_some(false) }
    }

    /// The options of a game, with its number if the file has several.
    pub fn game_of(&self, number: usize, games: usize, options: &Options) -> String {
        match games {
            1 => options.to_string(),
            _ => (self.game_of)(number, games, &options.to_string()),
        }
    }

    /// The lines about the ending. They follow the board.
    pub fn ending(&self, ending: &Ending, names: &[&str], language: Language) -> Vec<String> {
        let Some(verdict) = ending.verdict() else { return vec![self.status_stopped.to_owned()] };
        let mut lines = match (verdict, ending) {
            (Verdict::Won(seat), _) => {
                vec![self.status_won.to_owned(), (self.winner)(names[seat.index()])]
            }
            (Verdict::Draw, _) => vec![self.status_draw.to_owned()],
            (Verdict::Scored, Ending::Played { outcome, .. }) => {
                vec![self.status_finished.to_owned(), (self.result)(outcome.points(Seat::FIRST))]
            }
            (Verdict::Scored, _) => vec![self.status_finished.to_owned()],
        };
        if let Ending::Adjudicated { reason, .. } = ending {
            lines.push((self.reason)(&reason.tell(language, Spelling::Typed)));
        }
        lines
    }

    /// The lines after a game of a series: its winner, and the score of the series. `sides` are the
    /// names of the seats in sentences.
    pub fn statistics(&self, ending: &Ending, series: &Series, sides: &[String]) -> Vec<String> {
        let mut lines = Vec::new();
        match ending.verdict() {
            Some(Verdict::Won(seat)) => lines.push((self.side_won)(&sides[seat.index()])),
            Some(Verdict::Draw) => lines.push(self.draw.to_owned()),
            Some(Verdict::Scored) | None => {}
        }
        lines.push((self.games_played)(series.played));
        lines.push(self.statistics.to_owned());
        if let Some(mean) = series.mean_score() {
            lines.push((self.mean_result)(mean));
        } else {
            let wins = sides.iter().zip(series.wins);
            lines.extend(wins.map(|(side, wins)| (self.wins_of)(side, wins)));
            lines.push((self.draws)(series.draws));
        }
        lines
    }

    /// The result of checking a claim of a record about its dice.
    pub fn verified(&self, claim: DiceClaim, contributions: usize, finding: &Finding) -> String {
        match finding {
            Ok(count) => (self.holds)(&(self.claim)(claim, Some(*count), contributions)),
            Err(reason) => {
                (self.fails)(&(self.claim)(claim, None, contributions), &(self.claim_error)(reason))
            }
        }
    }
}

/// The second column begins where the longest entry of the first one allows it.
fn in_two_columns(rows: &[(&str, &str)]) -> String {
    let width = rows.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
    let lines: Vec<String> =
        rows.iter().map(|(command, does)| format!(" {command:<width$}  {does}")).collect();
    lines.join("\n")
}

impl Tell for CliError {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        (texts(language).cli_error)(self)
    }
}

errors_in_english!(CliError);
