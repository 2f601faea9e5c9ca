//! The board before the first move: where each seat starts, and the obstacles, given or drawn.

use ludoteca_core::bits::{Bits, Bits256};
use ludoteca_core::grid::Grid;
use ludoteca_core::{Message, OptionError, Options, random, text};
use rand_core::Rng;

use super::texts::Phrase;

/// The layout given by the options, checked.
pub(super) struct StartingLayout {
    /// The board, in the widest sets that any board needs.
    pub(super) grid: Grid<Bits256>,
    /// The starting cells of each seat that takes part.
    pub(super) starts: Vec<[usize; 2]>,
    pub(super) obstacles: Bits256,
    /// The limit of plies without a clone; 0 for none.
    pub(super) no_progress: u32,
}

impl StartingLayout {
    /// Checks what cannot be checked for single options: that the obstacles suit the board and
    /// leave a move.
    pub(super) fn new(options: &Options) -> Result<StartingLayout, OptionError> {
        let mut setup = StartingLayout::without_obstacles(options);
        let grid = setup.grid;
        for &(row, col) in options.cells("obstacles") {
            let refuse = |allowed: Phrase| {
                let given = Message::same(format!("{row},{col}"));
                options.not_allowed("obstacles", given, Message::new(allowed))
            };
            let last = Phrase::CellsUpTo { row: grid.rows() - 1, col: grid.cols() - 1 };
            let cell = grid.find(row.into(), col.into()).ok_or_else(|| refuse(last))?;
            if setup.obstacles.has(cell) {
                return Err(refuse(Phrase::EachOnce));
            }
            if !setup.free().has(cell) {
                return Err(refuse(Phrase::NoStart));
            }
            setup.obstacles |= Bits256::single(cell);
        }
        if !setup.has_move() {
            let given = Message::new(Phrase::Cells(options.cells("obstacles").len()));
            let allowed = Message::new(Phrase::LeavesAMove);
            return Err(options.not_allowed("obstacles", given, allowed));
        }
        Ok(setup)
    }

    fn without_obstacles(options: &Options) -> StartingLayout {
        let grid = Grid::new(options.number("rows") as usize, options.number("cols") as usize);
        let (bottom, right) = (grid.rows() - 1, grid.cols() - 1);
        let (middle_row, middle_col) = (bottom / 2, right / 2);
        let places = [
            [(0, 0), (bottom, right)],
            [(0, right), (bottom, 0)],
            [(middle_row, 0), (middle_row, right)],
            [(0, middle_col), (bottom, middle_col)],
        ];
        let starts = places.map(|places| places.map(|(row, col)| grid.cell(row, col)));
        StartingLayout {
            grid,
            starts: starts[..options.number("seats") as usize].to_vec(),
            obstacles: Bits256::EMPTY,
            no_progress: options.number("no-progress"),
        }
    }

    fn pieces(&self) -> Bits256 {
        self.starts.iter().flatten().fold(Bits256::EMPTY, |set, cell| set | Bits256::single(*cell))
    }

    /// The cells that may be obstacles.
    fn free(&self) -> Bits256 {
        self.grid.all() & !self.pieces()
    }

    /// Can some seat move at the start?
    fn has_move(&self) -> bool {
        let reach = self.grid.around(self.grid.around(self.pieces()));
        !(reach & self.free() & !self.obstacles).is_empty()
    }

    /// The cells from which mirrored obstacles are drawn: the top left quarter with its middle row
    /// and column.
    fn top_left(&self) -> Bits256 {
        let inside = |cell: &usize| {
            let (row, col) = self.grid.place(*cell);
            row <= self.grid.rows() / 2 && col <= self.grid.cols() / 2
        };
        self.grid
            .all()
            .iter()
            .filter(inside)
            .fold(Bits256::EMPTY, |set, cell| set | Bits256::single(cell))
    }

    /// The cells and their mirror images left, right, above and below.
    fn mirrored(&self, cells: Bits256) -> Bits256 {
        (0..4).fold(Bits256::EMPTY, |set, k| set | self.grid.image(cells, k))
    }
}

