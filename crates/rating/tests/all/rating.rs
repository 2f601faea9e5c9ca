//! Tests of ratings with known answers, and of edge cases.

use ludoteca_rating::ratings::{Ratings, Results};
use ludoteca_rating::statistics::{Sample, WinDrawLoss};
use proptest::prelude::*;

/// A game of four: players and their places.
type Places = [(usize, u32); 4];

fn value(ratings: &Ratings, player: usize) -> f64 {
    ratings.rating(player).value().expect("ratings are numbers")
}

fn error(ratings: &Ratings, player: usize) -> f64 {
    ratings.rating(player).error().expect("error bars are numbers")
}

/// A tournament of two players gives the same as a match.
#[test]
fn two_players_are_a_match() {
    for (wins, draws, losses) in
        [(136, 111, 96), (76, 123, 89), (500, 0, 400), (300, 3000, 280), (5000, 300, 1000)]
    {
        let score = WinDrawLoss { wins, draws, losses };
        let mut results = Results::new(2);
        results.add_games(0, 1, &score);
        let ratings = Ratings::new(&results);
        let difference = ratings.difference(0, 1);
        let expected = score.elo();
        assert!(
            (difference.value().unwrap() - expected.value().unwrap()).abs() < 0.05,
            "{difference} {expected}"
        );
        // The two are only nearly equal, since the error bar follows from a tangent instead of the
        // curve, and since there is a prior.
        let ratio = difference.error().unwrap() / expected.error().unwrap();
        assert!((0.98..1.02).contains(&ratio), "{difference} {expected}");
        assert!(
            (ratings.likelihood_of_superiority(0, 1) - score.likelihood_of_superiority().unwrap())
                .abs()
                < 0.005
        );
        assert!((value(&ratings, 0) + value(&ratings, 1)).abs() < 1e-9);
    }
}

/// The textbook case of a chain: a beats b 3 to 1, and b beats c 3 to 1. Without a prior, a then
/// beats c 9 to 1.
#[test]
fn a_chain_adds_up() {
    let mut results = Results::new(3);
    for player in 0..2 {
        results.add_games(
            player,
            player + 1,
            &WinDrawLoss { wins: 30_000, draws: 0, losses: 10_000 },
        );
    }
    let ratings = Ratings::new(&results);
    let expected = 400.0 * 9f64.log10();
    assert!((ratings.difference(0, 2).value().unwrap() - expected).abs() < 0.05);
    assert_eq!(ratings.ranking(), [0, 1, 2]);
    // Variances of a chain add up: 1/(n p q) for each link.
    let link = (400.0 / 10f64.ln()).powi(2) / (40_000.0 * 0.75 * 0.25);
    let deviation = ratings.difference(0, 2).error().unwrap() / 1.959_964;
    assert!((deviation / (2.0 * link).sqrt() - 1.0).abs() < 0.01);
}

/// With three seats and all six orders, the shares of first places are the strengths 1/2, 1/3 and
/// 1/6. With these strengths all orders have the probabilities that were counted.
#[test]
fn orders_of_three_follow_plackett_and_luce() {
    let strengths = [3.0, 2.0, 1.0];
    let mut results = Results::new(3);
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let rest = strengths[order[1]] + strengths[order[2]];
        let probability = strengths[order[0]] / 6.0 * strengths[order[1]] / rest;
        let places = [(order[0], 1), (order[1], 2), (order[2], 3)];
        for _ in 0..(probability * 60_000.0f64).round() as usize {
            results.add_ranking(&places);
        }
    }
    let ratings = Ratings::new(&results);
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        let expected = 400.0 * (strengths[one] / strengths[other]).log10();
        let found = ratings.difference(one, other).value().unwrap();
        assert!((found - expected).abs() < 0.05, "{one} {other}: {found} {expected}");
    }
}

#[test]
fn all_wins_or_all_losses_give_a_finite_rating() {
    for games in [1, 10, 1000, 1_000_000_000] {
        let mut results = Results::new(3);
        results.add_games(0, 1, &WinDrawLoss { wins: games, draws: 0, losses: 0 });
        results.add_games(1, 2, &WinDrawLoss { wins: games, draws: 0, losses: 0 });
        let ratings = Ratings::new(&results);
        let [first, second, third] = [0, 1, 2].map(|player| value(&ratings, player));
        assert!(
            first > 100.0 && second.abs() < 1.0 && third < -100.0 && first < 10_000.0,
            "{ratings:?}"
        );
        assert!((0..3).all(|player| error(&ratings, player) > 200.0), "{ratings:?}");
    }
    let mut ranked = Results::new(4);
    (0..50).for_each(|_| ranked.add_ranking(&[(0, 1), (1, 2), (2, 3), (3, 4)]));
    assert_eq!(Ratings::new(&ranked).ranking(), [0, 1, 2, 3]);
}

