//! English.

use ludoteca_core::shared::listed;
use ludoteca_core::{Language, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts, either};

pub(super) static TEXTS: Texts = Texts {
    about: "two asteroids, twelve tokens and a die.",
    rules: include_str!("../README.md"),
    hint: "'m;n' to set a body, both ends 'm1;n1:m2;n2' to lay a token, every step 'm1;n1:…:mi;ni' to walk.",
    token: "token",
    field_form: "row and column as in 5;2",
    token_form: "both ends of the token as in 6;2:6;6",
    walk_form: "every step as in 4;2:3;2",
    position_form: "rows, phase, tokens left and what comes next, as in `15/15/15/15/15/15/15/15/15/15/15 1 234567 set`",
    phase: "a phase",
    left: "a set of tokens: lengths from 2 to 7, ascending, or - for none",
    stage: "what comes next: set, roll, place:N, walk:N or over, N from 2 to 7",
    illegal,
    impossible,
    phrase,
};

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::English, spelling),
        Illegal::OffBoard(field) => format!("the given coordinate {field} is not on the board"),
        Illegal::Occupied(field) => format!("field {field} is occupied"),
        Illegal::Crooked => "a token lies straight, in one row or one column".to_owned(),
        Illegal::SticksOut => "the token is not completely on the board".to_owned(),
        Illegal::Outside => "DAWN must cover at least one field of the board".to_owned(),
        Illegal::Length { length, asked } => {
            let asked: Vec<String> = asked.iter().map(ToString::to_string).collect();
            let asked = asked.join(" or ");
            format!("the token has length {length}, but the roll asks for {asked}")
        }
        Illegal::TooFar { steps, most } => {
            format!("the walk has {steps} steps, but at most {most} are allowed")
        }
        Illegal::Leap { from, to } => format!("field {to} is not beside {from}"),
        Illegal::ManyWays(to) => {
            format!("several shortest ways lead to {to}: type every step")
        }
        Illegal::NoSide(text) => {
            format!("`{text}` is no roll: the die shows 2, 3, 4, 5, 6 or DAWN")
        }
        Illegal::RollFirst => "the die must be rolled first".to_owned(),
        Illegal::NoRoll => "the die is not to be rolled now".to_owned(),
        Illegal::Over => "the game is over".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::BodyTwice(body) => format!("{body} is there twice"),
        Impossible::BodyEarly(body) => format!("{body} is on the board too early"),
        Impossible::BodyMissing(body) => format!("{body} is missing"),
        Impossible::SetNotWhole => "a phase begins with a whole set of tokens".to_owned(),
        Impossible::NoToken => "no token is left to lay".to_owned(),
        Impossible::WalkAfterNothing(length) => {
            format!("the token of {length} is still left, and Nature walks after it")
        }
        Impossible::OverEarly => "the game ends with phase 2".to_owned(),
        Impossible::NothingFits => "no token that may be laid fits".to_owned(),
        Impossible::NoStep => "no step is possible".to_owned(),
        Impossible::Covered { found, least, most } => {
            format!(
                "the tokens cover {found} fields: at least {least} and at most {most} by those used so far"
            )
        }
        Impossible::Alone(field) => format!("no token covers field {field} alone"),
        Impossible::TooManyAlone => "only a DAWN covers a single field".to_owned(),
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Over([vesta, ceres]) => {
            format!("both phases are over, Vesta reaches {vesta} free fields and Ceres {ceres}")
        }
        Phrase::NothingFits => "has no token that may be laid and fits".to_owned(),
        Phrase::NoStep => "cannot step anywhere".to_owned(),
        Phrase::MayWalk(body, steps) => format!("{body} walks up to {steps} steps"),
        Phrase::Token(token) => format!("token {token}"),
        Phrase::Names(names) => listed(names, Language::English),
        Phrase::SetBody(body) => format!("Place {body} on a free field"),
        Phrase::Lay(tokens) => {
            format!("Lay token {}: choose one end, then the other", either(tokens, "or"))
        }
        Phrase::Walk(body, steps) => format!("Move {body} up to {steps} fields"),
        Phrase::Stage { phase, round } => format!("phase {phase} of 2, round {round} of 6"),
    }
}
