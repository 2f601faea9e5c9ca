//! Ways over a board: the place where the arrow keys begin, and where they lead. The tests of each
//! view run the cases in `crates/core/data/clicks.json` with its own layout.

/// A point, or a direction: to the right and downwards.
pub type Point = [f32; 2];

/// The place whose centre is the nearest to a point. Of several, it is the first.
pub fn nearest(centres: &[Point], to: Point) -> Option<usize> {
    best(centres, |centre| {
        let [across, down] = between(to, centre);
        Some(across.hypot(down))
    })
}

/// The next place in a direction, on a board whose cells have this width. Near places come first,
/// and straight ahead counts more than aside.
///
/// ```
/// use ludoteca_core::scene::ways;
/// let row = [[0.5, 0.5], [1.5, 0.5], [2.5, 0.5]];
/// assert_eq!(ways::next(&row, 0, [1.0, 0.0], 1.0), Some(1));
/// assert_eq!(ways::next(&row, 0, [0.0, 1.0], 1.0), None);
/// ```
pub fn next(centres: &[Point], from: usize, direction: Point, unit: f32) -> Option<usize> {
    let origin = *centres.get(from)?;
    best(centres, |centre| {
        let way = between(origin, centre);
        let along = way[0] * direction[0] + way[1] * direction[1];
        let aside = (way[0] - along * direction[0]).hypot(way[1] - along * direction[1]);
        (along > 0.25 * unit).then_some(along + 3.0 * aside)
    })
}

fn between(from: Point, to: Point) -> Point {
    [to[0] - from[0], to[1] - from[1]]
}

/// The place with the lowest cost, if any place has a cost. Of several, it is the first.
fn best(centres: &[Point], cost: impl Fn(Point) -> Option<f32>) -> Option<usize> {
    let costs = centres.iter().enumerate().filter_map(|(at, centre)| Some((at, cost(*centre)?)));
    costs.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(place, _)| place)
}
