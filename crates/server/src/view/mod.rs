//! The JSON that clients read, as `docs/api.md` describes it.

pub mod scene;
pub mod snapshot;
pub mod table;
pub mod value;
