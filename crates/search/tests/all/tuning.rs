//! Tuning from end to end, on a few quick games, and the file in which their positions are kept.

use std::ops::ControlFlow;

use ludoteca_core::Table;
use ludoteca_games::CATALOG;
use ludoteca_opponents::OPPONENTS;
use ludoteca_search::tuning::{
    PositionsEntry, PositionsFault, PositionsReader, SelfPlayRecipe, SelfPlaySettings,
    TrainedNetwork, TrainingError, TrainingGame, TrainingPosition, TrainingSettings, TunedWeights,
    can_learn, can_tune, check_position, learn, play_game, signature, tune,
};

use crate::{generator, open};

const SELF_PLAY: SelfPlaySettings = SelfPlaySettings { nodes: 100, opening_steps: 6 };
const TRAINING: TrainingSettings = TrainingSettings { epochs: 30, seed: 1 };

fn games(options: &str, count: u64) -> Vec<TrainingGame> {
    let table = open(options);
    (0..count).map(|number| game(&*table, number)).collect()
}

fn game(table: &dyn Table, number: u64) -> TrainingGame {
    let random = &mut generator(number);
    play_game(&CATALOG, OPPONENTS, table, &SELF_PLAY, number, random, &|| false)
        .expect("a table with two seats")
        .expect("nobody stops it")
}

fn played(options: &str) -> Vec<TrainingPosition> {
    games(options, 20).into_iter().flat_map(|game| game.positions).collect()
}

fn tuned(options: &str, played: &[TrainingPosition]) -> Result<TunedWeights, TrainingError> {
    tune(&CATALOG, &*open(options), played, 50, &mut |_| ControlFlow::Continue(()))
}

