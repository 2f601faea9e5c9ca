//! How Tic-Tac-Toe is written: `row col`, and positions like `x1o/3/3 x`.

use ludoteca_core::bits::Bits;
use ludoteca_core::grid::Grid;
use ludoteca_core::{Loaded, Next, Notation, PositionError, Rules, Seat, typed};

use super::rules::{Place, State, TicTacToe, has_line};
use super::texts::{self, Illegal, Impossible};

const LETTERS: &str = "xo";

impl Notation for TicTacToe {
    type Illegal = Illegal;

    fn hint(&self) -> &'static str {
        texts::HINT
    }

    fn write_move(&self, _state: &State, Place(cell): Place) -> String {
        self.grid.name(cell)
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Place, Illegal> {
        if let Next::Over(_) = self.next(state) {
            return Err(Illegal::Over);
        }
        read_place(&self.grid, text, |cell| state.owner(cell).is_some())
    }

    fn write_position(&self, state: &State) -> String {
        let rows = typed::write_rows(3, 3, |cell| state.owner(cell).map(letter));
        format!("{rows} {}", letter(state.turn))
    }

    fn read_position(&self, text: &str) -> Result<Loaded<State>, PositionError> {
        let [rows, turn] = typed::fields(text, texts::POSITION_FORM)?;
        let mut pieces = [0; 2];
        for (cell, letter) in typed::rows(rows, 3, 3, LETTERS)?.into_iter().enumerate() {
            if let Some(seat) = letter {
                pieces[seat] |= 1 << cell;
            }
        }
        let state = State { pieces, turn: typed::field_turn(turn, LETTERS)? };
        check(&state).map_err(PositionError::impossible)?;
        Ok(Loaded::new(state))
    }

    fn ending(&self, state: &State) -> String {
        let line = has_line(state.pieces[0]) || has_line(state.pieces[1]);
        if line { texts::LINE } else { texts::FULL }.to_owned()
    }
}

/// Reads the cell that gets a piece, if it is not taken.
pub(crate) fn read_place<B: Bits>(
    grid: &Grid<B>,
    text: &str,
    is_taken: impl Fn(usize) -> bool,
) -> Result<Place, Illegal> {
    let cell = typed::cell(grid, text, texts::MOVE_FORM)?;
    if is_taken(cell) { Err(Illegal::Taken(grid.name(cell))) } else { Ok(Place(cell)) }
}

/// Can a game come to this position?
fn check(state: &State) -> Result<(), Impossible> {
    let [x, o] = state.pieces.map(u64::count_ones);
    if !(x == o && state.turn == Seat::FIRST || x == o + 1 && state.turn == Seat::SECOND) {
        return Err(Impossible::Turn { x, o, turn: letter(state.turn) });
    }
    if has_line(state.pieces[state.turn.index()]) {
        return Err(Impossible::LineAlready);
    }
    Ok(())
}

fn letter(seat: Seat) -> char {
    typed::letter(LETTERS, seat)
}
