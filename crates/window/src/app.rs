//! The application behind the windows: one game, and a view of it for each window.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use eframe::{App, Frame};
use egui::{Context, Ui, Vec2, ViewportBuilder, ViewportCommand, ViewportId};
use ludoteca_core::{Language, Seat};

use crate::icon::icon;
use crate::keystrokes::Keystrokes;
use crate::session::Session;
use crate::settings::{LEAST_SIZE, Settings, SettingsFile};
use crate::view::WindowView;
use crate::{InitialGame, WindowOptions, texts};

/// One game and its windows.
pub struct Windows {
    session: Session,
    settings: SettingsFile,
    /// The language that a person has chosen, now or before; and the one that is shown.
    chosen_language: Option<Language>,
    shown_language: Language,
    /// The views. The first belongs to the root window.
    views: Vec<WindowView>,
    /// The title of the first window.
    title: String,
}

impl Windows {
    /// Opens the game in the windows of `ctx`. They remember nothing, and use no dialogs of the
    /// system.
    pub fn new(ctx: &Context, opening: InitialGame, options: WindowOptions) -> Windows {
        Windows::with(ctx, opening, options, SettingsFile::at(None), false)
    }

    /// Opens the game in the windows of `ctx`, with the settings of a file. `has_dialogs` says
    /// whether the system has dialogs for files.
    pub(crate) fn with(
        ctx: &Context,
        opening: InitialGame,
        options: WindowOptions,
        settings: SettingsFile,
        has_dialogs: bool,
    ) -> Windows {
        ctx.add_plugin(Keystrokes::default());
        let Settings { theme, language: chosen_language, board, pieces, .. } = settings.settings();
        ctx.set_theme(theme);
        let language = chosen_language.filter(|_| !options.is_language_set);
        let language = language.unwrap_or(options.language);
        let waker = ctx.clone();
        let wake = Arc::new(move || waker.request_repaint_of(ViewportId::ROOT));
        let InitialGame { play, source: watched, recorder, today } = opening;
        let pace = if options.animation { STEP_DELAY } else { Duration::ZERO };
        let mut session = Session::new(play, recorder, pace, today, wake, language);
        session.set_looks(board, pieces);
        let step = watched.as_ref().map(|watched| watched.step);
        if let Some(watched) = watched {
            session.review(watched);
        }
        let seats = session.play().seats().len();
        let whose: Vec<Option<Seat>> = match options.each_seat {
            true => Seat::all(seats).map(Some).collect(),
            false => vec![None],
        };
        let mut views: Vec<WindowView> = whose
            .into_iter()
            .map(|seat| WindowView::new(&session, seat, options.animation, has_dialogs))
            .collect();
        for view in &mut views {
            if let Some(step) = step {
                view.browse_to(step, session.play().steps());
            }
        }
        let title = String::new();
        Windows { session, settings, chosen_language, shown_language: language, views, title }
    }

    /// The game.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Keeps what a person has chosen, and at the end also the size of the window.
    fn keep_settings(&mut self, ctx: &Context) {
        let language = self.session.language();
        if mem::replace(&mut self.shown_language, language) != language {
            self.chosen_language = Some(language);
        }
        let is_special = ctx.input(|input| {
            let viewport = input.viewport();
            viewport.maximized == Some(true) || viewport.fullscreen == Some(true)
        });
        let before = self.settings.settings();
        let size = match self.session.is_closed() && !is_special {
            true => ctx.content_rect().size().round(),
            false => before.size,
        };
        let (board, pieces) = self.session.looks();
        let theme = ctx.options(|options| options.theme_preference);
        let settings = Settings { theme, size, language: self.chosen_language, board, pieces };
        self.settings.keep(settings);
    }

    fn title_of(&self, view: &WindowView) -> String {
        let play = self.session.play();
        let whose = view.seat.map(|seat| play.name(seat));
        texts::title(play.table().options().info().title, whose, self.session.language())
    }
}

