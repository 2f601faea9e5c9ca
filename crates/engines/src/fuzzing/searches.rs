//! Searches of any position.

use std::sync::atomic::{AtomicU32, Ordering};

use ludoteca_core::{Next, Seat, Table};
use ludoteca_games::catalog;
use ludoteca_games::fuzzing::variants;
use ludoteca_search::{Algorithm, Handicap, Limits, SearchResult, Value};

use crate::house::OPPONENTS;

/// Checks that a search ends soon, whatever the position, the algorithm and the limits. It must
/// find a legal move, a principal variation that can be played, and consistent values for all
/// seats.
pub fn searches(data: &[u8]) {
    let [variant, algorithm, depth, nodes, manner, choices @ ..] = data else { return };
    let variants = variants();
    let Ok(mut table) = catalog::open(&variants[usize::from(*variant) % variants.len()]) else {
        return;
    };
    for bytes in choices.chunks_exact(2) {
        let n = usize::from(u16::from_le_bytes([bytes[0], bytes[1]]));
        let steps = table.steps();
        if steps.is_empty() {
            break;
        }
        table.step(&steps[n % steps.len()]).expect("a listed step is legal");
    }
    let algorithm = ALGORITHMS[usize::from(*algorithm) % ALGORITHMS.len()];
    // Plain minimax has no limit but its depth.
    let deepest = if algorithm == Algorithm::Minimax { 2 } else { 12 };
    let overlooks = manner & 1 != 0;
    let limits = Limits {
        depth: Some(u32::from(*depth) % deepest + 1),
        nodes: Some(u64::from(*nodes) * 8),
        memory: usize::from(manner >> 1 & 1),
        seed: (*manner).into(),
        handicap: if overlooks {
            Handicap { overlooked: 300, misjudged: 1000 }
        } else {
            Handicap::NONE
        },
        ..Limits::default()
    };
    let asked = AtomicU32::new(0);
    let found = OPPONENTS.search(&*table, algorithm, &limits, &|| {
        asked.fetch_add(1, Ordering::Relaxed) > MOST_QUESTIONS
    });
    match (table.next(), found) {
        (Next::Move(seat), Some(found)) => check(&*table, seat, &found, overlooks),
        (next, found) => assert!(next.seat().is_none() && found.is_none(), "{next:?} {found:?}"),
    }
}

const ALGORITHMS: [Algorithm; 6] = [
    Algorithm::Best,
    Algorithm::Minimax,
    Algorithm::Paranoid,
    Algorithm::MaxN,
    Algorithm::Mcts,
    Algorithm::PlainMcts,
];

/// How often the search may ask whether to stop before it is told to.
const MOST_QUESTIONS: u32 = 30;

fn check(table: &dyn Table, seat: Seat, found: &SearchResult, overlooks: bool) {
    let at = || format!("{} {}: {found:?}", table.options(), table.position());
    assert_eq!(found.principal_variation.first(), Some(&found.step), "{}", at());
    assert_eq!(found.values.len(), table.seats(), "{}", at());
    assert_eq!(found.values[seat.index()], found.value, "{}", at());
    let mut end = table.boxed_clone();
    for step in &found.principal_variation {
        assert!(end.step(step).is_ok(), "{step} is refused in {}", at());
    }
    let wins = found.values.iter().filter(|value| matches!(value, Value::Win(_))).count();
    let losses = found.values.iter().filter(|value| matches!(value, Value::Loss(_))).count();
    assert!(wins == 0 && losses == 0 || wins == 1 && losses == table.seats() - 1, "{}", at());
    assert!(!overlooks || found.values.iter().all(|value| !value.is_proved()), "{}", at());
    if found.value == Value::Win(1) {
        let winner = end.next().outcome().and_then(|outcome| outcome.winner());
        assert_eq!(winner, Some(seat), "{}", at());
    }
}
