#![doc = include_str!("../README.md")]

pub mod pairing;
pub mod rating;
pub mod sprt;
pub mod statistics;
