//! Plots as pictures in the page. Each has a title and a description for those who do not see it,
//! and no information is given by colour alone.

use super::texts;
use crate::tournament::standing::{RankedResult, ranked_results};
use crate::tournament::{PlayedGame, Standing};
use ludoteca_analysis::picture::markup::{Markup, scrolled, tag, text};
use ludoteca_analysis::picture::{
    Curve, LABELS, MOST_CURVES, PlotScale, RIGHT, ROOM_FOR_NAMES, ROW, TICK_TEXT, WIDTH, clipped,
    curves, figure, label, line, nice_step, rect, room_for, signed, svg, title,
};

const MOST_POINTS_OF_A_LINE: usize = 300;

const MOST_BINS: f64 = 20.0;

/// Bars from the mean, with error bars, the best player first.
pub fn ratings(standing: &Standing) -> Markup {
    let rated: Vec<(usize, f64, f64)> = standing
        .ranking()
        .iter()
        .filter_map(|player| {
            let rating = standing.rows()[*player].rating;
            rating.value().map(|value| (*player, value, rating.error().unwrap_or(0.0)))
        })
        .collect();
    let left = room_for(rated.iter().map(|(player, ..)| standing.names()[*player].as_str()));
    let farthest = rated.iter().fold(0.0, |most: f64, (_, value, _)| most.max(value.abs()));
    // A few long error bars must not make all others unreadable.
    let most = rated
        .iter()
        .fold(10.0, |most: f64, (_, value, error)| most.max(value.abs() + error))
        .min(2.0 * farthest + 100.0);
    let scale = PlotScale { from: -most, to: most, low: left, high: RIGHT };
    let height = ROW * rated.len() as f64;
    let row = |(at, (player, value, error)): (usize, &(usize, f64, f64))| {
        let middle = ROW * at as f64 + ROW / 2.0;
        let [zero, end] = [0.0, *value].map(|elo| scale.at(elo));
        let [from, to] = [value - error, value + error].map(|elo| scale.at(elo));
        let side = if *value < 0.0 { "less" } else { "more" };
        let (bar, length) = (zero.min(end), (end - zero).abs());
        let name = &standing.names()[*player];
        tag(
            "g",
            &[],
            [
                title(texts::rating_of(name, standing.rows()[*player].rating)),
                label(left - 8.0, middle, "end", &clipped(name)),
                rect(side, bar, middle - 7.0, length, 14.0, 0.8),
                line("whisker", [from, middle], [to, middle]),
                line("whisker", [from, middle - 4.0], [from, middle + 4.0]),
                line("whisker", [to, middle - 4.0], [to, middle + 4.0]),
            ],
        )
    };
    let rows: Markup = rated.iter().enumerate().map(row).collect();
    let content =
        [scale.grid(height), line("axis", [scale.at(0.0), 0.0], [scale.at(0.0), height]), rows];
    figure(
        "ratings",
        texts::RATINGS,
        texts::RATINGS_DESCRIPTION,
        [WIDTH, height + TICK_TEXT],
        content,
    )
}

/// The score of each player against each other.
pub fn matrix(standing: &Standing) -> Markup {
    let players = standing.ranking();
    let (cell, small) = if players.len() <= 12 { (38.0, "") } else { (24.0, " small") };
    let extent = cell * players.len() as f64;
    let mut pieces = Vec::new();
    for (row, player) in players.iter().enumerate() {
        let middle = cell * (row as f64 + 1.5);
        let name = format!("{} {}", clipped(&standing.names()[*player]), row + 1);
        pieces.push(label(LABELS + 14.0, middle, "end", &name));
        pieces.push(label(
            LABELS + 20.0 + cell * (row as f64 + 0.5),
            cell / 2.0,
            "middle",
            &(row + 1).to_string(),
        ));
        for (column, other) in players.iter().enumerate() {
            let (x, y) = (LABELS + 20.0 + cell * column as f64, cell * (row as f64 + 1.0));
            let between = standing.between(*player, *other);
            if player == other || between.results() == 0 {
                pieces.push(rect("none", x + 0.5, y + 0.5, cell - 1.0, cell - 1.0, 1.0));
                continue;
            }
            let share = between.points() / between.results() as f64;
            let side = if share < 0.5 { "less" } else { "more" };
            let names = [player, other].map(|player| standing.names()[*player].as_str());
            pieces.push(tag(
                "g",
                &[],
                [
                    title(texts::score_between(names, &between)),
                    // The colour is never so strong that the number cannot be read.
                    rect(side, x + 0.5, y + 0.5, cell - 1.0, cell - 1.0, 1.4 * (share - 0.5).abs()),
                    label(
                        x + cell / 2.0,
                        middle,
                        &format!("middle{small}"),
                        &format!("{:.0}", share * 100.0),
                    ),
                ],
            ));
        }
    }
    let size = [LABELS + 20.0 + extent + 4.0, extent + cell + 4.0];
    let id = "matrix";
    let picture = svg(id, texts::MATRIX, texts::MATRIX_DESCRIPTION, size, true, pieces);
    tag(
        "figure",
        &[],
        [scrolled(texts::MATRIX, picture), tag("figcaption", &[], text(texts::MATRIX_DESCRIPTION))],
    )
}

