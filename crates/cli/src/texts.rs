//! Every sentence that people read while they play, in one place, so that it can be translated. A
//! game's own sentences (hints, refusals, endings) are in that game's texts.

use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use ludoteca_analysis::dice::{self, DiceClaim};
use ludoteca_arena::breakthrough::client::ClientError;
use ludoteca_arena::contest::{ContestRules, Threshold};
use ludoteca_arena::tournament::{Format, JournalError, Openings, TournamentError};
use ludoteca_core::{Info, Seat, Verdict};
use ludoteca_engines::check::CheckOutcome;
use ludoteca_engines::protocols::breakthrough::BadMessage;
use ludoteca_play::{Ending, Series};
use ludoteca_system::records::FileError;

pub const PLAY_PROMPT: &str = "Type 'play' to make a move, or 'quit' to exit the game: ";
pub const MOVE_PROMPT: &str = "Type your move: ";
pub const ROLL_PROMPT: &str = "Type the roll: ";
pub const CONTINUE_PROMPT: &str = "Do you want to continue with another game? (y/n): ";
pub const REPLAY_PROMPT: &str = "Press enter for the next step, or type 'help': ";
pub const POSSIBLE_MOVES: &str = "The possible moves are:";
pub const POSSIBLE_ROLLS: &str = "The possible rolls are:";
pub const GAME_OVER: &str = "Game Over!!";
pub const NO_MORE_STEPS: &str =
    "there are no more steps: 'back' goes back, 'play' plays on from here";
pub const INSTEAD: &str = "It could have gone on otherwise:";
pub const YES_OR_NO: &str = "type y (yes) or n (no)";
pub const NO_HINT_FOR_A_DIE: &str = "there is no hint for a roll of the die";

pub const HELP: &str = "\
\x20play              make a move: you are asked for yours, others move by themselves
 a move            can also be typed at once, without 'play'
 moves             list the legal moves
 hint              ask for a good move
 undo, undo N      take back your last move, or the last N, and the answers
 redo, redo N      make again what was taken back
 restart           begin a new game
 save FILE         save the game ('save! FILE' replaces a file that exists)
 load FILE         go on with a saved game
 board             show the board again
 position          show the position as one line, for --position
 rules             show the rules of the game
 player            show who plays
 player NAME:MODE  let somebody else fill a seat: m manual, r random, a AI
 help              show this
 quit              end the game";

pub const REPLAY_HELP: &str = "\
\x20enter, next      show the next step
 back             go back a step
 N                go to where N steps had been made; 0 is the start
 start, last      go to the start, or to the end
 moves            list the legal moves here
 position         show the position as one line, for --position
 play             play on from here
 help             show this
 quit             end";

pub const MULTIVIEWS_NEED_WINDOW: &str =
    "-m without -v window: only windows can be one for each seat";
pub const NO_ANIMATION_NEEDS_WINDOW: &str =
    "--no-animation without -v window: only windows show moves on their way";
pub const SERIES_NEED_CONSOLE: &str =
    "--series with -v window: only the console plays one game after the other";
pub const PLAIN_NEEDS_CONSOLE: &str =
    "--plain with -v window: only the console says positions in words";
#[cfg(not(feature = "window"))]
pub const NO_WINDOWS_BUILT_IN: &str = "this program was built without windows";

/// Why no window opens, and how to play all the same.
pub fn no_window(reason: &dyn Display) -> String {
    format!("-v window: {reason}; play with -v console, or in a browser with `ludoteca serve`")
}

/// The error for an option that needs a watched record.
pub fn needs_replay(option: &str, number: u64) -> String {
    format!("{option} {number} without --replay FILE: there is no record to watch")
}

// The command line.

/// The error for an option that the game does not have.
pub fn lacks(id: &str, option: &str) -> String {
    format!("{id} has no {option}: see `ludoteca games`")
}

pub fn size_option(dim: &str) -> String {
    format!("board size to choose (-d {dim})")
}

pub fn line_option(line: &str) -> String {
    format!("line length to choose (--line {line})")
}

pub fn obstacles_option(count: &str) -> String {
    format!("obstacles (-o {count})")
}

pub const MIRROR_OPTION: &str = "obstacles (--mirror)";

pub fn no_size(dim: &str) -> String {
    format!("`{dim}` is no board size: the form is ROWSxCOLS, as in 7x7")
}

