//! The evaluation of games where pieces make lines, given each seat's pieces and the turn.

use ludoteca_core::bits::Bits;
use ludoteca_core::evaluation::{Budget, KnownWin, ScoredMove, Scores};
use ludoteca_core::grid::Grid;
use ludoteca_core::{MAX_SEATS, Seat};

use super::threats::{self, ThreatStatus};
use super::winning_lines::{OpenLines, WinningLines};

/// The longest win by threats, in plies, that the short search looks for.
const MOST_PLIES: u32 = 200;

/// The lines of a board, and other data that does not depend on the pieces.
pub struct LineEvaluation<B, const SEATS: usize> {
    lines: WinningLines<B>,
    grid: Grid<B>,
    seats: usize,
    /// How many lines go through each cell.
    through: Vec<i32>,
}

/// The move scores of the cells. The score of a cell is the sum of the values of the sets that
/// contain it, plus one for each line through it.
struct CellScores<'a, B> {
    through: &'a [i32],
    sets: [(B, i32); 2 * KINDS + 2],
}

/// Cells that complete a line, make a double threat, threaten, and that lie in a line that lacks
/// three pieces: one of these for each direction.
const KINDS: usize = 7;

/// The score for taking such a cell, and for taking one that is such a cell for another seat.
const OWN: [i32; KINDS] = [16000, 3000, 400, 60, 60, 60, 60];
const OTHERS: [i32; KINDS] = [8000, 1500, 200, 50, 50, 50, 50];

/// The score for a cell near a piece: next to it, or one cell further away.
const NEAR: i32 = 20;

/// The greatest number of positions that the short search for a win by threats visits.
const SHORT_SEARCH_NODES: u64 = 24;

/// Symmetric positions are common on boards with at most this many cells, and on larger boards
/// while there are few pieces.
const SYMMETRY_MAX_CELLS: usize = 36;
const SYMMETRY_MAX_PIECES: u32 = 4;

impl<B: Bits, const SEATS: usize> LineEvaluation<B, SEATS> {
    pub fn new(grid: &Grid<B>, line: usize, seats: usize) -> Self {
        let lines = WinningLines::new(grid, line);
        let through = (0..grid.size()).map(|cell| lines.through(cell) as i32).collect();
        LineEvaluation { lines, grid: *grid, seats, through }
    }

    /// The value of the open lines of each seat.
    #[inline(always)]
    pub fn line_values(&self, pieces: [B; SEATS]) -> Scores {
        let taken = union(pieces);
        let mut values = [0; MAX_SEATS];
        for (value, own) in values.iter_mut().zip(pieces) {
            *value = self.lines.value(&self.lines.open(own, taken & !own));
        }
        values
    }

    /// See [`Evaluation::known_win`](ludoteca_core::Evaluation::known_win).
    #[inline(always)]
    pub fn known_win(&self, pieces: [B; SEATS], turn: Seat) -> Option<KnownWin> {
        let next = turn.after(self.seats);
        let (winner, plies) = match self.threat_status(pieces, turn) {
            ThreatStatus::Win(plies, _) => (turn, plies),
            ThreatStatus::Loss(plies, _) => (next, plies),
            ThreatStatus::Free { threats } | ThreatStatus::Answer { threats, .. }
                if threats.is_empty() =>
            {
                return None;
            }
            ThreatStatus::Free { .. } | ThreatStatus::Answer { .. } => {
                (turn, self.plies_by_threats(pieces, turn)?)
            }
        };
        Some(KnownWin { winner, plies })
    }

    /// See [`Evaluation::move_score`](ludoteca_core::Evaluation::move_score).
    #[inline(always)]
    pub fn cell_score(&self, pieces: [B; SEATS], turn: Seat, cell: usize) -> i32 {
        self.cell_scores(pieces, turn).score(cell)
    }

    /// See [`Evaluation::visit_scored_moves`](ludoteca_core::Evaluation::visit_scored_moves). The
    /// moves are cells.
    #[inline(always)]
    pub fn visit_scored_cells(
        &self,
        pieces: [B; SEATS],
        turn: Seat,
        mut visit: impl FnMut(ScoredMove<usize>),
    ) {
        let cells = match self.threat_status(pieces, turn) {
            ThreatStatus::Win(1, cells) => B::single(cells.first()),
            // With more seats, a seat that loses can still decide who wins.
            ThreatStatus::Win(_, cells) | ThreatStatus::Loss(_, cells) if SEATS == 2 => {
                B::single(cells.first())
            }
            ThreatStatus::Answer { cells, .. } if SEATS == 2 => cells,
            _ => self.lines.all() & !union(pieces),
        };
        let ranking = self.cell_scores(pieces, turn);
        for (index, cell) in (0..).zip((self.lines.all() & !union(pieces)).iter()) {
            if cells.has(cell) {
                let (score, is_noisy) = (ranking.score(cell), ranking.is_noisy(cell));
                visit(ScoredMove { m: cell, index, score, is_noisy });
            }
        }
    }

