//! Which games are played.

use serde::{Deserialize, Serialize};

use super::{Fixture, Played};
use crate::pairing::{Seating, Swiss, balanced, game, gauntlet, round_robin};

/// Who meets whom.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everybody meets everybody, again in each round.
    RoundRobin,
    /// The first meets all others, again in each round.
    Gauntlet,
    /// Those with equal points meet, two at a time, as many rounds as are wanted.
    Swiss,
}

/// Which games are played. An encounter is as many games as there are seats, with the same opening and everybody at every seat, or several
/// times that.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Who meets whom.
    pub format: Format,
    /// How many take part.
    pub players: usize,
    /// How many play a game.
    pub seats: usize,
    /// How often it is gone round.
    pub rounds: u32,
    /// Openings of an encounter.
    pub openings: u32,
}

impl Plan {
    /// How many games it is in all.
    pub fn games(&self) -> u64 {
        let (players, seats) = (self.players as u64, self.seats as u64);
        let of_round = match self.format {
            _ if players < seats => 0,
            Format::RoundRobin if seats == 2 => players * (players - 1) / 2,
            Format::RoundRobin => players,
            Format::Gauntlet => players - 1,
            Format::Swiss => players / 2,
        };
        [of_round, self.rounds.into(), self.openings.into(), seats].into_iter().fold(1, u64::saturating_mul)
    }

    /// The games that can be played once these are, in the order in which they should begin; nothing when all are played. Where results say who
    /// meets whom it is one round at a time, and nobody is told of a round before the one before it is over.
    pub fn next(&self, played: &[Played]) -> Vec<Fixture> {
        let encounters = match self.format {
            Format::Swiss => match self.swiss_round(played) {
                Some(encounters) => encounters,
                None => return Vec::new(),
            },
            Format::RoundRobin | Format::Gauntlet => self.encounters(),
        };
        let mut is_played = vec![false; self.games() as usize];
        for game in played {
            if let Some(it) = is_played.get_mut(game.fixture.number as usize) {
                *it = true;
            }
        }
        let fixtures = encounters.iter().flat_map(|(number, round, seating)| self.fixtures(*number, *round, seating));
        fixtures.filter(|fixture| !is_played[fixture.number as usize]).collect()
    }

    /// The games of an encounter.
    fn fixtures(&self, encounter: usize, round: u32, seating: &Seating) -> impl Iterator<Item = Fixture> {
        let games = self.openings as usize * self.seats;
        let openings = encounter * self.openings as usize;
        let seating = seating.clone();
        (0..games).map(move |number| {
            let (opening, seating) = game(&seating, number);
            let number = (encounter * games + number) as u64;
            Fixture { number, round, opening: (openings + opening) as u64, seating }
        })
    }

    /// All encounters with their numbers and rounds, where they do not depend on results.
    fn encounters(&self) -> Vec<(usize, u32, Seating)> {
        let rounds = self.rounds as usize;
        let seatings: Vec<Seating> = match self.format {
            // Who is named first sits first.
            Format::RoundRobin if self.players == 2 => vec![vec![0, 1]; rounds],
            Format::RoundRobin if self.seats == 2 => {
                round_robin(self.players, rounds).into_iter().flat_map(|round| round.encounters).collect()
            }
            Format::RoundRobin => balanced(self.players, self.seats, rounds),
            Format::Gauntlet => gauntlet(self.players, self.seats, rounds),
            Format::Swiss => Vec::new(),
        };
        let of_round = (seatings.len() / rounds.max(1)).max(1);
        let numbered = seatings.into_iter().enumerate();
        numbered.map(|(number, seating)| (number, (number / of_round) as u32, seating)).collect()
    }

