//! Where games begin.

use ludoteca_core::Options;
use ludoteca_games::catalog;
use ludoteca_play::streams::{Seed, game_seed, next_seed};
use ludoteca_play::{BadRecord, Command, Play, Record, Seated};
use serde::{Deserialize, Serialize};

/// Where games begin: the same for all games of one opening, the same from one run to the next.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Openings {
    /// One after the other, and again from the first; none: the usual first position.
    pub positions: Vec<String>,
    /// So many random steps from there.
    pub steps: u32,
}

/// How often random steps are drawn anew where they end the game, before there is one less of them.
const TRIES: u32 = 50;

impl Openings {
    /// A game at the start of the opening with this number. Everything random in it, dice and players, follows from the seed and that number.
    ///
    /// # Errors
    /// Where the options, seats and position do not go together.
    pub fn begin(&self, options: &Options, seats: &[Seated], seed: Seed, number: u64) -> Result<Play, BadRecord> {
        let count = self.positions.len() as u64;
        let position = (count > 0).then(|| self.positions[(number % count) as usize].clone());
        let mut steps = self.steps;
        let mut tried = 0u32;
        let mut seed = game_seed(seed, number as u32);
        loop {
            let record =
                Record { seed: Some(seed), position: position.clone(), ..Record::new(options.clone(), seats.to_vec()) };
            let table = catalog::open(options).expect("the options were opened before");
            let mut play = Play::new(record, table)?;
            for _ in 0..steps {
                play.tell(Command::Draw);
            }
            if steps == 0 || play.ending().is_none() {
                return Ok(play);
            }
            seed = next_seed(seed);
            tried += 1;
            if tried.is_multiple_of(TRIES) {
                steps -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(game: &str, openings: &Openings, number: u64) -> Play {
        let options = catalog::parse(game).unwrap();
        let names = &options.info().names[..options.number("seats") as usize];
        let seats: Vec<Seated> = names.iter().map(|name| Seated::manual(name)).collect();
        openings.begin(&options, &seats, Seed::Number(7), number).unwrap()
    }

    fn steps(play: &Play) -> Vec<&str> {
        play.record().steps.iter().map(|noted| noted.step.as_str()).collect()
    }

    #[test]
    fn openings_differ_and_repeat() {
        let openings = Openings { positions: Vec::new(), steps: 4 };
        for game in catalog::GAMES {
            let all: Vec<Play> = (0..20).map(|number| begun(game.id, &openings, number)).collect();
            let again = begun(game.id, &openings, 3);
            assert_eq!((steps(&again), again.record().seed), (steps(&all[3]), all[3].record().seed));
            let mut different: Vec<_> = all.iter().map(steps).collect();
            different.sort_unstable();
            different.dedup();
            assert!(different.len() > 10, "{}: {} of 20", game.id, different.len());
        }
    }

    #[test]
    fn no_opening_ends_the_game() {
        // Most random games of Tic-Tac-Toe are over after eight steps, all are after nine.
        for (steps, left) in [(8, 8), (9, 8), (100, 8)] {
            for number in 0..20 {
                let play = begun("ttt", &Openings { positions: Vec::new(), steps }, number);
                assert_eq!((play.ending(), play.steps()), (None, left));
            }
        }
    }

    #[test]
    fn positions_come_in_turn() {
        let positions = ["3/1x1/3 o".to_owned(), "x2/3/3 o".to_owned()].to_vec();
        let openings = Openings { positions: positions.clone(), steps: 0 };
        for (number, position) in [(0, 0), (1, 1), (2, 0)] {
            assert_eq!(begun("ttt", &openings, number).table().position(), positions[position]);
        }
        let openings = Openings { positions, steps: 2 };
        assert_eq!(steps(&begun("ttt", &openings, 1)).len(), 2);
    }
}
