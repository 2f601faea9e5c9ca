//! Do hostile clients disturb honest ones? Honest players are measured alone, and then beside
//! hostile ones, in one run.
//!
//! `cargo run --release -p ludoteca-server --example attack -- --tables 100 --hostile 1000
//! --seconds 20` starts a server with its usual limits, honest players (two at each table, with a
//! second of thought, and some against engines) and hostile clients, each of these in a process of
//! its own and all of them on this machine: connections go from 127.0.0.0/8 to 127.0.0.1. The
//! hostile clients run with the lowest priority, since theirs would be other machines. The exit
//! code is 1 where honest players were disturbed.

#![allow(missing_docs, reason = "nobody uses it as a library")]

mod hostile;
#[allow(dead_code, reason = "tests and the other example need more of it")]
#[path = "../shared/mod.rs"]
mod shared;

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

use ludoteca_server::ServerLimits;
use ludoteca_system::process::raise_open_files;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use hostile::Targets;
use shared::client::{Bot, request_from};
use shared::player::{Player, PlayerMeasurements};
use shared::{no_limits, processor_time, quantile, resident, serve, start};

/// The p99 of honest players beside hostile clients may be this many times their p99 without them.
const SLOWER: f64 = 5.0;

/// The answer time of engines to honest players may grow by this factor.
const LATER: f64 = 2.0;

const THINK: Duration = Duration::from_secs(1);

/// The number of long games, for expensive requests; one page of a list shows as many.
const LONG_GAMES: usize = 30;

/// The number of honest players against engines.
const ENGINE_GAMES: usize = 6;
const ENGINE_LEVEL: u32 = 5;

