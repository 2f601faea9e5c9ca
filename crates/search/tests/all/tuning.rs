//! Tuning from end to end, on a few quick games.

use ludoteca_games::CATALOG;
use ludoteca_opponents::OPPONENTS;
use ludoteca_search::tuning::{
    SelfPlaySettings, TrainingError, TrainingPosition, TrainingSettings, learn, play, tune,
};

use crate::{generator, open};

const SELF_PLAY: SelfPlaySettings = SelfPlaySettings { games: 20, nodes: 100, opening_steps: 6 };
const TRAINING: TrainingSettings = TrainingSettings { epochs: 30, seed: 1 };

fn played(options: &str) -> Vec<TrainingPosition> {
    play(&CATALOG, OPPONENTS, &*open(options), &SELF_PLAY, generator)
        .expect("a table with two seats")
}

#[test]
fn tuned_weights_predict_better() {
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
fn trained_networks_predict_better() {
    for options in ["breakthrough rows=8 cols=8", "ataxx"] {
        let played = played(options);
        let learnt =
            learn(&CATALOG, &*open(options), &played, TRAINING).expect("there is a network");
        assert!(learnt.loss[29] < learnt.loss[0] / 2.0, "{options}: {:?}", learnt.loss);
        assert_eq!(
            learn(&CATALOG, &*open(options), &played, TRAINING),
            Ok(learnt),
            "{options}: the same again"
        );
    }
}

#[test]
fn impossible_trainings_are_refused() {
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
        assert_eq!(
            learn(&CATALOG, &*open(options), played, TRAINING),
            Err(not_taught),
            "{options}"
        );
    }
    assert_eq!(
        learn(&CATALOG, &*open("ataxx obstacles=3,3"), &one, TRAINING),
        Err(TrainingError::NoNetwork)
    );
    assert_eq!(
        play(&CATALOG, OPPONENTS, &*open("ataxx seats=4"), &SELF_PLAY, generator),
        Err(TrainingError::Seats(4))
    );
}
