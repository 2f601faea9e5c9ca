//! The graph of the value over the game.

use ludoteca_core::{Language, Seat};
use ludoteca_search::Value;

use super::quality::MoveQuality;
use super::texts::{self, texts};
use super::{AnalysedStep, Analysis, StepJudgement};
use crate::picture::markup::{Markup, tag};
use crate::picture::{
    Curve, PlotScale, ROOM_FOR_NAMES, TICK_TEXT, curves, dot, file, label, line, signed, title,
};

const WIDTH: f64 = 760.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 290.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = WIDTH - 12.0 - ROOM_FOR_NAMES;

/// The distance of a sign from its curve.
const DISTANCE: f64 = 12.0;

/// Draws an SVG file: the value of the game to each seat after each step. Proved and estimated
/// values look different, and bad moves are marked. With two seats only the first is drawn, since
/// the value of the other is the opposite.
pub fn graph(analysis: &Analysis, game: &str, names: &[&str], language: Language) -> String {
    let drawn = if names.len() == 2 { &names[..1] } else { names };
    let steps = analysis.plies.len();
    let worths = |seat: Seat| (0..=steps).map(move |at| analysis.scaled_value(at, seat));
    let all = || Seat::all(drawn.len()).flat_map(worths);
    let [from, to] = if analysis.scale.is_scored() {
        let [least, most] = [f64::min, f64::max].map(|of| all().fold(0.0, of));
        let margin = 0.05 * (most - least).max(1.0);
        [least - margin, most + margin]
    } else {
        [0.0, 1.0]
    };
    let up = PlotScale { from, to, low: BOTTOM, high: TOP };
    let along = PlotScale { from: 0.0, to: steps.max(1) as f64, low: LEFT, high: RIGHT };
    let lines: Vec<Curve> = Seat::all(drawn.len())
        .map(|seat| Curve {
            name: drawn[seat.index()],
            points: worths(seat).enumerate().map(|(at, worth)| [at as f64, worth]).collect(),
        })
        .collect();
    let numbers = along.whole_ticks(10.0).into_iter().map(|step| {
        label(along.at(step), BOTTOM + TICK_TEXT / 2.0 + 4.0, "middle faint", &step.to_string())
    });
    let field = PlotArea { analysis, names, along: &along, up: &up, language };
    let points = Seat::all(drawn.len()).flat_map(|seat| (0..=steps).map(move |at| (seat, at)));
    let points = points.map(|(seat, at)| field.point(seat, at));
    let marks =
        analysis.plies.iter().enumerate().filter_map(|(at, ply)| field.quality(at + 1, ply));
    let named = texts::graph_title(game, names);
    let first = (names.len() == 2).then(|| names[0]);
    let words = [
        label(LEFT, 14.0, "strong", &named),
        label(LEFT, 33.0, "faint", &texts::axis(first, &analysis.scale, language)),
        label(LEFT, BOTTOM + 42.0, "faint", texts(language).legend),
    ];
    let content = words
        .into_iter()
        .chain(field.levels())
        .chain(numbers)
        .chain([curves(&along, &up, &lines)])
        .chain(points)
        .chain(marks);
    let description =
        format!("{}. {}", texts::axis(first, &analysis.scale, language), texts(language).legend);
    file(&named, &description, [WIDTH, BOTTOM + 58.0], content)
}

/// The layout of the plot.
struct PlotArea<'a> {
    analysis: &'a Analysis,
    names: &'a [&'a str],
    along: &'a PlotScale,
    up: &'a PlotScale,
    language: Language,
}

impl PlotArea<'_> {
    /// Horizontal grid lines with their numbers.
    fn levels(&self) -> Vec<Markup> {
        let level = |(figure, words): (f64, String)| {
            let y = self.up.at(figure);
            let middle = if self.analysis.scale.is_scored() { 0.0 } else { 0.5 };
            let class = if figure == middle { "axis" } else { "grid" };
            [line(class, [LEFT, y], [RIGHT, y]), label(LEFT - 6.0, y, "end faint", &words)]
        };
        let figures: Vec<(f64, String)> = if self.analysis.scale.is_scored() {
            self.up.ticks(6.0).into_iter().map(|figure| (figure, signed(figure))).collect()
        } else {
            [0, 25, 50, 75, 100]
                .map(|percent| (f64::from(percent) / 100.0, format!("{percent} %")))
                .into()
        };
        figures.into_iter().flat_map(level).collect()
    }

    fn place(&self, seat: Seat, at: usize) -> [f64; 2] {
        [self.along.at(at as f64), self.up.at(self.analysis.scaled_value(at, seat))]
    }

    /// The mark for the position after `at` steps: a dot if it is proved, and a tooltip.
    fn point(&self, seat: Seat, at: usize) -> Markup {
        let value = self.analysis.values(at)[seat.index()];
        let class =
            if value.is_proved() { format!("dot-{}", seat.index()) } else { "unseen".to_owned() };
        let radius = if value.is_proved() { 3.0 } else { 4.0 };
        tag(
            "g",
            &[],
            [title(self.tooltip(seat, at, value)), dot(&class, self.place(seat, at), radius)],
        )
    }

    fn tooltip(&self, seat: Seat, at: usize, value: Value) -> String {
        let words = format!(
            "{}: {}",
            self.names[seat.index()],
            texts::amount(value, &self.analysis.scale, self.language)
        );
        match at.checked_sub(1).map(|before| &self.analysis.plies[before]) {
            Some(ply) => texts::at_step(at, self.mover(ply), &ply.step, &words),
            None => format!("{} · {words}", texts(self.language).start),
        }
    }

    fn mover(&self, ply: &AnalysedStep) -> &str {
        match &ply.verdict {
            StepJudgement::Roll(_) => texts(self.language).die,
            StepJudgement::Only(seat) => self.names[seat.index()],
            StepJudgement::Move(judged) => self.names[judged.seat.index()],
        }
    }

    /// The sign of a bad move, beside the curve of the player who made it: below the curve where
    /// the move made it fall.
    fn quality(&self, at: usize, ply: &AnalysedStep) -> Option<Markup> {
        let StepJudgement::Move(judged) = &ply.verdict else { return None };
        if judged.quality < MoveQuality::Mistake {
            return None;
        }
        let mirrored = self.names.len() == 2 && judged.seat != Seat::FIRST;
        let [x, y] = self.place(if mirrored { Seat::FIRST } else { judged.seat }, at);
        // If there is no room on that side, the sign goes to the other.
        let is_below = if mirrored { y - DISTANCE < TOP } else { y + DISTANCE < BOTTOM };
        let y = if is_below { y + DISTANCE } else { y - DISTANCE };
        let words = texts::at_step(
            at,
            self.mover(ply),
            &ply.step,
            &texts::note(judged, &judged.best.line[0], &self.analysis.scale, self.language),
        );
        Some(tag("g", &[], [title(words), label(x, y, "middle strong", judged.quality.sign())]))
    }
}
