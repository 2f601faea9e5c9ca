#![doc = include_str!("../README.md")]

mod background;
mod clock;
mod deed;
mod erasure;
mod fact;
mod fair;
mod fault;
mod hall;
mod http;
mod ids;
mod log;
mod metrics;
mod names;
mod permits;
mod programs;
mod server;
mod settings;
mod shares;
#[cfg(test)]
mod simulator;
mod sitting;
mod socket;
mod store;
mod texts;
mod thinkers;
mod view;

pub use hall::Pruned;
pub use hall::{Brain, ThinkTask, Thought};
pub use log::{LogForm, log};
pub use server::{DataError, Server, StartError, back_up, delete_player, prune};
pub use settings::{Limits, Settings};
pub use store::StoreError;
pub use thinkers::Leave;
