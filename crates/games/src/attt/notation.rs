//! How Advanced Tic-Tac-Toe is written: `row col` or `row col row col`, and positions like `xo1/1x1/o2 x 0`.

use ludoteca_core::typed::{self, Unread};
use ludoteca_core::{Loaded, Next, Notation, PositionError, Rules, Seat};

use super::rules::{AdvancedTicTacToe, Move, PIECES, State};
use crate::ttt::has_line;

/// Why a move is refused.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The text does not name the cells that a move takes.
    #[error(transparent)]
    Unread(#[from] Unread),
    /// A shift while there are pieces to place.
    #[error("you still have pieces in hand: place one")]
    InHand,
    /// A placement when all pieces are placed.
    #[error("you have no pieces in hand: move one")]
    NoneInHand,
    /// The origin is empty or has the other seat's piece.
    #[error("you have no piece on cell {0}")]
    NotYours(String),
    /// A piece is on the cell that should get one.
    #[error("cell {0} is taken")]
    Taken(String),
    /// Nobody is to move any more.
    #[error("the game is over")]
    Over,
}

const LETTERS: &str = "xo";

impl Notation for AdvancedTicTacToe {
    type Illegal = Illegal;

    fn hint(&self) -> &'static str {
        "'row column', to place a piece while you have some in hand; \
         then 'row column row column', to move one from the first position to the second."
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
            Some(_) => Err(Illegal::Taken(self.grid.name(cell))),
            None => Ok(cell as u8),
        };
        if state.in_hand(seat) > 0 {
            if typed::numbers::<4>(text).is_some() {
                return Err(Illegal::InHand);
            }
            let cell = typed::cell(&self.grid, text, "row and column, two numbers")?;
            return Ok(Move::Place(vacant(cell)?));
        }
        if typed::numbers::<2>(text).is_some() {
            return Err(Illegal::NoneInHand);
        }
        let [from, to] = typed::two_cells(&self.grid, text, "origin and destination, four numbers")?;
        if state.owner(from) != Some(seat) {
            return Err(Illegal::NotYours(self.grid.name(from)));
        }
        Ok(Move::Shift { from: from as u8, to: vacant(to)? })
    }

    fn write_position(&self, state: &State) -> String {
        let rows = typed::write_rows(3, 3, |cell| state.owner(cell).map(letter));
        format!("{rows} {} {}", letter(state.turn), state.clock)
    }

    fn read_position(&self, text: &str) -> Result<Loaded<State>, PositionError> {
        let form = "rows, the seat to move and the plies of movement, as in `xo1/1x1/o2 x 0`";
        let [rows, turn, clock] = typed::fields(text, form)?;
        let mut pieces = [0; 2];
        for (cell, seat) in typed::rows(rows, 3, 3, LETTERS)?.into_iter().enumerate() {
            if let Some(seat) = seat {
                pieces[seat] |= 1 << cell;
            }
        }
        let most = if self.limit == 0 { u32::MAX } else { self.limit };
        let clock = typed::field_number("the plies of movement", clock, 0, most.into())? as u32;
        let state = State { pieces, clock, turn: typed::field_turn(turn, LETTERS)? };
        check(&state).map_err(PositionError::Impossible)?;
        Ok(Loaded::new(state))
    }

    fn ending(&self, state: &State) -> String {
        if has_line(state.pieces[state.turn.other().index()]) {
            "three in a row".to_owned()
        } else {
            format!("{} plies of movement without a line", state.clock)
        }
    }
}

/// Can a game come to this position?
fn check(state: &State) -> Result<(), String> {
    let counts = state.pieces.map(u64::count_ones);
    let [x, o] = counts;
    if let Some(seat) = Seat::all(2).find(|seat| counts[seat.index()] > PIECES) {
        return Err(format!("{} has {} pieces, each seat has three", letter(seat), counts[seat.index()]));
    }
    if x + o < 2 * PIECES && state.clock > 0 {
        return Err("nobody has moved a piece while pieces are in hand".to_owned());
    }
    // Turns alternate throughout: what was placed and moved says whose it is.
    let turn = Seat::new(((x + o + state.clock % 2) % 2) as usize);
    if turn != state.turn || x != o && x != o + 1 {
        let so_far = match state.clock {
            0 => format!("with {x} x and {o} o"),
            clock => format!("with {clock} as the plies of movement"),
        };
        return Err(format!("{so_far} it is not the turn of {}", letter(state.turn)));
    }
    if has_line(state.pieces[state.turn.index()]) {
        return Err("the seat to move has three in a row already".to_owned());
    }
    Ok(())
}

fn letter(seat: Seat) -> char {
    typed::letter(LETTERS, seat)
}
