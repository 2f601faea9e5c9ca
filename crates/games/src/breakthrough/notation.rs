//! How Breakthrough is written: `row col row col`, and positions like
//! `bbbbbb/bbbbbb/6/6/rrrrrr/rrrrrr b`.

use std::ops::RangeInclusive;

use ludoteca_core::bits::Bits;
use ludoteca_core::{Loaded, Message, Next, Notation, PositionError, Rules, Seat, Text, text};

use super::rules::{Breakthrough, Move, State};
use super::texts::{self, Illegal, Impossible, Phrase};

const LETTERS: &str = "br";

impl<B: Bits> Notation for Breakthrough<B> {
    type Illegal = Illegal;

    fn hint(&self) -> Text {
        texts::HINT
    }

    fn write_move(&self, _state: &State<B>, m: Move) -> String {
        format!("{} {}", self.grid.name(m.from.into()), self.grid.name(m.to.into()))
    }

    fn read_move(&self, state: &State<B>, text: &str) -> Result<Move, Illegal> {
        let Next::Move(seat) = self.next(state) else {
            return Err(Illegal::Over);
        };
        let [from, to] = text::two_cells(&self.grid, text, texts::MOVE_FORM)?;
        match state.owner(from) {
            None => return Err(Illegal::NoPiece(self.grid.cell_name(from))),
            Some(owner) if owner != seat => {
                return Err(Illegal::NotYours(self.grid.cell_name(from)));
            }
            Some(_) => {}
        }
        let [(row, col), (to_row, to_col)] = [from, to].map(|cell| self.grid.place(cell));
        let forward = if seat == Seat::FIRST { to_row == row + 1 } else { row == to_row + 1 };
        if !forward || col.abs_diff(to_col) > 1 {
            return Err(Illegal::NotForward(seat));
        }
        match state.owner(to) {
            Some(owner) if owner == seat => Err(Illegal::OwnPiece(self.grid.cell_name(to))),
            Some(_) if col == to_col => Err(Illegal::StraightCapture),
            _ => Ok(Move { from: from as u8, to: to as u8 }),
        }
    }

    fn write_position(&self, state: &State<B>) -> String {
        text::write_position(&self.grid, LETTERS, state.turn, |cell| state.owner(cell))
    }

    fn read_position(&self, text: &str) -> Result<Loaded<State<B>>, PositionError> {
        let [rows, turn] = text::fields(text, texts::POSITION_FORM)?;
        let pieces = text::pieces(&self.grid, rows, LETTERS)?;
        let state = State { pieces, turn: text::field_turn(turn, LETTERS)? };
        self.check(&state).map_err(PositionError::impossible)?;
        Ok(Loaded::new(state))
    }

    fn ending(&self, state: &State<B>) -> Message {
        let moved = state.turn.other().index();
        let reached = !(state.pieces[moved] & self.goals[moved]).is_empty();
        Message::new(if reached { Phrase::Reached } else { Phrase::LastCaptured })
    }
}

impl<B: Bits> Breakthrough<B> {
    /// Can a game reach this position? Not every impossible position is detected, but every refused
    /// one is impossible.
    fn check(&self, state: &State<B>) -> Result<(), Impossible> {
        let [turn, moved] = [state.turn, state.turn.other()].map(Seat::index);
        for seat in [0, 1] {
            let (count, most) = (state.pieces[seat].count() as usize, 2 * self.grid.cols());
            if count > most {
                return Err(Impossible::Pieces { seat: Seat::new(seat), count, most });
            }
        }
        let arrived = |seat: usize| (state.pieces[seat] & self.goals[seat]).count();
        if arrived(turn) > 0 {
            return Err(Impossible::ReachedBefore(Seat::new(turn)));
        }
        if arrived(moved) > 1 {
            return Err(Impossible::ReachedTwice(Seat::new(moved)));
        }
        if state.pieces[moved].is_empty() {
            return Err(Impossible::NoPieces(Seat::new(moved)));
        }
        let [first, second] = [0, 1].map(|seat| self.moves_made(state, seat));
        // The first seat is one move ahead while the second is to move.
        let ahead = state.turn.index() as i64;
        if first.start().max(&(second.start() + ahead)) > first.end().min(&(second.end() + ahead)) {
            return Err(Impossible::Turn(Seat::new(turn)));
        }
        Ok(())
    }

    /// How many moves a seat may have made. Each move takes a piece one row forward, and each
    /// capture is a move. How far its lost pieces had advanced is unknown.
    fn moves_made(&self, state: &State<B>, seat: usize) -> RangeInclusive<i64> {
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        let lost = |seat: usize| (2 * cols - state.pieces[seat].count() as usize) as i64;
        let row = |cell| if seat == 0 { cell / cols } else { rows - 1 - cell / cols };
        // At the start one row is 0 rows forward and one is 1.
        let known = state.pieces[seat].iter().map(row).sum::<usize>() as i64 - cols as i64;
        known.max(lost(1 - seat))..=known + lost(seat) * (rows as i64 - 2)
    }
}
