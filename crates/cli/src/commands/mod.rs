//! One file a command.

pub mod bench;
pub mod games;
pub mod perft;
pub mod playouts;
pub mod playthrough;
pub mod rules;
