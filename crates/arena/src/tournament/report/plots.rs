//! Plots as pictures in the page: each with a title and a description for those who do not see it, and no colour that says something alone.

use ludoteca_core::drawing::width;

use super::markup::{Markup, tag, text};
use super::texts;
use crate::tournament::standing::{Counted, counted};
use crate::tournament::{Played, Standing};

/// How wide plots are, in the units of the picture; they grow and shrink with the page.
const WIDTH: f64 = 480.0;
const RIGHT: f64 = WIDTH - 12.0;
/// For names and other labels, and how many columns of text fit there.
const LABELS: f64 = 150.0;
const LABEL_COLUMNS: usize = 19;
const ROW: f64 = 22.0;
const TICK_TEXT: f64 = 18.0;

/// More lines than these nobody can tell apart.
pub const MOST_LINES: usize = 8;
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
    let farthest = rated.iter().fold(0.0, |most: f64, (_, value, _)| most.max(value.abs()));
    // A few long error bars must not make all others unreadable.
    let most = rated
        .iter()
        .fold(10.0, |most: f64, (_, value, error)| most.max(value.abs() + error))
        .min(2.0 * farthest + 100.0);
    let scale = Scale { from: -most, to: most, low: LABELS, high: RIGHT };
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
                label(LABELS - 8.0, middle, "end", &clipped(name)),
                rect(side, bar, middle - 7.0, length, 14.0, 0.8),
                line("whisker", [from, middle], [to, middle]),
                line("whisker", [from, middle - 4.0], [from, middle + 4.0]),
                line("whisker", [to, middle - 4.0], [to, middle + 4.0]),
            ],
        )
    };
    let rows: Markup = rated.iter().enumerate().map(row).collect();
    let content = [
        scale.grid(height, |elo| format!("{elo:+.0}")),
        line("axis", [scale.at(0.0), 0.0], [scale.at(0.0), height]),
        rows,
    ];
    figure("ratings", texts::RATINGS, texts::RATINGS_DESCRIPTION, [WIDTH, height + TICK_TEXT], content)
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
        pieces.push(label(LABELS + 20.0 + cell * (row as f64 + 0.5), cell / 2.0, "middle", &(row + 1).to_string()));
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
                    // Never so strong that the number cannot be read.
                    rect(side, x + 0.5, y + 0.5, cell - 1.0, cell - 1.0, 1.4 * (share - 0.5).abs()),
                    label(x + cell / 2.0, middle, &format!("middle{small}"), &format!("{:.0}", share * 100.0)),
                ],
            ));
        }
    }
    let size = [LABELS + 20.0 + extent + 4.0, extent + cell + 4.0];
    let id = "matrix";
    let picture = svg(id, texts::MATRIX, texts::MATRIX_DESCRIPTION, size, true, pieces);
    tag("figure", &[], [scrolled(texts::MATRIX, picture), tag("figcaption", &[], text(texts::MATRIX_DESCRIPTION))])
}

/// How many games were how long.
pub fn lengths(played: &[Played]) -> Markup {
    let shortest = played.iter().map(|game| game.steps).min().unwrap_or(0);
    let longest = played.iter().map(|game| game.steps).max().unwrap_or(0);
    let bin = nice_step(f64::from(longest - shortest + 1) / MOST_BINS).max(1.0) as u32;
    let first = shortest / bin;
    let mut counts = vec![0u64; (longest / bin - first + 1) as usize];
    played.iter().for_each(|game| counts[(game.steps / bin - first) as usize] += 1);
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let (height, left) = (170.0, 50.0);
    let up = Scale { from: 0.0, to: most as f64, low: height, high: 8.0 };
    let along =
        Scale { from: f64::from(first * bin), to: f64::from((longest / bin + 1) * bin), low: left, high: RIGHT };
    let bars = counts.iter().enumerate().map(|(at, count)| {
        let from = (first + at as u32) * bin;
        let [x, end] = [from, from + bin].map(|steps| along.at(f64::from(steps)));
        let top = up.at(*count as f64);
        let bar = rect("bar", x + 0.5, top, end - x - 1.0, height - top, 1.0);
        tag("g", &[], [title(texts::games_of_length(*count, from, from + bin - 1)), bar])
    });
    let levels = up.ticks(5.0).into_iter().filter(|count| count.fract() == 0.0).flat_map(|count| {
        let y = up.at(count);
        [line("grid", [left, y], [RIGHT, y]), label(left - 6.0, y, "end faint", &count.to_string())]
    });
    let numbers = along
        .ticks(8.0)
        .into_iter()
        .map(|steps| label(along.at(steps), height + TICK_TEXT / 2.0 + 2.0, "middle faint", &steps.to_string()));
    let base = line("axis", [left, height], [RIGHT, height]);
    let content = levels.chain(bars).chain(numbers).chain([base]);
    figure("lengths", texts::LENGTHS, texts::LENGTHS_DESCRIPTION, [WIDTH, height + TICK_TEXT + 2.0], content)
}

