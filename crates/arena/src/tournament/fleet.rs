//! Tournaments whose games are played by workers on other machines: the side of the tournament,
//! which publishes chunks and hears of each game, and the side of a worker, which plays a chunk.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ludoteca_core::text::printable;
use ludoteca_fleet::job::WorkKind;
use ludoteca_fleet::nats::{ClusterName, NatsUrl};
use ludoteca_fleet::{Coordinator, Receipt, ResultSink, RunEvent, RunWork};
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::chunk::MOST_OPENINGS;
use super::slot::EngineSlot;
use super::venue::{FixtureGroup, UnstoredGame, Venue};
use super::{
    ChunkGame, ChunkPlayer, Fixture, GamesChunk, Machines, TournamentError, TournamentSettings,
};
use crate::programs::{BadRemoteEntrant, Programs, program_name};

/// Where workers are found, and which of them may take part.
#[derive(Clone, Debug)]
pub struct FleetOptions {
    /// The address of NATS.
    pub nats: NatsUrl,
    /// The name of the cluster.
    pub cluster: ClusterName,
    /// The signature of this program's search: workers with another one play differently.
    pub signature: String,
}

/// No worker can take part yet.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct NobodyYet {
    /// The signature that workers need.
    pub signature: String,
    /// The programs that they need.
    pub programs: Vec<String>,
    /// How many workers are there that cannot take part.
    pub others: usize,
}

/// The programs that workers need for these entrants.
///
/// # Errors
/// When an entrant is a program of another kind than `cmd:NAME`.
pub fn needed_programs(
    settings: &TournamentSettings,
) -> Result<BTreeSet<String>, BadRemoteEntrant> {
    let names = settings.entrants.iter().map(program_name);
    names.filter_map(|name| name.map(|name| name.map(str::to_owned)).transpose()).collect()
}

/// All workers that can take part.
pub(super) struct FleetVenue<W> {
    settings: Arc<TournamentSettings>,
    coordinator: Coordinator,
    machines: Machines,
    /// Called once if nobody takes part for a while.
    wait: Option<W>,
    wait_until: Instant,
    nobody: NobodyYet,
    /// The games of the chunks that are not finished, as far as they are not stored.
    chunks: BTreeMap<u64, BTreeMap<u64, Fixture>>,
    /// The number of the next chunk.
    next: u64,
    /// How many games are not published yet.
    left: u64,
    /// How long games took, and how many there were.
    took: (Duration, u32),
    /// The game that was returned last: its chunk, its number and where to acknowledge it.
    last: Option<(u64, u64, Receipt)>,
}

/// Workers say each second that they are there.
const FIRST_LOOK: Duration = Duration::from_secs(3);

/// How long a chunk should take.
const CHUNK: Duration = Duration::from_secs(2);

/// How many chunks there are for each one that can be done at once.
const AHEAD: usize = 2;

impl<W: FnOnce(&NobodyYet)> FleetVenue<W> {
    /// Begins to announce the tournament.
    ///
    /// # Errors
    /// When an entrant cannot play on other machines, or NATS cannot be used.
    pub async fn open(
        options: &FleetOptions,
        machines: Machines,
        wait: W,
        settings: Arc<TournamentSettings>,
        left: u64,
    ) -> Result<FleetVenue<W>, TournamentError> {
        let FleetOptions { nats, cluster, signature } = options;
        let programs = needed_programs(&settings)?;
        let nobody = NobodyYet {
            signature: signature.clone(),
            programs: programs.iter().cloned().collect(),
            others: 0,
        };
        let coordinator =
            Coordinator::start(nats, cluster, WorkKind::Games, signature, programs).await?;
        Ok(FleetVenue {
            settings,
            coordinator,
            machines,
            wait: Some(wait),
            wait_until: Instant::now() + FIRST_LOOK,
            nobody,
            chunks: BTreeMap::new(),
            next: 0,
            left,
            took: (Duration::ZERO, 0),
            last: None,
        })
    }

