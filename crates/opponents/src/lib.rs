//! The searches of `ludoteca-search`, compiled for the games of `ludoteca-games`. Compiling them
//! takes most of the build time of the workspace. This crate contains nothing else, so that they
//! are compiled once, and again only when one of those two crates changes.

use ludoteca_games::CATALOG;
use ludoteca_search::Searchable;

/// All games, with the searches compiled for them.
pub static OPPONENTS: &dyn Searchable = &CATALOG;
