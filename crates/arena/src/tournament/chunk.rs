//! Games of a tournament as a value that is played on another machine, and what comes back.
//!
//! Both travel over a network, so whatever is read is checked before it is used.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludoteca_games::catalog;
use ludoteca_play::Record;
use ludoteca_play::record;
use serde::{Deserialize, Serialize};

use super::journal::{fits, is_possible};
use super::slot::{EngineSlot, FixtureResult, begin, play_fixture};
use super::{Fixture, Openings, PlayedGame, TournamentError, TournamentSettings};
use crate::programs::{BadRemoteEntrant, Programs};

/// The version of chunks and their results.
const VERSION: u32 = 1;

/// The maximum number of openings of a chunk.
pub(super) const MOST_OPENINGS: usize = 256;

/// The maximum number of entrants of a tournament whose games are played elsewhere.
const MOST_ENTRANTS: usize = 4096;

/// The longest record that is read, in bytes.
const LONGEST_RECORD: usize = 512 * 1024;

/// Games of a tournament that are played together on one machine, in this order: those of one or
/// more openings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GamesChunk {
    version: u32,
    /// The settings without the test and the positions.
    settings: TournamentSettings,
    openings: Vec<ChunkOpening>,
}

/// The games of one opening.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct ChunkOpening {
    /// Where they begin, if not at the usual first position.
    position: Option<String>,
    games: Vec<Fixture>,
}

/// A game of a chunk that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ChunkGame {
    version: u32,
    played: PlayedGame,
    /// The record as text, without date and programs.
    record: String,
    /// How long the game took, in milliseconds.
    took: u64,
}

/// Why a chunk cannot be played.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ChunkError {
    /// Another version of the program has made it.
    #[error(
        "these games are in version {0} of their form, and this program reads version {VERSION}"
    )]
    Version(u32),
    /// The settings contradict themselves.
    #[error("{0}")]
    Settings(String),
    /// A game is not one of the tournament's.
    #[error("game {0} does not fit the plan of its tournament")]
    Fixture(u64),
    /// There are too many games, or none.
    #[error("games of {0} openings: allowed are 1 to {MOST_OPENINGS}")]
    Openings(usize),
    /// A player cannot play on this machine.
    #[error(transparent)]
    Entrant(#[from] BadRemoteEntrant),
    /// A program cannot be started on this machine.
    #[error("{0}")]
    CannotPlay(String),
}

/// Why the result of a game is not accepted.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum BadChunkGame {
    /// Another version of the program has made it.
    #[error("it is in version {0} of its form, and this program reads version {VERSION}")]
    Version(u32),
    /// It is no possible result of the game.
    #[error("it does not fit the plan")]
    Result,
    /// The record is damaged, or that of another game.
    #[error("its record is wrong: {0}")]
    Record(String),
}

impl GamesChunk {
    /// The chunk with these games: those of each opening are together.
    pub fn new(settings: &TournamentSettings, openings: Vec<Vec<Fixture>>) -> GamesChunk {
        let Openings { positions, steps } = &settings.openings;
        let position = |games: &[Fixture]| {
            let number = games.first()?.opening.checked_rem(positions.len() as u64)?;
            positions.get(number as usize).cloned()
        };
        let openings =
            openings.into_iter().map(|games| ChunkOpening { position: position(&games), games });
        GamesChunk {
            version: VERSION,
            openings: openings.collect(),
            settings: TournamentSettings {
                openings: Openings { positions: Vec::new(), steps: *steps },
                sprt: None,
                ..settings.clone()
            },
        }
    }

    /// The numbers of the games.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        self.openings.iter().flat_map(|opening| &opening.games).map(|game| game.number)
    }

    /// Checks that the games can be played, whoever sent them.
    ///
    /// # Errors
    /// When the chunk contradicts itself.
    pub fn check(&self) -> Result<(), ChunkError> {
        if self.version != VERSION {
            return Err(ChunkError::Version(self.version));
        }
        let TournamentSettings { plan, openings, entrants, .. } = &self.settings;
        // Otherwise comparing their names would take long.
        if entrants.len() > MOST_ENTRANTS {
            let players = entrants.len();
            return Err(ChunkError::Settings(format!(
                "{players} players: allowed with workers are up to {MOST_ENTRANTS}"
            )));
        }
        self.settings.check().map_err(ChunkError::Settings)?;
        if !openings.positions.is_empty() {
            return Err(ChunkError::Settings("positions are listed with the games".to_owned()));
        }
        if self.openings.is_empty() || self.openings.len() > MOST_OPENINGS {
            return Err(ChunkError::Openings(self.openings.len()));
        }
        for opening in &self.openings {
            let number = opening.games.first().map_or(0, |game| game.opening);
            let is_of_it = |game: &Fixture| game.opening == number && game.number < plan.games();
            let wrong = |game: &&Fixture| !is_of_it(game) || !is_possible(game, plan);
            if let Some(game) = opening.games.iter().find(wrong) {
                return Err(ChunkError::Fixture(game.number));
            }
            if opening.games.is_empty() || opening.games.len() > plan.seats {
                return Err(ChunkError::Settings(
                    "an opening has too many games or none".to_owned(),
                ));
            }
            let settings = with_position(&self.settings, &opening.position);
            // A game cannot begin where it is over.
            let at_start = TournamentSettings {
                openings: Openings { steps: 0, ..settings.openings.clone() },
                ..settings
            };
            let play = begin(&at_start, number, &opening.games[0].seating);
            let play = play.map_err(|error| ChunkError::Settings(error.to_string()))?;
            if play.ending().is_some() {
                return Err(ChunkError::Settings("a game is over where it begins".to_owned()));
            }
        }
        Ok(())
    }
}

