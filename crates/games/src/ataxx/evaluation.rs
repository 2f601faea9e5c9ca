//! The evaluation of Ataxx: pieces by place, safe pieces, the holes between them, room, and what
//! the next move can gain.

use ludoteca_core::bits::Bits;
use ludoteca_core::evaluation::{
    self, END_PHASE, Evaluate, Evaluation, Features, Learnable, Network, ScoredMove, Scores,
    Selective, Tunable, Weight,
};
use ludoteca_core::grid::Grid;
use ludoteca_core::{Rules, Seat};

use super::rules::{Ataxx, Move, State};

impl<B: Bits, const SEATS: usize> Evaluate for Ataxx<B, SEATS> {
    fn evaluation(&self) -> impl Evaluation<Self> {
        let grid = self.grid();
        let is_plain =
            (self.start().taken() | self.start().empty()).count() as usize == grid.size();
        let is_usual = (grid.rows(), grid.cols(), SEATS) == (7, 7, 2) && is_plain;
        Knowledge { game: self, zones: zones(grid), network: is_usual.then_some(&NETWORK) }
    }
}

struct Knowledge<'a, B, const SEATS: usize> {
    game: &'a Ataxx<B, SEATS>,
    zones: [B; ZONES],
    /// For two seats on the usual board, without obstacles.
    network: Option<&'static SevenBySeven>,
}

type SevenBySeven = Network<98, 64>;

static NETWORK: SevenBySeven = Network::read(include_bytes!("data/evaluation.network"));

/// Cells by their distances to the two nearest edges. Distances of 3 and more are taken as equal.
fn zones<B: Bits>(grid: &Grid<B>) -> [B; ZONES] {
    let mut zones = [B::EMPTY; ZONES];
    for cell in 0..grid.size() {
        let (row, col) = grid.place(cell);
        let [one, two] =
            [row.min(grid.rows() - 1 - row).min(3), col.min(grid.cols() - 1 - col).min(3)];
        let (near, far) = (one.min(two), one.max(two));
        // 00 01 02 03 11 12 13 22 23 33
        zones[[0, 3, 5, 6][near] + far].insert(cell);
    }
    zones
}

const ZONES: usize = 10;

impl<B: Bits, const SEATS: usize> Evaluation<Ataxx<B, SEATS>> for Knowledge<'_, B, SEATS> {
    const SELECTIVE: Option<Selective> = Some(Selective { margin: 90, late_move_count: 10 });

    #[inline(always)]
    fn evaluate(&self, state: &State<B, SEATS>) -> Scores {
        let mut scores = evaluation::tapered_sum(self, self.game.seats(), state);
        if let Some(network) = self.network {
            scores[state.turn().index()] +=
                network.forward(state.own(), state.taken() & !state.own());
        }
        scores
    }

    /// The immediate gain of the move, minus the value of the hole that a jump leaves among the
    /// seat's own pieces.
    #[inline(always)]
    fn move_score(&self, state: &State<B, SEATS>, m: Move) -> i32 {
        let left = m.origin().map_or(CLONE, |from| self.left(state, from));
        self.gained(state, m.destination()) + left
    }

    /// Visits clones first, then jumps piece by piece, as the rules list them. All jumps of a piece
    /// leave the same hole.
    #[inline(always)]
    fn visit_scored_moves(
        &self,
        _: &Ataxx<B, SEATS>,
        state: &State<B, SEATS>,
        mut visit: impl FnMut(ScoredMove<Move>),
    ) {
        let clones = self.game.grid().around(state.own());
        let mut origins = state.own().iter();
        let (mut index, mut origin, mut targets, mut left) = (0, None, clones, CLONE);
        loop {
            for to in (targets & state.empty()).iter() {
                let m = Move::jump(origin.unwrap_or(to), to);
                visit(ScoredMove {
                    m,
                    index,
                    score: self.gained(state, to) + left,
                    is_noisy: false,
                });
                index += 1;
            }
            origin = origins.next();
            let Some(from) = origin else { return };
            (targets, left) = (self.game.far(from), self.left(state, from));
        }
    }

    #[inline(always)]
    fn history_index(&self, m: Move) -> usize {
        (m.from() * self.game.grid().size() + m.destination()) % 4096
    }

    #[inline(always)]
    fn plies_to_limit(&self, state: &State<B, SEATS>) -> u32 {
        self.game.plies_left(state).saturating_sub(1).try_into().unwrap_or(u32::MAX)
    }

    fn tunable(&self) -> Option<&(dyn Tunable<Ataxx<B, SEATS>> + Sync)> {
        Some(self)
    }

    fn learnable(&self) -> Option<&(dyn Learnable<Ataxx<B, SEATS>> + Sync)> {
        self.network.is_some().then_some(self)
    }
}

