//! Damaged files, one row for each cause, with the error that it gives.

use ludoteca_core::random::below;
use ludoteca_core::text;
use ludoteca_games::catalog::GAMES;
use ludoteca_play::seeds::{Purpose, stream};

use crate::read;

fn check(text: impl AsRef<[u8]>, refusal: &str) {
    let text = text.as_ref();
    let error = read(text).expect_err(refusal);
    assert_eq!(error.to_string(), refusal, "{}", String::from_utf8_lossy(text));
}

#[test]
fn files() {
    for (bytes, refusal) in [
        (&b""[..], "line 1: the file is empty: a record begins with `Record: 1`"),
        (b"\xef\xbb\xbf\r\n \n\n", "line 1: the file is empty: a record begins with `Record: 1`"),
        (b"hello", "line 1: `hello` does not begin a record: it begins with `Record: 1`"),
        (b"\n1. 0 0\n", "line 2: `1. 0 0` does not begin a record: it begins with `Record: 1`"),
        (b"\xff\xfeR\0e\0c\0", "line 1: this is not UTF-8 text"),
        (b"Record: 1\nGame: ttt\xc3\n", "line 2: this is not UTF-8 text"),
        (
            b"Record: 1\nGame: ttt\0\n",
            "line 2: the control character U+0000: only a comment can have one, written `\\x00`",
        ),
        (
            b"Record: 2\n",
            "line 1: `2` is not a version of records that can be read here: allowed is 1",
        ),
        (
            b"Record:\n",
            "line 1: `` is not a version of records that can be read here: allowed is 1",
        ),
        (b"Record: 1", "line 1: the record has no line `Game: …`"),
    ] {
        check(bytes, refusal);
    }
    let mut generator = stream(1, Purpose::Playthrough);
    for _ in 0..1000 {
        let garbage: Vec<u8> =
            (0..below(&mut generator, 100)).map(|_| below(&mut generator, 256) as u8).collect();
        assert!(read(garbage).is_err());
    }
}

/// The whole head of the record, from line 2.
#[test]
fn headers() {
    for (headers, refusal) in [
        ("Players: X,O", "line 1: the record has no line `Game: …`"),
        ("Game: ttt", "line 1: the record has no line `Players: …`"),
        (
            "Game: ttt\nPlay",
            "line 3: `Play` is no header: the form is `Name: value`, and a blank line ends the headers",
        ),
        (
            "Game: ttt\n1. 0 0",
            "line 3: `1. 0 0` is no header: the form is `Name: value`, and a blank line ends the headers",
        ),
        (
            " Game: ttt",
            "line 2: ` Game: ttt` is no header: the form is `Name: value`, and a blank line ends the headers",
        ),
        ("Game: ttt\ngame: ttt", "line 3: Game is given twice"),
        (
            "Game: ttt\nPlayers: X,O\nEntropy-2: 5a",
            "line 4: `5a` is not a contribution to the dice: allowed is 64 hexadecimal digits",
        ),
        (
            "Game: ttt\nPlayers: X,O\nEntropy-3: 5a\nEntropy-1: 5a",
            "line 5: `5a` is not a contribution to the dice: allowed is 64 hexadecimal digits",
        ),
        ("Game: ttt\nPlayers: X,O\nEntropy-3: 5a", "line 4: Entropy-3 at a table of 2 seats"),
        ("Game: ttt\nEntropy-1: 5a\nentropy-1: 5a", "line 4: Entropy-1 is given twice"),
        (
            "Game: cn rows=0\nPlayers: X,O",
            "line 2: rows=0 for cn: allowed is a whole number from 3 to 19",
        ),
        ("Game: cn rows\nPlayers: X,O", "line 2: `rows` is no option: the form is KEY=VALUE"),
        ("Players: X,O,Z\nGame: ttt", "line 2: 3 players at a table of 2 seats"),
        ("Game: cn seats=3\nPlayers: X,O", "line 3: 2 players at a table of 3 seats"),
        ("Game: ttt\nPlayers: X,X", "line 3: two players are called `X`: names must differ"),
    ] {
        check(format!("Record: 1\n{headers}\n"), refusal);
    }
    let games = text::listed(GAMES.iter().map(|info| info.id));
    let refusal = format!("line 2: unknown game `chess`: allowed are {games}");
    check("Record: 1\nGame: chess\nPlayers: X,O\n", &refusal);
}

