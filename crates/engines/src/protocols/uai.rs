//! UAI, the Universal Ataxx Interface: 7×7 Ataxx for two seats. A [`UaiGame`] understands moves in
//! our words or in UAI's, and answers in UAI's. It serves both for being a UAI engine and for
//! driving one.
//!
//! Files a to g count from the left, ranks 1 to 7 from the bottom. A clone is written as its
//! destination, `g2`, a jump as both cells, `a7c5`. Where our rules skip a seat that cannot move,
//! UAI requires a pass, `0000`, and counts it as a ply without progress.
//!
//! ```
//! use ludoteca_engines::protocols::uai::UaiGame;
//! let mut game = UaiGame::new();
//! assert_eq!(game.step("g2").unwrap(), "6 6 5 6");
//! assert_eq!(game.to_uai("0 6 2 4"), "g7e5");
//! assert_eq!(game.fen(), "x5o/7/7/7/7/6x/o5x o 0 1");
//! ```

use ludoteca_core::text::{self, numbers};
use ludoteca_core::{Options, PositionError, Refusal, Seat, Table, Text};
use ludoteca_games::catalog;

use super::engine::DialectBoard;
use super::messages::{StartPosition, quoted};
use super::squares;

/// The game that this protocol is for.
pub const GAME: &str = "ataxx";

/// The word for a pass.
pub const PASS: &str = "0000";

/// The game is a draw after this many plies without a clone.
const NO_PROGRESS: u64 = 100;

const SIZE: u8 = 7;

/// A game of 7×7 Ataxx with two seats, as UAI counts it.
pub struct UaiGame {
    /// The game in our rules, which have already skipped a seat that cannot move. Its counter of
    /// plies without progress is UAI's.
    table: Box<dyn Table>,
    /// A seat whose pass has still to be made in UAI.
    pending_pass: Option<Seat>,
}

/// Why something is refused.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum UaiError {
    /// The word does not have the form of a move.
    #[error("`{0}` is no move: it takes a square as in g2, two as in a7c5, or 0000")]
    Malformed(String),
    /// No piece can make this clone.
    #[error("no piece can be cloned to {0}")]
    NoClone(String),
    /// A pass was made although there are moves.
    #[error("a pass, although there is a move")]
    NoPass,
    /// A move was made although only a pass is possible.
    #[error("{0}, although there is nothing but to pass")]
    OnlyPass(String),
    /// The rules refuse the move.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The position cannot be set up.
    #[error("{0}")]
    Position(#[from] PositionError),
    /// Options were given for the game, which has none in UAI.
    #[error("UAI is about 7x7 Ataxx with two seats: it takes no options")]
    Options,
    /// UAI engines do not play this game.
    #[error(
        "`{0}` is not their game: UAI is about 7x7 Ataxx with two seats, and a draw after a hundred plies without a clone"
    )]
    UnsupportedGame(String),
}

impl Default for UaiGame {
    fn default() -> UaiGame {
        UaiGame::new()
    }
}

impl UaiGame {
    /// The usual first position.
    pub fn new() -> UaiGame {
        let table = catalog::open_line(GAME).expect("every game has defaults that go together");
        UaiGame { table, pending_pass: None }
    }

    /// Reads a FEN. Missing fields after the rows are filled in as at the start of a game. The
    /// counter of plies without progress may be past its end.
    ///
    /// # Errors
    /// Says what is malformed or impossible.
    pub fn from_fen(fen: &str) -> Result<UaiGame, UaiError> {
        let mut fields = fen.split_whitespace();
        let rows = fields.next().unwrap_or_default();
        let turn = fields.next().unwrap_or("x");
        let clock = fields.next().unwrap_or("0");
        let number = fields.next().unwrap_or("1");
        let clock = text::field_number(
            Text(|_| "a number of plies without progress"),
            clock,
            0,
            u32::MAX.into(),
        )?;
        // Some programs count moves from 0.
        let number =
            text::field_number(Text(|_| "a move number"), number, 0, u32::MAX.into())?.max(1);
        let mut game = UaiGame::new();
        let position = format!("{rows} {turn} {} {number}", clock.min(NO_PROGRESS));
        game.table.set_position(&position)?;
        game.pending_pass = game.table.skipped_at_start().first().map(|(seat, _)| *seat);
        Ok(game)
    }

