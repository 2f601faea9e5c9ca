//! Tuning from end to end, on a few quick games.

use ludoteca_games::CATALOG;
use ludoteca_opponents::OPPONENTS;
use ludoteca_search::tuning::{
    SelfPlaySettings, TrainingError, TrainingPosition, TrainingSettings, learn, play, tune,
};

use crate::{generator, open};

const PLAN: SelfPlaySettings = SelfPlaySettings { games: 20, nodes: 100, opening_steps: 6 };
const COURSE: TrainingSettings = TrainingSettings { epochs: 30, seed: 1 };

fn played(options: &str) -> Vec<TrainingPosition> {
    play(&CATALOG, OPPONENTS, &*open(options), &PLAN, generator).expect("a table to learn at")
}

#[test]
fn weights_foretell_better_after_tuning() {
    for options in ["breakthrough", "ataxx rows=5 cols=5"] {
        let played = played(options);
        assert!(played.len() > 100, "{options}: {} positions", played.len());
        let tuned = tune(&CATALOG, &*open(options), &played, 50).expect("there are weights");
        assert!(tuned.loss[1] < tuned.loss[0], "{options}: {:?}", tuned.loss);
        assert_eq!(
            tune(&CATALOG, &*open(options), &self::played(options), 50),
            Ok(tuned),
            "{options}: the same again"
        );
    }
}

#[test]
fn networks_foretell_better_after_a_course() {
    for options in ["breakthrough rows=8 cols=8", "ataxx"] {
        let played = played(options);
        let learnt = learn(&CATALOG, &*open(options), &played, COURSE).expect("there is a network");
        assert!(learnt.loss[29] < learnt.loss[0] / 2.0, "{options}: {:?}", learnt.loss);
        assert_eq!(
            learn(&CATALOG, &*open(options), &played, COURSE),
            Ok(learnt),
            "{options}: the same again"
        );
    }
}

#[test]
fn what_cannot_be_learnt_is_told() {
    let one = [TrainingPosition { position: "nowhere".into(), found: 0, result: 0.5 }];
    let rows: [(&str, &[TrainingPosition], TrainingError, TrainingError); 4] = [
        ("ataxx seats=3", &one, TrainingError::Seats(3), TrainingError::Seats(3)),
        ("ttt", &one, TrainingError::NoFeatures, TrainingError::NoNetwork),
        ("breakthrough rows=8 cols=8", &[], TrainingError::NoPositions, TrainingError::NoPositions),
        (
            "ataxx",
            &one,
            TrainingError::Position("nowhere".into()),
            TrainingError::Position("nowhere".into()),
        ),
    ];
    for (options, played, not_tuned, not_taught) in rows {
        assert_eq!(tune(&CATALOG, &*open(options), played, 50), Err(not_tuned), "{options}");
        assert_eq!(learn(&CATALOG, &*open(options), played, COURSE), Err(not_taught), "{options}");
    }
    assert_eq!(
        learn(&CATALOG, &*open("ataxx obstacles=3,3"), &one, COURSE),
        Err(TrainingError::NoNetwork)
    );
    assert_eq!(
        play(&CATALOG, OPPONENTS, &*open("ataxx seats=4"), &PLAN, generator),
        Err(TrainingError::Seats(4))
    );
}