pub fn wrong_number_of_players(count: &str, id: &str, allowed: &str) -> String {
    format!("{count} in the list of players for {id}: allowed is {allowed}")
}

pub fn obstacles_twice(count: &str, by_position: bool) -> String {
    let other = if by_position { "--position" } else { "cells that are given" };
    format!("-o {count} does not go with {other}: one of them places obstacles")
}

pub const MIRROR_WITHOUT_OBSTACLES: &str =
    "--mirror without -o N: it mirrors the obstacles that are drawn";
pub const SEE_COMMANDS: &str = "`ludoteca --help` lists the commands";
pub const SEE_OPTIONS: &str = "`--help` lists what there is";

pub fn no_dice(id: &str) -> String {
    format!("--dice for {id}: it has no die")
}

pub fn starting(info: &Info) -> String {
    format!("Starting :{}: {}", info.title, info.about)
}

pub fn turn_for(name: &str) -> String {
    format!("Turn for {name}")
}

pub const TURN_FOR_THE_DIE: &str = "Turn for the die";

pub fn plays(name: &str, step: &str) -> String {
    format!("{name} plays {step}")
}

/// Shown while an engine thinks.
pub fn thinking(name: &str) -> String {
    format!("{name} is thinking …")
}

pub const LOOKING_FOR_A_HINT: &str = "looking for a good move …";

/// Shown before a position in words, if the board is too wide to be drawn.
pub fn too_narrow(board: usize, terminal: usize) -> String {
    format!("(The board takes {board} columns and the window has {terminal}: here it is in words.)")
}

pub fn die_shows(roll: &str) -> String {
    format!("The die shows {roll}")
}

pub fn skipped(name: &str, reason: &str) -> String {
    format!("{name} {reason} and is skipped")
}

pub fn legal_moves_of(side: &str) -> String {
    format!("It's {side} to move, these are the legal moves:")
}

pub fn not_a_persons_turn(name: &str) -> String {
    format!("it is the turn of {name}, who plays without you: type 'play' to let {name} move")
}

/// The error for a number that is not in a numbered list of moves.
pub fn not_in_the_list(number: &str, moves: usize) -> String {
    format!("`{number}` is not in the list of moves: allowed is a number from 1 to {moves}")
}

/// Adds a hint to the reason why the text at the prompt is no move.
pub fn no_command(reason: &str) -> String {
    format!("{reason} ('help' lists the commands)")
}

pub fn saved(path: &Path) -> String {
    format!("Saved to {}", path.display())
}

pub fn loaded(path: &Path, number: usize, games: usize) -> String {
    if games == 1 {
        format!("Loaded from {}", path.display())
    } else {
        format!("Loaded from {}, game {number} of {games}", path.display())
    }
}

pub fn loaded_is_over(path: &Path) -> String {
    format!("the game in {0} is over: 'ludoteca --replay {0}' shows it", path.display())
}

pub fn only_so_many(decisions: usize) -> String {
    format!("only {decisions} can be taken back")
}

/// The lines about the ending. They follow the board.
pub fn ending(ending: &Ending, names: &[&str]) -> Vec<String> {
    let status = |status: &str| format!("Game Status: {status}");
    let Some(verdict) = ending.verdict() else { return vec![status("Stopped")] };
    let mut lines = match (verdict, ending) {
        (Verdict::Won(seat), _) => vec![status("Won"), format!("Winner: {}", names[seat.index()])],
        (Verdict::Draw, _) => vec![status("Draw")],
        (Verdict::Scored, Ending::Played { outcome, .. }) => {
            vec![status("Finished"), format!("Result: {}", outcome.points(Seat::FIRST))]
        }
        (Verdict::Scored, _) => vec![status("Finished")],
    };
    if let Ending::Adjudicated { reason, .. } = ending {
        lines.push(format!("Reason: {reason}"));
    }
    lines
}

