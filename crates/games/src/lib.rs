#![doc = include_str!("../README.md")]

pub mod catalog;
pub mod owari;
pub mod ttt;
