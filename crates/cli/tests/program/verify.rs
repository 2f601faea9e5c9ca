//! `ludoteca verify`, on honest and on dishonest records.

use std::fs;

use serde_json::{Value, json};

use crate::external::{Ran, refuses_in, run_in};

/// A game whose dice the program rolled from the bytes 0 to 31. The commitment was computed with
/// another program.
const DICE: &str = "\
Record: 1
Game: dawn
Players: N:m,M:r
Seed: 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
Result: stopped
Commitment: sha256 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd

1. 10;4
2. 4
3. 7;1:7;4
4. 10;3
5. 6
6. 6;8:6;13
";

/// The same game with a contribution of the first player. Its rolls were computed with another
/// program, too.
const MIXED: &str = "\
Record: 1
Game: dawn
Players: N:m,M:r
Seed: 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
Entropy-1: 202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f
Result: stopped
Commitment: sha256 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd

1. 10;4
2. 5
3. 6;9:6;13
4. 10;3
5. DAWN
";

const SHOWN: &str = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const OWN: &str = "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f";

/// A game without anything random. Its seed is a number.
const NO_DICE: &str = "\
Record: 1
Game: ttt
Players: X:m,O:m
Seed: 42
Result: stopped
Commitment: sha256 10745ad9728af747c476c81b845d78337aea406380894890265182ba83e46dcf

1. 1 1
";

const LAST_ROLL: &str = "5. 6\n6. 6;8:6;13\n";
const OTHER_ROLL: &str = "5. DAWN\n";

const COMMITMENT: &str = "the seed is the one that was committed to";
const ROLLS: &str = "all rolls follow from the seed";
const MOVES: &str = "all moves of random players follow from the seed";

/// The game with a part of it replaced.
fn changed(game: &str, from: &str, to: &str) -> String {
    assert!(game.contains(from), "{from} is not in {game}");
    game.replacen(from, to, 1)
}

/// Writes a record into a folder of its own and verifies it.
fn verify(text: &str, options: &str) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game"), text).expect("a file");
    run_in(folder.path(), &format!("verify game {options}"))
}

#[test]
fn honest_games_hold() {
    let upper = "630DCD2966C4336691125448BBB25B4FF412A49C732DB2C8ABC1B8581BD710DD";
    let spelled = changed(
        DICE,
        "Commitment: sha256 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
        &format!("commitment:  sha256  {upper}"),
    );
    let counted = |rolls: &str, moves: &str| {
        format!(
            "dawn\nholds {COMMITMENT}\nholds {rolls} from the seed\nholds {moves} from the seed\n"
        )
    };
    let two = counted("2 rolls follow", "2 moves of random players follow");
    let one = changed(DICE, "4. 10;3\n5. 6\n6. 6;8:6;13\n", "");
    for (record, said) in [
        (DICE.to_owned(), two.clone()),
        (spelled, two),
        (one, counted("1 roll follows", "1 move of a random player follows")),
        (
            changed(DICE, "M:r", "M:m"),
            format!("dawn\nholds {COMMITMENT}\nholds 2 rolls follow from the seed\n"),
        ),
        (NO_DICE.to_owned(), format!("ttt\nholds {COMMITMENT}\n")),
    ] {
        let ran = verify(&record, "");
        assert_eq!(
            (ran.out.as_str(), ran.err.as_str(), ran.code),
            (said.as_str(), "", Some(0)),
            "{record}"
        );
    }
}

/// Each row is a change to a game with dice, and the claims that then fail.
#[test]
fn dishonest_games_fail() {
    let header = DICE.lines().find(|line| line.starts_with("Commitment")).expect("a commitment");
    let seed = DICE.lines().find(|line| line.starts_with("Seed")).expect("a seed");
    let no_seed = "the seed was not revealed";
    for (from, to, fails) in [
        (LAST_ROLL, OTHER_ROLL, &[(ROLLS, "roll 2, step 5, is DAWN, but the seed gives 6")][..]),
        (
            "2. 4\n3. 7;1:7;4\n",
            "2. 5\n3. 7;1:7;5\n",
            &[
                (ROLLS, "roll 1, step 2, is 5, but the seed gives 4"),
                (MOVES, "step 3, a random move of M, is 7;1:7;5, but the seed gives 6;9:6;13"),
            ],
        ),
        (
            "7;1:7;4",
            "7;2:7;5",
            &[(MOVES, "step 3, a random move of M, is 7;2:7;5, but the seed gives 7;1:7;4")],
        ),
        // Only a commitment to a seed implies that random players draw from that seed.
        (header, "X-Place: here", &[(COMMITMENT, "there is no commitment")]),
        (
            "dd\n\n",
            "de\n\n",
            &[(
                COMMITMENT,
                "the SHA-256 of the seed is 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
            )],
        ),
        (
            "dd\n\n",
            "d\n\n",
            &[(
                COMMITMENT,
                "`sha256 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710d` is no commitment: allowed is sha256 and 64 hexadecimal digits",
            )],
        ),
        (
            header,
            "Commitment: trust me",
            &[(
                COMMITMENT,
                "`trust me` is no commitment: allowed is sha256 and 64 hexadecimal digits",
            )],
        ),
        (
            header,
            &format!("{header}\n{header}"),
            &[(COMMITMENT, "there are 2 commitments: allowed is one")],
        ),
        (
            "1e1f",
            "1e20",
            &[
                (
                    COMMITMENT,
                    "the SHA-256 of the seed is f245a5d0717cb1b3132da00e96a66f5f6806613a5e2fc62d3a1b830fb1a2f576",
                ),
                (ROLLS, "roll 1, step 2, is 4, but the seed gives 6"),
                (MOVES, "step 3, a random move of M, is 7;1:7;4, but the seed gives 6;8:9;8"),
            ],
        ),
        (seed, "X-Place: here", &[(COMMITMENT, no_seed), (ROLLS, no_seed), (MOVES, no_seed)]),
        (
            "Result: stopped",
            "Dice: typed",
            &[(ROLLS, "the rolls were typed, and follow from no seed")],
        ),
    ] {
        let ran = verify(&changed(DICE, from, to), "");
        let failed: Vec<String> =
            fails.iter().map(|(claim, doubt)| format!("fails {claim}: {doubt}")).collect();
        let found: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("fails")).collect();
        assert_eq!(found, failed, "{to}");
        let count = if fails.len() == 1 {
            "1 claim fails".to_owned()
        } else {
            format!("{} claims fail", fails.len())
        };
        assert_eq!((ran.err, ran.code), (format!("error: {count}\n"), Some(1)), "{to}");
    }
}

