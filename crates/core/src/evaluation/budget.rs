//! The limits of a search.

/// Counts the positions that a search visits, and says when to stop.
pub struct Budget<'a> {
    /// Positions counted so far.
    pub nodes: u64,
    /// The most positions that may be counted.
    pub most_nodes: u64,
    /// Called now and then; the search stops when it returns true.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// A search was broken off.
#[derive(Debug)]
pub struct Stopped;

impl Budget<'_> {
    /// Counts a position.
    ///
    /// # Errors
    /// If the search has to stop. The position is then not counted.
    #[inline]
    pub fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes == self.most_nodes
            || self.nodes.is_multiple_of(STOP_CHECK_INTERVAL) && (self.stop)()
        {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }
}

/// Positions between two calls of `stop`. Even the slowest positions (large boards with a threat
/// search in each) take about a millisecond for this many.
const STOP_CHECK_INTERVAL: u64 = 128;
