//! The end of input or output at any point.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use ludoteca_games::catalog::GAMES;

use crate::external::{CONTINUE, MOVE, PLAY, REPLAY, ROLL, Talk, program, run, run_in, transcript};

/// The line of the prompt is ended, and the game ends as after `quit`.
#[test]
fn input_may_end_in_every_state() {
    for (line, script, prompt) in [
        ("-g ttt", "", PLAY),
        ("-g ttt", "0 0\n", PLAY),
        ("-g ttt", "0 0\nnonsense", PLAY),
        ("-g ttt", "play\n", MOVE),
        ("-g attt", "0 0\nplay\n", MOVE),
        ("-g alquerque", "play\n", MOVE),
        ("-g alquerque", "play\n99 99\n", PLAY),
        ("-g dawn", "", PLAY),
        ("-g dawn --seed 1", "0;0\nplay\n", MOVE),
        ("-g dawn --dice typed", "0;0\n", PLAY),
        ("-g dawn --dice typed", "0;0\nplay\n", ROLL),
        ("-g ttt -p X:r,O:r --seed 1", "play\n", PLAY),
        ("-g ttt -p X:a1,O --auto --seed 1", "", PLAY),
        ("-g owari --plain", "1\n", PLAY),
    ] {
        let seen = transcript(&mut program(line), script);
        let (before, ending) =
            seen.split_once("\nGame Over!!\n").unwrap_or_else(|| panic!("{line}: {seen}"));
        assert!(before.ends_with(&format!("\n{prompt}\n")), "{line}, {script:?}: {before}");
        assert!(ending.ends_with("\nGame Status: Stopped\n"), "{line}, {script:?}: {ending}");
        // `quit` gives the same output, except for the prompts.
        if prompt == PLAY && !script.ends_with("nonsense") {
            let quit = transcript(&mut program(line), format!("{script}quit\n"));
            assert_eq!(
                quit,
                seen.replace(&format!("{PLAY}\n\nGame"), &format!("{PLAY}quit\n\nGame")),
                "{line}"
            );
        }
    }
    // Games that play by themselves need no input.
    let ran = run("-g dawn -p N:r,M:a1 --auto --seed 1");
    assert!(
        ran.out.contains("\nGame Status: Finished\nResult: ") && !ran.out.contains("Type"),
        "{}",
        ran.out
    );
}

#[test]
fn nobody_is_asked_for_another_game_at_the_end_of_input() {
    let won = "13 3\n";
    let line = "-g alquerque --position '5/2b2/2w2/5/5 w 1'";
    let seen = transcript(&mut program(line), won);
    assert!(
        seen.ends_with("Games Played: 1\nStats:\nWhite's wins: 1\nBlack's wins: 0\nDraws: 0\n"),
        "{seen}"
    );
    for (rest, played) in [("y\n13 3\n", 2), ("y\n13 3\ny\n13 3\n", 3)] {
        let seen = transcript(&mut program(line), format!("{won}{rest}"));
        assert!(
            seen.contains(&format!("Games Played: {played}\n")) && seen.ends_with("Draws: 0\n"),
            "{seen}"
        );
        assert_eq!(seen.matches(CONTINUE).count(), played - 1, "{seen}");
    }
    // An empty line is a wrong answer. After it the input ends.
    let seen = transcript(&mut program(line), format!("{won}\n"));
    assert!(seen.ends_with(&format!("{CONTINUE}\nerror: type y (yes) or n (no)\n")), "{seen}");
    // A game that was broken off ends the series and is not counted.
    let seen = transcript(&mut program(line), format!("{won}y\nquit\ny\n"));
    assert!(
        seen.ends_with("Game Status: Stopped\n") && !seen.contains("Games Played: 2"),
        "{seen}"
    );
}

/// Every game can be played as a series if somebody asks for that, not only Alquerque.
#[test]
fn every_game_comes_in_series() {
    for info in GAMES {
        let players: Vec<String> = info.names[..2].iter().map(|name| format!("{name}:r")).collect();
        let line = format!("-g {} -p {} --auto --seed 6 --series", info.id, players.join(","));
        let seen = transcript(&mut program(&line), "y\nY\nno\n");
        let counts: Vec<&str> =
            seen.lines().filter(|line| line.starts_with("Games Played: ")).collect();
        assert_eq!(counts, ["Games Played: 1", "Games Played: 2", "Games Played: 3"], "{line}");
        assert!(seen.ends_with(&format!("{CONTINUE}no\n")), "{seen}");
        assert_eq!(
            run(&line.replace(" --series", "")).out.contains("Games Played"),
            info.conventions.series,
            "{line}"
        );
    }
}