/// A bar for each of a few figures that are not negative.
pub struct Bar {
    /// What it is.
    pub label: String,
    /// How long.
    pub value: f64,
    /// The figure as it is written.
    pub shown: String,
}

/// Bars beside each other, with a mark at the value that would be even, where there is one.
pub fn bars(id: &str, named: &str, description: &str, bars: &[Bar], even: Option<f64>) -> Markup {
    let most = bars.iter().map(|bar| bar.value).chain(even).fold(0.0, f64::max);
    let scale = Scale { from: 0.0, to: most.max(f64::MIN_POSITIVE), low: LABELS, high: RIGHT - 76.0 };
    let height = ROW * bars.len() as f64;
    let row = |(at, bar): (usize, &Bar)| {
        let middle = ROW * at as f64 + ROW / 2.0;
        let end = scale.at(bar.value);
        [
            label(LABELS - 8.0, middle, "end", &clipped(&bar.label)),
            rect("bar", LABELS, middle - 7.0, end - LABELS, 14.0, 1.0),
            label(scale.high.max(end) + 8.0, middle, "", &bar.shown),
        ]
    };
    let rows = bars.iter().enumerate().flat_map(row);
    let mark = even.map(|even| line("even", [scale.at(even), 0.0], [scale.at(even), height]));
    figure(id, named, description, [WIDTH, height], rows.chain(mark))
}

/// How far the score of each player was above one half, result by result. Nothing where there are too many players for that, or too few
/// results.
pub fn course(standing: &Standing, played: &[Played]) -> Option<Markup> {
    let results = counted(standing.seats(), played);
    // The second of two is the mirror of the first.
    let drawn = if standing.names().len() == 2 { &[0][..] } else { standing.ranking() };
    if drawn.len() > MOST_LINES || results.len() < 2 {
        return None;
    }
    let courses: Vec<Vec<f64>> = drawn.iter().map(|player| surplus(*player, &results)).collect();
    let [least, most] = [f64::min, f64::max].map(|of| courses.iter().flatten().copied().fold(0.0, of));
    let (height, left, right) = (220.0, 50.0, RIGHT - 130.0);
    let span = (most - least).max(1.0);
    let up = Scale { from: least - 0.05 * span, to: most + 0.05 * span, low: height, high: 4.0 };
    let along = Scale { from: 0.0, to: results.len() as f64, low: left, high: right };
    let levels = up.ticks(6.0).into_iter().flat_map(|level| {
        let y = up.at(level);
        let class = if level == 0.0 { "axis" } else { "grid" };
        [line(class, [left, y], [right, y]), label(left - 6.0, y, "end faint", &format!("{level:+}"))]
    });
    let numbers = along
        .ticks(6.0)
        .into_iter()
        .filter(|number| number.fract() == 0.0)
        .map(|number| label(along.at(number), height + TICK_TEXT / 2.0 + 2.0, "middle faint", &number.to_string()));
    let step = results.len().div_ceil(MOST_POINTS_OF_A_LINE);
    let lines = courses.iter().enumerate().map(|(at, course)| {
        let shown = (0..course.len()).filter(|n| n % step == 0 || n + 1 == course.len());
        let points: Vec<String> = shown.map(|n| format!("{:.1},{:.1}", along.at(n as f64), up.at(course[n]))).collect();
        tag("polyline", &[("class", &format!("line line-{at}")), ("points", &points.join(" "))], [])
    });
    let ends: Vec<f64> = courses.iter().map(|course| up.at(course.last().copied().unwrap_or(0.0))).collect();
    let places = apart(&ends, 15.0, height);
    let names = drawn.iter().zip(ends.iter().zip(places)).enumerate().flat_map(|(at, (player, (end, place)))| {
        let leader =
            [("class", &format!("line line-{at}") as &dyn std::fmt::Display), ("x1", &(right + 2.0)), ("y1", end)];
        let to = [("x2", &(right + 18.0) as &dyn std::fmt::Display), ("y2", &place)];
        let leader: Vec<_> = leader.into_iter().chain(to).collect();
        [tag("line", &leader, []), label(right + 22.0, place, "", &clipped_to(&standing.names()[*player], 15))]
    });
    let content = levels.chain(numbers).chain(lines).chain(names);
    let size = [WIDTH, height + TICK_TEXT + 2.0];
    Some(figure("course", texts::COURSE, texts::COURSE_DESCRIPTION, size, content))
}

/// A box that scrolls sideways instead of the page, also by keyboard.
pub fn scrolled(label: &str, content: Markup) -> Markup {
    tag("div", &[("class", &"scroll"), ("role", &"region"), ("aria-label", &label), ("tabindex", &0)], content)
}

/// After each result of the tournament, and before the first.
fn surplus(player: usize, results: &[Counted]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut course = vec![sum];
    for result in results {
        sum += result.share(player).map_or(0.0, |share| share - 0.5);
        course.push(sum);
    }
    course
}

