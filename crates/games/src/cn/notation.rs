//! How Connect-N is written: `row col`, and positions like `5/2x2/5/5/5 o`.

use ludoteca_core::bits::Bits;
use ludoteca_core::text::BadPlacement;
use ludoteca_core::{Loaded, Message, Notation, PositionError, Rules, Seat, Text, shared, text};

use super::rules::{Connect, DIRECTIONS, Move, State, along};
use super::texts::{self, Impossible, Phrase};

const LETTERS: &str = "xorb";

impl<B: Bits, const SEATS: usize> Notation for Connect<B, SEATS> {
    type Illegal = BadPlacement;

    fn hint(&self) -> Text {
        BadPlacement::HINT
    }

    fn write_move(&self, _state: &Self::State, Move(cell): Move) -> String {
        self.grid.name(cell)
    }

    fn read_move(&self, state: &Self::State, text: &str) -> Result<Move, BadPlacement> {
        text::placement(&self.grid, self.next(state), text, |cell| state.owner(cell)).map(Move)
    }

    fn write_position(&self, state: &Self::State) -> String {
        text::write_position(&self.grid, LETTERS, state.turn, |cell| state.owner(cell))
    }

    fn read_position(&self, text: &str) -> Result<Loaded<Self::State>, PositionError> {
        let letters = &LETTERS[..self.seats];
        let [rows, turn] = text::fields(text, texts::POSITION_FORM)?;
        let mut state = self.start();
        state.pieces = text::pieces(&self.grid, rows, letters)?;
        state.left -= state.pieces.iter().map(|pieces| pieces.count() as u16).sum::<u16>();
        state.turn = text::field_turn(turn, letters)?;
        self.check_counts(&state).map_err(PositionError::impossible)?;
        state.winner = self.find_winner(&state).map_err(PositionError::impossible)?;
        Ok(Loaded::new(state))
    }

    fn ending(&self, state: &Self::State) -> Message {
        match state.winner {
            Some(_) => Message::new(Phrase::InARow(self.line)),
            None => Message::new(shared::BOARD_IS_FULL),
        }
    }
}

impl<B: Bits, const SEATS: usize> Connect<B, SEATS> {
    /// Do the numbers of pieces fit the turn?
    fn check_counts(&self, state: &State<B, SEATS>) -> Result<(), Impossible> {
        let placed = self.grid.size() - usize::from(state.left);
        let count = |seat: Seat| state.pieces[seat.index()].count() as usize;
        let fits =
            |seat: Seat| count(seat) == (placed + self.seats - 1 - seat.index()) / self.seats;
        if state.turn.index() == placed % self.seats && Seat::all(self.seats).all(fits) {
            return Ok(());
        }
        let counts = Seat::all(self.seats).map(|seat| (count(seat), letter(seat))).collect();
        Err(Impossible::Turn { counts, turn: letter(state.turn) })
    }

    /// The seat that has a line, if the last piece can have made it.
    fn find_winner(&self, state: &State<B, SEATS>) -> Result<Option<Seat>, Impossible> {
        let mut winner = None;
        for seat in Seat::all(self.seats) {
            let Some(shared) = self.shared_by_lines(state.pieces[seat.index()]) else { continue };
            let letter = letter(seat);
            if seat.after(self.seats) != state.turn {
                return Err(Impossible::LineBefore { letter, line: self.line });
            }
            if shared.is_empty() {
                return Err(Impossible::LinesApart(letter));
            }
            winner = Some(seat);
        }
        Ok(winner)
    }

    /// The cells that all lines of these pieces have in common, `None` where there is no line. The
    /// piece that ended the game is on one of them.
    fn shared_by_lines(&self, pieces: B) -> Option<B> {
        let mut shared = None;
        for cell in pieces.iter() {
            for direction in DIRECTIONS {
                let mine = |n| along(&self.grid, cell, direction, n).filter(|at| pieces.has(*at));
                let line = (0..self.line as i64)
                    .try_fold(B::EMPTY, |line, n| Some(line | B::single(mine(n)?)));
                if let Some(line) = line {
                    shared = Some(shared.unwrap_or(line) & line);
                }
            }
        }
        shared
    }
}

fn letter(seat: Seat) -> char {
    text::letter(LETTERS, seat)
}
