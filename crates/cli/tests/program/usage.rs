//! The command line of playing: every error is one line that names the value and what is allowed,
//! with exit code 2.

use std::fs;

use ludoteca_games::catalog::GAMES;

use crate::external::{all_games, files, prints, program, refuses, refuses_in, run_in, transcript};

#[test]
fn wrong_games_sizes_and_options() {
    let games = all_games();
    for game in ["go", "", "tic tac toe"] {
        let id = game.split(' ').next().unwrap();
        refuses(&format!("-g '{game}'"), &format!("unknown game `{id}`: allowed are {games}"));
    }
    for (game, meant) in [("CN", "cn"), ("atax", "ataxx"), ("brekthrough", "breakthrough")] {
        let reason = format!("unknown game `{game}`: allowed are {games}: did you mean {meant}?");
        refuses(&format!("-g {game}"), &reason);
        refuses(&format!("rules -g {game}"), &reason);
    }
    refuses("--game go", &format!("unknown game `go`: allowed are {games}"));
    for size in ["7", "x", "5x", "x5", "axb", "5x5x5", "-5x5", "5,5", "", "5 x 5"] {
        refuses(
            &format!("-d '{size}'"),
            &format!("`{size}` is no board size: the form is ROWSxCOLS, as in 7x7"),
        );
    }
    for (line, reason) in [
        ("-d 2x5", "rows=2 for cn: allowed is a whole number from 3 to 19"),
        (
            "--dim 5x99999999999999999999",
            "`5x99999999999999999999` is no board size: the form is ROWSxCOLS, as in 7x7",
        ),
        ("-g ttt -d 4x4", "rows=4 for ttt: allowed is only 3"),
        ("-g attt -d 3x5", "cols=5 for attt: allowed is only 3"),
        ("-g ataxx -d 6x7", "rows=6 for ataxx: allowed is an odd number from 5 to 15"),
        ("-g ataxx -d 7x17", "cols=17 for ataxx: allowed is an odd number from 5 to 15"),
        (
            "-g breakthrough -d 3x6",
            "rows=3 for breakthrough: allowed is a whole number from 4 to 16",
        ),
        ("-g owari -d 6x6", "owari has no board size to choose (-d 6x6): see `ludoteca games`"),
        ("-g dawn -d 11x15", "dawn has no board size to choose (-d 11x15): see `ludoteca games`"),
        (
            "-g alquerque -d 5x5",
            "alquerque has no board size to choose (-d 5x5): see `ludoteca games`",
        ),
        ("-o 3", "cn has no obstacles (-o 3): see `ludoteca games`"),
        ("-g ataxx -o x", "obstacles=x for ataxx: allowed is a whole number from 0 to 44"),
        ("-g ataxx -o -1", "obstacles=-1 for ataxx: allowed is a whole number from 0 to 44"),
        ("-g ataxx -o 45", "obstacles=45 for ataxx: allowed is a whole number from 0 to 44"),
        (
            "-g ataxx -d 5x5 -p W,B,R,Y --obstacles 17",
            "obstacles=17 for ataxx: allowed is a whole number from 0 to 16",
        ),
        (
            "-g ataxx -o 15 --mirror",
            "obstacles=15 for ataxx: allowed is a whole number from 0 to 14, mirrored from the top left quarter",
        ),
        ("-g ataxx --mirror", "--mirror without -o N: it mirrors the obstacles that are drawn"),
        (
            "-g ataxx --line 3",
            "ataxx has no line length to choose (--line 3): see `ludoteca games`",
        ),
        ("--line 6", "line=6 for cn: allowed is a whole number from 3 to 5, the longer side"),
        ("--line 2", "line=2 for cn: allowed is a whole number from 3 to 19"),
        ("--set q=1", "cn has no option `q`: it has rows, cols, line and seats"),
        ("--set rows", "`rows` is no option: the form is KEY=VALUE"),
        ("--set rows=4 -d 5x5", "rows is given twice for cn, as 4 and 5"),
        ("-g 'cn rows=2'", "rows=2 for cn: allowed is a whole number from 3 to 19"),
        ("-g owari --set stones=0", "stones=0 for owari: allowed is a whole number from 1 to 15"),
        (
            "--seed x",
            "invalid value 'x' for '--seed <N>': allowed is a whole number from 0 to 18446744073709551615, or 64 hexadecimal digits",
        ),
        (
            "--seed -1",
            "invalid value '-1' for '--seed <N>': allowed is a whole number from 0 to 18446744073709551615, or 64 hexadecimal digits",
        ),
        (
            "--position zzz",
            "`zzz` is no position: it takes rows and the seat to move, as in `5/2x2/5/5/5 o`",
        ),
        ("--dice typed", "--dice for cn: it has no die"),
        ("-g ttt --dice drawn", "--dice for ttt: it has no die"),
        (
            "-g dawn --dice real",
            "invalid value 'real' for '--dice <ID>' [possible values: drawn, typed]",
        ),
    ] {
        refuses(line, reason);
    }
}

