//! How long it takes until other servers drive the games of one that was killed.
//!
//! `cargo run --release -p ludoteca-server --features cluster --example takeover -- --database URL
//! --nats URL --tables 10000` makes games with clocks at the first of `--servers N` (2), where one
//! player of each looks on, kills it, and waits until the others have read all of these games, so
//! that their clocks run there. Nobody comes back, so each game is lost on time, `--clock SECONDS`
//! (60) after the takeover. `--nats URL` may be left out.

#![allow(missing_docs, reason = "nobody uses it as a library")]

#[allow(dead_code, reason = "the other examples need more of it")]
mod shared;

use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Child;
use std::time::Duration;

use futures_util::future::join_all;
use ludoteca_system::process::raise_open_files;
use serde_json::json;
use tokio::time::{Instant, sleep};

use shared::client::{Bot, Socket};
use shared::{AT_ONCE, DATABASE, NATS, counted, make_table, no_limits, serve, start};

/// How often the servers are asked how far they are, and for how long at most.
const PAUSE: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(300);

struct Orders {
    /// Only run a server, with this folder.
    serve: Option<PathBuf>,
    database: String,
    nats: Option<String>,
    servers: usize,
    tables: usize,
    /// How long a player may think about a move, in seconds.
    clock: u64,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let orders = read_orders()?;
    raise_open_files()?;
    if let Some(folder) = orders.serve {
        return serve(folder, no_limits()).await;
    }
    let folder = tempfile::tempdir()?;
    let nats = orders.nats.as_deref().map(|url| (NATS, url));
    let variables: Vec<_> =
        [(DATABASE, orders.database.as_str())].into_iter().chain(nats).collect();
    let (mut children, mut addresses) = (Vec::new(), Vec::new());
    for _ in 0..orders.servers {
        let (child, address) = start(folder.path(), &[], &variables)?;
        children.push(child);
        addresses.push(address);
    }
    let measured = measure(&orders, &mut children[0], &addresses).await;
    for child in &mut children {
        child.kill()?;
        child.wait()?;
    }
    measured
}

/// Makes games at the first server, kills it, and measures what the others do.
async fn measure(
    orders: &Orders,
    first: &mut Child,
    addresses: &[SocketAddr],
) -> Result<(), Box<dyn Error>> {
    let (games, sockets) = make_games(orders, addresses[0]).await;
    println!("{} games with clocks, {} sockets that look on", games.len(), sockets.len());
    let witness: Vec<Bot> = addresses[1..].iter().map(|it| games[0].0.at(*it)).collect();
    let read = sum(&witness, READ).await?;
    first.kill()?;
    first.wait()?;
    let killed = Instant::now();
    drop(sockets);
    let begun = reach(killed, &witness, READ, |now| now > read).await?;
    let done = reach(killed, &witness, READ, |now| now >= read + games.len()).await?;
    println!(
        "the first was taken over {:.1} s after the kill, the last one after {:.1} s",
        begun.as_secs_f64(),
        done.as_secs_f64()
    );
    reach(killed, &witness, DUTIES, |now| now > 0).await?;
    let ended = reach(killed, &witness, DUTIES, |now| now == 0).await?;
    println!("all were lost on time {:.0} s after the kill", ended.as_secs_f64());
    for some in games.chunks(AT_ONCE) {
        join_all(some.iter().map(async |(bot, table)| {
            let seen = bot.at(witness[0].address).see(table).await;
            assert_eq!(seen["stage"], "over", "{seen}");
            assert_eq!(seen["cause"], "out_of_time", "{seen}");
        }))
        .await;
    }
    Ok(())
}

/// Games that were read from the store, and those that a server attends to (counted each second).
const READ: &str = "ludoteca_replays_total";
const DUTIES: &str = "ludoteca_duties";

/// Makes games with a clock at a server, and a socket for one player of each.
async fn make_games(orders: &Orders, server: SocketAddr) -> (Vec<(Bot, String)>, Vec<Socket>) {
    let clock = json!({ "kind": "move", "seconds": orders.clock });
    let (mut games, mut sockets) = (Vec::new(), Vec::new());
    while games.len() < orders.tables {
        let many = AT_ONCE.min(orders.tables - games.len());
        let making = (0..many).map(async |_| {
            let (one, _, table) = make_table([server; 2], "breakthrough", Some(&clock)).await;
            let mut socket = one.socket().await;
            socket.watch(&table).await;
            ((one, table), socket)
        });
        let made: (Vec<_>, Vec<_>) = join_all(making).await.into_iter().unzip();
        games.extend(made.0);
        sockets.extend(made.1);
    }
    (games, sockets)
}

/// Waits until a number that all these servers count together is as wanted; returns how long that
/// was after the kill.
async fn reach(
    killed: Instant,
    servers: &[Bot],
    name: &str,
    is_wanted: impl Fn(usize) -> bool,
) -> Result<Duration, Box<dyn Error>> {
    loop {
        let now = sum(servers, name).await?;
        if is_wanted(now) {
            return Ok(killed.elapsed());
        }
        if killed.elapsed() > PATIENCE {
            return Err(format!("{name} is {now}").into());
        }
        sleep(PAUSE).await;
    }
}

async fn sum(servers: &[Bot], name: &str) -> Result<usize, Box<dyn Error>> {
    let mut sum = 0;
    for server in servers {
        sum += counted(server, name).await?;
    }
    Ok(sum)
}

fn read_orders() -> Result<Orders, Box<dyn Error>> {
    let mut orders = Orders {
        serve: None,
        database: String::new(),
        nats: None,
        servers: 2,
        tables: 10_000,
        clock: 60,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} takes a value"))?;
        match word.as_str() {
            "--serve" => orders.serve = Some(value.into()),
            "--database" => orders.database = value,
            "--nats" => orders.nats = Some(value),
            "--servers" => orders.servers = value.parse()?,
            "--tables" => orders.tables = value.parse()?,
            "--clock" => orders.clock = value.parse()?,
            _ => {
                return Err(format!(
                    "{word} is no option: allowed are --database, --nats, --servers, --tables and \
                     --clock"
                )
                .into());
            }
        }
    }
    if orders.serve.is_none() && orders.database.is_empty() {
        return Err("--database is missing".into());
    }
    if orders.servers < 2 {
        return Err(format!("--servers {}: allowed is a number from 2", orders.servers).into());
    }
    Ok(orders)
}
