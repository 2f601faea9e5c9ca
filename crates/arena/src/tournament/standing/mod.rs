//! Computes the standing of a tournament from its games: a row for each player, a ranking, and the
//! results between players.
//!
//! A *result* is usually one game. If games have points and no winner, all games of one opening
//! form one result: everybody sat everywhere and had the same dice, and the player with the
//! greatest sum of points has won. A player that committed a fault in one of them, or resigned, has
//! lost the whole result; if all did, it is a draw. A game that was broken off for another reason
//! gives no points. As long as some games of an opening are missing they do not form a result, and
//! count only as games.

mod counts;
mod results;
mod summary;
mod text;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use ludoteca_rating::ratings::{Ratings, Results};
use ludoteca_rating::statistics::{Estimate, Pentanomial, Sample, WinDrawLoss};

use super::{GameEnded, PlayedGame};

pub use counts::{EndCause, EndingCounts, FaultCounts, GameLengths};
pub use summary::MatchSummary;

pub(in crate::tournament) use results::{RankedResult, ranked_results};
pub(in crate::tournament) use text::{duration, rating_and_error};

/// Ratings that differ by less than this count as equal: the difference may be rounding.
const EQUAL_ELO: f64 = 1e-6;

/// The standing of a tournament after some or all of its games. The order of the games does not
/// matter.
#[derive(Clone, Debug)]
pub struct Standing {
    names: Vec<String>,
    seats: usize,
    scored: bool,
    games: u64,
    rows: Vec<StandingRow>,
    ranking: Vec<usize>,
    /// By two players, the lower number first: the results are from that player's side.
    between: BTreeMap<(usize, usize), HeadToHead>,
    by_seat: Vec<SeatScore>,
    lengths: Option<GameLengths>,
    endings: EndingCounts,
}

/// The results of one player.
#[derive(Clone, PartialEq, Debug)]
pub struct StandingRow {
    /// The number of games that were played to their end.
    pub games: u64,
    /// The number of results: the number of games, unless several games form one result.
    pub results: u64,
    /// The results by their kind.
    pub tally: ResultTally,
    half_points: u64,
    /// The rating among all players of the tournament; unknown without results.
    pub rating: Estimate,
    /// The faults of the player.
    pub faults: FaultCounts,
    /// The player's total thinking time in milliseconds.
    pub thought: u64,
    /// The scores by the seat at which the player sat.
    pub by_seat: Vec<SeatScore>,
}

/// The results of one player by their kind.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum ResultTally {
    /// Wins, draws and losses, at tables of two.
    Games(WinDrawLoss),
    /// At larger tables: how often the player took each place, the first place first. Players that
    /// share places count as having the best of them.
    Places(Vec<u64>),
}

/// The games at one seat, of one player or of all.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct SeatScore {
    /// The number of games.
    pub games: u64,
    half_points: u64,
    /// The greatest possible number of half points.
    out_of: u64,
    /// The number of games that ended with points.
    with_points: u64,
    points: i64,
}

/// Results between two players, from the side of one.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct HeadToHead {
    /// Wins, draws and losses. At tables of more than two, the better place wins.
    pub score: WinDrawLoss,
    /// The pairs of games with the same opening and swapped seats. `None` if there cannot be any:
    /// with more seats, or with results of several games.
    pub pairs: Option<Pentanomial>,
    /// The number of results by points, and the sum of their differences in `margin`.
    margins: u64,
    margin: i64,
}

impl Standing {
    /// Computes the standing of these players, in the order of their numbers, at tables of `seats`,
    /// after these games.
    ///
    /// Control characters in names are replaced.
    ///
    /// # Panics
    /// If a game has another number of seats, or players that are not in `names`.
    pub fn new(names: &[String], seats: usize, played: &[PlayedGame]) -> Standing {
        assert!(seats >= 2, "a table has at least two seats");
        let mut standing = Standing::empty(names, seats, played.iter().any(|game| game.scored));
        played.iter().for_each(|game| standing.add_game(game));
        standing.lengths = GameLengths::of(played);
        let mut ratings = Results::new(names.len());
        for result in ranked_results(seats, played) {
            standing.add_result(&result);
            ratings.add_ranking(&result.places);
        }
        standing.rate(&Ratings::new(&ratings));
        standing
    }

    /// The names of the players, by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of seats of a game.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Returns whether all games of an opening form one result, by their points.
    pub fn is_scored(&self) -> bool {
        self.scored
    }

