//! What a view needs to draw any game and to play it by clicks: plain data.

mod moved;
pub(crate) mod words;

use std::fmt::Display;

pub use moved::{Change, Flight, Moved};
pub use words::PlaceState;

use crate::drawing::Drawing;
use crate::notation::Notation;
use crate::rules::{Step, StepOf};
use crate::seat::Seat;

/// The shown side of a game. Each part is a question of its own, so that nobody lists moves to
/// learn what the die shows.
pub trait Presentation: Notation {
    /// What can be pointed at and what stands beside it: the same in every position of a game.
    fn board(&self) -> Board;

    /// What lies on the board's places, obstacles included.
    fn pieces(&self, state: &Self::State) -> Vec<Piece>;

    /// The legal moves, each with the clicks that make it: those on the places that the move
    /// touches, where nothing else is said.
    fn choices(&self, state: &Self::State) -> Vec<Choice>
    where
        Self: Sized,
    {
        let choice = |m| Choice::plain(self.touched(&Step::Move(m)), self.write_move(state, m));
        self.moves(state).into_iter().map(choice).collect()
    }

    /// The places that tell what a step was: where it led, and from where.
    fn touched(&self, step: &StepOf<Self>) -> Vec<usize>
    where
        Self: Sized;

    /// Pieces that seats hold beside the board, seat by seat; none in most games.
    fn stock(&self, _state: &Self::State) -> Vec<InHand> {
        Vec::new()
    }

    /// What each seat holds beside the board, in words, which may be empty.
    fn holdings(&self, _state: &Self::State) -> Vec<String> {
        vec![String::new(); self.seats()]
    }

    /// What the die shows, while it matters.
    fn die(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// The places on the board that a piece laid by this step covers together, in a row; none where
    /// it makes no such piece, and in most games. A piece that lies so stays where it is.
    ///
    /// A state need not know where one piece ends and the next begins: a [`Table`](crate::Table)
    /// gathers this for its scenes as steps are made.
    fn span(&self, _step: &StepOf<Self>) -> Vec<usize>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// The board drawn in text, in the game's own form, with the seats' names, one for each seat.
    /// Every place of the scene has its spot. Where nothing else is said it is a grid.
    fn drawing(&self, state: &Self::State, names: &[&str]) -> Drawing {
        let places = self.board().places;
        let pieces = self.pieces(state);
        let cols = places.iter().take_while(|place| place.y == places[0].y).count();
        Drawing::grid(places.len() / cols, cols, names, |cell| {
            match pieces.iter().find(|piece| piece.place == cell).map(|piece| piece.kind) {
                Some(PieceKind::Of(seat, _)) => names[seat.index()],
                Some(_) => "*",
                None => "",
            }
        })
    }

    /// The move that these clicks would be, legal or not, as typed: the labels of the places, where
    /// nothing else is said.
    fn clicked(&self, _state: &Self::State, clicks: &[usize]) -> String {
        let places = self.board().places;
        clicks.iter().map(|place| places[*place].label.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The line that names the seats beneath the board, if the game has one.
    fn players_line(&self, _state: &Self::State, names: &[&str]) -> Option<String> {
        Some(format!("Players: {}", names.join(" ")))
    }
}

/// What is the same in every position of a game: all of a [`Scene`] that need not be sent again.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Board {
    /// See [`Scene::places`].
    pub places: Vec<Place>,
    /// See [`Scene::lines`].
    pub lines: Vec<(usize, usize)>,
    /// See [`Scene::marks`].
    pub marks: Vec<Mark>,
}

/// A position as a view sees it.
///
/// Places and marks are measured in units of a cell's width, to the right and downwards. What is at
/// `(x, y)` fills the unit that begins there, so that its centre is at `(x + 0.5, y + 0.5)`; what
/// is beside the board may have coordinates below zero.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// Everything that can be pointed at; other parts refer to it by index.
    pub places: Vec<Place>,
    /// Lines between places, where the board has them.
    pub lines: Vec<(usize, usize)>,
    /// What lies on the places, obstacles included.
    pub pieces: Vec<Piece>,
    /// Pieces that lie across several places: for each, the places on the board that it covers, in
    /// a row. [`Scene::pieces`] names each of them, too. Those that were laid before a position was
    /// set up from text are missing, since the text does not tell them apart: their places stand
    /// alone.
    pub spans: Vec<Vec<usize>>,
    /// Numbers and letters beside the board, by which people call its rows and columns.
    pub marks: Vec<Mark>,
    /// Pieces that seats hold beside the board, seat by seat.
    pub stock: Vec<InHand>,
    /// What each seat holds beside the board (pieces in hand, captured stones, tokens left), in
    /// words; may be empty.
    pub holdings: Vec<String>,
    /// What the die shows, while it matters.
    pub die: Option<String>,
    /// The places that tell what the last step was: where it led, and from where.
    pub last: Vec<usize>,
    /// What the last step moved.
    pub moved: Moved,
    /// The legal moves, each with the clicks that make it.
    pub choices: Vec<Choice>,
}

/// Something that can be pointed at.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
    /// What it looks like.
    pub shape: Shape,
    /// What people call it: `2 3`, `C4`, `bowl 7`.
    pub label: String,
}

