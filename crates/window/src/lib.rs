#![doc = include_str!("../README.md")]

mod actions;
mod analysis;
mod app;
pub mod board;
mod board_input;
#[cfg(test)]
mod cases;
mod dialogs;
mod display;
mod icon;
mod keystrokes;
mod panels;
mod search_task;
mod session;
mod settings;
mod texts;
mod view;

// This hook is for the tests and lies in their folder. It must be in the program that they start,
// but no other build contains it.
#[cfg(feature = "layout-file")]
#[path = "../tests/hooks/layout_file.rs"]
mod layout_file;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use ludoteca_core::Language;
use ludoteca_play::{Ending, Play};
use ludoteca_system::records::Recorder;

pub use app::Windows;
pub use display::{Library, WindowError};

/// What a window is opened with.
pub struct InitialGame {
    /// The game, at its last step.
    pub play: Play,
    /// Where a recorded game came from. `None` for a new game.
    pub source: Option<RecordSource>,
    /// Records the game while it is played.
    pub recorder: Option<Recorder>,
    /// Returns today's date, for the records of games that begin later.
    pub today: fn() -> String,
}

/// Where a recorded game came from, and how it is shown.
pub struct RecordSource {
    /// The file.
    pub file: PathBuf,
    /// Which game of the file it is, from 1.
    pub number: usize,
    /// How many games the file has.
    pub games: usize,
    /// How the recorded game ended. An interrupted game may still go on.
    pub ending: Option<Ending>,
    /// The step that is shown first.
    pub step: usize,
}

/// Options for windows.
#[derive(Copy, Clone, Debug)]
pub struct WindowOptions {
    /// Is there a window for each seat?
    pub each_seat: bool,
    /// Are moves animated?
    pub animation: bool,
    /// The language in which the windows begin. People can choose another one.
    pub language: Language,
    /// Was that language asked for? Otherwise the one that a person chose last time counts more.
    pub is_language_set: bool,
}

/// Opens the window, or windows, and plays until they are closed.
///
/// # Errors
/// Fails if no window can be opened.
pub fn open(opening: InitialGame, options: WindowOptions) -> Result<(), WindowError> {
    let waiting = Arc::new(Mutex::new(Some(opening)));
    let shown = show(&waiting, options);
    if let Some(opening) = waiting.lock().unwrap_or_else(PoisonError::into_inner).take() {
        // Nothing was played, so the file is removed, and another run can record the game.
        opening.recorder.into_iter().for_each(Recorder::withdraw);
    }
    shown
}

/// Shows windows, and takes the game as soon as there is a window for it.
fn show(
    waiting: &Arc<Mutex<Option<InitialGame>>>,
    options: WindowOptions,
) -> Result<(), WindowError> {
    let _display = display::check()?;
    let settings = settings::SettingsFile::of_person();
    let viewport = app::viewport(texts::PROGRAM, settings.settings().size);
    let native = eframe::NativeOptions { viewport, ..Default::default() };
    let waiting = Arc::clone(waiting);
    let create: eframe::AppCreator<'_> = Box::new(move |context| {
        let opening = waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
        let opening = opening.ok_or("a game is shown once")?;
        let has_dialogs = dialogs::has_system_dialogs();
        let windows = Windows::with(&context.egui_ctx, opening, options, settings, has_dialogs);
        // The hook is installed last, so that it sees all input of the windows.
        #[cfg(feature = "layout-file")]
        layout_file::install(&context.egui_ctx);
        Ok(Box::new(windows))
    });
    display::catch_panics(|| eframe::run_native(texts::PROGRAM, native, create))
}
