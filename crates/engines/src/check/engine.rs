//! Runs an engine through the duties of [its protocol](crate::protocols::language), in all three dialects. Each duty is looked at by itself, with the program
//! started anew.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ludoteca_core::{Next, Options, Seat, Table, Verdict};
use ludoteca_games::catalog;
use ludoteca_play::streams::{Purpose, Seed, stream};
use tokio::time::timeout;

use super::Finding;
use crate::drive::{Channel, Driver, Failed, Program};
use crate::protocols::breakthrough::Foul;
use crate::protocols::language::{FromEngine, Go, Kind, Query, ToEngine};
use crate::texts::in_seconds;

/// How an engine is checked.
#[derive(Clone, Debug)]
pub struct Check {
    /// The engine.
    pub program: Program,
    /// The game with its options.
    pub options: Options,
    /// Where games start, if not from their usual first position.
    pub position: Option<String>,
    /// So long it has to start, and for answers that are due at once.
    pub patience: Duration,
    /// So much later than allowed an answer may arrive.
    pub margin: Duration,
    /// What everybody else's moves are drawn from.
    pub seed: Seed,
}

/// What an engine has to do.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Duty {
    /// It says who it is.
    Identify,
    /// It says that it listens.
    Ready,
    /// It takes its own options.
    Options,
    /// It begins a new game.
    NewGame,
    /// It moves after steps from the usual first position.
    Startpos,
    /// It moves at a position that is given.
    Fen,
    /// It moves in a given time.
    MoveTime,
    /// It looks so many plies ahead.
    Depth,
    /// It looks at so many positions.
    Nodes,
    /// It thinks until it is stopped.
    Infinite,
    /// It listens while it thinks.
    Listen,
    /// It answers each question once.
    Once,
    /// It keeps to its clock.
    Clock,
    /// It plays a whole game at a seat.
    Play(Seat),
    /// It knows the rules as we do.
    Queries,
    /// It goes on after what it does not understand.
    Unknown,
    /// It goes on after a position that cannot be.
    Refused,
    /// It ends when it is told to.
    Quit,
    /// The same while it thinks.
    QuitThinking,
    /// It ends when nobody can tell it anything.
    EndOfInput,
}

/// What was found about a duty.
#[derive(Clone, Debug)]
pub struct Looked {
    /// The duty.
    pub duty: Duty,
    /// Whether it is kept.
    pub finding: Finding,
    /// What was said, line by line: `>` to the engine, `<` by it.
    pub transcript: Vec<String>,
}

/// How far a conversation must have come before a duty can be looked at.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd)]
enum Stage {
    Started,
    Met,
    Ready,
    Begun,
}

impl Duty {
    /// All duties at a table of so many seats, in the order in which they are looked at.
    pub fn all(seats: usize) -> Vec<Duty> {
        let mut all = vec![
            Duty::Identify,
            Duty::Ready,
            Duty::Options,
            Duty::NewGame,
            Duty::Startpos,
            Duty::Fen,
            Duty::MoveTime,
            Duty::Depth,
            Duty::Nodes,
            Duty::Infinite,
            Duty::Listen,
            Duty::Once,
            Duty::Clock,
        ];
        all.extend(Seat::all(seats).map(Duty::Play));
        all.extend([Duty::Queries, Duty::Unknown, Duty::Refused, Duty::Quit, Duty::QuitThinking, Duty::EndOfInput]);
        all
    }

    /// A word for it, for programs.
    pub fn id(self) -> String {
        let word = match self {
            Duty::Identify => "identify",
            Duty::Ready => "ready",
            Duty::Options => "options",
            Duty::NewGame => "newgame",
            Duty::Startpos => "startpos",
            Duty::Fen => "fen",
            Duty::MoveTime => "movetime",
            Duty::Depth => "depth",
            Duty::Nodes => "nodes",
            Duty::Infinite => "infinite",
            Duty::Listen => "listen",
            Duty::Once => "once",
            Duty::Clock => "clock",
            Duty::Play(seat) => return format!("play-{seat}"),
            Duty::Queries => "queries",
            Duty::Unknown => "unknown",
            Duty::Refused => "refused",
            Duty::Quit => "quit",
            Duty::QuitThinking => "quit-thinking",
            Duty::EndOfInput => "end-of-input",
        };
        word.to_owned()
    }

