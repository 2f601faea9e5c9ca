#![doc = include_str!("../README.md")]

pub mod catalog;
pub mod ttt;
