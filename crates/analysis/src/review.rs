//! A whole game that is looked through.

use ludoteca_core::{Next, Table};
use ludoteca_games::catalog;
use ludoteca_play::{Engine, Play, Record};

use crate::{AnalysedStep, Analysis, Analyst, PositionFinding, Scale};

/// A whole game that is looked through in two rounds: at each of its positions, then at each of its
/// steps. What a round has to do can be done in any order, so that whoever has threads shares it
/// out, and whoever has not says in between how far it has come.
pub struct Review {
    analyst: Analyst,
    play: Play,
}

impl Review {
    /// The game of a record, to be looked through by an engine.
    ///
    /// # Panics
    /// Where the record is not one that can be read.
    pub fn new(record: &Record, engine: Engine) -> Review {
        let play = replayed(record);
        Review { analyst: Analyst::new(engine, play.table()), play }
    }

    /// What values are measured in.
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

    /// The first round: looks at the position after so many steps.
    pub fn analyse_position(&self, at: usize) -> PositionFinding {
        self.analyst.analyse(self.table(at))
    }

    /// Between the rounds: lets the looks at all positions know what the others have proved. Who
    /// plays the proved move keeps what is proved, and who plays into a proved win had one before.
    pub fn reconcile(&self, looks: &mut [PositionFinding]) {
        for at in (0..self.steps()).rev() {
            let (before, after) = looks.split_at_mut(at + 1);
            if let Next::Move(seat) = self.table(at).next() {
                before[at].learn_from_after(seat, self.step(at), &after[0]);
            }
        }
        for at in 0..self.steps() {
            let (before, after) = looks.split_at_mut(at + 1);
            if let Next::Move(seat) = self.table(at + 1).next() {
                after[0].learn_from_before(seat, self.step(at), &before[at]);
            }
        }
    }

    /// The second round: what is to be said about the step after so many, from the reconciled looks
    /// at all positions.
    pub fn judge(&self, at: usize, looks: &[PositionFinding]) -> AnalysedStep {
        let [before, after] = [at, at + 1].map(|at| (self.table(at), &looks[at]));
        self.analyst.judge(self.step(at), before, after)
    }

    /// What both rounds come to.
    pub fn finish(&self, looks: &[PositionFinding], plies: Vec<AnalysedStep>) -> Analysis {
        Analysis { scale: self.scale(), start: looks[0].values.clone(), plies }
    }

    fn table(&self, at: usize) -> &dyn Table {
        &*self.play.positions()[at]
    }

    fn step(&self, at: usize) -> &str {
        &self.play.record().steps[at].step
    }
}

/// The game of a record, played again.
///
/// # Panics
/// Where the record is not one that can be read.
pub(crate) fn replayed(record: &Record) -> Play {
    Play::open(record.clone(), catalog::open).expect("a record that was read can be played")
}
