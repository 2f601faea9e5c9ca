//! English.

use ludoteca_core::{Language, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "three in a row with three pieces each, which move once all are placed.",
    rules: include_str!("../README.md"),
    hint: "'row column', to place a piece while you have some in hand; \
        then 'row column row column', to move one from the first position to the second.",
    no_progress_option: "plies of movement that end the game as a draw, 0 for no limit",
    place_form: "row and column, two numbers",
    shift_form: "origin and destination, four numbers",
    position_form: "rows, the seat to move and the plies of movement, as in `xo1/1x1/o2 x 0`",
    clock: "the plies of movement",
    piece: "piece",
    illegal,
    impossible,
    phrase,
};

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::English, spelling),
        Illegal::InHand => "you still have pieces in hand: place one".to_owned(),
        Illegal::NoneInHand => "you have no pieces in hand: move one".to_owned(),
        Illegal::NotYours(cell) => format!("you have no piece on cell {}", cell.spelled(spelling)),
        Illegal::Taken(cell) => format!("cell {} is taken", cell.spelled(spelling)),
        Illegal::Over => "the game is over".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Pieces { letter, count } => {
            format!("{letter} has {count} pieces, each seat has three")
        }
        Impossible::MovedTooEarly => "nobody has moved a piece while pieces are in hand".to_owned(),
        Impossible::PlacingTurn { x, o, turn } => {
            format!("with {x} x and {o} o it is not the turn of {turn}")
        }
        Impossible::MovingTurn { clock, turn } => {
            format!("with {clock} as the plies of movement it is not the turn of {turn}")
        }
        Impossible::LineAlready => "the seat to move has three in a row already".to_owned(),
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Line => "three in a row".to_owned(),
        Phrase::NoLine(1) => "1 piece was moved without a line".to_owned(),
        Phrase::NoLine(plies) => format!("{plies} pieces were moved without a line"),
        Phrase::InHand(pieces) => format!("{pieces} in hand"),
        Phrase::PromptToPlace => "Place one of your pieces on a free cell".to_owned(),
        Phrase::PromptToShift => "Move one of your pieces to a free cell".to_owned(),
    }
}
