//! Checks for the fuzzer of the program, and for the test that runs the same checks.

use ludoteca_core::random::below;
use ludoteca_core::{Info, Options};
use ludoteca_games::catalog::{self, GAMES};
use ludoteca_play::{Dice, Play, Record, Seated};
use rand_core::Rng;

use crate::console::{Console, ConsoleOptions};
use crate::input::Input;

/// Feeds these bytes to the console as typed input. The first byte chooses the game and the
/// options. Whatever the input is, the console goes on to the end of the game or of the input, and
/// says how the game ended. Lines that would use files or let engines think for long are left out.
pub fn console(data: &[u8]) {
    let (which, script) = data.split_first().unwrap_or((&0, &[]));
    let (info, dice, plain) = chosen(*which);
    let text = String::from_utf8_lossy(script);
    let lines = text.lines().filter(|line| is_harmless(line)).map(str::to_owned).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let options = ConsoleOptions { plain, ..ConsoleOptions::default() };
    Console::new(new_game(info, dice), options, Input::script(lines), &mut out, &mut err)
        .run()
        .expect("nothing fails in memory");
    let out = String::from_utf8(out).expect("the console writes UTF-8");
    assert!(out.contains("\nGame Over!!\n") && out.contains("\nGame Status: "), "{out}");
    let err = String::from_utf8(err).expect("the console writes UTF-8");
    assert!(err.lines().all(|line| line.starts_with("error: ") && line.len() > 7), "{err}");
}

/// Typical input for a game: its moves, and other lines between them.
pub fn script(generator: &mut impl Rng) -> Vec<u8> {
    const COMMANDS: &[&str] = &[
        "play",
        "moves",
        "undo",
        "undo 2",
        "redo",
        "restart",
        "board",
        "position",
        "help",
        "rules",
        "player X:r",
        "?",
        "quit",
        "y",
        "n",
        "DAWN",
        "",
        "0 0",
        "undo 0",
        "play 1 1",
        "hint",
    ];
    let which = below(generator, 256) as u8;
    let (info, dice, _) = chosen(which);
    let mut table =
        catalog::open(&Options::new(info)).expect("every game has defaults that go together");
    let mut lines = Vec::new();
    for _ in 0..below(generator, 60) {
        if below(generator, 4) == 0 {
            lines.push(COMMANDS[below(generator, COMMANDS.len() as u32) as usize].to_owned());
        }
        let is_roll = table.next().seat().is_none();
        let Some(step) = table.random_step(generator) else { break };
        table.step(&step).expect("a random step is legal");
        if !is_roll || dice == Dice::Typed {
            lines.push(step);
        }
    }
    let mut script = vec![which];
    script.extend(lines.join("\n").into_bytes());
    script
}

fn chosen(which: u8) -> (&'static Info, Dice, bool) {
    let (which, games) = (usize::from(which), GAMES.len());
    let dice = [Dice::Drawn, Dice::Typed][which / games % 2];
    (GAMES[which % games], dice, which / games / 2 % 2 == 1)
}

fn new_game(info: &'static Info, dice: Dice) -> Play {
    let options = Options::new(info);
    let names = &info.names[..options.number("seats") as usize];
    let table = catalog::open(&options).expect("every game has defaults that go together");
    let record = Record::new(options, names.iter().map(|name| Seated::manual(name)).collect());
    Play::new(Record { seed: Some(1.into()), dice, ..record }, table)
        .expect("a new game can be played")
}

fn is_harmless(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    let uses_files = line.starts_with("save") || line.starts_with("load");
    let thinks_long = line.starts_with("player") && line.contains(":a");
    !uses_files && !thinks_long
}
