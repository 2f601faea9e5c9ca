//! The transposition table stores the results of positions that a search may reach again by another
//! order of moves.

use std::iter;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytemuck::allocation::try_zeroed_slice_box;
use ludoteca_core::cpu;

use crate::score;

/// Stores positions by their keys. Any number of threads read and write it at once without locks:
/// an entry that two threads wrote at the same time does not match its key and is not found.
///
/// A dropped table leaves its memory to the next one of the same size, since allocating it anew
/// takes a fifth of a search of 100 ms. The entries that it still holds have another age and are
/// ignored, so that no search depends on earlier ones.
pub struct TranspositionTable {
    memory: Memory,
}

#[derive(Default)]
struct Memory {
    buckets: Box<[Bucket]>,
    /// How often the memory was reused since it was last zeroed, modulo the number of ages.
    age: u64,
}

/// The four entries of one cache line. Each is two words: the key XORed with the packed entry, and
/// the packed entry.
type Bucket = [[AtomicU64; 2]; 4];

/// The stored result of a position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct TranspositionEntry {
    /// The value for the seat to move. Distances to a win or loss count from this position.
    pub value: i32,
    pub bound: Bound,
    /// Would a deeper search leave this value unchanged?
    pub settled: bool,
    /// The depth in plies to which the position was searched at least.
    pub depth: u8,
    /// The length in plies of the longest line that the value depends on.
    pub reach: u8,
    /// The best move (hash move), as the transposition key encodes it;
    /// [`TranspositionEntry::NO_HASH_MOVE`] where none is known.
    pub hash_move: u16,
}

/// Whether a value is exact, a lower bound or an upper bound.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl TranspositionTable {
    /// Creates a table of this many MiB, with at least one bucket. It is smaller where a search of
    /// `most_nodes` cannot fill it, or where the machine does not provide as much memory. The
    /// machine need not back memory that is never written.
    pub fn new(mebibytes: usize, most_nodes: u64) -> TranspositionTable {
        let most = mebibytes.saturating_mul(1 << 20) / size_of::<Bucket>();
        let needed = usize::try_from(most_nodes).unwrap_or(usize::MAX);
        let number = most.min(needed).max(1);
        let mut spare = spare();
        let used = spare
            .iter()
            .position(|memory| memory.buckets.len() == number)
            .map(|n| spare.swap_remove(n));
        drop(spare);
        TranspositionTable { memory: used.map_or_else(|| Memory::new(number), Memory::renewed) }
    }

    /// Prefetches the bucket of a key that will soon be probed.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        cpu::prefetch(self.bucket(key));
    }

    /// Looks up the entry of a key.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<TranspositionEntry> {
        self.bucket(key).iter().find_map(|[mixed, entry]| {
            let entry = entry.load(Ordering::Relaxed);
            (mixed.load(Ordering::Relaxed) ^ entry == key && self.is_current(entry))
                .then(|| unpack(entry))
        })
    }

    /// Stores an entry. It replaces an older entry of the same position, else an outdated or empty
    /// one, else the one of least depth.
    #[inline(always)]
    pub fn put(&self, key: u64, entry: TranspositionEntry) {
        let Some(packed) = pack(&entry) else { return };
        let packed = packed | self.memory.age << AGE;
        let bucket = self.bucket(key);
        let worth = |[mixed, entry]: &[AtomicU64; 2]| {
            let entry = entry.load(Ordering::Relaxed);
            match self.is_current(entry) {
                true if mixed.load(Ordering::Relaxed) ^ entry == key => 0,
                true => 2 + (entry & 0xff),
                false => 1,
            }
        };
        let [mut place, mut least] = [0, u64::MAX];
        for (n, slot) in bucket.iter().enumerate() {
            let worth = worth(slot);
            if worth < least {
                [place, least] = [n as u64, worth];
            }
        }
        let [mixed, slot] = &bucket[place as usize];
        mixed.store(packed ^ key, Ordering::Relaxed);
        slot.store(packed, Ordering::Relaxed);
    }

    /// Was this entry written since the table was created?
    #[inline(always)]
    fn is_current(&self, entry: u64) -> bool {
        entry >> AGE == AGES | self.memory.age
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = &self.memory.buckets;
        let at = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[at as usize]
    }
}

