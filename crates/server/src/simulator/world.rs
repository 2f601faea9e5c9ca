//! The events of a simulation and their order.

use std::fmt::Display;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::json;
use tempfile::TempDir;
use tokio::task::{AbortHandle, yield_now};
use tokio::time::{Instant, advance, sleep};

use super::people::{SimulatedPlayer, choose_move, see};
use super::vfs::{DiskFaults, FaultPlan, Operation};
use super::{SimulationReport, wall_time, with_system};
use crate::commands::TimeControl;
use crate::ids::Id;
use crate::registry::{MoveFinder, TableRegistry};
use crate::settings::ServerSettings;
use crate::store::Store;

/// A simulated server and its clients. One server at a time uses the folder; a list of servers
/// would mean several on one store.
pub struct World {
    pub random: ChaCha8Rng,
    pub folder: TempDir,
    faults: Arc<DiskFaults>,
    pub registry: Option<Arc<TableRegistry>>,
    pub people: Vec<SimulatedPlayer>,
    /// Commands in progress; they end when their server does.
    acting: Vec<AbortHandle>,
    pub history: Arc<Mutex<History>>,
}

/// What the simulation knows of past events.
#[derive(Default)]
pub struct History {
    start: Option<Instant>,
    pub log: Vec<String>,
    pub tables: Vec<KnownTable>,
    /// The times, in milliseconds since the start, when nobody could have moved.
    outages: Vec<(u64, Option<u64>)>,
    /// By how much the server's time was ahead of ours, beginning at each of these server times.
    offsets: Vec<(u64, i64)>,
}

/// What the simulation knows of a table.
pub struct KnownTable {
    pub id: Id,
    pub time_control: TimeControl,
    /// Requests that were acknowledged: their senders and names.
    pub acknowledged: Vec<(Id, String)>,
    /// The highest event number that was sent to anybody.
    pub events_sent: u64,
}

const OPERATIONS: [Operation; 4] =
    [Operation::Open, Operation::Read, Operation::Write, Operation::Sync];

/// The number of random events in a simulation.
const EVENTS: u32 = 25;

impl World {
    pub async fn new(mut random: ChaCha8Rng) -> World {
        let memory = std::path::Path::new("/dev/shm");
        let folder = if memory.is_dir() { TempDir::new_in(memory) } else { TempDir::new() };
        let folder = folder.expect("a folder");
        let faults = DiskFaults::of(folder.path());
        let history = History { start: Some(Instant::now()), ..History::default() };
        let history = Arc::new(Mutex::new(history));
        let people = Vec::new();
        let random = ChaCha8Rng::from_rng(&mut random);
        World { random, folder, faults, registry: None, people, acting: Vec::new(), history }
    }

    /// Runs the simulation and checks its outcome.
    pub async fn run(mut self) -> SimulationReport {
        let problem = self.happen().await.err();
        self.kill().await;
        self.faults.plan(FaultPlan::None);
        let mut history = self.history();
        if let Some(problem) = &problem {
            history.say(&format!("PROBLEM: {problem}"));
        }
        SimulationReport { log: std::mem::take(&mut history.log), problem }
    }

    async fn happen(&mut self) -> Result<(), String> {
        self.start().await?;
        for name in ["Ada", "Bob", "Cay"] {
            let (person, _) =
                self.registry().create_player(name).await.map_err(|error| error.to_string())?;
            self.people.push(SimulatedPlayer::new(person));
        }
        for _ in 0..2 + self.below(2) {
            self.make_table().await;
        }
        for _ in 0..EVENTS {
            self.something().await?;
            sleep(Duration::from_millis(u64::from(self.below(4000)))).await;
        }
        match self.below(4) {
            0 | 1 => self.fail_between_moves().await,
            2 => self.fail_while_games_are_resumed().await?,
            _ => (),
        }
        self.heal().await?;
        self.check(false).await?;
        self.time_passes().await?;
        self.games_go_on().await?;
        self.check(true).await
    }

    async fn something(&mut self) -> Result<(), String> {
        match self.below(60) {
            0..=27 => self.act(),
            28..=33 => self.connect().await,
            34..=35 => self.disconnect().await,
            36..=37 => self.make_table().await,
            38..=44 => self.fail().await,
            45..=47 => {
                let is_slow = self.below(2) == 0;
                self.say(&format!("the disk is {}", if is_slow { "slow" } else { "fast" }));
                with_system(|system| system.is_slow = is_slow);
            }
            48..=51 => {
                let away = Duration::from_secs(u64::from(3 + self.below(7200)));
                self.say(&format!("the process is stopped for {} s", away.as_secs()));
                self.outage();
                advance(away).await;
                self.say("the process goes on");
                self.end_outage();
            }
            52..=53 => {
                let jump = i64::from(self.below(10_000_000)) - 5_000_000;
                self.say(&format!("the wall clock jumps by {jump} ms"));
                with_system(|system| system.wall += jump);
            }
            54..=57 => {
                self.kill().await;
                let away = u64::from(self.below(3)) * u64::from(self.below(3600));
                sleep(Duration::from_secs(away)).await;
                if self.below(3) == 0 {
                    self.heal_disk();
                }
                if self.below(3) == 0 {
                    let numbers = vec![u64::from(self.below(40)), u64::from(self.below(40))];
                    let operation = OPERATIONS[self.below(4) as usize];
                    self.say(&format!(
                        "the disk fails while the server starts: {operation:?} {numbers:?}"
                    ));
                    self.faults.plan(FaultPlan::Numbers(operation, numbers));
                }
                // If the disk fails, the start is tried again.
                while self.start().await.is_err() {
                    sleep(Duration::from_secs(30)).await;
                    self.heal_disk();
                }
            }
            _ => self.check(false).await?,
        }
        Ok(())
    }