struct Orders {
    /// Only run a server, with this folder.
    serve: Option<PathBuf>,
    limits: ServerLimits,
    /// Only attack, as told over standard input.
    attacks: bool,
    tables: usize,
    hostile: usize,
    /// The number of steps of a long game.
    steps: usize,
    /// How long to measure without hostile clients, and then with them.
    seconds: u64,
    /// If given, use only hostile clients of this kind.
    only: Option<String>,
}

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let orders = read_orders()?;
    raise_open_files()?;
    if let Some(folder) = orders.serve {
        serve(folder, orders.limits).await?;
        return Ok(ExitCode::SUCCESS);
    }
    if orders.attacks {
        hostile::attack().await?;
        return Ok(ExitCode::SUCCESS);
    }
    let folder = tempfile::tempdir()?;
    let (child, address) = start(folder.path(), &["--limits", "none"], &[])?;
    let prepared = {
        let server = Running(child);
        let long = long_games(address, orders.steps).await;
        drop(server);
        long
    };
    let (child, address) = start(folder.path(), &[], &[])?;
    let server = Running(child);
    let found = measure(&orders, address, &server, prepared).await?;
    for fault in &found {
        println!("FAILED: {fault}");
    }
    Ok(if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A process that ends with this one.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Plays long games that are listed: pieces move back and forth. Returns the player and the tables.
async fn long_games(address: SocketAddr, steps: usize) -> (Bot, Vec<String>) {
    let begun = Instant::now();
    let bot = Bot::new(address, "long").await;
    let mut games = JoinSet::new();
    for _ in 0..LONG_GAMES {
        let bot = bot.clone();
        games.spawn(async move {
            let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
            let (table, _) = bot
                .make(json!({ "game": hostile::LONG_GAME, "seats": seats, "listed": true }))
                .await;
            let mut state = bot.see(&table).await["state"].as_u64().expect("a state");
            let mut socket = bot.socket().await;
            for step in hostile::TO_AND_FRO.iter().cycle().take(steps) {
                let done = socket
                    .command(&table, json!({ "do": "move", "step": step, "state": state }))
                    .await;
                assert_eq!(done["type"], "done", "{done}");
                state += 1;
            }
            table
        });
    }
    let tables = games.join_all().await;
    println!(
        "{} games of {steps} steps made in {:.1} s",
        tables.len(),
        begun.elapsed().as_secs_f64()
    );
    (bot, tables)
}

/// Returns what was wrong.
async fn measure(
    orders: &Orders,
    address: SocketAddr,
    server: &Running,
    (maker, long): (Bot, Vec<String>),
) -> Result<Vec<String>, Box<dyn Error>> {
    let pid = server.0.id();
    let (stop, stopped) = watch::channel(false);
    let mut players = JoinSet::new();
    let mut honest = Vec::new();
    for number in 0..orders.tables {
        let from = honest_address(1, number);
        let (one, other, table) = pair(address, from).await;
        honest.push(table.clone());
        for (bot, proposes) in [(one, true), (other, false)] {
            let socket = bot.socket().await;
            players.spawn(
                Player::new(bot, socket, table.clone(), THINK, proposes, number)
                    .play(stopped.clone()),
            );
        }
    }
    let mut against_engines = JoinSet::new();
    for number in 0..ENGINE_GAMES {
        let (bot, table) = against_engine(address, honest_address(2, number)).await;
        let socket = bot.socket().await;
        against_engines
            .spawn(Player::new(bot, socket, table, THINK, true, number).play(stopped.clone()));
    }
    let visitor = tokio::spawn(visit(address, stopped.clone()));
    let time = Duration::from_secs(orders.seconds);
    // By then everybody has begun to play.
    sleep(3 * THINK).await;
    let alone = Phase::measure(time, pid).await?;
    let targets = Targets {
        address,
        count: orders.hostile,
        maker: maker.token,
        long,
        honest,
        only: orders.only.clone(),
    };
    let mut attack = Attack::begin(&targets)?;
    sleep(THINK).await;
    let beside = Phase::measure(time, pid).await?;
    let tally = attack.end()?;
    stop.send(true)?;

    let joined = timeout(4 * shared::client::PATIENCE, async {
        (gather(players).await, gather(against_engines).await, visitor.await)
    });
    let ((pairs, mut faults), (engines, more), visits) = joined.await?;
    faults.extend(more);
    let visits = visits?;
    faults.extend(visits.disturbed.iter().map(|what| format!("a visitor: {what}")));
    for (number, measured) in pairs.iter().chain(&engines).enumerate() {
        faults.extend(measured.disturbed.iter().cloned());
        faults.extend(missing(address, honest_address(4, number), measured).await);
    }
    println!("\n{tally}");
    println!("server, alone:  {alone}");
    println!("server, beside: {beside}\n");
    let all_moves: Vec<_> =
        pairs.iter().flat_map(|measured| measured.moves.iter().copied()).collect();
    let answers: Vec<_> =
        engines.iter().flat_map(|measured| measured.answers.iter().copied()).collect();
    let phases = [&alone, &beside];
    let moves = figures("a move is told", &all_moves, phases);
    let engine = figures("an engine answers", &answers, phases);
    figures("a visitor's list", &visits.took, phases);
    let games: usize = pairs.iter().map(|measured| measured.games).sum::<usize>() / 2;
    println!(
        "{} honest games, {games} of them ended; disturbances: {}",
        orders.tables + games,
        faults.len()
    );
    let mut found = Vec::new();
    found.extend(too_much("p99 of honest moves", moves.map(|all| all.2), SLOWER));
    found.extend(too_much("p50 of engines' answers", engine.map(|all| all.0), LATER));
    found.extend(too_much("p90 of engines' answers", engine.map(|all| all.1), LATER));
    if !faults.is_empty() {
        found.push(format!("{} disturbances", faults.len()));
        let mut kinds = std::collections::BTreeMap::<&String, usize>::new();
        faults.iter().for_each(|fault| *kinds.entry(fault).or_default() += 1);
        found.extend(kinds.iter().take(20).map(|(fault, count)| format!("{count} × {fault}")));
    }
    Ok(found)
}

/// A period of measurement.
struct Phase {
    from: Instant,
    to: Instant,
    /// The processor time of the server.
    processor: Duration,
    memory: u64,
}

impl Phase {
    async fn measure(time: Duration, pid: u32) -> Result<Phase, Box<dyn Error>> {
        let (from, processor) = (Instant::now(), processor_time(pid)?);
        sleep(time).await;
        let processor = processor_time(pid)? - processor;
        Ok(Phase { from, to: Instant::now(), processor, memory: resident(pid)? })
    }
}

impl std::fmt::Display for Phase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = 100.0 * self.processor.as_secs_f64() / (self.to - self.from).as_secs_f64();
        write!(f, "{share:.0} % of a core, {} MiB", self.memory / 1024)
    }
}