/// Line 4 of a game that has not begun is one more header.
#[test]
fn values() {
    for (header, refusal) in [
        (
            "Seed: -1",
            "`-1` is not a seed: allowed is a whole number from 0 to 18446744073709551615, or 64 hexadecimal digits",
        ),
        (
            "Seed: 18446744073709551616",
            "`18446744073709551616` is not a seed: allowed is a whole number from 0 to 18446744073709551615, or 64 hexadecimal digits",
        ),
        (
            "Seed:",
            "`` is not a seed: allowed is a whole number from 0 to 18446744073709551615, or 64 hexadecimal digits",
        ),
        ("Dice: loaded", "`loaded` is not a kind of dice: allowed is typed or drawn"),
        (
            "Date: 2026-02-29",
            "`2026-02-29` is not a date: allowed is a day of the calendar as YYYY-MM-DD",
        ),
        (
            "Date: 1900-02-29",
            "`1900-02-29` is not a date: allowed is a day of the calendar as YYYY-MM-DD",
        ),
        (
            "Date: 2026-13-01",
            "`2026-13-01` is not a date: allowed is a day of the calendar as YYYY-MM-DD",
        ),
        (
            "Date: 2026-04-31",
            "`2026-04-31` is not a date: allowed is a day of the calendar as YYYY-MM-DD",
        ),
        (
            "Date: 2026-04-00",
            "`2026-04-00` is not a date: allowed is a day of the calendar as YYYY-MM-DD",
        ),
        (
            "Date: 2026-4-1",
            "`2026-4-1` is not a date: allowed is a day of the calendar as YYYY-MM-DD",
        ),
        (
            "Date: 15.11.2026",
            "`15.11.2026` is not a date: allowed is a day of the calendar as YYYY-MM-DD",
        ),
        ("Position: 3/3 x", "this board has 3 rows, but the position has 2"),
        (
            "Position: xxx/3/3 x",
            "no game can reach this position: with 3 x and 0 o it is not the turn of x",
        ),
        (
            "Result: won",
            "`won` is not a result: allowed is won N with a seat from 1 to 2, draw, scored, stopped or unfinished",
        ),
        (
            "Result: won 3",
            "`won 3` is not a result: allowed is won N with a seat from 1 to 2, draw, scored, stopped or unfinished",
        ),
        ("Points: 1", "`1` is not the points: allowed is a whole number for each of the 2 seats"),
        (
            "Points: 1 x",
            "`1 x` is not the points: allowed is a whole number for each of the 2 seats",
        ),
        (
            "Points: 1 0",
            "points are counted at the end, but after these steps the game is not over",
        ),
        (
            "Result: scored",
            "the result is `scored`, but after these steps the game is not over: allowed are won N, draw, stopped and unfinished",
        ),
        ("Reason: rain", "a reason belongs to a result, won or draw, and there is none"),
        (
            "Reason: rain\nResult: stopped",
            "a reason belongs to a result, won or draw, and there is none",
        ),
    ] {
        check(
            format!("Record: 1\nGame: ttt\nPlayers: X,O\n{header}\n"),
            &format!("line 4: {refusal}"),
        );
    }
}

/// Line 4 is a header that contradicts the ending to which the steps lead.
#[test]
fn endings() {
    for (header, refusal) in [
        ("Result: won 2", "the result is `won 2`, but by the rules the steps lead to `won 1`"),
        ("Result: draw", "the result is `draw`, but by the rules the steps lead to `won 1`"),
        ("Result: stopped", "the result is `stopped`, but by the rules the steps lead to `won 1`"),
        (
            "Result: unfinished",
            "the result is `unfinished`, but by the rules the steps lead to `won 1`",
        ),
        ("Points: 0 1", "the points are `0 1`, but by the rules the steps lead to `1 0`"),
    ] {
        let steps = "1. 0 0\n2. 1 0\n3. 0 1\n4. 1 1\n5. 0 2\n";
        let text = format!("Record: 1\nGame: ttt\nPlayers: X,O\n{header}\n\n{steps}");
        check(&text, &format!("line 4: {refusal}"));
        // The error is the same if the record is the first of two.
        check(format!("{text}\n{text}"), &format!("line 4: {refusal}"));
    }
}

