//! Machines on which no window can be opened: one line says why and how to play otherwise, and the
//! exit code is 1.

use crate::external::{Ran, files, finish, program};

const OTHERWISE: &str = "; play with -v console, or in a browser with `ludoteca serve`\n";

/// Runs a command line with these variables and no others about displays.
fn without_window(line: &str, variables: &[(&str, &str)]) -> Ran {
    let mut command = program(line);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_RUNTIME_DIR"] {
        command.env_remove(name);
    }
    finish(command.envs(variables.iter().copied()))
}

#[track_caller]
fn is_one_line(ran: &Ran, reasons: &[&str]) {
    let reason =
        ran.err.strip_prefix("error: -v window: ").and_then(|line| line.strip_suffix(OTHERWISE));
    let reason = reason.unwrap_or_else(|| panic!("{}", ran.err));
    assert!(
        reasons.iter().any(|wanted| reason.starts_with(wanted)) && !reason.contains('\n'),
        "{reason}"
    );
    assert_eq!((ran.out.as_str(), ran.code), ("", Some(1)), "{reason}");
}

#[cfg(not(feature = "window"))]
#[test]
fn without_windows_built_in() {
    for line in ["-v window", "--view window -m", "-v window --no-animation -g dawn -p A:r,B"] {
        is_one_line(&without_window(line, &[]), &["this program was built without windows"]);
    }
}

#[cfg(all(feature = "window", target_os = "linux"))]
#[test]
fn without_a_display() {
    let none = "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set";
    for line in
        ["-v window", "--view window -m", "-v window --auto --no-animation -g dawn -p A:r,B"]
    {
        is_one_line(&without_window(line, &[]), &[none]);
    }
    is_one_line(&without_window("-v window", &[("DISPLAY", ""), ("WAYLAND_DISPLAY", "")]), &[none]);
    // On a machine without the libraries, that is reported first.
    for (variables, reason) in [
        (&[("DISPLAY", ":987")][..], "the display `:987` cannot be reached ("),
        (&[("DISPLAY", "nonsense")], "the display `nonsense` cannot be reached ("),
        (
            &[("WAYLAND_DISPLAY", "none"), ("XDG_RUNTIME_DIR", "/nonexistent")],
            "the display `none` cannot be reached (",
        ),
        (
            &[("WAYLAND_DISPLAY", "none"), ("DISPLAY", ":987")],
            "the display `none` cannot be reached (XDG_RUNTIME_DIR ",
        ),
    ] {
        is_one_line(&without_window("-v window", variables), &[reason, "lib"]);
    }
}

/// Libraries that cannot be loaded are reported all at once, with what to install.
#[cfg(all(feature = "window", target_os = "linux"))]
#[test]
fn without_libraries() {
    let folder = tempfile::tempdir().unwrap();
    for name in
        ["libxkbcommon.so.0", "libxkbcommon.so", "libxkbcommon-x11.so.0", "libxkbcommon-x11.so"]
    {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    let libraries = ("LD_LIBRARY_PATH", folder.path().to_str().unwrap());
    for (display, wanted) in [
        (
            ("DISPLAY", ":987"),
            [
                "libxkbcommon and libxkbcommon-x11 cannot be loaded",
                " libxkbcommon0 libxkbcommon-x11-0)",
            ],
        ),
        (("WAYLAND_DISPLAY", "none"), ["libxkbcommon cannot be loaded", " libxkbcommon0)"]),
    ] {
        let ran = without_window("-v window", &[display, libraries]);
        is_one_line(&ran, &["lib"]);
        assert!(wanted.iter().all(|wanted| ran.err.contains(wanted)), "{}", ran.err);
    }
}

/// If no window opens, the record file is released, so that the game can be played elsewhere.
#[test]
fn no_empty_record_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game");
    is_one_line(&without_window(&format!("-v window --record '{}'", file.display()), &[]), &["th"]);
    assert_eq!(files(folder.path()), [""; 0]);
}
