//! Swiss tournaments: players with equal points meet, and nobody meets the same opponent twice
//! while that can be avoided.

use std::cmp::Reverse;

use super::matching::most_pairs;
use super::{Round, Seating};

/// A Swiss tournament so far: it takes the results of games, and pairs the next round. The same
/// history always gives the same pairings.
///
/// ```
/// use ludoteca_rating::pairing::Swiss;
///
/// let mut swiss = Swiss::new(4);
/// assert_eq!(swiss.next_round().encounters, [[0, 2], [3, 1]]);
/// swiss.played([0, 2], [2, 0]);
/// swiss.played([3, 1], [1, 1]);
/// // The leader meets one of those with a draw, and sits second this time.
/// assert_eq!(swiss.next_round().encounters, [[1, 0], [2, 3]]);
/// ```
#[derive(Clone, Debug)]
pub struct Swiss {
    standings: Vec<SwissStanding>,
}

#[derive(Clone, Debug, Default)]
struct SwissStanding {
    points: u32,
    opponents: Vec<usize>,
    byes: u32,
    /// How many more times the player sat first than second.
    balance: i32,
    was_first: bool,
}

impl Swiss {
    /// A tournament without games so far. Among players with equal points, the lower number counts
    /// as the stronger player.
    pub fn new(players: usize) -> Swiss {
        Swiss { standings: vec![SwissStanding::default(); players] }
    }

    /// Adds an encounter: players in the order of the seats, and their points, in half points or
    /// any other unit.
    ///
    /// # Panics
    /// Where there is no such player.
    pub fn played(&mut self, players: [usize; 2], points: [u32; 2]) {
        for at in 0..2 {
            let standing = &mut self.standings[players[at]];
            standing.points += points[at];
            standing.opponents.push(players[1 - at]);
            standing.was_first = at == 0;
            standing.balance += if standing.was_first { 1 } else { -1 };
        }
    }

    /// Adds a bye and its points.
    ///
    /// # Panics
    /// Where there is no such player.
    pub fn had_bye(&mut self, player: usize, points: u32) {
        self.standings[player].points += points;
        self.standings[player].byes += 1;
    }

    /// A player's points so far.
    ///
    /// # Panics
    /// Where there is no such player.
    pub fn points(&self, player: usize) -> u32 {
        self.standings[player].points
    }

    /// How many byes a player had.
    pub fn byes(&self, player: usize) -> u32 {
        self.standings[player].byes
    }

    /// The Buchholz score: the points of all opponents that a player has met. It ranks players with
    /// equal points.
    ///
    /// # Panics
    /// Where there is no such player.
    pub fn buchholz(&self, player: usize) -> u32 {
        self.standings[player].opponents.iter().map(|opponent| self.points(*opponent)).sum()
    }

    /// All players, the leader first: by points, then by Buchholz score, then by number.
    pub fn ranking(&self) -> Vec<usize> {
        let mut players: Vec<usize> = (0..self.standings.len()).collect();
        players.sort_by_key(|player| Reverse((self.points(*player), self.buchholz(*player))));
        players
    }

    /// The pairings of the next round, leaders first.
    ///
    /// There are as few rematches as possible. If it takes no more rematches, no player who has
    /// already sat first (or second) two times more often than the other does so again.
    ///
    /// Then each player, from the top down, gets the best opponent with whom the rest of the group
    /// of equal points can still be paired among themselves. The best opponent has points as near
    /// as possible and does not need the same seat; within the group of equal points, it is half a
    /// group further down. The player who sat first less often sits first.
    ///
    /// With an odd number of players, the bye goes to a player with the fewest byes: preferably one
    /// whose absence avoids rematches, then the lowest.
    pub fn next_round(&self) -> Round {
        let mut rest: Vec<usize> = (0..self.standings.len()).collect();
        rest.sort_by_key(|player| Reverse(self.points(*player)));
        let bye = (rest.len() % 2 == 1).then(|| self.take_bye(&mut rest));
        let new = |one: usize, other: usize| self.meetings(one, other) == 0;
        let fair = |one: usize, other: usize| new(one, other) && self.same_seat(one, other) < 2;
        let may: &dyn Fn(usize, usize) -> bool =
            if left_over(&rest, &fair) == 0 { &fair } else { &new };
        let mut encounters = Vec::new();
        while let Some((player, others)) = rest.split_first() {
            let opponent = self.opponent(*player, others, may);
            encounters.push(self.seated(*player, opponent, encounters.len()));
            rest = without(others, opponent);
        }
        Round { encounters, bye }
    }

