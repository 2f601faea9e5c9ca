//! Is there a display, and can a window be opened on it? Asked before anything else, so that the
//! answer is one line and not somebody else's panic.

// Where there are several desktops and the program finds its libraries when it runs. Elsewhere they
// belong to the system.
#[cfg(all(unix, not(target_vendor = "apple")))]
mod unix;

use std::any::Any;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ludoteca_core::text::listed;

/// Why there is no window, or none any more.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum WindowError {
    /// Nobody says where windows go.
    #[error("there is no display, neither DISPLAY nor WAYLAND_DISPLAY says where")]
    NoDisplay,
    /// Nobody is there.
    #[error("the display `{display}` cannot be reached ({reason})")]
    Unreachable {
        /// As the system calls it.
        display: String,
        /// In the words of the system.
        reason: String,
    },
    /// What windows are opened with is not there.
    #[error(
        "{} cannot be loaded (Debian: apt install {})",
        listed(.0.iter().map(|library| library.name)),
        .0.iter().map(|library| library.package).collect::<Vec<_>>().join(" ")
    )]
    Missing(Vec<Library>),
    /// There is nothing to draw with.
    #[error("OpenGL does not work here ({0}; Debian: apt install libgl1 libegl1 libgl1-mesa-dri)")]
    NoOpenGl(String),
    /// In the words of whoever opens windows here.
    #[error("no window can be opened ({0})")]
    Failed(String),
    /// A mistake of ours, or of whoever opens windows here.
    #[error("the window broke: {0}")]
    Broken(String),
}

/// A library that is looked for when it is needed.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Library {
    /// Its usual name.
    pub name: &'static str,
    /// What to install.
    pub package: &'static str,
}

/// A display that answers. To be kept while windows are opened: there are servers that begin anew
/// when their last client goes.
pub struct Display {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    _server: Option<unix::DisplayConnection>,
}

/// Is there all that it takes to open a window?
///
/// # Errors
/// Says what is missing.
pub fn check() -> Result<Display, WindowError> {
    Ok(Display {
        #[cfg(all(unix, not(target_vendor = "apple")))]
        _server: unix::check(|name| std::env::var(name).ok())?,
    })
}

/// Runs what opens and shows windows. A panic in it ends it as an error does, and is told in one
/// line.
///
/// # Errors
/// Where no window can be opened, and where it breaks.
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
            // Whoever thinks for a player is not ours to silence.
            others(panic);
        }
    }));
    // Nothing that it has used is used again.
    let ran = panic::catch_unwind(AssertUnwindSafe(run));
    panic::set_hook(Box::new(move |panic| usual(panic)));
    match ran {
        Ok(ran) => ran.map_err(|error| refused(&error)),
        Err(payload) => {
            let place =
                place.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
            Err(WindowError::Broken(format!("{} ({place})", message(&*payload))))
        }
    }
}

fn refused(error: &eframe::Error) -> WindowError {
    use eframe::Error::{Glutin, NoGlutinConfigs, OpenGL};
    // The last clause is the reason. What comes before it are names and files of the libraries that
    // it went through.
    let text = error.to_string();
    let reason = text.rsplit(": ").next().unwrap_or_default().to_owned();
    match error {
        Glutin(_) | NoGlutinConfigs(..) | OpenGL(_) => WindowError::NoOpenGl(reason),
        _ => WindowError::Failed(reason),
    }
}

fn message(payload: &(dyn Any + Send)) -> &str {
    match payload.downcast_ref::<String>() {
        Some(message) => message,
        None => payload.downcast_ref::<&str>().copied().unwrap_or("it does not say why"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_wrong_is_told() {
        assert_eq!(catch_panics(|| Ok(())), Ok(()));
        let refused = catch_panics(|| Err(eframe::Error::AppCreation("no more colours".into())));
        assert_eq!(refused, Err(WindowError::Failed("no more colours".to_owned())));
        for (ran, said) in [
            (catch_panics(|| panic!("a board without {}", "cells")), "a board without cells"),
            (catch_panics(|| panic!("nobody plays")), "nobody plays"),
            (catch_panics(|| panic::panic_any(7)), "it does not say why"),
        ] {
            let Err(WindowError::Broken(line)) = ran else { panic!("{said} is no success") };
            assert!(
                line.starts_with(&format!("{said} (")) && line.contains("display.rs:"),
                "{line}"
            );
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
