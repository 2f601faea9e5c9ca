//! A real server, over real sockets and with a real file, as programs and browsers use it.

#![allow(missing_docs, reason = "these are tests")]

mod balancer;
mod client;
mod clocks;
#[cfg(feature = "cluster")]
mod cluster;
mod commands;
mod contract;
mod description;
mod dice;
mod documented;
mod edge;
mod fair;
#[cfg(feature = "cluster")]
mod fleet;
mod games;
mod host;
mod hostile;
mod house;
mod languages;
mod limits;
mod lists;
mod long;
#[cfg(feature = "cluster")]
mod nats;
#[cfg(feature = "cluster")]
mod news;
mod older;
#[cfg(feature = "cluster")]
mod operations;
mod page_types;
mod people;
mod play;
#[cfg(feature = "cluster")]
#[allow(dead_code, reason = "the tests of whole clusters need more of it")]
mod postgres;
mod privacy;
mod programs;
mod review;
mod schema;
mod seats;
#[cfg(feature = "cluster")]
mod shared;
mod sharing;
