//! Tests of the engine protocol, and of the engine without threads and clocks.

use ludoteca_core::Seat;
use ludoteca_engines::protocols::engine::{
    EngineSession, EngineTask, TaskKind, TaskResult, Thinker, UgiBoard,
};
use ludoteca_engines::protocols::messages::*;
use ludoteca_engines::protocols::uai;
use ludoteca_games::catalog;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A thinker that works only when it is stopped: it finishes tasks that have an end, and otherwise
/// does as little as possible.
#[derive(Default)]
struct Idle {
    task: Option<EngineTask>,
}

impl Thinker for Idle {
    fn start(&mut self, task: EngineTask) {
        self.task = Some(task);
    }

    fn stop(&mut self) -> TaskResult {
        let task = self.task.take().expect("it thinks");
        let has_end = match task.kind {
            TaskKind::Search(limits) => limits.depth.is_some() && task.time.is_none(),
            TaskKind::Perft(_) => true,
        };
        task.perform(&|| !has_end)
    }
}

/// Sends lines to an engine, lets it finish searches with a depth, and returns all answers.
fn talk(engine: &mut EngineSession, lines: &[&str]) -> Vec<String> {
    let mut idle = Idle::default();
    let mut answers = Vec::new();
    for line in lines {
        answers.extend(engine.handle_line(line, &mut idle));
        if idle.task.is_some() && line.starts_with("go depth") {
            answers.extend(engine.task_done(&mut idle));
        }
    }
    answers.iter().map(ToString::to_string).collect()
}

fn plain(options: &str) -> EngineSession {
    EngineSession::new(
        Dialect::Ugi,
        Box::new(UgiBoard::new(catalog::open_line(options).expect("options of a game"))),
    )
}

fn says(engine: &mut EngineSession, line: &str, answers: &[&str]) {
    assert_eq!(talk(engine, &[line]), answers, "{line:?}");
}

#[test]
fn lines_are_read_leniently_and_written_strictly() {
    for (line, written) in [
        ("  ugi ", "ugi"),
        ("uginewgame   ataxx  rows=5", "uginewgame ataxx rows=5"),
        ("setoption name Clear Hash", "setoption name Clear Hash"),
        ("setoption  name Book File value  a  b", "setoption name Book File value a b"),
        ("position startpos moves", "position startpos"),
        ("position fen x1o/3/3  x moves  1,1 0,0", "position fen x1o/3/3 x moves 1,1 0,0"),
        ("go ponder depth 3", "go depth 3"),
        ("go p1time -20 p2time 30 p1inc +5", "go p1time 0 p2time 30 p1inc 5"),
        ("go infinite movetime 5", "go movetime 5 infinite"),
        ("go p4time 7 p3inc 8 movestogo 9", "go p4time 7 p3inc 8 movestogo 9"),
        ("quit\r", "quit"),
        ("query p3turn now", "query p3turn"),
    ] {
        assert_eq!(
            ToEngine::read(line, Dialect::Ugi, &mut Vec::new()).unwrap().to_string(),
            written
        );
    }
    for (line, written) in [
        ("info   depth  5 score 13 nodes 2 pv  a b", "info depth 5 score cp 13 nodes 2 pv a b"),
        ("info depth 5 score cp 13 lowerbound time 9", "info depth 5 score cp 13 time 9"),
        ("info depth 1 currmove g2 hashfull 0 time 9", "info depth 1 time 9"),
        ("info score mate -3", "info score mate -3"),
        ("info multipv 2 depth 3 score cp -9", "info depth 3 multipv 2 score cp -9"),
        ("info multipv best score draw multipv", "info score draw"),
        ("info depth x nodes -1", "info"),
        ("info pv", "info"),
        (
            "info depth 2 score cp 5 values cp 5 -3 draw loss 2 time 9 pv a",
            "info depth 2 score cp 5 values cp 5 cp -3 draw loss 2 time 9 pv a",
        ),
        ("info values cp 1 cp x cp 3 nodes 4", "info values cp 1 nodes 4"),
        ("info values 1 2 3 4 5 6", "info values cp 1 cp 2 cp 3 cp 4"),
        ("info values", "info"),
        ("info string  two  blanks ", "info string  two  blanks"),
        ("bestmove g2 nonsense ponder a7", "bestmove g2 ponder a7"),
        ("bestmove", "bestmove none"),
        ("option name Hash type spin", "option name Hash type spin"),
        ("option name A B type string default", "option name A B type string default <empty>"),
        ("option name C type check default True", "option name C type check default true"),
        (
            "option name D type combo var x var y z default x",
            "option name D type combo default x var x var y z",
        ),
        ("id name  X  1", "id name X 1"),
        ("uciok", "uciok"),
        ("response  a b", "response a b"),
    ] {
        assert_eq!(line.parse::<FromEngine>().unwrap().to_string(), written);
    }
}

