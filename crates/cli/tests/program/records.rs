//! Games that are recorded while they are played, and watched again.

use std::fs;
use std::path::Path;

use crate::external::{
    PLAY, REPLAY, Talk, answers, files, program, refuses_in, run_in, transcript,
};

/// Games of every kind, with options, for random players.
pub const GAMES: &[&str] = &[
    "-g cn -p X:r,O:r",
    "-g cn -d 4x7 --line 4 -p A:r,B:r,C:r",
    "-g cn -d 6x6 -p Ann:r,Bob:r,日本:r,é:r",
    "-g ttt -p X:r,O:r",
    "-g attt -p X:r,O:r",
    "-g attt --set no-progress=3 -p X:r,O:r",
    "-g ataxx -p X:r,O:r",
    "-g ataxx -d 5x9 -p W:r,B:r,R:r --set no-progress=12",
    "-g ataxx -d 9x5 -p W:r,B:r,R:r,Y:r -o 7",
    "-g ataxx -o 2 --mirror -p X:r,O:r",
    "-g ataxx -d 5x5 -p W:r,B:r,R:r,Y:r --position 'x-b1o/--3/r3r/-3-/o1b1x x 0 1'",
    "-g breakthrough -p 1:r,2:r",
    "-g breakthrough -d 7x3 -p 1:r,2:r",
    "-g owari -p 1:r,2:r",
    "-g owari --set bowls=3 --set stones=5 --set win=11 --set no-progress=9 -p 1:r,2:r",
    "-g dawn -p N:r,M:r",
    "-g alquerque -p W:r,B:r",
    "-g alquerque --position 'bb3/2b2/1www1/5/3ww b 4' -p W:r,B:r",
];

/// A record without its date, which depends on the day.
fn read(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("there is a record");
    text.lines()
        .filter(|line| !line.starts_with("Date: "))
        .map(|line| format!("{line}\n"))
        .collect()
}

/// The number of steps in the last game of a record.
fn steps(record: &str) -> usize {
    record.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).count()
}

/// The end of a record is shown just as it was shown when the game was played.
#[test]
fn games_of_every_kind_are_read_again() {
    for (seed, line) in GAMES.iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let played = run_in(folder, &format!("{line} --auto --seed {seed} --record game"));
        assert_eq!((played.code, played.err.as_str()), (Some(0), ""), "{line}");
        let (_, ending) = played.out.split_once("\nGame Over!!\n\n").unwrap();
        let ending = ending.split("Games Played").next().unwrap();
        let record = read(&folder.join("game"));
        let steps = steps(&record);
        assert!(
            steps > 2
                && record.contains("\nResult: ")
                && record.contains(&format!("\nSeed: {seed}\n")),
            "{record}"
        );
        let shown = run_in(folder, &format!("--replay game --to {steps}"));
        assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""), "{line}");
        // The line about the winner belongs to the series on the console.
        let ending =
            ending.replace("White won!\n", "").replace("Black won!\n", "").replace("Draw.\n", "");
        let (_, shown) = shown.out.split_once(&format!("Step {steps} of {steps}: ")).unwrap();
        assert_eq!(shown.split_once('\n').unwrap().1, ending, "{line}");
        assert_eq!(files(folder), ["game"], "{line}");
    }
}

/// Some steps of each game are saved, loaded and saved again. The file and the position stay the
/// same.
#[test]
fn saved_games_are_loaded_as_they_were() {
    for (seed, line) in GAMES.iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let typed = [
            "play", "play", "play", "position", "save one", "load one", "position", "save two",
            "undo", "redo", "position",
        ];
        let answers =
            answers(program(&format!("{line} --seed {seed}")).current_dir(folder), &typed);
        assert_eq!(
            (&answers[5], &answers[8]),
            (&"Saved to one\n".to_owned(), &"Saved to two\n".to_owned()),
            "{line}"
        );
        assert_eq!((&answers[7], &answers[11]), (&answers[4], &answers[4]), "{line}");
        assert_eq!(
            fs::read(folder.join("one")).unwrap(),
            fs::read(folder.join("two")).unwrap(),
            "{line}"
        );
        assert_eq!(files(folder), ["one", "two"], "{line}");
        // The position can also be given on the command line.
        let options = line.split(" --position").next().unwrap();
        if !options.contains("-o") {
            let given = format!("{options} --position '{}'", answers[4].trim_end());
            assert!(
                transcript(&mut program(&given), "position\n")
                    .contains(&format!("position\n{}", answers[4])),
                "{given}"
            );
        }
    }
}

