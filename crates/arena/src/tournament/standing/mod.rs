//! What the games of a tournament say of its players: rows, a ranking, and who did what against
//! whom.
//!
//! A *result* is one game. Where games have points and no winner, it is all games of one opening
//! together: everybody sat everywhere and had the same dice, and whose points add up to more has
//! won. Who committed a fault in one of them, or resigned, has lost all of them together; where all
//! did, it is a draw. A game that was broken off for another reason gives no points. As long as
//! some games of an opening are missing they are no result, and count only as games.

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

/// Ratings that differ by less than this are equal: so much is lost in rounding.
const EQUAL_ELO: f64 = 1e-6;

/// The standing of a tournament after some or all of its games. The order in which they are told
/// does not matter.
#[derive(Clone, Debug)]
pub struct Standing {
    names: Vec<String>,
    seats: usize,
    scored: bool,
    games: u64,
    rows: Vec<StandingRow>,
    ranking: Vec<usize>,
    /// By two players, the lower number first, whose side it is told from.
    between: BTreeMap<(usize, usize), HeadToHead>,
    by_seat: Vec<SeatScore>,
    lengths: Option<GameLengths>,
    endings: EndingCounts,
}

/// What one player has achieved.
#[derive(Clone, PartialEq, Debug)]
pub struct StandingRow {
    /// Games that were played to their end.
    pub games: u64,
    /// Results: as many as games, unless several games together are one.
    pub results: u64,
    /// The results by their kind.
    pub tally: ResultTally,
    half_points: u64,
    /// The rating among all players of the tournament; unknown without results.
    pub rating: Estimate,
    /// What cost the player games.
    pub faults: FaultCounts,
    /// Milliseconds that the player has thought in all games together.
    pub thought: u64,
    /// The games by the seat at which the player sat.
    pub by_seat: Vec<SeatScore>,
}

/// Results of one player by their kind.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum ResultTally {
    /// At tables of two.
    Games(WinDrawLoss),
    /// At larger tables: how often each place, the first place first. Who shares a place has the
    /// best of those that are shared.
    Places(Vec<u64>),
}

/// Games at one seat, of one player or of all.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct SeatScore {
    /// How many.
    pub games: u64,
    half_points: u64,
    /// The most that there could be.
    out_of: u64,
    /// Games that ended with points.
    with_points: u64,
    points: i64,
}

/// Results between two players, told from the side of one.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct HeadToHead {
    /// Results one by one. At tables of more than two: who came in before whom.
    pub score: WinDrawLoss,
    /// Games with the same opening and the seats swapped. None where there cannot be any: more
    /// seats, or results that are several games.
    pub pairs: Option<Pentanomial>,
    /// Results by points, and by how many more.
    margins: u64,
    margin: i64,
}

impl Standing {
    /// The standing of these players, by number, at tables of so many seats, after these games.
    ///
    /// Letters in names that cannot be shown are replaced.
    ///
    /// # Panics
    /// Where a game has another number of seats, or players that are not there.
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

    /// The players, by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many play in a game.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Are all games of an opening together one result, by their points?
    pub fn is_scored(&self) -> bool {
        self.scored
    }

    /// Games that were played to their end.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// What each player has achieved, by number.
    pub fn rows(&self) -> &[StandingRow] {
        &self.rows
    }

    /// All players, the best first: by rating, then by the share of the score. Who has no results
    /// comes last; equals by number.
    pub fn ranking(&self) -> &[usize] {
        &self.ranking
    }

    /// Results between two players, from the side of the first. None with oneself.
    pub fn between(&self, player: usize, other: usize) -> HeadToHead {
        let found = |key| self.between.get(&key).copied().unwrap_or_else(|| self.no_meeting());
        if player <= other { found((player, other)) } else { found((other, player)).reversed() }
    }

    /// The games of all players by seats.
    pub fn by_seat(&self) -> &[SeatScore] {
        &self.by_seat
    }

    /// How long the games were, where there are any.
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

    /// What counts by games, whatever becomes of the result.
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
                    // Less is better.
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
    /// A win counts 1, a draw ½; with more seats it is (seats − place) / (seats − 1), with the mean
    /// of the places that players share.
    pub fn score(&self) -> f64 {
        self.half_points as f64 / most(self.by_seat.len()) as f64
    }

    /// The score of a result on average, from 0 to 1.
    pub fn share(&self) -> Option<f64> {
        (self.results > 0).then(|| self.score() / self.results as f64)
    }

    /// Milliseconds that the player has thought in a game on average.
    pub fn thought_a_game(&self) -> Option<f64> {
        (self.games > 0).then(|| self.thought as f64 / self.games as f64)
    }

    fn add(&mut self, better: usize, half_points: u64) {
        self.results += 1;
        self.half_points += half_points;
        match &mut self.tally {
            ResultTally::Games(WinDrawLoss { losses, draws, wins }) => {
                *[losses, draws, wins][half_points as usize] += 1
            }
            ResultTally::Places(places) => places[better] += 1,
        }
    }
}

impl SeatScore {
    /// The score of a game on average, from 0 to 1, by the places of the single games.
    pub fn share(&self) -> Option<f64> {
        (self.games > 0).then(|| self.half_points as f64 / self.out_of as f64)
    }

    /// The points of a game on average, over those that the rules ended.
    pub fn points(&self) -> Option<f64> {
        (self.with_points > 0).then(|| self.points as f64 / self.with_points as f64)
    }
}

impl HeadToHead {
    /// The same results as the other player sees them.
    #[must_use]
    pub fn reversed(self) -> HeadToHead {
        HeadToHead {
            score: self.score.reversed(),
            pairs: self.pairs.map(Pentanomial::reversed),
            margin: -self.margin,
            margins: self.margins,
        }
    }

    /// How many results.
    pub fn results(&self) -> u64 {
        self.score.results()
    }

    /// Wins, and half of the draws.
    pub fn points(&self) -> f64 {
        self.score.wins as f64 + self.score.draws as f64 / 2.0
    }

    /// The difference in Elo: by pairs as soon as there is one, by games otherwise, and so are the
    /// next two.
    pub fn elo(&self) -> Estimate {
        self.complete_pairs().map_or_else(|| self.score.elo(), |pairs| pairs.elo())
    }

    /// The difference in normalised Elo.
    pub fn normalised_elo(&self) -> Estimate {
        self.complete_pairs()
            .map_or_else(|| self.score.normalised_elo(), |pairs| pairs.normalised_elo())
    }

    /// How likely it is that the player is the better one.
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

    /// By how many points more than the other player's a result was on average, where results go by
    /// points and nobody committed a fault.
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

/// Half points of who has won against all others.
fn most(seats: usize) -> u64 {
    2 * (seats as u64 - 1)
}

/// With a mark for each letter that does something else than to be seen.
fn shown(name: &str) -> String {
    name.chars()
        .map(|letter| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter })
        .collect()
}
