//! The clocks of a table. The caller passes the time, in milliseconds.

use crate::commands::TimeControl;

/// The time that each seat has left.
#[derive(Clone, Debug)]
pub struct SeatClocks {
    time_control: TimeControl,
    left: Vec<u64>,
    /// The seat whose clock runs, and since when.
    running: Option<(usize, u64)>,
}

impl SeatClocks {
    /// The clocks before the game begins, for this number of seats.
    pub fn new(time_control: TimeControl, seats: usize) -> SeatClocks {
        SeatClocks { time_control, left: vec![whole(time_control); seats], running: None }
    }

    /// The agreed time control.
    pub fn time_control(&self) -> TimeControl {
        self.time_control
    }

    /// Stops the clock that runs. `moved` says whether its seat has made a move.
    pub fn stop(&mut self, at: u64, moved: bool) {
        let Some((seat, since)) = self.running.take() else { return };
        self.left[seat] = self.left[seat].saturating_sub(at.saturating_sub(since));
        if let TimeControl::Game { increment, .. } = self.time_control
            && moved
        {
            self.left[seat] += increment * SECOND;
        }
    }

    /// Starts the clock of the seat whose turn it is.
    pub fn start(&mut self, seat: usize, at: u64) {
        match self.time_control {
            TimeControl::None => return,
            TimeControl::Game { .. } => {}
            TimeControl::Move { .. } | TimeControl::Days { .. } => {
                self.left[seat] = whole(self.time_control);
            }
        }
        self.running = Some((seat, at));
    }

    /// Gives back time during which nobody could have moved.
    pub fn credit(&mut self, lasted: u64) {
        if let Some((_, since)) = &mut self.running {
            *since += lasted;
        }
    }

    /// The seat whose clock runs, and when its time runs out.
    pub fn ends(&self) -> Option<(usize, u64)> {
        self.running.map(|(seat, since)| (seat, since + self.left[seat]))
    }

    /// The time that each seat has left now; `None` if the game has no clock.
    pub fn left(&self, now: u64) -> Option<Vec<u64>> {
        let mut left = self.left.clone();
        if let Some((seat, since)) = self.running {
            left[seat] = left[seat].saturating_sub(now.saturating_sub(since));
        }
        (self.time_control != TimeControl::None).then_some(left)
    }
}

const SECOND: u64 = 1000;

fn whole(time_control: TimeControl) -> u64 {
    match time_control {
        TimeControl::None => 0,
        TimeControl::Move { seconds } | TimeControl::Game { seconds, .. } => seconds * SECOND,
        TimeControl::Days { days } => days * 24 * 60 * 60 * SECOND,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_for_a_game() {
        let mut clocks = SeatClocks::new(TimeControl::Game { seconds: 10, increment: 2 }, 2);
        clocks.start(0, 1000);
        assert_eq!(
            (clocks.ends(), clocks.left(4000)),
            (Some((0, 11_000)), Some(vec![7000, 10_000]))
        );
        clocks.stop(4000, true);
        assert_eq!(clocks.left(9000), Some(vec![9000, 10_000]));
        clocks.start(1, 4000);
        // A move that is taken back earns no increment.
        clocks.stop(5000, false);
        clocks.start(0, 5000);
        clocks.credit(60_000);
        assert_eq!(
            (clocks.ends(), clocks.left(66_000)),
            (Some((0, 74_000)), Some(vec![8000, 9000]))
        );
        clocks.stop(80_000, true);
        assert_eq!(clocks.left(0), Some(vec![2000, 9000]));
    }

    #[test]
    fn time_for_a_move() {
        for (time_control, whole) in [
            (TimeControl::Move { seconds: 30 }, 30_000),
            (TimeControl::Days { days: 3 }, 259_200_000),
        ] {
            let mut clocks = SeatClocks::new(time_control, 3);
            clocks.start(2, 500);
            assert_eq!(clocks.ends(), Some((2, 500 + whole)));
            clocks.stop(20_000, true);
            clocks.start(2, 21_000);
            assert_eq!(clocks.ends(), Some((2, 21_000 + whole)));
        }
        let mut clocks = SeatClocks::new(TimeControl::None, 2);
        clocks.start(0, 5);
        assert_eq!((clocks.ends(), clocks.left(9)), (None, None));
    }
}
