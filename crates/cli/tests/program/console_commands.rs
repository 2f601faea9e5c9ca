//! The commands that a person can type besides moves.

use std::fs;
use std::path::Path;

use crate::external::{PLAY, answers, files, program, run_in, transcript};

/// Types the lines and compares the output after each. An expected text that begins with `…` is
/// only the end of the output; `*` allows any output.
fn check(line: &str, rows: &[(&str, &str)]) {
    check_in(Path::new("."), line, rows);
}

fn check_in(folder: &Path, line: &str, rows: &[(&str, &str)]) {
    let typed: Vec<&str> = rows.iter().map(|(typed, _)| *typed).collect();
    let answers = answers(program(line).current_dir(folder), &typed);
    for (n, (typed, expected)) in rows.iter().enumerate() {
        let answer = answers
            .get(n + 1)
            .unwrap_or_else(|| panic!("{line}: no answer to {typed}: {answers:?}"));
        let matches = match expected.strip_prefix('…') {
            Some(end) => answer.ends_with(end),
            None => *expected == "*" || answer == expected,
        };
        assert!(matches, "{line}: the answer to line {n}, {typed}, is not {expected} but {answer}");
    }
}

const START: &str = "rows 0 to 2: empty\n\nPlayers: X O\nTurn for X\n";
const MOVED: &str =
    "row 0: empty\nrow 1: X at 1\nrow 2: empty\nlast move: X, 1 1\n\nPlayers: X O\nTurn for O\n";

#[test]
fn commands_do_what_they_say() {
    check(
        "-g ttt --plain",
        &[
            ("position", "3/3/3 x\n"),
            ("board", START),
            ("moves", " 0 0, 0 1, 0 2, 1 0, 1 1, 1 2, 2 0, 2 1, 2 2\n"),
            ("", ""),
            ("  ", ""),
            ("PLAY 1 1", MOVED),
            ("undo", START),
            ("redo", MOVED),
            ("position", "3/1x1/3 o\n"),
            ("0 0", "…Turn for X\n"),
            ("undo 2", START),
            ("redo 2", "…Turn for X\n"),
            ("undo", MOVED),
            ("0 1", "…Turn for X\n"),
            ("redo", "error: no move was taken back that could be redone\n"),
            ("undo 3", "error: only 2 can be taken back\n"),
            ("position", "1o1/1x1/3 x\n"),
            (
                "restart",
                &format!(
                    "Starting :Tic-Tac-Toe: three in a row on a board of nine cells.\n\n{START}"
                ),
            ),
            ("undo", "error: there is nothing to take back\n"),
            ("redo", "error: no move was taken back that could be redone\n"),
            ("hint", "Hint: 1 1 (holds the draw; then 0 0, 1 0, 1 2, 0 2)\n"),
            ("rules", "*"),
            ("quit", "…\nGame Status: Stopped\n"),
        ],
    );
}

/// Every command of the page exists and is explained, and no command is missing from the page.
#[test]
fn help_lists_the_commands() {
    let help = &answers(&mut program("-g ttt"), &["help"])[1];
    assert_eq!(*help, answers(&mut program("-g owari"), &["?"])[1]);
    let listed: Vec<&str> =
        help.lines().map(|line| line[1..].split([' ', ',']).next().unwrap()).collect();
    for word in
        "play a moves hint undo redo restart save load board position rules player help quit"
            .split(' ')
    {
        assert!(listed.contains(&word), "no {word} in {help}");
    }
    assert!(help.lines().all(|line| line.starts_with(' ') && !line.starts_with("  ")), "{help}");
    let rules = &answers(&mut program("-g owari"), &["rules"])[1];
    assert!(rules.starts_with("Owari\n") && rules.contains("sow"), "{rules}");
}

/// Where the points of a board have names, a hint says them, too.
#[test]
fn hints_name_the_points() {
    let hint = &answers(&mut program("-g alquerque --position '5/2b2/2w2/5/5 w 1'"), &["hint"])[1];
    assert!(hint.starts_with("Hint: 13 3 = C3×C1 ("), "{hint}");
}

