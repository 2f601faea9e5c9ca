//! What positions are worth, as others read it.

use std::time::Instant;

use ludoteca_analysis::{Analysis as Looked, Judgement, Ply as LookedPly, Scale};
use ludoteca_engines::words::short_value;
use ludoteca_search::Value as Found;
use serde::Serialize;
use utoipa::ToSchema;

/// What a position is worth to a seat.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Value {
    #[serde(flatten)]
    kind: Kind,
    /// The chance to win, from 0 to 1; points in a game without a winner.
    worth: f64,
    /// In a few words.
    text: String,
}

/// Proved or estimated.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Kind {
    /// The seat can force a win.
    Win {
        /// Within so many.
        plies: u32,
    },
    /// Others can.
    Loss {
        /// Within so many.
        plies: u32,
    },
    /// Nobody can.
    Draw,
    /// The seat can force so many points.
    Points {
        /// So many.
        points: i32,
    },
    /// Not proved.
    Estimate {
        /// About so many points ahead.
        value: f64,
    },
}

impl Value {
    /// A value on a scale.
    pub fn of(value: Found, scale: &Scale) -> Value {
        let kind = match value {
            Found::Win(plies) => Kind::Win { plies },
            Found::Loss(plies) => Kind::Loss { plies },
            Found::Draw => Kind::Draw,
            Found::Points(points) => Kind::Points { points },
            Found::Estimate(hundredths) => Kind::Estimate { value: f64::from(hundredths) / 100.0 },
        };
        Value { kind, worth: scale.of(value), text: short_value(value) }
    }

    /// Values of all seats.
    pub fn all(values: &[Found], scale: &Scale) -> Vec<Value> {
        values.iter().map(|value| Value::of(*value, scale)).collect()
    }
}

/// A game that engines look at.
#[derive(Clone, Serialize, ToSchema, Debug, Default)]
pub struct Analysis {
    /// `none`, `running` or `done`.
    pub status: &'static str,
    /// How much of the work is done,
    pub done: usize,
    /// of how much.
    pub of: usize,
    /// Are values in points?
    pub scored: bool,
    /// What the first position is worth to each seat.
    pub start: Option<Vec<Value>>,
    /// The steps, as far as they were looked at.
    pub plies: Vec<Ply>,
    /// How the players did, as lines of a table.
    pub summary: String,
    /// When it was last told how far it has come.
    #[serde(skip)]
    pub told_at: Option<Instant>,
}

/// A step of a game that engines look at.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Ply {
    /// What the position after it is worth to each seat.
    values: Vec<Value>,
    /// `best`, `fine`, `mistake`, `blunder`; `only` where there was no choice, `roll` for the die; `null` where it was not judged yet.
    mark: Option<String>,
    /// What it gave away.
    loss: Option<f64>,
    /// What was best, where it was another move.
    best: Option<Best>,
    /// How lucky a roll was for each seat.
    luck: Option<Vec<f64>>,
}

/// The best move.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Best {
    /// As typed.
    step: String,
    /// With what is expected to follow.
    line: Vec<String>,
    /// What it is worth to who has it.
    value: Value,
}

impl Ply {
    /// One of which only the value is known.
    pub fn looked_at(values: &[Found], scale: &Scale) -> Ply {
        Ply { values: Value::all(values, scale), mark: None, loss: None, best: None, luck: None }
    }

    /// One that was judged.
    pub fn judged(ply: &LookedPly, scale: &Scale) -> Ply {
        let mut view = Ply::looked_at(&ply.values, scale);
        match &ply.verdict {
            Judgement::Roll(luck) => (view.mark, view.luck) = (Some("roll".to_owned()), Some(luck.clone())),
            Judgement::Only(_) => view.mark = Some("only".to_owned()),
            Judgement::Move(judged) => {
                view.mark = Some(judged.mark.to_string());
                view.loss = Some(judged.loss);
                let line = judged.best.line.clone();
                let value = Value::of(judged.best.value, scale);
                view.best = line.first().cloned().map(|step| Best { step, line, value });
            }
        }
        view
    }
}

impl Analysis {
    /// One that is done.
    pub fn done(looked: &Looked, summary: String) -> Analysis {
        let scale = &looked.scale;
        Analysis {
            status: "done",
            done: looked.plies.len(),
            of: looked.plies.len(),
            scored: scale.is_scored(),
            start: Some(Value::all(&looked.start, scale)),
            plies: looked.plies.iter().map(|ply| Ply::judged(ply, scale)).collect(),
            summary,
            told_at: None,
        }
    }
}
