//! Sets of the nine cells of a 3 × 3 board. There are so few that the answers come from lookup
//! tables.

use ludoteca_core::bits::Bits;
use ludoteca_core::scene::{Ground, Look, PieceLook};

/// What the games on nine cells look like: X and O, drawn between lines.
pub const LOOK: Look = Look { ground: Ground::Ruled, pieces: PieceLook::Signs, ..Look::PLAIN };

/// Do these pieces have three in a row?
#[inline(always)]
pub fn has_line(pieces: u64) -> bool {
    LINES[pieces as usize / 64 % 8] >> (pieces % 64) & 1 != 0
}

/// The cells of all lines that one of these sets has.
pub fn lines_of(sets: &[u64]) -> Vec<usize> {
    let lines = sets.iter().flat_map(|set| ROWS.into_iter().filter(move |row| set & row == *row));
    lines.fold(0, |cells, line| cells | line).iter().collect()
}

/// The eight lines.
const ROWS: [u64; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// One bit for each of the 512 sets of cells: does it contain a line?
const LINES: [u64; 8] = {
    let mut table = [0; 8];
    let mut set = 0;
    while set < 512 {
        let mut i = 0;
        while i < 8 {
            if set & ROWS[i] == ROWS[i] {
                table[set as usize / 64] |= 1 << (set % 64);
            }
            i += 1;
        }
        set += 1;
    }
    table
};

/// The `n`-th cell of a set, from 0.
#[inline(always)]
pub fn nth(set: u64, n: u32) -> usize {
    NTH[set as usize % 512][n as usize].into()
}

/// The cells of each of the 512 sets, in ascending order.
const NTH: [[u8; 16]; 512] = {
    let mut table = [[0; 16]; 512];
    let mut set = 0;
    while set < 512 {
        let mut n = 0;
        let mut cell = 0;
        while cell < 9 {
            if set >> cell & 1 != 0 {
                table[set][n] = cell;
                n += 1;
            }
            cell += 1;
        }
        set += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_agree_with_slow_answers() {
        let lines = ["012", "345", "678", "036", "147", "258", "048", "246"];
        for set in 0..512u64 {
            let cells: Vec<usize> = set.iter().collect();
            let found: Vec<usize> = (0..cells.len() as u32).map(|n| nth(set, n)).collect();
            assert_eq!(found, cells);
            let is_held = |line: &&str| line.bytes().all(|cell| set.has((cell - b'0').into()));
            assert_eq!(has_line(set), lines.iter().any(is_held), "{set:o}");
        }
    }
}
