//! Plays games of self-play in several threads, and hands them over in the order of their numbers.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::mpsc;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ludoteca_search::tuning::TrainingGame;
use ludoteca_system::stop::Stop;

use super::SelfPlayer;
use crate::failure::Failure;

/// Plays the games with these numbers. `take` gets one after the other, and may end it by an error.
/// If it is stopped, games that are in progress are dropped.
pub fn play(
    player: &SelfPlayer,
    numbers: Range<u64>,
    threads: u64,
    stop: &Stop,
    mut take: impl FnMut(TrainingGame) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let threads = threads.min(numbers.end.saturating_sub(numbers.start));
    let mut next = numbers.start;
    let over = Stop::default();
    let is_over = || stop.is_stopped() || over.is_stopped();
    let queue = GameNumbers::new(numbers, threads * AHEAD);
    thread::scope(|scope| {
        let (send, games) = mpsc::channel();
        for _ in 0..threads {
            let send = send.clone();
            scope.spawn(|| {
                let send = send;
                while let Some(number) = queue.next(is_over)
                    && let Some(game) = player.game(number, is_over)
                    && send.send(game).is_ok()
                {}
            });
        }
        drop(send);
        let mut early = BTreeMap::new();
        let take_all = || {
            for game in games {
                early.insert(game.number, game);
                while let Some(game) = early.remove(&next) {
                    take(game)?;
                    next += 1;
                    queue.taken(next);
                }
            }
            Ok(())
        };
        let taken = take_all();
        over.stop();
        taken
    })
}

/// How many games a thread may be ahead of the first game that is not finished, so that few games
/// have to be kept in memory.
const AHEAD: u64 = 64;

/// The numbers of the games that are still to be played.
struct GameNumbers {
    /// The numbers that nobody plays yet, and the number of the next game to be taken.
    state: Mutex<(Range<u64>, u64)>,
    changed: Condvar,
    ahead: u64,
}

impl GameNumbers {
    fn new(numbers: Range<u64>, ahead: u64) -> GameNumbers {
        let first = numbers.start;
        GameNumbers { state: Mutex::new((numbers, first)), changed: Condvar::new(), ahead }
    }

    /// The number of the next game to be played. Waits while it is too far ahead. `None` if no game
    /// is left, or playing is over.
    fn next(&self, is_over: impl Fn() -> bool) -> Option<u64> {
        const MOMENT: Duration = Duration::from_millis(50);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let (numbers, taken) = &mut *state;
            if is_over() || numbers.is_empty() {
                return None;
            }
            if numbers.start < *taken + self.ahead {
                return numbers.next();
            }
            let waited = self.changed.wait_timeout(state, MOMENT);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// All games before this number have been taken.
    fn taken(&self, next: u64) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).1 = next;
        self.changed.notify_all();
    }
}
