//! Permits for work that takes a while. Each address has a share of the permits, and addresses take
//! turns.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::error::ApiError;
use crate::texts;

/// A semaphore with fair shares. A guest who has used up their share only holds up themselves.
pub struct FairSemaphore<K: Copy + Eq + Hash>(Arc<Mutex<SemaphoreState<K>>>);

struct SemaphoreState<K: Copy + Eq + Hash> {
    /// How many more permits may be given out now.
    free: usize,
    /// How many permits one guest may have at once.
    share: usize,
    /// The guests who wait and have not used up their share, in the order of their turns.
    turns: VecDeque<K>,
    keys: HashMap<K, KeyState<K>>,
}

/// The work in progress and the waiting requests of one guest.
struct KeyState<K: Copy + Eq + Hash> {
    working: usize,
    waiting: VecDeque<oneshot::Sender<Permit<K>>>,
}

/// A permit to work. It is returned when it is dropped.
pub struct Permit<K: Copy + Eq + Hash> {
    semaphore: Option<FairSemaphore<K>>,
    of: K,
}

/// How many requests of one guest may wait.
const MOST_WAITING: usize = 256;

/// The longest time that a request waits.
const LONGEST_WAIT: Duration = Duration::from_secs(15);

/// How long a client should wait after a refusal.
const RETRY: Duration = Duration::from_secs(2);

impl<K: Copy + Eq + Hash> FairSemaphore<K> {
    /// A semaphore with this number of permits in all, and this share for each guest.
    pub fn new(places: usize, share: usize) -> FairSemaphore<K> {
        let state =
            SemaphoreState { free: places, share, turns: VecDeque::new(), keys: HashMap::new() };
        FairSemaphore(Arc::new(Mutex::new(state)))
    }

    /// Waits for a permit to work for this guest.
    ///
    /// # Errors
    /// Fails if too many requests of the guest wait already, or if it takes too long.
    pub async fn acquire(&self, of: K) -> Result<Permit<K>, ApiError> {
        let too_many = || ApiError::too_many(texts::TOO_MUCH_WORK, RETRY);
        let given = {
            let mut state = self.state();
            if state.free > 0 && state.turns.is_empty() && state.working(of) < state.share {
                state.start(of);
                return Ok(self.issue(of));
            }
            let share = state.share;
            let guest = state.keys.entry(of).or_insert_with(KeyState::new);
            guest.waiting.retain(|waiting| !waiting.is_closed());
            if guest.waiting.len() >= MOST_WAITING {
                return Err(too_many());
            }
            let (give, given) = oneshot::channel();
            guest.waiting.push_back(give);
            if guest.working < share && !state.turns.contains(&of) {
                state.turns.push_back(of);
            }
            given
        };
        // A permit may be free for this request at once.
        self.hand_out();
        timeout(LONGEST_WAIT, given).await.ok().and_then(Result::ok).ok_or_else(too_many)
    }

    /// The number of waiting requests of this guest.
    #[cfg(test)]
    fn waiting(&self, of: K) -> usize {
        self.state().keys.get(&of).map_or(0, |guest| guest.waiting.len())
    }

    fn hand_out(&self) {
        loop {
            let next = self.state().next();
            let Some((of, give)) = next else { return };
            if let Err(mut unwanted) = give.send(self.issue(of)) {
                // The receiver has stopped waiting.
                unwanted.semaphore = None;
                self.state().stop(of);
            }
        }
    }

    fn issue(&self, of: K) -> Permit<K> {
        Permit { semaphore: Some(FairSemaphore(Arc::clone(&self.0))), of }
    }

    fn state(&self) -> MutexGuard<'_, SemaphoreState<K>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Copy + Eq + Hash> SemaphoreState<K> {
    fn working(&self, of: K) -> usize {
        self.keys.get(&of).map_or(0, |guest| guest.working)
    }

    fn start(&mut self, of: K) {
        self.free -= 1;
        self.keys.entry(of).or_insert_with(KeyState::new).working += 1;
    }

    /// Returns a permit of a guest, for whom more requests may be waiting.
    fn stop(&mut self, of: K) {
        self.free += 1;
        let Some(guest) = self.keys.get_mut(&of) else { return };
        guest.working -= 1;
        if !guest.waiting.is_empty() {
            if !self.turns.contains(&of) {
                self.turns.push_back(of);
            }
        } else if guest.working == 0 {
            self.keys.remove(&of);
        }
    }

