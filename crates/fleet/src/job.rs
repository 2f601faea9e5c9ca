//! What goes through NATS, as values. Each of them comes from another process, perhaps of another
//! version: whoever reads it checks it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use crate::nats::is_token;

/// The version of the jobs. It is a part of their subjects, so that programs with other jobs do not
/// see them.
pub const VERSION: u32 = 1;

/// The kinds of work. A worker does those that it was started for.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WorkKind {
    /// Moves of engines in games on servers.
    Moves,
    /// Analyses of games on servers.
    Analyses,
    /// Games of matches and tournaments.
    Games,
    /// Games of engines against themselves, from which evaluations learn.
    SelfPlay,
}

impl WorkKind {
    /// All kinds, in the order in which workers take them.
    pub const ALL: [WorkKind; 4] =
        [WorkKind::Moves, WorkKind::Analyses, WorkKind::Games, WorkKind::SelfPlay];

    /// The name of the kind.
    pub fn name(self) -> &'static str {
        match self {
            WorkKind::Moves => "moves",
            WorkKind::Analyses => "analyses",
            WorkKind::Games => "games",
            WorkKind::SelfPlay => "selfplay",
        }
    }
}

impl fmt::Display for WorkKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no kind of work.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no kind of work; allowed are moves, analyses, games and selfplay")]
pub struct NoWorkKind(String);

impl FromStr for WorkKind {
    type Err = NoWorkKind;

    fn from_str(text: &str) -> Result<WorkKind, NoWorkKind> {
        let kind = WorkKind::ALL.into_iter().find(|kind| kind.name() == text);
        kind.ok_or_else(|| NoWorkKind(text.to_owned()))
    }
}

/// The part of a job of any version by which it can be refused.
#[derive(Clone, Debug, Deserialize)]
pub struct JobHead {
    /// See [`JobRequest::id`].
    pub id: String,
    /// See [`JobRequest::asker`].
    pub asker: String,
}

/// A job of a server: somebody waits for its answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JobRequest {
    /// The id, which the answer repeats.
    pub id: String,
    /// Who waits for the answer: the last part of its subject.
    pub asker: String,
    /// The trace of the request that caused the job, as a `traceparent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
    /// What is to be done.
    pub body: JobBody,
}

/// What is to be done for a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobBody {
    /// An engine chooses a move.
    Move(MoveJob),
    /// A position is evaluated.
    Evaluate(EvaluateJob),
    /// A step is judged.
    Judge(Box<JudgeJob>),
}

impl JobBody {
    /// The kind of work.
    pub fn kind(&self) -> WorkKind {
        match self {
            JobBody::Move(_) => WorkKind::Moves,
            JobBody::Evaluate(_) | JobBody::Judge(_) => WorkKind::Analyses,
        }
    }
}

/// A position of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobPosition {
    /// The game and its options, in one line.
    pub game: String,
    /// The position string.
    pub position: String,
}

/// An engine chooses a move. The answer is a [`MoveAnswer`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveJob {
    /// The position, with a seat to move.
    #[serde(flatten)]
    pub at: JobPosition,
    /// The engine, as players are written: `a5:time=10000ms`.
    pub engine: String,
    /// The seed of the engine's random choices. It is not the seed of the game.
    pub seed: u64,
}

/// The move that an engine has chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveAnswer {
    /// The move as typed.
    pub step: String,
}

/// An engine evaluates a position. The answer is what `ludoteca_analysis` makes of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EvaluateJob {
    /// The position.
    #[serde(flatten)]
    pub at: JobPosition,
    /// The engine.
    pub engine: String,
}

/// An engine judges a step, from the findings of the positions before and after it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JudgeJob {
    /// The positions before and after the step.
    pub positions: [JobPosition; 2],
    /// What was found about them.
    pub findings: [Box<RawValue>; 2],
    /// The step as typed.
    pub step: String,
    /// The engine.
    pub engine: String,
}

/// The answer to a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JobAnswer {
    /// The id of the job.
    pub job: String,
    /// The worker that answers.
    pub worker: String,
    /// What came of it.
    pub outcome: JobOutcome,
}

/// What came of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobOutcome {
    /// It is done, with this result.
    Done(Box<RawValue>),
    /// It cannot be done, for this reason.
    Failed(String),
    /// It is not tried again: it was given out this many times, and no worker has come to its end.
    Poisoned(u64),
}

