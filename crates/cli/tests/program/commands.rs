//! Commands that play no game, but count, list and explain.

use std::io::Read;

use ludoteca_games::catalog::GAMES;
use serde_json::Value;

use crate::external::{all_games, prints, program, refuses, run, run_in};

#[test]
fn perft_prints_one_line_a_depth() {
    assert_eq!(prints("perft -g ttt 3"), "1 9\n2 72\n3 504\n");
    assert_eq!(prints("perft 2"), "1 25\n2 600\n");
    assert_eq!(prints("perft --game ataxx --dim 5x5 --players W,B,R,Y 3"), "1 12\n2 136\n3 1624\n");
    assert_eq!(
        prints("perft -g ataxx -d 5x5 -p W:r,B:m,R:a3,Y:a:time=2s --all-origins 4"),
        "1 12\n2 136\n3 1624\n4 24732\n"
    );
    assert_eq!(
        prints("perft -g 'ataxx rows=9 cols=9' --set seats=3 --all-origins 3"),
        "1 16\n2 256\n3 6976\n"
    );
    assert_eq!(
        prints("perft -g ataxx --position 'x5o/7/7/7/7/7/o5x x 100 1' 3"),
        "1 0\n2 0\n3 0\n"
    );
    assert_eq!(prints("perft -g ataxx --position '-x4o/7/7/7/7/7/o5x x 0 1' 1"), "1 18\n");
    assert_eq!(prints("perft -g cn -d 10x10 --line 5 2"), "1 100\n2 9900\n");
    assert_eq!(prints("perft -g dawn 3"), "1 165\n2 990\n3 280344\n");
}

#[test]
fn perft_counts_skips_where_asked() {
    let position = "--position '7/7/7/7/-------/-------/x5o x 0 1'";
    assert_eq!(
        prints(&format!("perft -g ataxx {position} --count-skips 6")),
        "1 2\n2 4\n3 13\n4 30\n5 73\n6 174\n"
    );
    // The seat to move has no move, so its skip is the first ply.
    let blocked = "--position 'x--4/---4/---4/7/7/7/5oo x 0 1' -g ataxx";
    assert_eq!(prints(&format!("perft {blocked} 1")), "1 15\n");
    assert_eq!(prints(&format!("perft {blocked} --count-skips 2")), "1 1\n2 15\n");
}

#[test]
fn perft_divides() {
    let text = prints("perft -g alquerque 4 --divide");
    let lines: Vec<&str> = text.lines().collect();
    let divided: u64 = lines[3..6]
        .iter()
        .map(|line| line.split('\t').nth(1).unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!((lines[0], lines[2], divided, lines[6]), ("1 3", "3 19", 82, "4 82"));
}

#[test]
fn perft_does_not_depend_on_threads_or_form() {
    let plain = prints("perft -g breakthrough 5");
    assert_eq!(prints("perft -g breakthrough 5 --threads 3"), plain);
    let json = prints("perft -g breakthrough 5 --json");
    let lines: Vec<String> = json
        .lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            format!("{} {}\n", line["depth"], line["nodes"])
        })
        .collect();
    assert_eq!(lines.concat(), plain);
}

#[test]
fn playouts_repeat_with_their_seed() {
    let run = |rest: &str| -> Value {
        let text = prints(&format!("playouts -g ttt 3500 --json {rest}"));
        let mut value: Value = serde_json::from_str(&text).unwrap();
        value["seconds"] = Value::Null;
        value["games_per_s"] = Value::Null;
        value
    };
    let one = run("--seed 5");
    assert_eq!(one["games"], 3500);
    assert_eq!(run("--seed 5 --threads 2"), one);
    assert_ne!(run("--seed 6"), one);
    let text = prints("playouts -g owari --set no-progress=0 --max-plies 20 10");
    assert!(text.contains("unfinished"), "{text}");
}

#[test]
fn obstacles_are_drawn_repeatably() {
    let show = |rest: &str| prints(&format!("playthrough -g ataxx --max-plies 0 {rest}"));
    let drawn = show("-o 3 --mirror --seed 4");
    assert_eq!(show("-o 3 --mirror --seed 4"), drawn);
    assert_ne!(show("-o 3 --mirror --seed 5"), drawn);
    assert!((3..=12).contains(&drawn.matches('*').count()), "{drawn}");
    assert_eq!(show("-o 10 --seed 4").matches('*').count(), 10);
}