/// A number or letter beside the board, in the units of a [`Place`].
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
    /// What is written there.
    pub text: String,
}

/// Pieces of one kind that a seat holds beside the board.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct InHand {
    /// Whose they are.
    pub seat: Seat,
    /// What people call one.
    pub name: String,
    /// How many places one covers, where none of it sticks out over the edge.
    pub length: usize,
    /// How many there are, at least 1.
    pub count: u32,
}

/// What a place looks like.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Shape {
    /// A square of a board.
    Cell,
    /// A point where lines meet.
    Point,
    /// Holds stones in play.
    Bowl,
    /// Holds the stones that a seat has captured.
    Pot,
}

/// Something that lies on a place.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Piece {
    /// An index into [`Scene::places`].
    pub place: usize,
    /// Whose it is, or what.
    pub kind: PieceKind,
    /// How many: stones in a bowl; 1 for a piece.
    pub count: u32,
}

impl Piece {
    /// A plain piece of this seat.
    pub fn of(seat: Seat, place: usize) -> Piece {
        Piece { place, kind: PieceKind::Of(seat, None), count: 1 }
    }
}

/// Whose a piece is, or what.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum PieceKind {
    /// Belongs to a seat; some pieces are figures of their own.
    Of(Seat, Option<Figure>),
    /// Stones that belong to nobody in particular.
    Stones,
    /// A cell that nobody can use.
    Obstacle,
}

/// What a piece is, in a game where pieces are not all alike.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Figure {
    /// What stands on the board.
    pub letter: char,
    /// What people call it.
    pub name: &'static str,
}

/// A legal move and the clicks that make it. A move that can be clicked in several ways has a
/// choice for each. No choice's clicks are the beginning of another's, so that a view knows when a
/// move is complete. A second click on the first place takes it back, unless that is itself a
/// choice.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Choice {
    /// Places in the order of the clicks.
    pub clicks: Vec<usize>,
    /// The move as typed.
    pub step: String,
    /// Tells apart moves that have the same clicks; empty where the clicks say all.
    pub question: String,
    /// The places on the board that the piece will cover, in a row from the first click to the
    /// last, where the clicks name its ends; else empty. Where most of it sticks out over the edge,
    /// this can be a single place, and both clicks.
    pub covers: Vec<usize>,
}

impl Choice {
    /// A move whose clicks say all.
    pub fn plain(clicks: impl Into<Vec<usize>>, step: String) -> Choice {
        Choice { clicks: clicks.into(), step, question: String::new(), covers: Vec::new() }
    }

    /// A piece that is laid by clicking its ends.
    pub fn laid(covers: Vec<usize>, step: String) -> Choice {
        let ends: Vec<usize> = covers.first().into_iter().chain(covers.last()).copied().collect();
        Choice { covers, ..Choice::plain(ends, step) }
    }
}

/// The pieces on so many cells, where nothing else can lie there.
pub fn pieces(cells: usize, owner: impl Fn(usize) -> Option<Seat>) -> Vec<Piece> {
    (0..cells).filter_map(|cell| Some(Piece::of(owner(cell)?, cell))).collect()
}

/// A grid of cells that are called `row col`, with the numbers of its rows and columns as
/// [`Drawing::grid`] has them.
pub fn grid_board(rows: usize, cols: usize) -> Board {
    Board {
        places: grid_places(rows, cols),
        lines: Vec::new(),
        marks: edge_marks(0..rows, 0..cols, rows as f32),
    }
}

/// The places of a grid, row by row, labelled `row col`.
pub fn grid_places(rows: usize, cols: usize) -> Vec<Place> {
    (0..rows * cols)
        .map(|cell| Place {
            x: (cell % cols) as f32,
            y: (cell / cols) as f32,
            shape: Shape::Cell,
            label: format!("{} {}", cell / cols, cell % cols),
        })
        .collect()
}

/// What the rows and the columns of a board are called, from the top left: rows at its left,
/// columns at this height.
///
/// ```
/// let marks = ludoteca_core::scene::edge_marks(1..=2, 'A'..='B', -1.0);
/// let placed: Vec<_> = marks.iter().map(|mark| (mark.text.as_str(), mark.x, mark.y)).collect();
/// assert_eq!(placed, [("1", -1.0, 0.0), ("2", -1.0, 1.0), ("A", 0.0, -1.0), ("B", 1.0, -1.0)]);
/// ```
pub fn edge_marks(
    rows: impl IntoIterator<Item: Display>,
    cols: impl IntoIterator<Item: Display>,
    height: f32,
) -> Vec<Mark> {
    let rows = rows.into_iter().enumerate().map(|(row, name)| Mark {
        x: -1.0,
        y: row as f32,
        text: name.to_string(),
    });
    let cols = cols.into_iter().enumerate().map(|(col, name)| Mark {
        x: col as f32,
        y: height,
        text: name.to_string(),
    });
    rows.chain(cols).collect()
}
