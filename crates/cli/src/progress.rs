//! A progress bar on a terminal, and none elsewhere.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for `steps` pieces of work; it hides itself where standard error is no terminal.
pub fn bar(steps: u64, what: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len} {eta}").expect("the template is well-formed");
    ProgressBar::new(steps).with_style(style).with_message(what.to_owned())
}
