#![doc = include_str!("../README.md")]

pub mod files;
pub mod process;
pub mod records;
#[cfg(feature = "tokio")]
pub mod signals;
#[cfg(feature = "tokio")]
pub mod sockets;
