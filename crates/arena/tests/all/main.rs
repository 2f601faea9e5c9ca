//! Known figures and properties.

mod sprt;
mod statistics;