#[test]
fn wrong_players() {
    let form = "the form is NAME or NAME:MODE, joined by commas";
    for list in ["", ",", "A,", ",A", "A,,B", ":m,B", ":,B"] {
        refuses(&format!("-p '{list}'"), &format!("an empty name in the players `{list}`: {form}"));
    }
    let allowed = "white space, control characters, `,`, `:` and `*` alone are not allowed";
    for name in ["A B", " A", "A ", "\t", "*", "A\u{a0}", "A\u{7}"] {
        let shown = name.escape_default();
        refuses(&format!("-p '{name},B'"), &format!("`{shown}` is no name: {allowed}"));
    }
    let modes = "allowed are m (manual), r (random), a (AI), a1 to a10 (AI level), and settings as in a:time=2s;threads=2";
    for mode in ["", "x", "M", "mm", "a0", "a11", "r2", ":r", "m:time=1s", "a:", "a:fast"] {
        refuses(
            &format!("--players A:{mode},B"),
            &format!("`{mode}` in `A:{mode}` is no mode: {modes}"),
        );
    }
    for (line, reason) in [
        ("-p A,A", "two players are called `A`: names must differ"),
        (
            "-p ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567,B",
            "`ABCDEFGHIJKLMNOPQRSTUVWXYZ123456…` is too long for a name: at most 32 letters are allowed",
        ),
        (
            "-g ataxx --set obstacles=1,1 --position 'x5o/7/7/7/7/7/o5x x 0 1'",
            "no game can reach this position: its obstacles are not those of the options",
        ),
        ("-p A:m,B,A:r", "two players are called `A`: names must differ"),
        ("-p A", "1 in the list of players for cn: allowed is a whole number from 2 to 4"),
        ("-p A,B,C,D,E", "5 in the list of players for cn: allowed is a whole number from 2 to 4"),
        ("-g ttt -p A,B,C", "3 in the list of players for ttt: allowed is only 2"),
        ("-g dawn -p A", "1 in the list of players for dawn: allowed is only 2"),
        (
            "-g ataxx -p A,B,C,D,E",
            "5 in the list of players for ataxx: allowed is a whole number from 2 to 4",
        ),
        ("-p A,B --set seats=3", "seats is given twice for cn, as 3 and 2"),
        ("-p A:a:depth=0,B", "depth=0 for an AI: allowed is a whole number from 1 to 200"),
        (
            "-p A:a:algorithm=magic,B",
            "algorithm=magic for an AI: allowed is one of best, paranoid, maxn, mcts, plain-mcts and minimax",
        ),
        (
            "-p A:a:algorithm=minimax,B",
            "algorithm=minimax for an AI without depth: it needs one, as in a:depth=5;algorithm=minimax",
        ),
        (
            "-p A:a:time=2,B",
            "time=2 for an AI: allowed is a time as in 500ms, 2s, 1.5s or 1m, up to a day",
        ),
        (
            "-p A:a:speed=9,B",
            "`speed=9` is no setting of an AI: allowed are depth, nodes, time, threads, memory and algorithm, as in a:time=2s;threads=2",
        ),
    ] {
        refuses(line, reason);
    }
}

