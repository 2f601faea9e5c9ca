#![doc = include_str!("../README.md")]

pub mod pairing;
pub mod ratings;
pub mod sprt;
pub mod statistics;
