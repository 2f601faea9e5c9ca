//! Breakthrough over TCP: a referee, a client, and a conformance check for clients. Their messages
//! are in [`protocols::breakthrough`](ludoteca_engines::protocols::breakthrough), since the server
//! uses the same ones.

pub mod check;
pub mod client;
pub mod referee;