#[test]
fn wrong_commands_are_refused_with_the_reason() {
    let nothing = |word: &str| format!("error: `x y` after {word}: it takes nothing\n");
    for word in "moves hint restart board position rules help quit".split(' ') {
        check("-g ttt", &[(&format!("{word} x y"), &nothing(word)), ("position", "3/3/3 x\n")]);
    }
    let number = |text: &str, word: &str| {
        format!("error: `{text}` after {word}: allowed is a whole number from 1 to 1000000\n")
    };
    for text in ["0", "-1", "x", "1 2", "1000001", "99999999999999999999"] {
        check(
            "-g ttt",
            &[
                (&format!("undo {text}"), &number(text, "undo")),
                (&format!("redo {text}"), &number(text, "redo")),
            ],
        );
    }
    check(
        "-g ttt",
        &[
            ("save", "error: save takes a file: save FILE\n"),
            ("save! ", "error: save! takes a file: save! FILE\n"),
            ("load", "error: load takes a file: load FILE\n"),
            ("player", " X:m,O:m\n"),
            (
                "player X:q",
                "…is no mode: allowed are m (manual), r (random), a (AI), a1 to a10 (AI level), and settings as in a:time=2s;threads=2\n",
            ),
            ("player Z:r", "error: nobody here is called `Z`: allowed are X and O\n"),
            (
                "resign",
                "error: `resign` is no move: it takes row and column, two numbers ('help' lists the commands)\n",
            ),
            (
                "play moves",
                "error: `moves` is no move: it takes row and column, two numbers ('help' lists the commands)\n",
            ),
            (
                "udno",
                "error: `udno` is no move: it takes row and column, two numbers; did you mean undo? ('help' lists the commands)\n",
            ),
            ("1 1 1", "error: `1 1 1` is no move: it takes row and column, two numbers\n"),
        ],
    );
}

/// A person who is asked for a move can type a command instead. After that the same question comes
/// again.
#[test]
fn commands_work_at_the_move_prompt() {
    let asked =
        "The possible moves are:\n 'row column', to place a piece at the corresponding position.\n";
    check(
        "-g ttt --plain",
        &[
            ("play", asked),
            ("position", "3/3/3 x\n"),
            ("play", asked),
            ("", ""),
            ("play", asked),
            ("play", ""),
            ("play", asked),
            ("1 1", MOVED),
            ("play", asked),
            ("undo", START),
            ("play", asked),
            ("help", "*"),
            ("play", asked),
            ("play 1 1", MOVED),
            ("play", asked),
            ("restart", &format!("…\n\n{START}")),
            ("play", asked),
            ("quit", "…Game Status: Stopped\n"),
        ],
    );
    check(
        "-g dawn --dice typed --plain",
        &[
            ("5;7", "*"),
            ("play", "The possible rolls are:\n 2, 3, 4, 5, 6, DAWN\n"),
            ("position", "*"),
            ("play", "The possible rolls are:\n 2, 3, 4, 5, 6, DAWN\n"),
            ("undo", "…Turn for N\n"),
        ],
    );
}

/// Taking back leads to the person's own last move, whoever answered it, and the same answers come
/// again.
#[test]
fn undo_takes_back_the_answers_too() {
    for player in ["r", "a1", "a"] {
        let line = format!("-g ttt --plain -p X,O:{player} --auto --seed 5");
        let seen = answers(
            &mut program(&line),
            &["1 1", "undo", "redo", "position", "undo", "1 1", "position", "undo 2"],
        );
        assert!(
            seen[1].contains("\nlast move: O, ") && seen[1].ends_with("Turn for X\n"),
            "{player}: {}",
            seen[1]
        );
        assert_eq!(seen[2], START, "{player}");
        assert!(seen[1].ends_with(&seen[3]), "{player}: {}", seen[3]);
        assert_eq!((&seen[4], &seen[5]), (&seen[7], &START.to_owned()), "{player}");
        assert_eq!(seen[6], seen[1], "{player}: the same answer to the same move");
        assert_eq!(seen[8], "error: only 1 can be taken back\n", "{player}");
    }
    // A person who moves second takes back to before their own move, and not to before the first
    // move of the opponent.
    check(
        "-g ttt --plain -p X:r,O --auto --seed 5",
        &[("undo", "error: there is nothing to take back\n"), ("moves", "*")],
    );
    // If no person plays, each move is taken back by itself.
    let seen = answers(
        &mut program("-g ttt --plain -p X:r,O:r --seed 5"),
        &["play", "play", "undo", "redo", "undo 2", "redo 2"],
    );
    assert_eq!(seen[5], START);
    assert!(
        seen[1].ends_with(&seen[3]) && seen[2].ends_with(&seen[4]) && seen[6].ends_with(&seen[4]),
        "{seen:?}"
    );
}

