//! Whole tournaments between house players: they are the same for any concurrency, and after any
//! interruption.

use std::fs;
use std::future::pending;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use ludoteca_arena::contest::{Adjudication, ContestRules, ThinkingLimits};
use ludoteca_arena::entrant::{Entrant, make_names_unique};
use ludoteca_arena::tournament::{
    Format, GameEnded, Openings, PlayedGame, Standing, Tournament, TournamentEnded, TournamentPlan,
    TournamentSettings, record_name,
};
use ludoteca_games::catalog;
use ludoteca_play::record::{self, Open};
use ludoteca_play::seeds::Seed;
use ludoteca_play::{Ending, Record};
use ludoteca_rating::sprt::SprtDecision;

pub fn settings(
    game: &str,
    players: &[&str],
    format: Format,
    rounds: u32,
    openings: u32,
) -> TournamentSettings {
    let options = catalog::parse(game).expect("this works in a test");
    let mut entrants: Vec<Entrant> =
        players.iter().map(|player| player.parse().expect("this works in a test")).collect();
    make_names_unique(&mut entrants);
    let plan = TournamentPlan {
        format,
        players: players.len(),
        seats: options.number("seats") as usize,
        rounds,
        openings,
    };
    TournamentSettings {
        options,
        entrants,
        plan,
        openings: Openings { positions: Vec::new(), steps: 3 },
        seed: Seed::Number(11),
        conduct: ContestRules::default(),
        sprt: None,
    }
}

pub fn today() -> String {
    "2026-11-15".to_owned()
}

/// Plays the whole tournament, with this many games at once.
pub fn play(tournament: &mut Tournament, concurrency: usize) -> TournamentEnded {
    runtime()
        .block_on(tournament.run(concurrency, |_, _| ControlFlow::Continue(()), pending()))
        .expect("this works in a test")
}

/// Plays this many games and is then interrupted.
fn play_some(tournament: &mut Tournament, games: usize, concurrency: usize) -> TournamentEnded {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let mut sender = Some(sender);
    let tell = move |tournament: &Tournament, _: &PlayedGame| {
        if tournament.played().len() >= games
            && let Some(sender) = sender.take()
        {
            sender.send(()).expect("this works in a test");
        }
        ControlFlow::Continue(())
    };
    let stop = async { receiver.await.expect("this works in a test") };
    runtime().block_on(tournament.run(concurrency, tell, stop)).expect("this works in a test")
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("this works in a test")
}

/// The games in the order of their numbers, without the values that depend on the machine.
pub fn games(tournament: &Tournament) -> Vec<PlayedGame> {
    let mut games: Vec<PlayedGame> = tournament.played().to_vec();
    games.sort_by_key(|game| game.fixture.number);
    for game in &mut games {
        game.thought.fill(0);
    }
    games
}

/// The records in a folder, as text without the date.
fn records(folder: &Path, games: u64) -> Vec<String> {
    (0..games)
        .map(|number| {
            fs::read_to_string(folder.join(record_name(number))).expect("this works in a test")
        })
        .collect()
}

fn read(text: &str) -> Record {
    let open: &Open = &catalog::open_line;
    let mut all = record::read(text, open).expect("this works in a test");
    assert_eq!(all.len(), 1);
    all.remove(0)
}

#[test]
fn games_do_not_depend_on_concurrency() {
    for (game, players, format) in [
        ("ataxx rows=5 cols=5", &["a1", "r", "a:depth=2"][..], Format::RoundRobin),
        ("ataxx rows=5 cols=5 seats=4", &["a1", "r", "r", "a2", "r"], Format::RoundRobin),
        ("owari bowls=3 stones=2", &["a3", "r", "a1", "r", "r"], Format::Swiss),
        ("dawn", &["r", "a1", "r"], Format::Gauntlet),
        ("cn", &["r", "a:depth=2;algorithm=minimax"], Format::RoundRobin),
    ] {
        let settings = settings(game, players, format, 2, 1);
        let mut one = Tournament::new(settings.clone(), None, today);
        let mut many = Tournament::new(settings, None, today);
        assert_eq!(
            (play(&mut one, 1), play(&mut many, 7)),
            (TournamentEnded::Complete, TournamentEnded::Complete)
        );
        assert_eq!(games(&one), games(&many), "{game}");
        assert_eq!(games(&one).len() as u64, one.settings().plan.games());
    }
}

