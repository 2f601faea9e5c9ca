//! From clicks to moves: what has been chosen, what can be chosen next, and what a click comes to.

use ludoteca_core::scene::{Choice, Scene};

/// The places that a person has chosen for the next move.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Selection {
    clicks: Vec<usize>,
    /// Moves that the clicks leave open, to be asked about.
    open: Vec<Choice>,
}

/// What a click came to.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Clicked {
    /// One more place is chosen, or another one.
    Chosen,
    /// The choice was taken back.
    TakenBack,
    /// A move is complete, as typed.
    Move(String),
    /// Several moves have these clicks: [`Selection::questions`].
    Question,
    /// No move has these clicks.
    Refused(Vec<usize>),
}

impl Selection {
    /// The places that were chosen, in order.
    pub fn clicks(&self) -> &[usize] {
        &self.clicks
    }

    /// Moves among which a person has still to choose.
    pub fn questions(&self) -> &[Choice] {
        &self.open
    }

    /// Has anything been chosen?
    pub fn is_empty(&self) -> bool {
        self.clicks.is_empty()
    }

    /// Takes everything back.
    pub fn clear(&mut self) {
        *self = Selection::default();
    }

    /// Takes everything back, unless it only remains to ask which move is meant.
    pub fn clear_unless_asked(&mut self) {
        if self.open.is_empty() {
            self.clear();
        }
    }

    /// Where the next click of a legal move can be.
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

    /// The legal moves that begin with what was chosen.
    pub fn matching<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = &'a Choice> {
        scene.choices.iter().filter(|choice| choice.clicks.starts_with(&self.clicks))
    }

    /// A click on a place.
    pub fn click(&mut self, scene: &Scene, place: usize) -> Clicked {
        if !self.open.is_empty() {
            // Whoever does not answer the question begins anew.
            self.clear();
        }
        let first = self.clicks.first().copied();
        self.clicks.push(place);
        let matching: Vec<&Choice> = self.matching(scene).collect();
        match matching.as_slice() {
            [] => {
                let clicks = std::mem::take(&mut self.clicks);
                if first == Some(place) {
                    return Clicked::TakenBack;
                }
                // Another piece in place of the first.
                if clicks.len() > 1 && scene.choices.iter().any(|choice| choice.clicks[0] == place) {
                    return self.click(scene, place);
                }
                // What was chosen is still chosen.
                self.clicks.extend_from_slice(&clicks[..clicks.len() - 1]);
                Clicked::Refused(clicks)
            }
            [one] if one.clicks.len() == self.clicks.len() => {
                let step = one.step.clone();
                self.clear();
                Clicked::Move(step)
            }
            [first, ..] if first.clicks.len() == self.clicks.len() => {
                self.open = matching.into_iter().cloned().collect();
                Clicked::Question
            }
            _ => Clicked::Chosen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(choices: &[(&[usize], &str)]) -> Scene {
        let choice = |(clicks, step): &(&[usize], &str)| Choice::plain(*clicks, (*step).to_owned());
        Scene { choices: choices.iter().map(choice).collect(), ..Scene::default() }
    }

    #[test]
    fn clicks_come_to_moves() {
        let scene =
            scene(&[(&[1, 2], "a"), (&[1, 3], "b"), (&[4, 4], "c"), (&[5, 6], "d"), (&[5, 6], "e"), (&[7], "f")]);
        let go = |step: &str| Clicked::Move(step.to_owned());
        let no = |clicks: &[usize]| Clicked::Refused(clicks.to_owned());
        for (clicks, expected) in [
            (vec![1, 2], vec![Clicked::Chosen, go("a")]),
            (vec![1, 1, 1, 3], vec![Clicked::Chosen, Clicked::TakenBack, Clicked::Chosen, go("b")]),
            (vec![4, 4], vec![Clicked::Chosen, go("c")]),
            (vec![1, 4, 4], vec![Clicked::Chosen, Clicked::Chosen, go("c")]),
            (vec![5, 6], vec![Clicked::Chosen, Clicked::Question]),
            (vec![5, 6, 9], vec![Clicked::Chosen, Clicked::Question, no(&[9])]),
            (vec![5, 6, 1, 2], vec![Clicked::Chosen, Clicked::Question, Clicked::Chosen, go("a")]),
            (vec![7], vec![go("f")]),
            (vec![1, 7], vec![Clicked::Chosen, go("f")]),
            (vec![9], vec![no(&[9])]),
            (vec![1, 9, 3], vec![Clicked::Chosen, no(&[1, 9]), go("b")]),
        ] {
            let mut selection = Selection::default();
            let came: Vec<Clicked> = clicks.iter().map(|place| selection.click(&scene, *place)).collect();
            assert_eq!(came, expected, "{clicks:?}");
            selection.targets(&scene);
        }
    }

    #[test]
    fn targets_are_the_next_clicks() {
        let scene = scene(&[(&[1, 3], "a"), (&[1, 2], "b"), (&[4, 5], "c"), (&[5, 6], "d"), (&[5, 6], "e")]);
        for (clicks, targets) in
            [(vec![], vec![1, 4, 5]), (vec![1], vec![2, 3]), (vec![4], vec![5]), (vec![5, 6], vec![])]
        {
            let mut selection = Selection::default();
            for place in &clicks {
                selection.click(&scene, *place);
            }
            assert_eq!(selection.targets(&scene), targets, "{clicks:?}");
        }
    }
}
