//! Gives each frame one keystroke, however many come between two frames.
//!
//! egui says whether a key was pressed, but not how often, nor which keys were pressed before it.
//! If a person types fast or the machine is slow, two presses of an arrow key would move only one
//! place. So each frame gets one key press, and later events wait for the next frame.

use std::collections::VecDeque;

use egui::{Context, Event, Plugin, RawInput, ViewportId};

/// The plugin that gives each frame of every window one keystroke.
#[derive(Default)]
pub struct Keystrokes {
    /// The events that wait for the next frame, for each window that has any.
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
