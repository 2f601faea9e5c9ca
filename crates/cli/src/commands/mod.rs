//! The commands of the program. Each has its own file or folder.

pub mod analyse;
pub mod bench;
pub mod check_client;
pub mod check_engine;
pub mod client;
#[cfg(feature = "cluster")]
pub mod cluster;
#[cfg(feature = "cluster")]
pub mod database;
pub mod dawn;
pub mod engine;
pub mod games;
pub mod learning;
pub mod manual;
pub mod perft;
pub mod play;
pub mod playouts;
pub mod playthrough;
pub mod referee;
pub mod rules;
pub mod search;
#[cfg(feature = "server")]
pub mod serve;
pub mod tournament;
pub mod verify;
