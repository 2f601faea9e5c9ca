//! The plan of a tournament's games.

use serde::{Deserialize, Serialize};

use super::standing::ranked_results;
use super::{Fixture, PlayedGame};
use ludoteca_rating::pairing::{Seating, Swiss, balanced, game, gauntlet, round_robin};

/// The format of a tournament: who meets whom.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everybody meets everybody in each round.
    RoundRobin,
    /// The first player meets all others in each round.
    Gauntlet,
    /// Players with equal points meet, two at a time, for the given number of rounds.
    Swiss,
}

/// The plan of a tournament's games. An encounter consists of as many games as there are seats,
/// with the same opening and everybody at every seat, or of several such groups.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct TournamentPlan {
    /// The format of a tournament: who meets whom.
    pub format: Format,
    /// The number of players.
    pub players: usize,
    /// The number of seats of a game.
    pub seats: usize,
    /// The number of rounds.
    pub rounds: u32,
    /// The number of openings of an encounter.
    pub openings: u32,
}

impl TournamentPlan {
    /// The total number of games.
    pub fn games(&self) -> u64 {
        let (players, seats) = (self.players as u64, self.seats as u64);
        let of_round = match self.format {
            _ if players < seats => 0,
            Format::RoundRobin if seats == 2 => players * (players - 1) / 2,
            Format::RoundRobin => players,
            Format::Gauntlet => players - 1,
            Format::Swiss => players / 2,
        };
        [of_round, self.rounds.into(), self.openings.into(), seats]
            .into_iter()
            .fold(1, u64::saturating_mul)
    }

    /// The games that can be played after these, in the order in which they should begin; none when
    /// all are played. In a Swiss tournament pairings depend on results, so only one round is
    /// returned at a time, and the next one only when that is over.
    pub fn next(&self, played: &[PlayedGame]) -> impl Iterator<Item = Fixture> + Send + use<> {
        let encounters = match self.format {
            Format::Swiss => self.swiss(played).1,
            Format::RoundRobin | Format::Gauntlet => self.encounters(),
        };
        let mut is_played = vec![false; self.games() as usize];
        for game in played {
            if let Some(it) = is_played.get_mut(game.fixture.number as usize) {
                *it = true;
            }
        }
        let plan = *self;
        let fixtures = encounters
            .into_iter()
            .flat_map(move |(number, round, seating)| plan.fixtures(number, round, seating));
        fixtures.filter(move |fixture| !is_played[fixture.number as usize])
    }

    /// The points, opponents' points and byes of a Swiss tournament after the completed rounds: see
    /// [`Swiss`], where a win counts 2.
    pub fn swiss_standing(&self, played: &[PlayedGame]) -> Option<Swiss> {
        (self.format == Format::Swiss).then(|| self.swiss(played).0)
    }

    /// The games of an encounter.
    fn fixtures(
        self,
        encounter: usize,
        round: u32,
        seating: Seating,
    ) -> impl Iterator<Item = Fixture> {
        let games = self.openings as usize * self.seats;
        let openings = encounter * self.openings as usize;
        (0..games).map(move |number| {
            let (opening, seating) = game(&seating, number);
            let number = (encounter * games + number) as u64;
            Fixture { number, round, opening: (openings + opening) as u64, seating }
        })
    }

    /// All encounters with their numbers and rounds, for formats in which they do not depend on
    /// results.
    fn encounters(&self) -> Vec<Encounter> {
        let rounds = self.rounds as usize;
        let seatings: Vec<Seating> = match self.format {
            // The player who is named first has the first seat.
            Format::RoundRobin if self.players == 2 => vec![vec![0, 1]; rounds],
            Format::RoundRobin if self.seats == 2 => round_robin(self.players, rounds)
                .into_iter()
                .flat_map(|round| round.encounters)
                .collect(),
            Format::RoundRobin => balanced(self.players, self.seats, rounds),
            Format::Gauntlet => gauntlet(self.players, self.seats, rounds),
            Format::Swiss => Vec::new(),
        };
        let of_round = (seatings.len() / rounds.max(1)).max(1);
        let numbered = seatings.into_iter().enumerate();
        numbered.map(|(number, seating)| (number, (number / of_round) as u32, seating)).collect()
    }

