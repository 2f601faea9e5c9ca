//! Progress bars on a terminal. They are shown nowhere else.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for `steps` pieces of work. It hides itself if standard error is no terminal.
pub fn bar(steps: u64, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len} {eta}")
        .expect("the template is well-formed");
    ProgressBar::new(steps).with_style(style).with_message(what.to_owned())
}

/// A bar for `steps` pieces of work, with a table of many lines above it. It hides itself if
/// standard error is no terminal.
pub fn table(steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg}[{bar:40}] {pos}/{len} {eta}")
        .expect("the template is well-formed");
    ProgressBar::new(steps).with_style(style)
}

/// A line that stays until it is cleared. It hides itself if standard error is no terminal.
pub fn line(text: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg}").expect("the template is well-formed");
    let line = ProgressBar::new_spinner().with_style(style).with_message(text.to_owned());
    line.tick();
    line
}
