//! Tuning as a whole, on few and quick games.

use ludoteca_search::tuning::{Plan, TuneError, tune};

use crate::{generator, open};

const PLAN: Plan = Plan { games: 20, nodes: 100, opening_steps: 6, rounds: 50 };

#[test]
fn weights_foretell_better_after_tuning() {
    for options in ["breakthrough", "ataxx rows=5 cols=5"] {
        let tuned = tune(&*open(options), &PLAN, generator).unwrap();
        assert!(tuned.positions > 100, "{options}: {} positions", tuned.positions);
        assert!(tuned.loss[1] < tuned.loss[0], "{options}: {:?}", tuned.loss);
        assert_eq!(tune(&*open(options), &PLAN, generator), Ok(tuned), "{options}: the same again");
    }
}

#[test]
fn what_cannot_be_tuned_is_told() {
    let rows = [
        ("ataxx seats=3", PLAN, TuneError::Seats(3)),
        ("ttt", PLAN, TuneError::NoFeatures),
        ("breakthrough", Plan { games: 0, ..PLAN }, TuneError::NoPositions),
    ];
    for (options, plan, error) in rows {
        assert_eq!(tune(&*open(options), &plan, generator), Err(error), "{options}");
    }
}
