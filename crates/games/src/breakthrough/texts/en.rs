//! English.

use ludoteca_core::{Language, Seat, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "reach the other side of the board.",
    sides: ["blue", "red"],
    rules: include_str!("../README.md"),
    hint: "Row and column for origin and for destination, separated by spaces (four numbers).",
    move_form: "row and column of the origin and of the destination, four numbers",
    position_form: "rows and the seat to move, as in `bb/bb/2/2/rr/rr b`",
    illegal,
    impossible,
    phrase,
};

/// What the sides are called.
fn colour(seat: Seat) -> &'static str {
    ["blue", "red"][seat.index()]
}

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::English, spelling),
        Illegal::NoPiece(cell) => format!("there is no piece on {}", cell.spelled(spelling)),
        Illegal::NotYours(cell) => format!("the piece on {} is not yours", cell.spelled(spelling)),
        Illegal::NotForward(seat) => {
            let ahead = ["down", "up"][seat.index()];
            format!("a piece moves one row {ahead}, straight or diagonally")
        }
        Illegal::OwnPiece(cell) => {
            format!("there is a piece of yours on {}", cell.spelled(spelling))
        }
        Illegal::StraightCapture => "a piece may not capture straight ahead".to_owned(),
        Illegal::Over => "the game is over".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Pieces { seat, count, most } => {
            format!("{} has {count} pieces, more than {most}", colour(*seat))
        }
        Impossible::ReachedBefore(seat) => {
            let seat = colour(*seat);
            format!("it is the turn of {seat}, who has already reached the other side")
        }
        Impossible::ReachedTwice(seat) => {
            format!("{} has reached the other side twice", colour(*seat))
        }
        Impossible::NoPieces(seat) => format!("{} has just moved and has no pieces", colour(*seat)),
        Impossible::Turn(seat) => {
            let seat = colour(*seat);
            format!(
                "moving one row at a time, in turn, the pieces cannot stand so with {seat} to move"
            )
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Reached => "the other side is reached",
        Phrase::LastCaptured => "the last piece is captured",
        Phrase::Prompt => "Move a piece forward; it captures diagonally",
    }
    .to_owned()
}
