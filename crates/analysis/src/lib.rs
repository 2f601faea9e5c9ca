#![doc = include_str!("../README.md")]

pub mod columns;
pub mod dice;
mod graph;
mod json;
mod note;
pub mod picture;
mod quality;
mod review;
mod scale;
mod seat_value;
mod summary;
mod texts;

use ludoteca_core::{Next, Outcome, Seat, Table, Verdict};
use ludoteca_engines::house;
use ludoteca_play::{Algorithm, Engine};
use ludoteca_search::{SearchResult, Value};
use serde::{Deserialize, Serialize};

use json::{FindingJson, StepJson};

pub use graph::graph;
pub use json::FindingError;
pub use note::annotate;
pub use quality::MoveQuality;
pub use review::Review;
pub use scale::Scale;
pub use seat_value::SeatValue;
pub use summary::{AnalysisSummary, SeatSummary};

/// An analysed game.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The scale of the values.
    pub scale: Scale,
    /// The values of the first position, one for each seat.
    pub start: Vec<Value>,
    /// The steps, in order.
    pub plies: Vec<AnalysedStep>,
}

/// A step of the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "StepJson", into = "StepJson")]
pub struct AnalysedStep {
    /// The step as typed.
    pub step: String,
    /// The values of the position after it, one for each seat.
    pub values: Vec<Value>,
    /// The judgement of the step.
    pub verdict: StepJudgement,
}

/// The judgement of a step.
#[derive(Clone, PartialEq, Debug)]
pub enum StepJudgement {
    /// A roll of the die, with the luck of each seat: the value after the roll minus the value
    /// before it. The value before is the mean over all faces of the die.
    Roll(Vec<f64>),
    /// The only legal move of this seat.
    Only(Seat),
    /// A move that was chosen.
    Move(JudgedMove),
}

/// A move that was chosen, compared with the best.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    /// The seat that chose it.
    pub seat: Seat,
    /// How good it was.
    pub quality: MoveQuality,
    /// What it lost: the value of the best move minus that of this one, on the scale. Never
    /// negative.
    pub loss: f64,
    /// Its value to the seat, at the same search depth as the best move.
    pub value: Value,
    /// The best move, with its value to the seat and the expected line.
    pub best: BestLine,
}

/// The best move.
#[derive(Clone, PartialEq, Debug)]
pub struct BestLine {
    /// Its value to the seat to move.
    pub value: Value,
    /// The move and the expected line after it, as typed. Never empty.
    pub line: Vec<String>,
}

/// The analysis of one position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "FindingJson", into = "FindingJson")]
pub struct PositionFinding {
    /// The values of the position, one for each seat.
    pub values: Vec<Value>,
    /// The engine's search result, if a seat is to move.
    found: Option<SearchResult>,
}

/// Analyses the positions of one game.
pub struct Analyst {
    engine: Engine,
    scale: Scale,
    /// Should the search that runs be stopped?
    must_stop: Box<dyn Fn() -> bool + Send + Sync>,
}

impl Analyst {
    /// An analyst that uses this engine for each position of a game at such a table.
    pub fn new(engine: Engine, table: &dyn Table) -> Analyst {
        Analyst { engine, scale: Scale::new(table), must_stop: Box::new(|| false) }
    }

    /// The same analyst, whose searches stop as soon as this says so. What a stopped search has
    /// found so far counts as its result.
    #[must_use]
    pub fn stopped_by(self, must_stop: impl Fn() -> bool + Send + Sync + 'static) -> Analyst {
        Analyst { must_stop: Box::new(must_stop), ..self }
    }

    /// The scale of the values.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// Analyses a position. At the end of the game its value follows from the rules. Where a seat
    /// is to move, the engine searches. Where the die is to be rolled, the value is the mean over
    /// all faces.
    pub fn analyse(&self, table: &dyn Table) -> PositionFinding {
        self.analyse_with(&self.engine, table)
    }

    fn analyse_with(&self, engine: &Engine, table: &dyn Table) -> PositionFinding {
        match table.next() {
            Next::Over(outcome) => {
                PositionFinding { values: over(&outcome, table.seats()), found: None }
            }
            Next::Chance => PositionFinding { values: self.mean(engine, table), found: None },
            Next::Move(_) => {
                let found =
                    house::choose(house::OPPONENTS, table, engine, 0, &|| (self.must_stop)())
                        .expect("a seat is to move");
                PositionFinding { values: found.values.clone(), found: Some(found) }
            }
        }
    }

    /// The mean value over all faces of the die, by weight. It is proved if all faces have the same
    /// proved value.
    fn mean(&self, engine: &Engine, table: &dyn Table) -> Vec<Value> {
        let rolls: Vec<(f64, Vec<Value>)> = table
            .chances()
            .into_iter()
            .map(|(roll, weight)| {
                (f64::from(weight), self.analyse_with(engine, &*after(table, &roll)).values)
            })
            .collect();
        let total: f64 = rolls.iter().map(|(weight, _)| weight).sum();
        let mean = |seat: usize| match rolls.as_slice() {
            [(_, first), rest @ ..]
                if first[seat].is_proved()
                    && rest.iter().all(|(_, it)| it[seat] == first[seat]) =>
            {
                first[seat]
            }
            _ => {
                let sum: f64 =
                    rolls.iter().map(|(weight, values)| weight * self.scale.of(values[seat])).sum();
                self.scale.estimate(sum / total)
            }
        };
        (0..table.seats()).map(mean).collect()
    }

