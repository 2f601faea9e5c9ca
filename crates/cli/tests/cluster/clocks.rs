//! Clocks run out once, whatever happens to the server that watches them, and nobody is charged for
//! what servers do.

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::process::Signal;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::check::{History, check, clocked, summary, time, until};
use crate::client::{Bot, Chance};
use crate::players::{Games, THINKING};
use crate::servers::Cluster;
use crate::{either, postgres, seed, turn};

/// A server dies one second before players lose on time. Others take its place: the games are lost
/// once, and not much later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_that_watches_a_clock_is_killed() {
    let Some(_turn) = turn("the_server_that_watches_a_clock_is_killed").await else { return };
    let mut cluster = Cluster::start(postgres::shared(), 3).await;
    let [dying, living] = [&cluster.servers[0], &cluster.servers[1]].map(|it| it.address);
    let (ada, ben) = (Bot::new(dying, "Ada").await, Bot::new(dying, "Ben").await);
    let mut tables = Vec::new();
    for _ in 0..either(3, 30) {
        tables.push(clocked(&ada, &ben, 5).await);
    }
    let control = clocked(&ada.at(living), &ben.at(living), 5).await;
    let attendant = |table: &str| cluster.database.attendant(table);
    assert_eq!(
        (attendant(&tables[0]), attendant(&control)),
        ("server 0".into(), "server 1".into())
    );
    let flag = async |table: &str| {
        let clock = ada.see(table).await["clock"].take();
        clock["ends_at"].as_u64().expect("a running clock")
    };
    let mut flags = Vec::new();
    for table in tables.iter().chain([&control]) {
        flags.push(flag(table).await);
    }
    // Another server knows this one, too, and looks at its clock.
    ada.at(living).see(&tables[0]).await;
    let now = ada.see(&control).await["now_at"].as_u64().expect("a time");
    sleep(Duration::from_millis(flags[0] - 1000 - now)).await;
    cluster.servers[0].kill();
    for (table, flag) in tables.iter().chain([&control]).zip(flags) {
        // Nobody asks a server for the table: that would be enough for it to look at the clock.
        let is_over = async || cluster.database.stage(table) == "over";
        until("the game is over", is_over).await;
        let history = History::read(&cluster.database);
        let lost: Vec<&Value> = history.kind(table, "lost").collect();
        assert_eq!(lost.len(), 1, "{lost:?}");
        let late = time(lost[0]) as i64 - flag as i64;
        println!("lost {late} ms after the flag fell");
        let paused = history.kind(table, "paused").count();
        let is_watched = *table == control || *table == tables[0];
        let (latest, pauses) = if is_watched { (1000, 0) } else { (8000, 1) };
        assert!((0..=latest).contains(&late) && paused == pauses, "{:?}", history.of(table));
    }
}

/// A server is stopped for longer than others wait for it, and woken. Its people go elsewhere, and
/// what it still wants to do is no longer possible.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_sleeps_and_wakes() {
    let Some(_turn) = turn("a_server_sleeps_and_wakes").await else { return };
    let asleep = Duration::from_secs(either(9, 30));
    let mut cluster = Cluster::start(postgres::shared(), 3).await;
    let games = Games::start(&cluster, either(9, 30), seed()).await;
    let sleeping = cluster.servers[0].address;
    let (ada, ben) = (Bot::new(sleeping, "Ada").await, Bot::new(sleeping, "Ben").await);
    // One flag falls while the server sleeps, and one soon after.
    let flags = [5, asleep.as_secs() + 3];
    let mut tables = Vec::new();
    for seconds in flags {
        tables.push(clocked(&ada, &ben, seconds).await);
    }
    sleep(Duration::from_secs(1)).await;
    let start = Instant::now();
    cluster.servers[0].send(Signal::STOP);
    let progress = games.progress();
    let mut longest = Duration::ZERO;
    while start.elapsed() < asleep {
        longest = longest.max(progress.next(Instant::now()).await);
    }
    assert_eq!(cluster.database.duties_of("server 0"), 0, "others have taken its duties");
    cluster.servers[0].send(Signal::CONT);
    let woken = Instant::now();
    cluster.are_ready().await;
    println!("others waited {longest:.1?} at most; well {:.1?} after waking", woken.elapsed());
    let awake = ada.at(cluster.servers[1].address);
    for table in &tables {
        let what = "the game is lost on time";
        until(what, async || awake.see(table).await["stage"] == "over").await;
    }
    let diaries = games.stop().await;
    let history = check(&cluster, &diaries, &tables).await;
    for (table, seconds) in tables.iter().zip(flags) {
        let lost: Vec<&Value> = history.kind(table, "lost").collect();
        assert_eq!(lost.len(), 1, "{lost:?}");
        let began = history.kind(table, "began").map(time).next().expect("it began");
        let late = time(lost[0]) as i64 - (began + 1000 * seconds) as i64;
        println!("lost {late} ms after {seconds} s");
        // It took others some seconds until they took over.
        assert!((0..=9000).contains(&late), "{:?}", history.of(table));
    }
    summary(&diaries, &history);
    // It takes players who wait some seconds until they ask, and some until they go elsewhere.
    let charge = history.longest_charge();
    assert!(charge < THINKING + Duration::from_millis(6500), "{charge:?}");
}

