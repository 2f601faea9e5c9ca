//! What the games of a match say about two players: Elo difference, normalised Elo, likelihood of
//! superiority, draw rate.
//!
//! Games are counted one by one ([`WinDrawLoss`], three possible results) or in pairs with the same
//! opening and the seats swapped ([`Pentanomial`], five possible results). Pairs are the better
//! measure where openings favour a seat: what an opening gives to one player it gives to the other
//! in the next game, so that the sums vary less than independent games would.

mod estimate;

pub use estimate::{Estimate, percent};

/// Half the width of an interval that holds 95 % of a normal distribution, in standard deviations.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Elo of one unit of the logistic distribution's argument: 400 / ln 10.
pub(crate) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Elo of one standard deviation of a game's result. Near an even score without draws, normalised
/// Elo and Elo are then the same.
pub(crate) const ELO_PER_DEVIATION: f64 = 2.0 * ELO_PER_LOGIT;

/// Games of one player, counted by their results.
///
/// ```
/// use ludoteca_rating::statistics::{Sample, Score, percent};
///
/// let score = Score { wins: 136, draws: 111, losses: 96 };
/// assert_eq!(score.elo().to_string(), "+40.70 ± 30.43");
/// assert_eq!(score.normalised_elo().to_string(), "+49.77 ± 36.77");
/// assert_eq!(percent(score.superiority()), "99.60 %");
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
    /// The same games as the other player sees them.
    #[must_use]
    pub fn reversed(self) -> WinDrawLoss {
        WinDrawLoss { wins: self.losses, losses: self.wins, ..self }
    }
}

/// Pairs of games with seats swapped, counted by the points of one player: 0, ½, 1, 1½ and 2.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Pentanomial {
    /// How many pairs gave so many half points.
    pub by_half_points: [u64; 5],
}

impl Pentanomial {
    /// The same pairs as the other player sees them.
    #[must_use]
    pub fn reversed(mut self) -> Pentanomial {
        self.by_half_points.reverse();
        self
    }
}

/// Results that were counted: how often each of the possible sums came up.
pub trait Sample {
    /// Games in one result.
    const GAMES_IN_ONE: u64;

    /// How often each result came up, from no points to all points in equal steps; an odd number of
    /// them.
    fn counts(&self) -> Vec<u64>;

    // What follows is the same for every sample and is not meant to be written anew.

    /// Results that were counted.
    fn results(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// Games that were counted.
    fn games(&self) -> u64 {
        self.results() * Self::GAMES_IN_ONE
    }

    /// Points of a game on average, from 0 to 1.
    fn mean(&self) -> Option<f64> {
        Moments::of(self).map(|moments| moments.mean)
    }

    /// The difference in Elo by the logistic curve: a mean score of s is worth -400 log10(1/s - 1).
    ///
    /// The error bar is half the distance between the Elo of the ends of the score's 95 % interval,
    /// s ± 1.96 √(v/n) with the sample's own variance v. It is unknown where all results are alike,
    /// a single one among them, and where the interval reaches a score of 0 or 1.
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
    /// above one half, times 800 / ln 10. Unlike Elo it tells how many games it takes to see the
    /// difference, whatever the share of draws.
    ///
    /// A game's variance is that of a pair's mean times two. The error bar is that of a mean of so
    /// many games, 1.96/√n: it does not depend on the results. Infinite where all results are alike
    /// and uneven, unknown where all are even.
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
    /// Where all of n results are alike there is no variance to go by. The answer is then that of n
    /// throws of a coin about which nothing is known (a uniform prior): 1 - 2^-(n+1) for results
    /// above one half, one half for even ones.
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

/// Mean and variance of one result, where all points count 1.
struct Moments {
    mean: f64,
    /// Exactly 0 where all results are alike, and only there.
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

/// The Elo difference that a mean score is worth; infinite at 0 and 1.
fn elo_of(score: f64) -> f64 {
    (score / (1.0 - score)).ln() * ELO_PER_LOGIT
}

/// The share of a normal distribution below so many standard deviations.
pub(crate) fn normal_cdf(deviations: f64) -> f64 {
    libm::erfc(-deviations / std::f64::consts::SQRT_2) / 2.0
}