/// The program is killed after each single step. The record has all steps so far.
#[test]
fn a_crash_loses_nothing() {
    let rows: &[(&str, &[&str])] = &[
        ("-g ttt", &["1 1", "0 0", "2 2", "0 2"]),
        ("-g owari", &["1", "7", "2"]),
        ("-g dawn --dice typed", &["5;2", "5", "6;2:6;6", "4;2:3;2", "DAWN"]),
        ("-g alquerque -p W,B:r --auto --seed 1", &["18 13"]),
    ];
    for (line, steps) in rows {
        for made in 0..=steps.len() {
            let folder = tempfile::tempdir().unwrap();
            let mut talk =
                Talk::begin(program(&format!("{line} --record game")).current_dir(folder.path()));
            for step in &steps[..made] {
                talk.until(&[PLAY]);
                talk.say(step);
            }
            let (mut last, _) = talk.until(&[PLAY]);
            talk.kill();
            assert_eq!(files(folder.path()), ["game"], "{line}");
            let record = read(&folder.path().join("game"));
            let made = self::steps(&record).max(made);
            let shown = run_in(folder.path(), &format!("--replay game --to {made}"));
            assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""), "{line}, {made}: {record}");
            // This is the last output without its first line, the echo of the input and what the
            // other player did.
            last = last.split_once("\n").map_or(last.clone(), |(_, rest)| rest.to_owned());
            let shown = shown.out.split_once("\n\n").unwrap().1;
            let position =
                shown.strip_prefix("Step ").map_or(shown, |rest| rest.split_once('\n').unwrap().1);
            assert!(last.ends_with(position), "{line}, {made}: {position} is not {last}");
        }
    }
}

/// Undone steps are removed. The games of a series, restarted games and loaded games follow each
/// other in one file.
#[test]
fn all_games_of_a_run_are_in_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = "-g alquerque --position '5/2b2/2w2/5/5 w 1' --seed 1 --record games";
    let script = "13 7\nsave first\nundo\nrestart\n13 3\ny\n13 7\n8 13\nrestart\n13 9\nload first\n8 13\nquit\n";
    transcript(program(line).current_dir(folder), script);
    let record = read(&folder.join("games"));
    let games: Vec<(String, String)> = record
        .split("Record: 1\n")
        .skip(1)
        .map(|game| {
            let (headers, steps) = game.split_once("\n\n").unwrap();
            let result =
                headers.lines().find_map(|line| line.strip_prefix("Result: ")).unwrap_or("none");
            (result.to_owned(), steps.trim_end().replace('\n', ", "))
        })
        .collect();
    let expected = [
        ("won 1", "1. 13 3"),
        ("none", "1. 13 7, 2. 8 13"),
        ("none", "1. 13 9"),
        ("stopped", "1. 13 7, 2. 8 13"),
    ];
    assert_eq!(
        games,
        expected.map(|(result, steps)| (result.to_owned(), steps.to_owned())),
        "{record}"
    );
    assert_eq!(files(folder), ["first", "games"]);
    // Each game can be watched. The last one is the default.
    for (nth, steps) in
        [(" --nth 1", 1), (" --nth 2", 2), (" --nth 3", 1), (" --nth 4", 2), ("", 2)]
    {
        let number = nth.trim_start_matches(" --nth ").parse().unwrap_or(4);
        let shown = run_in(folder, &format!("--replay games{nth} --to {steps}"));
        assert!(
            shown.out.starts_with(&format!("Loaded from games, game {number} of 4\nStarting :")),
            "{}",
            shown.out
        );
        refuses_in(
            folder,
            &format!("--replay games{nth} --to {}", steps + 1),
            &format!(
                "`{}` is no step of this record: allowed is a whole number from 0 to {steps}",
                steps + 1
            ),
        );
    }
    refuses_in(folder, "--replay games --nth 5", "--nth 5: the file holds 4 games");
}

/// If a record can no longer be written, an error says so and the game goes on.
#[test]
fn a_record_that_fails_does_not_stop_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let mut command = program("-g ttt --record inner/game");
    let mut talk = Talk::begin(command.current_dir(folder.path()));
    talk.until(&[PLAY]);
    fs::remove_dir_all(&inner).unwrap();
    talk.say("0 0");
    talk.until(&[PLAY]);
    talk.say("position");
    assert!(talk.until(&[PLAY]).0.ends_with("\nx2/3/3 o\n"));
    fs::create_dir(&inner).unwrap();
    talk.say("1 1");
    talk.until(&[PLAY]);
    assert!(read(&inner.join("game")).ends_with("\n1. 0 0\n2. 1 1\n"));
    assert!(talk.end().ends_with("Game Status: Stopped\n"));
}