/// A roll depends on the seed and on the number of steps so far.
#[test]
fn undo_does_not_roll_again() {
    for seed in 0..12 {
        let line = format!("-g dawn --plain --seed {seed}");
        let seen =
            answers(&mut program(&line), &["5;7", "undo", "5;7", "undo", "redo", "undo", "0;0"]);
        let rolled = |answer: &str| {
            answer.lines().find(|line| line.starts_with("The die shows ")).map(str::to_owned)
        };
        assert!(rolled(&seen[1]).is_some() && seen[1].ends_with("Turn for M\n"), "{}", seen[1]);
        assert_eq!(
            (&seen[3], &seen[5], rolled(&seen[7])),
            (&seen[1], &seen[1], rolled(&seen[1])),
            "seed {seed}"
        );
    }
}

#[test]
fn a_move_on_somebody_elses_turn_is_refused() {
    let refused = "error: it is the turn of X, who plays without you: type 'play' to let X move\n";
    check(
        "-g ttt --plain -p X:r,O --seed 1",
        &[
            ("0 0", refused),
            ("play 0 0", refused),
            ("nonsense", &refused.replace(" move\n", " move ('help' lists the commands)\n")),
            ("position", "3/3/3 x\n"),
            ("player X:m", START),
            ("1 1", MOVED),
            ("player O:r", MOVED),
            ("play", "*"),
            ("player O", "*"),
            ("undo 2", START),
        ],
    );
    // With --auto a seat that is given to a machine moves at once.
    let seen = answers(&mut program("-g ttt --plain --auto --seed 2"), &["player X:r"]);
    assert!(
        seen[1].contains("\nlast move: X, ") && seen[1].ends_with("Turn for O\n"),
        "{}",
        seen[1]
    );
    // If all seats are given to machines, the game goes on to its end.
    let seen =
        answers(&mut program("-g ttt --plain --auto --seed 2"), &["player O:a1", "player X:r"]);
    assert!(seen[2].contains("\nGame Over!!\n"), "{}", seen[2]);
}