    /// The encounters of the round that is being played; `None` when all are over.
    fn swiss_round(&self, played: &[Played]) -> Option<Vec<(usize, u32, Seating)>> {
        let mut swiss = Swiss::new(self.players);
        let of_encounter = u64::from(self.openings) * self.seats as u64;
        let mut number = 0;
        for round in 0..self.rounds {
            let pairs = swiss.next_round();
            let encounters: Vec<_> =
                pairs.encounters.into_iter().zip(number..).map(|(seating, number)| (number, round, seating)).collect();
            number += encounters.len();
            let first = encounters.first()?.0 as u64 * of_encounter;
            let games = first..first + encounters.len() as u64 * of_encounter;
            let of_round: Vec<&Played> = played.iter().filter(|game| games.contains(&game.fixture.number)).collect();
            if (of_round.len() as u64) < games.end - games.start {
                return Some(encounters);
            }
            for (number, _, seating) in encounters {
                let first = number as u64 * of_encounter;
                let of_it = of_round.iter().filter(|game| (first..first + of_encounter).contains(&game.fixture.number));
                let points = half_points(&seating, of_it.copied());
                swiss.played([seating[0], seating[1]], points);
            }
            if let Some(player) = pairs.bye {
                // As much as a win in every game.
                swiss.had_bye(player, 2 * of_encounter as u32);
            }
        }
        None
    }
}

