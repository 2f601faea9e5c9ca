//! A random player with a socket, which reports its measurements.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use super::client::{Bot, Chance, Socket};

/// A random player that plays one game after the other.
pub struct Player {
    pub bot: Bot,
    pub socket: Socket,
    /// The table where it sits.
    pub table: String,
    pub chance: Chance,
    /// How long it looks at the board before each move.
    pub think: Duration,
    /// Does it propose a rematch when a game is over? Otherwise it accepts what the other player
    /// proposes.
    pub proposes: bool,
    pub measured: PlayerMeasurements,
}

/// The measurements of a player.
#[derive(Default)]
pub struct PlayerMeasurements {
    /// When each move was sent, and how long it took until the player received it.
    pub moves: Vec<(Instant, Duration)>,
    /// When moves were sent, by table and state; and when each state was first received.
    pub sent: BTreeMap<String, BTreeMap<u64, Instant>>,
    pub received: BTreeMap<String, BTreeMap<u64, Instant>>,
    /// When the player received its own move, and how long it took until its next turn: the answer
    /// time of an engine.
    pub answers: Vec<(Instant, Duration)>,
    /// Games that came to an end and were followed by another.
    pub games: usize,
    /// The steps at each table as the player received them; they must never change.
    pub steps: BTreeMap<String, Vec<Value>>,
    /// Everything that should not happen to a player: a refusal, a lost connection, or a game that
    /// was lost other than on the board.
    pub disturbed: Vec<String>,
}

/// How long to wait after the last move until everybody has received it.
const QUIET: Duration = Duration::from_secs(3);

/// A player that was disturbed tries again after this time.
const AGAIN: Duration = Duration::from_secs(1);

/// What a player waits for in a game.
#[derive(Default)]
struct Waits {
    /// The planned move, and when to make it.
    plan: Option<(Instant, Value)>,
    /// The state in which a move was sent, and when.
    sent: Option<(Value, Instant)>,
    /// When the player received its own move.
    moved: Option<Instant>,
    /// The last state in which the player did something.
    answered: Option<Value>,
    /// Has it proposed a rematch, or agreed to one?
    goes_on: bool,
}

impl Player {
    pub fn new(
        bot: Bot,
        socket: Socket,
        table: String,
        think: Duration,
        proposes: bool,
        number: usize,
    ) -> Player {
        let chance = Chance::new((2 * number + usize::from(proposes)) as u64);
        Player {
            bot,
            socket,
            table,
            chance,
            think,
            proposes,
            measured: PlayerMeasurements::default(),
        }
    }

    /// Plays until `stop` becomes true and the last move was received.
    pub async fn play(mut self, mut stop: watch::Receiver<bool>) -> PlayerMeasurements {
        // The players do not all think at the same moment.
        sleep(self.think.mul_f64(self.chance.below(1000) as f64 / 1000.0)).await;
        self.watch().await;
        let mut waits = Waits::default();
        let mut quiet: Option<Instant> = None;
        loop {
            let planned = waits.plan.as_ref().map(|(at, _)| *at);
            tokio::select! {
                heard = self.socket.hear() => match heard {
                    Some(message) => {
                        self.hear(&message, &mut waits).await;
                        quiet = quiet.map(|_| Instant::now() + QUIET);
                    }
                    None => {
                        self.measured.disturbed.push("a connection was lost".to_owned());
                        if !self.reconnect(&stop).await {
                            return self.measured;
                        }
                        waits = Waits::default();
                    }
                },
                () = at(planned) => {
                    if let Some((_, command)) = waits.plan.take() {
                        let now = Instant::now();
                        let state = command["state"].as_u64().unwrap_or_default();
                        let sent = self.measured.sent.entry(self.table.clone()).or_default();
                        sent.insert(state, now);
                        waits.sent = Some((command["state"].clone(), now));
                        self.socket.say(command).await;
                    }
                }
                _ = stop.changed(), if quiet.is_none() => {
                    waits.plan = None;
                    quiet = Some(Instant::now() + QUIET);
                }
                () = at(quiet) => {
                    // A move that was never confirmed counts with the time waited so far.
                    self.measured.moves.extend(waits.sent.map(|(_, at)| (at, at.elapsed())));
                    self.measured.answers.extend(waits.moved.map(|at| (at, at.elapsed())));
                    return self.measured;
                }
            }
            if quiet.is_some() {
                waits.plan = None;
            }
        }
    }

    async fn hear(&mut self, message: &Value, waits: &mut Waits) {
        let table = &message["table"];
        if message["type"] == "error" {
            let code = message["error"]["code"].as_str().unwrap_or_default();
            if code != "stale" {
                self.measured.disturbed.push(format!("{code}: {}", message["error"]["message"]));
                sleep(AGAIN).await;
            }
            *waits = Waits::default();
            self.watch().await;
            return;
        }
        if message["type"] != "table" || table["id"] != self.table.as_str() {
            return;
        }
        let steps = self.measured.steps.entry(self.table.clone()).or_default();
        steps.truncate(table["steps"]["from"].as_u64().unwrap_or_default() as usize);
        steps.extend(table["steps"]["list"].as_array().into_iter().flatten().cloned());
        let now = Instant::now();
        let state = table["state"].as_u64().unwrap_or_default();
        let received = self.measured.received.entry(self.table.clone()).or_default();
        received.entry(state).or_insert(now);
        if let Some((_, at)) = waits.sent.take_if(|(state, _)| table["state"] != *state) {
            self.measured.moves.push((at, now - at));
            waits.moved = Some(now);
        }
        let choice = self.chance.choose(table);
        if let Some(at) = waits.moved.take_if(|_| choice.is_some()) {
            self.measured.answers.push((at, now - at));
        }
        if let Some(next) = table["rematch"].as_str() {
            self.measured.games += 1;
            self.table = next.to_owned();
            *waits = Waits::default();
            self.watch().await;
        } else if table["stage"] == "over" {
            let is_new = waits.answered.as_ref() != Some(&table["state"]);
            if is_new && table["points"].is_null() {
                self.measured
                    .disturbed
                    .push(format!("a game did not end on the board: {}", table["reason"]));
            }
            waits.answered = Some(table["state"].clone());
            let is_offered = table["offers"].as_array().is_some_and(|offers| !offers.is_empty());
            if !waits.goes_on && (self.proposes || is_offered) {
                waits.goes_on = true;
                let command = if self.proposes { "offer" } else { "accept" };
                self.socket.say(json!({ "type": "deed", "table": self.table, "do": command, "what": "rematch" })).await;
            }
        } else if let Some(step) =
            choice.filter(|_| waits.answered.as_ref() != Some(&table["state"]))
        {
            waits.answered = Some(table["state"].clone());
            let (id, state) = (&self.table, &table["state"]);
            let command =
                json!({ "type": "deed", "table": id, "do": "move", "step": step, "state": state });
            waits.plan = Some((now + self.think, command));
        }
    }

    async fn watch(&mut self) {
        self.socket.say(json!({ "type": "watch", "table": self.table, "scene": false })).await;
    }

    /// Connects again; returns false if it is time to stop before that works.
    async fn reconnect(&mut self, stop: &watch::Receiver<bool>) -> bool {
        while !*stop.borrow() {
            sleep(AGAIN).await;
            if let Some(mut socket) = Socket::try_from(self.bot.from, self.bot.address).await {
                socket.hello(Some(&self.bot.token)).await;
                self.socket = socket;
                self.watch().await;
                return true;
            }
        }
        false
    }
}

/// Waits until a moment, or for ever if there is none.
async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
