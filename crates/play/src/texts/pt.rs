//! Portuguese.

use ludoteca_core::{Language, Spelling, Tell};

use super::Texts;
use crate::play::{BadRecord, Refused};
use crate::players::{LONGEST_NAME, Limit, PlayersError, Range};
use crate::record::{Decision, Dice, ResultFor};
use crate::setup::SetupError;

const LANGUAGE: Language = Language::Portuguese;

pub(super) static TEXTS: Texts = Texts {
    refused,
    players_error,
    setup_error,
    bad_record,
    decision,
    result_for,
    no_seed: |_| {
        format!("aceita-se um número inteiro de 0 a {} ou 64 dígitos hexadecimais", u64::MAX)
    },
    no_entropy: |_| "aceitam-se 64 dígitos hexadecimais".to_owned(),
};

fn tell(part: &impl Tell) -> String {
    part.tell(LANGUAGE, Spelling::Typed)
}

fn refused(refused: &Refused) -> String {
    match refused {
        Refused::Over => "a partida já acabou".to_owned(),
        Refused::Stale { meant, now } => {
            format!("a partida continuou: isto era para o estado {meant}, e já vai no {now}")
        }
        Refused::NoSuchSeat { seat, seats } => {
            format!("não existe o lugar {seat} numa mesa de {seats} lugares")
        }
        Refused::NoVerdict => {
            "uma partida decide-se com um vencedor ou um empate, não por pontos".to_owned()
        }
        Refused::NotTheirTurn(name) => format!("não é a vez de {name}"),
        Refused::RollFirst => "primeiro é preciso lançar o dado".to_owned(),
        Refused::NoRoll => "agora não se lança o dado".to_owned(),
        Refused::OtherDice(Dice::Drawn) => "é o programa que lança o dado".to_owned(),
        Refused::OtherDice(Dice::Typed) => "é preciso escrever o resultado do dado".to_owned(),
        Refused::HasRolled => {
            "o dado já foi lançado, e o que se contribuir depois disso não conta".to_owned()
        }
        Refused::Illegal(reason) => reason.tell(LANGUAGE),
        Refused::NothingToTakeBack => "não há nada para anular".to_owned(),
        Refused::NothingToRedo => "não há nenhuma jogada para refazer".to_owned(),
    }
}

fn players_error(error: &PlayersError) -> String {
    match error {
        PlayersError::EmptyName(list) => {
            format!(
                "há um nome vazio na lista de jogadores `{list}`: o formato é NOME ou NOME:MODO, \
                 separados por vírgulas"
            )
        }
        PlayersError::NoName(name) => {
            format!(
                "`{name}` não serve como nome: não se aceitam espaços, caracteres de controlo, `,`, `:` nem um `*` sozinho"
            )
        }
        PlayersError::LongName(name) => {
            let name: String = name.chars().take(LONGEST_NAME).collect();
            format!("`{name}…` é demasiado longo para um nome: aceitam-se no máximo {LONGEST_NAME} letras")
        }
        PlayersError::SameName(name) => {
            format!("há dois jogadores chamados `{name}`: os nomes têm de ser diferentes")
        }
        PlayersError::NoMode { mode, player } => {
            format!(
                "`{mode}` em `{player}` não é um modo: aceitam-se m (pessoa), r (aleatório), a (IA), de a1 a a10 (nível da IA) \
                 e opções como a:time=2s;threads=2"
            )
        }
        PlayersError::NoSetting(setting) => {
            format!(
                "`{setting}` não é uma opção de uma IA: aceitam-se depth, nodes, time, threads, memory e algorithm, como em a:time=2s;threads=2"
            )
        }
        PlayersError::NotAllowed { key, value, allowed } => {
            let allowed = match allowed {
                Range::UpTo(most) => format!("um número inteiro de 1 a {most}"),
                Range::Mebibytes(most) => format!("um número inteiro de 1 a {most}, em MiB"),
                Range::Time => "um tempo como 500ms, 2s, 1.5s ou 1m, até um dia".to_owned(),
                Range::OneOf(names) => {
                    format!("um destes: {}", ludoteca_core::shared::listed(names, LANGUAGE))
                }
            };
            format!("{key}={value} para uma IA: aceita-se {allowed}")
        }
        PlayersError::Twice(key) => format!("{key} aparece duas vezes para uma IA"),
        PlayersError::NoDepth => {
            "algorithm=minimax para uma IA sem depth: falta a profundidade exata da procura, como em a:depth=5;algorithm=minimax".to_owned()
        }
        PlayersError::OnlyDepth(limit) => {
            let limit = match limit {
                Limit::Level => "um nível",
                Limit::Nodes => "nodes",
                Limit::Time => "time",
            };
            format!(
                "algorithm=minimax para uma IA com {limit}: guia-se só por depth, como em a:depth=5;algorithm=minimax"
            )
        }
        PlayersError::NoLevels(algorithm) => {
            format!(
                "algorithm={algorithm} para uma IA com um nível: não deixa escapar nada e limita-se com nodes ou time, como em a:nodes=1000;algorithm={algorithm}"
            )
        }
    }
}

fn setup_error(error: &SetupError) -> String {
    match error {
        SetupError::NoObstacles { game } => format!("{game} não tem obstáculos"),
        SetupError::Option(error) => tell(error),
    }
}

fn bad_record(error: &BadRecord) -> String {
    match error {
        BadRecord::Options(error) => tell(error),
        BadRecord::OtherGame { record, table } => {
            format!("um registo de `{record}` numa mesa de `{table}`")
        }
        BadRecord::Seats { players: 1, seats } => format!("1 jogador numa mesa de {seats} lugares"),
        BadRecord::Seats { players, seats } => {
            format!("{players} jogadores numa mesa de {seats} lugares")
        }
        BadRecord::Position(error) => tell(error),
        BadRecord::Step(step, refused) => format!("passo {step}: {}", tell(refused)),
    }
}

fn decision(decision: &Decision) -> String {
    match decision {
        Decision::Resigned(name) => format!("{name} desistiu"),
        Decision::OutOfTime(name) => format!("esgotou-se o tempo de {name}"),
        Decision::Left(name) => format!("{name} saiu"),
        Decision::WasAway(name) => format!("{name} esteve ausente demasiado tempo"),
        Decision::Agreed => "por acordo".to_owned(),
        Decision::Other(reason) => reason.clone(),
    }
}

fn result_for(result: &ResultFor) -> String {
    match result {
        ResultFor::Won => "Ganhou a partida".to_owned(),
        ResultFor::Lost => "Perdeu a partida".to_owned(),
        ResultFor::WonBy(name) => format!("{name} ganhou"),
        ResultFor::Draw => "Empate".to_owned(),
        ResultFor::Finished(None) => "A partida acabou".to_owned(),
        ResultFor::Finished(Some(1)) => "A partida acabou com 1 ponto".to_owned(),
        ResultFor::Finished(Some(points)) => format!("A partida acabou com {points} pontos"),
        ResultFor::Stopped => "A partida foi interrompida".to_owned(),
    }
}