#[test]
fn ratings_without_games() {
    assert!(Ratings::new(&Results::new(0)).ranking().is_empty());
    assert_eq!(Ratings::new(&Results::new(1)).rating(0).to_string(), "+0.00 ± 0.00");
    let ratings = Ratings::new(&Results::new(3));
    assert!(
        (0..3).all(|player| value(&ratings, player) == 0.0 && error(&ratings, player) > 1000.0)
    );
    assert_eq!(
        (ratings.likelihood_of_superiority(0, 1), ratings.likelihood_of_superiority(2, 2)),
        (0.5, 0.5)
    );
    assert_eq!(ratings.ranking(), [0, 1, 2]);
    // A game of a single player changes nothing, and neither do zero games.
    let mut results = Results::new(3);
    results.add_ranking(&[(1, 1)]);
    results.add_games(0, 1, &WinDrawLoss::default());
    assert_eq!(error(&Ratings::new(&results), 0), error(&ratings, 0));
}

/// Two groups that never met, with all games drawn: equal within a group, and nothing is known
/// between the groups.
#[test]
fn groups_that_never_met() {
    let mut results = Results::new(4);
    results.add_games(0, 1, &WinDrawLoss { wins: 0, draws: 1000, losses: 0 });
    results.add_games(2, 3, &WinDrawLoss { wins: 0, draws: 1000, losses: 0 });
    let ratings = Ratings::new(&results);
    let within = ratings.difference(0, 1).error().unwrap();
    let between = ratings.difference(0, 2).error().unwrap();
    assert!((0.1..5.0).contains(&within) && between > 1000.0, "{within} {between}");
}

#[test]
#[should_panic(expected = "nobody plays against himself")]
fn a_player_cannot_appear_twice() {
    Results::new(2).add_ranking(&[(0, 1), (1, 2), (0, 3)]);
}

proptest! {
    /// Reversing all results reverses all ratings; the numbering of the players has no effect; if
    /// all games are ties, all players are equal.
    #[test]
    fn symmetries(games in prop::collection::vec((0..3u32, 0..3u32, 0..3u32, 0..3u32), 1..40)) {
        let all = |change: &dyn Fn(Places) -> Places| {
            let mut results = Results::new(4);
            for (a, b, c, d) in &games {
                results.add_ranking(&change([(0, *a), (1, *b), (2, *c), (3, *d)]));
            }
            Ratings::new(&results)
        };
        let plain = all(&|places| places);
        let renamed = all(&|places| places.map(|(player, place)| (3 - player, place)));
        let spaced = all(&|places| places.map(|(player, place)| (player, place * 7 + 1)));
        let tied = all(&|places| places.map(|(player, _)| (player, 1)));
        for player in 0..4 {
            prop_assert!((value(&plain, player) - value(&renamed, 3 - player)).abs() < 1e-6);
            prop_assert!((error(&plain, player) - error(&renamed, 3 - player)).abs() < 1e-6);
            prop_assert!((value(&plain, player) - value(&spaced, player)).abs() < 1e-9);
            prop_assert!(value(&tied, player).abs() < 1e-9);
        }
        prop_assert!((0..4).map(|player| value(&plain, player)).sum::<f64>().abs() < 1e-6);
    }

    /// With two seats, every number has the opposite sign from the other player's point of view.
    #[test]
    fn reversed_results_reverse_all_signs(scores in prop::collection::vec((0..50u64, 0..50u64, 0..50u64), 6)) {
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let rated = |reversed: bool| {
            let mut results = Results::new(4);
            for ((one, other), (wins, draws, losses)) in pairs.into_iter().zip(&scores) {
                let score = WinDrawLoss { wins: *wins, draws: *draws, losses: *losses };
                results.add_games(one, other, &if reversed { score.reversed() } else { score });
            }
            Ratings::new(&results)
        };
        let (plain, reversed) = (rated(false), rated(true));
        for player in 0..4 {
            prop_assert!((value(&plain, player) + value(&reversed, player)).abs() < 1e-6);
            prop_assert!((error(&plain, player) - error(&reversed, player)).abs() < 1e-6);
        }
    }
}