#[test]
fn wrong_views_and_contradictory_options() {
    for (line, reason) in [
        ("-m", "-m without -v window: only the window view has a window for each seat"),
        ("-m -v console", "-m without -v window: only the window view has a window for each seat"),
        ("--multiviews", "-m without -v window: only the window view has a window for each seat"),
        (
            "-v tv",
            "invalid value 'tv' for '--view <ID>' [possible values: console, terminal, window]",
        ),
        (
            "--view ''",
            "a value is required for '--view <ID>' but none was supplied [possible values: console, terminal, window]",
        ),
        ("-v window -p A,A", "two players are called `A`: names must differ"),
        ("-v window --series", "--series with -v window: only the console plays series"),
        ("-v terminal --series", "--series with -v terminal: only the console plays series"),
        (
            "-v terminal --plain",
            "--plain with -v terminal: only the console describes positions in words",
        ),
        ("-v terminal -m", "-m without -v window: only the window view has a window for each seat"),
        (
            "-v window --plain",
            "--plain with -v window: only the console describes positions in words",
        ),
        ("--no-animation", "--no-animation without -v window: only windows animate moves"),
        (
            "--no-animation -v console",
            "--no-animation without -v window: only windows animate moves",
        ),
        ("--to 3", "--to 3 without --replay FILE: there is no record to watch"),
        ("--nth 2", "--nth 2 without --replay FILE: there is no record to watch"),
        ("--auto=yes", "unexpected value 'yes' for '--auto' found; no more were expected"),
        ("-g ttt -g cn", "the argument '--game <ID>' cannot be used multiple times"),
        ("-q", "unexpected argument '-q' found: `--help` lists what there is"),
        ("--moves", "unexpected argument '--moves' found: `--help` lists what there is"),
        ("-d", "a value is required for '--dim <ROWSxCOLS>' but none was supplied"),
        ("chess", "unrecognized subcommand 'chess': `ludoteca --help` lists the commands"),
    ] {
        refuses(line, reason);
    }
}

#[test]
fn wrong_files() {
    let folder = tempfile::tempdir().unwrap();
    let record = "Record: 1\nGame: ttt\nPlayers: X:m,O:m\n\n1. 1 1\n2. 0 0\n";
    for (name, text) in [
        ("good", record.to_owned()),
        ("empty", String::new()),
        ("blank", "\n\n".to_owned()),
        ("cut", "Record: 1\nGame: ttt\n".to_owned()),
        ("other", "PNG\u{1}\n".to_owned()),
        ("illegal", record.replace("0 0", "1 1")),
        ("claims", record.replace("\n\n", "\nResult: scored\n\n")),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    fs::write(folder.path().join("bytes"), b"Record: 1\nGame: \xff\n").unwrap();
    for (line, reason) in [
        ("--replay none", "none cannot be read: No such file or directory (os error 2)"),
        ("--replay .", ". cannot be read: Is a directory (os error 21)"),
        ("--replay ''", "a value is required for '--replay <FILE>' but none was supplied"),
        (
            "--replay good --to 3",
            "`3` is no step of this record: allowed is a whole number from 0 to 2",
        ),
        (
            "--replay good --to -1",
            "invalid value '-1' for '--to <N>': allowed is a whole number from 0 to 1000000000",
        ),
        ("--replay good --nth 2", "--nth 2: the file holds 1 game"),
        (
            "--replay good --nth 0",
            "invalid value '0' for '--nth <N>': allowed is a whole number from 1 to 1000000000",
        ),
        ("--replay good --to 1 --auto", "the argument '--to <N>' cannot be used with '--auto'"),
        ("--record good", "good exists already: --record takes a new file"),
        ("--record good -v window", "good exists already: --record takes a new file"),
        (
            "--replay good --to 3 -v window",
            "`3` is no step of this record: allowed is a whole number from 0 to 2",
        ),
        ("--record .", ". exists already: --record takes a new file"),
        (
            "--record none/game",
            "none/game cannot be written: No such file or directory (os error 2)",
        ),
        ("--record ''", "a value is required for '--record <FILE>' but none was supplied"),
        ("--record new -g go", &format!("unknown game `go`: allowed are {}", all_games())),
    ] {
        refuses_in(folder.path(), line, reason);
    }
    for option in [
        "--game ttt",
        "--dim 3x3",
        "--players A,B",
        "--obstacles 2",
        "--mirror",
        "--line 3",
        "--set a=1",
        "--position x",
        "--seed 1",
        "--multiviews",
        "--dice typed",
        "--record new",
    ] {
        let ran = run_in(folder.path(), &format!("--replay good {option}"));
        let named = option.split(' ').next().unwrap();
        let clash = format!("error: the argument '--replay <FILE>' cannot be used with '{named}");
        assert!(
            ran.err.starts_with(&clash) && ran.err.lines().count() == 1,
            "{option}: {}",
            ran.err
        );
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{option}");
    }
    for (name, line) in [
        ("empty", 1),
        ("blank", 1),
        ("cut", 1),
        ("other", 1),
        ("bytes", 2),
        ("illegal", 6),
        ("claims", 4),
    ] {
        let ran = run_in(folder.path(), &format!("--replay {name}"));
        let place = format!("error: {name} cannot be read: line {line}: ");
        assert!(ran.err.starts_with(&place) && ran.err.lines().count() == 1, "{name}: {}", ran.err);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{name}");
    }
    assert_eq!(
        files(folder.path()),
        ["blank", "bytes", "claims", "cut", "empty", "good", "illegal", "other"]
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("good")).unwrap(),
        record,
        "nothing was written over it"
    );
}

