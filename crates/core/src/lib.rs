#![doc = include_str!("../README.md")]

mod algorithm;
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
mod language;
mod next;
mod notation;
mod options;
pub mod perft;
pub mod playout;
pub mod playthrough;
pub mod random;
mod readable;
mod rules;
pub mod scene;
mod seat;
mod table;
pub mod text;
mod texts;

pub use algorithm::Algorithm;
pub use catalog::{Catalog, Visitor};
pub use conventions::{Conventions, Listing};
pub use drawing::{Drawing, Spot};
pub use evaluation::{Evaluate, Evaluation};
pub use language::{Language, Message, Spelling, Tell, Text};
pub use next::{Next, Outcome, Verdict};
pub use notation::{Loaded, Notation, PositionError};
pub use options::{
    Bench, Derivation, Info, OptionError, OptionKind, OptionSpec, Options, Preset, Scatter,
};
pub use rules::{Chance, NoDice, Rules, Step, StepOf, passed_over};
pub use scene::{Presentation, Scene};
pub use seat::{MAX_SEATS, Seat};
pub use table::{Game, Readable, Refusal, Stepped, Table, TableBranch, TypedTable};
pub use texts::shared;
