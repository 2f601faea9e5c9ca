//! DAWN 11/15: the result that the game would have if it ended now, and the room around the body that walks.

use ludoteca_games::dawn::{Dawn, State};

use super::{Evaluate, Evaluation};

impl Evaluate for Dawn {
    fn evaluation(&self) -> impl Evaluation<Self> {
        // What Nature wants large Mission Control wants small: it stands at nothing, so that it is behind by as much.
        |state: &State| [100 * state.result() as i32 + ROOM * state.room(LONGEST_WALK) as i32, 0, 0, 0]
    }
}

/// What a cell that the body could walk to is worth. The result alone hardly changes before a body is nearly shut in, and then
/// it is too late for either.
const ROOM: i32 = 300;

const LONGEST_WALK: u8 = 7;
