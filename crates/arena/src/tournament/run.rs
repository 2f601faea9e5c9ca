//! Plays the games of a tournament, several at once.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ludoteca_core::Seat;
use ludoteca_core::typed::printable;
use ludoteca_play::streams::{game_seed, next_seed};
use ludoteca_play::{BadRecord, Play, Player, Record, Seated};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;

use super::journal::JournalError;
use super::{Ended, Fixture, Journal, Played, Settings, Standing};
use crate::contest::{Finish, Side, conduct_game, forfeit};
use crate::drive::{Driver, Failed};
use crate::entrant::{Entrant, Kind};
use crate::referee::interrupted;
use crate::sprt::{Decision, Sprt};
use crate::statistics::{Pairs, Score};

/// A tournament that is being played.
pub struct Tournament {
    settings: Arc<Settings>,
    kept: Kept,
    played: Vec<Played>,
    course: Course,
    /// Tells the day, for the records.
    today: fn() -> String,
}

/// Where its games are kept.
enum Kept {
    Nowhere,
    /// In a folder that is to be made.
    In(PathBuf),
    Open(Journal),
}

/// How it ended.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Close {
    /// All games are played.
    Complete,
    /// The test has decided.
    Decided(Decision),
    /// It was told to stop; games that were not over begin anew when it goes on.
    Stopped,
}

/// Why it cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// A program does not play at all.
    #[error("{name} ({player}) cannot take part: {reason}")]
    CannotPlay {
        /// What it is called.
        name: String,
        /// Who it is.
        player: String,
        /// Why not.
        reason: Failed,
    },
    /// Its files cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A first position is refused.
    #[error("{0}")]
    Opening(#[from] BadRecord),
    /// The system does not let us.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Plays what is left of a tournament, until all is played or decided or the process is interrupted: see [`Tournament::run`].
///
/// # Errors
/// As there, and where the system gives us no threads.
pub fn run(
    tournament: &mut Tournament,
    concurrency: usize,
    tell: impl FnMut(&Tournament, &Played),
) -> Result<Close, TournamentError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let close = runtime.block_on(async {
        let interrupted = interrupted()?;
        tournament.run(concurrency, tell, interrupted).await
    });
    // An engine that still thinks is not waited for.
    runtime.shutdown_background();
    close
}

impl Tournament {
    /// A tournament that is to begin. Its games are kept in a new folder, where one is given; it is made as soon as all players are there.
    /// `today` tells the day, for the records.
    pub fn new(settings: Settings, folder: Option<&Path>, today: fn() -> String) -> Tournament {
        let kept = folder.map_or(Kept::Nowhere, |folder| Kept::In(folder.to_owned()));
        Tournament { settings: Arc::new(settings), kept, played: Vec::new(), course: Course::default(), today }
    }

    /// A tournament that goes on.
    ///
    /// # Errors
    /// As for [`Journal::resume`].
    pub fn resume(folder: &Path, today: fn() -> String) -> Result<Tournament, JournalError> {
        let (journal, settings, played) = Journal::resume(folder)?;
        let mut tournament = Tournament { kept: Kept::Open(journal), ..Tournament::new(settings, None, today) };
        for game in played {
            tournament.add(game);
        }
        Ok(tournament)
    }

    /// What it is.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The games so far, in the order in which they were over.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// Where it is kept, if it is, as soon as it has begun.
    pub fn journal(&self) -> Option<&Journal> {
        match &self.kept {
            Kept::Open(journal) => Some(journal),
            Kept::Nowhere | Kept::In(_) => None,
        }
    }

    /// The log-likelihood ratio of the test so far, and what that decides; `None` without a test. Only pairs count before which all others are
    /// complete, so that the speed of games does not choose among them, nor does the number that is played at once.
    pub fn test(&self) -> Option<(f64, Decision)> {
        let sprt = self.settings.sprt.as_ref()?;
        let ratio = self.course.ratio(sprt);
        Some((ratio, sprt.decision(ratio)))
    }

