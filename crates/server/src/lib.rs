#![doc = include_str!("../README.md")]

mod background;
mod clock;
mod commands;
mod error;
mod events;
mod fair_queue;
mod fair_semaphore;
mod hosted_table;
mod http;
mod ids;
mod log;
mod metrics;
mod names;
#[cfg_attr(
    not(feature = "cluster"),
    allow(dead_code, reason = "only servers that share a database tell each other news")
)]
mod news;
mod picture;
mod programs;
mod qr;
mod quotas;
mod redaction;
mod registry;
mod server;
mod settings;
#[cfg(test)]
mod simulator;
mod socket;
#[cfg_attr(
    not(feature = "cluster"),
    allow(dead_code, reason = "only a database that servers share needs all of it")
)]
mod store;
mod texts;
#[cfg_attr(
    not(feature = "cluster"),
    allow(dead_code, reason = "only with workers the number of permits changes")
)]
mod think_queue;
#[cfg_attr(
    not(feature = "cluster"),
    allow(dead_code, reason = "only workers are told what a job is about")
)]
mod thinking;
mod trace;
#[cfg(feature = "cluster")]
mod transfer;
mod typed;
mod view;

pub use ids::Id;
pub use log::{LogForm, init_logging};
#[cfg(feature = "cluster")]
pub use ludoteca_fleet::nats::{ClusterName, NatsUrl, NoClusterName, NoNatsUrl};
pub use qr::QrCode;
pub use registry::Pruned;
pub use registry::{MoveFinder, MoveFuture, ThinkTask};
pub use server::{DataError, Server, StartError, back_up, delete_player, prune};
pub use settings::{ServerLimits, ServerSettings};
pub use store::StoreError;
#[cfg(feature = "cluster")]
pub use store::{
    ClusterStatus, DatabaseUrl, NoDatabaseUrl, PastDowntime, ServerState, ServerStatus,
};
pub use thinking::OwnThread;
#[cfg(feature = "cluster")]
pub use transfer::{
    TransferError, Transferred, check, cluster_status, export, finish, import, migrate,
};
