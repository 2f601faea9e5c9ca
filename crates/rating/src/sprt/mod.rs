//! The sequential probability ratio test (SPRT): games are played until it is clear which of two
//! hypotheses about the strength of a player holds.
//!
//! After every game (or pair) the log-likelihood ratio of H1, 'better by `elo1`', against H0,
//! 'better by `elo0`', is compared with Wald's bounds: at or above ln((1 - β)/α) accept H1, at or
//! below ln(β/(1 - α)) accept H0, else go on. H1 is then accepted by mistake with a probability of
//! about α, H0 with one of about β.

mod likelihood;
mod read;

use std::fmt;

use crate::statistics::{Pentanomial, Sample, WinDrawLoss};

pub use read::SprtError;

/// A test with its hypotheses, its error rates and the model of its Elo. It is written and read in
/// one line:
///
/// ```
/// use ludoteca_rating::sprt::{Sprt, SprtDecision};
/// use ludoteca_rating::statistics::WinDrawLoss;
///
/// let sprt: Sprt = "elo0=0 elo1=5 alpha=0.05 beta=0.05".parse()?;
/// let ratio = sprt.log_likelihood_ratio(&WinDrawLoss { wins: 1415, draws: 2627, losses: 1382 });
/// assert_eq!(sprt.decision(ratio), SprtDecision::Continue);
/// assert_eq!(sprt.to_string(), "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic");
/// # Ok::<(), ludoteca_rating::sprt::SprtError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// What the Elo of the hypotheses means.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Model {
    /// Rao and Kupper's model as in BayesElo: a win is a logistic curve shifted by a 'draw Elo',
    /// and so is a loss. It supports single games only, not pairs.
    BayesElo,
    /// The Elo of the mean score, by the logistic curve.
    Logistic,
    /// The mean score's distance from one half in standard deviations of a game, times 800 / ln 10.
    Normalised,
}

/// The decision of a test so far.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum SprtDecision {
    /// Neither hypothesis is accepted yet.
    Continue,
    /// H0 is accepted: the difference is `elo0` or less.
    AcceptH0,
    /// H1 is accepted: the difference is `elo1` or more.
    AcceptH1,
}

impl Sprt {
    /// A test with hypotheses in the Elo of its model, a probability `alpha` of accepting H1 by
    /// mistake and `beta` of accepting H0 by mistake.
    ///
    /// # Errors
    /// Where a number is out of range, or `elo0` is not less than `elo1`.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: Model,
    ) -> Result<Sprt, SprtError> {
        Sprt { elo0, elo1, alpha, beta, model }.checked()
    }

    /// What the Elo of the hypotheses means.
    pub fn model(&self) -> Model {
        self.model
    }

    /// The log-likelihood ratio of H1 against H0 by single games. 0 without games.
    ///
    /// A result that never occurred counts as a thousandth of a game, so that the ratio is always
    /// defined.
    pub fn log_likelihood_ratio(&self, games: &WinDrawLoss) -> f64 {
        match self.model {
            Model::BayesElo => likelihood::bayes_elo(games, self.elo0, self.elo1),
            Model::Logistic | Model::Normalised => self.generalised_log_likelihood_ratio(games),
        }
    }

    /// The log-likelihood ratio by pairs of games; `None` where the model does not support pairs.
    pub fn pentanomial_log_likelihood_ratio(&self, pairs: &Pentanomial) -> Option<f64> {
        (self.model != Model::BayesElo).then(|| self.generalised_log_likelihood_ratio(pairs))
    }

    /// The bounds of the log-likelihood ratio, for H0 and for H1.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What a log-likelihood ratio decides.
    pub fn decision(&self, ratio: f64) -> SprtDecision {
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            SprtDecision::AcceptH1
        } else if ratio <= lower {
            SprtDecision::AcceptH0
        } else {
            SprtDecision::Continue
        }
    }

    fn generalised_log_likelihood_ratio<S: Sample>(&self, sample: &S) -> f64 {
        let fit = if self.model == Model::Normalised {
            likelihood::with_deviations
        } else {
            likelihood::with_mean
        };
        likelihood::generalised(sample, self.elo0, self.elo1, fit)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={model}")
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::BayesElo => "bayeselo",
            Model::Logistic => "logistic",
            Model::Normalised => "normalised",
        })
    }
}

impl fmt::Display for SprtDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtDecision::Continue => "undecided",
            SprtDecision::AcceptH0 => "H0 accepted",
            SprtDecision::AcceptH1 => "H1 accepted",
        })
    }
}
