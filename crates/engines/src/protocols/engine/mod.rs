//! An engine that speaks [the protocol](super::messages): it takes a line and answers with lines.
//! It has no clock, no thread and no stream: a [`Thinker`] does the thinking, and [`serve`] brings
//! all of them together.

mod board;
mod host;
mod listen;
mod settings;
mod texts;

use std::time::Duration;

use ludoteca_core::perft::Counting;
use ludoteca_core::{Next, Seat, Table, Verdict};
use ludoteca_games::catalog;
use ludoteca_search::{Limits, SearchResult, Value, Watcher};

pub use board::{DialectBoard, UgiBoard};
pub use host::serve;
pub use listen::{ConnectionLimits, listen};

use self::settings::EngineSettings;
use super::messages::{
    Dialect, EngineQuery, EngineScore, FromEngine, Go, Identity, SearchInfo, StartPosition,
    ToEngine,
};
use crate::house::OPPONENTS;

/// The state of a conversation.
pub struct EngineSession {
    dialect: Dialect,
    board: Box<dyn DialectBoard>,
    settings: EngineSettings,
    current: Option<CurrentTask>,
    has_quit: bool,
}

/// Does the thinking, so that the conversation can go on meanwhile.
pub trait Thinker {
    /// Starts a task. The host of the conversation calls [`EngineSession::task_done`] once it is
    /// done.
    fn start(&mut self, task: EngineTask);
    /// Ends the task as soon as possible, if it is still running, and returns its result.
    fn stop(&mut self) -> TaskResult;
}

/// A task for a thinker.
pub struct EngineTask {
    /// The game in its current position.
    pub table: Box<dyn Table>,
    /// The kind of work to do.
    pub kind: TaskKind,
    /// The time limit, if there is one.
    pub time: Option<Duration>,
}

/// The kind of work to do.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum TaskKind {
    /// Find the best move.
    Search(Limits),
    /// Count the sequences of up to this many plies.
    Perft(u32),
}

/// The result of a task.
#[derive(Clone, Debug, Default)]
pub struct TaskResult {
    /// The best move, if the task was a search and found one.
    pub found: Option<SearchResult>,
    /// The counts, one for each depth that was finished.
    pub counts: Vec<u64>,
    /// How long it took.
    pub time: Duration,
}

/// What an engine is doing.
enum CurrentTask {
    Search {
        until_stop: bool,
    },
    Perft(u32),
    /// The search is done, but its answer waits for `stop`.
    Waiting(FromEngine),
}

/// The maximum depth of perft. If there is only one move at each turn, a count reaches any depth
/// that is asked for, and each ply takes space on the stack.
const DEEPEST_PERFT: u32 = 1000;

impl EngineTask {
    /// Performs the task until it is done or the watcher stops it.
    pub fn perform(&self, watcher: &dyn Watcher) -> TaskResult {
        let table = &*self.table;
        match &self.kind {
            TaskKind::Search(limits) => TaskResult {
                found: OPPONENTS.best_move(table, limits, watcher),
                ..TaskResult::default()
            },
            TaskKind::Perft(depth) => {
                let count = |depth| count(table, depth, watcher);
                TaskResult {
                    counts: (1..=*depth).map_while(count).collect(),
                    ..TaskResult::default()
                }
            }
        }
    }
}

impl EngineSession {
    /// Creates an engine for a board.
    pub fn new(dialect: Dialect, board: Box<dyn DialectBoard>) -> EngineSession {
        EngineSession {
            dialect,
            board,
            settings: EngineSettings::default(),
            current: None,
            has_quit: false,
        }
    }

    /// Returns whether the engine has been told to quit.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Returns whether the engine will send an answer by itself. An engine that is idle, or that
    /// thinks until it is stopped, waits for input instead.
    pub fn owes_answer(&self) -> bool {
        matches!(
            self.current,
            Some(CurrentTask::Search { until_stop: false } | CurrentTask::Perft(_))
        )
    }