/// Prints how long something took without and with hostile clients, and returns p50, p90 and p99 of
/// both.
fn figures(what: &str, all: &[(Instant, Duration)], phases: [&Phase; 2]) -> [(f64, f64, f64); 2] {
    let figures = phases.map(|phase| {
        let within = all.iter().filter(|(at, _)| (phase.from..phase.to).contains(at));
        let mut took: Vec<Duration> = within.map(|(_, took)| *took).collect();
        let mut at = |share| quantile(&mut took, share);
        let found = (at(0.5), at(0.9), at(0.99), at(1.0));
        (took.len(), found)
    });
    let [(_, alone), (_, beside)] = figures;
    for (name, (count, (p50, p90, p99, longest))) in ["alone", "beside"].iter().zip(figures) {
        println!(
            "{what}, {name}: {count} times, p50 {p50:.1} ms, p90 {p90:.1} ms, p99 {p99:.1} ms, longest {longest:.1} ms"
        );
    }
    println!(
        "{what}: p50 × {:.1}, p90 × {:.1}, p99 × {:.1}",
        beside.0 / alone.0,
        beside.1 / alone.1,
        beside.2 / alone.2
    );
    figures.map(|(_, (p50, p90, p99, _))| (p50, p90, p99))
}

fn too_much(what: &str, [alone, beside]: [f64; 2], most: f64) -> Option<String> {
    // A missing figure counts as too large.
    let is_fine = beside <= most * alone;
    (!is_fine)
        .then(|| format!("{what}: {beside:.1} ms beside hostile clients, {alone:.1} ms without: over {most} times"))
}

/// Two players at a table.
async fn pair(address: SocketAddr, from: IpAddr) -> (Bot, Bot, String) {
    let (one, other) = (
        Bot::calling(Some(from), address, "one").await,
        Bot::calling(Some(from), address, "other").await,
    );
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (table, _) = one
        .make(json!({ "game": "breakthrough", "seats": seats, "clock": clock(), "listed": true }))
        .await;
    other.command(&table, json!({ "do": "sit", "seat": 2 })).await.well();
    (one, other, table)
}

async fn against_engine(address: SocketAddr, from: IpAddr) -> (Bot, String) {
    let bot = Bot::calling(Some(from), address, "person").await;
    let seats = json!([{ "kind": "me" }, { "kind": "engine", "level": ENGINE_LEVEL }]);
    let (table, _) = bot.make(json!({ "game": "breakthrough", "seats": seats })).await;
    (bot, table)
}

/// A player who is kept waiting for long loses.
fn clock() -> Value {
    json!({ "kind": "move", "seconds": 20 })
}

/// Honest players do not share an address with hostile clients, and only a few share one with each
/// other.
fn honest_address(group: u8, number: usize) -> IpAddr {
    Ipv4Addr::new(127, 0, group, 1 + (number % 20) as u8).into()
}

#[derive(Default)]
struct Visits {
    took: Vec<(Instant, Duration)>,
    disturbed: Vec<String>,
}

