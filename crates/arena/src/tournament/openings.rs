//! The openings of games.

use ludoteca_core::Options;
use ludoteca_games::catalog;
use ludoteca_play::seeds::{Seed, game_seed, next_seed};
use ludoteca_play::{BadRecord, Command, Play, Seated, Setup};
use serde::{Deserialize, Serialize};

/// The openings of the games. All games of one opening begin alike, also in another run.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Openings {
    /// The positions, used in turn and then again from the first. If there are none, games start
    /// from the usual first position.
    pub positions: Vec<String>,
    /// The number of random steps from there.
    pub steps: u32,
}

/// How often the random steps are redrawn if they end the game, before their number is reduced.
const TRIES: u32 = 50;

impl Openings {
    /// Starts a game with the opening of this number. Everything random in it, dice and players,
    /// follows from the seed and that number.
    ///
    /// # Errors
    /// When the options, seats and position do not go together.
    pub fn begin(
        &self,
        options: &Options,
        seats: &[Seated],
        seed: Seed,
        number: u64,
    ) -> Result<Play, BadRecord> {
        let count = self.positions.len() as u64;
        let position = (count > 0).then(|| self.positions[(number % count) as usize].clone());
        let mut steps = self.steps;
        let mut tried = 0u32;
        let mut longest = 0;
        let mut seed = game_seed(seed, number as u32);
        loop {
            let setup = Setup {
                players: Some(seats.to_vec()),
                position: position.clone(),
                ..Setup::new(options.clone(), seed)
            };
            let mut play =
                Play::open(setup.record().expect("no obstacles are drawn"), catalog::open)?;
            while play.ending().is_none() && (play.steps() as u32) < steps {
                play.tell(Command::Random);
            }
            if steps == 0 || play.ending().is_none() {
                return Ok(play);
            }
            seed = next_seed(seed);
            tried += 1;
            longest = longest.max(play.steps() as u32);
            if tried.is_multiple_of(TRIES) {
                // No game was longer than this, so more steps would end every game.
                steps = (longest - 1).min(steps - 1);
            }
        }
    }
}
