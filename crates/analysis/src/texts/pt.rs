//! Portuguese.

use ludoteca_search::Value;

use super::Texts;
use crate::quality::MoveQuality;

pub(super) static TEXTS: Texts = Texts {
    quality: |quality| match quality {
        MoveQuality::Best => "a melhor",
        MoveQuality::Fine => "boa",
        MoveQuality::Mistake => "erro",
        MoveQuality::Blunder => "erro grave",
    },
    amount,
    worse: |quality, value, best, step| {
        format!("{quality}: {value}; com {step}, que era melhor, {best}")
    },
    hardly_worse: |quality, value, best, step| format!("{quality}: {value}; com {step}, {best}"),
    about_points: |points| format!("{points} pontos"),
    player: "jogador",
    moves: "jogadas",
    forced: "forçadas",
    mean_loss: "perda média",
    luck: "sorte",
    decisions: "decisões",
    change: "variação",
    axis_points: "pontos",
    axis_chance: "probabilidade de vitória",
    axis: |what, name| match name {
        Some(name) => format!("{what} de {name}, passo a passo"),
        None => format!("{what}, passo a passo"),
    },
    legend: "círculos: provado; só linha: estimado · ? erro · ?? erro grave",
    die: "dado",
    start: "início",
};

fn amount(value: Value, estimate: Option<&str>) -> String {
    let plies = |plies: u32| {
        if plies == 1 { "1 jogada".to_owned() } else { format!("{plies} jogadas") }
    };
    match value {
        Value::Win(0) => "vitória".to_owned(),
        Value::Loss(0) => "derrota".to_owned(),
        Value::Win(within) => format!("vitória em {} no máximo", plies(within)),
        Value::Loss(within) => format!("derrota em {} no máximo", plies(within)),
        Value::Draw => "empate".to_owned(),
        Value::Points(points @ (1 | -1)) => format!("{points} ponto"),
        Value::Points(points) => format!("{points} pontos"),
        Value::Estimate(_) => format!("cerca de {}", estimate.unwrap_or_default()),
    }
}
