//! The real program, run as people and other programs run it.

mod analyse;
mod check_engine;
mod commands;
mod drive;
mod engine;
mod matches;
mod orders;
mod pipes;
mod records;
mod referee;
mod seeds;
mod terminal;
mod transcripts;
mod usage;
mod verify;
#[cfg(any(target_os = "linux", not(feature = "window")))]
mod window;
