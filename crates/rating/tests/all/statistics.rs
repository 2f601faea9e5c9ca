//! Tests of known statistics of matches, and of matches with too little data.

use ludoteca_rating::statistics::{Estimate, Pentanomial, Sample, WinDrawLoss, percent};
use proptest::prelude::*;

fn score(wins: u64, draws: u64, losses: u64) -> WinDrawLoss {
    WinDrawLoss { wins, draws, losses }
}

fn pairs(by_half_points: [u64; 5]) -> Pentanomial {
    Pentanomial { by_half_points }
}

/// Elo, normalised Elo and likelihood of superiority as printed.
fn check(sample: &impl Sample, expected: [&str; 3]) {
    let found = [
        sample.elo().to_string(),
        sample.normalised_elo().to_string(),
        percent(sample.likelihood_of_superiority()),
    ];
    assert_eq!(found, expected, "{:?}", sample.counts());
}

#[test]
fn known_figures() {
    check(&score(136, 111, 96), ["+40.70 ± 30.43", "+49.77 ± 36.77", "99.60 %"]);
    check(&score(76, 123, 89), ["-15.69 ± 30.46", "-20.76 ± 40.13", "15.53 %"]);
    check(&score(34, 0, 356), ["-407.99 ± 63.16", "-508.44 ± 34.48", "0.00 %"]);
    check(&pairs([34, 54, 63, 64, 75]), ["+55.58 ± 27.65", "+57.94 ± 28.28", "100.00 %"]);
    check(&pairs([332, 433, 498, 333, 334]), ["-8.64 ± 10.33", "-9.17 ± 10.96", "5.05 %"]);
    check(&pairs([7895, 8757, 5685, 568, 9999]), ["-21.04 ± 2.95", "-19.01 ± 2.65", "0.00 %"]);
}

#[test]
fn statistics_of_few_games() {
    check(&score(0, 0, 0), ["unknown", "unknown", "unknown"]);
    check(&pairs([0; 5]), ["unknown", "unknown", "unknown"]);
    check(&score(1, 0, 0), ["+∞", "+∞", "75.00 %"]);
    check(&score(0, 0, 2), ["-∞", "-∞", "12.50 %"]);
    check(&score(0, 1, 0), ["+0.00 ± unknown", "unknown", "50.00 %"]);
    check(&score(0, 1000, 0), ["+0.00 ± unknown", "unknown", "50.00 %"]);
    // The interval reaches a score of 1.
    check(&score(1, 1, 0), ["+190.85 ± unknown", "+347.44 ± 481.51", "92.14 %"]);
    check(&pairs([0, 0, 0, 3, 0]), ["+190.85 ± unknown", "+∞", "93.75 %"]);
    check(&pairs([0, 0, 0, 0, 3]), ["+∞", "+∞", "93.75 %"]);
    assert_eq!((score(0, 0, 0).draw_rate(), pairs([0; 5]).mean()), (None, None));
    assert_eq!(percent(pairs([1, 1, 1, 1, 0]).draw_rate()), "25.00 %");
}

#[test]
fn estimates_as_text() {
    let rows = [
        (Estimate::new(-0.004, Some(1.0)), "+0.00 ± 1.00"),
        (Estimate::new(-0.005_1, Some(1.0)), "-0.01 ± 1.00"),
        (Estimate::new(1e3, None), "+1000.00 ± unknown"),
        (Estimate::new(5.0, Some(f64::INFINITY)), "+5.00 ± unknown"),
        (Estimate::new(f64::NAN, Some(1.0)), "unknown"),
        (Estimate::new(f64::NEG_INFINITY, None), "-∞"),
    ];
    for (estimate, text) in rows {
        assert_eq!(estimate.to_string(), text);
    }
    let estimate = Estimate::new(12.34, Some(5.67));
    assert_eq!(
        format!("[{estimate:14.1}] [{estimate:<14.1}]"),
        "[   +12.3 ± 5.7] [+12.3 ± 5.7   ]"
    );
}

/// Are two estimates nearly equal? Infinite and unknown ones must be the same.
fn close(one: Estimate, other: Estimate) -> bool {
    let near = |one: Option<f64>, other: Option<f64>| match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() <= 1e-9 * (1.0 + one.abs()),
        (one, other) => one == other,
    };
    match (one, other) {
        (Estimate::Finite { value: v, error: e }, Estimate::Finite { value, error }) => {
            near(Some(v), Some(value)) && near(e, error)
        }
        (one, other) => one == other,
    }
}

fn negative(estimate: Estimate) -> Estimate {
    match estimate {
        Estimate::Finite { value, error } => Estimate::Finite { value: -value, error },
        Estimate::PlusInfinity => Estimate::MinusInfinity,
        Estimate::MinusInfinity => Estimate::PlusInfinity,
        Estimate::Unknown => Estimate::Unknown,
    }
}

fn check_mirror(sample: &impl Sample, reversed: &impl Sample) {
    assert!(close(sample.elo(), negative(reversed.elo())), "{:?}", sample.counts());
    assert!(
        close(sample.normalised_elo(), negative(reversed.normalised_elo())),
        "{:?}",
        sample.counts()
    );
    let sum = sample
        .likelihood_of_superiority()
        .zip(reversed.likelihood_of_superiority())
        .map_or(1.0, |(one, other)| one + other);
    assert!((sum - 1.0).abs() < 1e-9, "{:?}", sample.counts());
    for text in [
        sample.elo().to_string(),
        sample.normalised_elo().to_string(),
        percent(sample.likelihood_of_superiority()),
    ] {
        assert!(!text.contains("NaN") && !text.contains("inf"), "{:?}: {text}", sample.counts());
    }
}

proptest! {
    /// From the other player's point of view all numbers change their sign, and none is NaN.
    #[test]
    fn reversed_results_reverse_all_signs(counts in prop::array::uniform5(prop_oneof![Just(0u64), 0..5u64, 0..100_000u64])) {
        let [wins, draws, losses, ..] = counts;
        check_mirror(&score(wins, draws, losses), &score(wins, draws, losses).reversed());
        check_mirror(&pairs(counts), &pairs(counts).reversed());
    }

    /// Pairs of independent games give nearly the same as the games counted one by one.
    #[test]
    fn independent_pairs_are_single_games(w in 50..500u64, d in 50..500u64, l in 50..500u64) {
        let of_pairs = pairs([l * l, 2 * l * d, d * d + 2 * w * l, 2 * w * d, w * w]);
        let games = w + d + l;
        let single = score(2 * w * games, 2 * d * games, 2 * l * games);
        prop_assert!(close(of_pairs.elo(), single.elo()), "{} {}", of_pairs.elo(), single.elo());
        prop_assert!(close(of_pairs.normalised_elo(), single.normalised_elo()));
        prop_assert!((of_pairs.likelihood_of_superiority().unwrap() - single.likelihood_of_superiority().unwrap()).abs() < 1e-9);
    }

    /// More results in the same proportions change no value, and shorten its error bar by the
    /// square root of their number.
    #[test]
    fn four_times_the_games(w in 100..1000u64, d in 0..1000u64, l in 100..1000u64) {
        let [once, fourfold] = [1, 4].map(|times| score(w * times, d * times, l * times));
        prop_assert!((once.elo().value().unwrap() - fourfold.elo().value().unwrap()).abs() < 1e-9);
        let ratio = once.normalised_elo().error().unwrap() / fourfold.normalised_elo().error().unwrap();
        prop_assert!((ratio - 2.0).abs() < 1e-9);
    }
}
