//! Our side, through the same calls that the program makes.

use ludoteca_core::perft::{perft, perft_without_bulk};
use ludoteca_core::playout::playouts;
use ludoteca_core::{Game, TypedTable, Visitor};
use ludoteca_games::catalog;
use our_rand_xoshiro::Xoshiro256PlusPlus;
use our_rand_xoshiro::rand_core::SeedableRng;

use crate::measure::{Measured, repeat};
use crate::tally::Tally;

/// Games between two readings of the clock.
const BATCH: u64 = 1_000;

/// Ataxx perft, leaves counted without making them. Units: leaves.
pub fn ataxx_perft_counted(depth: u32, budget: f64) -> Measured<u64> {
    open("ataxx", Perft { depth, budget, made: false })
}

/// Ataxx perft, every leaf made. Units: leaves.
pub fn ataxx_perft_without_bulk(depth: u32, budget: f64) -> Measured<u64> {
    open("ataxx", Perft { depth, budget, made: true })
}

/// Uniformly random games from the start, with the generator that the other side has. Units: games.
pub fn games(options: &str, seed: u64, budget: f64) -> Measured<Tally> {
    open(options, Games { seed, budget })
}

fn open<V: Visitor>(options: &str, visitor: V) -> V::Output {
    let table = catalog::open_line(options).expect("the game is in the catalogue");
    catalog::visit(&*table, visitor)
}

struct Perft {
    depth: u32,
    budget: f64,
    made: bool,
}

impl Visitor for Perft {
    type Output = Measured<u64>;

    fn visit<G: Game>(self, table: &TypedTable<G>) -> Measured<u64> {
        repeat(self.budget, 0, |answer| {
            let count = if self.made { perft_without_bulk } else { perft };
            *answer = count(&*table.game, &table.state, self.depth);
            *answer
        })
    }
}

struct Games {
    seed: u64,
    budget: f64,
}

impl Visitor for Games {
    type Output = Measured<Tally>;

    fn visit<G: Game>(self, table: &TypedTable<G>) -> Measured<Tally> {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        repeat(self.budget, Tally::default(), |tally| {
            let played = playouts(&*table.game, &table.state, BATCH, u64::MAX, &mut generator);
            tally.first_wins += played.wins[0];
            tally.second_wins += played.wins[1];
            tally.draws += played.draws;
            tally.plies += played.plies;
            BATCH
        })
    }
}
