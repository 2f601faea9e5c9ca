//! Quotas: how much of something each address may have at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::http::Caller;

/// Counts how much each address has at once.
#[derive(Clone, Default)]
pub struct AddressQuotas(Arc<Mutex<QuotaCounts>>);

#[derive(Default)]
struct QuotaCounts {
    all: usize,
    by_address: HashMap<Caller, usize>,
}

/// One unit of an address. It counts until this is dropped.
pub struct QuotaGuard {
    quotas: AddressQuotas,
    caller: Caller,
}

impl AddressQuotas {
    /// Takes one more unit for this address, which may have `most` at once.
    pub fn acquire(&self, caller: Caller, most: usize) -> Option<QuotaGuard> {
        self.acquire_within(caller, most, usize::MAX)
    }

    /// Takes one more unit for this address, if there are `places` for all addresses together.
    ///
    /// The more an address has, the more places it must leave free. So the last places are for
    /// addresses that have none.
    pub fn acquire_within(&self, caller: Caller, most: usize, places: usize) -> Option<QuotaGuard> {
        let mut counts = self.counts();
        let free = places.saturating_sub(counts.all);
        let has = counts.by_address.get(&caller).copied().unwrap_or(0);
        if has >= most || has >= free {
            return None;
        }
        counts.all += 1;
        counts.by_address.insert(caller, has + 1);
        drop(counts);
        Some(QuotaGuard { quotas: self.clone(), caller })
    }

    fn counts(&self) -> MutexGuard<'_, QuotaCounts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for QuotaGuard {
    fn drop(&mut self) {
        let mut counts = self.quotas.counts();
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

    /// Takes as many units as an address can get.
    fn all(quotas: &AddressQuotas, number: u8, most: usize, places: usize) -> Vec<QuotaGuard> {
        std::iter::from_fn(|| quotas.acquire_within(caller(number), most, places)).collect()
    }

    #[test]
    fn each_address_has_its_own_quota() {
        let quotas = AddressQuotas::default();
        let (mut of_one, of_two) = (all(&quotas, 1, 3, usize::MAX), all(&quotas, 2, 2, usize::MAX));
        assert_eq!((of_one.len(), of_two.len()), (3, 2));
        of_one.pop();
        assert!(quotas.acquire(caller(1), 3).is_some());
        drop((of_one, of_two));
        let counts = quotas.counts();
        assert_eq!((counts.all, counts.by_address.len()), (0, 0));
    }

    #[test]
    fn the_last_places_are_for_addresses_without_one() {
        let quotas = AddressQuotas::default();
        let mut taken = Vec::new();
        for (number, expected) in
            [32, 32, 32, 32, 32, 32, 32, 16, 8, 4, 2, 1].into_iter().enumerate()
        {
            let more = all(&quotas, number as u8, 32, 256);
            assert_eq!(more.len(), expected, "{number}");
            taken.extend(more);
        }
        // The first addresses cannot take the last places.
        assert!(all(&quotas, 0, 32, 256).is_empty());
        taken.extend(all(&quotas, 100, 32, 256));
        assert_eq!(taken.len(), 256);
        assert!(all(&quotas, 101, 32, 256).is_empty(), "all are taken");
    }
}