    /// Plays what is left, so many games at once, until all are played, the test has decided or `stop` comes to its end. `tell` hears of each game
    /// once it is kept.
    ///
    /// # Errors
    /// Where a program cannot play, or files cannot be written.
    pub async fn run(
        &mut self,
        concurrency: usize,
        mut tell: impl FnMut(&Tournament, &Played),
        stop: impl Future<Output = ()>,
    ) -> Result<Close, TournamentError> {
        tokio::pin!(stop);
        let mut queue = self.settings.plan.next(&self.played);
        if let Some(close) = self.is_closed(&queue) {
            return Ok(close);
        }
        let first_bench = tokio::select! {
            biased;
            () = &mut stop => return Ok(Close::Stopped),
            bench = self.introduce() => bench?,
        };
        if let Kept::In(folder) = &self.kept {
            self.kept = Kept::Open(Journal::create(folder, &self.settings)?);
        }
        let (to_play, fixtures) = mpsc::unbounded_channel();
        let fixtures = Arc::new(Mutex::new(fixtures));
        let (finished, mut results) = mpsc::channel(64);
        let mut workers = JoinSet::new();
        let benches = std::iter::once(first_bench).chain(std::iter::repeat_with(|| Bench::empty(&self.settings)));
        for bench in benches.take(concurrency.clamp(1, queue.len())) {
            workers.spawn(work(Arc::clone(&self.settings), bench, Arc::clone(&fixtures), finished.clone()));
        }
        drop(finished);
        while !queue.is_empty() {
            let mut waiting = queue.len();
            for fixture in queue {
                to_play.send(fixture).expect("the workers hold the other end");
            }
            while waiting > 0 {
                let (played, record) = tokio::select! {
                    biased;
                    () = &mut stop => return Ok(Close::Stopped),
                    result = results.recv() => result.expect("workers end after us"),
                };
                waiting -= 1;
                if let Kept::Open(journal) = &mut self.kept {
                    let record = Record { date: Some((self.today)()), ..record };
                    journal.keep(&played, &record)?;
                }
                self.add(played);
                tell(self, self.played.last().expect("one was added"));
                if let Some(close) = self.is_closed(&[]).filter(|close| *close != Close::Complete) {
                    return Ok(close);
                }
            }
            queue = self.settings.plan.next(&self.played);
        }
        // Programs are asked to quit; where we leave earlier, they are killed.
        drop(to_play);
        while workers.join_next().await.is_some() {}
        Ok(Close::Complete)
    }

    fn is_closed(&self, queue: &[Fixture]) -> Option<Close> {
        match self.test() {
            Some((_, decision)) if decision != Decision::GoOn => Some(Close::Decided(decision)),
            _ => queue.is_empty().then_some(Close::Complete),
        }
    }

    fn add(&mut self, played: Played) {
        if let Some(sprt) = &self.settings.sprt {
            self.course.add(&played, sprt);
        }
        self.played.push(played);
    }

    /// Starts every program once, and asks whether it plays this game: what cannot be started at all is no opponent.
    async fn introduce(&self) -> Result<Bench, TournamentError> {
        let mut bench = Bench::empty(&self.settings);
        let seats: Vec<usize> = (0..self.settings.plan.seats).collect();
        let play = begin(&self.settings, 0, &seats)?;
        for (entrant, side) in self.settings.entrants.iter().zip(&mut bench.sides) {
            let begun = async {
                let mut started = start(entrant, self.settings.conduct.control.patience).await?;
                if let Side::Program(driver) = &mut started {
                    driver.new_game(play.table(), play.record().position.as_deref()).await?;
                }
                Ok(started)
            };
            let cannot = |reason| TournamentError::CannotPlay {
                name: entrant.name.clone(),
                player: entrant.kind.to_string(),
                reason,
            };
            *side = Some(begun.await.map_err(cannot)?);
        }
        Ok(bench)
    }
}

/// The players of one worker: those that run, by their numbers.
struct Bench {
    sides: Vec<Option<Side>>,
}

impl Bench {
    fn empty(settings: &Settings) -> Bench {
        Bench { sides: settings.entrants.iter().map(|_| None).collect() }
    }
}

