//! Everybody against everybody, two at a time.

use super::Round;

/// Everybody meets everybody else once in each of the `cycles`, and plays once a round or has a
/// bye. Within a cycle everybody sits first and second equally often, or once more where the number
/// of games is odd; the next cycle swaps the seats.
///
/// The circle method: one player stays put, the others sit in a circle that turns by one place a
/// round, and who sits opposite is the opponent. With an odd number of players, the place that
/// stays put is empty, and its opponent has the bye.
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

/// `circle` is odd. Those who are as far before `turn` as the others are after it meet; `turn`
/// itself meets who stays put.
fn round(players: usize, circle: usize, turn: usize, swapped: bool) -> Round {
    let mut encounters = Vec::new();
    if circle < players {
        // By turns, so that half of the circle sits second against the one who stays put.
        encounters.push(if turn.is_multiple_of(2) {
            vec![circle, turn]
        } else {
            vec![turn, circle]
        });
    }
    for step in 1..=circle / 2 {
        let after = (turn + step) % circle;
        let before = (turn + circle - step) % circle;
        // The nearer way round the circle says who is first: everybody is that for half of the
        // others.
        let ahead = (before + circle - after) % circle <= circle / 2;
        encounters.push(if ahead { vec![after, before] } else { vec![before, after] });
    }
    if swapped {
        encounters.iter_mut().for_each(|seating| seating.reverse());
    }
    Round { encounters, bye: (circle == players).then_some(turn) }
}
