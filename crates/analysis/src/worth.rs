//! What a position is worth, as programs read it.

use ludoteca_engines::words::short_value;
use ludoteca_search::Value;
use serde::Serialize;

use crate::Scale;

/// What a position is worth to a seat, as programs read it: one form for every command and for the server.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = SeatValue))]
pub struct Worth {
    #[serde(flatten)]
    kind: Kind,
    /// The chance to win, from 0 to 1; points in a game without a winner.
    worth: f64,
    /// In a few words.
    text: String,
}

/// Proved or estimated.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
        /// The same in hundredths.
        hundredths: i32,
    },
}

impl Worth {
    /// A value on a scale.
    pub fn of(value: Value, scale: &Scale) -> Worth {
        let kind = match value {
            Value::Win(plies) => Kind::Win { plies },
            Value::Loss(plies) => Kind::Loss { plies },
            Value::Draw => Kind::Draw,
            Value::Points(points) => Kind::Points { points },
            Value::Estimate(hundredths) => Kind::Estimate { value: f64::from(hundredths) / 100.0, hundredths },
        };
        Worth { kind, worth: scale.of(value), text: short_value(value) }
    }

    /// Values of all seats.
    pub fn all(values: &[Value], scale: &Scale) -> Vec<Worth> {
        values.iter().map(|value| Worth::of(*value, scale)).collect()
    }
}
