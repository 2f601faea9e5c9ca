//! How much a server holds: many tables of two random players, each with a socket of its own.
//!
//! `cargo run --release -p ludoteca-server --example load -- --tables 1000 --seconds 20 --think
//! 1000` starts a server in a process of its own, or takes those that run with `--server ADDR --pid
//! PID`, whose limits must allow it. If there are several, the players of a table are at different
//! ones.
//!
//! With `--features cluster` and `--database URL`, one server with a file is measured, then one
//! with this database, and then `--servers N` (2), without NATS and with `--nats URL`. For
//! `--postgres-pid PID`, the first process of PostgreSQL, its processor time is shown, too.

#![allow(missing_docs, reason = "nobody uses it as a library")]

#[allow(dead_code, reason = "tests and the other example need more of it")]
mod shared;

use std::collections::BTreeMap;
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
use shared::{
    DATABASE, NATS, counted, no_limits, processor_time, processor_time_with_children, quantile,
    resident, serve, start,
};

/// How many tasks run at once while tables are created.
const AT_ONCE: usize = 64;

struct Orders {
    /// Servers that run already, with their process ids.
    running: Vec<(SocketAddr, u32)>,
    /// Only run a server, with this folder.
    serve: Option<PathBuf>,
    database: Option<String>,
    nats: Option<String>,
    /// How many servers share the database.
    servers: usize,
    postgres: Option<u32>,
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
    if !orders.running.is_empty() {
        return measure(&orders, &orders.running).await;
    }
    start_and_measure(&orders, 1, &[]).await?;
    let Some(database) = &orders.database else { return Ok(()) };
    let database = (DATABASE, database.as_str());
    println!("\nOne server with a database");
    start_and_measure(&orders, 1, &[database]).await?;
    println!("\n{} servers with a database, without NATS", orders.servers);
    start_and_measure(&orders, orders.servers, &[database]).await?;
    let Some(nats) = &orders.nats else { return Ok(()) };
    println!("\n{} servers with a database and NATS", orders.servers);
    start_and_measure(&orders, orders.servers, &[database, (NATS, nats)]).await
}

/// Starts servers with these variables, measures them, and ends them.
async fn start_and_measure(
    orders: &Orders,
    servers: usize,
    variables: &[(&str, &str)],
) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let mut children = Vec::new();
    let mut running = Vec::new();
    for _ in 0..servers {
        let (child, address) = start(folder.path(), &[], variables)?;
        running.push((address, child.id()));
        children.push(child);
    }
    let measured = measure(orders, &running).await;
    for child in &mut children {
        child.kill()?;
        child.wait()?;
    }
    measured
}

async fn measure(orders: &Orders, servers: &[(SocketAddr, u32)]) -> Result<(), Box<dyn Error>> {
    let resident = || servers.iter().map(|(_, pid)| resident(*pid)).sum::<Result<u64, _>>();
    let worked =
        || servers.iter().map(|(_, pid)| processor_time(*pid)).sum::<Result<Duration, _>>();
    let database_worked = || orders.postgres.map(processor_time_with_children).transpose();
    let empty = resident()?;
    let pairs = make_tables(orders, servers).await?;
    let idle = resident()?;
    println!("{} tables of {}", pairs.len(), orders.game);
    println!(
        "memory: {} MiB without a table, {} MiB with all of them idle: {:.1} KiB each",
        empty / 1024,
        idle / 1024,
        each(idle, empty, pairs.len())
    );
    let before = counted_by_all(&pairs[0].0, servers).await?;
    let (stop, stopped) = watch::channel(false);
    let mut sockets = Vec::new();
    for (one, other, table) in &pairs {
        for (bot, proposes) in [(one, true), (other, false)] {
            let mut socket = bot.socket().await;
            socket.watch(table).await;
            sockets.push((bot.clone(), socket, table.clone(), proposes));
        }
    }
    let (connected, worked_before) = (resident()?, (worked()?, database_worked()?));
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
    let made_there = counted_by_all(&pairs[0].0, servers).await? - before;
    assert_eq!(made_there, made, "the servers count as many moves as the players made");
    check_tables(&pairs, servers, &all).await;
    let rate = in_time as f64 / orders.seconds as f64;
    println!(
        "{made} moves, none refused: {rate:.0} a second; {games} games ended and were followed by another"
    );
    print_latencies("its news", moves.iter().map(|(_, took)| *took).collect());
    print_latencies("its news at the opponent", until_opponents(&all));
    let a_move = |worked: Duration| worked.as_micros() as f64 / made as f64;
    println!("processor time of the servers: {:.0} µs a move", a_move(worked()? - worked_before.0));
    if let (Some(before), Some(after)) = (worked_before.1, database_worked()?) {
        println!("processor time of the database: {:.0} µs a move", a_move(after - before));
    }
    println!("memory: {} MiB at the end", resident()? / 1024);
    Ok(())
}

