//! Slow, obvious rules, which the tests use as a second opinion.
//!
//! Each game's `tests/reference.rs` is written straight from the rules as people read them, on a
//! plain grid of cells, and shares nothing with the rules it is compared with. Connect-N and
//! Tic-Tac-Toe have `in_a_row.rs` beside this in common. A reader who is in doubt about a rule
//! should be able to read it there, so nothing is done for speed: legal steps are found by trying
//! every cell, and are compared as texts.

use ludoteca_core::scene::{PieceKind, Scene};

/// What happens next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReferenceTurn {
    /// This seat chooses a step. Seats count from 1.
    Seat(usize),
    /// The die is rolled.
    Roll,
    /// The game is over.
    Over(ReferenceEnding),
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceEnding {
    /// The seat that won, if exactly one did.
    pub winner: Option<usize>,
    /// Did the game end as a draw?
    pub draw: bool,
    /// One number per seat, seat 1 first.
    pub points: Vec<i64>,
}

/// A game in progress with an interface of texts only, so that it can be compared with any other
/// implementation.
pub trait Reference {
    /// An empty cell of the board.
    const EMPTY: char = '.';
    /// Each seat's pieces on the board.
    const SEATS: [char; 4] = ['1', '2', '3', '4'];

    /// Who acts now, or how the game ended.
    fn turn(&self) -> ReferenceTurn;
    /// Every legal step by its identity, sorted, no duplicates.
    fn steps(&self) -> Vec<String>;
    /// Plays a legal step, given by its identity. Returns the seats that are skipped after it, in
    /// order. If the game is over there are none, except that Dawn's last walk may be skipped.
    ///
    /// # Panics
    /// If the step is not one of [`steps`](Self::steps), letter for letter.
    fn play(&mut self, step: &str) -> Vec<usize>;
    /// Is this text, as a person types it, a legal move now?
    fn accepts(&self, typed: &str) -> bool;
    /// The board in the form of golden walks, without the seat.
    fn board(&self) -> String;

    /// The identity of a step that is legal now, given as people type it.
    fn identity(&self, typed: &str) -> String {
        typed.to_owned()
    }

    /// The same board as [`board`](Self::board), but read from a scene, so that the scene is
    /// tested, too.
    fn board_of(scene: &Scene) -> String {
        let mut board = vec![Self::EMPTY; scene.places.len()];
        for piece in &scene.pieces {
            board[piece.place] = match piece.kind {
                PieceKind::Of(_, Some(figure)) => figure.letter,
                PieceKind::Of(seat, None) => Self::SEATS[seat.index()],
                PieceKind::Obstacle => '*',
                PieceKind::Stones => '?',
            };
        }
        board.into_iter().collect()
    }
}

impl ReferenceEnding {
    /// The ending of a game that is not decided by points: 1 point for the winner, 0 for everybody
    /// else.
    pub fn won_by(winner: usize, seats: usize) -> ReferenceEnding {
        let points = (1..=seats).map(|seat| i64::from(seat == winner)).collect();
        ReferenceEnding { winner: Some(winner), draw: false, points }
    }

    /// A draw of a game that is not decided by points: 0 points for everybody.
    pub fn drawn(seats: usize) -> ReferenceEnding {
        ReferenceEnding { winner: None, draw: true, points: vec![0; seats] }
    }
}

/// The numbers of a typed text, or `None` if anything in it is not a plain decimal number.
///
/// `parse` alone would not do: it takes `+1` for a number. A number too long for `usize` is no cell
/// of any board.
fn numbers(text: &str) -> Option<Vec<usize>> {
    let number = |word: &str| {
        let plain = word.chars().all(|letter| letter.is_ascii_digit());
        if plain { word.parse().ok() } else { None }
    };
    text.split_whitespace().map(number).collect()
}

/// The numbers of a step, as identities write them: `1 2 3 4`.
pub fn written(numbers: &[usize]) -> String {
    let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
    words.join(" ")
}

/// The numbers of a step whose identity is legal; the common beginning of every game's `play`.
pub fn legal_numbers(game: &impl Reference, step: &str) -> Vec<usize> {
    assert!(
        game.steps().iter().any(|legal| legal == step),
        "illegal step {step:?} on {}",
        game.board()
    );
    numbers(step).expect("identities of grid games are numbers")
}

/// Is the typed text one of these moves, apart from white space and leading zeros?
pub fn among(moves: &[String], typed: &str) -> bool {
    match numbers(typed) {
        Some(numbers) => moves.contains(&written(&numbers)),
        None => false,
    }
}
