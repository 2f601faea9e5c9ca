//! Games that are played as values, as on another machine: they are those of one machine, and
//! whatever else comes over a network is refused.

use std::collections::BTreeMap;
use std::fs;

use ludoteca_arena::entrant::Entrant;
use ludoteca_arena::programs::Programs;
use ludoteca_arena::tournament::{
    ChunkGame, ChunkPlayer, Fixture, Format, GamesChunk, Openings, PlayedGame, Tournament,
    TournamentSettings, record_name,
};
use serde_json::{Value, json};

use crate::tournament::{games, play, runtime, settings, today};

/// Plays chunks of this many openings, last chunk first, each through its written form.
fn play_in_chunks(settings: &TournamentSettings, openings: usize) -> Vec<ChunkGame> {
    let mut groups: BTreeMap<u64, Vec<Fixture>> = BTreeMap::new();
    for fixture in settings.plan.next(&[]) {
        groups.entry(fixture.opening).or_default().push(fixture);
    }
    let groups: Vec<Vec<Fixture>> = groups.into_values().collect();
    let chunks = groups.chunks(openings).rev();
    let played = chunks.map(|groups| {
        let chunk = GamesChunk::new(settings, groups.to_vec());
        let text = serde_json::to_string(&chunk).expect("this works in a test");
        let chunk: GamesChunk = serde_json::from_str(&text).expect("this works in a test");
        assert_eq!(chunk.numbers().count(), groups.len() * settings.plan.seats);
        play_chunk(&chunk)
    });
    played.flatten().collect()
}

fn play_chunk(chunk: &GamesChunk) -> Vec<ChunkGame> {
    runtime().block_on(async {
        let mut player =
            ChunkPlayer::new(chunk, &Programs::default()).expect("this works in a test");
        let mut games = Vec::new();
        while let Some(game) = player.next().await.expect("this works in a test") {
            let text = serde_json::to_string(&game).expect("this works in a test");
            games.push(serde_json::from_str(&text).expect("this works in a test"));
        }
        player.quit().await;
        games
    })
}

/// A game of a plan.
fn planned(settings: &TournamentSettings, number: u64) -> Fixture {
    settings.plan.next(&[]).nth(number as usize).expect("this works in a test")
}

fn with_nodes(settings: TournamentSettings, nodes: u64) -> TournamentSettings {
    let mut settings = settings;
    settings.conduct.control.nodes = Some(nodes);
    settings
}

#[test]
fn games_do_not_depend_on_where_they_are_played() {
    let positions = ["x5o/7/7/7/7/7/o5x x 0 1", "x5o/7/2-1-2/7/2-1-2/7/o5x o 0 1"];
    let with_positions = TournamentSettings {
        openings: Openings { positions: positions.map(str::to_owned).into(), steps: 2 },
        ..settings("ataxx", &["a3", "a:nodes=500"], Format::RoundRobin, 1, 5)
    };
    for (settings, openings) in [
        (with_nodes(settings("breakthrough", &["a", "a2"], Format::RoundRobin, 1, 4), 2000), 2),
        (settings("ataxx rows=5 cols=5 seats=3", &["a1", "r", "a2"], Format::RoundRobin, 2, 1), 1),
        (settings("dawn", &["r", "a1", "r"], Format::Gauntlet, 1, 2), 3),
        (with_positions, 2),
    ] {
        let folder = tempfile::tempdir().expect("this works in a test");
        let kept = folder.path().join("new");
        let mut here = Tournament::new(settings.clone(), Some(&kept), today);
        play(&mut here, 1);
        let mut played: Vec<PlayedGame> = Vec::new();
        for game in play_in_chunks(&settings, openings) {
            let number = game.number();
            let read = game.read(&settings, &planned(&settings, number));
            let (game, record) = read.expect("this works in a test");
            let record = ludoteca_play::Record { date: Some(today()), ..record };
            let path = kept.join(record_name(number));
            let text = fs::read_to_string(path).expect("this works in a test");
            assert_eq!(record.to_string(), text, "{}", settings.options);
            let thought = vec![0; game.thought.len()];
            played.push(PlayedGame { thought, ..game });
        }
        played.sort_by_key(|game| game.fixture.number);
        assert_eq!(played, games(&here), "{}", settings.options);
    }
}

/// A value with one of its parts replaced.
fn changed(value: &Value, path: &str, part: Value) -> Value {
    let mut value = value.clone();
    *value.pointer_mut(path).unwrap_or_else(|| panic!("there is no {path}")) = part;
    value
}

