//! The terminal of DAWN 11/15 against a slow, obvious one: the golden session, worked examples, and
//! long streams of commands, right and wrong, that play whole games.

use std::collections::BTreeMap;

use ludoteca_core::random;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::reference_terminal::{
    Answer, Cell, DAWN, STICKS_OUT, SlowTerminal, Stage, all_cells, at, cells_between,
    count_reachable, is_on_board, neighbours, put,
};
use crate::dawn::Terminal;

#[test]
fn golden_session() {
    let session = include_str!("../data/session.txt");
    let mut both = Both::new();
    for exchange in session.split("> ").skip(1) {
        let (command, expected) = exchange.split_once('\n').unwrap_or((exchange, ""));
        let answer = both.ask(command).unwrap_or_default();
        assert_eq!(answer, expected.trim_end(), "{command}");
    }
}

/// Cases that the rules state literally: commands before, a command, and its answer.
#[test]
fn worked_examples() {
    const ROWS: &[(&str, &str, &str)] = &[
        // Commands at the wrong moment.
        ("", "roll 5", "Error"),
        ("", "show-result", "Error"),
        ("set-vc 0;0", "set-vc 0;1", "Error"),
        ("set-vc 0;0", "place 5;5:5;6", "Error"),
        ("set-vc 0;0, roll 2", "roll 2", "Error"),
        ("set-vc 0;0, roll 2", "move 0;1", "Error"),
        ("set-vc 0;0, roll 2, place 5;5:5;6", "place 5;5:5;6", "Error"),
        // Cells and edges.
        ("", "state 0;0", "-"),
        ("", "state 10;14", "-"),
        ("", "state -0;007", "-"),
        ("", "state 11;0", "Error, the given coordinate 11;0 is not on the board."),
        ("", "state 0;15", "Error, the given coordinate 0;15 is not on the board."),
        ("", "state -1;0", "Error, the given coordinate -1;0 is not on the board."),
        ("", "set-vc 3;-1", "Error, the given coordinate 3;-1 is not on the board."),
        ("", "state 99999999999999999999;0", "Error"),
        // Malformed commands.
        ("", "", "Error"),
        ("", " print", "Error"),
        ("", "print ", "Error"),
        ("", "Print", "Error"),
        ("", "quit 1", "Error"),
        ("", "reset ", "Error"),
        ("", "state 0;0\r", "-"),
        ("", "state 0;0\r\r", "Error"),
        ("", "state", "Error"),
        ("", "state  0;0", "Error"),
        ("", "state +0;0", "Error"),
        ("", "state 0;--1", "Error"),
        ("", "state 0;0;", "Error"),
        ("", "state 0:0", "Error"),
        ("", "state 0 ;0", "Error"),
        ("", "state ٣;0", "Error"),
        ("set-vc 0;0", "roll 7", "Error"),
        ("set-vc 0;0", "roll dawn", "Error"),
        ("set-vc 0;0", "roll 02", "Error"),
        ("set-vc 0;0, roll 2", "place 5;5;5;6", "Error"),
        ("set-vc 0;0, roll 2", "place 5;5", "Error"),
        // Tokens.
        ("set-vc 0;0, roll DAWN", "place 5;-6:5;0", "OK"),
        ("set-vc 0;0, roll DAWN, place 5;-6:5;0", "state 5;0", "+"),
        ("set-vc 0;0, roll DAWN, place 5;-6:5;0", "state 5;1", "-"),
        ("set-vc 9;9, roll 5, place 0;4:0;0", "state 0;0", "+"),
        ("set-vc 9;9, roll 5", "place 0;-4:0;1", STICKS_OUT),
        ("set-vc 9;9, roll 5", "place 0;11:0;15", STICKS_OUT),
        ("set-vc 9;9, roll 5", "place -2;3:2;3", STICKS_OUT),
        ("set-vc 9;9, roll DAWN", "place 0;-5:0;0", STICKS_OUT),
        ("set-vc 9;9, roll DAWN", "place 0;-7:0;0", STICKS_OUT),
        ("set-vc 9;9, roll DAWN", "place 11;0:11;6", "Error"),
        // Seven cells are refused for their length.
        ("set-vc 9;9, roll 5", "place 0;-3:0;3", "Error"),
        ("set-vc 9;9, roll 5", "place 0;0:0;3", "Error"),
        ("set-vc 9;9, roll 5", "place 0;0:4;4", "Error"),
        ("set-vc 9;9, roll 5", "place 9;5:9;9", "Error, field 9;9 is occupied."),
        ("set-vc 9;9, roll 5, place 0;0:0;4, move 9;8, roll 5", "place 1;0:1;4", "Error"),
        ("set-vc 9;9, roll 5, place 0;0:0;4, move 9;8, roll 5", "place 1;0:1;3", "OK"),
        ("set-vc 9;9, roll 5, place 0;0:0;4, move 9;8, roll 5", "place 1;0:1;5", "OK"),
        ("set-vc 9;9, roll 2, place 0;0:0;1, move 9;8, roll 2", "place 1;0:1;2", "OK"),
        // Walks.
        ("set-vc 0;0, roll 5, place 5;5:5;9", "move 0;1;0;2;0;3;0;4;0;5", "OK"),
        ("set-vc 0;0, roll 5, place 5;5:5;9", "move 0;1:0;2;0;3", "Error"),
        ("set-vc 0;0, roll 5, place 5;5:5;9", "move 0;1;0", "Error"),
        ("set-vc 0;0, roll 5, place 5;5:5;9", "move 0;1:0;2:0;3:0;4:0;5:0;6", "Error"),
        ("set-vc 0;0, roll 5, place 5;5:5;9", "move 1;1", "Error"),
        (
            "set-vc 0;0, roll 5, place 5;5:5;9",
            "move 0;-1",
            "Error, the given coordinate 0;-1 is not on the board.",
        ),
        ("set-vc 0;1, roll 4, place 5;5:5;8", "move 0;1:0;2:0;3", "Error, field 0;1 is occupied."),
        ("set-vc 0;1, roll 4, place 5;5:5;8", "move 0;0:0;1:0;2:0;3", "OK"),
        ("set-vc 0;1, roll DAWN, place 5;5:5;11", "move 0;0", "OK"),
        ("set-vc 0;1, roll DAWN, place 5;5:5;11", "move 0;0:0;1", "OK"),
        // Shut in at once: the next round begins.
        (
            "set-vc 0;0, roll 2, place 0;1:1;1, move 1;0:0;0, roll DAWN, place 1;-6:1;0",
            "move 1;0",
            "Error",
        ),
        (
            "set-vc 0;0, roll 2, place 0;1:1;1, move 1;0:0;0, roll DAWN, place 1;-6:1;0",
            "roll 4",
            "OK",
        ),
    ];
    for (before, command, expected) in ROWS {
        check(before, command, expected);
    }
}

