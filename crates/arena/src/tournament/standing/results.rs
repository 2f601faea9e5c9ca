//! Forms results from games: from single games, or from all games of an opening together.

use std::collections::BTreeMap;

use crate::tournament::{GameEnded, PlayedGame};

/// A result that counts for the ranking.
pub struct RankedResult {
    /// The number of its last game.
    pub number: u64,
    /// The players with their places; a lower place is better.
    pub places: Vec<(usize, u32)>,
    /// The points of the same players, if points decided.
    pub points: Option<Vec<i64>>,
    /// The half points of the same players in two games, if this game completed a pair.
    pub pair: Option<Vec<u64>>,
}

impl RankedResult {
    /// The score of a player, from 0 to 1; `None` if it did not play.
    pub fn share(&self, player: usize) -> Option<f64> {
        let places: Vec<u32> = self.places.iter().map(|(_, place)| *place).collect();
        let at = self.places.iter().position(|(of, _)| *of == player)?;
        Some(half_points(&places, at) as f64 / super::most(places.len()) as f64)
    }
}

/// All results, in the order of the numbers of their last games.
pub fn ranked_results(seats: usize, played: &[PlayedGame]) -> Vec<RankedResult> {
    let mut by_opening: BTreeMap<(u64, Vec<usize>), Vec<&PlayedGame>> = BTreeMap::new();
    for game in played {
        let mut players = game.fixture.seating.clone();
        players.sort_unstable();
        by_opening.entry((game.fixture.opening, players)).or_default().push(game);
    }
    let mut results = Vec::new();
    for ((_, players), mut games) in by_opening {
        games.sort_by_key(|game| game.fixture.number);
        let complete = is_complete(&games, seats);
        if games.iter().any(|game| game.scored) {
            results.extend(complete.then(|| together(&players, &games)));
        } else {
            let pair = (complete && seats == 2).then(|| half_points_of_all(&players, &games));
            let last = games.len() - 1;
            results.extend(games.into_iter().enumerate().map(|(at, game)| {
                RankedResult {
                    number: game.fixture.number,
                    places: players
                        .iter()
                        .map(|player| (*player, game.places[seat_of(game, *player)]))
                        .collect(),
                    points: None,
                    pair: pair.clone().filter(|_| at == last),
                }
            }));
        }
    }
    results.sort_by_key(|result| result.number);
    results
}

/// The half points of a seat: two for each seat that it has beaten, and one for each seat with the
/// same place.
pub fn half_points(places: &[u32], seat: usize) -> u64 {
    let others = places.iter().enumerate().filter(|(at, _)| *at != seat);
    others
        .map(|(_, place)| u64::from(places[seat] < *place) + u64::from(places[seat] <= *place))
        .sum()
}

/// Returns whether everybody has played at every seat.
fn is_complete(games: &[&PlayedGame], seats: usize) -> bool {
    let all_differ = |seat: usize| {
        let mut players: Vec<usize> = games.iter().map(|game| game.fixture.seating[seat]).collect();
        players.sort_unstable();
        players.windows(2).all(|two| two[0] < two[1])
    };
    games.len() == seats && (0..seats).all(all_differ)
}

/// Forms one result from all games of an opening, by the sum of points or by faults.
fn together(players: &[usize], games: &[&PlayedGame]) -> RankedResult {
    let number = games.last().map_or(0, |game| game.fixture.number);
    let has_forfeited = |player: usize| games.iter().any(|game| forfeiter(game) == Some(player));
    if players.iter().any(|player| has_forfeited(*player)) {
        let places =
            players.iter().map(|player| (*player, 1 + u32::from(has_forfeited(*player)))).collect();
        return RankedResult { number, places, points: None, pair: None };
    }
    let points: Vec<i64> = players
        .iter()
        .map(|player| games.iter().map(|game| points_of(game, *player)).sum())
        .collect();
    let better = |than: i64| points.iter().filter(|sum| **sum > than).count() as u32;
    let places =
        players.iter().zip(&points).map(|(player, sum)| (*player, 1 + better(*sum))).collect();
    RankedResult { number, places, points: Some(points), pair: None }
}

/// The player that lost the game by a fault or by resigning.
fn forfeiter(game: &PlayedGame) -> Option<usize> {
    match game.ended {
        GameEnded::Fault { seat, .. } | GameEnded::Resigned { seat } => {
            Some(game.fixture.seating[seat])
        }
        GameEnded::Rules | GameEnded::NoProgress | GameEnded::Length | GameEnded::Agreed => None,
    }
}

fn half_points_of_all(players: &[usize], games: &[&PlayedGame]) -> Vec<u64> {
    let of = |player: &usize| {
        games.iter().map(|game| half_points(&game.places, seat_of(game, *player))).sum()
    };
    players.iter().map(of).collect()
}

fn points_of(game: &PlayedGame, player: usize) -> i64 {
    game.points.as_ref().map_or(0, |points| points[seat_of(game, player)].into())
}

fn seat_of(game: &PlayedGame, player: usize) -> usize {
    game.fixture.seating.iter().position(|at| *at == player).expect("the player is one of them")
}
