//! Plays the games of a tournament, several at once.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use ludoteca_core::Seat;
use ludoteca_core::text::printable;
use ludoteca_play::seeds::{game_seed, next_seed};
use ludoteca_play::{BadRecord, Play, Player, Record, Seated};
use tokio::runtime::Builder;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::journal::JournalError;
use super::{Fixture, GameEnded, Journal, PlayedGame, Standing, TournamentSettings};
use crate::contest::{ContestResult, Side, forfeit, play_contest};
use crate::entrant::{Entrant, EntrantKind};
use ludoteca_engines::external::{EngineDriver, EngineFailure, Program, ProgramLocation};
use ludoteca_engines::house;
use ludoteca_rating::sprt::{Sprt, SprtDecision};
use ludoteca_rating::statistics::{Pentanomial, WinDrawLoss};
use ludoteca_system::signals::interrupted;

/// A tournament in progress.
pub struct Tournament {
    settings: Arc<TournamentSettings>,
    storage: TournamentStorage,
    played: Vec<PlayedGame>,
    sprt_progress: SprtProgress,
    /// Returns the current date, for the records.
    today: fn() -> String,
}

/// Where the games are stored.
enum TournamentStorage {
    Nowhere,
    /// In a folder that has still to be created.
    NewFolder(PathBuf),
    Open(Journal),
}

/// How a run of a tournament ended.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum TournamentEnded {
    /// All games are played.
    Complete,
    /// The SPRT has reached a decision.
    Decided(SprtDecision),
    /// The run was stopped. Unfinished games start again when it is resumed.
    Stopped,
}