/// The board is cut into rooms of at most five by five cells, where the token of six does not fit.
#[test]
fn no_room_for_a_token() {
    const ROOMS: &str = "set-vc 0;0, roll 6, place 0;5:5;5, move 0;1:0;0, roll 5, place 6;5:10;5, move 0;1:0;0, \
        roll DAWN, place 0;11:6;11, move 0;1:0;0, roll 4, place 7;11:10;11, move 0;1:0;0, \
        roll 3, place 5;6:5;8, move 0;1:0;0, roll 2, place 5;9:5;10, move 0;1:0;0, \
        set-vc 10;14, roll 5, place 5;0:5;4, move 10;13:10;14, roll 3, place 5;12:5;14, move 10;13:10;14, ";
    const SHUT_IN: &str =
        "roll 2, place 9;14:9;13, move 10;13:10;14, roll DAWN, place 10;13:16;13, ";
    for (then, command, expected) in [
        // The six is discarded, and Ceres walks six steps.
        ("roll 6", "place 0;0:0;5", "Error"),
        ("roll 6", "roll 4", "Error"),
        ("roll 6", "move 9;14:8;14:7;14:6;14:6;13:6;12:7;12", "Error"),
        ("roll 6", "move 9;14:8;14:7;14:6;14:6;13:6;12", "OK"),
        ("roll 6, move 10;13, roll 6", "place 1;0:1;3", "OK"),
        // Instead of the five, the four fits and the six does not.
        ("roll 5", "place 1;0:1;5", "Error, field 1;5 is occupied."),
        ("roll 5", "place 1;0:1;3", "OK"),
        // Five and four are laid: the six, the next larger, is discarded only where the two is
        // laid, too.
        ("roll 4, place 0;1:0;4, move 10;13:10;14, roll 5", "place 1;0:1;1", "OK"),
        (
            "roll 4, place 0;1:0;4, move 10;13:10;14, roll 2, place 1;0:1;1, move 10;13:10;14, roll 5",
            "move 10;13",
            "OK",
        ),
    ] {
        check(&format!("{ROOMS}{then}"), command, expected);
    }
    for (then, command, expected) in [
        ("", "move 10;13", "Error"),
        // No token fits and no step is possible, so the round is over.
        ("roll 6", "move 10;13", "Error"),
        ("roll 6", "roll 6", "OK"),
        ("roll 6, roll 6, place 1;0:1;3", "show-result", "40"),
        ("roll 4, place 1;0:1;3", "show-result", "Error"),
        ("roll 4, place 1;0:1;3, roll 2", "show-result", "40"),
        ("roll 4, place 1;0:1;3, roll 2", "roll 2", "Error"),
    ] {
        check(&format!("{ROOMS}{SHUT_IN}{then}"), command, expected);
    }
}

