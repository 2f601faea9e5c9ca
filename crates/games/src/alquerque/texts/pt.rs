//! Portuguese.

use ludoteca_core::{Seat, Spelling};

use super::{Illegal, Impossible, Phrase, Texts, point};

pub(super) static TEXTS: Texts = Texts {
    about: "o antepassado das damas, em 25 pontos.",
    rules: include_str!("../README.pt.md"),
    hint: "Origem e destino, com dois números (18 13) ou com dois nomes (C4 C3).",
    colours: ["brancas", "pretas"],
    position_form: "as linhas, o lado que tem a vez e o número da volta, \
        como em `bbbbb/bbbbb/bb1ww/wwwww/wwwww w 1`",
    number: "o número de uma volta",
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
            format!(
                "`{text}` não é uma jogada: é preciso indicar dois números (18 13) \
                    ou dois nomes (C4 C3)"
            )
        }
        Illegal::NoSuchPoint(text) => {
            format!("o ponto {text} não existe: os pontos vão de 1 a 25, ou de A1 a E5")
        }
        Illegal::NoPiece(at) => format!("no ponto {} não há nenhuma pedra", point(at)),
        Illegal::NotYours(at) => format!("a pedra no ponto {} não é sua", point(at)),
        Illegal::Taken(at) => format!("o ponto {} está ocupado", point(at)),
        Illegal::NoLine(from, to) => {
            format!("nenhum traço liga {} a {}", point(from), point(to))
        }
        Illegal::Sideways => "uma pedra só se move para o lado quando captura".to_owned(),
        Illegal::Backward => "uma pedra só se move para trás quando captura".to_owned(),
        Illegal::NothingToJump(at) => {
            format!("no ponto {} não há nenhuma pedra para saltar", point(at))
        }
        Illegal::OwnPiece(at) => {
            format!("a pedra no ponto {} é sua e não pode ser saltada", point(at))
        }
        Illegal::Over => "a partida já acabou".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Pieces { side, count } => {
            format!("as {} têm {count} pedras, mais do que 12", colour(*side))
        }
        Impossible::NoPieces(side) => {
            format!("as {} acabaram de jogar e não têm pedras", colour(*side))
        }
        Impossible::Turn(side) => {
            let side = colour(*side);
            format!(
                "com jogadas alternadas, as pedras não podem estar assim quando é a vez das {side}"
            )
        }
        Impossible::Number { latest, number } => {
            format!("as pedras só podem estar assim até à volta {latest}, não na volta {number}")
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::NoPieces(side) => format!("as {} ficaram sem pedras", colour(*side)),
        Phrase::NoMove(side) => format!("as {} não têm nenhuma jogada válida", colour(*side)),
        Phrase::Prompt => {
            "Mova uma pedra por uma linha ou salte sobre uma do adversário".to_owned()
        }
    }
}
