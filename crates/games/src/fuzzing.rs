//! Invariants over arbitrary bytes, for the fuzzers, and for a test that feeds them seeded input.
//! Each panics if its invariant does not hold. The games come from the catalogue; only the one with
//! a terminal is named.

use ludoteca_core::{
    Game, Next, Notation, OptionKind, Options, Rules, Table, TypedTable, Visitor, conformance,
    random,
};
use rand_core::Rng;

use crate::catalog;
use crate::dawn::{Dawn, Terminal};

/// Options that are understood are written in a form that is read as the same options. They open a
/// table or are refused as a whole.
pub fn options(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(options) = catalog::parse(&text) else { return };
    let line = options.to_string();
    assert_eq!(catalog::parse(&line).as_ref(), Ok(&options), "`{text}` is written `{line}`");
    match catalog::open(&options) {
        Ok(table) => assert_eq!(table.options(), &options),
        Err(error) => {
            assert!(!error.to_string().is_empty(), "`{line}` is refused without a reason");
        }
    }
}

/// A position that is accepted keeps the contract, and so do the positions one step later. A
/// refused one leaves the table unchanged. The first line has the options, the rest is the
/// position.
pub fn position(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (line, position) = text.split_once('\n').unwrap_or_default();
    let Ok(mut table) = catalog::open_line(line) else { return };
    let before = table.position();
    if table.set_position(position).is_err() {
        assert_eq!(table.position(), before, "`{position}` is refused");
        return;
    }
    check(&*table);
    for step in table.steps() {
        let mut after = table.boxed_clone();
        after
            .step(&step)
            .unwrap_or_else(|error| panic!("`{step}` is listed in `{position}`: {error}"));
        let text = after.position();
        table
            .boxed_clone()
            .set_position(&text)
            .unwrap_or_else(|error| panic!("`{step}` leads to `{text}`: {error}"));
    }
}

/// A step that is accepted is one of those listed. A refused one leaves the table unchanged. The
/// first line has the options, the others are typed.
pub fn steps(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.lines();
    let Ok(mut table) = catalog::open_line(lines.next().unwrap_or_default()) else { return };
    for line in lines {
        let (before, next, listed) = (table.position(), table.next(), table.steps());
        match table.step(line) {
            Ok(stepped) => {
                assert!(
                    listed.contains(&stepped.text),
                    "`{line}` in `{before}` is taken for `{}`",
                    stepped.text
                );
                assert_eq!(stepped.seat, next.seat(), "`{line}` in `{before}`");
            }
            Err(_) => assert_eq!(table.position(), before, "`{line}` is refused"),
        }
    }
}

/// Every state of a game keeps the contract. The first byte chooses the options, and each two bytes
/// after it choose a step.
pub fn play(data: &[u8]) {
    struct PlaySteps<'a>(&'a [u8]);

    impl Visitor for PlaySteps<'_> {
        type Output = ();

        fn visit<G: Game>(self, table: &TypedTable<G>) {
            let game = &*table.game;
            let mut state = game.start();
            conformance::check_state(game, &state);
            for bytes in self.0.chunks_exact(2) {
                let n = usize::from(u16::from_le_bytes([bytes[0], bytes[1]]));
                state = match game.next(&state) {
                    Next::Move(_) => {
                        let moves = game.moves(&state);
                        game.after(&state, moves[n % moves.len()])
                    }
                    Next::Chance => {
                        let chances = game.chances(&state);
                        game.after_roll(&state, chances[n % chances.len()].0)
                    }
                    Next::Over(_) => return,
                };
                conformance::check_state(game, &state);
            }
        }
    }

    let Some((first, rest)) = data.split_first() else { return };
    let variants = variants();
    // Options that do not go together are refused.
    if let Ok(table) = catalog::open(&variants[usize::from(*first) % variants.len()]) {
        catalog::visit(&*table, PlaySteps(rest));
    }
}

/// The terminal answers every line but `quit`. A refusal is one printable line and changes nothing.
/// Showing the board changes nothing either. `OK` says that the game went on.
pub fn terminal(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut terminal = Terminal::new();
    for line in text.split('\n') {
        let before = terminal.clone();
        let Some(answer) = terminal.answer(line) else {
            assert!(["quit", "quit\r"].contains(&line), "{line:?} ends the session");
            return;
        };
        if answer == "OK" {
            let is_new = line.starts_with("reset") && terminal == Terminal::new();
            assert!(is_new || terminal != before, "{line:?} is obeyed and does nothing");
            continue;
        }
        assert_eq!(terminal, before, "{line:?} is answered {answer:?}");
        let well_formed = if answer.starts_with("Error, ") {
            answer.ends_with('.') && !answer.contains(char::is_control)
        } else if line.starts_with("print") {
            answer.lines().count() == 11
                && answer.lines().all(|row| row.len() == 15 && is_board(row))
        } else if line.starts_with("state") {
            answer.len() == 1 && is_board(&answer)
        } else {
            line.starts_with("show-result") && answer.parse::<u32>().is_ok()
        };
        assert!(well_formed, "{line:?} is answered {answer:?}");
    }
}

