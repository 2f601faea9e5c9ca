//! English.

use ludoteca_analysis::dice::{ClaimError, DiceClaim};
use ludoteca_core::shared::listed;
use ludoteca_core::{Language, Spelling, Tell};
use ludoteca_system::records::FileError;

use super::Texts;
use crate::failure::{CliError, Lacking};

const LANGUAGE: Language = Language::English;

pub(super) static TEXTS: Texts = Texts {
    error: "error",
    play_prompt: "Type 'play' to make a move, or 'quit' to exit the game: ",
    move_prompt: "Type your move: ",
    roll_prompt: "Type the roll: ",
    continue_prompt: "Do you want to continue with another game? (y/n): ",
    replay_prompt: "Press enter for the next step, or type 'help': ",
    yes: &["y", "yes"],
    no: &["n", "no"],
    yes_or_no: "type y (yes) or n (no)",
    help: &[
        ("play", "make a move: you are asked for yours, the others move by themselves"),
        ("a move", "you can also type a move at once, without 'play'"),
        ("moves", "list the legal moves"),
        ("hint", "ask for a good move"),
        ("undo, undo N", "take back your last move, or your last N, with the answers to them"),
        ("redo, redo N", "redo what was taken back"),
        ("restart", "begin a new game"),
        ("save FILE", "save the game ('save! FILE' replaces a file that exists)"),
        ("load FILE", "continue a saved game"),
        ("board", "show the board again"),
        ("position", "show the position as one line, for --position"),
        ("rules", "show the rules of the game"),
        ("player", "show who plays"),
        ("player NAME:MODE", "change who plays for a name: m manual, r random, a AI"),
        ("help", "show this list"),
        ("quit", "end the game"),
    ],
    replay_help: &[
        ("enter, next", "show the next step"),
        ("back", "go back a step"),
        ("N", "go to the position after N steps; 0 is the start"),
        ("start, last", "go to the start, or to the end"),
        ("moves", "list the legal moves here"),
        ("position", "show the position as one line, for --position"),
        ("play", "play on from here"),
        ("help", "show this list"),
        ("quit", "end"),
    ],
    starting: |title, about| format!("Starting :{title}: {about}"),
    turn_for: |name| format!("Turn for {name}"),
    your_turn: "Your turn",
    turn_for_the_die: "Turn for the die",
    introduction: |example| format!("Type a move, such as {example}, or 'help' for all commands."),
    plays_without_you: |name| format!("{name} plays without you: type 'play'"),
    possible_moves: "The possible moves are:",
    possible_rolls: "The possible rolls are:",
    legal_moves_of: |side| format!("It's {side} to move, these are the legal moves:"),
    plays: |name, step| format!("{name} plays {step}"),
    die_shows: |roll| format!("The die shows {roll}"),
    skipped: |name, reason| format!("{name} {reason} and is skipped"),
    thinking: |name| format!("{name} is thinking …"),
    looking_for_a_hint: "looking for a good move …",
    too_narrow: |board, terminal| {
        format!(
            "(The board takes {board} columns and the window has {terminal}: here it is in words.)"
        )
    },
    saved: |path| format!("Saved to {}", path.display()),
    loaded: |path, number, games| match games {
        1 => format!("Loaded from {}", path.display()),
        _ => format!("Loaded from {}, game {number} of {games}", path.display()),
    },
    did_you_mean: |meant| format!("did you mean {meant}?"),
    no_hint_for_a_die: "there is no hint for a roll of the die",
    not_a_persons_turn: |name| {
        format!("it is the turn of {name}, who plays without you: type 'play' to let {name} move")
    },
    not_in_the_list: |number, moves| {
        format!("`{number}` is not in the list of moves: allowed is a number from 1 to {moves}")
    },
    no_command: |reason| format!("{reason} ('help' lists the commands)"),
    file_exists: |path| format!("{0} exists already: 'save! {0}' replaces it", path.display()),
    loaded_is_over: |path| {
        format!("the game in {0} is over: 'ludoteca --replay {0}' shows it", path.display())
    },
    only_so_many: |moves| format!("only {moves} can be taken back"),
    no_such_player: |name, names| {
        format!("nobody here is called `{name}`: allowed are {}", listed(names, LANGUAGE))
    },
    takes_nothing: |command, rest| format!("`{rest}` after {command}: it takes nothing"),
    takes_a_file: |command| format!("{command} takes a file: {command} FILE"),
    takes_a_number: |command, rest| {
        format!("`{rest}` after {command}: allowed is a whole number from 1 to 1000000")
    },
    step_of: |number, steps, what| format!("Step {number} of {steps}: {what}"),
    no_more_steps: "there are no more steps: 'back' goes back, 'play' plays on from here",
    alternatives: "It could have gone on differently:",
    unknown_replay_command: |text| format!("`{text}` is no command here: 'help' lists them"),
    game_over: "Game Over!!",
    status_won: "Game Status: Won",
    status_draw: "Game Status: Draw",
    status_finished: "Game Status: Finished",
    status_stopped: "Game Status: Stopped",
    winner: |name| format!("Winner: {name}"),
    result: |points| format!("Result: {points}"),
    reason: |reason| format!("Reason: {reason}"),
    side_won: |side| format!("{side} won!"),
    draw: "Draw.",
    games_played: |games| format!("Games Played: {games}"),
    statistics: "Stats:",
    mean_result: |mean| format!("Mean result: {}", LANGUAGE.decimal(mean, 2)),
    side_name: capitalised,
    wins_of: |side, wins| format!("{side}'s wins: {wins}"),
    draws: |draws| format!("Draws: {draws}"),
    row: |number, what| format!("row {number}: {what}"),
    empty_rows: |first, last| {
        if first == last {
            format!("row {first}: empty")
        } else {
            format!("rows {first} to {last}: empty")
        }
    },
    obstacle: "obstacle",
    at: |what, place| format!("{what} at {place}"),
    from_to: |what, first, last| format!("{what} at {first} to {last}"),
    last_move: |name, step| format!("last move: {name}, {step}"),
    game_option: |about, allowed, default| format!("{about}: {allowed}; default {default}"),
    search_header: ["depth", "value", "nodes", "time", "line"],
    best_move: "best move",
    value: "value",
    line: "line",
    depth: "depth",
    nodes: "nodes",
    nodes_in: |nodes, seconds, speed| format!("{nodes} in {seconds} s, {speed}/s"),
    analysing: |game, games| match games {
        1 => "analysing".to_owned(),
        _ => format!("analysing game {game} of {games}"),
    },
    game_of: |game, games, options| format!("game {game} of {games}: {options}"),
    claim,
    claim_error,
    holds: |claim| format!("holds {claim}"),
    fails: |claim, reason| format!("fails {claim}: {reason}"),
    contributed: |seat, name, entropy| {
        format!("seat {seat}, {name}, contributed {}", entropy.unwrap_or("nothing"))
    },
    cli_error,
};