#[test]
fn every_game_is_played_recorded_and_counted() {
    for info in catalog::GAMES {
        let folder = tempfile::tempdir().expect("this works in a test");
        let settings = settings(info.id, &["r", "a:depth=1"], Format::RoundRobin, 1, 3);
        let mut tournament = Tournament::new(settings, Some(&folder.path().join("new")), today);
        assert_eq!(play(&mut tournament, 2), TournamentEnded::Complete);
        let games = games(&tournament);
        let texts = records(&folder.path().join("new"), 6);
        for (game, text) in games.iter().zip(&texts) {
            let record = read(text);
            assert_eq!(record.date.as_deref(), Some("2026-11-15"));
            let names = tournament.settings().names();
            let seated: Vec<&str> =
                game.fixture.seating.iter().map(|player| names[*player].as_str()).collect();
            assert_eq!(record.names(), seated);
            assert_eq!(record.steps.len() as u32, game.steps);
            let Some(Ending::Played { outcome, .. }) = &record.ending else {
                panic!("{}: {text}", info.id)
            };
            assert_eq!(game.points.as_deref(), Some(&outcome.points[..2]));
            assert_eq!((game.scored, &game.ended), (info.scored, &GameEnded::Rules));
            if let Some(winner) = outcome.winner() {
                assert_eq!(
                    (game.places[winner.index()], game.places[winner.other().index()]),
                    (1, 2)
                );
            }
        }
        // Both games of a pair begin alike and have the same dice; the players change seats.
        for pair in 0..3 {
            let [first, second] = [2 * pair, 2 * pair + 1].map(|game: usize| read(&texts[game]));
            assert_eq!(
                first.steps[..3].iter().map(|it| &it.step).collect::<Vec<_>>(),
                second.steps[..3].iter().map(|it| &it.step).collect::<Vec<_>>()
            );
            assert_eq!(first.seed, second.seed);
            assert_eq!(first.names().into_iter().rev().collect::<Vec<_>>(), second.names());
        }
        let standing = Standing::new(&tournament.settings().names(), 2, tournament.played());
        assert_eq!(standing.between(0, 1).results(), if info.scored { 3 } else { 6 });
    }
}

/// The rolls in a record, for a game in which they can be told from moves.
fn rolls(record: &Record) -> Vec<&str> {
    let is_roll = |step: &&str| ["2", "3", "4", "5", "6", "DAWN"].contains(step);
    record.steps.iter().map(|recorded| recorded.step.as_str()).filter(is_roll).collect()
}

#[test]
fn a_pair_has_the_same_dice() {
    let folder = tempfile::tempdir().expect("this works in a test");
    let kept = folder.path().join("new");
    let settings = settings("dawn", &["r", "a1"], Format::RoundRobin, 1, 4);
    let mut tournament = Tournament::new(settings, Some(&kept), today);
    play(&mut tournament, 2);
    let records: Vec<Record> = records(&kept, 8).iter().map(|text| read(text)).collect();
    for pair in records.chunks(2) {
        let [first, second] = [rolls(&pair[0]), rolls(&pair[1])];
        let common = first.len().min(second.len());
        assert!(common > 5 && first[..common] == second[..common], "{first:?} {second:?}");
        assert_ne!(pair[0].steps, pair[1].steps, "other players, other games");
    }
    assert_ne!(rolls(&records[0]), rolls(&records[2]));
}

