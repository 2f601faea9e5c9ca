//! What must be true whatever has failed.

use std::collections::BTreeMap;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, Row, SqliteConnection};
use tokio::time::sleep;

use super::people::see;
use super::world::{History, Known, World};
use crate::deed::Pace;
use crate::fact::{Dated, Fact, Occupant};
use crate::ids::Id;
use crate::sitting::{Sitting, Stage};
use crate::store::FILE;

/// So many milliseconds more than passed for them may be charged to a player: writes that take less than a second count as none. And so many
/// more for each outage: the server sees every five seconds whether it can write, as far as a slow disk lets it.
const TOLERANCE: u64 = 3000;
const NOTICED: u64 = 18_000;

impl World {
    /// Compares what everybody was told with what a connection of its own finds in the file.
    pub async fn check(&mut self, is_end: bool) -> Result<(), String> {
        let stored = self.stored();
        let mut history = self.history();
        let mut found = Ok(());
        for known in &history.tables {
            let name = history.name(&known.id);
            let facts = stored.get(&known.id).ok_or_else(|| format!("{name} was made, and is not there"))?;
            let checked = check_table(known, facts, &history);
            if let Err(problem) = checked {
                let told = |dated: &Dated| format!("    {:>9} {:?}", history.ours(dated.at), dated.fact);
                found = Err((format!("{name}: {problem}"), facts.iter().map(told).collect::<Vec<_>>()));
                break;
            }
            if is_end {
                Sitting::replay(known.id.clone(), facts.clone()).map_err(|damaged| format!("{name}: {damaged}"))?;
            }
        }
        found.map_err(|(problem, facts)| {
            history.log.extend(facts);
            problem
        })
    }

    /// Nobody does anything: clocks run out all the same, and engines move where somebody has looked on all the time.
    pub async fn time_passes(&mut self) -> Result<(), String> {
        sleep(Duration::from_secs(110)).await;
        let now = self.hall().clock.now();
        for (id, facts) in self.stored() {
            let name = self.history().name(&id);
            let is_watched = self.people.iter().any(|somebody| somebody.is_connected(&id));
            let table = Sitting::replay(id, facts).map_err(|damaged| damaged.to_string())?;
            // An engine that was asked again and again may have moved only a moment ago.
            let has_run_out = table.clocks().ends().is_some_and(|(_, end)| end + NOTICED < now);
            if table.stage() == Stage::Playing && has_run_out {
                return Err(format!("{name}: a clock has run out, and nobody has lost"));
            }
            let awaits = table.awaits();
            if awaits.needs_no_person() && is_watched {
                return Err(format!("{name}: {awaits:?} does not move, and somebody waits for it"));
            }
        }
        Ok(())
    }

    /// Everybody is there, and every game goes on: engines move, and people can.
    pub async fn games_go_on(&mut self) -> Result<(), String> {
        let (hall, history) = (self.hall().clone(), self.history.clone());
        let tables: Vec<Id> = self.history().tables.iter().map(|known| known.id.clone()).collect();
        for table in &tables {
            for somebody in &mut self.people {
                if !somebody.is_connected(table) {
                    somebody.watch(&hall, &history, table).await;
                }
            }
        }
        sleep(Duration::from_secs(80)).await;
        for id in &tables {
            let name = self.history().name(id);
            for somebody in &self.people {
                let seen = see(&hall, id, &somebody.person).await.map_err(|fault| format!("{name}: {fault}"))?;
                if seen["next"]["kind"] == "roll" && seen["stage"] == "playing" {
                    return Err(format!("{name}: nobody rolls the die"));
                }
                let to_move = seen["next"]["seat"].as_u64().unwrap_or(0) as usize;
                let seat = &seen["seats"][to_move.saturating_sub(1)];
                if to_move > 0 && seen["stage"] == "playing" && seat["kind"] != "person" {
                    return Err(format!("{name}: {} does not move", seat["kind"]));
                }
                if let Some(step) = seen["moves"][0].as_str() {
                    let order = serde_json::json!({ "do": "move", "step": step, "state": seen["state"] });
                    let order = serde_json::from_value(order).expect("it is a deed");
                    let moved = hall.told(id, &somebody.person, order).await;
                    moved.map_err(|fault| format!("{name}: {} cannot move: {fault}", somebody.person.name))?;
                    break;
                }
            }
        }
        Ok(())
    }