/// Checks the answer to a command after others, which are all answered `OK`. `Error` stands for any
/// refusal.
fn check(before: &str, command: &str, expected: &str) {
    let mut both = Both::new();
    for command in before.split(", ").filter(|command| !command.is_empty()) {
        assert_eq!(both.ask(command).as_deref(), Some("OK"), "{command} of {before}");
    }
    let answer = both.ask(command).expect("no example quits");
    let is_right =
        if expected == "Error" { answer.starts_with("Error, ") } else { answer == expected };
    assert!(is_right, "{before}: {command}: {answer}");
}

/// Plays many whole games, with two wrong commands for three right ones, and checks that all kinds
/// of events have occurred.
#[test]
fn whole_games_with_wrong_commands() {
    let mut seen = Seen::default();
    for seed in 0..250 {
        stream(&mut ChaCha8Rng::seed_from_u64(seed), &mut seen);
    }
    for (what, at_least) in [
        ("accepted", 15_000),
        ("refused", 10_000),
        ("game to its end", 300),
        ("the given coordinate is not on the board", 1000),
        ("field is occupied", 500),
        ("the token is not completely on the board", 250),
        ("refused in free words", 10_000),
        ("walk with colons", 1000),
        ("walk with semicolons", 1000),
        ("walk to its start", 500),
        ("walk over its start", 500),
        ("token of another length", 1500),
        ("token laid backwards", 1500),
        ("DAWN over the upper edge", 70),
        ("DAWN over the lower edge", 70),
        ("DAWN over the left edge", 70),
        ("DAWN over the right edge", 70),
        ("one of two tokens fits", 50),
        ("placement skipped", 100),
        ("token discarded for another", 70),
        ("placement and walk skipped", 40),
        ("place ends the round", 1000),
        ("place ends phase 1", 100),
        ("place ends the game", 100),
        ("roll ends the game", 10),
    ] {
        let count = seen.count(what);
        assert!(count >= at_least, "{what}: only {count}");
    }
    for stage in ["set-vc", "roll", "place", "move", "the end"] {
        for what in
            ["set-vc refused", "roll refused", "place refused", "move refused", "reset", "quit"]
        {
            let count = seen.count(&format!("{what} at {stage}"));
            assert!(count >= 3, "{what} at {stage}: only {count}");
        }
    }
}

/// Both terminals, which get the same commands.
struct Both {
    slow: SlowTerminal,
    fast: Terminal,
}

impl Both {
    fn new() -> Both {
        Both { slow: SlowTerminal::new(), fast: Terminal::new() }
    }

    /// Asks both, and compares the answers and the boards. A refusal must not change a board.
    fn ask(&mut self, command: &str) -> Option<String> {
        let before = self.slow.clone();
        let expected = self.slow.answer(command);
        let answer = self.fast.answer(command);
        let at = || format!("`{}`, {before:?}", command.escape_debug());
        assert!(expected.allows(answer.as_deref()), "{}: {answer:?} is not {expected:?}", at());
        if expected != Answer::Quit {
            let board = self.fast.answer("print").expect("a board");
            assert_eq!(board, self.slow.print(), "{}", at());
        }
        answer
    }
}