/// The wins in one game, or of one pair of players, do not count for another.
#[test]
fn loading_another_game_begins_a_new_series() {
    let folder = tempfile::tempdir().unwrap();
    let script =
        "13 7\nsave ours\nundo\n13 3\ny\nload ours\n8 13\n7 2\n13 18\ny\nload theirs\n2 0\n";
    transcript(
        program("-g ttt -p Ann,Bob").current_dir(folder.path()),
        "0 0\n0 1\n1 0\n0 2\nsave theirs\n",
    );
    let line = "-g alquerque --series --position '5/2b2/2w2/5/5 w 1'";
    let seen = transcript(program(line).current_dir(folder.path()), script);
    assert!(
        seen.contains("Games Played: 2\nStats:\nWhite's wins: 1\nBlack's wins: 0\nDraws: 1\n"),
        "{seen}"
    );
    assert!(
        seen.ends_with(
            "Ann won!\nGames Played: 1\nStats:\nAnn's wins: 1\nBob's wins: 0\nDraws: 0\n"
        ),
        "{seen}"
    );
}

#[test]
fn a_record_may_be_watched_without_input() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_in(folder.path(), "-g ttt -p X:r,O:r --auto --seed 1 --record game");
    assert_eq!(ran.code, Some(0));
    let ran = run_in(folder.path(), "--replay game");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.ends_with(&format!("Turn for X\n{REPLAY}\n")), "{}", ran.out);
    let seen = transcript(program("--replay game").current_dir(folder.path()), "\n\nplay\n");
    assert!(seen.ends_with("\nGame Status: Stopped\n"), "{seen}");
}

/// The reader of the output goes away: no error is printed, and the exit code is 0.
#[test]
fn output_may_be_closed() {
    for (line, script) in [
        ("-g ttt", "0 0\n1 1\nnonsense\n"),
        ("-g ttt", ""),
        ("-g ataxx -p X:r,O:r --auto", ""),
        ("-g dawn -p N:r,M:r --auto --series", "y\ny\ny\n"),
        ("-g alquerque --plain -p W:a1,B:r --auto", ""),
        ("--help", ""),
        ("manual", ""),
        ("completions bash", ""),
    ] {
        let mut child = program(line).stdin(Stdio::piped()).spawn().unwrap();
        child.stdout.take().unwrap().read_exact(&mut [0; 8]).unwrap();
        // The program may be gone before it reads this.
        let _ = child.stdin.take().unwrap().write_all(script.as_bytes());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}");
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.lines().all(|line| line.contains("`nonsense` is no move")), "{line}: {err}");
    }
}

/// The game goes on if standard error is closed.
#[test]
fn complaints_may_be_closed() {
    let mut child = program("-g ttt").stdin(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    child.stdin.take().unwrap().write_all(b"9 9\nnonsense\nload none\n0 0\nposition\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let seen = String::from_utf8(output.stdout).unwrap();
    assert!(seen.contains("x2/3/3 o\n") && seen.ends_with("Game Status: Stopped\n"), "{seen}");
    assert_eq!(output.status.code(), Some(0));
}

/// Streams that are not even open, as under some supervisors, and a full disk.
#[cfg(target_os = "linux")]
#[test]
fn streams_may_be_missing_or_full() {
    let shell = |line: &str| {
        let line = format!("printf '9 9\\n0 0\\n' | \"$0\" {line}; exit ${{PIPESTATUS[1]}}");
        Command::new("bash").args(["-c", &line, env!("CARGO_BIN_EXE_ludoteca")]).output().unwrap()
    };
    for (line, code) in [
        ("-g ttt >&-", 0),
        ("-g ttt 2>&-", 0),
        ("-g ttt <&-", 0),
        ("-g ttt <&- >&- 2>&-", 0),
        ("-g ttt <&- 2>&-", 0),
        ("dawn >&-", 0),
        ("-g go 2>&-", 2),
        ("-g ttt >/dev/full", 1),
        ("dawn >/dev/full", 1),
    ] {
        let output = shell(line);
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{line}: {err}");
        assert!(!err.contains("panicked"), "{line}: {err}");
        assert_eq!(err.contains("No space left"), code == 1, "{line}: {err}");
    }
}

/// A driver that types only when it is asked, and only what it is asked for, plays two games to the
/// end.
#[test]
fn a_patient_driver_is_never_kept_waiting() {
    for line in [
        "-g attt -p X,O:r --auto --series",
        "-g alquerque -p W:r,B:r",
        "-g owari -p 1:r,2:a1 --series",
        "-g dawn -p N:r,M:r --dice typed --series",
    ] {
        let mut talk = Talk::begin(&mut program(&format!("{line} --seed 1")));
        let mut games = 0;
        while games < 2 {
            let (before, prompt) = talk.until(&[PLAY, MOVE, ROLL, CONTINUE]);
            match prompt {
                PLAY => talk.say("play"),
                // This is the first move of the list.
                MOVE => talk.say("1"),
                ROLL => talk.say("DAWN"),
                _ => {
                    games += 1;
                    assert!(
                        before.contains(&format!("\nGames Played: {games}\n")),
                        "{line}: {before}"
                    );
                    talk.say(if games < 2 { "y" } else { "n" });
                }
            }
        }
        assert_eq!(talk.end(), "n\n", "{line}");
    }
}
