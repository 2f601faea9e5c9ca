//! The rules of Breakthrough on two sets of cells.

use std::ops::ControlFlow;

use ludoteca_core::bits::Bits;
use ludoteca_core::grid::{self, Grid};
use ludoteca_core::{Next, NoDice, Outcome, Rules, Seat, random};
use rand_core::Rng;

/// Breakthrough on a board of `rows` × `cols`.
#[derive(Clone, Debug)]
pub struct Breakthrough<B> {
    pub(super) grid: Grid<B>,
    /// The row that each seat is to reach.
    pub(super) goals: [B; 2],
}

/// The pieces and the turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State<B> {
    /// Each seat's pieces.
    pub(super) pieces: [B; 2],
    pub(super) turn: Seat,
}

/// A move: one piece, from one cell to another.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Move {
    /// The cell that the piece leaves.
    pub from: u8,
    /// The cell that it comes to.
    pub to: u8,
}

impl<B: Bits> Breakthrough<B> {
    /// # Panics
    /// Where the board does not fit into `B`, has fewer than 4 rows or 2 columns, or more than 256
    /// cells.
    pub fn new(rows: usize, cols: usize) -> Self {
        assert!(rows >= 4 && cols >= 2 && rows * cols <= 256, "no Breakthrough on {rows}×{cols}");
        let grid = Grid::new(rows, cols);
        Breakthrough { goals: [grid.row(rows - 1), grid.row(0)], grid }
    }

    /// The board.
    pub fn grid(&self) -> &Grid<B> {
        &self.grid
    }

    /// The cells to which pieces of the seat to move can go: to the left, straight ahead and to the
    /// right, as the board is drawn.
    #[inline(always)]
    fn targets(&self, state: &State<B>) -> [B; 3] {
        let [own, other] = state.sides();
        let ahead =
            if state.turn == Seat::FIRST { self.grid.south(own) } else { self.grid.north(own) };
        [self.grid.west(ahead) & !own, ahead & !(own | other), self.grid.east(ahead) & !own]
    }

    /// The move to a cell of the `side`-th set of targets.
    #[inline(always)]
    fn move_to(&self, to: usize, side: usize, turn: Seat) -> Move {
        let cols = self.grid.cols();
        let straight = if turn == Seat::FIRST { to.wrapping_sub(cols) } else { to + cols };
        Move { from: straight.wrapping_add(1).wrapping_sub(side) as u8, to: to as u8 }
    }
}

impl<B: Bits> State<B> {
    /// A seat's pieces, as a set of cells.
    #[inline(always)]
    pub fn pieces(&self, seat: Seat) -> B {
        seat.first_of_two(self.pieces)[0]
    }

    /// The seat to move, unless the game is over.
    #[inline(always)]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The pieces of the seat to move, and those of the other.
    #[inline(always)]
    pub(super) fn sides(&self) -> [B; 2] {
        self.turn.first_of_two(self.pieces)
    }

    /// The seat that has a piece on this cell.
    pub(super) fn owner(&self, cell: usize) -> Option<Seat> {
        grid::owner(&self.pieces, cell)
    }
}

impl<B: Bits> Rules for Breakthrough<B> {
    type State = State<B>;
    type Move = Move;
    type Chance = NoDice;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State<B> {
        let last = self.grid.rows() - 1;
        let two_rows = |a, b| self.grid.row(a) | self.grid.row(b);
        State { pieces: [two_rows(0, 1), two_rows(last - 1, last)], turn: Seat::FIRST }
    }

    /// While the game is not over, the seat to move always has a move. No piece of its own is in
    /// front of its foremost pieces, so only an opponent's piece straight ahead can block them, and
    /// since there are at least two columns, each of them has a free diagonal.
    #[inline(always)]
    fn next(&self, state: &State<B>) -> Next {
        let [own, other] = state.sides();
        let goal = if state.turn == Seat::FIRST { self.goals[1] } else { self.goals[0] };
        // Only the seat that has just moved can have won.
        if own.is_empty() || !(other & goal).is_empty() {
            Next::Over(Outcome::win(state.turn.other()))
        } else {
            Next::Move(state.turn)
        }
    }

    /// All moves to the left, then those straight ahead, then those to the right; each by ascending
    /// cells. This needs no loop over single pieces.
    #[inline(always)]
    fn visit_moves<T>(
        &self,
        state: &State<B>,
        mut visit: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        if self.next(state).seat().is_some() {
            for (side, targets) in self.targets(state).into_iter().enumerate() {
                for to in targets.iter() {
                    visit(self.move_to(to, side, state.turn))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn count_moves(&self, state: &State<B>) -> usize {
        match self.next(state) {
            Next::Move(_) => {
                self.targets(state).map(|targets| targets.count() as usize).iter().sum()
            }
            _ => 0,
        }
    }

    #[inline(always)]
    fn nth_move(&self, state: &State<B>, n: usize) -> Option<Move> {
        self.next(state).seat()?;
        let mut left = u32::try_from(n).ok()?;
        for (side, targets) in self.targets(state).into_iter().enumerate() {
            let count = targets.count();
            if left < count {
                return Some(self.move_to(targets.nth(left), side, state.turn));
            }
            left -= count;
        }
        None
    }

    #[inline(always)]
    fn random_move<G: Rng + ?Sized>(&self, state: &State<B>, generator: &mut G) -> Move {
        let targets = self.targets(state);
        let [left, straight, right] = targets.map(Bits::count);
        let n = random::below(generator, left + straight + right);
        // Without a branch, since it is unpredictable which of the three it will be.
        let (beyond_left, beyond_straight) = (n >= left, n >= left + straight);
        let side = usize::from(beyond_left) + usize::from(beyond_straight);
        let before =
            if beyond_left { left } else { 0 } + if beyond_straight { straight } else { 0 };
        self.move_to(targets[side].nth(n - before), side, state.turn)
    }

    #[inline(always)]
    fn play(&self, state: &mut State<B>, Move { from, to }: Move) {
        let [own, other] = state.sides();
        let to = B::single(to.into());
        state.pieces = state.turn.first_of_two([own ^ (B::single(from.into()) | to), other & !to]);
        state.turn = state.turn.other();
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, state: &State<B>, k: usize) -> State<B> {
        State { pieces: state.pieces.map(|pieces| self.grid.image(pieces, k)), ..*state }
    }

    fn move_image(&self, m: Move, k: usize) -> Move {
        let image = |cell: u8| self.grid.cell_image(cell.into(), k) as u8;
        Move { from: image(m.from), to: image(m.to) }
    }
}
