//! Invariants that must hold whatever has failed.

use std::collections::BTreeMap;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, Row, SqliteConnection};
use tokio::time::sleep;

use super::people::see;
use super::world::{History, KnownTable, World};
use crate::commands::TimeControl;
use crate::events::{Occupant, StoredEvent, TableEvent};
use crate::hosted_table::{HostedTable, TableStage};
use crate::ids::Id;
use crate::store::FILE;

/// How many milliseconds too much may be charged to a player, because writes of less than a second
/// do not count as outages; and how many more for each outage, because the server checks only every
/// five seconds whether it can write, and a slow disk delays that.
const TOLERANCE: u64 = 3000;
const OUTAGE_TOLERANCE: u64 = 18_000;

impl World {
    /// Compares everything that was sent to players with the contents of the file, read over a
    /// separate connection.
    pub async fn check(&mut self, is_end: bool) -> Result<(), String> {
        let stored = self.stored();
        let mut history = self.history();
        let mut found = Ok(());
        for known in &history.tables {
            let name = history.name(&known.id);
            let events = stored
                .get(&known.id)
                .ok_or_else(|| format!("{name} was made, and is not there"))?;
            let checked = check_table(known, events, &history);
            if let Err(problem) = checked {
                let shown = |stored_event: &StoredEvent| {
                    format!("    {:>9} {:?}", history.ours(stored_event.at), stored_event.event)
                };
                found = Err((
                    format!("{name}: {problem}"),
                    events.iter().map(shown).collect::<Vec<_>>(),
                ));
                break;
            }
            if is_end {
                HostedTable::replay(known.id.clone(), events.clone())
                    .map_err(|damaged| format!("{name}: {damaged}"))?;
            }
        }
        found.map_err(|(problem, events)| {
            history.log.extend(events);
            problem
        })
    }

    /// Nobody does anything. Clocks must run out all the same, and engines must move at tables that
    /// somebody has watched all the time.
    pub async fn time_passes(&mut self) -> Result<(), String> {
        sleep(Duration::from_secs(110)).await;
        let now = self.registry().clock.now();
        for (id, events) in self.stored() {
            let name = self.history().name(&id);
            let is_watched = self.people.iter().any(|somebody| somebody.is_connected(&id));
            let table = HostedTable::replay(id, events).map_err(|damaged| damaged.to_string())?;
            // An engine that failed several times may have moved only a moment ago.
            let has_run_out =
                table.clocks().ends().is_some_and(|(_, end)| end + OUTAGE_TOLERANCE < now);
            if table.stage() == TableStage::Playing && has_run_out {
                return Err(format!("{name}: a clock has run out, and nobody has lost"));
            }
            let awaits = table.awaits();
            if awaits.needs_no_person() && is_watched {
                return Err(format!("{name}: {awaits:?} does not move, and somebody waits for it"));
            }
        }
        Ok(())
    }

    /// Everybody is there. Every game must go on: engines move, and people can move.
    pub async fn games_go_on(&mut self) -> Result<(), String> {
        let (registry, history) = (self.registry().clone(), self.history.clone());
        let tables: Vec<Id> = self.history().tables.iter().map(|known| known.id.clone()).collect();
        for table in &tables {
            for somebody in &mut self.people {
                if !somebody.is_connected(table) {
                    somebody.watch(&registry, &history, table).await;
                }
            }
        }
        sleep(Duration::from_secs(80)).await;
        for id in &tables {
            let name = self.history().name(id);
            for somebody in &self.people {
                let seen = see(&registry, id, &somebody.person)
                    .await
                    .map_err(|error| format!("{name}: {error}"))?;
                if seen["next"]["kind"] == "roll" && seen["stage"] == "playing" {
                    return Err(format!("{name}: nobody rolls the die"));
                }
                let to_move = seen["next"]["seat"].as_u64().unwrap_or(0) as usize;
                let seat = &seen["seats"][to_move.saturating_sub(1)];
                if to_move > 0 && seen["stage"] == "playing" && seat["kind"] != "person" {
                    return Err(format!("{name}: {} does not move", seat["kind"]));
                }
                if let Some(step) = seen["moves"][0].as_str() {
                    let request =
                        serde_json::json!({ "do": "move", "step": step, "state": seen["state"] });
                    let request = serde_json::from_value(request).expect("it is a table request");
                    let moved = registry.execute(id, &somebody.person, request).await;
                    moved.map_err(|error| {
                        format!("{name}: {} cannot move: {error}", somebody.person.name)
                    })?;
                    break;
                }
            }
        }
        Ok(())
    }

