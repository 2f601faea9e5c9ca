//! Portuguese.

use ludoteca_core::shared::listed;
use ludoteca_core::{Language, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts, either};

pub(super) static TEXTS: Texts = Texts {
    about: "dois corpos celestes, doze sondas e um dado.",
    rules: include_str!("../README.pt.md"),
    hint: "'m;n' para colocar um corpo celeste, as duas pontas 'm1;n1:m2;n2' para colocar uma \
        sonda, todos os passos 'm1;n1:…:mi;ni' para deslocar o corpo celeste.",
    token: "sonda",
    field_form: "linha e coluna, como em 5;2",
    token_form: "as duas pontas da sonda, como em 6;2:6;6",
    walk_form: "todos os passos, como em 4;2:3;2",
    position_form: "as linhas, a fase, as sondas que restam e o que vem a seguir, \
        como em `15/15/15/15/15/15/15/15/15/15/15 1 234567 set`",
    phase: "uma fase",
    left: "as sondas que restam: comprimentos de 2 a 7, por ordem crescente, ou - se não \
        restar nenhuma",
    stage: "o que vem a seguir: set, roll, place:N, walk:N ou over, com N de 2 a 7",
    illegal,
    impossible,
    phrase,
};

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::Portuguese, spelling),
        Illegal::OffBoard(field) => format!("a casa {field} fica fora do tabuleiro"),
        Illegal::Occupied(field) => format!("a casa {field} está ocupada"),
        Illegal::Crooked => {
            "uma sonda tem de ficar toda numa só linha ou numa só coluna".to_owned()
        }
        Illegal::SticksOut => "a sonda não fica inteiramente dentro do tabuleiro".to_owned(),
        Illegal::Outside => "a DAWN tem de ocupar pelo menos uma casa do tabuleiro".to_owned(),
        Illegal::Length { length, asked } => {
            let asked: Vec<String> = asked.iter().map(ToString::to_string).collect();
            let asked = asked.join(" ou ");
            format!("o comprimento da sonda é {length}, mas o dado pede {asked}")
        }
        Illegal::TooFar { steps, most } => {
            format!("o percurso tem {steps} passos, mas o máximo é {most}")
        }
        Illegal::Leap { from, to } => format!("a casa {to} não fica ao lado da casa {from}"),
        Illegal::ManyWays(to) => {
            format!("há vários caminhos mais curtos até {to}: é preciso escrever todos os passos")
        }
        Illegal::NoSide(text) => {
            format!("`{text}` não pode sair no dado: pode sair 2, 3, 4, 5, 6 ou DAWN")
        }
        Illegal::RollFirst => "primeiro é preciso lançar o dado".to_owned(),
        Illegal::NoRoll => "agora não se lança o dado".to_owned(),
        Illegal::Over => "a partida já acabou".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::BodyTwice(body) => format!("{body} aparece duas vezes"),
        Impossible::BodyEarly(body) => format!("{body} ainda não pode estar no tabuleiro"),
        Impossible::BodyMissing(body) => format!("falta {body}"),
        Impossible::SetNotWhole => "uma fase começa com o conjunto de sondas completo".to_owned(),
        Impossible::NoToken => "já não resta nenhuma sonda para colocar".to_owned(),
        Impossible::WalkAfterNothing(length) => {
            format!("a sonda de comprimento {length} tem de ser gasta antes de Nature se deslocar")
        }
        Impossible::OverEarly => "a partida só acaba no fim da fase 2".to_owned(),
        Impossible::NothingFits => {
            "nenhuma das sondas que podem ser colocadas cabe no tabuleiro".to_owned()
        }
        Impossible::NoStep => "nenhum passo é possível".to_owned(),
        Impossible::Covered { found, least, most } => {
            let found = cells(*found, "casa", "casas");
            format!(
                "as sondas ocupam {found}, mas as que já foram gastas ocupam no mínimo {least} \
                    e no máximo {most}"
            )
        }
        Impossible::Alone(field) => format!("nenhuma sonda ocupa só a casa {field}"),
        Impossible::TooManyAlone => "só uma DAWN pode ocupar uma única casa".to_owned(),
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Over([vesta, ceres]) => {
            let vesta = cells(*vesta, "casa vazia", "casas vazias");
            format!("as duas fases acabaram, Vesta chega a {vesta} e Ceres a {ceres}")
        }
        Phrase::NothingFits => "não tem onde colocar nenhuma das sondas possíveis".to_owned(),
        Phrase::NoStep => "não pode dar nenhum passo".to_owned(),
        Phrase::MayWalk(body, steps) => format!("{body} pode dar até {steps} passos"),
        Phrase::Token(token) => format!("sonda {token}"),
        Phrase::Names(names) => listed(names, Language::Portuguese),
        Phrase::SetBody(body) => format!("Coloque {body} numa casa livre"),
        Phrase::Lay(tokens) => {
            format!("Coloque a sonda {}: escolha uma ponta e depois a outra", either(tokens, "ou"))
        }
        Phrase::Walk(body, steps) => format!("Desloque {body} até {steps} passos"),
        Phrase::Stage { phase, round } => format!("fase {phase} de 2, ronda {round} de 6"),
    }
}

fn cells(count: u32, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
