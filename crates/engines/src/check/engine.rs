//! Checks an engine against the requirements of [its protocol](crate::protocols::messages), in any
//! of the three dialects. Each requirement is checked separately, with a newly started program.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ludoteca_core::{Next, Options, Seat, Table, Verdict};
use ludoteca_games::catalog;
use ludoteca_play::seeds::{Purpose, Seed, stream};
use tokio::time::timeout;

use super::CheckOutcome;
use crate::external::{Channel, EngineDriver, EngineFailure, Program};
use crate::protocols::breakthrough::Foul;
use crate::protocols::messages::{EngineQuery, FromEngine, Go, OptionType, ToEngine};
use crate::texts::in_seconds;

/// How an engine is checked.
#[derive(Clone, Debug)]
pub struct EngineCheck {
    /// The engine.
    pub program: Program,
    /// The game with its options.
    pub options: Options,
    /// The first position of the games, if it is not the usual one.
    pub position: Option<String>,
    /// Time limit for starting up and for answers that are due at once.
    pub patience: Duration,
    /// How much later than its time limit an answer may arrive.
    pub margin: Duration,
    /// The seed of the random moves that the check makes itself.
    pub seed: Seed,
}

/// A requirement of the protocol.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum EngineRequirement {
    /// It completes the handshake and gives its name.
    Identify,
    /// It answers `isready`.
    Ready,
    /// It accepts the options that it announces.
    Options,
    /// It starts a new game.
    NewGame,
    /// It moves after steps from the usual first position.
    Startpos,
    /// It moves in a given position.
    Fen,
    /// It keeps to a time limit for the move.
    MoveTime,
    /// It moves when it is given a search depth.
    Depth,
    /// It moves when it is given a number of nodes.
    Nodes,
    /// It thinks until `stop`.
    Infinite,
    /// It answers `isready` while it thinks.
    Listen,
    /// It answers each `go` only once.
    Once,
    /// It does not run out of time on its clock.
    Clock,
    /// It plays a whole game at a seat.
    Play(Seat),
    /// It answers queries according to the rules.
    Queries,
    /// It carries on after a line that it does not understand.
    Unknown,
    /// It carries on after an impossible position.
    Refused,
    /// It exits on `quit`.
    Quit,
    /// It exits on `quit` while it thinks.
    QuitThinking,
    /// It exits when its input is closed.
    EndOfInput,
}

/// The result of checking one requirement.
#[derive(Clone, Debug)]
pub struct CheckedRequirement {
    /// The requirement.
    pub requirement: EngineRequirement,
    /// Whether the engine meets it.
    pub finding: CheckOutcome,
    /// The conversation, line by line: `>` marks lines to the engine, `<` lines from it.
    pub transcript: Vec<String>,
}

/// How far the conversation must have come before a requirement can be checked.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd)]
enum CheckStage {
    Started,
    Identified,
    Ready,
    InGame,
}

impl EngineRequirement {
    /// All requirements for a game with this number of seats, in the order in which they are
    /// checked.
    pub fn all(seats: usize) -> Vec<EngineRequirement> {
        let mut all = vec![
            EngineRequirement::Identify,
            EngineRequirement::Ready,
            EngineRequirement::Options,
            EngineRequirement::NewGame,
            EngineRequirement::Startpos,
            EngineRequirement::Fen,
            EngineRequirement::MoveTime,
            EngineRequirement::Depth,
            EngineRequirement::Nodes,
            EngineRequirement::Infinite,
            EngineRequirement::Listen,
            EngineRequirement::Once,
            EngineRequirement::Clock,
        ];
        all.extend(Seat::all(seats).map(EngineRequirement::Play));
        all.extend([
            EngineRequirement::Queries,
            EngineRequirement::Unknown,
            EngineRequirement::Refused,
            EngineRequirement::Quit,
            EngineRequirement::QuitThinking,
            EngineRequirement::EndOfInput,
        ]);
        all
    }

