//! What a position is worth, as programs read it.

use ludoteca_core::Language;
use ludoteca_engines::search_texts::short_value;
use ludoteca_search::Value;
use serde::Serialize;

use crate::Scale;

/// What a position is worth to a seat, as programs read it: one form for every command and for the
/// server.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = SeatValue))]
pub struct SeatValue {
    #[serde(flatten)]
    kind: ValueKind,
    /// The chance to win, from 0 to 1; points in a game without a winner.
    worth: f64,
    /// The value in a few words.
    text: String,
}

/// The kind of a value: proved or estimated.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", schema(as = Kind))]
enum ValueKind {
    /// Proved: the seat can force a win.
    Win {
        /// Within so many.
        plies: u32,
    },
    /// Proved: the others can force a loss of the seat.
    Loss {
        /// Within so many.
        plies: u32,
    },
    /// Proved: with best play the game is a draw.
    Draw,
    /// Proved: the seat gets these points with best play.
    Points {
        /// The points of the seat.
        points: i32,
    },
    /// An estimate.
    Estimate {
        /// How far the seat is estimated to be ahead.
        value: f64,
        /// The same in hundredths.
        hundredths: i32,
    },
}

impl SeatValue {
    /// A value on a scale.
    pub fn of(value: Value, scale: &Scale, language: Language) -> SeatValue {
        let kind = match value {
            Value::Win(plies) => ValueKind::Win { plies },
            Value::Loss(plies) => ValueKind::Loss { plies },
            Value::Draw => ValueKind::Draw,
            Value::Points(points) => ValueKind::Points { points },
            Value::Estimate(hundredths) => {
                ValueKind::Estimate { value: f64::from(hundredths) / 100.0, hundredths }
            }
        };
        SeatValue { kind, worth: scale.of(value), text: short_value(value, language) }
    }

    /// Values of all seats.
    pub fn all(values: &[Value], scale: &Scale, language: Language) -> Vec<SeatValue> {
        values.iter().map(|value| SeatValue::of(*value, scale, language)).collect()
    }
}
