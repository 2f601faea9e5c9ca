//! The searches of `ludoteca-search`, compiled for the games of `ludoteca-games`, which know
//! nothing of each other. That takes most of the time in which the workspace is built: nothing else
//! is in this crate, so that it is done once, and again only when one of the two changes.

use ludoteca_games::CATALOG;
use ludoteca_search::Searchable;

/// All games, to be searched.
pub static OPPONENTS: &dyn Searchable = &CATALOG;
