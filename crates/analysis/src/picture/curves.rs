//! Curves, each labelled with a name at its end.

use super::markup::{Markup, tag};
use super::{PlotScale, clipped_to, label, line};

/// A curve with its name.
pub struct Curve<'a> {
    /// The label of the curve.
    pub name: &'a str,
    /// The points: the number along the horizontal axis, then that along the vertical one.
    pub points: Vec<[f64; 2]>,
}

/// The number of different curve styles.
pub const MOST_CURVES: usize = 8;

/// The width reserved for names to the right of the curves.
pub const ROOM_FOR_NAMES: f64 = 130.0;

/// Draws curves with their names, which do not overlap.
pub fn curves(along: &PlotScale, up: &PlotScale, curves: &[Curve<'_>]) -> Markup {
    let height = up.low;
    let drawn = curves.iter().enumerate().map(|(at, curve)| {
        let point = |[x, y]: &[f64; 2]| format!("{:.1},{:.1}", along.at(*x), up.at(*y));
        let points: Vec<String> = curve.points.iter().map(point).collect();
        tag("polyline", &[("class", &format!("line line-{at}")), ("points", &points.join(" "))], [])
    });
    let ends: Vec<f64> =
        curves.iter().map(|curve| up.at(curve.points.last().map_or(0.0, |[_, y]| *y))).collect();
    let places = apart(&ends, 15.0, height);
    let names = curves.iter().zip(ends.iter().zip(places)).enumerate().flat_map(
        |(at, (curve, (end, place)))| {
            let leader = line(
                &format!("line line-{at}"),
                [along.high + 2.0, *end],
                [along.high + 18.0, place],
            );
            [leader, label(along.high + 22.0, place, "", &clipped_to(curve.name, 15))]
        },
    );
    drawn.chain(names).collect()
}

/// Positions for labels as near as possible to the wanted heights, in the same order, and at least
/// `distance` apart.
fn apart(wanted: &[f64], distance: f64, height: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|one, other| wanted[*one].total_cmp(&wanted[*other]));
    let mut places = wanted.to_vec();
    let mut free = f64::NEG_INFINITY;
    for at in &order {
        places[*at] = places[*at].max(free);
        free = places[*at] + distance;
    }
    // Labels that were pushed below the bottom move back, and push the others up.
    let mut free = height - 4.0;
    for at in order.iter().rev() {
        places[*at] = places[*at].min(free);
        free = places[*at] - distance;
    }
    places
}
