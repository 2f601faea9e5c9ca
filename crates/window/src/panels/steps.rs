//! The list of the steps of the game, for looking at earlier positions.

use egui::text::{LayoutJob, TextFormat};
use egui::{Button, Color32, RichText, ScrollArea, TextStyle, TextWrapMode, Ui, WidgetText};
use ludoteca_core::{Language, Message, Readable, Table};

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
        ui.label(RichText::new((session.texts().step_of)(shown, steps)).weak());
    });
    ui.horizontal_wrapped(|ui| {
        for action in STEPPING.into_iter().chain([Action::TurnBoard]) {
            button(ui, action, view, session, now);
        }
        if view.may(Action::PlayFromHere, session) {
            button(ui, Action::PlayFromHere, view, session, now);
        }
    });
    // The steps are counted only here: the button to play on from an earlier position may just have
    // taken some back.
    let (steps, shown) = (session.play().steps(), view.step(session));
    let row = ui.text_style_height(&TextStyle::Button) + 2.0 * ui.spacing().button_padding.y;
    let mut chosen = None;
    let list =
        ScrollArea::vertical().id_salt("steps").max_height(9.0 * row).auto_shrink([false, true]);
    list.stick_to_bottom(view.is_live()).show_rows(ui, row, steps + 1, |ui, range| {
        for step in range {
            let selected = step == shown;
            if line(ui, label(ui, session, step, selected), selected) {
                chosen = Some(step);
            }
        }
    });
    if let Some(step) = chosen {
        view.browse_to(step, steps);
    }
}

/// Shows a line that can be clicked. If it does not fit, a tooltip shows all of it. Returns whether
/// the line was clicked.
fn line(ui: &mut Ui, text: LayoutJob, selected: bool) -> bool {
    let all = text.text.clone();
    let width = ui.available_width() - 2.0 * ui.spacing().button_padding.x;
    let wrap = Some(TextWrapMode::Truncate);
    let shown = WidgetText::from(text).into_galley(ui, wrap, width, TextStyle::Button);
    let is_cut = shown.elided;
    let response = ui.add(Button::selectable(selected, shown));
    let clicked = response.clicked();
    if is_cut {
        response.on_hover_text(all);
    }
    clicked
}

/// The number of a step, who made it, and the step as people read it, with a note of what it did.
/// The note is dim, except where the line is highlighted.
fn label(ui: &Ui, session: &Session, step: usize, selected: bool) -> LayoutJob {
    let (play, texts) = (session.play(), session.texts());
    let mut label = LayoutJob::default();
    match step.checked_sub(1) {
        None => add(&mut label, ui, texts.start, Color32::PLACEHOLDER),
        Some(at) => {
            let who = play.made_by()[at].map_or(texts.die, |seat| play.name(seat));
            add(&mut label, ui, &texts::by(step, who), Color32::PLACEHOLDER);
            let made = play.position(step).and_then(Table::last_readable);
            let made = made.unwrap_or_else(|| Readable {
                step: Message::same(&play.record().steps[at].step),
                effects: Vec::new(),
            });
            let dim = if selected { Color32::PLACEHOLDER } else { ui.visuals().weak_text_color() };
            add_readable(&mut label, ui, &made, dim, session.language());
        }
    }
    label
}

/// Adds a step as people read it, with its effects in a dim colour.
pub fn add_readable(
    to: &mut LayoutJob,
    ui: &Ui,
    readable: &Readable,
    dim: Color32,
    language: Language,
) {
    let described = texts::told(readable, language);
    let step = readable.step.tell(language);
    add(to, ui, &step, Color32::PLACEHOLDER);
    add(to, ui, described.strip_prefix(&step).unwrap_or_default(), dim);
}

/// Adds some text in a colour. The placeholder stands for the usual colour of the control.
pub fn add(to: &mut LayoutJob, ui: &Ui, text: &str, colour: Color32) {
    let font = TextStyle::Button.resolve(ui.style());
    to.append(text, 0.0, TextFormat::simple(font, colour));
}
