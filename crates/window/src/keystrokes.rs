//! One keystroke at a time, however many come between two frames.
//!
//! Whoever asks egui about a key hears whether it was pressed, not how often, nor what was pressed
//! before it. A fast typist, or a slow machine, would see two presses of an arrow lead one place
//! on. So each frame is given one key press, and what came after it waits for the next.

use std::collections::VecDeque;

use egui::{Context, Event, Plugin, RawInput, ViewportId};

/// The plugin that sees to it, for all windows.
#[derive(Default)]
pub struct Keystrokes {
    /// What waits for the next frame, for each window that anything waits in.
    waiting: Vec<(ViewportId, VecDeque<Event>)>,
}

impl Plugin for Keystrokes {
    fn debug_name(&self) -> &'static str {
        "keystrokes"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let known = self.waiting.iter().position(|(viewport, _)| *viewport == input.viewport_id);
        let mut events = known.map(|known| self.waiting.swap_remove(known).1).unwrap_or_default();
        events.extend(input.events.drain(..));
        let presses = events
            .iter()
            .enumerate()
            .filter(|(_, event)| matches!(event, Event::Key { pressed: true, .. }));
        let second = presses.map(|(index, _)| index).nth(1);
        let later = events.split_off(second.unwrap_or(events.len()));
        input.events.extend(events);
        if !later.is_empty() {
            self.waiting.push((input.viewport_id, later));
            ctx.request_repaint_of(input.viewport_id);
        }
    }
}
