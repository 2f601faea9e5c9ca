//! Windows without a display: every control is found by what people read on it, and clicked.

mod harness;
mod whole_games;
