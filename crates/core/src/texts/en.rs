//! English.

use super::shared::listed;
use super::{Prompt, Texts};
use crate::language::{Language, Spelling};
use crate::notation::PositionError;
use crate::options::{OptionError, OptionKind};
use crate::scene::words::PlainRefusal;
use crate::text::{BadPlacement, ParseError};

const LANGUAGE: Language = Language::English;

pub(super) static TEXTS: Texts = Texts {
    and: |_| "and",
    no_move: "has no move",
    game_over: "the game is over",
    board_is_full: "the board is full",
    rows_option: "rows of the board",
    cols_option: "columns of the board",
    seats_option: "number of players",
    board_size: |rows, cols| format!("{rows}×{cols} board"),
    player_count: |count| format!("{count} players"),
    no_progress: |plies| match plies {
        0 => "no limit on moves without progress".to_owned(),
        1 => "at most 1 move without progress".to_owned(),
        plies => format!("at most {plies} moves without progress"),
    },
    obstacles: |count| match count {
        1 => "1 obstacle".to_owned(),
        count => format!("{count} obstacles"),
    },
    classic: "Classic",
    small_board: "Small board",
    three_players: "Three players",
    four_players: "Four players",
    placement_hint: "'row column', to place a piece at the corresponding position.",
    placement_form: "row and column, two numbers",
    empty: "empty",
    no_stones: "no stones",
    obstacle: "obstacle",
    stones: |count| if count == 1 { "1 stone".to_owned() } else { format!("{count} stones") },
    figure_of: |figure, owner| format!("{figure} of {owner}"),
    last_move: "last move",
    chosen: "chosen",
    can_be_played: "can be played",
    players: "Players:",
    captures: |count| format!("captures {count}"),
    pieces: |count| if count == 1 { "1 piece".to_owned() } else { format!("{count} pieces") },
    prompt,
    none: "none",
    parse_error,
    bad_placement,
    plain_refusal,
    position_error,
    option_error,
    allowed,
};

fn prompt(prompt: Prompt) -> &'static str {
    match prompt {
        Prompt::ChooseCell => "Choose a free cell",
        Prompt::ChooseBowl => "Choose one of your bowls",
        Prompt::MovePiece => "Choose a piece, then where it goes",
        Prompt::Roll => "Roll the die",
    }
}

fn parse_error(error: &ParseError) -> String {
    match error {
        ParseError::Malformed { text, form } => {
            format!("`{text}` is no move: it takes {}", form.tell(LANGUAGE))
        }
        ParseError::OffBoard { row, col, last_row, last_col } => {
            format!(
                "there is no cell {row} {col}: rows are 0 to {last_row}, columns 0 to {last_col}"
            )
        }
    }
}

fn bad_placement(error: &BadPlacement, spelling: Spelling) -> String {
    match error {
        BadPlacement::Parse(error) => parse_error(error),
        BadPlacement::Taken(cell) => format!("cell {} is taken", cell.spelled(spelling)),
        BadPlacement::Over => TEXTS.game_over.to_owned(),
    }
}

fn plain_refusal(refusal: &PlainRefusal) -> String {
    match refusal {
        PlainRefusal::CapturedStones => "captured stones are not played".to_owned(),
        PlainRefusal::NoEndHere => "no piece that is to be laid can end here".to_owned(),
        PlainRefusal::BelongsTo(name) => format!("this belongs to {name}"),
        PlainRefusal::NoLegalMove => "this piece has no legal move".to_owned(),
        PlainRefusal::NothingMovable => "nothing that can move lies here".to_owned(),
    }
}

fn position_error(error: &PositionError) -> String {
    match error {
        PositionError::Fields { text, form } => {
            format!("`{text}` is no position: it takes {}", form.tell(LANGUAGE))
        }
        PositionError::Rows { found, expected } => {
            format!("this board has {expected} rows, but the position has {found}")
        }
        PositionError::Columns { row, text, expected } => {
            format!(
                "this board has {expected} columns, but row {row} of the position, `{text}`, does not"
            )
        }
        PositionError::Letter { found, allowed } => {
            format!(
                "`{found}` in the position is not a cell: allowed are {}, and numbers for runs of empty cells",
                listed(allowed.chars(), LANGUAGE)
            )
        }
        PositionError::Turn { found, allowed } => {
            format!(
                "`{found}` is not a seat to move: allowed are {}",
                listed(allowed.chars(), LANGUAGE)
            )
        }
        PositionError::Number { what, found, min, max } => {
            format!(
                "`{found}` is not {}: allowed is a whole number from {min} to {max}",
                what.tell(LANGUAGE)
            )
        }
        PositionError::Malformed { what, found } => {
            format!("`{found}` is not {}", what.tell(LANGUAGE))
        }
        PositionError::Impossible(reason) => {
            format!("no game can reach this position: {}", reason.tell(LANGUAGE))
        }
    }
}

fn option_error(error: &OptionError) -> String {
    match error {
        OptionError::UnknownGame { id, known } => {
            format!("unknown game `{id}`: allowed are {}", listed(known, LANGUAGE))
        }
        OptionError::UnknownOption { game, key, known } => {
            format!("{game} has no option `{key}`: it has {}", listed(known, LANGUAGE))
        }
        OptionError::NoValue { text } => format!("`{text}` is no option: the form is KEY=VALUE"),
        OptionError::NotAllowed { game, key, value, allowed } => {
            format!(
                "{key}={} for {game}: allowed is {}",
                value.tell(LANGUAGE),
                allowed.tell(LANGUAGE)
            )
        }
        OptionError::Twice { game, key, first, second } => {
            format!("{key} is given twice for {game}, as {first} and {second}")
        }
    }
}

fn allowed(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Number { min, max, .. } | OptionKind::Derived { min, max, .. }
            if min == max =>
        {
            format!("only {min}")
        }
        OptionKind::Number { min, max, .. } | OptionKind::Derived { min, max, .. } => {
            format!("a whole number from {min} to {max}")
        }
        OptionKind::Odd { min, max, .. } => format!("an odd number from {min} to {max}"),
        OptionKind::Cells => "cells as row,col joined by /".to_owned(),
    }
}