#[test]
fn chunks_that_contradict_themselves_are_refused() {
    let settings = settings("ttt", &["r", "a1"], Format::RoundRobin, 1, 3);
    let groups = vec![vec![planned(&settings, 2), planned(&settings, 3)]];
    let chunk = serde_json::to_value(GamesChunk::new(&settings, groups)).expect("it is JSON");
    let refused = |chunk: Value| match serde_json::from_value::<GamesChunk>(chunk) {
        Err(error) => error.to_string(),
        Ok(chunk) => ChunkPlayer::new(&chunk, &Programs::default())
            .err()
            .map_or_else(String::new, |error| error.to_string()),
    };
    assert_eq!(refused(chunk.clone()), "");
    let game = "/openings/0/games/1";
    for (path, part, reason) in [
        ("/version".to_owned(), json!(2), "version 2"),
        ("/settings/plan/players".to_owned(), json!(u64::MAX), "players are planned"),
        ("/settings/plan/rounds".to_owned(), json!(u32::MAX), "at most 10000000 are played"),
        ("/settings/openings/positions".to_owned(), json!(["X8 O 1"]), "`X8 O 1`"),
        ("/settings/openings/steps".to_owned(), json!(1001), "openings of 1001 steps"),
        ("/settings/entrants".to_owned(), json!(vec!["r=r"; 5000]), "5000 players"),
        ("/settings/options".to_owned(), json!("chess"), "unknown game"),
        ("/settings/entrants/0".to_owned(), json!("r=cmd:./evil"), "allowed is cmd:NAME"),
        ("/settings/entrants/0".to_owned(), json!("r=cmd:sh -c evil"), "allowed is cmd:NAME"),
        ("/settings/entrants/0".to_owned(), json!("r=cmd:sh"), "sh is not in the list"),
        ("/settings/entrants/0".to_owned(), json!("r=tcp:[::1]:1"), "program that listens"),
        ("/openings".to_owned(), json!([]), "games of 0 openings"),
        ("/openings/0/games".to_owned(), json!([]), "too many games or none"),
        ("/openings/0/position".to_owned(), json!("nowhere"), "nowhere"),
        ("/openings/0/position".to_owned(), json!("XXX/OO1/3 O"), "is over where it begins"),
        (format!("{game}/number"), json!(7), "game 7 does not fit"),
        (format!("{game}/number"), json!(u64::MAX), "does not fit"),
        (format!("{game}/opening"), json!(2), "game 3 does not fit"),
        (format!("{game}/seating"), json!([0, 7]), "game 3 does not fit"),
        (format!("{game}/seating"), json!([0, 0]), "game 3 does not fit"),
        (format!("{game}/seating"), json!([]), "game 3 does not fit"),
    ] {
        let refused = refused(changed(&chunk, &path, part.clone()));
        assert!(
            refused.contains(reason) && !refused.contains('\n'),
            "{path} {}: {refused:?}",
            part.to_string().chars().take(40).collect::<String>()
        );
    }
}

#[test]
fn results_of_other_games_are_refused() {
    let settings = settings("ttt", &["r", "a1"], Format::RoundRobin, 1, 2);
    let groups = vec![vec![planned(&settings, 0), planned(&settings, 1)]];
    let games = play_chunk(&GamesChunk::new(&settings, groups));
    let [game, other] = [0, 1].map(|at| serde_json::to_value(&games[at]).expect("it is JSON"));
    let record = game["record"].as_str().expect("it is a text");
    let refused = |game: Value| match serde_json::from_value::<ChunkGame>(game) {
        Err(error) => error.to_string(),
        Ok(game) => game
            .read(&settings, &planned(&settings, 0))
            .err()
            .map_or_else(String::new, |error| error.to_string()),
    };
    assert_eq!(refused(game.clone()), "");
    assert_eq!(refused(other.clone()), "it does not fit the plan");
    for (path, part, reason) in [
        ("/version", json!(0), "version 0"),
        ("/played/places", json!([1]), "does not fit the plan"),
        ("/played/scored", json!(true), "does not fit the plan"),
        ("/played/thought", json!([0, u64::MAX]), "does not fit the plan"),
        ("/played/steps", json!(99), "it is of another game"),
        ("/record", other["record"].clone(), "it is of another game"),
        ("/record", json!(""), "its record is wrong"),
        ("/record", json!(record.replace("ttt", "ataxx")), "its record is wrong"),
        ("/record", json!(record.replace("Seed: ", "Seed: 1")), "it is of another game"),
        ("/record", json!(format!("{record}\n{record}")), "there are several"),
        ("/record", json!(" ".repeat(600_000)), "it is too long"),
    ] {
        let refused = refused(changed(&game, path, part));
        assert!(refused.contains(reason) && !refused.contains('\n'), "{path}: {refused:?}");
    }
}

/// A program plays under its name, and with the command of the machine.
#[test]
fn programs_play_under_their_names() {
    let mut settings = settings("ttt", &["r", "a1"], Format::RoundRobin, 1, 1);
    let entrant: Entrant = "it=cmd:engine".parse().expect("this works in a test");
    settings.entrants[1] = entrant;
    let chunk = GamesChunk::new(&settings, vec![settings.plan.next(&[]).collect()]);
    let programs: Programs =
        "engine = /nowhere/secret --token 1".parse().expect("this works in a test");
    let failed = runtime().block_on(async {
        let mut player = ChunkPlayer::new(&chunk, &programs).expect("this works in a test");
        player.next().await.err().map(|error| error.to_string())
    });
    let failed = failed.expect("it cannot be started");
    assert!(failed.starts_with("it cannot take part: it cannot be started"), "{failed}");
    assert!(!failed.contains("token"), "{failed}");
}
