//! Known figures and properties.

mod pairing;
mod sprt;
mod statistics;
