//! Tic-Tac-Toe: the simplest game, and the example for writing a new one. Larger games have a file
//! for each part. What people read is in `texts`, one file a language.

mod texts;

use std::ops::ControlFlow;

use ludoteca_core::bits::Bits;
use ludoteca_core::grid::{self, Grid};
use ludoteca_core::scene::{self, Board, Piece};
use ludoteca_core::text::{self, BadPlacement};
use ludoteca_core::{
    Bench, Conventions, Evaluate, Evaluation, Info, Loaded, Message, Next, NoDice, Notation,
    OptionError, OptionSpec, Options, Outcome, PositionError, Presentation, Preset, Rules, Seat,
    StepOf, Table, Text, TypedTable, random, shared,
};
use rand_core::Rng;

use crate::lines::{LineEvaluation, LineGame};
use crate::three_by_three::{self, has_line, nth};
use texts::Impossible;

/// The game in a catalogue.
pub static INFO: Info = Info {
    id: "ttt",
    title: "Tic-Tac-Toe",
    about: texts::ABOUT,
    summary: None,
    rules: texts::RULES,
    names: &["X", "O"],
    conventions: Conventions::NONE,
    scored: false,
    draws: true,
    minutes: (1, 2),
    options: &[OptionSpec::rows(3, 3, 3), OptionSpec::cols(3, 3, 3), OptionSpec::seats(2)],
    presets: &[Preset::new(shared::CLASSIC, "ttt")],
    level_scores: &[],
    clear_advantage: 300,
    bench: &[Bench { options: "ttt", depth: 9, nodes: 127_872, games: 20_000 }],
    searches: include_str!("data/searches.txt"),
    scatter: None,
};

/// The types of its tables.
pub type Types = (TicTacToe,);

/// Sets up a table.
pub fn open(options: &Options) -> Result<Box<dyn Table>, OptionError> {
    Ok(TypedTable::boxed(TicTacToe { grid: Grid::new(3, 3) }, options))
}

/// Tic-Tac-Toe has no options; the grid is here for its geometry.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    grid: Grid<u64>,
}

/// Each seat's pieces, one bit for each cell, and the turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    pieces: [u64; 2],
    turn: Seat,
}

/// A move: the cell that gets a piece.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Move(pub usize);

impl Rules for TicTacToe {
    type State = State;
    type Move = Move;
    type Chance = NoDice;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State { pieces: [0, 0], turn: Seat::FIRST }
    }

    #[inline(always)]
    fn next(&self, state: &State) -> Next {
        // Only the seat that has just moved can have made a line.
        let [_, moved] = state.turn.first_of_two(state.pieces);
        if has_line(moved) {
            return Next::Over(Outcome::win(state.turn.other()));
        }
        if state.empty() == 0 { Next::Over(Outcome::draw()) } else { Next::Move(state.turn) }
    }

    #[inline(always)]
    fn visit_moves<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let empty = if self.next(state).seat().is_some() { state.empty() } else { 0 };
        empty.iter().try_for_each(|cell| visit(Move(cell)))
    }

    #[inline(always)]
    fn play(&self, state: &mut State, Move(cell): Move) {
        let [own, other] = state.turn.first_of_two(state.pieces);
        state.pieces = state.turn.first_of_two([own | 1 << cell, other]);
        state.turn = state.turn.other();
    }

    #[inline(always)]
    fn random_move<G: Rng + ?Sized>(&self, state: &State, generator: &mut G) -> Move {
        let empty = state.empty();
        Move(nth(empty, random::below(generator, empty.count())))
    }

    fn symmetries(&self) -> usize {
        self.grid.symmetries()
    }

    fn image(&self, state: &State, k: usize) -> State {
        State { pieces: state.pieces.map(|pieces| self.grid.image(pieces, k)), ..*state }
    }

    fn move_image(&self, Move(cell): Move, k: usize) -> Move {
        Move(self.grid.cell_image(cell, k))
    }
}

impl State {
    fn empty(&self) -> u64 {
        0o777 & !(self.pieces[0] | self.pieces[1])
    }
}

const LETTERS: &str = "xo";

impl Notation for TicTacToe {
    type Illegal = BadPlacement;

    fn hint(&self) -> Text {
        BadPlacement::HINT
    }

    fn write_move(&self, _state: &State, Move(cell): Move) -> String {
        self.grid.name(cell)
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, BadPlacement> {
        text::placement(&self.grid, self.next(state), text, |cell| grid::owner(&state.pieces, cell))
            .map(Move)
    }

    fn write_position(&self, state: &State) -> String {
        text::write_position(&self.grid, LETTERS, state.turn, |cell| {
            grid::owner(&state.pieces, cell)
        })
    }

    fn read_position(&self, text: &str) -> Result<Loaded<State>, PositionError> {
        let [rows, turn] = text::fields(text, texts::POSITION_FORM)?;
        let (pieces, turn) =
            (text::pieces(&self.grid, rows, LETTERS)?, text::field_turn(turn, LETTERS)?);
        let [x, o] = pieces.map(u64::count_ones);
        if x != o + turn.index() as u32 {
            let turn = text::letter(LETTERS, turn);
            return Err(PositionError::impossible(Impossible::Turn { x, o, turn }));
        }
        if has_line(pieces[turn.index()]) {
            return Err(PositionError::impossible(Impossible::LineAlready));
        }
        Ok(Loaded::new(State { pieces, turn }))
    }

    fn ending(&self, state: &State) -> Message {
        let is_won = has_line(state.pieces[state.turn.other().index()]);
        Message::new(if is_won { texts::THREE_IN_A_ROW } else { shared::BOARD_IS_FULL })
    }
}

impl Presentation for TicTacToe {
    fn board(&self) -> Board {
        Board { look: three_by_three::LOOK, ..scene::grid_board(3, 3) }
    }

    fn decisive(&self, state: &State) -> Vec<usize> {
        three_by_three::lines_of(&state.pieces)
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        scene::pieces(9, |cell| grid::owner(&state.pieces, cell))
    }

    fn touched(&self, step: &StepOf<Self>) -> Vec<usize> {
        step.as_move().map(|Move(cell)| cell).into_iter().collect()
    }
}

impl Evaluate for TicTacToe {
    fn evaluation(&self) -> impl Evaluation<Self> {
        LineEvaluation::new(&self.grid, 3, 2)
    }
}

impl LineGame<u64, 2> for TicTacToe {
    const MARGIN: i32 = 300;
    const PLACE: fn(usize) -> Move = Move;

    fn cell(Move(cell): Move) -> usize {
        cell
    }

    fn sides(state: &State) -> ([u64; 2], Seat) {
        (state.pieces, state.turn)
    }
}

#[cfg(test)]
mod tests;
