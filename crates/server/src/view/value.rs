//! Evaluations of positions, as clients read them.

use std::time::Instant;

use ludoteca_analysis::{
    AnalysedStep as LookedPly, Analysis as Looked, Scale, SeatValue, StepJudgement,
};
use ludoteca_search::Value;
use serde::Serialize;
use utoipa::ToSchema;

/// A game that engines look at.
#[derive(Clone, Serialize, ToSchema, Debug, Default)]
#[schema(as = Analysis)]
pub struct AnalysisView {
    /// `none`, `running` or `done`.
    pub status: &'static str,
    /// How much of the work is done,
    pub done: usize,
    /// of how much.
    pub of: usize,
    /// Are values in points?
    pub scored: bool,
    /// What the first position is worth to each seat.
    pub start: Option<Vec<SeatValue>>,
    /// The steps, as far as they were looked at.
    pub plies: Vec<PlyView>,
    /// How the players did, as lines of a table.
    pub summary: String,
    /// When it was last told how far it has come.
    #[serde(skip)]
    pub published_at: Option<Instant>,
}

/// A step of a game that engines look at.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Ply)]
pub struct PlyView {
    /// What the position after it is worth to each seat.
    values: Vec<SeatValue>,
    /// `best`, `fine`, `mistake`, `blunder`; `only` where there was no choice, `roll` for the die;
    /// `null` where it was not judged yet.
    mark: Option<String>,
    /// What it gave away.
    loss: Option<f64>,
    /// What was best, where it was another move.
    best: Option<BestMoveView>,
    /// How lucky a roll was for each seat.
    luck: Option<Vec<f64>>,
}

/// The best move.
#[derive(Clone, Serialize, ToSchema, Debug)]
#[schema(as = Best)]
pub struct BestMoveView {
    /// As typed.
    step: String,
    /// With what is expected to follow.
    line: Vec<String>,
    /// What it is worth to who has it.
    value: SeatValue,
}

impl PlyView {
    /// A step of which only the value is known.
    pub fn looked_at(values: &[Value], scale: &Scale) -> PlyView {
        PlyView {
            values: SeatValue::all(values, scale),
            mark: None,
            loss: None,
            best: None,
            luck: None,
        }
    }

    /// A step that was judged.
    pub fn judged(ply: &LookedPly, scale: &Scale) -> PlyView {
        let mut view = PlyView::looked_at(&ply.values, scale);
        match &ply.verdict {
            StepJudgement::Roll(luck) => {
                (view.mark, view.luck) = (Some("roll".to_owned()), Some(luck.clone()));
            }
            StepJudgement::Only(_) => view.mark = Some("only".to_owned()),
            StepJudgement::Move(judged) => {
                view.mark = Some(judged.quality.to_string());
                view.loss = Some(judged.loss);
                let line = judged.best.line.clone();
                let value = SeatValue::of(judged.best.value, scale);
                view.best = line.first().cloned().map(|step| BestMoveView { step, line, value });
            }
        }
        view
    }
}

impl AnalysisView {
    /// A finished analysis.
    pub fn done(looked: &Looked, summary: String) -> AnalysisView {
        let scale = &looked.scale;
        AnalysisView {
            status: "done",
            done: looked.plies.len(),
            of: looked.plies.len(),
            scored: scale.is_scored(),
            start: Some(SeatValue::all(&looked.start, scale)),
            plies: looked.plies.iter().map(|ply| PlyView::judged(ply, scale)).collect(),
            summary,
            published_at: None,
        }
    }
}