impl<B: Bits, const SEATS: usize> Knowledge<'_, B, SEATS> {
    /// What a piece gains by moving to a cell: captures, and the value of the cell.
    #[inline(always)]
    fn gained(&self, state: &State<B, SEATS>, to: usize) -> i32 {
        let (own, near) = (state.own(), self.game.near(to));
        80 * (state.taken() & !own & near).count() as i32 + 10 * (own & near).count() as i32
    }

    /// The value of the cell that a jump leaves.
    #[inline(always)]
    fn left(&self, state: &State<B, SEATS>, from: usize) -> i32 {
        -15 * (state.own() & self.game.near(from)).count() as i32
    }
}

/// The bonus of a clone, since the piece stays where it was.
const CLONE: i32 = 40;

impl<B: Bits, const SEATS: usize> Learnable<Ataxx<B, SEATS>> for Knowledge<'_, B, SEATS> {
    fn shape(&self) -> [usize; 2] {
        SevenBySeven::SHAPE
    }

    fn inputs(&self, state: &State<B, SEATS>) -> Vec<usize> {
        let others = state.taken() & !state.own();
        SevenBySeven::inputs(state.own(), others).collect()
    }

    fn known(&self, state: &State<B, SEATS>) -> i32 {
        let scores = evaluation::tapered_sum(self, 2, state);
        let mover = state.turn();
        scores[mover.index()] - scores[mover.other().index()]
    }
}

const PIECES: usize = 0;
const SAFE: usize = PIECES + ZONES;
const HOLES_NEAR: usize = SAFE + 1;
const HOLES_FAR: usize = HOLES_NEAR + 8;
const CLONES: usize = HOLES_FAR + 8;
const JUMPS: usize = CLONES + 1;
const ROOM: usize = JUMPS + 1;
const BEST_CLONE: usize = ROOM + 1;
const BEST_JUMP: usize = BEST_CLONE + 9;
const LAST_EMPTY: usize = BEST_JUMP + 9;
const ALL: usize = LAST_EMPTY + 1;

impl<B: Bits, const SEATS: usize> Features<Ataxx<B, SEATS>> for Knowledge<'_, B, SEATS> {
    const GROUPS: &'static [(&'static str, usize)] = &[
        ("pieces by distances to the edges: 00 01 02 03 11 12 13 22 23 33", ZONES),
        ("pieces with no empty cell around", 1),
        ("empty cells that others clone to, by own pieces around: 1 to 8", 8),
        ("empty cells that others only jump to, by own pieces around: 1 to 8", 8),
        ("empty cells to clone to", 1),
        ("empty cells to jump to", 1),
        ("empty cells that no other can come to", 1),
        ("to move, by the most that a clone captures: 0 to 8", 9),
        ("to move, by the most that a jump captures: 0 to 8", 9),
        ("to move, with an odd number of empty cells", 1),
    ];

    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    #[inline(always)]
    fn phase(&self, state: &State<B, SEATS>) -> i32 {
        let (taken, empty) = (state.taken().count() as i32, state.empty().count() as i32);
        END_PHASE * taken / (taken + empty).max(1)
    }

    #[inline(always)]
    fn count(&self, state: &State<B, SEATS>, seat: Seat, mut add: impl FnMut(usize, i32)) {
        let grid = self.game.grid();
        let own = self.game.pieces(state, seat);
        let others = state.taken() & !own;
        let empty = state.empty();
        let mut count = |feature: usize, cells: B| add(feature, cells.count() as i32);

        for (zone, cells) in self.zones.into_iter().enumerate() {
            count(PIECES + zone, own & cells);
        }
        count(SAFE, own & !grid.around(empty));

        let next_to_others = grid.around(others);
        let reached_by_others = grid.around(next_to_others);
        let next_to_own = grid.around(own);
        let reached = grid.around(next_to_own);
        let holes = NeighbourCounts::new(grid, own);
        let (near, far) = (empty & next_to_others, empty & reached_by_others & !next_to_others);
        for n in 1..=8 {
            let cells = holes.exactly(n);
            count(HOLES_NEAR + n - 1, near & cells);
            count(HOLES_FAR + n - 1, far & cells);
        }

        count(CLONES, empty & next_to_own);
        count(JUMPS, empty & reached & !next_to_own);
        count(ROOM, empty & reached & !reached_by_others);

        if state.turn() == seat {
            let gains = NeighbourCounts::new(grid, others);
            if let Some(most) = gains.most(empty & next_to_own) {
                add(BEST_CLONE + most, 1);
            }
            // It does not matter which piece jumps here: only the cell counts.
            if let Some(most) = gains.most(empty & reached) {
                add(BEST_JUMP + most, 1);
            }
            add(LAST_EMPTY, (empty.count() % 2) as i32);
        }
    }
}

