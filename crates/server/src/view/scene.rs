//! A position as others read it.

use ludoteca_core::scene::{self, PieceKind, Shape};
use ludoteca_core::{Next, Table, Verdict};
use ludoteca_play::{Ending, Play};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A position, and what is to be done in it.
#[derive(Serialize, ToSchema, Debug)]
pub struct Position {
    /// What is to be drawn.
    pub scene: Scene,
    /// The game and its options in one line, with all that was drawn.
    pub game: String,
    /// The position string, which `position` takes wherever a game begins.
    pub position: String,
    /// What comes next.
    pub next: Turn,
    /// The legal moves as typed, or what the die may show.
    pub moves: Vec<String>,
    /// How the game ended, once it has.
    #[serde(flatten)]
    pub end: End,
    /// The board drawn in text.
    pub board: String,
}

impl Position {
    /// The position at a table.
    pub fn of(table: &dyn Table) -> Position {
        let end = match (table.next(), table.ending()) {
            (Next::Over(outcome), Some(reason)) => End::of(&Ending::Played { outcome, reason }, table.seats()),
            _ => End::default(),
        };
        Position {
            scene: Scene::of(table.scene()),
            game: table.options().to_string(),
            position: table.position(),
            next: Turn::of(table.next()),
            moves: table.steps(),
            end,
            board: table.board_text(&table.options().info().names[..table.seats()]),
        }
    }
}

/// What comes next.
#[derive(Copy, Clone, Serialize, Deserialize, ToSchema, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Turn {
    /// Seats are still free.
    Waiting,
    /// This seat is to move.
    Move {
        /// From 1.
        seat: usize,
    },
    /// The server rolls the die.
    Roll,
    /// The game has ended.
    Over,
}

impl Turn {
    /// What the rules say.
    pub fn of(next: Next) -> Turn {
        match next {
            Next::Move(seat) => Turn::Move { seat: seat.number() },
            Next::Chance => Turn::Roll,
            Next::Over(_) => Turn::Over,
        }
    }

    /// What a game waits for that goes on.
    pub fn in_play(play: &Play) -> Turn {
        if play.ending().is_some() { Turn::Over } else { Turn::of(play.table().next()) }
    }
}

/// How a game ended.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug, Default, PartialEq, Eq)]
pub struct End {
    /// Who won, if anybody.
    pub result: Option<Verdicted>,
    /// What each seat has counted, where the rules ended the game.
    pub points: Option<Vec<i32>>,
    /// Why, as a clause.
    pub reason: Option<String>,
}

/// Who won, if anybody.
#[derive(Copy, Clone, Serialize, Deserialize, ToSchema, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Verdicted {
    /// This seat.
    Won {
        /// From 1.
        seat: usize,
    },
    /// Nobody, though somebody could have.
    Draw,
    /// There are points and no winner.
    Scored,
    /// The game was broken off.
    Stopped,
}

impl End {
    /// This ending, at a table with so many seats.
    pub fn of(ending: &Ending, seats: usize) -> End {
        let result = match ending.verdict() {
            Some(Verdict::Won(seat)) => Verdicted::Won { seat: seat.number() },
            Some(Verdict::Draw) => Verdicted::Draw,
            Some(Verdict::Scored) => Verdicted::Scored,
            None => Verdicted::Stopped,
        };
        let (points, reason) = match ending {
            Ending::Played { outcome, reason } => (Some(outcome.points[..seats].to_vec()), Some(reason.clone())),
            Ending::Adjudicated { reason, .. } => (None, Some(reason.clone())),
            Ending::Stopped => (None, None),
        };
        End { result: Some(result), points, reason }
    }
}

