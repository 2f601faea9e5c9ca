//! Ataxx for two to four seats, with obstacles.

use crate::testing::reference::{
    Reference, ReferenceEnding, ReferenceTurn, among, legal_numbers, written,
};

/// What a cell of the board holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Obstacle,
    /// A piece of this seat.
    Piece(usize),
}

/// A game of Ataxx.
///
/// A clone is the step `row col`, its destination, since it does not matter which piece was copied.
/// A jump is `row col row col`, origin and destination.
#[derive(Debug, Clone)]
pub struct Ataxx {
    cells: Vec<Vec<Cell>>,
    seats: usize,
    /// This many plies in a row without a clone end the game as a draw; 0 for never.
    no_progress: u32,
    /// Plies played in a row without a clone.
    jumps: u32,
    turn: ReferenceTurn,
}

impl Ataxx {
    /// The usual start, with obstacles on the given cells, as row and column.
    pub fn new(
        rows: usize,
        cols: usize,
        seats: usize,
        obstacles: &[(usize, usize)],
        no_progress: u32,
    ) -> Ataxx {
        let (last_row, last_col) = (rows - 1, cols - 1);
        let (middle_row, middle_col) = (rows / 2, cols / 2);
        let starts = [
            [(0, 0), (last_row, last_col)],
            [(0, last_col), (last_row, 0)],
            [(middle_row, 0), (middle_row, last_col)],
            [(0, middle_col), (last_row, middle_col)],
        ];
        let mut cells = vec![vec![Cell::Empty; cols]; rows];
        for seat in 1..=seats {
            for (row, col) in starts[seat - 1] {
                cells[row][col] = Cell::Piece(seat);
            }
        }
        for &(row, col) in obstacles {
            assert_eq!(cells[row][col], Cell::Empty, "an obstacle needs a cell of its own");
            cells[row][col] = Cell::Obstacle;
        }
        Ataxx::from_cells(cells, seats, 1, no_progress)
    }

    /// Sets up any position with `seat` to move. If that seat cannot move, it is skipped at once.
    pub fn from_cells(cells: Vec<Vec<Cell>>, seats: usize, seat: usize, no_progress: u32) -> Ataxx {
        let mut game =
            Ataxx { cells, seats, no_progress, jumps: 0, turn: ReferenceTurn::Seat(seat) };
        if game.is_finished() {
            game.turn = ReferenceTurn::Over(game.count());
        } else {
            while !game.can_move(seat_of(&game.turn)) {
                game.turn = ReferenceTurn::Seat(game.after(seat_of(&game.turn)));
            }
        }
        game
    }

    /// Every legal move as it is typed, `row col row col`, with the origin of clones too, sorted.
    pub fn typed_moves(&self) -> Vec<String> {
        let mut typed = Vec::new();
        if let ReferenceTurn::Seat(seat) = self.turn {
            for [from, to] in self.moves_of(seat) {
                typed.push(written(&[from.0, from.1, to.0, to.1]));
            }
        }
        typed.sort();
        typed
    }

    /// Every move of a seat, whether or not it is to move: origin and destination.
    fn moves_of(&self, seat: usize) -> Vec<[(usize, usize); 2]> {
        let mut moves = Vec::new();
        for from in self.cells_with(Cell::Piece(seat)) {
            for to in self.cells_with(Cell::Empty) {
                if distance(from, to) <= 2 {
                    moves.push([from, to]);
                }
            }
        }
        moves
    }

    fn can_move(&self, seat: usize) -> bool {
        !self.moves_of(seat).is_empty()
    }

    /// Is the game over by its own rules: only one seat has pieces, or nobody can move?
    fn is_finished(&self) -> bool {
        let alive = (1..=self.seats).filter(|&seat| self.pieces(seat) > 0).count();
        let stuck = (1..=self.seats).all(|seat| !self.can_move(seat));
        alive <= 1 || stuck
    }

    /// The ending by most pieces.
    fn count(&self) -> ReferenceEnding {
        let points: Vec<i64> = (1..=self.seats).map(|seat| self.pieces(seat)).collect();
        let most = *points.iter().max().expect("there are at least two seats");
        let leaders: Vec<usize> =
            (1..=self.seats).filter(|&seat| points[seat - 1] == most).collect();
        match leaders[..] {
            [winner] => ReferenceEnding { winner: Some(winner), draw: false, points },
            _ => ReferenceEnding { winner: None, draw: true, points },
        }
    }

