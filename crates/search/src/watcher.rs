//! Whoever waits for a search.

use crate::result::SearchResult;

/// Whoever waits for a search: says when it is enough, and hears how far it has come. Nothing else
/// about it changes what is found. A function that says when to stop is one that does not care
/// about the rest.
///
/// ```
/// use ludoteca_opponents::OPPONENTS;
/// use ludoteca_search::{Found, Limits, Watcher};
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
///     fn deeper(&self, found: &dyn Fn() -> Found) {
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
    /// Is it enough? Asked again and again, by every thread that searches.
    fn stop(&self) -> bool;

    /// A depth is finished, and the search goes on to the next: what it would answer now is there
    /// for those who ask. Told in order, by the thread that began the search, which waits
    /// meanwhile; the last depth is the answer.
    fn deeper(&self, found: &dyn Fn() -> SearchResult) {
        let _ = found;
    }
}

impl<F: Fn() -> bool + Sync> Watcher for F {
    fn stop(&self) -> bool {
        self()
    }
}
