//! The message protocol of Breakthrough, between a server and its clients: lines of ASCII over TCP.
//! `docs/referee.md` describes it for people who write a client.
//!
//! A client is told its seat, `1` or `2`, and then for each of its turns the board, cell by cell.
//! It answers with five numbers: its seat, row and column of the origin, row and column of the
//! destination.

#[cfg(feature = "tokio")]
mod peer;

use std::time::Duration;

use ludoteca_core::text::{self, printable};
use ludoteca_core::{OptionError, Options, PositionError, Seat, Table};
use ludoteca_games::catalog;

use crate::texts::in_seconds;

#[cfg(feature = "tokio")]
pub use peer::{Peer, PeerEvent};

/// The game that this protocol is for.
pub const GAME: &str = "breakthrough";

/// The maximum length of an answer in bytes, not counting its line end.
pub const LONGEST_ANSWER: usize = 256;

/// The maximum length of a server's message in bytes: the board of 16×16 takes 511.
pub const LONGEST_MESSAGE: usize = 1024;

/// The message that a game begins with.
pub fn seat_message(seat: Seat) -> String {
    format!("{seat}\n")
}

/// The message that asks for a move.
///
/// ```
/// use ludoteca_engines::protocols::breakthrough::board_message;
/// let table = ludoteca_games::catalog::open_line("breakthrough rows=4 cols=2")?;
/// assert_eq!(board_message(&*table), "1 1 1 1 2 2 2 2\n");
/// # Ok::<(), ludoteca_core::OptionError>(())
/// ```
pub fn board_message(table: &dyn Table) -> String {
    let position = table.position();
    let rows = position.split(' ').next().unwrap_or_default();
    let mut cells = Vec::new();
    let mut run = 0;
    // The added slash ends the last run.
    for letter in rows.bytes().chain([b'/']) {
        if letter.is_ascii_digit() {
            run = 10 * run + usize::from(letter - b'0');
            continue;
        }
        cells.extend(std::iter::repeat_n("0", run));
        run = 0;
        match letter {
            b'b' => cells.push("1"),
            b'r' => cells.push("2"),
            _ => {}
        }
    }
    cells.join(" ") + "\n"
}

/// The message that answers a board with a move as typed.
pub fn answer_message(seat: Seat, step: &str) -> String {
    format!("{seat} {step}\n")
}

/// Reads an answer without its line end and returns the move as typed. Whether the move is legal is
/// left to the rules.
///
/// ```
/// use ludoteca_engines::protocols::breakthrough::read_answer;
/// use ludoteca_core::Seat;
/// assert_eq!(read_answer(b"1 4 2 5 3", Seat::FIRST).as_deref(), Ok("4 2 5 3"));
/// let foul = read_answer(b"1 4 2 5 3", Seat::SECOND).unwrap_err();
/// assert_eq!(foul.to_string(), "`1 4 2 5 3` is an answer of seat 1, and it is seat 2");
/// ```
///
/// # Errors
/// When the answer is malformed or names the wrong seat.
pub fn read_answer(line: &[u8], seat: Seat) -> Result<String, Foul> {
    let malformed = || Foul::Malformed(quoted(line));
    let text = std::str::from_utf8(line).map_err(|_| malformed())?;
    // Only blanks separate the numbers, and there are none at either end.
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b" -".contains(&byte));
    if !is_plain || text.starts_with(' ') || text.ends_with(' ') {
        return Err(malformed());
    }
    let [of, row, col, to_row, to_col] = text::numbers(text).ok_or_else(malformed)?;
    if usize::try_from(of) != Ok(seat.number()) {
        return Err(Foul::WrongSeat { answer: quoted(line), of, seat });
    }
    Ok(format!("{row} {col} {to_row} {to_col}"))
}

