//! A piece that is about to be laid across several places: it follows the pointer, and can be turned.

use ludoteca_core::scene::{Choice, Scene};

use crate::selection::Selection;

/// The places that it would cover.
pub fn covers(scene: &Scene, selection: &Selection, pointed: Option<usize>, turns: usize) -> Option<Vec<usize>> {
    find(scene, selection, pointed, turns).map(|choice| choice.covers.clone())
}

/// The move that lays it, as typed.
pub fn step(scene: &Scene, selection: &Selection, pointed: Option<usize>, turns: usize) -> Option<String> {
    find(scene, selection, pointed, turns).map(|choice| choice.step.clone())
}

/// Where its other end is, when one is chosen and somebody clicks on any of its places.
pub fn other_end(
    scene: &Scene,
    selection: &Selection,
    place: usize,
    pointed: Option<usize>,
    turns: usize,
) -> Option<usize> {
    let [first] = selection.clicks() else { return None };
    let choice = find(scene, selection, pointed, turns)?;
    // Another end may be right there.
    let is_end = selection.targets(scene).contains(&place);
    (place != *first && !is_end && choice.covers.contains(&place)).then(|| choice.clicks[1])
}

fn find<'a>(scene: &'a Scene, selection: &Selection, pointed: Option<usize>, turns: usize) -> Option<&'a Choice> {
    let first = selection.clicks().first().copied().or(pointed)?;
    let candidates: Vec<&Choice> =
        scene.choices.iter().filter(|choice| !choice.covers.is_empty() && choice.clicks[0] == first).collect();
    // Once an end is chosen, the pointer turns the piece.
    let towards = pointed.filter(|place| selection.clicks().len() == 1 && *place != first);
    if let Some(place) = towards {
        let ends = candidates.iter().filter(|choice| choice.covers.contains(&place));
        if let Some(nearest) = ends.min_by_key(|choice| choice.covers.len()) {
            return Some(nearest);
        }
    }
    let mut turned = candidates;
    // A turn is to the right; when all four were seen, other lengths follow.
    turned.sort_by_key(|choice| (direction(scene, choice) + 4 - turns % 4) % 4);
    let heading = direction(scene, turned.first()?);
    let lengths: Vec<&&Choice> = turned.iter().filter(|choice| direction(scene, choice) == heading).collect();
    Some(lengths[turns / 4 % lengths.len()])
}

/// To the right, down, to the left or up, from the first click to the last.
fn direction(scene: &Scene, choice: &Choice) -> usize {
    let [from, to] = [0, choice.clicks.len() - 1].map(|click| &scene.places[choice.clicks[click]]);
    match (to.x - from.x, to.y - from.y) {
        (x, _) if x > 0.0 => 0,
        (_, y) if y > 0.0 => 1,
        (x, _) if x < 0.0 => 2,
        (_, y) if y < 0.0 => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_core::scene::grid_places;

    use super::*;

    /// A board of 4×4 on which a piece of two or three cells can be laid anywhere.
    fn scene() -> Scene {
        let mut choices = Vec::new();
        for (row, col) in (0..16).map(|cell| (cell / 4, cell % 4)) {
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                for length in [2, 3] {
                    let cells: Vec<(i32, i32)> = (0..length).map(|n| (row + n * down, col + n * right)).collect();
                    if cells.iter().all(|(row, col)| (0..4).contains(row) && (0..4).contains(col)) {
                        let covers: Vec<usize> = cells.iter().map(|(row, col)| (4 * row + col) as usize).collect();
                        let clicks = vec![covers[0], covers[covers.len() - 1]];
                        choices.push(Choice { covers, ..Choice::plain(clicks, format!("{cells:?}")) });
                    }
                }
            }
        }
        Scene { places: grid_places(4, 4), choices, ..Scene::default() }
    }

    #[test]
    fn it_follows_the_pointer_and_turns() {
        let scene = scene();
        let none = Selection::default();
        let mut chosen = Selection::default();
        chosen.click(&scene, 5);
        for (selection, pointed, turns, covers) in [
            (&none, Some(0), 0, Some(vec![0, 1])),
            (&none, Some(0), 1, Some(vec![0, 4])),
            (&none, Some(0), 4, Some(vec![0, 1, 2])),
            // Where it does not fit, the next direction does.
            (&none, Some(3), 0, Some(vec![3, 7])),
            (&none, Some(15), 0, Some(vec![15, 14])),
            (&none, None, 0, None),
            // With an end chosen, it points to where the pointer is.
            (&chosen, Some(9), 0, Some(vec![5, 9])),
            (&chosen, Some(13), 0, Some(vec![5, 9, 13])),
            (&chosen, Some(5), 3, Some(vec![5, 1])),
        ] {
            assert_eq!(super::covers(&scene, selection, pointed, turns), covers, "{pointed:?} {turns}");
        }
    }
}
