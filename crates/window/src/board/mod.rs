//! The board: where everything is, what it looks like, how it moves.