    /// The number of games that were played to their end.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The row of each player, by number.
    pub fn rows(&self) -> &[StandingRow] {
        &self.rows
    }

    /// All players, the best first: by rating, then by the share of the score. Players without
    /// results come last, and equal players are in the order of their numbers.
    pub fn ranking(&self) -> &[usize] {
        &self.ranking
    }

    /// The results between two players, from the side of the first. A player has none against
    /// itself.
    pub fn between(&self, player: usize, other: usize) -> HeadToHead {
        let found = |key| self.between.get(&key).copied().unwrap_or_else(|| self.no_meeting());
        if player <= other { found((player, other)) } else { found((other, player)).reversed() }
    }

    /// The scores of all players by seat.
    pub fn by_seat(&self) -> &[SeatScore] {
        &self.by_seat
    }

    /// The lengths of the games, if there are any.
    pub fn lengths(&self) -> Option<GameLengths> {
        self.lengths
    }

    /// Why the games ended.
    pub fn endings(&self) -> &EndingCounts {
        &self.endings
    }

    fn empty(names: &[String], seats: usize, scored: bool) -> Standing {
        let tally = if seats == 2 {
            ResultTally::Games(WinDrawLoss::default())
        } else {
            ResultTally::Places(vec![0; seats])
        };
        let row = StandingRow {
            games: 0,
            results: 0,
            tally,
            half_points: 0,
            rating: Estimate::Unknown,
            faults: FaultCounts::default(),
            thought: 0,
            by_seat: vec![SeatScore::default(); seats],
        };
        Standing {
            names: names.iter().map(|name| shown(name)).collect(),
            seats,
            scored,
            games: 0,
            rows: vec![row; names.len()],
            ranking: (0..names.len()).collect(),
            between: BTreeMap::new(),
            by_seat: vec![SeatScore::default(); seats],
            lengths: None,
            endings: EndingCounts::default(),
        }
    }

    /// Adds what is counted by games, independent of results.
    fn add_game(&mut self, game: &PlayedGame) {
        let seating = &game.fixture.seating;
        assert!(
            seating.len() == self.seats && game.places.len() == self.seats,
            "a game has the tournament's seats"
        );
        self.games += 1;
        self.endings.add(&game.ended);
        for (seat, player) in seating.iter().enumerate() {
            let row = &mut self.rows[*player];
            row.games += 1;
            row.thought =
                row.thought.saturating_add(game.thought.get(seat).copied().unwrap_or_default());
            let points = game.points.as_ref().map(|points| points[seat]);
            for at in [&mut row.by_seat[seat], &mut self.by_seat[seat]] {
                at.games += 1;
                at.half_points += results::half_points(&game.places, seat);
                at.out_of += most(self.seats);
                at.with_points += u64::from(points.is_some());
                at.points += i64::from(points.unwrap_or_default());
            }
        }
        if let GameEnded::Fault { seat, fault, .. } = game.ended {
            self.rows[seating[seat]].faults.add(fault);
        }
    }

    fn add_result(&mut self, result: &RankedResult) {
        let places: Vec<u32> = result.places.iter().map(|(_, place)| *place).collect();
        for (at, (player, place)) in result.places.iter().enumerate() {
            let better = places.iter().filter(|other| *other < place).count();
            self.rows[*player].add(better, results::half_points(&places, at));
            for (other_at, (other, other_place)) in result.places.iter().enumerate() {
                if player < other {
                    let empty = self.no_meeting();
                    let between = self.between.entry((*player, *other)).or_insert(empty);
                    // A lower place is better.
                    between.add(other_place.cmp(place));
                    if let Some(points) = &result.points {
                        between.margins += 1;
                        between.margin += points[at] - points[other_at];
                    }
                    if let (Some(pairs), Some(half_points)) = (&mut between.pairs, &result.pair) {
                        pairs.by_half_points[half_points[at] as usize] += 1;
                    }
                }
            }
        }
    }

    fn no_meeting(&self) -> HeadToHead {
        let pairs = (self.seats == 2 && !self.scored).then(Pentanomial::default);
        HeadToHead { pairs, ..HeadToHead::default() }
    }

