//! Tests of games between programs, tournaments, and the referee.

mod adjudicator;
mod chunk;
mod contest;
mod openings;
mod referee;
mod report;
mod standing;
mod tournament;
