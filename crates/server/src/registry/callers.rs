//! From where players last acted: engines take turns by address.

use std::collections::HashMap;
use std::sync::Mutex;

use super::{TableRegistry, TableState, lock};
use crate::http::Caller;
use crate::ids::Id;
use crate::think_queue::Requester;

/// From where players last acted, of as many as have acted lately.
///
/// It has two generations: what is asked for or told again moves to the younger one, and where that
/// is full the older one is forgotten. So it is bounded, and who makes many players drives out only
/// those who have not acted for as long as that took.
#[derive(Default)]
pub struct Callers(Mutex<Generations>);

#[derive(Default)]
struct Generations {
    young: HashMap<Id, Caller>,
    old: HashMap<Id, Caller>,
}

/// Players in one generation.
const MOST_PLAYERS: usize = 10_000;

impl Callers {
    /// A player acts from there.
    fn set(&self, player: &Id, caller: Caller) {
        lock(&self.0).set(player.clone(), caller);
    }

    fn get(&self, player: &Id) -> Option<Caller> {
        let mut callers = lock(&self.0);
        let caller = callers.young.get(player).or_else(|| callers.old.get(player)).copied()?;
        callers.set(player.clone(), caller);
        Some(caller)
    }
}

impl Generations {
    fn set(&mut self, player: Id, caller: Caller) {
        if self.young.len() >= MOST_PLAYERS && !self.young.contains_key(&player) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(player, caller);
    }
}

impl TableRegistry {
    /// A player acts from this address: engines that think for them do so at its turns.
    pub fn record_caller(&self, player: &Id, caller: Caller) {
        self.callers.set(player, caller);
    }

    /// From where a player last acted, if that is known.
    pub(super) fn last_caller(&self, player: &Id) -> Option<Caller> {
        self.callers.get(player)
    }

    /// For whom engines think here, and at the turns of which address.
    pub(super) fn requester(&self, table_state: &TableState) -> Requester {
        match table_state.requester() {
            Some(player) => {
                Requester { address: self.callers.get(player), person: player.to_string() }
            }
            None => Requester { address: None, person: String::new() },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn caller(number: u8) -> Caller {
        Caller::of(IpAddr::V4(Ipv4Addr::new(192, 0, 2, number)))
    }

    #[test]
    fn those_who_act_are_remembered_and_others_forgotten() {
        let (callers, ada, ben) = (Callers::default(), Id::given("ada"), Id::given("ben"));
        callers.set(&ada, caller(1));
        callers.set(&ben, caller(2));
        for number in 0..5 * MOST_PLAYERS {
            callers.set(&Id::given(number.to_string()), caller(3));
            if number % 1000 == 0 {
                assert_eq!(callers.get(&ada), Some(caller(1)));
            }
        }
        assert_eq!(callers.get(&ben), None);
        let all = lock(&callers.0);
        assert!(all.young.len() + all.old.len() <= 2 * MOST_PLAYERS);
    }
}