#[test]
fn invalid_lines_are_refused() {
    for (line, reason) in [
        ("", "an empty line"),
        ("ugiok", "`ugiok` begins no line of this protocol"),
        ("uai", "`uai` begins no line of this protocol"),
        ("setoption Level 3", "setoption is followed by name NAME value VALUE"),
        ("setoption name value 3", "setoption is followed by name NAME value VALUE"),
        ("position", "position is followed by startpos or fen TEXT, and then moves … or nothing"),
        (
            "position fen moves 1",
            "position is followed by startpos or fen TEXT, and then moves … or nothing",
        ),
        (
            "position startpos 1 2",
            "position is followed by startpos or fen TEXT, and then moves … or nothing",
        ),
        ("go depth", "`` after depth: allowed is a whole number"),
        ("go depth -1", "`-1` after depth: allowed is a whole number"),
        ("go movetime soon", "`soon` after movetime: allowed is a whole number"),
        ("query", "query is followed by what is asked"),
    ] {
        assert_eq!(
            ToEngine::read(line, Dialect::Ugi, &mut Vec::new()).unwrap_err().to_string(),
            reason
        );
    }
    let mut ignored = Vec::new();
    ToEngine::read("go ponder depth 3 searchmoves a b", Dialect::Ugi, &mut ignored).unwrap();
    assert_eq!(ignored, ["ponder", "searchmoves", "a", "b"]);
    for line in ["", "Welcome to Engine 3!", "id", "option name x", "option name x type knob"] {
        assert!(line.parse::<FromEngine>().is_err(), "{line}");
    }
}

#[test]
fn dialects_have_their_own_words() {
    let clocks = Go {
        time: [Some(1), Some(2), None, None],
        increment: [Some(3), Some(4), None, None],
        ..Go::default()
    };
    for (command, ugi, uai, uci) in [
        (ToEngine::Identify, "ugi", "uai", "uci"),
        (ToEngine::NewGame(String::new()), "uginewgame", "uainewgame", "ucinewgame"),
        (
            ToEngine::Go(clocks),
            "go p1time 1 p2time 2 p1inc 3 p2inc 4",
            "go btime 1 wtime 2 binc 3 winc 4",
            "go wtime 1 btime 2 winc 3 binc 4",
        ),
    ] {
        for (dialect, line) in [(Dialect::Ugi, ugi), (Dialect::Uai, uai), (Dialect::Uci, uci)] {
            assert_eq!(command.in_dialect(dialect).to_string(), line);
            assert_eq!(ToEngine::read(line, dialect, &mut Vec::new()).as_ref(), Ok(&command));
        }
    }
}

#[test]
fn steps_are_words() {
    for info in catalog::GAMES {
        let table = catalog::open_line(info.id).unwrap();
        for step in table.steps() {
            let word = step_to_word(&step);
            assert!(
                !word.contains(char::is_whitespace) && word_to_step(&word) == step,
                "{step} is {word}"
            );
        }
    }
}

