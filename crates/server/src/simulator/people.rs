//! The simulated players, honest and not.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ludoteca_core::Language;
use ludoteca_games::catalog::GAMES;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::world::{History, lock, outcome};
use crate::commands::{TableRequest, TimeControl};
use crate::error::ApiError;
use crate::events::Participant;
use crate::ids::Id;
use crate::registry::{
    Connection, MoveFuture, Proposal, Subscriber, TableRegistry, ThinkTask, Update, ViewRequest,
};
use crate::view::snapshot::ViewForm;

/// A simulated player.
pub struct SimulatedPlayer {
    pub person: Participant,
    connections: Vec<(Id, Connection)>,
    requests: u32,
}

impl SimulatedPlayer {
    pub fn new(person: Participant) -> SimulatedPlayer {
        SimulatedPlayer { person, connections: Vec::new(), requests: 0 }
    }

    pub fn next_request(&mut self) -> u32 {
        self.requests += 1;
        self.requests
    }

    /// Watches a table, and records the updates.
    pub async fn watch(
        &mut self,
        registry: &Arc<TableRegistry>,
        history: &Arc<Mutex<History>>,
        table: &Id,
    ) {
        let (connection, mut updates) = registry.connect(64);
        let subscriber = Subscriber {
            connection: connection.clone(),
            player: Some(self.person.player.clone()),
            form: ViewForm::Moves,
            language: Language::English,
        };
        let watched = registry.subscribe(table, subscriber, None).await;
        let name = lock(history).name(table);
        lock(history).say(&format!(
            "{} watches {name}: {}",
            self.person.name,
            outcome(&watched.as_ref().map(|()| "seen"))
        ));
        if watched.is_err() {
            return registry.disconnect(&connection);
        }
        self.connections.push((table.clone(), connection));
        let (history, player) = (Arc::clone(history), self.person.player.clone());
        tokio::spawn(async move {
            while let Some(update) = updates.recv().await {
                let Update::Table(snapshot, form) = update else { continue };
                let seen =
                    serde_json::to_value(snapshot.seen_by(Some(&player), form)).unwrap_or_default();
                let event_count = seen["facts"].as_u64().unwrap_or(0);
                let id = Id::given(seen["id"].as_str().unwrap_or_default());
                if let Some(known) = lock(&history).known(&id) {
                    known.events_sent = known.events_sent.max(event_count);
                }
            }
        });
    }

    pub async fn disconnect(&mut self, registry: &Arc<TableRegistry>) {
        for (table, connection) in std::mem::take(&mut self.connections) {
            registry.disconnect(&connection);
            registry.unsubscribe(&table, &connection).await;
        }
    }

    /// Drops all connections, because the server is gone.
    pub fn lose_connections(&mut self) {
        self.connections.clear();
    }

    pub fn is_connected(&self, table: &Id) -> bool {
        self.connections
            .iter()
            .any(|(watched, connection)| watched == table && !connection.is_broken())
    }
}

/// A random table to propose, and its clock.
pub fn proposal(random: &mut ChaCha8Rng) -> (Proposal, TimeControl) {
    let info = GAMES[random.next_u32() as usize % GAMES.len()];
    let opponent = match random.next_u32() % 4 {
        0 | 1 => json!({ "kind": "open" }),
        2 => json!({ "kind": "engine", "level": 1 }),
        _ => json!({ "kind": "random" }),
    };
    let mut seats = vec![json!({ "kind": "me" }), opponent];
    if random.next_u32().is_multiple_of(2) {
        seats.reverse();
    }
    let time_control = match random.next_u32() % 3 {
        0 => TimeControl::None,
        _ => TimeControl::Move { seconds: 20 + u64::from(random.next_u32() % 60) },
    };
    let proposal =
        json!({ "game": info.id, "seats": seats, "clock": time_control, "listed": true });
    (serde_json::from_value(proposal).expect("it is a proposal"), time_control)
}

/// Sends a random command to a table: mostly a legal move, sometimes anything else. Requests and
/// answers get lost, and are sent again.
pub async fn choose_move(
    registry: Arc<TableRegistry>,
    history: Arc<Mutex<History>>,
    person: Participant,
    table: Id,
    number: u32,
    mut random: ChaCha8Rng,
) {
    let mut below = |end: u32| random.next_u32() % end;
    let seen = see(&registry, &table, &person).await.unwrap_or_default();
    let moves = seen["moves"].as_array().cloned().unwrap_or_default();
    let step = (!moves.is_empty()).then(|| moves[below(moves.len() as u32) as usize].clone());
    let seat = 1 + below(2);
    let mut command = match (seen["stage"].as_str(), below(20)) {
        (Some("waiting"), _) => json!({ "do": "sit", "seat": seat }),
        (_, 0) => json!({ "do": "chat", "text": "well" }),
        (_, 1) => json!({ "do": "offer", "what": "draw" }),
        (_, 2) => json!({ "do": "offer", "what": "takeback" }),
        (_, 3) => json!({ "do": "accept", "what": "takeback" }),
        (_, 4) => json!({ "do": "decline", "what": "draw" }),
        (_, 5) if below(6) == 0 => json!({ "do": "resign" }),
        // This may be somebody else's seat.
        (_, 6 | 7) => json!({ "do": "move", "step": step.unwrap_or(json!("1 1")), "seat": seat }),
        _ => json!({ "do": "move", "step": step.unwrap_or(json!("1 1")) }),
    };
    command["request"] = json!(format!("{}-{number}", person.name));
    command["state"] = seen["state"].clone();
    let request = command["request"].as_str().unwrap_or_default().to_owned();
    let times = 1 + below(8) / 6;
    for _ in 0..times {
        sleep(Duration::from_millis(u64::from(below(300)))).await;
        if below(12) == 0 {
            // The request never arrives.
            continue;
        }
        let table_request: TableRequest =
            serde_json::from_value(command.clone()).expect("it is a table request");
        let done = registry.execute(&table, &person, table_request).await;
        let is_lost = below(12) == 0;
        let mut history = lock(&history);
        let name = history.name(&table);
        let lost = if is_lost { ", but the answer is lost" } else { "" };
        let done = done.map(|repeated| if repeated { "again" } else { "done" });
        history.say(&format!("{} at {name}: {command}: {}{lost}", person.name, outcome(&done)));
        // Chat and other commands that had been done before are acknowledged, too.
        if let Some(known) = history.known(&table).filter(|_| done.is_ok() && !is_lost) {
            known.acknowledged.push((person.player.clone(), request.clone()));
        }
    }
}

/// Fetches the view that somebody has of a table.
pub async fn see(
    registry: &Arc<TableRegistry>,
    table: &Id,
    person: &Participant,
) -> Result<Value, ApiError> {
    let view = ViewRequest {
        viewer: Some(&person.player),
        form: ViewForm::Moves,
        since: None,
        language: Language::English,
    };
    let seen = registry.view(table, view).await?;
    Ok(serde_json::from_str(seen.get()).expect("it is JSON"))
}

/// An engine that thinks for a while and finds any move. Sometimes it finds none, or fails.
pub fn think(task: ThinkTask) -> MoveFuture {
    Box::pin(async move {
        let ThinkTask { position, seed, permit, .. } = task;
        let mut random = ChaCha8Rng::seed_from_u64(
            seed ^ u64::from(super::random_bytes().map_or(0, |bytes| bytes[0])),
        );
        sleep(Duration::from_millis(u64::from(random.next_u32() % 3000))).await;
        let step = position.random_step(&mut random);
        drop(permit);
        match random.next_u32() % 40 {
            0 => None,
            1 => std::future::pending().await,
            _ => step,
        }
    })
}
