//! Dialogs: questions that block the window until they are answered.

mod files;
mod new_game;
mod rules;
mod system;

use egui::{Context, Frame, Grid, Id, Margin, Modal, Response, RichText, ScrollArea, Ui};
use ludoteca_core::Seat;

use crate::actions::Action;
use crate::session::Session;
use crate::texts::{self, Texts};

use files::FileDialog;
use new_game::NewGame;
use rules::RulesDialog;
use system::{Answer, SystemDialog};

pub use system::has_system_dialogs;

/// A dialog: a question, or something to read.
pub enum Dialog {
    NewGame(Box<NewGame>),
    Files(FileDialog),
    System(SystemDialog),
    Quit,
    Restart,
    Rules(RulesDialog),
    Keys,
}

impl Dialog {
    /// A dialog for a new game. At first it shows the game and the players of the current one.
    pub fn new_game(session: &Session) -> Dialog {
        Dialog::NewGame(Box::new(NewGame::like(session.play().record())))
    }

    /// A dialog with the rules of the game.
    pub fn rules(session: &Session) -> Dialog {
        let info = session.play().table().options().info();
        Dialog::Rules(RulesDialog::of(info, session.language()))
    }

    /// A dialog that opens a record: the system's, if it has one.
    pub fn open(session: &Session, has_system: bool) -> Dialog {
        match has_system {
            true => Dialog::System(SystemDialog::to_open(session.texts())),
            false => Dialog::Files(FileDialog::to_open()),
        }
    }

    /// A dialog that saves the game to a file: the system's, if it has one.
    pub fn save(session: &Session, has_system: bool) -> Dialog {
        let name = texts::file_name(session.play().table().options().info().id);
        match has_system {
            true => Dialog::System(SystemDialog::to_save(&name, session.texts())),
            false => Dialog::Files(FileDialog::to_save(&name)),
        }
    }

    /// Takes over what came of a dialog of the system. What that dialog cannot ask, ours asks.
    /// Returns whether a dialog is still open.
    fn follow(&mut self, answer: Answer, saves: bool, session: &mut Session) -> bool {
        let next = match (answer, saves) {
            (Answer::Cancelled, _) => return false,
            (Answer::Nobody, _) => match saves {
                true => Dialog::save(session, false),
                false => Dialog::open(session, false),
            },
            // The dialog has asked already whether a file is to be replaced.
            (Answer::File(path), true) => match session.save(&path) {
                Ok(()) => return false,
                Err(reason) => Dialog::Files(FileDialog::after(true, &path, Some(reason))),
            },
            (Answer::File(path), false) if session.holds_several(&path) => {
                Dialog::Files(FileDialog::after(false, &path, None))
            }
            (Answer::File(path), false) => match session.open(&path, None) {
                Ok(()) => return false,
                Err(reason) => Dialog::Files(FileDialog::after(false, &path, Some(reason))),
            },
        };
        *self = next;
        true
    }

    /// Shows the dialog. Returns whether it is still open.
    pub fn show(&mut self, ctx: &Context, session: &mut Session, seat: Option<Seat>) -> bool {
        let id = Id::unique(("dialog", seat.map(Seat::index)));
        let texts = session.texts();
        // In a text field, Escape leaves only the field.
        let typing = ctx.text_edit_focused();
        if let Dialog::System(dialog) = self
            && let Some(answer) = dialog.poll(ctx)
        {
            let saves = dialog.saves;
            return self.follow(answer, saves, session);
        }
        let frame = Frame::popup(&ctx.global_style()).inner_margin(14);
        let modal = Modal::new(id).frame(frame).show(ctx, |ui| {
            // Some room is left around the dialog, however small the window is.
            let room = ui.ctx().content_rect().size() - egui::vec2(60.0, 100.0);
            ui.set_max_width(room.x.min(if matches!(self, Dialog::NewGame(_)) {
                900.0
            } else {
                640.0
            }));
            match self {
                Dialog::NewGame(form) => form.show(ui, session, room.y),
                Dialog::Files(files) => files.show(ui, session, room.y),
                Dialog::System(dialog) => {
                    // The system's dialog is a window of its own. This one waits for it.
                    ui.heading(if dialog.saves { texts.save_title } else { texts.open_title });
                    if !dialog.saves && session.is_unsaved() {
                        ui.colored_label(ui.visuals().warn_fg_color, unsaved(session));
                    }
                    !ui.button(texts.cancel).clicked()
                }
                Dialog::Quit => {
                    let answers = [texts.yes_quit, texts.keep_playing];
                    let (question, answers) = match (session.ending(), seat) {
                        (Some(_), _) => (texts.quit_finished, [texts.yes_close, texts.stay_here]),
                        (None, Some(_)) => (texts.quit_for_all, answers),
                        (None, None) => (texts.quit_question, answers),
                    };
                    ask(ui, session, question, answers, Session::close)
                }
                Dialog::Restart => {
                    let answers = [texts.yes_restart, texts.keep_playing];
                    ask(ui, session, texts.restart_question, answers, Session::restart)
                }
                Dialog::Rules(rules) => read(ui, &rules.title(), texts, room.y, |ui| {
                    rules.show(ui, session.looks());
                }),
                Dialog::Keys => {
                    read(ui, Action::Keys.label(texts), texts, room.y, |ui| keys(ui, texts))
                }
            }
        });
        modal.inner && (typing || !modal.should_close())
    }
}

