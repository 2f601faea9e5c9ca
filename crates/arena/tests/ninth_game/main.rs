//! A ninth game, added as CONTRIBUTING.md describes: a folder, and one word in a list. It is here
//! and not among the eight games in order to show that no other code knows the games: rules, views,
//! engines, matches and records work with every game of a catalogue.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

#[path = "../../../games/tests/all/folder.rs"]
mod folder;
mod snort;

use std::path::Path;

use ludoteca_arena::contest::{ContestRules, Side, play_contest};
use ludoteca_core::{Catalog, Table};
use ludoteca_engines::house::{self, Searchable};
use ludoteca_play::seeds::Seed;
use ludoteca_play::{Engine, Play, Setup, players, record};
use ludoteca_search::bench;

ludoteca_core::catalog! {
    /// A separate catalogue, which also contains one of the eight games.
    struct Mine = [ludoteca_games::ttt, snort];
}

static GAMES: &dyn Searchable = &Mine;

fn open(options: &str) -> Box<dyn Table> {
    Mine.open_line(options).unwrap()
}

/// The content of its folder is checked like that of the eight games.
#[test]
fn its_folder_is_complete() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ninth_game/snort/data");
    folder::meets_perft_tables(&Mine, &snort::INFO, &data);
    folder::has_its_keys(&Mine, &snort::INFO, &data);
    folder::plays_as_recorded(&Mine, &snort::INFO, &data);
}

#[test]
fn the_console_shows_its_board() {
    let mut table = open("snort rows=2 cols=3");
    table.step("0 0").unwrap();
    table.step("1 2").unwrap();
    let expected = "
  +---+---+---+
0 | C |   |   |
  +---+---+---+
1 |   |   | D |
  +---+---+---+
    0   1   2
";
    assert_eq!(table.board_text(&["C", "D"]), expected.trim_start_matches('\n'));
    assert_eq!(table.position(), "c2/2d c");
}

#[test]
fn a_click_makes_a_move() {
    let mut table = open("snort rows=1 cols=4");
    table.step("0 0").unwrap();
    let scene = table.scene();
    let clicks: Vec<&[usize]> =
        scene.choices.iter().map(|choice| choice.clicks.as_slice()).collect();
    assert_eq!(clicks, [[2], [3]]);
    assert_eq!((scene.last, scene.pieces.len()), (vec![0], 1));
    let why = table.refusal_of(&[1], &["C", "D"]).map(|refusal| refusal.to_string());
    assert_eq!(why.as_deref(), Some("there is a cat beside b1"));
    table.step(&scene.choices[1].step).unwrap();
    table.step("0 1").unwrap();
    assert!(table.next().outcome().is_some(), "a dog has no field left beside cats and dogs");
}

/// The game has no evaluation function, so the engine evaluates positions by random games.
#[tokio::test]
async fn an_engine_beats_chance_in_a_match_and_the_games_are_recorded() {
    let mut wins = 0;
    for game in 0..20 {
        let engine = usize::from(game % 2 == 1);
        let players = if engine == 0 { "engine:a4,chance:r" } else { "chance:r,engine:a4" };
        let players = players::read_players(players).unwrap();
        let setup = Setup {
            players: Some(players),
            ..Setup::new(Mine.parse("snort").unwrap(), Seed::Number(game))
        };
        let mut play = Play::open(setup.record().unwrap(), |options| Mine.open(options)).unwrap();
        let mut sides = [Side::House(GAMES), Side::House(GAMES)];
        let finish =
            play_contest(&mut play, &mut sides, &ContestRules::default(), Seed::Number(game)).await;
        wins += usize::from(finish.places[engine] == 1);

        let written = play.record().to_string();
        let read = record::read(&written, &|line| Mine.open_line(line)).unwrap().remove(0);
        assert_eq!((read.to_string(), read.steps.len()), (written, play.steps()));
    }
    assert!(wins >= 18, "{wins} of 20");
}

/// Small boards are solved: on a row of three the first player wins by taking the middle.
#[test]
fn small_boards_are_solved() {
    let table = open("snort rows=1 cols=3");
    let found = GAMES.next_move(&*table, 3);
    assert_eq!(found.as_deref(), Some("0 1"));
    let choice = house::choose(GAMES, &*table, &Engine::default(), 1, &|| false).unwrap();
    assert_eq!(choice.step, "0 1");
}

#[test]
fn the_benchmark_takes_its_positions_from_the_folder() {
    let works: Vec<bench::BenchPosition> = bench::bench_positions(&Mine)
        .into_iter()
        .filter(|work| work.game.starts_with("snort"))
        .collect();
    assert!(!works.is_empty());
    for work in works {
        assert_eq!(
            Some(&*bench::BenchPosition::result_text(&work.search(GAMES))),
            work.expected,
            "{}",
            work.game
        );
    }
}