/// What is to be drawn, in units of a cell's width, to the right and downwards.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Scene {
    /// Everything that can be pointed at; other parts refer to it by index from 0.
    pub places: Vec<Place>,
    /// Lines between places.
    pub lines: Vec<(usize, usize)>,
    /// What lies on the places.
    pub pieces: Vec<Piece>,
    /// Places that one piece covers together, in a row.
    pub spans: Vec<Vec<usize>>,
    /// Numbers and letters beside the board.
    pub marks: Vec<Mark>,
    /// Pieces that seats hold beside the board.
    pub stock: Vec<Held>,
    /// What each seat holds, in words; may be empty.
    pub holdings: Vec<String>,
    /// What the die shows, while it matters.
    pub die: Option<String>,
    /// The places that tell what the last step was.
    pub last: Vec<usize>,
    /// The legal moves with the clicks that make them; empty for those who are not to move.
    pub choices: Vec<Choice>,
}

/// Something that can be pointed at.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Place {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
    /// `cell`, `point`, `bowl` or `pot`.
    pub shape: &'static str,
    /// What people call it.
    pub label: String,
}

/// Something that lies on a place.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Piece {
    /// Where.
    pub place: usize,
    /// `seat` for a piece of one, `stones` for those of nobody, `obstacle`.
    pub kind: &'static str,
    /// Whose it is, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// What stands on it, where pieces are not all alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// What people call such a piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    /// How many: stones in a bowl; 1 for a piece.
    pub count: u32,
}

/// A number or letter beside the board.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Mark {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
    /// What is written there.
    pub text: String,
}

/// Pieces of one kind that a seat holds.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Held {
    /// Whose they are, from 1.
    pub seat: usize,
    /// What people call one.
    pub name: String,
    /// How many places one covers.
    pub length: usize,
    /// How many there are.
    pub count: u32,
}

/// A legal move and the clicks that make it.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Choice {
    /// Places in the order of the clicks.
    pub clicks: Vec<usize>,
    /// The move as typed.
    pub step: String,
    /// Tells apart moves that have the same clicks; else empty.
    pub question: String,
    /// The places that the piece will cover, where the clicks name its ends.
    pub covers: Vec<usize>,
}

impl Scene {
    /// This scene.
    pub fn of(scene: scene::Scene) -> Scene {
        Scene {
            places: scene.places.into_iter().map(place).collect(),
            lines: scene.lines,
            pieces: scene.pieces.iter().map(piece).collect(),
            spans: scene.spans,
            marks: scene.marks.into_iter().map(|scene::Mark { x, y, text }| Mark { x, y, text }).collect(),
            stock: scene.stock.into_iter().map(held).collect(),
            holdings: scene.holdings,
            die: scene.die,
            last: scene.last,
            choices: scene.choices.into_iter().map(choice).collect(),
        }
    }

    /// The same for somebody who is not to move.
    pub fn without_choices(&self) -> Scene {
        let choices = Vec::new();
        Scene { choices, ..self.clone() }
    }
}

fn place(place: scene::Place) -> Place {
    let shape = match place.shape {
        Shape::Cell => "cell",
        Shape::Point => "point",
        Shape::Bowl => "bowl",
        Shape::Pot => "pot",
    };
    Place { x: place.x, y: place.y, shape, label: place.label }
}

fn piece(piece: &scene::Piece) -> Piece {
    let (kind, seat, figure) = match piece.kind {
        PieceKind::Of(seat, figure) => ("seat", Some(seat.number()), figure),
        PieceKind::Stones => ("stones", None, None),
        PieceKind::Obstacle => ("obstacle", None, None),
    };
    let (letter, name) = (figure.map(|figure| figure.letter), figure.map(|figure| figure.name));
    Piece { place: piece.place, kind, seat, letter, name, count: piece.count }
}

fn held(held: scene::Held) -> Held {
    Held { seat: held.seat.number(), name: held.name, length: held.length, count: held.count }
}

fn choice(choice: scene::Choice) -> Choice {
    let scene::Choice { clicks, step, question, covers } = choice;
    Choice { clicks, step, question, covers }
}
