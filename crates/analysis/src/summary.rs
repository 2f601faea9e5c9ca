//! The summary of an analysis, seat by seat.

use ludoteca_core::{Language, Seat};

use super::quality::MoveQuality;
use super::texts::{self, texts};
use super::{Analysis, Scale, StepJudgement};
use crate::columns::{TextCell, aligned, ended, left, right};

/// The summary of an analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisSummary {
    /// The scale of the values.
    pub scale: Scale,
    /// Was a die rolled?
    pub has_rolls: bool,
    /// The summaries of the seats, in their order.
    pub seats: Vec<SeatSummary>,
}

/// The summary of one seat. From the first position to the last, its value changes by the sum of
/// luck and decisions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeatSummary {
    /// How many of its moves had each quality, in the order of [`MoveQuality::ALL`].
    pub qualities: [u32; 4],
    /// How many of its moves were forced: it had only one legal move.
    pub forced: u32,
    /// The sum of what its choices lost.
    pub loss: f64,
    /// The sum of its luck: the gains and losses by rolls.
    pub luck: f64,
    /// The sum of its gains and losses by moves: its own moves, those of the others, and
    /// corrections of earlier estimates.
    pub decisions: f64,
}

impl AnalysisSummary {
    /// Sums up an analysis.
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

    /// The summary as text: the lines of a table, each ending in a line break, with a name for each
    /// seat.
    pub fn text(&self, names: &[&str], language: Language) -> String {
        let texts = texts(language);
        let mut header = vec![left(texts.player), right(texts.moves)];
        header.extend(MoveQuality::ALL.map(|quality| right((texts.quality)(quality))));
        header.extend([right(texts.forced), right(texts.mean_loss)]);
        if self.has_rolls {
            header.extend([texts.luck, texts.decisions, texts.change].map(right));
        }
        let rows = names.iter().zip(&self.seats).map(|(name, sums)| self.row(name, sums, language));
        ended(aligned(&[header].into_iter().chain(rows).collect::<Vec<_>>()))
    }

    fn row(&self, name: &str, sums: &SeatSummary, language: Language) -> Vec<TextCell> {
        let mut row = vec![left(name), right(sums.moves())];
        row.extend(sums.qualities.map(right));
        let mean = sums
            .mean_loss()
            .map_or("-".to_owned(), |loss| texts::quantity(loss, &self.scale, language));
        row.extend([right(sums.forced), right(mean)]);
        if self.has_rolls {
            let parts = [sums.luck, sums.decisions, sums.luck + sums.decisions];
            row.extend(parts.map(|part| right(texts::difference(part, &self.scale, language))));
        }
        row
    }
}

impl SeatSummary {
    /// The number of moves of the seat.
    pub fn moves(&self) -> u32 {
        self.forced + self.chosen()
    }

    /// The number of moves for which it had a choice.
    pub fn chosen(&self) -> u32 {
        self.qualities.iter().sum()
    }

    /// The mean loss of a choice; `None` if there was no choice.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.chosen() > 0).then(|| self.loss / f64::from(self.chosen()))
    }
}
