//! Portuguese.

use ludoteca_core::{Language, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "um jogo de tabuleiro para quem tinha um Atari nos anos noventa.",
    summary: "clona as tuas peças ou fá-las saltar, e conquista todas as que fiquem ao lado.",
    rules: include_str!("../README.pt.md"),
    hint: "Linha e coluna da origem e do destino, separadas por espaços (quatro números).",
    obstacles_option: "casas que ninguém pode usar",
    no_progress_option: "jogadas seguidas sem clonar ao fim das quais há empate; \
        0 para não haver limite",
    cross: "Com obstáculos",
    move_form: "linha e coluna da origem e do destino, quatro números",
    position_form: "as linhas, o lugar que tem a vez, as jogadas sem clonar e o número da volta, \
        como em `x5o/7/7/7/7/7/o5x x 0 1`",
    clock: "um número de jogadas sem clonar",
    number: "o número de uma volta",
    illegal,
    impossible,
    phrase,
};

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::Portuguese, spelling),
        Illegal::NoPiece(cell) => format!("na casa {} não há nenhuma peça", cell.spelled(spelling)),
        Illegal::NotYours(cell) => {
            format!("a peça na casa {} é de outro jogador", cell.spelled(spelling))
        }
        Illegal::NotAPiece(cell) => {
            format!("na casa {} há um obstáculo e não uma peça", cell.spelled(spelling))
        }
        Illegal::SameCell => "uma peça não se move para a casa onde está".to_owned(),
        Illegal::TooFar { from, to, distance } => {
            let (from, to) = (from.spelled(spelling), to.spelled(spelling));
            format!("de {from} a {to} são {distance} casas de distância: uma peça anda 1 ou 2")
        }
        Illegal::Taken(cell) => format!("a casa {} está ocupada", cell.spelled(spelling)),
        Illegal::Obstacle(cell) => format!("na casa {} há um obstáculo", cell.spelled(spelling)),
        Illegal::Over => "a partida já acabou".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::NoPieces => "não há nenhuma peça",
        Impossible::OtherObstacles => "os obstáculos não são os das opções",
    }
    .to_owned()
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Conquered => "só um lugar ainda tem peças".to_owned(),
        Phrase::Stuck => "ninguém pode jogar".to_owned(),
        Phrase::NoClone(1) => "1 jogada sem clonar".to_owned(),
        Phrase::NoClone(plies) => format!("{plies} jogadas seguidas sem clonar"),
        Phrase::NoPieces => "já não tem peças".to_owned(),
        Phrase::ShutIn => "não pode jogar".to_owned(),
        Phrase::CellsUpTo { row, col } => format!("linha,coluna até {row},{col}"),
        Phrase::EachOnce => "cada casa uma só vez".to_owned(),
        Phrase::NoStart => "apenas casas de onde nenhum lugar parte".to_owned(),
        Phrase::LeavesAMove => "apenas casas que deixem alguém jogar".to_owned(),
        Phrase::Cells(1) => "1 casa".to_owned(),
        Phrase::Cells(count) => format!("{count} casas"),
        Phrase::DrawsUpTo { most, mirror } => {
            let quarter = if *mirror { ", contando só o quadrante superior esquerdo" } else { "" };
            format!("um número inteiro de 0 a {most}{quarter}")
        }
        Phrase::Clone => "clona".to_owned(),
        Phrase::Jump => "salta".to_owned(),
        Phrase::Prompt => "Clone uma peça para uma casa vizinha ou salte duas casas".to_owned(),
    }
}