    fn needs(self) -> Stage {
        match self {
            Duty::Identify => Stage::Started,
            Duty::Ready => Stage::Met,
            Duty::Options | Duty::NewGame | Duty::Quit | Duty::EndOfInput => Stage::Ready,
            _ => Stage::Begun,
        }
    }
}

impl fmt::Display for Duty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Duty::Identify => "says who it is, and that this was all",
            Duty::Ready => "answers isready",
            Duty::Options => "takes the options that it announces",
            Duty::NewGame => "begins a new game",
            Duty::Startpos => "moves after steps from the first position",
            Duty::Fen => "moves at a position that is given, and after steps from there",
            Duty::MoveTime => "moves within movetime",
            Duty::Depth => "moves when told a depth",
            Duty::Nodes => "moves when told a number of nodes",
            Duty::Infinite => "thinks until stop, and then moves",
            Duty::Listen => "answers isready while it thinks",
            Duty::Once => "answers each question once",
            Duty::Clock => "keeps to its clock",
            Duty::Play(seat) => return write!(f, "plays a game with legal moves as seat {seat}"),
            Duty::Queries => "answers queries as the rules say",
            Duty::Unknown => "goes on after a line that nobody understands",
            Duty::Refused => "goes on after a position that cannot be",
            Duty::Quit => "ends on quit",
            Duty::QuitThinking => "ends on quit while it thinks",
            Duty::EndOfInput => "ends when its input does",
        })
    }
}

/// Looks at all duties, one after the other, and tells what was found about each.
///
/// # Errors
/// Where the program cannot be started at all, the options do not go together, or somebody interrupts it.
pub fn check(check: &Check, tell: &mut dyn FnMut(&Looked)) -> io::Result<Vec<Looked>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let table = catalog::open(&check.options).map_err(io::Error::other)?;
    let looks = async {
        if let Err(Failed::Start(reason)) = Channel::open(&check.program.place, check.patience).await {
            return Err(io::Error::other(reason));
        }
        let mut found = Vec::new();
        // Where it does not even come so far there is no sense in waiting for it again and again.
        let mut reached = Stage::Begun;
        for duty in Duty::all(table.seats()) {
            let mut looked = Looked { duty, finding: Finding::Unseen, transcript: Vec::new() };
            if duty.needs() <= reached {
                let log = Arc::default();
                looked.finding = look(check, duty, &*table, &log).await.unwrap_or_else(|failed_at| {
                    reached = failed_at;
                    Finding::Unseen
                });
                if matches!((duty, &looked.finding), (Duty::Ready | Duty::NewGame, Finding::Broken(_))) {
                    reached = duty.needs();
                }
                looked.transcript = std::mem::take(&mut *log.lock().unwrap_or_else(PoisonError::into_inner));
            }
            tell(&looked);
            found.push(looked);
        }
        Ok(found)
    };
    runtime.block_on(async {
        tokio::select! {
            found = looks => found,
            interrupted = tokio::signal::ctrl_c() => Err(interrupted.err().unwrap_or(io::ErrorKind::Interrupted.into())),
        }
    })
}

type Log = Arc<Mutex<Vec<String>>>;

/// Looks at one duty. The error is the stage that was reached, where that is not far enough.
async fn look(check: &Check, duty: Duty, table: &dyn Table, log: &Log) -> Result<Finding, Stage> {
    let broken = |failed: Failed| Finding::Broken(failed.to_string());
    let met = async {
        let mut channel = Channel::open(&check.program.place, check.patience).await?;
        let heard = Arc::clone(log);
        channel.overhear(Box::new(move |by, line| note(&heard, by, line)));
        Driver::meet(channel, &check.program, check.patience).await
    };
    let mut driver = match met.await {
        Ok(driver) => driver,
        Err(failed) if duty == Duty::Identify => return Ok(broken(failed)),
        Err(_) => return Err(Stage::Started),
    };
    let needs = duty.needs();
    if needs >= Stage::Ready {
        driver.ready().await.map_err(|_| Stage::Met)?;
    }
    let mut generator = stream(check.seed, Purpose::Playthrough);
    let draw = Box::new(move |table: &dyn Table| table.random_step(&mut generator));
    let mut game = Game { check, driver, table: table.boxed_clone(), draw };
    if needs >= Stage::Begun {
        game.begin(check.position.as_deref()).await.map_err(|_| Stage::Ready)?;
    }
    Ok(game.perform(duty).await.unwrap_or_else(|Broken(reason)| Finding::Broken(reason)))
}

