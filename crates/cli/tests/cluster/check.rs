//! Whether everything that was acknowledged has happened, and nothing happened twice: in the
//! database, and as every server shows it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::Value;
use tokio::time::{Instant, sleep};

use crate::client::{Bot, Chance, PATIENCE};
use crate::players::Diary;
use crate::servers::{Cluster, Database};

/// The events of all tables, as they are in the database.
pub struct History(BTreeMap<String, Vec<Value>>);

impl History {
    /// Reads all events. There must be no gap between them.
    pub fn read(database: &Database) -> History {
        const ALL: &str = "SELECT json_build_object('table', table_id, 'number', number, 'count', count, 'events', facts) \
             FROM facts ORDER BY table_id, number";
        let mut tables = BTreeMap::<String, Vec<Value>>::new();
        for line in database.ask(ALL).lines() {
            let mut row: Value = serde_json::from_str(line).expect("rows are JSON");
            let id = row["table"].as_str().expect("an id").to_owned();
            let Value::Array(events) = row["events"].take() else { panic!("{row}") };
            let known = tables.entry(id).or_default();
            assert_eq!(row["number"], known.len(), "a gap: {row}");
            assert_eq!(row["count"], events.len(), "{row}");
            known.extend(events);
        }
        History(tables)
    }

    pub fn of(&self, table: &str) -> &[Value] {
        self.0.get(table).map_or(&[], Vec::as_slice)
    }

    /// The events of this kind at a table.
    pub fn kind<'a>(&'a self, table: &str, kind: &'a str) -> impl Iterator<Item = &'a Value> {
        self.of(table).iter().filter(move |event| event["fact"] == kind)
    }

    /// The steps of a table.
    pub fn steps(&self, table: &str) -> Vec<Value> {
        let events = self.of(table).iter();
        let steps = events.filter(|event| event["fact"] == "moved" || event["fact"] == "drawn");
        steps.map(|event| event["step"].clone()).collect()
    }

    /// The tables where a person was to move at this time, in milliseconds since 1970, and did so
    /// later. The house has no clock.
    pub fn to_move_at(&self, at: u64) -> Vec<&str> {
        let was_to_move = |events: &[Value]| {
            let has_begun = events.iter().any(|event| event["fact"] == "began" && time(event) < at);
            let mut later = events.iter().filter(|event| time(event) > at);
            let step = later.find(|event| event["fact"] == "moved" || event["fact"] == "drawn");
            has_begun && step.is_some_and(|step| !step["request"].is_null())
        };
        let tables = self.0.iter().filter(|(_, events)| was_to_move(events));
        tables.map(|(table, _)| table.as_str()).collect()
    }

    /// The longest time that people were charged for a move.
    pub fn longest_charge(&self) -> Duration {
        let charges = self.0.values().flat_map(|events| charges(events));
        let most = charges.map(|(charge, _)| charge).max();
        Duration::from_millis(most.unwrap_or_default())
    }

    /// Prints the moves for which people were charged most, and when they were made.
    pub fn print_longest(&self) {
        const SHOWN: usize = 5;
        let tables = self.0.iter();
        let all = tables.flat_map(|(table, events)| {
            charges(events).into_iter().map(move |(charge, event)| (charge, table, event))
        });
        let mut all: Vec<_> = all.collect();
        all.sort_by_key(|(charge, _, _)| std::cmp::Reverse(*charge));
        for (charge, table, event) in all.into_iter().take(SHOWN) {
            println!("charged {charge} ms at {table}: {event}");
        }
    }
}

/// When an event happened.
pub fn time(event: &Value) -> u64 {
    event["at"].as_u64().expect("a time")
}

/// How long people were charged for each of their moves.
fn charges(events: &[Value]) -> Vec<(u64, &Value)> {
    let (mut charges, mut since) = (Vec::new(), 0);
    for event in events {
        match event["fact"].as_str() {
            Some("paused") => since += event["lasted"].as_u64().expect("a duration"),
            Some("began" | "moved" | "drawn") => {
                // The house gives its requests no names.
                if !event["request"].is_null() && event["fact"] == "moved" {
                    charges.push((time(event).saturating_sub(since), event));
                }
                since = time(event);
            }
            _ => {}
        }
    }
    charges
}

