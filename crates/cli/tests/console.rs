//! The console, driven through the real program.

use std::io::Write;
use std::process::{Command, Stdio};

/// Plays a script and gives what the program wrote.
fn play(args: &[&str], script: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludoteca"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    child.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("the program writes UTF-8")
}

/// The whole four-player game, typed from a script, byte for byte.
#[test]
fn the_four_player_game_is_as_recorded() {
    let (_command, transcript) = include_str!("data/ataxx-console.txt").split_once('\n').unwrap();
    let moves = transcript.lines().filter_map(|line| line.strip_prefix("Type your move: "));
    let script: String = moves.map(|typed| format!("play\n{typed}\n")).collect();
    let position = "x-b1o/--3/r3r/-3-/o1b1x x 0 1";
    assert_eq!(play(&["-g", "ataxx", "-d", "5x5", "-p", "W,B,R,Y", "--position", position], &script), transcript);
}
