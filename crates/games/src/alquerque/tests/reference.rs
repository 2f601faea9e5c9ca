//! Alquerque.

use crate::testing::reference::{Reference, ReferenceEnding, ReferenceTurn};

const SIZE: i32 = 5;

/// A game of Alquerque. A step is `from to`, two point numbers.
#[derive(Debug, Clone)]
pub struct Alquerque {
    /// `W`, `B` or `.` for each point. Point 1 is at index 0.
    points: [char; 25],
    /// The seat to move: 1 is white, 2 is black.
    seat: usize,
}

impl Alquerque {
    /// The starting position.
    pub fn new() -> Alquerque {
        let mut points = ['.'; 25];
        for point in 1..=12 {
            points[point - 1] = 'B';
        }
        for point in 14..=25 {
            points[point - 1] = 'W';
        }
        Alquerque { points, seat: 1 }
    }

    /// Replaces the position by 25 characters `B W .`, for tests of hand-made ones.
    pub fn set_up(&mut self, board: &str, seat: usize) {
        let points: Vec<char> = board.chars().collect();
        self.points = points.try_into().expect("25 points");
        self.seat = seat;
    }

    /// The legal moves of the seat to move, as pairs of points, whether the game is over or not.
    fn moves(&self) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for from in 1..=25 {
            for to in 1..=25 {
                if self.is_plain_move(from, to) || self.is_capture(from, to) {
                    moves.push((from, to));
                }
            }
        }
        moves
    }

    /// A plain move goes along a line to an empty neighbour in the next row forward.
    fn is_plain_move(&self, from: usize, to: usize) -> bool {
        // White moves towards row 1, at the top.
        let forward = if self.seat == 1 { -1 } else { 1 };
        self.at(from) == piece_of(self.seat)
            && self.at(to) == '.'
            && joined(from, to)
            && row(to) - row(from) == forward
    }

    /// A capture goes two points along a line, in any direction, over an opponent's piece.
    fn is_capture(&self, from: usize, to: usize) -> bool {
        if self.at(from) != piece_of(self.seat) || self.at(to) != '.' {
            return false;
        }
        match between(from, to) {
            Some(middle) => {
                joined(from, middle)
                    && joined(middle, to)
                    && self.at(middle) == piece_of(3 - self.seat)
            }
            None => false,
        }
    }

    fn at(&self, point: usize) -> char {
        self.points[point - 1]
    }

    fn ending(&self) -> Option<ReferenceEnding> {
        // No pieces is a loss, even for a side that has no legal move for that reason.
        for seat in [1, 2] {
            if !self.points.contains(&piece_of(seat)) {
                let winner = 3 - seat;
                let mut points = vec![0, 0];
                points[winner - 1] = 1;
                return Some(ReferenceEnding { winner: Some(winner), draw: false, points });
            }
        }
        if self.moves().is_empty() {
            return Some(ReferenceEnding { winner: None, draw: true, points: vec![0, 0] });
        }
        None
    }
}

impl Default for Alquerque {
    fn default() -> Self {
        Alquerque::new()
    }
}

impl Reference for Alquerque {
    const SEATS: [char; 4] = ['W', 'B', '?', '?'];

    fn turn(&self) -> ReferenceTurn {
        match self.ending() {
            Some(ending) => ReferenceTurn::Over(ending),
            None => ReferenceTurn::Seat(self.seat),
        }
    }

    fn steps(&self) -> Vec<String> {
        if self.ending().is_some() {
            return Vec::new();
        }
        let mut steps: Vec<String> =
            self.moves().iter().map(|(from, to)| format!("{from} {to}")).collect();
        steps.sort();
        steps
    }

    fn play(&mut self, step: &str) -> Vec<usize> {
        assert!(self.steps().iter().any(|legal| legal == step), "illegal move: {step}");
        let (from, to) = step.split_once(' ').unwrap();
        let from: usize = from.parse().unwrap();
        let to: usize = to.parse().unwrap();
        if self.is_capture(from, to) {
            let middle = between(from, to).unwrap();
            self.points[middle - 1] = '.';
        }
        self.points[to - 1] = self.points[from - 1];
        self.points[from - 1] = '.';
        self.seat = 3 - self.seat;
        // Nobody is ever skipped: a side that cannot move ends the game.
        Vec::new()
    }

    fn accepts(&self, typed: &str) -> bool {
        let words: Vec<&str> = typed.split_whitespace().collect();
        let [from, to] = words[..] else {
            return false;
        };
        // Two numbers or two names, not one of each.
        let points = match (point_by_number(from), point_by_number(to)) {
            (Some(from), Some(to)) => Some((from, to)),
            _ => match (point_by_name(from), point_by_name(to)) {
                (Some(from), Some(to)) => Some((from, to)),
                _ => None,
            },
        };
        let Some(points) = points else {
            return false;
        };
        self.ending().is_none() && self.moves().contains(&points)
    }

    fn board(&self) -> String {
        self.points.iter().collect()
    }
}

fn piece_of(seat: usize) -> char {
    if seat == 1 { 'W' } else { 'B' }
}

/// The row of a point, 0 at the top.
fn row(point: usize) -> i32 {
    (point as i32 - 1) / SIZE
}

/// The column of a point, 0 at the left.
fn column(point: usize) -> i32 {
    (point as i32 - 1) % SIZE
}

/// Does a line join these two points as neighbours?
fn joined(a: usize, b: usize) -> bool {
    let down = (row(a) - row(b)).abs();
    let across = (column(a) - column(b)).abs();
    match (down, across) {
        (0, 1) | (1, 0) => true,
        // Diagonals run through the odd-numbered points only.
        (1, 1) => a % 2 == 1 && b % 2 == 1,
        _ => false,
    }
}

/// The point in the middle between two points, if there is one a step away from both.
fn between(a: usize, b: usize) -> Option<usize> {
    let down = row(b) - row(a);
    let across = column(b) - column(a);
    let two_away = down.abs().max(across.abs()) == 2;
    if !two_away || down % 2 != 0 || across % 2 != 0 {
        return None;
    }
    let middle = (row(a) + down / 2) * SIZE + column(a) + across / 2 + 1;
    Some(middle as usize)
}

/// A point from its number, `1` to `25`.
fn point_by_number(word: &str) -> Option<usize> {
    // `parse` alone would let a plus sign pass.
    if !word.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let point: usize = word.parse().ok()?;
    (1..=25).contains(&point).then_some(point)
}

/// A point from its name, `A1` (point 1) to `E5` (point 25): the column, then the row.
fn point_by_name(word: &str) -> Option<usize> {
    let letters: Vec<char> = word.chars().collect();
    let [column, row] = letters[..] else {
        return None;
    };
    let column = "ABCDE".find(column.to_ascii_uppercase())?;
    let row = "12345".find(row)?;
    Some(5 * row + column + 1)
}
