//! What positions are worth, in one number a seat: what searchers compare.

use ludoteca_core::evaluation::Scores;
use ludoteca_core::{MAX_SEATS, Outcome, Seat, Verdict};

/// More than anything is worth.
pub const INFINITE: i32 = 1_000_000_001;

/// A win on the spot. One that takes longer is worth less, by one a ply.
const WIN: i32 = 1_000_000_000;

/// No estimate is beyond this, and neither wins nor losses come near it.
const MOST_ESTIMATE: i32 = 500_000_000;

/// What the end of a game is worth to each of `seats`, so many plies from now: a nearer win is
/// better, a farther loss is, too.
#[inline(always)]
pub fn terminal_scores(outcome: &Outcome, seats: usize, plies: u32) -> Scores {
    let mut scores = [0; MAX_SEATS];
    for (seat, score) in Seat::all(seats).zip(&mut scores) {
        *score = match outcome.verdict {
            Verdict::Won(winner) if winner == seat => win_in(plies),
            Verdict::Won(_) => -win_in(plies),
            Verdict::Draw => 0,
            Verdict::Scored => clamp_estimate(outcome.points(seat).saturating_mul(100)),
        };
    }
    scores
}

/// How far each of `seats` is ahead of the others: its static evaluation less the mean of theirs.
#[inline(always)]
pub fn relative_scores(standing: Scores, seats: usize) -> Scores {
    if seats == 2 {
        let first = clamp_estimate(standing[0] - standing[1]);
        return [first, -first, 0, 0];
    }
    let total: i32 = standing.iter().sum();
    standing.map(|own| clamp_estimate(own - (total - own) / (seats as i32 - 1)))
}

/// What is worth so much to one of two seats, to each.
#[inline(always)]
pub fn of_two(seat: Seat, value: i32) -> Scores {
    let [first, second] = seat.first_of_two([value, -value]);
    [first, second, 0, 0]
}

/// What a win in so many plies is worth; its negative is a loss.
#[inline(always)]
pub fn win_in(plies: u32) -> i32 {
    WIN - plies as i32
}

/// In how many plies a sure win or loss comes.
#[inline(always)]
pub fn plies(score: i32) -> u32 {
    (WIN - score.abs()) as u32
}

/// Is this a sure win?
#[inline(always)]
pub fn is_win(score: i32) -> bool {
    score > MOST_ESTIMATE
}

/// Is this a sure loss?
#[inline(always)]
pub fn is_loss(score: i32) -> bool {
    score < -MOST_ESTIMATE
}

/// The nearest number that is neither a sure win nor a sure loss.
#[inline(always)]
pub fn clamp_estimate(score: i32) -> i32 {
    score.clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
}