/// Checks that the database has everything that players know, once, and that every server shows it.
/// Then all games go on. Only at the tables of `lost` may somebody have lost on time. Returns what
/// the database has.
pub async fn check(cluster: &Cluster, diaries: &[Diary], lost: &[String]) -> History {
    let all = &cluster.database;
    let refused: Vec<&String> = diaries.iter().flat_map(|diary| &diary.refused).collect();
    assert!(refused.is_empty(), "{refused:#?}");
    let history = History::read(all);
    let mut done = BTreeSet::new();
    for (table, events) in &history.0 {
        for event in events {
            if let [Value::String(player), Value::String(name)] =
                event["request"].as_array().map_or(&[][..], Vec::as_slice)
            {
                assert!(done.insert((player, name)), "{table}: done twice: {event}");
            }
            let is_forced = event["fact"] == "lost" || event["fact"] == "stopped";
            assert!(!is_forced || lost.contains(table), "{table}: {event}");
        }
    }
    for diary in diaries {
        let player = &diary.bot.id;
        for acknowledged in &diary.acknowledged {
            let (table, name) = (&acknowledged.table, &acknowledged.request);
            assert!(done.contains(&(player, name)), "{table}: lost: {player}, {name}");
            if let Some(step) = &acknowledged.step {
                let mut moves = history.kind(table, "moved");
                let is_it = |event: &Value| {
                    event["request"][0] == **player && event["request"][1] == **name
                };
                let event = moves.find(|event| is_it(event)).expect("it is there");
                assert_eq!(event["step"], **step, "{table}: {event}");
            }
        }
        for (_, name) in done.iter().filter(|(of, _)| *of == player) {
            assert!(diary.sent.contains(*name), "nobody has sent {name} of {player}");
        }
        for (table, seen) in &diary.steps {
            let steps = history.steps(table);
            assert_eq!(Some(&**seen), steps.get(..seen.len()), "{table}, as {player} saw it");
        }
    }
    shown_by_all(cluster, diaries, &history).await;
    go_on(cluster, diaries).await;
    history
}

/// Every server shows what the database has.
async fn shown_by_all(cluster: &Cluster, diaries: &[Diary], history: &History) {
    for diary in diaries {
        for (server, table) in
            cluster.servers.iter().flat_map(|server| diary.steps.keys().map(move |it| (server, it)))
        {
            let seen = diary.bot.at(server.address).see(table).await;
            let list = seen["steps"]["list"].as_array().into_iter().flatten();
            let steps: Vec<Value> = list.map(|step| step["step"].clone()).collect();
            let known = history.steps(table);
            // The house may have moved meanwhile.
            assert_eq!(steps.get(..known.len()), Some(&*known), "{}: {table}", server.name);
        }
    }
}

/// At every table that is not over, whoever is to move can do so, at any server.
async fn go_on(cluster: &Cluster, diaries: &[Diary]) {
    let mut chance = Chance::new(1);
    for diary in diaries {
        for table in diary.steps.keys() {
            let server = &cluster.servers[chance.below(cluster.servers.len())];
            let bot = diary.bot.at(server.address);
            let seen = bot.see(table).await;
            if let Some(step) = chance.choose(&seen).filter(|_| seen["stage"] == "playing") {
                bot.step(table, &step).await.well();
            }
        }
    }
}

/// Waits until something is true.
pub async fn until(what: &str, mut is_true: impl AsyncFnMut() -> bool) -> Duration {
    let start = Instant::now();
    while !is_true().await {
        assert!(start.elapsed() < PATIENCE, "{what}");
        sleep(Duration::from_millis(50)).await;
    }
    start.elapsed()
}

/// Prints what came of games, and returns the longest time until a request was acknowledged.
pub fn summary(diaries: &[Diary], history: &History) -> Duration {
    let sum = |count: fn(&Diary) -> usize| diaries.iter().map(count).sum::<usize>();
    let most = |time: fn(&Diary) -> Duration| diaries.iter().map(time).max().unwrap_or_default();
    let longest = most(|diary| diary.longest);
    println!(
        "{} requests acknowledged, {} sent again, {} of these done already, {} stale; {} games \
         ended; longest until acknowledged: {longest:.1?}; longest charge for a move: {:.1?}; \
         longest thought of the house: {:.1?}",
        sum(|diary| diary.acknowledged.len()),
        sum(|diary| diary.sent_again),
        sum(|diary| diary.repeated),
        sum(|diary| diary.stale),
        sum(|diary| diary.games),
        history.longest_charge(),
        most(|diary| diary.longest_thought),
    );
    let slowest = diaries.iter().max_by_key(|diary| diary.longest);
    println!("the slowest request: {}", slowest.map_or("", |diary| &diary.longest_story));
    history.print_longest();
    longest
}

/// Creates a table whose game begins at this server, with a clock of so many seconds for each move.
pub async fn clocked(ada: &Bot, ben: &Bot, seconds: u64) -> String {
    let seats = serde_json::json!([{ "kind": "me" }, { "kind": "open" }]);
    let clock = serde_json::json!({ "kind": "move", "seconds": seconds });
    let proposal = serde_json::json!({ "game": "breakthrough", "seats": seats, "clock": clock });
    let (table, _) = ada.make(proposal).await;
    ben.command(&table, serde_json::json!({ "do": "sit", "seat": 2 })).await.well();
    table
}
