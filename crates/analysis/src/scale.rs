//! Values as numbers that can be compared. The scale is not linear: a lead of thirty pieces is
//! hardly better than one of twenty-five.

use ludoteca_core::Table;
use ludoteca_search::Value;

/// The scale of values: the probability to win, from 0 to 1, with a draw in the middle; or the
/// points in a game that has no winner.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Scale {
    /// A clear advantage, in hundredths: the unit of the logistic curve.
    lead: f64,
    scored: bool,
}

impl Scale {
    /// The scale of a game.
    pub fn new(table: &dyn Table) -> Scale {
        Scale {
            lead: f64::from(table.options().info().clear_advantage),
            scored: table.options().info().scored,
        }
    }

    /// Is the scale in points?
    pub fn is_scored(&self) -> bool {
        self.scored
    }

    /// A value on this scale.
    pub fn of(&self, value: Value) -> f64 {
        match value {
            Value::Estimate(hundredths) if self.scored => f64::from(hundredths) / 100.0,
            Value::Estimate(hundredths) => {
                1.0 / (1.0 + libm::exp(-f64::from(hundredths) / self.lead))
            }
            Value::Points(points) if self.scored => f64::from(points),
            Value::Points(points) => self.of(Value::Estimate(points.saturating_mul(100))),
            Value::Win(_) => 1.0,
            Value::Draw if self.scored => 0.0,
            Value::Draw => 0.5,
            Value::Loss(_) => 0.0,
        }
    }

    /// The estimate that has this place on the scale.
    pub fn estimate(&self, at: f64) -> Value {
        let hundredths =
            if self.scored { at * 100.0 } else { self.lead * libm::log(at / (1.0 - at)) };
        // An infinite value becomes the greatest estimate.
        Value::Estimate(hundredths.round().clamp(-MOST, MOST) as i32)
    }

    /// A share of what is at stake, on this scale: of the whole range from 0 to 1, or of four times
    /// a clear advantage in points.
    pub fn part(&self, share: f64) -> f64 {
        if self.scored { share * 4.0 * self.lead / 100.0 } else { share }
    }
}

/// The greatest estimate: a win that is expected but not proved.
const MOST: f64 = Value::EXPECTED as f64;

#[cfg(test)]
mod tests {
    use super::*;

    const CHANCES: Scale = Scale { lead: 300.0, scored: false };
    const POINTS: Scale = Scale { lead: 500.0, scored: true };

    #[test]
    fn values_have_places() {
        for (scale, value, place) in [
            (CHANCES, Value::Win(9), 1.0),
            (CHANCES, Value::Loss(2), 0.0),
            (CHANCES, Value::Draw, 0.5),
            (CHANCES, Value::Estimate(0), 0.5),
            (CHANCES, Value::Estimate(300), 0.731),
            (CHANCES, Value::Estimate(-300), 0.269),
            (CHANCES, Value::Estimate(3000), 1.0),
            (CHANCES, Value::Estimate(i32::MIN), 0.0),
            (POINTS, Value::Estimate(1250), 12.5),
            (POINTS, Value::Points(-8), -8.0),
        ] {
            assert!((scale.of(value) - place).abs() < 5e-4, "{value:?} is at {}", scale.of(value));
        }
        assert_eq!((CHANCES.part(0.1), POINTS.part(0.1)), (0.1, 2.0));
    }

    #[test]
    fn places_have_estimates() {
        for (scale, place, hundredths) in [
            (CHANCES, 0.5, 0),
            (CHANCES, 0.731_058_6, 300),
            (POINTS, -1.5, -150),
            (CHANCES, 1.0, Value::EXPECTED),
        ] {
            assert_eq!(scale.estimate(place), Value::Estimate(hundredths), "{place}");
        }
    }
}