    fn take_bye(&self, players: &mut Vec<usize>) -> usize {
        let new = |one: usize, other: usize| self.meetings(one, other) == 0;
        let fewest = players.iter().map(|player| self.standings[*player].byes).min();
        let candidates =
            players.iter().rev().filter(|player| Some(self.standings[**player].byes) == fewest);
        let player = candidates.min_by_key(|player| left_over(&without(players, **player), &new));
        let player = *player.expect("an odd number is not zero");
        *players = without(players, player);
        player
    }

    /// The best opponent for the first of the unpaired players.
    fn opponent(
        &self,
        player: usize,
        others: &[usize],
        may: &dyn Fn(usize, usize) -> bool,
    ) -> usize {
        let equals = |other: &usize| self.points(*other) == self.points(player);
        let group: Vec<usize> = others.iter().copied().filter(equals).collect();
        let mut places: Vec<usize> = (0..others.len()).collect();
        places.sort_by_cached_key(|at| self.penalties(player, others, *at));
        let candidates = places.into_iter().map(|at| others[at]);
        let mut harmless =
            candidates.filter(|opponent| keeps_pairs(player, *opponent, others, may)).peekable();
        let first = *harmless
            .peek()
            .expect("a player outside a largest pairing leaves another one unpaired");
        harmless.find(|opponent| keeps_pairs(player, *opponent, &group, may)).unwrap_or(first)
    }

    /// Penalties for pairing a player with an opponent, the most important first.
    fn penalties(&self, player: usize, others: &[usize], at: usize) -> (usize, u32, u32, usize) {
        let opponent = others[at];
        let points = self.points(player);
        let group = 1 + others.iter().take_while(|other| self.points(**other) == points).count();
        // In a group of 2h players, including this one, the opponent half a group down is h - 1
        // places after the first of the others.
        let wished = if at + 1 < group { group / 2 - 1 } else { group - 1 };
        let apart = points.abs_diff(self.points(opponent));
        (
            self.meetings(player, opponent),
            apart,
            self.same_seat(player, opponent),
            at.abs_diff(wished),
        )
    }

    fn meetings(&self, player: usize, opponent: usize) -> usize {
        self.standings[player].opponents.iter().filter(|other| **other == opponent).count()
    }

    /// How strongly both players need the same seat.
    fn same_seat(&self, player: usize, opponent: usize) -> u32 {
        let [one, other] = [player, opponent].map(|player| self.standings[player].balance);
        if one.signum() == other.signum() {
            one.unsigned_abs().min(other.unsigned_abs())
        } else {
            0
        }
    }

    /// The player who sat first less often sits first, else the one who sat second in the last
    /// game. If that is equal too, the higher one sits first on every other board.
    fn seated(&self, higher: usize, lower: usize, board: usize) -> Seating {
        let [one, other] = [higher, lower]
            .map(|player| (self.standings[player].balance, self.standings[player].was_first));
        let higher_first = if one == other { board.is_multiple_of(2) } else { one < other };
        if higher_first { vec![higher, lower] } else { vec![lower, higher] }
    }
}

/// If these two play, can as many players of a group, with `player` in it, be paired as before?
fn keeps_pairs(
    player: usize,
    opponent: usize,
    group: &[usize],
    may: &dyn Fn(usize, usize) -> bool,
) -> bool {
    let lost = match group.contains(&opponent) {
        true if may(player, opponent) => 0,
        true => 2,
        false => 1,
    };
    lost + left_over(&without(group, opponent), may) <= left_over(&[&[player], group].concat(), may)
}

/// How many players a maximum matching leaves unpaired.
fn left_over(players: &[usize], may: &dyn Fn(usize, usize) -> bool) -> usize {
    players.len() - 2 * most_pairs(players.len(), &|one, other| may(players[one], players[other]))
}

fn without(players: &[usize], player: usize) -> Vec<usize> {
    players.iter().copied().filter(|other| *other != player).collect()
}