/// What a worker says of itself each second.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerNotice {
    /// The id of this run of the worker.
    pub worker: String,
    /// Its name.
    pub name: String,
    /// The version of its program.
    pub version: String,
    /// The signature of its search: builds with the same one play the same.
    pub signature: String,
    /// How many jobs it does at once.
    pub cores: usize,
    /// What it does.
    #[serde(deserialize_with = "known_kinds")]
    pub kinds: BTreeSet<WorkKind>,
    /// The programs that it may run, by their names.
    #[serde(default)]
    pub programs: BTreeSet<String>,
    /// How many jobs of each kind it does at the moment, by the names of the kinds.
    #[serde(default)]
    pub running: BTreeMap<String, usize>,
    /// How many jobs it has done since it started.
    #[serde(default)]
    pub done: u64,
    /// How many of its jobs have failed.
    #[serde(default)]
    pub failed: u64,
    /// It ends, and takes no more jobs.
    #[serde(default)]
    pub leaving: bool,
}

/// Reads kinds of work, and leaves out those of later versions.
fn known_kinds<'de, D: Deserializer<'de>>(reader: D) -> Result<BTreeSet<WorkKind>, D::Error> {
    let names = Vec::<String>::deserialize(reader)?;
    Ok(names.iter().filter_map(|name| name.parse().ok()).collect())
}

/// A worker has no more cores and programs than this, whatever it says.
const MOST_CORES: usize = 1024;
const MOST_PROGRAMS: usize = 1000;

/// Is this text as short and plain as names are?
fn is_plain(text: &str) -> bool {
    text.len() <= 128 && !text.chars().any(char::is_control)
}

impl WorkerNotice {
    /// Is this a notice as our workers write them? It is shown to people.
    pub fn is_usable(&self) -> bool {
        is_token(&self.worker)
            && self.cores <= MOST_CORES
            && self.programs.len() <= MOST_PROGRAMS
            && self.running.len() <= 2 * WorkKind::ALL.len()
            && self.running.values().all(|running| *running <= 2 * MOST_CORES)
            && [&self.name, &self.version, &self.signature].into_iter().all(|it| is_plain(it))
            && self.programs.iter().chain(self.running.keys()).all(|it| is_plain(it))
    }

    /// How many jobs of this kind it does at once.
    pub fn slots(&self, kind: WorkKind) -> usize {
        if self.leaving || !self.kinds.contains(&kind) { 0 } else { self.cores }
    }

    /// How many jobs of this kind it does at the moment.
    pub fn running(&self, kind: WorkKind) -> usize {
        self.running.get(kind.name()).copied().unwrap_or_default()
    }

    /// May it join this run?
    pub fn can_join(&self, run: &RunNotice) -> bool {
        self.slots(run.kind) > 0
            && self.signature == run.signature
            && run.programs.is_subset(&self.programs)
    }
}

/// A run: a tournament or self-play, which is cut into chunks. Its coordinator announces it each
/// second.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunNotice {
    /// The id of the run.
    pub run: String,
    /// What is done in it.
    pub kind: WorkKind,
    /// The signature of the search that all its workers must have.
    pub signature: String,
    /// The programs that take part, by their names.
    #[serde(default)]
    pub programs: BTreeSet<String>,
}

impl RunNotice {
    /// Is this a notice as our coordinators write them?
    pub fn is_usable(&self) -> bool {
        is_token(&self.run)
            && matches!(self.kind, WorkKind::Games | WorkKind::SelfPlay)
            && self.programs.len() <= MOST_PROGRAMS
            && self.programs.iter().chain([&self.signature]).all(|it| is_plain(it))
    }
}

/// A part of a run, as it waits in the queue.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chunk {
    /// Its number in the run.
    pub chunk: u64,
    /// What is to be done. Only the coordinator and the handlers of workers know more about it.
    pub body: Box<RawValue>,
}

/// What a worker tells the coordinator of a run. It is sent again until it is acknowledged.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ChunkResult {
    /// The number of the chunk.
    pub chunk: u64,
    /// The name of the worker.
    pub worker_name: String,
    /// What came of it; `None` if the worker ends and hands the chunk back. There may be several
    /// results of a chunk.
    pub outcome: Option<JobOutcome>,
}
