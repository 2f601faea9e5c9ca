//! The terminal of DAWN 11/15. Each line is a command and gets an answer. It reads and prints
//! nothing itself.

use ludoteca_core::text::{ParseError, printable};
use ludoteca_core::{Notation, Rules, Seat};

use super::board::ROWS;
use super::notation;
use super::rules::{Dawn, DawnStage, MISSION, Move, NATURE, State};
use super::texts::terminal::{self, TerminalRefusal};
use super::texts::{BODIES, Illegal};

/// A game played by commands. All rolls are typed.
///
/// ```
/// use ludoteca_games::dawn::Terminal;
///
/// let mut terminal = Terminal::new();
/// assert_eq!(terminal.answer("set-vc 5;2").unwrap(), "OK");
/// assert_eq!(terminal.answer("state 5;2").unwrap(), "V");
/// assert_eq!(terminal.answer("state 5;15").unwrap(), "Error, the given coordinate 5;15 is not on the board.");
/// assert_eq!(terminal.answer("quit"), None);
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Terminal {
    state: State,
    /// The seats that were skipped after the last step. Refusals of their commands say why.
    skipped: Vec<Seat>,
}

impl Terminal {
    /// The words that a command begins with.
    pub const COMMANDS: [&'static str; 9] =
        ["state", "print", "set-vc", "roll", "place", "move", "show-result", "reset", "quit"];

    /// A new game.
    pub fn new() -> Terminal {
        Terminal { state: Dawn.start(), skipped: Vec::new() }
    }

    /// The current state of the game.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The command that the game waits for; `None` when it is over.
    pub fn expected(&self) -> Option<&'static str> {
        match self.state.stage {
            DawnStage::Set => Some("set-vc"),
            DawnStage::Roll => Some("roll"),
            DawnStage::Place(_) => Some("place"),
            DawnStage::Walk(_) => Some("move"),
            DawnStage::Over => None,
        }
    }

    /// Obeys a line without its `\n`. A `\r` at the end is ignored. The answer has no line end
    /// either. `None` is for `quit`.
    ///
    /// A refusal is one line, `Error, ….`, without control characters whatever was typed, and
    /// changes nothing.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line == "quit" {
            return None;
        }
        Some(
            self.obey(line)
                .unwrap_or_else(|refusal| format!("Error, {}.", printable(&refusal.to_string()))),
        )
    }

    fn obey<'a>(&mut self, line: &'a str) -> Result<String, TerminalRefusal<'a>> {
        let (word, argument) = match line.split_once(' ') {
            Some((word, argument)) => (word, Some(argument)),
            None => (line, None),
        };
        if line.is_empty() {
            return Err(TerminalRefusal::Empty);
        }
        if !Terminal::COMMANDS.contains(&word) {
            return Err(TerminalRefusal::Unknown { line });
        }
        // If the argument is malformed, the refusal shows the whole line and the form of its
        // command.
        let refusal = |illegal| match illegal {
            Illegal::Parse(ParseError::Malformed { form, .. }) => {
                TerminalRefusal::Malformed { line, word, form }
            }
            illegal => TerminalRefusal::Illegal(illegal),
        };
        match (word, argument) {
            ("print", None) => {
                return Ok((0..ROWS).map(|row| self.state.row(row)).collect::<Vec<_>>().join("\n"));
            }
            ("show-result", None) => {
                let outcome = Dawn.next(&self.state).outcome().ok_or(TerminalRefusal::NoResult)?;
                return Ok(outcome.points(NATURE).to_string());
            }
            ("reset", None) => *self = Terminal::new(),
            ("print" | "show-result" | "reset" | "quit", _) => {
                return Err(TerminalRefusal::Malformed {
                    line,
                    word,
                    form: terminal::NOTHING_FORM,
                });
            }
            ("state", argument) => {
                let cell = notation::read_field(argument.unwrap_or_default()).map_err(refusal)?;
                return Ok(self.state.symbol(cell).to_string());
            }
            (word, _) if self.expected() != Some(word) => return Err(self.not_now(word)),
            ("roll", None | Some("")) => {
                return Err(TerminalRefusal::Malformed { line, word, form: terminal::ROLL_FORM });
            }
            ("roll", Some(argument)) => {
                let rolled = Dawn.read_chance(&self.state, argument).map_err(refusal)?;
                self.go_on(Dawn.after_roll(&self.state, rolled));
            }
            (_, argument) => {
                let text = argument.unwrap_or_default();
                // Here every step of a walk is typed.
                let m = match self.state.stage {
                    DawnStage::Walk(most) => {
                        notation::read_walk(&self.state, most, text).map(Move::Walk)
                    }
                    _ => Dawn.read_move(&self.state, text),
                };
                let m = m.map_err(refusal)?;
                self.go_on(Dawn.after(&self.state, m));
            }
        }
        Ok("OK".to_owned())
    }

    fn go_on(&mut self, after: State) {
        self.skipped = Dawn.skipped(&self.state, &after);
        self.state = after;
    }

    /// Why a command of the game must wait, and for what.
    fn not_now<'a>(&self, word: &'a str) -> TerminalRefusal<'a> {
        let body = BODIES[usize::from(self.state.phase)];
        let expected = match self.state.stage {
            DawnStage::Set => terminal::set_is_expected(body),
            DawnStage::Roll => terminal::ROLL_IS_EXPECTED.to_owned(),
            DawnStage::Place(rolled) => {
                let asked = notation::asked(&self.state, rolled);
                let asked: Vec<String> = asked.iter().map(ToString::to_string).collect();
                terminal::place_is_expected(&asked.join(" or "))
            }
            DawnStage::Walk(most) => terminal::move_is_expected(body, most),
            DawnStage::Over => terminal::RESET_IS_EXPECTED.to_owned(),
        };
        let of_seat = match word {
            "place" => Some(MISSION),
            "move" => Some(NATURE),
            _ => None,
        };
        let why = match of_seat.filter(|seat| self.skipped.contains(seat)) {
            Some(seat) => {
                terminal::skipped_and(seat, &Dawn.skip_reason(&self.state, seat), &expected)
            }
            None => expected,
        };
        TerminalRefusal::NotNow { word, why }
    }
}

