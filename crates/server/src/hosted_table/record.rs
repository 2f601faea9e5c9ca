//! The record of a table's game.

use ludoteca_analysis::dice;
use ludoteca_core::{Seat, Table};
use ludoteca_play::{Record, RecordedStep};

use super::{HostedTable, TableStage};

impl HostedTable {
    /// The record of the game so far, as it would be saved, with the names of the players. It
    /// contains the seed only once the game is over.
    pub fn record(&self) -> Record {
        let mut record = self.play.record().clone();
        for (seat, occupant) in self.occupants.iter().enumerate() {
            if let Some(person) = occupant.person() {
                record
                    .other_headers
                    .push((format!("Name-{}", Seat::new(seat)), self.shown_name(person)));
            }
        }
        if let Some(seed) = &record.seed {
            record.other_headers.push(dice::header(&dice::commitment(seed)));
        }
        if self.stage != TableStage::Over {
            record.seed = None;
        }
        self.takebacks.write_into(&mut record);
        self.add_variations(&mut record);
        record
    }

    /// Adds the variations that are missing from a record of this game.
    pub fn add_variations(&self, record: &mut Record) {
        for variation in &self.variations {
            let Some(recorded) = record.steps.get_mut(variation.after) else { continue };
            let is_it = |known: &Vec<RecordedStep>| {
                known.iter().map(|recorded| &recorded.step).eq(&variation.steps)
            };
            if !recorded.variations.iter().any(is_it) {
                recorded.variations.push(variation.steps.iter().map(RecordedStep::new).collect());
            }
        }
    }

    /// The commitment to the seed. It proves later that the seed was not changed.
    pub fn commitment(&self) -> Option<String> {
        self.play.record().seed.as_ref().map(dice::commitment)
    }

    /// The seed, once the game is over.
    pub fn seed(&self) -> Option<String> {
        self.play
            .record()
            .seed
            .filter(|_| self.stage == TableStage::Over)
            .map(|seed| seed.to_string())
    }

    /// The position after this number of steps; `None` if there are fewer.
    pub fn position(&self, steps: usize) -> Option<&dyn Table> {
        self.play.position(steps)
    }
}
