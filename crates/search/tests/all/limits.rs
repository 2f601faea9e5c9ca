//! Limits are kept, and only they change the answer.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use ludoteca_core::{Catalog, Evaluation, Game, Next, TypedTable, Visitor};
use ludoteca_games::CATALOG;
use ludoteca_games::catalog::GAMES;
use ludoteca_opponents::OPPONENTS;
use ludoteca_search::{Handicap, Limits, SearchResult, Value, Watcher};

use crate::{found, open, open_after, open_at};

/// Positions whose search takes a while.
const POSITIONS: [&str; 8] = [
    "attt",
    "cn rows=4 cols=4",
    "cn seats=3",
    "ataxx",
    "ataxx rows=5 cols=5 seats=4",
    "breakthrough",
    // The usual start position is in an opening book.
    "owari no-progress=0",
    "alquerque",
];

/// Several threads share results in a random order, so estimates differ from run to run. Proved
/// values do not, and neither does plain minimax.
#[test]
fn threads_agree_on_what_is_proved() {
    for options in
        ["ttt", "cn rows=3 cols=4", "breakthrough rows=5 cols=3", "owari bowls=2 stones=2"]
    {
        for seed in 0..5 {
            let table = open_after(options, 2, seed);
            let [alone, others @ ..] = [1, 0, 2, 3]
                .map(|threads| found(&*table, &Limits { threads, ..Limits::default() }));
            let outcome = |found: &SearchResult| match found.value {
                Value::Win(_) => 1,
                Value::Draw => 0,
                Value::Loss(_) => -1,
                Value::Points(_) | Value::Estimate(_) => {
                    panic!("{options} {seed}: {found:?} is not proved")
                }
            };
            assert_eq!(others.each_ref().map(outcome), [outcome(&alone); 3], "{options} {seed}");
        }
    }
    for options in POSITIONS {
        let table = open_after(options, 5, 1);
        let [alone, others @ ..] =
            [1, 0, 2, 3].map(|threads| OPPONENTS.minimax(&*table, 3, threads, &|| false));
        assert_eq!(others.map(|other| other == alone), [true; 3], "{options}");
    }
}

/// The watcher gets every depth but the last, in order, with exactly the result of a search to that
/// depth. The answer does not depend on the watcher.
#[test]
fn the_watcher_gets_each_depth() {
    #[derive(Default)]
    struct WatcherLog(Mutex<Vec<SearchResult>>);

    impl Watcher for WatcherLog {
        fn stop(&self) -> bool {
            false
        }

        fn deeper(&self, found: &dyn Fn() -> SearchResult) {
            self.0.lock().unwrap().push(found());
        }
    }

    for options in POSITIONS {
        let table = open_after(options, 5, 1);
        for limits in [
            Limits { depth: Some(4), ..Limits::default() },
            Limits { nodes: Some(20_001), ..Limits::default() },
        ] {
            let reported = WatcherLog::default();
            let answer = OPPONENTS.best_move(&*table, &limits, &reported).unwrap();
            assert_eq!(answer, found(&*table, &limits), "{options} {limits:?}");
            let reported = reported.0.into_inner().unwrap();
            // A last depth that was stopped early may or may not have changed the answer.
            assert!(
                answer.depth as usize - 1 <= reported.len()
                    && reported.len() <= answer.depth as usize,
                "{options}"
            );
            for (depth, reported) in (1..).zip(reported) {
                let so_far = found(&*table, &Limits { depth: Some(depth), ..Limits::default() });
                // The threat search goes as deep as the limits allow, so it may take more nodes
                // here.
                assert!(
                    reported.nodes == so_far.nodes
                        || options.starts_with("cn") && reported.nodes > so_far.nodes,
                    "{options}"
                );
                assert_eq!(reported, SearchResult { nodes: reported.nodes, ..so_far }, "{options}");
            }
        }
    }
}

