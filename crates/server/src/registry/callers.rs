//! The address from which each player last acted. Engines take turns by address.

use std::collections::HashMap;
use std::sync::Mutex;

use super::{TableRegistry, TableState, lock};
use crate::http::Caller;
use crate::ids::Id;
use crate::think_queue::Requester;

/// The address from which each player last acted, for players who have acted recently.
///
/// It has two generations. An entry that is read or written moves to the younger generation, and
/// when that is full, the older one is forgotten. So the size is bounded. Somebody who creates many
/// players only displaces players who have not acted during that time.
#[derive(Default)]
pub struct Callers(Mutex<Generations>);

#[derive(Default)]
struct Generations {
    young: HashMap<Id, Caller>,
    old: HashMap<Id, Caller>,
}

/// The number of players in one generation.
const MOST_PLAYERS: usize = 10_000;

impl Callers {
    /// Records the address of a player.
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
    /// Records that a player acts from this address. Engines that think for the player take the
    /// turns of this address.
    pub fn record_caller(&self, player: &Id, caller: Caller) {
        self.callers.set(player, caller);
    }

    /// The address from which a player last acted, if it is known.
    pub(super) fn last_caller(&self, player: &Id) -> Option<Caller> {
        self.callers.get(player)
    }

    /// The person for whom engines think at this table, and the address whose turns they take.
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
    fn active_players_are_remembered_and_others_forgotten() {
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