/// The number of pieces around each cell, itself included, in binary: one set for each digit.
struct NeighbourCounts<B>([B; 4]);

impl<B: Bits> NeighbourCounts<B> {
    #[inline(always)]
    fn new(grid: &Grid<B>, pieces: B) -> Self {
        let sum = |a: B, b: B, c: B| [a ^ b ^ c, a & b | c & (a | b)];
        let [ones, twos] = sum(grid.west(pieces), pieces, grid.east(pieces));
        let [ones, more_twos] = sum(grid.north(ones), ones, grid.south(ones));
        let [twos, fours] = sum(grid.north(twos), twos, grid.south(twos));
        let carry = twos & more_twos;
        NeighbourCounts([ones, twos ^ more_twos, fours ^ carry, fours & carry])
    }

    /// The cells with exactly this many pieces, 0 to 9.
    #[inline(always)]
    fn exactly(&self, n: usize) -> B {
        let digit = |i: usize| if n >> i & 1 != 0 { self.0[i] } else { !self.0[i] };
        digit(0) & digit(1) & digit(2) & digit(3)
    }

    /// The most pieces that any of these cells has; `None` if there are no cells. The cells are
    /// empty, so this is at most 8.
    #[inline(always)]
    fn most(&self, mut cells: B) -> Option<usize> {
        if cells.is_empty() {
            return None;
        }
        let mut most = 0;
        for i in (0..4).rev() {
            let more = cells & self.0[i];
            if !more.is_empty() {
                cells = more;
                most |= 1 << i;
            }
        }
        Some(most.min(8))
    }
}

#[rustfmt::skip]
const WEIGHTS: [Weight; ALL] = [
    // pieces by distances to the edges: 00 01 02 03 11 12 13 22 23 33
    [20, 53], [14, 46], [11, 49], [8, 43], [1, 41], [2, 38], [10, 21], [2, 34],
    [6, 24], [2, 26],
    // pieces with no empty cell around
    [26, 14],
    // empty cells that others clone to, by own pieces around: 1 to 8
    [-22, -10], [-18, -14], [-22, -22], [-24, -28], [-38, -30], [-11, -40], [-140, -34], [-220, -200],
    // empty cells that others only jump to, by own pieces around: 1 to 8
    [2, -14], [5, -10], [0, -13], [-1, -32], [9, -62], [-18, -60], [-24, -76], [-185, -99],
    // empty cells to clone to
    [-3, -16],
    // empty cells to jump to
    [-4, -27],
    // empty cells that no other can come to
    [5, 30],
    // to move, by the most that a clone captures: 0 to 8
    [5, 53], [41, 53], [51, 61], [42, 76], [42, 87], [30, 93], [85, 104], [268, 162],
    [320, 320],
    // to move, by the most that a jump captures: 0 to 8
    [-38, 138], [8, -5], [-19, 39], [-3, 50], [-3, 54], [-13, 72], [-17, 55], [62, 36],
    [206, 132],
    // to move, with an odd number of empty cells
    [-3, 3],
];
