//! How much a server holds: many tables of two random players, each with a socket of its own.
//!
//! `cargo run --release -p ludoteca-server --example load -- --tables 1000 --seconds 20 --think
//! 1000` starts a server in a process of its own, or takes those that run with `--server ADDR --pid
//! PID`, whose limits must allow it. If there are several, the players of a table are at different
//! ones.
//!
//! With `--features cluster` and `--database URL`, one server with a file is measured, then one
//! with this database, and then `--servers N` (2), without NATS and with `--nats URL`; or only one
//! of these, `--only file`, `database`, `servers` or `nats`. For `--postgres-pid PID`, the first
//! process of PostgreSQL, its processor time is shown, too.
//!
//! With `--cgroups FOLDER`, the first server runs in the control group `FOLDER/1`, the second one
//! in `FOLDER/2`, and so on: they are there already, with whatever limits they have.

#![allow(missing_docs, reason = "nobody uses it as a library")]

#[allow(dead_code, reason = "tests and the other example need more of it")]
mod shared;

use std::collections::BTreeMap;
use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use futures_util::future::join_all;
use ludoteca_system::process::raise_open_files;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use shared::client::{Bot, Socket};
use shared::player::{Player, PlayerMeasurements};
use shared::{
    AT_ONCE, DATABASE, NATS, counted, make_table, no_limits, processor_time,
    processor_time_with_children, quantile, resident, serve, start, start_in_group,
};

/// Two players and their table.
type Pair = (Bot, Bot, String);

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
    /// The only measurement of those that start servers.
    only: Option<String>,
    /// The folder with a control group for each server.
    cgroups: Option<PathBuf>,
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
    let urls = [(DATABASE, orders.database.as_deref()), (NATS, orders.nats.as_deref())];
    let many = format!("{} servers with a database", orders.servers);
    let measurements = [
        ("file", "One server with a file".to_owned(), 1, &urls[..0]),
        ("database", "One server with a database".to_owned(), 1, &urls[..1]),
        ("servers", format!("{many}, without NATS"), orders.servers, &urls[..1]),
        ("nats", format!("{many} and NATS"), orders.servers, &urls[..2]),
    ];
    let mut has_measured = false;
    for (name, title, servers, urls) in measurements {
        let variables: Option<Vec<_>> =
            urls.iter().map(|(name, url)| Some((*name, (*url)?))).collect();
        let is_wanted = orders.only.as_ref().is_none_or(|only| only == name);
        if let Some(variables) = variables.filter(|_| is_wanted) {
            println!("{}{title}", if has_measured { "\n" } else { "" });
            start_and_measure(&orders, servers, &variables).await?;
            has_measured = true;
        }
    }
    match &orders.only {
        Some(only) if !has_measured => Err(format!(
            "--only {only}: allowed are file, database and servers (which take --database), and \
             nats (which takes --nats as well)"
        )
        .into()),
        _ => Ok(()),
    }
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
        let group = orders.cgroups.as_ref().map(|all| all.join((children.len() + 1).to_string()));
        let (child, address) = match group {
            Some(group) => start_in_group(&group, folder.path(), variables)?,
            None => start(folder.path(), &[], variables)?,
        };
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
    let each = |more: u64, less: u64| more.saturating_sub(less) as f64 / pairs.len() as f64;
    let at_each = |memory: f64| memory / servers.len() as f64;
    println!("{} tables of {}", pairs.len(), orders.game);
    println!(
        "memory: {} MiB without a table, {} MiB with all of them idle: {:.1} KiB a table, {:.1} KiB \
         at each server",
        empty / 1024,
        idle / 1024,
        each(idle, empty),
        at_each(each(idle, empty))
    );
    let before = counted_by_all(&pairs[0].0, servers).await?;
    let (stop, stopped) = watch::channel(false);
    let sockets = open_sockets(&pairs).await;
    let (connected, worked_before) = (resident()?, (worked()?, database_worked()?));
    println!(
        "memory: {} MiB with {} sockets that look on: {:.1} KiB a table more, {:.1} KiB at each \
         server",
        connected / 1024,
        2 * pairs.len(),
        each(connected, idle),
        at_each(each(connected, idle))
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
) -> Result<Vec<Pair>, Box<dyn Error>> {
    let mut pairs = Vec::new();
    while pairs.len() < orders.tables {
        let many = AT_ONCE.min(orders.tables - pairs.len());
        let making = (0..many).map(|number| {
            let [here, there] = [number, number + 1].map(|it| servers[it % servers.len()].0);
            make_table([here, there], &orders.game, None)
        });
        pairs.extend(join_all(making).await);
    }
    Ok(pairs)
}

/// Opens a socket for each player, which watches the table. Of two players, one proposes rematches.
async fn open_sockets(pairs: &[Pair]) -> Vec<(Bot, Socket, String, bool)> {
    let mut sockets = Vec::new();
    for some in pairs.chunks(AT_ONCE) {
        let opening = some.iter().map(async |(one, other, table)| {
            let (mut its, mut others) = (one.socket().await, other.socket().await);
            its.watch(table).await;
            others.watch(table).await;
            [(one.clone(), its, table.clone(), true), (other.clone(), others, table.clone(), false)]
        });
        sockets.extend(join_all(opening).await.into_iter().flatten());
    }
    sockets
}

/// Checks that both players of a table have seen the same steps, and that all servers have them.
async fn check_tables(pairs: &[Pair], servers: &[(SocketAddr, u32)], all: &[PlayerMeasurements]) {
    let mut seen: Vec<_> = all.iter().flat_map(|measured| &measured.steps).collect();
    seen.sort_unstable_by_key(|(table, _)| *table);
    for some in seen.chunks(2 * AT_ONCE) {
        join_all(some.chunks(2).map(async |both| {
            assert_eq!(both[0], both[1], "two players of a table have seen the same");
            for (address, _) in servers {
                let kept = pairs[0].0.at(*address).see(both[0].0).await;
                assert_eq!(kept["steps"]["list"].as_array(), Some(both[0].1), "{}", both[0].0);
            }
        }))
        .await;
    }
}

fn read_orders() -> Result<Orders, Box<dyn Error>> {
    let mut orders = Orders {
        running: Vec::new(),
        serve: None,
        database: None,
        nats: None,
        servers: 2,
        postgres: None,
        only: None,
        cgroups: None,
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
            "--only" => orders.only = Some(value),
            "--cgroups" => orders.cgroups = Some(value.into()),
            "--tables" => orders.tables = value.parse()?,
            "--seconds" => orders.seconds = value.parse()?,
            "--think" => orders.think = value.parse()?,
            "--game" => orders.game = value,
            _ => {
                return Err(format!(
                    "{word} is no option: allowed are --tables, --seconds, --think, --game, --server and --pid, \
                     --only and --cgroups, and with the feature cluster --database, --servers, --nats and \
                     --postgres-pid"
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