#[test]
fn an_engine_answers_every_command() {
    let engine = &mut plain("ttt");
    says(engine, "isready", &["readyok"]);
    says(engine, "position startpos moves 0,0 1,1 0,1", &[]);
    says(engine, "query turn", &["response p2"]);
    says(engine, "query p1turn", &["response false"]);
    says(engine, "query p2turn", &["response true"]);
    says(engine, "query gameover", &["response false"]);
    says(engine, "query result", &["response none"]);
    says(engine, "query points", &["response none"]);
    says(engine, "query legal", &["response 0,2 1,0 1,2 2,0 2,1 2,2"]);
    says(engine, "query position", &["response xx1/1o1/3 o"]);
    says(engine, "query game", &["response ttt"]);
    says(engine, "query skipped", &["response none"]);
    let answers = talk(engine, &["go depth 9"]);
    assert_eq!(answers.last().unwrap(), "bestmove 0,2");
    assert!(answers[0].starts_with("info depth ") && answers[0].contains(" pv 0,2"), "{answers:?}");
    says(engine, "position startpos moves 0,0 1,1 0,1 2,2 0,2", &[]);
    says(engine, "query result", &["response p1win"]);
    says(engine, "query points", &["response 1 0"]);
    says(engine, "query turn", &["response none"]);
    says(engine, "query legal", &["response none"]);
    says(
        engine,
        "go depth 2",
        &["info string the game is over: nobody is to move", "bestmove none"],
    );
    says(engine, "uginewgame owari bowls=2 stones=2", &[]);
    says(engine, "query position", &["response 2,2/2,2 0,0 1 0"]);
    says(engine, "stop", &[]);
    says(engine, "", &[]);
    says(engine, "quit", &[]);
    assert!(engine.has_quit());
}

#[test]
fn a_refused_command_changes_nothing() {
    let engine = &mut plain("ttt");
    says(engine, "position startpos moves 1,1", &[]);
    for (line, answer) in [
        ("position startpos moves 1,1 1,1", "refused: step 2, 1,1: cell 1 1 is taken"),
        ("position startpos moves 0,0 x", "refused: step 2, x: "),
        ("position fen xxx/xxx/xxx x", "refused: no game can reach this position: "),
        ("uginewgame go", "refused: unknown game `go`: "),
        ("uginewgame cn rows=1000", "refused: rows=1000 for cn: "),
        (
            "setoption name Ponder value 3",
            "refused: there is no option `Ponder`: there are Threads, Hash, Level and Overhead",
        ),
        ("nonsense", "not understood: `nonsense` begins no line of this protocol"),
        ("perft 1001", "refused: perft 1001: allowed is a whole number from 0 to 1000"),
        ("query weather", "not understood: `weather` is no query: "),
    ] {
        let answers = talk(engine, &[line]);
        assert!(
            answers[0].starts_with(&format!("info string {answer}")) && answers.len() == 1,
            "{answers:?}"
        );
        says(engine, "query position", &["response 3/1x1/3 o"]);
    }
    let long = "z".repeat(2_000_000);
    for line in
        [long.clone(), format!("position startpos moves {long}"), format!("uginewgame {long}")]
    {
        let answers = talk(engine, &[&line]);
        assert!(answers.len() == 1 && answers[0].len() < 1000, "{}", answers[0].len());
    }
}

#[test]
fn an_engine_listens_while_it_thinks() {
    let engine = &mut plain("ttt");
    let mut idle = Idle::default();
    let mut hear = |line: &str, engine: &mut EngineSession| -> Vec<String> {
        engine.handle_line(line, &mut idle).iter().map(ToString::to_string).collect()
    };
    assert_eq!(hear("go infinite", engine), [""; 0]);
    assert_eq!(hear("isready", engine), ["readyok"]);
    assert_eq!(hear("query turn", engine), ["response p1"]);
    for line in
        ["position startpos", "go depth 1", "uginewgame", "setoption name Level value 1", "perft 1"]
    {
        assert_eq!(
            hear(line, engine),
            ["info string not while thinking: send stop and wait for bestmove"],
            "{line}"
        );
    }
    let answers = hear("stop", engine);
    assert!(answers.last().unwrap().starts_with("bestmove "), "{answers:?}");
    assert_eq!(hear("stop", engine), [""; 0], "there is nothing to stop");
    for line in ["go", "go depth 90", "go movetime 1", "perft 2"] {
        assert!(hear(line, engine).is_empty() && engine.owes_answer(), "{line}");
        assert!(!hear("stop", engine).is_empty() && !engine.owes_answer(), "{line}");
    }
    // A finished infinite search reports its result, and waits.
    for how in ["stop", "end", "quit"] {
        let engine = &mut plain("ttt");
        engine.handle_line("go infinite", &mut idle);
        assert!(!engine.owes_answer());
        let answers: Vec<String> =
            engine.task_done(&mut idle).iter().map(ToString::to_string).collect();
        assert!(answers.len() == 1 && answers[0].starts_with("info depth 1 score "), "{answers:?}");
        assert!(!engine.owes_answer() && engine.task_done(&mut idle).is_empty(), "it waits");
        assert_eq!(engine.handle_line("go", &mut idle).len(), 1, "it is refused");
        let answers = if how == "end" {
            engine.finish(&mut idle)
        } else {
            engine.handle_line(how, &mut idle)
        };
        let is_answered = matches!(answers[..], [FromEngine::BestMove { .. }]);
        assert_eq!(
            (is_answered, answers.is_empty()),
            (how != "quit", how == "quit"),
            "{how}: {answers:?}"
        );
        assert_eq!(engine.has_quit(), how != "stop");
    }
}

