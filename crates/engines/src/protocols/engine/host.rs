//! An engine at a pair of streams: standard input and output, or a socket.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ludoteca_search::{Found, Watcher};
use ludoteca_system::stop::Stop;

use super::super::language::FromEngine;
use super::{Engine, Task, Thinker, Thought, Work, texts};
use crate::house::{Heard, InTime, Thinking, at_hand, in_thread};

/// Longer lines are left out: a stream without line ends must not fill the memory.
const LONGEST: u64 = 1 << 22;

/// Serves one conversation, to `quit`, to the end of `input`, or until nothing is said to the engine for as long as `idle` while it owes no answer.
/// What is read is read ahead by a thread of its own, so that `stop` is heard while the engine thinks; after `quit` that thread ends with
/// the next line, or when the stream is closed.
///
/// # Errors
/// Where writing fails.
pub fn serve(
    mut engine: Engine,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    idle: Option<Duration>,
) -> io::Result<()> {
    // Lines are heard as soon as they come. While they are not, since somebody does not read the answers, few are kept: they may be long.
    let (sender, events) = mpsc::sync_channel(1);
    let mut thinker = Threads { events: sender.clone(), number: 0, running: None, depths: Depths::default() };
    thread::spawn(move || read_ahead(input, &sender));
    let mut silent_since = Instant::now();
    while !engine.has_quit() {
        let idle = idle.filter(|_| !engine.owes_an_answer());
        let event = match idle {
            Some(idle) => {
                let left = idle.saturating_sub(silent_since.elapsed());
                events.recv_timeout(left).unwrap_or(Event::Silence(idle))
            }
            None => events.recv().unwrap_or(Event::End),
        };
        // What the engine finds while it thinks without end is not what it is told.
        if idle.is_none() || matches!(event, Event::Line(_) | Event::TooLong) {
            silent_since = Instant::now();
        }
        let answers = match event {
            Event::Line(line) => engine.hear(&line, &mut thinker),
            Event::TooLong => vec![FromEngine::say(texts::too_long(LONGEST))],
            Event::Thought(number) if thinker.number == number => engine.thought(&mut thinker),
            Event::Thought(_) | Event::Deeper => Vec::new(),
            Event::End => engine.end(&mut thinker),
            Event::Silence(idle) => {
                let owed = engine.end(&mut thinker);
                owed.into_iter().chain([FromEngine::say(texts::silent(idle))]).collect()
            }
        };
        // After `quit` nothing more is said.
        if engine.has_quit() && answers.is_empty() {
            return Ok(());
        }
        // What the search came to before it was done goes before what it came to.
        let depths = thinker.depths.take();
        let depths = depths.iter().map(|(found, time)| engine.deeper(found, *time));
        let lines: String = depths.chain(answers).map(|line| format!("{line}\n")).collect();
        let written = output.write_all(lines.as_bytes()).and_then(|()| output.flush());
        if written.is_err() {
            // Nobody listens: no thread may go on thinking for them.
            engine.end(&mut thinker);
            return written;
        }
    }
    Ok(())
}

enum Event {
    Line(String),
    TooLong,
    End,
    /// Nothing has happened for so long.
    Silence(Duration),
    /// A search has finished a depth.
    Deeper,
    /// The task with this number is done.
    Thought(u64),
}

fn read_ahead(mut input: impl BufRead, events: &SyncSender<Event>) {
    loop {
        let event = read_line(&mut input).unwrap_or(Event::End);
        let is_end = matches!(event, Event::End);
        // Nobody listens once the conversation is over.
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

fn read_line(input: &mut impl BufRead) -> io::Result<Event> {
    let mut line = Vec::new();
    if input.take(LONGEST).read_until(b'\n', &mut line)? == 0 {
        return Ok(Event::End);
    }
    if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Event::TooLong);
    }
    Ok(Event::Line(String::from_utf8_lossy(&line).into_owned()))
}

/// Thinks in a thread, one task at a time.
struct Threads {
    events: SyncSender<Event>,
    number: u64,
    running: Option<(Thinking, Receiver<Thought>)>,
    depths: Depths,
}

impl Thinker for Threads {
    fn start(&mut self, mut task: Task) {
        let start = Instant::now();
        if let Work::Search(limits) = &mut task.work {
            limits.threads = at_hand(limits.threads);
        }
        self.number += 1;
        let (sender, thought) = mpsc::channel();
        let (events, number, depths) = (self.events.clone(), self.number, self.depths.clone());
        let think = move |watcher: &dyn Watcher| task.perform(&InTime::new(task.time, watcher));
        let tell = move |heard| match heard {
            Heard::Deeper(found) => {
                depths.add(found, start.elapsed());
                // The search does not wait for room: where there is none, something else wakes whoever is to tell it.
                let _ = events.try_send(Event::Deeper);
            }
            Heard::Done(thought) => {
                // Whoever waits for the thought does not wait for the event, which may have to wait for room.
                let _ = sender.send(Thought { time: start.elapsed(), ..thought.unwrap_or_default() });
                let _ = events.send(Event::Thought(number));
            }
        };
        self.running = Some((Thinking::begin(Stop::default(), in_thread, think, tell), thought));
    }

    fn stop(&mut self) -> Thought {
        let Some((thinking, thought)) = self.running.take() else { return Thought::default() };
        thinking.stop();
        thought.recv().unwrap_or_default()
    }
}

/// What a search has come to and nobody has been told yet, with the time. No search looks further than
/// [`MOST_PLIES`](ludoteca_search::MOST_PLIES), so that it has that many lines to say at most, however slowly they are read.
#[derive(Clone, Default)]
struct Depths(Arc<Mutex<Vec<(Found, Duration)>>>);

impl Depths {
    fn add(&self, found: Found, time: Duration) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((found, time));
    }

    fn take(&self) -> Vec<(Found, Duration)> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