/// The lines after a game of a series: who won it, and how the series stands. `sides` are the names
/// of the seats in sentences.
pub fn statistics(ending: &Ending, series: &Series, sides: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    match ending.verdict() {
        Some(Verdict::Won(seat)) => lines.push(format!("{} won!", sides[seat.index()])),
        Some(Verdict::Draw) => lines.push("Draw.".to_owned()),
        Some(Verdict::Scored) | None => {}
    }
    lines.push(format!("Games Played: {}", series.played));
    lines.push("Stats:".to_owned());
    if let Some(mean) = series.mean_score() {
        lines.push(format!("Mean result: {mean:.2}"));
    } else {
        lines.extend(
            sides.iter().zip(series.wins).map(|(side, wins)| format!("{side}'s wins: {wins}")),
        );
        lines.push(format!("Draws: {}", series.draws));
    }
    lines
}

pub fn step_of(number: usize, steps: usize, what: &str) -> String {
    format!("Step {number} of {steps}: {what}")
}

pub fn no_step(text: &str, steps: usize) -> String {
    format!("`{text}` is no step of this record: allowed is a whole number from 0 to {steps}")
}

pub fn unknown_replay_command(text: &str) -> String {
    format!("`{text}` is no command here: 'help' lists them")
}

pub fn file_exists_save(path: &Path) -> String {
    format!("{} exists already: 'save! {}' replaces it", path.display(), path.display())
}

pub fn takes_nothing(command: &str, rest: &str) -> String {
    format!("`{rest}` after {command}: it takes nothing")
}

pub fn takes_a_file(command: &str) -> String {
    format!("{command} takes a file: {command} FILE")
}

pub fn takes_a_number(command: &str, rest: &str) -> String {
    format!("`{rest}` after {command}: allowed is a whole number from 1 to 1000000")
}

pub fn no_such_seat(name: &str, names: &str) -> String {
    format!("nobody here is called `{name}`: allowed are {names}")
}

// Programs over the network.

pub fn no_protocol(id: &str, known: &str) -> String {
    format!("`{id}` has no protocol of its own: allowed is {known}")
}

pub fn listening(address: &dyn Display) -> String {
    format!("listening on {address}")
}

pub fn no_listening(address: &str, reason: &dyn Display) -> String {
    format!("--listen {address}: {reason}")
}

pub fn no_connection(address: &str, reason: &dyn Display) -> String {
    format!("--connect {address}: {reason}")
}

pub fn open_files(reason: &dyn Display) -> String {
    format!("the limit of open files stays as it is, and with it that of connections: {reason}")
}

pub fn is_over_already(position: &str) -> String {
    format!("--position {position}: the game is over there")
}

pub const NO_PERSON_IN_THE_HOUSE: &str =
    "--house m: a person cannot fill a seat here, allowed are r and a";
pub const CLIENTS_WITHOUT_ROUNDS: &str = "--clients without --rounds all: pairs play as they come";
pub const CLIENT_WITHOUT_POSITION: &str =
    "--position for a client: the server says where the game starts";
pub const CHECK_WITHOUT_POSITION: &str = "--position for a check: it begins where games begin";
/// The result of checking a requirement.
pub fn found(duty: &dyn Display, finding: &CheckOutcome) -> String {
    match finding {
        CheckOutcome::Passed => format!("kept   {duty}"),
        CheckOutcome::Failed(reason) => format!("broken {duty}: {reason}"),
        CheckOutcome::NotReached => format!("unseen {duty}"),
        CheckOutcome::NotSupported => format!("absent {duty}: it need not"),
    }
}

pub fn waiting_for_client(address: &dyn Display, number: usize, of: usize) -> String {
    format!("start your client, it connects to {address}: {number} of {of}")
}

pub fn no_check(command: &str, reason: &dyn Display) -> String {
    format!("`{command}` cannot be checked: {reason}")
}

pub fn requirements_broken(who: &str, broken: usize) -> String {
    format!("the {who} breaks {broken} {}", if broken == 1 { "duty" } else { "duties" })
}

pub const CLIENT: &str = "client";
pub const ENGINE: &str = "engine";

/// Stands before the last lines of a shortened transcript.
pub fn lines_before(lines: usize) -> String {
    format!("… after {lines} other lines: --verbose shows them")
}

pub const ONE_PERSON: &str = "--copies with --player m: there is one of you";

pub const CLIENT_BROKE: &str = "a client came to an end that it should not";

// Matches and tournaments.

pub const PLAYERS_OF_A_CONTEST: &str = "-p is for games that you play: here players are named one by one, and --set seats=4 makes room for four";
pub const OVER_THERE: &str = "the game is over there";

