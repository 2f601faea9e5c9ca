//! How Alquerque is written: `18 13` or `C4 C3`, and positions like
//! `bbbbb/bbbbb/bb1ww/wwwww/wwwww w 1`.

use std::ops::RangeInclusive;

use ludoteca_core::{Loaded, Message, Next, Notation, PositionError, Rules, Seat, Text, text};

use super::rules::{Alquerque, Move, State, is_line, points};
use super::texts::{self, Illegal, Impossible, Phrase};

const LETTERS: &str = "wb";

impl Notation for Alquerque {
    type Illegal = Illegal;

    fn hint(&self) -> Text {
        texts::HINT
    }

    fn write_move(&self, _state: &State, m: Move) -> String {
        format!("{} {}", m.from(), m.to())
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, Illegal> {
        let Next::Move(seat) = self.next(state) else {
            return Err(Illegal::Over);
        };
        let [from, to] = two_points(text)?;
        let m = Move::new(from, to);
        if self.is_legal(state, m) { Ok(m) } else { Err(why_not(state, seat, from, to)) }
    }

    fn write_position(&self, state: &State) -> String {
        let letter = |seat: Seat| text::letter(LETTERS, seat);
        let rows = text::write_rows(5, 5, |cell| state.owner(cell as i32 + 1).map(letter));
        format!("{rows} {} {}", letter(state.turn), state.number)
    }

    fn read_position(&self, text: &str) -> Result<Loaded<State>, PositionError> {
        let [rows, turn, number] = text::fields(text, texts::POSITION_FORM)?;
        let mut pieces = [0; 2];
        for (cell, letter) in text::rows(rows, 5, 5, LETTERS)?.into_iter().enumerate() {
            if let Some(seat) = letter {
                pieces[seat] |= 1 << cell;
            }
        }
        let turn = text::field_turn(turn, LETTERS)?;
        let number = text::field_number(texts::NUMBER, number, 1, MOST_MOVES)?;
        let state = State::new(pieces, turn, number as u8);
        check(&state).map_err(PositionError::impossible)?;
        Ok(Loaded::new(state))
    }

    fn ending(&self, state: &State) -> Message {
        let side = state.turn;
        let is_won = state.pieces(side) == 0;
        Message::new(if is_won { Phrase::NoPieces(side) } else { Phrase::NoMove(side) })
    }
}

/// Reads two points: either two numbers or two names.
fn two_points(text: &str) -> Result<[i32; 2], Illegal> {
    let malformed = || Illegal::Malformed(text.to_owned());
    if let Some(numbers) = text::numbers::<2>(text) {
        let [from, to] =
            numbers.map(|n| i32::try_from(n).ok().filter(|point| (1..=25).contains(point)));
        let no_point = |i: usize| Illegal::NoSuchPoint(numbers[i].to_string());
        return Ok([from.ok_or_else(|| no_point(0))?, to.ok_or_else(|| no_point(1))?]);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let [from, to] = words[..] else { return Err(malformed()) };
    let places = [from, to].map(column_and_row);
    let [Some(from_place), Some(to_place)] = places else { return Err(malformed()) };
    let point = |name: &str, (col, row)| match (col, row) {
        (0..5, 1..=5) => Ok(5 * (row as i32 - 1) + col + 1),
        _ => Err(Illegal::NoSuchPoint(name.to_owned())),
    };
    Ok([point(from, from_place)?, point(to, to_place)?])
}

/// The column, from 0, and the row, from 1, of a name such as `C4`, whether or not there is such a
/// point.
fn column_and_row(name: &str) -> Option<(i32, i64)> {
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    let col = i32::from(letter.to_ascii_uppercase() as u8 - b'A');
    Some((col, text::number_from(&name[1..])?))
}

/// The reason why a move between two points is not legal.
fn why_not(state: &State, seat: Seat, from: i32, to: i32) -> Illegal {
    match state.owner(from) {
        None => return Illegal::NoPiece(from),
        Some(owner) if owner != seat => return Illegal::NotYours(from),
        Some(_) => {}
    }
    let middle = (from + to) / 2;
    let is_plain = is_line(from, to);
    // A jump follows two neighbouring lines in the same direction, so the middle point is halfway
    // in rows and in columns.
    let is_jump = (from + to) % 2 == 0 && is_line(from, middle) && is_line(middle, to);
    if !is_plain && !is_jump {
        return Illegal::NoLine(from, to);
    }
    if state.owner(to).is_some() {
        return Illegal::Taken(to);
    }
    if is_plain {
        let same_row = (from - 1) / 5 == (to - 1) / 5;
        return if same_row { Illegal::Sideways } else { Illegal::Backward };
    }
    match state.owner(middle) {
        Some(owner) if owner == seat => Illegal::OwnPiece(middle),
        _ => Illegal::NothingToJump(middle),
    }
}

/// The longest possible game: white's pieces are 39 rows from the far side in total, and each of
/// its 12 captures is a move and can put a piece back by two rows.
const MOST_MOVES: u64 = 39 + 3 * 12 + 1;

/// Can a game reach this position? Not every impossible position is detected, but every refused one
/// is impossible.
///
/// The number of the move may be smaller than the moves that must have been made: a position can be
/// set up without knowing its game.
fn check(state: &State) -> Result<(), Impossible> {
    let [turn, moved] = [state.turn, state.turn.other()].map(Seat::index);
    for side in [0, 1] {
        let count = state.pieces(Seat::new(side)).count_ones();
        if count > 12 {
            return Err(Impossible::Pieces { side: Seat::new(side), count });
        }
    }
    if state.pieces(Seat::new(moved)) == 0 {
        return Err(Impossible::NoPieces(Seat::new(moved)));
    }
    let [white, black] = [0, 1].map(|side| moves_made(state, side));
    // White is one move ahead while black is to move.
    let ahead = turn as i64;
    let fewest = black.start().max(&(white.start() - ahead)) + 1;
    let most = black.end().min(&(white.end() - ahead)) + 1;
    if fewest > most {
        return Err(Impossible::Turn(Seat::new(turn)));
    }
    if i64::from(state.number) > most {
        return Err(Impossible::Number { latest: most, number: state.number });
    }
    Ok(())
}

/// How many moves a side may have made. A plain move takes a piece one row forward; a capture takes
/// it two rows forward or back, or neither. How far its lost pieces had advanced is unknown.
fn moves_made(state: &State, side: usize) -> RangeInclusive<i64> {
    let lost = |side: usize| 12 - i64::from(state.pieces(Seat::new(side)).count_ones());
    let (own, captures) = (lost(side), lost(1 - side));
    let rows_left =
        |point: i32| i64::from(if side == 0 { (point - 1) / 5 } else { 4 - (point - 1) / 5 });
    // At the start there are 39 rows to go.
    let gained = 39 - points(state.pieces(Seat::new(side))).map(rows_left).sum::<i64>();
    captures.max(gained - 4 * own - captures)..=gained + 3 * captures
}
