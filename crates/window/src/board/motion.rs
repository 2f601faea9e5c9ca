//! From one scene to the next.

use ludoteca_core::scene::Scene;

/// From one scene to the next: what slides, appears, vanishes or changes, and stones that are sown.
#[derive(Clone, PartialEq, Debug)]
pub struct Motion {
    start: f64,
}

impl Motion {
    /// How long a piece takes from one place to another.
    pub const SECONDS: f64 = 0.25;

    /// The motion between two scenes, where anything moves.
    pub fn between(before: &Scene, after: &Scene, start: f64) -> Option<Motion> {
        (before.pieces != after.pieces).then_some(Motion { start })
    }

    /// Has everything arrived?
    pub fn is_over(&self, now: f64) -> bool {
        now - self.start >= Motion::SECONDS
    }
}
