//! Whole games, typed from scripts and compared with the pages about the console and the games.
//! `UPDATE_TRANSCRIPTS=1 cargo test -p ludoteca transcripts` writes the files in `data/transcripts`
//! anew; read the difference.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::external::{MOVE, program, transcript};

/// The name, the command line, and the input with commas between the lines.
const TRANSCRIPTS: &[(&str, &str, &str)] = &[
    ("ttt-won", "-g ttt", "play,1 1,play,0 0,play,0 2,play,1 0,play,2 0"),
    ("ttt-drawn-typed-at-once", "-g ttt -p A,B", "0 0,1 1,2 2,0 1,2 1,2 0,0 2,play 1 2,1 0"),
    (
        "ttt-refused",
        "-g ttt",
        "play,3 3,play,1,play,,play,x y,1 1,play,1 1,play 1 1,resign,undo,undo,moves now,player,player Z:m,player X:q,save,quit",
    ),
    ("ttt-plain", "-g ttt --plain", "1 1,0 0,2 2,hint,0 2,0 1,2 1,hint,1 0,1 2,2 0"),
    (
        "attt",
        "-g attt",
        "play,5,play,0 0,3,1,play,9,0,7,play,4,play,0 1,0 1 0 2,play 1 2,2 1,2 1 1 2,0 0 2 0,play,2 1 2 0,play,1 2 0 2",
    ),
    ("attt-plain", "-g attt --plain", "1 1,0 0,2 2,0 2,0 1,2 1,play,2 2 2 0"),
    (
        "cn-three-seats",
        "-g cn -d 3x4 -p Ann,B:m,日本",
        "0 0,0 1,0 2,1 0,1 1,1 2,play,2 0,2 2,2 3,1 3,2 1,0 3",
    ),
    (
        "breakthrough",
        "-g breakthrough -d 5x3",
        "play,1 1 2 1,3 1 2 1,3 0 2 0,play,1 0 2 0,2 1 3 0,4 0 3 0,4 1 3 0,2 0 3 0,1 2 2 2,3 0 2 1,2 2 3 1,2 1 1 0,3 1 4 0",
    ),
    ("breakthrough-plain", "-g breakthrough -d 4x2 --plain", "1 0 2 1,quit"),
    ("owari", "-g owari", "play,1,play,7,7,13,0,x,1,2,hint,quit"),
    ("owari-plain", "-g owari --plain", "6,12,quit"),
    ("owari-skipped", "-g owari -p Ann,Bob --set bowls=2 --set stones=2", "play,2,3,1,3,4,2"),
    (
        "ataxx-obstacles-plain",
        "-g ataxx -d 5x5 -p W,B,R --set obstacles=0,2/2,1/2,2/2,3 --plain",
        "0 0 0 1,0 4 1 4,2 0 1 0,4 4 4 3,quit",
    ),
    ("alquerque", "-g alquerque", "play,18 13,play,C2 C4,play,13 18,23 13,A1 A2,quit"),
    (
        "alquerque-series",
        "-g alquerque --position '5/2b2/2w2/5/5 w 1'",
        "play,13 3,maybe,y,13 7,8 13,7 2,play,13 18,Y,C3 B2,quit",
    ),
    ("alquerque-plain", "-g alquerque --plain -p White,Black", "play,17 13,13 9,quit"),
    ("ttt-series", "-g ttt -p X:r,O:r --auto --seed 3 --series --plain", "y,n"),
    ("dawn-drawn", "-g dawn --seed 1", "5;7,play,5,quit"),
    (
        "dawn-refused",
        "-g dawn --dice typed",
        "11;0,5;5:5;6,5,5;7,5;7,7,1,play,DAWN,4;7:10;7,4;7:9;7,5;7:5;13,5;8:5;13,2;7:2;13,5;7,5;8:5;9:5;10,play,5;8,hint,quit",
    ),
    ("dawn-plain", "-g dawn --dice typed --plain", "5;7,DAWN,5;-3:5;3,5;6,moves,quit"),
];

#[test]
fn games_look_as_recorded() {
    compare_all(|command| command);
}

/// Scripts are told the same everywhere.
#[test]
fn games_look_as_recorded_wherever_the_program_runs() {
    compare_all(|command| command.env("LANG", "es_ES.UTF-8").env("LC_ALL", "es_ES.UTF-8"));
}

fn compare_all(adapt: impl Fn(&mut Command) -> &mut Command) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts");
    let update = std::env::var_os("UPDATE_TRANSCRIPTS").is_some();
    let dawn = dawn_session();
    let session = ("dawn-session", "-g dawn --dice typed", dawn.as_str());
    for (name, line, script) in TRANSCRIPTS.iter().copied().chain([session]) {
        let typed: String =
            script.split_terminator(',').map(|typed| format!("{typed}\n")).collect();
        let seen = format!("$ ludoteca {line}\n{}", transcript(adapt(&mut program(line)), typed));
        let file = folder.join(name).with_extension("txt");
        if update {
            fs::write(&file, &seen).expect("it can be written");
        }
        let recorded =
            fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(seen, recorded, "{name}");
    }
}

/// The moves of the recorded session with the DAWN terminal, after its first `reset` and up to the
/// result, as they are typed at the console.
fn dawn_session() -> String {
    let session = include_str!("../../../games/src/dawn/data/session.txt");
    let (_, session) = session.split_once("> reset\n").expect("it begins anew");
    let (session, _) = session.split_once("> show-result").expect("it comes to an end");
    let steps = session
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .filter(|command| *command != "print");
    let steps: Vec<&str> = steps
        .map(|command| command.split_once(' ').expect("a command and its argument").1)
        .collect();
    steps.join(",")
}

/// Compares the whole four-player game, typed from a script, byte for byte.
#[test]
fn the_four_player_game_is_as_recorded() {
    let (_command, recorded) = include_str!("../data/ataxx-console.txt").split_once('\n').unwrap();
    let moves = recorded.lines().filter_map(|line| line.strip_prefix(MOVE));
    let script: String = moves.map(|typed| format!("play\n{typed}\n")).collect();
    let line = "-g ataxx -d 5x5 -p W,B,R,Y --position 'x-b1o/--3/r3r/-3-/o1b1x x 0 1'";
    assert_eq!(transcript(&mut program(line), script), recorded);
}
