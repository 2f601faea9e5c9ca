#![doc = include_str!("../README.md")]

pub mod pairing;
pub mod sprt;
pub mod statistics;