    /// The standing after the completed rounds, and the encounters of the current round: none when
    /// all rounds are over.
    fn swiss(&self, played: &[PlayedGame]) -> (Swiss, Vec<Encounter>) {
        let mut swiss = Swiss::new(self.players);
        let of_encounter = u64::from(self.openings) * self.seats as u64;
        let mut number = 0;
        for round in 0..self.rounds {
            let pairs = swiss.next_round();
            let encounters: Vec<Encounter> = pairs
                .encounters
                .into_iter()
                .zip(number..)
                .map(|(seating, number)| (number, round, seating))
                .collect();
            let games =
                number as u64 * of_encounter..(number + encounters.len()) as u64 * of_encounter;
            number += encounters.len();
            let of_round: Vec<PlayedGame> = played
                .iter()
                .filter(|game| games.contains(&game.fixture.number))
                .cloned()
                .collect();
            if (of_round.len() as u64) < games.end - games.start {
                return (swiss, encounters);
            }
            for (number, _, seating) in encounters {
                let first = number as u64 * of_encounter;
                let is_of_it = |game: &&PlayedGame| {
                    (first..first + of_encounter).contains(&game.fixture.number)
                };
                let games: Vec<PlayedGame> = of_round.iter().filter(is_of_it).cloned().collect();
                swiss.played([seating[0], seating[1]], half_points(&seating, &games));
            }
            if let Some(player) = pairs.bye {
                // A bye counts as much as a win in every game.
                swiss.had_bye(player, 2 * of_encounter as u32);
            }
        }
        (swiss, Vec::new())
    }
}

/// An encounter: its number, its round and the seating of its first game.
type Encounter = (usize, u32, Seating);

