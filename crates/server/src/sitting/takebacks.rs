//! What was taken back at a table: it stands in the record, and a roll that was seen is known.

use ludoteca_play::{Noted, Record};

use crate::texts;

/// What was taken back, and where.
#[derive(Default)]
pub struct Takebacks {
    /// How often.
    count: usize,
    /// About each step that stands.
    steps: Vec<Beside>,
    /// What was taken back at the end of these steps, where nothing has been played instead of it; the latest last.
    pending: Vec<Vec<Noted>>,
    /// How many rolls stand, and how many have ever stood: the dice do not change, so those are known.
    rolls: usize,
    seen: usize,
}

/// What there is to say about a step.
#[derive(Default)]
struct Beside {
    is_roll: bool,
    /// Is it a roll that had been seen before?
    known: bool,
    /// What was played in its place and taken back.
    instead_of: Vec<Vec<Noted>>,
}

/// What was taken back within something that was taken back, and so on, is kept up to this depth.
const DEEPEST: usize = 16;

/// In one place of the game so many are kept, the latest.
const MOST: usize = 100;

/// A comment shows at most so many steps.
const MOST_SHOWN: usize = 50;

impl Takebacks {
    /// A step was made.
    pub fn step(&mut self, is_roll: bool) {
        let known = is_roll && self.rolls < self.seen;
        self.rolls += usize::from(is_roll);
        self.seen = self.seen.max(self.rolls);
        self.steps.push(Beside { is_roll, known, instead_of: std::mem::take(&mut self.pending) });
    }

    /// All but so many steps were taken back: these.
    pub fn take_back(&mut self, left: usize, undone: Vec<Noted>) {
        // An ending alone may be taken back, without a step.
        if undone.is_empty() {
            return;
        }
        let mut beside = self.steps.split_off(left);
        self.rolls -= beside.iter().filter(|beside| beside.is_roll).count();
        // What was taken back here before belongs beside this, not within it.
        let earlier = std::mem::take(&mut beside[0].instead_of);
        let mut line: Vec<Noted> = undone.into_iter().zip(&beside).map(|(noted, beside)| beside.note(noted)).collect();
        // What was taken back just before goes on where these steps end.
        let further = Beside { instead_of: std::mem::take(&mut self.pending), ..Beside::default() };
        line.extend(further.goes_on());
        cut(&mut line, DEEPEST);
        self.pending = earlier;
        self.pending.push(line);
        self.pending.drain(..self.pending.len().saturating_sub(MOST));
        self.count += 1;
    }

    /// Is the step with this number, from 0, a roll that had been seen before it was taken back?
    pub fn is_known(&self, step: usize) -> bool {
        self.steps.get(step).is_some_and(|beside| beside.known)
    }

    /// Writes it into the record of the steps that stand.
    pub fn write_into(&self, record: &mut Record) {
        if self.count == 0 {
            return;
        }
        record.other_headers.push(("Takebacks".to_owned(), self.count.to_string()));
        for (noted, beside) in record.steps.iter_mut().zip(&self.steps) {
            *noted = beside.note(std::mem::take(noted));
        }
        let after = record.steps.len();
        if let (Some(line), Some(last)) = (self.pending.last(), record.steps.last_mut()) {
            let shown = line.iter().take(MOST_SHOWN).map(|noted| noted.step.as_str());
            comment(last, &texts::taken_back_after(after, shown, line.len() > MOST_SHOWN));
        }
    }
}

impl Beside {
    fn note(&self, mut noted: Noted) -> Noted {
        if self.known {
            comment(&mut noted, texts::KNOWN_ROLL);
        }
        for line in &self.instead_of {
            let mut line = line.clone();
            comment(&mut line[0], texts::TAKEN_BACK);
            noted.variations.push(line);
        }
        noted
    }

    /// The latest of what was taken back, with what was taken back before it.
    fn goes_on(mut self) -> Vec<Noted> {
        let mut line = self.instead_of.pop().unwrap_or_default();
        if let Some(first) = line.first_mut() {
            *first = self.note(std::mem::take(first));
        }
        line
    }
}

fn comment(noted: &mut Noted, line: &str) {
    noted.comment = Some(noted.comment.take().into_iter().chain([line.to_owned()]).collect::<Vec<_>>().join("\n"));
}

/// Drops variations that are deeper within one another than this: a record is read up to a limit.
fn cut(line: &mut [Noted], levels: usize) {
    for noted in line {
        if levels == 0 {
            noted.variations.clear();
        }
        for variation in &mut noted.variations {
            cut(variation, levels.saturating_sub(1));
        }
    }
}
