//! Games between programs, tournaments, and the referee.

mod contest;
mod judge;
mod openings;
mod referee;
mod report;
mod standing;
mod tournament;
