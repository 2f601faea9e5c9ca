//! Invariants over arbitrary bytes, for the fuzzers and for a test that feeds them seeded input,
//! and random conversations as seeds. Each function panics when its invariant is violated.

use ludoteca_core::random::below;
use ludoteca_games::catalog;
use ludoteca_games::fuzzing::sample;
use rand_core::Rng;

use crate::protocols::engine::{EngineSession, EngineTask, TaskResult, Thinker, UgiBoard};
use crate::protocols::messages::{Dialect, FromEngine, ToEngine, step_to_word};
use crate::protocols::uai;

const DIALECTS: [Dialect; 3] = [Dialect::Ugi, Dialect::Uai, Dialect::Uci];

/// Checks that every line that is understood is written in a form that is read back the same, for
/// both sides and in every dialect. The error for any other line is a single line.
pub fn language(data: &[u8]) {
    for line in String::from_utf8_lossy(data).split('\n') {
        for dialect in DIALECTS {
            match ToEngine::read(line, dialect, &mut Vec::new()) {
                Ok(command) => {
                    let written = command.in_dialect(dialect).to_string();
                    let mut ignored = Vec::new();
                    assert_eq!(
                        ToEngine::read(&written, dialect, &mut ignored),
                        Ok(command),
                        "{line:?} as {written:?}"
                    );
                    assert!(ignored.is_empty(), "{written:?} is written strictly");
                }
                Err(error) => is_one_line(&error.to_string()),
            }
        }
        match line.parse::<FromEngine>() {
            Ok(answer) => assert_eq!(answer.to_string().parse(), Ok(answer), "{line:?}"),
            Err(error) => is_one_line(&error.to_string()),
        }
    }
}

/// Checks that an engine answers any input in lines of the protocol. It answers each `go` with one
/// legal move, and nothing else with a move. A refused command changes nothing. The first byte
/// chooses the dialect.
pub fn engine(data: &[u8]) {
    let (which, lines) = data.split_first().unwrap_or((&0, &[]));
    let mut engine = new_engine(*which);
    let mut thinker = AtOnce(None);
    let mut is_owed = false;
    for line in String::from_utf8_lossy(lines).split('\n') {
        let (before, was_idle) = (position(&mut engine), thinker.0.is_none());
        let mut answers = engine.handle_line(line, &mut thinker);
        let is_go = line.split_whitespace().next() == Some("go");
        let is_refused =
            answers.iter().any(|answer| answer.to_string().starts_with("info string refused: "));
        if is_refused {
            assert_eq!(position(&mut engine), before, "{line:?} is refused");
        }
        is_owed |= is_go && was_idle && thinker.0.is_some();
        if thinker.0.is_some() && line.len() % 2 == 0 {
            answers.extend(engine.task_done(&mut thinker));
        }
        for answer in answers {
            let written = answer.to_string();
            is_one_line(&written);
            if let FromEngine::BestMove { step, .. } = &answer {
                assert!(is_owed || is_go, "{step} after {line:?}");
                is_owed = false;
                let legal = asked(&mut engine, "legal");
                let is_legal = legal.split(' ').any(|word| word == step)
                    || ["none", uai::PASS].contains(&step.as_str());
                assert!(is_legal, "{step} after {line:?}, where {legal} is legal");
            }
            assert_eq!(written.parse().as_ref(), Ok(&answer), "{line:?} is answered {written:?}");
        }
        if engine.has_quit() {
            return;
        }
    }
    let owed = engine.finish(&mut thinker);
    assert_eq!(owed.iter().any(|answer| matches!(answer, FromEngine::BestMove { .. })), is_owed);
}

/// A random game as a runner sends it to an engine, position by position, in the input format of
/// [`engine`].
pub fn conversation(generator: &mut impl Rng) -> Vec<u8> {
    const OTHERS: &[&str] = &[
        "ugi",
        "uai",
        "isready",
        "stop",
        "display",
        "perft 2",
        "setoption name Level value 3",
        "setoption name Threads value x",
        "query legal",
        "query turn",
        "query result",
        "query points",
        "query skipped",
        "query game",
        "go infinite",
        "go movetime 50 ponder",
        "go p1time 1000 p2time 900 p1inc 10 p2inc 10",
        "go btime 1000 wtime 900",
        "info depth 3 seldepth 4 score cp -12 time 5 nodes 100 nps 20000 pv 1,1 2,2",
        "info score mate -3 string hello",
        "info depth 2 score cp 167 values cp 34 -33 draw loss 3 time 0 nodes 97 pv 2,0,3,1",
        "option name Hash type spin default 16 min 1 max 1024",
        "option name Style type combo default Solid var Solid var Wild",
        "id name Somebody",
        "bestmove a7c5 ponder g2",
        "response true",
    ];
    let game = sample(generator);
    let mut lines = vec![format!("uginewgame {}", game.options)];
    for (n, _) in game.steps.iter().enumerate().take(20) {
        let words: Vec<String> = game.steps[..n].iter().map(|step| step_to_word(step)).collect();
        lines.push(format!("position startpos moves {}", words.join(" ")));
        lines.push(OTHERS[below(generator, OTHERS.len() as u32) as usize].to_owned());
        lines.push("go depth 1".to_owned());
        lines.push("stop".to_owned());
    }
    lines.push(format!("position fen {}", game.position));
    let mut script = vec![below(generator, 8) as u8];
    script.extend(lines.join("\n").into_bytes());
    script
}

/// Checks that a message is a single line of limited length.
pub fn is_one_line(text: &str) {
    assert!(!text.is_empty() && text.len() < 200_000 && !text.contains('\n'), "{text:?}");
}

/// Creates an engine; one in four speaks UAI.
fn new_engine(which: u8) -> EngineSession {
    if which % 4 == 3 {
        return EngineSession::new(Dialect::Uai, Box::new(uai::UaiGame::new()));
    }
    let info = catalog::GAMES[usize::from(which) % catalog::GAMES.len()];
    let table = catalog::open_line(info.id).expect("every game has defaults that go together");
    EngineSession::new(Dialect::Ugi, Box::new(UgiBoard::new(table)))
}

fn position(engine: &mut EngineSession) -> String {
    asked(engine, "position")
}

fn asked(engine: &mut EngineSession, query: &str) -> String {
    let answers = engine.handle_line(&format!("query {query}"), &mut AtOnce(None));
    match &answers[..] {
        [FromEngine::Response(text)] => text.clone(),
        other => panic!("{query} is answered {other:?}"),
    }
}

/// A thinker that works only when it is stopped, and then as little as possible.
struct AtOnce(Option<EngineTask>);

impl Thinker for AtOnce {
    fn start(&mut self, task: EngineTask) {
        assert!(self.0.replace(task).is_none(), "one task at a time");
    }

    fn stop(&mut self) -> TaskResult {
        let task = self.0.take().expect("there is something to stop");
        // On a large board even the first iteration takes long.
        if task.table.steps().len() > 20 { TaskResult::default() } else { task.perform(&|| true) }
    }
}
