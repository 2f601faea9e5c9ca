//! NATS is gone for a while, or cut off from one server: what happens at one server is seen at the
//! other one all the same.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use crate::check::{check, summary};
use crate::client::{Bot, PATIENCE, Socket};
use crate::nats::{self, Nats};
use crate::players::{Games, THINKING};
use crate::postgres::{self, Breakable};
use crate::servers::Cluster;
use crate::{either, seed, turn};

/// Somebody who plays against themselves at both servers by turns, and looks on at the other one.
struct Witness {
    bots: [Bot; 2],
    sockets: [Socket; 2],
    table: String,
}

/// How long it took until moves were seen elsewhere.
struct Delays(Vec<Duration>);

/// Looking into the database takes longer than that, as a rule.
const POLL: Duration = Duration::from_millis(50);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn news_come_without_nats() {
    if !nats::is_installed() {
        return;
    }
    let Some(_turn) = turn("news_come_without_nats").await else { return };
    let away = Duration::from_secs(either(8, 60));
    // The machine that runs the short form may be busy with other things.
    let limit = Duration::from_secs(either(3, 1));
    let mut nats = Nats::start();
    let network = Breakable::start(nats.address);
    let mut cluster = Cluster::with(postgres::shared(), 2, |number, server| {
        let address = if number == 1 { network.address } else { nats.address };
        server.set_variable("LUDOTECA_NATS", &nats::url_at(address).to_string());
    })
    .await;
    let games = Games::start(&cluster, either(4, 20), seed()).await;
    let mut witness = Witness::start(&cluster).await;
    let usual = Duration::from_secs(either(2, 10));
    let before = witness.watch("with NATS", usual).await;
    nats.kill();
    let without = witness.watch("without NATS", away).await;
    nats.restart();
    let back = witness.watch("NATS is back", usual).await;
    network.break_it(true);
    let silent = witness.watch("NATS is silent for one server", away).await;
    network.mend();
    let mended = witness.watch("NATS is heard again", usual).await;
    // It takes a while until the connections are there again.
    let start = Instant::now();
    let after = loop {
        let after = witness.watch("with NATS", usual).await;
        if after.median() < POLL || start.elapsed() > Duration::from_secs(20) {
            break after;
        }
    };
    cluster.are_ready().await;
    let diaries = games.stop().await;
    let history = check(&cluster, &diaries, &[]).await;
    summary(&diaries, &history);
    let charge = history.longest_charge();
    assert!(charge < THINKING + limit + Duration::from_millis(500), "{charge:?}");
    for delays in [&before, &without, &back, &silent, &mended, &after] {
        assert!(delays.longest() < limit, "{:?}", delays.0);
    }
    for delays in [&before, &after] {
        assert!(delays.median() < POLL, "{:?}", delays.0);
    }
}

impl Witness {
    async fn start(cluster: &Cluster) -> Witness {
        let [here, there] = [0, 1].map(|number| cluster.servers[number].address);
        let bot = Bot::new(here, "Ada").await;
        let bots = [bot.clone(), bot.at(there)];
        let mut sockets = [bots[0].socket().await, bots[1].socket().await];
        let table = new_table(&bot).await;
        for socket in &mut sockets {
            socket.watch(&table).await;
        }
        Witness { bots, sockets, table }
    }

    /// Moves again and again for this long.
    async fn watch(&mut self, what: &str, lasts: Duration) -> Delays {
        const PAUSE: Duration = Duration::from_millis(100);
        let start = Instant::now();
        let (mut delays, mut longest_answer) = (Delays(Vec::new()), Duration::ZERO);
        while start.elapsed() < lasts {
            // Two moves at one server, two at the other one: so each tells the other something.
            let here = delays.0.len() / 2 % 2;
            let seen = self.bots[here].see(&self.table).await;
            let Some(step) = seen["moves"][0].as_str() else {
                self.table = new_table(&self.bots[here]).await;
                for socket in &mut self.sockets {
                    socket.watch(&self.table).await;
                }
                continue;
            };
            let sent = Instant::now();
            self.bots[here].step(&self.table, step).await.well();
            let moved = Instant::now();
            longest_answer = longest_answer.max(moved - sent);
            let table = &self.table;
            let next =
                |it: &Value| it["id"] == **table && it["state"].as_u64() > seen["state"].as_u64();
            let seen = timeout(PATIENCE, self.sockets[1 - here].until_table(next)).await;
            seen.expect("it is seen at some time");
            delays.0.push(moved.elapsed());
            sleep(PAUSE).await;
        }
        let (median, longest) = (delays.median(), delays.longest());
        println!(
            "{what}: {} moves answered after {longest_answer:.1?} at most, seen elsewhere after \
             {median:.1?}, at most {longest:.1?}",
            delays.0.len()
        );
        delays
    }
}

async fn new_table(bot: &Bot) -> String {
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    bot.make(json!({ "game": "ataxx", "seats": seats })).await.0
}

impl Delays {
    fn median(&self) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort();
        sorted.get(sorted.len() / 2).copied().unwrap_or_default()
    }

    fn longest(&self) -> Duration {
        self.0.iter().max().copied().unwrap_or_default()
    }
}