/// A program that has run ends with 0, whatever it refused on the way.
#[test]
fn refusals_in_a_game_are_not_failures() {
    for script in [
        "",
        "quit\n",
        "9 9\nnonsense\nundo\nload none\n",
        "9 9\nquit\n",
        "0 0\n1 1\n0 1\n1 0\n0 1\n0 2\n",
    ] {
        let seen = transcript(&mut program("-g ttt"), script);
        assert!(seen.contains("Game Over!!"), "{script:?}: {seen}");
    }
}

/// Short and long forms mean the same. So do options and the one-line form of a game.
#[test]
fn options_have_several_forms() {
    let start = |line: &str| prints(line);
    let small = start("-g ataxx -d 5x5 -p W:r,B:m,R:a -o 3 --seed 4 -v console");
    assert!(small.contains("Players: W B R\nTurn for W\n"), "{small}");
    assert_eq!(small.matches('*').count(), 2 * 3, "{small}");
    for line in [
        "--game ataxx --dim 5x5 --players W:r,B:m,R:a --obstacles 3 --seed 4 --view console",
        "-gataxx -d5X5 -pW:r,B:m,R:a -o3 --seed=4",
        "-g 'ataxx rows=5 cols=5' -p W:r,B,R:a2 -o 3 --seed 4",
        "-g ataxx --set cols=5 --set rows=5 -p W,B,R -o 3 --seed 4",
    ] {
        assert_eq!(start(line), small, "{line}");
    }
    assert_eq!(start("-d 7x7 --line 4 -p W:r,B:m"), start("-g 'cn rows=7 cols=7 line=4' -p W,B"));
    assert_eq!(start(""), start("-g cn -d 5x5 -p X,O"));
}

#[test]
fn seats_have_the_games_own_names() {
    for (game, names) in [
        ("cn", "X O"),
        ("ttt", "X O"),
        ("attt", "X O"),
        ("ataxx", "X O"),
        ("breakthrough", "1 2"),
        ("owari", "1 2"),
        ("dawn", "N M"),
        ("alquerque", "W B"),
    ] {
        let (first, second) = names.split_once(' ').unwrap();
        let seen = prints(&format!("-g {game}"));
        assert!(seen.contains(&format!("\nTurn for {first}\n")), "{game}: {seen}");
        let named = transcript(
            &mut program(&format!("-g {game}")),
            format!("player {second}:r\nplayer {first}:q\n"),
        );
        assert!(!named.contains("nobody here"), "{game}: {named}");
    }
    assert!(prints("-g ataxx --set seats=4").contains("Players: X O R B\n"));
}

