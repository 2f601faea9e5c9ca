//! A position as clients read it.

use ludoteca_core::scene::{self, PieceKind, Shape};
use ludoteca_core::{Next, Table, Verdict};
use ludoteca_play::{Ending, Play};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A position, and what is to be done in it.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = Position)]
pub struct PositionView {
    /// What is to be drawn.
    pub scene: SceneView,
    /// The game and its options in one line, with all that was drawn.
    pub game: String,
    /// The position string, which `position` takes wherever a game begins.
    pub position: String,
    /// What comes next.
    pub next: NextView,
    /// The legal moves as typed, or what the die may show.
    pub moves: Vec<String>,
    /// How the game ended, once it has.
    #[serde(flatten)]
    pub end: EndingView,
    /// The board drawn in text.
    pub board: String,
}

impl PositionView {
    /// The view of a position at a table with these player names.
    pub fn of(table: &dyn Table, names: &[String], parts: SceneParts) -> PositionView {
        let end = match (table.next(), table.ending()) {
            (Next::Over(outcome), Some(reason)) => {
                EndingView::of(&Ending::Played { outcome, reason }, table.seats())
            }
            _ => EndingView::default(),
        };
        PositionView {
            scene: SceneView::of(table, names, parts),
            game: table.options().to_string(),
            position: table.position(),
            next: NextView::of(table.next()),
            moves: table.steps(),
            end,
            board: table.board_text(&table.options().info().names[..table.seats()]),
        }
    }
}

/// What comes next.
#[derive(Copy, Clone, Serialize, Deserialize, ToSchema, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schema(as = Turn)]
pub enum NextView {
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

impl NextView {
    /// The view of what the rules say comes next.
    pub fn of(next: Next) -> NextView {
        match next {
            Next::Move(seat) => NextView::Move { seat: seat.number() },
            Next::Chance => NextView::Roll,
            Next::Over(_) => NextView::Over,
        }
    }

