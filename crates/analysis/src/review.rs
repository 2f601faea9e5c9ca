//! The analysis of a whole game.

use ludoteca_core::{Next, Table};
use ludoteca_games::catalog;
use ludoteca_play::{Engine, Play, Record};

use crate::{AnalysedStep, Analysis, Analyst, PositionFinding, Scale};

/// The analysis of a whole game, in two rounds: first each of its positions, then each of its
/// steps. The parts of a round can be done in any order. So a caller can spread them over threads,
/// or report progress between them.
pub struct Review {
    analyst: Analyst,
    play: Play,
}

impl Review {
    /// Prepares the analysis of a record's game by an engine.
    ///
    /// # Panics
    /// Where the record is not one that can be read.
    pub fn new(record: &Record, engine: Engine) -> Review {
        let play = replayed(record);
        Review { analyst: Analyst::new(engine, play.table()), play }
    }

    /// The scale of the values.
    pub fn scale(&self) -> Scale {
        self.analyst.scale()
    }

    /// How many positions there are: one more than steps.
    pub fn positions(&self) -> usize {
        self.play.positions().len()
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.play.steps()
    }

    /// The first round: analyses the position after `at` steps.
    pub fn analyse_position(&self, at: usize) -> PositionFinding {
        self.analyst.analyse(self.table(at))
    }

    /// Between the rounds: carries proofs from one position to the next. A player who plays the
    /// proved best move keeps what is proved. A player whose move leads to a proved win had a win
    /// before it.
    pub fn reconcile(&self, findings: &mut [PositionFinding]) {
        for at in (0..self.steps()).rev() {
            let (before, after) = findings.split_at_mut(at + 1);
            if let Next::Move(seat) = self.table(at).next() {
                before[at].learn_from_after(seat, self.step(at), &after[0]);
            }
        }
        for at in 0..self.steps() {
            let (before, after) = findings.split_at_mut(at + 1);
            if let Next::Move(seat) = self.table(at + 1).next() {
                after[0].learn_from_before(seat, self.step(at), &before[at]);
            }
        }
    }

    /// The second round: judges the step that follows the first `at` steps, from the reconciled
    /// findings of all positions.
    pub fn judge(&self, at: usize, findings: &[PositionFinding]) -> AnalysedStep {
        let [before, after] = [at, at + 1].map(|at| (self.table(at), &findings[at]));
        self.analyst.judge(self.step(at), before, after)
    }

    /// Does it take a search to judge the step that follows the first `at` steps? If it was the
    /// best move, the only one or a roll, it does not.
    pub fn is_searched(&self, at: usize, findings: &[PositionFinding]) -> bool {
        let found = findings[at].found();
        found.is_some_and(|found| found.step != self.step(at)) && self.table(at).steps().len() > 1
    }

    /// Combines both rounds into an analysis.
    pub fn finish(&self, findings: &[PositionFinding], plies: Vec<AnalysedStep>) -> Analysis {
        Analysis { scale: self.scale(), start: findings[0].values.clone(), plies }
    }

    /// The position after `at` steps.
    pub fn table(&self, at: usize) -> &dyn Table {
        &*self.play.positions()[at]
    }

    /// The step that follows the first `at` steps.
    pub fn step(&self, at: usize) -> &str {
        &self.play.record().steps[at].step
    }
}

/// Replays the game of a record.
///
/// # Panics
/// Where the record is not one that can be read.
pub(crate) fn replayed(record: &Record) -> Play {
    Play::open(record.clone(), catalog::open).expect("a record that was read can be played")
}