#[test]
fn the_documented_example_holds() {
    let page = include_str!("../../../../docs/records.md");
    let shown = |lines: &str| {
        page.contains(&lines.lines().map(|line| format!("    {line}\n")).collect::<String>())
    };
    assert!(
        DICE.lines()
            .filter(|line| line.starts_with("Seed") || line.starts_with("Commitment"))
            .all(shown)
    );
    let ran = verify(&changed(DICE, LAST_ROLL, OTHER_ROLL), "");
    assert!(shown(&ran.out), "{}", ran.out);
}

#[test]
fn contributions_are_part_of_the_dice() {
    let page = include_str!("../../../../docs/records.md");
    let ran = verify(MIXED, &format!("--commitment {SHOWN} --contribution {}", OWN.to_uppercase()));
    let known = format!(
        "holds the commitment is the one that you were shown\nholds your contribution is in the record\n\
         seat 1, N, contributed {OWN}\nseat 2, M, contributed nothing\n"
    );
    assert_eq!(
        (ran.out, ran.err.as_str(), ran.code),
        (
            format!(
                "dawn\nholds {COMMITMENT}\nholds 2 rolls follow from the seed and 1 contribution\n\
                 holds 1 move of a random player follows from the seed\n{known}"
            ),
            "",
            Some(0)
        )
    );
    assert!(
        page.contains(&known.lines().map(|line| format!("    {line}\n")).collect::<String>()),
        "{known}"
    );
    let ran = verify(MIXED, &format!("--json --contribution {OWN}"));
    let lines: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines[3..],
        [
            json!({ "game": 1, "fact": "own contribution", "holds": true, "count": 1, "doubt": null }),
            json!({ "game": 1, "seat": 1, "contribution": OWN }),
            json!({ "game": 1, "seat": 2, "contribution": null }),
        ]
    );
}

