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
    /// The position at a table with these players.
    pub fn of(table: &dyn Table, names: &[String], parts: Parts) -> Position {
        let end = match (table.next(), table.ending()) {
            (Next::Over(outcome), Some(reason)) => End::of(&Ending::Played { outcome, reason }, table.seats()),
            _ => End::default(),
        };
        Position {
            scene: Scene::of(table, names, parts),
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
///
/// `places`, `lines` and `marks` are the board, which is the same in every position of a game: they are left out for those who said
/// `board=false`.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Scene {
    /// Everything that can be pointed at; other parts refer to it by index from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub places: Option<Vec<Place>>,
    /// Lines between places.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub lines: Option<Vec<(usize, usize)>>,
    /// What lies on the places.
    pub pieces: Vec<Piece>,
    /// Places that one piece covers together, in a row.
    pub spans: Vec<Vec<usize>>,
    /// Numbers and letters beside the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub marks: Option<Vec<Mark>>,
    /// Pieces that seats hold beside the board.
    pub stock: Vec<Held>,
    /// What each seat is called where it is told what is there: `X (Ada)`, or `X` alone.
    pub names: Vec<String>,
    /// What each seat holds, in words; may be empty.
    pub holdings: Vec<String>,
    /// What the die shows, while it matters.
    pub die: Option<String>,
    /// The places that tell what the last step was.
    pub last: Vec<usize>,
    /// What the last step moved.
    pub moved: Moved,
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
    /// What it looks like.
    pub shape: PlaceShape,
    /// What people call it.
    pub label: String,
    /// What is said of it where nothing lies there: `empty`, `no stones`.
    pub empty: &'static str,
}

/// What a place looks like.
#[derive(Copy, Clone, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum PlaceShape {
    /// A square.
    Cell,
    /// Where lines meet.
    Point,
    /// A hollow for stones.
    Bowl,
    /// A hollow for stones that were captured, two cells high.
    Pot,
}

/// Something that lies on a place.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Piece {
    /// Where.
    pub place: usize,
    /// What it is.
    pub kind: Lying,
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
    /// What is said of it: `X (Ada)`, `obstacle`, `3 stones`.
    pub words: String,
}

/// What lies on a place.
#[derive(Copy, Clone, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Lying {
    /// A piece of a seat.
    Seat,
    /// Stones of nobody.
    Stones,
    /// Nothing can be here.
    Obstacle,
}

/// What a step moved, from the position before it to this one. A view that takes the step back shows the same backwards.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Moved {
    /// What becomes of pieces that cover one place each, at most one change for each place.
    pub changes: Vec<Change>,
    /// Stones on their way from bowl to bowl and into pots.
    pub flights: Vec<Flight>,
}

/// What becomes of a piece.
#[derive(Copy, Clone, Serialize, ToSchema, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Change {
    /// It goes from one place to another; what it finds there vanishes.
    Slides {
        /// Where it was.
        from: usize,
        /// Where it is.
        to: usize,
    },
    /// It is new.
    Appears {
        /// Where.
        at: usize,
    },
    /// It is gone.
    Vanishes {
        /// Where it was.
        at: usize,
    },
    /// It has become another.
    Turns {
        /// Where.
        at: usize,
    },
}

/// One stone on its way, within a time that goes from 0 to 1.
#[derive(Copy, Clone, Serialize, ToSchema, Debug)]
pub struct Flight {
    /// Where it was.
    pub from: usize,
    /// Where it will be.
    pub to: usize,
    /// When it leaves.
    pub leaves: f32,
    /// When it arrives.
    pub arrives: f32,
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

/// Which parts of a scene are wanted that not everybody needs.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Parts {
    /// What is the same in every position: places, lines and marks.
    pub board: bool,
    /// The legal moves.
    pub choices: bool,
}

impl Parts {
    /// Everything.
    pub const ALL: Parts = Parts { board: true, choices: true };
}

impl Scene {
    /// What stands on a table with these players.
    pub fn of(table: &dyn Table, names: &[String], parts: Parts) -> Scene {
        let called: Vec<&str> = names.iter().map(String::as_str).collect();
        let scene = if parts.choices { table.scene() } else { table.scene_without_choices() };
        let moved = Moved {
            changes: scene.moved.changes.iter().map(change).collect(),
            flights: scene.moved.flights.iter().map(flight).collect(),
        };
        Scene {
            places: parts.board.then(|| scene.places.into_iter().map(place).collect()),
            lines: parts.board.then_some(scene.lines),
            pieces: scene.pieces.iter().map(|it| piece(it, &called)).collect(),
            spans: scene.spans,
            marks: parts.board.then(|| scene.marks.into_iter().map(mark).collect()),
            stock: scene.stock.into_iter().map(held).collect(),
            names: names.to_vec(),
            holdings: scene.holdings,
            die: scene.die,
            last: scene.last,
            moved,
            choices: scene.choices.into_iter().map(choice).collect(),
        }
    }
}

fn place(place: scene::Place) -> Place {
    let shape = match place.shape {
        Shape::Cell => PlaceShape::Cell,
        Shape::Point => PlaceShape::Point,
        Shape::Bowl => PlaceShape::Bowl,
        Shape::Pot => PlaceShape::Pot,
    };
    Place { x: place.x, y: place.y, shape, empty: place.empty(), label: place.label }
}

fn mark(scene::Mark { x, y, text }: scene::Mark) -> Mark {
    Mark { x, y, text }
}

fn piece(piece: &scene::Piece, names: &[&str]) -> Piece {
    let (kind, seat, figure) = match piece.kind {
        PieceKind::Of(seat, figure) => (Lying::Seat, Some(seat.number()), figure),
        PieceKind::Stones => (Lying::Stones, None, None),
        PieceKind::Obstacle => (Lying::Obstacle, None, None),
    };
    let (letter, name) = (figure.map(|figure| figure.letter), figure.map(|figure| figure.name));
    Piece { place: piece.place, kind, seat, letter, name, count: piece.count, words: piece.words(names) }
}

fn change(change: &scene::Change) -> Change {
    match *change {
        scene::Change::Slides { from, to } => Change::Slides { from, to },
        scene::Change::Appears { at, .. } => Change::Appears { at },
        scene::Change::Vanishes { at, .. } => Change::Vanishes { at },
        scene::Change::Turns { at, .. } => Change::Turns { at },
    }
}

fn flight(&scene::Flight { from, to, leaves, arrives }: &scene::Flight) -> Flight {
    Flight { from, to, leaves, arrives }
}

fn held(held: scene::Held) -> Held {
    Held { seat: held.seat.number(), name: held.name, length: held.length, count: held.count }
}

fn choice(choice: scene::Choice) -> Choice {
    let scene::Choice { clicks, step, question, covers } = choice;
    Choice { clicks, step, question, covers }
}