/// How often each event has occurred.
#[derive(Default)]
struct Seen(BTreeMap<String, usize>);

impl Seen {
    fn count_event(&mut self, what: &str) {
        *self.0.entry(what.to_owned()).or_default() += 1;
    }

    fn count_event_if(&mut self, condition: bool, what: &str) {
        if condition {
            self.count_event(what);
        }
    }

    fn count(&self, what: &str) -> usize {
        self.0.get(what).copied().unwrap_or(0)
    }
}

/// One run of the program, up to `quit`.
fn stream(dice: &mut ChaCha8Rng, seen: &mut Seen) {
    let mut both = Both::new();
    let mut style = Style::any(dice);
    loop {
        let command = if both.slow.stage == Stage::Over && one_in(dice, 8) {
            if one_in(dice, 3) { "quit".to_owned() } else { "reset".to_owned() }
        } else if one_in(dice, 200) {
            pick(dice, &["reset", "reset", "reset", "quit"]).to_owned()
        } else if one_in(dice, 2) {
            style.command(&both.slow, dice)
        } else {
            doubtful(&both.slow, &style, dice)
        };
        let before = both.slow.clone();
        let answer = both.ask(&command);
        count_events(seen, &before, &command, &both.slow);
        if answer.is_none() {
            return;
        }
        if command == "reset" {
            style = Style::any(dice);
        }
    }
}

/// Counts the events of one command.
fn count_events(seen: &mut Seen, before: &SlowTerminal, command: &str, after: &SlowTerminal) {
    let (word, argument) = command.trim_end_matches('\r').split_once(' ').unwrap_or((command, ""));
    match before.clone().answer(command) {
        Answer::Text(_) => count_accepted(seen, before, word, argument, after),
        Answer::Refused { texts, freely } => {
            seen.count_event("refused");
            seen.count_event(&format!("{word} refused at {}", stage_name(before)));
            // A fixed wording is counted where the rules leave no choice.
            seen.count_event(match texts.first() {
                _ if freely => "refused in free words",
                Some(text) if text == STICKS_OUT => "the token is not completely on the board",
                Some(text) if text.ends_with("is occupied.") => "field is occupied",
                _ => "the given coordinate is not on the board",
            });
        }
        Answer::Quit => seen.count_event(&format!("quit at {}", stage_name(before))),
    }
}

fn count_accepted(
    seen: &mut Seen,
    before: &SlowTerminal,
    word: &str,
    argument: &str,
    after: &SlowTerminal,
) {
    let numbers: Vec<i64> =
        argument.split([';', ':']).filter_map(|number| number.parse().ok()).collect();
    seen.count_event("accepted");
    let skips_walk = !matches!(after.stage, Stage::Move { .. });
    seen.count_event_if(
        before.stage != Stage::Over && after.stage == Stage::Over,
        "game to its end",
    );
    match word {
        "reset" => seen.count_event(&format!("reset at {}", stage_name(before))),
        "roll" => {
            if let Stage::Place { rolled } = after.stage {
                let fitting = after
                    .allowed(rolled)
                    .iter()
                    .filter(|&&length| after.fits_anywhere(length))
                    .count();
                seen.count_event_if(
                    fitting < after.allowed(rolled).len(),
                    "one of two tokens fits",
                );
            } else {
                seen.count_event("placement skipped");
                let rolled =
                    if argument == "DAWN" { DAWN } else { argument.parse().expect("a length") };
                seen.count_event_if(!before.set.contains(&rolled), "token discarded for another");
                seen.count_event_if(skips_walk, "placement and walk skipped");
                seen.count_event_if(after.stage == Stage::Over, "roll ends the game");
            }
        }
        "place" => {
            let (first, last) = ((numbers[0], numbers[1]), (numbers[2], numbers[3]));
            let length = (first.0 - last.0).abs() + (first.1 - last.1).abs() + 1;
            seen.count_event_if(
                before.stage != Stage::Place { rolled: length },
                "token of another length",
            );
            seen.count_event_if(first > last, "token laid backwards");
            seen.count_event_if(first.0.min(last.0) < 0, "DAWN over the upper edge");
            seen.count_event_if(first.0.max(last.0) > 10, "DAWN over the lower edge");
            seen.count_event_if(first.1.min(last.1) < 0, "DAWN over the left edge");
            seen.count_event_if(first.1.max(last.1) > 14, "DAWN over the right edge");
            seen.count_event_if(skips_walk, "place ends the round");
            seen.count_event_if(after.stage == Stage::Set, "place ends phase 1");
            seen.count_event_if(after.stage == Stage::Over, "place ends the game");
        }
        "move" => {
            let walk: Vec<Cell> = numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect();
            let start = before.body_cell();
            if walk.len() > 1 {
                seen.count_event(if argument.contains(':') {
                    "walk with colons"
                } else {
                    "walk with semicolons"
                });
            }
            seen.count_event_if(walk.last() == Some(&start), "walk to its start");
            seen.count_event_if(walk[..walk.len() - 1].contains(&start), "walk over its start");
        }
        _ => {}
    }
}