    /// Somebody sends a command to a table, over a network that loses some messages.
    fn act(&mut self) {
        let Some((who, table)) = self.choose() else { return };
        let random = ChaCha8Rng::from_rng(&mut self.random);
        let (registry, history) = (Arc::clone(self.registry()), Arc::clone(&self.history));
        let person = self.people[who].person.clone();
        let number = self.people[who].next_request();
        let acting = tokio::spawn(choose_move(registry, history, person, table, number, random));
        self.acting.push(acting.abort_handle());
    }

    async fn connect(&mut self) {
        let Some((who, table)) = self.choose() else { return };
        let (registry, history) = (Arc::clone(self.registry()), Arc::clone(&self.history));
        self.people[who].watch(&registry, &history, &table).await;
    }

    async fn disconnect(&mut self) {
        let who = self.below(self.people.len() as u32) as usize;
        let registry = Arc::clone(self.registry());
        self.people[who].disconnect(&registry).await;
    }

    async fn make_table(&mut self) {
        let who = self.below(self.people.len() as u32) as usize;
        let (proposal, time_control) = super::people::proposal(&mut self.random);
        let person = self.people[who].person.clone();
        let made = self.registry().create_table(&person, &proposal).await;
        self.say(&format!(
            "{} makes a table of {:?}: {}",
            person.name,
            proposal.game,
            outcome(&made.as_ref().map(|_| "made"))
        ));
        if let Ok((id, _)) = made {
            self.history().tables.push(KnownTable {
                id,
                time_control,
                acknowledged: Vec::new(),
                events_sent: 0,
            });
        }
    }

    async fn fail(&mut self) {
        let one = OPERATIONS[self.below(4) as usize];
        let plan = match self.below(5) {
            0 => FaultPlan::Full,
            1 => FaultPlan::All(vec![one]),
            2 => FaultPlan::All(OPERATIONS.to_vec()),
            _ => {
                FaultPlan::Numbers(one, vec![u64::from(self.below(12)), u64::from(self.below(12))])
            }
        };
        self.say(&format!("the disk fails: {plan:?}"));
        // With other failures, or only a few of them, moves can be written.
        if matches!(&plan, FaultPlan::Full)
            || matches!(&plan, FaultPlan::All(all) if all.contains(&Operation::Sync))
        {
            self.outage();
        }
        self.faults.plan(plan);
        sleep(Duration::from_secs(u64::from(1 + self.below(60)))).await;
        self.heal_disk();
        self.end_outage();
    }

    /// The disk fails right after people have moved, while engines think. Nobody does anything
    /// afterwards.
    async fn fail_between_moves(&mut self) {
        let tables: Vec<Id> = self.history().tables.iter().map(|known| known.id.clone()).collect();
        let (registry, history) = (Arc::clone(self.registry()), Arc::clone(&self.history));
        for table in &tables {
            for somebody in &mut self.people {
                somebody.watch(&registry, &history, table).await;
                if let Ok(seen) = see(&registry, table, &somebody.person).await
                    && let Some(step) = seen["moves"][0].as_str()
                {
                    let request = json!({ "do": "move", "step": step, "state": seen["state"] });
                    let request = serde_json::from_value(request).expect("it is a table request");
                    let _ = registry.execute(table, &somebody.person, request).await;
                }
            }
        }
        sleep(Duration::from_millis(u64::from(self.below(1500)))).await;
        self.say("the disk fails, and nobody does anything");
        self.outage();
        self.faults.plan(FaultPlan::All(OPERATIONS.to_vec()));
        sleep(Duration::from_secs(u64::from(1 + self.below(60)))).await;
        self.heal_disk();
        self.end_outage();
    }

    /// A server starts and cannot read the games that it has to resume. Nobody does anything
    /// afterwards.
    async fn fail_while_games_are_resumed(&mut self) -> Result<(), String> {
        self.kill().await;
        self.heal_disk();
        self.start().await?;
        let plan = FaultPlan::From(Operation::Read, u64::from(self.below(20)));
        self.say(&format!("the disk fails: {plan:?}, and nobody does anything"));
        self.outage();
        self.faults.plan(plan);
        sleep(Duration::from_secs(u64::from(1 + self.below(20)))).await;
        self.heal_disk();
        self.end_outage();
        Ok(())
    }

    fn heal_disk(&mut self) {
        self.say("the disk works");
        self.faults.plan(FaultPlan::None);
        with_system(|system| system.is_slow = false);
    }

