//! How Ataxx is written: `row col row col`, and positions like `x5o/7/7/7/7/7/o5x x 0 1`.

use ludoteca_core::bits::Bits;
use ludoteca_core::{
    Loaded, Message, Next, Notation, PositionError, Rules, Seat, Text, passed_over, shared, text,
};

use super::rules::{Ataxx, Move, State};
use super::texts::{self, Illegal, Impossible, Phrase};

/// The letters of the seats.
const LETTERS: &str = "xorb";
const OBSTACLE: char = '-';

impl<B: Bits, const SEATS: usize> Notation for Ataxx<B, SEATS> {
    type Illegal = Illegal;

    fn hint(&self) -> Text {
        texts::HINT
    }

    fn write_move(&self, state: &Self::State, m: Move) -> String {
        let from = m.origin().unwrap_or_else(|| self.cloners(state, m).first());
        self.write_typed(from, m.destination())
    }

    fn read_move(&self, state: &Self::State, text: &str) -> Result<Move, Illegal> {
        let Next::Move(seat) = self.next(state) else { return Err(Illegal::Over) };
        let [from, to] = text::two_cells(&self.grid, text, texts::MOVE_FORM)?;
        let name = |cell| self.grid.cell_name(cell);
        match self.owner(state, from) {
            Some(owner) if owner == seat => {}
            Some(_) => return Err(Illegal::NotYours(name(from))),
            None if state.empty.has(from) => return Err(Illegal::NoPiece(name(from))),
            None => return Err(Illegal::NotAPiece(name(from))),
        }
        let distance = self.distance(from, to);
        if distance == 0 {
            return Err(Illegal::SameCell);
        }
        if distance > 2 {
            return Err(Illegal::TooFar { from: name(from), to: name(to), distance });
        }
        if self.owner(state, to).is_some() {
            return Err(Illegal::Taken(name(to)));
        }
        if !state.empty.has(to) {
            return Err(Illegal::Obstacle(name(to)));
        }
        Ok(if distance == 1 { Move::clone_to(to) } else { Move::jump(from, to) })
    }

    fn write_position(&self, state: &Self::State) -> String {
        let seat_letter = |seat: Seat| text::letter(LETTERS, seat);
        let letter = |cell| {
            (!state.empty.has(cell)).then(|| self.owner(state, cell).map_or(OBSTACLE, seat_letter))
        };
        let rows = text::write_rows(self.grid.rows(), self.grid.cols(), letter);
        format!("{rows} {} {} {}", seat_letter(state.turn), state.clock, state.number)
    }

    fn read_position(&self, text: &str) -> Result<Loaded<Self::State>, PositionError> {
        let [rows, turn, clock, number] = text::fields(text, texts::POSITION_FORM)?;
        let letters = &LETTERS[..self.seats()];
        let cells =
            text::rows(rows, self.grid.rows(), self.grid.cols(), &format!("{letters}{OBSTACLE}"))?;
        let turn = text::field_turn(turn, letters)?;
        let most_clock = self.no_progress.min(u32::MAX.into());
        let clock = text::field_number(texts::CLOCK, clock, 0, most_clock)? as u32;
        let number = text::field_number(texts::NUMBER, number, 1, u32::MAX.into())? as u32;
        let mut given = State { pieces: [B::EMPTY; SEATS], empty: B::EMPTY, turn, clock, number };
        for (cell, letter) in cells.into_iter().enumerate() {
            match letter {
                None => given.empty |= B::single(cell),
                Some(seat) if seat < self.seats() => given.pieces[seat] |= B::single(cell),
                Some(_) => {}
            }
        }
        given.pieces[..self.seats()].rotate_left(turn.index());
        if given.taken().is_empty() {
            return Err(PositionError::impossible(Impossible::NoPieces));
        }
        // A position brings its own obstacles where the options have none.
        let obstacles = |state: &Self::State| self.grid.all() & !(state.taken() | state.empty);
        let expected = obstacles(&self.start());
        if !expected.is_empty() && obstacles(&given) != expected {
            return Err(PositionError::impossible(Impossible::OtherObstacles));
        }
        Ok(self.loaded(given))
    }

    fn ending(&self, state: &Self::State) -> Message {
        if state.is_conquered() {
            Message::new(Phrase::Conquered)
        } else if state.empty.is_empty() {
            Message::new(shared::BOARD_IS_FULL)
        } else if self.is_decided(state) {
            Message::new(Phrase::Stuck)
        } else {
            Message::new(Phrase::NoClone(state.clock))
        }
    }

    fn skip_reason(&self, state: &Self::State, seat: Seat) -> Message {
        let is_out = self.pieces(state, seat).is_empty();
        Message::new(if is_out { Phrase::NoPieces } else { Phrase::ShutIn })
    }

    fn typed_forms(&self, state: &Self::State, m: Move) -> u64 {
        if m.is_clone() { self.cloners(state, m).count().into() } else { 1 }
    }
}

impl<B: Bits, const SEATS: usize> Ataxx<B, SEATS> {
    /// The pieces that can make a clone.
    pub(super) fn cloners(&self, state: &State<B, SEATS>, m: Move) -> B {
        self.near(m.destination()) & state.own()
    }

    pub(super) fn write_typed(&self, from: usize, to: usize) -> String {
        format!("{} {}", self.grid.name(from), self.grid.name(to))
    }

    fn distance(&self, from: usize, to: usize) -> usize {
        let ((row, col), (to_row, to_col)) = (self.grid.place(from), self.grid.place(to));
        row.abs_diff(to_row).max(col.abs_diff(to_col))
    }

    /// A position whose seat to move may be one that cannot: the turn goes on from there as in a
    /// game.
    fn loaded(&self, given: State<B, SEATS>) -> Loaded<State<B, SEATS>> {
        let mut state = self.skip(given);
        state.number = state.number.saturating_add(u32::from(state.turn < given.turn));
        let before = Seat::new((given.turn.index() + self.seats() - 1) % self.seats());
        Loaded { state, skipped: passed_over(before, state.turn, self.seats()) }
    }
}
