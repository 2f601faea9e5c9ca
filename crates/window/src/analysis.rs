//! The live analysis: the values of the positions of a game. It is computed in the background.

use std::time::Duration;

use ludoteca_analysis::{Analyst, Scale};
use ludoteca_core::Next;
use ludoteca_engines::house;
use ludoteca_play::Engine;
use ludoteca_search::{SearchResult, Value, Watcher};

use crate::search_task::{SearchTask, SearchUpdate};
use crate::session::Session;

/// What is known about the positions of a game. The analysis is off until somebody switches it on.
#[derive(Default)]
pub struct LiveAnalysis {
    on: bool,
    /// What was analysed: the game with its start, then its steps.
    about: Vec<String>,
    /// What is known about the position after each number of steps.
    positions: Vec<AnalysedPosition>,
    running: Option<RunningAnalysis>,
}

/// What is known about a position.
#[derive(Clone, Default, Debug)]
pub struct AnalysedPosition {
    /// What the position is worth to each seat; empty as long as nothing is known.
    pub values: Vec<Value>,
    /// The moves that are expected to follow, as typed.
    pub line: Vec<String>,
    /// The depth of the search, in plies.
    pub depth: u32,
    effort: SearchEffort,
}

/// How thoroughly a position was searched.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Default, Debug)]
enum SearchEffort {
    #[default]
    None,
    /// A short search, for the curve over the whole game.
    Quick,
    /// A search of the position that is shown.
    Thorough,
}

struct RunningAnalysis {
    step: usize,
    effort: SearchEffort,
    search: SearchTask<(Vec<Value>, Option<SearchResult>)>,
}

impl LiveAnalysis {
    /// Is the analysis switched on?
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Switches the analysis on or off.
    pub fn switch(&mut self) {
        self.on = !self.on;
        self.running = None;
    }

    /// Switches the analysis on.
    pub fn switch_on(&mut self) {
        self.on = true;
    }

    /// What is known about the position after this number of steps, if anything.
    pub fn position(&self, step: usize) -> Option<&AnalysedPosition> {
        self.positions.get(step).filter(|position| self.on && !position.values.is_empty())
    }

    /// The best move after this number of steps, if it is known.
    pub fn best(&self, step: usize) -> Option<&str> {
        self.position(step)?.line.first().map(String::as_str)
    }

    /// Is this position being searched?
    pub fn works_on(&self, step: usize) -> bool {
        self.running.as_ref().is_some_and(|work| work.step == step)
    }

    /// The scale of the values.
    pub fn scale(session: &Session) -> Scale {
        Scale::new(session.play().table())
    }

    /// Takes over the results of the search. Then it goes on with the position that is shown, or
    /// else with positions about which nothing is known.
    pub fn update(&mut self, session: &Session, shown: usize) {
        if !self.on {
            return;
        }
        self.forget_changed(session);
        self.poll();
        if let Some(work) = &self.running
            && work.step != shown
            && self.positions[shown].effort < SearchEffort::Thorough
        {
            // The position that is shown comes before all others.
            self.running = None;
        }
        if self.running.is_none()
            && let Some((step, care)) = self.next(shown)
        {
            self.begin(session, step, care);
        }
    }

    fn next(&self, shown: usize) -> Option<(usize, SearchEffort)> {
        if self.positions[shown].effort < SearchEffort::Thorough {
            return Some((shown, SearchEffort::Thorough));
        }
        let unknown =
            self.positions.iter().rposition(|position| position.effort == SearchEffort::None);
        unknown.map(|step| (step, SearchEffort::Quick))
    }

    fn begin(&mut self, session: &Session, step: usize, care: SearchEffort) {
        let table = session.table(step).boxed_clone();
        let engine = match care {
            SearchEffort::Thorough => Engine { time: Some(THOROUGH), ..Engine::default() },
            SearchEffort::None | SearchEffort::Quick => {
                Engine { nodes: Some(QUICK), ..Engine::default() }
            }
        };
        let think = move |watcher: &dyn Watcher| match table.next() {
            Next::Move(_) => {
                let found = house::choose(house::OPPONENTS, &*table, &engine, 0, watcher);
                (found.as_ref().map(|found| found.values.clone()).unwrap_or_default(), found)
            }
            // The game is over, or the value is a mean over all rolls of the die. This computation
            // cannot be stopped, but it does not take long.
            Next::Chance | Next::Over(_) => {
                let quick = Engine { nodes: Some(QUICK / 10), ..Engine::default() };
                (Analyst::new(quick, &*table).analyse(&*table).values, None)
            }
        };
        self.running = Some(RunningAnalysis {
            step,
            effort: care,
            search: SearchTask::begin(session.repaint_request(), think),
        });
    }

    fn poll(&mut self) {
        while let Some(work) = &self.running {
            let position = &mut self.positions[work.step];
            match work.search.poll() {
                None => return,
                Some(SearchUpdate::Deeper(found)) => {
                    if found.depth >= position.depth {
                        position.take_result(found);
                    }
                }
                Some(SearchUpdate::Done(done)) => {
                    position.effort = work.effort;
                    match done {
                        Some((_, Some(found))) => position.take_result(found),
                        Some((values, None)) => position.values = values,
                        None => {}
                    }
                    self.running = None;
                }
            }
        }
    }

    /// Forgets what is known about positions that are no longer part of the game.
    fn forget_changed(&mut self, session: &Session) {
        let start = session.table(0);
        let record = session.play().record();
        let about = [start.options().to_string(), start.position()].join("|");
        let about =
            [about].into_iter().chain(record.steps.iter().map(|recorded| recorded.step.clone()));
        let about: Vec<String> = about.collect();
        let same = about.iter().zip(&self.about).take_while(|(now, before)| now == before).count();
        self.positions.truncate(same);
        self.positions.resize_with(about.len(), AnalysedPosition::default);
        if self
            .running
            .as_ref()
            .is_some_and(|work| work.step >= same && work.step < self.about.len())
        {
            self.running = None;
        }
        self.about = about;
    }
}

impl AnalysedPosition {
    fn take_result(&mut self, found: SearchResult) {
        self.values = found.values;
        self.line = found.principal_variation;
        self.depth = found.depth;
    }
}

/// How long the position that is shown is searched.
const THOROUGH: Duration = Duration::from_secs(5);

/// How many nodes are searched for a point of the curve.
const QUICK: u64 = 10_000;
