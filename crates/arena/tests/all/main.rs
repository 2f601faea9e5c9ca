//! Known figures, properties, and simulated tournaments whose truth is known.

mod analysis;
mod contest;
mod drive;
mod house;
mod judge;
mod openings;
mod pairing;
mod protocol;
mod rating;
mod referee;
mod report;
mod simulation;
mod sprt;
mod standing;
mod statistics;
mod tournament;
