//! The options of the engine, and what they mean for a search.

use std::time::Duration;

use ludoteca_core::{Seat, Table, text};
use ludoteca_search::Limits;

use super::super::messages::{EngineOption, Go, OptionType};
use super::texts;

/// The values of the engine's options.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct EngineSettings {
    /// The values, in the order of [`OPTIONS`].
    values: [u64; OPTIONS.len()],
}

/// The options: name, minimum, default and maximum.
const OPTIONS: [(&str, u64, u64, u64); 4] = [
    ("Threads", 1, 1, 256),
    ("Hash", 1, Limits::USUAL_MEMORY as u64, 65_536),
    ("Level", 0, 0, 10),
    ("Overhead", 0, 10, 10_000),
];

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings { values: OPTIONS.map(|(_, _, default, _)| default) }
    }
}

impl EngineSettings {
    /// The default settings without overhead, for a caller that loses no time on transmission.
    pub fn without_overhead() -> EngineSettings {
        let [threads, hash, level, _] = EngineSettings::default().values;
        EngineSettings { values: [threads, hash, level, 0] }
    }

    /// The options as they are announced in the handshake.
    pub fn option_lines() -> impl Iterator<Item = EngineOption> {
        OPTIONS.into_iter().map(|(name, min, default, max)| {
            let [default, min, max] = [default, min, max].map(|number| Some(number as i64));
            EngineOption { name: name.to_owned(), kind: OptionType::Spin { default, min, max } }
        })
    }

    /// Sets an option. The case of its name does not matter, as is customary.
    ///
    /// # Errors
    /// Says what is not allowed.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let known = || text::listed(OPTIONS.map(|(name, ..)| name));
        let at = OPTIONS.iter().position(|(known, ..)| known.eq_ignore_ascii_case(name));
        let at = at.ok_or_else(|| texts::no_option(name, &known()))?;
        let (name, min, _, max) = OPTIONS[at];
        let value = value.unwrap_or_default();
        let number = text::number_from(value).and_then(|number| u64::try_from(number).ok());
        let fits = number.filter(|number| (min..=max).contains(number));
        self.values[at] = fits.ok_or_else(|| texts::no_value(name, value, min, max))?;
        Ok(())
    }

    /// How long the seat may think, if there is a time control: less than it is given, since an
    /// answer takes time to arrive.
    pub fn time(&self, go: &Go, seat: Seat) -> Option<Duration> {
        if go.infinite {
            return None;
        }
        let [.., overhead] = self.values;
        let for_move = go.movetime;
        let of_clock = go.time[seat.index()].map(|left| {
            // The remaining time is shared out as if the game took this many more moves. Most of an
            // increment is spent, since it comes back.
            const MOVES_TO_GO: u64 = 30;
            let moves = go.movestogo.unwrap_or(MOVES_TO_GO).max(1);
            let increment = go.increment[seat.index()].unwrap_or(0);
            let share = (left / moves).saturating_add(increment.saturating_mul(3) / 4);
            let most = if moves == 1 { left } else { left - left / 5 };
            share.min(most)
        });
        let given = for_move.into_iter().chain(of_clock).min()?;
        Some(Duration::from_millis(given.saturating_sub(overhead).max(1)))
    }

    /// The search limits for the seat.
    pub fn limits(&self, go: &Go, time: Option<Duration>, table: &dyn Table) -> Limits {
        let [threads, hash, level, _] = self.values;
        let unlimited = go.depth.is_none() && go.nodes.is_none() && time.is_none() && !go.infinite;
        let limits = match (level as u32, unlimited) {
            (0, false) => Limits::default(),
            (0, true) => Limits::level(Limits::USUAL_LEVEL, table),
            (level, _) => Limits::level(level, table),
        };
        Limits {
            threads: threads as usize,
            memory: hash as usize,
            ..limits.narrowed(go.depth, go.nodes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shared_out() {
        let mut settings = EngineSettings::default();
        // Columns: time left, increment, moves to go, time for the move, overhead; expected
        // thinking time.
        for (left, increment, moves, movetime, overhead, expected) in [
            (None, None, None, None, 10, None),
            (None, None, None, Some(100), 10, Some(90)),
            (None, None, None, Some(5), 10, Some(1)),
            (None, None, None, Some(100), 0, Some(100)),
            (Some(30_000), None, None, None, 10, Some(990)),
            (Some(30_000), Some(1000), None, None, 10, Some(1740)),
            (Some(100), Some(1000), None, None, 10, Some(70)),
            (Some(1000), None, Some(1), None, 10, Some(990)),
            (Some(1000), None, Some(0), None, 10, Some(990)),
            (Some(1000), None, Some(2), None, 10, Some(490)),
            (Some(30_000), None, None, Some(50), 10, Some(40)),
            (Some(0), Some(0), None, None, 10, Some(1)),
            (Some(u64::MAX), Some(u64::MAX), Some(1), None, 0, Some(u64::MAX)),
        ] {
            settings.set("overhead", Some(&overhead.to_string())).unwrap();
            let mut go = Go { movetime, movestogo: moves, ..Go::default() };
            (go.time[1], go.increment[1]) = (left, increment);
            let time = settings.time(&go, Seat::SECOND);
            assert_eq!(time, expected.map(Duration::from_millis), "{go:?}");
            assert_eq!(settings.time(&Go { infinite: true, ..go }, Seat::SECOND), None);
        }
        let go = Go { time: [Some(1000), None, None, None], ..Go::default() };
        assert_eq!(settings.time(&go, Seat::SECOND), None, "the clock of another seat");
    }

    #[test]
    fn options_are_set_within_their_ranges() {
        let mut settings = EngineSettings::default();
        for (name, value, refusal) in [
            ("Threads", Some("4"), None),
            ("LEVEL", Some("10"), None),
            (
                "Level",
                Some("11"),
                Some("Level cannot be `11`: allowed is a whole number from 0 to 10"),
            ),
            (
                "Threads",
                Some("0"),
                Some("Threads cannot be `0`: allowed is a whole number from 1 to 256"),
            ),
            (
                "Threads",
                None,
                Some("Threads cannot be ``: allowed is a whole number from 1 to 256"),
            ),
            ("hash", Some("256"), None),
            (
                "Ponder",
                Some("true"),
                Some("there is no option `Ponder`: there are Threads, Hash, Level and Overhead"),
            ),
        ] {
            assert_eq!(settings.set(name, value).err().as_deref(), refusal);
        }
        assert_eq!(settings.values, [4, 256, 10, 10]);
    }
}