pub fn match_of_more(seats: usize) -> String {
    format!(
        "a match is between two players, and this game has {seats} seats: ludoteca tournament has room for them"
    )
}

pub fn wrong_sprt(reason: &dyn Display) -> String {
    format!("--sprt: {reason}")
}

pub fn wrong_opening(path: &Path, line: usize, position: &str, reason: &str) -> String {
    format!("{}, line {line}: `{position}`: {reason}", path.display())
}

pub fn no_openings(path: &Path) -> String {
    format!("{}: there is no position in it", path.display())
}

pub const SEED: &str = "Seed";
pub const FORMAT: &str = "Format";
pub const OPENINGS: &str = "Openings";
pub const SPRT: &str = "Test";

pub fn title_of(names: &[String], is_match: bool, game: &str) -> String {
    if is_match {
        format!("{}: {game}", names.join(" – "))
    } else {
        format!("A tournament of {game}")
    }
}

pub fn format_of(format: Format, rounds: u32) -> String {
    let times = if rounds == 1 { "once".to_owned() } else { format!("{rounds} times") };
    match format {
        Format::RoundRobin => format!("everybody meets everybody {times}"),
        Format::Gauntlet => format!("the first meets all others {times}"),
        Format::Swiss => {
            format!("Swiss, {rounds} {}", if rounds == 1 { "round" } else { "rounds" })
        }
    }
}

pub fn openings_of(openings: &Openings, of_encounter: u32) -> String {
    let from = match openings.positions.as_slice() {
        [] => "from the usual first position".to_owned(),
        [position] => format!("from {position}"),
        positions => format!("from {} positions in turn", positions.len()),
    };
    let each = if of_encounter == 1 {
        String::new()
    } else {
        format!(", {of_encounter} for each encounter")
    };
    format!("{} random steps {from}{each}", openings.steps)
}

/// The rules of each game, row by row.
pub fn conduct_of(conduct: &ContestRules) -> Vec<(String, String)> {
    let ContestRules { control, adjudication } = conduct;
    let time = |time: Duration| format!("{} s", time.as_secs_f64());
    let moves = |threshold: Threshold, what: &str| {
        format!("{what} by {} hundredths for {} moves in a row", threshold.score, threshold.moves)
    };
    let rows = [
        ("Time for a move", control.move_time.map(time)),
        (
            "Clock",
            control
                .clock
                .map(|(base, more)| format!("{}, and {} after each move", time(base), time(more))),
        ),
        ("Nodes for a move", control.nodes.map(|nodes| nodes.to_string())),
        ("Depth", control.depth.map(|depth| depth.to_string())),
        (
            "Margin",
            control.move_time.or(control.clock.map(|(base, _)| base)).map(|_| time(control.margin)),
        ),
        ("A draw after", adjudication.length.map(|steps| format!("{steps} steps"))),
        (
            "A draw after",
            adjudication.no_progress.map(|steps| format!("{steps} steps without progress")),
        ),
        ("Lost", adjudication.resign.map(|threshold| moves(threshold, "who sees itself behind"))),
        ("Won", adjudication.win.map(|threshold| moves(threshold, "who both see ahead"))),
        (
            "Drawn",
            adjudication.draw.map(|threshold| moves(threshold, "where both see nobody ahead")),
        ),
    ];
    rows.into_iter().filter_map(|(what, how)| Some((what.to_owned(), how?))).collect()
}

pub fn lost_by_fault(game: u64, name: &str, what: &str) -> String {
    format!("game {game}: {name} has lost: {what}")
}

pub fn contest_header(game: &str, seed: &dyn Display) -> String {
    format!("{game}, seed {seed}")
}

pub fn test_so_far(
    test: &dyn Display,
    ratio: f64,
    (lower, upper): (f64, f64),
    decision: &dyn Display,
) -> String {
    format!("SPRT {test}: LLR {ratio:.2} ({lower:.2}, {upper:.2}), {decision}")
}

pub fn crowded(needed: usize, cores: usize) -> String {
    format!(
        "note: {needed} players think at once on {cores} cores, and may lose by the clock: --concurrency {cores} is fair"
    )
}

pub fn report_is_at(path: &Path) -> String {
    format!("report: {}", path.display())
}

