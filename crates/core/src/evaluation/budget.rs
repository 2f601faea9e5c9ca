//! How long a search may go on.

/// Counts the positions that are looked at, and says when to stop.
pub struct Budget<'a> {
    /// Positions so far.
    pub nodes: u64,
    /// No more than these.
    pub most_nodes: u64,
    /// Asked now and then whether it is enough.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// A search was broken off.
#[derive(Debug)]
pub struct Stopped;

impl Budget<'_> {
    /// Counts a position.
    ///
    /// # Errors
    /// Where it is not to be looked at any more.
    #[inline]
    pub fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes == self.most_nodes
            || self.nodes.is_multiple_of(BETWEEN_QUESTIONS) && (self.stop)()
        {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }
}

/// Where a position takes longest, on large boards with a search for threats at each of them, these
/// take about a millisecond.
const BETWEEN_QUESTIONS: u64 = 128;
