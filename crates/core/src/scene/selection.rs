//! The selection turns clicks into moves: what has been chosen, what can be chosen next, and what a
//! click does.

use std::collections::BTreeSet;

use super::{Choice, Scene};

/// The places that a person has chosen for the next move.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Selection {
    clicks: Vec<usize>,
    /// The moves that have the same clicks. The person is asked which one is meant.
    open: Vec<Choice>,
}

/// The result of a click.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum ClickOutcome {
    /// One more place is chosen, or another place instead.
    Chosen,
    /// The selection was cleared.
    TakenBack,
    /// A move is complete, as typed.
    Move(String),
    /// Several moves have these clicks, see [`Selection::questions`].
    Question,
    /// No move has these clicks.
    Refused(Vec<usize>),
}

impl Selection {
    /// The places that were chosen, in order.
    pub fn clicks(&self) -> &[usize] {
        &self.clicks
    }

    /// The moves among which a person still has to choose.
    pub fn questions(&self) -> &[Choice] {
        &self.open
    }

    /// Has anything been chosen?
    pub fn is_empty(&self) -> bool {
        self.clicks.is_empty()
    }

    /// Clears the selection.
    pub fn clear(&mut self) {
        *self = Selection::default();
    }

    /// Clears the selection, unless the person only has to say which move is meant.
    pub fn clear_unless_asked(&mut self) {
        if self.open.is_empty() {
            self.clear();
        }
    }

    /// The places where the next click of a legal move can be.
    pub fn targets(&self, scene: &Scene) -> Vec<usize> {
        if !self.open.is_empty() {
            return Vec::new();
        }
        let next = |choice: &Choice| choice.clicks.get(self.clicks.len()).copied();
        let mut targets: Vec<usize> = self.matching(scene).filter_map(next).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// The legal moves that begin with the chosen places.
    pub fn matching<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = &'a Choice> {
        scene.choices.iter().filter(|choice| choice.clicks.starts_with(&self.clicks))
    }

    /// Handles a click on a place.
    pub fn click(&mut self, scene: &Scene, place: usize) -> ClickOutcome {
        if !self.open.is_empty() {
            // A click on the board instead of an answer to the question begins anew.
            self.clear();
        }
        let first = self.clicks.first().copied();
        self.clicks.push(place);
        let matching: Vec<&Choice> = self.matching(scene).collect();
        match matching.as_slice() {
            [] => {
                let clicks = std::mem::take(&mut self.clicks);
                if first == Some(place) {
                    return ClickOutcome::TakenBack;
                }
                // Another piece is chosen in place of the first.
                if clicks.len() > 1 && begins(scene, place) {
                    return self.click(scene, place);
                }
                // The earlier clicks are still chosen.
                self.clicks.extend_from_slice(&clicks[..clicks.len() - 1]);
                ClickOutcome::Refused(clicks)
            }
            [one] if one.clicks.len() == self.clicks.len() => {
                let step = one.step.clone();
                self.clear();
                ClickOutcome::Move(step)
            }
            [first, ..] if first.clicks.len() == self.clicks.len() => {
                self.open = matching.into_iter().cloned().collect();
                ClickOutcome::Question
            }
            _ => ClickOutcome::Chosen,
        }
    }
}

/// Does a legal move begin with a click on this place?
pub fn begins(scene: &Scene, place: usize) -> bool {
    scene.choices.iter().any(|choice| choice.clicks[0] == place)
}

/// The places where a drag can begin: a legal move leads from there to another click.
pub fn departures(scene: &Scene) -> BTreeSet<usize> {
    scene
        .choices
        .iter()
        .filter(|choice| choice.clicks.len() > 1)
        .map(|choice| choice.clicks[0])
        .collect()
}

/// Is it obvious where the first click can be? It is obvious if moves have several clicks, since
/// players know their own pieces, and if every empty place is a target.
pub fn goes_without_saying(scene: &Scene, targets: &[usize]) -> bool {
    let is_free = |place: &usize| scene.pieces.iter().all(|piece| piece.place != *place);
    let is_first_of_several = scene.choices.iter().any(|choice| choice.clicks.len() > 1);
    is_first_of_several
        || (0..scene.places.len())
            .filter(is_free)
            .all(|place| targets.binary_search(&place).is_ok())
}

/// The cases are in `crates/core/data/clicks.json`. The tests of the page run them as well.
#[cfg(test)]
pub(super) mod tests {
    use serde_json::Value;

    use super::super::{Figure, Piece, PieceKind, Place, PlaceState, Shape, grid_places};
    use super::*;
    use crate::language::{Language, Message, Text};
    use crate::seat::Seat;

    pub(crate) fn cases() -> Value {
        serde_json::from_str(include_str!("../../data/clicks.json")).expect("JSON")
    }

