//! PostgreSQL crashes and is away for a while, while people play.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::json;
use tokio::time::{Instant, sleep};

use crate::check::{History, check, summary, time};
use crate::client::{Bot, request};
use crate::players::{Games, THINKING};
use crate::postgres::Postgres;
use crate::servers::Cluster;
use crate::{either, seed, turn};

/// Play goes on this soon after PostgreSQL is back.
const RETURN: Duration = Duration::from_secs(3);

/// PostgreSQL loses everything that it has not written to the disk, and recovers at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_crashes() {
    let Some(_turn) = turn("the_database_crashes").await else { return };
    let (crashes, games) = either((2, 9), (20, 30));
    let postgres = Postgres::start(true);
    let mut cluster = Cluster::start(&postgres, 3).await;
    let games = Games::start(&cluster, games, seed()).await;
    let (mut longest_away, mut longest) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..crashes {
        sleep(Duration::from_secs(2)).await;
        let start = Instant::now();
        tokio::task::block_in_place(|| {
            postgres.crash();
            postgres.start_again();
        });
        longest_away = longest_away.max(start.elapsed());
        longest = longest.max(games.progress().next(Instant::now()).await);
    }
    cluster.are_ready().await;
    assert!(cluster.servers.iter_mut().all(|server| server.has_ended().is_none()));
    let diaries = games.stop().await;
    let history = check(&cluster, &diaries, &[]).await;
    println!("away for {longest_away:.1?} at most; play went on after {longest:.1?} at most");
    summary(&diaries, &history);
    assert!(longest < RETURN, "{longest:?}");
    let charge = history.longest_charge();
    assert!(charge < THINKING + longest_away + RETURN, "{charge:?}");
}

/// PostgreSQL is away for a while. Requests are refused soon, and nobody's clock runs meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_is_away() {
    let Some(_turn) = turn("the_database_is_away").await else { return };
    let away = Duration::from_secs(either(8, 30));
    let postgres = Postgres::start(true);
    let mut cluster = Cluster::start(&postgres, 3).await;
    let games = Games::start(&cluster, either(9, 30), seed()).await;
    let bot = Bot::new(cluster.servers[0].address, "Ada").await;
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let (own, _) = bot.make(json!({ "game": "ttt", "seats": seats })).await;
    let state = bot.see(&own).await["state"].clone();
    sleep(Duration::from_secs(2)).await;
    tokio::task::block_in_place(|| postgres.crash());
    let (stopped_at, stopped) = (now(), Instant::now());
    let mut longest = Duration::ZERO;
    while stopped.elapsed() < away {
        for server in &mut cluster.servers {
            assert!(server.has_ended().is_none(), "{} has ended", server.name);
            let step = json!({ "do": "move", "step": "1 1", "state": state, "request": "a step" });
            let start = Instant::now();
            let answer = bot.at(server.address).command(&own, step).await;
            longest = longest.max(start.elapsed());
            assert_eq!((answer.status, answer.code().as_str()), (503, "busy"), "{answer:?}");
            assert!(answer.header("retry-after").is_some(), "{answer:?}");
            let health = request(server.address, None, "GET", "/health", None).await;
            assert_eq!(health.status, 503, "{health:?}");
        }
        sleep(Duration::from_millis(200)).await;
    }
    tokio::task::block_in_place(|| postgres.start_again());
    let (lasted, back) = (stopped.elapsed(), Instant::now());
    let again = games.progress().next(back).await;
    cluster.are_ready().await;
    println!(
        "refused within {longest:.1?}; play went on {again:.1?} after the return, and all servers \
         were well after {:.1?}",
        back.elapsed()
    );
    let pauses = |history: &History, table: &str| {
        let pauses = history.kind(table, "paused").filter(|event| time(event) > stopped_at);
        pauses.map(|event| event["lasted"].as_u64().expect("a duration")).collect::<Vec<_>>()
    };
    sleep(Duration::from_secs(3)).await;
    let diaries = games.stop().await;
    let history = check(&cluster, &diaries, &[]).await;
    let playing = history.to_move_at(stopped_at);
    assert!(playing.len() > diaries.len() / 3, "{playing:?}");
    for table in playing.into_iter().filter(|table| *table != own) {
        let pauses = pauses(&history, table);
        let [paused] = pauses[..] else {
            panic!("{table}: {pauses:?} after {stopped_at}: {:#?}", history.of(table));
        };
        let most = (lasted + RETURN).as_millis() as u64 + 1000;
        assert!((lasted.as_millis() as u64 - 1000..most).contains(&paused), "{table}: {paused}");
    }
    summary(&diaries, &history);
    assert!(longest < Duration::from_secs(5) && again < RETURN, "{longest:?}, {again:?}");
    let charge = history.longest_charge();
    assert!(charge < THINKING + RETURN, "{charge:?}");
}

/// The time, in milliseconds since 1970. PostgreSQL has the same clock here.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("a time").as_millis() as u64
}
