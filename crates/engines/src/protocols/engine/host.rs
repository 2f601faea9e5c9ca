//! Runs an engine over a pair of streams: standard input and output, or a socket.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ludoteca_search::{SearchResult, Watcher};
use ludoteca_system::stop::Stop;

use super::super::messages::FromEngine;
use super::{EngineSession, EngineTask, TaskKind, TaskResult, Thinker, texts};
use crate::house::{EngineThread, SearchUpdate, TimeLimited, capped_threads, spawn_thread};

/// Longer lines are skipped, so that a stream without line ends cannot fill the memory.
const LONGEST: u64 = 1 << 22;

/// Serves one conversation until `quit`, the end of `input`, or an idle timeout: the engine was
/// sent nothing for as long as `idle` while it owed no answer. A separate thread reads the input
/// ahead, so that `stop` is noticed while the engine thinks. After `quit` that thread ends with the
/// next line, or when the stream is closed.
///
/// # Errors
/// When writing fails.
pub fn serve(
    mut engine: EngineSession,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    idle: Option<Duration>,
) -> io::Result<()> {
    // Lines are handled as soon as they come. While that is impossible, because the other side does
    // not read the answers, only a few lines are kept: they may be long.
    let (sender, events) = mpsc::sync_channel(1);
    let mut thinker = ThreadThinker {
        events: sender.clone(),
        number: 0,
        running: None,
        depths: Depths::default(),
    };
    thread::spawn(move || read_ahead(input, &sender));
    let mut silent_since = Instant::now();
    while !engine.has_quit() {
        let idle = idle.filter(|_| !engine.owes_answer());
        let event = match idle {
            Some(idle) => {
                let left = idle.saturating_sub(silent_since.elapsed());
                events.recv_timeout(left).unwrap_or(SessionEvent::Silence(idle))
            }
            None => events.recv().unwrap_or(SessionEvent::End),
        };
        // Only input resets the idle time: the reports of an infinite search do not.
        if idle.is_none() || matches!(event, SessionEvent::Line(_) | SessionEvent::TooLong) {
            silent_since = Instant::now();
        }
        let answers = match event {
            SessionEvent::Line(line) => engine.handle_line(&line, &mut thinker),
            SessionEvent::TooLong => vec![FromEngine::info_string(texts::too_long(LONGEST))],
            SessionEvent::TaskDone(number) if thinker.number == number => {
                engine.task_done(&mut thinker)
            }
            SessionEvent::TaskDone(_) | SessionEvent::DepthDone => Vec::new(),
            SessionEvent::End => engine.finish(&mut thinker),
            SessionEvent::Silence(idle) => {
                let owed = engine.finish(&mut thinker);
                owed.into_iter().chain([FromEngine::info_string(texts::silent(idle))]).collect()
            }
        };
        // Nothing more is written after `quit`.
        if engine.has_quit() && answers.is_empty() {
            return Ok(());
        }
        // The results of the earlier depths go before the final answer.
        let depths = thinker.depths.take();
        let depths = depths.iter().map(|(found, time)| engine.search_info(found, *time));
        let lines: String = depths.chain(answers).map(|line| format!("{line}\n")).collect();
        let written = output.write_all(lines.as_bytes()).and_then(|()| output.flush());
        if written.is_err() {
            // The other side no longer listens, so the search is stopped.
            engine.finish(&mut thinker);
            return written;
        }
    }
    Ok(())
}

enum SessionEvent {
    Line(String),
    TooLong,
    End,
    /// Nothing has happened for this long.
    Silence(Duration),
    /// A search has finished a depth.
    DepthDone,
    /// The task with this number is done.
    TaskDone(u64),
}

fn read_ahead(mut input: impl BufRead, events: &SyncSender<SessionEvent>) {
    loop {
        let event = read_line(&mut input).unwrap_or(SessionEvent::End);
        let is_end = matches!(event, SessionEvent::End);
        // The receiver is gone once the conversation is over.
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

fn read_line(input: &mut impl BufRead) -> io::Result<SessionEvent> {
    let mut line = Vec::new();
    if input.take(LONGEST).read_until(b'\n', &mut line)? == 0 {
        return Ok(SessionEvent::End);
    }
    if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(SessionEvent::TooLong);
    }
    Ok(SessionEvent::Line(String::from_utf8_lossy(&line).into_owned()))
}

/// A thinker that uses a thread, one task at a time.
struct ThreadThinker {
    events: SyncSender<SessionEvent>,
    number: u64,
    running: Option<(EngineThread, Receiver<TaskResult>)>,
    depths: Depths,
}

impl Thinker for ThreadThinker {
    fn start(&mut self, mut task: EngineTask) {
        let start = Instant::now();
        if let TaskKind::Search(limits) = &mut task.kind {
            limits.threads = capped_threads(limits.threads);
        }
        self.number += 1;
        let (sender, thought) = mpsc::channel();
        let (events, number, depths) = (self.events.clone(), self.number, self.depths.clone());
        let think =
            move |watcher: &dyn Watcher| task.perform(&TimeLimited::new(task.time, watcher));
        let tell = move |heard| match heard {
            SearchUpdate::Deeper(found) => {
                depths.add(found, start.elapsed());
                // The search does not wait for room in the channel. If there is none, another event
                // wakes the main loop.
                let _ = events.try_send(SessionEvent::DepthDone);
            }
            SearchUpdate::Done(thought) => {
                // The result is sent before the event, which may have to wait for room in the
                // channel.
                let _ = sender
                    .send(TaskResult { time: start.elapsed(), ..thought.unwrap_or_default() });
                let _ = events.send(SessionEvent::TaskDone(number));
            }
        };
        self.running =
            Some((EngineThread::start(Stop::default(), spawn_thread, think, tell), thought));
    }

    fn stop(&mut self) -> TaskResult {
        let Some((thinking, thought)) = self.running.take() else { return TaskResult::default() };
        thinking.stop();
        thought.recv().unwrap_or_default()
    }
}

/// The results of a search that have not been reported yet, with their times. No search goes deeper
/// than [`MOST_PLIES`](ludoteca_search::MOST_PLIES), so there are at most that many reports,
/// however slowly they are read.
#[derive(Clone, Default)]
struct Depths(Arc<Mutex<Vec<(SearchResult, Duration)>>>);

impl Depths {
    fn add(&self, found: SearchResult, time: Duration) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((found, time));
    }

    fn take(&self) -> Vec<(SearchResult, Duration)> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