    /// Handles a line of input, whatever it is, and returns the answers.
    pub fn handle_line(&mut self, line: &str, thinker: &mut dyn Thinker) -> Vec<FromEngine> {
        if line.trim().is_empty() {
            return Vec::new();
        }
        let mut ignored = Vec::new();
        match ToEngine::read(line, self.dialect, &mut ignored) {
            Ok(command) => {
                let mut answers: Vec<FromEngine> = (!ignored.is_empty())
                    .then(|| FromEngine::info_string(texts::ignored(&ignored)))
                    .into_iter()
                    .collect();
                answers.extend(self.execute(command, thinker));
                answers
            }
            Err(unread) => vec![FromEngine::info_string(texts::not_understood(&unread))],
        }
    }

    /// The `info` line for an intermediate result of a running search, found after `time`.
    pub fn search_info(&self, found: &SearchResult, time: Duration) -> FromEngine {
        let milliseconds = time.as_millis() as u64;
        FromEngine::Info(SearchInfo {
            depth: Some(found.depth),
            score: Some(score_of(found.value)),
            // With two seats, the second value is the opposite of the first, so it is left out.
            values: found
                .values
                .iter()
                .filter(|_| found.values.len() > 2)
                .map(|value| score_of(*value))
                .collect(),
            time: Some(milliseconds),
            nodes: Some(found.nodes),
            nps: (milliseconds > 0).then(|| found.nodes.saturating_mul(1000) / milliseconds),
            pv: self.board.to_dialect(&found.principal_variation),
            ..SearchInfo::default()
        })
    }

    /// Handles the end of the thinker's task and returns the answers. An infinite search reports
    /// only what it found: its move waits for `stop`.
    pub fn task_done(&mut self, thinker: &mut dyn Thinker) -> Vec<FromEngine> {
        let waits = matches!(self.current, Some(CurrentTask::Search { until_stop: true }));
        if !waits && !self.owes_answer() {
            return Vec::new();
        }
        let mut answers = self.stop(thinker);
        if waits {
            self.current = answers.pop().map(CurrentTask::Waiting);
        }
        answers
    }

    /// Handles the end of the input: the engine gives the answers that it still owes.
    pub fn finish(&mut self, thinker: &mut dyn Thinker) -> Vec<FromEngine> {
        self.has_quit = true;
        self.stop(thinker)
    }

    fn execute(&mut self, command: ToEngine, thinker: &mut dyn Thinker) -> Vec<FromEngine> {
        let is_for_later = matches!(
            command,
            ToEngine::SetOption { .. }
                | ToEngine::NewGame(_)
                | ToEngine::Position { .. }
                | ToEngine::Go(_)
                | ToEngine::Perft(_)
        );
        if is_for_later && self.current.is_some() {
            return vec![FromEngine::info_string(texts::BUSY)];
        }
        let done = match command {
            ToEngine::Identify => return self.identify(),
            ToEngine::IsReady => return vec![FromEngine::ReadyOk],
            ToEngine::Query(query) => return vec![FromEngine::Response(self.answer_query(query))],
            ToEngine::Go(go) => return self.go(&go, thinker),
            ToEngine::Perft(depth) => return self.count(depth, thinker),
            ToEngine::Display => return self.display(),
            ToEngine::Stop => return self.stop(thinker),
            ToEngine::Quit => {
                self.has_quit = true;
                self.stop(thinker);
                return Vec::new();
            }
            ToEngine::SetOption { name, value } => self.settings.set(&name, value.as_deref()),
            ToEngine::NewGame(options) => self.board.open(&options),
            ToEngine::Position { start, steps } => self.set_position(&start, &steps),
        };
        done.err()
            .map(|reason| FromEngine::info_string(texts::refused(&reason)))
            .into_iter()
            .collect()
    }

