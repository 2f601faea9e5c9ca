//! Snort: cats and dogs must not be neighbours. The player who cannot move loses.

use std::ops::ControlFlow;

use ludoteca_core::bits::Bits;
use ludoteca_core::grid::{self, CellName, Grid};
use ludoteca_core::scene::{self, Board, Piece};
use ludoteca_core::text::{self, BadPlacement};
use ludoteca_core::{
    Bench, Conventions, Evaluate, Info, Language, Loaded, Message, Next, NoDice, Notation,
    OptionError, OptionSpec, Options, Outcome, PositionError, Presentation, Preset, Rules, Seat,
    Spelling, StepOf, Table, Tell, Text, TypedTable, errors_in_english, shared,
};

/// The game in a catalogue.
pub static INFO: Info = Info {
    id: "snort",
    title: "Snort",
    about: Text(|_| "cats and dogs that may not be neighbours."),
    summary: None,
    rules: Text(|_| include_str!("README.md")),
    names: &["C", "D"],
    conventions: Conventions::NONE,
    scored: false,
    draws: false,
    minutes: (5, 10),
    options: &[OptionSpec::rows(1, 8, 4), OptionSpec::cols(1, 8, 4), OptionSpec::seats(2)],
    presets: &[Preset::new(shared::CLASSIC, "snort")],
    level_scores: &[],
    clear_advantage: 300,
    bench: &[Bench { options: "snort", depth: 4, nodes: 16_872, games: 10_000 }],
    searches: include_str!("data/searches.txt"),
    scatter: None,
};

/// The types of its tables.
pub type Types = (Snort,);

/// Sets up a table.
pub fn open(options: &Options) -> Result<Box<dyn Table>, OptionError> {
    let [rows, cols] = ["rows", "cols"].map(|key| options.number(key) as usize);
    Ok(TypedTable::boxed(Snort { grid: Grid::new(rows, cols) }, options))
}

/// A board of any size.
#[derive(Clone, Debug)]
pub struct Snort {
    grid: Grid<u64>,
}

/// The animals of each seat, one bit for each field, and the seat to move.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    pieces: [u64; 2],
    turn: Seat,
}

/// A move: the field that gets an animal.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Place(pub usize);

impl Snort {
    /// The fields above, below, left and right of the given fields.
    fn beside(&self, fields: u64) -> u64 {
        self.grid.north(fields)
            | self.grid.south(fields)
            | self.grid.east(fields)
            | self.grid.west(fields)
    }

    /// The fields where a seat may place an animal.
    fn free(&self, state: &State) -> u64 {
        let others = state.pieces[state.turn.other().index()];
        self.grid.all() & !(state.pieces[0] | state.pieces[1] | self.beside(others))
    }
}

impl Rules for Snort {
    type State = State;
    type Move = Place;
    type Chance = NoDice;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State { pieces: [0, 0], turn: Seat::FIRST }
    }

    fn next(&self, state: &State) -> Next {
        match self.free(state) {
            0 => Next::Over(Outcome::win(state.turn.other())),
            _ => Next::Move(state.turn),
        }
    }

    fn visit_moves<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Place) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.free(state).iter().try_for_each(|field| visit(Place(field)))
    }

    fn play(&self, state: &mut State, Place(field): Place) {
        state.pieces[state.turn.index()] |= 1 << field;
        state.turn = state.turn.other();
    }

    fn symmetries(&self) -> usize {
        self.grid.symmetries()
    }

    fn image(&self, state: &State, k: usize) -> State {
        State { pieces: state.pieces.map(|pieces| self.grid.image(pieces, k)), ..*state }
    }

    fn move_image(&self, Place(field): Place, k: usize) -> Place {
        Place(self.grid.cell_image(field, k))
    }
}

/// Why a move is refused.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Illegal {
    /// It is not an empty field of the board.
    Placement(BadPlacement),
    /// The other kind of animal is on a neighbouring field.
    Neighbour(&'static str, CellName),
}

impl Tell for Illegal {
    fn tell(&self, language: Language, spelling: Spelling) -> String {
        match self {
            Illegal::Placement(error) => error.tell(language, spelling),
            Illegal::Neighbour(animal, field) => {
                format!("there is a {animal} beside {}", field.spelled(spelling))
            }
        }
    }
}

errors_in_english!(Illegal);

const ANIMALS: [&str; 2] = ["cat", "dog"];
const LETTERS: &str = "cd";

impl Notation for Snort {
    type Illegal = Illegal;

    fn hint(&self) -> Text {
        BadPlacement::HINT
    }

    fn write_move(&self, _state: &State, Place(field): Place) -> String {
        self.grid.name(field)
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Place, Illegal> {
        let field = text::placement(&self.grid, self.next(state), text, |field| {
            grid::owner(&state.pieces, field)
        });
        let field = field.map_err(Illegal::Placement)?;
        if self.free(state) >> field & 1 == 0 {
            return Err(Illegal::Neighbour(
                ANIMALS[state.turn.other().index()],
                self.grid.cell_name(field),
            ));
        }
        Ok(Place(field))
    }

    fn write_position(&self, state: &State) -> String {
        text::write_position(&self.grid, LETTERS, state.turn, |field| {
            grid::owner(&state.pieces, field)
        })
    }

    fn read_position(&self, text: &str) -> Result<Loaded<State>, PositionError> {
        const FORM: Text = Text(|_| "rows and the seat to move, as in `c2/3/2d c`");
        let [rows, turn] = text::fields(text, FORM)?;
        let pieces: [u64; 2] = text::pieces(&self.grid, rows, LETTERS)?;
        let turn = text::field_turn(turn, LETTERS)?;
        if pieces[0].count_ones() != pieces[1].count_ones() + turn.index() as u32 {
            return Err(PositionError::impossible(Message::same(
                "the seats take turns, and have put as many animals as each other",
            )));
        }
        if self.beside(pieces[0]) & pieces[1] != 0 {
            return Err(PositionError::impossible(Message::same("a cat is next to a dog")));
        }
        Ok(Loaded::new(State { pieces, turn }))
    }

    fn ending(&self, state: &State) -> Message {
        Message::same(format!("no field is left for a {}", ANIMALS[state.turn.index()]))
    }
}

impl Presentation for Snort {
    fn board(&self) -> Board {
        scene::grid_board(self.grid.rows(), self.grid.cols())
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        scene::pieces(self.grid.size(), |field| grid::owner(&state.pieces, field))
    }

    fn touched(&self, step: &StepOf<Self>) -> Vec<usize> {
        step.as_move().map(|Place(field)| field).into_iter().collect()
    }
}

impl Evaluate for Snort {}

#[cfg(test)]
mod tests;
