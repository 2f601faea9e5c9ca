//! The log for the people who run the server: one line for each request and each command over a
//! socket, what other servers have caused, and all errors. Lines that belong together have the same
//! [trace](crate::trace).

use std::io::stderr;

use tracing::Level;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

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
    let lines = fmt().with_writer(stderr).with_target(false).with_max_level(Level::INFO);
    // The client of NATS logs each attempt to connect. What matters of that is logged elsewhere.
    let levels =
        Targets::new().with_default(Level::INFO).with_target("async_nats", LevelFilter::OFF);
    // If a subscriber is installed already, it stays.
    let _ = match form {
        LogForm::Text => lines.with_ansi(false).finish().with(levels).try_init(),
        LogForm::Json => {
            let lines = lines.json().flatten_event(true).with_span_list(false);
            lines.finish().with(levels).try_init()
        }
        LogForm::None => Ok(()),
    };
}