/// A new visitor comes regularly, and looks at the lobby.
async fn visit(address: SocketAddr, stop: watch::Receiver<bool>) -> Visits {
    let mut visits = Visits::default();
    for number in 0.. {
        if *stop.borrow() {
            break;
        }
        let (at, from) = (Instant::now(), Some(honest_address(3, number)));
        let asked = tokio::spawn(async move {
            request_from(from, address, None, "GET", "/api/tables?which=playing", None).await
        });
        match asked.await {
            Ok(answer) if answer.status == 200 => visits.took.push((at, at.elapsed())),
            Ok(answer) => visits.disturbed.push(format!("status {}", answer.status)),
            Err(_) => visits.disturbed.push("no answer".to_owned()),
        }
        sleep(THINK / 4).await;
    }
    visits
}

/// The results of all players, and the players who gave up.
async fn gather(
    mut players: JoinSet<PlayerMeasurements>,
) -> (Vec<PlayerMeasurements>, Vec<String>) {
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    while let Some(joined) = players.join_next().await {
        match joined {
            Ok(measured) => all.push(measured),
            Err(error) => faults.push(format!("a player gave up: {error}")),
        }
    }
    (all, faults)
}

/// Steps that a player was sent and that the server does not have.
async fn missing(address: SocketAddr, from: IpAddr, measured: &PlayerMeasurements) -> Vec<String> {
    let mut faults = Vec::new();
    for (table, seen) in &measured.steps {
        let path = format!("/api/tables/{table}?scene=false");
        let kept = request_from(Some(from), address, None, "GET", &path, None).await;
        let steps =
            if kept.status == 200 { kept.json()["steps"]["list"].take() } else { Value::Null };
        let is_there = steps.as_array().is_some_and(|steps| steps.starts_with(seen));
        if !is_there {
            faults.push(format!("steps of a table are missing (status {})", kept.status));
        }
    }
    faults
}

/// The process with the hostile clients.
struct Attack {
    running: Running,
    out: BufReader<std::process::ChildStdout>,
}

impl Attack {
    fn begin(targets: &Targets) -> Result<Attack, Box<dyn Error>> {
        let program = std::env::current_exe()?;
        let nice = Command::new("nice").arg("true").status().is_ok_and(|status| status.success());
        let mut command = if nice { Command::new("nice") } else { Command::new(&program) };
        if nice {
            command.args(["-n", "19"]).arg(&program);
        }
        let mut child = command
            .args(["--attack", "yes"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        writeln!(child.stdin.as_mut().ok_or("a pipe")?, "{}", targets.to_json())?;
        let mut out = BufReader::new(child.stdout.take().ok_or("a pipe")?);
        let running = Running(child);
        let mut line = String::new();
        out.read_line(&mut line)?;
        println!("{}", line.trim_end());
        Ok(Attack { running, out })
    }

    /// Ends the attack, and returns its output.
    fn end(&mut self) -> Result<String, Box<dyn Error>> {
        drop(self.running.0.stdin.take());
        let mut text = String::new();
        std::io::Read::read_to_string(&mut self.out, &mut text)?;
        Ok(text)
    }
}

fn read_orders() -> Result<Orders, Box<dyn Error>> {
    let mut orders = Orders {
        serve: None,
        limits: ServerLimits::default(),
        attacks: false,
        tables: 100,
        hostile: 1000,
        steps: 1000,
        seconds: 15,
        only: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} takes a value"))?;
        match word.as_str() {
            "--serve" => orders.serve = Some(value.into()),
            "--limits" => orders.limits = no_limits(),
            "--attack" => orders.attacks = true,
            "--tables" => orders.tables = value.parse::<usize>()?.clamp(1, 200),
            "--hostile" => orders.hostile = value.parse::<usize>()?.min(5000),
            "--steps" => orders.steps = value.parse::<usize>()?.clamp(4, 5000),
            "--seconds" => orders.seconds = value.parse::<u64>()?.clamp(1, 300),
            "--only" => orders.only = Some(value),
            _ => {
                return Err(format!(
                    "{word} is no option: allowed are --tables, --hostile, --seconds, --steps and --only KIND"
                )
                .into());
            }
        }
    }
    Ok(orders)
}