fn stage_name(game: &SlowTerminal) -> &'static str {
    match game.stage {
        Stage::Set => "set-vc",
        Stage::Roll => "roll",
        Stage::Place { .. } => "place",
        Stage::Move { .. } => "move",
        Stage::Over => "the end",
    }
}

/// The style in which a game is played.
struct Style {
    /// Do the bodies go into dead ends, and do the tokens shut them in?
    tight: bool,
    /// Tokens of phase 1 and of phase 2 to be laid before all others, by their ends.
    walls: [Vec<(Cell, Cell)>; 2],
}

impl Style {
    fn any(dice: &mut ChaCha8Rng) -> Style {
        let walls = if one_in(dice, 2) { walls(dice) } else { [Vec::new(), Vec::new()] };
        Style { tight: !one_in(dice, 3), walls }
    }

    /// A command that is legal now.
    fn command(&self, game: &SlowTerminal, dice: &mut ChaCha8Rng) -> String {
        match game.stage {
            Stage::Set => format!("set-vc {}", name(self.first_cell(game, dice))),
            Stage::Roll => format!("roll {}", self.symbol(game, dice)),
            Stage::Place { rolled } => {
                let (first, last) = self.token(game, rolled, dice);
                if one_in(dice, 2) {
                    format!("place {}:{}", name(first), name(last))
                } else {
                    format!("place {}:{}", name(last), name(first))
                }
            }
            Stage::Move { at_most } => {
                format!("move {}", typed_walk(&self.walk(game, at_most, dice), dice))
            }
            Stage::Over => pick(dice, &["show-result", "print"]).to_owned(),
        }
    }

    fn first_cell(&self, game: &SlowTerminal, dice: &mut ChaCha8Rng) -> Cell {
        let corners = [(0, 0), (0, 14), (10, 0), (10, 14)];
        let cells = if self.tight { corners.to_vec() } else { all_cells() };
        let is_free = |cell: &Cell| at(&game.board, *cell) == '-' && !self.is_wanted(*cell);
        let free: Vec<Cell> = cells.into_iter().filter(is_free).collect();
        let others: Vec<Cell> = all_cells().into_iter().filter(is_free).collect();
        pick(dice, if free.is_empty() { &others } else { &free })
    }

