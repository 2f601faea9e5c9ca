//! An analysis summed up, seat by seat.

use ludoteca_core::Seat;

use super::quality::MoveQuality;
use super::{Analysis, Scale, StepJudgement, texts};
use crate::columns::{TextCell, aligned, ended, left, right};

/// An analysis summed up.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisSummary {
    /// What values are measured in.
    pub scale: Scale,
    /// Was a die rolled?
    pub has_rolls: bool,
    /// One for each seat.
    pub seats: Vec<SeatSummary>,
}

/// What came together at a seat. From the first position to the last, what the seat has of it
/// changes by luck and decisions together.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeatSummary {
    /// How many of its moves had each mark, in the order of [`MoveQuality::ALL`].
    pub qualities: [u32; 4],
    /// How often it had no choice.
    pub forced: u32,
    /// What its choices gave away, together.
    pub loss: f64,
    /// What the die gave it, or took, together.
    pub luck: f64,
    /// What moves gave it, or took, together: its own, those of the others, and what was seen only
    /// later.
    pub decisions: f64,
}

impl AnalysisSummary {
    /// SeatSummary up an analysis.
    pub fn new(analysis: &Analysis) -> AnalysisSummary {
        let mut seats = vec![SeatSummary::default(); analysis.start.len()];
        let mut has_rolls = false;
        for (at, ply) in analysis.plies.iter().enumerate() {
            match &ply.verdict {
                StepJudgement::Roll(_) => has_rolls = true,
                StepJudgement::Only(seat) => seats[seat.index()].forced += 1,
                StepJudgement::Move(judged) => {
                    let sums = &mut seats[judged.seat.index()];
                    sums.qualities[judged.quality as usize] += 1;
                    sums.loss += judged.loss;
                }
            }
            for (seat, sums) in Seat::all(analysis.start.len()).zip(&mut seats) {
                let change = analysis.scaled_value(at + 1, seat) - analysis.scaled_value(at, seat);
                match &ply.verdict {
                    StepJudgement::Roll(luck) => sums.luck += luck[seat.index()],
                    StepJudgement::Only(_) | StepJudgement::Move(_) => sums.decisions += change,
                }
            }
        }
        AnalysisSummary { scale: analysis.scale, has_rolls, seats }
    }

    /// As lines of a table that all end, with a name for each seat.
    pub fn text(&self, names: &[&str]) -> String {
        let mut header = vec![left(texts::PLAYER), right(texts::MOVES)];
        header.extend(MoveQuality::ALL.map(right));
        header.extend([right(texts::FORCED), right(texts::MEAN_LOSS)]);
        if self.has_rolls {
            header.extend([texts::LUCK_SUM, texts::DECISIONS, texts::CHANGE].map(right));
        }
        let rows = names.iter().zip(&self.seats).map(|(name, sums)| self.row(name, sums));
        ended(aligned(&[header].into_iter().chain(rows).collect::<Vec<_>>()))
    }

    fn row(&self, name: &str, sums: &SeatSummary) -> Vec<TextCell> {
        let mut row = vec![left(name), right(sums.moves())];
        row.extend(sums.qualities.map(right));
        let mean =
            sums.mean_loss().map_or("-".to_owned(), |loss| texts::quantity(loss, &self.scale));
        row.extend([right(sums.forced), right(mean)]);
        if self.has_rolls {
            let parts = [sums.luck, sums.decisions, sums.luck + sums.decisions];
            row.extend(parts.map(|part| right(texts::difference(part, &self.scale))));
        }
        row
    }
}

impl SeatSummary {
    /// All moves of the seat.
    pub fn moves(&self) -> u32 {
        self.forced + self.chosen()
    }

    /// Those where it had a choice.
    pub fn chosen(&self) -> u32 {
        self.qualities.iter().sum()
    }

    /// What a choice gave away, on average; `None` where there was none.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.chosen() > 0).then(|| self.loss / f64::from(self.chosen()))
    }
}
