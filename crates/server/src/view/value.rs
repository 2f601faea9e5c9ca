//! Evaluations of positions, as clients read them.

use ludoteca_analysis::{AnalysedStep, AnalysisSummary, Scale, SeatValue, StepJudgement};
use ludoteca_core::{Language, Readable};
use ludoteca_search::Value;
use serde::Serialize;
use utoipa::ToSchema;

use super::snapshot::readable_line;

/// What engines have found about a game so far, for readers of any language.
#[derive(Clone, Debug)]
pub struct AnalysisProgress {
    /// `running` or `done`.
    pub status: &'static str,
    /// How many parts of the work are done.
    pub done: usize,
    /// How many parts there are.
    pub of: usize,
    /// The scale of the values, once it is known.
    pub scale: Option<Scale>,
    /// The values of the first position, one for each seat.
    pub start: Option<Vec<Value>>,
    /// The steps, as far as they have been analysed.
    pub plies: Vec<PlyFinding>,
    /// At the end, the summary, and the names of the seats in it.
    pub summary: Option<(AnalysisSummary, Vec<String>)>,
}

/// What engines have found about a step.
#[derive(Clone, Debug)]
pub struct PlyFinding {
    /// The values of the position after it, one for each seat.
    pub values: Vec<Value>,
    /// The judgement, once there is one.
    pub verdict: Option<StepJudgement>,
    /// If there was a better move, the line that begins with it, as people read it.
    pub better: Vec<Readable>,
}

/// The analysis of a game by engines.
#[derive(Clone, Serialize, ToSchema, Debug, Default)]
#[schema(as = Analysis)]
pub struct AnalysisView {
    /// `none`, `running`, `done`, or `failed` if it has ended without a result.
    pub status: &'static str,
    /// How many parts of the work are done.
    pub done: usize,
    /// How many parts there are.
    pub of: usize,
    /// Are the values points, in a game without a winner?
    pub scored: bool,
    /// The value of the first position for each seat.
    pub start: Option<Vec<SeatValue>>,
    /// The steps, as far as they have been analysed.
    pub plies: Vec<PlyView>,
    /// A summary for each player, as the lines of a table.
    pub summary: String,
}

/// The analysis of a step.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Ply)]
pub struct PlyView {
    /// The value of the position after it for each seat.
    values: Vec<SeatValue>,
    /// `best`, `fine`, `mistake` or `blunder`; `only` if there was no choice, `roll` for the die;
    /// `null` if it has not been judged yet.
    mark: Option<String>,
    /// How much the move lost.
    loss: Option<f64>,
    /// The best move, if another move was played.
    best: Option<BestMoveView>,
    /// How lucky a roll was for each seat.
    luck: Option<Vec<f64>>,
}

/// The best move.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Best)]
pub struct BestMoveView {
    /// The move as typed.
    step: String,
    /// The move as people read it: `b3–c5`.
    readable: String,
    /// The move and what is expected to follow, as typed.
    line: Vec<String>,
    /// The same as people read it.
    readable_line: Vec<String>,
    /// The value of the move to the player who has it.
    value: SeatValue,
}

impl AnalysisProgress {
    /// A new analysis with this many parts.
    pub fn begun(of: usize) -> AnalysisProgress {
        AnalysisProgress {
            status: "running",
            done: 0,
            of,
            scale: None,
            start: None,
            plies: Vec::new(),
            summary: None,
        }
    }

    /// The analysis for readers of a language.
    pub fn view(&self, language: Language) -> AnalysisView {
        let view = AnalysisView {
            status: self.status,
            done: self.done,
            of: self.of,
            ..AnalysisView::default()
        };
        let Some(scale) = &self.scale else { return view };
        AnalysisView {
            scored: scale.is_scored(),
            start: self.start.as_ref().map(|start| SeatValue::all(start, scale, language)),
            plies: self.plies.iter().map(|ply| ply.view(scale, language)).collect(),
            summary: self.summary.as_ref().map_or_else(String::new, |(summary, names)| {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                summary.text(&names, language)
            }),
            ..view
        }
    }
}

impl PlyFinding {
    /// A step of which only the value is known.
    pub fn evaluated(values: Vec<Value>) -> PlyFinding {
        PlyFinding { values, verdict: None, better: Vec::new() }
    }

    /// A step that was judged. `readable` returns a line from the position before the step as
    /// people read it.
    pub fn judged(ply: AnalysedStep, readable: impl Fn(&[String]) -> Vec<Readable>) -> PlyFinding {
        let better = match &ply.verdict {
            StepJudgement::Move(judged) => readable(&judged.best.line),
            StepJudgement::Roll(_) | StepJudgement::Only(_) => Vec::new(),
        };
        PlyFinding { values: ply.values, verdict: Some(ply.verdict), better }
    }

    fn view(&self, scale: &Scale, language: Language) -> PlyView {
        let mut view = PlyView {
            values: SeatValue::all(&self.values, scale, language),
            mark: None,
            loss: None,
            best: None,
            luck: None,
        };
        match &self.verdict {
            None => {}
            Some(StepJudgement::Roll(luck)) => {
                (view.mark, view.luck) = (Some("roll".to_owned()), Some(luck.clone()));
            }
            Some(StepJudgement::Only(_)) => view.mark = Some("only".to_owned()),
            Some(StepJudgement::Move(judged)) => {
                view.mark = Some(judged.quality.to_string());
                view.loss = Some(judged.loss);
                let (line, readable) = (&judged.best.line, readable_line(&self.better, language));
                view.best = line.first().map(|step| BestMoveView {
                    step: step.clone(),
                    readable: readable.first().unwrap_or(step).clone(),
                    line: line.clone(),
                    readable_line: readable,
                    value: SeatValue::of(judged.best.value, scale, language),
                });
            }
        }
        view
    }
}
