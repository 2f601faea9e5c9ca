//! The settings of a tournament, fixed before its first game: the game, the players, the plan and
//! the rules.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use ludoteca_core::Options;
use ludoteca_games::catalog;
use ludoteca_play::seeds::Seed;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Format, Openings, TournamentPlan};
use crate::contest::{ContestRules, ThinkingLimits};
use crate::entrant::Entrant;
use ludoteca_rating::sprt::Sprt;

/// The settings of a tournament, fixed before its first game. Equal settings give equal openings
/// and dice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TournamentSettings {
    /// The game with its options.
    #[serde(with = "game")]
    pub options: Options,
    /// The entrants, each with a unique name.
    #[serde(with = "texts")]
    pub entrants: Vec<Entrant>,
    /// The plan of the games.
    pub plan: TournamentPlan,
    /// The openings of the games.
    pub openings: Openings,
    /// The seed of everything random.
    #[serde(with = "text")]
    pub seed: Seed,
    /// The rules of each game's contest.
    pub conduct: ContestRules,
    /// The SPRT that ends a match of two when it reaches a decision.
    #[serde(with = "optional_text")]
    pub sprt: Option<Sprt>,
}

/// The maximum number of games, limited by memory.
const MOST_GAMES: u64 = 10_000_000;

/// The maximum length of an opening.
const MOST_STEPS: u32 = 1000;

/// The maximum of every time setting.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

impl TournamentSettings {
    /// Checks that the settings are consistent, whatever their source.
    ///
    /// # Errors
    /// Says what is inconsistent.
    pub fn check(&self) -> Result<(), String> {
        let TournamentPlan { players, seats, .. } = self.plan;
        let (entrants, of_game) = (self.entrants.len(), self.options.number("seats") as usize);
        if players != entrants {
            return Err(format!("{players} players are planned, and {entrants} take part"));
        }
        if seats != of_game {
            return Err(format!("{seats} seats are planned, and the game has {of_game}"));
        }
        if players < seats {
            return Err(format!(
                "{players} players for a game of {seats} seats: allowed are {seats} or more"
            ));
        }
        if self.sprt.is_some() && [players, seats] != [2; 2] {
            return Err("an SPRT needs a match of two players".to_owned());
        }
        if self.openings.steps > MOST_STEPS {
            return Err(format!(
                "openings of {} steps: allowed are up to {MOST_STEPS}",
                self.openings.steps
            ));
        }
        let ThinkingLimits { move_time, clock, margin, patience, .. } = self.conduct.control;
        let (base, increment) = clock.unzip();
        for time in [move_time, base, increment, Some(margin), Some(patience)].into_iter().flatten()
        {
            if time > LONGEST {
                return Err(format!("a time of {} s: allowed is up to a day", time.as_secs()));
            }
        }
        if self.plan.format == Format::Swiss && seats != 2 {
            return Err(format!("a Swiss tournament of {seats} seats: allowed are games of 2"));
        }
        let games = self.plan.games();
        if games > MOST_GAMES {
            return Err(format!("{games} games are planned: at most {MOST_GAMES} are played"));
        }
        for (at, entrant) in self.entrants.iter().enumerate() {
            if self.entrants[..at].iter().any(|other| other.name == entrant.name) {
                return Err(format!("two players are called `{}`", entrant.name));
            }
        }
        let mut table = catalog::open(&self.options).map_err(|error| error.to_string())?;
        for position in &self.openings.positions {
            table.set_position(position).map_err(|error| format!("`{position}`: {error}"))?;
        }
        Ok(())
    }

    /// The names of all entrants.
    pub fn names(&self) -> Vec<String> {
        self.entrants.iter().map(|entrant| entrant.name.clone()).collect()
    }
}

/// Values that are serialised in the form in which people type them.
mod text {
    use super::*;

    pub fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

mod optional_text {
    use super::*;

    pub fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(ToString::to_string).serialize(serializer)
    }

    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse()).transpose().map_err(D::Error::custom)
    }
}

mod texts {
    use super::*;

    pub fn serialize<T: Display, S: Serializer>(
        values: &[T],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(ToString::to_string))
    }

    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let texts = Vec::<String>::deserialize(deserializer)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}

mod game {
    use super::*;

    pub fn serialize<S: Serializer>(options: &Options, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(options)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Options, D::Error> {
        catalog::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
