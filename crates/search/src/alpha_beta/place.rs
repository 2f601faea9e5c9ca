//! Where positions are kept in the transposition table.

use std::ops::ControlFlow;

use ludoteca_core::evaluation::Evaluation;
use ludoteca_core::{Rules, key};

use crate::table::Entry;

/// Where a position is in the table, and how its moves are told there.
pub struct Place {
    pub key: u64,
    /// Does the key tell how long it is until a counter ends the game?
    pub is_counted: bool,
    /// The image of the position that the key is of; `None` where symmetry is not looked for.
    image: Option<usize>,
}

impl Place {
    #[inline(always)]
    pub fn of<R: Rules, E: Evaluation<R>>(rules: &R, evaluation: &E, state: &R::State, depth: i32) -> Place {
        let (mut key, image) = if evaluation.folds(state) {
            let images = (0..rules.symmetries()).map(|k| (rules.key(&rules.image(state, k)), k));
            let (least, k) = images.min().expect("a state is an image of itself");
            // Not to be mixed up with the plain key of the same position, whose hint would be another.
            (key::of(&least), Some(k))
        } else {
            (rules.key(state), None)
        };
        let plies_left = evaluation.plies_left(state);
        let is_counted = plies_left < (depth + LOUD_PLIES) as u32;
        if is_counted {
            key = key::of(&(key, plies_left));
        }
        Place { key, is_counted, image }
    }

    /// A move in the words of the table.
    #[inline(always)]
    pub fn hint<R: Rules>(&self, rules: &R, state: &R::State, index: u16) -> Option<u16> {
        if index == Entry::NO_HINT {
            return None;
        }
        match self.image {
            None => Some(index),
            Some(k) => rules.nth_move(state, index.into()).map(|m| tag(rules, m, k)),
        }
    }

    /// The move that a hint means, and its place in the order of the rules.
    #[inline(always)]
    pub fn find<R: Rules>(&self, rules: &R, state: &R::State, hint: u16) -> Option<(R::Move, u16)> {
        if hint == Entry::NO_HINT {
            return None;
        }
        match self.image {
            None => Some((rules.nth_move(state, hint.into())?, hint)),
            Some(k) => {
                let mut index = 0;
                let found = rules.visit_moves(state, |m| {
                    if tag(rules, m, k) == hint {
                        return ControlFlow::Break((m, index));
                    }
                    index += 1;
                    ControlFlow::Continue(())
                });
                found.break_value()
            }
        }
    }
}

/// A short name for what a move is in the `k`-th image.
fn tag<R: Rules>(rules: &R, m: R::Move, k: usize) -> u16 {
    (key::of(&rules.move_image(m, k)) >> 49) as u16
}

/// Loud moves are seldom followed for more plies than this, and where they are, a line that is too long for its counter is neither stored nor
/// trusted: this only decides which positions get a place for each state of the counter.
const LOUD_PLIES: i32 = 4;