    pub(crate) fn numbers(list: &Value) -> Vec<usize> {
        serde_json::from_value(list.clone()).expect("a list of numbers")
    }

    #[test]
    fn clicks_agree_with_the_cases() {
        let set = &cases()["selection"];
        let choice = |choice: &Value| {
            let step = choice["step"].as_str().expect("a step").to_owned();
            Choice {
                question: Some(Message::same(&step)),
                ..Choice::plain(numbers(&choice["clicks"]), step)
            }
        };
        let choices = set["choices"].as_array().expect("a list").iter().map(choice).collect();
        let scene = Scene { choices, ..Scene::default() };
        for case in set["cases"].as_array().expect("cases") {
            let mut selection = Selection::default();
            let mut came = Vec::new();
            for place in numbers(&case["clicks"]) {
                let clicked = selection.click(&scene, place);
                came.push(described(&clicked, &selection));
            }
            assert_eq!(serde_json::to_value(came).expect("JSON"), case["come_to"], "{case}");
            assert_eq!(selection.targets(&scene), numbers(&case["targets"]), "{case}");
        }
    }

    fn described(clicked: &ClickOutcome, selection: &Selection) -> String {
        match clicked {
            ClickOutcome::Chosen => "chosen".to_owned(),
            ClickOutcome::TakenBack => "taken back".to_owned(),
            ClickOutcome::Move(step) => format!("move {step}"),
            ClickOutcome::Question => {
                let steps: Vec<&str> =
                    selection.questions().iter().map(|choice| choice.step.as_str()).collect();
                format!("question {}", steps.join(" "))
            }
            ClickOutcome::Refused(clicks) => {
                format!(
                    "refused {}",
                    clicks.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
                )
            }
        }
    }

    #[test]
    fn obvious_first_clicks_agree_with_the_cases() {
        for case in cases()["first_click"]["cases"].as_array().expect("cases") {
            let choices = case["choices"].as_array().expect("a list").iter();
            let scene = Scene {
                places: grid_places(1, 3),
                pieces: numbers(&case["pieces"])
                    .into_iter()
                    .map(|place| Piece::of(Seat::FIRST, place))
                    .collect(),
                choices: choices
                    .map(|clicks| Choice::plain(numbers(clicks), String::new()))
                    .collect(),
                ..Scene::default()
            };
            let targets = Selection::default().targets(&scene);
            assert_eq!(goes_without_saying(&scene, &targets), case["plain"], "{case}");
        }
    }

    #[test]
    fn drags_agree_with_the_cases() {
        for case in cases()["departures"]["cases"].as_array().expect("cases") {
            let choices = case["choices"].as_array().expect("a list").iter();
            let choices =
                choices.map(|clicks| Choice::plain(numbers(clicks), String::new())).collect();
            let found = departures(&Scene { choices, ..Scene::default() });
            assert_eq!(found, BTreeSet::from_iter(numbers(&case["departures"])), "{case}");
        }
    }

    #[test]
    fn descriptions_of_places_agree_with_the_cases() {
        let set = &cases()["places"];
        let names: Vec<&str> =
            set["names"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        for case in set["cases"].as_array().expect("cases") {
            let is = |what: &str| case[what].as_bool().expect("true or false");
            let shape = match case["shape"].as_str() {
                Some("cell") => Shape::Cell,
                Some("point") => Shape::Point,
                Some("bowl") => Shape::Bowl,
                Some("pot") => Shape::Pot,
                _ => panic!("{case}"),
            };
            let place = Place { x: 0.0, y: 0.0, shape, label: Message::same("C4") };
            assert_eq!(place.empty(Language::English), case["empty"], "{case}");
            let described = Some(&case["piece"]).filter(|piece| !piece.is_null());
            let piece = described.map(lying);
            if let (Some(piece), Some(described)) = (&piece, described) {
                assert_eq!(piece.words(&names, Language::English), described["words"], "{case}");
            }
            let state = PlaceState { last: is("last"), chosen: is("chosen"), target: is("target") };
            let words = place.words(piece.as_ref(), &names, state, Language::English);
            assert_eq!(words, case["words"], "{case}");
        }
    }

    fn lying(piece: &Value) -> Piece {
        let figure = match piece["name"].as_str() {
            Some("king") => Some(Figure { letter: 'K', name: Text(|_| "king") }),
            None => None,
            Some(other) => panic!("{other}"),
        };
        let kind = match piece["kind"].as_str() {
            Some("seat") => {
                let index = piece["seat"].as_u64().expect("a number") as usize - 1;
                PieceKind::Of(Seat::all(2).nth(index).expect("one of two"), figure)
            }
            Some("stones") => PieceKind::Stones,
            Some("obstacle") => PieceKind::Obstacle,
            _ => panic!("{piece}"),
        };
        Piece { place: 0, kind, count: piece["count"].as_u64().expect("a number") as u32 }
    }
}
