//! Known figures, properties, and simulated tournaments whose truth is known.

mod pairing;
mod rating;
mod simulation;
mod sprt;
mod statistics;
