//! How Advanced Tic-Tac-Toe is written: `row col` or `row col row col`, and positions like
//! `xo1/1x1/o2 x 0`.

use ludoteca_core::{Loaded, Message, Next, Notation, PositionError, Rules, Seat, Text, text};

use super::rules::{AdvancedTicTacToe, Move, PIECES, State};
use super::texts::{self, Illegal, Impossible, Phrase};
use crate::three_by_three::has_line;

const LETTERS: &str = "xo";

impl Notation for AdvancedTicTacToe {
    type Illegal = Illegal;

    fn hint(&self) -> Text {
        texts::HINT
    }

    fn write_move(&self, _state: &State, m: Move) -> String {
        let name = |cell: u8| self.grid.name(cell.into());
        match m {
            Move::Place(cell) => name(cell),
            Move::Shift { from, to } => format!("{} {}", name(from), name(to)),
        }
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, Illegal> {
        let Next::Move(seat) = self.next(state) else { return Err(Illegal::Over) };
        let vacant = |cell: usize| match state.owner(cell) {
            Some(_) => Err(Illegal::Taken(self.grid.cell_name(cell))),
            None => Ok(cell as u8),
        };
        if state.in_hand(seat) > 0 {
            if text::numbers::<4>(text).is_some() {
                return Err(Illegal::InHand);
            }
            let cell = text::cell(&self.grid, text, texts::PLACE_FORM)?;
            return Ok(Move::Place(vacant(cell)?));
        }
        if text::numbers::<2>(text).is_some() {
            return Err(Illegal::NoneInHand);
        }
        let [from, to] = text::two_cells(&self.grid, text, texts::SHIFT_FORM)?;
        if state.owner(from) != Some(seat) {
            return Err(Illegal::NotYours(self.grid.cell_name(from)));
        }
        Ok(Move::Shift { from: from as u8, to: vacant(to)? })
    }

    fn write_position(&self, state: &State) -> String {
        let rows = text::write_rows(3, 3, |cell| state.owner(cell).map(letter));
        format!("{rows} {} {}", letter(state.turn), state.clock)
    }

    fn read_position(&self, text: &str) -> Result<Loaded<State>, PositionError> {
        let [rows, turn, clock] = text::fields(text, texts::POSITION_FORM)?;
        let pieces = text::pieces(&self.grid, rows, LETTERS)?;
        let most = if self.limit == 0 { u32::MAX } else { self.limit };
        let clock = text::field_number(texts::CLOCK, clock, 0, most.into())? as u32;
        let state = State { pieces, clock, turn: text::field_turn(turn, LETTERS)? };
        check(&state).map_err(PositionError::impossible)?;
        Ok(Loaded::new(state))
    }

    fn ending(&self, state: &State) -> Message {
        let is_won = has_line(state.pieces[state.turn.other().index()]);
        Message::new(if is_won { Phrase::Line } else { Phrase::NoLine(state.clock) })
    }
}

/// Can a game reach this position?
fn check(state: &State) -> Result<(), Impossible> {
    let counts = state.pieces.map(u64::count_ones);
    let [x, o] = counts;
    if let Some(seat) = Seat::all(2).find(|seat| counts[seat.index()] > PIECES) {
        return Err(Impossible::Pieces { letter: letter(seat), count: counts[seat.index()] });
    }
    if x + o < 2 * PIECES && state.clock > 0 {
        return Err(Impossible::MovedTooEarly);
    }
    // Turns alternate throughout, so the numbers of placements and shifts determine the turn.
    let turn = Seat::new(((x + o + state.clock % 2) % 2) as usize);
    if turn != state.turn || x != o && x != o + 1 {
        let turn = letter(state.turn);
        return Err(match state.clock {
            0 => Impossible::PlacingTurn { x, o, turn },
            clock => Impossible::MovingTurn { clock, turn },
        });
    }
    if has_line(state.pieces[state.turn.index()]) {
        return Err(Impossible::LineAlready);
    }
    Ok(())
}

fn letter(seat: Seat) -> char {
    text::letter(LETTERS, seat)
}
