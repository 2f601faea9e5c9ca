//! The loop that plays a game to its end.

use ludoteca_core::Seat;
use ludoteca_play::{Awaits, Command, Event, Play, Refused};

/// The players of a game, together with their supervision.
pub(crate) trait Players {
    /// Lets the seat that is to move make its move. Afterwards its step has been made, or the game
    /// has been ended.
    async fn make_move(&mut self, play: &mut Play, seat: Seat);

    /// Called after a seat or the die has made a step.
    async fn stepped(&mut self, play: &mut Play);
}

/// Plays a game to its end from its current position.
///
/// # Errors
/// When the rolls of the die must be typed: nobody here can be asked what it shows.
pub(crate) async fn play_to_end(
    play: &mut Play,
    players: &mut impl Players,
) -> Result<(), Refused> {
    loop {
        let steps = play.steps();
        match play.awaits() {
            Awaits::Nothing => return Ok(()),
            Awaits::Person(seat) | Awaits::Engine { seat, .. } | Awaits::Random(seat) => {
                players.make_move(play, seat).await;
            }
            // A roll that must be typed is refused here; trying again would never end.
            Awaits::Roll | Awaits::TypedRoll => {
                if let [Event::Refused(refused)] = play.tell(Command::Random).as_slice() {
                    return Err(refused.clone());
                }
            }
        }
        if play.steps() > steps {
            players.stepped(play).await;
        }
    }
}
