//! The results of a tournament's games; equal results are counted together.

use std::collections::BTreeMap;

use crate::statistics::WinDrawLoss;

/// The rankings of all games, and how often each of them came up.
#[derive(Clone, Debug)]
pub struct Results {
    players: usize,
    counts: BTreeMap<Ranking, u64>,
}

/// The players of one game by place, the first place first. Players who share a place are in
/// ascending order.
pub(super) type Ranking = Vec<Vec<usize>>;

impl Results {
    /// No games yet.
    pub fn new(players: usize) -> Results {
        Results { players, counts: BTreeMap::new() }
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Adds games of two players, counted from the first player's point of view.
    ///
    /// # Panics
    /// Where there is no such player, or they are the same.
    pub fn add_games(&mut self, player: usize, opponent: usize, score: &WinDrawLoss) {
        let places = [(score.wins, [1, 2]), (score.draws, [1, 1]), (score.losses, [2, 1])];
        for (count, [place, other]) in places {
            self.add(&[(player, place), (opponent, other)], count);
        }
    }

    /// Adds a game of any number of players, with the place of each. A lower number is a better
    /// place; players with equal numbers share a place.
    ///
    /// # Panics
    /// Where there is no such player, or one comes twice.
    pub fn add_ranking(&mut self, places: &[(usize, u32)]) {
        self.add(places, 1);
    }

    fn add(&mut self, places: &[(usize, u32)], count: u64) {
        let mut sorted: Vec<(u32, usize)> =
            places.iter().map(|(player, place)| (*place, *player)).collect();
        sorted.sort_unstable();
        let mut players: Vec<usize> = sorted.iter().map(|(_, player)| *player).collect();
        players.sort_unstable();
        assert!(players.windows(2).all(|two| two[0] < two[1]), "nobody plays against himself");
        assert!(players.iter().all(|player| *player < self.players), "all players are known");
        if count > 0 {
            let shared = sorted.chunk_by(|one, other| one.0 == other.0);
            let ranking =
                shared.map(|group| group.iter().map(|(_, player)| *player).collect()).collect();
            *self.counts.entry(ranking).or_default() += count;
        }
    }

    /// The different rankings, and how often each came up.
    pub(super) fn rankings(&self) -> impl Iterator<Item = (&Ranking, f64)> {
        self.counts.iter().map(|(ranking, count)| (ranking, *count as f64))
    }
}
