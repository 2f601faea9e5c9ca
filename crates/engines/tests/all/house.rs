//! Tests of the house players.

use std::sync::atomic::{AtomicU32, Ordering};

use ludoteca_engines::house::{OPPONENTS, choose};
use ludoteca_games::catalog;
use ludoteca_play::players::read_players;
use ludoteca_play::{Engine, Player, Seated};
use ludoteca_search::Limits;

fn engine(mode: &str) -> Engine {
    match &read_players(&format!("X:{mode}")).expect("a player")[..] {
        [Seated { player: Player::Engine(engine), .. }] => engine.clone(),
        other => panic!("{mode} is {other:?}"),
    }
}

#[test]
fn engines_search_to_the_given_depth() {
    let table = catalog::open_line("breakthrough rows=5 cols=4").unwrap();
    let of_level = |level| Limits { seed: 7, ..Limits::level(level, &*table) };
    let of_depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
    for (mode, expected) in [
        ("a1", OPPONENTS.best_move(&*table, &of_level(1), &|| false)),
        ("a:depth=3", OPPONENTS.best_move(&*table, &of_depth(3), &|| false)),
        (
            "a:depth=3;algorithm=best;memory=64",
            OPPONENTS.best_move(&*table, &of_depth(3), &|| false),
        ),
        ("a10:depth=2", OPPONENTS.best_move(&*table, &of_depth(2), &|| false)),
        ("a", OPPONENTS.best_move(&*table, &of_level(5), &|| false)),
        (
            "a:nodes=100",
            OPPONENTS.best_move(
                &*table,
                &Limits { nodes: Some(100), ..Limits::default() },
                &|| false,
            ),
        ),
        ("a:depth=4;algorithm=minimax", OPPONENTS.minimax(&*table, 4, 1, &|| false)),
        ("a:depth=4;algorithm=minimax;threads=2", OPPONENTS.minimax(&*table, 4, 1, &|| false)),
    ] {
        assert_eq!(choose(OPPONENTS, &*table, &engine(mode), 7, &|| false), expected, "{mode}");
    }
}

#[test]
fn engines_can_be_stopped() {
    let table = catalog::open_line("ataxx").unwrap();
    for mode in [
        "a:time=1m",
        "a:depth=200",
        "a:depth=200;algorithm=minimax",
        "a:depth=200;algorithm=minimax;threads=2",
    ] {
        let asked = AtomicU32::new(0);
        let found = choose(OPPONENTS, &*table, &engine(mode), 7, &|| {
            asked.fetch_add(1, Ordering::Relaxed) >= 20
        });
        assert!(table.steps().contains(&found.unwrap().step), "{mode}");
        assert!(asked.into_inner() > 20, "{mode}");
    }
}