/// At larger tables an engine reports the value of the position for each seat.
#[test]
fn every_seat_has_its_value() {
    for (options, line, command) in [
        ("ttt", "go depth 2", "info depth 2 score cp "),
        (
            "cn seats=4",
            "go depth 1",
            "info depth 1 score cp 32 values cp 32 cp -10 cp -10 cp -10 time ",
        ),
    ] {
        let answers = talk(&mut plain(options), &[line]);
        assert!(answers[0].starts_with(command), "{answers:?}");
    }
    let engine = &mut plain("cn rows=4 cols=4 line=3 seats=3");
    says(engine, "position fen ro2/orx1/x2r/1o1x x", &[]);
    let answers = talk(engine, &["go depth 9"]);
    assert!(answers[0].contains(" score win 4 values win 4 loss 4 loss 4 time "), "{answers:?}");
}

#[test]
fn clocks_and_options_become_tasks() {
    let mut idle = Idle::default();
    let mut engine = plain("cn seats=3");
    for line in [
        "setoption name threads value 3",
        "setoption name Overhead value 50",
        "position startpos moves 0,0 0,1",
    ] {
        assert_eq!(engine.handle_line(line, &mut idle), []);
    }
    let mut task = |line: &str| {
        engine.handle_line(line, &mut idle);
        let task = idle.task.take().unwrap();
        idle.task = Some(EngineTask { table: task.table.boxed_clone(), ..task });
        engine.handle_line("quit", &mut idle);
        let TaskKind::Search(limits) = task.kind else { panic!("a search") };
        (task.time.map(|time| time.as_millis()), limits.depth, limits.nodes, limits.threads)
    };
    assert_eq!(
        task("go p1time 1 p2time 2 p3time 3000 p3inc 100 depth 7"),
        (Some(125), Some(7), None, 3)
    );
    assert_eq!(task("go movetime 200 nodes 12"), (Some(150), None, Some(12), 3));
    assert_eq!(task("go infinite"), (None, None, None, 3));
    assert!(task("go").2.is_some(), "there is a default limit");
}

#[test]
fn games_with_dice_and_skips_are_played_step_by_step() {
    let engine = &mut plain("dawn");
    says(engine, "position startpos moves 5;7", &[]);
    says(engine, "query turn", &["response chance"]);
    says(engine, "query legal", &["response 2 3 4 5 6 DAWN"]);
    says(
        engine,
        "go depth 1",
        &["info string the position waits for the die: nobody is to move", "bestmove none"],
    );
    says(engine, "position startpos moves 5;7 DAWN 5;-3:5;3", &[]);
    says(engine, "query turn", &["response p1"]);
    let engine = &mut plain("owari bowls=2 stones=2");
    says(engine, "position startpos moves 2 3 1 3", &[]);
    says(engine, "query turn", &["response p2"]);
    says(engine, "query skipped", &["response p1"]);
}

