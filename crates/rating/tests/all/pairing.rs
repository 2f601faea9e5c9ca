//! Schedules: all players meet each other, and the seats are fair.

use std::collections::BTreeMap;

use ludoteca_rating::pairing::{Round, Seating, Swiss, balanced, game, gauntlet, round_robin};
use proptest::prelude::*;

/// How often each player sits at each seat.
fn seats(players: usize, seatings: &[Seating]) -> Vec<Vec<usize>> {
    let seats = seatings.iter().map(Vec::len).max().unwrap_or(0);
    let mut counts = vec![vec![0; seats]; players];
    for seating in seatings {
        for (seat, player) in seating.iter().enumerate() {
            counts[*player][seat] += 1;
        }
    }
    counts
}

/// How often each two players meet.
fn meetings(players: usize, seatings: &[Seating]) -> BTreeMap<(usize, usize), usize> {
    let mut counts = BTreeMap::new();
    for one in 0..players {
        for other in one + 1..players {
            let both = seatings
                .iter()
                .filter(|seating| seating.contains(&one) && seating.contains(&other));
            counts.insert((one, other), both.count());
        }
    }
    counts
}

fn spread<'a>(counts: impl IntoIterator<Item = &'a usize>) -> usize {
    let mut sorted: Vec<usize> = counts.into_iter().copied().collect();
    sorted.sort_unstable();
    sorted.last().unwrap_or(&0) - sorted.first().unwrap_or(&0)
}

/// Every player appears exactly once in a round, in an encounter of two or with the bye.
fn check_round(players: usize, round: &Round) {
    assert_eq!(round.bye.is_some(), players % 2 == 1);
    assert!(round.encounters.iter().all(|seating| seating.len() == 2));
    let mut all: Vec<usize> = round.encounters.concat().into_iter().chain(round.bye).collect();
    all.sort_unstable();
    assert_eq!(all, (0..players).collect::<Vec<_>>());
}

#[test]
fn round_robins() {
    assert!(
        round_robin(0, 3).is_empty()
            && round_robin(1, 3).is_empty()
            && round_robin(5, 0).is_empty()
    );
    for players in 2..25 {
        for cycles in 1..4 {
            let rounds = round_robin(players, cycles);
            assert_eq!(rounds.len(), cycles * (players - 1 + players % 2));
            rounds.iter().for_each(|round| check_round(players, round));
            let all: Vec<Seating> = rounds.into_iter().flat_map(|round| round.encounters).collect();
            assert!(meetings(players, &all).values().all(|count| *count == cycles));
            for counts in seats(players, &all) {
                assert_eq!(
                    spread(&counts),
                    cycles * (players - 1) % 2,
                    "{players} players, {cycles} cycles"
                );
            }
            // The next cycle swaps the seats of the one before.
            if let [first, second, ..] =
                all.chunks(players * (players - 1) / 2).collect::<Vec<_>>()[..]
            {
                assert!(
                    first
                        .iter()
                        .zip(second)
                        .all(|(one, other)| one[0] == other[1] && one[1] == other[0])
                );
            }
        }
    }
}

#[test]
fn balanced_seatings() {
    assert!(
        balanced(2, 3, 1).is_empty()
            && balanced(3, 0, 1).is_empty()
            && balanced(3, 3, 0).is_empty()
    );
    for seats_at_table in 1..=4 {
        for players in seats_at_table..16 {
            for cycles in 1..6 {
                let all = balanced(players, seats_at_table, cycles);
                assert_eq!(all.len(), players * cycles);
                assert!(seats(players, &all).concat().iter().all(|count| *count == cycles));
                let meetings = meetings(players, &all);
                let apart = spread(meetings.values());
                // Two players half a circle apart meet in both directions, so this distance counts
                // twice.
                assert!(
                    apart <= 2,
                    "{players} players, {seats_at_table} seats, {cycles} cycles: {apart} {meetings:?}"
                );
            }
        }
    }
}

/// If the distances can be even, they are: these are the classical designs.
#[test]
fn perfect_designs() {
    for (players, seats, cycles) in
        [(7, 3, 1), (13, 4, 1), (5, 4, 1), (5, 3, 2), (9, 3, 4), (4, 4, 6), (3, 3, 2)]
    {
        let meetings = meetings(players, &balanced(players, seats, cycles));
        assert_eq!(spread(meetings.values()), 0, "{players} {seats} {cycles}: {meetings:?}");
    }
}

/// If the same four players play again and again, each player sits after every other equally often.
#[test]
fn everybody_follows_everybody() {
    for seats in 3..=4 {
        let cycles = if seats == 3 { 2 } else { 6 };
        let all = balanced(seats, seats, cycles);
        let mut follows = BTreeMap::new();
        for seating in &all {
            for seat in 0..seats {
                *follows.entry((seating[seat], seating[(seat + 1) % seats])).or_insert(0usize) += 1;
            }
        }
        assert_eq!(
            (follows.len(), spread(follows.values())),
            (seats * (seats - 1), 0),
            "{follows:?}"
        );
    }
}

#[test]
fn gauntlets() {
    assert!(gauntlet(1, 2, 1).is_empty() && gauntlet(5, 1, 1).is_empty());
    for seats_at_table in 2..=4 {
        for players in seats_at_table..12 {
            for cycles in 1..5 {
                let all = gauntlet(players, seats_at_table, cycles);
                assert_eq!(all.len(), (players - 1) * cycles);
                let mut met = meetings(players, &all);
                met.retain(|(one, _), _| *one == 0);
                assert!(
                    met.values().all(|count| *count == cycles * (seats_at_table - 1)),
                    "{met:?}"
                );
                let champion = &seats(players, &all)[0];
                assert!(
                    spread(champion) <= if seats_at_table == 2 { 1 } else { cycles },
                    "{champion:?}"
                );
            }
        }
    }
    let all = gauntlet(6, 2, 2);
    for opponent in 1..6 {
        assert!(all.contains(&vec![0, opponent]) && all.contains(&vec![opponent, 0]));
    }
}