/// How a client can lose a game other than by the rules of the game.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Foul {
    /// The answer has no line end within the allowed length.
    #[error("an answer of more than {LONGEST_ANSWER} bytes")]
    TooLong,
    /// The answer does not have the required form.
    #[error(
        "`{0}` is no answer: it takes five numbers, the seat, the origin's row and column and the destination's"
    )]
    Malformed(String),
    /// The answer begins with the number of another seat.
    #[error("`{answer}` is an answer of seat {of}, and it is seat {seat}")]
    WrongSeat {
        /// The answer as it came.
        answer: String,
        /// The seat number at its beginning.
        of: i64,
        /// The seat of the client that sent it.
        seat: Seat,
    },
    /// An unrequested line; it counts as malformed.
    #[error("`{0}` came before its board was sent")]
    Early(String),
    /// The rules refuse the move; `reason` is their message.
    #[error("`{step}` is illegal: {reason}")]
    Illegal {
        /// The move as typed.
        step: String,
        /// Why the rules refuse it.
        reason: String,
    },
    /// There was no answer within the time for a move.
    #[error("no answer within {}", in_seconds(*.0))]
    Late(Duration),
    /// The client has used up its time for the whole game.
    #[error("no time left of {} for the game", in_seconds(*.0))]
    OutOfTime(Duration),
    /// The client does not read what it is sent.
    #[error("it does not read what it is sent")]
    NotReading,
    /// The connection was closed or broke.
    #[error("the connection is lost")]
    Lost,
}

impl Foul {
    /// The foul of sending this line when no answer was due.
    pub fn early(line: &[u8]) -> Foul {
        Foul::Early(quoted(line))
    }

    /// Returns whether it is pointless to ask again.
    pub fn is_final(&self) -> bool {
        matches!(self, Foul::OutOfTime(_) | Foul::NotReading | Foul::Lost)
    }
}

/// The beginning of a line, short enough to be shown in a message.
fn quoted(line: &[u8]) -> String {
    const SHOWN: usize = 40;
    let text = String::from_utf8_lossy(line);
    let part: String = text.chars().take(SHOWN).collect();
    let more = if part.len() < text.len() { "…" } else { "" };
    printable(&part) + more
}

/// A message from a server.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum ServerMessage {
    /// A game begins, and this is the client's seat.
    Seat(Seat),
    /// It is the client's turn.
    Board(BoardMessage),
}

/// The contents of the cells, row after row. The message does not tell how long a row is.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct BoardMessage(Vec<Option<Seat>>);

/// Why a client cannot accept a message from its server.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum BadMessage {
    /// The message is neither a seat nor a board.
    #[error(
        "the server says `{0}`: a seat is 1 or 2, and a board has a 0, 1 or 2 for each cell, with a blank between them"
    )]
    Malformed(String),
    /// The message has no line end within the allowed length.
    #[error("the server says more than {LONGEST_MESSAGE} bytes in a line")]
    TooLong,
    /// A board came before the seat.
    #[error("the server sends a board before it gives a seat")]
    NoSeat,
    /// The board has another size.
    #[error("the server plays on a board of {cells} cells, which is another size")]
    Size {
        /// The number of cells of the server's board.
        cells: usize,
    },
    /// The board is not a possible position of the game.
    #[error("the server sends an impossible board: {0}")]
    Position(String),
    /// The game is over in this position.
    #[error("the server asks for a move where the game is over")]
    Over,
}

/// Reads a server's message without its line end.
///
/// # Errors
/// When the line is not a message of the protocol.
pub fn read_message(line: &[u8]) -> Result<ServerMessage, BadMessage> {
    let cell = |word: &[u8]| match word {
        b"0" => Some(None),
        b"1" => Some(Some(Seat::FIRST)),
        b"2" => Some(Some(Seat::SECOND)),
        _ => None,
    };
    let cells: Option<Vec<Option<Seat>>> = line.split(|byte| *byte == b' ').map(cell).collect();
    match cells.as_deref() {
        Some([Some(seat)]) => Ok(ServerMessage::Seat(*seat)),
        None | Some([None]) => Err(BadMessage::Malformed(quoted(line))),
        Some(_) => Ok(ServerMessage::Board(BoardMessage(cells.unwrap_or_default()))),
    }
}

