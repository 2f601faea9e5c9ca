//! Statistics of a match between two players: Elo difference, normalised Elo, likelihood of
//! superiority, draw rate.
//!
//! Games are counted one by one ([`WinDrawLoss`], three possible results) or in pairs with the same
//! opening and the seats swapped ([`Pentanomial`], five possible results). Pairs are the better
//! measure where openings favour a seat. An opening favours one player in the first game and the
//! other in the second, so that the sums vary less than independent games would.

mod estimate;

pub use estimate::{Estimate, percent};

/// Half the width of an interval that holds 95 % of a normal distribution, in standard deviations.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Elo for one unit of the logistic curve's argument: 400 / ln 10.
pub(crate) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Elo for one standard deviation of a game's result. With this factor, normalised Elo equals Elo
/// near an even score without draws.
pub(crate) const ELO_PER_DEVIATION: f64 = 2.0 * ELO_PER_LOGIT;

/// Games of one player, counted by their results.
///
/// ```
/// use ludoteca_rating::statistics::{Sample, WinDrawLoss, percent};
///
/// let score = WinDrawLoss { wins: 136, draws: 111, losses: 96 };
/// assert_eq!(score.elo().to_string(), "+40.70 ± 30.43");
/// assert_eq!(score.normalised_elo().to_string(), "+49.77 ± 36.77");
/// assert_eq!(percent(score.likelihood_of_superiority()), "99.60 %");
/// assert_eq!(percent(score.draw_rate()), "32.36 %");
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct WinDrawLoss {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl WinDrawLoss {
    /// The same games from the other player's point of view.
    #[must_use]
    pub fn reversed(self) -> WinDrawLoss {
        WinDrawLoss { wins: self.losses, losses: self.wins, ..self }
    }
}

/// Pairs of games with seats swapped, counted by the points of one player: 0, ½, 1, 1½ and 2.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Pentanomial {
    /// The number of pairs by the half points that they gave, from 0 to 4.
    pub by_half_points: [u64; 5],
}

impl Pentanomial {
    /// The same pairs from the other player's point of view.
    #[must_use]
    pub fn reversed(mut self) -> Pentanomial {
        self.by_half_points.reverse();
        self
    }
}

/// Counted results: how often each possible sum of points came up.
pub trait Sample {
    /// The number of games in one result.
    const GAMES_IN_ONE: u64;

    /// How often each result came up, from no points to all points in equal steps. The number of
    /// different results is odd.
    fn counts(&self) -> Vec<u64>;

    // The methods below are the same for every sample; implementations should not override them.

    /// The number of results.
    fn results(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// The number of games.
    fn games(&self) -> u64 {
        self.results() * Self::GAMES_IN_ONE
    }

    /// The mean score of a game, from 0 to 1.
    fn mean(&self) -> Option<f64> {
        Moments::of(self).map(|moments| moments.mean)
    }

    /// The difference in Elo by the logistic curve: a mean score of s is worth -400 log10(1/s - 1).
    ///
    /// The error bar is half the distance between the Elo of the ends of the score's 95 % interval,
    /// s ± 1.96 √(v/n) with the sample's own variance v. It is unknown if all results are the same
    /// (or there is only one), or if the interval reaches a score of 0 or 1.
    fn elo(&self) -> Estimate {
        let Some(Moments { mean, variance, results, .. }) = Moments::of(self) else {
            return Estimate::Unknown;
        };
        let reach = Z95 * (variance / results).sqrt();
        let error = (elo_of(mean + reach) - elo_of(mean - reach)) / 2.0;
        let known = variance > 0.0 && mean - reach > 0.0 && mean + reach < 1.0;
        Estimate::new(elo_of(mean), known.then_some(error))
    }

    /// The difference in normalised Elo: how many standard deviations of a game the mean score lies
    /// above one half, times 800 / ln 10. Unlike Elo, it determines how many games it takes to see
    /// the difference, whatever the share of draws.
    ///
    /// A game's variance is twice that of a pair's mean. The error bar is that of a mean of as many
    /// games, 1.96/√n, and does not depend on the results. The estimate is infinite if all results
    /// are the same and not even, and unknown if all are even.
    fn normalised_elo(&self) -> Estimate {
        let Some(Moments { mean, variance, results }) = Moments::of(self) else {
            return Estimate::Unknown;
        };
        let games_in_one = Self::GAMES_IN_ONE as f64;
        let deviations = (mean - 0.5) / (variance * games_in_one).sqrt();
        let error = Z95 / (results * games_in_one).sqrt() * ELO_PER_DEVIATION;
        Estimate::new(deviations * ELO_PER_DEVIATION, Some(error))
    }

    /// How likely it is that the player is the better one: Φ((s - ½) / √(v/n)), the mean score's
    /// distance from one half by the normal distribution.
    ///
    /// If all n results are the same, there is no variance to use. The answer is then that for n
    /// tosses of a coin about which nothing is known (a uniform prior): 1 - 2^-(n+1) for results
    /// above one half, and one half for even ones.
    fn likelihood_of_superiority(&self) -> Option<f64> {
        let Moments { mean, variance, results } = Moments::of(self)?;
        let doubt = (-results - 1.0).exp2();
        Some(match mean - 0.5 {
            _ if variance > 0.0 => normal_cdf((mean - 0.5) / (variance / results).sqrt()),
            above if above > 0.0 => 1.0 - doubt,
            below if below < 0.0 => doubt,
            _ => 0.5,
        })
    }

    /// The share of even results: draws, or pairs with one point for each.
    fn draw_rate(&self) -> Option<f64> {
        let counts = self.counts();
        let results = self.results();
        (results > 0).then(|| counts[counts.len() / 2] as f64 / results as f64)
    }
}

impl Sample for WinDrawLoss {
    const GAMES_IN_ONE: u64 = 1;

    fn counts(&self) -> Vec<u64> {
        vec![self.losses, self.draws, self.wins]
    }
}

impl Sample for Pentanomial {
    const GAMES_IN_ONE: u64 = 2;

    fn counts(&self) -> Vec<u64> {
        self.by_half_points.to_vec()
    }
}

/// Mean and variance of one result, scaled so that all points count as 1.
struct Moments {
    mean: f64,
    /// Exactly 0 if and only if all results are the same.
    variance: f64,
    results: f64,
}

impl Moments {
    fn of<S: Sample + ?Sized>(sample: &S) -> Option<Moments> {
        let counts = sample.counts();
        let results = sample.results() as f64;
        let most = (counts.len() - 1) as f64;
        let weighted = |value: &dyn Fn(f64) -> f64| -> f64 {
            counts
                .iter()
                .enumerate()
                .map(|(n, count)| *count as f64 * value(n as f64 / most))
                .sum::<f64>()
                / results
        };
        let mean = weighted(&|points| points);
        let variance = weighted(&|points| (points - mean).powi(2));
        (results > 0.0).then_some(Moments { mean, variance, results })
    }
}

/// The Elo difference that belongs to a mean score; infinite at 0 and 1.
fn elo_of(score: f64) -> f64 {
    (score / (1.0 - score)).ln() * ELO_PER_LOGIT
}

/// The cumulative distribution function of the standard normal distribution.
pub(crate) fn normal_cdf(deviations: f64) -> f64 {
    libm::erfc(-deviations / std::f64::consts::SQRT_2) / 2.0
}