    /// The next request to get a permit, if one is free.
    fn next(&mut self) -> Option<(K, oneshot::Sender<Permit<K>>)> {
        while self.free > 0 {
            let of = self.turns.pop_front()?;
            let Some(guest) = self.keys.get_mut(&of) else { continue };
            let Some(give) = guest.waiting.pop_front() else { continue };
            let is_more = !guest.waiting.is_empty() && guest.working + 1 < self.share;
            self.start(of);
            if is_more {
                self.turns.push_back(of);
            }
            return Some((of, give));
        }
        None
    }
}

impl<K: Copy + Eq + Hash> KeyState<K> {
    fn new() -> KeyState<K> {
        KeyState { working: 0, waiting: VecDeque::new() }
    }
}

impl<K: Copy + Eq + Hash> Drop for Permit<K> {
    fn drop(&mut self) {
        if let Some(semaphore) = self.semaphore.take() {
            semaphore.state().stop(self.of);
            semaphore.hand_out();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::task::yield_now;

    impl<K: Copy + Eq + Hash> Clone for FairSemaphore<K> {
        fn clone(&self) -> FairSemaphore<K> {
            FairSemaphore(Arc::clone(&self.0))
        }
    }

    /// Many requests of one guest leave permits for other guests, who do not have to wait for them.
    #[tokio::test]
    async fn one_guest_holds_up_nobody_else() {
        let semaphore = FairSemaphore::new(4, 2);
        let mut tasks = Vec::new();
        let (done, mut ended) = tokio::sync::mpsc::unbounded_channel();
        let held = [
            semaphore.acquire('a').await.expect("a permit"),
            semaphore.acquire('a').await.expect("a permit"),
        ];
        for _ in 0..100 {
            let (semaphore, done) = (semaphore.clone(), done.clone());
            tasks.push(tokio::spawn(async move {
                let _permit = semaphore.acquire('a').await.expect("a permit");
                done.send(()).expect("somebody waits for it");
            }));
        }
        while semaphore.waiting('a') < 100 {
            yield_now().await;
        }
        for guest in ['b', 'c', 'b', 'c', 'd'] {
            drop(semaphore.acquire(guest).await.expect("a permit"));
        }
        assert!(ended.try_recv().is_err(), "the others have not taken its permits");
        drop(held);
        for task in tasks {
            task.await.expect("it ends");
        }
        let state = semaphore.state();
        assert_eq!((state.free, state.keys.len(), state.turns.len()), (4, 0, 0));
    }

    /// If all permits are in use, guests take turns.
    #[tokio::test]
    async fn guests_take_turns() {
        let semaphore = FairSemaphore::new(2, 1);
        let held = (semaphore.acquire('x').await, semaphore.acquire('y').await);
        let (done, mut ended) = tokio::sync::mpsc::unbounded_channel();
        for guest in ['a', 'a', 'a', 'b', 'a', 'c', 'b'] {
            let (semaphore, done) = (semaphore.clone(), done.clone());
            let (before, waits) = (semaphore.waiting(guest), semaphore.clone());
            tokio::spawn(async move {
                let permit = semaphore.acquire(guest).await.expect("a permit");
                done.send((guest, permit)).expect("somebody waits for it");
            });
            while waits.waiting(guest) == before {
                yield_now().await;
            }
        }
        drop(held.0);
        let mut order = Vec::new();
        for _ in 0..7 {
            let (guest, permit) = ended.recv().await.expect("the next one");
            order.push(guest);
            drop(permit);
        }
        assert_eq!(order, ['a', 'b', 'c', 'a', 'b', 'a', 'a']);
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_is_limited_in_time_and_number() {
        let semaphore = FairSemaphore::new(2, 1);
        let held = semaphore.acquire('a').await.expect("a permit");
        let mut waiting = Vec::new();
        for _ in 0..300 {
            let semaphore = semaphore.clone();
            waiting.push(tokio::spawn(async move { semaphore.acquire('a').await.map(drop) }));
        }
        let mut refused = 0;
        for waits in waiting {
            let error = waits.await.expect("it ends").expect_err("there is no permit");
            assert_eq!(error.retry_seconds(), Some(2));
            refused += 1;
        }
        assert_eq!(refused, 300);
        drop(held);
        // Receivers that have stopped waiting are skipped.
        drop(semaphore.acquire('a').await.expect("a permit"));
        let state = semaphore.state();
        assert_eq!((state.free, state.keys.len()), (2, 0));
    }
}
