//! Pairings: which players meet, and at which seats. Players are numbers from 0; nothing here
//! depends on names or chance.
//!
//! A schedule lists *encounters*: players in the order of their seats. An encounter is one game or
//! several. From game to game everybody moves on by one seat, and the opening changes when
//! everybody has sat at every seat: see [`game`].

mod balanced;
mod matching;
mod round_robin;
mod swiss;

pub use balanced::{balanced, gauntlet};
pub use round_robin::round_robin;
pub use swiss::Swiss;

/// Players of one encounter, in the order of the seats.
pub type Seating = Vec<usize>;

/// Encounters that can be played at the same time: nobody is in two of them.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Round {
    /// Two players each.
    pub encounters: Vec<Seating>,
    /// The player without an opponent, if the number of players is odd.
    pub bye: Option<usize>,
}

/// The n-th game of an encounter, from 0: the number of its opening, and its seating. With two
/// seats, games come in pairs with the same opening and the seats swapped. With more seats they
/// come in groups of three or four, so that every player has every opening from every seat.
///
/// ```
/// use ludoteca_rating::pairing::game;
///
/// let games: Vec<_> = (0..3).map(|number| game(&[7, 4], number)).collect();
/// assert_eq!(games, [(0, vec![7, 4]), (0, vec![4, 7]), (1, vec![7, 4])]);
/// ```
pub fn game(encounter: &[usize], number: usize) -> (usize, Seating) {
    let seats = encounter.len();
    let mut seating = encounter.to_vec();
    seating.rotate_right(number % seats);
    (number / seats, seating)
}