fn claim(claim: DiceClaim, count: Option<usize>, contributions: usize) -> String {
    let source = match (contributions, count) {
        (0, _) => "the seed".to_owned(),
        (_, None) => "the seed and the contributions".to_owned(),
        (1, _) => "the seed and 1 contribution".to_owned(),
        (several, _) => format!("the seed and {several} contributions"),
    };
    match (claim, count) {
        (DiceClaim::Commitment, _) => "the seed is the one that was committed to".to_owned(),
        (DiceClaim::Rolls, None) => format!("all rolls follow from {source}"),
        (DiceClaim::Rolls, Some(1)) => format!("1 roll follows from {source}"),
        (DiceClaim::Rolls, Some(rolls)) => format!("{rolls} rolls follow from {source}"),
        (DiceClaim::RandomMoves, None) => {
            "all moves of random players follow from the seed".to_owned()
        }
        (DiceClaim::RandomMoves, Some(1)) => {
            "1 move of a random player follows from the seed".to_owned()
        }
        (DiceClaim::RandomMoves, Some(moves)) => {
            format!("{moves} moves of random players follow from the seed")
        }
        (DiceClaim::ShownCommitment, _) => {
            "the commitment is the one that you were shown".to_owned()
        }
        (DiceClaim::OwnContribution, _) => "your contribution is in the record".to_owned(),
    }
}

fn claim_error(error: &ClaimError) -> String {
    error.to_string()
}

