//! How long players may think.

use std::time::Duration;

use ludoteca_core::{MAX_SEATS, Seat};
use serde::{Deserialize, Serialize};

use ludoteca_engines::protocols::messages::Go;

/// How long players may think about their moves. All that is given holds.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct ThinkingLimits {
    /// For each move.
    pub move_time: Option<Duration>,
    /// For all moves of a game, and what is added after each.
    pub clock: Option<(Duration, Duration)>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// So much more than its time is not held against anybody: what an answer takes to arrive.
    pub margin: Duration,
    /// Who has no clock has so long for a move, lest a program that hangs holds up everything.
    pub patience: Duration,
}

/// No limit but patience.
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

/// What the seats of a game have left.
#[derive(Clone, Debug)]
pub struct ContestClocks<'a> {
    control: &'a ThinkingLimits,
    left: Vec<Duration>,
}

/// A move took longer than was allowed.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{} ms for a move, allowed were {} ms", .took.as_millis(), .allowed.as_millis())]
pub struct TimeExceeded {
    /// What it took.
    pub took: Duration,
    /// What was allowed, without the margin.
    pub allowed: Duration,
}

impl<'a> ContestClocks<'a> {
    /// At the start of a game.
    pub fn new(control: &'a ThinkingLimits, seats: usize) -> ContestClocks<'a> {
        let base = control.clock.map_or(Duration::ZERO, |(base, _)| base);
        ContestClocks { control, left: vec![base; seats] }
    }

    /// What a seat that is to move is told.
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

    /// What a seat may take for its move, margin apart; `None` where it has no clock.
    pub fn allowed(&self, seat: Seat) -> Option<Duration> {
        let left = self.control.clock.map(|_| self.left[seat.index()]);
        self.control.move_time.into_iter().chain(left).min()
    }

    /// How long somebody who waits for the seat's move waits.
    pub fn limit(&self, seat: Seat) -> Duration {
        self.allowed(seat).map_or(self.control.patience, |allowed| allowed + self.control.margin)
    }

    /// What a move is charged that took so long, and so long with all that was said before it: what
    /// goes beyond the margin is thinking, too.
    pub fn charged(&self, took: Duration, in_all: Duration) -> Duration {
        if in_all.saturating_sub(took) > self.control.margin { in_all } else { took }
    }

    /// A seat has moved, and it took so long. Answers what is left on its clock, if it has one.
    ///
    /// # Errors
    /// Where it took too long.
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
    fn clocks_run_and_are_told() {
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
        // The margin is forgiven, but not given back.
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