/// The settings for the games of one opening.
fn with_position(settings: &TournamentSettings, position: &Option<String>) -> TournamentSettings {
    let positions = position.iter().cloned().collect();
    let openings = Openings { positions, ..settings.openings.clone() };
    TournamentSettings { openings, ..settings.clone() }
}

/// A chunk that is being played. If it is dropped, the game in progress is broken off, and its
/// programs are killed.
pub struct ChunkPlayer {
    /// The settings with the programs as they are started on this machine.
    settings: TournamentSettings,
    /// The openings that are left, the next one last.
    openings: Vec<ChunkOpening>,
    /// The games that are left at the current opening, the next one last, with the settings for it.
    games: (Arc<TournamentSettings>, Vec<Fixture>),
    slot: Option<EngineSlot>,
}

impl ChunkPlayer {
    /// Prepares to play a chunk, with the programs of this machine.
    ///
    /// # Errors
    /// When the chunk contradicts itself, or needs a program that is not there.
    pub fn new(chunk: &GamesChunk, programs: &Programs) -> Result<ChunkPlayer, ChunkError> {
        chunk.check()?;
        let entrants = &chunk.settings.entrants;
        let entrants: Result<_, _> =
            entrants.iter().map(|entrant| programs.command_of(entrant)).collect();
        let settings = TournamentSettings { entrants: entrants?, ..chunk.settings.clone() };
        let mut openings = chunk.openings.clone();
        openings.reverse();
        Ok(ChunkPlayer {
            slot: Some(EngineSlot::new(&settings)),
            games: (Arc::new(settings.clone()), Vec::new()),
            settings,
            openings,
        })
    }

    /// The settings with the programs as they are started on this machine.
    #[cfg(feature = "fleet")]
    pub(super) fn settings(&self) -> &TournamentSettings {
        &self.settings
    }

    /// Uses a slot of an earlier chunk with the same settings, whose programs may still run.
    #[cfg(feature = "fleet")]
    pub(super) fn use_slot(&mut self, slot: EngineSlot) {
        self.slot = Some(slot);
    }

    /// The slot, for another chunk.
    #[cfg(feature = "fleet")]
    pub(super) fn into_slot(self) -> Option<EngineSlot> {
        self.slot
    }

    /// Plays the next game; `None` when all are over.
    ///
    /// # Errors
    /// When a program cannot be started.
    pub async fn next(&mut self) -> Result<Option<ChunkGame>, ChunkError> {
        while self.games.1.is_empty() {
            let Some(mut opening) = self.openings.pop() else { return Ok(None) };
            opening.games.reverse();
            let settings = with_position(&self.settings, &opening.position);
            self.games = (Arc::new(settings), opening.games);
        }
        let (settings, games) = &mut self.games;
        let Some(fixture) = games.pop() else { return Ok(None) };
        let slot = self.slot.take().unwrap_or_else(|| EngineSlot::new(settings));
        let start = Instant::now();
        let over = play_fixture(Arc::clone(settings), slot, fixture).await;
        let FixtureResult { slot, played, record } = over.map_err(cannot_play)?;
        self.slot = Some(slot);
        let took = start.elapsed().as_millis() as u64;
        Ok(Some(ChunkGame { version: VERSION, played, record: record.to_string(), took }))
    }

    /// Lets the programs quit.
    pub async fn quit(self) {
        if let Some(slot) = self.slot {
            slot.quit().await;
        }
    }
}

/// Without the command, which is nobody else's business.
fn cannot_play(error: TournamentError) -> ChunkError {
    ChunkError::CannotPlay(match error {
        TournamentError::CannotPlay { name, reason, .. } => {
            format!("{name} cannot take part: {reason}")
        }
        error => error.to_string(),
    })
}

impl ChunkGame {
    /// The number of the game.
    pub fn number(&self) -> u64 {
        self.played.fixture.number
    }

    /// How long the game took.
    pub fn took(&self) -> Duration {
        Duration::from_millis(self.took)
    }

    /// The result of a game that was planned, and its record without date and programs.
    ///
    /// # Errors
    /// When it is not a possible result of this game, begun at its opening.
    pub fn read(
        self,
        settings: &TournamentSettings,
        planned: &Fixture,
    ) -> Result<(PlayedGame, Record), BadChunkGame> {
        let ChunkGame { version, played, record, .. } = self;
        if version != VERSION {
            return Err(BadChunkGame::Version(version));
        }
        if played.fixture != *planned
            || !fits(&played, &settings.plan)
            || played.scored != settings.options.info().scored
        {
            return Err(BadChunkGame::Result);
        }
        let wrong = |reason: &str| BadChunkGame::Record(reason.to_owned());
        if record.len() > LONGEST_RECORD {
            return Err(wrong("it is too long"));
        }
        let mut records = record::read(&record, &catalog::open_line)
            .map_err(|error| BadChunkGame::Record(error.to_string()))?;
        let record = records.pop().filter(|_| records.is_empty());
        let record = record.ok_or_else(|| wrong("there are several"))?;
        let begun = begin(settings, planned.opening, &planned.seating)
            .map_err(|error| BadChunkGame::Record(error.to_string()))?;
        let steps = begun.record().steps.iter().map(|recorded| &recorded.step);
        let is_of_it = record.steps.len() == played.steps as usize
            && record.steps.len() >= begun.steps()
            && steps.zip(&record.steps).all(|(step, recorded)| *step == recorded.step)
            && Record { steps: Vec::new(), ending: None, ..record.clone() }
                == Record { steps: Vec::new(), ending: None, ..begun.record().clone() };
        if is_of_it { Ok((played, record)) } else { Err(wrong("it is of another game")) }
    }
}