fn cli_error(error: &CliError) -> String {
    match error {
        CliError::MultiviewsNeedWindow => {
            "-m without -v window: only the window view has a window for each seat".to_owned()
        }
        CliError::NoAnimationNeedsWindow => {
            "--no-animation without -v window: only windows animate moves".to_owned()
        }
        CliError::SeriesNeedConsole { view } => {
            format!("--series with -v {view}: only the console plays series")
        }
        CliError::PlainNeedsConsole { view } => {
            format!("--plain with -v {view}: only the console describes positions in words")
        }
        CliError::NothingKept => "--resume: no game was left unfinished".to_owned(),
        CliError::ResumedIsOver(path) => {
            format!(
                "--resume: the game in {0} is over: `ludoteca --replay {0}` shows it",
                path.display()
            )
        }
        CliError::NeedsReplay { option, number } => {
            format!("{option} {number} without --replay FILE: there is no record to watch")
        }
        CliError::Lacks { game, what } => {
            let what = match what {
                Lacking::Size(size) => format!("board size to choose (-d {size})"),
                Lacking::Line(line) => format!("line length to choose (--line {line})"),
                Lacking::Obstacles(count) => format!("obstacles (-o {count})"),
                Lacking::Mirror => "obstacles (--mirror)".to_owned(),
            };
            format!("{game} has no {what}: see `ludoteca games`")
        }
        CliError::NoSize(size) => {
            format!("`{size}` is no board size: the form is ROWSxCOLS, as in 7x7")
        }
        CliError::WrongNumberOfPlayers { count, game, allowed } => {
            let allowed = allowed.tell(LANGUAGE);
            format!("{count} in the list of players for {game}: allowed is {allowed}")
        }
        CliError::ObstaclesTwice { count, by_position } => {
            let other = if *by_position { "--position" } else { "cells that are given" };
            format!("-o {count} does not go with {other}: one of them places obstacles")
        }
        CliError::MirrorWithoutObstacles => {
            "--mirror without -o N: it mirrors the obstacles that are drawn".to_owned()
        }
        CliError::NoDice { game } => format!("--dice for {game}: it has no die"),
        CliError::NoStep { text, steps } => {
            format!(
                "`{text}` is no step of this record: allowed is a whole number from 0 to {steps}"
            )
        }
        CliError::NoWindow(reason) => {
            let reason = reason.tell(LANGUAGE);
            format!(
                "-v window: {reason}; play with -v console, or in a browser with `ludoteca serve`"
            )
        }
        CliError::NoWindowsBuiltIn => "this program was built without windows".to_owned(),
        CliError::IsOver { position } => format!("--position {position}: the game is over there"),
        CliError::DieIsNext { position } => {
            let place = position.as_ref().map(|position| format!("--position {position}: "));
            format!(
                "{}the die is to be rolled there, and there is no move to search for",
                place.unwrap_or_default()
            )
        }
        CliError::Exists(path) => {
            format!("{} exists already: --force replaces it", path.display())
        }
        CliError::SameFile(path) => {
            format!(
                "-o and --svg are both {}: the record and the picture need a file each",
                path.display()
            )
        }
        CliError::GraphOfMany { games } => {
            format!("--svg for {games} games: --nth N chooses one")
        }
        CliError::WitnessOfMany { games } => {
            format!(
                "--commitment and --contribution are about one game: the file holds {games}, and --nth N chooses one"
            )
        }
        CliError::Misspelt { reason, meant } => {
            format!("{}: {}", reason.tell(LANGUAGE), (TEXTS.did_you_mean)(meant))
        }
        CliError::ClaimsFail(1) => "1 claim fails".to_owned(),
        CliError::ClaimsFail(claims) => format!("{claims} claims fail"),
        CliError::File(error) => file_error(error),
    }
}

fn file_error(error: &FileError) -> String {
    let told = error.tell(LANGUAGE, Spelling::Typed);
    match error {
        FileError::Exists(_) => format!("{told}: --record takes a new file"),
        FileError::NoSuchGame { number, games: 1 } => {
            format!("--nth {number}: the file holds 1 game")
        }
        FileError::NoSuchGame { number, games } => {
            format!("--nth {number}: the file holds {games} games")
        }
        FileError::Unwritten { .. } | FileError::Unread { .. } => told,
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
