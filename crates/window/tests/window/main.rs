//! Windows without a display. Every control is found by the text that people read on it, and
//! clicked.
//!
//! The harness refuses controls without a name and letters that no font has.

mod analysis;
mod controls;
mod dialogs;
mod engines;
mod files;
mod harness;
mod idle;
mod keyboard;
mod languages;
mod mouse;
mod opening;
mod panels;
mod seats;
mod whole_games;
