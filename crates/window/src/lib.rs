#![doc = include_str!("../README.md")]

mod actions;
mod analysis;
mod app;
mod board;
mod dialogs;
mod ghost;
mod panels;
mod playing;
mod selection;
mod session;
mod texts;
mod thought;
mod view;

use ludoteca_arena::records::Recorder;
use ludoteca_play::{Ending, Play};

pub use app::Windows;

/// What a window is opened with.
pub struct Opening {
    /// The game, at its last step.
    pub play: Play,
    /// How a recorded game ended, even if that was only for the time being.
    pub ending: Option<Ending>,
    /// A recorded game is shown from this step on; a new one is played.
    pub watch: Option<usize>,
    /// Writes the game down while it is played.
    pub recorder: Option<Recorder>,
}

/// How windows are to be.
#[derive(Copy, Clone, Debug)]
pub struct Manners {
    /// One for each seat.
    pub each_seat: bool,
    /// Moves are seen on their way.
    pub animation: bool,
}

/// Why no window opens.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum NoWindow {
    /// In the words of whoever opens windows here.
    #[error("{0}")]
    Failed(String),
}

/// Opens the window, or windows, and plays until they are closed.
///
/// # Errors
/// Where no window can be opened.
pub fn open(opening: Opening, manners: Manners) -> Result<(), NoWindow> {
    let options = eframe::NativeOptions { viewport: app::window(texts::PROGRAM), ..Default::default() };
    let create: eframe::AppCreator<'_> =
        Box::new(move |context| Ok(Box::new(Windows::new(&context.egui_ctx, opening, manners))));
    eframe::run_native(texts::PROGRAM, options, create).map_err(|error| NoWindow::Failed(error.to_string()))
}
