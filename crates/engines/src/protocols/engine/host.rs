//! An engine at a pair of streams: standard input and output, or a socket.

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

/// Longer lines are left out: a stream without line ends must not fill the memory.
const LONGEST: u64 = 1 << 22;

/// Serves one conversation, to `quit`, to the end of `input`, or until nothing is said to the
/// engine for as long as `idle` while it owes no answer. What is read is read ahead by a thread of
/// its own, so that `stop` is heard while the engine thinks; after `quit` that thread ends with the
/// next line, or when the stream is closed.
///
/// # Errors
/// Where writing fails.
pub fn serve(
    mut engine: EngineSession,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    idle: Option<Duration>,
) -> io::Result<()> {
    // Lines are heard as soon as they come. While they are not, since somebody does not read the
    // answers, few are kept: they may be long.
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
        // What the engine finds while it thinks without end is not what it is told.
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
        // After `quit` nothing more is said.
        if engine.has_quit() && answers.is_empty() {
            return Ok(());
        }
        // What the search came to before it was done goes before what it came to.
        let depths = thinker.depths.take();
        let depths = depths.iter().map(|(found, time)| engine.search_info(found, *time));
        let lines: String = depths.chain(answers).map(|line| format!("{line}\n")).collect();
        let written = output.write_all(lines.as_bytes()).and_then(|()| output.flush());
        if written.is_err() {
            // Nobody listens: no thread may go on thinking for them.
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
    /// Nothing has happened for so long.
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
        // Nobody listens once the conversation is over.
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

/// Thinks in a thread, one task at a time.
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
                // The search does not wait for room: where there is none, something else wakes
                // whoever is to tell it.
                let _ = events.try_send(SessionEvent::DepthDone);
            }
            SearchUpdate::Done(thought) => {
                // Whoever waits for the thought does not wait for the event, which may have to wait
                // for room.
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

/// What a search has come to and nobody has been told yet, with the time. No search looks further
/// than [`MOST_PLIES`](ludoteca_search::MOST_PLIES), so that it has that many lines to say at most,
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