/// The same moves in UAI's words and in ours; only UAI has passes.
#[test]
fn uai_is_translated_both_ways() {
    for (theirs, ours) in [
        ("g2", "6 6 5 6"),
        ("b7", "0 0 0 1"),
        ("a7c5", "0 0 2 2"),
        ("g1e3", "6 6 4 4"),
        ("a7b7", "0 0 0 1"),
    ] {
        assert_eq!(uai::UaiGame::new().step(theirs).as_deref(), Ok(ours));
        let mut game = uai::UaiGame::new();
        let command = game.step_typed(ours).unwrap();
        assert!(game.step_typed(ours).is_err(), "the other seat is to move");
        if theirs != "a7b7" {
            assert_eq!(command, [theirs]);
        }
    }
    for (word, reason) in [
        ("", "`` is no move: it takes a square as in g2, two as in a7c5, or 0000"),
        ("a8", "`a8` is no move: it takes a square as in g2, two as in a7c5, or 0000"),
        ("h1", "`h1` is no move: it takes a square as in g2, two as in a7c5, or 0000"),
        ("éé", "`éé` is no move: it takes a square as in g2, two as in a7c5, or 0000"),
        ("d4", "no piece can be cloned to d4"),
        ("0000", "a pass, although there is a move"),
        ("g7g6", "the piece on 0 6 is not yours"),
    ] {
        let refused = uai::UaiGame::new().step(word).unwrap_err().to_string();
        assert!(refused == reason || word == "g7g6", "{refused}");
    }
}

#[test]
fn uai_counts_passes() {
    // The first seat is shut in: it passes, which counts as a ply in UAI.
    let shut = "x--4/---4/---4/7/7/7/5oo x 5 3";
    let mut game = uai::UaiGame::from_fen(shut).unwrap();
    assert_eq!(
        (game.turn(), game.must_pass(), game.legal()),
        (Some(Seat::FIRST), true, vec!["0000".to_owned()])
    );
    assert_eq!(game.fen(), shut);
    assert_eq!(
        game.step("f2").unwrap_err().to_string(),
        "f2, although there is nothing but to pass"
    );
    assert_eq!(game.step("0000").as_deref(), Ok(""));
    assert_eq!(game.fen(), "x--4/---4/---4/7/7/7/5oo o 6 3");
    assert_eq!(game.step("f1d3").as_deref(), Ok("6 5 4 3"));
    assert_eq!(game.fen(), "x--4/---4/---4/7/3o3/7/6o x 7 4");
    assert_eq!(game.step_typed("4 3 4 4").unwrap(), ["0000", "e3"]);
    assert_eq!(game.fen(), "x--4/---4/---4/7/3oo2/7/6o x 0 5");
    // The second seat is shut in: its pass ends a round.
    let mut game = uai::UaiGame::from_fen("o--4/---4/---4/7/7/7/5xx o 98 3").unwrap();
    game.step("0000").unwrap();
    assert_eq!(game.fen(), "o--4/---4/---4/7/7/7/5xx x 99 4");
    // A pass can be the hundredth ply without progress.
    let mut game = uai::UaiGame::from_fen("o--4/---4/---4/7/7/7/5xx o 99 3").unwrap();
    game.step("0000").unwrap();
    assert!(game.table().next().outcome().is_some() && game.legal().is_empty());
    // These have missing or superfluous fields.
    for (fen, full) in [
        ("x5o/7/7/7/7/7/o5x", "x5o/7/7/7/7/7/o5x x 0 1"),
        ("x5o/7/7/7/7/7/o5x o", "x5o/7/7/7/7/7/o5x o 0 1"),
        ("x5o/7/2-1-2/7/2-1-2/7/o5x X 250 0", "x5o/7/2-1-2/7/2-1-2/7/o5x x 100 1"),
    ] {
        assert_eq!(uai::UaiGame::from_fen(fen).unwrap().fen(), full);
    }
    for fen in ["", "7/7", "x5o/7/7/7/7/7/o5x z 0 1", "x5o/7/7/7/7/7/o5x x y 1"] {
        assert!(uai::UaiGame::from_fen(fen).is_err(), "{fen}");
    }
}

