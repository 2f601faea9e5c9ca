//! Breakthrough over TCP: a referee, a client, and whether a client keeps its requirements. What
//! they say is in [`protocols::breakthrough`](ludoteca_engines::protocols::breakthrough), since the
//! server says the same.

pub mod check;
pub mod client;
pub mod referee;