impl App for Windows {
    fn logic(&mut self, ctx: &Context, _frame: &mut Frame) {
        let now = ctx.input(|input| input.time);
        if let Some(wait) = self.session.advance(now) {
            ctx.request_repaint_after(wait);
        }
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut Frame) {
        let ctx = ui.ctx().clone();
        let titles: Vec<String> = self.views.iter().map(|view| self.title_of(view)).collect();
        if self.title != titles[0] {
            self.title.clone_from(&titles[0]);
            ctx.send_viewport_cmd(ViewportCommand::Title(titles[0].clone()));
        }
        let before = self.session.changes();
        let (first, others) = self.views.split_first_mut().expect("there is a window");
        ask_before_closing(&ctx, first, &self.session);
        first.show(ui, &mut self.session);
        for (view, title) in others.iter_mut().zip(&titles[1..]) {
            let id = ViewportId::from_hash_of(("seat", view.seat.map(Seat::index)));
            let size = Settings::default().size;
            ctx.show_viewport_immediate(id, viewport(title, size), |ui, _| {
                ask_before_closing(ui.ctx(), view, &self.session);
                view.show(ui, &mut self.session);
            });
        }
        if self.session.changes() != before {
            // All windows show what happened in one of them.
            ctx.request_repaint_of(ViewportId::ROOT);
        }
        self.keep_settings(&ctx);
        if self.session.is_closed() {
            ctx.send_viewport_cmd_to(ViewportId::ROOT, ViewportCommand::Close);
        }
    }
}

/// A window with this title and size.
pub fn viewport(title: &str, size: Vec2) -> ViewportBuilder {
    ViewportBuilder::default()
        .with_title(title)
        .with_app_id("ludoteca")
        .with_icon(icon())
        .with_inner_size(size)
        .with_min_inner_size(LEAST_SIZE)
}

/// Asks a person who closes a window before it is closed.
fn ask_before_closing(ctx: &Context, view: &mut WindowView, session: &Session) {
    if ctx.input(|input| input.viewport().close_requested()) && !session.is_closed() {
        ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        view.ask_to_quit();
    }
}

/// How long a move is shown before the next automatic one.
const STEP_DELAY: Duration = Duration::from_millis(600);

#[cfg(test)]
mod tests {
    use std::path::Path;

    use egui::ThemePreference;
    use ludoteca_games::catalog;
    use ludoteca_play::{Play, Record, Seated};

    use super::*;
    use crate::board::{BoardChoice, PieceChoice};

    /// Windows of a person whose settings are in this file.
    fn windows(ctx: &Context, file: &Path, language: Option<Language>) -> Windows {
        let table = catalog::open_line("ttt").expect("a game");
        let seats = ["X", "O"].map(Seated::manual).to_vec();
        let play = Play::new(Record::new(table.options().clone(), seats), table).expect("a game");
        let today = || "2026-02-01".to_owned();
        let opening = InitialGame { play, source: None, recorder: None, today };
        let options = WindowOptions {
            each_seat: false,
            animation: false,
            language: language.unwrap_or(Language::Portuguese),
            is_language_set: language.is_some(),
        };
        Windows::with(ctx, opening, options, SettingsFile::at(Some(file.to_owned())), false)
    }

    #[test]
    fn what_a_person_has_chosen_is_there_at_the_next_start() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("window.txt");
        let ctx = Context::default();
        let mut first = windows(&ctx, &file, None);
        assert_eq!(first.session().language(), Language::Portuguese, "that of the system");
        first.keep_settings(&ctx);
        assert!(!file.exists(), "nothing was chosen");
        ctx.set_theme(ThemePreference::Dark);
        first.session.set_language(Language::German);
        first.session.set_looks(BoardChoice::Slate, PieceChoice::Letters);
        first.keep_settings(&ctx);

        let ctx = Context::default();
        let mut second = windows(&ctx, &file, None);
        assert_eq!(ctx.options(|options| options.theme_preference), ThemePreference::Dark);
        assert_eq!(second.session().language(), Language::German);
        assert_eq!(second.session().looks(), (BoardChoice::Slate, PieceChoice::Letters));
        second.session.close();
        second.keep_settings(&ctx);
        let size = ctx.content_rect().size().round();
        let kept = SettingsFile::at(Some(file.clone())).settings().size;
        assert_eq!(kept, size.clamp(LEAST_SIZE, kept.max(LEAST_SIZE)));

        // A language on the command line counts for that start alone.
        let mut third = windows(&Context::default(), &file, Some(Language::Spanish));
        assert_eq!(third.session().language(), Language::Spanish);
        third.keep_settings(&ctx);
        let fourth = windows(&Context::default(), &file, None);
        assert_eq!(fourth.session().language(), Language::German);
    }
}
