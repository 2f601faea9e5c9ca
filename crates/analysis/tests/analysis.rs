//! Tests of analyses of recorded games: marks, luck, the annotated record, and the picture.

use ludoteca_analysis::{
    Analysis, AnalysisSummary, Analyst, JudgedMove, MoveQuality, PositionFinding, Review, Scale,
    SeatSummary, StepJudgement, annotate, graph,
};
use ludoteca_core::{Language, Next, Seat};
use ludoteca_games::catalog::{GAMES, open, open_line, parse};
use ludoteca_play::record::{read, write};
use ludoteca_play::{Algorithm, Engine, Play, Record, RecordedStep, Seated};
use ludoteca_search::Value;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn record(game: &str, position: Option<&str>, steps: &[&str]) -> Record {
    let options = parse(game).expect("a game");
    let names = &options.info().names[..options.number("seats") as usize];
    let seats = names.iter().map(|name| Seated::manual(name)).collect();
    let steps = steps.iter().map(|step| RecordedStep::new(*step)).collect();
    let record =
        Record { position: position.map(str::to_owned), steps, ..Record::new(options, seats) };
    // Parsed from text, so that it is checked and has the usual spelling.
    read(record.to_string(), &open_line).unwrap_or_else(|error| panic!("{error}")).remove(0)
}

fn replayed(record: &Record) -> Play {
    Play::open(record.clone(), open).expect("a record that can be played")
}

fn engine(depth: u32) -> Engine {
    Engine { depth: Some(depth), ..Engine::default() }
}

fn analyse(record: &Record, engine: &Engine) -> Analysis {
    let review = Review::new(record, engine.clone());
    let mut findings: Vec<_> =
        (0..review.positions()).map(|at| review.analyse_position(at)).collect();
    review.reconcile(&mut findings);
    let plies = (0..review.steps()).map(|at| review.judge(at, &findings)).collect();
    review.finish(&findings, plies)
}

/// The judgement of the last step, if it was a choice.
fn judged(analysis: &Analysis) -> Option<&JudgedMove> {
    match &analysis.plies.last().expect("there are steps").verdict {
        StepJudgement::Move(judged) => Some(judged),
        _ => None,
    }
}

#[test]
fn moves_get_the_right_marks() {
    // The position, the search depth, the move that was played, the mark of the last step, and the
    // values of that move and of the best move to the seat.
    let rows = [
        (
            "ttt",
            Some("xx1/oo1/3 x"),
            5,
            &["0 2"][..],
            MoveQuality::Best,
            Value::Win(1),
            Value::Win(1),
        ),
        // A win becomes a loss.
        (
            "ttt",
            Some("xx1/oo1/3 x"),
            5,
            &["2 2"],
            MoveQuality::Blunder,
            Value::Loss(2),
            Value::Win(1),
        ),
        // A win that takes longer.
        ("ttt", Some("x1x/o1o/3 x"), 5, &["1 1"], MoveQuality::Fine, Value::Win(3), Value::Win(1)),
        // A draw becomes a loss: O answers the centre with the middle of a side.
        ("ttt", None, 9, &["1 1", "0 1"], MoveQuality::Blunder, Value::Loss(6), Value::Draw),
        // All moves hold the draw.
        ("ttt", None, 9, &["1 1", "0 0", "2 2"], MoveQuality::Best, Value::Draw, Value::Draw),
        // Every move loses: three wins are threatened.
        (
            "ttt",
            Some("x1x/ox1/1o1 o"),
            9,
            &["2 2"],
            MoveQuality::Best,
            Value::Loss(2),
            Value::Loss(2),
        ),
    ];
    for (game, position, depth, steps, mark, value, best) in rows {
        let analysis = analyse(&record(game, position, steps), &engine(depth));
        let judged = judged(&analysis).unwrap_or_else(|| panic!("{game} {steps:?} was a choice"));
        assert_eq!(
            (judged.quality, judged.value, judged.best.value),
            (mark, value, best),
            "{game} {position:?} {steps:?}"
        );
        assert!((0.0..=1.0).contains(&judged.loss), "{judged:?}");
    }
    // A forced move is not judged.
    let only = analyse(&record("ttt", Some("xox/xoo/1xo x"), &["2 0"]), &engine(9));
    assert_eq!(only.plies[0].verdict, StepJudgement::Only(Seat::FIRST));
    assert!(matches!(only.plies[0].values[..], [Value::Win(0), Value::Loss(0)]), "{only:?}");
}

