//! Where engines think: in threads of this server, or at workers on other machines.
//!
//! The queue of [permits](ThinkQueue) decides whose turn it is, so it is fair wherever engines
//! think. There is a permit for each thread of this server, and there are more if there are
//! workers: enough to keep them busy, and so few that hardly any job waits where nobody takes
//! turns. Whoever has a permit asks the workers first. If there are none, if they have enough to
//! do, or if they do not answer, the server thinks itself, in one of its own threads.

#[cfg(feature = "cluster")]
mod fleet;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ludoteca_analysis::{AnalysedStep, PositionFinding};
use ludoteca_core::Table;
use ludoteca_play::Engine;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep;

use crate::metrics::write_one;
use crate::think_queue::{Requester, ThinkPermit, ThinkQueue};

/// Where engines think for the people of a server.
pub struct Thinking {
    /// How many engines think at once in each line of this server; none if it never thinks itself.
    threads: usize,
    usual: ThinkLine,
    /// The line for engines that need only a moment, so that they do not wait for slower engines.
    quick: ThinkLine,
    /// What has been thought since the start.
    pub counters: ThinkCounters,
    #[cfg(feature = "cluster")]
    fleet: fleet::FleetLink,
}

/// Engines that take turns, and threads of their own.
struct ThinkLine {
    queue: ThinkQueue,
    threads: Arc<Semaphore>,
}

/// How much was thought since the server started, and where.
#[derive(Default)]
pub struct ThinkCounters {
    /// Moves that workers have found.
    pub moves_by_workers: AtomicU64,
    /// Moves that this server has found.
    pub moves_here: AtomicU64,
    /// Parts of analyses that workers have done.
    pub analyses_by_workers: AtomicU64,
    /// Parts of analyses that this server has done.
    pub analyses_here: AtomicU64,
    /// Jobs that workers were asked to do, and that this server did because there was no answer.
    pub fallbacks: AtomicU64,
    /// Jobs that workers could not do, or whose answers were wrong.
    pub failed: AtomicU64,
    /// Jobs that were given up because workers have ended while they did them.
    pub poisoned: AtomicU64,
}

