//! Known values, properties, and simulated tournaments with known strengths.

mod pairing;
mod rating;
mod simulation;
mod sprt;
mod statistics;
