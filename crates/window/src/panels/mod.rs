//! The menus and the panels around the board.

mod analysis;
mod seats;
mod steps;

use egui::{Button, Color32, Frame, MenuBar, RichText, Role, ScrollArea, Ui, WidgetInfo};
use ludoteca_play::Awaits;

use crate::actions::{AFTERWARDS, Action, MENUS, STEPPING, THINKING};
use crate::session::{SearchPurpose, Session, SessionMessage, Tone};
use crate::texts;
use crate::view::WindowView;

pub use analysis::analysis;
pub use seats::{player_box, seats};
pub use steps::steps;

/// Shows the menus.
pub fn menus(ui: &mut Ui, view: &mut WindowView, session: &mut Session, now: f64) {
    MenuBar::new().ui(ui, |ui| {
        let texts = session.texts();
        for (title, actions) in MENUS {
            ui.menu_button(title(texts), |ui| {
                for action in actions {
                    if action.begins_a_part() {
                        ui.separator();
                    }
                    if item(ui, *action, view, session) {
                        view.perform(*action, ui.ctx(), session, now);
                        ui.close();
                    }
                }
            });
        }
    });
}

/// Shows the panels beside the board: what is to be done now, who plays, and then three groups of
/// controls, for playing, analysing and looking. The list of steps in the last one takes the room
/// that the others leave.
pub fn side(ui: &mut Ui, view: &mut WindowView, session: &mut Session, now: f64) {
    let is_low = ui.available_height() < LOW;
    // Lines in this part appear and disappear, but the panels beneath it stay in place, unless
    // every line is needed.
    ui.add_space(6.0);
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        if !is_low {
            ui.set_min_height(STATUS_HEIGHT);
        }
        status(ui, view, session, now);
    });
    ui.add_space(6.0);
    seats(ui, view, session, is_low);
    let texts = session.texts();
    group(ui, texts.play_group, |ui| playing(ui, view, session, now));
    group(ui, texts.analysis_group, |ui| {
        ui.horizontal_wrapped(|ui| {
            for action in [Action::Analysis, Action::CopyPosition] {
                button(ui, action, view, session, now);
            }
        });
    });
    group(ui, texts.look_group, |ui| steps(ui, view, session, MESSAGES_HEIGHT, now));
    messages(ui, view, session);
}

/// The height that is kept for the status: whose turn it is, what to do, and a refusal or who is
/// thinking.
const STATUS_HEIGHT: f32 = 74.0;
/// The height that is kept for the messages, with their heading.
const MESSAGES_HEIGHT: f32 = 84.0;
/// A window that is lower than this keeps no room for later.
const LOW: f32 = 500.0;

/// Shows a group of controls with its heading.
fn group(ui: &mut Ui, heading: &str, content: impl FnOnce(&mut Ui)) {
    ui.add_space(6.0);
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(heading).strong());
        content(ui);
    });
}

/// The ground of a group.
pub fn card(ui: &Ui) -> Frame {
    Frame::new().fill(ui.visuals().faint_bg_color).corner_radius(8).inner_margin(8)
}

/// Shows a button for an action. It is disabled if the action is not possible.
pub fn button(ui: &mut Ui, action: Action, view: &mut WindowView, session: &mut Session, now: f64) {
    let is_possible = view.may(action, session);
    let label = action.label(session.texts());
    let words = label.trim_end_matches(['…', ' ', '\u{a0}']);
    let text = match action.sign() {
        Some(sign) if STEPPING.contains(&action) => sign.to_owned(),
        Some(sign) => format!("{sign} {words}"),
        None => words.to_owned(),
    };
    let is_on = view.is_on(action, ui.ctx(), session).unwrap_or(false);
    let response = ui.add_enabled(is_possible, Button::new(text).selected(is_on));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_possible, label));
    let key = action.key_name(ui.ctx(), session.texts());
    let response = response.on_hover_text(texts::tip(label, key.as_deref()));
    if response.clicked() {
        view.perform(action, ui.ctx(), session, now);
    }
}

/// Shows an entry of a menu. Returns whether it was chosen.
fn item(ui: &mut Ui, action: Action, view: &WindowView, session: &Session) -> bool {
    let mut button = Button::new(action.label(session.texts()));
    if let Some(key) = action.key_name(ui.ctx(), session.texts()) {
        button = button.shortcut_text(key);
    }
    if let Some(on) = view.is_on(action, ui.ctx(), session) {
        button = button.selected(on);
    }
    ui.add_enabled(view.may(action, session), button).clicked()
}