/// The steps begin in line 5.
#[test]
fn steps() {
    for (steps, refusal) in [
        (
            "1. 0 0\nThe end.",
            "line 6: `The end.` is no step: the form is `N. STEP`, and `Record: 1` begins another record",
        ),
        (
            "1. 0 0\nGame: ttt",
            "line 6: `Game: ttt` is no step: the form is `N. STEP`, and `Record: 1` begins another record",
        ),
        (
            "1.",
            "line 5: `1.` is no step: the form is `N. STEP`, and `Record: 1` begins another record",
        ),
        (
            "1 0 0",
            "line 5: `1 0 0` is no step: the form is `N. STEP`, and `Record: 1` begins another record",
        ),
        (
            "-1. 0 0",
            "line 5: `-1. 0 0` is no step: the form is `N. STEP`, and `Record: 1` begins another record",
        ),
        ("1. 0", "line 5: step 1, `0`: `0` is no move: it takes row and column, two numbers"),
        ("1. (value 1)", "line 5: step 1, ``: `` is no move: it takes row and column, two numbers"),
        (
            "1. 0 0\n2. 0 3",
            "line 6: step 2, `0 3`: there is no cell 0 3: rows are 0 to 2, columns 0 to 2",
        ),
        ("1. 0 0\n\n2. 0 0", "line 7: step 2, `0 0`: cell 0 0 is taken"),
        (
            "1. 0 0\n2. 1 0\n3. 0 1\n4. 1 1\n5. 0 2\n6. 2 2",
            "line 10: step 6, `2 2`: the game is over",
        ),
        ("2. 0 0", "line 5: step 2 is out of order: allowed is 1"),
        ("1. 0 0\n1. 0 1", "line 6: step 1 is out of order: allowed is 2"),
        (
            "1. 0 0\n99999999999999999999. 0 1",
            "line 6: `99999999999999999999. 0 1` is no step: the form is `N. STEP`, and `Record: 1` begins another record",
        ),
        (
            "  1. 0 0",
            "line 5: a step indented by 2: allowed are two blanks for each level of variation, at most 0 here",
        ),
        (
            "1. 0 0\n 1. 0 1",
            "line 6: a step indented by 1: allowed are two blanks for each level of variation, at most 2 here",
        ),
        (
            "1. 0 0\n    1. 0 1",
            "line 6: a step indented by 4: allowed are two blanks for each level of variation, at most 2 here",
        ),
        (
            "1. 0 0\n\t1. 0 1",
            "line 6: `\t1. 0 1` is no step: the form is `N. STEP`, and `Record: 1` begins another record",
        ),
        ("1. 0 0\n  2. 0 1", "line 6: step 2 is out of order: allowed is 1"),
        (
            "1. 0 0\n  1. 0 1\n  3. 0 2",
            "line 7: step 3 is out of order: allowed is 2, or 1 for another variation",
        ),
        ("1. 0 0\n  1. 0 1\n  2. 0 2\n    1. 1 1", "line 8: step 1 is out of order: allowed is 2"),
        ("1. 0 0\n2. 0 1\n  1. 0 2", "line 7: step 1 is out of order: allowed is 2"),
        ("1. 0 0\n  1. 0 1\n  2. 0 1", "line 7: step 2, `0 1`: cell 0 1 is taken"),
    ] {
        check(format!("Record: 1\nGame: ttt\nPlayers: X,O\n\n{steps}"), refusal);
    }
}