    /// The view of what a running game waits for.
    pub fn in_play(play: &Play) -> NextView {
        if play.ending().is_some() { NextView::Over } else { NextView::of(play.table().next()) }
    }
}

/// How a game ended.
#[derive(Clone, Serialize, Deserialize, ToSchema, Debug, Default, PartialEq, Eq)]
#[schema(as = End)]
pub struct EndingView {
    /// Who won, if anybody.
    pub result: Option<VerdictView>,
    /// What each seat has counted, where the rules ended the game.
    pub points: Option<Vec<i32>>,
    /// Why, as a clause.
    pub reason: Option<String>,
}

/// Who won, if anybody.
#[derive(Copy, Clone, Serialize, Deserialize, ToSchema, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schema(as = Verdicted)]
pub enum VerdictView {
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

impl EndingView {
    /// The view of this ending, at a table with this number of seats.
    pub fn of(ending: &Ending, seats: usize) -> EndingView {
        let result = match ending.verdict() {
            Some(Verdict::Won(seat)) => VerdictView::Won { seat: seat.number() },
            Some(Verdict::Draw) => VerdictView::Draw,
            Some(Verdict::Scored) => VerdictView::Scored,
            None => VerdictView::Stopped,
        };
        let (points, reason) = match ending {
            Ending::Played { outcome, reason } => {
                (Some(outcome.points[..seats].to_vec()), Some(reason.clone()))
            }
            Ending::Adjudicated { reason, .. } => (None, Some(reason.clone())),
            Ending::Stopped => (None, None),
        };
        EndingView { result: Some(result), points, reason }
    }
}

/// What is to be drawn, in units of a cell's width, to the right and downwards.
///
/// `places`, `lines` and `marks` are the board, which is the same in every position of a game: they
/// are left out for those who said `board=false`.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Scene)]
pub struct SceneView {
    /// Everything that can be pointed at; other parts refer to it by index from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub places: Option<Vec<PlaceView>>,
    /// Lines between places.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub lines: Option<Vec<(usize, usize)>>,
    /// What lies on the places.
    pub pieces: Vec<PieceView>,
    /// Places that one piece covers together, in a row.
    pub spans: Vec<Vec<usize>>,
    /// Numbers and letters beside the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub marks: Option<Vec<MarkView>>,
    /// Pieces that seats hold beside the board.
    pub stock: Vec<InHandView>,
    /// What each seat is called where it is told what is there: `X (Ada)`, or `X` alone.
    pub names: Vec<String>,
    /// What each seat holds, in words; may be empty.
    pub holdings: Vec<String>,
    /// What the die shows, while it matters.
    pub die: Option<String>,
    /// The places that tell what the last step was.
    pub last: Vec<usize>,
    /// What the last step moved.
    pub moved: MovedView,
    /// The legal moves with the clicks that make them; empty for those who are not to move.
    pub choices: Vec<ChoiceView>,
}

/// Something that can be pointed at.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Place)]
pub struct PlaceView {
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
#[schema(as = Piece)]
pub struct PieceView {
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

/// What a step moved, from the position before it to this one. A view that takes the step back
/// shows the same backwards.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Moved)]
pub struct MovedView {
    /// What becomes of pieces that cover one place each, at most one change for each place.
    pub changes: Vec<ChangeView>,
    /// Stones on their way from bowl to bowl and into pots.
    pub flights: Vec<FlightView>,
}

/// What becomes of a piece.
#[derive(Copy, Clone, Serialize, ToSchema, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schema(as = Change)]
pub enum ChangeView {
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
#[schema(as = Flight)]
pub struct FlightView {
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
#[schema(as = Mark)]
pub struct MarkView {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
    /// What is written there.
    pub text: String,
}

/// Pieces of one kind that a seat holds.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Held)]
pub struct InHandView {
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
#[schema(as = Choice)]
pub struct ChoiceView {
    /// Places in the order of the clicks.
    pub clicks: Vec<usize>,
    /// The move as typed.
    pub step: String,
    /// Tells apart moves that have the same clicks; else empty.
    pub question: String,
    /// The places that the piece will cover, where the clicks name its ends.
    pub covers: Vec<usize>,
}

/// Which optional parts a scene includes.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct SceneParts {
    /// Include places, lines and marks, which are the same in every position.
    pub board: bool,
    /// Include the legal moves.
    pub choices: bool,
}

impl SceneParts {
    /// All parts.
    pub const ALL: SceneParts = SceneParts { board: true, choices: true };
}

impl SceneView {
    /// The scene of a table with these player names.
    pub fn of(table: &dyn Table, names: &[String], parts: SceneParts) -> SceneView {
        let called: Vec<&str> = names.iter().map(String::as_str).collect();
        let scene = if parts.choices { table.scene() } else { table.scene_without_choices() };
        let moved = MovedView {
            changes: scene.moved.changes.iter().map(change).collect(),
            flights: scene.moved.flights.iter().map(flight).collect(),
        };
        SceneView {
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

fn place(place: scene::Place) -> PlaceView {
    let shape = match place.shape {
        Shape::Cell => PlaceShape::Cell,
        Shape::Point => PlaceShape::Point,
        Shape::Bowl => PlaceShape::Bowl,
        Shape::Pot => PlaceShape::Pot,
    };
    PlaceView { x: place.x, y: place.y, shape, empty: place.empty(), label: place.label }
}

fn mark(scene::Mark { x, y, text }: scene::Mark) -> MarkView {
    MarkView { x, y, text }
}

fn piece(piece: &scene::Piece, names: &[&str]) -> PieceView {
    let (kind, seat, figure) = match piece.kind {
        PieceKind::Of(seat, figure) => (Lying::Seat, Some(seat.number()), figure),
        PieceKind::Stones => (Lying::Stones, None, None),
        PieceKind::Obstacle => (Lying::Obstacle, None, None),
    };
    let (letter, name) = (figure.map(|figure| figure.letter), figure.map(|figure| figure.name));
    PieceView {
        place: piece.place,
        kind,
        seat,
        letter,
        name,
        count: piece.count,
        words: piece.words(names),
    }
}

fn change(change: &scene::Change) -> ChangeView {
    match *change {
        scene::Change::Slides { from, to } => ChangeView::Slides { from, to },
        scene::Change::Appears { at, .. } => ChangeView::Appears { at },
        scene::Change::Vanishes { at, .. } => ChangeView::Vanishes { at },
        scene::Change::Turns { at, .. } => ChangeView::Turns { at },
    }
}

fn flight(&scene::Flight { from, to, leaves, arrives }: &scene::Flight) -> FlightView {
    FlightView { from, to, leaves, arrives }
}

fn held(held: scene::InHand) -> InHandView {
    InHandView { seat: held.seat.number(), name: held.name, length: held.length, count: held.count }
}

fn choice(choice: scene::Choice) -> ChoiceView {
    let scene::Choice { clicks, step, question, covers } = choice;
    ChoiceView { clicks, step, question, covers }
}
