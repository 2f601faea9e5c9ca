//! Random players who do not give up: what a server did not acknowledge, they send again to another
//! one.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use crate::client::{Bot, Chance, Socket};
use crate::servers::Cluster;

/// Games that are played until they are stopped.
pub struct Games {
    players: JoinSet<Diary>,
    stop: watch::Sender<bool>,
    progress: Progress,
}

/// When requests were acknowledged, to anybody.
#[derive(Clone, Default)]
pub struct Progress(Arc<Mutex<Vec<Instant>>>);

/// What a player knows at the end.
pub struct Diary {
    pub bot: Bot,
    /// The names of all requests that were sent.
    pub sent: BTreeSet<String>,
    pub acknowledged: Vec<Acknowledged>,
    /// The steps at each table, as the player received them.
    pub steps: BTreeMap<String, Vec<Value>>,
    /// How long it took from the first time that a request was sent until it was acknowledged, at
    /// most, and what happened meanwhile; and how long the player waited for a move of the house.
    pub longest: Duration,
    pub longest_story: String,
    pub longest_thought: Duration,
    /// Requests that had to be sent more than once, and those of them that had been done already.
    pub sent_again: usize,
    pub repeated: usize,
    /// Moves for a state that was gone.
    pub stale: usize,
    /// Games that came to an end and were followed by another.
    pub games: usize,
    /// What should not happen to a player.
    pub refused: Vec<String>,
}

/// A request that a server has acknowledged.
pub struct Acknowledged {
    pub table: String,
    pub request: String,
    /// The move, if it was one.
    pub step: Option<String>,
}

struct Player {
    servers: Arc<[SocketAddr]>,
    chance: Chance,
    /// The connection, and the number of the server.
    socket: Option<Socket>,
    server: usize,
    table: String,
    /// The table as it was last received.
    view: Value,
    /// How much had happened there.
    events: u64,
    /// Does the player propose rematches? Otherwise they accept them.
    proposes: bool,
    requests: usize,
    /// What has happened since the last request was first sent.
    story: String,
    /// When the house began to think.
    house_since: Option<Instant>,
    diary: Diary,
    progress: Progress,
}

/// What comes over a socket.
enum Heard {
    Message(Value),
    Nothing,
    Closed,
}

/// How servers answer a request.
#[derive(Debug)]
enum Verdict {
    Done { repeated: bool },
    Refused { code: String, message: String },
    Lost,
}

/// A server that takes longer than this to answer is given up.
const ANSWER_LIMIT: Duration = Duration::from_secs(4);
const CONNECTION_LIMIT: Duration = Duration::from_secs(2);

/// A player who hears nothing for this long asks what there is.
const SILENCE: Duration = Duration::from_secs(2);

/// How long players look at the board, at most.
pub const THINKING: Duration = Duration::from_millis(300);

/// The games that are played, by turns.
const GAMES: [&str; 3] = ["breakthrough", "dawn", "ataxx rows=5 cols=5"];

impl Games {
    /// Begins so many games. All have clocks that nobody needs; in every fourth the house plays.
    pub async fn start(cluster: &Cluster, games: usize, seed: u64) -> Games {
        let servers = cluster.addresses();
        let (stop, _) = watch::channel(false);
        let progress = Progress::default();
        let mut players = JoinSet::new();
        for number in 0..games {
            let mut chance = Chance::new(seed.wrapping_add(1000 * number as u64));
            let address = servers[number % servers.len()];
            let maker = Bot::new(address, "Ada").await;
            let has_house = number % 4 == 3;
            let other = match has_house {
                true => json!({ "kind": "engine", "level": 1 }),
                false => json!({ "kind": "open" }),
            };
            let clock = json!({ "kind": "game", "seconds": 3600, "increment": 1 });
            let game = GAMES[number % GAMES.len()];
            let seats = json!([{ "kind": "me" }, other]);
            let (table, _) =
                maker.make(json!({ "game": game, "seats": seats, "clock": clock })).await;
            let mut both = vec![(maker, true)];
            if !has_house {
                let guest = Bot::new(address, "Ben").await;
                guest.command(&table, json!({ "do": "sit", "seat": 2 })).await.well();
                both.push((guest, false));
            }
            for (bot, proposes) in both {
                let chance = Chance::new(chance.below(usize::MAX >> 2) as u64);
                let (servers, progress) = (Arc::clone(&servers), progress.clone());
                let player = Player::new(bot, servers, chance, table.clone(), proposes, progress);
                players.spawn(player.play(stop.subscribe()));
            }
        }
        Games { players, stop, progress }
    }

    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// Waits until every player has finished what they have begun.
    pub async fn stop(self) -> Vec<Diary> {
        self.stop.send_replace(true);
        let diaries = timeout(Duration::from_secs(60), self.players.join_all());
        diaries.await.expect("every request is acknowledged at some time")
    }
}