async fn start(entrant: &Entrant, patience: Duration) -> Result<Side, Failed> {
    Ok(match &entrant.kind {
        Kind::House(player) => Side::House(player.clone()),
        Kind::Program(program) => Side::Program(Box::new(Driver::start(program, patience).await?)),
    })
}

/// Plays one game after the other until there are no more.
async fn work(
    settings: Arc<Settings>,
    mut bench: Bench,
    fixtures: Arc<Mutex<mpsc::UnboundedReceiver<Fixture>>>,
    finished: mpsc::Sender<(Played, Record)>,
) {
    loop {
        let Some(fixture) = fixtures.lock().await.recv().await else { break };
        let played = play_fixture(&settings, &mut bench, fixture).await;
        if finished.send(played).await.is_err() {
            break;
        }
    }
    for side in bench.sides.into_iter().flatten() {
        if let Side::Program(driver) = side {
            driver.quit().await;
        }
    }
}

async fn play_fixture(settings: &Settings, bench: &mut Bench, fixture: Fixture) -> (Played, Record) {
    let mut play = begin(settings, fixture.opening, &fixture.seating).expect("it was begun before");
    let mut sides = Vec::new();
    let mut absent = None;
    for (seat, player) in fixture.seating.iter().enumerate() {
        let side = match bench.sides[*player].take() {
            Some(side) => Ok(side),
            None => start(&settings.entrants[*player], settings.conduct.control.patience).await,
        };
        match side {
            Ok(side) => sides.push(side),
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
            conduct_game(&mut play, &mut sides, &settings.conduct, luck).await
        }
    };
    let Finish { ended, places, points, thought } = finish;
    for (seat, (player, side)) in fixture.seating.iter().zip(sides).enumerate() {
        // Whatever is wrong with it, a new one is as it should be.
        let is_at_fault = matches!(&ended, Ended::Fault { seat: at_fault, .. } if *at_fault == seat);
        bench.sides[*player] = Some(side).filter(|_| !is_at_fault);
    }
    let played = Played {
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
        matches!(kind, Kind::Program(_)).then(|| (format!("Program-{seat}"), printable(&kind.to_string())))
    });
    let record = Record { other_headers: programs.collect(), ..play.record().clone() };
    (played, record)
}

/// A game at its opening, with its players' names.
fn begin(settings: &Settings, opening: u64, seating: &[usize]) -> Result<Play, BadRecord> {
    let seats: Vec<Seated> = seating.iter().map(|player| seated(&settings.entrants[*player])).collect();
    settings.openings.begin(&settings.options, &seats, settings.seed, opening)
}

/// A record knows no programs: they are persons to it, and a header says more.
fn seated(entrant: &Entrant) -> Seated {
    let player = match &entrant.kind {
        Kind::House(player) => player.clone(),
        Kind::Program(_) => Player::Manual,
    };
    Seated { name: entrant.name.clone(), player }
}

/// The pairs of a match in their order, as far as they are complete.
#[derive(Default)]
struct Course {
    /// The opening that is to be complete next.
    next: u64,
    waiting: BTreeMap<u64, Vec<Played>>,
    pairs: Option<Pairs>,
    score: Score,
}

impl Course {
    /// Goes on as far as pairs are complete, and no further than to where the test is decided.
    fn add(&mut self, played: &Played, sprt: &Sprt) {
        self.waiting.entry(played.fixture.opening).or_default().push(played.clone());
        while let Some(pair) = self.waiting.get(&self.next).filter(|pair| pair.len() == 2)
            && sprt.decision(self.ratio(sprt)) == Decision::GoOn
        {
            let names = [String::new(), String::new()];
            let between = Standing::new(&names, 2, pair).between(0, 1);
            let Score { wins, draws, losses } = between.score;
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

    /// By pairs, where the games have a winner and the model a word for them.
    fn ratio(&self, sprt: &Sprt) -> f64 {
        let of_pairs = self.pairs.as_ref().and_then(|pairs| sprt.ratio_of_pairs(pairs));
        of_pairs.unwrap_or_else(|| sprt.ratio(&self.score))
    }
}