/// Steps lead forward and back, to a number, to the end, and from there the game goes on.
#[test]
fn records_are_watched_step_by_step() {
    let folder = tempfile::tempdir().unwrap();
    let record = "Record: 1\nGame: ttt\nPlayers: A:m,B:m\nX-Event: cup\nResult: won 1\n\n\
        1. 1 1\n2. 0 0 {a corner}\n3. 2 2\n4. 0 1\n5. 0 2\n6. 1 0\n7. 2 0\n";
    fs::write(folder.path().join("game"), record).unwrap();
    let typed = [
        "", "next", "back", "BACK", "back", "7", "", "0", "last", "8", "-1", "nonsense", "5",
        "moves", "position", "help", "play", "1 2", "save on", "quit",
    ];
    let answers = answers(program("--replay game --plain").current_dir(folder.path()), &typed);
    let headed = [
        "Starting :Tic-Tac-Toe",
        "Step 1 of 7: A plays 1 1\nrow 0: empty\nrow 1: A at 1\n",
        "Step 2 of 7: B plays 0 0\na corner\nrow 0: B at 0\n",
        "Step 1 of 7: A plays 1 1\nrow 0: empty\n",
        "rows 0 to 2: empty\n\nPlayers: A B\nTurn for A\n",
        "error: there is nothing to take back\n",
        "Step 7 of 7: A plays 2 0\n",
        "error: there are no more steps: 'back' goes back, 'play' plays on from here\n",
        "rows 0 to 2: empty\n",
        "Step 7 of 7: A plays 2 0\n",
        "error: `8` is no step of this record: allowed is a whole number from 0 to 7\n",
        "error: `-1` is no command here: 'help' lists them\n",
        "error: `nonsense` is no command here: 'help' lists them\n",
        "Step 5 of 7: A plays 0 2\n",
        " 1 0, 1 2, 2 0, 2 1\n",
        "oox/1x1/2x o\n",
        " enter, next ",
        "Starting :Tic-Tac-Toe",
        "row 0: B at 0 to 1, A at 2\nrow 1: A at 1, B at 2\n",
        "Saved to on\n",
        "\nGame Over!!\n",
    ];
    for (n, (answer, head)) in answers.iter().zip(headed).enumerate() {
        assert!(answer.starts_with(head), "{n}: {answer} does not begin with {head}");
    }
    assert_eq!(answers.len(), headed.len());
    assert!(answers[6].ends_with("\nGame Status: Won\nWinner: A\n"), "{}", answers[6]);
    let saved = read(&folder.path().join("on"));
    assert!(
        saved.contains("\nX-Event: cup\n")
            && saved.contains("\n2. 0 0 {a corner}\n")
            && saved.ends_with("\n6. 1 2\n"),
        "{saved}"
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("game")).unwrap(),
        record,
        "watching changes nothing"
    );
    // `--to` shows one position and asks nothing.
    let shown = run_in(folder.path(), "--replay game --plain --to 2");
    assert!(
        shown.out.ends_with(&format!("\n\n{}", answers[2])) && !shown.out.contains(REPLAY),
        "{}",
        shown.out
    );
    assert!(run_in(folder.path(), "--replay game --plain --to 0").out.ends_with(&answers[4]));
}

/// Notes about a game are kept, and so are headers that this program does not know.
#[test]
fn annotations_survive_loading_and_saving() {
    let folder = tempfile::tempdir().unwrap();
    let record = "\
Record: 1
Game: dawn
Players: Nature:m,Control:a3
Seed: 4
Dice: typed
Commitment: sha256 9f86d081884c7d65
X-Mine: one
X-Mine: two

1. 5;2
2. 5
3. 6;2:6;6 (value 41.5) (clock 0:04:58.250)
  3. 6;0:6;4
  4. 4;2:3;2
    4. 5;1 {towards the edge,\\nwhere \\{few\\} tokens fit}
    5. DAWN
  3. 0;2:4;2 (proved 38)
4. 4;2:3;2 {runs \\x1b[2Jaway,\\nfast} (clock 0:10:00.000)
5. DAWN
  5. 2
  6. 2;2:2;3
6. 3;-5:3;1
";
    fs::write(folder.path().join("game"), record).unwrap();
    let script = "load game\nsave copy\n2;2\nundo\nsave! copy\nundo 3\nredo 3\nsave again\n";
    transcript(program("-g ttt").current_dir(folder.path()), script);
    for name in ["copy", "again"] {
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), record, "{name}");
    }
    let shown = run_in(folder.path(), "--replay game --to 4 --plain");
    assert!(
        shown.out.contains("Step 4 of 6: Nature plays 4;2:3;2 (clock 0:10:00.000)\nruns \\u{1b}[2Jaway,\nfast\nrows"),
        "{:?}",
        shown.out
    );
}

/// A game that the rules have ended cannot go on, but one step before its end it can.
#[test]
fn a_record_that_is_over_is_played_on_from_an_earlier_step() {
    let folder = tempfile::tempdir().unwrap();
    let won = "Record: 1\nGame: ttt\nPlayers: X,O\n\n1. 0 0\n2. 1 0\n3. 0 1\n4. 1 1\n5. 0 2\n";
    fs::write(folder.path().join("won"), won).unwrap();
    let typed = ["last", "play", "back", "play", "2 2"];
    let seen = answers(program("--replay won --plain").current_dir(folder.path()), &typed);
    assert_eq!(seen[2], "error: the game is over\n");
    assert!(seen[3].ends_with("Turn for X\n"), "{}", seen[3]);
    assert!(
        seen[5].contains("row 2: X at 2\n") && seen[5].ends_with("Turn for O\n"),
        "{}",
        seen[5]
    );
}