fn learnt(options: &str, played: &[TrainingPosition]) -> Result<TrainedNetwork, TrainingError> {
    learn(&CATALOG, &*open(options), played, TRAINING, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn tuned_weights_predict_better() {
    for options in ["breakthrough", "ataxx rows=5 cols=5"] {
        let played = played(options);
        assert!(played.len() > 100, "{options}: {} positions", played.len());
        assert_eq!(can_tune(&CATALOG, &*open(options)), Ok(()));
        let first = tuned(options, &played).expect("there are weights");
        assert!(first.loss[1] < first.loss[0], "{options}: {:?}", first.loss);
        let again = tuned(options, &self::played(options));
        assert_eq!(again, Ok(first), "{options}: the same again");
    }
}

#[test]
fn trained_networks_predict_better() {
    for options in ["breakthrough rows=8 cols=8", "ataxx"] {
        let played = played(options);
        assert_eq!(can_learn(&CATALOG, &*open(options)), Ok(()));
        let first = learnt(options, &played).expect("there is a network");
        assert!(first.loss[29] < first.loss[0] / 2.0, "{options}: {:?}", first.loss);
        assert_eq!(learnt(options, &played), Ok(first), "{options}: the same again");
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
        assert_eq!(tuned(options, played), Err(not_tuned), "{options}");
        assert_eq!(learnt(options, played), Err(not_taught), "{options}");
    }
    let without = "ataxx obstacles=3,3";
    assert_eq!(learnt(without, &one), Err(TrainingError::NoNetwork));
    assert_eq!(can_learn(&CATALOG, &*open(without)), Err(TrainingError::NoNetwork));
    assert_eq!(can_tune(&CATALOG, &*open("ttt")), Err(TrainingError::NoFeatures));
    let (four, random) = (open("ataxx seats=4"), &mut generator(0));
    assert_eq!(
        play_game(&CATALOG, OPPONENTS, &*four, &SELF_PLAY, 0, random, &|| false),
        Err(TrainingError::Seats(4))
    );
}

/// A caller can stop games and trainings at any time.
#[test]
fn trainings_and_games_can_be_stopped() {
    let (table, played) =
        (open("breakthrough rows=8 cols=8"), played("breakthrough rows=8 cols=8"));
    for last in 0..3 {
        let mut calls = 0;
        let mut stop_at_last = |_| {
            calls += 1;
            if calls > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let stopped = tune(&CATALOG, &*table, &played, 5, &mut stop_at_last);
        assert_eq!((stopped, calls), (Err(TrainingError::Stopped), last + 1));
    }
    let settings = TrainingSettings { epochs: 3, ..TRAINING };
    let stopped = learn(&CATALOG, &*table, &played, settings, &mut |_| ControlFlow::Break(()));
    assert_eq!(stopped, Err(TrainingError::Stopped));
    let random = &mut generator(0);
    assert_eq!(play_game(&CATALOG, OPPONENTS, &*table, &SELF_PLAY, 0, random, &|| true), Ok(None));
}

/// The signature of play depends on the game and on the settings, and on nothing else.
#[test]
fn signatures_tell_games_and_settings_apart() {
    let sign = |options: &str, settings: &SelfPlaySettings| {
        let table = open(options);
        signature(&CATALOG, OPPONENTS, &*table, settings, &mut generator(0)).expect("two seats")
    };
    let usual = sign("breakthrough", &SELF_PLAY);
    assert_eq!(usual, sign("breakthrough", &SELF_PLAY));
    assert_ne!(usual, sign("breakthrough rows=5 cols=5", &SELF_PLAY));
    assert_ne!(usual, sign("breakthrough", &SelfPlaySettings { nodes: 50, ..SELF_PLAY }));
    // Beyond a number of nodes that takes no time, the signature stays the same.
    let many = |nodes| sign("breakthrough", &SelfPlaySettings { nodes, ..SELF_PLAY });
    assert_eq!(many(1_000), many(1_000_000_000));
}

fn recipe(options: &str) -> SelfPlayRecipe {
    SelfPlayRecipe {
        version: "0.1.0".into(),
        signature: "17".into(),
        game: options.into(),
        start: None,
        nodes: 100,
        opening_steps: 6,
        seed: "1".into(),
    }
}

/// The entries of a file, and whether it may end there.
fn read(text: &str) -> Result<(Vec<PositionsEntry>, bool), String> {
    let mut reader = PositionsReader::default();
    let mut entries = Vec::new();
    for line in text.lines() {
        entries.extend(reader.read(line.as_bytes()).map_err(|error| error.to_string())?);
    }
    Ok((entries, reader.is_complete()))
}

/// Games of every kind, with weights and points and dice, are read as they were written.
#[test]
fn files_read_back() {
    for options in ["ataxx rows=5 cols=5", "owari", "dawn", "ttt", "alquerque"] {
        let (games, mut table) = (games(options, 4), open(options));
        let start = (options == "ttt").then(|| table.position());
        let recipe = SelfPlayRecipe { start, ..recipe(options) };
        let mut text = recipe.to_string();
        let mut entries = vec![PositionsEntry::Recipe(recipe)];
        for game in games {
            text += &game.to_string();
            for played in &game.positions {
                assert_eq!(check_position(&mut *table, played), Ok(()), "{options}: {played}");
            }
            entries.push(PositionsEntry::Game(game));
        }
        assert_eq!(read(&text), Ok((entries, true)), "{options}");
    }
}

#[test]
fn files_without_a_header_are_read() {
    let games = games("breakthrough", 3);
    let positions: Vec<TrainingPosition> =
        games.into_iter().flat_map(|game| game.positions).collect();
    let text: String = positions.iter().map(|played| format!("{played}\n")).collect();
    let entries = positions.into_iter().map(PositionsEntry::Position).collect();
    assert_eq!(read(&text), Ok((entries, true)));
}

#[test]
fn bad_lines_are_named_with_a_reason() {
    let header = recipe("ttt").to_string();
    let game = "game 0: 5 steps, result 1, 2 positions\nxx1/oo1/3 x\t40\t1\n3/3/3 x\t-7\t1\n";
    assert!(read(&format!("{header}{game}")).is_ok_and(|(_, is_complete)| is_complete));
    let long = "x".repeat(20_000);
    let no_game = "a game begins here, as in `game 0: 60 steps, result 1, 40 positions`";
    let no_position = "this is not a position with its value and its result";
    for (found, instead, line, reason) in [
        (
            "positions 1",
            "positions 2",
            1,
            "`ludoteca positions 2` is another format: this program reads `ludoteca positions 1`",
        ),
        ("version: ", "", 2, "the header goes on with `version` here"),
        ("nodes: 100", "nodes: many", 5, "the header goes on with `nodes` here"),
        ("nodes: 100", "nodes: 0100", 5, "the header goes on with `nodes` here"),
        ("seed: 1", "seed: ", 7, "the header goes on with `seed` here"),
        ("seed: 1\n\n", "seed: 1\n", 8, "the header goes on with `an empty line` here"),
        ("game 0", "game 1", 9, "game 0 comes here, not game 1"),
        ("game 0", "game -0", 9, no_game),
        ("5 steps", "05 steps", 9, no_game),
        ("5 steps", "2001 steps", 9, "no game has 2001 steps, result 1 and 2 positions"),
        ("5 steps", "1 steps", 9, "no game has 1 steps, result 1 and 2 positions"),
        ("result 1", "result none", 9, "no game has 5 steps, result none and 2 positions"),
        ("result 1", "result 0.25", 9, no_game),
        ("result 1", "result 0", 10, "the result of this game is 0"),
        ("result 1", "result NaN", 9, no_game),
        ("\t40", "\t+40", 10, no_position),
        ("\t40", "\t-0", 10, no_position),
        ("\t40", "\t100001", 10, "the value 100001 is not between -100000 and 100000"),
        ("\t40\t1", "\t40", 10, no_position),
        ("\t40\t1", "\t40\t1\t1", 10, no_position),
        ("xx1/oo1/3 x", "", 10, no_position),
        ("xx1", "x\u{1b}x1", 10, "it is not text"),
        ("xx1", &long, 10, "it has more than 16384 bytes"),
    ] {
        let text = format!("{header}{game}").replacen(found, instead, 1);
        assert_eq!(read(&text), Err(format!("line {line}: {reason}")), "{found} {instead}");
    }
    let twice = read(&format!("{header}{game}{game}"));
    assert_eq!(twice, Err("line 12: game 1 comes here, not game 0".into()));
    let not_text = PositionsReader::default().read(b"\xff").expect_err("it is not UTF-8");
    assert_eq!(not_text.fault, PositionsFault::NotText);
}

#[test]
fn positions_are_checked_by_the_rules() {
    let mut table = open("ttt");
    for (position, result, reason) in [
        ("xx1/oo1/3 x", 1.0, None),
        ("xx1/oo1/3 z", 1.0, Some("`xx1/oo1/3 z` is not a position of this game: ")),
        ("xxx/oo1/3 o", 1.0, Some("no seat is to move in `xxx/oo1/3 o`")),
        ("xx1/oo1/3 x", 2.0, Some("no game ends with the result 2 here: allowed is 0, 0.5 or 1")),
    ] {
        let played = TrainingPosition { position: position.into(), found: 0, result };
        let fault = check_position(&mut *table, &played).err().map(|fault| fault.to_string());
        let is_expected = match (&fault, reason) {
            (Some(fault), Some(reason)) => fault.starts_with(reason),
            (fault, reason) => fault.is_none() && reason.is_none(),
        };
        assert!(is_expected, "{position}: {fault:?}");
    }
}

/// The recipes of two files differ in the first field that matters.
#[test]
fn recipes_are_compared() {
    let usual = recipe("ttt");
    let of = |change: fn(&mut SelfPlayRecipe)| {
        let mut other = usual.clone();
        change(&mut other);
        usual.difference(&other).map(|(name, one, other)| format!("{name}: {one}, {other}"))
    };
    assert_eq!(of(|_| ()), None);
    assert_eq!(of(|other| other.version = "0.2.0".into()), None);
    assert_eq!(of(|other| other.nodes = 7).as_deref(), Some("nodes: 100, 7"));
    let both = of(|other| (other.signature, other.seed) = ("18".into(), "2".into()));
    assert_eq!(both.as_deref(), Some("seed: 1, 2"));
    let signature = of(|other| other.signature = "18".into());
    assert_eq!(signature.as_deref(), Some("signature: 17, 18"));
    assert_eq!(of(|other| other.start = Some("x".into())).as_deref(), Some("start: none, x"));
}
