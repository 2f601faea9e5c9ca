//! How far a search goes.

/// No search looks further ahead than this, whatever its limits.
pub const MOST_PLIES: u32 = 200;

/// How far a search goes. Time is no limit here: a caller who has a clock says when to stop.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Threads to use; 0 is taken for 1.
    pub threads: usize,
}

/// One thread, and no limit.
impl Default for Limits {
    fn default() -> Self {
        Limits { depth: None, nodes: None, threads: 1 }
    }
}

impl Limits {
    /// The limits of a level for people, 1 to 10; other numbers are taken for the nearest of these. Level 1 looks one ply ahead, and
    /// each further one looks at four times as many positions as the one before.
    pub fn level(level: u32) -> Limits {
        match level.clamp(1, 10) {
            1 => Limits { depth: Some(1), ..Limits::default() },
            level => Limits { nodes: Some(NODES_OF_HIGHEST >> (2 * (10 - level))), ..Limits::default() },
        }
    }
}

/// A tenth of a second in the quick games, two or three seconds on the largest boards.
const NODES_OF_HIGHEST: u64 = 1 << 22;