    fn identify(&self) -> Vec<FromEngine> {
        let mut answers = vec![
            FromEngine::Id(Identity::Name(format!("Ludoteca {}", env!("CARGO_PKG_VERSION")))),
            FromEngine::Id(Identity::Author(texts::AUTHORS.to_owned())),
        ];
        if self.dialect == Dialect::Ugi {
            let games = catalog::GAMES.iter().map(|info| info.id.to_owned()).collect();
            answers.push(FromEngine::Id(Identity::Games(games)));
        }
        answers.extend(EngineSettings::option_lines().map(FromEngine::Option));
        answers.push(FromEngine::Ok(self.dialect));
        answers
    }

    /// Sets the whole position or nothing: a refused step leaves the board as it was.
    fn set_position(&mut self, start: &StartPosition, steps: &[String]) -> Result<(), String> {
        let mut board = self.board.boxed_clone();
        board.begin(start)?;
        for (n, step) in steps.iter().enumerate() {
            board.step(step).map_err(|reason| texts::illegal(n + 1, step, &reason))?;
        }
        self.board = board;
        Ok(())
    }

    fn go(&mut self, go: &Go, thinker: &mut dyn Thinker) -> Vec<FromEngine> {
        if let Some(pass) = self.board.pass() {
            return vec![bestmove(pass.to_owned())];
        }
        let table = self.board.table();
        let Some(seat) = table.next().seat() else {
            let waits = if table.next() == Next::Chance { texts::FOR_THE_DIE } else { texts::OVER };
            return vec![
                FromEngine::info_string(waits),
                bestmove(self.board.null_move().to_owned()),
            ];
        };
        let time = self.settings.time(go, seat);
        let limits = self.settings.limits(go, time, table);
        self.current = Some(CurrentTask::Search { until_stop: go.infinite });
        thinker.start(EngineTask {
            table: table.boxed_clone(),
            kind: TaskKind::Search(limits),
            time,
        });
        Vec::new()
    }

    fn count(&mut self, depth: u32, thinker: &mut dyn Thinker) -> Vec<FromEngine> {
        if depth > DEEPEST_PERFT {
            return vec![FromEngine::info_string(texts::refused(&texts::too_deep(
                depth,
                DEEPEST_PERFT,
            )))];
        }
        self.current = Some(CurrentTask::Perft(depth));
        thinker.start(EngineTask {
            table: self.board.table().boxed_clone(),
            kind: TaskKind::Perft(depth),
            time: None,
        });
        Vec::new()
    }

    fn stop(&mut self, thinker: &mut dyn Thinker) -> Vec<FromEngine> {
        match self.current.take() {
            None => Vec::new(),
            Some(CurrentTask::Search { .. }) => self.search_answer(thinker.stop()),
            Some(CurrentTask::Perft(depth)) => perft_answer(depth, &thinker.stop().counts),
            Some(CurrentTask::Waiting(answer)) => vec![answer],
        }
    }

    /// The result of the search; the last line is the move.
    fn search_answer(&self, thought: TaskResult) -> Vec<FromEngine> {
        let Some(found) = thought.found else {
            // Even if the search has failed, there is a legal move.
            let first = self.board.legal().into_iter().next();
            return vec![bestmove(first.unwrap_or_else(|| self.board.null_move().to_owned()))];
        };
        let step = self.board.to_dialect(std::slice::from_ref(&found.step)).into_iter().next();
        vec![self.search_info(&found, thought.time), bestmove(step.unwrap_or_default())]
    }

    fn display(&self) -> Vec<FromEngine> {
        let table = self.board.table();
        let names = &table.options().info().names[..table.seats()];
        let board = table.board_text(names);
        board
            .lines()
            .chain([self.board.position().as_str()])
            .map(|line| FromEngine::info_string(line.trim_end()))
            .collect()
    }