/// The half points of two players from their encounter: 2 for a win, 1 for a draw. Games that form
/// one result together count as much as separate games would.
fn half_points(seating: &Seating, games: &[PlayedGame]) -> [u32; 2] {
    let mut points = [0; 2];
    for result in ranked_results(2, games) {
        let games = if games.iter().any(|game| game.scored) { 2 } else { 1 };
        for (points, player) in points.iter_mut().zip(seating) {
            *points += (2.0 * result.share(*player).unwrap_or(0.0)) as u32 * games;
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::GameEnded;

    fn plan(
        format: Format,
        players: usize,
        seats: usize,
        rounds: u32,
        openings: u32,
    ) -> TournamentPlan {
        TournamentPlan { format, players, seats, rounds, openings }
    }

    /// Plays a game in which the lower number wins.
    fn played(fixture: Fixture) -> PlayedGame {
        let place = |player: &usize| {
            1 + fixture.seating.iter().filter(|other| *other < player).count() as u32
        };
        let places = fixture.seating.iter().map(place).collect();
        let thought = vec![0; fixture.seating.len()];
        PlayedGame {
            fixture,
            places,
            points: None,
            scored: false,
            ended: GameEnded::Rules,
            steps: 9,
            thought,
        }
    }

    #[test]
    fn a_match_is_pairs_of_games() {
        let plan = plan(Format::RoundRobin, 2, 2, 1, 3);
        let fixtures: Vec<Fixture> = plan.next(&[]).collect();
        let games: Vec<_> =
            fixtures.iter().map(|it| (it.number, it.opening, it.seating.clone())).collect();
        let pair = |n: u64| [(2 * n, n, vec![0, 1]), (2 * n + 1, n, vec![1, 0])];
        assert_eq!(games, [pair(0), pair(1), pair(2)].concat());
        assert_eq!(plan.games(), 6);
        // Games that were played are not played again.
        let left: Vec<u64> = plan
            .next(&[played(fixtures[4].clone()), played(fixtures[0].clone())])
            .map(|it| it.number)
            .collect();
        assert_eq!(left, [1, 2, 3, 5]);
        let all: Vec<PlayedGame> = fixtures.into_iter().map(played).collect();
        assert_eq!(plan.next(&all).count(), 0);
    }

    #[test]
    fn the_planned_number_of_games_is_played() {
        for (plan, games) in [
            (plan(Format::RoundRobin, 5, 2, 2, 3), 2 * 10 * 3 * 2),
            (plan(Format::RoundRobin, 7, 4, 1, 1), 7 * 4),
            (plan(Format::Gauntlet, 5, 2, 1, 2), 4 * 2 * 2),
            (plan(Format::Gauntlet, 5, 3, 2, 1), 2 * 4 * 3),
            (plan(Format::Swiss, 7, 2, 3, 2), 3 * 3 * 2 * 2),
        ] {
            assert_eq!(plan.games(), games, "{plan:?}");
            // When the plan is played round by round, each game comes once, in order, with a
            // separate opening for each group.
            let mut all: Vec<PlayedGame> = Vec::new();
            loop {
                let next: Vec<Fixture> = plan.next(&all).collect();
                if next.is_empty() {
                    break;
                }
                all.extend(next.into_iter().map(played));
            }
            let numbers: Vec<u64> = all.iter().map(|it| it.fixture.number).collect();
            assert_eq!(numbers, (0..games).collect::<Vec<_>>(), "{plan:?}");
            for group in all.chunks(plan.seats) {
                let openings: Vec<u64> = group.iter().map(|it| it.fixture.opening).collect();
                assert!(
                    openings.iter().all(|it| *it == group[0].fixture.number / plan.seats as u64),
                    "{openings:?}"
                );
                for seat in 0..plan.seats {
                    let mut players: Vec<usize> =
                        group.iter().map(|it| it.fixture.seating[seat]).collect();
                    players.sort_unstable();
                    players.dedup();
                    assert_eq!(players.len(), plan.seats, "everybody sits everywhere");
                }
            }
        }
    }

    #[test]
    fn rounds_are_numbered() {
        let rounds = |plan: TournamentPlan| plan.next(&[]).map(|it| it.round).max();
        assert_eq!(rounds(plan(Format::RoundRobin, 4, 2, 3, 1)), Some(2));
        assert_eq!(rounds(plan(Format::Gauntlet, 4, 2, 3, 2)), Some(2));
        assert_eq!(rounds(plan(Format::Swiss, 4, 2, 3, 1)), Some(0));
    }

    #[test]
    fn a_round_waits_for_the_one_before() {
        let plan = plan(Format::Swiss, 4, 2, 2, 1);
        let first: Vec<Fixture> = plan.next(&[]).collect();
        assert_eq!(first.len(), 4);
        let mut all: Vec<PlayedGame> = first.into_iter().map(played).collect();
        let last = all.pop().unwrap();
        assert_eq!(plan.next(&all).collect::<Vec<_>>(), std::slice::from_ref(&last.fixture));
        all.push(last);
        let second: Vec<Fixture> = plan.next(&all).collect();
        assert_eq!(second.iter().map(|it| it.number).collect::<Vec<_>>(), [4, 5, 6, 7]);
        // 0 and 1 have won against 2 and 3.
        assert!(second[0].seating.contains(&0) && second[0].seating.contains(&1), "{second:?}");
    }

    /// With three players, one has no opponent, and gets as many points for that as for a win.
    #[test]
    fn a_bye_is_worth_a_win() {
        let plan = plan(Format::Swiss, 3, 2, 1, 2);
        let all: Vec<PlayedGame> = plan.next(&[]).map(played).collect();
        let swiss = plan.swiss_standing(&all).expect("it is one");
        let mut points: Vec<u32> = (0..3).map(|player| swiss.points(player)).collect();
        points.sort_unstable();
        assert_eq!(points, [0, 8, 8]);
        assert_eq!((0..3).map(|player| swiss.byes(player)).sum::<u32>(), 1);
    }

    #[test]
    fn points_are_counted_together() {
        let game =
            |number: u64, seating: [usize; 2], places: [u32; 2], points: Option<[i32; 2]>| {
                let fixture =
                    Fixture { number, round: 0, opening: number / 2, seating: seating.to_vec() };
                let scored = points.is_some();
                let points = points.map(|points| points.to_vec());
                PlayedGame { places: places.to_vec(), points, scored, ..played(fixture) }
            };
        let lost_by_fault = |game: PlayedGame, seat: usize| {
            let ended = GameEnded::Fault {
                seat,
                fault: crate::tournament::Fault::Late,
                what: String::new(),
            };
            PlayedGame { points: None, ended, ..game }
        };
        let seating = vec![7, 4];
        let pair = |n: u64, first: [i32; 2], second: [i32; 2]| {
            [
                game(2 * n, [7, 4], [1, 2], Some(first)),
                game(2 * n + 1, [4, 7], [1, 2], Some(second)),
            ]
        };
        for (games, expected) in [
            (vec![game(0, [7, 4], [1, 2], None), game(1, [4, 7], [1, 1], None)], [3, 1]),
            (pair(0, [5, -5], [6, -6]).to_vec(), [0, 4]),
            (pair(0, [5, -5], [5, -5]).to_vec(), [2, 2]),
            // Each opening is a separate result.
            (
                [pair(0, [1, -1], [0, 0]), pair(1, [1, -1], [0, 0]), pair(2, [-50, 50], [50, -50])]
                    .concat(),
                [8, 4],
            ),
            // A player that commits a fault in one game has lost both.
            (
                vec![
                    pair(0, [90, -90], [0, 0])[0].clone(),
                    lost_by_fault(pair(0, [0, 0], [0, 0])[1].clone(), 1),
                ],
                [0, 4],
            ),
        ] {
            assert_eq!(half_points(&seating, &games), expected);
        }
    }
}
