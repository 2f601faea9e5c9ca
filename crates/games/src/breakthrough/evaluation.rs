//! The evaluation of Breakthrough: pieces by how far they have advanced, guarded and attacked
//! pieces, controlled cells, and races that are already won.

use ludoteca_core::Seat;
use ludoteca_core::bits::Bits;
use ludoteca_core::evaluation::{
    self, END_PHASE, Evaluate, Evaluation, Features, KnownWin, Learnable, Network, Scores,
    Selective, Tunable, Weight,
};
use ludoteca_core::grid::Grid;

use super::rules::{Breakthrough, Move, State};

impl<B: Bits> Evaluate for Breakthrough<B> {
    fn evaluation(&self) -> impl Evaluation<Self> {
        let grid = *self.grid();
        Knowledge {
            grid,
            zones: [Seat::FIRST, Seat::SECOND].map(|seat| Zones::new(&grid, seat)),
            network: ((grid.rows(), grid.cols()) == (8, 8)).then_some(&NETWORK),
            stage_of_a_loss: END_PHASE * PHASE_UNIT / (4 * grid.cols() as i32),
        }
    }
}

struct Knowledge<B> {
    grid: Grid<B>,
    /// The zones as each seat sees them.
    zones: [Zones<B>; 2],
    /// How far each captured piece advances the game's stage, in parts of a [`STAGE_UNIT`].
    stage_of_a_loss: i32,
    /// For the board of 8×8.
    network: Option<&'static EightByEight>,
}

type EightByEight = Network<128, 64>;

static NETWORK: EightByEight = Network::read(include_bytes!("data/evaluation.network"));

/// Parts of the board as a seat sees it. Home rows are counted from the seat's own side, and other
/// rows from the goal, whatever the size of the board.
struct Zones<B> {
    /// The first row, the second, then the others by their distance to the goal: 1, 2, 3, 4, and
    /// more.
    rows: [B; ROWS],
    /// The row before the goal.
    before_goal: B,
    goal: B,
    /// The columns at the edge, those next to them, and the rest.
    cols: [B; COLS],
}

const ROWS: usize = 7;
const COLS: usize = 3;
const PHASE_UNIT: i32 = 256;

impl<B: Bits> Zones<B> {
    fn new(grid: &Grid<B>, seat: Seat) -> Self {
        let last = grid.rows() - 1;
        let mut zones = Zones {
            rows: [B::EMPTY; ROWS],
            before_goal: B::EMPTY,
            goal: B::EMPTY,
            cols: [B::EMPTY; COLS],
        };
        for cell in 0..grid.size() {
            let (row, col) = grid.place(cell);
            let gained = if seat == Seat::FIRST { row } else { last - row };
            match (gained, last - gained) {
                (_, 0) => zones.goal.insert(cell),
                (0 | 1, _) => zones.rows[gained].insert(cell),
                (_, left) => zones.rows[1 + left.min(ROWS - 2)].insert(cell),
            }
            if gained == last - 1 {
                zones.before_goal.insert(cell);
            }
            zones.cols[col.min(grid.cols() - 1 - col).min(COLS - 1)].insert(cell);
        }
        zones
    }
}

impl<B: Bits> Evaluation<Breakthrough<B>> for Knowledge<B> {
    const HAS_NOISY: bool = true;

    const SELECTIVE: Option<Selective> = Some(Selective { margin: 120, late_move_count: 8 });

    #[inline(always)]
    fn evaluate(&self, state: &State<B>) -> Scores {
        let mut scores = evaluation::tapered_sum(self, 2, state);
        if let Some(network) = self.network {
            let [own, others] = self.as_seen(state);
            scores[state.turn().index()] += network.forward(own, others);
        }
        scores
    }

    /// Captures first, and among them those of pieces that have advanced far. Then moves forward to
    /// cells where the piece is not captured.
    #[inline(always)]
    fn move_score(&self, state: &State<B>, m: Move) -> i32 {
        let mover = state.turn();
        let others = state.pieces(mover.other());
        let (to, last) = (usize::from(m.to), self.grid.rows() - 1);
        let row = self.grid.place(to).0;
        let gained = if mover == Seat::FIRST { row } else { last - row } as i32;
        let is_attacked = !(self.attackers(to, mover) & others).is_empty();
        let is_guarded =
            !(self.attackers(to, mover.other()) & state.pieces(mover) & !B::single(m.from.into()))
                .is_empty();
        let danger = match (is_attacked, is_guarded) {
            (false, _) => 0,
            (true, true) => 100,
            (true, false) => 600,
        };
        if others.has(to) { 2000 - 50 * gained - danger } else { 20 * gained - danger }
    }

