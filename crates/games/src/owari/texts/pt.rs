//! Portuguese.

use ludoteca_core::Spelling;

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "semear sementes e capturar as que estão sozinhas.",
    sides: ["Sul", "Norte"],
    rules: include_str!("../README.pt.md"),
    hint: "O número de uma das suas covas com sementes.",
    bowls_option: "covas de cada lugar",
    stones_option: "sementes em cada cova no início",
    win_option: "sementes capturadas que dão a vitória",
    half_of_all: "metade de todas as sementes",
    no_progress_option: "jogadas seguidas sem capturas ao fim das quais a partida acaba; \
        0 para não haver limite",
    position_form: "as sementes dos dois lados e dos depósitos, o lugar que tem a vez e as jogadas \
        sem capturas, como em `4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 0`",
    side: "as sementes de um lado, um número por cova, separados por vírgulas",
    pots: "as sementes capturadas por cada lugar, como em `0,0`",
    stones: "um número de sementes",
    clock: "um número de jogadas sem capturas",
    player: |seat| format!("Jogador {seat}: "),
    illegal,
    impossible,
    phrase,
};

fn illegal(illegal: &Illegal, _spelling: Spelling) -> String {
    match illegal {
        Illegal::Malformed(text) => {
            format!("`{text}` não é uma jogada: é preciso indicar o número de uma cova")
        }
        Illegal::NoSuchBowl { bowl, last } => {
            format!("a cova {bowl} não existe: as covas vão de 1 a {last}")
        }
        Illegal::NotYours { bowl, first, last } => {
            let own = if first == last {
                format!("a sua é a {first}")
            } else {
                format!("as suas vão de {first} a {last}")
            };
            format!("a cova {bowl} é do adversário: {own}")
        }
        Illegal::Empty(bowl) => format!("a cova {bowl} está vazia"),
        Illegal::Over => "a partida já acabou".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Stones { found, all } => {
            format!("tem {}, mas esta partida joga-se com {all}", seeds(*found))
        }
        Impossible::SingleCaptured => {
            "um lugar capturou 1 semente, e cada captura é de 2 ou mais".to_owned()
        }
        Impossible::BothWon(stones) => {
            format!("ambos os lugares capturaram {} ou mais", seeds(*stones))
        }
        Impossible::WonBefore { turn, win } => {
            format!("é a vez do lugar {turn}, que já ganhou, com {} ou mais", seeds(*win))
        }
        Impossible::NotTheStart => {
            "antes da primeira jogada, as sementes estão como no início e é a vez do lugar 1"
                .to_owned()
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Won(stones) => format!("um jogador capturou {} ou mais", seeds(*stones)),
        Phrase::NoStonesLeft => "já não há sementes nas covas".to_owned(),
        Phrase::NoCapture(1) => "1 jogada sem capturas".to_owned(),
        Phrase::NoCapture(plies) => format!("{plies} jogadas seguidas sem capturas"),
        Phrase::NoStones => "não tem sementes do seu lado".to_owned(),
        Phrase::Bowl(number) => format!("cova {number}"),
        Phrase::Pot(seat) => format!("depósito {seat}"),
        Phrase::BowlsEach(1) => "1 cova por lugar".to_owned(),
        Phrase::BowlsEach(bowls) => format!("{bowls} covas por lugar"),
        Phrase::StonesEach(1) => "1 semente por cova".to_owned(),
        Phrase::StonesEach(stones) => format!("{stones} sementes por cova"),
        Phrase::Captured(1) => "1 capturada".to_owned(),
        Phrase::Captured(stones) => format!("{stones} capturadas"),
        Phrase::WinsUpTo(all) => format!("um número inteiro de 1 a {all}, o total das sementes"),
        Phrase::Sows(stones) => seeds(*stones),
    }
}

fn seeds(count: u32) -> String {
    if count == 1 { "1 semente".to_owned() } else { format!("{count} sementes") }
}