    fn symbol(&self, game: &SlowTerminal, dice: &mut ChaCha8Rng) -> &'static str {
        let symbols = [(2, "2"), (3, "3"), (4, "4"), (5, "5"), (6, "6"), (DAWN, "DAWN")];
        let lays_wall = |(rolled, _): &(i64, &str)| self.wall(game, *rolled).is_some();
        let good: Vec<(i64, &str)> = symbols.iter().copied().filter(lays_wall).collect();
        pick(dice, if good.is_empty() { &symbols } else { &good }).1
    }

    /// The next wall that this roll allows, if any.
    fn wall(&self, game: &SlowTerminal, rolled: i64) -> Option<(Cell, Cell)> {
        let walls = &self.walls[game.phase - 1];
        let allowed = game.allowed(rolled);
        let length = |(first, last): (Cell, Cell)| last.0 - first.0 + last.1 - first.1 + 1;
        walls
            .iter()
            .copied()
            .find(|wall| allowed.contains(&length(*wall)) && game.may_lie(wall.0, wall.1))
    }

    fn token(&self, game: &SlowTerminal, rolled: i64, dice: &mut ChaCha8Rng) -> (Cell, Cell) {
        if let Some(wall) = self.wall(game, rolled) {
            return wall;
        }
        let mut tokens: Vec<(Cell, Cell)> =
            game.allowed(rolled).into_iter().flat_map(|length| game.placements(length)).collect();
        if !self.tight {
            return pick(dice, &tokens);
        }
        // The placement that leaves the body the fewest free neighbours, and then the least room.
        // Equal placements are in a random order.
        let any = below(dice, tokens.len());
        tokens.rotate_left(any);
        let room = |token: &&(Cell, Cell)| {
            let mut board = game.board;
            for cell in cells_between(token.0, token.1) {
                put(&mut board, cell, '+');
            }
            let body = game.body_cell();
            let exits = neighbours(body)
                .into_iter()
                .filter(|&cell| is_on_board(cell) && at(&board, cell) == '-');
            (exits.count(), count_reachable(&board, body))
        };
        *tokens.iter().min_by_key(room).expect("a token fits")
    }

    fn walk(&self, game: &SlowTerminal, at_most: i64, dice: &mut ChaCha8Rng) -> Vec<Cell> {
        let walks: Vec<Vec<Cell>> = (0..if self.tight { 20 } else { 5 })
            .map(|_| {
                let steps = 1 + below(dice, at_most as usize);
                random_walk(game, steps, dice)
            })
            .collect();
        let exits =
            |cell: Cell| neighbours(cell).into_iter().filter(|&next| is_free(game, next)).count();
        let cost = |walk: &&Vec<Cell>| {
            let end = *walk.last().expect("a step");
            (self.is_wanted(end), if self.tight { exits(end) } else { 0 })
        };
        walks.iter().min_by_key(cost).expect("a walk").clone()
    }

    /// Will a wall cover this cell?
    fn is_wanted(&self, cell: Cell) -> bool {
        self.walls.iter().flatten().any(|&(first, last)| cells_between(first, last).contains(&cell))
    }
}

/// Walls that cut the board into rooms of at most five by five, where the token of six does not
/// fit.
fn walls(dice: &mut ChaCha8Rng) -> [Vec<(Cell, Cell)>; 2] {
    // Two columns, and row 5 in between: rooms are five, five and three cells wide, in any order.
    let (one, other) = pick(dice, &[(5, 11), (5, 9), (3, 9)]);
    let mut first = Vec::new();
    for (column, above) in [(one, pick(dice, &[5, 6])), (other, pick(dice, &[4, 7]))] {
        first.push(((0, column), (above - 1, column)));
        first.push(((above, column), (10, column)));
    }
    let mut second = Vec::new();
    let mut is_first_wide = true;
    for (left, right) in [(0, one - 1), (one + 1, other - 1), (other + 1, 14)] {
        if right - left == 2 {
            second.push(((5, left), (5, right)));
        } else if is_first_wide {
            let middle = left + pick(dice, &[2, 3]);
            first.push(((5, left), (5, middle - 1)));
            first.push(((5, middle), (5, right)));
            is_first_wide = false;
        } else {
            second.push(((5, left), (5, right)));
        }
    }
    [first, second]
}

/// A command that is likely to be refused, or one that is always allowed.
fn doubtful(game: &SlowTerminal, style: &Style, dice: &mut ChaCha8Rng) -> String {
    match below(dice, 10) {
        0 => format!("state {}", name(cell_about(dice))),
        1 => pick(dice, &["print", "show-result"]).to_owned(),
        2 => odd_line(dice).to_owned(),
        3 | 4 => garbled(&style.command(game, dice), dice),
        5 => format!("set-vc {}", name(cell_about(dice))),
        6 => {
            let symbol = pick(
                dice,
                &[
                    "2", "3", "4", "5", "6", "7", "DAWN", "dawn", "1", "0", "8", "-2", "02", "2;3",
                    "", " 2",
                ],
            );
            // A legal roll would continue the game without regard to the style.
            if game.stage == Stage::Roll && !one_in(dice, 20) {
                "roll 7".to_owned()
            } else {
                format!("roll {symbol}")
            }
        }
        7 => format!("place {}", doubtful_token(game, dice)),
        8 => format!("move {}", typed_walk(&doubtful_walk(game, dice), dice)),
        _ => match game.stage {
            Stage::Place { .. } => format!("place {}", doubtful_token(game, dice)),
            Stage::Move { .. } => format!("move {}", typed_walk(&doubtful_walk(game, dice), dice)),
            _ => garbled(&format!("state {}", name(cell_about(dice))), dice),
        },
    }
}

