//! Portuguese.

use ludoteca_core::{Language, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "três em linha com três peças por lugar, que se movem depois de todas colocadas.",
    rules: include_str!("../README.pt.md"),
    hint: "'linha coluna', para colocar uma peça enquanto tiver alguma na mão; \
        depois, 'linha coluna linha coluna', para mover uma da primeira casa para a segunda.",
    no_progress_option: "jogadas a mover peças ao fim das quais há empate; 0 para não haver limite",
    place_form: "linha e coluna, dois números",
    shift_form: "origem e destino, quatro números",
    position_form: "as linhas, o lugar que tem a vez e quantas jogadas a mover peças já houve, \
        como em `xo1/1x1/o2 x 0`",
    clock: "um número de jogadas a mover peças",
    piece: "peça",
    illegal,
    impossible,
    phrase,
};

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::Portuguese, spelling),
        Illegal::InHand => "ainda tem peças na mão: coloque uma".to_owned(),
        Illegal::NoneInHand => "já não tem peças na mão: mova uma".to_owned(),
        Illegal::NotYours(cell) => {
            format!("na casa {} não há nenhuma peça sua", cell.spelled(spelling))
        }
        Illegal::Taken(cell) => format!("a casa {} está ocupada", cell.spelled(spelling)),
        Illegal::Over => "a partida já acabou".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Pieces { letter, count } => {
            format!("`{letter}` tem {count} peças, mas cada lugar só tem três")
        }
        Impossible::MovedTooEarly => {
            "enquanto houver peças na mão, ninguém pode ter movido nenhuma".to_owned()
        }
        Impossible::PlacingTurn { x, o, turn } => {
            format!("com {x} `x` e {o} `o` não é a vez de `{turn}`")
        }
        Impossible::MovingTurn { clock, turn } => {
            format!("com {} não é a vez de `{turn}`", shifts(*clock))
        }
        Impossible::LineAlready => "o lugar que tem a vez já tem três em linha".to_owned(),
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Line => "três em linha".to_owned(),
        Phrase::NoLine(plies) => format!("{} sem nenhuma linha", shifts(*plies)),
        Phrase::InHand(pieces) => format!("{pieces} na mão"),
        Phrase::PromptToPlace => "Coloque uma das suas peças numa casa livre".to_owned(),
        Phrase::PromptToShift => "Mova uma das suas peças para uma casa livre".to_owned(),
    }
}

fn shifts(count: u32) -> String {
    match count {
        1 => "1 jogada a mover peças".to_owned(),
        _ => format!("{count} jogadas a mover peças"),
    }
}
