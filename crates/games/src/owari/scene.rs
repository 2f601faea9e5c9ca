//! How Owari is shown: seat 2's bowls above, from right to left, seat 1's below; the pots at the ends of the board.

use ludoteca_core::scene::{Choice, Piece, PieceKind, Place, Scene, Shape};
use ludoteca_core::{Notation, Portray, Rules, Seat, Step, StepOf};

use super::rules::{Bowl, Owari, State};

impl Portray for Owari {
    fn scene(&self, state: &State, last: Option<&StepOf<Self>>) -> Scene {
        let bowls = self.bowls as f32;
        let bowl = |at: usize| {
            let along = (at % self.bowls) as f32;
            let (x, y) = if at < self.bowls { (1.0 + along, 1.0) } else { (bowls - along, 0.0) };
            Place { x, y, shape: Shape::Bowl, label: format!("bowl {}", at + 1) }
        };
        // A pot lies at the right hand of its seat.
        let pot = |seat: Seat| {
            let x = if seat == Seat::FIRST { bowls + 1.0 } else { 0.0 };
            Place { x, y: 0.5, shape: Shape::Pot, label: format!("pot {seat}") }
        };
        let in_bowls = (1..=2 * self.bowls).map(|number| self.stones_in(state, Bowl(number)));
        let in_pots = Seat::all(2).map(|seat| state.captured(seat));
        let stones = in_bowls.chain(in_pots).enumerate().filter(|(_, count)| *count > 0);
        let choice = |m: Bowl| Choice::plain([m.0 - 1], self.write_move(state, m));
        Scene {
            places: (0..2 * self.bowls).map(bowl).chain(Seat::all(2).map(pot)).collect(),
            pieces: stones.map(|(place, count)| Piece { place, kind: PieceKind::Stones, count }).collect(),
            holdings: Seat::all(2).map(|seat| format!("{} captured", state.captured(seat))).collect(),
            last: last.and_then(Step::as_move).map(|Bowl(number)| number - 1).into_iter().collect(),
            choices: self.moves(state).into_iter().map(choice).collect(),
            ..Scene::default()
        }
    }

    fn board_text(&self, state: &State, _names: &[&str]) -> String {
        let [upper, lower]: [Vec<usize>; 2] =
            [(self.bowls + 1..=2 * self.bowls).rev().collect(), (1..=self.bowls).collect()];
        let [one, two] = [Seat::FIRST, Seat::SECOND].map(|seat| state.captured(seat));
        let bowls = |row: &[usize]| {
            let bowl = |number: &usize| format!("({:^3})", self.stones_in(state, Bowl(*number)));
            row.iter().map(bowl).collect::<Vec<_>>().join(" ")
        };
        format!(
            "Player 2: {two}\n\n{}\n{}\n\n{}\n{}\n\nPlayer 1: {one}\n",
            numbers(&upper),
            bowls(&upper),
            bowls(&lower),
            numbers(&lower),
        )
    }

    /// The lines of the pots take its place.
    fn players_line(&self, _state: &State, _names: &[&str]) -> Option<String> {
        None
    }
}

/// The numbers of a row of bowls, each beginning where its bowl ends.
fn numbers(row: &[usize]) -> String {
    let line: String = row.iter().map(|number| format!("{number:<6}")).collect();
    format!("    {}", line.trim_end())
}
