//! What the positions of a game are worth, found out beside the game while somebody looks at it.

use std::time::Duration;

use ludoteca_analysis::{Analyst, Scale};
use ludoteca_core::Next;
use ludoteca_engines::house;
use ludoteca_play::Engine;
use ludoteca_search::{Found, Value, Watcher};

use crate::session::Session;
use crate::thought::{Heard, Thought};

/// What is known about the positions of a game. Off until somebody wants it.
#[derive(Default)]
pub struct Analysis {
    on: bool,
    /// The game and its start, and its steps: what the looks are about.
    about: Vec<String>,
    /// What is known about the position after so many steps.
    looks: Vec<Look>,
    work: Option<Work>,
}

/// What is known about a position.
#[derive(Clone, Default, Debug)]
pub struct Look {
    /// What it is worth to each seat; empty as long as nothing is known.
    pub values: Vec<Value>,
    /// What is expected to happen, as typed.
    pub line: Vec<String>,
    /// How many plies ahead was looked.
    pub depth: u32,
    care: Care,
}

/// How well a position was looked at.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Default, Debug)]
enum Care {
    #[default]
    None,
    /// For the curve over the whole game.
    Quick,
    /// As one that somebody looks at.
    Thorough,
}

struct Work {
    step: usize,
    care: Care,
    thought: Thought<(Vec<Value>, Option<Found>)>,
}

impl Analysis {
    /// Does somebody want it?
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// On or off.
    pub fn switch(&mut self) {
        self.on = !self.on;
        self.work = None;
    }

    /// What is known about the position after so many steps, as far as it is.
    pub fn look(&self, step: usize) -> Option<&Look> {
        self.looks.get(step).filter(|look| self.on && !look.values.is_empty())
    }

    /// The best move after so many steps, as far as it is known.
    pub fn best(&self, step: usize) -> Option<&str> {
        self.look(step)?.line.first().map(String::as_str)
    }

    /// Is this position being looked at?
    pub fn works_on(&self, step: usize) -> bool {
        self.work.as_ref().is_some_and(|work| work.step == step)
    }

    /// What values are measured in.
    pub fn scale(session: &Session) -> Scale {
        Scale::new(session.play().table())
    }

    /// Hears what was found, and goes on with the position that is shown, or else with those that nothing is known about.
    pub fn go_on(&mut self, session: &Session, shown: usize) {
        if !self.on {
            return;
        }
        self.follow(session);
        self.listen();
        if let Some(work) = &self.work
            && work.step != shown
            && self.looks[shown].care < Care::Thorough
        {
            // Whoever looks at a position does not want to wait for others.
            self.work = None;
        }
        if self.work.is_none()
            && let Some((step, care)) = self.next(shown)
        {
            self.begin(session, step, care);
        }
    }

    fn next(&self, shown: usize) -> Option<(usize, Care)> {
        if self.looks[shown].care < Care::Thorough {
            return Some((shown, Care::Thorough));
        }
        let unknown = self.looks.iter().rposition(|look| look.care == Care::None);
        unknown.map(|step| (step, Care::Quick))
    }

    fn begin(&mut self, session: &Session, step: usize, care: Care) {
        let table = session.table(step).boxed_clone();
        let engine = match care {
            Care::Thorough => Engine { time: Some(THOROUGH), ..Engine::default() },
            Care::None | Care::Quick => Engine { nodes: Some(QUICK), ..Engine::default() },
        };
        let think = move |watcher: &dyn Watcher| match table.next() {
            Next::Move(_) => {
                let found = house::choose(house::OPPONENTS, &*table, &engine, 0, watcher);
                (found.as_ref().map(|found| found.values.clone()).unwrap_or_default(), found)
            }
            // Over, or a mean over all that the die may show: that cannot be broken off, and does not take long.
            Next::Chance | Next::Over(_) => {
                let quick = Engine { nodes: Some(QUICK / 10), ..Engine::default() };
                (Analyst::new(quick, &*table).look(&*table).values, None)
            }
        };
        self.work = Some(Work { step, care, thought: Thought::begin(session.wake(), think) });
    }

    fn listen(&mut self) {
        while let Some(work) = &self.work {
            let look = &mut self.looks[work.step];
            match work.thought.listen() {
                None => return,
                Some(Heard::Deeper(found)) => {
                    if found.depth >= look.depth {
                        look.learn(found);
                    }
                }
                Some(Heard::Done(done)) => {
                    look.care = work.care;
                    match done {
                        Some((_, Some(found))) => look.learn(found),
                        Some((values, None)) => look.values = values,
                        None => {}
                    }
                    self.work = None;
                }
            }
        }
    }

    /// Forgets what is no longer so.
    fn follow(&mut self, session: &Session) {
        let start = session.table(0);
        let record = session.play().record();
        let about = [start.options().to_string(), start.position()].join("|");
        let about = [about].into_iter().chain(record.steps.iter().map(|noted| noted.step.clone()));
        let about: Vec<String> = about.collect();
        let same = about.iter().zip(&self.about).take_while(|(now, before)| now == before).count();
        self.looks.truncate(same);
        self.looks.resize_with(about.len(), Look::default);
        if self.work.as_ref().is_some_and(|work| work.step >= same && work.step < self.about.len()) {
            self.work = None;
        }
        self.about = about;
    }
}

impl Look {
    fn learn(&mut self, found: Found) {
        self.values = found.values;
        self.line = found.line;
        self.depth = found.depth;
    }
}

/// For so long a position that somebody looks at is thought about.
const THOROUGH: Duration = Duration::from_secs(5);

/// So many positions are looked at for a point of the curve.
const QUICK: u64 = 10_000;