    fn answer_query(&self, query: EngineQuery) -> String {
        let (board, table) = (&*self.board, self.board.table());
        let next = table.next();
        let turn = board.turn();
        let or_none = |words: Vec<String>| {
            if words.is_empty() { texts::NONE.to_owned() } else { words.join(" ") }
        };
        match query {
            EngineQuery::Turn => match (next, turn) {
                (Next::Chance, _) => texts::CHANCE.to_owned(),
                (_, Some(seat)) => texts::seat(seat),
                (_, None) => texts::NONE.to_owned(),
            },
            EngineQuery::TurnOf(seat) => (turn == Some(seat)).to_string(),
            EngineQuery::GameOver => next.outcome().is_some().to_string(),
            EngineQuery::Result => match next.outcome().map(|outcome| outcome.verdict) {
                Some(Verdict::Won(seat)) => format!("{}win", texts::seat(seat)),
                Some(Verdict::Draw) => texts::DRAW.to_owned(),
                Some(Verdict::Scored) => texts::SCORED.to_owned(),
                None => texts::NONE.to_owned(),
            },
            EngineQuery::Points => or_none(next.outcome().map_or_else(Vec::new, |outcome| {
                Seat::all(table.seats()).map(|seat| outcome.points(seat).to_string()).collect()
            })),
            EngineQuery::Legal => or_none(board.legal()),
            EngineQuery::Position => board.position(),
            EngineQuery::Game => table.options().to_string(),
            EngineQuery::Skipped => or_none(board.skipped().into_iter().map(texts::seat).collect()),
        }
    }
}

fn bestmove(step: String) -> FromEngine {
    FromEngine::BestMove { step, ponder: None }
}

fn perft_answer(depth: u32, counts: &[u64]) -> Vec<FromEngine> {
    let line = |(depth, nodes): (u32, &u64)| {
        FromEngine::Info(SearchInfo {
            depth: Some(depth),
            nodes: Some(*nodes),
            ..SearchInfo::default()
        })
    };
    let mut answers: Vec<FromEngine> = (1..).zip(counts).map(line).collect();
    if counts.len() < depth as usize {
        answers.push(FromEngine::info_string(texts::NOT_COUNTED));
    }
    answers
}

/// A score in the form of a record: whether it is proved, and a number. A proved win is 1.
pub fn score_for_record(score: EngineScore) -> (bool, f64) {
    match score {
        EngineScore::Centipawns(hundredths) => (false, hundredths as f64 / 100.0),
        EngineScore::Points(points) => (true, points as f64),
        EngineScore::Draw => (true, 0.0),
        EngineScore::Win(_) => (true, 1.0),
        EngineScore::Loss(_) => (true, -1.0),
        EngineScore::Mate(moves) => (true, if moves > 0 { 1.0 } else { -1.0 }),
    }
}

/// The value of a position, as an engine reports it.
pub fn score_of(value: Value) -> EngineScore {
    match value {
        Value::Win(plies) => EngineScore::Win(plies),
        Value::Draw => EngineScore::Draw,
        Value::Loss(plies) => EngineScore::Loss(plies),
        Value::Points(points) => EngineScore::Points(points.into()),
        Value::Estimate(hundredths) => EngineScore::Centipawns(hundredths.into()),
    }
}

/// How long a seat that receives this `go` may think, if there is a time control. This is the time
/// that our engine would take, without its overhead.
pub fn time_to_think(go: &Go, seat: Seat) -> Option<Duration> {
    EngineSettings::without_overhead().time(go, seat)
}

/// Counts sequences of steps, checking now and then whether to stop. A skipped turn counts as a
/// ply, as engines count it.
fn count(table: &dyn Table, depth: u32, watcher: &dyn Watcher) -> Option<u64> {
    const COUNTING: Counting = Counting { typed_forms: false, skips: true };
    /// Up to this depth a count runs without interruption: it takes a few milliseconds.
    const AT_ONCE: u32 = 3;
    if watcher.stop() {
        return None;
    }
    if depth <= AT_ONCE {
        return Some(table.perft(depth, COUNTING));
    }
    let branches = table.divide(depth, COUNTING).into_iter();
    branches.map(|branch| Some(branch.forms * count(&*branch.after, branch.depth, watcher)?)).sum()
}
