//! Owari, for any number of bowls and stones.

use ludoteca_core::scene::{Scene, Shape};

use crate::testing::reference::{Reference, ReferenceEnding, ReferenceTurn};

/// A game of Owari. A step is the number of the bowl that is emptied.
#[derive(Debug, Clone)]
pub struct Owari {
    bowls_per_side: usize,
    stones_to_win: usize,
    /// Plies without a capture that end the game; 0 for never.
    no_progress: usize,
    /// Stones in each bowl. Bowl 1 is at index 0; seat 1 owns the first half.
    bowls: Vec<usize>,
    /// Captured stones of seat 1 and of seat 2.
    pots: [usize; 2],
    /// The seat to move, 1 or 2.
    seat: usize,
    plies_without_capture: usize,
}

impl Owari {
    /// The starting position. The usual game is `Owari::new(6, 4, 24, 100)`; a `no_progress` of 0
    /// means that the game may go on for ever.
    pub fn new(
        bowls_per_side: usize,
        stones_per_bowl: usize,
        stones_to_win: usize,
        no_progress: usize,
    ) -> Owari {
        assert!(bowls_per_side > 0, "a side needs a bowl");
        assert!(stones_to_win > 0, "nobody has won before the first ply");
        Owari {
            bowls_per_side,
            stones_to_win,
            no_progress,
            bowls: vec![stones_per_bowl; 2 * bowls_per_side],
            pots: [0, 0],
            seat: 1,
            plies_without_capture: 0,
        }
    }

    /// The bowls (by number) that a seat may empty: its own that hold stones.
    fn playable(&self, seat: usize) -> Vec<usize> {
        let first = if seat == 1 { 1 } else { self.bowls_per_side + 1 };
        let last = first + self.bowls_per_side - 1;
        (first..=last).filter(|&bowl| self.bowls[bowl - 1] > 0).collect()
    }

    fn ending(&self) -> Option<ReferenceEnding> {
        let points = vec![self.pots[0] as i64, self.pots[1] as i64];

        // A win by captured stones is checked before every other end. Only the mover captures, and
        // the game stops at once, so two seats never have enough.
        for seat in [1, 2] {
            if self.pots[seat - 1] >= self.stones_to_win {
                return Some(ReferenceEnding { winner: Some(seat), draw: false, points });
            }
        }

        let nobody_can_move = self.playable(1).is_empty() && self.playable(2).is_empty();
        let no_progress = self.no_progress > 0 && self.plies_without_capture >= self.no_progress;
        if nobody_can_move || no_progress {
            let winner = if self.pots[0] > self.pots[1] {
                Some(1)
            } else if self.pots[1] > self.pots[0] {
                Some(2)
            } else {
                None
            };
            return Some(ReferenceEnding { winner, draw: winner.is_none(), points });
        }
        None
    }
}

impl Reference for Owari {
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
            self.playable(self.seat).iter().map(ToString::to_string).collect();
        // As texts: `10` comes before `7`.
        steps.sort();
        steps
    }

    fn play(&mut self, step: &str) -> Vec<usize> {
        assert!(self.steps().iter().any(|legal| legal == step), "illegal bowl: {step}");
        let emptied = step.parse::<usize>().unwrap() - 1;

        // What counts for a capture is what the bowls held before the move.
        let before = self.bowls.clone();
        let mut sown_into = vec![false; self.bowls.len()];

        let stones = self.bowls[emptied];
        self.bowls[emptied] = 0;
        let mut bowl = emptied;
        for _ in 0..stones {
            bowl = (bowl + 1) % self.bowls.len();
            self.bowls[bowl] += 1;
            sown_into[bowl] = true;
        }

        let mut captured = 0;
        for bowl in 0..self.bowls.len() {
            if before[bowl] == 1 && sown_into[bowl] {
                captured += self.bowls[bowl];
                self.bowls[bowl] = 0;
            }
        }
        self.pots[self.seat - 1] += captured;
        if captured > 0 {
            self.plies_without_capture = 0;
        } else {
            self.plies_without_capture += 1;
        }

        if self.ending().is_some() {
            return Vec::new();
        }
        let other = 3 - self.seat;
        if self.playable(other).is_empty() {
            // The game is not over, so some seat can move: the mover moves again.
            return vec![other];
        }
        self.seat = other;
        Vec::new()
    }

    fn accepts(&self, typed: &str) -> bool {
        let number = typed.trim();
        // `parse` alone would let a plus sign pass.
        let only_digits = number.chars().all(|c| c.is_ascii_digit());
        let Ok(bowl) = number.parse::<usize>() else {
            return false;
        };
        only_digits && self.ending().is_none() && self.playable(self.seat).contains(&bowl)
    }

    fn board(&self) -> String {
        let bowls: Vec<String> = self.bowls.iter().map(ToString::to_string).collect();
        format!("{} | {} {}", bowls.join(" "), self.pots[0], self.pots[1])
    }

    fn board_of(scene: &Scene) -> String {
        let counts = |shape: Shape| -> String {
            let mut counts: Vec<(u32, u32)> = scene
                .places
                .iter()
                .enumerate()
                .filter(|(_, place)| place.shape == shape)
                .map(|(index, place)| {
                    let number = place
                        .label
                        .to_string()
                        .split(' ')
                        .next_back()
                        .and_then(|word| word.parse().ok());
                    let stones = scene
                        .pieces
                        .iter()
                        .filter(|piece| piece.place == index)
                        .map(|piece| piece.count)
                        .sum();
                    (number.expect("bowls and pots are numbered"), stones)
                })
                .collect();
            counts.sort_unstable();
            counts.iter().map(|(_, stones)| stones.to_string()).collect::<Vec<_>>().join(" ")
        };
        format!("{} | {}", counts(Shape::Bowl), counts(Shape::Pot))
    }
}