    /// Checks that a game with these options is the one that is played over UAI. Obstacles do not
    /// matter: they are part of the position there.
    ///
    /// # Errors
    /// When it is another game.
    pub fn check(options: &Options) -> Result<(), UaiError> {
        let is_theirs = options.info().id == GAME
            && ["rows", "cols"].iter().all(|key| options.number(key) == u32::from(SIZE))
            && options.number("seats") == 2
            && u64::from(options.number("no-progress")) == NO_PROGRESS;
        if is_theirs { Ok(()) } else { Err(UaiError::UnsupportedGame(options.to_string())) }
    }

    /// UAI counts passes as plies without progress, so its engines may regard a game as drawn that
    /// goes on in our rules. In that case this returns the same position with a counter a little
    /// below that limit.
    pub fn before_uai_draw(&self) -> Option<UaiGame> {
        if !self.is_over_in_uai() {
            return None;
        }
        let fen = self.fen();
        let [rows, turn, _, number] = fields(&fen);
        // With a pending pass the limit is reached one ply earlier.
        let clocks = [NO_PROGRESS - 1, NO_PROGRESS - 2].into_iter();
        let games = clocks
            .filter_map(|clock| UaiGame::from_fen(&format!("{rows} {turn} {clock} {number}")).ok());
        games.into_iter().find(|game| !game.is_over_in_uai())
    }

    fn is_over_in_uai(&self) -> bool {
        let mut game = self.clone();
        // A pending pass counts as a ply. If there is none, nothing changes.
        let _ = game.step(PASS);
        game.table.next().outcome().is_some()
    }

    /// The game in our rules. A seat with a pending pass has already been skipped in it.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// Returns whether the seat to move must pass.
    pub fn must_pass(&self) -> bool {
        self.pending_pass.is_some()
    }

    /// The seat that is to move or to pass.
    pub fn turn(&self) -> Option<Seat> {
        self.pending_pass.or_else(|| self.table.next().seat())
    }

    /// The FEN, with the counter of plies without progress and the move number as UAI counts them.
    pub fn fen(&self) -> String {
        let position = self.table.position();
        let Some(seat) = self.pending_pass else { return position };
        // This is the state before the pending pass, which ended a round if it was the second
        // seat's.
        let [rows, _, clock, number] = fields(&position);
        let number = number.parse::<u32>().map_or(1, |number| number - seat.index() as u32);
        format!("{rows} {} {clock} {number}", ["x", "o"][seat.index()])
    }

    /// The legal moves in UAI's words, or a pass if there are none.
    pub fn legal(&self) -> Vec<String> {
        if self.must_pass() {
            return vec![PASS.to_owned()];
        }
        self.table.steps().iter().map(|step| self.to_uai(step)).collect()
    }

    /// Makes a move that is given in UAI's words, and returns it in ours; a pass is an empty text.
    /// A clone may also be given as two squares.
    ///
    /// # Errors
    /// Says why the move is refused; nothing has changed in that case.
    pub fn step(&mut self, word: &str) -> Result<String, UaiError> {
        if word == PASS {
            return if self.pending_pass.is_some() {
                self.make_pass().map(|()| String::new())
            } else {
                Err(UaiError::NoPass)
            };
        }
        if self.must_pass() {
            return Err(UaiError::OnlyPass(quoted(word)));
        }
        let malformed = || UaiError::Malformed(quoted(word));
        if !word.is_ascii() {
            return Err(malformed());
        }
        let typed = match word.len() {
            2 => {
                square(word).ok_or_else(malformed)?;
                let clone = self
                    .table
                    .steps()
                    .into_iter()
                    .find(|step| self.to_uai(step) == word.to_ascii_lowercase());
                clone.ok_or_else(|| UaiError::NoClone(word.to_owned()))?
            }
            4 => {
                let [from, to] = [&word[..2], &word[2..]].map(square);
                let (Some((row, col)), Some((to_row, to_col))) = (from, to) else {
                    return Err(malformed());
                };
                format!("{row} {col} {to_row} {to_col}")
            }
            _ => return Err(malformed()),
        };
        self.make(&typed)
    }

