//! How much a server holds: many tables of two random players, each with a socket of its own.
//!
//! `cargo run --release -p ludoteca-server --example load -- --tables 1000 --seconds 20 --think 1000`
//! starts a server in a process of its own, or takes one that runs with `--server ADDR --pid PID`, whose limits must allow it.

#![allow(missing_docs, reason = "nobody uses it as a library")]

#[allow(dead_code, reason = "tests need more of it")]
#[path = "../tests/api/client.rs"]
mod client;

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludoteca_arena::system::{interrupted, raise_open_files};
use ludoteca_server::{Limits, Server, Settings};
use serde_json::json;
use tokio::sync::Barrier;
use tokio::task::JoinSet;
use tokio::time::{sleep, sleep_until};

use client::{Bot, Chance, Socket};

/// So many things are done at once while tables are made.
const AT_ONCE: usize = 64;

struct Orders {
    server: Option<(SocketAddr, u32)>,
    /// Only serves, with this folder.
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
        return serve(folder).await;
    }
    let folder = tempfile::tempdir()?;
    let (mut child, address, pid) = match orders.server {
        Some((address, pid)) => (None, address, pid),
        None => start(folder.path().to_owned()).map(|(child, address)| {
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
    let before = steps_made(&pairs[0].0).await?;
    let begin = Arc::new(Barrier::new(2 * pairs.len() + 1));
    let mut players = JoinSet::new();
    for (number, (one, other, table)) in pairs.iter().enumerate() {
        for (bot, offers) in [(one, true), (other, false)] {
            let socket = bot.socket().await;
            let chance = Chance::new((2 * number + usize::from(offers)) as u64);
            let think = Duration::from_millis(orders.think);
            let player = Player { socket, table: table.clone(), chance, think, offers, told: Told::default() };
            players.spawn(player.play(Arc::clone(&begin), Duration::from_secs(orders.seconds)));
        }
    }
    begin.wait().await;
    let (connected, worked) = (resident(pid)?, processor_time(pid)?);
    println!(
        "memory: {} MiB with {} sockets that look on: {:.1} KiB a table more",
        connected / 1024,
        2 * pairs.len(),
        each(connected, idle, pairs.len())
    );
    let all = players.join_all().await;
    let mut latencies: Vec<u64> = all.iter().flat_map(|told| told.latencies.iter().copied()).collect();
    latencies.sort_unstable();
    let (games, made) = (all.iter().map(|told| told.games).sum::<usize>() / 2, latencies.len());
    let in_time: usize = all.iter().map(|told| told.in_time).sum();
    let counted = steps_made(&pairs[0].0).await? - before;
    assert_eq!(counted, made, "the server counts as many moves as the players made");
    check_tables(&pairs, &all).await;
    let at = |share: f64| latencies[((made - 1) as f64 * share) as usize] as f64 / 1000.0;
    let rate = in_time as f64 / orders.seconds as f64;
    println!("{made} moves, none refused: {rate:.0} a second; {games} games ended and were followed by another");
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

/// Makes tables of two, whose games begin.
async fn make_tables(orders: &Orders, address: SocketAddr) -> Result<Vec<(Bot, Bot, String)>, Box<dyn Error>> {
    let mut pairs = Vec::new();
    while pairs.len() < orders.tables {
        let mut making = JoinSet::new();
        for _ in 0..AT_ONCE.min(orders.tables - pairs.len()) {
            let game = orders.game.clone();
            making.spawn(async move {
                let (one, other) = (Bot::new(address, "one").await, Bot::new(address, "other").await);
                let (table, _) =
                    one.make(json!({ "game": game, "seats": [{ "kind": "me" }, { "kind": "open" }] })).await;
                other.deed(&table, json!({ "do": "sit", "seat": 2 })).await.well();
                (one, other, table)
            });
        }
        pairs.extend(making.join_all().await);
    }
    Ok(pairs)
}

/// Each player saw all that the server has.
async fn check_tables(pairs: &[(Bot, Bot, String)], all: &[Told]) {
    let mut last: Vec<(&str, usize)> = all.iter().map(|told| (told.table.as_str(), told.steps)).collect();
    last.sort_unstable();
    for ((table, steps), _) in last.iter().zip(1..).step_by(2) {
        let seen = pairs[0].0.see(table).await;
        assert_eq!(seen["steps"]["list"].as_array().map(Vec::len), Some(*steps), "{table}");
    }
    assert!(last.chunks(2).all(|both| both[0] == both[1]), "two players of a table have seen the same");
}

/// A random player.
struct Player {
    socket: Socket,
    table: String,
    chance: Chance,
    think: Duration,
    /// Proposes another game when one is over; the other one agrees.
    offers: bool,
    told: Told,
}

/// What a player was told.
#[derive(Default)]
struct Told {
    /// From each move to the news of it, in microseconds.
    latencies: Vec<u64>,
    /// How many of them were told before the time was over.
    in_time: usize,
    games: usize,
    /// Where it played last, and how many steps it saw there.
    table: String,
    steps: usize,
}

impl Player {
    /// Plays until the time is over, and the last move is told.
    async fn play(mut self, begin: Arc<Barrier>, time: Duration) -> Told {
        self.socket.watch(&self.table).await;
        begin.wait().await;
        let end = Instant::now() + time;
        // All look at the board for the first time now, at moments of their own.
        sleep(self.think.mul_f64(self.chance.below(1000) as f64 / 1000.0)).await;
        self.socket.say(json!({ "type": "watch", "table": self.table, "scene": false })).await;
        let (mut sent, mut answered, mut quiet) = (None, None, None);
        loop {
            let heard = tokio::select! {
                heard = self.socket.hear() => heard.expect("the server goes on"),
                // Nobody moves any more: what the other did last has been told.
                () = async { match quiet { Some(at) => sleep_until(at).await, None => std::future::pending().await } } => return self.told,
            };
            assert_ne!(heard["type"], "error", "{heard}");
            let table = &heard["table"];
            if heard["type"] != "table" || table["id"] != self.table.as_str() {
                continue;
            }
            let steps = table["steps"]["from"].as_u64().expect("a number") as usize;
            self.told.steps = steps + table["steps"]["list"].as_array().map_or(0, Vec::len);
            self.told.table.clone_from(&self.table);
            if let Some((state, at)) = sent.take() {
                if table["state"] != state {
                    let at: Instant = at;
                    self.told.latencies.push(at.elapsed().as_micros() as u64);
                    self.told.in_time += usize::from(Instant::now() < end);
                } else {
                    sent = Some((state, at));
                }
            }
            let is_over = Instant::now() >= end;
            if is_over {
                quiet = Some((Instant::now() + Duration::from_secs(3)).into());
            }
            if let Some(next) = table["rematch"].as_str() {
                self.told.games += 1;
                self.table = next.to_owned();
                (answered, sent) = (None, None);
                self.socket.say(json!({ "type": "watch", "table": next, "scene": false })).await;
                continue;
            }
            if table["stage"] == "over" && answered.as_ref() != Some(&table["state"]) {
                let is_offered = table["offers"].as_array().is_some_and(|offers| !offers.is_empty());
                if self.offers || is_offered {
                    answered = Some(table["state"].clone());
                    let deed = if self.offers { "offer" } else { "accept" };
                    self.socket
                        .say(json!({ "type": "deed", "table": self.table, "do": deed, "what": "rematch" }))
                        .await;
                }
            } else if let Some(step) = self.chance.choose(table)
                && !is_over
                && answered.as_ref() != Some(&table["state"])
            {
                answered = Some(table["state"].clone());
                sleep(self.think).await;
                let deed =
                    json!({ "type": "deed", "table": self.table, "do": "move", "step": step, "state": table["state"] });
                sent = Some((table["state"].clone(), Instant::now()));
                self.socket.say(deed).await;
            }
        }
    }
}

/// How many moves the server has counted.
async fn steps_made(bot: &Bot) -> Result<usize, Box<dyn Error>> {
    let metrics = bot.get("/metrics").await.body;
    let line = metrics.lines().find_map(|line| line.strip_prefix("ludoteca_steps_total "));
    Ok(line.ok_or("moves are not counted")?.parse()?)
}

/// The memory of a process, in KiB.
fn resident(pid: u32) -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("the system does not tell")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// How long a process has used a processor: Linux counts it in hundredths of a second.
fn processor_time(pid: u32) -> Result<Duration, Box<dyn Error>> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let hundredths = fields.skip(11).take(2).map(str::parse::<u64>).sum::<Result<u64, _>>()?;
    Ok(Duration::from_millis(10 * hundredths))
}

fn each(more: u64, less: u64, tables: usize) -> f64 {
    more.saturating_sub(less) as f64 / tables as f64
}

/// Starts this program again, as a server.
fn start(folder: PathBuf) -> Result<(Child, SocketAddr), Box<dyn Error>> {
    let mut child = Command::new(std::env::current_exe()?).arg("--serve").arg(folder).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or("a pipe")?).read_line(&mut line)?;
    Ok((child, line.trim().parse()?))
}

async fn serve(folder: PathBuf) -> Result<(), Box<dyn Error>> {
    const MANY: u32 = 1_000_000;
    let limits =
        Limits { connections: MANY as usize, requests: MANY, tables: MANY as usize, newcomers: MANY, ..Limits::USUAL };
    let settings = Settings::new("127.0.0.1:0".to_owned(), folder, || "2026-01-01".to_owned());
    let server = Server::start(Settings { limits, ..settings }).await?;
    println!("{}", server.address());
    let stop = interrupted()?;
    Ok(server.run(stop).await?)
}

fn read_orders() -> Result<Orders, Box<dyn Error>> {
    let mut orders =
        Orders { server: None, serve: None, tables: 1000, seconds: 20, think: 1000, game: "breakthrough".to_owned() };
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
