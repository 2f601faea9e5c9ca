//! Where positions are kept in the transposition table.

use std::ops::ControlFlow;

use ludoteca_core::evaluation::Evaluation;
use ludoteca_core::{Rules, key};

use crate::transposition_table::TranspositionEntry;

/// Where a position is in the transposition table, and how its moves are told there.
pub struct TranspositionKey {
    pub key: u64,
    /// Does the key tell how long it is until a counter ends the game?
    pub is_counted: bool,
    /// The image of the position that the key is of; `None` where symmetry is not looked for.
    image: Option<usize>,
}

impl TranspositionKey {
    #[inline(always)]
    pub fn of<R: Rules, E: Evaluation<R>>(
        rules: &R,
        evaluation: &E,
        state: &R::State,
        depth: i32,
    ) -> TranspositionKey {
        let (mut key, image) = if evaluation.uses_symmetry(state) {
            let images = (0..rules.symmetries()).map(|k| (rules.key(&rules.image(state, k)), k));
            let (least, k) = images.min().expect("a state is an image of itself");
            // Not to be mixed up with the plain key of the same position, whose hint would be
            // another.
            (key::of(&least), Some(k))
        } else {
            (rules.key(state), None)
        };
        let plies_left = evaluation.plies_to_limit(state);
        let is_counted = plies_left < (depth + QUIESCENCE_PLIES) as u32;
        if is_counted {
            key = key::of(&(key, plies_left));
        }
        TranspositionKey { key, is_counted, image }
    }

    /// A move in the words of the transposition table.
    #[inline(always)]
    pub fn encode_move<R: Rules>(&self, rules: &R, state: &R::State, index: u16) -> Option<u16> {
        if index == TranspositionEntry::NO_HASH_MOVE {
            return None;
        }
        match self.image {
            None => Some(index),
            Some(k) => rules.nth_move(state, index.into()).map(|m| tag(rules, m, k)),
        }
    }

    /// The move that a hint means, and its place in the order of the rules.
    #[inline(always)]
    pub fn decode_move<R: Rules>(
        &self,
        rules: &R,
        state: &R::State,
        hint: u16,
    ) -> Option<(R::Move, u16)> {
        if hint == TranspositionEntry::NO_HASH_MOVE {
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

/// Noisy moves are seldom followed for more plies than this, and where they are, a line that is too
/// long for its counter is neither stored nor trusted: this only decides which positions get a
/// place for each state of the counter.
const QUIESCENCE_PLIES: i32 = 4;
