//! The suite accepts a game that keeps the contract, and rejects one that declares too little.

use std::ops::ControlFlow;

use super::*;
use crate::evaluation::Evaluate;
use crate::language::{Message, Text};
use crate::notation::{Loaded, Notation, PositionError};
use crate::rules::{Chance, Rules, StepOf};
use crate::scene::{Presentation, grid_board};
use crate::table::Refusal;
use crate::text;

#[test]
fn a_game_that_keeps_the_contract_passes() {
    for seats in 2..=4 {
        check(&Countdown::<4, true> { seats }, Effort::default());
    }
    check(&Countdown::<2, true> { seats: 2 }, Effort::default());
}

#[test]
#[should_panic(expected = "3 seats: `Rules::MOST_SEATS` says 2 at most")]
fn more_seats_than_declared_are_caught() {
    check(&Countdown::<2, true> { seats: 3 }, Effort::default());
}

#[test]
#[should_panic(expected = "`Chance::IS_ROLLED` says that there is none")]
fn an_undeclared_die_is_caught() {
    check(&Countdown::<2, false> { seats: 2 }, Effort::default());
}

/// A die gives the starting count, and the seats count down by one or two. The seat that reaches
/// zero wins. The parameters are what the game declares: its most seats, and whether it rolls a
/// die.
struct Countdown<const MOST: usize, const ROLLED: bool> {
    seats: usize,
}

/// The count that is left (`None` before the roll), and the seat to move.
type State = (Option<usize>, Seat);

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Face<const ROLLED: bool>(usize);

impl<const ROLLED: bool> Chance for Face<ROLLED> {
    const IS_ROLLED: bool = ROLLED;
}

const MOST_LEFT: usize = 6;
const LETTERS: &str = "abcd";

impl<const MOST: usize, const ROLLED: bool> Rules for Countdown<MOST, ROLLED> {
    type State = State;
    type Move = usize;
    type Chance = Face<ROLLED>;

    const MOST_SEATS: usize = MOST;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> State {
        (None, Seat::FIRST)
    }

    fn next(&self, (left, turn): &State) -> Next {
        match left {
            None => Next::Chance,
            Some(0) => {
                Next::Over(Outcome::win(Seat::new((turn.index() + self.seats - 1) % self.seats)))
            }
            Some(_) => Next::Move(*turn),
        }
    }

    fn visit_moves<B>(
        &self,
        (left, _): &State,
        visit: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let left = left.unwrap_or(0);
        (left.saturating_sub(2)..left).try_for_each(visit)
    }

    fn play(&self, (left, turn): &mut State, m: usize) {
        *left = Some(m);
        *turn = turn.after(self.seats);
    }

    fn visit_chances<B>(
        &self,
        (left, _): &State,
        mut visit: impl FnMut(Face<ROLLED>, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let faces = 1..=if left.is_none() { MOST_LEFT } else { 0 };
        faces.into_iter().try_for_each(|face| visit(Face(face), 1))
    }

    fn roll(&self, (left, _): &mut State, Face(face): Face<ROLLED>) {
        *left = Some(face);
    }
}

impl<const MOST: usize, const ROLLED: bool> Notation for Countdown<MOST, ROLLED> {
    type Illegal = Refusal;

    fn hint(&self) -> Text {
        Text(|_| "how many are left")
    }

    fn write_move(&self, _state: &State, m: usize) -> String {
        format!("0 {m}")
    }

    fn read_move(&self, state: &State, text: &str) -> Result<usize, Refusal> {
        let left = text::numbers(text).and_then(|[_, left]: [i64; 2]| usize::try_from(left).ok());
        let left = left.filter(|left| self.is_legal(state, *left));
        left.ok_or_else(|| {
            Refusal::Illegal(Message::same(format!("`{text}` is not one or two fewer")))
        })
    }

    fn write_chance(&self, Face(face): Face<ROLLED>) -> String {
        face.to_string()
    }

    fn read_chance(&self, _state: &State, text: &str) -> Result<Face<ROLLED>, Refusal> {
        let face = text::number_from(text).filter(|face| (1..=MOST_LEFT as i64).contains(face));
        face.map(|face| Face(face as usize))
            .ok_or_else(|| Refusal::Illegal(Message::same(format!("`{text}` is on no side"))))
    }

    fn write_position(&self, (left, turn): &State) -> String {
        let left = left.map_or_else(|| "-".to_owned(), |left| left.to_string());
        format!("{left} {}", text::letter(LETTERS, *turn))
    }

    fn read_position(&self, text: &str) -> Result<Loaded<State>, PositionError> {
        const FORM: Text = Text(|_| "how many are left and the turn, as in `5 b`");
        let [left, turn] = text::fields(text, FORM)?;
        let turn = text::field_turn(turn, &LETTERS[..self.seats])?;
        let left = match left {
            "-" => None,
            left => {
                Some(text::field_number(Text(|_| "a number"), left, 0, MOST_LEFT as u64)? as usize)
            }
        };
        Ok(Loaded::new((left, turn)))
    }

    fn ending(&self, _state: &State) -> Message {
        Message::same("nothing is left")
    }
}

impl<const MOST: usize, const ROLLED: bool> Presentation for Countdown<MOST, ROLLED> {
    fn board(&self) -> Board {
        grid_board(1, MOST_LEFT + 1)
    }

    fn pieces(&self, (left, turn): &State) -> Vec<Piece> {
        left.map(|left| Piece::of(*turn, left)).into_iter().collect()
    }

    fn touched(&self, step: &StepOf<Self>) -> Vec<usize> {
        step.as_move().into_iter().collect()
    }
}

impl<const MOST: usize, const ROLLED: bool> Evaluate for Countdown<MOST, ROLLED> {}