/// The time of a server is the database's, so a wrong clock of its machine charges nobody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_has_a_wrong_clock() {
    const TOLERANCE: i64 = 50;
    let Some(_turn) = turn("a_server_has_a_wrong_clock").await else { return };
    let Some(library) = faketime() else { return };
    let mut cluster = Cluster::start(postgres::shared(), 2).await;
    let wrong = &mut cluster.servers[1];
    wrong.kill();
    wrong.set_variable("LD_PRELOAD", &library.to_string_lossy());
    wrong.set_variable("FAKETIME", "+90s");
    wrong.set_variable("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    wrong.start();
    wrong.is_ready().await;
    let addresses = cluster.addresses();
    let (ada, ben) = (Bot::new(addresses[0], "Ada").await, Bot::new(addresses[1], "Ben").await);
    let dates = [date(&ada).await, date(&ben).await];
    assert!(
        (85..=95).contains(&(dates[1] - dates[0]).rem_euclid(24 * 60 * 60)),
        "its clock is wrong: {dates:?}"
    );
    for address in &*addresses {
        let seen = clocked(&ada.at(*address), &ben.at(*address), 5).await;
        let shown = ada.at(*address).see(&seen).await["now_at"].as_u64().expect("a time");
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time").as_millis();
        assert!((now as i64 - shown as i64).abs() < 1000, "it shows {shown} at {now}");
    }
    let clock = json!({ "kind": "game", "seconds": 300, "increment": 0 });
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let proposal = json!({ "game": "ataxx", "seats": seats, "clock": clock });
    let (table, _) = ada.make(proposal).await;
    // When a request that starts a clock was sent, and when it was answered.
    let mut before = Instant::now();
    ben.command(&table, json!({ "do": "sit", "seat": 2 })).await.well();
    let mut after = Instant::now();
    let (mut chance, mut limits) = (Chance::new(seed()), Vec::new());
    for number in 0..either(12, 24) {
        // Now the same server takes two moves in a row, now different ones do.
        let server = addresses[number / 3 % 2];
        let player = [&ada, &ben][number % 2].at(server);
        let seen = player.see(&table).await;
        let step = chance.choose(&seen).unwrap_or_else(|| panic!("move {number}: {seen}"));
        let command = json!({ "do": "move", "step": step, "state": seen["state"] });
        sleep(Duration::from_millis(100)).await;
        let sent = Instant::now();
        player.command(&table, command).await.well();
        let answered = Instant::now();
        let milliseconds = |time: Duration| time.as_millis() as i64;
        limits.push((milliseconds(sent - after), milliseconds(answered - before)));
        (before, after) = (sent, answered);
    }
    let history = History::read(&cluster.database);
    let events = history.of(&table).iter();
    let times: Vec<u64> = events
        .filter(|event| event["fact"] == "began" || event["fact"] == "moved")
        .map(time)
        .collect();
    assert_eq!(times.len(), limits.len() + 1);
    assert_eq!(history.kind(&table, "paused").count(), 0);
    let mut worst = 0;
    for (pair, (least, most)) in times.windows(2).zip(limits) {
        let charged = pair[1] as i64 - pair[0] as i64;
        worst = worst.max(charged - most).max(least - charged);
    }
    println!("charged {worst} ms more or less than players took, at most");
    assert!(worst <= TOLERANCE, "{worst} ms");
}

/// The seconds of the day, as the clock of a server's machine shows them.
async fn date(bot: &Bot) -> i64 {
    let answer = bot.get("/health").await;
    let date = answer.header("date").expect("a date").to_owned();
    let words: Vec<&str> = date.split([' ', ':']).collect();
    let [.., hours, minutes, seconds, _] = words[..] else { panic!("{date}") };
    [hours, minutes, seconds].iter().fold(0, |sum, it| 60 * sum + it.parse::<i64>().expect("time"))
}

/// The library that shows a program another time, if it is installed.
fn faketime() -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let library = |folder: PathBuf| folder.join("faketime/libfaketimeMT.so.1");
    let found = folders.map(|folder| library(folder.path())).find(|library| library.is_file());
    if found.is_none() {
        assert!(
            std::env::var_os("LUDOTECA_CLUSTER_TESTS").is_none(),
            "LUDOTECA_CLUSTER_TESTS is set, and faketime is not installed"
        );
        println!("skipped: a server with a wrong clock; it takes the package faketime");
    }
    found
}
