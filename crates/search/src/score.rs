//! Values of positions, one number for each seat: what searchers compare.

use ludoteca_core::evaluation::Scores;
use ludoteca_core::{MAX_SEATS, Outcome, Seat, Verdict};

/// Greater than every value.
pub const INFINITE: i32 = 1_000_000_001;

/// The value of a win on the spot. A win that takes longer is worth one less for each ply.
const WIN: i32 = 1_000_000_000;

/// The greatest absolute value of an estimate. Wins and losses lie far beyond it.
const MOST_ESTIMATE: i32 = 500_000_000;

/// The values of the end of a game for each of `seats`, if the game ends after this many plies. A
/// nearer win is better than a farther one, and a farther loss is better than a nearer one.
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

/// How far each of `seats` is ahead: its static evaluation minus the mean of the others.
#[inline(always)]
pub fn relative_scores(scores: Scores, seats: usize) -> Scores {
    if seats == 2 {
        let first = clamp_estimate(scores[0] - scores[1]);
        return [first, -first, 0, 0];
    }
    let total: i32 = scores.iter().sum();
    scores.map(|own| clamp_estimate(own - (total - own) / (seats as i32 - 1)))
}

/// The values for both seats, given the value for one of them.
#[inline(always)]
pub fn of_two(seat: Seat, value: i32) -> Scores {
    let [first, second] = seat.first_of_two([value, -value]);
    [first, second, 0, 0]
}

/// The value of a win in this many plies; its negative is the value of a loss.
#[inline(always)]
pub fn win_in(plies: u32) -> i32 {
    WIN - plies as i32
}

/// The distance in plies of a certain win or loss.
#[inline(always)]
pub fn plies(score: i32) -> u32 {
    (WIN - score.abs()) as u32
}

/// Is this a certain win?
#[inline(always)]
pub fn is_win(score: i32) -> bool {
    score > MOST_ESTIMATE
}

/// Is this a certain loss?
#[inline(always)]
pub fn is_loss(score: i32) -> bool {
    score < -MOST_ESTIMATE
}

/// Clamps a value to the range of estimates, between certain losses and certain wins.
#[inline(always)]
pub fn clamp_estimate(score: i32) -> i32 {
    score.clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
}
