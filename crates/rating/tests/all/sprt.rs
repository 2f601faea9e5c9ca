//! Tests of known log-likelihood ratios, symmetries, and refusals.

use ludoteca_rating::sprt::{Model, Sprt, SprtDecision};
use ludoteca_rating::statistics::{Pentanomial, WinDrawLoss};
use proptest::prelude::*;

use Model::{BayesElo, Logistic, Normalised};

fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a test in range")
}

#[test]
fn known_ratios_of_games() {
    // Wins, losses, draws.
    let rows = [
        (BayesElo, [3415, 3270, 5763], (-1.0, 4.0), "2.16"),
        (BayesElo, [4413, 4218, 7481], (-1.0, 4.0), "2.96"),
        (BayesElo, [1382, 1415, 2627], (0.0, 5.0), "-1.34"),
        (BayesElo, [7238, 7273, 18473], (0.0, 4.0), "-2.97"),
        (BayesElo, [68965, 68526, 128_429], (0.0, 2.0), "-1.26"),
        (BayesElo, [21629, 21484, 41111], (0.5, 2.5), "-1.13"),
        (Logistic, [21404, 21184, 40708], (0.5, 2.5), "-1.57"),
        (Logistic, [57433, 57030, 106_593], (0.0, 2.0), "-2.59"),
        (Normalised, [36433, 36027, 68692], (0.0, 2.0), "0.92"),
        (Normalised, [10871, 10650, 20431], (-1.75, 0.25), "2.30"),
        (Normalised, [4250, 0, 0], (0.0, 10.0), "120.55"),
    ];
    for (model, [wins, losses, draws], (elo0, elo1), expected) in rows {
        let ratio =
            test(elo0, elo1, model).log_likelihood_ratio(&WinDrawLoss { wins, draws, losses });
        assert_eq!(format!("{ratio:.2}"), expected, "{model} {wins} {losses} {draws}");
    }
}

#[test]
fn known_ratios_of_pairs() {
    let rows = [
        (Normalised, [365, 16618, 36229, 16974, 390], (0.0, 2.0), "2.25"),
        (Normalised, [127, 4883, 10712, 5150, 104], (-1.75, 0.25), "3.01"),
        (Normalised, [0, 0, 0, 0, 5550], (0.0, 5.0), "111.80"),
        (Logistic, [223, 9863, 21279, 10037, 246], (0.5, 2.5), "-3.07"),
        (Logistic, [871, 26175, 55983, 26678, 821], (0.0, 2.0), "-4.98"),
    ];
    for (model, by_half_points, (elo0, elo1), expected) in rows {
        let ratio = test(elo0, elo1, model)
            .pentanomial_log_likelihood_ratio(&Pentanomial { by_half_points })
            .unwrap();
        assert_eq!(format!("{ratio:.2}"), expected, "{model} {by_half_points:?}");
    }
    assert_eq!(
        test(0.0, 5.0, BayesElo).pentanomial_log_likelihood_ratio(&Pentanomial::default()),
        None
    );
}

/// Without draws, all models except the normalised one are a coin toss: wins · ln(p1/p0) + losses ·
/// ln(q1/q0).
#[test]
fn without_draws_it_is_a_coin() {
    let curve = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
    for (wins, losses) in [(10, 0), (0, 10), (70, 50), (1, 1), (1000, 3)] {
        let (p0, p1) = (curve(-5.0), curve(20.0));
        let expected =
            wins as f64 * (p1 / p0).ln() + losses as f64 * ((1.0 - p1) / (1.0 - p0)).ln();
        for model in [BayesElo, Logistic] {
            let ratio = test(-5.0, 20.0, model).log_likelihood_ratio(&WinDrawLoss {
                wins,
                draws: 0,
                losses,
            });
            // A result that never occurred counts as a thousandth of a game.
            assert!((ratio - expected).abs() < 1e-3, "{model} {wins} {losses}: {ratio} {expected}");
        }
    }
}

