//! The list of the steps of the game, for looking at earlier positions.

use egui::{RichText, ScrollArea, Ui};

use crate::actions::{Action, STEPPING};
use crate::session::Session;
use crate::texts;
use crate::view::WindowView;

use super::button;

/// Shows the steps so far. A click on one shows the position after it.
pub fn steps(ui: &mut Ui, view: &mut WindowView, session: &mut Session, now: f64) {
    let steps = session.play().steps();
    let shown = view.step(session);
    ui.horizontal(|ui| {
        ui.label(RichText::new(texts::STEPS).strong());
        ui.label(texts::step_of(shown, steps));
    });
    ui.horizontal_wrapped(|ui| {
        for action in STEPPING {
            button(ui, action, view, session, now);
        }
        if view.may(Action::PlayFromHere, session) {
            button(ui, Action::PlayFromHere, view, session, now);
        }
    });
    // The steps are counted only here: the button to play on from an earlier position may just have
    // taken some back.
    let (steps, shown) = (session.play().steps(), view.step(session));
    let row = ui.text_style_height(&egui::TextStyle::Button) + 2.0 * ui.spacing().button_padding.y;
    let mut chosen = None;
    let list =
        ScrollArea::vertical().id_salt("steps").max_height(6.0 * row).auto_shrink([false, true]);
    list.stick_to_bottom(view.is_live()).show_rows(ui, row, steps + 1, |ui, range| {
        for step in range {
            if ui.selectable_label(step == shown, label(session, step)).clicked() {
                chosen = Some(step);
            }
        }
    });
    if let Some(step) = chosen {
        view.browse_to(step, steps);
    }
}

fn label(session: &Session, step: usize) -> String {
    let play = session.play();
    match step.checked_sub(1) {
        None => texts::START.to_owned(),
        Some(at) => {
            let who = play.made_by()[at].map_or(texts::DIE, |seat| play.name(seat));
            texts::step(step, who, &play.record().steps[at].step)
        }
    }
}
