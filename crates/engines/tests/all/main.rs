//! Our own engines, and conversations with others.

mod external;
mod house;
mod protocol;
