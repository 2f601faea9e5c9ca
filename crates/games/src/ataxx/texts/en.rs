//! English.

use ludoteca_core::{Language, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "a board game for Atari guys of the nineties.",
    summary: "clone your pieces or let them jump, and take over all pieces beside them.",
    rules: include_str!("../README.md"),
    hint: "Row and column for origin and for destination, separated by spaces (four numbers).",
    obstacles_option: "cells that nobody can use",
    no_progress_option: "plies in a row without a clone that end the game as a draw, 0 for never",
    cross: "With obstacles",
    move_form: "row and column twice, four numbers",
    position_form: "rows, seat to move, plies without a clone and move number, as in `x5o/7/7/7/7/7/o5x x 0 1`",
    clock: "a number of plies without a clone",
    number: "a move number",
    illegal,
    impossible,
    phrase,
};

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::English, spelling),
        Illegal::NoPiece(cell) => format!("there is no piece on {}", cell.spelled(spelling)),
        Illegal::NotYours(cell) => {
            format!("the piece on {} is another player's", cell.spelled(spelling))
        }
        Illegal::NotAPiece(cell) => {
            format!("there is an obstacle on {}, not a piece", cell.spelled(spelling))
        }
        Illegal::SameCell => "a piece does not move to its own cell".to_owned(),
        Illegal::TooFar { from, to, distance } => {
            let (from, to) = (from.spelled(spelling), to.spelled(spelling));
            format!("{from} to {to} is a distance of {distance}: a piece moves 1 or 2 cells")
        }
        Illegal::Taken(cell) => format!("cell {} is taken", cell.spelled(spelling)),
        Illegal::Obstacle(cell) => format!("there is an obstacle on {}", cell.spelled(spelling)),
        Illegal::Over => "the game is over".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::NoPieces => "there are no pieces",
        Impossible::OtherObstacles => "its obstacles are not those of the options",
    }
    .to_owned()
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Conquered => "all other seats have lost their pieces".to_owned(),
        Phrase::Stuck => "no seat can move".to_owned(),
        Phrase::NoClone(1) => "1 move without a clone".to_owned(),
        Phrase::NoClone(plies) => format!("{plies} moves in a row without a clone"),
        Phrase::NoPieces => "has no pieces left".to_owned(),
        Phrase::ShutIn => "cannot move".to_owned(),
        Phrase::CellsUpTo { row, col } => format!("row,col up to {row},{col}"),
        Phrase::EachOnce => "each cell once".to_owned(),
        Phrase::NoStart => "any cell where no seat starts".to_owned(),
        Phrase::LeavesAMove => "what leaves some seat a move".to_owned(),
        Phrase::Cells(count) => format!("{count} cells"),
        Phrase::DrawsUpTo { most, mirror } => {
            let quarter = if *mirror { ", mirrored from the top left quarter" } else { "" };
            format!("a whole number from 0 to {most}{quarter}")
        }
        Phrase::Clone => "clone".to_owned(),
        Phrase::Jump => "jump".to_owned(),
        Phrase::Prompt => "Clone a piece onto a neighbouring cell, or jump two cells".to_owned(),
    }
}
