//! Servers are killed while people play.

use std::time::Duration;

use tokio::time::sleep;

use crate::check::{check, summary};
use crate::client::Chance;
use crate::players::{Games, THINKING};
use crate::servers::Cluster;
use crate::{either, postgres, seed, turn};

/// Two of three servers may be dead at the same time. People go on at the others at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_are_killed() {
    let Some(_turn) = turn("servers_are_killed").await else { return };
    let (kills, games) = either((6, 12), (100, 60));
    let mut chance = Chance::new(seed());
    let mut cluster = Cluster::start(postgres::shared(), 3).await;
    let games = Games::start(&cluster, games, seed()).await;
    let mut killed = 0;
    while killed < kills {
        sleep(Duration::from_millis(500 + chance.below(2000) as u64)).await;
        let first = chance.below(3);
        for victim in [first, (first + 1) % 3].into_iter().take(1 + chance.below(2)) {
            cluster.servers[victim].kill();
            killed += 1;
            sleep(Duration::from_millis(chance.below(1500) as u64)).await;
        }
        for server in &mut cluster.servers {
            if !server.is_running() {
                server.start();
            }
        }
        cluster.are_ready().await;
    }
    sleep(Duration::from_secs(1)).await;
    let diaries = games.stop().await;
    let history = check(&cluster, &diaries, &[]).await;
    println!("{killed} servers were killed");
    let longest = summary(&diaries, &history);
    assert!(longest < Duration::from_secs(2), "{longest:?}");
    let charge = history.longest_charge();
    assert!(charge < THINKING + Duration::from_secs(4), "{charge:?}");
}
