//! Compares random games with known means. The seeds are fixed, so these can fail only when play
//! changes.

use ludoteca_core::playout::{Tally, playouts};
use ludoteca_core::{Game, TypedTable, Visitor};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::table;
use crate::catalog;

struct PlayRandomGames(u64);

impl Visitor for PlayRandomGames {
    type Output = Tally;

    fn visit<G: Game>(self, table: &TypedTable<G>) -> Tally {
        playouts(&*table.game, &table.state, self.0, 100_000, &mut ChaCha8Rng::seed_from_u64(1))
    }
}

/// The results of a number of random games.
pub(crate) fn tally(options: &str, games: u64) -> Tally {
    catalog::visit(&*table(options), PlayRandomGames(games))
}

/// Checks that a value is within the tolerance of the expected one. Tolerances are about three and
/// a half standard errors.
pub(crate) fn near(what: &str, found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() < tolerance,
        "{what} is {found}, not {expected} ± {tolerance}"
    );
}
