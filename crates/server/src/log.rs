//! The log for the people who run the server: one line for each request, and all errors.

use std::io::stderr;

use tracing_subscriber::fmt;

/// The form of the log.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum LogForm {
    /// Text for people.
    Text,
    /// One JSON object a line.
    Json,
    /// No log.
    None,
}

/// Makes the process write its log to standard error from now on.
pub fn init_logging(form: LogForm) {
    let lines = fmt().with_writer(stderr).with_target(false).with_max_level(tracing::Level::INFO);
    // If a subscriber is installed already, it stays.
    let _ = match form {
        LogForm::Text => lines.with_ansi(false).try_init(),
        LogForm::Json => lines.json().flatten_event(true).try_init(),
        LogForm::None => Ok(()),
    };
}
