//! What the server tells those who look after it: a line for each request, and whatever goes wrong.

use std::io::stderr;

use tracing_subscriber::fmt;

/// What a log looks like.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum LogForm {
    /// For people.
    Text,
    /// A JSON object a line.
    Json,
    /// Nothing is told.
    None,
}

/// From now on the process writes its log to standard error.
pub fn init_logging(form: LogForm) {
    let lines = fmt().with_writer(stderr).with_target(false).with_max_level(tracing::Level::INFO);
    // Where somebody listens already, they go on.
    let _ = match form {
        LogForm::Text => lines.with_ansi(false).try_init(),
        LogForm::Json => lines.json().flatten_event(true).try_init(),
        LogForm::None => Ok(()),
    };
}
