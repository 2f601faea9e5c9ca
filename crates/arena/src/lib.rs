#![doc = include_str!("../README.md")]

pub mod sprt;
pub mod statistics;
