//! The commands that a person can type at the prompt.

use std::path::PathBuf;

use ludoteca_core::{Language, Spelling, Tell, text};
use ludoteca_play::{PlayersError, Seated};

use crate::texts::texts;

/// A command.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum ConsoleCommand {
    /// An empty line.
    Nothing,
    /// Makes the next move, for any player.
    Play,
    /// The text of a move, if it is one.
    Move(String),
    Moves,
    Hint,
    Undo(usize),
    Redo(usize),
    Restart,
    Save {
        path: PathBuf,
        replace: bool,
    },
    Load(PathBuf),
    Board,
    Position,
    Rules,
    /// Shows the players of the seats.
    Seats,
    Seat(Seated),
    Help,
    Quit,
}

/// The words that begin a command, for completion.
pub const WORDS: &[&str] = &[
    "play", "moves", "hint", "undo", "redo", "restart", "save ", "load ", "board", "position",
    "rules", "player ", "help", "quit",
];

/// The same without the blanks that separate some from their arguments.
pub fn words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|word| word.trim_end())
}

impl ConsoleCommand {
    /// Reads a line. A line that does not begin with a command word is a move.
    ///
    /// # Errors
    /// Fails if something after a command word is missing, wrong or superfluous. The error is in
    /// this language.
    pub fn read(line: &str, language: Language) -> Result<ConsoleCommand, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (command, rest) = (word.to_lowercase(), rest.trim());
        let order = match command.as_str() {
            "" => ConsoleCommand::Nothing,
            "play" if !rest.is_empty() => ConsoleCommand::Move(rest.to_owned()),
            "undo" => return Ok(ConsoleCommand::Undo(count(&command, rest, language)?)),
            "redo" => return Ok(ConsoleCommand::Redo(count(&command, rest, language)?)),
            "save" | "save!" => {
                return Ok(ConsoleCommand::Save {
                    path: file(&command, rest, language)?,
                    replace: command == "save!",
                });
            }
            "load" => return Ok(ConsoleCommand::Load(file(&command, rest, language)?)),
            "player" | "players" if rest.is_empty() => ConsoleCommand::Seats,
            "player" => {
                let seated = rest.parse().map(ConsoleCommand::Seat);
                return seated.map_err(|error: PlayersError| error.tell(language, Spelling::Typed));
            }
            "play" => ConsoleCommand::Play,
            "moves" => ConsoleCommand::Moves,
            "hint" => ConsoleCommand::Hint,
            "restart" => ConsoleCommand::Restart,
            "board" => ConsoleCommand::Board,
            "position" => ConsoleCommand::Position,
            "rules" => ConsoleCommand::Rules,
            "help" | "?" => ConsoleCommand::Help,
            "quit" | "exit" => ConsoleCommand::Quit,
            _ => return Ok(ConsoleCommand::Move(line.to_owned())),
        };
        let takes_nothing = !matches!(order, ConsoleCommand::Move(_));
        if takes_nothing && !rest.is_empty() {
            return Err((texts(language).takes_nothing)(&command, rest));
        }
        Ok(order)
    }
}

/// The number after a command; 1 if there is none.
fn count(command: &str, rest: &str, language: Language) -> Result<usize, String> {
    if rest.is_empty() {
        return Ok(1);
    }
    let number = text::number_from(rest).and_then(|number| usize::try_from(number).ok());
    number
        .filter(|number| (1..=1_000_000).contains(number))
        .ok_or_else(|| (texts(language).takes_a_number)(command, rest))
}

fn file(command: &str, rest: &str, language: Language) -> Result<PathBuf, String> {
    if rest.is_empty() {
        Err((texts(language).takes_a_file)(command))
    } else {
        Ok(PathBuf::from(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<ConsoleCommand, String> {
        ConsoleCommand::read(line, Language::English)
    }

    #[test]
    fn commands_are_read() {
        let save = |path: &str, replace| ConsoleCommand::Save { path: path.into(), replace };
        for (line, order) in [
            ("", ConsoleCommand::Nothing),
            ("  play ", ConsoleCommand::Play),
            ("PLAY", ConsoleCommand::Play),
            ("play 0 4  1 3", ConsoleCommand::Move("0 4  1 3".to_owned())),
            (" 0 4 1 3", ConsoleCommand::Move("0 4 1 3".to_owned())),
            ("undo", ConsoleCommand::Undo(1)),
            ("redo 3", ConsoleCommand::Redo(3)),
            ("save my game.txt", save("my game.txt", false)),
            ("save! g", save("g", true)),
            ("exit", ConsoleCommand::Quit),
            ("?", ConsoleCommand::Help),
            ("player", ConsoleCommand::Seats),
            ("player W:r", ConsoleCommand::Seat("W:r".parse().unwrap())),
            ("resign", ConsoleCommand::Move("resign".to_owned())),
        ] {
            assert_eq!(read(line), Ok(order), "{line}");
        }
        for (line, reason) in [
            ("quit now", "`now` after quit: it takes nothing"),
            ("undo x", "`x` after undo: allowed is a whole number from 1 to 1000000"),
            ("undo 0", "`0` after undo: allowed is a whole number from 1 to 1000000"),
            ("save", "save takes a file: save FILE"),
            ("load ", "load takes a file: load FILE"),
        ] {
            assert_eq!(read(line), Err(reason.to_owned()), "{line}");
        }
        assert!(read("player W:x").unwrap_err().contains("is no mode"));
    }
}
