//! A position as clients read it.

use ludoteca_core::scene::{self, Ground, PieceKind, PieceLook, Shape};
use ludoteca_core::{Language, Next, Seat, Table, Verdict};
use ludoteca_play::{Decision, Ending, Play};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::texts;

/// A position, with what can be drawn and played in it.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = Position)]
pub struct PositionView {
    /// What is to be drawn.
    pub scene: SceneView,
    /// The game and its options in one line, with the obstacles that were drawn.
    pub game: String,
    /// The options that differ from the defaults, in words: `15×15 board, 5 in a row`. It may be
    /// empty.
    pub variant: String,
    /// The position in text, which `position` accepts wherever a game begins.
    pub position: String,
    /// What comes next.
    pub next: NextView,
    /// The legal moves as typed, or the possible rolls of the die.
    pub moves: Vec<String>,
    /// How the game ended, once it has.
    #[serde(flatten)]
    pub end: EndingView,
    /// The board drawn in text.
    pub board: String,
}

impl PositionView {
    /// The view of a position at a table with these player names.
    pub fn of(
        table: &dyn Table,
        names: &[String],
        parts: SceneParts,
        language: Language,
    ) -> PositionView {
        let end = match (table.next(), table.ending()) {
            (Next::Over(outcome), Some(reason)) => {
                EndingView::of(&Ending::Played { outcome, reason }, table.seats(), language)
            }
            _ => EndingView::default(),
        };
        PositionView {
            scene: SceneView::of(table, names, parts, language),
            game: table.options().to_string(),
            variant: table.options().words(language),
            position: table.position(),
            next: NextView::of(table.next()),
            moves: table.steps(),
            end,
            board: table.drawing(&table.options().info().names[..table.seats()], language).text,
        }
    }
}