    /// Judges a step, from the position before it and the one after it, and from what was found
    /// about both.
    pub fn judge(
        &self,
        step: &str,
        before: (&dyn Table, &PositionFinding),
        after: (&dyn Table, &PositionFinding),
    ) -> AnalysedStep {
        let (table, finding) = before;
        let verdict = match (table.next(), &finding.found) {
            (Next::Move(seat), _) if table.steps().len() == 1 => StepJudgement::Only(seat),
            (Next::Move(seat), Some(found)) => {
                StepJudgement::Move(self.judge_move(seat, step, (table, found), after))
            }
            _ => {
                let both = after.1.values.iter().zip(&finding.values);
                StepJudgement::Roll(
                    both.map(|(now, before)| self.scale.of(*now) - self.scale.of(*before))
                        .collect(),
                )
            }
        };
        let mut values = after.1.values.clone();
        if let StepJudgement::Move(judged) = &verdict
            && judged.value.is_proved()
            && values.len() == 2
            && !values[0].is_proved()
        {
            // Only the deeper search for the comparison has proved the value.
            let value = a_ply_on(judged.value);
            values = judged.seat.first_of_two([value, opposite(value)]).to_vec();
        }
        AnalysedStep { step: step.to_owned(), values, verdict }
    }

    fn judge_move(
        &self,
        seat: Seat,
        step: &str,
        before: (&dyn Table, &SearchResult),
        after: (&dyn Table, &PositionFinding),
    ) -> JudgedMove {
        let (_, found) = before;
        let mut best = BestLine { value: found.value, line: found.principal_variation.clone() };
        let value = if step == found.step {
            best.value
        } else {
            self.compare(seat, &mut best, before, after)
        };
        let loss = (self.scale.of(best.value) - self.scale.of(value)).max(0.0);
        JudgedMove {
            seat,
            quality: MoveQuality::new(best.value, value, loss, &self.scale),
            loss,
            value,
            best,
        }
    }

    /// The value of a move that the engine would not play. Both moves are searched to the same
    /// depth. A proved value of one of them counts only if the other was searched as hard.
    fn compare(
        &self,
        seat: Seat,
        best: &mut BestLine,
        before: (&dyn Table, &SearchResult),
        played: (&dyn Table, &PositionFinding),
    ) -> Value {
        let (table, found) = before;
        let own = |finding: &PositionFinding| a_ply_before(finding.values[seat.index()]);
        let after_best = || after(table, &found.step);
        if table.has_dice() {
            best.value = own(&self.analyse(&*after_best()));
            return own(played.1);
        }
        let mut value = own(played.1);
        if !value.is_proved() {
            value = own(&self.analyse_with(&self.as_far_as(found), played.0));
        }
        match (best.value, value) {
            // A slower win may lie just beyond the search depth.
            (Value::Win(_), Value::Estimate(_)) => {
                own(&self.analyse_with(&self.harder(), played.0))
            }
            (Value::Estimate(_), proved) if proved.is_proved() => {
                let closer = own(&self.analyse(&*after_best()));
                if closer.is_proved() {
                    best.value = closer;
                }
                proved
            }
            _ => value,
        }
    }

    /// An engine that searches one ply less deep than this result, so that both reach the same
    /// position. It may use more nodes for that.
    fn as_far_as(&self, found: &SearchResult) -> Engine {
        let depth = Some(found.depth.saturating_sub(1).max(1));
        match self.engine.algorithm.unwrap_or_default() {
            Algorithm::Minimax => Engine { depth, ..self.engine.clone() },
            // For Monte-Carlo tree search the depth depends on the number of simulations.
            Algorithm::Mcts | Algorithm::PlainMcts => self.engine.clone(),
            Algorithm::Best | Algorithm::Paranoid | Algorithm::MaxN => Engine {
                level: None,
                depth,
                nodes: Some(found.nodes.max(1000) * HARDER),
                ..self.engine.clone()
            },
        }
    }

    /// An engine with much higher limits.
    fn harder(&self) -> Engine {
        Engine {
            nodes: self.engine.nodes.map(|nodes| nodes * HARDER),
            time: self.engine.time.map(|time| time * HARDER as u32),
            depth: self.engine.depth.map(|depth| depth + 2),
            ..self.engine.clone()
        }
    }
}

const HARDER: u64 = 8;

impl PositionFinding {
    /// What the engine has found, if a seat is to move.
    pub fn found(&self) -> Option<&SearchResult> {
        self.found.as_ref()
    }

    /// Can an engine have found this at the table? Then there is a value for each seat, and its
    /// line can be played.
    pub fn is_possible(&self, table: &dyn Table) -> bool {
        self.values.len() == table.seats()
            && self.found.is_some() == table.next().seat().is_some()
            && self.found.iter().all(|found| {
                found.values.len() == table.seats()
                    && is_possible_line(table, &found.principal_variation)
            })
    }

