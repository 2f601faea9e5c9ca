//! Everything that the view waits for, in one queue: keys, the mouse, the size of the terminal,
//! signals and searches. While nothing happens, no thread runs.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use crossterm::event::{self, Event};
use ludoteca_search::SearchResult;
use ludoteca_system::signals::{self, TerminalSignal};

/// Something that happened.
#[derive(Debug)]
pub enum TerminalEvent {
    /// A key, the mouse, pasted text or a new size.
    Input(Event),
    Signal(TerminalSignal),
    /// The search with this number is done; `None` if it failed.
    Found(u64, Option<SearchResult>),
    /// Nobody can type any more.
    Closed,
}

/// The queue, and a way to put something into it.
pub struct EventQueue {
    tell: Sender<TerminalEvent>,
    heard: Receiver<TerminalEvent>,
}

impl EventQueue {
    /// An empty queue, to which nothing is added but searches.
    pub fn quiet() -> EventQueue {
        let (tell, heard) = channel();
        EventQueue { tell, heard }
    }

    /// The queue of this terminal.
    ///
    /// # Errors
    /// Where signals cannot be watched.
    pub fn of_terminal() -> io::Result<EventQueue> {
        let events = EventQueue::quiet();
        let tell = events.sender();
        // The receiver is gone when the view has ended.
        signals::watch(move |signal| drop(tell.send(TerminalEvent::Signal(signal))))?;
        let tell = events.sender();
        thread::spawn(move || read_input(&tell));
        Ok(events)
    }

    pub fn sender(&self) -> Sender<TerminalEvent> {
        self.tell.clone()
    }

    /// The next thing that happens; `None` if nothing happens for as long as this.
    pub fn next(&self, within: Option<Duration>) -> Option<TerminalEvent> {
        match within {
            None => self.heard.recv().ok(),
            Some(time) => self.heard.recv_timeout(time).ok(),
        }
    }
}

fn read_input(tell: &Sender<TerminalEvent>) {
    loop {
        // What has been read already is taken first, which a poll without any time would not see.
        // A terminal that has gone has to be noticed before it is read, since reading would never
        // end.
        let is_there = event::poll(Duration::from_millis(1)).is_ok_and(|is_there| is_there);
        let event = if !is_there && signals::is_hung_up(&io::stdin()) {
            TerminalEvent::Closed
        } else {
            event::read().map_or(TerminalEvent::Closed, TerminalEvent::Input)
        };
        let is_last = matches!(event, TerminalEvent::Closed);
        if tell.send(event).is_err() || is_last {
            return;
        }
    }
}