/// Keeps a line, shortened, as long as there are not too many.
fn note(log: &Log, by: char, line: &str) {
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
struct Game<'a> {
    check: &'a Check,
    driver: Driver,
    table: Box<dyn Table>,
    draw: Draw,
}

/// A random step, unless the game is over.
type Draw = Box<dyn FnMut(&dyn Table) -> Option<String>>;

/// How a duty is broken.
struct Broken(String);

impl From<Failed> for Broken {
    fn from(failed: Failed) -> Broken {
        Broken(failed.to_string())
    }
}

/// Silence for so long is taken for good.
const SILENCE: Duration = Duration::from_millis(200);

impl Game<'_> {
    async fn perform(&mut self, duty: Duty) -> Result<Finding, Broken> {
        match duty {
            Duty::Identify => self.has_a_name()?,
            Duty::Ready => {
                self.driver.ready().await?;
                self.driver.ready().await?;
            }
            Duty::Options => self.takes_its_options().await?,
            Duty::NewGame => self.begin(self.check.position.as_deref()).await?,
            Duty::Startpos => self.moves_after_steps().await?,
            Duty::Fen => self.moves_at_positions().await?,
            Duty::MoveTime => self.moves_in_time().await?,
            Duty::Depth => self.moves_when_told(Go { depth: Some(2), ..Go::default() }).await?,
            Duty::Nodes => self.moves_when_told(Go { nodes: Some(200), ..Go::default() }).await?,
            Duty::Infinite => self.thinks_until_stop().await?,
            Duty::Listen => self.listens().await?,
            Duty::Once => self.answers_once().await?,
            Duty::Clock => self.keeps_to_its_clock().await?,
            Duty::Play(seat) => self.plays(seat).await?,
            Duty::Queries => return self.answers_queries().await,
            Duty::Unknown => {
                for line in ["", "xyzzy", "  \t ", "quiet please", "Go depth 1"] {
                    self.driver.say(line).await?;
                }
                self.goes_on().await?;
            }
            Duty::Refused => {
                for line in ["position startpos moves xyzzy", "position fen xyzzy", "position"] {
                    self.driver.say(line).await?;
                }
                self.goes_on().await?;
            }
            Duty::Quit => {
                self.driver.send(&ToEngine::Quit).await?;
                self.ends("quit").await?;
            }
            Duty::QuitThinking => {
                self.driver.put(&infinite()).await?;
                self.driver.send(&ToEngine::Quit).await?;
                self.ends("quit").await?;
            }
            Duty::EndOfInput => {
                self.driver.channel().close_input().await;
                self.ends("the end of its input").await?;
            }
        }
        Ok(Finding::Kept)
    }

    fn has_a_name(&self) -> Result<(), Broken> {
        let named = self.driver.greeting().name.as_ref();
        named.map(drop).ok_or_else(|| Broken("there is no line `id name …`".to_owned()))
    }

    /// Sets every option to what it is anyway: nothing else is known to do no harm.
    async fn takes_its_options(&mut self) -> Result<(), Broken> {
        for option in self.driver.greeting().options.clone() {
            let default = match option.kind {
                Kind::Spin { default, .. } => default.map(|number| number.to_string()),
                Kind::Check { default } => default.map(|is_on| is_on.to_string()),
                Kind::String { default } => default.filter(|text| !text.is_empty()),
                Kind::Combo { default, .. } => default,
                Kind::Button => None,
            };
            if let Some(default) = default {
                let line = self.driver.option(&option.name, &default)?;
                self.driver.send(&line).await?;
            }
        }
        Ok(self.driver.ready().await?)
    }

    async fn moves_after_steps(&mut self) -> Result<(), Broken> {
        for steps in [0, 1, 6] {
            self.begin(self.check.position.as_deref()).await?;
            self.walk(steps);
            self.moves(&quick(), self.check.patience).await?;
        }
        Ok(())
    }

    async fn moves_at_positions(&mut self) -> Result<(), Broken> {
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

    async fn moves_in_time(&mut self) -> Result<(), Broken> {
        const TIME: u64 = 100;
        let limit = Duration::from_millis(TIME) + self.check.margin;
        for _ in 0..2 {
            self.moves(&Go { movetime: Some(TIME), ..Go::default() }, limit).await?;
            self.walk(1);
        }
        Ok(())
    }

    async fn moves_when_told(&mut self, go: Go) -> Result<(), Broken> {
        self.moves(&go, self.check.patience).await?;
        self.walk(2);
        self.moves(&go, self.check.patience).await.map(drop)
    }

    async fn thinks_until_stop(&mut self) -> Result<(), Broken> {
        let mut score = None;
        self.driver.put(&infinite()).await?;
        if let Ok(answer) = timeout(SILENCE, self.driver.best(&mut score)).await {
            return Err(Broken(format!("`bestmove {}` came before stop", answer?)));
        }
        self.driver.send(&ToEngine::Stop).await?;
        let margin = self.check.margin;
        let answer = timeout(margin, self.driver.best(&mut score)).await;
        let word = answer.map_err(|_| Broken(format!("no move within {} after stop", in_seconds(margin))))??;
        let step = self.driver.typed(&word)?;
        self.make(&step)
    }

    async fn listens(&mut self) -> Result<(), Broken> {
        self.driver.put(&infinite()).await?;
        Ok(self.driver.ready().await?)
    }

    async fn answers_once(&mut self) -> Result<(), Broken> {
        for _ in 0..2 {
            self.moves(&quick(), self.check.patience).await?;
            let mut again = None;
            self.driver.ready_after(|said| again = again.take().or(Some(said).filter(is_move))).await?;
            let channel = self.driver.channel();
            let later = async {
                while let Some(line) = channel.line().await {
                    again = again.take().or(line.parse().ok().filter(is_move));
                }
            };
            // Who hangs up breaks another duty.
            let _ = timeout(SILENCE, later).await;
            if let Some(again) = again {
                return Err(Broken(format!("`{again}` came when nothing was asked any more")));
            }
            self.walk(1);
        }
        Ok(())
    }

    async fn keeps_to_its_clock(&mut self) -> Result<(), Broken> {
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

    async fn plays(&mut self, own: Seat) -> Result<(), Broken> {
        // A game may go on for ever where two play at random.
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

    /// Asks at every position of a random game, its end included.
    async fn answers_queries(&mut self) -> Result<Finding, Broken> {
        const LONGEST: usize = 100;
        let turns: Vec<Query> = Seat::all(self.table.seats()).map(Query::TurnOf).collect();
        let others = [Query::Turn, Query::GameOver, Query::Result, Query::Points, Query::Legal];
        let mut finding = Finding::Absent;
        for _ in 0..LONGEST {
            self.driver.tell_position().await?;
            for query in turns.iter().chain(&others) {
                let mut answer = None;
                self.driver.send(&ToEngine::Query(*query)).await?;
                self.driver.ready_after(|said| answer = answer.take().or(response(said))).await?;
                if let Some(answer) = answer {
                    finding = Finding::Kept;
                    self.agrees(*query, &answer)?;
                }
            }
            if !self.step_at_random() {
                break;
            }
        }
        Ok(finding)
    }

    /// Is that the answer that the rules give? The order of moves, and how they are spelled, does not matter.
    fn agrees(&self, query: Query, answer: &str) -> Result<(), Broken> {
        let next = self.table.next();
        let outcome = next.outcome();
        let seat = |seat: Seat| format!("p{seat}");
        let expected = match query {
            Query::Turn => match next {
                Next::Move(to_move) => seat(to_move),
                Next::Chance => "chance".to_owned(),
                Next::Over(_) => "none".to_owned(),
            },
            Query::TurnOf(of) => (next.seat() == Some(of)).to_string(),
            Query::GameOver => outcome.is_some().to_string(),
            Query::Result => match outcome.map(|outcome| outcome.verdict) {
                Some(Verdict::Won(winner)) => seat(winner) + "win",
                Some(Verdict::Draw) => "draw".to_owned(),
                Some(Verdict::Scored) => "scored".to_owned(),
                None => "none".to_owned(),
            },
            Query::Points => outcome.map_or_else(
                || "none".to_owned(),
                |outcome| {
                    let points = Seat::all(self.table.seats()).map(|seat| outcome.points(seat).to_string());
                    points.collect::<Vec<_>>().join(" ")
                },
            ),
            Query::Legal => return self.agrees_on_moves(answer),
            Query::Position | Query::Game | Query::Skipped => return Ok(()),
        };
        if answer.trim() == expected {
            return Ok(());
        }
        Err(self.differs(query, answer, &expected))
    }

    fn agrees_on_moves(&self, answer: &str) -> Result<(), Broken> {
        let mut steps = self.table.steps();
        let is_nothing = steps.is_empty() && answer.trim() == "none";
        let mut told = Vec::new();
        for word in answer.split_whitespace().filter(|_| !is_nothing) {
            let step = self.driver.typed(word)?;
            let stepped = self.table.boxed_clone().step(&step).map_err(|refusal| illegal(&step, &refusal))?;
            told.push(stepped.text);
        }
        steps.sort();
        told.sort();
        told.dedup();
        let missing = steps.iter().find(|step| !told.contains(step));
        missing.map_or(Ok(()), |step| Err(self.differs(Query::Legal, "…", &format!("with {step} in it"))))
    }

    fn differs(&self, query: Query, answer: &str, expected: &str) -> Broken {
        Broken(format!("query {query} at {}: `{}`, and not `{expected}`", self.table.position(), answer.trim()))
    }

    /// After something unusual all is as usual.
    async fn goes_on(&mut self) -> Result<(), Broken> {
        self.driver.ready().await?;
        self.walk(2);
        self.moves(&quick(), self.check.patience).await.map(drop)
    }

    async fn ends(&mut self, after: &str) -> Result<(), Broken> {
        let patience = self.check.patience;
        if self.driver.channel().ended(patience).await {
            return Ok(());
        }
        Err(Broken(format!("it is still there {} after {after}", in_seconds(patience))))
    }

    async fn begin(&mut self, start: Option<&str>) -> Result<(), Failed> {
        match start {
            Some(start) => self.table.set_position(start).map_err(|error| Failed::NotItsGame(error.to_string()))?,
            None => self.table.restart(),
        }
        self.driver.new_game(&*self.table, start).await
    }

    /// Lets it move, if it can be: the move is legal, and comes in time. How long it took.
    async fn moves(&mut self, go: &Go, limit: Duration) -> Result<Duration, Broken> {
        if self.table.next().seat().is_none() {
            return Ok(Duration::ZERO);
        }
        let answer = self.driver.choose(go, Some(limit)).await?;
        self.make(&answer.step)?;
        Ok(answer.took)
    }

    /// At least so many random steps, to where a seat is to move; fewer where the game would be over.
    fn walk(&mut self, steps: usize) {
        let mut ahead = self.table.boxed_clone();
        let (mut path, mut good) = (Vec::new(), 0);
        while path.len() < steps || ahead.next() == Next::Chance {
            let Some(step) = (self.draw)(&*ahead) else { break };
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

    /// A random move or roll, unless the game is over.
    fn step_at_random(&mut self) -> bool {
        let Some(step) = (self.draw)(&*self.table) else { return false };
        self.table.step(&step).expect("a random step is legal");
        self.driver.stepped(&step);
        true
    }

    fn make(&mut self, step: &str) -> Result<(), Broken> {
        let stepped = self.table.step(step).map_err(|refusal| illegal(step, &refusal))?;
        self.driver.stepped(&stepped.text);
        Ok(())
    }
}

/// For a move that need not be good.
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

fn illegal(step: &str, reason: &dyn fmt::Display) -> Broken {
    Broken(Foul::Illegal { step: step.to_owned(), reason: reason.to_string() }.to_string())
}