#[test]
fn bounds_and_decisions() {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.1, Logistic).unwrap();
    let (lower, upper) = sprt.bounds();
    assert!(
        (lower - (0.1f64 / 0.95).ln()).abs() < 1e-12
            && (upper - (0.9f64 / 0.05).ln()).abs() < 1e-12
    );
    let rows = [
        (0.0, SprtDecision::Continue),
        (lower, SprtDecision::AcceptH0),
        (lower + 1e-9, SprtDecision::Continue),
        (upper - 1e-9, SprtDecision::Continue),
        (upper, SprtDecision::AcceptH1),
    ];
    for (ratio, decision) in rows {
        assert_eq!(sprt.decision(ratio), decision, "{ratio}");
    }
    assert_eq!(format!("{:.2?}", test(0.0, 1.0, Logistic).bounds()), "(-2.94, 2.94)");
}

#[test]
fn no_games_decide_nothing() {
    for model in [BayesElo, Logistic, Normalised] {
        assert_eq!(
            test(0.0, 5.0, model).log_likelihood_ratio(&WinDrawLoss::default()),
            0.0,
            "{model}"
        );
    }
    assert_eq!(
        test(0.0, 5.0, Logistic).pentanomial_log_likelihood_ratio(&Pentanomial::default()),
        Some(0.0)
    );
}

#[test]
fn reads_what_it_writes() {
    let rows = [
        ("elo0=0 elo1=5", "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic"),
        (
            "model=normalized  beta=.1 elo1=-1 elo0=-3.5",
            "elo0=-3.5 elo1=-1 alpha=0.05 beta=0.1 model=normalised",
        ),
        (
            "elo0=-1 elo1=4 model=bayesian alpha=0.01",
            "elo0=-1 elo1=4 alpha=0.01 beta=0.05 model=bayeselo",
        ),
    ];
    for (text, written) in rows {
        let sprt: Sprt = text.parse().unwrap();
        assert_eq!(sprt.to_string(), written);
        assert_eq!(written.parse(), Ok(sprt));
    }
}

#[test]
fn refusals() {
    let rows = [
        ("", "elo0 is missing: a test needs elo0 and elo1"),
        ("elo0=0", "elo1 is missing: a test needs elo0 and elo1"),
        ("elo0=5 elo1=5", "elo0=5 is not less than elo1=5"),
        ("elo0=5 elo1=0", "elo0=5 is not less than elo1=0"),
        ("elo0", "`elo0` is no part of a test: the form is KEY=VALUE"),
        ("elo=5", "a test has no `elo`: it has elo0, elo1, alpha, beta and model"),
        ("elo0=0 elo1=x", "elo1=x: allowed is a number from -1000 to 1000"),
        ("elo0=NaN elo1=5", "elo0=NaN: allowed is a number from -1000 to 1000"),
        ("elo0=-inf elo1=5", "elo0=-inf: allowed is a number from -1000 to 1000"),
        ("elo0=0 elo1=201 model=normalised", "elo1=201: allowed is a number from -200 to 200"),
        ("elo0=0 elo1=5 alpha=0", "alpha=0: allowed is a number between 0 and 0.5"),
        ("elo0=0 elo1=5 beta=0.5", "beta=0.5: allowed is a number between 0 and 0.5"),
        ("elo0=0 elo1=5 beta=", "beta=: allowed is a number between 0 and 0.5"),
        ("elo0=0 elo1=5 elo0=1", "elo0 is given twice, as 0 and 1"),
        ("elo0=0 elo1=5 model=elo", "model=elo: allowed is bayeselo, logistic and normalised"),
    ];
    for (text, message) in rows {
        assert_eq!(text.parse::<Sprt>().unwrap_err().to_string(), message, "{text}");
    }
}

/// Counts in which any results may be missing.
fn counts() -> impl Strategy<Value = [u64; 5]> {
    prop::array::uniform5(prop_oneof![Just(0u64), 0..10u64, 0..1_000_000u64])
}

fn hypotheses() -> impl Strategy<Value = (f64, f64)> {
    (-200.0..200.0f64, -200.0..200.0f64)
        .prop_filter("different", |(a, b)| (a - b).abs() > 1e-3)
        .prop_map(|(a, b)| (a.min(b), a.max(b)))
}