/// Lines that are refused at every stage, separated by bars.
const ODD_LINES: &[&str] = &[
    "| |\t|\r|help|PRINT|Print|prïnt|print | print|print\t|print print|show-result |show-result 1|show_result",
    "reset |reset 0|reset\0|quit | quit|quit quit|QUIT|exit|setvc 0;0|> print|/* */|🜨",
    "state|state |state ;|state 0|state 0;|state ;0|state 0;0;0|state  0;0|state\t0;0|state 0;0 |state 0; 0",
    "state 0,0|state 0:0|state +1;0|state 1;+0|state --1;0|state -;0|state 0x1;0|state 1.0;0|state 1e1;0",
    "state ٣;0|state ３;0|state 1；0|state −1;0|state 99999999999999999999999;0",
    "state 0;-99999999999999999999999|state 4294967296;0|state 0;256|state -256;0",
    "set-vc|set-vc |set-vc 0;0:0;0|set-vc 18446744073709551616;0",
    "roll|roll |roll  2|roll 2 |roll DAWN |roll Dawn|roll ２",
    "place|place |place :|place 0;0|place 0;0:|place :0;0|place 0;0;0;1|place 0;0:0;1:0;2|place 0;0-0;1",
    "place 0;0::0;1|place 9223372036854775807;0:-9223372036854775808;0",
    "place 0;9223372036854775807:0;-9223372036854775808|place 0;2147483647:0;-2147483648",
    "place 4294967296;0:4294967296;1|place 99999999999999999999999;0:99999999999999999999999;6",
    "move|move |move ;|move :|move 0|move 0;0;0|move 0;0:|move 0;0;|move :0;0|move 0;0:0;1;0;2",
    "move 0;0;0;1:0;2|move 0;0 0;1|move 9223372036854775807;9223372036854775807",
    "move -9223372036854775808;-9223372036854775808|move 99999999999999999999999;0",
];

/// Characters that somebody might type by mistake, or out of malice.
const ODD_LETTERS: &str = " |  |\t|\r|+|-|--|;|:|,|.|0|00|1|5|9|-0|٣|−|；|\u{a0}|\u{feff}|\u{2028}|\0|\u{1b}[2J|x|V|é|\
    9999999999|99999999999999999999";

fn odd_line(dice: &mut ChaCha8Rng) -> &'static str {
    let lines: Vec<&str> = ODD_LINES.iter().flat_map(|lines| lines.split('|')).collect();
    pick(dice, &lines)
}

/// A legal command with something changed, now and then more than one thing.
fn garbled(command: &str, dice: &mut ChaCha8Rng) -> String {
    let others: Vec<&str> = ODD_LETTERS.split('|').collect();
    let mut letters: Vec<String> = command.chars().map(String::from).collect();
    for _ in 0..=below(dice, 2) {
        let other = pick(dice, &others);
        let place = below(dice, letters.len() + 1);
        match below(dice, 4) {
            0 => letters.insert(0, other.to_owned()),
            1 if place < letters.len() => drop(letters.remove(place)),
            2 if place < letters.len() => letters[place] = other.to_owned(),
            _ => letters.insert(place, other.to_owned()),
        }
    }
    letters.concat()
}

/// The ends of a token that may stick out, lie over others, be of a wrong length, or lie askew.
fn doubtful_token(game: &SlowTerminal, dice: &mut ChaCha8Rng) -> String {
    let allowed = match game.stage {
        Stage::Place { rolled } => game.allowed(rolled),
        _ => vec![2, 3, 4, 5, 6, DAWN],
    };
    let length = if one_in(dice, 3) { 1 + below(dice, 10) as i64 } else { pick(dice, &allowed) };
    let over = if one_in(dice, 2) {
        let taken: Vec<Cell> =
            all_cells().into_iter().filter(|cell| at(&game.board, *cell) != '-').collect();
        if taken.is_empty() { (0, 0) } else { pick(dice, &taken) }
    } else {
        cell_about(dice)
    };
    // The given cell is anywhere on the token.
    let back = below(dice, length as usize) as i64;
    let (first, mut last) = if one_in(dice, 2) {
        ((over.0 - back, over.1), (over.0 - back + length - 1, over.1))
    } else {
        ((over.0, over.1 - back), (over.0, over.1 - back + length - 1))
    };
    if one_in(dice, 10) {
        last = (last.0 + 1, last.1 + 1);
    }
    if one_in(dice, 2) {
        format!("{}:{}", name(first), name(last))
    } else {
        format!("{}:{}", name(last), name(first))
    }
}

