//! Round-robin tournaments of two-player games.

use super::Round;

/// Every player meets every other once in each of the `cycles`. In each round a player has one game
/// or a bye. Within a cycle every player sits first and second equally often, or differs by one if
/// the number of games is odd. The next cycle swaps the seats.
///
/// This is the circle method: one player is fixed, and the others sit in a circle that turns by one
/// place each round. Players that sit opposite each other are opponents. With an odd number of
/// players the fixed place is empty, and its opponent has the bye.
///
/// ```
/// use ludoteca_rating::pairing::round_robin;
///
/// let rounds = round_robin(4, 1);
/// let encounters: Vec<_> = rounds.iter().map(|round| &round.encounters[..]).collect();
/// assert_eq!(encounters, [[[3, 0], [1, 2]], [[1, 3], [2, 0]], [[3, 2], [0, 1]]]);
/// ```
pub fn round_robin(players: usize, cycles: usize) -> Vec<Round> {
    if players < 2 {
        return Vec::new();
    }
    let circle = players - (players + 1) % 2;
    let rounds = (0..cycles).flat_map(|cycle| (0..circle).map(move |turn| (cycle, turn)));
    rounds.map(|(cycle, turn)| round(players, circle, turn, cycle % 2 == 1)).collect()
}

/// One round; `circle`, the size of the circle, is odd. Two players meet if one is as far before
/// `turn` as the other is after it. The player at `turn` meets the fixed player.
fn round(players: usize, circle: usize, turn: usize, swapped: bool) -> Round {
    let mut encounters = Vec::new();
    if circle < players {
        // The seats alternate, so that half of the circle sits second against the fixed player.
        encounters.push(if turn.is_multiple_of(2) {
            vec![circle, turn]
        } else {
            vec![turn, circle]
        });
    }
    for step in 1..=circle / 2 {
        let after = (turn + step) % circle;
        let before = (turn + circle - step) % circle;
        // The shorter way round the circle decides who sits first, so that every player sits first
        // against half of the others.
        let ahead = (before + circle - after) % circle <= circle / 2;
        encounters.push(if ahead { vec![after, before] } else { vec![before, after] });
    }
    if swapped {
        encounters.iter_mut().for_each(|seating| seating.reverse());
    }
    Round { encounters, bye: (circle == players).then_some(turn) }
}