    /// The direction of the move and the cell where it begins.
    #[inline(always)]
    fn history_index(&self, m: Move) -> usize {
        let way = (usize::from(m.to) + 1).wrapping_sub(usize::from(m.from) + self.grid.cols()) % 4;
        usize::from(m.from) | way << 8
    }

    /// Captures, and steps to the row before the goal.
    #[inline(always)]
    fn is_noisy(&self, state: &State<B>, m: Move) -> bool {
        let mover = state.turn();
        let noisy = state.pieces(mover.other()) | self.zones[mover.index()].before_goal;
        noisy.has(m.to.into())
    }

    #[inline(always)]
    fn known_win(&self, state: &State<B>) -> Option<KnownWin> {
        let mover = state.turn();
        let other = mover.other();
        let nearest = [mover, other].map(|seat| self.distance(state.pieces(seat), seat));
        // At equal distance the seat to move arrives first.
        if let Some(moves) = self.race(state, mover, nearest[1]) {
            return Some(KnownWin { winner: mover, plies: 2 * moves - 1 });
        }
        if let Some(moves) = self.race(state, other, nearest[0] - 1) {
            return Some(KnownWin { winner: other, plies: 2 * moves });
        }
        // Of two pieces before the goal only one can be captured.
        let threats = state.pieces(other) & self.zones[other.index()].before_goal;
        (nearest[0] > 1 && threats.count() > 1).then_some(KnownWin { winner: other, plies: 2 })
    }

    fn tunable(&self) -> Option<&(dyn Tunable<Breakthrough<B>> + Sync)> {
        Some(self)
    }

    fn learnable(&self) -> Option<&(dyn Learnable<Breakthrough<B>> + Sync)> {
        self.network.is_some().then_some(self)
    }
}

impl<B: Bits> Learnable<Breakthrough<B>> for Knowledge<B> {
    fn shape(&self) -> [usize; 2] {
        EightByEight::SHAPE
    }

    fn inputs(&self, state: &State<B>) -> Vec<usize> {
        let [own, others] = self.as_seen(state);
        EightByEight::inputs(own, others).collect()
    }

    fn known(&self, state: &State<B>) -> i32 {
        let scores = evaluation::tapered_sum(self, 2, state);
        let mover = state.turn();
        scores[mover.index()] - scores[mover.other().index()]
    }
}

impl<B: Bits> Knowledge<B> {
    /// The pieces of the seat to move and those of the other, on a board that is turned so that the
    /// seat to move goes down.
    #[inline(always)]
    fn as_seen(&self, state: &State<B>) -> [B; 2] {
        let mover = state.turn();
        let sides = [state.pieces(mover), state.pieces(mover.other())];
        let turned = |pieces: B| pieces.reversed().down(B::WIDTH - self.grid.size());
        if mover == Seat::FIRST { sides } else { sides.map(turned) }
    }

    /// The set moved one row forward for the seat.
    #[inline(always)]
    fn ahead(&self, set: B, seat: Seat) -> B {
        if seat == Seat::FIRST { self.grid.south(set) } else { self.grid.north(set) }
    }

    /// The cells that pieces of a seat attack, to the left and to the right.
    #[inline(always)]
    fn attacks(&self, pieces: B, seat: Seat) -> [B; 2] {
        let ahead = self.ahead(pieces, seat);
        [self.grid.west(ahead), self.grid.east(ahead)]
    }

    /// The cells from which a piece of this seat on `cell` could be captured.
    #[inline(always)]
    fn attackers(&self, cell: usize, seat: Seat) -> B {
        let [left, right] = self.attacks(B::single(cell), seat);
        left | right
    }

    /// How many moves the foremost of these pieces needs at least.
    #[inline(always)]
    fn distance(&self, pieces: B, seat: Seat) -> u32 {
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        // The last row that is taken is that of the last cell.
        let left = if seat == Seat::FIRST {
            let last_cell = (B::WIDTH - 1).saturating_sub(pieces.reversed().first());
            rows - 1 - last_cell / cols
        } else {
            pieces.first() / cols
        };
        left as u32
    }

