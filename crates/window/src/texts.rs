//! Every sentence that people read in a window. A game's own sentences are in that game's texts.

use std::path::Path;
use std::time::Duration;

use ludoteca_core::scene::{Scene, Shape};
use ludoteca_core::{Next, Seat, Verdict};
use ludoteca_engines::search_texts;
use ludoteca_play::seeds::NoSeed;
use ludoteca_play::{Ending, Engine, Event, Play, Player};
use ludoteca_search::SearchResult;
use ludoteca_system::records::FileError;

use crate::session::Tone;

pub const PROGRAM: &str = "Ludoteca";
pub const YOU: &str = "(You!)";

/// The title of a window: the game, and whose window it is.
pub fn title(game: &str, whose: Option<&str>) -> String {
    match whose {
        Some(name) => format!("{game} – {name} {YOU} – {PROGRAM}"),
        None => format!("{game} – {PROGRAM}"),
    }
}

pub fn starting(title: &str, about: &str) -> String {
    format!("{title}: {about}")
}

/// Whose turn it is, or how the game ended.
pub fn status(play: &Play, next: Next, ending: Option<&Ending>, is_you: bool) -> String {
    match next {
        _ if ending.is_some() => ended(ending, play),
        Next::Move(seat) if is_you => format!("Turn for {} {YOU}", play.name(seat)),
        Next::Move(seat) => format!("Turn for {}", play.name(seat)),
        Next::Chance => "The die is to be rolled".to_owned(),
        Next::Over(_) => ended(ending, play),
    }
}

/// How a game ended, in a sentence.
pub fn ended(ending: Option<&Ending>, play: &Play) -> String {
    let Some(ending) = ending else { return "Game over".to_owned() };
    let reason = match ending {
        Ending::Played { reason, .. } | Ending::Adjudicated { reason, .. } => format!(": {reason}"),
        Ending::Stopped => String::new(),
    };
    match (ending.verdict(), ending) {
        (Some(Verdict::Won(seat)), _) => format!("{} wins{reason}", play.name(seat)),
        (Some(Verdict::Draw), _) => format!("Draw{reason}"),
        (Some(Verdict::Scored), Ending::Played { outcome, .. }) => {
            format!("Finished with {} points{reason}", outcome.points(Seat::FIRST))
        }
        (Some(Verdict::Scored), _) => format!("Finished{reason}"),
        (None, _) => "The game was stopped".to_owned(),
    }
}

/// What happened; `None` if people are not told about it.
pub fn event(event: &Event, play: &Play) -> Option<(Tone, String)> {
    let news = |text: String| Some((Tone::Info, text));
    match event {
        Event::Started => news("A new game begins".to_owned()),
        Event::Stepped { number, by: Some(seat), step } => {
            news(format!("{number}. {} plays {step}", play.name(*seat)))
        }
        Event::Stepped { number, by: None, step } => {
            news(format!("{number}. The die shows {step}"))
        }
        Event::Skipped { seat, reason } => news(skipped(play.name(*seat), reason)),
        Event::TakenBack(0) => news("Back at the start".to_owned()),
        Event::TakenBack(steps) => news(format!("Back to step {steps}")),
        Event::Seated { seat, player } => {
            let mode = mode(player);
            // An abbreviation keeps its capitals.
            let mode = if matches!(player, Player::Engine(_)) { mode } else { mode.to_lowercase() };
            news(format!("{} is now {mode}", play.name(*seat)))
        }
        Event::Refused(reason) => Some((Tone::Refusal, sentence(&reason.to_string()))),
        Event::Ended(ending) => news(ended(Some(ending), play)),
    }
}

pub fn skipped(name: &str, reason: &str) -> String {
    format!("{name} is skipped: {reason}")
}

/// Makes a clause a sentence.
pub fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Who fills a seat, in words.
pub fn mode(player: &Player) -> String {
    match player {
        Player::Manual => "Manual".to_owned(),
        Player::Random => "Random".to_owned(),
        Player::Engine(engine) if *engine == Engine::default() => "AI".to_owned(),
        Player::Engine(engine) => {
            let alone = Engine { level: engine.level, ..Engine::default() };
            match engine.level {
                Some(level) if *engine == alone => format!("AI level {level}"),
                _ => format!("AI ({engine})"),
            }
        }
    }
}

/// How a move is made by clicks.
pub fn how_to_move(scene: &Scene) -> &'static str {
    let clicks = scene.choices.iter().map(|choice| choice.clicks.len());
    let lays = scene.choices.iter().any(|choice| !choice.covers.is_empty());
    let bowls = scene.places.iter().any(|place| place.shape == Shape::Bowl);
    match clicks.max() {
        _ if lays => "Click both ends of the piece; R turns it, L lays it",
        Some(1) if bowls => "Click one of your bowls",
        Some(1) => "Click a place",
        _ => "Click a piece, then where it goes",
    }
}

/// The tooltip of a button.
pub fn tip(label: &str, key: Option<&str>) -> String {
    key.map_or(label.to_owned(), |key| format!("{label} ({key})"))
}

pub fn hint(found: &SearchResult) -> String {
    search_texts::hint(found)
}

pub fn thinking(name: &str, time: Duration) -> String {
    format!("{name} is thinking… {} s", time.as_secs())
}

pub fn looking_for_hint(time: Duration) -> String {
    format!("Looking for a hint… {} s", time.as_secs())
}

pub const ENGINE_FAILED: &str = "the engine found no move";