/// Each row is a change that a host makes to a game with a contribution, and the claims that then
/// fail for the contributing player.
#[test]
fn hosts_that_cheat_are_found_out() {
    let rolls = "all rolls follow from the seed and the contributions";
    let shown = "the commitment is the one that you were shown";
    let own = "your contribution is in the record";
    let missing = format!("no seat contributed {OWN}");
    let header = MIXED.lines().find(|line| line.starts_with("Entropy")).expect("a contribution");
    let other = "303132333435363738393a3b3c3d3e3f202122232425262728292a2b2c2d2e2f";
    let seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e";
    let both = format!("{header}\nEntropy-2: {other}");
    for (from, to, fails) in [
        // The rolls are changed.
        ("5. DAWN\n", "5. 6\n", &[(rolls, "roll 2, step 5, is 6, but they give DAWN")][..]),
        // The contribution is changed, removed, moved to another seat, and joined by another one.
        (OWN, other, &[(rolls, "roll 1, step 2, is 5, but they give 2"), (own, &missing)]),
        (
            header,
            "X-Place: here",
            &[(ROLLS, "roll 1, step 2, is 5, but the seed gives 4"), (own, &missing)],
        ),
        ("Entropy-1", "Entropy-2", &[(rolls, "roll 1, step 2, is 5, but they give 2")]),
        (header, &both, &[(rolls, "roll 1, step 2, is 5, but they give 3")]),
        // The seed was chosen afterwards, with a commitment that fits it.
        (
            &format!("{seed}1f"),
            &format!("{seed}20"),
            &[
                (
                    COMMITMENT,
                    "the SHA-256 of the seed is f245a5d0717cb1b3132da00e96a66f5f6806613a5e2fc62d3a1b830fb1a2f576",
                ),
                (rolls, "roll 1, step 2, is 5, but they give 4"),
                (MOVES, "step 3, a random move of M, is 6;9:6;13, but the seed gives 5;10:9;10"),
            ],
        ),
        (
            SHOWN,
            "f245a5d0717cb1b3132da00e96a66f5f6806613a5e2fc62d3a1b830fb1a2f576",
            &[
                (COMMITMENT, &format!("the SHA-256 of the seed is {SHOWN}")),
                (
                    shown,
                    "the record has f245a5d0717cb1b3132da00e96a66f5f6806613a5e2fc62d3a1b830fb1a2f576",
                ),
            ],
        ),
        (
            &format!("Commitment: sha256 {SHOWN}\n"),
            "",
            &[(COMMITMENT, "there is no commitment"), (shown, "there is no commitment")],
        ),
    ] {
        let ran = verify(
            &changed(MIXED, from, to),
            &format!("--commitment {SHOWN} --contribution {OWN}"),
        );
        let failed: Vec<String> =
            fails.iter().map(|(claim, doubt)| format!("fails {claim}: {doubt}")).collect();
        let found: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("fails")).collect();
        assert_eq!(found, failed, "{to}");
        assert_eq!(ran.code, Some(1), "{to}");
    }
    // A whole game that was made up afterwards is consistent, but its player still finds it out.
    let ran = verify(DICE, &format!("--commitment {SHOWN} --contribution {OWN}"));
    assert_eq!((ran.err.as_str(), ran.code), ("error: 1 claim fails\n", Some(1)));
    assert!(ran.out.ends_with(&format!("fails {own}: {missing}\n")), "{}", ran.out);
}

/// While a game goes on, its seed is secret, since it would reveal the next rolls.
#[test]
fn games_that_go_on_keep_their_seed() {
    let seed = DICE.lines().find(|line| line.starts_with("Seed")).expect("a seed");
    let ran = verify(&changed(&changed(DICE, seed, "Dice: drawn"), "Result: stopped\n", ""), "");
    let doubt = "the seed is secret while the game goes on";
    let said = [COMMITMENT, ROLLS, MOVES].map(|claim| format!("fails {claim}: {doubt}\n")).concat();
    assert_eq!((ran.out, ran.code), (format!("dawn\n{said}"), Some(1)));
}

/// The output has one object for each claim. One of several games can be chosen.
#[test]
fn games_of_a_file_are_verified_one_by_one() {
    let file = [DICE, NO_DICE, &changed(DICE, LAST_ROLL, OTHER_ROLL)].join("\n");
    let ran = verify(&file, "");
    let headed: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("game ")).collect();
    assert_eq!(headed, ["game 1 of 3: dawn", "game 2 of 3: ttt", "game 3 of 3: dawn"]);
    assert_eq!(
        (ran.out.lines().count(), ran.err.as_str(), ran.code),
        (10, "error: 1 claim fails\n", Some(1))
    );
    for (options, code) in [("--nth 1", 0), ("--nth 2", 0), ("--nth 3", 1)] {
        assert_eq!(verify(&file, options).code, Some(code), "{options}");
    }
    let ran = verify(&file, "--nth 3 --json");
    let lines: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let doubt = "roll 2, step 5, is DAWN, but the seed gives 6";
    assert_eq!(
        lines,
        [
            json!({ "game": 3, "fact": "commitment", "holds": true, "count": 1, "doubt": null }),
            json!({ "game": 3, "fact": "rolls", "holds": false, "count": null, "doubt": doubt }),
            json!({ "game": 3, "fact": "random moves", "holds": true, "count": 1, "doubt": null }),
        ]
    );
}

#[test]
fn wrong_usage_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game"), DICE).unwrap();
    fs::write(folder.path().join("two"), [DICE, MIXED].join("\n")).unwrap();
    fs::write(folder.path().join("illegal"), changed(DICE, "2. 4", "2. 7")).unwrap();
    for (line, reason) in [
        ("verify", "the following required arguments were not provided: <FILE>"),
        ("verify none", "none cannot be read: No such file or directory (os error 2)"),
        (
            "verify illegal",
            "illegal cannot be read: line 9: step 2, `7`: `7` is no roll: the die shows 2, 3, 4, 5, 6 or DAWN",
        ),
        (
            "verify game --commitment 63",
            "invalid value '63' for '--commitment <HEX>': allowed are 64 hexadecimal digits",
        ),
        (
            "verify game --contribution zz",
            "invalid value 'zz' for '--contribution <HEX>': allowed are 64 hexadecimal digits",
        ),
        (
            &format!("verify two --commitment {SHOWN}"),
            "--commitment and --contribution are about one game: the file holds 2, and --nth N chooses one",
        ),
        ("verify game --nth 2", "--nth 2: the file holds 1 game"),
        (
            "verify game --nth 0",
            "invalid value '0' for '--nth <N>': allowed is a whole number from 1 to 1000000000",
        ),
    ] {
        refuses_in(folder.path(), line, reason);
    }
}