impl Progress {
    fn all(&self) -> Vec<Instant> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Instant::now());
    }

    /// Waits until a request is acknowledged, and returns how long that takes from `since`.
    pub async fn next(&self, since: Instant) -> Duration {
        loop {
            if let Some(at) = self.all().iter().find(|at| **at >= since) {
                return *at - since;
            }
            assert!(since.elapsed() < Duration::from_secs(60), "nothing goes on");
            sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Player {
    fn new(
        bot: Bot,
        servers: Arc<[SocketAddr]>,
        mut chance: Chance,
        table: String,
        proposes: bool,
        progress: Progress,
    ) -> Player {
        let server = chance.below(servers.len());
        let diary = Diary {
            bot,
            sent: BTreeSet::new(),
            acknowledged: Vec::new(),
            steps: BTreeMap::new(),
            longest: Duration::ZERO,
            longest_story: String::new(),
            longest_thought: Duration::ZERO,
            sent_again: 0,
            repeated: 0,
            stale: 0,
            games: 0,
            refused: Vec::new(),
        };
        Player {
            servers,
            chance,
            socket: None,
            server,
            table,
            view: Value::Null,
            events: 0,
            proposes,
            requests: 0,
            story: String::new(),
            house_since: None,
            diary,
            progress,
        }
    }

    async fn play(mut self, stop: watch::Receiver<bool>) -> Diary {
        let mut has_asked = false;
        // The last state in which the player did something.
        let mut acted = Value::Null;
        while !*stop.borrow() {
            self.connect().await;
            let table = &self.view;
            let is_new = table["id"] == self.table.as_str() && table["state"] != acted;
            let offers = table["offers"].as_array().is_some_and(|offers| !offers.is_empty());
            if table["id"] == self.table.as_str() && table["rematch"].is_string() {
                self.diary.games += 1;
                self.table = table["rematch"].as_str().expect("an id").to_owned();
                (self.view, self.events) = (Value::Null, 0);
                (acted, self.house_since) = (Value::Null, None);
                self.watch().await;
            } else if is_new && table["stage"] == "over" && (self.proposes || offers) {
                acted = table["state"].clone();
                let verb = if self.proposes { "offer" } else { "accept" };
                self.ask(json!({ "do": verb, "what": "rematch" })).await;
            } else if let Some(step) = self.chance.choose(table).filter(|_| is_new) {
                acted = table["state"].clone();
                let waited = self.house_since.take().map(|since| since.elapsed());
                let longest = self.diary.longest_thought;
                self.diary.longest_thought = waited.unwrap_or_default().max(longest);
                sleep(THINKING.mul_f64(self.chance.below(1000) as f64 / 1000.0)).await;
                let command = json!({ "do": "move", "step": step, "state": acted });
                if self.ask(command).await {
                    self.house_since = Some(Instant::now());
                } else {
                    // The state was gone, so there is something newer.
                    acted = Value::Null;
                    self.view = Value::Null;
                    self.watch().await;
                }
            } else {
                match self.hear(SILENCE).await {
                    Heard::Message(_) => has_asked = false,
                    Heard::Nothing if has_asked => self.leave(),
                    Heard::Nothing => {
                        has_asked = true;
                        self.watch().await;
                    }
                    Heard::Closed => self.leave(),
                }
            }
        }
        self.diary
    }

    /// Sends a request, again and again, until a server acknowledges it. Returns false if it was
    /// for a state that is gone.
    async fn ask(&mut self, mut command: Value) -> bool {
        self.requests += 1;
        let request = format!("request {}", self.requests);
        command["type"] = json!("deed");
        command["table"] = json!(self.table);
        command["request"] = json!(request);
        command["short"] = json!(true);
        self.diary.sent.insert(request.clone());
        let (start, mut times, mut was_stale) = (Instant::now(), 0, false);
        self.story.clear();
        loop {
            self.connect().await;
            times += 1;
            let verdict = self.send(&command).await;
            self.tell(start, &format!("{verdict:?}"));
            match verdict {
                Verdict::Done { repeated } => {
                    if start.elapsed() > self.diary.longest {
                        self.diary.longest = start.elapsed();
                        self.diary.longest_story = self.story.clone();
                    }
                    self.diary.sent_again += usize::from(times > 1);
                    self.diary.repeated += usize::from(repeated);
                    let step = command["step"].as_str().map(str::to_owned);
                    let table = self.table.clone();
                    self.diary.acknowledged.push(Acknowledged { table, request, step });
                    self.progress.note();
                    return true;
                }
                Verdict::Refused { code, .. } if code == "busy" => {
                    self.leave();
                    sleep(Duration::from_millis(100)).await;
                }
                Verdict::Refused { code, .. } if code == "stale" && !was_stale => {
                    was_stale = true;
                    self.leave();
                }
                Verdict::Refused { code, .. } if code == "stale" => {
                    self.diary.stale += 1;
                    return false;
                }
                Verdict::Refused { code, message } => {
                    let refused = format!("{}: {command}: {code}: {message}", self.table);
                    self.diary.refused.push(refused);
                    return false;
                }
                Verdict::Lost => self.leave(),
            }
        }
    }

    /// Sends a command once.
    async fn send(&mut self, command: &Value) -> Verdict {
        let Some(socket) = &mut self.socket else { return Verdict::Lost };
        socket.say(command.clone()).await;
        let end = Instant::now() + ANSWER_LIMIT;
        loop {
            let message = match self.hear(end.saturating_duration_since(Instant::now())).await {
                Heard::Message(message) => message,
                Heard::Nothing | Heard::Closed => return Verdict::Lost,
            };
            if message["request"] != command["request"] {
                continue;
            }
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let error = &message["error"];
            match message["type"].as_str() {
                Some("done") => return Verdict::Done { repeated: message["repeated"] == true },
                Some("error") => {
                    let (code, message) = (text(&error["code"]), text(&error["message"]));
                    return Verdict::Refused { code, message };
                }
                _ => {}
            }
        }
    }

    /// The next message, which may change the view of the table.
    async fn hear(&mut self, limit: Duration) -> Heard {
        let Some(socket) = &mut self.socket else { return Heard::Closed };
        let message = match timeout(limit, socket.hear()).await {
            Err(_) => return Heard::Nothing,
            Ok(None) => return Heard::Closed,
            Ok(Some(message)) => message,
        };
        match message["type"].as_str() {
            Some("bye") => return Heard::Closed,
            // Without the name of a request, it is about what the player watches.
            Some("error") if message["request"].is_null() => return Heard::Closed,
            Some("table") => self.see(&message["table"]),
            _ => {}
        }
        Heard::Message(message)
    }

    fn see(&mut self, table: &Value) {
        if table["id"] != self.table.as_str() {
            return;
        }
        let events = table["facts"].as_u64().unwrap_or_default();
        if events < self.events {
            let older = format!("{}: facts {events}, after {}", self.table, self.events);
            self.diary.refused.push(older);
        }
        self.events = events;
        let steps = self.diary.steps.entry(self.table.clone()).or_default();
        let from = table["steps"]["from"].as_u64().unwrap_or_default() as usize;
        let new = table["steps"]["list"].as_array().into_iter().flatten();
        // Nobody takes anything back, so what was seen stays.
        for (number, step) in (from..).zip(new) {
            match steps.get(number) {
                Some(known) if *known == step["step"] => {}
                None if number == steps.len() => steps.push(step["step"].clone()),
                known => {
                    let other = format!("{}: step {number}: {step}, not {known:?}", self.table);
                    self.diary.refused.push(other);
                    break;
                }
            }
        }
        self.view = table.clone();
    }

    /// Connects to a server, unless there is a connection.
    async fn connect(&mut self) {
        let start = Instant::now();
        while self.socket.is_none() {
            let address = self.servers[self.server];
            let opened = timeout(CONNECTION_LIMIT, open(address, &self.diary.bot.token)).await;
            if let Ok(Some(socket)) = opened {
                self.socket = Some(socket);
                self.watch().await;
            } else {
                self.tell(start, "no connection");
                self.leave();
                sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// Remembers what a server did, for whoever wants to know why a request took long.
    fn tell(&mut self, start: Instant, what: &str) {
        const LONGEST: usize = 1000;
        if self.story.len() < LONGEST {
            let after = start.elapsed().as_millis();
            self.story += &format!("{after} ms: server {} {what}; ", self.server);
        }
    }

    /// Leaves the server, for another one.
    fn leave(&mut self) {
        self.socket = None;
        let others = self.servers.len() - 1;
        self.server = (self.server + 1 + self.chance.below(others.max(1))) % self.servers.len();
    }

    async fn watch(&mut self) {
        let watch = json!({ "type": "watch", "table": self.table, "scene": false });
        if let Some(socket) = &mut self.socket {
            socket.say(watch).await;
        }
    }
}

/// Opens a socket; `None` if the server cannot.
async fn open(address: SocketAddr, token: &str) -> Option<Socket> {
    let mut socket = Socket::try_open(address).await?;
    socket.say(json!({ "type": "hello", "token": token })).await;
    let hello = socket.hear().await?;
    (hello["type"] == "hello").then_some(socket)
}
