//! The ghost: a piece that is about to be laid across several places. It follows the pointer and
//! can be turned.

use super::selection::Selection;
use super::{Choice, Scene};

/// The places that the ghost would cover.
pub fn covers(
    scene: &Scene,
    selection: &Selection,
    pointed: Option<usize>,
    turns: usize,
) -> Option<Vec<usize>> {
    find(scene, selection, pointed, turns).map(|choice| choice.covers.clone())
}

/// The move that lays the ghost, as typed.
pub fn step(
    scene: &Scene,
    selection: &Selection,
    pointed: Option<usize>,
    turns: usize,
) -> Option<String> {
    find(scene, selection, pointed, turns).map(|choice| choice.step.clone())
}

/// The other end of the ghost, if one end is chosen and somebody clicks on any of its places.
pub fn other_end(
    scene: &Scene,
    selection: &Selection,
    place: usize,
    turns: usize,
) -> Option<usize> {
    let [first] = selection.clicks() else { return None };
    let choice = find(scene, selection, Some(place), turns)?;
    // If the place is itself a possible other end, it is meant.
    let is_end = selection.targets(scene).contains(&place);
    (place != *first && !is_end && choice.covers.contains(&place)).then(|| choice.clicks[1])
}

fn find<'a>(
    scene: &'a Scene,
    selection: &Selection,
    pointed: Option<usize>,
    turns: usize,
) -> Option<&'a Choice> {
    if !selection.questions().is_empty() {
        return None;
    }
    let first = selection.clicks().first().copied().or(pointed)?;
    let candidates: Vec<&Choice> = scene
        .choices
        .iter()
        .filter(|choice| !choice.covers.is_empty() && choice.clicks[0] == first)
        .collect();
    // Once an end is chosen, the pointer turns the piece.
    let towards = pointed.filter(|place| selection.clicks().len() == 1 && *place != first);
    if let Some(place) = towards {
        let ends = candidates.iter().filter(|choice| choice.covers.contains(&place));
        if let Some(nearest) = ends.min_by_key(|choice| choice.covers.len()) {
            return Some(nearest);
        }
    }
    let mut turned = candidates;
    // Each turn is to the right. After all four directions the next length follows.
    turned.sort_by_key(|choice| (direction(scene, choice) + 4 - turns % 4) % 4);
    let heading = direction(scene, turned.first()?);
    let lengths: Vec<&&Choice> =
        turned.iter().filter(|choice| direction(scene, choice) == heading).collect();
    Some(lengths[turns / 4 % lengths.len()])
}

/// The direction from the first click to the last: right, down, left or up, as a number from 0.
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
    use serde_json::Value;

    use super::super::grid_places;
    use super::super::selection::tests::{cases, numbers};
    use super::*;
    use crate::language::Message;

    #[test]
    fn ghosts_agree_with_the_cases() {
        for set in ["ghost", "long_ghost", "asked_ghost"] {
            let set = &cases()[set];
            let scene = scene(set);
            let after = |case: &Value| {
                let mut selection = Selection::default();
                for place in numbers(&case["clicks"]) {
                    selection.click(&scene, place);
                }
                selection
            };
            let turns = |case: &Value| case["turns"].as_u64().expect("a number") as usize;
            let place = |value: &Value| value.as_u64().map(|place| place as usize);
            for case in set["cases"].as_array().expect("cases") {
                let found = covers(&scene, &after(case), place(&case["pointed"]), turns(case));
                let expected =
                    Some(&case["covers"]).filter(|covers| !covers.is_null()).map(numbers);
                assert_eq!(found, expected, "{case}");
            }
            for case in set["other_ends"].as_array().expect("cases") {
                let clicked = place(&case["place"]).expect("a place");
                let found = other_end(&scene, &after(case), clicked, turns(case));
                assert_eq!(found, place(&case["end"]), "{case}");
            }
        }
    }

    fn scene(set: &Value) -> Scene {
        let size = |side: &str| set[side].as_u64().expect("a number") as usize;
        let choice = |(number, covers): (usize, &Value)| {
            let number = number.to_string();
            Choice {
                question: Some(Message::same(&number)),
                ..Choice::laid(numbers(covers), number)
            }
        };
        Scene {
            places: grid_places(size("rows"), size("columns")),
            choices: set["covers"]
                .as_array()
                .expect("a list")
                .iter()
                .enumerate()
                .map(choice)
                .collect(),
            ..Scene::default()
        }
    }
}
