//! What a view needs to draw any game and to play it by clicks, as plain data.

pub mod ghost;
mod look;
mod moved;
pub mod selection;
pub mod ways;
pub(crate) mod words;

use std::fmt::Display;
use std::ops::ControlFlow;

pub use look::{Colour, Ground, Look, PieceLook, seat_colours};
pub use moved::{Change, Flight, Moved};
pub use words::{PlaceState, PlainRefusal};

use crate::drawing::Drawing;
use crate::grid::{CellName, column_letters};
use crate::language::{Language, Message, Spelling, Text};
use crate::notation::Notation;
use crate::rules::{Step, StepOf};
use crate::seat::Seat;
use crate::texts::{Prompt, shared};

/// How a game is shown. Each part has a function of its own, so that code that only needs the die
/// does not have to list moves.
pub trait Presentation: Notation {
    /// The places of the board, its lines, the marks beside it, and what it looks like. They are
    /// the same in every position of a game.
    fn board(&self) -> Board;

    /// The seat to which a place of the board belongs: a bowl of its row, or its pot. On most
    /// boards places belong to nobody.
    fn owner(&self, _place: usize) -> Option<Seat> {
        None
    }

    /// What lies on the board's places, obstacles included.
    fn pieces(&self, state: &Self::State) -> Vec<Piece>;

    /// The legal moves, each with the clicks that make it. By default these are clicks on the
    /// places that the move touches.
    fn choices(&self, state: &Self::State) -> Vec<Choice>
    where
        Self: Sized,
    {
        let choice = |m| Choice::plain(self.touched(&Step::Move(m)), self.write_move(state, m));
        self.moves(state).into_iter().map(choice).collect()
    }

    /// The places that show what a step was: its destination, and its origin if it has one.
    fn touched(&self, step: &StepOf<Self>) -> Vec<usize>
    where
        Self: Sized;

    /// Pieces that seats hold beside the board, seat by seat. Most games have none.
    fn stock(&self, _state: &Self::State) -> Vec<InHand> {
        Vec::new()
    }

    /// What each seat holds beside the board, in words. The text may be empty.
    fn holdings(&self, _state: &Self::State) -> Vec<Message> {
        vec![Message::same(""); self.seats()]
    }

