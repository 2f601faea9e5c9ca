//! Checks whether there is a display on which a window can be opened. This is checked first, so
//! that the answer is one line instead of a panic in a library.

// This module is for systems that have several kinds of desktops and load their libraries at run
// time. Elsewhere the libraries belong to the system.
#[cfg(all(unix, not(target_vendor = "apple")))]
mod unix;

use std::any::Any;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Why no window can be opened, or why an open one broke.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum WindowError {
    /// No environment variable says where windows are to be shown.
    NoDisplay,
    /// Nothing answers at the display.
    Unreachable {
        /// The name of the display, as the system writes it.
        display: String,
        /// The reason, in the words of the system.
        reason: String,
    },
    /// A library that opens windows is missing.
    Missing(Vec<Library>),
    /// A library for drawing is missing.
    NoOpenGl(String),
    /// The window library cannot open a window, for this reason in its own words.
    Failed(String),
    /// The window broke because of a mistake in this program or in the window library.
    Broken {
        /// The reason, if it was said.
        reason: Option<String>,
        /// The file and line where it broke.
        place: String,
    },
}

/// A library that is loaded only when it is needed.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Library {
    /// The usual name of the library.
    pub name: &'static str,
    /// The package to install.
    pub package: &'static str,
}

/// An open connection to a display. Keep it while windows are opened, since some servers start anew
/// when their last client leaves.
pub struct Display {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    _server: Option<unix::DisplayConnection>,
}

/// Checks whether everything that a window needs is there.
///
/// # Errors
/// Says what is missing.
pub fn check() -> Result<Display, WindowError> {
    Ok(Display {
        #[cfg(all(unix, not(target_vendor = "apple")))]
        _server: unix::check(|name| std::env::var(name).ok())?,
    })
}

/// Runs a function that opens and shows windows. A panic in it is reported in one line, like an
/// error.
///
/// # Errors
/// Fails if no window can be opened, or if the window breaks.
pub fn catch_panics(run: impl FnOnce() -> eframe::Result) -> Result<(), WindowError> {
    let place = Arc::new(Mutex::new(None));
    let (kept, here) = (Arc::clone(&place), thread::current().id());
    let usual: Arc<dyn Fn(&PanicHookInfo<'_>) + Send + Sync> = panic::take_hook().into();
    let others = Arc::clone(&usual);
    panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == here {
            *kept.lock().unwrap_or_else(PoisonError::into_inner) =
                panic.location().map(ToString::to_string);
        } else {
            // A panic in another thread, such as that of an engine, goes to the previous hook.
            others(panic);
        }
    }));
    // After a panic, nothing that the function has used is used again.
    let ran = panic::catch_unwind(AssertUnwindSafe(run));
    panic::set_hook(Box::new(move |panic| usual(panic)));
    match ran {
        Ok(ran) => ran.map_err(|error| refused(&error)),
        Err(payload) => {
            let place =
                place.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
            Err(WindowError::Broken { reason: message(&*payload), place })
        }
    }
}

fn refused(error: &eframe::Error) -> WindowError {
    use eframe::Error::{Glutin, NoGlutinConfigs, OpenGL};
    // The last clause is the reason. It follows the names and files of the libraries that passed
    // the error on.
    let text = error.to_string();
    let reason = text.rsplit(": ").next().unwrap_or_default().to_owned();
    match error {
        Glutin(_) | NoGlutinConfigs(..) | OpenGL(_) => WindowError::NoOpenGl(reason),
        _ => WindowError::Failed(reason),
    }
}

fn message(payload: &(dyn Any + Send)) -> Option<String> {
    let whole = || payload.downcast_ref::<String>().cloned();
    let fixed = || payload.downcast_ref::<&str>().map(|message| (*message).to_owned());
    whole().or_else(fixed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_panics_are_reported() {
        assert_eq!(catch_panics(|| Ok(())), Ok(()));
        let refused = catch_panics(|| Err(eframe::Error::AppCreation("no more colours".into())));
        assert_eq!(refused, Err(WindowError::Failed("no more colours".to_owned())));
        for (ran, said) in [
            (catch_panics(|| panic!("a board without {}", "cells")), Some("a board without cells")),
            (catch_panics(|| panic!("nobody plays")), Some("nobody plays")),
            (catch_panics(|| panic::panic_any(7)), None),
        ] {
            let Err(WindowError::Broken { reason, place }) = ran else {
                panic!("{said:?} is no success")
            };
            assert_eq!(reason.as_deref(), said);
            assert!(place.contains("display.rs:"), "{place}");
        }
    }

    #[test]
    fn missing_libraries_come_with_their_packages() {
        let [one, two] = [("libXi", "libxi6"), ("libXcursor", "libxcursor1")]
            .map(|(name, package)| Library { name, package });
        for (missing, line) in [
            (vec![one], "libXi cannot be loaded (Debian: apt install libxi6)"),
            (
                vec![one, two],
                "libXi and libXcursor cannot be loaded (Debian: apt install libxi6 libxcursor1)",
            ),
        ] {
            assert_eq!(WindowError::Missing(missing).to_string(), line);
        }
    }
}
