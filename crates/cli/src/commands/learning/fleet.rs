//! Self-play on other machines: the side of the coordinator, which hands out numbers of games and
//! puts the games that come back into their order, and the side of a worker.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;
use std::thread;
use std::time::{Duration, Instant};

use ludoteca_fleet::job::WorkKind;
use ludoteca_fleet::nats::{ClusterName, NatsUrl};
use ludoteca_fleet::{Coordinator, FleetError, RunEvent, RunFuture, RunWork};
use ludoteca_search::tuning::{
    PositionsEntry, PositionsReader, SelfPlayRecipe, TrainingGame, check_position, check_result,
};
use ludoteca_system::process::lower_thread_priority;
use ludoteca_system::stop::Stop;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::SelfPlayer;
use crate::commands::bench::search_signature;
use crate::failure::Failure;
use crate::terminal;
use crate::texts::programs;

/// Has the workers of a cluster play the games with these numbers. `take` gets one after the other,
/// and may end it by an error.
///
/// A worker hears that its games have arrived before they are in the file. If this process ends
/// then, they are missing there, and the next one has them played again.
pub fn play(
    (nats, cluster): (&NatsUrl, &ClusterName),
    player: &SelfPlayer,
    recipe: &SelfPlayRecipe,
    numbers: Range<u64>,
    stop: &Stop,
    take: impl FnMut(TrainingGame) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if numbers.is_empty() {
        return Ok(());
    }
    let signature = search_signature().to_string();
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let started = Coordinator::start(nats, cluster, WorkKind::SelfPlay, &signature, []).await;
        let mut run = RemoteSelfPlay {
            coordinator: started.map_err(failed)?,
            recipe: recipe.to_string(),
            checker: player,
            chunks: BTreeMap::new(),
            early: BTreeMap::new(),
            next: numbers.start,
            left: numbers,
            took: (0, 0),
        };
        let played = run.play(&signature, stop, take).await;
        run.coordinator.end().await;
        played
    })
}

/// How long a chunk should take, in milliseconds.
const CHUNK_MS: u64 = 2000;

/// How many chunks there are for each one that can be done at once.
const AHEAD: usize = 2;

/// A chunk has at most this many games.
const MOST_GAMES: u64 = 1000;

/// While a game is missing, at most this many chunks after it are given out for each worker's slot,
/// so that few games have to be kept in memory.
const MOST_EARLY: usize = 16;

/// How often it looks whether it was stopped.
const MOMENT: Duration = Duration::from_millis(100);

/// Workers say each second that they are there.
const FIRST_LOOK: Duration = Duration::from_secs(3);

/// Games that are played on other machines.
struct RemoteSelfPlay<'a> {
    coordinator: Coordinator,
    recipe: String,
    /// Knows the game, by whose rules results are checked.
    checker: &'a SelfPlayer,
    /// The games of each chunk that is not finished.
    chunks: BTreeMap<u64, Range<u64>>,
    /// Games that came before others with lower numbers.
    early: BTreeMap<u64, TrainingGame>,
    /// The number of the next game to be taken.
    next: u64,
    /// The games that are in no chunk yet.
    left: Range<u64>,
    /// How many milliseconds games took, and how many there were.
    took: (u64, u64),
}

impl RemoteSelfPlay<'_> {
    async fn play(
        &mut self,
        signature: &str,
        stop: &Stop,
        mut take: impl FnMut(TrainingGame) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (end, mut is_first_look) = (self.left.end, true);
        let first_look = sleep(FIRST_LOOK);
        // The coordinator has work of its own while it waits, so it is not interrupted for less.
        let stopped = async {
            while !stop.is_stopped() {
                sleep(MOMENT).await;
            }
        };
        tokio::pin!(first_look, stopped);
        while self.next < end {
            tokio::select! {
                published = self.publish() => published?,
                () = &mut stopped => return Ok(()),
            }
            let event = tokio::select! {
                event = self.coordinator.next() => event,
                () = &mut stopped => return Ok(()),
                () = &mut first_look, if is_first_look => {
                    is_first_look = false;
                    if self.coordinator.workers().is_empty() {
                        let note =
                            programs::nobody_plays(signature, "", self.coordinator.others().len());
                        // If nobody reads standard error any more, nothing is lost.
                        let _ = writeln!(terminal::stderr(), "{note}");
                    }
                    continue;
                }
            };
            match event {
                RunEvent::Workers => {}
                RunEvent::Failed { reason, receipt, .. } => {
                    receipt.acknowledge().await;
                    return Err(Failure::english_failure(programs::chunk_failed(&reason)));
                }
                RunEvent::Result { chunk, worker, body, receipt } => {
                    let heard = self.hear(chunk, body.get());
                    heard.map_err(|reason| {
                        Failure::english_failure(programs::bad_result(&worker, &reason))
                    })?;
                    receipt.acknowledge().await;
                    while let Some(game) = self.early.remove(&self.next) {
                        take(game)?;
                        self.next += 1;
                    }
                }
            }
        }
        Ok(())
    }

    /// Publishes chunks, so that workers always find some.
    async fn publish(&mut self) -> Result<(), Failure> {
        let workers = self.coordinator.workers();
        let slots: usize = workers.iter().map(|worker| worker.slots(WorkKind::SelfPlay)).sum();
        while self.chunks.len() < AHEAD * slots && !self.left.is_empty() {
            let games = self.chunk_size(slots as u64);
            let first = self.left.start;
            if first > self.next + games * (MOST_EARLY * slots) as u64 {
                break;
            }
            let chunk = json!({ "recipe": self.recipe, "first": first, "games": games });
            self.coordinator.publish(first, &chunk).await.map_err(failed)?;
            self.left.start += games;
            self.chunks.insert(first, first..first + games);
        }
        Ok(())
    }

    /// The number of games of the next chunk. Towards the end chunks become smaller, so that all
    /// machines finish at about the same time.
    fn chunk_size(&self, slots: u64) -> u64 {
        let (took, games) = self.took;
        let quick_enough = if games == 0 { 1 } else { CHUNK_MS * games / took.max(1) };
        let left = self.left.end - self.left.start;
        let share = left.div_ceil(AHEAD as u64 * slots.max(1));
        quick_enough.clamp(1, MOST_GAMES).min(share).min(left)
    }

    /// Reads the result of a chunk, and keeps its games.
    fn hear(&mut self, chunk: u64, text: &str) -> Result<(), String> {
        let result: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let (Some(took), Some(text)) = (result["ms"].as_u64(), result["games"].as_str()) else {
            return Err(programs::NO_GAMES.to_owned());
        };
        let Some(numbers) = self.chunks.get(&chunk).cloned() else { return Ok(()) };
        let games = read_games(self.checker, text, &numbers)?;
        self.took = (self.took.0.saturating_add(took), self.took.1 + games.len() as u64);
        for game in games {
            // The same job may be done twice.
            if game.number >= self.next {
                self.early.insert(game.number, game);
            }
        }
        let is_there = |number: &u64| *number < self.next || self.early.contains_key(number);
        if numbers.clone().all(|number| is_there(&number)) {
            self.chunks.remove(&chunk);
            self.coordinator.finish(chunk);
        }
        Ok(())
    }
}

