//! Writes an analysis into its record.

use ludoteca_core::Language;
use ludoteca_play::record::RecordedValue;
use ludoteca_play::{Engine, Record, RecordedStep};

use super::quality::MoveQuality;
use super::{AnalysedStep, Analysis, StepJudgement, texts};
use ludoteca_engines::protocols::engine::score_for_record;
use ludoteca_engines::protocols::engine::score_of;

/// Writes an analysis into the record: a comment and a value for each step, better moves as
/// variations, and a header that names the settings. If that header shows that an earlier analysis
/// is in the record, its annotations are replaced. Everything else in the record is kept.
pub fn annotate(record: &mut Record, analysis: &Analysis, engine: &Engine) {
    let names: Vec<String> = record.names().into_iter().map(str::to_owned).collect();
    let is_header = |(name, _): &(String, String)| name == texts::HEADER;
    if record.other_headers.iter().any(is_header) {
        record.steps.iter_mut().for_each(forget);
    }
    for (step, ply) in record.steps.iter_mut().zip(&analysis.plies) {
        let lines: Vec<String> =
            step.comment.take().into_iter().chain(line(ply, &names, analysis)).collect();
        step.comment = (!lines.is_empty()).then(|| lines.join("\n"));
        step.value = Some(value(ply));
        if let Some(better) = better(ply) {
            let is_there = |known: &Vec<RecordedStep>| {
                known.iter().map(|recorded| &recorded.step).eq(better.iter())
            };
            if !step.variations.iter().any(is_there) {
                let mut variation: Vec<RecordedStep> =
                    better.iter().map(RecordedStep::new).collect();
                variation[0].comment = Some(texts::BETTER.to_owned());
                step.variations.push(variation);
            }
        }
    }
    record.other_headers.retain(|header| !is_header(header));
    record.other_headers.push((texts::HEADER.to_owned(), engine.to_string()));
}

/// Removes the annotations of an earlier analysis from a step.
fn forget(step: &mut RecordedStep) {
    let comment = step.comment.take().unwrap_or_default();
    let lines: Vec<&str> = comment.lines().filter(|line| !is_ours(line)).collect();
    step.comment = (!lines.is_empty()).then(|| lines.join("\n"));
    step.variations.retain(|variation| variation[0].comment.as_deref() != Some(texts::BETTER));
}

/// The comment on a step, if there is one.
fn line(ply: &AnalysedStep, names: &[String], analysis: &Analysis) -> Option<String> {
    match &ply.verdict {
        StepJudgement::Roll(luck) => {
            Some(texts::luck(luck, names.iter().map(String::as_str), &analysis.scale))
        }
        StepJudgement::Only(_) => None,
        StepJudgement::Move(judged) => {
            let best = &judged.best.line[0];
            Some(texts::note(judged, best, &analysis.scale, Language::English))
        }
    }
}

/// Was this line of a comment written by an analysis?
fn is_ours(line: &str) -> bool {
    let word = line.split(':').next().unwrap_or_default();
    word == texts::LUCK || MoveQuality::ALL.iter().any(|quality| quality.to_string() == word)
}

fn value(ply: &AnalysedStep) -> RecordedValue {
    let numbers: Vec<(bool, f64)> =
        ply.values.iter().map(|value| score_for_record(score_of(*value))).collect();
    let shown = if numbers.len() == 2 { 1 } else { numbers.len() };
    RecordedValue {
        proved: numbers.iter().all(|(proved, _)| *proved),
        // Adding 0.0 turns -0 into 0.
        worth: numbers[..shown].iter().map(|(_, number)| number + 0.0).collect(),
    }
}

/// The better line, if the difference matters.
fn better(ply: &AnalysedStep) -> Option<&[String]> {
    match &ply.verdict {
        StepJudgement::Move(judged) if judged.quality >= MoveQuality::Mistake => {
            Some(&judged.best.line)
        }
        _ => None,
    }
}