/// One ply is always searched, whatever the limit, at one node for each move. This holds at the
/// start and in the middle of a game.
#[test]
fn limits_are_kept() {
    for options in POSITIONS {
        for table in [
            open(options),
            open_after(options, 12, 1),
            open_after(options, 20, 2),
            open_after(options, 30, 3),
        ] {
            if table.next().seat().is_none() {
                continue;
            }
            let one_ply = table.steps().len() as u64;
            for nodes in [0, 1, 100, 1_000, 10_000] {
                let found = found(&*table, &Limits { nodes: Some(nodes), ..Limits::default() });
                let at =
                    format!("{options} {}: {} nodes of {nodes}", table.position(), found.nodes);
                assert!(found.nodes <= nodes.max(one_ply), "{at}");
            }
            // The threads share the nodes, but each of them searches one ply.
            for (threads, nodes) in [(2, 1_000), (3, 10_000)] {
                let found =
                    found(&*table, &Limits { threads, nodes: Some(nodes), ..Limits::default() });
                let at =
                    format!("{options} {}: {} nodes of {nodes}", table.position(), found.nodes);
                assert!(
                    found.nodes <= nodes.max(threads as u64 * one_ply),
                    "{at}, {threads} threads"
                );
            }
        }
        let table = open(options);
        for depth in [0, 1, 2, 3] {
            let found = found(&*table, &Limits { depth: Some(depth), ..Limits::default() });
            // The quiescence search follows noisy moves further.
            assert!(
                found.depth == depth.max(1)
                    && found.principal_variation.len() as u32 >= depth.max(1),
                "{options}: {found:?}"
            );
            let plain = OPPONENTS.minimax(&*table, depth, 1, &|| false).unwrap();
            assert_eq!(
                (plain.depth, plain.principal_variation.len() as u32),
                (depth.max(1), depth.max(1)),
                "{options}"
            );
            assert_eq!(Some(plain.step), OPPONENTS.next_move(&*table, depth), "{options}");
        }
    }
}

/// Every game gets a move. Where the game has an evaluation, a search of one ply finds it, at one
/// node a move.
#[test]
fn a_stopped_search_finds_a_move() {
    struct IsBlind;

    impl Visitor for IsBlind {
        type Output = bool;

        fn visit<G: Game>(self, table: &TypedTable<G>) -> bool {
            table.game.evaluation().is_blind()
        }
    }

    for options in GAMES.iter().map(|info| info.id).chain(["ataxx seats=4", "cn seats=3"]) {
        let table = open(options);
        let stopped = OPPONENTS.best_move(&*table, &Limits::default(), &|| true).unwrap();
        assert!(table.steps().contains(&stopped.step), "{options}: {stopped:?}");
        if !CATALOG.visit(&*table, IsBlind) {
            assert_eq!(
                (stopped.depth, stopped.nodes),
                (1, table.steps().len() as u64),
                "{options}"
            );
        }
    }
}

#[test]
fn stop_is_asked_often_and_obeyed() {
    for options in POSITIONS {
        let table = open(options);
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 100;
        let found = OPPONENTS.best_move(&*table, &Limits::default(), &stop).unwrap();
        assert_eq!(asked.into_inner(), 101, "{options}");
        assert!(
            found.nodes <= table.steps().len() as u64 + 101 * 128,
            "{options}: {} nodes",
            found.nodes
        );

        // A search that is stopped at once has searched one ply.
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 100;
        let stopped = OPPONENTS.minimax(&*table, 200, 1, &stop).unwrap();
        assert_eq!(asked.into_inner(), 101, "{options}");
        let one_ply = OPPONENTS.minimax(&*table, 1, 1, &|| true).unwrap();
        assert_eq!(
            (stopped.depth, &stopped.principal_variation, stopped.value),
            (1, &one_ply.principal_variation, one_ply.value),
            "{options}"
        );
    }
}

#[test]
fn an_only_move_is_not_searched_further() {
    for (options, position) in
        [("cn", "xoxox/oxoxo/oxoxo/xoxox/xoxo1 x"), ("owari", "0,0,0,0,0,9/4,4,4,4,4,4 8,7 1 0")]
    {
        let found = found(&*open_at(options, position), &Limits::default());
        assert!(found.depth == 1 && found.nodes < 10, "{options}: {found:?}");
    }
}

#[test]
fn without_a_seat_to_move_there_is_no_result() {
    for table in [open_at("ttt", "xxx/oo1/3 o"), open_after("dawn", 1, 1)] {
        assert!(!matches!(table.next(), Next::Move(_)));
        assert_eq!(OPPONENTS.next_move(&*table, 3), None);
        assert_eq!(OPPONENTS.minimax(&*table, 3, 1, &|| false), None);
        assert_eq!(OPPONENTS.best_move(&*table, &Limits::default(), &|| false), None);
    }
}