#[test]
fn an_interruption_loses_and_repeats_no_game() {
    for (game, players, format) in [
        ("breakthrough rows=5 cols=4", &["r", "a1", "r"][..], Format::RoundRobin),
        ("ttt", &["r", "r", "a1", "r"], Format::Swiss),
    ] {
        let whole = settings(game, players, format, 2, 2);
        let folder = tempfile::tempdir().expect("this works in a test");
        let at = |name: &str| folder.path().join(name);
        let mut without = Tournament::new(whole.clone(), Some(&at("without")), today);
        play(&mut without, 1);
        let all = whole.plan.games();

        let mut tournament = Tournament::new(whole, Some(&at("with")), today);
        let mut played = 0;
        let mut close = play_some(&mut tournament, 3, 2);
        while close == TournamentEnded::Stopped {
            // Every game that was reported is stored, whatever came after it.
            assert!(tournament.played().len() > played);
            played = tournament.played().len();
            drop(tournament);
            // The last line is incomplete, as after a power failure.
            let journal = at("with/games.jsonl");
            let text = fs::read_to_string(&journal).expect("this works in a test");
            assert_eq!(text.lines().count(), played);
            fs::write(&journal, text + "{\"number\":1,\"rou").expect("this works in a test");
            tournament = Tournament::resume(&at("with"), today).expect("this works in a test");
            assert_eq!(tournament.played().len(), played);
            close = play_some(&mut tournament, played + 3, 2);
        }
        assert_eq!((close, tournament.played().len() as u64), (TournamentEnded::Complete, all));
        assert_eq!(games(&tournament), games(&without));
        assert_eq!(records(&at("with"), all), records(&at("without"), all));
        // A complete tournament stays complete.
        drop(tournament);
        let mut again = Tournament::resume(&at("with"), today).expect("this works in a test");
        assert_eq!(
            (play(&mut again, 1), games(&again)),
            (TournamentEnded::Complete, games(&without))
        );
    }
}