/// A walk that may be too long, or have steps over others, over the edge, or to no neighbour.
fn doubtful_walk(game: &SlowTerminal, dice: &mut ChaCha8Rng) -> Vec<Cell> {
    let (start, at_most) = match game.stage {
        Stage::Move { at_most } => (game.body_cell(), at_most as usize),
        _ => (cell_about(dice), DAWN as usize),
    };
    let steps = 1 + below(dice, at_most);
    match (below(dice, 6), game.stage) {
        // The body's own cell comes first.
        (0, _) => {
            let mut walk = straying_walk(start, steps - 1, dice);
            walk.insert(0, start);
            walk
        }
        // A walk that is only too long.
        (1, Stage::Move { .. }) => {
            let too_many = at_most + 1 + below(dice, 3);
            random_walk(game, too_many, dice)
        }
        // A legal walk with one step replaced, left out or made twice.
        (2 | 3, Stage::Move { .. }) => {
            let mut walk = random_walk(game, steps, dice);
            let place = below(dice, steps);
            match below(dice, 3) {
                0 => walk[place] = cell_about(dice),
                1 if steps > 1 => drop(walk.remove(place)),
                _ => walk.insert(place, walk[place]),
            }
            walk
        }
        // Steps over anything that is in the way.
        _ => straying_walk(start, steps, dice),
    }
}

/// This many steps over free cells. There is at least one free neighbour.
fn random_walk(game: &SlowTerminal, steps: usize, dice: &mut ChaCha8Rng) -> Vec<Cell> {
    let start = game.body_cell();
    let mut walk: Vec<Cell> = Vec::new();
    for _ in 0..steps {
        let here = *walk.last().unwrap_or(&start);
        let next: Vec<Cell> = neighbours(here)
            .into_iter()
            .filter(|&cell| cell == start || is_free(game, cell))
            .collect();
        walk.push(pick(dice, &next));
    }
    walk
}

/// This many steps to neighbours, free or not.
fn straying_walk(start: Cell, steps: usize, dice: &mut ChaCha8Rng) -> Vec<Cell> {
    let mut walk = Vec::new();
    let mut here = start;
    for _ in 0..steps {
        here = pick(dice, &neighbours(here));
        walk.push(here);
    }
    walk
}

fn is_free(game: &SlowTerminal, cell: Cell) -> bool {
    is_on_board(cell) && at(&game.board, cell) == '-'
}

/// A cell on the board, at its edges, or a little beyond them.
fn cell_about(dice: &mut ChaCha8Rng) -> Cell {
    let anywhere = (below(dice, 15) as i64 - 2, below(dice, 19) as i64 - 2);
    let edges = (pick(dice, &[-1, 0, 10, 11]), pick(dice, &[-1, 0, 14, 15]));
    pick(dice, &[anywhere, edges, (anywhere.0, edges.1), (edges.0, anywhere.1)])
}

fn name((m, n): Cell) -> String {
    format!("{m};{n}")
}

/// The cells with colons between them, or with semicolons throughout.
fn typed_walk(walk: &[Cell], dice: &mut ChaCha8Rng) -> String {
    let names: Vec<String> = walk.iter().map(|&cell| name(cell)).collect();
    names.join(pick(dice, &[":", ";"]))
}

fn one_in(dice: &mut ChaCha8Rng, n: usize) -> bool {
    below(dice, n) == 0
}

fn pick<T: Copy>(dice: &mut ChaCha8Rng, things: &[T]) -> T {
    things[below(dice, things.len())]
}

fn below(dice: &mut ChaCha8Rng, n: usize) -> usize {
    random::below(dice, n as u32) as usize
}