/// What is wrong with a file of records, and which option is concerned.
pub fn file_error(error: &FileError) -> String {
    match error {
        FileError::Exists(_) => format!("{error}: --record takes a new file"),
        FileError::NoSuchGame { number, games } => {
            format!(
                "--nth {number}: the file holds {games} {}",
                if *games == 1 { "game" } else { "games" }
            )
        }
        FileError::Unwritten { .. } | FileError::Unread { .. } => error.to_string(),
    }
}

/// Why a tournament cannot go on, and which option helps.
pub fn tournament_error(error: &TournamentError) -> String {
    match error {
        TournamentError::Journal(JournalError::Taken(folder)) => {
            format!("{error}: --resume {} goes on with it", folder.display())
        }
        TournamentError::NotAtOnce { name, player, at_once, reason } => {
            let played = at_once - 1;
            format!(
                "{name} ({player}) does not play {at_once} games at once, but --concurrency {played}: {reason}"
            )
        }
        other => other.to_string(),
    }
}

/// Why a client cannot go on, and which option helps.
pub fn client_error(error: &ClientError) -> String {
    match error {
        ClientError::Message(BadMessage::Size { cells }) => {
            format!("the server plays on a board of {cells} cells: give its size with -d ROWSxCOLS")
        }
        other => other.to_string(),
    }
}

pub fn cannot_go_on(error: &str, kept: Option<(usize, &Path)>) -> String {
    match kept {
        Some((games, folder)) => {
            format!(
                "{error}: {games} games are kept, --resume {} goes on with them",
                folder.display()
            )
        }
        None => error.to_owned(),
    }
}

pub fn repeated(openings: u32, wanted: u32) -> String {
    let them =
        if openings == 1 { "one opening".to_owned() } else { format!("{openings} openings") };
    format!(
        "note: {them} for {wanted} pairs: who always plays the same plays games again; --opening-steps 4 tells them apart"
    )
}

pub fn speed_of_games(games: usize, steps: u64, seconds: f64) -> String {
    if games == 0 {
        return "nothing was left to play".to_owned();
    }
    let (per_second, steps) = (games as f64 / seconds, steps as f64 / seconds);
    format!("{games} games in {seconds:.2} s: {per_second:.1} games/s, {steps:.0} steps/s")
}

pub fn stopped_after(played: u64, games: u64, folder: Option<&Path>) -> String {
    let goes_on = folder.map_or_else(
        || "nothing is kept without --out DIR".to_owned(),
        |folder| format!("--resume {} goes on with it", folder.display()),
    );
    format!("stopped after {played} of {games} games: {goes_on}")
}

/// Shown when all games are over.
pub fn games_played(games: u64) -> String {
    format!("{games} {} played", if games == 1 { "game" } else { "games" })
}

pub fn your_seat(seat: Seat) -> String {
    format!("A game begins: you are {seat}")
}

/// Shown after the server has hung up.
pub fn farewell(games: u64, moves: u64, won: u64) -> String {
    format!(
        "the server has hung up: {games} {}, {moves} {}, {won} won by our last move",
        if games == 1 { "game" } else { "games" },
        if moves == 1 { "move" } else { "moves" },
    )
}

pub fn speed(clients: u64, games: u64, moves: u64, seconds: f64) -> String {
    format!(
        "{clients} clients: {games} games begun and {moves} moves made in {seconds:.2} s: {:.0} games/s, {:.0} moves/s",
        // Each game has two clients, so it is counted twice.
        games as f64 / 2.0 / seconds,
        moves as f64 / seconds,
    )
}

// Searches and analyses.

/// The header above the progress of a search.
pub const SEARCH_HEADER: [&str; 5] = ["depth", "value", "nodes", "time", "line"];
pub const BEST_MOVE: &str = "best move";
pub const VALUE: &str = "value";
pub const LINE: &str = "line";
pub const DEPTH: &str = "depth";
pub const NODES: &str = "nodes";

pub fn nodes_in(nodes: u64, seconds: f64, speed: &str) -> String {
    format!("{nodes} in {seconds:.2} s, {}/s", speed.trim_end())
}

pub fn die_is_next(position: Option<&str>) -> String {
    let place = position.map_or(String::new(), |position| format!("--position {position}: "));
    format!("{place}the die is to be rolled there, and there is no move to search for")
}

pub fn plies_looked_at(game: usize, games: usize) -> String {
    if games == 1 { "analysing".to_owned() } else { format!("analysing game {game} of {games}") }
}

