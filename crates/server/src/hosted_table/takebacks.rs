//! Moves that were taken back at a table. They stay in the record. The dice do not change, so a
//! roll that was taken back is known when it comes again.

use ludoteca_play::{Record, RecordedStep};

use crate::texts;

/// The moves that were taken back, and where.
#[derive(Default)]
pub struct Takebacks {
    /// How many takebacks there were.
    count: usize,
    /// Notes about each step that was not taken back.
    steps: Vec<StepNotes>,
    /// Steps that were taken back at the end of the game and for which nothing else has been played
    /// yet; the latest last.
    pending: Vec<Vec<RecordedStep>>,
    /// How many rolls the game has now, and the most that it has ever had. The dice do not change,
    /// so the rolls in between are known.
    rolls: usize,
    seen: usize,
}

/// Notes about one step.
#[derive(Default)]
struct StepNotes {
    is_roll: bool,
    /// Is it a roll that had been seen before?
    known: bool,
    /// The lines that were played in its place and taken back.
    instead_of: Vec<Vec<RecordedStep>>,
}

/// How deeply takebacks within takebacks are kept.
const DEEPEST: usize = 16;

/// How many takebacks are kept at one place of the game. The latest are kept.
const MOST: usize = 100;

/// How many steps a comment shows at most.
const MOST_SHOWN: usize = 50;

impl Takebacks {
    /// Records that a step was made.
    pub fn step(&mut self, is_roll: bool) {
        let known = is_roll && self.rolls < self.seen;
        self.rolls += usize::from(is_roll);
        self.seen = self.seen.max(self.rolls);
        self.steps.push(StepNotes {
            is_roll,
            known,
            instead_of: std::mem::take(&mut self.pending),
        });
    }

    /// Records that the steps after the first `left` were taken back: `undone`.
    pub fn take_back(&mut self, left: usize, undone: Vec<RecordedStep>) {
        // The end of a game may be taken back by itself, without a step.
        if undone.is_empty() {
            return;
        }
        let mut notes = self.steps.split_off(left);
        self.rolls -= notes.iter().filter(|notes| notes.is_roll).count();
        // Steps that were taken back here before belong beside this line, not within it.
        let earlier = std::mem::take(&mut notes[0].instead_of);
        let mut line: Vec<RecordedStep> =
            undone.into_iter().zip(&notes).map(|(recorded, notes)| notes.note(recorded)).collect();
        // Steps that were taken back just before continue at the end of these steps.
        let further =
            StepNotes { instead_of: std::mem::take(&mut self.pending), ..StepNotes::default() };
        line.extend(further.goes_on());
        cut(&mut line, DEEPEST);
        self.pending = earlier;
        self.pending.push(line);
        self.pending.drain(..self.pending.len().saturating_sub(MOST));
        self.count += 1;
    }

    /// Is the step with this number, from 0, a roll that had been seen before it was taken back?
    pub fn is_known(&self, step: usize) -> bool {
        self.steps.get(step).is_some_and(|notes| notes.known)
    }

    /// Writes the takebacks into the record of the steps that were not taken back.
    pub fn write_into(&self, record: &mut Record) {
        if self.count == 0 {
            return;
        }
        record.other_headers.push(("Takebacks".to_owned(), self.count.to_string()));
        for (recorded, notes) in record.steps.iter_mut().zip(&self.steps) {
            *recorded = notes.note(std::mem::take(recorded));
        }
        let after = record.steps.len();
        if let (Some(line), Some(last)) = (self.pending.last(), record.steps.last_mut()) {
            let shown = line.iter().take(MOST_SHOWN).map(|recorded| recorded.step.as_str());
            comment(last, &texts::taken_back_after(after, shown, line.len() > MOST_SHOWN));
        }
    }
}

impl StepNotes {
    fn note(&self, mut recorded: RecordedStep) -> RecordedStep {
        if self.known {
            comment(&mut recorded, texts::KNOWN_ROLL);
        }
        for line in &self.instead_of {
            let mut line = line.clone();
            comment(&mut line[0], texts::TAKEN_BACK);
            recorded.variations.push(line);
        }
        recorded
    }

    /// The line that was taken back last, with the lines that were taken back before it.
    fn goes_on(mut self) -> Vec<RecordedStep> {
        let mut line = self.instead_of.pop().unwrap_or_default();
        if let Some(first) = line.first_mut() {
            *first = self.note(std::mem::take(first));
        }
        line
    }
}

fn comment(recorded: &mut RecordedStep, line: &str) {
    recorded.comment = Some(
        recorded.comment.take().into_iter().chain([line.to_owned()]).collect::<Vec<_>>().join("\n"),
    );
}

/// Drops variations that are nested more deeply than this, because a record is only read up to a
/// limit.
fn cut(line: &mut [RecordedStep], levels: usize) {
    for recorded in line {
        if levels == 0 {
            recorded.variations.clear();
        }
        for variation in &mut recorded.variations {
            cut(variation, levels.saturating_sub(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game whose steps have names, and the takebacks in it.
    #[derive(Default)]
    struct TestGame {
        steps: Vec<RecordedStep>,
        takebacks: Takebacks,
    }

    impl TestGame {
        fn play(&mut self, steps: &str) {
            for step in steps.split_whitespace() {
                self.steps.push(RecordedStep::new(step));
                // A name that is a number is a roll.
                self.takebacks.step(step.parse::<u32>().is_ok());
            }
        }

        fn take_back(&mut self, left: usize) {
            let undone = self.steps.split_off(left);
            self.takebacks.take_back(left, undone);
        }

        fn beside(&self, step: usize) -> String {
            self.takebacks.steps[step].note(self.steps[step].clone()).write_variations(step + 1)
        }
    }

    #[test]
    fn takebacks_one_after_the_other_are_one_line() {
        let mut game = TestGame::default();
        game.play("a b 5 c");
        game.take_back(3);
        game.take_back(1);
        game.play("x 5 y");
        assert_eq!(game.beside(1), "  2. b {taken back}\n  3. 5\n  4. c\n");
        assert_eq!([1, 2, 3].map(|step| game.takebacks.is_known(step)), [false, true, false]);
        // Takebacks at the same place stand side by side.
        game.take_back(1);
        game.play("z 5 6");
        let both = "  2. b {taken back}\n  3. 5\n  4. c\n  2. x {taken back}\n  3. 5 {this roll was known}\n  4. y\n";
        assert_eq!(game.beside(1), both);
        assert_eq!([2, 3].map(|step| game.takebacks.is_known(step)), [true, false]);
        assert_eq!(game.takebacks.count, 3);
        game.take_back(4);
        assert_eq!(game.takebacks.count, 3, "an ending alone was taken back");
    }

    /// A record can be read however deeply takebacks are nested.
    #[test]
    fn takebacks_within_takebacks_have_a_limit() {
        fn depth(line: &[RecordedStep]) -> usize {
            line.iter()
                .flat_map(|recorded| &recorded.variations)
                .map(|line| 1 + depth(line))
                .max()
                .unwrap_or(0)
        }
        let mut game = TestGame::default();
        game.play(&"a ".repeat(40));
        for left in (0..40).rev() {
            game.take_back(left);
            game.play("b");
        }
        let last = game.takebacks.steps[0].note(game.steps[0].clone());
        assert_eq!(depth(&[last]), DEEPEST + 1);
        for _ in 0..2 * MOST {
            game.take_back(0);
            game.play("c");
        }
        assert_eq!(
            (game.takebacks.steps[0].instead_of.len(), game.takebacks.count),
            (MOST, 40 + 2 * MOST)
        );
    }
}
