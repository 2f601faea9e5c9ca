//! Reading a test from `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic`.

use std::str::FromStr;

use super::{Model, Sprt};

/// The keys that a line may have, as they are written.
const KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];

/// Why a test is refused.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// A word has no `=`.
    #[error("`{text}` is no part of a test: the form is KEY=VALUE")]
    NoValue {
        /// The word.
        text: String,
    },
    /// A test has no key of this name.
    #[error("a test has no `{key}`: it has elo0, elo1, alpha, beta and model")]
    UnknownKey {
        /// The key as typed.
        key: String,
    },
    /// The value is malformed or out of range.
    #[error("{key}={value}: allowed is {allowed}")]
    NotAllowed {
        /// The key.
        key: &'static str,
        /// The value that is refused.
        value: String,
        /// The allowed values, in words.
        allowed: String,
    },
    /// Two words set the same key, even if they agree.
    #[error("{key} is given twice, as {first} and {second}")]
    Twice {
        /// The key.
        key: &'static str,
        /// The value of the first word.
        first: String,
        /// The value of the second.
        second: String,
    },
    /// A hypothesis was not given; they have no default.
    #[error("{key} is missing: a test needs elo0 and elo1")]
    Missing {
        /// The key.
        key: &'static str,
    },
    /// The hypotheses are the same or the wrong way round.
    #[error("elo0={elo0} is not less than elo1={elo1}")]
    Order {
        /// Elo of H0, as written.
        elo0: String,
        /// Elo of H1, as written.
        elo1: String,
    },
}

impl Sprt {
    /// Reads `KEY=VALUE` words in any order. By default `alpha` and `beta` are 0.05, and the model
    /// is logistic, which is the Elo that matches show.
    ///
    /// # Errors
    /// Where a word is malformed, unknown, repeated or not allowed, or a hypothesis is missing.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Sprt, SprtError> {
        let mut values = [None; KEYS.len()];
        for word in words {
            let (key, value) =
                word.split_once('=').ok_or_else(|| SprtError::NoValue { text: word.to_owned() })?;
            let at = KEYS.iter().position(|known| *known == key);
            let at = at.ok_or_else(|| SprtError::UnknownKey { key: key.to_owned() })?;
            if let Some(first) = values[at].replace(value) {
                return Err(SprtError::Twice {
                    key: KEYS[at],
                    first: first.to_owned(),
                    second: value.to_owned(),
                });
            }
        }
        let [elo0, elo1, alpha, beta, model] = values;
        let model = model.map_or(Ok(Model::Logistic), str::parse)?;
        let elo = |key, value: Option<&str>| {
            number(key, value.ok_or(SprtError::Missing { key })?, &model.allowed())
        };
        let rate =
            |key, value: Option<&str>| value.map_or(Ok(0.05), |value| number(key, value, RATE));
        Sprt::new(
            elo("elo0", elo0)?,
            elo("elo1", elo1)?,
            rate("alpha", alpha)?,
            rate("beta", beta)?,
            model,
        )
    }

    /// The test itself, where its numbers are in range.
    pub(super) fn checked(self) -> Result<Sprt, SprtError> {
        let most = self.model.most();
        for (key, value) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            if !(-most..=most).contains(&value) {
                return Err(not_allowed(key, value, &self.model.allowed()));
            }
        }
        for (key, value) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(not_allowed(key, value, RATE));
            }
        }
        if self.elo0 >= self.elo1 {
            return Err(SprtError::Order {
                elo0: self.elo0.to_string(),
                elo1: self.elo1.to_string(),
            });
        }
        Ok(self)
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        Sprt::from_words(text.split_whitespace())
    }
}

impl FromStr for Model {
    type Err = SprtError;

    /// Reads a model, also by the names that other programs use.
    fn from_str(text: &str) -> Result<Model, SprtError> {
        match text {
            "bayeselo" | "bayesian" => Ok(Model::BayesElo),
            "logistic" => Ok(Model::Logistic),
            "normalised" | "normalized" => Ok(Model::Normalised),
            _ => Err(not_allowed(
                "model",
                text,
                &format!("{}, {} and {}", Model::BayesElo, Model::Logistic, Model::Normalised),
            )),
        }
    }
}

impl Model {
    /// The greatest Elo of a hypothesis. A larger difference is seen without a test, and fitting it
    /// to few games is numerically inexact.
    fn most(self) -> f64 {
        match self {
            Model::BayesElo | Model::Logistic => 1000.0,
            Model::Normalised => 200.0,
        }
    }

    fn allowed(self) -> String {
        format!("a number from -{0} to {0}", self.most())
    }
}

const RATE: &str = "a number between 0 and 0.5";

fn number(key: &'static str, text: &str, allowed: &str) -> Result<f64, SprtError> {
    text.parse().map_err(|_| not_allowed(key, text, allowed))
}

fn not_allowed(key: &'static str, value: impl ToString, allowed: &str) -> SprtError {
    SprtError::NotAllowed { key, value: value.to_string(), allowed: allowed.to_owned() }
}