fn near(one: f64, other: f64, scale: f64) -> bool {
    one.is_finite() && other.is_finite() && (one - other).abs() <= 1e-8 * (1.0 + scale)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    /// From the other player's point of view, wins are losses, H0 is minus H1, and the ratio has
    /// the opposite sign.
    #[test]
    fn reversed_results_reverse_the_sign(counts in counts(), (elo0, elo1) in hypotheses()) {
        let score = WinDrawLoss { wins: counts[0], draws: counts[1], losses: counts[2] };
        let pairs = Pentanomial { by_half_points: counts };
        let all = counts.iter().sum::<u64>() as f64;
        for model in [BayesElo, Logistic, Normalised] {
            let (one, other) = (test(elo0, elo1, model), test(-elo1, -elo0, model));
            let (a, b) = (one.log_likelihood_ratio(&score), other.log_likelihood_ratio(&score.reversed()));
            prop_assert!(near(a, -b, all), "{model} {score:?}: {a} {b}");
            if let Some((a, b)) = one.pentanomial_log_likelihood_ratio(&pairs).zip(other.pentanomial_log_likelihood_ratio(&pairs.reversed())) {
                prop_assert!(near(a, -b, all), "{model} {pairs:?}: {a} {b}");
            }
        }
    }

    /// Ratios add up: the ratio of a to c is that of a to b plus that of b to c.
    #[test]
    fn ratios_add_up(counts in counts(), (elo0, elo1) in hypotheses(), at in 0.1..0.9f64) {
        let between = elo0 + at * (elo1 - elo0);
        let score = WinDrawLoss { wins: counts[0], draws: counts[1], losses: counts[2] };
        let all = counts.iter().sum::<u64>() as f64;
        for model in [BayesElo, Logistic, Normalised] {
            let [whole, low, high] = [(elo0, elo1), (elo0, between), (between, elo1)].map(|(a, b)| test(a, b, model).log_likelihood_ratio(&score));
            prop_assert!(near(whole, low + high, all), "{model} {score:?}: {whole} {low} {high}");
        }
    }

    /// One more win raises the ratio, and one more loss lowers it.
    #[test]
    fn a_win_raises_the_ratio(w in 1..500u64, d in 1..500u64, l in 1..500u64, elo0 in -50.0..50.0f64, by in 1.0..50.0f64) {
        let sprt = test(elo0, elo0 + by, Logistic);
        let ratio = |wins, losses| sprt.log_likelihood_ratio(&WinDrawLoss { wins, draws: d, losses });
        prop_assert!(ratio(w + 1, l) > ratio(w, l) && ratio(w, l + 1) < ratio(w, l));
    }

    /// For many games and close hypotheses the generalised ratio is that of normal distributions:
    /// with mean m and variance v of n results, n (s1 - s0) (2m - s0 - s1) / 2v.
    #[test]
    fn nearly_normal(w in 20_000..30_000u64, d in 0..30_000u64, more in 0..1000u64) {
        let l = w - 500 + more;
        let n = (w + d + l) as f64;
        let mean = (w as f64 + d as f64 / 2.0) / n;
        let variance = (w as f64 + d as f64 / 4.0) / n - mean * mean;
        let curve = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (s0, s1) = (curve(0.0), curve(2.0));
        let expected = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let ratio = test(0.0, 2.0, Logistic).log_likelihood_ratio(&WinDrawLoss { wins: w, draws: d, losses: l });
        prop_assert!((ratio - expected).abs() < 0.02 * (1.0 + expected.abs()), "{ratio} {expected}");
    }

    /// Whatever the input is, the answer is one line.
    #[test]
    fn garbage_is_refused_in_one_line(text in "(elo0=|elo1=|alpha=|model=|[a-z0-9.= -]|\\PC){0,12}") {
        if let Err(error) = text.parse::<Sprt>() {
            prop_assert!(!error.to_string().is_empty() && !error.to_string().contains('\n'));
        }
    }
}
