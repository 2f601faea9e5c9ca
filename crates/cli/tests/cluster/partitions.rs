//! The network between a server and PostgreSQL fails without a word.

use std::net::{IpAddr, SocketAddr};
use std::process::Command;
use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, sleep, timeout};

use crate::check::{check, summary, until};
use crate::client::Bot;
use crate::players::{Games, THINKING};
use crate::postgres::{self, Breakable};
use crate::servers::Cluster;
use crate::{either, is_long, seed, turn};

/// The network is a task that passes bytes on, or does not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_is_cut_off_from_the_database() {
    let Some(_turn) = turn("a_server_is_cut_off_from_the_database").await else { return };
    let network = Breakable::start(postgres::address());
    let cluster = Cluster::with(postgres::shared(), 3, |number, server| {
        if number == 0 {
            server.way = network.address;
        }
    })
    .await;
    let cut = |is_cut| if is_cut { network.break_it(true) } else { network.mend() };
    first_server_is_cut_off(cluster, cut).await;
}

/// The network is one of Linux, and its cable is pulled: packets are lost and sent again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cable_of_a_server_is_pulled() {
    let Some(_turn) = turn("the_cable_of_a_server_is_pulled").await else { return };
    if !is_long() {
        return println!(
            "skipped: a server with a network of its own; it takes LUDOTECA_LONG_TESTS"
        );
    }
    let Some(namespace) = Namespace::new() else {
        return println!("skipped: a server with a network of its own; it takes root and iproute2");
    };
    let way = Breakable::start_at(Namespace::DATABASE, postgres::address());
    let cluster = Cluster::with(postgres::shared(), 3, |number, server| {
        if number == 0 {
            server.address = SocketAddr::new(Namespace::SERVER, server.address.port());
            (server.way, server.namespace) = (way.address, Some(namespace.name.clone()));
        }
    })
    .await;
    first_server_is_cut_off(cluster, |is_cut| namespace.set_cable(!is_cut)).await;
}

/// Others play on and take over what the server had to do. When the network is back, it serves at
/// once, and writes nothing that is out of date.
async fn first_server_is_cut_off(mut cluster: Cluster, cut: impl Fn(bool)) {
    let (times, away, games) = either((1, 9, 9), (10, 30, 30));
    let away = Duration::from_secs(away);
    let games = Games::start(&cluster, games, seed()).await;
    let bot = Bot::new(cluster.servers[0].address, "Ada").await;
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let (own, _) = bot.make(json!({ "game": "breakthrough", "seats": seats })).await;
    let (mut longest_taken, mut longest_served, mut longest_wait) =
        (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    for _ in 0..times {
        sleep(Duration::from_secs(2)).await;
        cut(true);
        let broken = Instant::now();
        let is_taken = async || cluster.database.duties_of("server 0") == 0;
        until("others have taken its duties", is_taken).await;
        longest_taken = longest_taken.max(broken.elapsed());
        while broken.elapsed() < away {
            longest_wait = longest_wait.max(games.progress().next(Instant::now()).await);
        }
        assert_eq!(cluster.servers[0].health().await, Some(503));
        cut(false);
        let mended = Instant::now();
        let serves = async || {
            let path = format!("/api/tables/{own}?scene=false");
            let asked = timeout(Duration::from_secs(1), bot.get(&path)).await;
            let Ok(answer) = asked else { return false };
            if answer.status != 200 {
                return false;
            }
            let seen = answer.json();
            let step = seen["moves"][0].as_str().expect("it is not over").to_owned();
            let command = json!({ "do": "move", "step": step, "state": seen["state"] });
            bot.command(&own, command).await.status == 200
        };
        until("the server serves again", serves).await;
        longest_served = longest_served.max(mended.elapsed());
        cluster.are_ready().await;
    }
    sleep(Duration::from_secs(2)).await;
    let connections = cluster.database.connections();
    let diaries = games.stop().await;
    let history = check(&cluster, &diaries, &[]).await;
    println!(
        "duties taken after {longest_taken:.1?}; others waited {longest_wait:.1?}; it served after \
         {longest_served:.1?}; {connections} connections to the database"
    );
    summary(&diaries, &history);
    assert!(longest_taken < Duration::from_secs(10), "{longest_taken:?}");
    assert!(longest_wait < Duration::from_secs(2), "{longest_wait:?}");
    assert!(longest_served < Duration::from_secs(5), "{longest_served:?}");
    assert!(connections < 3 * 16, "{connections}");
    // It takes players who wait some seconds until they ask, and some until they go elsewhere.
    let charge = history.longest_charge();
    assert!(charge < THINKING + Duration::from_millis(6500), "{charge:?}");
}

/// A network namespace with a cable to its people and one to its database. Both begin in the
/// namespace of the tests.
struct Namespace {
    name: String,
}

impl Namespace {
    /// Where the server is, and the database as the server sees it. They are for documentation
    /// (RFC 5737), so nobody has them.
    const SERVER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 2));
    const DATABASE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 1));

    /// `None` where that is not allowed.
    fn new() -> Option<Namespace> {
        let name = format!("ludo{}", std::process::id());
        if !is_done(&format!("netns add {name}")) {
            return None;
        }
        let namespace = Namespace { name };
        let name = &namespace.name;
        let cables = [("p", Namespace::SERVER, 1, 2), ("d", Namespace::DATABASE, 1, 2)];
        for (cable, address, outside, inside) in cables {
            let IpAddr::V4(address) = address else { return None };
            let [a, b, c, _] = address.octets();
            for line in [
                format!("link add {name}{cable} type veth peer name {cable}0 netns {name}"),
                format!("addr add {a}.{b}.{c}.{outside}/24 dev {name}{cable}"),
                format!("link set {name}{cable} up"),
                format!("-n {name} addr add {a}.{b}.{c}.{inside}/24 dev {cable}0"),
                format!("-n {name} link set {cable}0 up"),
                format!("-n {name} link set lo up"),
            ] {
                if !is_done(&line) {
                    return None;
                }
            }
        }
        Some(namespace)
    }

    /// Plugs in the cable to the database, or pulls it.
    fn set_cable(&self, is_in: bool) {
        let state = if is_in { "up" } else { "down" };
        assert!(is_done(&format!("link set {}d {state}", self.name)), "{state}");
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        is_done(&format!("netns del {}", self.name));
    }
}

/// Does the system do this?
fn is_done(line: &str) -> bool {
    Command::new("ip").args(line.split(' ')).output().is_ok_and(|output| output.status.success())
}