impl Default for Terminal {
    fn default() -> Terminal {
        Terminal::new()
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_core::{Outcome, Verdict};

    use super::super::tests::WALLS;
    use super::*;

    /// A terminal where these steps were made, each by the command that is expected.
    fn terminal(steps: &str) -> Terminal {
        let mut terminal = Terminal::new();
        play(&mut terminal, steps);
        terminal
    }

    fn play(terminal: &mut Terminal, steps: &str) {
        for step in steps.split_whitespace() {
            let line = format!("{} {step}", terminal.expected().unwrap());
            assert_eq!(terminal.answer(&line).unwrap(), "OK", "`{line}` of `{steps}`");
        }
    }

    /// The answer to a line that is to change nothing.
    fn ask(terminal: &mut Terminal, line: &str) -> String {
        let before = terminal.clone();
        let answer = terminal.answer(line).unwrap_or_else(|| panic!("`{line}` is to be answered"));
        assert_eq!(*terminal, before, "`{line}`");
        answer
    }

    fn is_refusal(answer: &str) -> bool {
        answer.starts_with("Error, ") && answer.ends_with('.') && !answer.contains(char::is_control)
    }

    /// Whole sessions of commands and answers, refused ones and boards included: each line after
    /// `> ` is a command.
    #[test]
    fn plays_the_known_session() {
        let on_the_page = include_str!("README.md").split("```\n").nth(1).unwrap();
        for session in [include_str!("data/session.txt"), on_the_page] {
            for line_end in ["", "\r"] {
                let mut terminal = Terminal::default();
                for exchange in session.split("> ").skip(1) {
                    let (line, expected) = exchange.split_once('\n').unwrap_or((exchange, ""));
                    let answer = terminal.answer(&format!("{line}{line_end}"));
                    assert_eq!(
                        answer.map_or(String::new(), |answer| answer + "\n"),
                        expected,
                        "`{line}`"
                    );
                }
            }
        }
    }

    /// Each command in each stage. A command that must wait says what it waits for.
    #[test]
    fn each_command_has_its_stage() {
        let set_again = "5;2 2 0;0:0;1 5;3 3 1;0:1;2 5;2 4 2;0:2;3 5;3 5 3;0:3;4 5;2 6 4;0:4;5 5;3 DAWN 10;0:10;6 5;2";
        let over = format!(
            "{set_again} 8;8 2 0;7:0;8 8;9 3 1;7:1;9 8;8 4 2;7:2;10 8;9 5 3;7:3;11 8;8 6 6;7:6;12 8;9 DAWN 7;0:7;6 8;8"
        );
        let rows = [
            ("", Some("set-vc"), "Vesta is to be set with `set-vc`"),
            ("5;2", Some("roll"), "the die is to be rolled with `roll`"),
            ("5;2 5", Some("place"), "token 5 is to be laid with `place`"),
            ("5;2 5 0;0:0;4", Some("move"), "Vesta is to walk up to 5 steps with `move`"),
            ("5;2 5 0;0:0;4 5;3", Some("roll"), "the die is to be rolled with `roll`"),
            ("5;2 6 0;0:0;5 5;3 6", Some("place"), "token 5 or DAWN is to be laid with `place`"),
            (set_again, Some("set-vc"), "Ceres is to be set with `set-vc`"),
            (
                &format!("{set_again} 8;8 DAWN 10;14:16;14"),
                Some("move"),
                "Ceres is to walk up to 7 steps with `move`",
            ),
            (&over, None, "the game is over until `reset`"),
        ];
        for (steps, expected, clause) in rows {
            let mut terminal = terminal(steps);
            assert_eq!(terminal.expected(), expected, "`{steps}`");
            for (word, arguments) in [
                ("set-vc", ["9;9", "-1;0", "x"]),
                ("roll", ["5", "7", "x"]),
                ("place", ["9;0:9;4", "0;-4:0;1", "x"]),
                ("move", ["5;3", "99;99", "x"]),
            ] {
                for argument in arguments.into_iter().filter(|_| Some(word) != expected) {
                    let answer = ask(&mut terminal, &format!("{word} {argument}"));
                    assert_eq!(
                        answer,
                        format!("Error, `{word}` is not possible now: {clause}."),
                        "`{steps}`"
                    );
                }
            }
            let result = ask(&mut terminal, "show-result");
            if expected.is_some() {
                assert_eq!(result, "Error, there is no result before the end of phase 2.");
            } else {
                let points = terminal.state.result() as i32;
                let outcome = Outcome { verdict: Verdict::Scored, points: [points, -points, 0, 0] };
                assert_eq!(
                    (result, Dawn.next(&terminal.state).outcome()),
                    (points.to_string(), Some(outcome))
                );
            }
            let board: Vec<String> =
                ask(&mut terminal, "print").lines().map(str::to_owned).collect();
            assert_eq!(board.len(), 11);
            for (row, line) in board.iter().enumerate() {
                assert_eq!(line.len(), 15);
                for (col, symbol) in line.chars().enumerate() {
                    assert_eq!(
                        ask(&mut terminal, &format!("state {row};{col}")),
                        symbol.to_string()
                    );
                }
            }
            assert_eq!(terminal.clone().answer("quit"), None);
            assert_eq!(terminal.answer("reset").unwrap(), "OK");
            assert_eq!(terminal, Terminal::new());
        }
    }

    #[test]
    fn refuses_with_the_reason() {
        const COMMANDS: &str =
            "the commands are state, print, set-vc, roll, place, move, show-result, reset and quit";
        let rows = [
            ("", "", "the line is empty: COMMANDS"),
            ("", "\r", "the line is empty: COMMANDS"),
            ("", " ", "` ` is no command: COMMANDS"),
            ("", " print", "` print` is no command: COMMANDS"),
            ("", "Print", "`Print` is no command: COMMANDS"),
            ("", "print\r\r", r"`print\r` is no command: COMMANDS"),
            ("", "help me", "`help me` is no command: COMMANDS"),
            ("", "set-vc\t5;2", r"`set-vc\t5;2` is no command: COMMANDS"),
            (
                "",
                "\u{1b}[2J\n\u{202e}\u{85}",
                r"`\u{1b}[2J\n\u{202e}\u{85}` is no command: COMMANDS",
            ),
            ("", "'\"\\`é", r#"`'"\`é` is no command: COMMANDS"#),
            ("", "print ", "`print ` is not understood: `print` takes nothing after it"),
            (
                "",
                "show-result 1",
                "`show-result 1` is not understood: `show-result` takes nothing after it",
            ),
            ("", "reset all", "`reset all` is not understood: `reset` takes nothing after it"),
            ("", "quit now", "`quit now` is not understood: `quit` takes nothing after it"),
            ("", "state", "`state` is not understood: `state` takes row and column as in 5;2"),
            (
                "",
                "state 5,2",
                "`state 5,2` is not understood: `state` takes row and column as in 5;2",
            ),
            ("", "state 0;15", "the given coordinate 0;15 is not on the board"),
            ("", "state -1;0", "the given coordinate -1;0 is not on the board"),
            ("", "set-vc", "`set-vc` is not understood: `set-vc` takes row and column as in 5;2"),
            (
                "",
                "set-vc 5;2;3",
                "`set-vc 5;2;3` is not understood: `set-vc` takes row and column as in 5;2",
            ),
            ("", "set-vc -5;2", "the given coordinate -5;2 is not on the board"),
            (
                "",
                "set-vc 0;-99999999999999999999999",
                "the given coordinate 0;-99999999999999999999999 is not on the board",
            ),
            (
                "5;2",
                "roll",
                "`roll` is not understood: `roll` takes what the die shows: 2, 3, 4, 5, 6 or DAWN",
            ),
            (
                "5;2",
                "roll ",
                "`roll ` is not understood: `roll` takes what the die shows: 2, 3, 4, 5, 6 or DAWN",
            ),
            ("5;2", "roll 7", "`7` is no roll: the die shows 2, 3, 4, 5, 6 or DAWN"),
            ("5;2", "roll 05", "`05` is no roll: the die shows 2, 3, 4, 5, 6 or DAWN"),
            ("5;2", "roll dawn", "`dawn` is no roll: the die shows 2, 3, 4, 5, 6 or DAWN"),
            ("5;2", "roll \n", "`\\n` is no roll: the die shows 2, 3, 4, 5, 6 or DAWN"),
            (
                "5;2 5",
                "place",
                "`place` is not understood: `place` takes both ends of the token as in 6;2:6;6",
            ),
            (
                "5;2 5",
                "place 0;0;0;4",
                "`place 0;0;0;4` is not understood: `place` takes both ends of the token as in 6;2:6;6",
            ),
            ("5;2 5", "place 0;-4:0;1", "the token is not completely on the board"),
            ("5;2 5", "place 0;-4:0;2", "the token has length 7, but the roll asks for 5"),
            ("5;2 5", "place 0;0:0;3", "the token has length 4, but the roll asks for 5"),
            ("5;2 5", "place 5;0:5;4", "field 5;2 is occupied"),
            ("5;2 5", "place 0;0:4;4", "a token lies straight, in one row or one column"),
            (
                "5;2 5",
                "place 2000000;-3:1000000;3",
                "a token lies straight, in one row or one column",
            ),
            (
                "5;2 DAWN",
                "place 1000000;0:1000006;0",
                "DAWN must cover at least one field of the board",
            ),
            (
                "5;2 DAWN",
                "place -99999999999999999999;0:99999999999999999999;0",
                "the token is not completely on the board",
            ),
            (
                "0;1 4 9;0:9;3",
                "move",
                "`move` is not understood: `move` takes every step as in 4;2:3;2",
            ),
            (
                "0;1 4 9;0:9;3",
                "move 0;2:",
                "`move 0;2:` is not understood: `move` takes every step as in 4;2:3;2",
            ),
            (
                "0;1 4 9;0:9;3",
                "move 0;2;0",
                "`move 0;2;0` is not understood: `move` takes every step as in 4;2:3;2",
            ),
            (
                "0;1 4 9;0:9;3",
                "move 0;2;0;3:0;4",
                "`move 0;2;0;3:0;4` is not understood: `move` takes every step as in 4;2:3;2",
            ),
            ("0;1 4 9;0:9;3", "move 0;1:0;2:0;3", "field 0;1 is occupied"),
            ("0;1 4 9;0:9;3", "move 0;1;0;2;0;3", "field 0;1 is occupied"),
            ("0;1 4 9;0:9;3", "move 0;3", "field 0;3 is not beside 0;1"),
            ("0;1 4 9;0:9;3", "move 1;2", "field 1;2 is not beside 0;1"),
            ("0;1 4 9;0:9;3", "move 0;2:-1;2", "the given coordinate -1;2 is not on the board"),
            (
                "0;1 4 9;0:9;3",
                "move 0;2;0;3;0;4;0;5;0;6",
                "the walk has 5 steps, but at most 4 are allowed",
            ),
        ];
        for (steps, line, reason) in rows {
            let answer = ask(&mut terminal(steps), line);
            assert!(is_refusal(&answer), "{answer:?}");
            let reason = reason.replace("COMMANDS", COMMANDS);
            assert_eq!(answer, format!("Error, {reason}."), "`{line}` after `{steps}`");
        }
    }

    /// A correct line, and the same with a little too much or too little, in the stage where it is
    /// correct.
    #[test]
    fn lines_are_strict() {
        let lines = [
            ("", "state 5;2"),
            ("", "print"),
            ("", "reset"),
            ("", "quit"),
            ("", "set-vc 5;2"),
            ("5;2", "roll 5"),
            ("5;2", "roll DAWN"),
            ("5;2 5", "place 6;2:6;6"),
            ("5;2 5 6;2:6;6", "move 4;2:3;2"),
            ("5;2 5 6;2:6;6", "move 4;2;3;2"),
        ];
        for (steps, line) in lines {
            let right = terminal(steps).answer(line);
            assert!(!right.as_deref().is_some_and(is_refusal), "{right:?}");
            let (mut plain, mut with_return) = (terminal(steps), terminal(steps));
            assert_eq!(plain.answer(line), with_return.answer(&format!("{line}\r")));
            assert_eq!(plain, with_return);
            let more = [" ", "\t", "\r", "+", ";", ":", ",", "-", "x", "٣", "\u{feff}", "\0"];
            let mut spoilt: Vec<String> = more
                .iter()
                .flat_map(|more| [format!("{more}{line}"), format!("{line}{more}x")])
                .collect();
            spoilt.extend(
                [" ", "\t", "\r\r", ";", ":", "-", "\0"].map(|more| format!("{line}{more}")),
            );
            spoilt.push(line.to_uppercase());
            for (part, others) in [
                (" ", ["  ", "\t", "", " +", " --", "\u{a0}"]),
                (";", [",", "; ", " ;", ";;", ":", ""]),
                (":", ["::", ": ", " :", ",", ":;", ""]),
                ("2", ["2.0", "0x2", "2-", "- 2", "²", ""]),
            ] {
                spoilt.extend(others.map(|other| line.replacen(part, other, 1)));
            }
            for spoilt in spoilt.iter().filter(|spoilt| *spoilt != line) {
                let answer = ask(&mut terminal(steps), spoilt);
                assert!(is_refusal(&answer), "{spoilt:?}: {answer:?}");
            }
        }
    }

    #[test]
    fn integers_have_many_spellings() {
        let mut terminal = Terminal::new();
        for (line, answer) in [
            ("set-vc -0;0000000000000000000000000000001", "OK"),
            ("state 0;1", "V"),
            ("roll DAWN", "OK"),
            ("place 05;-06:5;-00", "OK"),
            ("move 00;0;0;1", "OK"),
            ("state 0;01", "V"),
        ] {
            assert_eq!(terminal.answer(line).unwrap(), answer, "`{line}`");
        }
    }

    const NO_TOKEN: &str = "Mission Control has no token that may be laid and fits";
    const NO_STEP: &str = "Nature cannot step anywhere";

    /// A whole game where a token fits nowhere and Ceres is shut in: the stages that are skipped
    /// are not asked for.
    #[test]
    fn skipped_stages_are_not_asked_for() {
        let mut terminal = terminal(WALLS);
        let rows = [
            ("roll 6", "place 0;1:0;6", NO_TOKEN, "Ceres is to walk up to 6 steps with `move`"),
            ("move 10;13:10;14", "place 0;1:0;6", "", "the die is to be rolled with `roll`"),
            ("roll 2", "move 10;13", "", "token 2 is to be laid with `place`"),
            (
                "place 10;12:10;13",
                "place 0;1:0;2",
                "",
                "Ceres is to walk up to 2 steps with `move`",
            ),
            ("move 9;14:10;14", "move 9;14", "", "the die is to be rolled with `roll`"),
            ("roll 4", "roll 4", "", "token 4 is to be laid with `place`"),
            ("place 6;14:9;14", "move 9;14", NO_STEP, "the die is to be rolled with `roll`"),
        ];
        for (line, early, skipped, expected) in rows {
            assert_eq!(terminal.answer(line).unwrap(), "OK", "`{line}`");
            let word = early.split(' ').next().unwrap();
            let why = if skipped.is_empty() {
                expected.to_owned()
            } else {
                format!("{skipped}, and {expected}")
            };
            assert_eq!(
                ask(&mut terminal, early),
                format!("Error, `{word}` is not possible now: {why}.")
            );
        }
        // Only DAWN is left, and laying it over the edge ends the game.
        play(&mut terminal, "DAWN -6;1:0;1");
        assert_eq!(terminal.expected(), None);
        let answer = ask(&mut terminal, "move 9;14");
        assert_eq!(
            answer,
            format!(
                "Error, `move` is not possible now: {NO_STEP}, and the game is over until `reset`."
            )
        );
        // Vesta has a room of 25 fields with itself and one of DAWN's, Ceres has none.
        assert_eq!(ask(&mut terminal, "show-result"), "46");
    }

    /// The same game with the 6 rolled late.
    #[test]
    fn a_roll_may_pass_over_both_seats() {
        let mut terminal = terminal(&format!("{WALLS} 2 10;12:10;13 9;14:10;14 4 6;14:9;14 6"));
        for (early, skipped) in [("place 0;1:0;6", NO_TOKEN), ("move 9;14", NO_STEP)] {
            let answer = ask(&mut terminal, early);
            assert!(
                answer.ends_with(&format!(
                    "now: {skipped}, and the die is to be rolled with `roll`."
                )),
                "{answer}"
            );
        }
    }
}
