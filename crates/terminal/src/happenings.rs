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
pub enum Happening {
    /// A key, the mouse, pasted text or a new size.
    Input(Event),
    Signal(TerminalSignal),
    /// The search with this number is done; `None` if it failed.
    Found(u64, Option<SearchResult>),
    /// Nobody can type any more.
    Closed,
}

/// The queue, and a way to put something into it.
pub struct Happenings {
    tell: Sender<Happening>,
    heard: Receiver<Happening>,
}

impl Happenings {
    /// An empty queue, to which nothing is added but searches.
    pub fn quiet() -> Happenings {
        let (tell, heard) = channel();
        Happenings { tell, heard }
    }

    /// The queue of this terminal.
    ///
    /// # Errors
    /// Where signals cannot be watched.
    pub fn of_terminal() -> io::Result<Happenings> {
        let happenings = Happenings::quiet();
        let tell = happenings.sender();
        // The receiver is gone when the view has ended.
        signals::watch(move |signal| drop(tell.send(Happening::Signal(signal))))?;
        let tell = happenings.sender();
        thread::spawn(move || read_input(&tell));
        Ok(happenings)
    }

    pub fn sender(&self) -> Sender<Happening> {
        self.tell.clone()
    }

    /// The next thing that happens; `None` if nothing happens for as long as this.
    pub fn next(&self, within: Option<Duration>) -> Option<Happening> {
        match within {
            None => self.heard.recv().ok(),
            Some(time) => self.heard.recv_timeout(time).ok(),
        }
    }
}

fn read_input(tell: &Sender<Happening>) {
    loop {
        // What has been read already is taken first, which a poll without any time would not see.
        // A terminal that has gone has to be noticed before it is read, since reading would never
        // end.
        let is_there = event::poll(Duration::from_millis(1)).is_ok_and(|is_there| is_there);
        let happening = if !is_there && signals::is_hung_up(&io::stdin()) {
            Happening::Closed
        } else {
            event::read().map_or(Happening::Closed, Happening::Input)
        };
        let is_last = matches!(happening, Happening::Closed);
        if tell.send(happening).is_err() || is_last {
            return;
        }
    }
}