/// What comes next.
#[derive(Copy, Clone, Serialize, Deserialize, ToSchema, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schema(as = Turn)]
pub enum NextView {
    /// The game has not begun, because seats are still free.
    Waiting,
    /// A seat is to move.
    Move {
        /// The number of the seat, from 1.
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
    /// The result; `null` while the game goes on.
    pub result: Option<VerdictView>,
    /// The points of each seat, if the rules ended the game.
    pub points: Option<Vec<i32>>,
    /// The reason, as a clause.
    pub reason: Option<String>,
    /// What the loser did, if that ended the game before its rules did. With it a page can tell
    /// them so without their own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cause: Option<CauseView>,
}

/// What a player did who lost before the rules ended the game.
#[derive(Copy, Clone, Serialize, Deserialize, ToSchema, Debug, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
#[schema(as = Cause)]
pub enum CauseView {
    /// The player resigned.
    Resigned,
    /// The player's time ran out.
    OutOfTime,
    /// The player left the game.
    Left,
    /// The player was away, and the opponent claimed the game.
    WasAway,
}

/// The result of a game.
#[derive(Copy, Clone, Serialize, Deserialize, ToSchema, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schema(as = Verdicted)]
pub enum VerdictView {
    /// A seat has won.
    Won {
        /// The number of the seat, from 1.
        seat: usize,
    },
    /// The game is a draw.
    Draw,
    /// The game ends with points and without a winner.
    Scored,
    /// The game was stopped before its end.
    Stopped,
}

impl EndingView {
    /// The view of this ending, at a table with this number of seats.
    pub fn of(ending: &Ending, seats: usize, language: Language) -> EndingView {
        let result = match ending.verdict() {
            Some(Verdict::Won(seat)) => VerdictView::Won { seat: seat.number() },
            Some(Verdict::Draw) => VerdictView::Draw,
            Some(Verdict::Scored) => VerdictView::Scored,
            None => VerdictView::Stopped,
        };
        let points = match ending {
            Ending::Played { outcome, .. } => Some(outcome.points[..seats].to_vec()),
            Ending::Adjudicated { .. } | Ending::Stopped => None,
        };
        let cause = match ending {
            Ending::Adjudicated { reason, .. } => CauseView::of(reason),
            Ending::Played { .. } | Ending::Stopped => None,
        };
        EndingView {
            result: Some(result),
            points,
            reason: texts::reason_of(ending, language),
            cause,
        }
    }
}

impl CauseView {
    fn of(decision: &Decision) -> Option<CauseView> {
        Some(match decision {
            Decision::Resigned(_) => CauseView::Resigned,
            Decision::OutOfTime(_) => CauseView::OutOfTime,
            Decision::Left(_) => CauseView::Left,
            Decision::WasAway(_) => CauseView::WasAway,
            Decision::Agreed | Decision::Other(_) => return None,
        })
    }
}

/// What is to be drawn. Coordinates go to the right and downwards, and the unit is the width of a
/// cell.
///
/// `places`, `lines`, `marks` and `look` are the board, which is the same in every position of a
/// game. They are left out if the request said `board=false`.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Scene)]
pub struct SceneView {
    /// The places of the board, which can be clicked. Other parts refer to them by index, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub places: Option<Vec<PlaceView>>,
    /// The lines between places, as pairs of places.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub lines: Option<Vec<(usize, usize)>>,
    /// The pieces on the places.
    pub pieces: Vec<PieceView>,
    /// For each piece that covers several places in a row, these places.
    pub spans: Vec<Vec<usize>>,
    /// Numbers and letters beside the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub marks: Option<Vec<MarkView>>,
    /// What board and pieces look like.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub look: Option<LookView>,
    /// Pieces that seats hold beside the board.
    pub stock: Vec<InHandView>,
    /// The names of the seats in descriptions: `X (Ada)`, or `X` alone.
    pub names: Vec<String>,
    /// What each seat holds beside the board, in words. A text may be empty.
    pub holdings: Vec<String>,
    /// What the die shows, as long as it matters.
    pub die: Option<String>,
    /// The places that are highlighted to show the last step.
    pub last: Vec<usize>,
    /// What the last step moved.
    pub moved: MovedView,
    /// What the seat to move does now, in one line; `null` when the game is over.
    pub prompt: Option<String>,
    /// The score of each seat, in games where something is counted; otherwise empty.
    pub score: Vec<ScoreView>,
    /// The part of the game that is played, in games that have parts.
    pub stage: Option<String>,
    /// The places that show why the game ended: a winning line, a piece that has arrived.
    pub decisive: Vec<usize>,
    /// The legal moves with the clicks that make them. The list is empty unless the reader is to
    /// move.
    pub choices: Vec<ChoiceView>,
}

/// What board and pieces look like.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Look)]
pub struct LookView {
    /// The ground on which the pieces lie.
    pub ground: GroundKind,
    /// What pieces look like.
    pub pieces: PieceStyle,
    /// The colour of each seat.
    pub colours: Vec<ColourView>,
    /// The seat at the upper edge of the board, from 1, if two seats face each other: its pieces
    /// point downwards.
    pub far_seat: Option<usize>,
}

/// The colour of a seat, as hexadecimal numbers: `#2468d8`.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = SeatColour)]
pub struct ColourView {
    /// The colour of the pieces.
    pub fill: String,
    /// The colour of letters on them: black or white.
    pub ink: &'static str,
}

/// The ground on which pieces lie.
#[derive(Copy, Clone, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum GroundKind {
    /// Cells in two alternating colours.
    Checkered,
    /// Cells of one colour, between drawn lines.
    Ruled,
    /// Cells as separate tiles.
    Tiles,
    /// Bare wood, for points and bowls.
    Wood,
    /// The sky at night.
    Night,
}

/// What pieces look like.
#[derive(Copy, Clone, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum PieceStyle {
    /// A shape for each seat, with a letter.
    Letters,
    /// Drawn signs: X, O, a triangle and a square.
    Signs,
    /// Smooth round stones.
    Stones,
    /// Blobs of something alive.
    Blobs,
    /// Pieces that point forward.
    Pawns,
    /// Turned men, as in draughts.
    Men,
    /// Rocks with a letter, and plates of metal.
    Bodies,
}

/// What a seat has, in a game where something is counted.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Score)]
pub struct ScoreView {
    /// The number.
    pub count: u32,
    /// The number with what is counted: `12 pieces`.
    pub words: String,
}

/// A place of the board, which can be clicked.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Place)]
pub struct PlaceView {
    /// The coordinate to the right.
    pub x: f32,
    /// The coordinate downwards.
    pub y: f32,
    /// The shape in which it is drawn.
    pub shape: PlaceShape,
    /// The name of the place: `c6`.
    pub label: String,
    /// The description of the place when nothing lies there: `empty`, `no stones`.
    pub empty: &'static str,
}

