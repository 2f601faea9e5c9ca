//! The DAWN terminal over pipes, and the output for shells and readers of manuals.

use std::io::{Read, Write};
use std::process::Stdio;

use crate::external::{Talk, prints, program, run, transcript};

const SESSION: &str = include_str!("../../../games/src/dawn/data/session.txt");

/// The input of the recorded session, and its answers.
fn session() -> (Vec<&'static str>, String) {
    let typed = SESSION.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let answers = SESSION
        .lines()
        .filter(|line| !line.starts_with("> "))
        .map(|line| format!("{line}\n"))
        .collect();
    (typed, answers)
}

/// There is no prompt and no echo, and every answer is as recorded, whatever ends the lines.
#[test]
fn the_session_is_as_recorded() {
    let (typed, answers) = session();
    for end in ["\n", "\r\n"] {
        let script: String = typed.iter().map(|line| format!("{line}{end}")).collect();
        assert_eq!(transcript(&mut program("dawn"), &script), answers, "{end:?}");
        // The input after `quit` is not read, and the end of input works like `quit`.
        assert_eq!(
            transcript(&mut program("dawn"), format!("{script}print{end}")),
            answers,
            "{end:?}"
        );
        let unended = script.strip_suffix(&format!("quit{end}")).unwrap();
        assert_eq!(transcript(&mut program("dawn"), unended), answers, "{end:?}");
    }
}

#[test]
fn an_answer_comes_before_the_next_line_is_typed() {
    let mut talk = Talk::begin(&mut program("dawn"));
    for line in SESSION.lines() {
        match line.strip_prefix("> ") {
            Some(typed) => talk.say(typed),
            None => assert_eq!(talk.until(&["\n"]).0, line),
        }
    }
    assert_eq!(talk.end(), "");
}

/// Every error is one line that begins with `Error, `. Only `quit` and the end of input end the
/// program.
#[test]
fn refusals_do_not_end_the_terminal() {
    let long = "x".repeat(100_000);
    let lines: Vec<&[u8]> = vec![
        b"",
        b" ",
        b"quit ",
        b" quit",
        b"QUIT",
        b"print x",
        b"reset now",
        b"help",
        b"set-vc",
        b"set-vc  5;2",
        b"set-vc 5;2 ",
        b"set-vc 5,2",
        b"set-vc +5;2",
        b"set-vc 5;2\r\r",
        b"\xff\xfe",
        b"set-vc 5;2\0",
        b"\x1b[2J",
        b"roll 2",
        b"place 0;0:0;1",
        b"move 0;0",
        b"show-result",
        b"state 11;0",
        b"state 99999999999999999999;0",
        long.as_bytes(),
    ];
    let mut script = lines.join(&b"\n"[..]);
    script.extend(b"\nprint\n");
    let answers = transcript(&mut program("dawn"), script);
    let (refused, board): (Vec<&str>, Vec<&str>) =
        answers.lines().partition(|line| line.starts_with("Error, "));
    assert_eq!(
        (refused.len(), board),
        (lines.len(), vec!["-".repeat(15).as_str(); 11]),
        "{answers}"
    );
    assert!(!answers.contains(['\u{1b}', '\0']), "{answers:?}");
}

#[test]
fn the_terminal_ends_with_its_input_and_output() {
    let ran = run("dawn");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", ""));
    // The last line need not have a line end.
    assert_eq!(transcript(&mut program("dawn"), "set-vc 5;2"), "OK\n");
    // If the reader of the answers goes away, the program notices it at the next answer.
    let mut child = program("dawn").stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"print\n").unwrap();
    child.stdout.take().unwrap().read_exact(&mut [0; 5]).unwrap();
    while input.write_all(b"print\n").is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn shells_and_manuals_know_every_option() {
    let help = prints("--help");
    let options: Vec<&str> = help
        .split(|letter: char| letter.is_whitespace() || ",[]<>".contains(letter))
        .filter(|word| word.starts_with("--") && word.len() > 2)
        .collect();
    assert!(options.len() >= 20, "{options:?}");
    for page in ["completions bash", "completions zsh", "completions fish", "manual"] {
        let text = prints(page).replace('\\', "");
        for option in &options {
            // Fish lists long options without their hyphens.
            let known = text.contains(option) || text.contains(&format!("-l {}", &option[2..]));
            assert!(known, "no {option} in {page}");
        }
        for command in ["games", "rules", "perft", "playouts", "playthrough", "bench", "dawn"] {
            assert!(text.contains(command), "no {command} in {page}");
        }
    }
    let ran = run("completions");
    assert_eq!((ran.code, ran.err.lines().count()), (Some(2), 1), "{}", ran.err);
    let ran = run("completions cmd");
    assert_eq!((ran.code, ran.err.lines().count()), (Some(2), 1), "{}", ran.err);
    assert!(ran.err.contains("'cmd'") && ran.err.contains("bash"), "{}", ran.err);
}
