//! Sets of the nine cells of a 3 × 3 board. There are so few that the answers come from lookup
//! tables.

/// Do these pieces have three in a row?
#[inline(always)]
pub fn has_line(pieces: u64) -> bool {
    LINES[pieces as usize / 64 % 8] >> (pieces % 64) & 1 != 0
}

/// One bit for each of the 512 sets of cells: does it contain a line?
const LINES: [u64; 8] = {
    const ROWS: [u64; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
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
    use ludoteca_core::bits::Bits;

    use super::{has_line, nth};

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
