//! How much a server holds: many tables of two random players, each with a socket of its own.
//!
//! `cargo run --release -p ludoteca-server --example load -- --tables 1000 --seconds 20 --think
//! 1000` starts a server in a process of its own, or takes one that runs with
//! `--server ADDR --pid PID`, whose limits must allow it.

#![allow(missing_docs, reason = "nobody uses it as a library")]

#[allow(dead_code, reason = "tests and the other example need more of it")]
mod shared;

use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use ludoteca_system::process::raise_open_files;
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use shared::client::Bot;
use shared::player::{Player, PlayerMeasurements};
use shared::{counted, no_limits, processor_time, quantile, resident, serve, start};

/// How many tasks run at once while tables are created.
const AT_ONCE: usize = 64;

struct Orders {
    server: Option<(SocketAddr, u32)>,
    /// Only run a server, with this folder.
    serve: Option<PathBuf>,
    tables: usize,
    seconds: u64,
    /// How long a player looks at the board, in milliseconds.
    think: u64,
    game: String,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let orders = read_orders()?;
    raise_open_files()?;
    if let Some(folder) = orders.serve {
        return serve(folder, no_limits()).await;
    }
    let folder = tempfile::tempdir()?;
    let (mut child, address, pid) = match orders.server {
        Some((address, pid)) => (None, address, pid),
        None => start(folder.path(), &[]).map(|(child, address)| {
            let pid = child.id();
            (Some(child), address, pid)
        })?,
    };
    let measured = measure(&orders, address, pid).await;
    if let Some(child) = &mut child {
        child.kill()?;
        child.wait()?;
    }
    measured
}

async fn measure(orders: &Orders, address: SocketAddr, pid: u32) -> Result<(), Box<dyn Error>> {
    let empty = resident(pid)?;
    let pairs = make_tables(orders, address).await?;
    let idle = resident(pid)?;
    println!("{} tables of {}", pairs.len(), orders.game);
    println!(
        "memory: {} MiB without a table, {} MiB with all of them idle: {:.1} KiB each",
        empty / 1024,
        idle / 1024,
        each(idle, empty, pairs.len())
    );
    let before = counted(&pairs[0].0, STEPS).await?;
    let (stop, stopped) = watch::channel(false);
    let mut sockets = Vec::new();
    for (one, other, table) in &pairs {
        for (bot, proposes) in [(one, true), (other, false)] {
            let mut socket = bot.socket().await;
            socket.watch(table).await;
            sockets.push((bot.clone(), socket, table.clone(), proposes));
        }
    }
    let (connected, worked) = (resident(pid)?, processor_time(pid)?);
    println!(
        "memory: {} MiB with {} sockets that look on: {:.1} KiB a table more",
        connected / 1024,
        2 * pairs.len(),
        each(connected, idle, pairs.len())
    );
    let mut players = JoinSet::new();
    let end = Instant::now() + Duration::from_secs(orders.seconds);
    for (number, (bot, socket, table, proposes)) in sockets.into_iter().enumerate() {
        let think = Duration::from_millis(orders.think);
        players
            .spawn(Player::new(bot, socket, table, think, proposes, number).play(stopped.clone()));
    }
    sleep(Duration::from_secs(orders.seconds)).await;
    stop.send(true)?;
    let all = players.join_all().await;
    let disturbed: Vec<&String> = all.iter().flat_map(|measured| &measured.disturbed).collect();
    assert!(disturbed.is_empty(), "{disturbed:?}");
    let moves: Vec<&(Instant, Duration)> =
        all.iter().flat_map(|measured| &measured.moves).collect();
    let (games, made) = (all.iter().map(|measured| measured.games).sum::<usize>() / 2, moves.len());
    let in_time = moves.iter().filter(|(at, took)| *at + *took < end).count();
    let made_there = counted(&pairs[0].0, STEPS).await? - before;
    assert_eq!(made_there, made, "the server counts as many moves as the players made");
    check_tables(&pairs, &all).await;
    let mut latencies: Vec<Duration> = moves.iter().map(|(_, took)| *took).collect();
    let mut at = |share: f64| quantile(&mut latencies, share);
    let rate = in_time as f64 / orders.seconds as f64;
    println!(
        "{made} moves, none refused: {rate:.0} a second; {games} games ended and were followed by another"
    );
    println!(
        "from a move to its news: p50 {:.2} ms, p90 {:.2} ms, p99 {:.2} ms, longest {:.2} ms",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
    let worked = (processor_time(pid)? - worked).as_micros() as f64 / made as f64;
    println!("processor time of the server: {worked:.0} µs a move");
    println!("memory: {} MiB at the end", resident(pid)? / 1024);
    Ok(())
}

/// How many moves the server has counted.
const STEPS: &str = "ludoteca_steps_total";

/// Creates tables of two players, whose games begin.
async fn make_tables(
    orders: &Orders,
    address: SocketAddr,
) -> Result<Vec<(Bot, Bot, String)>, Box<dyn Error>> {
    let mut pairs = Vec::new();
    while pairs.len() < orders.tables {
        let mut making = JoinSet::new();
        for _ in 0..AT_ONCE.min(orders.tables - pairs.len()) {
            let game = orders.game.clone();
            making.spawn(async move {
                let (one, other) =
                    (Bot::new(address, "one").await, Bot::new(address, "other").await);
                let (table, _) = one
                    .make(json!({ "game": game, "seats": [{ "kind": "me" }, { "kind": "open" }] }))
                    .await;
                other.command(&table, json!({ "do": "sit", "seat": 2 })).await.well();
                (one, other, table)
            });
        }
        pairs.extend(making.join_all().await);
    }
    Ok(pairs)
}

/// Checks that both players of a table have seen the same steps, and that the server has them.
async fn check_tables(pairs: &[(Bot, Bot, String)], all: &[PlayerMeasurements]) {
    let mut seen: Vec<_> = all.iter().flat_map(|measured| &measured.steps).collect();
    seen.sort_unstable_by_key(|(table, _)| *table);
    for both in seen.chunks(2) {
        assert_eq!(both[0], both[1], "two players of a table have seen the same");
        let kept = pairs[0].0.see(both[0].0).await;
        assert_eq!(kept["steps"]["list"].as_array(), Some(both[0].1), "{}", both[0].0);
    }
}

fn each(more: u64, less: u64, tables: usize) -> f64 {
    more.saturating_sub(less) as f64 / tables as f64
}

fn read_orders() -> Result<Orders, Box<dyn Error>> {
    let mut orders = Orders {
        server: None,
        serve: None,
        tables: 1000,
        seconds: 20,
        think: 1000,
        game: "breakthrough".to_owned(),
    };
    let (mut address, mut pid) = (None, None);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} takes a value"))?;
        match word.as_str() {
            "--server" => address = Some(value.parse()?),
            "--pid" => pid = Some(value.parse()?),
            "--serve" => orders.serve = Some(value.into()),
            "--tables" => orders.tables = value.parse()?,
            "--seconds" => orders.seconds = value.parse()?,
            "--think" => orders.think = value.parse()?,
            "--game" => orders.game = value,
            _ => {
                return Err(format!(
                    "{word} is no option: allowed are --tables, --seconds, --think, --game, --server and --pid"
                )
                .into());
            }
        }
    }
    orders.server = address.zip(pid);
    Ok(orders)
}
