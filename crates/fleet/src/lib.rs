#![doc = include_str!("../README.md")]

mod asking;
mod connection;
pub mod job;
pub mod nats;
mod queue;
mod run;
mod thinking;
mod worker;

pub use asking::{AskError, Fleet, snapshot};
pub use connection::FleetError;
pub use queue::QueueStatus;
pub use run::{Coordinator, Receipt, RunEvent};
pub use worker::{ResultSink, RunFuture, RunHandler, RunWork, WorkerSettings, WorkerSummary, work};
