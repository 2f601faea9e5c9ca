//! Time controls and search limits of a contest.

use std::time::Duration;

use ludoteca_core::{MAX_SEATS, Seat};
use serde::{Deserialize, Serialize};

use ludoteca_engines::protocols::messages::Go;

/// How long players may think about their moves. All given limits apply together.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct ThinkingLimits {
    /// The time for each move.
    pub move_time: Option<Duration>,
    /// The time for all moves of a game, and the increment after each move.
    pub clock: Option<(Duration, Duration)>,
    /// The number of positions to search.
    pub nodes: Option<u64>,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// How much a move may exceed its time limit without a penalty: the time that an answer takes
    /// to arrive.
    pub margin: Duration,
    /// Time limit for a move without a clock, so that a hanging program does not hold up
    /// everything.
    pub patience: Duration,
}

/// No limit except `patience`.
impl Default for ThinkingLimits {
    fn default() -> ThinkingLimits {
        ThinkingLimits {
            move_time: None,
            clock: None,
            nodes: None,
            depth: None,
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(60),
        }
    }
}

/// The clocks of the seats of a game.
#[derive(Clone, Debug)]
pub struct ContestClocks<'a> {
    control: &'a ThinkingLimits,
    left: Vec<Duration>,
}

/// A move took longer than allowed.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{} ms for a move, allowed were {} ms", .took.as_millis(), .allowed.as_millis())]
pub struct TimeExceeded {
    /// How long the move took.
    pub took: Duration,
    /// The time limit, without the margin.
    pub allowed: Duration,
}

impl<'a> ContestClocks<'a> {
    /// Creates the clocks at the start of a game.
    pub fn new(control: &'a ThinkingLimits, seats: usize) -> ContestClocks<'a> {
        let base = control.clock.map_or(Duration::ZERO, |(base, _)| base);
        ContestClocks { control, left: vec![base; seats] }
    }

    /// The `go` command for the seat to move.
    pub fn go(&self) -> Go {
        let milliseconds = |time: Duration| time.as_millis() as u64;
        let ThinkingLimits { move_time, clock, nodes, depth, .. } = *self.control;
        let mut go = Go { movetime: move_time.map(milliseconds), nodes, depth, ..Go::default() };
        if let Some((_, increment)) = clock {
            for (seat, left) in self.left.iter().enumerate().take(MAX_SEATS) {
                go.time[seat] = Some(milliseconds(*left));
                go.increment[seat] = Some(milliseconds(increment));
            }
        }
        go
    }

    /// The time limit of a seat's move, without the margin; `None` if it has no limit.
    pub fn allowed(&self, seat: Seat) -> Option<Duration> {
        let left = self.control.clock.map(|_| self.left[seat.index()]);
        self.control.move_time.into_iter().chain(left).min()
    }

    /// How long to wait for the seat's move at most.
    pub fn limit(&self, seat: Seat) -> Duration {
        self.allowed(seat).map_or(self.control.patience, |allowed| allowed + self.control.margin)
    }

    /// The time that a move is charged: `took` for the move alone, or `in_all` with the preparation
    /// before it. Preparation beyond the margin counts as thinking, too.
    pub fn charged(&self, took: Duration, in_all: Duration) -> Duration {
        if in_all.saturating_sub(took) > self.control.margin { in_all } else { took }
    }

    /// Records that a seat has moved after `took`. Returns what is left on its clock, if it has
    /// one.
    ///
    /// # Errors
    /// When the move took too long.
    pub fn moved(&mut self, seat: Seat, took: Duration) -> Result<Option<Duration>, TimeExceeded> {
        if let Some(allowed) = self.allowed(seat)
            && took > allowed + self.control.margin
        {
            return Err(TimeExceeded { took, allowed });
        }
        let Some((_, increment)) = self.control.clock else { return Ok(None) };
        let left = &mut self.left[seat.index()];
        *left = left.saturating_sub(took) + increment;
        Ok(Some(*left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn clocks_run_and_are_sent() {
        let control = ThinkingLimits {
            clock: Some((MS(1000), MS(100))),
            nodes: Some(7),
            ..ThinkingLimits::default()
        };
        let mut clocks = ContestClocks::new(&control, 2);
        assert_eq!(clocks.moved(Seat::FIRST, MS(300)), Ok(Some(MS(800))));
        let go = clocks.go();
        assert_eq!(
            (go.time, go.increment),
            ([Some(800), Some(1000), None, None], [Some(100), Some(100), None, None])
        );
        assert_eq!((go.nodes, go.depth, go.movetime), (Some(7), None, None));
        assert_eq!(
            (clocks.charged(MS(10), MS(60)), clocks.charged(MS(10), MS(61))),
            (MS(10), MS(61))
        );
        // Time within the margin is not penalised, but it is still taken from the clock.
        assert_eq!(clocks.limit(Seat::FIRST), MS(850));
        assert_eq!(clocks.moved(Seat::FIRST, MS(850)), Ok(Some(MS(100))));
        let late = TimeExceeded { took: MS(151), allowed: MS(100) };
        assert_eq!(clocks.moved(Seat::FIRST, MS(151)), Err(late));
        assert_eq!(late.to_string(), "151 ms for a move, allowed were 100 ms");
    }

    #[test]
    fn the_shortest_of_all_limits_holds() {
        let control =
            ThinkingLimits { move_time: Some(MS(200)), margin: MS(5), ..ThinkingLimits::default() };
        let mut clocks = ContestClocks::new(&control, 4);
        assert_eq!(
            (clocks.allowed(Seat::FIRST), clocks.limit(Seat::FIRST)),
            (Some(MS(200)), MS(205))
        );
        assert_eq!(clocks.go().time, [None; 4]);
        assert!(
            clocks.moved(Seat::SECOND, MS(205)) == Ok(None)
                && clocks.moved(Seat::SECOND, MS(206)).is_err()
        );
        let control = ThinkingLimits { clock: Some((MS(150), MS(0))), ..control };
        let mut clocks = ContestClocks::new(&control, 2);
        assert_eq!(clocks.allowed(Seat::FIRST), Some(MS(150)));
        assert_eq!(clocks.moved(Seat::FIRST, MS(140)), Ok(Some(MS(10))));
        assert_eq!(
            (clocks.allowed(Seat::FIRST), clocks.allowed(Seat::SECOND)),
            (Some(MS(10)), Some(MS(150)))
        );
        let control = ThinkingLimits::default();
        let mut clocks = ContestClocks::new(&control, 2);
        assert_eq!((clocks.allowed(Seat::FIRST), clocks.limit(Seat::FIRST)), (None, MS(60_000)));
        assert_eq!(clocks.moved(Seat::FIRST, MS(1_000_000)), Ok(None));
    }
}
