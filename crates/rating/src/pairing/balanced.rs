//! Fair seatings for any number of seats.

use super::Seating;

/// A schedule for any number of seats. Each of the `cycles` has as many encounters as there are
/// players, and every player sits exactly once at every seat. Over the cycles each two players meet
/// about equally often. As far as that allows, each player also sits one, two or three seats after
/// every other equally often. The schedule is empty if there are fewer players than seats.
///
/// A cycle is one encounter that is moved around the circle of all players, one place at a time. So
/// how often two players meet depends only on their distance on the circle. For each cycle it is
/// enough to choose the encounter that evens out the distances so far.
///
/// ```
/// use ludoteca_rating::pairing::balanced;
///
/// // Seven players, three seats: everybody meets everybody exactly once.
/// assert_eq!(balanced(7, 3, 1)[..3], [[0, 1, 3], [1, 2, 4], [2, 3, 5]]);
/// ```
pub fn balanced(players: usize, seats: usize, cycles: usize) -> Vec<Seating> {
    if players < seats || seats == 0 {
        return Vec::new();
    }
    let mut distances = Distances { players, tally: vec![vec![0; players]; seats] };
    let mut schedule = Vec::new();
    for _ in 0..cycles {
        let first = distances.best(seats);
        for at in 1..seats {
            distances.count(&first[..=at], 1);
        }
        schedule.extend(
            (0..players)
                .map(|by| first.iter().map(|player| (player + by) % players).collect::<Seating>()),
        );
    }
    schedule
}

/// A gauntlet: player 0 against all others, as many at a time as there are seats for. In each of
/// the `cycles` the others play equally often, and meet each other as in [`balanced`]. Player 0
/// takes the seats in turn. The schedule is empty if there are fewer players than seats, or only
/// one seat.
///
/// ```
/// use ludoteca_rating::pairing::gauntlet;
///
/// assert_eq!(gauntlet(4, 2, 1), [[0, 1], [2, 0], [0, 3]]);
/// ```
pub fn gauntlet(players: usize, seats: usize, cycles: usize) -> Vec<Seating> {
    if players < seats || seats < 2 {
        return Vec::new();
    }
    let others = players - 1;
    let with_champion = |(n, opponents): (usize, Seating)| {
        let mut seating: Seating = opponents.into_iter().map(|opponent| opponent + 1).collect();
        // Each cycle begins one seat further on, so that player 0 meets the same opponents from
        // another seat.
        seating.insert((n % others + n / others) % seats, 0);
        seating
    };
    balanced(others, seats - 1, cycles).into_iter().enumerate().map(with_champion).collect()
}

/// How often two players at each distance on the circle have met: `tally[0]` in all, `tally[s]`
/// with the second `s` seats after the first.
struct Distances {
    players: usize,
    tally: Vec<Vec<i64>>,
}

/// Sums of squares: how unevenly players meet, then how unevenly they sit after one another.
type Unevenness = (i64, i64);

impl Distances {
    /// The encounter with player 0 at the first seat that leaves the least unevenness; among
    /// equals, the first in order.
    fn best(&mut self, seats: usize) -> Seating {
        let mut best = None;
        self.search(&mut vec![0], seats, (0, 0), &mut best);
        best.expect("there are enough players for one encounter").1
    }

    /// Tries all ways to fill the seats (branch and bound). Adding players only increases the
    /// unevenness, so a partial seating that is no better than the best so far is given up.
    fn search(
        &mut self,
        seating: &mut Seating,
        seats: usize,
        sum: Unevenness,
        best: &mut Option<(Unevenness, Seating)>,
    ) {
        if best.as_ref().is_some_and(|(least, _)| sum >= *least) {
            return;
        }
        if seating.len() == seats {
            *best = Some((sum, seating.clone()));
            return;
        }
        for player in 1..self.players {
            if seating.contains(&player) {
                continue;
            }
            seating.push(player);
            let added = self.count(seating, 1);
            self.search(seating, seats, (sum.0 + added.0, sum.1 + added.1), best);
            self.count(seating, -1);
            seating.pop();
        }
    }

    /// Adds the meetings of the last player of a seating with those before, or removes them,
    /// depending on `by`. Returns how the sums of squares change.
    fn count(&mut self, seating: &[usize], by: i64) -> Unevenness {
        let seats = self.tally.len();
        let Some((last, before)) = seating.split_last() else { return (0, 0) };
        let mut change = (0, 0);
        for (at, player) in before.iter().enumerate() {
            let apart = (last + self.players - player) % self.players;
            let seats_after = before.len() - at;
            for (distance, after) in
                [(apart, seats_after), (self.players - apart, seats - seats_after)]
            {
                change.0 += self.add(0, distance, by);
                change.1 += self.add(after, distance, by);
            }
        }
        change
    }

    fn add(&mut self, row: usize, distance: usize, by: i64) -> i64 {
        let tally = &mut self.tally[row][distance];
        let square = *tally * *tally;
        *tally += by;
        *tally * *tally - square
    }
}