/// What an engine is asked for.
pub enum ThinkJob<'a> {
    /// A move of the seat to move. Its random choices are drawn from the seed.
    Move {
        /// The position.
        table: &'a dyn Table,
        /// The engine.
        engine: &'a Engine,
        /// The seed.
        seed: u64,
    },
    /// The value of a position.
    Evaluation {
        /// The position.
        table: &'a dyn Table,
        /// The engine.
        engine: &'a Engine,
    },
    /// The judgement of a step.
    Judgement {
        /// The positions before and after it.
        tables: [&'a dyn Table; 2],
        /// What was found about them.
        findings: [&'a PositionFinding; 2],
        /// The step.
        step: &'a str,
        /// The engine.
        engine: &'a Engine,
    },
}

/// What workers have to say about a job.
pub enum WorkersAnswer {
    /// A move, as typed. It is legal.
    Move(String),
    /// A finding, which is possible.
    Evaluation(PositionFinding),
    /// A judgement, which is possible.
    Judgement(AnalysedStep),
    /// Nothing: the server has to think itself.
    Nothing,
    /// They could not do it, and this server does not think itself.
    Failed,
    /// The job must not be tried here: this many processes have ended while they did it.
    Poisoned(u64),
}

/// A permit to think, here or elsewhere, until it is dropped.
pub struct ThinkTurn {
    permit: ThinkPermit,
    /// The threads of the server; `None` if engines do not think there.
    threads: Option<Arc<Semaphore>>,
    is_quick: bool,
}

/// A permit to think in a thread of this server, until it is dropped.
pub struct OwnThread {
    _permit: ThinkPermit,
    _thread: Option<OwnedSemaphorePermit>,
}

/// A server that may not think itself asks the workers again after this time.
const ASK_AGAIN: Duration = Duration::from_secs(1);

impl Thinking {
    /// Engines think in this many threads; none if they think only at workers.
    pub fn new(threads: usize) -> Thinking {
        let line = || ThinkLine {
            queue: ThinkQueue::new(threads),
            threads: Arc::new(Semaphore::new(threads)),
        };
        Thinking {
            threads,
            usual: line(),
            quick: line(),
            counters: ThinkCounters::default(),
            #[cfg(feature = "cluster")]
            fleet: fleet::FleetLink::default(),
        }
    }

    /// Waits for a permit for this person. Engines that need only a moment are quick.
    pub async fn turn(&self, requester: &Requester, is_quick: bool) -> ThinkTurn {
        let line = if is_quick { &self.quick } else { &self.usual };
        let permit = line.queue.acquire(requester).await;
        let threads = (self.threads > 0).then(|| Arc::clone(&line.threads));
        ThinkTurn { permit, threads, is_quick }
    }

    /// The number of engines that wait for a permit.
    pub fn waiting(&self) -> usize {
        self.usual.queue.waiting() + self.quick.queue.waiting()
    }

    /// Asks the workers to do a job for somebody whose turn it is. If the future is dropped, they
    /// stop.
    pub async fn ask_workers(
        &self,
        turn: &ThinkTurn,
        job: &ThinkJob<'_>,
        limit: Duration,
    ) -> WorkersAnswer {
        loop {
            match self.ask_once(turn, job, limit).await {
                WorkersAnswer::Nothing | WorkersAnswer::Failed if self.threads > 0 => {
                    return WorkersAnswer::Nothing;
                }
                WorkersAnswer::Nothing => sleep(ASK_AGAIN).await,
                answer => return answer,
            }
        }
    }

    async fn ask_once(
        &self,
        turn: &ThinkTurn,
        job: &ThinkJob<'_>,
        limit: Duration,
    ) -> WorkersAnswer {
        #[cfg(feature = "cluster")]
        return fleet::ask(self, turn.is_quick, job, limit).await;
        #[cfg(not(feature = "cluster"))]
        {
            let _ = (turn.is_quick, job, limit);
            WorkersAnswer::Nothing
        }
    }

    /// What was thought where, and the state of the workers, in the text format of Prometheus.
    pub fn metrics(&self) -> String {
        let it = &self.counters;
        let counters = [
            ("moves_by_workers", "Moves that workers have found.", &it.moves_by_workers),
            ("moves_here", "Moves that engines of this server have found.", &it.moves_here),
            (
                "analyses_by_workers",
                "Parts of analyses that workers have done.",
                &it.analyses_by_workers,
            ),
            ("analyses_here", "Parts of analyses that this server has done.", &it.analyses_here),
            (
                "fallbacks",
                "Jobs that this server did because no worker has answered.",
                &it.fallbacks,
            ),
            ("jobs_failed", "Jobs that workers could not do, or did wrong.", &it.failed),
            (
                "jobs_poisoned",
                "Jobs given up because workers have ended while they did them.",
                &it.poisoned,
            ),
        ];
        let mut text = String::new();
        for (name, about, counter) in counters {
            let name = format!("{name}_total");
            write_one(&mut text, &name, about, "counter", counter.load(Ordering::Relaxed));
        }
        #[cfg(feature = "cluster")]
        self.write_workers(&mut text);
        text
    }

    /// Counts something that this server does itself.
    pub fn count_own(&self, job: &ThinkJob<'_>) {
        count(match job {
            ThinkJob::Move { .. } => &self.counters.moves_here,
            ThinkJob::Evaluation { .. } | ThinkJob::Judgement { .. } => {
                &self.counters.analyses_here
            }
        });
    }
}

impl<'a> ThinkJob<'a> {
    /// The position that the engine thinks about.
    pub fn table(&self) -> &'a dyn Table {
        let (ThinkJob::Move { table, .. }
        | ThinkJob::Evaluation { table, .. }
        | ThinkJob::Judgement { tables: [table, _], .. }) = self;
        *table
    }
}

impl ThinkTurn {
    /// Waits for a thread of this server. If engines do not think there, what is to be done takes
    /// no search, and need not wait.
    pub async fn here(self) -> OwnThread {
        let ThinkTurn { permit, threads, .. } = self;
        let thread = match threads {
            // Nobody closes it.
            Some(threads) => threads.acquire_owned().await.ok(),
            None => None,
        };
        OwnThread { _permit: permit, _thread: thread }
    }
}

/// Counts one more.
fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}
