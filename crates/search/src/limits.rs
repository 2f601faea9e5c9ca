//! Limits of a search.

use ludoteca_core::Table;

use crate::handicap::Handicap;

/// The greatest depth in plies, whatever the limits say.
pub const MAX_PLIES: u32 = 200;

/// Limits of a search. There is no time limit here: a caller with a clock stops the search.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Limits {
    /// The greatest depth in plies.
    pub depth: Option<u32>,
    /// The greatest number of nodes (positions).
    pub nodes: Option<u64>,
    /// Threads to use; 0 counts as 1.
    pub threads: usize,
    /// The size of the transposition table in MiB; 0 means no table.
    pub memory: usize,
    /// The seed of everything random, such as rollouts and the mistakes of weaker players.
    pub seed: u64,
    /// The handicap of a weaker player. A search with a handicap never reports a proof.
    pub handicap: Handicap,
}

/// One thread, the default memory, and no limit.
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
    /// The default level.
    pub const USUAL_LEVEL: u32 = 5;

    /// The default size of the transposition table, in MiB.
    pub const USUAL_MEMORY: usize = 64;

    /// These limits, further reduced to at most this depth and this many nodes.
    pub fn narrowed(self, depth: Option<u32>, nodes: Option<u64>) -> Limits {
        Limits {
            depth: self.depth.into_iter().chain(depth).min(),
            nodes: self.nodes.into_iter().chain(nodes).min(),
            ..self
        }
    }

    /// The limits of a level for human players, 1 to 10; other numbers count as the nearest of
    /// these. Each level searches about three times as many nodes as the one below, and overlooks
    /// less. Positions of larger boards and of more seats take longer to evaluate, so a level has
    /// fewer nodes there, and a move does not take long.
    pub fn level(level: u32, table: &dyn Table) -> Limits {
        let size = (table.board().places.len() * table.seats()).max(USUAL_SIZE);
        let (nodes, overlooked, misjudged) = LEVELS[level.clamp(1, 10) as usize - 1];
        let nodes = Some(nodes * USUAL_SIZE as u64 / size as u64);
        Limits { nodes, handicap: Handicap { overlooked, misjudged }, ..Limits::default() }
    }
}

/// For each level: nodes, and how much is overlooked and misjudged; see [`Handicap`].
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

/// The number of places times the number of seats, for two seats at 7×7.
const USUAL_SIZE: usize = 98;
