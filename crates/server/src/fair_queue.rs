//! A fair queue: addresses take turns, and so do the people of each address.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// A fair queue of two levels: round robin between addresses, and within each address between its
/// people. Each person is served first come, first served.
///
/// While several addresses wait, none has a second turn before each of the others has had one. The
/// same holds for the people of an address.
pub struct FairQueue<A, P, T> {
    addresses: RoundRobin<A, RoundRobin<P, VecDeque<(Ticket, T)>>>,
    next_ticket: u64,
    len: usize,
}

/// The place of an item in the queue.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Ticket(u64);

/// Keys that take turns. Only keys with waiting items have an entry.
struct RoundRobin<K, PerKey> {
    turns: VecDeque<K>,
    queues: HashMap<K, PerKey>,
}

impl<A: Eq + Hash + Clone, P: Eq + Hash + Clone, T> FairQueue<A, P, T> {
    /// Creates an empty queue.
    pub fn new() -> FairQueue<A, P, T> {
        FairQueue { addresses: RoundRobin::new(), next_ticket: 0, len: 0 }
    }

    /// Adds an item for a person at an address.
    pub fn push(&mut self, address: &A, person: &P, item: T) -> Ticket {
        let ticket = Ticket(self.next_ticket);
        self.next_ticket += 1;
        let people = self.addresses.queue(address, RoundRobin::new);
        people.queue(person, VecDeque::new).push_back((ticket, item));
        self.len += 1;
        ticket
    }

    /// Takes the item whose turn it is.
    pub fn pop(&mut self) -> Option<T> {
        let take = |queue: &mut VecDeque<(Ticket, T)>| (queue.pop_front(), queue.is_empty());
        let (_, item) =
            self.addresses.take_turn(|people| (people.take_turn(take), people.is_empty()))?;
        self.len -= 1;
        Some(item)
    }

    /// Takes an item back, if it is still waiting.
    pub fn remove(&mut self, address: &A, person: &P, ticket: Ticket) -> Option<T> {
        let people = self.addresses.queues.get_mut(address)?;
        let queue = people.queues.get_mut(person)?;
        let at = queue.iter().position(|(waiting, _)| *waiting == ticket)?;
        let (_, item) = queue.remove(at)?;
        if queue.is_empty() {
            people.forget(person);
        }
        if people.is_empty() {
            self.addresses.forget(address);
        }
        self.len -= 1;
        Some(item)
    }

    /// The number of waiting items.
    pub fn len(&self) -> usize {
        self.len
    }
}

impl<K: Eq + Hash + Clone, PerKey> RoundRobin<K, PerKey> {
    fn new() -> RoundRobin<K, PerKey> {
        RoundRobin { turns: VecDeque::new(), queues: HashMap::new() }
    }

    /// The items of this key. A new key has its turn after all others.
    fn queue(&mut self, key: &K, new: impl FnOnce() -> PerKey) -> &mut PerKey {
        if !self.queues.contains_key(key) {
            self.turns.push_back(key.clone());
        }
        self.queues.entry(key.clone()).or_insert_with(new)
    }

    /// Takes an item from the key whose turn it is. `take` also returns whether the key has no
    /// items left.
    fn take_turn<T>(&mut self, take: impl FnOnce(&mut PerKey) -> (Option<T>, bool)) -> Option<T> {
        let key = self.turns.pop_front()?;
        let (item, is_empty) = take(self.queues.get_mut(&key)?);
        if is_empty {
            self.queues.remove(&key);
        } else {
            self.turns.push_back(key);
        }
        item
    }

    fn forget(&mut self, key: &K) {
        self.queues.remove(key);
        self.turns.retain(|other| other != key);
    }

    fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    use super::*;

    type Queue = FairQueue<u32, u32, u32>;

    /// Checks that no entry is left.
    fn check_empty(queue: &Queue) {
        let people = &queue.addresses;
        assert_eq!((queue.len, people.turns.len(), people.queues.len()), (0, 0, 0));
    }

    /// For each waiting key of one level: the other keys that have had a turn since its own last
    /// turn.
    #[derive(Default)]
    struct TurnsSeen(BTreeMap<u32, Vec<u32>>);

    impl TurnsSeen {
        /// Records a turn of this key while these keys wait, itself among them.
        fn turn(&mut self, key: u32, waiting: &[u32]) {
            for other in waiting.iter().filter(|other| **other != key) {
                let before = self.0.entry(*other).or_default();
                assert!(!before.contains(&key), "{key} has a second turn before {other} has one");
                before.push(key);
            }
            self.0.remove(&key);
            self.0.retain(|other, _| waiting.contains(other));
        }
    }

    /// Random pushes, turns and removals, compared with what the queue promises.
    #[test]
    fn nobody_has_a_second_turn_before_the_others() {
        for seed in 0..300 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut below = |most: u32| random.next_u32() % most;
            let (addresses, people) = (1 + below(5), 1 + below(5));
            let mut queue = Queue::new();
            // The waiting items in the order of arrival: address, person, item, ticket.
            let mut model: Vec<(u32, u32, u32, Ticket)> = Vec::new();
            let (mut of_addresses, mut of_people) =
                (TurnsSeen::default(), BTreeMap::<u32, TurnsSeen>::new());
            for item in 0..300 {
                match below(5) {
                    // One address wants more than all others.
                    0 | 1 => {
                        let (address, person) = (below(addresses) * below(2), below(people));
                        model.push((address, person, item, queue.push(&address, &person, item)));
                    }
                    2 if !model.is_empty() => {
                        let (address, person, item, ticket) =
                            model.remove(below(model.len() as u32) as usize);
                        assert_eq!(queue.remove(&address, &person, ticket), Some(item));
                        assert_eq!(queue.remove(&address, &person, ticket), None);
                        of_addresses.0.retain(|address, _| model.iter().any(|it| it.0 == *address));
                        let waits = |person: &u32| {
                            model.iter().any(|it| (it.0, it.1) == (address, *person))
                        };
                        of_people.entry(address).or_default().0.retain(|person, _| waits(person));
                    }
                    _ => {
                        let popped = queue.pop();
                        assert_eq!(popped.is_some(), !model.is_empty());
                        let Some(popped) = popped else { continue };
                        let at = model.iter().position(|it| it.2 == popped).expect("it waited");
                        let (address, person, ..) = model[at];
                        let first = model.iter().position(|it| (it.0, it.1) == (address, person));
                        assert_eq!(first, Some(at), "the items of a person come in order");
                        let waiting: Vec<u32> = model.iter().map(|it| it.0).collect();
                        of_addresses.turn(address, &distinct(waiting));
                        let waiting =
                            model.iter().filter(|it| it.0 == address).map(|it| it.1).collect();
                        of_people.entry(address).or_default().turn(person, &distinct(waiting));
                        model.remove(at);
                        of_addresses.0.retain(|address, _| model.iter().any(|it| it.0 == *address));
                        let waits = |person: &u32| {
                            model.iter().any(|it| (it.0, it.1) == (address, *person))
                        };
                        of_people.entry(address).or_default().0.retain(|person, _| waits(person));
                    }
                }
                assert_eq!(queue.len(), model.len());
            }
            for (address, person, item, ticket) in model.drain(..) {
                assert_eq!(queue.remove(&address, &person, ticket), Some(item));
            }
            check_empty(&queue);
        }
    }

    fn distinct(mut keys: Vec<u32>) -> Vec<u32> {
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}
