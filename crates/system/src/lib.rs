#![doc = include_str!("../README.md")]

#[cfg(feature = "tokio")]
pub mod children;
pub mod files;
pub mod folders;
pub mod kept;
pub mod private;
pub mod process;
pub mod records;
#[cfg(feature = "tokio")]
pub mod signals;
pub mod sockets;
pub mod stop;
mod texts;