/// Why a tournament cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// A program does not play at all, or can no longer be started.
    #[error("{name} ({player}) cannot take part: {reason}")]
    CannotPlay {
        /// The name of the player.
        name: String,
        /// The description of the player.
        player: String,
        /// The reason.
        reason: EngineFailure,
    },
    /// A program does not play this many games at once.
    #[error("{name} ({player}) does not play {at_once} games at once: {reason}")]
    NotAtOnce {
        /// The name of the player.
        name: String,
        /// The description of the player.
        player: String,
        /// The number of games that is too high.
        at_once: usize,
        /// The reason.
        reason: EngineFailure,
    },
    /// The files of the tournament cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An opening position is refused.
    #[error("{0}")]
    Opening(#[from] BadRecord),
    /// The system reports an error.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Plays the rest of a tournament, until all games are played, the SPRT has reached a decision, or
/// the process is interrupted: see [`Tournament::run`].
///
/// # Errors
/// As for [`Tournament::run`], and when the system provides no threads.
pub fn run(
    tournament: &mut Tournament,
    concurrency: usize,
    tell: impl FnMut(&Tournament, &PlayedGame) -> ControlFlow<()>,
) -> Result<TournamentEnded, TournamentError> {
    // One game at a time uses one thread: with several, short games would lose their time in
    // switching.
    let mut runtime =
        if concurrency > 1 { Builder::new_multi_thread() } else { Builder::new_current_thread() };
    let runtime = runtime.enable_all().build()?;
    let ended = runtime.block_on(async {
        let interrupted = interrupted()?;
        tournament.run(concurrency, tell, interrupted).await
    });
    // The shutdown does not wait for an engine that still thinks.
    runtime.shutdown_background();
    ended
}

impl Tournament {
    /// Creates a new tournament. If a folder is given, its games are stored there; it is created
    /// once all players have started. `today` returns the current date, for the records.
    pub fn new(
        settings: TournamentSettings,
        folder: Option<&Path>,
        today: fn() -> String,
    ) -> Tournament {
        let storage = folder.map_or(TournamentStorage::Nowhere, |folder| {
            TournamentStorage::NewFolder(folder.to_owned())
        });
        Tournament {
            settings: Arc::new(settings),
            storage,
            played: Vec::new(),
            sprt_progress: SprtProgress::default(),
            today,
        }
    }

    /// Resumes a stored tournament.
    ///
    /// # Errors
    /// As for [`Journal::resume`].
    pub fn resume(folder: &Path, today: fn() -> String) -> Result<Tournament, JournalError> {
        let (journal, settings, played) = Journal::resume(folder)?;
        let mut tournament = Tournament {
            storage: TournamentStorage::Open(journal),
            ..Tournament::new(settings, None, today)
        };
        for game in played {
            tournament.add(game);
        }
        Ok(tournament)
    }

    /// The settings of the tournament.
    pub fn settings(&self) -> &TournamentSettings {
        &self.settings
    }

    /// The games so far, in the order in which they ended.
    pub fn played(&self) -> &[PlayedGame] {
        &self.played
    }

    /// The journal, if the tournament is stored and has begun.
    pub fn journal(&self) -> Option<&Journal> {
        match &self.storage {
            TournamentStorage::Open(journal) => Some(journal),
            TournamentStorage::Nowhere | TournamentStorage::NewFolder(_) => None,
        }
    }

    /// The log-likelihood ratio of the SPRT so far, and its decision; `None` without a test. A pair
    /// counts only when all pairs before it are complete, so that neither the speed of games nor
    /// their concurrency influences which pairs count.
    pub fn test(&self) -> Option<(f64, SprtDecision)> {
        let sprt = self.settings.sprt.as_ref()?;
        let ratio = self.sprt_progress.ratio(sprt);
        Some((ratio, sprt.decision(ratio)))
    }

    /// Plays the remaining games, `concurrency` of them at once, until all are played, the SPRT has
    /// reached a decision, or `stop` completes. `tell` is called for each game once it is stored,
    /// and may also stop the run. When this returns, no program is running any more.
    ///
    /// # Errors
    /// When a program cannot play, or files cannot be written.
    pub async fn run(
        &mut self,
        concurrency: usize,
        tell: impl FnMut(&Tournament, &PlayedGame) -> ControlFlow<()>,
        stop: impl Future<Output = ()>,
    ) -> Result<TournamentEnded, TournamentError> {
        tokio::pin!(stop);
        if let Some(decided) = self.decided() {
            return Ok(decided);
        }
        let Some(left) = NonZero::new(self.settings.plan.next(&self.played).count()) else {
            return Ok(TournamentEnded::Complete);
        };
        let slots = tokio::select! {
            biased;
            () = &mut stop => return Ok(TournamentEnded::Stopped),
            benches = self.start_players(concurrency.clamp(1, left.get())) => benches?,
        };
        if let TournamentStorage::NewFolder(folder) = &self.storage {
            self.storage = TournamentStorage::Open(Journal::create(folder, &self.settings)?);
        }
        let mut games = JoinSet::new();
        let ended = self.play_games(slots, &mut games, tell, stop).await;
        // Unfinished games are broken off, and their programs are killed.
        games.shutdown().await;
        ended
    }

    async fn play_games(
        &mut self,
        mut idle: Vec<EngineSlot>,
        games: &mut JoinSet<Result<FixtureResult, TournamentError>>,
        mut tell: impl FnMut(&Tournament, &PlayedGame) -> ControlFlow<()>,
        mut stop: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<TournamentEnded, TournamentError> {
        loop {
            let mut fixtures = self.settings.plan.next(&self.played).peekable();
            if fixtures.peek().is_none() {
                break;
            }
            loop {
                while fixtures.peek().is_some()
                    && let Some(slot) = idle.pop()
                    && let Some(fixture) = fixtures.next()
                {
                    games.spawn(play_fixture(Arc::clone(&self.settings), slot, fixture));
                }
                let over = tokio::select! {
                    biased;
                    () = &mut stop => return Ok(TournamentEnded::Stopped),
                    over = games.join_next() => over,
                };
                let Some(over) = over else { break };
                let FixtureResult { slot, played, record } =
                    over.unwrap_or_else(|failed| resume_unwind(failed.into_panic()))?;
                idle.push(slot);
                if let TournamentStorage::Open(journal) = &mut self.storage {
                    let record = Record { date: Some((self.today)()), ..record };
                    journal.append(&played, &record)?;
                }
                self.add(played);
                if tell(self, self.played.last().expect("one was added")).is_break() {
                    return Ok(TournamentEnded::Stopped);
                }
                if let Some(decided) = self.decided() {
                    return Ok(decided);
                }
            }
        }
        let mut quitting = JoinSet::new();
        for side in idle.into_iter().flat_map(|slot| slot.sides).flatten() {
            if let Side::Program(driver) = side {
                quitting.spawn(driver.quit());
            }
        }
        quitting.join_all().await;
        Ok(TournamentEnded::Complete)
    }

    /// The decision of the SPRT, once it has ended the tournament.
    pub fn decided(&self) -> Option<TournamentEnded> {
        let (_, decision) = self.test()?;
        (decision != SprtDecision::Continue).then_some(TournamentEnded::Decided(decision))
    }

    fn add(&mut self, played: PlayedGame) {
        if let Some(sprt) = &self.settings.sprt {
            self.sprt_progress.add(&played, sprt);
        }
        self.played.push(played);
    }

    /// Starts every program once and checks that it plays this game: a program that cannot be
    /// started cannot take part. A remote program may accept only one connection, so it is started
    /// for all games that are played at once.
    async fn start_players(&self, concurrency: usize) -> Result<Vec<EngineSlot>, TournamentError> {
        let seats: Vec<usize> = (0..self.settings.plan.seats).collect();
        let play = begin(&self.settings, 0, &seats)?;
        let mut slots = Vec::new();
        for at_once in 1..=concurrency {
            let mut slot = EngineSlot {
                sides: self.settings.entrants.iter().map(|_| None).collect(),
                recent: Vec::new(),
            };
            for (player, entrant) in self.settings.entrants.iter().enumerate() {
                if at_once == 1 || is_remote(&entrant.kind) {
                    let acquainted =
                        start_for_game(entrant, &play, self.settings.conduct.control.patience)
                            .await;
                    slot.sides[player] = Some(acquainted.map_err(|reason| {
                        let (name, player) = (entrant.name.clone(), entrant.kind.to_string());
                        match at_once {
                            1 => TournamentError::CannotPlay { name, player, reason },
                            _ => TournamentError::NotAtOnce { name, player, at_once, reason },
                        }
                    })?);
                    slot.mark_used(player);
                    slot.quit_least_recent(2 * self.settings.plan.seats).await;
                }
            }
            slots.push(slot);
        }
        // Slots are taken from the end.
        slots.reverse();
        Ok(slots)
    }
}

/// A slot for one game at a time, with its running players by number.
struct EngineSlot {
    sides: Vec<Option<Side>>,
    /// The players that were used here, the most recent one last.
    recent: Vec<usize>,
}

impl EngineSlot {
    fn mark_used(&mut self, player: usize) {
        self.recent.retain(|other| *other != player);
        self.recent.push(player);
    }

    /// Ends the least recently used players until at most this many are left: waiting programs take
    /// resources, too.
    async fn quit_least_recent(&mut self, most: usize) {
        while self.recent.len() > most {
            let player = self.recent.remove(0);
            if let Some(Side::Program(driver)) = self.sides[player].take() {
                driver.quit().await;
            }
        }
    }
}

/// A finished game, with the slot of its players.
struct FixtureResult {
    slot: EngineSlot,
    played: PlayedGame,
    record: Record,
}

fn is_remote(kind: &EntrantKind) -> bool {
    matches!(kind, EntrantKind::Program(Program { location: ProgramLocation::Tcp(_), .. }))
}

async fn start(entrant: &Entrant, patience: Duration) -> Result<Side, EngineFailure> {
    Ok(match &entrant.kind {
        EntrantKind::House(_) => Side::House(house::OPPONENTS),
        EntrantKind::Program(program) => {
            Side::Program(Box::new(EngineDriver::start(program, patience).await?))
        }
    })
}

/// Starts a player, and checks that it plays this game.
async fn start_for_game(
    entrant: &Entrant,
    play: &Play,
    patience: Duration,
) -> Result<Side, EngineFailure> {
    let mut side = start_with_retries(entrant, patience).await?;
    if let Side::Program(driver) = &mut side {
        driver.new_game(play.table(), play.record().position.as_deref()).await?;
    }
    Ok(side)
}

/// Starts a player. A remote program may need a moment to notice that the previous connection is
/// gone.
async fn start_with_retries(entrant: &Entrant, patience: Duration) -> Result<Side, EngineFailure> {
    const MOMENT: Duration = Duration::from_millis(200);
    const TIMES: u32 = 5;
    let mut started = start(entrant, patience).await;
    for _ in 1..TIMES {
        if started.is_ok() || !is_remote(&entrant.kind) {
            break;
        }
        sleep(MOMENT).await;
        started = start(entrant, patience).await;
    }
    started
}

/// # Errors
/// When a player that worked before can no longer be started: that is not a fault in this game.
async fn play_fixture(
    settings: Arc<TournamentSettings>,
    mut slot: EngineSlot,
    fixture: Fixture,
) -> Result<FixtureResult, TournamentError> {
    let mut play =
        begin(&settings, fixture.opening, &fixture.seating).expect("it was begun before");
    let mut sides = Vec::new();
    let mut absent = None;
    for (seat, player) in fixture.seating.iter().enumerate() {
        let entrant = &settings.entrants[*player];
        let side = match slot.sides[*player].take() {
            Some(side) => Ok(side),
            None => start_with_retries(entrant, settings.conduct.control.patience).await,
        };
        match side {
            Ok(side) => sides.push(side),
            Err(reason @ EngineFailure::Start(_)) => {
                let (name, player) = (entrant.name.clone(), entrant.kind.to_string());
                return Err(TournamentError::CannotPlay { name, player, reason });
            }
            Err(failed) => {
                absent = Some((Seat::new(seat), failed));
                break;
            }
        }
    }
    let finish = match absent {
        Some((seat, failed)) => forfeit(&mut play, seat, failed),
        None => {
            let luck = game_seed(next_seed(settings.seed), fixture.number as u32);
            play_contest(&mut play, &mut sides, &settings.conduct, luck).await
        }
    };
    let ContestResult { ended, places, points, thought } = finish;
    for (seat, (player, side)) in fixture.seating.iter().zip(sides).enumerate() {
        // A player at fault is dropped: a newly started one works again.
        let is_at_fault =
            matches!(&ended, GameEnded::Fault { seat: at_fault, .. } if *at_fault == seat);
        slot.sides[*player] = Some(side).filter(|_| !is_at_fault);
        slot.mark_used(*player);
    }
    slot.quit_least_recent(2 * settings.plan.seats).await;
    let played = PlayedGame {
        places,
        points,
        scored: settings.options.info().scored,
        ended,
        steps: play.steps() as u32,
        thought: thought.iter().map(|time| time.as_millis() as u64).collect(),
        fixture,
    };
    let programs = played.fixture.seating.iter().zip(1..).filter_map(|(player, seat)| {
        let kind = &settings.entrants[*player].kind;
        matches!(kind, EntrantKind::Program(_))
            .then(|| (format!("Program-{seat}"), printable(&kind.to_string())))
    });
    let record = Record { other_headers: programs.collect(), ..play.record().clone() };
    Ok(FixtureResult { slot, played, record })
}

/// Starts a game at its opening, with the names of its players.
fn begin(
    settings: &TournamentSettings,
    opening: u64,
    seating: &[usize],
) -> Result<Play, BadRecord> {
    let seats: Vec<Seated> =
        seating.iter().map(|player| seated(&settings.entrants[*player])).collect();
    settings.openings.begin(&settings.options, &seats, settings.seed, opening)
}

/// A record has no notion of programs: they are listed as persons, and a header describes them.
fn seated(entrant: &Entrant) -> Seated {
    let player = match &entrant.kind {
        EntrantKind::House(player) => player.clone(),
        EntrantKind::Program(_) => Player::Manual,
    };
    Seated { name: entrant.name.clone(), player }
}

/// The progress of an SPRT: the pairs of a match in their order, as far as they are complete.
#[derive(Default)]
struct SprtProgress {
    /// The opening whose pair counts next.
    next: u64,
    waiting: BTreeMap<u64, Vec<PlayedGame>>,
    pairs: Option<Pentanomial>,
    score: WinDrawLoss,
}

impl SprtProgress {
    /// Adds a game and counts pairs in order as long as they are complete and the test has not been
    /// decided.
    fn add(&mut self, played: &PlayedGame, sprt: &Sprt) {
        self.waiting.entry(played.fixture.opening).or_default().push(played.clone());
        while let Some(pair) = self.waiting.get(&self.next).filter(|pair| pair.len() == 2)
            && sprt.decision(self.ratio(sprt)) == SprtDecision::Continue
        {
            let names = [String::new(), String::new()];
            let between = Standing::new(&names, 2, pair).between(0, 1);
            let WinDrawLoss { wins, draws, losses } = between.score;
            self.score.wins += wins;
            self.score.draws += draws;
            self.score.losses += losses;
            if let Some(pair) = between.pairs {
                let pairs = self.pairs.get_or_insert_default();
                for (sum, more) in pairs.by_half_points.iter_mut().zip(pair.by_half_points) {
                    *sum += more;
                }
            }
            self.waiting.remove(&self.next);
            self.next += 1;
        }
    }

    /// The log-likelihood ratio: of pairs if games have a winner and the model supports pairs,
    /// otherwise of single results.
    fn ratio(&self, sprt: &Sprt) -> f64 {
        let of_pairs =
            self.pairs.as_ref().and_then(|pairs| sprt.pentanomial_log_likelihood_ratio(pairs));
        of_pairs.unwrap_or_else(|| sprt.log_likelihood_ratio(&self.score))
    }
}