/// What two players made of their encounter: 2 for a win, 1 for a draw.
fn half_points<'a>(seating: &Seating, games: impl Iterator<Item = &'a Played>) -> [u32; 2] {
    let mut points = [0; 2];
    let mut counted = [0i64; 2];
    let mut are_scored = 0;
    for game in games {
        // In which place of the seating each seat of this game is.
        let at = |seat: usize| usize::from(game.fixture.seating[seat] != seating[0]);
        let [first, second] = [game.places[0], game.places[1]];
        if game.scored
            && let Some(of_seats) = &game.points
        {
            are_scored += 1;
            for seat in 0..2 {
                counted[at(seat)] += i64::from(of_seats[seat]);
            }
        } else {
            points[at(0)] += if first < second { 2 } else { u32::from(first == second) };
            points[at(1)] += if second < first { 2 } else { u32::from(first == second) };
        }
    }
    // Games that are counted are one result together, worth as much as they would be apart.
    match counted[0].cmp(&counted[1]) {
        std::cmp::Ordering::Greater => points[0] += 2 * are_scored,
        std::cmp::Ordering::Less => points[1] += 2 * are_scored,
        std::cmp::Ordering::Equal => points.iter_mut().for_each(|points| *points += are_scored),
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Ended;

    fn plan(format: Format, players: usize, seats: usize, rounds: u32, openings: u32) -> Plan {
        Plan { format, players, seats, rounds, openings }
    }

    /// The lower number wins.
    fn played(fixture: Fixture) -> Played {
        let place = |player: &usize| 1 + fixture.seating.iter().filter(|other| *other < player).count() as u32;
        let places = fixture.seating.iter().map(place).collect();
        let thought = vec![0; fixture.seating.len()];
        Played { fixture, places, points: None, scored: false, ended: Ended::Rules, steps: 9, thought }
    }

    #[test]
    fn a_match_is_pairs_of_games() {
        let plan = plan(Format::RoundRobin, 2, 2, 1, 3);
        let fixtures = plan.next(&[]);
        let games: Vec<_> = fixtures.iter().map(|it| (it.number, it.opening, it.seating.clone())).collect();
        let pair = |n: u64| [(2 * n, n, vec![0, 1]), (2 * n + 1, n, vec![1, 0])];
        assert_eq!(games, [pair(0), pair(1), pair(2)].concat());
        assert_eq!(plan.games(), 6);
        // What is played is not played again.
        let left: Vec<u64> =
            plan.next(&[played(fixtures[4].clone()), played(fixtures[0].clone())]).iter().map(|it| it.number).collect();
        assert_eq!(left, [1, 2, 3, 5]);
        let all: Vec<Played> = fixtures.into_iter().map(played).collect();
        assert!(plan.next(&all).is_empty());
    }

    #[test]
    fn games_are_as_many_as_planned() {
        for (plan, games) in [
            (plan(Format::RoundRobin, 5, 2, 2, 3), 2 * 10 * 3 * 2),
            (plan(Format::RoundRobin, 7, 4, 1, 1), 7 * 4),
            (plan(Format::Gauntlet, 5, 2, 1, 2), 4 * 2 * 2),
            (plan(Format::Gauntlet, 5, 3, 2, 1), 2 * 4 * 3),
            (plan(Format::Swiss, 7, 2, 3, 2), 3 * 3 * 2 * 2),
        ] {
            assert_eq!(plan.games(), games, "{plan:?}");
            // Played round by round, each game comes once, in order, with an opening of its own for each group.
            let mut all: Vec<Played> = Vec::new();
            loop {
                let next = plan.next(&all);
                if next.is_empty() {
                    break;
                }
                all.extend(next.into_iter().map(played));
            }
            let numbers: Vec<u64> = all.iter().map(|it| it.fixture.number).collect();
            assert_eq!(numbers, (0..games).collect::<Vec<_>>(), "{plan:?}");
            for group in all.chunks(plan.seats) {
                let openings: Vec<u64> = group.iter().map(|it| it.fixture.opening).collect();
                assert!(openings.iter().all(|it| *it == group[0].fixture.number / plan.seats as u64), "{openings:?}");
                for seat in 0..plan.seats {
                    let mut players: Vec<usize> = group.iter().map(|it| it.fixture.seating[seat]).collect();
                    players.sort_unstable();
                    players.dedup();
                    assert_eq!(players.len(), plan.seats, "everybody sits everywhere");
                }
            }
        }
    }

    #[test]
    fn rounds_are_told() {
        let rounds = |plan: Plan| plan.next(&[]).iter().map(|it| it.round).max();
        assert_eq!(rounds(plan(Format::RoundRobin, 4, 2, 3, 1)), Some(2));
        assert_eq!(rounds(plan(Format::Gauntlet, 4, 2, 3, 2)), Some(2));
        assert_eq!(rounds(plan(Format::Swiss, 4, 2, 3, 1)), Some(0));
    }

    #[test]
    fn a_round_waits_for_the_one_before() {
        let plan = plan(Format::Swiss, 4, 2, 2, 1);
        let first = plan.next(&[]);
        assert_eq!(first.len(), 4);
        let mut all: Vec<Played> = first.into_iter().map(played).collect();
        let last = all.pop().unwrap();
        assert_eq!(plan.next(&all), std::slice::from_ref(&last.fixture));
        all.push(last);
        let second = plan.next(&all);
        assert_eq!(second.iter().map(|it| it.number).collect::<Vec<_>>(), [4, 5, 6, 7]);
        // 0 and 1 have won against 2 and 3.
        assert!(second[0].seating.contains(&0) && second[0].seating.contains(&1), "{second:?}");
    }

    #[test]
    fn points_are_counted_together() {
        let game = |seating: [usize; 2], places: [u32; 2], points: Option<[i32; 2]>| {
            let fixture = Fixture { number: 0, round: 0, opening: 0, seating: seating.to_vec() };
            Played {
                places: places.to_vec(),
                points: points.map(|points| points.to_vec()),
                scored: points.is_some(),
                ..played(fixture)
            }
        };
        let seating = vec![7, 4];
        for (games, expected) in [
            (vec![game([7, 4], [1, 2], None), game([4, 7], [1, 1], None)], [3, 1]),
            (vec![game([7, 4], [1, 2], Some([5, -5])), game([4, 7], [1, 2], Some([6, -6]))], [0, 4]),
            (vec![game([7, 4], [1, 2], Some([5, -5])), game([4, 7], [1, 2], Some([5, -5]))], [2, 2]),
        ] {
            assert_eq!(half_points(&seating, games.iter()), expected);
        }
    }
}
