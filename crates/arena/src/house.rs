//! Players of the house: lets an engine of ours choose.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use ludoteca_core::Table;
use ludoteca_play::{Algorithm, Engine};
use ludoteca_search::{Found, Limits, best_move, minimax};
use tokio::task::spawn_blocking;

/// Lets an engine choose, beside everything else that goes on. It stops thinking when nobody waits for it any more, and lets go of `permit` when
/// it has stopped.
pub async fn think(table: &dyn Table, engine: &Engine, permit: impl Send + 'static) -> Option<Found> {
    struct Wanted(Arc<AtomicBool>);
    impl Drop for Wanted {
        fn drop(&mut self) {
            self.0.store(false, Ordering::Relaxed);
        }
    }
    let (table, engine) = (table.boxed_clone(), engine.clone());
    let wanted = Wanted(Arc::new(AtomicBool::new(true)));
    let is_wanted = Arc::clone(&wanted.0);
    let found = spawn_blocking(move || {
        let found = choose(&*table, &engine, &|_| is_wanted.load(Ordering::Relaxed));
        drop(permit);
        found
    });
    found.await.ok().flatten()
}

/// The engine's choice; `None` where no seat is to move. While it thinks, `go_on` is told again and again for how long, and ends it by
/// saying no.
///
/// # Panics
/// Where the table was not opened by the catalogue of games.
pub fn choose(table: &dyn Table, engine: &Engine, go_on: &(dyn Fn(Duration) -> bool + Sync)) -> Option<Found> {
    let Engine { level, depth, nodes, time, threads, algorithm } = engine.clone();
    // More threads than the machine has would only get into each other's way; the answer does not depend on them.
    let threads = available_parallelism().map_or(1, NonZero::get).min(threads.unwrap_or(1) as usize);
    let start = Instant::now();
    let stop = || {
        let elapsed = start.elapsed();
        !go_on(elapsed) || time.is_some_and(|time| elapsed >= time)
    };
    match algorithm.unwrap_or_default() {
        Algorithm::Minimax => minimax(table, depth.unwrap_or(1), threads, &stop),
        Algorithm::Deepening => {
            let unlimited = depth.is_none() && nodes.is_none() && time.is_none();
            let limits = match level.map(u32::from).or(unlimited.then_some(Limits::USUAL_LEVEL)) {
                Some(level) => Limits::level(level, table),
                None => Limits::default(),
            };
            // What is said beside a level narrows it.
            best_move(table, &Limits { threads, ..limits.narrowed(depth, nodes) }, &stop)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use ludoteca_games::catalog;
    use ludoteca_play::players::read_players;
    use ludoteca_play::{Player, Seated};

    use super::*;

    fn engine(mode: &str) -> Engine {
        match &read_players(&format!("X:{mode}")).unwrap()[..] {
            [Seated { player: Player::Engine(engine), .. }] => engine.clone(),
            other => panic!("{mode} is {other:?}"),
        }
    }

    #[test]
    fn engines_look_as_far_as_they_are_told() {
        let table = catalog::open_line("breakthrough rows=5 cols=4").unwrap();
        let of_depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
        for (mode, expected) in [
            ("a1", best_move(&*table, &of_depth(1), &|| false)),
            ("a:depth=3", best_move(&*table, &of_depth(3), &|| false)),
            ("a:depth=3;algorithm=deepening;threads=2", best_move(&*table, &of_depth(3), &|| false)),
            ("a10:depth=2", best_move(&*table, &of_depth(2), &|| false)),
            ("a", best_move(&*table, &Limits::level(5, &*table), &|| false)),
            ("a:nodes=100", best_move(&*table, &Limits { nodes: Some(100), ..Limits::default() }, &|| false)),
            ("a:depth=4;algorithm=minimax", minimax(&*table, 4, 1, &|| false)),
            ("a:depth=4;algorithm=minimax;threads=2", minimax(&*table, 4, 1, &|| false)),
        ] {
            assert_eq!(choose(&*table, &engine(mode), &|_| true), expected, "{mode}");
        }
    }

    #[test]
    fn engines_can_be_stopped() {
        let table = catalog::open_line("ataxx").unwrap();
        for mode in
            ["a:time=1m", "a:depth=200", "a:depth=200;algorithm=minimax", "a:depth=200;algorithm=minimax;threads=2"]
        {
            let asked = AtomicU32::new(0);
            let found = choose(&*table, &engine(mode), &|_| asked.fetch_add(1, Ordering::Relaxed) < 20);
            assert!(table.steps().contains(&found.unwrap().step), "{mode}");
            assert!(asked.into_inner() > 20, "{mode}");
        }
    }
}