    fn rate(&mut self, ratings: &Ratings) {
        for (player, row) in self.rows.iter_mut().enumerate().filter(|(_, row)| row.results > 0) {
            row.rating = ratings.rating(player);
        }
        let worth = |row: &StandingRow| {
            let elo = row.rating.value().map(|elo| (elo / EQUAL_ELO).round());
            [elo, row.share()].map(|figure| figure.unwrap_or(f64::NEG_INFINITY))
        };
        self.ranking.sort_by(|one, other| {
            let [[elo, share], [other_elo, other_share]] =
                [one, other].map(|player| worth(&self.rows[*player]));
            other_elo.total_cmp(&elo).then(other_share.total_cmp(&share))
        });
    }
}

impl StandingRow {
    /// The total score. A win counts 1, a draw ½. With more than two seats a result counts (seats −
    /// place) / (seats − 1), with the mean of the places that players share.
    pub fn score(&self) -> f64 {
        self.half_points as f64 / most(self.by_seat.len()) as f64
    }

    /// The average score of a result, from 0 to 1.
    pub fn share(&self) -> Option<f64> {
        (self.results > 0).then(|| self.score() / self.results as f64)
    }

    /// The player's average thinking time in a game, in milliseconds.
    pub fn thought_a_game(&self) -> Option<f64> {
        (self.games > 0).then(|| self.thought as f64 / self.games as f64)
    }

    fn add(&mut self, better: usize, half_points: u64) {
        self.results += 1;
        self.half_points += half_points;
        match &mut self.tally {
            ResultTally::Games(WinDrawLoss { losses, draws, wins }) => {
                *[losses, draws, wins][half_points as usize] += 1;
            }
            ResultTally::Places(places) => places[better] += 1,
        }
    }
}

impl SeatScore {
    /// The average score of a game, from 0 to 1, by the places of the single games.
    pub fn share(&self) -> Option<f64> {
        (self.games > 0).then(|| self.half_points as f64 / self.out_of as f64)
    }

    /// The average points of a game, among those that ended with points.
    pub fn points(&self) -> Option<f64> {
        (self.with_points > 0).then(|| self.points as f64 / self.with_points as f64)
    }
}

impl HeadToHead {
    /// The same results from the side of the other player.
    #[must_use]
    pub fn reversed(self) -> HeadToHead {
        HeadToHead {
            score: self.score.reversed(),
            pairs: self.pairs.map(Pentanomial::reversed),
            margin: -self.margin,
            margins: self.margins,
        }
    }

    /// The number of results.
    pub fn results(&self) -> u64 {
        self.score.results()
    }

    /// The wins plus half of the draws.
    pub fn points(&self) -> f64 {
        self.score.wins as f64 + self.score.draws as f64 / 2.0
    }

    /// The difference in Elo. It is computed from pairs if there is a complete one, and otherwise
    /// from single results, like the next two estimates.
    pub fn elo(&self) -> Estimate {
        self.complete_pairs().map_or_else(|| self.score.elo(), |pairs| pairs.elo())
    }

    /// The difference in normalised Elo, computed like [`elo`](HeadToHead::elo).
    pub fn normalised_elo(&self) -> Estimate {
        self.complete_pairs()
            .map_or_else(|| self.score.normalised_elo(), |pairs| pairs.normalised_elo())
    }

    /// The likelihood of superiority: the probability that the player is the better one.
    pub fn superiority(&self) -> Option<f64> {
        self.complete_pairs().map_or_else(
            || self.score.likelihood_of_superiority(),
            |pairs| pairs.likelihood_of_superiority(),
        )
    }

    /// The share of draws among the results.
    pub fn draw_rate(&self) -> Option<f64> {
        self.score.draw_rate()
    }

    /// The player's average lead in points over the other player, among results that were decided
    /// by points and not by a fault.
    pub fn margin(&self) -> Option<f64> {
        (self.margins > 0).then(|| self.margin as f64 / self.margins as f64)
    }

    fn complete_pairs(&self) -> Option<Pentanomial> {
        self.pairs.filter(|pairs| pairs.results() > 0)
    }

    fn add(&mut self, result: Ordering) {
        let WinDrawLoss { wins, draws, losses } = &mut self.score;
        *match result {
            Ordering::Greater => wins,
            Ordering::Equal => draws,
            Ordering::Less => losses,
        } += 1;
    }
}

/// The half points of a player that has beaten all others.
fn most(seats: usize) -> u64 {
    2 * (seats as u64 - 1)
}

/// Replaces control characters in a name by a visible mark.
fn shown(name: &str) -> String {
    name.chars()
        .map(|letter| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter })
        .collect()
}