#[test]
fn games_and_rules_are_shown() {
    let list = prints("games");
    let json = prints("games --json");
    assert_eq!(json.lines().count(), GAMES.len());
    for info in GAMES {
        assert!(list.contains(info.title) && json.contains(&info.about.to_string()), "{}", info.id);
        let rules = prints(&format!("rules -g {}", info.id));
        assert!(rules.starts_with(info.title), "{rules}");
        // In a pipe there is neither Markdown nor a style, and no line is too wide.
        for sign in ["**", "`", "```", "| ---", "\u{1b}"] {
            assert!(!rules.contains(sign) || info.rules.to_string().contains("\n> "), "{rules}");
        }
        let is_wide = |line: &&str| line.chars().count() > 80;
        assert_eq!(rules.lines().find(is_wide), None, "{}", info.id);
    }
}

#[test]
fn every_game_plays_through() {
    for info in GAMES {
        let text = prints(&format!("playthrough -g {} --seed 2", info.id));
        assert!(text.lines().last().unwrap().contains("points"), "{}: {text}", info.id);
    }
}

/// Every game is measured, playing and searching. Unit tests check the signatures, since the
/// printed ones change with each new game.
#[test]
fn the_benchmark_measures_every_game() {
    let text = prints("bench --seconds 0.05");
    let (playing, searching) = text.split_once("search, one thread").expect("two tables");
    for (table, signature) in [(playing, "signature "), (searching, "search signature ")] {
        for info in GAMES {
            assert!(table.contains(&format!("\n{} ", info.id)), "{}: {text}", info.id);
        }
        let signed: Vec<&str> =
            table.lines().filter_map(|line| line.strip_prefix(signature)).collect();
        assert!(matches!(signed[..], [number] if number.parse::<u32>().is_ok()), "{text}");
    }
}

/// Every command line of the README that runs the program works. Those that open windows are tested
/// on an invisible desktop.
#[test]
fn the_command_lines_of_the_readme_work() {
    let readme = include_str!("../../../../README.md");
    let lines = readme.lines().map(|line| line.split(" #").next().unwrap().trim());
    let lines = lines.filter(|line| *line == "ludoteca" || line.starts_with("ludoteca "));
    let lines: Vec<&str> = lines.filter(|line| !line.contains("-v window")).collect();
    assert!(lines.len() >= 10, "{lines:?}");
    let folder = tempfile::tempdir().unwrap();
    for line in lines {
        let ran =
            run_in(folder.path(), line.strip_prefix("ludoteca").expect("it runs the program"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
    }
}

#[test]
fn help_goes_to_standard_output() {
    assert!(prints("--help").contains("Examples:"));
    assert!(prints("perft -h").contains("--count-skips"));
    assert_eq!(prints("help perft"), prints("perft --help"));
    assert!(prints("--version").starts_with("ludoteca "));
}

#[test]
fn wrong_usage_is_one_clear_line() {
    let games = all_games();
    refuses("chess", "unrecognized subcommand 'chess': `ludoteca --help` lists the commands");
    refuses("perft --bad 1", "unexpected argument '--bad' found: `--help` lists what there is");
    refuses("perft", "the following required arguments were not provided: <DEPTH>");
    for depth in ["0", "-1", "x", "1001", "99999999999999999999"] {
        let ran = run(&format!("perft {depth}"));
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err.lines().count()),
            (Some(2), "", 1),
            "{depth}: {}",
            ran.err
        );
    }
    refuses("perft x", "invalid value 'x' for '<DEPTH>': allowed is a whole number from 1 to 1000");
    refuses("perft -g go 1", &format!("unknown game `go`: allowed are {games}"));
    refuses("rules -g go", &format!("unknown game `go`: allowed are {games}"));
    refuses("perft -g '' 1", &format!("unknown game ``: allowed are {games}"));
    refuses("perft -d 7 1", "`7` is no board size: the form is ROWSxCOLS, as in 7x7");
    refuses("perft -d 2x7 1", "rows=2 for cn: allowed is a whole number from 3 to 19");
    refuses("perft -d 7x20 1", "cols=20 for cn: allowed is a whole number from 3 to 19");
    refuses("perft -g ttt -d 4x4 1", "rows=4 for ttt: allowed is only 3");
    refuses("perft -g ataxx -d 6x7 1", "rows=6 for ataxx: allowed is an odd number from 5 to 15");
    refuses(
        "perft -g owari -d 3x3 1",
        "owari has no board size to choose (-d 3x3): see `ludoteca games`",
    );
    refuses(
        "perft -g ttt --line 3 1",
        "ttt has no line length to choose (--line 3): see `ludoteca games`",
    );
    refuses("perft -g ttt -o 2 1", "ttt has no obstacles (-o 2): see `ludoteca games`");
    refuses(
        "perft -g ataxx -o x 1",
        "obstacles=x for ataxx: allowed is a whole number from 0 to 44",
    );
    refuses(
        "perft -g ataxx -o -1 1",
        "obstacles=-1 for ataxx: allowed is a whole number from 0 to 44",
    );
    refuses(
        "perft -g ataxx -o 2 --set obstacles=3,3 1",
        "-o 2 does not go with cells that are given: one of them places obstacles",
    );
    refuses("perft --mirror 1", "cn has no obstacles (--mirror): see `ludoteca games`");
    refuses(
        "perft -g ataxx --mirror 1",
        "--mirror without -o N: it mirrors the obstacles that are drawn",
    );
    refuses(
        "perft -1",
        "invalid value '-1' for '<DEPTH>': allowed is a whole number from 1 to 1000",
    );
    refuses("perft -d 5x 1", "`5x` is no board size: the form is ROWSxCOLS, as in 7x7");
    refuses("perft -d -5x5 1", "`-5x5` is no board size: the form is ROWSxCOLS, as in 7x7");
    refuses(
        "perft --threads 0 1",
        "invalid value '0' for '--threads <N>': allowed is a whole number from 1 to 1024",
    );
    refuses(
        "bench --seconds 0",
        "invalid value '0' for '--seconds <S>': allowed is a number from 0.01 to 3600",
    );
    refuses("perft --set a 1", "`a` is no option: the form is KEY=VALUE");
    refuses("perft -g ttt --set q=2 1", "ttt has no option `q`: it has rows, cols and seats");
    refuses("perft --set rows=4 -d 5x5 1", "rows is given twice for cn, as 4 and 5");
    refuses(
        "perft -p X 1",
        "1 in the list of players for cn: allowed is a whole number from 2 to 4",
    );
    refuses(
        "perft -p A,B,C,D,E 1",
        "5 in the list of players for cn: allowed is a whole number from 2 to 4",
    );
    refuses("perft -g ttt -p A,B,C 1", "3 in the list of players for ttt: allowed is only 2");
    refuses("perft --set seats=3 -p A,B 1", "seats is given twice for cn, as 3 and 2");
    refuses(
        "perft -p 'A\n,B' 1",
        "`A\\n` is no name: white space, control characters, `,`, `:` and `*` alone are not allowed",
    );
    refuses("perft -p A,A 1", "two players are called `A`: names must differ");
}

