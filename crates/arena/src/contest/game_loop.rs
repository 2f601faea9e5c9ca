//! The one loop that plays a game to its end.

use ludoteca_core::Seat;
use ludoteca_play::{Awaits, Command, Event, Play, Refused};

/// Those who play a game, and whoever watches over them.
pub(crate) trait Players {
    /// Lets the seat whose turn it is move. Afterwards its step is made, or somebody has ended the
    /// game.
    async fn make_move(&mut self, play: &mut Play, seat: Seat);

    /// A seat or the die has made a step.
    async fn stepped(&mut self, play: &mut Play);
}

/// Plays a game to its end from where it stands.
///
/// # Errors
/// Where its die is rolled elsewhere: there is nobody here to ask what it shows.
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
            // A roll that is to be typed is refused, and who asked again would ask for ever.
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