/// A random game that is sent in our words and read in UAI's is the same game. Only passes make the
/// counters differ.
#[test]
fn whole_games_are_sent_over_uai() {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let mut passes = 0;
    for n in 0..60 {
        let fen = ["x5o/7/7/7/7/7/o5x x 0 1", "x5o/2---2/1-1-1-1/7/1-1-1-1/2---2/o5x x 0 1"][n % 2];
        let mut ours = catalog::open_line("ataxx").unwrap();
        ours.set_position(fen).unwrap();
        let (mut telling, mut hearing) =
            (uai::UaiGame::from_fen(fen).unwrap(), uai::UaiGame::from_fen(fen).unwrap());
        let mut words = Vec::new();
        while let Some(step) =
            ours.random_step(&mut generator).filter(|_| telling.table().next().outcome().is_none())
        {
            ours.step(&step).unwrap();
            for word in telling.step_typed(&step).unwrap() {
                assert!(hearing.legal().contains(&word), "{word} in {}", hearing.fen());
                let heard = hearing.step(&word).unwrap();
                assert!(
                    heard == step || heard.is_empty(),
                    "{step} is sent as {word} and received as {heard}"
                );
                words.push(word);
            }
            assert_eq!(hearing.fen(), telling.fen());
            assert_eq!(uai::UaiGame::from_fen(&hearing.fen()).unwrap().fen(), hearing.fen());
            let rows = |position: &str| position.split(' ').next().map(str::to_owned);
            assert_eq!(rows(&hearing.fen()), rows(&ours.position()));
        }
        passes += words.iter().filter(|word| *word == uai::PASS).count();
        let engine = &mut EngineSession::new(Dialect::Uai, Box::new(uai::UaiGame::new()));
        says(engine, &format!("position fen {fen} moves {}", words.join(" ")), &[]);
        says(engine, "query position", &[&format!("response {}", telling.fen())]);
    }
    assert!(passes > 0, "no game had a pass");
}

#[test]
fn a_uai_engine_passes_only_where_it_must() {
    let engine = &mut EngineSession::new(Dialect::Uai, Box::new(uai::UaiGame::new()));
    says(engine, "position fen x--4/---4/---4/7/7/7/5oo x 5 3", &[]);
    says(engine, "go depth 3", &["bestmove 0000"]);
    says(engine, "query p1turn", &["response true"]);
    says(engine, "position fen x--4/---4/---4/7/7/7/5oo x 5 3 moves 0000 f1d3 0000", &[]);
    let answers = talk(engine, &["go depth 2"]);
    assert!(
        answers[0].contains(" 0000 ") && answers[1] != "bestmove 0000",
        "the first seat passes: {answers:?}"
    );
    says(
        engine,
        "uainewgame ataxx rows=5",
        &["info string refused: UAI is about 7x7 Ataxx with two seats: it takes no options"],
    );
    says(engine, "uainewgame", &[]);
    says(engine, "query position", &["response x5o/7/7/7/7/7/o5x x 0 1"]);
    let mut idle = Idle::default();
    assert_eq!(engine.handle_line("perft 4", &mut idle), []);
    let counts: Vec<String> = engine.task_done(&mut idle).iter().map(ToString::to_string).collect();
    assert_eq!(
        counts,
        [
            "info depth 1 nodes 16",
            "info depth 2 nodes 256",
            "info depth 3 nodes 6460",
            "info depth 4 nodes 155888"
        ]
    );
}

fn word() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9;:,/|+-]{1,6}".prop_filter("a word of the language", |word| {
        let known =
            "name value type default min max var moves ponder depth seldepth score values time nodes nps pv string";
        !known.split(' ').any(|known| known == word)
    })
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 1..4).prop_map(|words| words.join(" "))
}

fn maybe<T: std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = Option<T>> {
    prop::option::of(value)
}