    /// Makes a move that is given in our words, together with a pending pass before it. Returns the
    /// moves in UAI's words, in order.
    ///
    /// # Errors
    /// Says why the move is refused; nothing has changed in that case.
    pub fn step_typed(&mut self, step: &str) -> Result<Vec<String>, UaiError> {
        let mut game = self.clone();
        let mut words = Vec::new();
        if game.must_pass() {
            game.make_pass()?;
            words.push(PASS.to_owned());
        }
        let usual = game.make(step)?;
        words.push(self.to_uai(&usual));
        *self = game;
        Ok(words)
    }

    /// Translates a move into UAI's words. Anything but four numbers of the board stays as it is.
    pub fn to_uai(&self, step: &str) -> String {
        let Some([row, col, to_row, to_col]) = numbers::<4>(step) else { return step.to_owned() };
        let (Some(from), Some(to)) = (name(row, col), name(to_row, to_col)) else {
            return step.to_owned();
        };
        if row.abs_diff(to_row).max(col.abs_diff(to_col)) <= 1 { to } else { from + &to }
    }

    fn make(&mut self, typed: &str) -> Result<String, UaiError> {
        let stepped = self.table.step(typed)?;
        self.pending_pass = stepped.skipped.first().map(|(seat, _)| *seat);
        Ok(stepped.text)
    }

    /// Counts a pending pass as a ply without progress: the table has already skipped the seat, but
    /// did not count that.
    fn make_pass(&mut self) -> Result<(), UaiError> {
        let position = self.table.position();
        let [rows, turn, clock, number] = fields(&position);
        let clock = clock.parse::<u64>().map_or(0, |clock| clock + 1).min(NO_PROGRESS);
        self.table.set_position(&format!("{rows} {turn} {clock} {number}"))?;
        self.pending_pass = None;
        Ok(())
    }
}

impl Clone for UaiGame {
    fn clone(&self) -> UaiGame {
        UaiGame { table: self.table.boxed_clone(), pending_pass: self.pending_pass }
    }
}

/// The board of an engine that speaks UAI.
impl DialectBoard for UaiGame {
    fn open(&mut self, options: &str) -> Result<(), String> {
        if !options.is_empty() {
            return Err(UaiError::Options.to_string());
        }
        *self = UaiGame::new();
        Ok(())
    }

    fn begin(&mut self, start: &StartPosition) -> Result<(), String> {
        *self = match start {
            StartPosition::Startpos => UaiGame::new(),
            StartPosition::Fen(text) => {
                UaiGame::from_fen(text).map_err(|error| error.to_string())?
            }
        };
        Ok(())
    }

    fn step(&mut self, word: &str) -> Result<(), String> {
        UaiGame::step(self, word).map(drop).map_err(|error| error.to_string())
    }

    fn table(&self) -> &dyn Table {
        UaiGame::table(self)
    }

    fn turn(&self) -> Option<Seat> {
        UaiGame::turn(self)
    }

    fn pass(&self) -> Option<&'static str> {
        self.must_pass().then_some(PASS)
    }

    fn null_move(&self) -> &'static str {
        PASS
    }

    fn legal(&self) -> Vec<String> {
        UaiGame::legal(self)
    }

    fn to_dialect(&self, line: &[String]) -> Vec<String> {
        let mut game = self.clone();
        line.iter().map_while(|step| game.step_typed(step).ok()).flatten().collect()
    }

    fn position(&self) -> String {
        self.fen()
    }

    fn skipped(&self) -> Vec<Seat> {
        self.pending_pass.into_iter().collect()
    }

    fn boxed_clone(&self) -> Box<dyn DialectBoard> {
        Box::new(self.clone())
    }
}

/// Splits a position that a table wrote into its fields.
fn fields(position: &str) -> [&str; 4] {
    text::fields(position, Text(|_| "")).expect("a position has four fields")
}

/// The name of the square at a row and column: `a7` is at the top left.
fn name(row: i64, col: i64) -> Option<String> {
    squares::name(col, i64::from(SIZE - 1).checked_sub(row)?, SIZE)
}

/// The row and column of a square.
fn square(name: &str) -> Option<(u8, u8)> {
    squares::read(name, SIZE).map(|(file, rank)| (SIZE - 1 - rank, file))
}
