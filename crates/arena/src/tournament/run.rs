//! Runs a tournament: which games are played, what is stored, and when it ends.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;

use ludoteca_core::text::printable;
use ludoteca_play::{BadRecord, Record};
use tokio::runtime::Builder;

#[cfg(feature = "fleet")]
use super::fleet::{FleetOptions, FleetVenue, NobodyYet};
use super::journal::JournalError;
use super::venue::{Here, UnstoredGame, Venue, groups};
#[cfg(feature = "fleet")]
use super::{ChunkError, Machines};
use super::{Fixture, Journal, PlayedGame, Standing, TournamentSettings};
use crate::entrant::EntrantKind;
#[cfg(feature = "fleet")]
use crate::programs::BadRemoteEntrant;
use ludoteca_engines::external::EngineFailure;
#[cfg(feature = "fleet")]
use ludoteca_fleet::FleetError;
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
    /// A player cannot take part on other machines.
    #[cfg(feature = "fleet")]
    #[error(transparent)]
    Remote(#[from] BadRemoteEntrant),
    /// The games cannot be given to other machines.
    #[cfg(feature = "fleet")]
    #[error(transparent)]
    Chunk(#[from] ChunkError),
    /// Other machines cannot be reached.
    #[cfg(feature = "fleet")]
    #[error(transparent)]
    Fleet(#[from] FleetError),
    /// Other machines cannot play some games.
    #[cfg(feature = "fleet")]
    #[error("{} cannot be played: {reason}", games_in_words(.games))]
    NotPlayed {
        /// The numbers of the games, from 1.
        games: Vec<u64>,
        /// The reason.
        reason: String,
    },
    /// Another machine has sent something that is no result of a game.
    #[cfg(feature = "fleet")]
    #[error("the worker {worker} has sent a wrong result of game {game}: {reason}")]
    WrongResult {
        /// The name of the worker.
        worker: String,
        /// The number of the game, from 1.
        game: u64,
        /// The reason.
        reason: String,
    },
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

/// The same as [`run`], but the games are played on other machines: see
/// [`Tournament::run_on_fleet`].
///
/// # Errors
/// As for [`Tournament::run_on_fleet`], and when the system provides no threads.
#[cfg(feature = "fleet")]
pub fn run_on_fleet(
    tournament: &mut Tournament,
    options: &FleetOptions,
    machines: &Machines,
    wait: impl FnOnce(&NobodyYet),
    tell: impl FnMut(&Tournament, &PlayedGame) -> ControlFlow<()>,
) -> Result<TournamentEnded, TournamentError> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let interrupted = interrupted()?;
        tournament.run_on_fleet(options, machines, wait, tell, interrupted).await
    })
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
        let venue = |settings: Arc<TournamentSettings>, games: u64| {
            let most = usize::try_from(games).unwrap_or(usize::MAX);
            Here::open(settings, concurrency.clamp(1, most))
        };
        self.run_at(venue, tell, stop).await
    }

    /// Plays the remaining games on other machines, until all are played, the SPRT has reached a
    /// decision, or `stop` completes. `tell` is called for each game once it is stored, and may
    /// also stop the run; `machines` shows who plays. If no worker can take part, `wait` is called
    /// once, and the run goes on waiting.
    ///
    /// # Errors
    /// When an entrant cannot play on other machines, games cannot be played there, or files cannot
    /// be written.
    #[cfg(feature = "fleet")]
    pub async fn run_on_fleet(
        &mut self,
        options: &FleetOptions,
        machines: &Machines,
        wait: impl FnOnce(&NobodyYet),
        tell: impl FnMut(&Tournament, &PlayedGame) -> ControlFlow<()>,
        stop: impl Future<Output = ()>,
    ) -> Result<TournamentEnded, TournamentError> {
        let venue = |settings: Arc<TournamentSettings>, games: u64| {
            FleetVenue::open(options, machines.clone(), wait, settings, games)
        };
        self.run_at(venue, tell, stop).await
    }

    /// Plays the remaining games at a venue, which is opened with the number of these games only if
    /// there are any.
    async fn run_at<V: Venue, O: Future<Output = Result<V, TournamentError>>>(
        &mut self,
        open: impl FnOnce(Arc<TournamentSettings>, u64) -> O,
        tell: impl FnMut(&Tournament, &PlayedGame) -> ControlFlow<()>,
        stop: impl Future<Output = ()>,
    ) -> Result<TournamentEnded, TournamentError> {
        tokio::pin!(stop);
        if let Some(decided) = self.decided() {
            return Ok(decided);
        }
        let left = self.settings.plan.next(&self.played).count() as u64;
        if left == 0 {
            return Ok(TournamentEnded::Complete);
        }
        let mut venue = tokio::select! {
            biased;
            () = &mut stop => return Ok(TournamentEnded::Stopped),
            venue = open(Arc::clone(&self.settings), left) => venue?,
        };
        let ended = self.play_games(&mut venue, tell, stop).await;
        venue.close(matches!(ended, Ok(TournamentEnded::Complete))).await;
        ended
    }

    async fn play_games(
        &mut self,
        venue: &mut impl Venue,
        mut tell: impl FnMut(&Tournament, &PlayedGame) -> ControlFlow<()>,
        mut stop: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<TournamentEnded, TournamentError> {
        if let TournamentStorage::NewFolder(folder) = &self.storage {
            self.storage = TournamentStorage::Open(Journal::create(folder, &self.settings)?);
        }
        loop {
            let mut groups = groups(self.settings.plan.next(&self.played)).peekable();
            if groups.peek().is_none() {
                return Ok(TournamentEnded::Complete);
            }
            loop {
                let finished = tokio::select! {
                    biased;
                    () = &mut stop => return Ok(TournamentEnded::Stopped),
                    finished = venue.next(&mut groups) => finished?,
                };
                let Some(UnstoredGame { played, record }) = finished else { break };
                if let TournamentStorage::Open(journal) = &mut self.storage {
                    let other_headers = program_headers(&self.settings, &played.fixture);
                    let date = Some((self.today)());
                    journal.append(&played, &Record { date, other_headers, ..record })?;
                }
                venue.stored().await;
                self.add(played);
                if tell(self, self.played.last().expect("one was added")).is_break() {
                    return Ok(TournamentEnded::Stopped);
                }
                if let Some(decided) = self.decided() {
                    return Ok(decided);
                }
            }
        }
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
}

/// The headers of a record that describe the programs. A record has no notion of programs: they are
/// listed as persons.
fn program_headers(settings: &TournamentSettings, fixture: &Fixture) -> Vec<(String, String)> {
    let programs = fixture.seating.iter().zip(1..).filter_map(|(player, seat)| {
        let kind = &settings.entrants[*player].kind;
        matches!(kind, EntrantKind::Program(_))
            .then(|| (format!("Program-{seat}"), printable(&kind.to_string())))
    });
    programs.collect()
}

/// A list of games, cut off where it becomes long.
#[cfg(feature = "fleet")]
fn games_in_words(games: &[u64]) -> String {
    const MOST: usize = 10;
    let numbers: Vec<String> = games.iter().take(MOST).map(ToString::to_string).collect();
    match games {
        [game] => format!("game {game}"),
        games if games.len() > MOST => {
            format!("games {} and {} more", numbers.join(", "), games.len() - MOST)
        }
        _ => format!("games {}", numbers.join(", ")),
    }
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