    /// The moves that a seat needs to reach its goal with a piece that cannot be stopped, up to a
    /// limit. On its way the piece can never be captured or blocked, wherever the other side's
    /// pieces go meanwhile.
    #[inline(always)]
    fn race(&self, state: &State<B>, runner: Seat, most: u32) -> Option<u32> {
        let goal = self.zones[runner.index()].goal;
        let (own, mut others) = (state.pieces(runner), state.pieces(runner.other()));
        let mut runners = own;
        for moves in 1..=most {
            if state.turn() != runner || moves > 1 {
                // The other side moves. Runners that it can capture drop out, and its pieces may be
                // anywhere that they can reach.
                let [left, right] = self.attacks(others, runner.other());
                runners &= !(left | right);
                others |= left | right | self.ahead(others, runner.other());
            }
            if runners.is_empty() {
                return None;
            }
            let ahead = self.ahead(runners, runner);
            runners = (ahead & !others | self.grid.west(ahead) | self.grid.east(ahead)) & !own;
            if !(runners & goal).is_empty() {
                return Some(moves);
            }
        }
        None
    }

    /// All cells that these pieces can ever reach if nothing stops them.
    #[inline(always)]
    fn cone(&self, pieces: B, seat: Seat) -> B {
        let mut cone = pieces;
        let mut front = pieces;
        for _ in 2..self.grid.rows() {
            let ahead = self.ahead(front, seat);
            front = ahead | self.grid.west(ahead) | self.grid.east(ahead);
            cone |= front;
        }
        cone
    }
}

const PIECES: usize = 0;
const GUARDED: usize = PIECES + ROWS * COLS;
const ATTACKED: usize = GUARDED + 2;
const BESIDE: usize = ATTACKED + 12;
const BEHIND: usize = BESIDE + 1;
const CONTROLLED: usize = BEHIND + 1;
const STEPS: usize = CONTROLLED + ROWS;
const FREE: usize = STEPS + ROWS;
const TO_MOVE: usize = FREE + ROWS;
const ALL: usize = TO_MOVE + 1;

impl<B: Bits> Features<Breakthrough<B>> for Knowledge<B> {
    const GROUPS: &'static [(&'static str, usize)] = &[
        ("pieces by rows and columns", ROWS * COLS),
        ("pieces that nobody attacks, guarded once and twice", 2),
        (
            "attacked pieces of the seat to move, then of the other: attacked once and twice, guarded never, once and twice",
            12,
        ),
        ("pieces beside another", 1),
        ("pieces behind another", 1),
        ("cells by rows that more own than other pieces attack", ROWS),
        ("steps by rows to cells that are safe", ROWS),
        ("pieces by rows that none of the others can meet any more", ROWS),
        ("to move", 1),
    ];

    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    #[inline(always)]
    fn phase(&self, state: &State<B>) -> i32 {
        let left = (state.pieces(Seat::FIRST) | state.pieces(Seat::SECOND)).count() as i32;
        (4 * self.grid.cols() as i32 - left) * self.stage_of_a_loss / PHASE_UNIT
    }

    #[inline(always)]
    fn count(&self, state: &State<B>, seat: Seat, mut add: impl FnMut(usize, i32)) {
        let zones = &self.zones[seat.index()];
        let (own, others) = (state.pieces(seat), state.pieces(seat.other()));
        let is_to_move = state.turn() == seat;
        let mut count = |feature: usize, cells: B| add(feature, cells.count() as i32);

        for (row, cells) in zones.rows.into_iter().enumerate() {
            for (col, column) in zones.cols.into_iter().enumerate() {
                count(PIECES + COLS * row + col, own & cells & column);
            }
        }

        // How many own pieces attack a cell, and how many of the others: none, one or two.
        let [left, right] = self.attacks(own, seat);
        let guards = [!(left | right), left ^ right, left & right];
        let [their_left, their_right] = self.attacks(others, seat.other());
        let threats =
            [!(their_left | their_right), their_left ^ their_right, their_left & their_right];
        count(GUARDED, own & threats[0] & guards[1]);
        count(GUARDED + 1, own & threats[0] & guards[2]);
        let attacked = ATTACKED + if is_to_move { 0 } else { 6 };
        for (n, threat) in threats[1..].iter().enumerate() {
            for (m, guard) in guards.iter().enumerate() {
                count(attacked + 3 * n + m, own & *threat & *guard);
            }
        }

        count(BESIDE, own & self.grid.east(own));
        let ahead = self.ahead(own, seat);
        count(BEHIND, own & ahead);

        let controlled = guards[1] & threats[0] | guards[2] & !threats[2];
        // A piece that goes straight ahead did not guard its destination. A piece that goes
        // diagonally did.
        let safe_ahead = ahead & !(own | others) & (threats[0] | !guards[0]);
        let safe_aside = !own & (!guards[0] & threats[0] | guards[2]);
        let free = own & !self.cone(others, seat.other());
        for (row, cells) in zones.rows.into_iter().enumerate() {
            count(CONTROLLED + row, controlled & cells);
            count(STEPS + row, (safe_ahead | safe_aside) & cells);
            count(FREE + row, free & cells);
        }
        add(TO_MOVE, i32::from(is_to_move));
    }
}

