//! How a game is set up.

use ludoteca_core::{OptionError, Options};

use crate::players::Seated;
use crate::record::Record;
use crate::seeds::{Purpose, Seed, stream};

/// What is chosen before a game begins.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game and its options.
    pub options: Options,
    /// Obstacles that are drawn from the seed, in place of those that the options have.
    pub obstacles: Option<Obstacles>,
    /// The players. `None` stands for persons with the game's default names.
    pub players: Option<Vec<Seated>>,
    /// Where it starts, if not from its usual first position.
    pub position: Option<String>,
    /// The seed of all random numbers.
    pub seed: Seed,
}

/// Obstacles that are drawn at random.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Obstacles {
    /// Their number as typed.
    pub count: String,
    /// Are they drawn in one quarter of the board and mirrored into the others?
    pub mirrored: bool,
}

/// Why a game cannot be set up.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum SetupError {
    /// The game has no obstacles.
    NoObstacles {
        /// The game's id.
        game: &'static str,
    },
    /// This number of obstacles cannot be drawn.
    Option(OptionError),
}

impl From<OptionError> for SetupError {
    fn from(error: OptionError) -> SetupError {
        SetupError::Option(error)
    }
}

impl Setup {
    /// A game with these options between persons, from its usual first position.
    pub fn new(options: Options, seed: Seed) -> Setup {
        Setup { options, obstacles: None, players: None, position: None, seed }
    }

    /// The record of a game that is about to begin. [`Play::open`](crate::Play::open) begins it,
    /// and says whether the rules allow it.
    ///
    /// # Errors
    /// Where obstacles cannot be drawn.
    pub fn record(self) -> Result<Record, SetupError> {
        let Setup { mut options, obstacles, players, position, seed } = self;
        let info = options.info();
        if let Some(Obstacles { count, mirrored }) = obstacles {
            let scatter = info.scatter.ok_or(SetupError::NoObstacles { game: info.id })?;
            scatter(&mut options, &count, mirrored, &mut stream(seed, Purpose::SetUp))?;
        }
        let names = info.names.iter().take(options.number("seats") as usize);
        let players = players.unwrap_or_else(|| names.map(|name| Seated::manual(name)).collect());
        Ok(Record { seed: Some(seed), position, ..Record::new(options, players) })
    }
}