/// The shape of a place.
#[derive(Copy, Clone, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum PlaceShape {
    /// A square.
    Cell,
    /// A point where lines meet.
    Point,
    /// A bowl for stones.
    Bowl,
    /// A store for captured stones, two cells high.
    Pot,
}

/// A piece, stones or an obstacle on a place.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Piece)]
pub struct PieceView {
    /// The place.
    pub place: usize,
    /// What lies there.
    pub kind: Lying,
    /// The seat that owns it, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The letter on the piece, in games with different pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// The name of such a piece, in games with different pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    /// The number of stones in a bowl; 1 for a piece.
    pub count: u32,
    /// The description: `X (Ada)`, `obstacle`, `3 stones`.
    pub words: String,
}

/// What lies on a place.
#[derive(Copy, Clone, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Lying {
    /// A piece of a seat.
    Seat,
    /// Stones, which belong to no seat.
    Stones,
    /// An obstacle: nothing else can be here.
    Obstacle,
}

/// What a step moved, from the position before it to this one. To show how the step is taken back,
/// show the same in reverse.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Moved)]
pub struct MovedView {
    /// The changes of pieces that cover one place each, at most one change for each place.
    pub changes: Vec<ChangeView>,
    /// The ways of stones from bowl to bowl and into stores.
    pub flights: Vec<FlightView>,
}

/// The change of a piece.
#[derive(Copy, Clone, Serialize, ToSchema, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schema(as = Change)]
pub enum ChangeView {
    /// The piece goes from one place to another. A piece that was there vanishes.
    Slides {
        /// The place where it was.
        from: usize,
        /// The place where it is now.
        to: usize,
    },
    /// The piece is new.
    Appears {
        /// The place of the piece.
        at: usize,
    },
    /// The piece is gone.
    Vanishes {
        /// The place where it was.
        at: usize,
    },
    /// Another piece has replaced it.
    Turns {
        /// The place of the piece.
        at: usize,
    },
}

/// The way of one stone. Times are parts of the whole animation, from 0 to 1.
#[derive(Copy, Clone, Serialize, ToSchema, Debug)]
#[schema(as = Flight)]
pub struct FlightView {
    /// The place where it was.
    pub from: usize,
    /// The place where it arrives.
    pub to: usize,
    /// The time at which it leaves.
    pub leaves: f32,
    /// The time at which it arrives.
    pub arrives: f32,
}

/// A number or letter beside the board.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Mark)]
pub struct MarkView {
    /// The coordinate to the right.
    pub x: f32,
    /// The coordinate downwards.
    pub y: f32,
    /// The number or letter.
    pub text: String,
}

/// Pieces of one kind that a seat holds.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Held)]
pub struct InHandView {
    /// The seat that holds them, from 1.
    pub seat: usize,
    /// The name of such a piece.
    pub name: String,
    /// How many places such a piece covers.
    pub length: usize,
    /// The number of these pieces.
    pub count: u32,
}

/// A legal move and the clicks that make it.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Choice)]
pub struct ChoiceView {
    /// The places to click, in order.
    pub clicks: Vec<usize>,
    /// The move as typed.
    pub step: String,
    /// The places of the clicks as people read them: `b3–c5`.
    pub readable: String,
    /// What distinguishes this move from others with the same clicks; otherwise empty.
    pub question: String,
    /// The places that the piece will cover, if the clicks are its ends.
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
    pub fn of(
        table: &dyn Table,
        names: &[String],
        parts: SceneParts,
        language: Language,
    ) -> SceneView {
        let names_of_seats: Vec<&str> = names.iter().map(String::as_str).collect();
        let scene = if parts.choices { table.scene() } else { table.scene_without_choices() };
        let moved = MovedView {
            changes: scene.moved.changes.iter().map(change).collect(),
            flights: scene.moved.flights.iter().map(flight).collect(),
        };
        let needs_places = parts.board || !scene.choices.is_empty();
        let places = scene.places.into_iter().filter(|_| needs_places);
        let places: Vec<PlaceView> = places.map(|it| place(it, language)).collect();
        let choices = scene.choices.into_iter().map(|it| choice(it, &places, language)).collect();
        SceneView {
            choices,
            places: parts.board.then_some(places),
            lines: parts.board.then_some(scene.lines),
            pieces: scene.pieces.iter().map(|it| piece(it, &names_of_seats, language)).collect(),
            spans: scene.spans,
            marks: parts.board.then(|| scene.marks.into_iter().map(mark).collect()),
            look: parts.board.then(|| look(table, &scene.look, &names_of_seats)),
            stock: scene.stock.iter().map(|it| in_hand(it, language)).collect(),
            names: names.to_vec(),
            holdings: scene.holdings.iter().map(|it| it.tell(language)).collect(),
            die: scene.die,
            last: scene.last,
            moved,
            prompt: scene.prompt.map(|prompt| prompt.tell(language)),
            score: scene.score.iter().map(|it| score(it, language)).collect(),
            stage: scene.stage.map(|stage| stage.tell(language)),
            decisive: scene.decisive,
        }
    }
}

