//! Servers are replaced by those of the next version while people play.

use std::path::Path;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::check::{check, summary, until};
use crate::client::Bot;
use crate::players::{Games, THINKING};
use crate::servers::{Cluster, PROGRAM, ServerProcess};
use crate::{either, postgres, seed, turn};

/// One server after the other is asked to stop, and started again with the new program. The old one
/// is `LUDOTECA_OLD_PROGRAM`, or else the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_are_replaced_one_by_one() {
    let Some(_turn) = turn("servers_are_replaced_one_by_one").await else { return };
    let new = Path::new(PROGRAM);
    let old = std::env::var_os("LUDOTECA_OLD_PROGRAM");
    let old = old.as_deref().map_or(new, Path::new);
    let set_old = |_, server: &mut ServerProcess| server.set_program(old);
    let mut cluster = Cluster::with(postgres::shared(), 3, set_old).await;
    let games = Games::start(&cluster, either(9, 60), seed()).await;
    let mut longest = Duration::ZERO;
    for number in 0..cluster.servers.len() {
        sleep(Duration::from_secs(2)).await;
        let start = Instant::now();
        let status = cluster.servers[number].terminate().await;
        longest = longest.max(start.elapsed());
        assert!(status.success(), "{status}");
        let name = &cluster.servers[number].name;
        let is_taken = async || cluster.database.duties_of(name) == 0;
        until("others take its duties", is_taken).await;
        cluster.servers[number].set_program(new);
        cluster.servers[number].start();
        cluster.servers[number].is_ready().await;
        let others = [&cluster.servers[number], &cluster.servers[(number + 1) % 3]];
        for server in others {
            Bot::new(server.address, "Ada").await;
        }
    }
    sleep(Duration::from_secs(2)).await;
    let diaries = games.stop().await;
    let history = check(&cluster, &diaries, &[]).await;
    println!("a server takes {longest:.1?} to end, at most");
    let waited = summary(&diaries, &history);
    assert!(waited < Duration::from_secs(2), "{waited:?}");
    let charge = history.longest_charge();
    assert!(charge < THINKING + Duration::from_secs(3), "{charge:?}");
}