/// Why a click does nothing.
pub const WATCHING: &str = "you are looking at an earlier position: go to the last one to play on";
pub const OVER: &str = "the game is over";
pub const ROLL_FIRST: &str = "the die is to be rolled first";

pub fn others_turn(name: &str) -> String {
    format!("it is the turn of {name}")
}

pub fn still_thinking(name: &str) -> String {
    format!("{name} is thinking: stop that first")
}

/// The refusal of a click if the rules do not give a reason, either.
pub const NO_MOVE: &str = "that is no move here";

pub fn saved(path: &Path) -> String {
    format!("Saved to {}", path.display())
}

pub fn opened(path: &Path, number: usize, games: usize) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).display();
    if games == 1 {
        format!("Opened {name}")
    } else {
        format!("Opened {name}, game {number} of {games}")
    }
}

pub const COPIED: &str = "The position is in the clipboard";

/// Headings and labels.
pub const SEATS: &str = "Players";
pub const MESSAGES: &str = "Messages";
pub const STEPS: &str = "Steps";
pub const START: &str = "start";
pub const DIE: &str = "die";

pub fn step_of(step: usize, steps: usize) -> String {
    format!("Step {step} of {steps}")
}

pub fn step(number: usize, who: &str, step: &str) -> String {
    format!("{number}. {who} {step}")
}

pub fn mode_of(name: &str) -> String {
    format!("Mode of {name}")
}

pub fn colour_of(name: &str) -> String {
    format!("Colour of {name}")
}

pub fn pieces(count: u32) -> String {
    if count == 1 { "1 piece".to_owned() } else { format!("{count} pieces") }
}

pub const USUAL_COLOUR: &str = "Usual colour";
pub const LOOKING: &str = "Looking at the position…";

pub fn depth(depth: u32, goes_on: bool) -> String {
    let ahead = if depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") };
    if goes_on { format!("{ahead} ahead, going on…") } else { format!("{ahead} ahead") }
}

pub fn best_line(line: &str) -> String {
    format!("Best: {line}")
}

/// What a position is worth to a seat, with the chance if it is known.
pub fn worth(name: &str, value: &str, chance: Option<f64>) -> String {
    match chance {
        Some(chance) => format!("{name}: {value} ({:.0} %)", 100.0 * chance),
        None => format!("{name}: {value}"),
    }
}

pub fn graph(steps: usize) -> String {
    format!("Values over {steps} steps")
}

pub const QUIT_QUESTION: &str = "Do you want to quit the game?";
pub const QUIT_FOR_ALL: &str = "Do you want to quit the game? It ends for all players.";
pub const WHICH_MOVE: &str = "Which move?";
pub const RESTART_QUESTION: &str = "Do you want to begin the game again?";
pub const YES_RESTART: &str = "Begin again";
pub const UNSAVED: &str = "The game that is being played has not been saved.";
pub const YES_QUIT: &str = "Quit the game";
pub const KEEP_PLAYING: &str = "Keep playing";
pub const CANCEL: &str = "Cancel";
pub const CLOSE: &str = "Close";
pub const ROLL_SHOWS: &str = "What does the die show?";

pub const KEYS: &[(&str, &str)] = &[
    ("Arrows", "go from place to place"),
    ("Enter", "choose a place"),
    ("Escape, right click", "take the choice back"),
    ("R", "turn a piece that is laid across several places"),
    ("L", "lay it as shown"),
    ("Tab", "go to the controls"),
];

/// The default file name for a saved game.
pub fn file_name(game: &str) -> String {
    format!("{game}.txt")
}

/// Files.
pub const OPEN_TITLE: &str = "Open a record";
pub const SAVE_TITLE: &str = "Save the record";
pub const OPEN: &str = "Open";
pub const SAVE: &str = "Save";
pub const REPLACE: &str = "Replace it";
pub const FILE_NAME: &str = "File name";
pub const WHICH_GAME: &str = "Game number";
pub const THE_LAST: &str = "of the file; the last where nothing is said";
pub const PARENT_FOLDER: &str = "../";
pub const NO_FILE_NAME: &str = "A file needs a name";

pub fn would_replace(path: &Path) -> String {
    format!("{} exists and would be lost", path.display())
}

/// Why a file cannot be opened.
pub fn unopened(error: &FileError) -> String {
    match error {
        FileError::NoSuchGame { number, games } => {
            format!("there is no game {number} in it: it holds {games}")
        }
        other => other.to_string(),
    }
}

pub fn no_game_number(text: &str) -> String {
    format!("`{text}` is no number of a game: allowed is a whole number from 1 on")
}

pub fn folder_unread(folder: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", folder.display())
}

/// A new game.
pub const NEW_GAME_TITLE: &str = "New game";
pub const GAME: &str = "Game";
pub const BEGIN: &str = "Begin";
pub const OBSTACLES: &str = "Obstacles to be drawn";
pub const OBSTACLES_DRAWN: &str = "a number; none where nothing is said";
pub const MIRRORED: &str = "the same in all four quarters";
pub const POSITION: &str = "Position";
pub const POSITION_USUAL: &str = "the usual one where nothing is said";
pub const SEED: &str = "Seed";
pub const SEED_USUAL: &str = "makes everything random repeatable";

pub fn no_seed(text: &str, allowed: &NoSeed) -> String {
    format!("`{text}` is no seed: {allowed}")
}

pub const TYPED_DICE: &str = "I roll a die on my table";

pub fn name_of_player(number: usize) -> String {
    format!("Name of player {number}")
}

pub fn mode_of_player(number: usize) -> String {
    format!("Mode of player {number}")
}