#[test]
fn proofs_agree_for_all_limits() {
    let rows = [
        ("ttt", 2, 2),
        ("ttt", 4, 20),
        ("cn rows=3 cols=4", 4, 3),
        ("cn rows=4 cols=4 line=3", 8, 10),
        ("breakthrough rows=5 cols=3", 4, 3),
        ("breakthrough rows=4 cols=3", 4, 10),
        ("cn rows=3 cols=4 line=3 seats=3", 6, 20),
        ("cn rows=3 cols=4 seats=3", 6, 20),
    ];
    for (options, steps, seeds) in rows {
        let mut proved = 0;
        for seed in 0..seeds {
            let table = open_after(options, steps, seed);
            if table.next().seat().is_none() {
                continue;
            }
            let truth = found(&*table, &Limits::default());
            assert!(truth.value.is_proved() || table.seats() > 2, "{options} {}", table.position());
            proved += u32::from(truth.value.is_proved());
            for nodes in (0..truth.nodes).step_by((truth.nodes / 200) as usize + 1) {
                let found = found(&*table, &Limits { nodes: Some(nodes), ..Limits::default() });
                let agrees = !found.value.is_proved() || found.values == truth.values;
                assert!(agrees, "{options} {} {nodes}: {found:?}, not {truth:?}", table.position());
                // An iteration that is stopped while every move seems to lose does not count.
                let desperate = matches!(found.value, Value::Estimate(..-1_000_000));
                assert!(
                    !desperate || table.seats() > 2,
                    "{options} {} {nodes}: {found:?}",
                    table.position()
                );
            }
        }
        assert!(proved > 0, "{options}");
    }
}

/// Higher levels search more nodes and overlook less; the highest overlooks nothing.
#[test]
fn each_level_searches_more() {
    for options in ["ttt", "ataxx", "cn rows=19 cols=19 seats=4"] {
        let table = open(options);
        let levels: Vec<Limits> = (1..=10).map(|level| Limits::level(level, &*table)).collect();
        for pair in levels.windows(2) {
            assert!(pair[0].nodes.unwrap() * 2 < pair[1].nodes.unwrap(), "{options}: {pair:?}");
            assert!(
                pair[0].handicap.overlooked >= pair[1].handicap.overlooked,
                "{options}: {pair:?}"
            );
            assert!(pair[0].handicap.misjudged > pair[1].handicap.misjudged, "{options}: {pair:?}");
        }
        assert_eq!(levels[9].handicap, Handicap::NONE);
        assert_eq!([0, 11].map(|level| Limits::level(level, &*table)), [levels[0], levels[9]]);
    }
    let [small, large] = ["ttt", "cn rows=19 cols=19 seats=4"]
        .map(|options| Limits::level(10, &*open(options)).nodes.unwrap());
    assert!(large * 10 < small, "a large board is slow to evaluate");
}

/// A player with errors in its evaluation evaluates positions differently with each seed, in every
/// game.
#[test]
fn errors_are_made_everywhere() {
    let handicap = Handicap { misjudged: 1000, ..Handicap::NONE };
    for options in
        GAMES.iter().map(|info| info.id).chain(["ataxx seats=4", "cn seats=3", "cn rows=9 cols=9"])
    {
        // With a die, the first roll has been made.
        let table = (1..)
            .map(|steps| open_after(options, steps, 1))
            .find(|table| table.next().seat().is_some())
            .unwrap();
        let limits = Limits { depth: Some(1), handicap, ..Limits::default() };
        let estimates: HashSet<i32> = (0..20)
            .filter_map(|seed| match found(&*table, &Limits { seed, ..limits }).value {
                Value::Estimate(value) => Some(value),
                _ => None,
            })
            .collect();
        assert!(estimates.len() > 1, "{options}: always {estimates:?}");
        assert!(estimates.iter().all(|value| value.abs() < 10_000), "{options}: {estimates:?}");
    }
}

/// A lower level plays differently with different seeds, and repeats its play with the same seed.
/// It takes immediate wins, and never claims a proof.
#[test]
fn low_levels_vary_but_take_wins() {
    for options in ["ataxx", "breakthrough", "cn rows=7 cols=7 line=4"] {
        let table = open_after(options, 6, 1);
        let at = |seed| found(&*table, &Limits { seed, ..Limits::level(1, &*table) });
        let steps: HashSet<String> = (0..20).map(|seed| at(seed).step).collect();
        assert!(steps.len() > 1, "{options}: always {steps:?}");
        assert_eq!(at(3), at(3), "{options}");
        assert!((0..20).all(|seed| !at(seed).value.is_proved()), "{options}");
    }
    let table = open_at("ttt", "xx1/oo1/3 x");
    for (level, seed) in (1..=10).flat_map(|level| (0..10).map(move |seed| (level, seed))) {
        let found = found(&*table, &Limits { seed, ..Limits::level(level, &*table) });
        assert_eq!(found.step, "0 2", "level {level}, seed {seed}");
    }
}