    /// A stable identifier for use in programs.
    pub fn id(self) -> String {
        let word = match self {
            EngineRequirement::Identify => "identify",
            EngineRequirement::Ready => "ready",
            EngineRequirement::Options => "options",
            EngineRequirement::NewGame => "newgame",
            EngineRequirement::Startpos => "startpos",
            EngineRequirement::Fen => "fen",
            EngineRequirement::MoveTime => "movetime",
            EngineRequirement::Depth => "depth",
            EngineRequirement::Nodes => "nodes",
            EngineRequirement::Infinite => "infinite",
            EngineRequirement::Listen => "listen",
            EngineRequirement::Once => "once",
            EngineRequirement::Clock => "clock",
            EngineRequirement::Play(seat) => return format!("play-{seat}"),
            EngineRequirement::Queries => "queries",
            EngineRequirement::Unknown => "unknown",
            EngineRequirement::Refused => "refused",
            EngineRequirement::Quit => "quit",
            EngineRequirement::QuitThinking => "quit-thinking",
            EngineRequirement::EndOfInput => "end-of-input",
        };
        word.to_owned()
    }

    fn needs(self) -> CheckStage {
        match self {
            EngineRequirement::Identify => CheckStage::Started,
            EngineRequirement::Ready => CheckStage::Identified,
            EngineRequirement::Options
            | EngineRequirement::NewGame
            | EngineRequirement::Quit
            | EngineRequirement::EndOfInput => CheckStage::Ready,
            _ => CheckStage::InGame,
        }
    }
}

impl fmt::Display for EngineRequirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineRequirement::Identify => "says its name, and completes the handshake",
            EngineRequirement::Ready => "answers isready",
            EngineRequirement::Options => "accepts the options that it announces",
            EngineRequirement::NewGame => "begins a new game",
            EngineRequirement::Startpos => "moves after steps from the first position",
            EngineRequirement::Fen => "moves in a given position, and after steps from there",
            EngineRequirement::MoveTime => "moves within movetime",
            EngineRequirement::Depth => "moves when it is given a depth",
            EngineRequirement::Nodes => "moves when it is given a number of nodes",
            EngineRequirement::Infinite => "thinks until stop, and then moves",
            EngineRequirement::Listen => "answers isready while it thinks",
            EngineRequirement::Once => "answers each question once",
            EngineRequirement::Clock => "keeps to its clock",
            EngineRequirement::Play(seat) => {
                return write!(f, "plays a game with legal moves as seat {seat}");
            }
            EngineRequirement::Queries => "answers queries as the rules say",
            EngineRequirement::Unknown => "carries on after a line that it does not understand",
            EngineRequirement::Refused => "carries on after an impossible position",
            EngineRequirement::Quit => "exits on quit",
            EngineRequirement::QuitThinking => "exits on quit while it thinks",
            EngineRequirement::EndOfInput => "exits when its input ends",
        })
    }
}

/// Checks all requirements, one after the other, and reports each result through `tell`.
///
/// # Errors
/// When the program cannot be started at all, when the options do not go together, or when the
/// check is interrupted.
pub fn check(
    check: &EngineCheck,
    tell: &mut dyn FnMut(&CheckedRequirement),
) -> io::Result<Vec<CheckedRequirement>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let table = catalog::open(&check.options).map_err(io::Error::other)?;
    let checks = async {
        if let Err(EngineFailure::Start(reason)) =
            Channel::open(&check.program.location, check.patience).await
        {
            return Err(io::Error::other(reason));
        }
        let mut found = Vec::new();
        // Once the program has failed to reach a stage, the requirements beyond it are not tried
        // again and again.
        let mut reached = CheckStage::InGame;
        for requirement in EngineRequirement::all(table.seats()) {
            let mut checked = CheckedRequirement {
                requirement,
                finding: CheckOutcome::NotReached,
                transcript: Vec::new(),
            };
            if requirement.needs() <= reached {
                let log = Arc::default();
                checked.finding = check_one(check, requirement, &*table, &log)
                    .await
                    .unwrap_or_else(|failed_at| {
                        reached = failed_at;
                        CheckOutcome::NotReached
                    });
                if matches!(
                    (requirement, &checked.finding),
                    (
                        EngineRequirement::Ready | EngineRequirement::NewGame,
                        CheckOutcome::Failed(_)
                    )
                ) {
                    reached = requirement.needs();
                }
                checked.transcript =
                    std::mem::take(&mut *log.lock().unwrap_or_else(PoisonError::into_inner));
            }
            tell(&checked);
            found.push(checked);
        }
        Ok(found)
    };
    runtime.block_on(async {
        tokio::select! {
            found = checks => found,
            interrupted = tokio::signal::ctrl_c() => Err(interrupted.err().unwrap_or(io::ErrorKind::Interrupted.into())),
        }
    })
}

