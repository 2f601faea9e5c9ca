//! Servers of a cluster, as processes, with a real database: they are killed, stopped, cut off and
//! replaced while people play.
//!
//! `LUDOTECA_LONG_TESTS=1` repeats everything more often, and takes half an hour; `LUDOTECA_SEED`
//! draws other moves and faults.

#![cfg(all(target_os = "linux", feature = "cluster"))]

mod check;
#[allow(dead_code, reason = "the tests of the server need more of it")]
#[path = "../../../server/tests/api/client.rs"]
mod client;
mod clocks;
mod kills;
#[allow(dead_code, reason = "the tests of the server need more of it")]
#[path = "../../../server/tests/api/nats.rs"]
mod nats;
mod news;
mod outages;
mod partitions;
mod players;
#[allow(dead_code, reason = "the tests of the server need more of it")]
#[path = "../../../server/tests/api/postgres.rs"]
mod postgres;
mod servers;
mod tournaments;
mod upgrades;
mod workers;

use std::env;

use tokio::sync::{Mutex, MutexGuard};

/// These tests measure times, so they run one after the other. `None` if they cannot run here.
async fn turn(test: &str) -> Option<MutexGuard<'static, ()>> {
    if postgres::is_installed() { Some(next_turn(test).await) } else { None }
}

/// The same for tests that need no database.
async fn next_turn(test: &str) -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::const_new(());
    let turn = TURN.lock().await;
    println!("{test}: seed {}", seed());
    turn
}

/// Are the long forms of the tests wanted?
fn is_long() -> bool {
    env::var_os("LUDOTECA_LONG_TESTS").is_some()
}

/// One of two values: for the usual form of a test, or for its long form.
fn either<T>(usual: T, long: T) -> T {
    if is_long() { long } else { usual }
}

/// What all random choices of a test begin with.
fn seed() -> u64 {
    let seed = env::var("LUDOTECA_SEED").ok();
    seed.map_or(1, |seed| seed.parse().expect("LUDOTECA_SEED is a whole number"))
}
