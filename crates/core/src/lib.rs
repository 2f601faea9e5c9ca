#![doc = include_str!("../README.md")]

pub mod bits;
#[cfg(feature = "conformance")]
pub mod conformance;
pub mod cpu;
mod customs;
pub mod drawing;
pub mod grid;
pub mod key;
mod next;
mod notation;
mod options;
pub mod perft;
pub mod playout;
pub mod playthrough;
pub mod random;
mod rules;
pub mod scene;
mod seat;
mod table;
pub mod typed;

pub use customs::{Customs, Listing};
pub use drawing::{Drawing, Spot};
pub use next::{Next, Outcome, Verdict};
pub use notation::{Loaded, Notation, PositionError};
pub use options::{Bench, Derivation, Info, Kind, OptionError, OptionSpec, Options, Scatter};
pub use rules::{NoDice, Rules, Step, StepOf, passed_over};
pub use scene::{Portray, Scene};
pub use seat::{MAX_SEATS, Seat};
pub use table::{Game, OpenTable, Refusal, Stepped, Table, TableVisitor, TypedTable, Visitor};