#[test]
fn folders_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().expect("this works in a test");
    let at = |name: &str| folder.path().join(name);
    let refused =
        |name: &str| Tournament::resume(&at(name), today).err().map(|error| error.to_string());
    let begin = || {
        Tournament::new(
            settings("ttt", &["r", "r"], Format::RoundRobin, 1, 2),
            Some(&at("cup")),
            today,
        )
    };
    let mut tournament = begin();
    play(&mut tournament, 1);
    let here = at("cup").display().to_string();
    let busy = format!("the tournament in {here} is going on in another process");
    assert_eq!(refused("cup"), cfg!(unix).then_some(busy));
    drop(tournament);
    let again = runtime()
        .block_on(begin().run(1, |_, _| ControlFlow::Continue(()), pending()))
        .err()
        .map(|error| error.to_string());
    assert_eq!(
        again.expect("this works in a test"),
        format!("there is a tournament in {here} already")
    );
    assert!(
        refused("nowhere").expect("this works in a test").starts_with("there is no tournament in ")
    );

    let journal = at("cup").join("games.jsonl");
    let lines: Vec<String> = fs::read_to_string(&journal)
        .expect("this works in a test")
        .lines()
        .map(str::to_owned)
        .collect();
    // Changes a field of the second line.
    let other = |field: &str, value: &str| {
        let mut line: serde_json::Value =
            serde_json::from_str(&lines[1]).expect("this works in a test");
        line[field] = serde_json::from_str(value).expect("this works in a test");
        line.to_string()
    };
    let not_planned = "line 2: game 1 differs from the plan";
    for (damaged, reason) in [
        ([&lines[0], &lines[0]], "line 2: game 0 is listed twice"),
        (
            [&lines[0], &lines[1].replace("\"number\":1", "\"number\":7")],
            "line 2: game 7 is not one of the 4 that are planned",
        ),
        ([&lines[0], &other("places", "[1]")], not_planned),
        ([&lines[0], &other("places", "[0,1]")], not_planned),
        ([&lines[0], &other("seating", "[0,0]")], not_planned),
        ([&lines[0], &other("seating", "[0,7]")], not_planned),
        ([&lines[0], &other("opening", "1")], not_planned),
        ([&lines[0], &other("thought", "[1,18446744073709551615]")], not_planned),
        ([&lines[0], &other("ended", r#"{"resigned":{"seat":2}}"#)], not_planned),
        ([&lines[0], &other("ended", r#""because""#)], "line 2: unknown variant `because`"),
        ([&"nonsense".to_owned(), &lines[1]], "line 1: expected"),
    ] {
        fs::write(&journal, damaged.map(|line| line.to_owned() + "\n").concat())
            .expect("this works in a test");
        let refused = refused("cup").expect("this works in a test");
        assert!(refused.contains(reason), "{refused}");
    }
    fs::write(&journal, b"\xff\xfe\n").expect("this works in a test");
    assert!(
        refused("cup")
            .expect("this works in a test")
            .ends_with("games.jsonl, line 1: it is not UTF-8")
    );
    fs::write(&journal, lines.join("\n") + "\n").expect("this works in a test");
    assert_eq!(refused("cup"), None);
    // A process that was killed before the settings were written can begin again.
    fs::create_dir_all(at("half")).expect("this works in a test");
    fs::write(at("half/games.jsonl"), "").expect("this works in a test");
    let mut half = Tournament::new(
        settings("ttt", &["r", "r"], Format::RoundRobin, 1, 2),
        Some(&at("half")),
        today,
    );
    assert_eq!(play(&mut half, 1), TournamentEnded::Complete);

    let kept = at("cup").join("settings.json");
    let text = fs::read_to_string(&kept).expect("this works in a test");
    for (from, to, reason) in [
        ("\"ttt\"", "\"chess\"", "unknown game `chess`"),
        ("\"r=r\"", "\"r=q\"", "`r=q` is no player"),
        ("\"seed\"", "\"sead\"", "missing field `seed`"),
        ("\"players\": 2", "\"players\": 3", "3 players are planned, and 2 take part"),
        ("\"seats\": 2", "\"seats\": 3", "3 seats are planned, and the game has 2"),
        (
            "\"openings\": 2",
            "\"openings\": 4000000000",
            "8000000000 games are planned: at most 10000000 are played",
        ),
        ("\"r#2=r\"", "\"r=r\"", "two players are called `r`"),
        ("\"positions\": []", "\"positions\": [\"nowhere\"]", "`nowhere`: "),
        (
            "\"steps\": 3",
            "\"steps\": 4294967295",
            "openings of 4294967295 steps: allowed are up to 1000",
        ),
        ("\"ttt\"", "\"ataxx seats=3\"", "2 seats are planned, and the game has 3"),
        (
            "\"clock\": null",
            "\"clock\": [{\"secs\":90000,\"nanos\":0},{\"secs\":0,\"nanos\":0}]",
            "a time of 90000 s: allowed is up to a day",
        ),
        ("\"secs\": 60", "\"secs\": 18446744073709551615", "allowed is up to a day"),
    ] {
        fs::write(&kept, text.replacen(from, to, 1)).expect("this works in a test");
        let refused = refused("cup").unwrap_or_else(|| panic!("{to}"));
        assert!(refused.contains("settings.json: ") && refused.contains(reason), "{refused}");
    }
}

#[test]
fn an_sprt_stops_at_the_same_pair_for_any_concurrency() {
    let with = |players: [&str; 2], sprt: &str| {
        let settings = settings("ttt", &players, Format::RoundRobin, 1, 500);
        TournamentSettings { sprt: Some(sprt.parse().expect("this works in a test")), ..settings }
    };
    for (players, sprt, decision) in [
        (["a3", "r"], "elo0=0 elo1=50", SprtDecision::AcceptH1),
        (["r", "a3"], "elo0=0 elo1=50", SprtDecision::AcceptH0),
        (["a3", "r"], "elo0=0 elo1=50 model=bayeselo", SprtDecision::AcceptH1),
    ] {
        let ratios = [1, 5].map(|concurrency| {
            let mut tournament = Tournament::new(with(players, sprt), None, today);
            assert_eq!(play(&mut tournament, concurrency), TournamentEnded::Decided(decision));
            assert!(tournament.played().len() < 400, "{}", tournament.played().len());
            tournament.test().expect("this works in a test").0
        });
        assert_eq!(ratios[0], ratios[1]);
    }
    // The order in which the games of pairs ended does not matter either.
    let folder = tempfile::tempdir().expect("this works in a test");
    let kept = folder.path().join("new");
    let mut tournament = Tournament::new(with(["a3", "r"], "elo0=0 elo1=50"), Some(&kept), today);
    play(&mut tournament, 1);
    let ratio = tournament.test().expect("there is one").0;
    // This plays a few more games than the test took.
    let more = TournamentSettings { sprt: None, ..tournament.settings().clone() };
    let mut all = Tournament::new(more, None, today);
    play_some(&mut all, tournament.played().len() + 20, 1);
    let lines = all
        .played()
        .iter()
        .rev()
        .map(|game| serde_json::to_string(game).expect("this works in a test") + "\n");
    drop(tournament);
    fs::write(kept.join("games.jsonl"), lines.collect::<String>()).expect("this works in a test");
    let again = Tournament::resume(&kept, today).expect("this works in a test");
    assert_eq!(again.test().map(|(ratio, _)| ratio), Some(ratio));

    // In Dawn each pair is one result.
    let dawn = TournamentSettings {
        sprt: Some("elo0=0 elo1=100".parse().expect("this works in a test")),
        ..settings("dawn", &["a1", "r"], Format::RoundRobin, 1, 100)
    };
    let mut tournament = Tournament::new(dawn, None, today);
    assert_eq!(play(&mut tournament, 2), TournamentEnded::Decided(SprtDecision::AcceptH1));
}

#[test]
fn games_are_decided_early() {
    let decided = |adjudication: Adjudication, game: &str, players: [&str; 2]| {
        let conduct = ContestRules { adjudication, ..ContestRules::default() };
        let settings =
            TournamentSettings { conduct, ..settings(game, &players, Format::RoundRobin, 1, 4) };
        let mut tournament = Tournament::new(settings, None, today);
        play(&mut tournament, 2);
        games(&tournament)
    };
    let none = Adjudication::default();
    for game in decided(Adjudication { length: Some(10), ..none }, "ataxx", ["r", "r"]) {
        assert_eq!(
            (game.ended, game.places, game.steps, game.points),
            (GameEnded::Length, vec![1, 1], 10, None)
        );
    }
    // In Dawn such a draw gives both players 0 points.
    for game in decided(Adjudication { length: Some(10), ..none }, "dawn", ["r", "r"]) {
        assert_eq!(
            (game.ended, game.points, game.scored),
            (GameEnded::Length, Some(vec![0, 0]), true)
        );
    }
    let threshold = |score, moves| Some(ludoteca_arena::contest::Threshold { score, moves });
    let resigned =
        decided(Adjudication { resign: threshold(300, 2), ..none }, "ataxx", ["a2", "a2"]);
    let has_lost = |game: &PlayedGame| matches!(game.ended, GameEnded::Resigned { seat } if game.places[seat] == 2);
    assert!(resigned.iter().any(has_lost), "{resigned:?}");
    assert!(
        resigned.iter().all(|game| has_lost(game) || game.ended == GameEnded::Rules),
        "{resigned:?}"
    );
    let agreed = decided(Adjudication { win: threshold(200, 2), ..none }, "ataxx", ["a2", "a2"]);
    assert!(agreed.iter().any(|game| game.ended == GameEnded::Agreed), "{agreed:?}");
}

#[test]
fn house_engines_have_a_time_limit_too() {
    let control =
        ThinkingLimits { patience: Duration::from_millis(20), ..ThinkingLimits::default() };
    let conduct = ContestRules {
        control,
        adjudication: Adjudication { length: Some(5), ..Adjudication::default() },
    };
    for player in ["a:depth=60", "a:depth=30;algorithm=minimax"] {
        let settings = TournamentSettings {
            conduct: conduct.clone(),
            ..settings("ataxx", &[player, "r"], Format::RoundRobin, 1, 1)
        };
        let mut tournament = Tournament::new(settings, None, today);
        assert_eq!(play(&mut tournament, 1), TournamentEnded::Complete);
        assert!(
            tournament.played().iter().all(|game| game.ended == GameEnded::Length),
            "{:?}",
            tournament.played()
        );
    }
}

#[test]
fn the_callback_can_stop_the_run() {
    let settings = settings("ttt", &["r", "r"], Format::RoundRobin, 1, 50);
    let mut tournament = Tournament::new(settings, None, today);
    let tell = |_: &Tournament, _: &PlayedGame| ControlFlow::Break(());
    let close =
        runtime().block_on(tournament.run(1, tell, pending())).expect("this works in a test");
    assert_eq!((close, tournament.played().len()), (TournamentEnded::Stopped, 1));
}
