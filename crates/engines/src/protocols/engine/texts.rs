//! Every sentence that an engine says to people, and the words of its answers to queries.

use std::fmt::Display;
use std::time::Duration;

use ludoteca_core::Seat;

use super::super::messages::{in_one_line, quoted};
use crate::texts::in_seconds;

pub const AUTHORS: &str = "the authors of Ludoteca";
pub const BUSY: &str = "not while thinking: send stop and wait for bestmove";
pub const OVER: &str = "the game is over: nobody is to move";
pub const FOR_THE_DIE: &str = "the position waits for the die: nobody is to move";
pub const NOT_COUNTED: &str = "stopped before the rest was counted";

pub const NONE: &str = "none";
pub const CHANCE: &str = "chance";
pub const DRAW: &str = "draw";
pub const SCORED: &str = "scored";

pub fn seat(seat: Seat) -> String {
    format!("p{seat}")
}

pub fn not_understood(reason: &dyn Display) -> String {
    format!("not understood: {reason}")
}

pub fn too_long(longest: u64) -> String {
    format!("not understood: a line of more than {longest} bytes")
}

/// The last message to a client that is disconnected for being silent.
pub fn silent(idle: Duration) -> String {
    format!("nothing was said for {}: goodbye", in_seconds(idle))
}

/// The message to a client for which there is no place.
pub fn full(most: usize) -> String {
    format!("all {most} places are taken: try again later")
}

pub fn ignored(words: &[String]) -> String {
    let shown = words.iter().take(5).map(String::as_str).collect::<Vec<_>>().join(" ");
    format!("ignored: {shown}{}", if words.len() > 5 { " …" } else { "" })
}

pub fn refused(reason: &str) -> String {
    in_one_line(&format!("refused: {reason}"))
}

pub fn illegal(number: usize, step: &str, reason: &dyn Display) -> String {
    format!("step {number}, {}: {reason}", quoted(step))
}

pub fn too_deep(depth: u32, deepest: u32) -> String {
    format!("perft {depth}: allowed is a whole number from 0 to {deepest}")
}

pub fn no_option(name: &str, known: &str) -> String {
    format!("there is no option `{}`: there are {known}", quoted(name))
}

pub fn no_value(name: &str, value: &str, min: u64, max: u64) -> String {
    format!("{name} cannot be `{}`: allowed is a whole number from {min} to {max}", quoted(value))
}