type Log = Arc<Mutex<Vec<String>>>;

/// Checks one requirement. The error is the stage that was reached, if that was not far enough.
async fn check_one(
    check: &EngineCheck,
    requirement: EngineRequirement,
    table: &dyn Table,
    log: &Log,
) -> Result<CheckOutcome, CheckStage> {
    let broken = |failed: EngineFailure| CheckOutcome::Failed(failed.to_string());
    let met = async {
        let mut channel = Channel::open(&check.program.location, check.patience).await?;
        let heard = Arc::clone(log);
        channel.log_traffic(Box::new(move |by, line| log_line(&heard, by, line)));
        EngineDriver::handshake(channel, &check.program, check.patience).await
    };
    let mut driver = match met.await {
        Ok(driver) => driver,
        Err(failed) if requirement == EngineRequirement::Identify => return Ok(broken(failed)),
        Err(_) => return Err(CheckStage::Started),
    };
    let needs = requirement.needs();
    if needs >= CheckStage::Ready {
        driver.ready().await.map_err(|_| CheckStage::Identified)?;
    }
    let mut generator = stream(check.seed, Purpose::Playthrough);
    let random_step = Box::new(move |table: &dyn Table| table.random_step(&mut generator));
    let mut game = CheckedGame { check, driver, table: table.boxed_clone(), random_step };
    if needs >= CheckStage::InGame {
        game.begin(check.position.as_deref()).await.map_err(|_| CheckStage::Ready)?;
    }
    Ok(game
        .perform(requirement)
        .await
        .unwrap_or_else(|Violation(reason)| CheckOutcome::Failed(reason)))
}

/// Adds a shortened line to the log, unless the log is full.
fn log_line(log: &Log, by: char, line: &str) {
    const MOST: usize = 5000;
    const LONGEST: usize = 1000;
    let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
    if log.len() < MOST {
        let short: String = line.chars().take(LONGEST).collect();
        let more = if short.len() < line.len() { "…" } else { "" };
        log.push(format!("{by} {short}{more}"));
    } else if log.len() == MOST {
        log.push("# and so on".to_owned());
    }
}

/// A conversation with the engine, and the game that it is about.
struct CheckedGame<'a> {
    check: &'a EngineCheck,
    driver: EngineDriver,
    table: Box<dyn Table>,
    random_step: RandomStep,
}

/// Chooses a random step, unless the game is over.
type RandomStep = Box<dyn FnMut(&dyn Table) -> Option<String>>;

/// A description of how the engine breaks a requirement.
struct Violation(String);

impl From<EngineFailure> for Violation {
    fn from(failed: EngineFailure) -> Violation {
        Violation(failed.to_string())
    }
}

/// After this much silence, no further answer is expected.
const SILENCE: Duration = Duration::from_millis(200);

