//! Ours and the `board-game` crate side by side, in one process, on one thread, in CPU time.
//!
//! Usage: `peers [ROUNDS [SECONDS [NAME]]]`, by default 3 rounds of 2 seconds for every contest
//! whose name has NAME in it. Everything runs once in each round, so that a slow spell of the
//! machine hits all of it. Printed are the medians of the rounds and of the ratios within a round.

mod board_game;
mod measure;
mod ours;
mod tally;

use measure::Measured;
use tally::Tally;

/// Perft of the 7x7 start position by depth, clones to one cell merged.
const ATAXX_PERFT: [u64; 7] = [1, 16, 256, 6_460, 155_888, 4_752_668, 141_865_520];

/// How one side does a piece of work: what it is called, and a run of so many seconds with a seed,
/// which gives units a second.
type Run = (&'static str, fn(u64, f64) -> f64);

/// The same work on both sides.
struct Contest {
    name: &'static str,
    ours: fn(u64, f64) -> f64,
    /// All ways in which the other side can do it.
    theirs: &'static [Run],
}

const CONTESTS: &[Contest] = &[
    Contest {
        name: "ataxx perft 6, leaves counted",
        ours: |_, budget| perft_rate(&ours::ataxx_perft_counted(6, budget)),
        theirs: &[
            ("own perft", |_, budget| perft_rate(&board_game::ataxx_perft_naive(6, budget))),
            ("clone and play", |_, budget| perft_rate(&board_game::ataxx_perft_counted(6, budget))),
        ],
    },
    Contest {
        name: "ataxx perft 6, leaves made",
        ours: |_, budget| perft_rate(&ours::ataxx_perft_without_bulk(6, budget)),
        theirs: &[("clone and play", |_, budget| {
            perft_rate(&board_game::ataxx_perft_made(6, budget))
        })],
    },
    Contest {
        name: "ataxx random plies",
        ours: |seed, budget| ours::games("ataxx", seed, budget).plies_rate(),
        theirs: &[("own choice", |seed, budget| {
            board_game::ataxx_games(seed, budget).plies_rate()
        })],
    },
    Contest {
        name: "ataxx random games",
        ours: |seed, budget| ours::games("ataxx", seed, budget).rate(),
        theirs: &[("own choice", |seed, budget| board_game::ataxx_games(seed, budget).rate())],
    },
    Contest {
        name: "owari (theirs: oware) random plies",
        ours: |seed, budget| ours::games("owari", seed, budget).plies_rate(),
        theirs: &[
            ("own choice", |seed, budget| board_game::oware_games(seed, budget).plies_rate()),
            ("tried", |seed, budget| board_game::oware_games_tried(seed, budget).plies_rate()),
        ],
    },
    Contest {
        name: "ttt random games",
        ours: |seed, budget| ttt_rate(&ours::games("ttt", seed, budget)),
        theirs: &[
            ("own choice", |seed, budget| ttt_rate(&board_game::ttt_games(seed, budget))),
            ("tried", |seed, budget| ttt_rate(&board_game::ttt_games_tried(seed, budget))),
        ],
    },
];

fn main() {
    let mut args = std::env::args().skip(1);
    let rounds: u64 = args.next().map_or(3, |a| a.parse().expect("ROUNDS is a number"));
    let budget: f64 = args.next().map_or(2.0, |a| a.parse().expect("SECONDS is a number"));
    let wanted = args.next().unwrap_or_default();
    assert!(rounds > 0, "at least one round");

    check_perft();

    println!(
        "{:<36} {:<16} {:>15} {:>15} {:>7}",
        "a second of CPU time", "theirs by", "ours", "theirs", "ratio"
    );
    for contest in CONTESTS.iter().filter(|contest| contest.name.contains(&wanted)) {
        for (way, theirs) in contest.theirs {
            // A new seed in every round; the same in every run.
            let pairs: Vec<(f64, f64)> = (0..rounds)
                .map(|seed| ((contest.ours)(seed, budget), theirs(seed, budget)))
                .collect();
            let ours = median(pairs.iter().map(|(ours, _)| *ours));
            let peer = median(pairs.iter().map(|(_, theirs)| *theirs));
            let ratio = median(pairs.iter().map(|(ours, theirs)| ours / theirs));
            println!("{:<36} {way:<16} {ours:>15.0} {peer:>15.0} {ratio:>7.2}", contest.name);
        }
    }
}

/// All answers before any figure.
fn check_perft() {
    for (depth, &leaves) in (0..).zip(&ATAXX_PERFT) {
        for perft in [
            ours::ataxx_perft_counted,
            ours::ataxx_perft_without_bulk,
            board_game::ataxx_perft_naive,
            board_game::ataxx_perft_counted,
            board_game::ataxx_perft_made,
        ] {
            assert_eq!(perft(depth, 0.0).answer, leaves, "depth {depth}");
        }
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn perft_rate(measured: &Measured<u64>) -> f64 {
    assert_eq!(measured.answer, ATAXX_PERFT[6]);
    measured.rate()
}

/// Random Tic-Tac-Toe has known odds: 737/1260 first, 121/420 second, 8/63 drawn.
fn ttt_rate(measured: &Measured<Tally>) -> f64 {
    let tally = &measured.answer;
    for (part, odds) in [
        (tally.first_wins, 737.0 / 1260.0),
        (tally.second_wins, 121.0 / 420.0),
        (tally.draws, 8.0 / 63.0),
    ] {
        assert!((tally.share(part) - odds).abs() < 0.005, "{tally:?}");
    }
    measured.rate()
}