#[test]
fn restart_is_a_new_game() {
    // The start is the same, but the seed is not: in some of many games the first random move
    // differs.
    let mut moves = Vec::new();
    for seed in 0..5 {
        let line = format!("-g ttt -p X:r,O:r --plain --seed {seed}");
        let seen = answers(&mut program(&line), &["play", "restart", "play", "restart", "play"]);
        let last_move = |answer: &str| {
            answer.lines().find(|line| line.starts_with("last move: X, ")).unwrap().to_owned()
        };
        moves.push([1, 3, 5].map(|n: usize| last_move(&seen[n])));
        assert!(seen[2].starts_with("Starting :"), "{}", seen[2]);
    }
    assert!(
        moves.iter().any(|[one, two, _]| one != two)
            && moves.iter().any(|[_, two, three]| two != three),
        "{moves:?}"
    );
    // Restarting leads back to a given position, and obstacles that were drawn stay.
    check(
        "-g ttt --position 'x2/1o1/3 x'",
        &[("2 2", "*"), ("restart", "*"), ("position", "x2/1o1/3 x\n")],
    );
    let seen =
        answers(&mut program("-g ataxx -o 6 --seed 8"), &["position", "restart", "position"]);
    assert_eq!(seen[1], seen[3]);
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for name in ["precious", "again.part", "again.part1"] {
        fs::write(folder.join(name), "mine").unwrap();
    }
    fs::create_dir(folder.join("folder")).unwrap();
    check_in(
        folder,
        "-g owari --seed 1",
        &[
            ("1", "*"),
            ("7", "*"),
            ("position", "0,5,5,5,5,4/0,5,5,5,5,4 0,0 1 2\n"),
            ("save owari game.txt", "Saved to owari game.txt\n"),
            ("2", "*"),
            // This file belongs to the game, so it is replaced.
            ("save owari game.txt", "Saved to owari game.txt\n"),
            ("undo", "*"),
            ("save! owari game.txt", "Saved to owari game.txt\n"),
            ("save precious", "error: precious exists already: 'save! precious' replaces it\n"),
            ("save folder", "error: folder cannot be written: it is not a plain file\n"),
            ("save! folder", "error: folder cannot be written: it is not a plain file\n"),
            (
                "save none/file",
                "error: none/file cannot be written: No such file or directory (os error 2)\n",
            ),
            ("save .", "error: . cannot be written: it is not a plain file\n"),
            ("load none", "error: none cannot be read: No such file or directory (os error 2)\n"),
            ("load folder", "error: folder cannot be read: Is a directory (os error 21)\n"),
            ("load precious", "…\n"),
            ("position", "0,5,5,5,5,4/0,5,5,5,5,4 0,0 1 2\n"),
        ],
    );
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("precious"), "mine");
    let loaded = format!(
        "Loaded from owari game.txt\nStarting :Owari: sow stones and capture the singles.\n\n{}",
        "\
Player 2: 0

    12    11    10    9     8     7
( 4 ) ( 5 ) ( 5 ) ( 5 ) ( 5 ) ( 0 )

( 0 ) ( 5 ) ( 5 ) ( 5 ) ( 5 ) ( 4 )
    1     2     3     4     5     6

Player 1: 0
Turn for 1
"
    );
    check_in(
        folder,
        "-g ataxx -p A,B,C --seed 9",
        &[
            ("0 0 1 1", "*"),
            ("save ataxx", "Saved to ataxx\n"),
            ("load owari game.txt", &loaded),
            ("1 1", "error: `1 1` is no move: it takes the number of a bowl\n"),
            // The file of the other game does not belong to this one.
            ("save ataxx", "error: ataxx exists already: 'save! ataxx' replaces it\n"),
            ("undo 2", "*"),
            ("position", "4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 0\n"),
            ("redo 2", "*"),
            ("save again", "Saved to again\n"),
            ("load ataxx", "…Turn for B\n"),
            ("undo", "…Turn for A\n"),
            ("save! precious", "Saved to precious\n"),
        ],
    );
    assert_eq!(read("owari game.txt"), read("again"));
    assert_eq!((read("again.part").as_str(), read("again.part1").as_str()), ("mine", "mine"));
    assert!(
        read("precious")
            .starts_with("Record: 1\nGame: ataxx seats=3\nPlayers: A:m,B:m,C:m\nSeed: 9\n"),
        "{}",
        read("precious")
    );
    let expected =
        ["again", "again.part", "again.part1", "ataxx", "folder", "owari game.txt", "precious"];
    assert_eq!(files(folder), expected);
}

/// A file with one game is not replaced by the next game without a question. A game that is over
/// does not replace one that goes on.
#[test]
fn no_game_is_lost_to_another() {
    let folder = tempfile::tempdir().unwrap();
    let won = "Record: 1\nGame: ttt\nPlayers: X,O\n\n1. 0 0\n2. 1 0\n3. 0 1\n4. 1 1\n5. 0 2\n";
    fs::write(folder.path().join("won"), won).unwrap();
    fs::write(
        folder.path().join("lost"),
        won.replace("5. 0 2\n", "").replace("\n\n", "\nResult: won 2\n\n"),
    )
    .unwrap();
    let exists = "error: game exists already: 'save! game' replaces it\n";
    check_in(
        folder.path(),
        "-g ttt --plain",
        &[
            ("0 0", "*"),
            ("save game", "Saved to game\n"),
            ("1 1", "*"),
            ("save game", "Saved to game\n"),
            ("load won", "error: the game in won is over: 'ludoteca --replay won' shows it\n"),
            ("load lost", "error: the game in lost is over: 'ludoteca --replay lost' shows it\n"),
            ("position", "x2/1o1/3 x\n"),
            ("restart", "*"),
            ("save game", exists),
            ("load game", "*"),
            ("save game", "Saved to game\n"),
        ],
    );
    assert!(
        fs::read_to_string(folder.path().join("game")).unwrap().ends_with("\n1. 0 0\n2. 1 1\n")
    );
}