fn is_board(symbols: &str) -> bool {
    symbols.bytes().all(|symbol| b"-+VC".contains(&symbol))
}

/// A random game. The invariants over text start from it, before it is damaged.
pub struct RandomGame {
    /// The game and its options in their one-line form.
    pub options: String,
    /// The steps from the start, as typed.
    pub steps: Vec<String>,
    /// The position after them, as a position string.
    pub position: String,
}

/// Plays up to 60 random steps with random options.
pub fn sample(generator: &mut impl Rng) -> RandomGame {
    let mut tables = variants();
    let mut table = loop {
        let options = tables.swap_remove(random::below(generator, tables.len() as u32) as usize);
        if let Ok(table) = catalog::open(&options) {
            break table;
        }
    };
    let mut steps = Vec::new();
    for _ in 0..random::below(generator, 60) {
        let Some(step) = table.random_step(generator) else { break };
        table.step(&step).expect("a random step is legal");
        steps.push(step);
    }
    RandomGame { options: table.options().to_string(), steps, position: table.position() }
}

/// A random game at the terminal, complete or not, in which the board or a field is shown now and
/// then.
pub fn session(generator: &mut impl Rng) -> String {
    let mut terminal = Terminal::new();
    let mut lines = Vec::new();
    for _ in 0..random::below(generator, 60) {
        let state = terminal.state();
        let step = match Dawn.next(state) {
            Next::Move(_) => Dawn.write_move(state, Dawn.random_move(state, generator)),
            Next::Chance => Dawn.write_chance(Dawn.random_chance(state, generator)),
            Next::Over(_) => break,
        };
        let word = terminal.expected().expect("a game that is not over waits for a command");
        let line = format!("{word} {step}");
        assert_eq!(terminal.answer(&line).as_deref(), Some("OK"), "`{line}` is legal");
        lines.push(line);
        match random::below(generator, 20) {
            0 => lines.push("print".to_owned()),
            1 => lines.push(format!(
                "state {};{}",
                random::below(generator, 11),
                random::below(generator, 15)
            )),
            _ => {}
        }
    }
    lines.extend(["show-result", "reset", "set-vc 5;2", "quit"].map(str::to_owned));
    lines.join("\n")
}

/// Removes, doubles, replaces or inserts a byte, or cuts off the end.
pub fn spoil(text: &mut Vec<u8>, generator: &mut impl Rng) {
    const BYTES: &[u8] = b"0123456789 -+=;:,/|xowbXABe*.{}()\\\n\t\xc3\0";
    let place = random::below(generator, text.len() as u32 + 1) as usize;
    let byte = BYTES[random::below(generator, BYTES.len() as u32) as usize];
    match random::below(generator, 9) {
        0 => text.truncate(place),
        1 | 2 if place < text.len() => drop(text.remove(place)),
        3 | 4 if place < text.len() => text.insert(place, text[place]),
        5 | 6 if place < text.len() => text[place] = byte,
        _ => text.insert(place, byte),
    }
}

/// Up to `most` random bytes.
pub fn noise(generator: &mut impl Rng, most: u32) -> Vec<u8> {
    let mut bytes = vec![0; random::below(generator, most) as usize];
    generator.fill_bytes(&mut bytes);
    bytes
}

/// Calls `invariant` with scripts, intact and more and more damaged, and with noise.
pub fn on_scripts<G: Rng>(
    generator: &mut G,
    rounds: u32,
    write: fn(&mut G) -> Vec<u8>,
    invariant: fn(&[u8]),
) {
    for _ in 0..rounds {
        let mut script = write(generator);
        invariant(&script);
        for _ in 0..8 {
            for _ in 0..3 {
                spoil(&mut script, generator);
            }
            invariant(&script);
        }
        invariant(&noise(generator, 400));
    }
}

/// Every game with its defaults, and with each option at its least and at its greatest.
pub fn variants() -> Vec<Options> {
    let mut variants = Vec::new();
    for info in catalog::GAMES {
        let defaults = Options::new(info);
        variants.push(defaults.clone());
        for spec in info.options {
            let (OptionKind::Number { min, max, .. }
            | OptionKind::Odd { min, max, .. }
            | OptionKind::Derived { min, max, .. }) = spec.kind
            else {
                continue;
            };
            for value in [min, max] {
                let mut options = defaults.clone();
                options
                    .set(spec.key, &value.to_string())
                    .expect("the ends of the range are allowed");
                if !variants.contains(&options) {
                    variants.push(options);
                }
            }
        }
    }
    variants
}

/// Does the state of this table keep the contract?
fn check(table: &dyn Table) {
    struct CheckState;

    impl Visitor for CheckState {
        type Output = ();

        fn visit<G: Game>(self, table: &TypedTable<G>) {
            conformance::check_state(&*table.game, &table.state);
        }
    }

    catalog::visit(table, CheckState);
}
