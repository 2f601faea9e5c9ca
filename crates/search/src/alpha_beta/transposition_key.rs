//! The keys under which positions are stored in the transposition table.

use std::ops::ControlFlow;

use ludoteca_core::evaluation::Evaluation;
use ludoteca_core::{Rules, key};

use crate::transposition_table::TranspositionEntry;

/// The key of a position in the transposition table, and how its moves are encoded there.
pub struct TranspositionKey {
    pub key: u64,
    /// Does the key include the number of plies until a counter ends the game?
    pub is_counted: bool,
    /// The number of the symmetric image that the key belongs to; `None` where symmetry is not
    /// used.
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
            // Hashed again, so that it differs from the plain key of the same position, whose hash
            // move is encoded in another way.
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

    /// Encodes a move, given by its index, for the transposition table.
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

    /// Decodes a hash move: the move, and its index in the order of the rules.
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

/// A 15-bit hash of a move's image under the `k`-th symmetry.
fn tag<R: Rules>(rules: &R, m: R::Move, k: usize) -> u16 {
    (key::of(&rules.move_image(m, k)) >> 49) as u16
}

/// The quiescence search seldom goes deeper than this. Where it does, a line that is too long for
/// the counter is neither stored nor trusted. So this only decides which positions get one entry
/// for each state of the counter.
const QUIESCENCE_PLIES: i32 = 4;