/// A file keeps its permissions, and a link stays a link.
#[cfg(unix)]
#[test]
fn files_are_replaced_with_care() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("private"), "").unwrap();
    fs::set_permissions(at("private"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("private", at("link")).unwrap();
    check_in(folder.path(), "-g ttt", &[("0 0", "*"), ("save! link", "Saved to link\n")]);
    assert_eq!(fs::metadata(at("private")).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::read_link(at("link")).unwrap(), Path::new("private"));
    assert!(fs::read_to_string(at("private")).unwrap().ends_with("\n1. 0 0\n"));
    assert_eq!(files(folder.path()), ["link", "private"]);
}

/// A damaged file is refused with the number of the bad line, and the game goes on as it was.
#[test]
fn a_damaged_file_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("bad"),
        "Record: 1\nGame: ttt\nPlayers: X:m,O:m\n\n1. 1 1\n2. 1 1\n",
    )
    .unwrap();
    fs::write(folder.path().join("noise"), b"\xff\x00\x1b[2J").unwrap();
    fs::write(folder.path().join("empty"), "").unwrap();
    check_in(
        folder.path(),
        "-g ttt",
        &[
            ("0 0", "*"),
            ("load bad", "error: bad cannot be read: line 6: step 2, `1 1`: cell 1 1 is taken\n"),
            ("load empty", "…\n"),
            ("load noise", "…\n"),
            ("position", "x2/3/3 o\n"),
            ("undo", "*"),
            ("redo", "*"),
            ("position", "x2/3/3 o\n"),
        ],
    );
}

/// Nothing in a line stops the program, and no part of it that could move the cursor reaches a
/// terminal.
#[test]
fn any_line_is_read() {
    let long = "9".repeat(1_000_000);
    for (typed, shown) in [
        (&b"0 0\r"[..], "0 0"),
        (b"\t0\t0 ", "\t0\t0 "),
        (b"0 0\r\r", "0 0"),
        ("\u{feff}x".as_bytes(), r"\u{feff}x"),
        (b"\x1b[2J", r"\u{1b}[2J"),
        (b"0\x000", r"0\00"),
        (b"\xff\xfe 1", "\u{fffd}\u{fffd} 1"),
        (b"a\rb", r"a\rb"),
        ("\u{9b}2J".as_bytes(), r"\u{9b}2J"),
        (long.as_bytes(), &long[..4096]),
        (b"save \x07", r"save \u{7}"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let script = [typed, b"\nposition\n"].concat();
        let seen = transcript(program("-g ttt").current_dir(folder.path()), script);
        assert!(seen.contains(&format!("{PLAY}{shown}\n")), "{typed:?}: {seen}");
        let position =
            if shown.trim() == "0\t0" || shown == "0 0" { "x2/3/3 o" } else { "3/3/3 x" };
        assert!(seen.contains(&format!("{PLAY}position\n{position}\n")), "{typed:?}: {seen}");
        let raw = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
        assert!(!seen.contains(raw), "{typed:?}: {seen:?}");
    }
}

/// A script with the line ends of another system plays the same game.
#[test]
fn line_ends_do_not_matter() {
    let script = "play\n0 0\nplay\n1 1\n\nhelp\nundo\nredo\n0 1\nsave\nmoves\nquit\n";
    let usual = transcript(&mut program("-g attt"), script);
    assert_eq!(transcript(&mut program("-g attt"), script.replace('\n', "\r\n")), usual);
    assert_eq!(
        transcript(&mut program("-g attt"), script.trim_end()),
        usual,
        "the last line need not be ended"
    );
}

/// The skip of a seat that cannot move at the very start is told wherever a game begins, unless the
/// game is silent about skips.
#[test]
fn skips_at_the_start_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let skipped = "\n\n1 has no stones and is skipped\nPlayer 2: 12\n";
    let line = "-g owari --position '0,0,0,0,0,0/4,4,4,4,4,4 12,12 1 0'";
    let seen = answers(
        program(line).current_dir(folder.path()),
        &["board", "restart", "save game", "load game", "7", "undo"],
    );
    for (n, told) in [(0, true), (1, false), (2, true), (4, true), (6, false)] {
        assert_eq!(seen[n].contains(skipped), told, "{n}: {}", seen[n]);
    }
    let shown = run_in(folder.path(), "--replay game --to 0");
    assert_eq!(shown.out.matches(skipped).count(), 1, "{}", shown.out);
    let seen =
        &answers(&mut program("-g ataxx --position 'x--4/---4/---4/7/7/7/5oo x 0 1'"), &[])[0];
    assert!(seen.contains("Turn for O\n") && !seen.contains("skipped"), "{seen}");
}
