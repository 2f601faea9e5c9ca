//! Our own engines, and conversations with others.

mod drive;
mod house;
mod protocol;