    /// Everything works from now on.
    async fn heal(&mut self) -> Result<(), String> {
        self.heal_disk();
        if self.registry.is_none() {
            self.start().await?;
        }
        sleep(Duration::from_secs(20)).await;
        if self.registry().health().ok {
            Ok(())
        } else {
            Err("the disk works, and the server does not see it".to_owned())
        }
    }

    async fn start(&mut self) -> Result<(), String> {
        let mut settings =
            ServerSettings::new(String::new(), self.folder.path().to_owned(), || {
                "2026-01-01".to_owned()
            });
        settings.wall_time = wall_time;
        settings.engine_threads = 1;
        settings.engine_time = Duration::from_secs(5);
        settings.move_finder = MoveFinder::new(super::people::think);
        let store = Store::open(&settings.data.clone()).await;
        let started = match &store {
            Ok(store) => TableRegistry::open(settings, store.clone())
                .await
                .map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        match started {
            Ok(registry) => {
                let now = self.history().now();
                let shown = registry.clock.now();
                self.history().offsets.push((shown, shown as i64 - now as i64));
                self.registry = Some(registry);
                self.say("the server starts");
                self.end_outage();
                Ok(())
            }
            Err(error) => {
                self.say(&format!("the server does not start: {error}"));
                self.faults.freeze();
                drop(store);
                // The work in progress is finished.
                for _ in 0..100 {
                    yield_now().await;
                }
                self.faults.thaw();
                Err(error)
            }
        }
    }

    /// Kills the process, in the middle of whatever it does.
    pub async fn kill(&mut self) {
        let Some(registry) = self.registry.take() else { return };
        self.say("the server is killed");
        self.outage();
        self.faults.freeze();
        for somebody in &mut self.people {
            somebody.lose_connections();
        }
        self.acting.drain(..).for_each(|acting| acting.abort());
        registry.kill();
        let left = Arc::downgrade(&registry);
        drop(registry);
        for _ in 0..1000 {
            if left.strong_count() == 0 {
                return self.faults.thaw();
            }
            yield_now().await;
        }
        panic!("something of a killed server lives on");
    }

    /// Chooses a random player and a table.
    fn choose(&mut self) -> Option<(usize, Id)> {
        let who = self.below(self.people.len() as u32) as usize;
        let tables = self.history().tables.len() as u32;
        if tables == 0 || self.registry.is_none() {
            return None;
        }
        let table = self.below(tables) as usize;
        let id = self.history().tables[table].id.clone();
        Some((who, id))
    }

    pub fn registry(&self) -> &Arc<TableRegistry> {
        self.registry.as_ref().expect("it was started")
    }

    pub fn history(&self) -> std::sync::MutexGuard<'_, History> {
        lock(&self.history)
    }

    pub fn say(&self, what: &str) {
        self.history().say(what);
    }

    fn outage(&self) {
        let mut history = self.history();
        let now = history.now();
        if history.outages.last().is_none_or(|(_, until)| until.is_some()) {
            history.outages.push((now, None));
        }
    }

    fn end_outage(&self) {
        let mut history = self.history();
        let now = history.now();
        if let Some((_, until @ None)) = history.outages.last_mut() {
            *until = Some(now);
        }
    }

    pub fn below(&mut self, end: u32) -> u32 {
        self.random.next_u32() % end
    }
}

impl History {
    pub fn say(&mut self, what: &str) {
        let now = self.now();
        self.log.push(format!("{:>9}.{:03} {what}", now / 1000, now % 1000));
    }

    /// Milliseconds since the simulation began.
    pub fn now(&self) -> u64 {
        self.start.map_or(0, |start| start.elapsed().as_millis() as u64)
    }

    /// A short name for a table, which depends only on the seed.
    pub fn name(&self, id: &Id) -> String {
        self.tables
            .iter()
            .position(|known| known.id == *id)
            .map_or("?".to_owned(), |number| format!("table {number}"))
    }

    pub fn known(&mut self, id: &Id) -> Option<&mut KnownTable> {
        self.tables.iter_mut().find(|known| known.id == *id)
    }

    /// How long somebody could have moved between two times of the server, and how many outages
    /// there were.
    pub fn available(&self, from: u64, until: u64) -> (u64, u64) {
        let (from, until) = (self.ours(from), self.ours(until));
        let lost = self.outages.iter().map(|(start, end)| {
            let end = end.unwrap_or(u64::MAX).min(until);
            end.saturating_sub((*start).max(from))
        });
        let lost: Vec<u64> = lost.filter(|lost| *lost > 0).collect();
        (until.saturating_sub(from).saturating_sub(lost.iter().sum()), lost.len() as u64)
    }

    /// Our time at this time of the server.
    pub fn ours(&self, at: u64) -> u64 {
        let offset =
            self.offsets.iter().rev().find(|(shown, _)| *shown <= at).or(self.offsets.first());
        offset.map_or(0, |(_, offset)| (at as i64 - offset).max(0) as u64)
    }
}

pub fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

pub fn outcome<T: Display, E: Display>(result: &Result<T, E>) -> String {
    match result {
        Ok(done) => done.to_string(),
        Err(error) => format!("refused: {error}"),
    }
}
