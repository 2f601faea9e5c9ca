#![doc = include_str!("../README.md")]

mod actions;
mod analysis;
mod app;
pub mod board;
mod dialogs;
mod display;
mod ghost;
mod icon;
mod layout_file;
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
pub use display::{Library, NoWindow};

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

/// Opens the window, or windows, and plays until they are closed.
///
/// # Errors
/// Where no window can be opened.
pub fn open(opening: Opening, manners: Manners) -> Result<(), NoWindow> {
    let _display = match display::check() {
        Ok(display) => display,
        Err(reason) => {
            // Nothing was played: whoever now plays elsewhere may have the file.
            opening.recorder.into_iter().for_each(Recorder::withdraw);
            return Err(reason);
        }
    };
    let options = eframe::NativeOptions { viewport: app::window(texts::PROGRAM), ..Default::default() };
    let create: eframe::AppCreator<'_> = Box::new(move |context| {
        layout_file::keep(&context.egui_ctx);
        Ok(Box::new(Windows::new(&context.egui_ctx, opening, manners)))
    });
    display::guarded(|| eframe::run_native(texts::PROGRAM, options, create))
}
