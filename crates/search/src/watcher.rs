//! The interface between a search and the caller that waits for it.

use crate::result::SearchResult;

/// The caller's side of a running search: it stops the search and receives its progress. A watcher
/// cannot change the result in any other way than by stopping the search. A plain function that
/// says when to stop is a watcher, too.
///
/// ```
/// use ludoteca_opponents::OPPONENTS;
/// use ludoteca_search::{SearchResult, Limits, Watcher};
/// use std::sync::Mutex;
///
/// #[derive(Default)]
/// struct Depths(Mutex<Vec<u32>>);
///
/// impl Watcher for Depths {
///     fn stop(&self) -> bool {
///         false
///     }
///
///     fn deeper(&self, found: &dyn Fn() -> SearchResult) {
///         self.0.lock().unwrap().push(found().depth);
///     }
/// }
///
/// let table = OPPONENTS.open_line("ttt")?;
/// let depths = Depths::default();
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let found = OPPONENTS.best_move(&*table, &limits, &depths).expect("a seat is to move");
/// assert_eq!((depths.0.into_inner().unwrap(), found.depth), (vec![1, 2, 3], 4));
/// # Ok::<(), ludoteca_core::OptionError>(())
/// ```
pub trait Watcher: Sync {
    /// Should the search stop? Every search thread asks this again and again.
    fn stop(&self) -> bool;

    /// Called when a depth is finished and the search goes on to the next. `found` computes the
    /// result so far, for watchers that want it. The calls come in order, from the thread that
    /// began the search, which waits meanwhile. There is no call for the last depth, whose result
    /// is the answer.
    fn deeper(&self, found: &dyn Fn() -> SearchResult) {
        let _ = found;
    }
}

impl<F: Fn() -> bool + Sync> Watcher for F {
    fn stop(&self) -> bool {
        self()
    }
}