impl Memory {
    /// Allocates this many buckets, or half as many, and so on, until the machine provides them.
    fn new(number: usize) -> Memory {
        let mut sizes = iter::successors(Some(number), |size| (*size > 1).then_some(size / 2));
        let buckets = sizes.find_map(|size| try_zeroed_slice_box(size).ok());
        Memory { buckets: buckets.expect("there is room for one bucket"), age: 0 }
    }

    /// The same memory with all its entries outdated.
    fn renewed(mut self) -> Memory {
        self.age = (self.age + 1) % AGES;
        if self.age == 0 {
            self.buckets.iter_mut().flatten().flatten().for_each(|word| *word.get_mut() = 0);
        }
        self
    }
}

impl Drop for TranspositionTable {
    fn drop(&mut self) {
        let memory = std::mem::take(&mut self.memory);
        let mut spare = spare();
        let kept: usize = spare.iter().map(|memory| memory.buckets.len()).sum();
        if memory.buckets.len() >= LEAST_SPARE && kept + memory.buckets.len() <= MOST_SPARE {
            spare.push(memory);
        }
    }
}

/// Memory of dropped tables, for reuse.
fn spare() -> MutexGuard<'static, Vec<Memory>> {
    static SPARE: Mutex<Vec<Memory>> = Mutex::new(Vec::new());
    SPARE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Memory of less than 1 MiB is not worth keeping, and no more than 256 MiB is kept in all.
const LEAST_SPARE: usize = (1 << 20) / size_of::<Bucket>();
const MOST_SPARE: usize = 256 * LEAST_SPARE;

impl TranspositionEntry {
    pub const NO_HASH_MOVE: u16 = u16::MAX;
}

/// Packs, from the lowest bit up: depth, reach, hash move, value in 24 bits, bound, and whether it
/// is settled. The age comes next, and the top bit is 1, so that no packed entry is 0. Returns
/// `None` where the value does not fit.
#[inline(always)]
fn pack(entry: &TranspositionEntry) -> Option<u64> {
    let value = match entry.value {
        value if score::is_win(value) => MOST_VALUE - score::plies(value) as i32,
        value if score::is_loss(value) => score::plies(value) as i32 - MOST_VALUE,
        value if value.abs() < MOST_VALUE - LONGEST_WIN => value,
        _ => return None,
    };
    let bound = match entry.bound {
        Bound::Exact => 0,
        Bound::AtLeast => 1,
        Bound::AtMost => 2,
    };
    Some(
        u64::from(entry.depth)
            | u64::from(entry.reach) << 8
            | u64::from(entry.hash_move) << 16
            | u64::from(value as u32 & 0xff_ffff) << 32
            | bound << 56
            | u64::from(entry.settled) << 58
            | 1 << 63,
    )
}

#[inline(always)]
fn unpack(packed: u64) -> TranspositionEntry {
    // Sign extension from 24 to 32 bits.
    let value = ((packed >> 32) as u32 as i32) << 8 >> 8;
    let value = match value {
        _ if value >= MOST_VALUE - LONGEST_WIN => score::win_in((MOST_VALUE - value) as u32),
        _ if value <= LONGEST_WIN - MOST_VALUE => -score::win_in((value + MOST_VALUE) as u32),
        _ => value,
    };
    TranspositionEntry {
        value,
        bound: match packed >> 56 & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        },
        settled: packed >> 58 & 1 != 0,
        depth: packed as u8,
        reach: (packed >> 8) as u8,
        hash_move: (packed >> 16) as u16,
    }
}

/// The lowest bit of the age, and the number of different ages.
const AGE: u32 = 59;
const AGES: u64 = 16;

