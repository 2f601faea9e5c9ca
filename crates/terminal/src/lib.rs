#![doc = include_str!("../README.md")]

mod board;
mod capabilities;
mod choices;
#[cfg(test)]
mod drawn;
mod entry;
mod events;
mod game;
mod new_game;
mod overlays;
mod page;
mod screen;
mod sowing;
#[cfg(test)]
mod tests;
mod texts;
mod view;

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use crossterm::event::{Event, KeyCode, KeyModifiers};
use ludoteca_core::Language;
use ludoteca_play::{Ending, Play};
use ludoteca_system::kept::{self, Keeper};
use ludoteca_system::records::Recorder;
use ludoteca_system::signals::{self, TerminalSignal};

use crate::capabilities::Capabilities;
use crate::choices::ViewChoices;
use crate::events::{EventQueue, TerminalEvent};
use crate::game::{GameFile, TerminalSession};
use crate::screen::TerminalScreen;
use crate::view::{KeptOffer, Leaving, TerminalView};

/// What the view is opened with.
pub struct TerminalGame {
    /// The game, at its last step.
    pub play: Play,
    /// Where a recorded game is to be watched from: how it ended, and the step to begin at. `None`
    /// for a game that is played.
    pub watched: Option<(Option<Ending>, usize)>,
    /// Records the game while it is played.
    pub recorder: Option<Recorder>,
    /// The kept game that goes on.
    pub resumed: Option<PathBuf>,
    /// Returns today's date, for the records of games that begin later.
    pub today: fn() -> String,
}

/// How the view ended.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct TerminalEnd {
    /// Why.
    pub reason: EndReason,
    /// The title of the unfinished game, and the file in which it is kept.
    pub kept: Option<(&'static str, PathBuf)>,
    /// The language of the view at its end.
    pub language: Language,
}

/// Why the view ended.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum EndReason {
    /// The person has left.
    Left,
    /// Somebody pressed the key for interrupting.
    Interrupted,
    /// The system asked the program to end.
    Terminated,
    /// The terminal has gone.
    HungUp,
}

/// Can the view be shown? Input and output must be a terminal that can place text anywhere on its
/// screen.
pub fn is_possible() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && capabilities().is_some()
}

fn capabilities() -> Option<Capabilities> {
    Capabilities::detect(|name| std::env::var(name).ok())
}

/// Fills the terminal with a game until the person leaves.
///
/// # Errors
/// Where the terminal cannot be set up or written to.
pub fn open(opening: TerminalGame, language: Language) -> io::Result<TerminalEnd> {
    let capabilities = capabilities()
        .ok_or_else(|| io::Error::new(io::ErrorKind::Unsupported, "the terminal is too simple"))?;
    let events = EventQueue::of_terminal()?;
    let folder = kept::folder();
    let is_new = opening.watched.is_none() && opening.resumed.is_none();
    let file = match (opening.recorder, &opening.resumed, &folder) {
        (Some(recorder), ..) => GameFile::Recorded(recorder),
        (None, Some(path), _) => GameFile::Kept(Keeper::resume(path)),
        (None, None, Some(folder)) => GameFile::Kept(Keeper::new(folder.clone())),
        (None, None, None) => GameFile::None,
    };
    let mut game = TerminalSession::new(opening.play, file, language, events.sender());
    let mut browsed = None;
    if let Some((ending, step)) = opening.watched {
        game.watch(ending);
        browsed = Some(step);
    }
    let choices = ViewChoices::remembered(folder.as_deref());
    let mut view = TerminalView::new(game, capabilities, choices, opening.today);
    view.browsed = browsed;
    if is_new && let Some((path, title, steps)) = game::unfinished() {
        view.offer = Some(KeptOffer { path, title, steps });
    }
    let mut screen = TerminalScreen::take()?;
    let shown = run(&mut view, &events, &mut screen);
    drop(screen);
    let title = view.game.play().table().options().info().title;
    let reason = match (view.leaving, shown) {
        (Some(Leaving::Interrupted), _) => EndReason::Interrupted,
        (Some(Leaving::Terminated), _) => EndReason::Terminated,
        (Some(Leaving::HungUp), _) => EndReason::HungUp,
        (Some(Leaving::Left), _) => EndReason::Left,
        (None, Err(error)) => return Err(error),
        (None, Ok(())) => EndReason::Left,
    };
    let kept = view.game.kept_in().map(|path| (title, path.to_owned()));
    Ok(TerminalEnd { reason, kept, language: view.language() })
}

/// What is written on the terminal after the view has ended in the middle of a game, in a line
/// before the command that continues it.
pub fn kept_line(title: &str, language: Language) -> String {
    (texts::texts(language).kept)(title)
}

/// Shows the view until it is left.
fn run(
    view: &mut TerminalView,
    events: &EventQueue,
    screen: &mut TerminalScreen,
) -> io::Result<()> {
    while view.leaving.is_none() {
        let wait = view.advance();
        let (page, cursor) = page::draw(view, TerminalScreen::area());
        screen.show(page, cursor)?;
        let mut event = events.next(wait);
        // What has happened meanwhile is taken in one go, since drawing takes longer.
        let mut at_once = 0;
        while let Some(it) = event {
            take(view, it, screen)?;
            at_once += 1;
            let more = view.leaving.is_none() && at_once < 100;
            event = if more { events.next(Some(std::time::Duration::ZERO)) } else { None };
        }
    }
    Ok(())
}

fn take(
    view: &mut TerminalView,
    event: TerminalEvent,
    screen: &mut TerminalScreen,
) -> io::Result<()> {
    match event {
        TerminalEvent::Input(Event::Key(key))
            if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('z') =>
        {
            screen.pause();
            signals::ask_to_pause();
            if cfg!(not(unix)) {
                screen.resume()?;
            }
        }
        TerminalEvent::Input(Event::Key(key))
            if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('l') =>
        {
            screen.forget();
        }
        TerminalEvent::Input(event) => view.take(event),
        TerminalEvent::Signal(TerminalSignal::Pause) => {
            screen.pause();
            signals::pause();
            screen.resume()?;
        }
        TerminalEvent::Signal(TerminalSignal::Resize) => {}
        TerminalEvent::Signal(TerminalSignal::Interrupt) => {
            view.leaving = Some(Leaving::Interrupted);
        }
        TerminalEvent::Signal(TerminalSignal::Terminate) => {
            view.leaving = Some(Leaving::Terminated);
        }
        TerminalEvent::Signal(TerminalSignal::HangUp) => view.leaving = Some(Leaving::HungUp),
        TerminalEvent::Closed => view.leaving = Some(Leaving::HungUp),
        TerminalEvent::Found(number, found) => view.game.found(number, found),
    }
    Ok(())
}