fn print_latencies(what: &str, mut latencies: Vec<Duration>) {
    let mut at = |share: f64| quantile(&mut latencies, share);
    println!(
        "from a move to {what}: p50 {:.2} ms, p90 {:.2} ms, p99 {:.2} ms, longest {:.2} ms",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
}

/// How long it took from each move until the opponent received it.
fn until_opponents(all: &[PlayerMeasurements]) -> Vec<Duration> {
    let mut received: BTreeMap<&String, Vec<&BTreeMap<u64, Instant>>> = BTreeMap::new();
    for (table, states) in all.iter().flat_map(|measured| &measured.received) {
        received.entry(table).or_default().push(states);
    }
    let mut latencies = Vec::new();
    for measured in all {
        for (table, moves) in &measured.sent {
            let own = &measured.received[table];
            let others = received[table].iter().filter(|states| !std::ptr::eq(**states, own));
            for states in others {
                for (state, at) in moves {
                    let seen = states.range(state + 1..).next();
                    latencies.extend(seen.map(|(_, seen)| seen.saturating_duration_since(*at)));
                }
            }
        }
    }
    latencies
}

/// How many moves the servers have counted.
async fn counted_by_all(bot: &Bot, servers: &[(SocketAddr, u32)]) -> Result<usize, Box<dyn Error>> {
    let mut sum = 0;
    for (address, _) in servers {
        sum += counted(&bot.at(*address), "ludoteca_steps_total").await?;
    }
    Ok(sum)
}

/// Creates tables of two players, whose games begin. If there are several servers, the two are at
/// different ones.
async fn make_tables(
    orders: &Orders,
    servers: &[(SocketAddr, u32)],
) -> Result<Vec<(Bot, Bot, String)>, Box<dyn Error>> {
    let mut pairs = Vec::new();
    while pairs.len() < orders.tables {
        let mut making = JoinSet::new();
        for number in 0..AT_ONCE.min(orders.tables - pairs.len()) {
            let game = orders.game.clone();
            let [here, there] = [number, number + 1].map(|it| servers[it % servers.len()].0);
            making.spawn(async move {
                let (one, other) = (Bot::new(here, "one").await, Bot::new(there, "other").await);
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

/// Checks that both players of a table have seen the same steps, and that all servers have them.
async fn check_tables(
    pairs: &[(Bot, Bot, String)],
    servers: &[(SocketAddr, u32)],
    all: &[PlayerMeasurements],
) {
    let mut seen: Vec<_> = all.iter().flat_map(|measured| &measured.steps).collect();
    seen.sort_unstable_by_key(|(table, _)| *table);
    for both in seen.chunks(2) {
        assert_eq!(both[0], both[1], "two players of a table have seen the same");
        for (address, _) in servers {
            let kept = pairs[0].0.at(*address).see(both[0].0).await;
            assert_eq!(kept["steps"]["list"].as_array(), Some(both[0].1), "{}", both[0].0);
        }
    }
}

fn each(more: u64, less: u64, tables: usize) -> f64 {
    more.saturating_sub(less) as f64 / tables as f64
}

fn read_orders() -> Result<Orders, Box<dyn Error>> {
    let mut orders = Orders {
        running: Vec::new(),
        serve: None,
        database: None,
        nats: None,
        servers: 2,
        postgres: None,
        tables: 1000,
        seconds: 20,
        think: 1000,
        game: "breakthrough".to_owned(),
    };
    let (mut addresses, mut pids) = (Vec::new(), Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} takes a value"))?;
        match word.as_str() {
            "--server" => addresses.push(value.parse()?),
            "--pid" => pids.push(value.parse()?),
            "--serve" => orders.serve = Some(value.into()),
            "--database" if cfg!(feature = "cluster") => orders.database = Some(value),
            "--nats" if cfg!(feature = "cluster") => orders.nats = Some(value),
            "--servers" => orders.servers = value.parse()?,
            "--postgres-pid" => orders.postgres = Some(value.parse()?),
            "--tables" => orders.tables = value.parse()?,
            "--seconds" => orders.seconds = value.parse()?,
            "--think" => orders.think = value.parse()?,
            "--game" => orders.game = value,
            _ => {
                return Err(format!(
                    "{word} is no option: allowed are --tables, --seconds, --think, --game, --server and --pid, \
                     and with the feature cluster --database, --servers, --nats and --postgres-pid"
                )
                .into());
            }
        }
    }
    if addresses.len() != pids.len() {
        return Err("each --server takes a --pid".into());
    }
    if orders.servers == 0 {
        return Err("--servers 0: allowed is a number from 1".into());
    }
    orders.running = addresses.into_iter().zip(pids).collect();
    Ok(orders)
}