const MOST_VALUE: i32 = (1 << 23) - 1;
const LONGEST_WIN: i32 = 1000;

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: TranspositionEntry = TranspositionEntry {
        value: 7,
        bound: Bound::Exact,
        settled: false,
        depth: 3,
        reach: 4,
        hash_move: TranspositionEntry::NO_HASH_MOVE,
    };

    #[test]
    fn entries_are_packed_without_loss() {
        for value in [0, 1, -1, 8_387_000, -8_387_000, score::win_in(1), -score::win_in(400)] {
            for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
                for settled in [false, true] {
                    for (depth, reach, hint) in [(0, 0, 0), (255, 1, 2), (1, 255, 40_000)] {
                        let entry = TranspositionEntry {
                            value,
                            bound,
                            settled,
                            depth,
                            reach,
                            hash_move: hint,
                        };
                        assert_eq!(pack(&entry).map(unpack), Some(entry));
                    }
                }
            }
        }
        assert_eq!(pack(&TranspositionEntry { value: 8_388_000, ..ENTRY }), None);
    }

    #[test]
    fn stored_entries_are_found() {
        let table = TranspositionTable::new(1, u64::MAX);
        let keys = (1..1000u64).map(|n| ludoteca_core::key::of(&n));
        for (n, key) in (0..).zip(keys.clone()) {
            assert_eq!(table.probe(key), None);
            table.put(key, TranspositionEntry { value: n, ..ENTRY });
            table.put(key, TranspositionEntry { value: -n, ..ENTRY });
        }
        for (n, key) in (0..).zip(keys) {
            assert_eq!(table.probe(key), Some(TranspositionEntry { value: -n, ..ENTRY }));
        }
    }

    /// Reused memory behaves like new memory, however often it was reused: the same entries are
    /// found and replaced.
    #[test]
    fn reused_memory_behaves_like_new_memory() {
        let number = 10_000;
        let mut memory = Memory::new(number);
        for round in 0..2 * AGES + 1 {
            let mut used = TranspositionTable { memory: memory.renewed() };
            let new = TranspositionTable { memory: Memory::new(number) };
            let keys: Vec<u64> =
                (0..100_000).map(|n| ludoteca_core::key::of(&(n, round / 2))).collect();
            assert!(keys.iter().all(|key| used.probe(*key).is_none()));
            for (n, key) in keys.iter().enumerate() {
                let entry =
                    TranspositionEntry { value: n as i32, depth: (key >> 3) as u8, ..ENTRY };
                used.put(*key, entry);
                new.put(*key, entry);
            }
            assert!(keys.iter().all(|key| used.probe(*key) == new.probe(*key)), "round {round}");
            memory = std::mem::take(&mut used.memory);
        }
    }

    /// An entry that was not overwritten does not become valid again when the ages wrap around.
    #[test]
    fn outdated_entries_stay_invalid() {
        let mut used = TranspositionTable { memory: Memory::new(1) };
        used.put(7, ENTRY);
        for round in 0..2 * AGES {
            used = TranspositionTable { memory: std::mem::take(&mut used.memory).renewed() };
            assert_eq!(used.probe(7), None, "round {round}");
        }
    }

    #[test]
    fn a_table_shrinks_to_the_available_memory() {
        let table = TranspositionTable::new(usize::MAX, u64::MAX);
        table.put(u64::MAX, ENTRY);
        assert_eq!(table.probe(u64::MAX), Some(ENTRY));
    }

    #[test]
    fn a_full_table_replaces_the_shallowest_entry() {
        let table = TranspositionTable::new(0, 0);
        for depth in [5, 9, 7, 8, 6] {
            table.put(depth, TranspositionEntry { depth: depth as u8, ..ENTRY });
        }
        assert_eq!(
            [5, 6, 7, 8, 9].map(|key| table.probe(key).is_some()),
            [false, true, true, true, true]
        );
    }
}