/// Draws obstacles: see [`Scatter`](ludoteca_core::Scatter). All draws that leave some seat a move
/// are equally likely.
pub(super) fn scatter(
    options: &mut Options,
    count: &str,
    mirror: bool,
    generator: &mut dyn Rng,
) -> Result<(), OptionError> {
    let mut setup = StartingLayout::without_obstacles(options);
    let free = if mirror { setup.free() & setup.top_left() } else { setup.free() };
    let most = free.count() - 1;
    let number = text::number_from(count).and_then(|number| u32::try_from(number).ok());
    let Some(number) = number.filter(|number| *number <= most) else {
        let allowed = Message::new(Phrase::DrawsUpTo { most, mirror });
        return Err(options.not_allowed("obstacles", Message::same(count), allowed));
    };
    loop {
        let drawn = draw(free, number, generator);
        setup.obstacles = if mirror { setup.mirrored(drawn) } else { drawn };
        // A draw succeeds least often if a single cell stays free, and even then more than one time
        // in eight on the largest board.
        if setup.has_move() {
            break;
        }
    }
    let cell = |cell| {
        let (row, col) = setup.grid.place(cell);
        (row as u32, col as u32)
    };
    options.set_cells("obstacles", setup.obstacles.iter().map(cell).collect());
    Ok(())
}

/// `count` different cells of a set that has as many.
fn draw(mut from: Bits256, count: u32, generator: &mut dyn Rng) -> Bits256 {
    let mut drawn = Bits256::EMPTY;
    for _ in 0..count {
        let cell = Bits256::single(from.nth(random::below(generator, from.count())));
        from ^= cell;
        drawn |= cell;
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;
    use std::collections::BTreeMap;

    fn drawn(line: &str, count: u32, mirror: bool, seed: u64) -> Result<Options, OptionError> {
        let mut options = catalog::parse(line).unwrap();
        scatter(&mut options, &count.to_string(), mirror, &mut ChaCha8Rng::seed_from_u64(seed))
            .map(|()| options)
    }

    #[test]
    fn draws_suit_the_board() {
        // Options, mirrored or not, and the most that can be drawn.
        for (line, mirror, most) in [
            ("ataxx", false, 44),
            ("ataxx", true, 14),
            ("ataxx rows=5 cols=5 seats=4", false, 16),
            ("ataxx rows=5 cols=5 seats=4", true, 5),
            ("ataxx rows=15 cols=15", false, 220),
            ("ataxx rows=15 cols=15 seats=3", true, 61),
        ] {
            for (seed, count) in [0, 1, most / 2, most - 1, most].into_iter().enumerate() {
                let options = drawn(line, count, mirror, seed as u64).unwrap();
                let setup = StartingLayout::new(&options)
                    .unwrap_or_else(|error| panic!("{options}: {error}"));
                if mirror {
                    assert_eq!(setup.mirrored(setup.obstacles), setup.obstacles, "{options}");
                    assert_eq!((setup.obstacles & setup.top_left()).count(), count, "{options}");
                } else {
                    assert_eq!(setup.obstacles.count(), count, "{options}");
                }
                assert!(options.cells("obstacles").is_sorted());
                assert_eq!(
                    drawn(line, count, mirror, seed as u64).as_ref(),
                    Ok(&options),
                    "a draw can be repeated"
                );
            }
            let refused = drawn(line, most + 1, mirror, 1).unwrap_err().to_string();
            assert!(refused.contains(&format!("from 0 to {most}")), "{refused}");
        }
    }

    #[test]
    fn draws_are_mirrored_into_all_quarters() {
        let setup = StartingLayout::without_obstacles(&catalog::parse("ataxx").unwrap());
        let set = |places: &[(usize, usize)]| {
            places.iter().fold(Bits256::EMPTY, |set, (row, col)| {
                set | Bits256::single(setup.grid.cell(*row, *col))
            })
        };
        let all = [
            (0, 2),
            (0, 4),
            (1, 2),
            (1, 4),
            (2, 1),
            (2, 5),
            (4, 1),
            (4, 5),
            (5, 2),
            (5, 4),
            (6, 2),
            (6, 4),
        ];
        assert_eq!(setup.mirrored(set(&[(0, 2), (1, 2), (2, 1)])), set(&all));
        assert_eq!(setup.mirrored(set(&[(3, 3)])), set(&[(3, 3)]));
    }

    #[test]
    fn draws_are_uniform() {
        // On 5×5 all free cells but one become obstacles. Each of them can be the one that stays
        // free.
        let mut counts = BTreeMap::new();
        for seed in 0..2100 {
            let options = drawn("ataxx rows=5 cols=5", 20, false, seed).unwrap();
            *counts.entry(options.cells("obstacles").to_vec()).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 21);
        assert!(counts.values().all(|n| (60..140).contains(n)), "{counts:?}");
    }
}
