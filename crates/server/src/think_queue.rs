//! The queue of engines that wait to think. They take turns by the address of the person for whom
//! they think, and then by person. So 200 players of one address do not hold up anybody else.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::fair_queue::{FairQueue, Ticket};
use crate::http::Caller;

/// A fair queue for permits to think.
#[derive(Clone)]
pub struct ThinkQueue(Arc<Mutex<ThinkQueueState>>);

struct ThinkQueueState {
    /// How many permits there are.
    permits: usize,
    /// How many of them are in use: more than there are if their number was lowered meanwhile.
    used: usize,
    waiting: FairQueue<RequesterKey, String, oneshot::Sender<ThinkPermit>>,
}

/// The person for whom an engine thinks.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Requester {
    /// The address from which the person last acted; `None` if they have not acted since the server
    /// started.
    pub address: Option<Caller>,
    /// The id of the person.
    pub person: String,
}

/// The key by which the first level of the queue takes turns.
#[derive(Clone, Eq, PartialEq, Hash)]
enum RequesterKey {
    Known(Caller),
    /// A person who has not acted since the server started has turns of their own.
    Unknown(String),
}

/// A permit to think. It is returned when it is dropped.
pub struct ThinkPermit(Option<ThinkQueue>);

impl ThinkQueue {
    /// Creates a queue with this number of permits.
    pub fn new(permits: usize) -> ThinkQueue {
        ThinkQueue(Arc::new(Mutex::new(ThinkQueueState {
            permits,
            used: 0,
            waiting: FairQueue::new(),
        })))
    }

    /// Changes the number of permits. If there are more, some who wait get one. If there are fewer,
    /// those that are in use stay valid, and are not given out again.
    pub fn set_permits(&self, permits: usize) {
        self.queue().permits = permits;
        self.give(0);
    }

    /// Waits for a permit to think for this person.
    pub async fn acquire(&self, requester: &Requester) -> ThinkPermit {
        let mut place = {
            let mut queue = self.queue();
            if queue.used < queue.permits {
                queue.used += 1;
                return ThinkPermit(Some(self.clone()));
            }
            let (give, given) = oneshot::channel();
            let person = requester.person.clone();
            let known = requester.address.map(|caller| RequesterKey::Known(caller.site()));
            let address = known.unwrap_or_else(|| RequesterKey::Unknown(person.clone()));
            let ticket = queue.waiting.push(&address, &person, give);
            WaitingPlace { queue: self, address, person, ticket, given }
        };
        (&mut place.given).await.expect("everybody who waits gets a permit")
    }

    /// The number of waiting requests.
    pub fn waiting(&self) -> usize {
        self.queue().waiting.len()
    }

    /// Takes back permits that are no longer used, and gives out those that are free.
    fn give(&self, mut returned: usize) {
        loop {
            let give = {
                // In one go, so that nobody who comes now is served before those who wait.
                let mut queue = self.queue();
                queue.used -= mem::take(&mut returned);
                if queue.used >= queue.permits {
                    return;
                }
                let Some(give) = queue.waiting.pop() else { return };
                queue.used += 1;
                give
            };
            if let Err(mut unwanted) = give.send(ThinkPermit(Some(self.clone()))) {
                // The receiver has stopped waiting.
                (unwanted.0, returned) = (None, 1);
            }
        }
    }

    fn queue(&self) -> MutexGuard<'_, ThinkQueueState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the queue. It is removed when its owner stops waiting.
struct WaitingPlace<'a> {
    queue: &'a ThinkQueue,
    address: RequesterKey,
    person: String,
    ticket: Ticket,
    given: oneshot::Receiver<ThinkPermit>,
}

impl Drop for WaitingPlace<'_> {
    fn drop(&mut self) {
        let removed = self.queue.queue().waiting.remove(&self.address, &self.person, self.ticket);
        // A permit that was given and not taken is passed on when it is dropped, with the queue
        // unlocked.
        drop(removed);
    }
}

