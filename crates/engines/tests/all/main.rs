//! Tests of our own engines, and of conversations with others.

mod external;
mod house;
mod protocol;