fn to_engine() -> impl Strategy<Value = ToEngine> {
    let clocks = || prop::array::uniform4(maybe(0..=i64::MAX as u64));
    let number = || maybe(0..=i64::MAX as u64);
    let go = (
        number(),
        maybe(any::<u32>()),
        maybe(any::<u64>()),
        any::<bool>(),
        clocks(),
        clocks(),
        maybe(any::<u64>()),
    );
    prop_oneof![
        Just(ToEngine::Identify),
        Just(ToEngine::IsReady),
        Just(ToEngine::Stop),
        Just(ToEngine::Quit),
        Just(ToEngine::Display),
        any::<u32>().prop_map(ToEngine::Perft),
        (text(), maybe(text())).prop_map(|(name, value)| ToEngine::SetOption { name, value }),
        maybe(text()).prop_map(|options| ToEngine::NewGame(options.unwrap_or_default())),
        (maybe(text()), prop::collection::vec(word(), 0..5)).prop_map(|(fen, steps)| {
            ToEngine::Position {
                start: fen.map_or(StartPosition::Startpos, StartPosition::Fen),
                steps,
            }
        }),
        go.prop_map(|(movetime, depth, nodes, infinite, time, increment, movestogo)| {
            ToEngine::Go(Go { movetime, depth, nodes, infinite, time, increment, movestogo })
        }),
        (0..4usize).prop_map(|seat| ToEngine::Query(EngineQuery::TurnOf(Seat::new(seat)))),
        prop::sample::select(vec![
            EngineQuery::Turn,
            EngineQuery::GameOver,
            EngineQuery::Result,
            EngineQuery::Points,
            EngineQuery::Legal,
            EngineQuery::Position,
            EngineQuery::Game,
            EngineQuery::Skipped,
        ])
        .prop_map(ToEngine::Query),
    ]
}

fn from_engine() -> impl Strategy<Value = FromEngine> {
    let score = || {
        prop_oneof![
            any::<i64>().prop_map(EngineScore::Centipawns),
            any::<u32>().prop_map(EngineScore::Win),
            any::<u32>().prop_map(EngineScore::Loss),
            Just(EngineScore::Draw),
            any::<i64>().prop_map(EngineScore::Points),
            any::<i64>().prop_map(EngineScore::Mate),
        ]
    };
    let number = || maybe(any::<u64>());
    let plies = || maybe(any::<u32>());
    let pv = prop::collection::vec(word(), 0..5);
    let scores = (maybe(score()), prop::collection::vec(score(), 0..=4));
    let info = (
        plies(),
        plies(),
        plies(),
        scores,
        number(),
        number(),
        number(),
        pv,
        maybe(" {0,2}[a-z |+]{0,5}[a-z]"),
    );
    let kind = prop_oneof![
        (maybe(any::<i64>()), maybe(any::<i64>()), maybe(any::<i64>()))
            .prop_map(|(default, min, max)| OptionType::Spin { default, min, max }),
        maybe(any::<bool>()).prop_map(|default| OptionType::Check { default }),
        maybe(prop_oneof![Just(String::new()), text()])
            .prop_map(|default| OptionType::String { default }),
        (maybe(text()), prop::collection::vec(text(), 0..3))
            .prop_map(|(default, choices)| OptionType::Combo { default, choices }),
        Just(OptionType::Button),
    ];
    prop_oneof![
        text().prop_map(|name| FromEngine::Id(Identity::Name(name))),
        text().prop_map(|author| FromEngine::Id(Identity::Author(author))),
        prop::collection::vec(word(), 0..4)
            .prop_map(|games| FromEngine::Id(Identity::Games(games))),
        (text(), kind).prop_map(|(name, kind)| FromEngine::Option(EngineOption { name, kind })),
        prop::sample::select(vec![Dialect::Ugi, Dialect::Uai, Dialect::Uci])
            .prop_map(FromEngine::Ok),
        Just(FromEngine::ReadyOk),
        info.prop_map(
            |(depth, seldepth, multipv, (score, values), time, nodes, nps, pv, string)| {
                FromEngine::Info(SearchInfo {
                    depth,
                    seldepth,
                    multipv,
                    score,
                    values,
                    time,
                    nodes,
                    nps,
                    pv,
                    string,
                })
            }
        ),
        (word(), maybe(word())).prop_map(|(step, ponder)| FromEngine::BestMove { step, ponder }),
        text().prop_map(FromEngine::Response),
    ]
}

proptest! {
    #[test]
    fn lines_round_trip(command in to_engine(), answer in from_engine()) {
        let line = command.to_string();
        let mut ignored = Vec::new();
        prop_assert_eq!(ToEngine::read(&line, Dialect::Ugi, &mut ignored), Ok(command), "{}", line);
        prop_assert!(ignored.is_empty(), "{:?} of {}", ignored, line);
        let line = answer.to_string();
        prop_assert_eq!(line.parse(), Ok(answer), "{}", line);
    }
}
