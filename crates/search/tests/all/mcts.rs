//! Monte-Carlo tree search through the public interface.

use std::sync::atomic::{AtomicU64, Ordering};

use ludoteca_games::catalog::GAMES;
use ludoteca_opponents::OPPONENTS;
use ludoteca_search::{Algorithm, Limits, Value};

use crate::{found, open, open_after, open_at};

const ALGORITHMS: [Algorithm; 2] = [Algorithm::Mcts, Algorithm::PlainMcts];

/// Tables of every game, with different boards and numbers of seats.
const TABLES: [&str; 12] = [
    "ttt",
    "attt",
    "cn rows=4 cols=5",
    "cn rows=9 cols=9 line=5",
    "cn rows=4 cols=5 seats=4",
    "ataxx",
    "ataxx rows=5 cols=5 seats=3",
    "breakthrough rows=6 cols=6",
    "breakthrough rows=16 cols=16",
    "owari",
    "alquerque",
    "dawn",
];

fn simulations(nodes: u64, seed: u64) -> Limits {
    Limits { nodes: Some(nodes), seed, ..Limits::default() }
}

/// Whatever the position and however small the limits, there is a legal move, a line that can be
/// played, and no more simulations than allowed. The same seed gives the same result again.
#[test]
fn small_limits_are_kept() {
    for options in TABLES {
        for seed in 0..20 {
            let table = open_after(options, 3 * seed as u32, seed);
            for (algorithm, nodes) in ALGORITHMS
                .into_iter()
                .flat_map(|algorithm| [1, 2, 70].map(|nodes| (algorithm, nodes)))
            {
                let at = format!("{options} {} {algorithm:?} {nodes}", table.position());
                let limits = simulations(nodes, seed);
                let Some(found) = OPPONENTS.search(&*table, algorithm, &limits, &|| false) else {
                    assert!(table.next().seat().is_none(), "{at}");
                    continue;
                };
                assert!(
                    found.nodes <= nodes && found.step == found.principal_variation[0],
                    "{at}: {found:?}"
                );
                assert_eq!(found.values.len(), table.seats(), "{at}");
                let mut after = table.boxed_clone();
                for step in &found.principal_variation {
                    after.step(step).unwrap_or_else(|error| panic!("{at}: {step}: {error}"));
                }
                assert_eq!(
                    OPPONENTS.search(&*table, algorithm, &limits, &|| false).as_ref(),
                    Some(&found),
                    "{at}"
                );
                for limits in [
                    Limits { depth: Some(1), ..limits },
                    Limits { depth: Some(3), threads: 2, ..limits },
                ] {
                    let found = OPPONENTS.search(&*table, algorithm, &limits, &|| false).unwrap();
                    assert!(found.depth <= limits.depth.unwrap_or(0), "{at} {limits:?}: {found:?}");
                }
            }
        }
    }
}

/// The result depends on the seed, and on nothing else.
#[test]
fn seeds_decide() {
    let table = open("breakthrough rows=6 cols=6");
    let values: Vec<Value> = (0..10)
        .map(|seed| {
            OPPONENTS
                .search(&*table, Algorithm::PlainMcts, &simulations(500, seed), &|| false)
                .unwrap()
                .value
        })
        .collect();
    assert!(values.iter().any(|value| *value != values[0]), "{values:?}");
    // The result is the same on every machine.
    let found =
        OPPONENTS.search(&*table, Algorithm::PlainMcts, &simulations(2000, 42), &|| false).unwrap();
    assert_eq!(
        (found.step.as_str(), found.value, found.depth),
        ("1 1 2 2", Value::Estimate(62), 4)
    );
}

/// The watcher is asked again and again, and can stop the search; a search of a position that is
/// proved ends by itself.
#[test]
fn a_stop_or_a_proof_ends_the_search() {
    for info in GAMES {
        let table = open(info.id);
        for algorithm in ALGORITHMS {
            let asked = AtomicU64::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 20;
            let found = OPPONENTS.search(&*table, algorithm, &Limits::default(), &stop).unwrap();
            assert!(table.steps().contains(&found.step), "{} {algorithm:?}", info.id);
            assert!(
                found.value.is_proved() || (21..=22).contains(&asked.into_inner()),
                "{} {algorithm:?}",
                info.id
            );
        }
    }
    let table = open("ttt");
    for algorithm in ALGORITHMS {
        let found = OPPONENTS.search(&*table, algorithm, &Limits::default(), &|| false).unwrap();
        assert_eq!(found.value, Value::Draw, "{algorithm:?}");
    }
}

/// The search proves the same wins, losses and draws as alpha-beta.
#[test]
fn proofs_are_those_of_alpha_beta() {
    let rows = [
        ("ttt", "xx1/oo1/3 x"),
        ("ttt", "x2/1o1/2x o"),
        ("cn rows=3 cols=4", "xox1/4/4 o"),
        ("breakthrough rows=4 cols=3", "1b1/b1b/r1r/1r1 b"),
    ];
    for (options, position) in rows {
        let table = open_at(options, position);
        let expected = found(&*table, &Limits::default());
        assert!(expected.value.is_proved(), "{options} {position}: {expected:?}");
        for algorithm in ALGORITHMS {
            let found =
                OPPONENTS.search(&*table, algorithm, &simulations(200_000, 1), &|| false).unwrap();
            let is_same = match (expected.value, found.value) {
                // The proof bounds the number of plies; it need not be the quickest way.
                (Value::Win(least), Value::Win(plies))
                | (Value::Loss(least), Value::Loss(plies)) => plies >= least,
                (expected, found) => expected == found,
            };
            assert!(is_same, "{options} {position} {algorithm:?}: {expected:?} {found:?}");
        }
    }
}