    /// Publishes games, so that workers always find some.
    async fn publish(
        &mut self,
        groups: &mut Peekable<impl Iterator<Item = FixtureGroup>>,
    ) -> Result<(), TournamentError> {
        let workers = self.coordinator.workers();
        let slots: usize = workers.iter().map(|worker| worker.slots(WorkKind::Games)).sum();
        while self.chunks.len() < AHEAD * slots && groups.peek().is_some() {
            let openings: Vec<FixtureGroup> = groups.take(self.chunk_size(slots)).collect();
            let games: BTreeMap<u64, Fixture> =
                openings.iter().flatten().map(|game| (game.number, game.clone())).collect();
            self.left = self.left.saturating_sub(games.len() as u64);
            let chunk = GamesChunk::new(&self.settings, openings);
            chunk.check()?;
            self.coordinator.publish(self.next, &chunk).await?;
            self.chunks.insert(self.next, games);
            self.next += 1;
        }
        Ok(())
    }

    /// The number of openings of the next chunk. Towards the end chunks become smaller, so that all
    /// machines finish at about the same time.
    fn chunk_size(&self, slots: usize) -> usize {
        let (took, games) = self.took;
        if games == 0 {
            return 1;
        }
        let seats = self.settings.plan.seats;
        let opening = took.as_secs_f64() / f64::from(games) * seats as f64;
        let in_time = (CHUNK.as_secs_f64() / opening.max(1e-6)) as usize;
        let share = self.left as usize / (seats * AHEAD * slots).max(1);
        in_time.min(share).clamp(1, MOST_OPENINGS)
    }

    /// Takes what a worker has sent. Returns a game if it is new.
    async fn hear(&mut self, event: RunEvent) -> Result<Option<UnstoredGame>, TournamentError> {
        match event {
            RunEvent::Result { chunk, worker, body, receipt } => {
                let wrong = |game, reason: String| TournamentError::WrongResult {
                    worker: printable(&worker),
                    game,
                    reason: printable(&reason),
                };
                let games = self.chunks.get(&chunk);
                let game: ChunkGame = serde_json::from_str(body.get()).map_err(|error| {
                    let first = games.and_then(|games| games.keys().next());
                    wrong(first.map_or(0, |number| number + 1), error.to_string())
                })?;
                let number = game.number();
                let Some(planned) = games.and_then(|games| games.get(&number)) else {
                    // Another worker was quicker.
                    receipt.acknowledge().await;
                    return Ok(None);
                };
                let took = game.took();
                let (played, record) = game
                    .read(&self.settings, planned)
                    .map_err(|error| wrong(number + 1, error.to_string()))?;
                self.took = (self.took.0.saturating_add(took), self.took.1.saturating_add(1));
                self.machines.count(&printable(&worker));
                self.last = Some((chunk, number, receipt));
                Ok(Some(UnstoredGame { played, record }))
            }
            RunEvent::Failed { chunk, reason, receipt } => {
                receipt.acknowledge().await;
                let Some(games) = self.chunks.get(&chunk) else { return Ok(None) };
                Err(TournamentError::NotPlayed {
                    games: games.keys().map(|number| number + 1).collect(),
                    reason: printable(&reason),
                })
            }
            RunEvent::Workers => {
                let workers = self.coordinator.workers();
                self.machines.see(workers.iter().map(|worker| {
                    let kind = WorkKind::Games;
                    (printable(&worker.name), worker.slots(kind), worker.running(kind))
                }));
                Ok(None)
            }
        }
    }
}

impl<W: FnOnce(&NobodyYet)> Venue for FleetVenue<W> {
    async fn next(
        &mut self,
        groups: &mut Peekable<impl Iterator<Item = FixtureGroup>>,
    ) -> Result<Option<UnstoredGame>, TournamentError> {
        loop {
            self.publish(groups).await?;
            if self.chunks.is_empty() && groups.peek().is_none() {
                return Ok(None);
            }
            let nobody = self.coordinator.workers().is_empty();
            tokio::select! {
                event = self.coordinator.next() => {
                    if let Some(game) = self.hear(event).await? {
                        return Ok(Some(game));
                    }
                }
                () = sleep_until(self.wait_until), if nobody && self.wait.is_some() => {
                    if let Some(wait) = self.wait.take() {
                        self.nobody.others = self.coordinator.others().len();
                        wait(&self.nobody);
                    }
                }
            }
        }
    }

