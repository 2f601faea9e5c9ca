//! Spanish.

use ludoteca_search::Value;

use super::Texts;
use crate::quality::MoveQuality;

pub(super) static TEXTS: Texts = Texts {
    quality: |quality| match quality {
        MoveQuality::Best => "la mejor",
        MoveQuality::Fine => "buena",
        MoveQuality::Mistake => "error",
        MoveQuality::Blunder => "error grave",
    },
    amount,
    worse: |quality, value, best, step| {
        format!("{quality}: {value}; con {step}, que era mejor, {best}")
    },
    hardly_worse: |quality, value, best, step| format!("{quality}: {value}; con {step}, {best}"),
    about_points: |points| format!("{points} puntos"),
    player: "jugador",
    moves: "jugadas",
    forced: "forzadas",
    mean_loss: "pérdida media",
    luck: "suerte",
    decisions: "decisiones",
    change: "cambio",
    axis_points: "puntos",
    axis_chance: "probabilidad de victoria",
    axis: |what, name| match name {
        Some(name) => format!("{what} de {name}, paso a paso"),
        None => format!("{what}, paso a paso"),
    },
    legend: "con punto: demostrado, solo línea: estimado · ? error · ?? error grave",
    die: "dado",
    start: "inicio",
};

fn amount(value: Value, estimate: Option<&str>) -> String {
    let plies = |plies: u32| {
        if plies == 1 { "1 jugada".to_owned() } else { format!("{plies} jugadas") }
    };
    match value {
        Value::Win(0) => "victoria".to_owned(),
        Value::Loss(0) => "derrota".to_owned(),
        Value::Win(within) => format!("victoria en {} como mucho", plies(within)),
        Value::Loss(within) => format!("derrota en {} como mucho", plies(within)),
        Value::Draw => "tablas".to_owned(),
        Value::Points(points @ (1 | -1)) => format!("{points} punto"),
        Value::Points(points) => format!("{points} puntos"),
        Value::Estimate(_) => format!("alrededor de {}", estimate.unwrap_or_default()),
    }
}
