#![doc = include_str!("../README.md")]

pub mod bits;
pub mod catalog;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
mod conventions;
pub mod cpu;
pub mod drawing;
pub mod evaluation;
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
pub mod text;

pub use catalog::{Catalog, Visitor};
pub use conventions::{Conventions, Listing};
pub use drawing::{Drawing, Spot};
pub use evaluation::{Evaluate, Evaluation};
pub use next::{Next, Outcome, Verdict};
pub use notation::{Loaded, Notation, PositionError};
pub use options::{Bench, Derivation, Info, OptionError, OptionKind, OptionSpec, Options, Scatter};
pub use rules::{Chance, NoDice, Rules, Step, StepOf, passed_over};
pub use scene::{Presentation, Scene};
pub use seat::{MAX_SEATS, Seat};
pub use table::{Game, Refusal, Stepped, Table, TableBranch, TypedTable};