    async fn stored(&mut self) {
        let Some((chunk, number, receipt)) = self.last.take() else { return };
        if let Some(games) = self.chunks.get_mut(&chunk) {
            games.remove(&number);
            if games.is_empty() {
                self.chunks.remove(&chunk);
                self.coordinator.finish(chunk);
            }
        }
        receipt.acknowledge().await;
    }

    async fn close(self, _: bool) {
        /// If NATS is away, workers notice the end by themselves.
        const LIMIT: Duration = Duration::from_secs(5);
        let _ = timeout(LIMIT, self.coordinator.end()).await;
    }
}

/// The side of a worker: plays chunks for tournaments somewhere else.
pub struct ChunkPlayers {
    programs: Programs,
    /// Slots with running programs, which the next chunk of a tournament can use.
    idle: Mutex<Vec<IdleSlot>>,
    /// The number of the next idle slot.
    next: AtomicU64,
}

struct IdleSlot {
    number: u64,
    settings: TournamentSettings,
    slot: EngineSlot,
}

impl ChunkPlayers {
    /// How often a player looks whether it should stop.
    const LOOK: Duration = Duration::from_millis(50);

    /// How many games may wait to be stored while the next one is played.
    const UNSTORED: usize = 16;

    /// How long programs wait for the next chunk.
    const IDLE: Duration = Duration::from_secs(10);

    /// Players with the programs of this machine.
    pub fn new(programs: Programs) -> Arc<ChunkPlayers> {
        Arc::new(ChunkPlayers { programs, idle: Mutex::default(), next: AtomicU64::new(0) })
    }

    /// Plays a chunk, and sends each game as it ends.
    ///
    /// # Errors
    /// When the chunk cannot be played, or is stopped.
    pub async fn play(self: Arc<ChunkPlayers>, work: RunWork) -> Result<(), String> {
        let RunWork { body, sink, stop, .. } = work;
        let chunk: GamesChunk =
            serde_json::from_str(body.get()).map_err(|error| printable(&error.to_string()))?;
        let player = ChunkPlayer::new(&chunk, &self.programs);
        let mut player = player.map_err(|error| error.to_string())?;
        if let Some(slot) = self.take(|idle| idle.settings == *player.settings()) {
            player.use_slot(slot);
        }
        let stopped = async {
            while !stop.is_stopped() {
                sleep(ChunkPlayers::LOOK).await;
            }
        };
        tokio::select! {
            played = play_and_send(&mut player, &sink) => played?,
            () = stopped => return Err("it was stopped".to_owned()),
        }
        self.keep(player);
        Ok(())
    }

    /// Keeps the programs of a chunk running for a while.
    fn keep(self: Arc<ChunkPlayers>, player: ChunkPlayer) {
        let settings = player.settings().clone();
        let Some(slot) = player.into_slot().filter(EngineSlot::has_programs) else { return };
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.idle().push(IdleSlot { number, settings, slot });
        tokio::spawn(async move {
            sleep(ChunkPlayers::IDLE).await;
            if let Some(slot) = self.take(|idle| idle.number == number) {
                slot.quit().await;
            }
        });
    }

    fn take(&self, is_it: impl Fn(&IdleSlot) -> bool) -> Option<EngineSlot> {
        let mut idle = self.idle();
        let at = idle.iter().position(is_it)?;
        Some(idle.swap_remove(at).slot)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<IdleSlot>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays all games. While the tournament stores one, the next ones are played.
async fn play_and_send(player: &mut ChunkPlayer, sink: &ResultSink) -> Result<(), String> {
    let mut sending = JoinSet::new();
    while let Some(game) = player.next().await.map_err(|error| error.to_string())? {
        let sink = sink.clone();
        sending.spawn(async move { sink.send(&game).await });
        if sending.len() >= ChunkPlayers::UNSTORED {
            stored(sending.join_next().await)?;
        }
    }
    while let Some(sent) = sending.join_next().await {
        stored(Some(sent))?;
    }
    Ok(())
}

fn stored(sent: Option<Result<Result<(), String>, JoinError>>) -> Result<(), String> {
    match sent {
        None | Some(Ok(Ok(()))) => Ok(()),
        Some(Ok(Err(reason))) => Err(reason),
        Some(Err(failed)) => Err(failed.to_string()),
    }
}