/// Line 5 has text after a step.
#[test]
fn annotations() {
    let number = "allowed is a number as in -1.5, or one for each of the 2 seats";
    let clock = "allowed is hours, minutes and seconds as in 0:01:30.500";
    for (annotations, refusal) in [
        ("{well", "`{well` is not closed: `}` is missing".to_owned()),
        ("{well\\}", "`{well\\}` is not closed: `}` is missing".to_owned()),
        ("{a{b}", escape("{")),
        ("{\\q}", escape("\\q}")),
        ("{\\x1}", escape("\\x1}")),
        ("{\\xé}", escape("\\xé}")),
        ("{a} {b}", "a comment is given twice".to_owned()),
        ("(value 1) (proved 2)", "a value is given twice".to_owned()),
        ("(clock 0:00:01) (clock 0:00:01)", "a clock is given twice".to_owned()),
        ("(value 1", "`(value 1` is not closed: `)` is missing".to_owned()),
        ("(value)", format!("`` is not a value: {number}")),
        ("(value x)", format!("`x` is not a value: {number}")),
        ("(value 1.)", format!("`1.` is not a value: {number}")),
        ("(value +1)", format!("`+1` is not a value: {number}")),
        ("(value inf)", format!("`inf` is not a value: {number}")),
        ("(value 1 2 3)", format!("`1 2 3` is not a value: {number}")),
        ("(clock 90)", format!("`90` is not a clock: {clock}")),
        ("(clock 0:60:00)", format!("`0:60:00` is not a clock: {clock}")),
        ("(clock 0:00:1)", format!("`0:00:1` is not a clock: {clock}")),
        ("(clock 0:00:00:00)", format!("`0:00:00:00` is not a clock: {clock}")),
        ("(clock 0:00:00.0000)", format!("`0:00:00.0000` is not a clock: {clock}")),
        (
            "(clock 9999999999999999:00:00)",
            format!("`9999999999999999:00:00` is not a clock: {clock}"),
        ),
        ("(worth 1)", stray("(worth 1)")),
        ("{a} b", stray("b")),
        ("{a}}", stray("}")),
    ] {
        let text = format!("Record: 1\nGame: ttt\nPlayers: X,O\n\n1. 0 0 {annotations}\n");
        check(text, &format!("line 5: {refusal}"));
    }
}

fn escape(text: &str) -> String {
    format!(
        "`{text}` in a comment: braces and backslashes are written \\{{, \\}} and \\\\, other escapes are \\n, \\r and \\xHH"
    )
}

fn stray(text: &str) -> String {
    format!("`{text}` after a step: allowed are {{comment}}, (value …), (proved …) and (clock …)")
}

#[test]
fn absurd_sizes() {
    let long = "x".repeat(70_000);
    let head = "Record: 1\nGame: ttt\nPlayers: X,O\n";
    check(
        format!("Record: 1\nGame: {long}\n"),
        "line 2: a game of 70000 bytes: at most 65536 are allowed",
    );
    check(
        format!("{head}Position: {long}"),
        "line 4: a position of 70000 bytes: at most 65536 are allowed",
    );
    check(format!("{head}\n1. {long}"), "line 5: a step of 70000 bytes: at most 65536 are allowed");
    check(
        format!("Record: 1\nGame: ttt\nPlayers: X{}", ",X".repeat(70_000)),
        "line 3: 70001 players at a table of 2 seats",
    );
    assert!(read(format!("{head}X-Long: {long}\n\n1. 0 0 {{{long}}}")).is_ok());

    // Long quotes are shortened in the middle, so that the allowed values can still be seen.
    let error = read(format!("{head}Seed: {long}")).expect_err("no seed").to_string();
    assert!(error.starts_with("line 4: `xxx") && error.ends_with("hexadecimal digits"), "{error}");
    assert!(error.len() < 1000, "{error}");

    let deep = |levels: usize| {
        let steps: String = (0..=levels)
            .map(|level| format!("{:indent$}1. 0 0\n", "", indent = 2 * level))
            .collect();
        format!("{head}\n{steps}")
    };
    assert!(read(deep(64)).is_ok());
    check(deep(65), "line 70: a variation of level 65: at most 64 are allowed");
}