#[test]
fn openings_come_to_everybody_at_every_seat() {
    for seats_at_table in 2..=4 {
        let encounter: Seating = (10..10 + seats_at_table).collect();
        for opening in 0..3 {
            let games = (0..seats_at_table).map(|n| game(&encounter, opening * seats_at_table + n));
            let (openings, seatings): (Vec<_>, Vec<_>) = games.unzip();
            assert!(openings.iter().all(|number| *number == opening));
            let counts = seats(10 + seats_at_table, &seatings);
            assert!(counts[10..].concat().iter().all(|count| *count == 1));
        }
    }
}

/// Plays a Swiss tournament with results from a list of numbers, and checks every round.
fn check_swiss(players: usize, rounds: usize, results: &[u32]) -> Vec<Round> {
    let mut swiss = Swiss::new(players);
    let mut all: Vec<Round> = Vec::new();
    let mut results = results.iter().cycle();
    for number in 0..rounds {
        let round = swiss.next_round();
        check_round(players, &round);
        for seating in &round.encounters {
            let met = all.iter().any(|past| {
                past.encounters
                    .iter()
                    .any(|other| other.contains(&seating[0]) && other.contains(&seating[1]))
            });
            // Less than half of the rounds of a round robin can never force a rematch (Dirac).
            assert!(
                !met || 2 * number > players - 2,
                "{players} players, round {number}: {seating:?} again"
            );
        }
        for seating in &round.encounters {
            let points = results.next().expect("a cycle has no end") % 3;
            swiss.played([seating[0], seating[1]], [points, 2 - points]);
        }
        if let Some(player) = round.bye {
            swiss.had_bye(player, 2);
        }
        all.push(round);
    }
    let byes: Vec<usize> = (0..players)
        .map(|player| all.iter().filter(|round| round.bye == Some(player)).count())
        .collect();
    assert!(spread(&byes) <= 1, "{byes:?}");
    all
}

proptest! {
    /// Whatever the results, rounds are complete, and there are no rematches except necessary ones.
    #[test]
    fn swiss_tournaments(players in 2..24usize, rounds in 1..12usize, results in prop::collection::vec(0..3u32, 1..200)) {
        let all = check_swiss(players, rounds, &results);
        prop_assert_eq!(all, check_swiss(players, rounds, &results));
    }
}

/// Whether the first seat wins, or the second, or both by turns: in a Swiss tournament no player
/// sits first or second much more often than the other way round.
#[test]
fn swiss_seats() {
    for players in 8..40 {
        for results in [&[0][..], &[1], &[2], &[0, 2], &[0, 0, 1, 2, 2], &[2, 1, 0, 0]] {
            let all = check_swiss(players, players.ilog2() as usize + 2, results);
            let all: Vec<Seating> = all.into_iter().flat_map(|round| round.encounters).collect();
            for counts in seats(players, &all) {
                assert!(spread(&counts) <= 2, "{players} players, {results:?}: {counts:?}");
            }
        }
    }
}

/// If the stronger player always wins, players with equal points meet in every round, until one
/// player has beaten all other leaders.
#[test]
fn leaders_meet_until_one_has_beaten_all() {
    for doublings in 2..=6 {
        let mut swiss = Swiss::new(1 << doublings);
        for _ in 0..doublings {
            for seating in swiss.next_round().encounters {
                let [one, other] = [seating[0], seating[1]];
                assert_eq!(swiss.points(one), swiss.points(other), "{one} {other}");
                swiss.played([one, other], if one < other { [2, 0] } else { [0, 2] });
            }
        }
        let points: Vec<u32> =
            swiss.ranking().into_iter().map(|player| swiss.points(player)).collect();
        assert!(
            points[0] == 2 * doublings
                && points[1] < points[0]
                && points.is_sorted_by(|one, other| one >= other)
        );
        assert_eq!(swiss.ranking()[0], 0);
    }
}

/// Two winners and two losers: the winners meet, and so do the losers; in the next round only
/// opponents are left that each has not met.
#[test]
fn score_groups() {
    let mut swiss = Swiss::new(4);
    swiss.played([0, 2], [2, 0]);
    swiss.played([3, 1], [0, 2]);
    let round = swiss.next_round();
    let groups: Vec<Vec<usize>> = round.encounters.iter().map(|seating| sorted(seating)).collect();
    assert_eq!(groups, [[0, 1], [2, 3]]);
    swiss.played([0, 1], [2, 0]);
    swiss.played([2, 3], [2, 0]);
    assert_eq!(sorted(&swiss.next_round().encounters[0]), [0, 3]);
}

/// Once all players have met each other, they meet again: each meets the opponents that it has met
/// least often.
#[test]
fn rematches_are_spread_evenly() {
    let mut swiss = Swiss::new(4);
    let mut met = BTreeMap::new();
    for _ in 0..6 {
        for seating in swiss.next_round().encounters {
            *met.entry(sorted(&seating)).or_insert(0usize) += 1;
            swiss.played([seating[0], seating[1]], [1, 1]);
        }
    }
    assert_eq!((met.len(), spread(met.values())), (6, 0), "{met:?}");
}

fn sorted(seating: &[usize]) -> Seating {
    let mut seating = seating.to_vec();
    seating.sort_unstable();
    seating
}
