//! How far a search goes.

use ludoteca_core::Table;

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
    /// MiB for what is remembered of positions; with 0 nothing is.
    pub memory: usize,
}

/// One thread, the usual memory, and no limit.
impl Default for Limits {
    fn default() -> Self {
        Limits { depth: None, nodes: None, threads: 1, memory: Limits::USUAL_MEMORY }
    }
}

impl Limits {
    /// The level that is thought with where nothing is said.
    pub const USUAL_LEVEL: u32 = 5;

    /// What is remembered where nothing is said, in MiB.
    pub const USUAL_MEMORY: usize = 64;

    /// These limits, and no further than so many plies and positions.
    pub fn narrowed(self, depth: Option<u32>, nodes: Option<u64>) -> Limits {
        Limits {
            depth: self.depth.into_iter().chain(depth).min(),
            nodes: self.nodes.into_iter().chain(nodes).min(),
            ..self
        }
    }

    /// The limits of a level for people at a table, 1 to 10; other numbers are taken for the nearest of these. Level 1 looks one ply ahead,
    /// and each further one looks at four times as many positions as the one before. A larger board, or more seats, take longer to judge: there
    /// it is fewer positions, so that nobody waits for long.
    pub fn level(level: u32, table: &dyn Table) -> Limits {
        let size = table.scene().places.len() * table.seats();
        let nodes =
            |level: u32| (NODES_OF_HIGHEST >> (2 * (10 - level))) * USUAL_SIZE / size.max(USUAL_SIZE as usize) as u64;
        match level.clamp(1, 10) {
            1 => Limits { depth: Some(1), ..Limits::default() },
            level => Limits { nodes: Some(nodes(level)), ..Limits::default() },
        }
    }
}

/// A tenth of a second in the quick games, two or three seconds on the largest boards.
const NODES_OF_HIGHEST: u64 = 1 << 22;

/// Places times seats: two seats at 7×7.
const USUAL_SIZE: u64 = 98;
