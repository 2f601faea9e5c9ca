//! Portuguese.

use ludoteca_core::{Language, Seat, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "chegar ao outro lado do tabuleiro.",
    sides: ["azuis", "vermelhas"],
    rules: include_str!("../README.pt.md"),
    hint: "Linha e coluna da origem e do destino, separadas por espaços (quatro números).",
    move_form: "linha e coluna da origem e do destino, quatro números",
    position_form: "as linhas e a cor que tem a vez, como em `bb/bb/2/2/rr/rr b`",
    illegal,
    impossible,
    phrase,
};

/// What the sides are called: their pieces, in the plural.
fn colour(seat: Seat) -> &'static str {
    ["azuis", "vermelhas"][seat.index()]
}

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::Portuguese, spelling),
        Illegal::NoPiece(cell) => format!("na casa {} não há nenhuma peça", cell.spelled(spelling)),
        Illegal::NotYours(cell) => format!("a peça na casa {} não é sua", cell.spelled(spelling)),
        Illegal::NotForward(seat) => {
            let ahead = ["baixo", "cima"][seat.index()];
            format!("uma peça avança uma linha para {ahead}, em frente ou na diagonal")
        }
        Illegal::OwnPiece(cell) => {
            format!("na casa {} há uma peça sua", cell.spelled(spelling))
        }
        Illegal::StraightCapture => "uma peça não pode capturar em frente".to_owned(),
        Illegal::Over => "a partida já acabou".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Pieces { seat, count, most } => {
            format!("as {} têm {count} peças, mais do que {most}", colour(*seat))
        }
        Impossible::ReachedBefore(seat) => {
            let seat = colour(*seat);
            format!("é a vez das {seat}, que já chegaram ao outro lado")
        }
        Impossible::ReachedTwice(seat) => {
            format!("as {} chegaram duas vezes ao outro lado", colour(*seat))
        }
        Impossible::NoPieces(seat) => {
            format!("as {} acabaram de jogar e não têm peças", colour(*seat))
        }
        Impossible::Turn(seat) => {
            let seat = colour(*seat);
            format!(
                "com uma linha por jogada e jogadas alternadas, as peças não podem estar assim \
                    quando é a vez das {seat}"
            )
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Reached => "uma peça chegou ao outro lado",
        Phrase::LastCaptured => "a última peça foi capturada",
        Phrase::Prompt => "Avance com uma peça; captura-se na diagonal",
    }
    .to_owned()
}
