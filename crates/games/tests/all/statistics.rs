//! Random games against known means. The seeds are fixed, so these can fail only when play changes.

use ludoteca_core::playout::{Tally, playouts};
use ludoteca_core::{Game, Visitor};
use ludoteca_games::catalog;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

struct Games(u64);

impl Visitor for Games {
    type Output = Tally;

    fn visit<G: Game>(self, game: G) -> Tally {
        playouts(&game, &game.start(), self.0, 100_000, &mut ChaCha8Rng::seed_from_u64(1))
    }
}

fn tally(options: &str, games: u64) -> Tally {
    catalog::visit(&catalog::parse(options).expect("options"), Games(games)).expect("options go together")
}

/// Within three and a half standard errors or so of the expected value.
fn near(what: &str, found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{what} is {found}, not {expected} ± {tolerance}");
}

#[test]
fn tic_tac_toe_is_as_computed_exactly() {
    let tally = tally("ttt", 200_000);
    let share = |count: u64| count as f64 / tally.games as f64;
    near("plies", share(tally.plies), 3203.0 / 420.0, 0.012);
    near("first", share(tally.wins[0]), 0.5849, 0.004);
    near("second", share(tally.wins[1]), 0.2881, 0.004);
    near("draws", share(tally.draws), 0.1270, 0.003);
}

#[test]
fn connect_on_three_by_three_plays_like_tic_tac_toe() {
    let tally = tally("cn rows=3 cols=3", 100_000);
    near("plies", tally.plies as f64 / tally.games as f64, 3203.0 / 420.0, 0.017);
}

#[test]
fn breakthrough_lasts_as_long_as_others_measured() {
    let small = tally("breakthrough", 50_000);
    near("plies on 6x6", small.plies as f64 / small.games as f64, 28.1, 0.2);
    near("first on 6x6", small.wins[0] as f64 / small.games as f64, 0.515, 0.012);
    let large = tally("breakthrough rows=8 cols=8", 20_000);
    near("plies on 8x8", large.plies as f64 / large.games as f64, 64.1, 0.5);
}

/// The mean length is what the `board-game` crate's random games have.
#[test]
fn ataxx_is_fair() {
    let tally = tally("ataxx", 10_000);
    near("plies", tally.plies as f64 / tally.games as f64, 183.8, 4.0);
    near("first", tally.wins[0] as f64 / tally.games as f64, 0.5, 0.02);
}