    /// What the die shows, while it matters.
    fn die(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// What the seat to move does now, in one line for a person with a pointer: `Choose a bowl`. By
    /// default it follows from the number of places that a move touches.
    fn prompt(&self, state: &Self::State) -> Message
    where
        Self: Sized,
    {
        let first = self.visit_moves(state, ControlFlow::Break).break_value();
        let touched = first.map(|m| self.touched(&Step::Move(m))).unwrap_or_default();
        let is_bowl = |place: &usize| self.board().places[*place].shape == Shape::Bowl;
        Message::new(match touched[..] {
            [place] if is_bowl(&place) => Prompt::ChooseBowl,
            [_] => Prompt::ChooseCell,
            _ => Prompt::MovePiece,
        })
    }

    /// The score of each seat while the game goes on. Empty in games where nothing is counted.
    fn score(&self, _state: &Self::State) -> Vec<Score> {
        Vec::new()
    }

    /// The part of the game that is played, in a game that has parts: `phase 1, token 3 of 6`.
    fn stage(&self, _state: &Self::State) -> Option<Message> {
        None
    }

    /// The places that show why the game ended: the winning line, the piece that has arrived. Empty
    /// while the game goes on, and where the last step says enough.
    fn decisive(&self, _state: &Self::State) -> Vec<usize> {
        Vec::new()
    }

    /// The places that a piece laid by this step covers, in a row, if it covers several. Empty for
    /// other steps, and in most games. Such a piece never moves again.
    ///
    /// A state need not know where one piece ends and the next begins. A [`Table`](crate::Table)
    /// collects these spans for its scenes as steps are made.
    fn span(&self, _step: &StepOf<Self>) -> Vec<usize>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// The board drawn in text, in the game's own form, with the seats' names, one for each seat.
    /// Every place of the scene has its spot. By default the drawing is a grid.
    fn drawing(&self, state: &Self::State, names: &[&str], _language: Language) -> Drawing {
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

    /// The move that these clicks make, legal or not, as typed. By default it is the rows and
    /// columns of the places.
    fn clicked(&self, _state: &Self::State, clicks: &[usize]) -> String {
        let places = self.board().places;
        let typed = |place: &usize| format!("{} {}", places[*place].y, places[*place].x);
        clicks.iter().map(typed).collect::<Vec<_>>().join(" ")
    }

    /// A legal move as people read it, without its effects: `c6–d6`. By default it consists of the
    /// labels of the places that the move touches.
    fn readable_move(&self, _state: &Self::State, m: Self::Move) -> Message
    where
        Self: Sized,
    {
        let places = self.board().places;
        let labels = self.touched(&Step::Move(m)).into_iter();
        let labels: Vec<String> = labels.map(|place| places[place].label.to_string()).collect();
        Message::same(labels.join("–"))
    }

    /// The effects of a legal move that its places do not show: `captures 3`, `jump`.
    fn effects(&self, _state: &Self::State, _m: Self::Move) -> Vec<Message> {
        Vec::new()
    }

    /// The line that names the seats beneath the board, if the game has one.
    fn players_line(
        &self,
        _state: &Self::State,
        names: &[&str],
        language: Language,
    ) -> Option<String> {
        Some(shared::players_line(names.iter().copied(), language))
    }
}

/// The part of a [`Scene`] that is the same in every position of a game. It need not be sent again.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Board {
    /// See [`Scene::places`].
    pub places: Vec<Place>,
    /// See [`Scene::lines`].
    pub lines: Vec<(usize, usize)>,
    /// See [`Scene::marks`].
    pub marks: Vec<Mark>,
    /// See [`Scene::look`].
    pub look: Look,
    /// Are places typed as a row and a column, both counted from 0 at the top left? Otherwise they
    /// have names of their own.
    pub is_grid: bool,
}

/// A position as a view sees it.
///
/// Places and marks are measured in units of a cell's width, to the right and downwards. Something
/// at `(x, y)` fills the unit that begins there, so that its centre is at `(x + 0.5, y + 0.5)`.
/// Things beside the board may have coordinates below zero.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// Everything that can be pointed at; other parts refer to it by index.
    pub places: Vec<Place>,
    /// Lines between places, where the board has them.
    pub lines: Vec<(usize, usize)>,
    /// For each place the seat to which it belongs, on boards whose places belong to seats.
    pub owners: Vec<Option<Seat>>,
    /// What lies on the places, obstacles included.
    pub pieces: Vec<Piece>,
    /// Pieces that lie across several places: for each, the places on the board that it covers, in
    /// a row. [`Scene::pieces`] also lists each of these places. After a position is set up from
    /// text, the pieces that it already had are missing here, since the text does not tell them
    /// apart.
    pub spans: Vec<Vec<usize>>,
    /// Numbers and letters beside the board that name its rows and columns.
    pub marks: Vec<Mark>,
    /// What board and pieces look like.
    pub look: Look,
    /// Pieces that seats hold beside the board, seat by seat.
    pub stock: Vec<InHand>,
    /// What each seat holds beside the board (pieces in hand, captured stones, tokens left), in
    /// words. The text may be empty.
    pub holdings: Vec<Message>,
    /// What the die shows, while it matters.
    pub die: Option<String>,
    /// The places that show what the last step was: its destination, and its origin if it has one.
    pub last: Vec<usize>,
    /// What the last step moved.
    pub moved: Moved,
    /// What the seat to move does now, or that the die is to be rolled. `None` when the game is
    /// over.
    pub prompt: Option<Message>,
    /// The score of each seat. Empty in games where nothing is counted.
    pub score: Vec<Score>,
    /// The part of the game that is played, in a game that has parts.
    pub stage: Option<Message>,
    /// The places that show why the game ended.
    pub decisive: Vec<usize>,
    /// The legal moves, each with the clicks that make it.
    pub choices: Vec<Choice>,
}

/// What a seat has, in a game where something is counted.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Score {
    /// The number.
    pub count: u32,
    /// The number with what is counted: `12 pieces`.
    pub words: Message,
}

impl Score {
    /// So many pieces on the board.
    pub fn pieces(count: u32) -> Score {
        Score { count, words: Message::new(shared::Pieces(count)) }
    }
}

