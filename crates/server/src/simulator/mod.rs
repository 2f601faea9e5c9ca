//! A simulation of the whole server in one thread: its tables, its file, its clock, its engines and
//! its clients, driven by a seed. The disk fails and is slow, the process is stopped and killed,
//! wall clocks jump, requests are lost and repeated. The same seed gives the same run, to the last
//! event.
//!
//! `SIMULATE=17 cargo test -p ludoteca-server --lib simulator -- --nocapture` shows what happens
//! with seed 17, and `SIMULATE=2000..9000` tries other seeds than CI does.

mod check;
mod people;
pub mod vfs;
mod world;

use std::cell::RefCell;
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use tokio::time::{Instant, sleep};

use world::World;

thread_local! {
    /// The simulated system of this thread, for code that otherwise asks the real one.
    static SYSTEM: RefCell<Option<System>> = const { RefCell::new(None) };
}

/// The simulated replacements for the operating system.
struct System {
    /// The source of ids, seeds and tokens.
    random: ChaCha8Rng,
    /// The source of disk delays.
    delays: ChaCha8Rng,
    is_slow: bool,
    start: Instant,
    /// The wall clock at the start, including all jumps since.
    wall: i64,
}

/// Is a simulation running in this thread?
pub fn is_running() -> bool {
    SYSTEM.with_borrow(Option::is_some)
}

/// Waits for the delay of a simulated disk.
pub async fn storage_delay() {
    let delay = with_system(|system| match system.delays.next_u32() % 8 {
        0 if system.is_slow => {
            Duration::from_millis(1500 + u64::from(system.delays.next_u32()) % 4000)
        }
        0 => Duration::from_millis(u64::from(system.delays.next_u32()) % 40),
        _ => Duration::ZERO,
    });
    if let Some(delay) = delay.filter(|delay| !delay.is_zero()) {
        sleep(delay).await;
    }
}

/// Random bytes that depend only on the seed.
pub fn random_bytes() -> Option<[u8; 32]> {
    with_system(|system| {
        let mut bytes = [0; 32];
        system.random.fill_bytes(&mut bytes);
        bytes
    })
}

/// The time of the simulated wall clock.
fn wall_time() -> u64 {
    with_system(|system| (system.wall + system.start.elapsed().as_millis() as i64) as u64)
        .unwrap_or(0)
}

fn with_system<T>(ask: impl FnOnce(&mut System) -> T) -> Option<T> {
    SYSTEM.with_borrow_mut(|system| system.as_mut().map(ask))
}

/// The outcome of a simulation.
struct SimulationReport {
    /// All that happened, one line each.
    log: Vec<String>,
    /// The violated invariant, if any.
    problem: Option<String>,
}

/// Runs the simulation of a seed.
fn simulate(seed: u64) -> SimulationReport {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.expect("a runtime takes nothing but memory");
    let report = runtime.block_on(async {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let wall = 1_700_000_000_000 + i64::from(random.next_u32());
        let system = System {
            delays: ChaCha8Rng::from_rng(&mut random),
            random: ChaCha8Rng::from_rng(&mut random),
            is_slow: false,
            start: Instant::now(),
            wall,
        };
        SYSTEM.set(Some(system));
        World::new(random).await.run().await
    });
    // Waiting tasks are dropped before the simulation is.
    drop(runtime);
    SYSTEM.set(None);
    report
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    /// The seeds to try, unless `SIMULATE` says otherwise; CI tries ten times as many.
    const SEEDS: std::ops::Range<u64> = 0..200;

    fn seeds() -> std::ops::Range<u64> {
        let Ok(wanted) = std::env::var("SIMULATE") else { return SEEDS };
        let number = |text: &str| text.parse::<u64>().expect("SIMULATE is a seed, or FIRST..AFTER");
        match wanted.split_once("..") {
            Some((first, after)) => number(first)..number(after),
            None => number(&wanted)..number(&wanted) + 1,
        }
    }

    #[test]
    fn whatever_fails_nothing_is_lost() {
        let seeds = seeds();
        let next = AtomicU64::new(seeds.start);
        let threads = thread::available_parallelism().map_or(2, std::num::NonZero::get);
        thread::scope(|scope| {
            for number in 0..threads {
                let next = &next;
                scope.spawn(move || {
                    stay_on_core(number);
                    loop {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        if seed >= seeds.end {
                            return;
                        }
                        let report = simulate(seed);
                        if report.problem.is_some() || seeds.end - seeds.start == 1 {
                            report.log.iter().for_each(|line| println!("{line}"));
                        }
                        if let Some(problem) = report.problem {
                            next.store(seeds.end, Ordering::Relaxed);
                            panic!("seed {seed}: {problem}\nSIMULATE={seed} repeats it");
                        }
                    }
                });
            }
        });
    }

    /// Pins the threads to one core. SQLite's threads and the simulation wait for each other, and
    /// on one core that takes a third less time.
    fn stay_on_core(number: usize) {
        #[cfg(target_os = "linux")]
        {
            use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
            let Ok(allowed) = sched_getaffinity(None) else { return };
            let mut cores = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core));
            if let Some(core) = cores.nth(number) {
                let mut one = CpuSet::new();
                one.set(core);
                // If pinning is not allowed, the run only takes longer.
                let _ = sched_setaffinity(None, &one);
            }
        }
        #[cfg(not(target_os = "linux"))]
        let _ = number;
    }

    #[test]
    fn a_seed_repeats_to_the_last_event() {
        for seed in 0..20 {
            let (first, second) = (simulate(seed), simulate(seed));
            assert!(first.log.len() > 30, "{}", first.log.len());
            for (first, second) in first.log.iter().zip(&second.log) {
                assert_eq!(first, second, "seed {seed}");
            }
            assert_eq!(first.log.len(), second.log.len(), "seed {seed}");
        }
    }
}
