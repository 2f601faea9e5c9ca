//! The `board-game` crate (MIT OR Apache-2.0), called the
//! way its own code calls it and at the fastest that its public interface allows.

use std::hint::black_box;

use board_game::board::{Board, Outcome, Player};
use board_game::games::ataxx::AtaxxBoard;
use board_game::games::oware::OwareBoard;
use board_game::games::ttt::TTTBoard;
use board_game::util::coord::Coord3;
use board_game::util::game_stats::perft_naive;
use internal_iterator::InternalIterator;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::measure::{Measured, repeat};
use crate::tally::Tally;

/// What `rand` 0.8's `SmallRng` is on 64-bit machines, by its own name.
type Generator = Xoshiro256PlusPlus;

/// Games between two readings of the clock.
const BATCH: u64 = 1_000;

/// Ataxx perft by the crate's own function without a hash table, which counts the leaves without
/// making them. Units: leaves.
pub fn ataxx_perft_naive(depth: u32, budget: f64) -> Measured<u64> {
    ataxx_perft(budget, |start| perft_naive(start, depth))
}

/// Ataxx perft, leaves counted without making them. Units: leaves.
///
/// The count is `available_moves().count()`, which `AtaxxBoard` overrides with population counts.
pub fn ataxx_perft_counted(depth: u32, budget: f64) -> Measured<u64> {
    ataxx_perft(budget, |start| perft::<_, false>(start, depth))
}

/// Ataxx perft, every leaf made. Units: leaves.
pub fn ataxx_perft_made(depth: u32, budget: f64) -> Measured<u64> {
    ataxx_perft(budget, |start| perft::<_, true>(start, depth))
}

/// Repeats one perft of the start position.
fn ataxx_perft(budget: f64, perft: impl Fn(&AtaxxBoard) -> u64) -> Measured<u64> {
    let start = AtaxxBoard::diagonal(7);
    repeat(budget, 0, |answer| {
        *answer = perft(black_box(&start));
        *answer
    })
}

/// Perft with a choice of whether the leaves are made.
///
/// As the crate's `perft_naive`, but with `clone` and `play` in place of `clone_and_play`, which
/// measured slower by a third (presumably the copy out of its `Result`). Both check that the move
/// is available; the crate has no unchecked way.
fn perft<B: Board, const MAKE: bool>(board: &B, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let Ok(moves) = board.available_moves() else {
        return 0;
    };
    if depth == 1 && !MAKE {
        return moves.count() as u64;
    }
    let mut leaves = 0;
    moves.for_each(|mv: B::Move| {
        let mut child = board.clone();
        child.play(mv).expect("the move is available");
        if depth == 1 {
            // Or the compiler may drop the making of a board that nobody looks at.
            black_box(&child);
            leaves += 1;
        } else {
            leaves += perft::<B, MAKE>(&child, depth - 1);
        }
    });
    leaves
}

/// Uniformly random Ataxx games from the start position. Units: games.
///
/// `AtaxxBoard` overrides `random_available_move`: it draws once and finds the move by population
/// counts, with clones to one square merged and a pass where nothing else can be played.
pub fn ataxx_games(seed: u64, budget: f64) -> Measured<Tally> {
    random_games(&AtaxxBoard::diagonal(7), seed, budget)
}

/// Uniformly random Oware games (2 x 6 pits, 4 seeds each). Units: games.
pub fn oware_games(seed: u64, budget: f64) -> Measured<Tally> {
    random_games(&OwareBoard::<6>::new(4), seed, budget)
}

/// As `oware_games`, but moves are drawn from all pits until `play` accepts one: uniform as well,
/// and faster, since the crate's own choice tests each pit twice.
pub fn oware_games_tried(seed: u64, budget: f64) -> Measured<Tally> {
    games(
        &OwareBoard::<6>::new(4),
        seed,
        budget,
        |board, rng| while board.play(rng.gen_range(0..6)).is_err() {},
    )
}

/// Uniformly random Tic-Tac-Toe games. Units: games.
pub fn ttt_games(seed: u64, budget: f64) -> Measured<Tally> {
    random_games(&TTTBoard::default(), seed, budget)
}

/// As `ttt_games`, but moves are drawn from all squares until `play` accepts one.
pub fn ttt_games_tried(seed: u64, budget: f64) -> Measured<Tally> {
    games(&TTTBoard::default(), seed, budget, |board, rng| {
        while board.play(Coord3::from_index(rng.gen_range(0..9))).is_err() {}
    })
}

/// Random games with the crate's own choice of a move, `play_random_available_move`.
fn random_games<B: Board>(start: &B, seed: u64, budget: f64) -> Measured<Tally> {
    games(start, seed, budget, |board, rng| {
        board.play_random_available_move(rng).expect("the game is not over");
    })
}

/// Games from `start`, moved on by `advance` until the board has an outcome.
fn games<B: Board>(
    start: &B,
    seed: u64,
    budget: f64,
    mut advance: impl FnMut(&mut B, &mut Generator),
) -> Measured<Tally> {
    let mut rng = Generator::seed_from_u64(seed);
    repeat(budget, Tally::default(), |tally| {
        for _ in 0..BATCH {
            let mut board = start.clone();
            let outcome = loop {
                advance(&mut board, &mut rng);
                tally.plies += 1;
                if let Some(outcome) = board.outcome() {
                    break outcome;
                }
            };
            *match outcome {
                Outcome::WonBy(Player::A) => &mut tally.first_wins,
                Outcome::WonBy(Player::B) => &mut tally.second_wins,
                Outcome::Draw => &mut tally.draws,
            } += 1;
        }
        BATCH
    })
}