/// Something that can be pointed at.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// Distance to the right.
    pub x: f32,
    /// Distance downwards.
    pub y: f32,
    /// What it looks like.
    pub shape: Shape,
    /// What people call it: `d5`, `C4`, `bowl 7`.
    pub label: Message,
}

/// A number or letter beside the board, in the units of a [`Place`].
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    /// Distance to the right.
    pub x: f32,
    /// Distance downwards.
    pub y: f32,
    /// What is written there.
    pub text: String,
}

/// Pieces of one kind that a seat holds beside the board.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct InHand {
    /// The seat that holds them.
    pub seat: Seat,
    /// The name of one such piece.
    pub name: Message,
    /// How many places one piece covers if no part of it is off the board.
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
    /// Its owner, or what it is if it has none.
    pub kind: PieceKind,
    /// The number of stones in a bowl; 1 for a piece.
    pub count: u32,
}

impl Piece {
    /// A plain piece of this seat.
    pub fn of(seat: Seat, place: usize) -> Piece {
        Piece { place, kind: PieceKind::Of(seat, None), count: 1 }
    }
}

/// The owner of a piece, or what it is if it has none.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum PieceKind {
    /// A piece that belongs to a seat. It has a figure in games where pieces are not all alike.
    Of(Seat, Option<Figure>),
    /// Stones that belong to no seat.
    Stones,
    /// A cell that nobody can use.
    Obstacle,
}

/// What a piece is, in a game where pieces are not all alike.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Figure {
    /// The letter that is shown on the board.
    pub letter: char,
    /// Its name.
    pub name: Text,
}

/// A legal move and the clicks that make it. A move that can be clicked in several ways has a
/// choice for each. The clicks of one choice are never the beginning of another's, so that a view
/// knows when a move is complete. A second click on the first place undoes the first, unless the
/// two clicks are a choice.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Choice {
    /// Places in the order of the clicks.
    pub clicks: Vec<usize>,
    /// The move as typed.
    pub step: String,
    /// Tells apart moves that have the same clicks. `None` where the clicks are enough.
    pub question: Option<Message>,
    /// The places on the board that the piece will cover, in a row from the first click to the
    /// last, where the clicks name its ends; otherwise empty. If most of the piece is off the
    /// board, this can be a single place, which is then clicked twice.
    pub covers: Vec<usize>,
}

impl Choice {
    /// A move whose clicks are enough to tell it from all others.
    pub fn plain(clicks: impl Into<Vec<usize>>, step: String) -> Choice {
        Choice { clicks: clicks.into(), step, question: None, covers: Vec::new() }
    }

    /// A piece that is laid by clicking its ends.
    pub fn laid(covers: Vec<usize>, step: String) -> Choice {
        let ends: Vec<usize> = covers.first().into_iter().chain(covers.last()).copied().collect();
        Choice { covers, ..Choice::plain(ends, step) }
    }
}

/// The pieces on a board of this many cells where every piece is a plain one.
pub fn pieces(cells: usize, owner: impl Fn(usize) -> Option<Seat>) -> Vec<Piece> {
    (0..cells).filter_map(|cell| Some(Piece::of(owner(cell)?, cell))).collect()
}

/// A grid of cells, with the letters of its columns below and the numbers of its rows at the left,
/// as [`CellName`] has them.
pub fn grid_board(rows: usize, cols: usize) -> Board {
    Board {
        places: grid_places(rows, cols),
        lines: Vec::new(),
        marks: edge_marks((1..=rows).rev(), (0..cols).map(column_letters), rows as f32),
        look: Look::PLAIN,
        is_grid: true,
    }
}

/// The places of a grid, row by row, with readable labels.
pub fn grid_places(rows: usize, cols: usize) -> Vec<Place> {
    (0..rows * cols)
        .map(|cell| {
            let (row, col) = (cell / cols, cell % cols);
            let label = Message::same(CellName { row, col, rows }.spelled(Spelling::Readable));
            Place { x: col as f32, y: row as f32, shape: Shape::Cell, label }
        })
        .collect()
}

/// Marks that name the rows and columns of a board, from the top left. Row names stand at its left,
/// column names at this height.
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