    /// All facts, as another process would read them.
    fn stored(&self) -> BTreeMap<Id, Vec<Dated>> {
        let options = SqliteConnectOptions::new().filename(self.folder.path().join(FILE));
        futures_executor::block_on(async {
            let mut connection = SqliteConnection::connect_with(&options).await.expect("it opens");
            let rows = sqlx::query("SELECT table_id, fact FROM facts ORDER BY table_id, number");
            let rows = rows.fetch_all(&mut connection).await.expect("it can be read");
            connection.close().await.expect("it closes");
            let mut stored: BTreeMap<Id, Vec<Dated>> = BTreeMap::new();
            for row in rows {
                let fact = serde_json::from_str(row.get(1)).expect("what is stored is a fact");
                stored.entry(Id::given(row.get::<String, _>(0))).or_default().push(fact);
            }
            stored
        })
    }
}

fn check_table(known: &Known, facts: &[Dated], history: &History) -> Result<(), String> {
    if (facts.len() as u64) < known.told {
        return Err(format!("somebody was told of {} facts, and there are {}", known.told, facts.len()));
    }
    let mut requests: BTreeMap<(Id, String), usize> = BTreeMap::new();
    for request in facts.iter().filter_map(|dated| dated.request.clone()) {
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
    check_seats(facts)?;
    check_clocks(known, facts, history)
}

/// Whoever has a seat moves for it, and nobody else.
fn check_seats(facts: &[Dated]) -> Result<(), String> {
    let mut occupants: Vec<Occupant> = Vec::new();
    for (number, dated) in facts.iter().enumerate() {
        match &dated.fact {
            Fact::Opened(opened) => occupants.clone_from(&opened.seats),
            Fact::Sat { seat, person } => occupants[*seat] = Occupant::Person(person.clone()),
            Fact::Stood { seat } => occupants[*seat] = Occupant::Open,
            Fact::Replaced { seat, .. } => occupants[*seat] = Occupant::Random,
            Fact::Moved { seat, .. } => {
                let by = dated.request.as_ref().map(|(player, _)| player);
                let whose = occupants[*seat].person().map(|person| &person.player);
                if by.is_some() && by != whose {
                    return Err(format!("fact {number}: somebody else has moved for seat {seat}"));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Nobody is charged for time that did not pass for them.
fn check_clocks(known: &Known, facts: &[Dated], history: &History) -> Result<(), String> {
    let Pace::Move { seconds } = known.pace else { return Ok(()) };
    let (mut since, mut paused) = (0, 0);
    for (number, dated) in facts.iter().enumerate() {
        match &dated.fact {
            Fact::Paused { lasted } => paused += lasted,
            fact if fact.changes_game() => {
                let charged = dated.at.saturating_sub(since).saturating_sub(paused);
                let (passed, outages) = history.available(since, dated.at);
                let passed = passed + TOLERANCE + NOTICED * outages;
                let is_person = dated.request.is_some() || matches!(fact, Fact::Lost { .. });
                if since > 0 && is_person && charged > passed {
                    return Err(format!("fact {number}: {charged} ms were charged, and at most {passed} had passed"));
                }
                if since > 0 && is_person && charged > 1000 * seconds + TOLERANCE && dated.request.is_some() {
                    return Err(format!("fact {number}: somebody moved after {charged} ms, and has {seconds} s"));
                }
                (since, paused) = (dated.at, 0);
            }
            _ => {}
        }
    }
    Ok(())
}
