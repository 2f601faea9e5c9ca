//! How good a move was.

use std::fmt;

use ludoteca_search::Value;
use serde::{Deserialize, Serialize};

use super::scale::Scale;

/// How good a move was, compared with the best.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveQuality {
    /// Nothing better was found.
    Best,
    /// Hardly worse than the best move, or only slower.
    Fine,
    /// It lost a noticeable share of the game.
    Mistake,
    /// It lost a large share of the game, or a proved result.
    Blunder,
}

/// A loss below this share of the game is negligible.
const NEGLIGIBLE: f64 = 0.01;
/// A loss from this share on is a mistake.
const MISTAKE: f64 = 0.1;
/// A loss from this share on is a blunder.
const BLUNDER: f64 = 0.25;

impl MoveQuality {
    /// All qualities, the best first.
    pub const ALL: [MoveQuality; 4] =
        [MoveQuality::Best, MoveQuality::Fine, MoveQuality::Mistake, MoveQuality::Blunder];

    /// The quality of a move, given its value, the value of the best move, and the loss against
    /// that.
    pub fn new(best: Value, value: Value, loss: f64, scale: &Scale) -> MoveQuality {
        // If the position still seems won, the proof may well come a move later.
        let proof_is_lost = matches!((best, value), (Value::Win(_), Value::Estimate(_)))
            && loss > scale.part(NEGLIGIBLE);
        let slower = match (best, value) {
            (Value::Win(fast), Value::Win(slow)) => fast < slow,
            (Value::Loss(late), Value::Loss(early)) => early < late,
            _ => false,
        };
        match loss {
            _ if proof_is_lost || loss >= scale.part(BLUNDER) => MoveQuality::Blunder,
            _ if loss >= scale.part(MISTAKE) => MoveQuality::Mistake,
            _ if slower || loss > scale.part(NEGLIGIBLE) => MoveQuality::Fine,
            _ => MoveQuality::Best,
        }
    }

    /// The sign that is used in game notation, such as `?`; empty for a move that is good enough.
    pub fn sign(self) -> &'static str {
        match self {
            MoveQuality::Best | MoveQuality::Fine => "",
            MoveQuality::Mistake => "?",
            MoveQuality::Blunder => "??",
        }
    }
}

/// The quality in one word.
impl fmt::Display for MoveQuality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            MoveQuality::Best => "best",
            MoveQuality::Fine => "fine",
            MoveQuality::Mistake => "mistake",
            MoveQuality::Blunder => "blunder",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_follow_from_values() {
        let table = ludoteca_games::catalog::open(&ludoteca_core::Options::new(
            ludoteca_games::catalog::GAMES[0],
        ));
        let scale = Scale::new(&*table.expect("a game at its defaults"));
        let at = |place: f64| scale.estimate(place);
        for (best, value, quality) in [
            (Value::Win(3), Value::Win(3), MoveQuality::Best),
            (Value::Win(3), Value::Win(5), MoveQuality::Fine),
            (Value::Win(3), at(0.999), MoveQuality::Best),
            (Value::Win(3), at(0.98), MoveQuality::Blunder),
            (Value::Win(3), Value::Draw, MoveQuality::Blunder),
            (Value::Win(3), Value::Loss(2), MoveQuality::Blunder),
            (Value::Draw, Value::Draw, MoveQuality::Best),
            (Value::Draw, Value::Loss(8), MoveQuality::Blunder),
            (Value::Draw, at(0.3), MoveQuality::Mistake),
            (Value::Loss(8), Value::Loss(8), MoveQuality::Best),
            (Value::Loss(8), Value::Loss(2), MoveQuality::Fine),
            (at(0.6), at(0.6), MoveQuality::Best),
            // Better than the supposed best move.
            (at(0.6), at(0.7), MoveQuality::Best),
            (at(0.6), Value::Win(4), MoveQuality::Best),
            (at(0.6), at(0.55), MoveQuality::Fine),
            (at(0.6), at(0.45), MoveQuality::Mistake),
            (at(0.6), at(0.3), MoveQuality::Blunder),
            (at(0.6), Value::Loss(4), MoveQuality::Blunder),
            // Far ahead, and a little less far ahead.
            (Value::Estimate(3000), Value::Estimate(2500), MoveQuality::Best),
            (at(0.05), Value::Loss(4), MoveQuality::Fine),
        ] {
            let loss = (scale.of(best) - scale.of(value)).max(0.0);
            assert_eq!(MoveQuality::new(best, value, loss, &scale), quality, "{best:?}, {value:?}");
        }
    }
}