/// Reads and checks some of the games with these numbers.
fn read_games(
    player: &SelfPlayer,
    text: &str,
    numbers: &Range<u64>,
) -> Result<Vec<TrainingGame>, String> {
    let first = text.strip_prefix("game ").and_then(|rest| rest.split_once(':')?.0.parse().ok());
    let first = first.filter(|first| numbers.contains(first)).ok_or(programs::NO_GAMES)?;
    let (mut reader, mut table) = (PositionsReader::of_games(first), player.table.boxed_clone());
    let mut games = Vec::new();
    for line in text.lines() {
        let entry = reader.read(line.as_bytes()).map_err(|error| error.to_string())?;
        let Some(PositionsEntry::Game(game)) = entry else { continue };
        check_result(&*table, game.result).map_err(|fault| fault.to_string())?;
        for played in &game.positions {
            check_position(&mut *table, played).map_err(|fault| fault.to_string())?;
        }
        if !numbers.contains(&game.number) {
            return Err(programs::NO_GAMES.to_owned());
        }
        games.push(game);
    }
    if reader.is_complete() { Ok(games) } else { Err(programs::NO_GAMES.to_owned()) }
}

fn failed(error: FleetError) -> Failure {
    Failure::english_failure(error.to_string())
}

/// Plays the games of a chunk for a coordinator elsewhere, with low priority.
pub fn play_chunk(work: RunWork) -> RunFuture {
    /// A result has not many more bytes than this.
    const PART: usize = 256 * 1024;
    Box::pin(async move {
        let RunWork { body, sink, stop, .. } = work;
        // It plays a little, to compare signatures.
        let read = spawn_blocking(move || read_chunk(body.get())).await;
        let (player, numbers) = read.map_err(|error| error.to_string())??;
        let mut left = numbers.end - numbers.start;
        // The games are played in a thread of their own, since its priority stays low.
        let (send, mut games) = mpsc::channel(1);
        thread::spawn(move || {
            lower_thread_priority();
            for number in numbers {
                let game = player.game(number, || stop.is_stopped());
                let Some(game) = game else { return };
                if send.blocking_send(game).is_err() {
                    return;
                }
            }
        });
        let (mut text, mut start) = (String::new(), Instant::now());
        while let Some(game) = games.recv().await {
            text += &game.to_string();
            left -= 1;
            if left == 0 || text.len() >= PART {
                let ms = start.elapsed().as_millis() as u64;
                sink.send(&json!({ "ms": ms, "games": text })).await?;
                (text, start) = (String::new(), Instant::now());
            }
        }
        if left == 0 { Ok(()) } else { Err("the games were stopped".to_owned()) }
    })
}

/// Reads what a chunk asks for: a recipe, and the numbers of games.
fn read_chunk(text: &str) -> Result<(SelfPlayer, Range<u64>), String> {
    let chunk: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let number = |key: &str| chunk[key].as_u64().filter(|number| *number <= u32::MAX.into());
    let (Some(recipe), Some(first), Some(games)) =
        (chunk["recipe"].as_str(), number("first"), number("games"))
    else {
        return Err("this is no chunk of self-play".to_owned());
    };
    let mut reader = PositionsReader::default();
    let mut found = None;
    for line in recipe.lines() {
        let entry = reader.read(line.as_bytes()).map_err(|error| error.to_string())?;
        found = entry.or(found);
    }
    let Some(PositionsEntry::Recipe(recipe)) = found else {
        return Err("this chunk of self-play has no recipe".to_owned());
    };
    let player = SelfPlayer::of_recipe(&recipe)?;
    let signature = player.signature().map_err(|error| error.to_string())?;
    if signature != recipe.signature {
        return Err(format!(
            "this program plays otherwise: signature {signature}, not {}",
            recipe.signature
        ));
    }
    Ok((player, first..first + games))
}