#[test]
fn impossible_positions_are_one_clear_line() {
    for (game, position) in [
        ("ttt", "xxx/ooo/3 x"),
        ("ttt", "xxx/3/3 x"),
        ("ttt", "xx1/1o1/3 x"),
        ("ttt", "3/3 x"),
        ("cn", "xxxxx/ooooo/5/5/5 x"),
        ("attt", "xxx/x2/ooo x 0"),
        ("attt", "3/3/3 x 3"),
        ("ataxx", "7/7/7/7/7/7/7 x 0 1"),
        ("ataxx", "x5o/7/7/7/7/7/o5x r 0 1"),
        ("ataxx", "x5o/7/7/7/7/7/o5x x 101 1"),
        ("ataxx", "x5o/7/7/7/7/7/o5x x 0"),
        ("breakthrough", "r5/6/6/6/6/5b b"),
        ("breakthrough", "bbbbbb/bbbbbb/b5/6/rrrrrr/rrrrrr b"),
        ("owari", "4,4,4,4,4,4/4,4,4,4,4,5 0,0 1 0"),
        ("owari", "0,0,0,0,0,0/0,0,0,0,0,0 24,24 1 0"),
        ("dawn", "15 1 234567 set"),
        ("alquerque", "wwwww/wwwww/www2/5/5 b 1"),
        ("alquerque", "5/5/5/5/5 w 1"),
    ] {
        let line = format!("-g {game} --position '{position}'");
        for line in [format!("perft {line} 1"), line] {
            let ran = run(&line);
            let shape = (ran.code, ran.out.as_str(), ran.err.lines().count());
            assert_eq!(shape, (Some(2), "", 1), "{line}: {}", ran.err);
            assert!(ran.err.starts_with("error: "), "{line}: {}", ran.err);
        }
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = program("playthrough -g ataxx --seed 1").spawn().expect("it runs");
    let mut first = [0; 10];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("some output");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}