impl BoardMessage {
    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.0.len()
    }

    /// The options of a square board with this number of cells, if there is one.
    pub fn square(&self) -> Option<Options> {
        let side = self.0.len().isqrt();
        let options = catalog::parse(&format!("{GAME} rows={side} cols={side}")).ok();
        options.filter(|_| side * side == self.0.len())
    }

    /// Sets up the board as a table where this seat is to move.
    ///
    /// # Errors
    /// When the board has another size, or is not a position in which the seat can move.
    pub fn view(&self, options: &Options, seat: Seat) -> Result<ClientView, BadMessage> {
        let [rows, cols] = ["rows", "cols"].map(|key| options.number(key) as usize);
        if self.0.len() != rows * cols {
            return Err(BadMessage::Size { cells: self.0.len() });
        }
        let mut table = catalog::open(options)
            .map_err(|error: OptionError| BadMessage::Position(error.to_string()))?;
        let mut turned = false;
        let letter =
            |seat: Seat, turned: bool| if (seat == Seat::FIRST) != turned { 'b' } else { 'r' };
        let position = |turned: bool| {
            let place = |cell: usize| {
                if turned { (rows - 1 - cell / cols) * cols + cell % cols } else { cell }
            };
            let stands = |cell: usize| self.0[place(cell)].map(|seat| letter(seat, turned));
            format!("{} {}", text::write_rows(rows, cols, stands), letter(seat, turned))
        };
        if let Err(refused) = table.set_position(&position(false)) {
            // On some servers seat 2 begins. In our rules that is the same board upside down, with
            // the seats exchanged.
            turned = true;
            let reason = |_: PositionError| BadMessage::Position(refused.to_string());
            table.set_position(&position(true)).map_err(reason)?;
        }
        if table.next().seat().is_none() {
            return Err(BadMessage::Over);
        }
        Ok(ClientView { table, seat, turned: turned.then_some(rows) })
    }
}

/// A server's board as our client sees it.
pub struct ClientView {
    /// The position, with the client to move.
    pub table: Box<dyn Table>,
    seat: Seat,
    /// The number of rows, if the board is upside down.
    turned: Option<usize>,
}

impl ClientView {
    /// The names of the table's seats: their numbers at the server.
    pub fn names(&self) -> [&'static str; 2] {
        if self.turned.is_some() { ["2", "1"] } else { ["1", "2"] }
    }