/// A finding as another process reads it.
fn sent<T: Serialize + DeserializeOwned>(finding: &T) -> T {
    let json = serde_json::to_string(finding).expect("it is JSON");
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// Each part of an analysis is done anew from the line of a game, a position and JSON, as another
/// process does it.
fn analyse_in_parts(record: &Record, engine: &Engine) -> Analysis {
    let review = Review::new(record, engine.clone());
    let line = record.options.to_string();
    let open = |at: usize| {
        let mut table = open_line(&line).expect("a game");
        table.set_position(&review.table(at).position()).expect("a position");
        table
    };
    let mut findings: Vec<PositionFinding> = (0..review.positions())
        .map(|at| {
            let table = open(at);
            let finding = sent(&Analyst::new(engine.clone(), &*table).analyse(&*table));
            assert!(finding.is_possible(review.table(at)), "{finding:?}");
            finding
        })
        .collect();
    review.reconcile(&mut findings);
    let judge = |at: usize| {
        let (before, step) = (open(at), review.step(at));
        let mut after = before.boxed_clone();
        after.step(step).expect("it is legal");
        let [found_before, found_after] = [at, at + 1].map(|at| sent(&findings[at]));
        let analyst = Analyst::new(engine.clone(), &*before);
        let judged = sent(&analyst.judge(step, (&*before, &found_before), (&*after, &found_after)));
        if review.is_searched(at, &findings) {
            let (before, after) = (&findings[at], &findings[at + 1]);
            assert!(judged.is_possible(step, (review.table(at), before), after), "{judged:?}");
        }
        judged
    };
    let plies = (0..review.steps()).map(judge).collect();
    review.finish(&findings, plies)
}

#[test]
fn parts_done_elsewhere_make_the_same_analysis() {
    for game in GAMES.iter().map(|game| game.id).chain(["ataxx seats=4"]) {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut table = open_line(game).expect("a game");
        let mut steps = Vec::new();
        while steps.len() < 12
            && let Some(step) = table.random_step(&mut random)
        {
            table.step(&step).expect("it is legal");
            steps.push(step);
        }
        let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
        let record = record(game, None, &steps);
        let engine = Engine { nodes: Some(500), ..Engine::default() };
        assert_eq!(analyse_in_parts(&record, &engine), analyse(&record, &engine), "{game}");
    }
}

#[test]
fn what_no_engine_can_have_found_is_not_read() {
    for values in [
        "",
        r#""draw","draw","draw","draw","draw""#,
        r#"{"win":4294967295},{"loss":4294967295}"#,
        r#"{"estimate":100001},"draw""#,
        r#"{"points":-2147483648},"draw""#,
        r#""won","lost""#,
    ] {
        let finding = format!(r#"{{"values":[{values}]}}"#);
        assert!(serde_json::from_str::<PositionFinding>(&finding).is_err(), "{finding}");
    }
    let found = |values: &str, line: &str, depth: u32, nodes: u64| {
        format!(
            r#"{{"values":["draw","draw"],"found":{{"value":"draw","values":[{values}],"line":[{line}],"depth":{depth},"nodes":{nodes}}}}}"#
        )
    };
    let both = r#""draw","draw""#;
    for finding in [
        found(both, "", 1, 1),
        found(both, r#""""#, 1, 1),
        found(both, r#""1 1""#, 1000, 1),
        found(both, r#""1 1""#, 1, u64::MAX),
    ] {
        assert!(serde_json::from_str::<PositionFinding>(&finding).is_err(), "{finding}");
    }
    let table = open_line("ttt").expect("a game");
    for (finding, is_possible) in [
        (found(both, r#""1 1","0 0""#, 1, 1), true),
        (found(both, r#""1 1","1 1""#, 1, 1), false),
        (found(r#""draw""#, r#""1 1""#, 1, 1), false),
        (r#"{"values":["draw","draw"]}"#.to_owned(), false),
        (r#"{"values":["draw"]}"#.to_owned(), false),
    ] {
        let read: PositionFinding = serde_json::from_str(&finding).expect("a finding");
        assert_eq!(read.is_possible(&*table), is_possible, "{finding}");
    }
}

/// A missed capture that is seen a few plies ahead, far from any end of the game.
#[test]
fn estimates_are_compared_at_equal_depth() {
    let position = Some("0,0,0,0,0,8/1,1,8,8,8,8 3,3 1 0");
    let play = replayed(&record("owari", position, &[]));
    assert!(matches!(play.table().next(), Next::Move(Seat::FIRST)));
    for depth in 1..=4 {
        let steps = play.table().steps();
        let losses: Vec<f64> = steps
            .iter()
            .filter_map(|step| {
                judged(&analyse(&record("owari", position, &[step]), &engine(depth)))
                    .map(|it| it.loss)
            })
            .collect();
        assert!(losses.contains(&0.0) || losses.is_empty(), "depth {depth}: {losses:?}");
    }
}

#[test]
fn later_proofs_apply_to_earlier_positions() {
    let steps = ["1 1", "0 1", "0 0", "2 2", "1 0", "1 2", "2 0"];
    let game = record("ttt", None, &steps);
    let two_plies = Engine { algorithm: Some(Algorithm::Minimax), ..engine(2) };
    // A search of two plies does not see a win in three. But the moves were played, and a later
    // position shows that they win.
    let play = replayed(&game);
    let tables = play.positions();
    assert!(
        !Analyst::new(two_plies.clone(), &*tables[4]).analyse(&*tables[4]).values[0].is_proved()
    );
    let analysis = analyse(&game, &two_plies);
    let seen: Vec<Value> = (3..=7).map(|at| analysis.values(at)[0]).collect();
    assert!(!seen[0].is_proved(), "{seen:?}");
    assert_eq!(seen[1..], [3, 2, 1, 0].map(Value::Win));
    // With a search to the end of the game, everything is proved.
    let analysis = analyse(&game, &engine(9));
    assert!((0..=7).all(|at| analysis.values(at)[0].is_proved()), "{analysis:?}");
}

#[test]
fn luck_and_decisions_are_counted_separately() {
    let start = "15/15/15/15/7V7/15/15/15/15/15/15 1 234567 roll";
    let steps = ["7", "4;4:10;4", "4;8"].map(|step| if step == "7" { "DAWN" } else { step });
    let record = record("dawn", Some(start), &steps);
    let analysis = analyse(&record, &engine(1));
    let play = replayed(&record);
    let tables = play.positions();
    let scale = Scale::new(&*tables[0]);
    assert!(scale.is_scored());
    // The luck of the roll, compared with all faces of the die.
    let analyst = Analyst::new(engine(1), &*tables[0]);
    let chances = tables[0].chances();
    assert_eq!(chances.len(), 6);
    let worth = |roll: &str| {
        let mut table = tables[0].boxed_clone();
        table.step(roll).expect("a roll");
        scale.of(analyst.analyse(&*table).values[0])
    };
    let total: f64 = chances.iter().map(|(_, weight)| f64::from(*weight)).sum();
    let mean: f64 =
        chances.iter().map(|(roll, weight)| f64::from(*weight) * worth(roll)).sum::<f64>() / total;
    let StepJudgement::Roll(luck) = &analysis.plies[0].verdict else {
        panic!("{:?}", analysis.plies[0])
    };
    assert!(
        (luck[0] - (worth("DAWN") - mean)).abs() < 0.02 && (luck[0] + luck[1]).abs() < 0.02,
        "{luck:?}, {mean}"
    );
    assert!(luck[0].abs() > 0.1, "rolls differ: {luck:?}");
    // The moves of both seats are judged, and the sums are right.
    let summary = AnalysisSummary::new(&analysis);
    assert_eq!(summary.seats.iter().map(SeatSummary::moves).collect::<Vec<_>>(), [1, 1]);
    for (seat, sums) in Seat::all(2).zip(&summary.seats) {
        let change = analysis.scaled_value(3, seat) - analysis.scaled_value(0, seat);
        assert!((sums.luck + sums.decisions - change).abs() < 1e-9, "{sums:?}");
        assert_eq!(sums.luck, luck[seat.index()]);
        assert!(sums.loss >= 0.0);
    }
    let text = summary.text(&["N", "M"], Language::English);
    assert!(
        text.lines().next().is_some_and(|header| header.ends_with("luck  decisions  change")),
        "{text}"
    );
}

#[test]
fn the_analysis_is_written_into_the_record() {
    let mut record = record("ttt", None, &["1 1", "0 1", "0 0", "2 2", "1 0", "1 2", "2 0"]);
    record.steps[1].comment = Some("as in the book\nfine: no".to_owned());
    record.steps[1].variations = vec![vec![RecordedStep::new("0 0")]];
    let own = record.clone();
    let analysis = analyse(&record, &engine(9));
    annotate(&mut record, &analysis, &engine(9));
    let text = write(&[record.clone()]);
    assert_eq!(read(&text, &open_line).expect("it can be read"), [record.clone()]);
    assert!(text.contains("\nAnalysis: a:depth=9\n"), "{text}");
    assert!(text.contains("\n1. 1 1 {best} (proved 0)\n"), "{text}");
    let second = "2. 0 1 {as in the book\\nfine: no\\nblunder: a loss within 6 plies, and a draw with 0 0, which was better} (proved 1)\n";
    assert!(text.contains(second), "{text}");
    // A variation of the record's author, and ours.
    assert_eq!(record.steps[1].variations.len(), 2, "{text}");
    assert!(
        text.contains("\n  2. 0 0\n") && text.contains("\n  2. 0 0 {found by analysis}\n"),
        "{text}"
    );
    // A second analysis adds nothing. The annotations of an earlier, shallower analysis are
    // replaced.
    let mut once = own.clone();
    once.steps[1].comment = Some("as in the book".to_owned());
    annotate(&mut once, &analysis, &engine(9));
    let mut again = once.clone();
    annotate(&mut again, &analysis, &engine(9));
    assert_eq!(again, once);
    let other =
        Analysis { plies: analysis.plies.iter().rev().cloned().collect(), ..analysis.clone() };
    annotate(&mut again, &other, &engine(1));
    assert_ne!(again, once);
    annotate(&mut again, &analysis, &engine(9));
    assert_eq!(again, once);
}

#[test]
fn pictures_are_drawn() {
    let two = ("ttt", &["1 1", "0 1", "0 0", "2 2", "1 0", "1 2", "2 0"][..], 9);
    let three = ("cn rows=4 cols=4 line=4 seats=3", &["0 0", "1 1", "2 2", "3 3"][..], 1);
    let none = ("ttt", &[][..], 9);
    for ((game, steps, depth), curves, signs) in [(two, 1, 1), (three, 3, 0), (none, 1, 0)] {
        let record = record(game, None, steps);
        let analysis = analyse(&record, &engine(depth));
        let picture = graph(&analysis, "A <game> & more", &record.names(), Language::English);
        let document = roxmltree::Document::parse(&picture)
            .unwrap_or_else(|error| panic!("{error}: {picture}"));
        let count = |name: &str| {
            document
                .descendants()
                .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
                .count()
        };
        assert_eq!(count("polyline"), curves, "{game}");
        assert_eq!(count("circle"), curves * (steps.len() + 1), "{game}");
        let texts: Vec<&str> = document
            .descendants()
            .filter(roxmltree::Node::is_text)
            .filter_map(|node| node.text())
            .collect();
        assert_eq!(texts.iter().filter(|text| **text == "??").count(), signs, "{texts:?}");
        assert!(texts.iter().any(|text| text.contains("A <game> & more")), "{texts:?}");
        let proved = (0..=steps.len())
            .flat_map(|at| &analysis.values(at)[..curves])
            .filter(|value| value.is_proved());
        assert_eq!(picture.matches("class=\"dot-").count(), proved.count(), "{game}");
    }
}