/// The colours follow from the symbols, which come before the names of players: `W (Ada)`.
fn look(table: &dyn Table, look: &scene::Look, names: &[&str]) -> LookView {
    let symbols: Vec<&str> =
        names.iter().map(|name| name.split(" (").next().unwrap_or(name)).collect();
    let far_seat = table.options().info().conventions.far_seat;
    LookView {
        ground: match look.ground {
            Ground::Checkered => GroundKind::Checkered,
            Ground::Ruled => GroundKind::Ruled,
            Ground::Tiles => GroundKind::Tiles,
            Ground::Wood => GroundKind::Wood,
            Ground::Night => GroundKind::Night,
        },
        pieces: match look.pieces {
            PieceLook::Letters => PieceStyle::Letters,
            PieceLook::Signs => PieceStyle::Signs,
            PieceLook::Stones => PieceStyle::Stones,
            PieceLook::Blobs => PieceStyle::Blobs,
            PieceLook::Pawns => PieceStyle::Pawns,
            PieceLook::Men => PieceStyle::Men,
            PieceLook::Bodies => PieceStyle::Bodies,
        },
        colours: scene::seat_colours(look, &symbols).into_iter().map(colour).collect(),
        far_seat: far_seat.map(Seat::number),
    }
}

fn colour(colour: scene::Colour) -> ColourView {
    let [red, green, blue] = colour.rgb();
    let ink = if colour.has_dark_ink() { "#000" } else { "#fff" };
    ColourView { fill: format!("#{red:02x}{green:02x}{blue:02x}"), ink }
}

fn score(score: &scene::Score, language: Language) -> ScoreView {
    ScoreView { count: score.count, words: score.words.tell(language) }
}

fn place(place: scene::Place, language: Language) -> PlaceView {
    let shape = match place.shape {
        Shape::Cell => PlaceShape::Cell,
        Shape::Point => PlaceShape::Point,
        Shape::Bowl => PlaceShape::Bowl,
        Shape::Pot => PlaceShape::Pot,
    };
    let (label, empty) = (place.label.tell(language), place.empty(language));
    PlaceView { x: place.x, y: place.y, shape, label, empty }
}

fn mark(scene::Mark { x, y, text }: scene::Mark) -> MarkView {
    MarkView { x, y, text }
}

fn piece(piece: &scene::Piece, names: &[&str], language: Language) -> PieceView {
    let (kind, seat, figure) = match piece.kind {
        PieceKind::Of(seat, figure) => (Lying::Seat, Some(seat.number()), figure),
        PieceKind::Stones => (Lying::Stones, None, None),
        PieceKind::Obstacle => (Lying::Obstacle, None, None),
    };
    PieceView {
        place: piece.place,
        kind,
        seat,
        letter: figure.map(|figure| figure.letter),
        name: figure.map(|figure| figure.name.tell(language)),
        count: piece.count,
        words: piece.words(names, language),
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

fn in_hand(in_hand: &scene::InHand, language: Language) -> InHandView {
    let name = in_hand.name.tell(language);
    InHandView { seat: in_hand.seat.number(), name, length: in_hand.length, count: in_hand.count }
}

fn choice(choice: scene::Choice, places: &[PlaceView], language: Language) -> ChoiceView {
    let scene::Choice { clicks, step, question, covers } = choice;
    let labels: Vec<&str> = clicks.iter().map(|click| places[*click].label.as_str()).collect();
    let question = question.map_or_else(String::new, |question| question.tell(language));
    ChoiceView { readable: labels.join("–"), clicks, step, question, covers }
}