/// A histogram of the lengths of the games.
pub fn lengths(played: &[PlayedGame]) -> Markup {
    let steps = || played.iter().map(|game| u64::from(game.steps));
    let (shortest, longest) = (steps().min().unwrap_or(0), steps().max().unwrap_or(0));
    let bin = nice_step((longest - shortest + 1) as f64 / MOST_BINS).max(1.0) as u64;
    let first = shortest / bin;
    let mut counts = vec![0u64; (longest / bin - first + 1) as usize];
    steps().for_each(|steps| counts[(steps / bin - first) as usize] += 1);
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let (height, left) = (170.0, 50.0);
    let up = PlotScale { from: 0.0, to: most as f64, low: height, high: 8.0 };
    let along = PlotScale {
        from: (first * bin) as f64,
        to: ((longest / bin + 1) * bin) as f64,
        low: left,
        high: RIGHT,
    };
    let bars = counts.iter().enumerate().map(|(at, count)| {
        let from = (first + at as u64) * bin;
        let [x, end] = [from, from + bin].map(|steps| along.at(steps as f64));
        let top = up.at(*count as f64);
        let bar = rect("bar", x + 0.5, top, end - x - 1.0, height - top, 1.0);
        tag("g", &[], [title(texts::games_of_length(*count, from, from + bin - 1)), bar])
    });
    let levels = up.whole_ticks(5.0).into_iter().flat_map(|count| {
        let y = up.at(count);
        [line("grid", [left, y], [RIGHT, y]), label(left - 6.0, y, "end faint", &count.to_string())]
    });
    let numbers = along.whole_ticks(8.0).into_iter().map(|steps| {
        label(along.at(steps), height + TICK_TEXT / 2.0 + 2.0, "middle faint", &steps.to_string())
    });
    let base = line("axis", [left, height], [RIGHT, height]);
    let content = levels.chain(bars).chain(numbers).chain([base]);
    figure(
        "lengths",
        texts::LENGTHS,
        texts::LENGTHS_DESCRIPTION,
        [WIDTH, height + TICK_TEXT + 2.0],
        content,
    )
}

/// A bar for each of a few figures that are not negative.
pub struct Bar {
    /// The name of the figure.
    pub label: String,
    /// The length of the bar.
    pub value: f64,
    /// The figure as it is written.
    pub shown: String,
}

/// Bars one below the other, with a mark at the even value, if there is one.
pub fn bars(id: &str, named: &str, description: &str, bars: &[Bar], even: Option<f64>) -> Markup {
    let most = bars.iter().map(|bar| bar.value).chain(even).fold(0.0, f64::max);
    let left = room_for(bars.iter().map(|bar| bar.label.as_str()));
    let scale =
        PlotScale { from: 0.0, to: most.max(f64::MIN_POSITIVE), low: left, high: RIGHT - 76.0 };
    let height = ROW * bars.len() as f64;
    let row = |(at, bar): (usize, &Bar)| {
        let middle = ROW * at as f64 + ROW / 2.0;
        let end = scale.at(bar.value);
        [
            label(left - 8.0, middle, "end", &clipped(&bar.label)),
            rect("bar", left, middle - 7.0, end - left, 14.0, 1.0),
            // The label keeps clear of the mark.
            label(end.max(even.map_or(0.0, |even| scale.at(even))) + 8.0, middle, "", &bar.shown),
        ]
    };
    let rows = bars.iter().enumerate().flat_map(row);
    let mark = even.map(|even| line("even", [scale.at(even), 0.0], [scale.at(even), height]));
    figure(id, named, description, [WIDTH, height], rows.chain(mark))
}

/// The score of each player above one half, result by result. Returns `None` if there are too many
/// players for that, or too few results.
pub fn score_curves(standing: &Standing, played: &[PlayedGame]) -> Option<Markup> {
    let results = ranked_results(standing.seats(), played);
    // With two players, the second curve would mirror the first.
    let drawn = if standing.names().len() == 2 { &[0][..] } else { standing.ranking() };
    if drawn.len() > MOST_CURVES || results.len() < 2 {
        return None;
    }
    let curves_of_players: Vec<Vec<f64>> =
        drawn.iter().map(|player| surplus(*player, &results)).collect();
    let [least, most] =
        [f64::min, f64::max].map(|of| curves_of_players.iter().flatten().copied().fold(0.0, of));
    let (height, left, right) = (220.0, 50.0, RIGHT - ROOM_FOR_NAMES);
    let span = (most - least).max(1.0);
    let up =
        PlotScale { from: least - 0.05 * span, to: most + 0.05 * span, low: height, high: 4.0 };
    let along = PlotScale { from: 0.0, to: results.len() as f64, low: left, high: right };
    let levels = up.ticks(6.0).into_iter().flat_map(|level| {
        let y = up.at(level);
        let class = if level == 0.0 { "axis" } else { "grid" };
        [line(class, [left, y], [right, y]), label(left - 6.0, y, "end faint", &signed(level))]
    });
    let numbers = along.whole_ticks(6.0).into_iter().map(|number| {
        label(along.at(number), height + TICK_TEXT / 2.0 + 2.0, "middle faint", &number.to_string())
    });
    let step = results.len().div_ceil(MOST_POINTS_OF_A_LINE);
    let lines: Vec<Curve> = drawn
        .iter()
        .zip(&curves_of_players)
        .map(|(player, curve)| {
            let shown = (0..curve.len()).filter(|n| n % step == 0 || n + 1 == curve.len());
            Curve {
                name: &standing.names()[*player],
                points: shown.map(|n| [n as f64, curve[n]]).collect(),
            }
        })
        .collect();
    let content = levels.chain(numbers).chain([curves(&along, &up, &lines)]);
    let size = [WIDTH, height + TICK_TEXT + 2.0];
    Some(figure("progress", texts::PROGRESS, texts::PROGRESS_DESCRIPTION, size, content))
}

/// The surplus of a player's score before the first result and after each result.
fn surplus(player: usize, results: &[RankedResult]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut curve = vec![sum];
    for result in results {
        sum += result.share(player).map_or(0.0, |share| share - 0.5);
        curve.push(sum);
    }
    curve
}