impl CheckedGame<'_> {
    async fn perform(&mut self, requirement: EngineRequirement) -> Result<CheckOutcome, Violation> {
        match requirement {
            EngineRequirement::Identify => self.has_a_name()?,
            EngineRequirement::Ready => {
                self.driver.ready().await?;
                self.driver.ready().await?;
            }
            EngineRequirement::Options => self.takes_its_options().await?,
            EngineRequirement::NewGame => self.begin(self.check.position.as_deref()).await?,
            EngineRequirement::Startpos => self.moves_after_steps().await?,
            EngineRequirement::Fen => self.moves_at_positions().await?,
            EngineRequirement::MoveTime => self.moves_in_time().await?,
            EngineRequirement::Depth => {
                self.moves_when_told(Go { depth: Some(2), ..Go::default() }).await?;
            }
            EngineRequirement::Nodes => {
                self.moves_when_told(Go { nodes: Some(200), ..Go::default() }).await?;
            }
            EngineRequirement::Infinite => self.thinks_until_stop().await?,
            EngineRequirement::Listen => self.listens().await?,
            EngineRequirement::Once => self.answers_once().await?,
            EngineRequirement::Clock => self.keeps_to_its_clock().await?,
            EngineRequirement::Play(seat) => self.plays(seat).await?,
            EngineRequirement::Queries => return self.answers_queries().await,
            EngineRequirement::Unknown => {
                for line in ["", "xyzzy", "  \t ", "quiet please", "Go depth 1"] {
                    self.driver.send_raw(line).await?;
                }
                self.goes_on().await?;
            }
            EngineRequirement::Refused => {
                for line in ["position startpos moves xyzzy", "position fen xyzzy", "position"] {
                    self.driver.send_raw(line).await?;
                }
                self.goes_on().await?;
            }
            EngineRequirement::Quit => {
                self.driver.send(&ToEngine::Quit).await?;
                self.ends("quit").await?;
            }
            EngineRequirement::QuitThinking => {
                self.driver.send_go(&infinite()).await?;
                self.driver.send(&ToEngine::Quit).await?;
                self.ends("quit").await?;
            }
            EngineRequirement::EndOfInput => {
                self.driver.channel().close_input().await;
                self.ends("the end of its input").await?;
            }
        }
        Ok(CheckOutcome::Passed)
    }

    fn has_a_name(&self) -> Result<(), Violation> {
        let named = self.driver.greeting().name.as_ref();
        named.map(drop).ok_or_else(|| Violation("there is no line `id name …`".to_owned()))
    }

    /// Sets every option to its default value: no other value is known to do no harm.
    async fn takes_its_options(&mut self) -> Result<(), Violation> {
        for option in self.driver.greeting().options.clone() {
            let default = match option.kind {
                OptionType::Spin { default, .. } => default.map(|number| number.to_string()),
                OptionType::Check { default } => default.map(|is_on| is_on.to_string()),
                OptionType::String { default } => default.filter(|text| !text.is_empty()),
                OptionType::Combo { default, .. } => default,
                OptionType::Button => None,
            };
            if let Some(default) = default {
                let line = self.driver.set_option_line(&option.name, &default)?;
                self.driver.send(&line).await?;
            }
        }
        Ok(self.driver.ready().await?)
    }

    async fn moves_after_steps(&mut self) -> Result<(), Violation> {
        for steps in [0, 1, 6] {
            self.begin(self.check.position.as_deref()).await?;
            self.walk(steps);
            self.moves(&quick(), self.check.patience).await?;
        }
        Ok(())
    }

    async fn moves_at_positions(&mut self) -> Result<(), Violation> {
        for steps in [1, 4] {
            self.begin(self.check.position.as_deref()).await?;
            self.walk(steps);
            let position = self.table.position();
            self.begin(Some(&position)).await?;
            self.moves(&quick(), self.check.patience).await?;
            self.walk(1);
            self.moves(&quick(), self.check.patience).await?;
        }
        Ok(())
    }

    async fn moves_in_time(&mut self) -> Result<(), Violation> {
        const TIME: u64 = 100;
        let limit = Duration::from_millis(TIME) + self.check.margin;
        for _ in 0..2 {
            self.moves(&Go { movetime: Some(TIME), ..Go::default() }, limit).await?;
            self.walk(1);
        }
        Ok(())
    }

    async fn moves_when_told(&mut self, go: Go) -> Result<(), Violation> {
        self.moves(&go, self.check.patience).await?;
        self.walk(2);
        self.moves(&go, self.check.patience).await.map(drop)
    }

    async fn thinks_until_stop(&mut self) -> Result<(), Violation> {
        let mut score = None;
        self.driver.send_go(&infinite()).await?;
        if let Ok(answer) = timeout(SILENCE, self.driver.await_bestmove(&mut score)).await {
            return Err(Violation(format!("`bestmove {}` came before stop", answer?)));
        }
        self.driver.send(&ToEngine::Stop).await?;
        let margin = self.check.margin;
        let answer = timeout(margin, self.driver.await_bestmove(&mut score)).await;
        let word = answer.map_err(|_| {
            Violation(format!("no move within {} after stop", in_seconds(margin)))
        })??;
        let step = self.driver.step_from_word(&word)?;
        self.make_step(&step)
    }

    async fn listens(&mut self) -> Result<(), Violation> {
        self.driver.send_go(&infinite()).await?;
        Ok(self.driver.ready().await?)
    }

    async fn answers_once(&mut self) -> Result<(), Violation> {
        for _ in 0..2 {
            self.moves(&quick(), self.check.patience).await?;
            let mut again = None;
            self.driver
                .ready_after(|said| again = again.take().or(Some(said).filter(is_move)))
                .await?;
            let channel = self.driver.channel();
            let later = async {
                while let Some(line) = channel.line().await {
                    again = again.take().or(line.parse().ok().filter(is_move));
                }
            };
            // A closed connection is not judged here: that breaks another requirement.
            let _ = timeout(SILENCE, later).await;
            if let Some(again) = again {
                return Err(Violation(format!("`{again}` came although no answer was due")));
            }
            self.walk(1);
        }
        Ok(())
    }

    async fn keeps_to_its_clock(&mut self) -> Result<(), Violation> {
        const TOTAL: Duration = Duration::from_millis(1000);
        const MOVES: usize = 12;
        let Some(own) = self.table.next().seat() else { return Ok(()) };
        let mut thought = Duration::ZERO;
        for _ in 0..MOVES {
            let left = TOTAL.saturating_sub(thought).as_millis() as u64;
            let mut go = Go::default();
            go.time[..self.table.seats()].fill(Some(left.max(1)));
            let limit = (TOTAL + self.check.margin).saturating_sub(thought);
            thought += self.moves(&go, limit).await?;
            while self.table.next().seat() != Some(own) && self.step_at_random() {}
        }
        Ok(())
    }

    async fn plays(&mut self, own: Seat) -> Result<(), Violation> {
        // A game between two random players may go on for ever.
        const LONGEST: usize = 500;
        let go = Go { movetime: Some(10), ..Go::default() };
        for _ in 0..LONGEST {
            if self.table.next().seat() == Some(own) {
                self.moves(&go, self.check.patience).await?;
            } else if !self.step_at_random() {
                break;
            }
        }
        Ok(())
    }

    /// Asks all queries at every position of a random game, including the last one.
    async fn answers_queries(&mut self) -> Result<CheckOutcome, Violation> {
        const LONGEST: usize = 100;
        let turns: Vec<EngineQuery> =
            Seat::all(self.table.seats()).map(EngineQuery::TurnOf).collect();
        let others = [
            EngineQuery::Turn,
            EngineQuery::GameOver,
            EngineQuery::Result,
            EngineQuery::Points,
            EngineQuery::Legal,
        ];
        let mut finding = CheckOutcome::NotSupported;
        for _ in 0..LONGEST {
            self.driver.send_position().await?;
            for query in turns.iter().chain(&others) {
                let mut answer = None;
                self.driver.send(&ToEngine::Query(*query)).await?;
                self.driver.ready_after(|said| answer = answer.take().or(response(said))).await?;
                if let Some(answer) = answer {
                    finding = CheckOutcome::Passed;
                    self.agrees(*query, &answer)?;
                }
            }
            if !self.step_at_random() {
                break;
            }
        }
        Ok(finding)
    }

    /// Checks that the answer is the one that the rules give. The order and the spelling of moves
    /// do not matter.
    fn agrees(&self, query: EngineQuery, answer: &str) -> Result<(), Violation> {
        let next = self.table.next();
        let outcome = next.outcome();
        let seat = |seat: Seat| format!("p{seat}");
        let expected = match query {
            EngineQuery::Turn => match next {
                Next::Move(to_move) => seat(to_move),
                Next::Chance => "chance".to_owned(),
                Next::Over(_) => "none".to_owned(),
            },
            EngineQuery::TurnOf(of) => (next.seat() == Some(of)).to_string(),
            EngineQuery::GameOver => outcome.is_some().to_string(),
            EngineQuery::Result => match outcome.map(|outcome| outcome.verdict) {
                Some(Verdict::Won(winner)) => seat(winner) + "win",
                Some(Verdict::Draw) => "draw".to_owned(),
                Some(Verdict::Scored) => "scored".to_owned(),
                None => "none".to_owned(),
            },
            EngineQuery::Points => outcome.map_or_else(
                || "none".to_owned(),
                |outcome| {
                    let points =
                        Seat::all(self.table.seats()).map(|seat| outcome.points(seat).to_string());
                    points.collect::<Vec<_>>().join(" ")
                },
            ),
            EngineQuery::Legal => return self.agrees_on_moves(answer),
            EngineQuery::Position | EngineQuery::Game | EngineQuery::Skipped => return Ok(()),
        };
        if answer.trim() == expected {
            return Ok(());
        }
        Err(self.differs(query, answer, &expected))
    }

    fn agrees_on_moves(&self, answer: &str) -> Result<(), Violation> {
        let mut steps = self.table.steps();
        let is_nothing = steps.is_empty() && answer.trim() == "none";
        let mut answered = Vec::new();
        for word in answer.split_whitespace().filter(|_| !is_nothing) {
            let step = self.driver.step_from_word(word)?;
            let stepped =
                self.table.boxed_clone().step(&step).map_err(|refusal| illegal(&step, &refusal))?;
            answered.push(stepped.text);
        }
        steps.sort();
        answered.sort();
        answered.dedup();
        let missing = steps.iter().find(|step| !answered.contains(step));
        missing.map_or(Ok(()), |step| {
            Err(self.differs(EngineQuery::Legal, "…", &format!("with {step} in it")))
        })
    }

    fn differs(&self, query: EngineQuery, answer: &str, expected: &str) -> Violation {
        Violation(format!(
            "query {query} at {}: `{}`, and not `{expected}`",
            self.table.position(),
            answer.trim()
        ))
    }

    /// Checks that the engine still answers and moves after unusual input.
    async fn goes_on(&mut self) -> Result<(), Violation> {
        self.driver.ready().await?;
        self.walk(2);
        self.moves(&quick(), self.check.patience).await.map(drop)
    }

    async fn ends(&mut self, after: &str) -> Result<(), Violation> {
        let patience = self.check.patience;
        if self.driver.channel().wait_for_end(patience).await {
            return Ok(());
        }
        Err(Violation(format!("it still runs {} after {after}", in_seconds(patience))))
    }

    async fn begin(&mut self, start: Option<&str>) -> Result<(), EngineFailure> {
        match start {
            Some(start) => self
                .table
                .set_position(start)
                .map_err(|error| EngineFailure::UnsupportedGame(error.to_string()))?,
            None => self.table.restart(),
        }
        self.driver.new_game(&*self.table, start).await
    }

    /// Lets the engine move if a seat is to move, and checks that the move is legal and in time.
    /// Returns how long the engine took.
    async fn moves(&mut self, go: &Go, limit: Duration) -> Result<Duration, Violation> {
        if self.table.next().seat().is_none() {
            return Ok(Duration::ZERO);
        }
        let answer = self.driver.choose(go, Some(limit)).await?;
        self.make_step(&answer.step)?;
        Ok(answer.took)
    }

    /// Makes at least this many random steps and stops where a seat is to move. Makes fewer if the
    /// game would end.
    fn walk(&mut self, steps: usize) {
        let mut ahead = self.table.boxed_clone();
        let (mut path, mut good) = (Vec::new(), 0);
        while path.len() < steps || ahead.next() == Next::Chance {
            let Some(step) = (self.random_step)(&*ahead) else { break };
            ahead.step(&step).expect("a random step is legal");
            path.push(step);
            if ahead.next().seat().is_some() {
                good = path.len();
            }
        }
        for step in &path[..good] {
            self.table.step(step).expect("the same step is legal");
            self.driver.stepped(step);
        }
    }

    /// Makes a random move or roll, and returns `false` if the game is over.
    fn step_at_random(&mut self) -> bool {
        let Some(step) = (self.random_step)(&*self.table) else { return false };
        self.table.step(&step).expect("a random step is legal");
        self.driver.stepped(&step);
        true
    }

    fn make_step(&mut self, step: &str) -> Result<(), Violation> {
        let stepped = self.table.step(step).map_err(|refusal| illegal(step, &refusal))?;
        self.driver.stepped(&stepped.text);
        Ok(())
    }
}

/// The limits for a quick move, which need not be good.
fn quick() -> Go {
    Go { depth: Some(1), ..Go::default() }
}

fn infinite() -> Go {
    Go { infinite: true, ..Go::default() }
}

fn is_move(said: &FromEngine) -> bool {
    matches!(said, FromEngine::BestMove { .. })
}

fn response(said: FromEngine) -> Option<String> {
    if let FromEngine::Response(text) = said { Some(text) } else { None }
}

fn illegal(step: &str, reason: &dyn fmt::Display) -> Violation {
    Violation(Foul::Illegal { step: step.to_owned(), reason: reason.to_string() }.to_string())
}