/// The long help names every option with its form, and the ids of all games, modes and views with
/// their names.
#[test]
fn help_tells_everything() {
    let help = prints("--help");
    let mut wanted: Vec<String> = [
        "-g, --game <ID>",
        "-d, --dim <ROWSxCOLS>",
        "-p, --players <LIST>",
        "-o, --obstacles <N>",
        "-v, --view <ID>",
        "-m, --multiviews",
        "--no-animation",
        "-h, --help",
        "--mirror",
        "--line <K>",
        "--set <KEY=VALUE>",
        "--position <TEXT>",
        "--seed <N>",
        "--auto",
        "--dice <ID>",
        "--series",
        "--plain",
        "--record <FILE>",
        "--replay <FILE>",
        "--to <N>",
        "--nth <N>",
        "--language <CODE>",
        "m (manual)",
        "r (random)",
        "a (AI)",
        "console (",
        "terminal (full screen) or window",
        "[default: cn]",
        "[default: console]",
    ]
    .map(str::to_owned)
    .to_vec();
    wanted.extend(GAMES.iter().map(|info| format!("{} ({})", info.id, info.title)));
    let flowing = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for wanted in wanted {
        assert!(flowing.contains(&wanted), "no {wanted} in {help}");
    }
}

/// The short help has a line for each option, in the order of use, and the commands that people use
/// most come first.
#[test]
fn short_help_has_a_line_for_each_option() {
    let help = prints("-h");
    let (_, options) = help.split_once("\nGame:\n").expect("the options of the game come first");
    let (options, _) = options.split_once("\nExamples:\n").expect("examples come last");
    let mut names = Vec::new();
    for line in options.lines().filter(|line| line.starts_with(' ')) {
        let name = line.split_whitespace().find(|word| word.starts_with("--"));
        assert!(line.starts_with("  -") || line.starts_with("      --"), "{line} goes on");
        names.push(name.expect("every line has an option"));
    }
    let first = ["--game", "--dim", "--players", "--line", "--obstacles"];
    assert_eq!((&names[..5], *names.last().unwrap()), (&first[..], "--version"));
    let long = prints("--help");
    assert!(names.iter().all(|name| long.contains(name)) && long.len() > help.len(), "{names:?}");
    assert!(help.contains("\nCommands:\n  play "), "{help}");
}

/// A game may stand where a command stands, and takes all options for playing. Commands come first.
#[test]
fn a_game_may_be_named_like_a_command() {
    for (line, usual) in [
        ("ataxx -p X:r,O:r --seed 1 --auto", "-g ataxx -p X:r,O:r --seed 1 --auto"),
        ("-p X:r,O:r --seed 1 ataxx --auto", "-g ataxx -p X:r,O:r --seed 1 --auto"),
        (
            "--language de ttt -p X:r,O:r --seed 2 --auto",
            "-g ttt -p X:r,O:r --seed 2 --auto --language de",
        ),
        (
            "'cn rows=3 cols=4' -p X:r,O:r --seed 3 --auto",
            "-g 'cn rows=3 cols=4' -p X:r,O:r --seed 3 --auto",
        ),
    ] {
        assert_eq!(prints(line), prints(usual), "{line}");
    }
    assert_eq!(transcript(&mut program("dawn"), "state 0;0\n"), "-\n", "this is a command");
    for (line, reason) in [
        ("atax", "unrecognized subcommand 'atax': did you mean ataxx?"),
        ("serach", "unrecognized subcommand 'serach': did you mean search?"),
        ("chess", "unrecognized subcommand 'chess': `ludoteca --help` lists the commands"),
        ("ataxx ttt", "unrecognized subcommand 'ttt': `ludoteca --help` lists the commands"),
        ("ataxx -d 6x6", "rows=6 for ataxx: allowed is an odd number from 5 to 15"),
        ("ataxx -g ttt", "the argument '--game <ID>' cannot be used multiple times"),
        (
            "-v consol",
            "invalid value 'consol' for '--view <ID>' [possible values: console, terminal, window]: did you mean console?",
        ),
        ("--sedd 1", "unexpected argument '--sedd' found: did you mean --seed?"),
        (
            "--set row=5",
            "cn has no option `row`: it has rows, cols, line and seats: did you mean rows?",
        ),
    ] {
        refuses(line, reason);
    }
}