#[rustfmt::skip]
const WEIGHTS: [Weight; ALL] = [
    // pieces by rows and columns
    [104, 66], [100, 76], [123, 41], [139, 90], [144, 66], [156, 71], [300, 300], [300, 300],
    [300, 300], [194, 185], [161, 233], [160, 213], [179, 266], [131, 285], [157, 241], [163, 185],
    [164, 140], [173, 147], [149, 76], [155, 161], [163, 91],
    // pieces that nobody attacks, guarded once and twice
    [-3, -5], [-8, 5],
    // attacked pieces of the seat to move, then of the other: attacked once and twice, guarded
    // never, once and twice
    [-11, 21], [-3, -30], [-8, 7], [-16, -18], [-24, -5], [-19, -17], [2, 0], [-1, -49],
    [-4, -7], [-109, -106], [-38, -51], [-17, -32],
    // pieces beside another
    [1, 37],
    // pieces behind another
    [-1, 27],
    // cells by rows that more own than other pieces attack
    [0, 0], [26, -7], [36, 25], [-1, 94], [3, 36], [3, 15], [6, 14],
    // steps by rows to cells that are safe
    [0, 0], [17, -18], [108, 126], [10, 22], [-1, 51], [1, 6], [7, -14],
    // pieces by rows that none of the others can meet any more
    [0, 0], [20, 20], [200, 200], [200, 200], [161, 159], [100, 100], [80, 80],
    // to move
    [16, 7],
];

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use ludoteca_core::{Next, Notation, Rules};
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::*;

    /// Can a seat force a win within this many plies? This tries all moves.
    fn can_force(
        rules: &Breakthrough<u64>,
        state: &State<u64>,
        seat: Seat,
        plies: u32,
        known: &mut HashMap<(State<u64>, Seat, u32), bool>,
    ) -> bool {
        let mover = match rules.next(state) {
            Next::Over(outcome) => return outcome.winner() == Some(seat),
            Next::Move(_) if plies == 0 => return false,
            Next::Move(mover) => mover,
            Next::Chance => unreachable!("there are no dice"),
        };
        if let Some(known) = known.get(&(*state, seat, plies)) {
            return *known;
        }
        let mut moves = rules.moves(state).into_iter();
        let mut wins = |m| can_force(rules, &rules.after(state, m), seat, plies - 1, known);
        let can = if mover == seat { moves.any(&mut wins) } else { moves.all(&mut wins) };
        known.insert((*state, seat, plies), can);
        can
    }

    #[test]
    fn known_wins_of_breakthrough_are_forced() {
        // The least number of positions of random games with a known win, and a length in plies
        // that must occur at least once.
        let rows = [
            (4, 2, 300, 2),
            (5, 2, 300, 4),
            (5, 3, 500, 4),
            (6, 3, 500, 5),
            (6, 4, 500, 5),
            (7, 3, 500, 5),
        ];
        for (number, (rows, cols, least, longest)) in rows.into_iter().enumerate() {
            let rules = Breakthrough::<u64>::new(rows, cols);
            let evaluation = rules.evaluation();
            let mut generator = ChaCha8Rng::seed_from_u64(number as u64);
            let mut known = HashMap::new();
            let (mut known_win, mut most_plies) = (0, 0);
            for _ in 0..200 {
                let mut state = rules.start();
                while rules.next(&state).seat().is_some() {
                    if let Some(KnownWin { winner, plies }) = evaluation.known_win(&state) {
                        known_win += 1;
                        if plies <= 8 {
                            most_plies = most_plies.max(plies);
                            let is_forced = can_force(&rules, &state, winner, plies, &mut known);
                            assert!(is_forced, "{} {winner} {plies}", rules.write_position(&state));
                        }
                    }
                    let m = rules.random_move(&state, &mut generator);
                    rules.play(&mut state, m);
                }
            }
            assert!(
                known_win >= least && most_plies >= longest,
                "{rows} {cols}: {known_win} up to {most_plies} plies"
            );
        }
    }
}