    /// All events, as another process would read them.
    fn stored(&self) -> BTreeMap<Id, Vec<StoredEvent>> {
        let options = SqliteConnectOptions::new().filename(self.folder.path().join(FILE));
        futures_executor::block_on(async {
            let mut connection = SqliteConnection::connect_with(&options).await.expect("it opens");
            let rows = sqlx::query("SELECT table_id, fact FROM facts ORDER BY table_id, number");
            let rows = rows.fetch_all(&mut connection).await.expect("it can be read");
            connection.close().await.expect("it closes");
            let mut stored: BTreeMap<Id, Vec<StoredEvent>> = BTreeMap::new();
            for row in rows {
                let event = serde_json::from_str(row.get(1)).expect("what is stored is an event");
                stored.entry(Id::given(row.get::<String, _>(0))).or_default().push(event);
            }
            stored
        })
    }
}

fn check_table(
    known: &KnownTable,
    events: &[StoredEvent],
    history: &History,
) -> Result<(), String> {
    if (events.len() as u64) < known.events_sent {
        return Err(format!(
            "{} events were sent to somebody, and there are {}",
            known.events_sent,
            events.len()
        ));
    }
    let mut requests: BTreeMap<(Id, String), usize> = BTreeMap::new();
    for request in events.iter().filter_map(|stored_event| stored_event.request.clone()) {
        *requests.entry(request).or_default() += 1;
    }
    if let Some(((_, request), times)) = requests.iter().find(|(_, times)| **times > 1) {
        return Err(format!("{request} has happened {times} times"));
    }
    for (player, request) in &known.acknowledged {
        if !requests.contains_key(&(player.clone(), request.clone())) {
            return Err(format!("{request} was acknowledged, and has not happened"));
        }
    }
    check_seats(events)?;
    check_clocks(known, events, history)
}

/// Only the player in a seat has moved for it.
fn check_seats(events: &[StoredEvent]) -> Result<(), String> {
    let mut occupants: Vec<Occupant> = Vec::new();
    for (number, stored_event) in events.iter().enumerate() {
        match &stored_event.event {
            TableEvent::Opened(opened) => occupants.clone_from(&opened.seats),
            TableEvent::Sat { seat, person } => occupants[*seat] = Occupant::Person(person.clone()),
            TableEvent::Stood { seat } => occupants[*seat] = Occupant::Open,
            TableEvent::Replaced { seat, .. } => occupants[*seat] = Occupant::Random,
            TableEvent::Moved { seat, .. } => {
                let by = stored_event.request.as_ref().map(|(player, _)| player);
                let whose = occupants[*seat].person().map(|person| &person.player);
                if by.is_some() && by != whose {
                    return Err(format!("event {number}: somebody else has moved for seat {seat}"));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// No player is charged for time that did not pass for them.
fn check_clocks(
    known: &KnownTable,
    events: &[StoredEvent],
    history: &History,
) -> Result<(), String> {
    let TimeControl::Move { seconds } = known.time_control else { return Ok(()) };
    let (mut since, mut paused) = (0, 0);
    for (number, stored_event) in events.iter().enumerate() {
        match &stored_event.event {
            TableEvent::Paused { lasted } => paused += lasted,
            event if event.changes_game() => {
                let charged = stored_event.at.saturating_sub(since).saturating_sub(paused);
                let (passed, outages) = history.available(since, stored_event.at);
                let passed = passed + TOLERANCE + OUTAGE_TOLERANCE * outages;
                let is_person =
                    stored_event.request.is_some() || matches!(event, TableEvent::Lost { .. });
                if since > 0 && is_person && charged > passed {
                    return Err(format!(
                        "event {number}: {charged} ms were charged, and at most {passed} had passed"
                    ));
                }
                if since > 0
                    && is_person
                    && charged > 1000 * seconds + TOLERANCE
                    && stored_event.request.is_some()
                {
                    return Err(format!(
                        "event {number}: somebody moved after {charged} ms, and has {seconds} s"
                    ));
                }
                (since, paused) = (stored_event.at, 0);
            }
            _ => {}
        }
    }
    Ok(())
}
