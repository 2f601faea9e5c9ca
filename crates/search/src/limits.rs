//! How far a search goes.

use ludoteca_core::Table;

use crate::handicap::Handicap;

/// No search looks further ahead than this, whatever its limits.
pub const MAX_PLIES: u32 = 200;

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
    /// What is left to chance, such as random games and what a weaker player overlooks, comes from
    /// this.
    pub seed: u64,
    /// What is overlooked. Who wears them proves nothing.
    pub handicap: Handicap,
}

/// One thread, the usual memory, and no limit.
impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            threads: 1,
            memory: Limits::USUAL_MEMORY,
            seed: 0,
            handicap: Handicap::NONE,
        }
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

    /// The limits of a level for people at a table, 1 to 10; other numbers are taken for the
    /// nearest of these. Each looks at about three times as many positions as the one before, and
    /// overlooks less. A larger board, or more seats, take longer to judge: there it is fewer
    /// positions, so that nobody waits for long.
    pub fn level(level: u32, table: &dyn Table) -> Limits {
        let size = (table.board().places.len() * table.seats()).max(USUAL_SIZE);
        let (nodes, overlooked, misjudged) = LEVELS[level.clamp(1, 10) as usize - 1];
        let nodes = Some(nodes * USUAL_SIZE as u64 / size as u64);
        Limits { nodes, handicap: Handicap { overlooked, misjudged }, ..Limits::default() }
    }
}

/// Nodes, and what is overlooked and misjudged: see [`Handicap`].
const LEVELS: [(u64, u16, u16); 10] = [
    (60, 300, 1500),
    (180, 220, 1000),
    (550, 160, 700),
    (1_600, 110, 500),
    (5_000, 70, 350),
    (15_000, 40, 250),
    (45_000, 15, 150),
    (130_000, 0, 80),
    (400_000, 0, 30),
    (1_200_000, 0, 0),
];

/// Places times seats: two seats at 7×7.
const USUAL_SIZE: usize = 98;