/// Shows the status: whose turn it is and what to do, or how the game ended and what may come next;
/// who is thinking, and what the die can show.
fn status(ui: &mut Ui, view: &mut WindowView, session: &mut Session, now: f64) {
    let (play, step) = (session.play(), view.step(session));
    let ending = session.ending().filter(|_| step == play.steps());
    let next = session.table(step).next();
    let own = view.seat.filter(|_| view.is_live());
    let mine = view.own_seats(session);
    let status = texts::status(play, next, ending, own, &mine, session.language());
    ui.label(RichText::new(status).heading().strong());
    if let Some(stage) = &view.scene.stage {
        ui.label(RichText::new(texts::sentence(&stage.tell(session.language()))).weak());
    }
    if view.mover(session).is_some()
        && session.search_status().is_none()
        && let Some(prompt) = texts::prompt(&view.scene, session.language())
    {
        ui.label(RichText::new(prompt).color(ui.visuals().strong_text_color()));
    }
    if session.ending().is_some() && view.is_live() {
        ui.add_space(2.0);
        ui.horizontal_wrapped(|ui| {
            for action in AFTERWARDS.into_iter().chain([Action::NewGame]) {
                button(ui, action, view, session, now);
            }
        });
    }
    thinking(ui, view, session, now);
    refusal(ui, view, session);
    typed_rolls(ui, view, session, now);
    questions(ui, view, session, now);
}

/// Shows who is thinking, with buttons that end it.
fn thinking(ui: &mut Ui, view: &mut WindowView, session: &mut Session, now: f64) {
    let texts = session.texts();
    let text = match session.search_status() {
        Some((SearchPurpose::Move(seat), time)) => {
            (texts.thinking)(session.play().name(seat), time.as_secs())
        }
        // A hint is shown only in the window of the seat that asked for it.
        Some((SearchPurpose::Hint(seat), time)) if view.is_own(seat) => {
            (texts.looking_for_hint)(time.as_secs())
        }
        Some((SearchPurpose::Hint(_), _)) | None => return,
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(text);
        for action in THINKING {
            button(ui, action, view, session, now);
        }
    });
}

/// Shows why the last action of a person was refused, until the game goes on. It is in a place that
/// is visible even in a small window.
fn refusal(ui: &mut Ui, view: &WindowView, session: &Session) {
    let last = session.messages().iter().rfind(|message| is_for(message, view));
    let is_news =
        |message: &&SessionMessage| message.tone == Tone::Refusal && session.is_current(message);
    if let Some(message) = last.filter(is_news) {
        ui.label(RichText::new(&message.text).color(refusal_colour(ui)));
    }
}

/// Is a message shown in this window?
fn is_for(message: &SessionMessage, view: &WindowView) -> bool {
    message.only_for.is_none_or(|seat| view.is_own(seat))
}

/// Asks what the die shows, if rolls come from a real die on a table.
fn typed_rolls(ui: &mut Ui, view: &WindowView, session: &mut Session, now: f64) {
    if session.play().awaits() != Awaits::TypedRoll || !view.is_live() {
        return;
    }
    ui.label(session.texts().roll_shows);
    ui.horizontal_wrapped(|ui| {
        for roll in session.play().table().steps() {
            if ui.button(&roll).clicked() {
                session.play_step(&roll, now);
            }
        }
    });
}

/// Asks which move is meant, if the clicks fit several moves.
fn questions(ui: &mut Ui, view: &mut WindowView, session: &mut Session, now: f64) {
    let open = view.selection.questions().to_vec();
    if open.is_empty() {
        return;
    }
    let texts = session.texts();
    ui.label(RichText::new(texts.which_move).strong());
    ui.horizontal_wrapped(|ui| {
        for choice in open {
            let question = choice.question.map(|question| question.tell(session.language()));
            if ui.button(question.as_deref().unwrap_or(&choice.step)).clicked() {
                view.selection.clear();
                session.play_step(&choice.step, now);
            }
        }
        if ui.button(texts.cancel).clicked() {
            view.selection.clear();
        }
    });
}

/// Shows the buttons for playing.
fn playing(ui: &mut Ui, view: &mut WindowView, session: &mut Session, now: f64) {
    const ROWS: [&[Action]; 4] = [
        &[Action::Hint, Action::Undo, Action::Redo],
        &[Action::RandomMove, Action::EngineMove],
        &[Action::LetMove],
        &[Action::Rules, Action::Restart, Action::Quit],
    ];
    for row in ROWS {
        ui.horizontal_wrapped(|ui| {
            for action in row {
                button(ui, *action, view, session, now);
            }
            if row.contains(&Action::LetMove) {
                let mut automatic = session.is_automatic();
                let switch =
                    egui::Checkbox::new(&mut automatic, Action::Automatic.label(session.texts()));
                if ui.add_enabled(view.may(Action::Automatic, session), switch).changed() {
                    view.perform(Action::Automatic, ui.ctx(), session, now);
                }
            }
        });
    }
}

/// Shows the messages so far, with the latest at the bottom.
fn messages(ui: &mut Ui, view: &WindowView, session: &Session) {
    ui.add_space(8.0);
    ui.label(RichText::new(session.texts().messages).strong());
    let height = ui.available_height().max(60.0);
    ScrollArea::vertical()
        .id_salt("messages")
        .max_height(height)
        .auto_shrink(false)
        .stick_to_bottom(true)
        .show(ui, |ui| {
            for message in session.messages().iter().filter(|message| is_for(message, view)) {
                let text = RichText::new(&message.text);
                ui.label(match message.tone {
                    Tone::Info => text,
                    Tone::Refusal => text.color(refusal_colour(ui)),
                });
            }
        });
}

fn refusal_colour(ui: &Ui) -> Color32 {
    ui.visuals().error_fg_color
}