    /// See [`Evaluation::is_noisy`](ludoteca_core::Evaluation::is_noisy).
    #[inline(always)]
    pub fn is_noisy(&self, pieces: [B; SEATS], turn: Seat, cell: usize) -> bool {
        self.cell_scores(pieces, turn).is_noisy(cell)
    }

    /// See [`Evaluation::forced_win`](ludoteca_core::evaluation::Proofs::forced_win).
    pub fn forced_win(
        &self,
        pieces: [B; SEATS],
        turn: Seat,
        plies: u32,
        budget: &mut Budget,
    ) -> Option<Vec<usize>> {
        let sides =
            if SEATS == 2 { turn.first_of_two([pieces[0], pieces[1]]) } else { return None };
        threats::winning_line(&self.lines, sides, plies, true, budget)
    }

    /// See [`Evaluation::uses_symmetry`](ludoteca_core::Evaluation::uses_symmetry).
    #[inline(always)]
    pub fn uses_symmetry(&self, pieces: [B; SEATS]) -> bool {
        self.grid.size() <= SYMMETRY_MAX_CELLS || union(pieces).count() <= SYMMETRY_MAX_PIECES
    }

    /// A short search for a win by threats to complete a line. On a small board there may well be a
    /// shorter win, which the main search finds.
    #[inline(always)]
    fn plies_by_threats(&self, pieces: [B; SEATS], turn: Seat) -> Option<u32> {
        if SEATS > 2 || B::WIDTH <= 64 {
            return None;
        }
        let sides = turn.first_of_two([pieces[0], pieces[1]]);
        let mut budget = Budget { nodes: 0, most_nodes: SHORT_SEARCH_NODES, stop: &|| false };
        let line = threats::winning_line(&self.lines, sides, MOST_PLIES, false, &mut budget)?;
        Some(line.len() as u32)
    }

    /// What the seat to move has to do. With more than two seats, another seat may prevent anything
    /// that takes more than two plies.
    #[inline(always)]
    fn threat_status(&self, pieces: [B; SEATS], turn: Seat) -> ThreatStatus<B> {
        if SEATS == 2 {
            return self.lines.threat_status(turn.first_of_two([pieces[0], pieces[1]]));
        }
        let taken = union(pieces);
        let wins = |seat: Seat| {
            let own = pieces[seat.index()];
            self.lines.wins(&self.lines.open(own, taken & !own), self.lines.all() & !taken)
        };
        ThreatStatus::immediate_status(wins(turn), wins(turn.after(self.seats)))
    }

    #[inline(always)]
    fn cell_scores(&self, pieces: [B; SEATS], turn: Seat) -> CellScores<'_, B> {
        let taken = union(pieces);
        let mut sets = [(B::EMPTY, 0); 2 * KINDS + 2];
        for (seat, own) in Seat::all(SEATS).zip(pieces) {
            let kinds = self.kinds(&self.lines.open(own, taken & !own), self.lines.all() & !taken);
            let (at, worth) = if seat == turn { (0, OWN) } else { (KINDS, OTHERS) };
            for ((set, kind), worth) in sets[at..].iter_mut().zip(kinds).zip(worth) {
                *set = (set.0 | kind, worth);
            }
        }
        let near = self.grid.around(taken);
        sets[2 * KINDS] = (near, NEAR);
        sets[2 * KINDS + 1] = (self.grid.around(near), NEAR);
        CellScores { through: &self.through, sets }
    }

    #[inline(always)]
    fn kinds(&self, open: &OpenLines<B>, empty: B) -> [B; KINDS] {
        let threats = self.lines.threats(open, empty);
        let [right, down, down_right, down_left] = self.lines.cells(open, 2);
        [
            self.lines.wins(open, empty),
            threats.double,
            threats.single,
            right,
            down,
            down_right,
            down_left,
        ]
    }
}

impl<B: Bits> CellScores<'_, B> {
    /// Does a piece here complete a line or prevent one, or threaten to complete one?
    #[inline(always)]
    fn is_noisy(&self, cell: usize) -> bool {
        let [(wins, _), (_, _), (threats, _), ..] = self.sets;
        (wins | threats | self.sets[KINDS].0).has(cell)
    }

    #[inline(always)]
    fn score(&self, cell: usize) -> i32 {
        let add = |sum, (set, worth): &(B, i32)| sum + if set.has(cell) { *worth } else { 0 };
        self.sets.iter().fold(self.through[cell], add)
    }
}

#[inline(always)]
fn union<B: Bits, const SEATS: usize>(pieces: [B; SEATS]) -> B {
    pieces.into_iter().fold(B::EMPTY, |all, pieces| all | pieces)
}