/// Places for labels that want to be at these heights: at least so far from each other, in the same order.
fn apart(wanted: &[f64], distance: f64, height: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|one, other| wanted[*one].total_cmp(&wanted[*other]));
    let mut places = wanted.to_vec();
    let mut free = f64::NEG_INFINITY;
    for at in &order {
        places[*at] = places[*at].max(free);
        free = places[*at] + distance;
    }
    // What was pushed out below comes back, and pushes the others up.
    let mut free = height - 4.0;
    for at in order.iter().rev() {
        places[*at] = places[*at].min(free);
        free = places[*at] - distance;
    }
    places
}

/// Figures along a line of the picture.
struct Scale {
    from: f64,
    to: f64,
    low: f64,
    high: f64,
}

impl Scale {
    /// The place of a figure; at the edge where it lies beyond.
    fn at(&self, figure: f64) -> f64 {
        let share = ((figure - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        self.low + share * (self.high - self.low)
    }

    /// Round figures, about so many.
    fn ticks(&self, about: f64) -> Vec<f64> {
        let step = nice_step((self.to - self.from) / about);
        let first = (self.from / step).ceil() as i64;
        let last = (self.to / step + 1e-9).floor() as i64;
        (first..=last).map(|n| n as f64 * step).collect()
    }

    /// Lines from top to bottom, with their figures below.
    fn grid(&self, height: f64, shown: impl Fn(f64) -> String) -> Markup {
        let ticks = self.ticks(5.0).into_iter().flat_map(|figure| {
            let x = self.at(figure);
            let number = label(x, height + TICK_TEXT / 2.0, "middle faint", &shown(figure));
            [line("grid", [x, 0.0], [x, height]), number]
        });
        ticks.collect()
    }
}

/// The next of 1, 2, 5, 10, 20, 50 …, or the same below 1.
fn nice_step(least: f64) -> f64 {
    let ten = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|times| times * ten).into_iter().find(|step| *step >= least * (1.0 - 1e-9)).unwrap_or(1.0)
}

fn figure(
    id: &str,
    named: &str,
    description: &str,
    size: [f64; 2],
    content: impl IntoIterator<Item = Markup>,
) -> Markup {
    let caption = tag("figcaption", &[], text(format!("{named}: {description}")));
    tag("figure", &[], [svg(id, named, description, size, false, content), caption])
}

/// A picture that says what it is. It has its natural size where it says so, and else the page's.
fn svg(
    id: &str,
    named: &str,
    description: &str,
    [width, height]: [f64; 2],
    natural: bool,
    content: impl IntoIterator<Item = Markup>,
) -> Markup {
    let (of_title, of_description) = (format!("{id}-title"), format!("{id}-description"));
    let (labelled, view) = (format!("{of_title} {of_description}"), format!("0 0 {width:.0} {height:.0}"));
    let (wide, high) = (format!("{width:.0}"), format!("{height:.0}"));
    let class = if natural { "natural" } else { "fluid" };
    let told =
        [tag("title", &[("id", &of_title)], text(named)), tag("desc", &[("id", &of_description)], text(description))];
    tag(
        "svg",
        &[
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("class", &class),
            ("role", &"img"),
            ("aria-labelledby", &labelled),
            ("viewBox", &view),
            ("width", &wide),
            ("height", &high),
        ],
        told.into_iter().chain(content),
    )
}

/// What is seen when one points at it.
fn title(words: String) -> Markup {
    tag("title", &[], text(words))
}

/// Text in the middle of a row.
fn label(x: f64, middle: f64, class: &str, words: &str) -> Markup {
    tag("text", &[("class", &class), ("x", &short(x)), ("y", &short(middle + 4.5))], text(words))
}

fn line(class: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) -> Markup {
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(short);
    tag("line", &[("class", &class), ("x1", &x1), ("y1", &y1), ("x2", &x2), ("y2", &y2)], [])
}

fn rect(class: &str, x: f64, y: f64, width: f64, height: f64, opacity: f64) -> Markup {
    let [x, y, width, height] = [x, y, width, height].map(short);
    let place: [(&str, &dyn std::fmt::Display); 5] =
        [("class", &class), ("x", &x), ("y", &y), ("width", &width), ("height", &height)];
    let opacity = format!("{opacity:.2}");
    let faint = (opacity != "1.00").then_some(("fill-opacity", &opacity as &dyn std::fmt::Display));
    tag("rect", &place.into_iter().chain(faint).collect::<Vec<_>>(), [])
}

/// As many digits as can be seen.
fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A label that fits.
fn clipped(name: &str) -> String {
    clipped_to(name, LABEL_COLUMNS)
}

fn clipped_to(name: &str, columns: usize) -> String {
    if width(name) <= columns {
        return name.to_owned();
    }
    let mut short = String::new();
    for letter in name.chars() {
        if width(&format!("{short}{letter}…")) > columns {
            break;
        }
        short.push(letter);
    }
    short + "…"
}
