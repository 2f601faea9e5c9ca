//! Displays of X and Wayland. The choice between them, and what each of them needs, is the same as
//! in `winit`.

use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use x11_dl::xcursor::Xcursor;
use x11_dl::xinput2::XInput2;
use x11_dl::xlib::Xlib;
use x11_dl::xlib_xcb::Xlib_xcb;

use super::{Library, WindowError};

/// A connection to an X server.
pub(super) type DisplayConnection = x11rb::rust_connection::RustConnection;

/// Checks whether everything that a window needs is there, in an environment.
pub(super) fn check(
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Option<DisplayConnection>, WindowError> {
    let said = |name: &str| variable(name).filter(|value| !value.is_empty());
    if said("WAYLAND_SOCKET").is_some() {
        // The connection was opened for us and can be used only once, so it is not tried here.
        are_there(OF_WAYLAND)?;
        Ok(None)
    } else if let Some(display) = said("WAYLAND_DISPLAY") {
        are_there(OF_WAYLAND)?;
        reach_wayland(&display, said("XDG_RUNTIME_DIR"))?;
        Ok(None)
    } else if let Some(display) = said("DISPLAY") {
        are_there(OF_X)?;
        reach_x(display).map(Some)
    } else {
        Err(WindowError::NoDisplay)
    }
}

/// A library, and a function that says whether it can be loaded.
type Needed = (Library, fn() -> bool);

const OF_X: &[Needed] = &[
    (Library { name: "libX11", package: "libx11-6" }, || Xlib::open().is_ok()),
    (Library { name: "libX11-xcb", package: "libx11-xcb1" }, || Xlib_xcb::open().is_ok()),
    (Library { name: "libXcursor", package: "libxcursor1" }, || Xcursor::open().is_ok()),
    (Library { name: "libXi", package: "libxi6" }, || XInput2::open().is_ok()),
    KEYBOARD,
    (Library { name: "libxkbcommon-x11", package: "libxkbcommon-x11-0" }, || {
        xkbcommon_dl::x11::xkbcommon_x11_option().is_some()
    }),
];

const OF_WAYLAND: &[Needed] = &[
    (
        Library { name: "libwayland-client", package: "libwayland-client0" },
        wayland_sys::client::is_lib_available,
    ),
    (
        Library { name: "libwayland-egl", package: "libwayland-egl1" },
        wayland_sys::egl::is_lib_available,
    ),
    KEYBOARD,
];

const KEYBOARD: Needed = (Library { name: "libxkbcommon", package: "libxkbcommon0" }, || {
    xkbcommon_dl::xkbcommon_option().is_some()
});

fn are_there(needed: &[Needed]) -> Result<(), WindowError> {
    let missing: Vec<Library> =
        needed.iter().filter(|(_, is_there)| !is_there()).map(|(library, _)| *library).collect();
    if missing.is_empty() { Ok(()) } else { Err(WindowError::Missing(missing)) }
}

fn reach_x(display: String) -> Result<DisplayConnection, WindowError> {
    let reached = x11rb::connect(Some(&display)).map(|(server, _)| server);
    reached.map_err(|error| WindowError::Unreachable { display, reason: error.to_string() })
}

fn reach_wayland(display: &str, folder: Option<String>) -> Result<(), WindowError> {
    let unreachable =
        |reason: String| WindowError::Unreachable { display: display.to_owned(), reason };
    let folder = if Path::new(display).is_absolute() { Some(String::new()) } else { folder };
    let folder = folder.ok_or_else(|| unreachable("XDG_RUNTIME_DIR is not set".to_owned()))?;
    UnixStream::connect(PathBuf::from(folder).join(display))
        .map(|_| ())
        .map_err(|error| unreachable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_display_there_is_no_window() {
        for said in [None, Some(String::new())] {
            assert!(matches!(check(|_| said.clone()), Err(WindowError::NoDisplay)));
        }
    }

    #[test]
    fn displays_that_nobody_answers_at_are_named() {
        for (display, folder, reason) in [
            ("wayland-9", None, "XDG_RUNTIME_DIR is not set"),
            ("wayland-9", Some("/nonexistent"), "No such file or directory"),
            ("/nonexistent/wayland-9", None, "No such file or directory"),
        ] {
            let reached = reach_wayland(display, folder.map(str::to_owned));
            let Err(WindowError::Unreachable { display: named, reason: said }) = reached else {
                panic!("{reached:?}")
            };
            assert!(named == display && said.starts_with(reason), "{named}: {said}");
        }
        for display in [":987", "nonsense"] {
            let reached = reach_x(display.to_owned()).map(|_| ());
            assert!(
                matches!(&reached, Err(WindowError::Unreachable { display: named, .. }) if named == display),
                "{reached:?}"
            );
        }
    }
}
