//! The list of the steps of the game, for looking at earlier positions.

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Button, Color32, Layout, Rect, RichText, Role, ScrollArea, TextStyle, TextWrapMode, Ui,
    UiBuilder, Vec2, WidgetInfo, WidgetText, vec2,
};
use ludoteca_core::{Language, Message, Readable, Seat, Table};

use crate::actions::{Action, STEPPING};
use crate::board::{self, BoardStyle};
use crate::session::Session;
use crate::texts;
use crate::view::WindowView;

use super::button;

/// Shows the steps so far. A click on one shows the position after it. The list leaves `below`
/// free beneath it, if that is possible.
pub fn steps(ui: &mut Ui, view: &mut WindowView, session: &mut Session, below: f32, now: f64) {
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
    let row = row.ceil();
    let names = session.play().names();
    let style = view.style(session, &names, ui.visuals().dark_mode);
    let mut chosen = None;
    // No line is cut at the edge.
    let (gap, free) = (ui.spacing().item_spacing.y, ui.available_height() - below);
    let rows = ((free + gap) / (row + gap)).floor().max(LEAST_ROWS);
    let room = rows * (row + gap) - gap;
    let list = ScrollArea::vertical().id_salt("steps").max_height(room).auto_shrink([false, true]);
    let list = list.stick_to_bottom(view.is_live()).show_rows(ui, row, steps + 1, |ui, range| {
        for step in range {
            let selected = step == shown;
            let written = StepLine::of(ui, session, step, selected);
            // Each line takes exactly the height that the list counts with. Otherwise the list
            // would find another height each time that it is drawn, and be drawn for ever.
            let (_, place) = ui.allocate_space(vec2(ui.available_width(), row));
            let layout = Layout::left_to_right(Align::Center);
            let mut ui = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
            if line(&mut ui, written, selected, &style) {
                chosen = Some(step);
            }
        }
    });
    // The list goes to its end only in the frame after its height has changed.
    let (id, height) = (ui.scope_id().with("height of the steps"), list.inner_rect.height());
    if ui.data(|data| data.get_temp(id)) != Some(height) {
        ui.data_mut(|data| data.insert_temp(id, height));
        ui.ctx().request_repaint();
    }
    if let Some(step) = chosen {
        view.browse_to(step, steps);
    }
}

/// The number of steps that can be seen however low the window is.
const LEAST_ROWS: f32 = 4.0;

/// A line of the list.
struct StepLine {
    /// The line as it is read aloud, and as tooltips show it.
    all: String,
    /// What is written in the line, with room for the sign.
    text: LayoutJob,
    /// Where the sign begins, and what it is.
    sign: Option<(f32, StepSign)>,
}

/// Who made a step, as a picture.
enum StepSign {
    Seat(Seat),
    Die(String),
}

impl StepLine {
    /// The number of a step, who made it, and the step as people read it, with a note of what it
    /// did. The note is dim, except where the line is highlighted.
    fn of(ui: &Ui, session: &Session, step: usize, selected: bool) -> StepLine {
        let (play, texts) = (session.play(), session.texts());
        let mut text = LayoutJob::default();
        let Some(at) = step.checked_sub(1) else {
            add(&mut text, ui, texts.start, Color32::PLACEHOLDER);
            return StepLine { all: texts.start.to_owned(), text, sign: None };
        };
        let by = play.made_by()[at];
        let made = play.position(step).and_then(Table::last_readable);
        let made = made.unwrap_or_else(|| Readable {
            step: Message::same(&play.record().steps[at].step),
            effects: Vec::new(),
        });
        let dim = if selected { Color32::PLACEHOLDER } else { ui.visuals().weak_text_color() };
        let mut spoken = LayoutJob::default();
        let who = by.map_or(texts.die, |seat| play.name(seat));
        add(&mut spoken, ui, &texts::by(step, who), Color32::PLACEHOLDER);
        add_readable(&mut spoken, ui, &made, dim, session.language());
        let sign = match by {
            Some(seat) => StepSign::Seat(seat),
            None => StepSign::Die(made.step.tell(session.language())),
        };
        let number = texts::numbered(step);
        let font = TextStyle::Button.resolve(ui.style());
        let width = ui.painter().layout_no_wrap(number.clone(), font, dim).size().x;
        add(&mut text, ui, &number, dim);
        let room = SIGN + 2.0 * BESIDE_SIGN;
        add_readable_after(room, &mut text, ui, &made, dim, session.language());
        StepLine { all: spoken.text, text, sign: Some((width + BESIDE_SIGN, sign)) }
    }
}

/// The size of a picture in a line, and the room on each side of it.
const SIGN: f32 = 14.0;
const BESIDE_SIGN: f32 = 4.0;

/// Shows a line that can be clicked. If it does not fit, a tooltip shows all of it. Returns whether
/// the line was clicked.
fn line(ui: &mut Ui, line: StepLine, selected: bool, style: &BoardStyle) -> bool {
    let StepLine { all, text, sign } = line;
    let padding = ui.spacing().button_padding.x;
    let width = ui.available_width() - 2.0 * padding;
    let wrap = Some(TextWrapMode::Truncate);
    let shown = WidgetText::from(text).into_galley(ui, wrap, width, TextStyle::Button);
    let is_cut = shown.elided;
    let response = ui.add(Button::selectable(selected, shown));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, &all));
    let clicked = response.clicked();
    if let Some((from, sign)) = sign {
        let at = response.rect.left_center() + vec2(padding + from + 0.5 * SIGN, 0.0);
        match sign {
            StepSign::Seat(seat) => board::paint_piece(ui.painter(), at, 0.42 * SIGN, seat, style),
            StepSign::Die(shows) => {
                let rect = Rect::from_center_size(at, Vec2::splat(1.15 * SIGN));
                board::paint_die(ui.painter(), rect, &shows, style.palette);
            }
        }
    }
    if is_cut {
        response.on_hover_text(all);
    }
    clicked
}

/// Adds a step as people read it, with its effects in a dim colour.
pub fn add_readable(
    to: &mut LayoutJob,
    ui: &Ui,
    readable: &Readable,
    dim: Color32,
    language: Language,
) {
    add_readable_after(0.0, to, ui, readable, dim, language);
}

/// The same after some free room.
fn add_readable_after(
    room: f32,
    to: &mut LayoutJob,
    ui: &Ui,
    readable: &Readable,
    dim: Color32,
    language: Language,
) {
    let described = texts::told(readable, language);
    let step = readable.step.tell(language);
    add_after(room, to, ui, &step, Color32::PLACEHOLDER);
    add(to, ui, described.strip_prefix(&step).unwrap_or_default(), dim);
}

/// Adds some text in a colour. The placeholder stands for the usual colour of the control.
pub fn add(to: &mut LayoutJob, ui: &Ui, text: &str, colour: Color32) {
    add_after(0.0, to, ui, text, colour);
}

/// The same after some free room.
fn add_after(room: f32, to: &mut LayoutJob, ui: &Ui, text: &str, colour: Color32) {
    let font = TextStyle::Button.resolve(ui.style());
    to.append(text, room, TextFormat::simple(font, colour));
}
