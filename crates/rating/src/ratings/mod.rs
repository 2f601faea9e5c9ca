//! Ratings from the results of a tournament, for any number of seats.
//!
//! The model is that of Plackett and Luce: the first place of a game goes to each of its players
//! with a probability in proportion to their strength e^θ, the second place likewise among the
//! rest, and so on. With two seats that is the model of Bradley and Terry, which is Elo's: a player
//! who is 400 points better wins ten times as often as the opponent. So one rating serves tables of
//! two, three and four, and means the same at each: P(i before j) is the logistic curve of the
//! difference.
//!
//! *Ties* count as the average of all orders that they leave open; for two players that makes a
//! draw half a win and half a loss.
//!
//! *A weak prior* keeps ratings finite where a player wins or loses every game, or where two groups
//! never meet: each player is assumed to have drawn a tenth of a game with a player of mean
//! strength.
//!
//! *The most likely strengths* are found by Newton's method; the log-likelihood is concave and so
//! has a single maximum. *Error bars* come from the information matrix there, for ratings measured
//! from their mean. With ties, results vary less than the model says. The reduction is measured
//! over all games and taken to be the same for all players. Between two players the error bar is
//! then that of their match.

mod fit;
mod linear;
mod results;

use crate::statistics::{ELO_PER_LOGIT, Estimate, Z95, normal_cdf};

pub use results::Results;

/// Ratings in Elo, with the mean of all players at 0, and their error bars.
///
/// ```
/// use ludoteca_rating::ratings::{Ratings, Results};
/// use ludoteca_rating::statistics::WinDrawLoss;
///
/// let mut results = Results::new(4);
/// results.add_games(0, 1, &WinDrawLoss { wins: 30, draws: 5, losses: 10 });
/// // A game of three: player 2 first, the others share the second place.
/// results.add_ranking(&[(0, 2), (2, 1), (3, 2)]);
/// let ratings = Ratings::new(&results);
/// assert!(ratings.likelihood_of_superiority(0, 1) > 0.99);
/// assert!(ratings.rating(2).value() > ratings.rating(3).value());
/// ```
#[derive(Clone, Debug)]
pub struct Ratings {
    elo: Vec<f64>,
    /// The covariance of the ratings, in squares of Elo.
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// The most likely ratings, given the results.
    pub fn new(results: &Results) -> Ratings {
        let fit::FittedStrengths { strengths, covariance } = fit::fit(results);
        let elo = strengths.iter().map(|strength| strength * ELO_PER_LOGIT).collect();
        let in_elo = |row: Vec<f64>| {
            row.into_iter().map(|entry| entry * ELO_PER_LOGIT * ELO_PER_LOGIT).collect()
        };
        Ratings { elo, covariance: covariance.into_iter().map(in_elo).collect() }
    }

    /// A player's rating, measured from the mean of all. A player without games has mean strength
    /// and a very long error bar.
    ///
    /// # Panics
    /// Where there is no such player.
    pub fn rating(&self, player: usize) -> Estimate {
        Estimate::new(self.elo[player], Some(Z95 * self.covariance[player][player].sqrt()))
    }

    /// The difference of two ratings: by how much one player is better than another. Its error bar
    /// does not follow from those of the two ratings, which are correlated.
    ///
    /// # Panics
    /// Where there is no such player.
    pub fn difference(&self, player: usize, other: usize) -> Estimate {
        Estimate::new(self.elo[player] - self.elo[other], Some(Z95 * self.deviation(player, other)))
    }

    /// How likely it is that one player is better than another, by the normal distribution of their
    /// difference.
    ///
    /// # Panics
    /// Where there is no such player.
    pub fn likelihood_of_superiority(&self, player: usize, other: usize) -> f64 {
        if player == other {
            return 0.5;
        }
        normal_cdf((self.elo[player] - self.elo[other]) / self.deviation(player, other))
    }

    /// All players, the strongest first; equals are ordered by number.
    pub fn ranking(&self) -> Vec<usize> {
        let mut players: Vec<usize> = (0..self.elo.len()).collect();
        players.sort_by(|one, other| self.elo[*other].total_cmp(&self.elo[*one]));
        players
    }

    /// The standard deviation of a difference.
    fn deviation(&self, player: usize, other: usize) -> f64 {
        let of = &self.covariance;
        // Rounding may make a variance of zero slightly negative.
        (of[player][player] + of[other][other] - 2.0 * of[player][other]).max(0.0).sqrt()
    }
}