impl Drop for ThinkPermit {
    fn drop(&mut self) {
        if let Some(think_queue) = self.0.take() {
            think_queue.give(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::Duration;

    use super::*;
    use tokio::task::yield_now;
    use tokio::time::timeout;

    /// A requester written as `address/person`; without an address if there is no `/`.
    fn requester(text: &str) -> Requester {
        let (address, person) =
            text.split_once('/').map_or((None, text), |(address, person)| (Some(address), person));
        let address =
            address.map(|it| Caller::of(IpAddr::V4(Ipv4Addr::new(192, 0, 2, it.as_bytes()[0]))));
        Requester { address, person: person.to_owned() }
    }

    /// The order in which these people get permits if all of them ask while somebody else thinks.
    async fn order(asked: &'static [&'static str]) -> Vec<&'static str> {
        let think_queue = ThinkQueue::new(1);
        let first = think_queue.acquire(&requester("first")).await;
        let served = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for person in asked {
            let (think_queue, served) = (think_queue.clone(), Arc::clone(&served));
            tasks.push(tokio::spawn(async move {
                let _permit = think_queue.acquire(&requester(person)).await;
                served.lock().expect("nobody panics").push(*person);
            }));
            yield_now().await;
        }
        assert_eq!(think_queue.waiting(), asked.len());
        drop(first);
        for task in tasks {
            task.await.expect("it ends");
        }
        assert_eq!((think_queue.waiting(), think_queue.queue().used), (0, 0));
        let served = served.lock().expect("nobody panics");
        served.clone()
    }

    #[tokio::test]
    async fn people_take_turns() {
        assert_eq!(
            order(&["a", "a", "a", "b", "a", "c", "b"]).await,
            ["a", "b", "c", "a", "b", "a", "a"]
        );
        assert!(order(&[]).await.is_empty());
    }

    #[tokio::test]
    async fn addresses_take_turns_however_many_players_they_have() {
        let asked = &["x/a", "x/b", "x/c", "x/d", "y/e", "x/a", "y/e", "z"];
        assert_eq!(order(asked).await, ["x/a", "y/e", "z", "x/b", "y/e", "x/c", "x/d", "x/a"]);
    }

    #[tokio::test]
    async fn a_request_that_stops_waiting_is_skipped() {
        let think_queue = ThinkQueue::new(1);
        let first = think_queue.acquire(&requester("a")).await;
        let gone = tokio::spawn({
            let think_queue = think_queue.clone();
            async move { drop(think_queue.acquire(&requester("x/b")).await) }
        });
        yield_now().await;
        assert_eq!(think_queue.waiting(), 1);
        gone.abort();
        let _ = gone.await;
        assert_eq!(think_queue.waiting(), 0, "the request is removed");
        drop(first);
        // A permit is available again.
        drop(think_queue.acquire(&requester("c")).await);
        assert_eq!(think_queue.queue().used, 0);
    }

    /// If the receiver of a permit is gone before taking it, the permit goes to the next in the
    /// queue.
    #[tokio::test]
    async fn a_permit_that_nobody_takes_is_passed_on() {
        let think_queue = ThinkQueue::new(1);
        let first = think_queue.acquire(&requester("a")).await;
        let (of_b, of_c) = (requester("x/b"), requester("x/c"));
        let (mut b, mut c) =
            (Box::pin(think_queue.acquire(&of_b)), Box::pin(think_queue.acquire(&of_c)));
        assert!(
            timeout(Duration::ZERO, &mut b).await.is_err()
                && timeout(Duration::ZERO, &mut c).await.is_err()
        );
        drop(first);
        drop(b);
        drop(c.await);
        assert_eq!((think_queue.waiting(), think_queue.queue().used), (0, 0));
    }
    #[tokio::test]
    async fn the_number_of_permits_can_change() {
        let think_queue = ThinkQueue::new(0);
        let people = ["x/a", "x/a", "y/b", "y/b"].map(requester);
        let mut asked: Vec<_> =
            people.iter().map(|person| Box::pin(think_queue.acquire(person))).collect();
        for asked in &mut asked {
            assert!(timeout(Duration::ZERO, asked).await.is_err(), "there is no permit yet");
        }
        let [a, second_of_a, b, second_of_b] = &mut asked[..] else { panic!("four ask") };
        // Two permits at once: one for each address.
        think_queue.set_permits(2);
        let (a, b) = (a.await, b.await);
        assert_eq!((think_queue.waiting(), think_queue.queue().used), (2, 2));
        // Both stay valid, but only one is given out again.
        think_queue.set_permits(1);
        drop(a);
        assert!(timeout(Duration::ZERO, &mut *second_of_a).await.is_err());
        drop(b);
        let a = second_of_a.await;
        assert!(timeout(Duration::ZERO, &mut *second_of_b).await.is_err());
        think_queue.set_permits(5);
        drop((second_of_b.await, a));
        assert_eq!((think_queue.waiting(), think_queue.queue().used), (0, 0));
    }
}
