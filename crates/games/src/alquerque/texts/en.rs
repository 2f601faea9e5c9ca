//! English.

use ludoteca_core::{Seat, Spelling};

use super::{Illegal, Impossible, Phrase, Texts, point};

pub(super) static TEXTS: Texts = Texts {
    about: "the ancestor of draughts, on 25 points.",
    rules: include_str!("../README.md"),
    hint: "Origin and destination, two point numbers (18 13) or two names (C4 C3).",
    colours: ["white", "black"],
    position_form: "rows, the side to move and the move's number, as in `bbbbb/bbbbb/bb1ww/wwwww/wwwww w 1`",
    number: "the number of a move",
    illegal,
    impossible,
    phrase,
};

fn colour(side: Seat) -> &'static str {
    TEXTS.colours[side.index()]
}

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    let point = |number: &i32| point(*number, spelling);
    match illegal {
        Illegal::Malformed(text) => {
            format!("`{text}` is no move: it takes two point numbers (18 13) or two names (C4 C3)")
        }
        Illegal::NoSuchPoint(text) => {
            format!("there is no point {text}: points are 1 to 25, or A1 to E5")
        }
        Illegal::NoPiece(at) => format!("there is no piece on {}", point(at)),
        Illegal::NotYours(at) => format!("the piece on {} is not yours", point(at)),
        Illegal::Taken(at) => format!("point {} is taken", point(at)),
        Illegal::NoLine(from, to) => format!("no line leads from {} to {}", point(from), point(to)),
        Illegal::Sideways => "a piece moves sideways only to capture".to_owned(),
        Illegal::Backward => "a piece moves backward only to capture".to_owned(),
        Illegal::NothingToJump(at) => format!("there is no piece on {} to jump over", point(at)),
        Illegal::OwnPiece(at) => {
            format!("the piece on {} is your own and cannot be jumped over", point(at))
        }
        Illegal::Over => "the game is over".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Pieces { side, count } => {
            format!("{} has {count} pieces, more than 12", colour(*side))
        }
        Impossible::NoPieces(side) => format!("{} has just moved and has no pieces", colour(*side)),
        Impossible::Turn(side) => {
            let side = colour(*side);
            format!("moving in turn, the pieces cannot stand so with {side} to move")
        }
        Impossible::Number { latest, number } => {
            format!("the pieces stand so at move {latest} at the latest, not at move {number}")
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::NoPieces(side) => format!("{} has no pieces left", colour(*side)),
        Phrase::NoMove(side) => format!("{} has no legal move", colour(*side)),
        Phrase::Prompt => "Move a piece along a line, or jump over an opponent's".to_owned(),
    }
}
