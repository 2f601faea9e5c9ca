//! How much of something each address has at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::http::Caller;

/// Counts what addresses have at once.
#[derive(Clone, Default)]
pub struct Shares(Arc<Mutex<Counts>>);

#[derive(Default)]
struct Counts {
    all: usize,
    by_address: HashMap<Caller, usize>,
}

/// One of those that an address has, until it is dropped.
pub struct Share {
    shares: Shares,
    caller: Caller,
}

impl Shares {
    /// One more for this address, which may have `most` at once.
    pub fn take(&self, caller: Caller, most: usize) -> Option<Share> {
        self.take_of(caller, most, usize::MAX)
    }

    /// One more for this address, where there are `places` for all together.
    ///
    /// The more an address has, the more places it must leave free: so the last ones are for those who have none.
    pub fn take_of(&self, caller: Caller, most: usize, places: usize) -> Option<Share> {
        let mut counts = self.counts();
        let free = places.saturating_sub(counts.all);
        let has = counts.by_address.get(&caller).copied().unwrap_or(0);
        if has >= most || has >= free {
            return None;
        }
        counts.all += 1;
        counts.by_address.insert(caller, has + 1);
        drop(counts);
        Some(Share { shares: self.clone(), caller })
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut counts = self.shares.counts();
        counts.all = counts.all.saturating_sub(1);
        if let Some(has) = counts.by_address.get_mut(&self.caller) {
            *has -= 1;
            if *has == 0 {
                counts.by_address.remove(&self.caller);
            }
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

    /// As many as an address gets.
    fn all(shares: &Shares, number: u8, most: usize, places: usize) -> Vec<Share> {
        std::iter::from_fn(|| shares.take_of(caller(number), most, places)).collect()
    }

    #[test]
    fn an_address_has_so_many_at_once() {
        let shares = Shares::default();
        let (mut of_one, of_two) = (all(&shares, 1, 3, usize::MAX), all(&shares, 2, 2, usize::MAX));
        assert_eq!((of_one.len(), of_two.len()), (3, 2));
        of_one.pop();
        assert!(shares.take(caller(1), 3).is_some());
        drop((of_one, of_two));
        let counts = shares.counts();
        assert_eq!((counts.all, counts.by_address.len()), (0, 0));
    }

    #[test]
    fn the_last_places_are_for_those_who_have_none() {
        let shares = Shares::default();
        let mut taken = Vec::new();
        for (number, expected) in [32, 32, 32, 32, 32, 32, 32, 16, 8, 4, 2, 1].into_iter().enumerate() {
            let more = all(&shares, number as u8, 32, 256);
            assert_eq!(more.len(), expected, "{number}");
            taken.extend(more);
        }
        // Those that were there first have none of the last.
        assert!(all(&shares, 0, 32, 256).is_empty());
        taken.extend(all(&shares, 100, 32, 256));
        assert_eq!(taken.len(), 256);
        assert!(all(&shares, 101, 32, 256).is_empty(), "all are taken");
    }
}