    /// The message that answers the board with one of the table's moves.
    pub fn answer(&self, step: &str) -> String {
        let turned =
            self.turned.zip(text::numbers::<4>(step)).map(|(rows, [row, col, to_row, to_col])| {
                let last = rows as i64 - 1;
                format!("{} {col} {} {to_col}", last - row, last - to_row)
            });
        answer_message(self.seat, turned.as_deref().unwrap_or(step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_strictly() {
        for (line, step) in [
            ("1 4 2 5 3", "4 2 5 3"),
            ("1  4 2   5 3", "4 2 5 3"),
            ("01 4 2 5 300", "4 2 5 300"),
            // The rules say that there is no such column.
            ("1 4 2 5 -3", "4 2 5 -3"),
        ] {
            assert_eq!(read_answer(line.as_bytes(), Seat::FIRST).as_deref(), Ok(step), "{line}");
        }
        let malformed: [&[u8]; 14] = [
            b"",
            b" ",
            b"1",
            b"1 4 2 5",
            b"1 4 2 5 3 3",
            b" 1 4 2 5 3",
            b"1 4 2 5 3 ",
            b"1\t4 2 5 3",
            b"1 4 2 5 --3",
            b"1 4 2 5 +3",
            b"1,4,2,5,3",
            b"1 4 2 5 3\r",
            b"1 4 2 5 \xff",
            b"1 4 2 5 99999999999999999999",
        ];
        for line in malformed {
            assert_eq!(
                read_answer(line, Seat::FIRST),
                Err(Foul::Malformed(quoted(line))),
                "{}",
                quoted(line)
            );
        }
        for line in ["2 4 2 5 3", "0 4 2 5 3", "11 4 2 5 3"] {
            assert!(
                matches!(read_answer(line.as_bytes(), Seat::FIRST), Err(Foul::WrongSeat { .. })),
                "{line}"
            );
        }
    }

    #[test]
    fn each_foul_has_its_message() {
        let long = [b'7'; 300];
        for (foul, sentence) in [
            (Foul::TooLong, "an answer of more than 256 bytes"),
            (
                read_answer(b"e2e4\x07", Seat::FIRST).unwrap_err(),
                r"`e2e4\u{7}` is no answer: it takes five numbers, the seat, the origin's row and column and the destination's",
            ),
            (
                Foul::early(&long),
                "`7777777777777777777777777777777777777777…` came before its board was sent",
            ),
            (Foul::Late(Duration::from_millis(1500)), "no answer within 1.5 s"),
            (Foul::OutOfTime(Duration::from_secs(60)), "no time left of 60 s for the game"),
        ] {
            assert_eq!(foul.to_string(), sentence);
        }
    }

    #[test]
    fn messages_are_read() {
        for (line, seat) in [("1", Seat::FIRST), ("2", Seat::SECOND)] {
            assert_eq!(read_message(line.as_bytes()), Ok(ServerMessage::Seat(seat)));
        }
        for line in ["", "0", "3", "1 ", " 1", "1  1", "1 1 3", "hello", "1\t1"] {
            assert_eq!(
                read_message(line.as_bytes()),
                Err(BadMessage::Malformed(line.replace('\t', "\\t"))),
                "{line}"
            );
        }
    }

    /// The position that a client sees in a message, and its answer with the first legal move.
    fn seen(message: &str, options: &str, seat: Seat) -> Result<(String, String), BadMessage> {
        let ServerMessage::Board(board) = read_message(message.as_bytes())? else {
            panic!("{message} is no board")
        };
        let view = board.view(&catalog::parse(options).unwrap(), seat)?;
        Ok((view.table.position(), view.answer(&view.table.steps()[0])))
    }

    #[test]
    fn boards_are_set_up() {
        let small = "breakthrough rows=4 cols=2";
        let answer =
            |position: &str, answer: &str| Ok((position.to_owned(), format!("{answer}\n")));
        assert_eq!(
            seen("1 1 1 1 2 2 2 2", small, Seat::FIRST),
            answer("bb/bb/rr/rr b", "1 1 1 2 0")
        );
        // Seat 2 begins here. In our rules that is the first seat, at the top.
        assert_eq!(
            seen("1 1 1 1 2 2 2 2", small, Seat::SECOND),
            answer("bb/bb/rr/rr b", "2 2 1 1 0")
        );
        assert_eq!(
            seen("1 1 1 1 2 2 2 2 2", small, Seat::FIRST),
            Err(BadMessage::Size { cells: 9 })
        );
        assert!(matches!(
            seen("1 1 1 1 1 1 1 1", small, Seat::FIRST),
            Err(BadMessage::Position(_))
        ));
        let Ok(ServerMessage::Board(board)) = read_message("0 ".repeat(63).as_bytes().trim_ascii())
        else {
            panic!("a board")
        };
        assert_eq!(board.square(), None);
        let Ok(ServerMessage::Board(board)) = read_message("0 ".repeat(64).as_bytes().trim_ascii())
        else {
            panic!("a board")
        };
        assert_eq!(
            board.square().map(|options| options.to_string()).as_deref(),
            Some("breakthrough rows=8 cols=8")
        );
    }
}