    fn pieces(&self, seat: usize) -> i64 {
        self.cells_with(Cell::Piece(seat)).len() as i64
    }

    /// The cells, as row and column, that hold exactly this.
    fn cells_with(&self, content: Cell) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for row in 0..self.cells.len() {
            for col in 0..self.cells[row].len() {
                if self.cells[row][col] == content {
                    found.push((row, col));
                }
            }
        }
        found
    }

    /// The next seat round the table, whether or not it can move.
    fn after(&self, seat: usize) -> usize {
        seat % self.seats + 1
    }

    /// Puts a piece of the seat on a cell and turns over every opponent's piece around it.
    fn settle(&mut self, seat: usize, to: (usize, usize)) {
        self.cells[to.0][to.1] = Cell::Piece(seat);
        for other in (1..=self.seats).filter(|&other| other != seat) {
            for near in self.cells_with(Cell::Piece(other)) {
                if distance(near, to) == 1 {
                    self.cells[near.0][near.1] = Cell::Piece(seat);
                }
            }
        }
    }
}

impl Reference for Ataxx {
    fn turn(&self) -> ReferenceTurn {
        self.turn.clone()
    }

    fn steps(&self) -> Vec<String> {
        let mut steps = Vec::new();
        if let ReferenceTurn::Seat(seat) = self.turn {
            for [from, to] in self.moves_of(seat) {
                steps.push(match distance(from, to) {
                    1 => written(&[to.0, to.1]),
                    _ => written(&[from.0, from.1, to.0, to.1]),
                });
            }
        }
        steps.sort();
        // Clones to one cell from different origins are one step.
        steps.dedup();
        steps
    }

    fn play(&mut self, step: &str) -> Vec<usize> {
        let numbers = legal_numbers(self, step);
        let seat = seat_of(&self.turn);
        match numbers[..] {
            [row, col] => {
                self.settle(seat, (row, col));
                self.jumps = 0;
            }
            [from_row, from_col, row, col] => {
                self.cells[from_row][from_col] = Cell::Empty;
                self.settle(seat, (row, col));
                self.jumps += 1;
            }
            _ => unreachable!("a legal step has two or four numbers"),
        }

        // The end by the game's own rules comes before the draw on the very ply that reaches the
        // limit.
        if self.is_finished() {
            self.turn = ReferenceTurn::Over(self.count());
            return Vec::new();
        }
        if self.no_progress > 0 && self.jumps >= self.no_progress {
            let points = self.count().points;
            self.turn = ReferenceTurn::Over(ReferenceEnding { winner: None, draw: true, points });
            return Vec::new();
        }

        // Some seat can move, perhaps only the one that has just moved.
        let mut skipped = Vec::new();
        let mut next = self.after(seat);
        while !self.can_move(next) {
            skipped.push(next);
            next = self.after(next);
        }
        self.turn = ReferenceTurn::Seat(next);
        skipped
    }

    fn accepts(&self, typed: &str) -> bool {
        among(&self.typed_moves(), typed)
    }

    fn board(&self) -> String {
        let letter = |cell: &Cell| match cell {
            Cell::Empty => ".".to_string(),
            Cell::Obstacle => "*".to_string(),
            Cell::Piece(seat) => seat.to_string(),
        };
        self.cells.iter().flatten().map(letter).collect()
    }

    fn identity(&self, typed: &str) -> String {
        let numbers: Vec<i64> =
            typed.split(' ').map(|word| word.parse().expect("a number")).collect();
        let near = (numbers[0] - numbers[2]).abs() <= 1 && (numbers[1] - numbers[3]).abs() <= 1;
        if near { format!("{} {}", numbers[2], numbers[3]) } else { typed.to_owned() }
    }
}

/// The seat to move in a game that is not over.
fn seat_of(turn: &ReferenceTurn) -> usize {
    match turn {
        ReferenceTurn::Seat(seat) => *seat,
        ReferenceTurn::Roll | ReferenceTurn::Over(_) => panic!("no seat is to move"),
    }
}

/// The distance of two cells, in steps of a chess king.
fn distance(one: (usize, usize), other: (usize, usize)) -> usize {
    let rows = one.0.abs_diff(other.0);
    let cols = one.1.abs_diff(other.1);
    rows.max(cols)
}
