//! The application behind the windows: one game, and a view of it for each window.

use std::sync::Arc;
use std::time::Duration;

use eframe::{App, Frame};
use egui::{Context, Ui, ViewportBuilder, ViewportCommand, ViewportId};
use ludoteca_core::Seat;

use crate::icon::icon;
use crate::keystrokes::Keystrokes;
use crate::session::Session;
use crate::view::WindowView;
use crate::{InitialGame, WindowOptions, texts};

/// One game and its windows.
pub struct Windows {
    session: Session,
    /// The views. The first belongs to the root window.
    views: Vec<WindowView>,
    /// The title of the first window.
    title: String,
}

impl Windows {
    /// Opens the game in the windows of `ctx`.
    pub fn new(ctx: &Context, opening: InitialGame, options: WindowOptions) -> Windows {
        ctx.add_plugin(Keystrokes::default());
        let waker = ctx.clone();
        let wake = Arc::new(move || waker.request_repaint_of(ViewportId::ROOT));
        let InitialGame { play, source: watched, recorder, today } = opening;
        let pace = if options.animation { STEP_DELAY } else { Duration::ZERO };
        let mut session = Session::new(play, recorder, pace, today, wake, options.language);
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
            .map(|seat| WindowView::new(&session, seat, options.animation))
            .collect();
        for view in &mut views {
            if let Some(step) = step {
                view.browse_to(step, session.play().steps());
            }
        }
        Windows { session, views, title: String::new() }
    }

    /// The game.
    pub fn session(&self) -> &Session {
        &self.session
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
            ctx.show_viewport_immediate(id, viewport(title), |ui, _| {
                ask_before_closing(ui.ctx(), view, &self.session);
                view.show(ui, &mut self.session);
            });
        }
        if self.session.changes() != before {
            // All windows show what happened in one of them.
            ctx.request_repaint_of(ViewportId::ROOT);
        }
        if self.session.is_closed() {
            ctx.send_viewport_cmd_to(ViewportId::ROOT, ViewportCommand::Close);
        }
    }
}

/// A window with this title.
pub fn viewport(title: &str) -> ViewportBuilder {
    ViewportBuilder::default()
        .with_title(title)
        .with_app_id("ludoteca")
        .with_icon(icon())
        .with_inner_size([1000.0, 720.0])
        .with_min_inner_size([480.0, 360.0])
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