/// What is lost if the game is not saved, in a sentence.
fn unsaved(session: &Session) -> &'static str {
    let texts = session.texts();
    if session.ending().is_some() { texts.unsaved_finished } else { texts.unsaved }
}

/// Asks whether the game is really to end. Returns whether the question is still open.
fn ask(
    ui: &mut Ui,
    session: &mut Session,
    question: &str,
    [yes, no]: [&str; 2],
    end: fn(&mut Session),
) -> bool {
    ui.heading(question);
    if session.is_unsaved() {
        ui.label(unsaved(session));
    }
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let yes = ui.button(yes);
        focus_once(&yes);
        if yes.clicked() {
            end(session);
        }
        !yes.clicked() && !ui.button(no).clicked()
    })
    .inner
}

/// Gives the focus to the control that comes first, when the dialog is shown for the first time.
fn focus_once(control: &Response) {
    let pass = control.ctx.cumulative_pass_nr();
    let is_new = control.ctx.data_mut(|data| {
        let before: Option<u64> = data.get_temp(control.id);
        data.insert_temp(control.id, pass);
        before.is_none_or(|before| before + 1 < pass)
    });
    if is_new {
        control.request_focus();
    }
}

/// Shows something to read. Returns whether it is still open.
fn read(
    ui: &mut Ui,
    title: &str,
    texts: &Texts,
    height: f32,
    content: impl FnOnce(&mut Ui),
) -> bool {
    ui.heading(title);
    // The scroll bar must not lie on the words.
    let margin = Margin { right: 12, ..Margin::ZERO };
    scroll_area(height).show(ui, |ui| Frame::new().inner_margin(margin).show(ui, content));
    ui.add_space(8.0);
    !ui.button(texts.close).clicked()
}

/// A scroll area for content that may be higher than the window. It has its full height from the
/// start; otherwise the dialog would grow each time it is drawn.
fn scroll_area(height: f32) -> ScrollArea {
    ScrollArea::vertical().max_height(height).min_scrolled_height(height)
}

fn keys(ui: &mut Ui, texts: &Texts) {
    Grid::new("keys").num_columns(2).striped(true).show(ui, |ui| {
        let actions = Action::all().filter_map(|action| {
            let what = action.label(texts).trim_end_matches('…');
            Some((action.key_name(ui.ctx(), texts)?, what))
        });
        let actions: Vec<(String, &str)> = actions.collect();
        let others = texts.keys.iter().map(|(key, what)| ((*key).to_owned(), *what));
        for (key, what) in others.chain(actions) {
            ui.label(RichText::new(key).strong());
            ui.label(what);
            ui.end_row();
        }
    });
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;
    use std::time::Duration;

    use ludoteca_core::Language;
    use ludoteca_games::catalog;
    use ludoteca_play::{Play, Record, Seated};

    use super::*;

    fn session() -> Session {
        let table = catalog::open_line("ttt").expect("a game");
        let seats = ["X", "O"].map(Seated::manual).to_vec();
        let play = Play::new(Record::new(table.options().clone(), seats), table).expect("a game");
        let today = || "2026-02-01".to_owned();
        Session::new(play, None, Duration::ZERO, today, Arc::new(|| {}), Language::English)
    }

    /// Where the system's dialog cannot do what is wanted, ours goes on.
    #[test]
    fn answers_of_the_system_are_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let record = session().play().record().to_string();
        fs::write(path("one.txt"), &record).expect("a file");
        fs::write(path("two.txt"), format!("{record}\n{record}")).expect("a file");
        for (answer, saves, goes_on) in [
            (Answer::Cancelled, false, false),
            (Answer::Nobody, false, true),
            (Answer::Nobody, true, true),
            (Answer::File(path("one.txt")), false, false),
            (Answer::File(path("two.txt")), false, true),
            (Answer::File(path("missing.txt")), false, true),
            (Answer::File(path("saved.txt")), true, false),
            (Answer::File(path("no/folder.txt")), true, true),
        ] {
            let mut session = session();
            let mut dialog = Dialog::Quit;
            assert_eq!(dialog.follow(answer, saves, &mut session), goes_on);
            assert_eq!(matches!(dialog, Dialog::Files(_)), goes_on);
        }
        assert_eq!(fs::read_to_string(path("saved.txt")).expect("it was saved"), record);
    }
}