    /// If the move that was played leads to a win for the seat to move, this position is a win,
    /// too.
    fn learn_from_after(&mut self, seat: Seat, step: &str, after: &PositionFinding) {
        let is_win = matches!(after.values[seat.index()], Value::Win(_));
        if is_win && !self.values[seat.index()].is_proved() {
            let rest = after.found.iter().flat_map(|found| found.principal_variation.clone());
            let line = [step.to_owned()].into_iter().chain(rest).collect();
            self.learn(seat, after.values.iter().copied().map(a_ply_before).collect(), line);
        }
    }

    /// If the best move was played, a proof of the position before it holds here as well.
    fn learn_from_before(&mut self, seat: Seat, step: &str, before: &PositionFinding) {
        let Some([first, rest @ ..]) =
            before.found.as_ref().map(|found| found.principal_variation.as_slice())
        else {
            return;
        };
        let is_news = before.values.iter().all(|value| value.is_proved())
            && !self.values[seat.index()].is_proved();
        if is_news && first == step && !rest.is_empty() {
            self.learn(seat, before.values.iter().copied().map(a_ply_on).collect(), rest.to_vec());
        }
    }

    /// Replaces the values, and the best line of the seat to move.
    fn learn(&mut self, seat: Seat, values: Vec<Value>, line: Vec<String>) {
        if let Some(found) = &mut self.found {
            (found.step, found.value) = (line[0].clone(), values[seat.index()]);
            (found.principal_variation, found.values) = (line, values.clone());
        }
        self.values = values;
    }
}

impl AnalysedStep {
    /// Can an engine have judged a step from this table so, if the positions before and after it
    /// have these findings? It is asked of steps that take a search.
    pub fn is_possible(
        &self,
        step: &str,
        before: (&dyn Table, &PositionFinding),
        after: &PositionFinding,
    ) -> bool {
        let (table, finding) = before;
        let scale = &Scale::new(table);
        let Next::Move(to_move) = table.next() else { return false };
        let StepJudgement::Move(judged) = &self.verdict else { return false };
        let JudgedMove { seat, quality, loss, value, best } = judged;
        let lost = (scale.of(best.value) - scale.of(*value)).max(0.0);
        self.step == step
            && *seat == to_move
            && self.values.len() == after.values.len()
            && finding.found.as_ref().is_some_and(|found| best.line == found.principal_variation)
            && *loss == lost
            && *quality == MoveQuality::new(best.value, *value, lost, scale)
    }
}

impl Analysis {
    /// The value of the position after `steps` steps to a seat, on the scale.
    pub fn scaled_value(&self, steps: usize, seat: Seat) -> f64 {
        self.scale.of(self.values(steps)[seat.index()])
    }

    /// The values of the position after `steps` steps, one for each seat.
    pub fn values(&self, steps: usize) -> &[Value] {
        if steps == 0 { &self.start } else { &self.plies[steps - 1].values }
    }
}

/// Can this line be played at the table? Its first step must have the usual spelling.
fn is_possible_line(table: &dyn Table, line: &[String]) -> bool {
    let mut after = table.boxed_clone();
    line.first().is_some_and(|step| table.steps().contains(step))
        && line.iter().all(|step| after.step(step).is_ok())
}

/// A copy of the table after a legal step.
fn after(table: &dyn Table, step: &str) -> Box<dyn Table> {
    let mut after = table.boxed_clone();
    after.step(step).expect("the rules allow it");
    after
}

/// The values of the end of a game, one for each seat.
fn over(outcome: &Outcome, seats: usize) -> Vec<Value> {
    let value = |seat: Seat| match outcome.verdict {
        Verdict::Won(winner) if winner == seat => Value::Win(0),
        Verdict::Won(_) => Value::Loss(0),
        Verdict::Draw => Value::Draw,
        Verdict::Scored => Value::Points(outcome.points(seat)),
    };
    Seat::all(seats).map(value).collect()
}

/// A value one ply later in the game: a win or loss is one ply nearer.
fn a_ply_on(value: Value) -> Value {
    match value {
        Value::Win(plies) => Value::Win(plies.saturating_sub(1)),
        Value::Loss(plies) => Value::Loss(plies.saturating_sub(1)),
        other => other,
    }
}

/// The same value from the point of view of the other of two seats.
fn opposite(value: Value) -> Value {
    match value {
        Value::Win(plies) => Value::Loss(plies),
        Value::Loss(plies) => Value::Win(plies),
        Value::Draw => Value::Draw,
        Value::Points(points) => Value::Points(-points),
        Value::Estimate(hundredths) => Value::Estimate(-hundredths),
    }
}

/// A value one ply earlier in the game: a win or loss is one ply farther.
fn a_ply_before(value: Value) -> Value {
    match value {
        Value::Win(plies) => Value::Win(plies + 1),
        Value::Loss(plies) => Value::Loss(plies + 1),
        other => other,
    }
}