pub fn file_exists_force(path: &Path) -> String {
    format!("{} exists already: --force replaces it", path.display())
}

pub fn same_file(path: &Path) -> String {
    format!("-o and --svg are both {}: the record and the picture need a file each", path.display())
}

pub fn graph_of_many(games: usize) -> String {
    format!("--svg for {games} games: --nth N says which")
}

pub fn game_of(number: usize, games: usize, options: &dyn Display) -> String {
    if games == 1 { options.to_string() } else { format!("game {number} of {games}: {options}") }
}

// Dice that are checked.

/// The result of checking a claim of a record about its dice.
pub fn verified(fact: DiceClaim, contributions: usize, finding: &dice::Finding) -> String {
    let source = match (contributions, finding) {
        (0, _) => "the seed".to_owned(),
        (_, Err(_)) => "the seed and the contributions".to_owned(),
        (1, _) => "the seed and 1 contribution".to_owned(),
        (several, _) => format!("the seed and {several} contributions"),
    };
    let claim = |count: Option<usize>| match (fact, count) {
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
    };
    match finding {
        Ok(count) => format!("holds {}", claim(Some(*count))),
        Err(doubt) => format!("fails {}: {doubt}", claim(None)),
    }
}

/// What a seat contributed to the dice.
pub fn contributed(seat: Seat, name: &str, entropy: Option<&str>) -> String {
    format!("seat {seat}, {name}, contributed {}", entropy.unwrap_or("nothing"))
}

pub fn known_of_many(games: usize) -> String {
    format!(
        "--commitment and --contribution are about one game: the file holds {games}, and --nth N says which"
    )
}

pub fn facts_fail(facts: usize) -> String {
    if facts == 1 { "1 claim fails".to_owned() } else { format!("{facts} claims fail") }
}

// Positions in words.

pub fn row(number: usize) -> String {
    format!("row {number}")
}

pub fn rows(first: usize, last: usize) -> String {
    format!("rows {first} to {last}")
}

pub const EMPTY: &str = "empty";
pub const OBSTACLE: &str = "obstacle";

pub fn at(what: &str, first: &str, last: &str) -> String {
    if first == last {
        format!("{what} at {first}")
    } else {
        format!("{what} at {first} to {last}")
    }
}

pub fn last_move(name: &str, step: &str) -> String {
    format!("last move: {name}, {step}")
}

pub fn holds(name: &str, what: &str) -> String {
    format!("{name}: {what}")
}

#[cfg(feature = "server")]
pub fn serving(server: &ludoteca_server::Server, data: &Path) -> String {
    let clients = server
        .breakthrough()
        .map(|address| format!("Clients of Breakthrough connect to {address}\n"));
    let engines = server.engines().map(|address| format!("Engines connect to {address}\n"));
    let metrics =
        server.metrics().map(|address| format!("Metrics are at http://{address}/metrics\n"));
    let programs = [clients, engines, metrics].into_iter().flatten().collect::<String>();
    let address = server.address();
    format!(
        "Ludoteca is at http://{address}\n{programs}Games are kept in {}. Ctrl-C ends it.\n",
        data.display()
    )
}

#[cfg(feature = "server")]
pub fn backed_up(data: &Path, copy: &Path) -> String {
    format!("{} is copied to {}", data.display(), copy.display())
}

#[cfg(feature = "server")]
pub fn deleted(player: &str, tables: usize) -> String {
    format!("{player} is forgotten; tables that had something of theirs: {tables}")
}

#[cfg(feature = "server")]
pub fn not_deleted(player: &str, data: &Path, reason: &dyn Display) -> String {
    format!("--delete-player {player}: nothing is deleted in {}: {reason}", data.display())
}

#[cfg(feature = "server")]
pub fn pruned(tables: usize, players: usize) -> String {
    format!("deleted tables: {tables}, deleted players: {players}")
}

#[cfg(feature = "server")]
pub fn not_pruned(days: u64, data: &Path, reason: &dyn Display) -> String {
    format!("--prune {days}: {} cannot be changed: {reason}", data.display())
}

#[cfg(feature = "server")]
pub fn no_backup(data: &Path, copy: &Path, reason: &dyn Display) -> String {
    format!("--backup {}: {} cannot be copied: {reason}", copy.display(), data.display())
}
