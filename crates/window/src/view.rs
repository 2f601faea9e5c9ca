//! One window: the part of a game that it shows, and the input that a person has begun.

use std::mem;

use egui::{self, CentralPanel, Color32, Context, Frame, Panel, ScrollArea, Theme, Ui};
use ludoteca_core::scene::Scene;
use ludoteca_core::scene::selection::Selection;
use ludoteca_core::{MAX_SEATS, Seat};
use ludoteca_play::Player;

use crate::actions::Action;
use crate::analysis::LiveAnalysis;
use crate::board::{self, BoardStyle, Motion};
use crate::dialogs::Dialog;
use crate::session::{SearchPurpose, Session, Tone};
use crate::{board_input, panels};

/// One window and its state.
pub struct WindowView {
    /// The seat whose window it is; `None` if all play in one window.
    pub seat: Option<Seat>,
    /// What has been chosen on the board.
    pub selection: Selection,
    /// The number of steps before the browsed position; `None` for the current position.
    pub browsed_step: Option<usize>,
    pub scene: Scene,
    /// The origin of `scene`: the session's count of changes, and the step.
    shown: Option<(u64, usize)>,
    /// The number of the game that is shown.
    game: usize,
    pub motion: Option<Motion>,
    /// The colours that a person has chosen for seats.
    pub own_colours: [Option<Color32>; MAX_SEATS],
    /// A colour for each seat: the chosen one, or that of the game.
    pub colours: Vec<Color32>,
    /// Has a person turned the board round? See [`is_turned`](WindowView::is_turned).
    flipped: bool,
    /// How often a piece that is about to be laid has been turned.
    pub turns: usize,
    /// The place that a piece is being dragged from.
    pub dragged: Option<usize>,
    pub dialog: Option<Dialog>,
    pub analysis: LiveAnalysis,
    animation: bool,
    /// Does the system have dialogs for files?
    has_dialogs: bool,
}

impl WindowView {
    pub fn new(
        session: &Session,
        seat: Option<Seat>,
        animation: bool,
        has_dialogs: bool,
    ) -> WindowView {
        WindowView {
            seat,
            selection: Selection::default(),
            browsed_step: None,
            scene: Scene::default(),
            shown: None,
            game: session.games(),
            motion: None,
            own_colours: [None; MAX_SEATS],
            colours: Vec::new(),
            flipped: false,
            turns: 0,
            dragged: None,
            dialog: None,
            analysis: LiveAnalysis::default(),
            animation,
            has_dialogs,
        }
    }

    /// What board and pieces look like in this window.
    pub fn style<'a>(
        &'a self,
        session: &Session,
        names: &'a [&'a str],
        dark: bool,
    ) -> BoardStyle<'a> {
        let far_seat = session.play().table().options().info().conventions.far_seat;
        BoardStyle::new(&self.scene.look, session.looks(), dark, &self.colours, names)
            .facing(far_seat, self.is_turned(session))
    }

    /// The step whose position is shown.
    pub fn step(&self, session: &Session) -> usize {
        self.browsed_step.unwrap_or(session.play().steps())
    }

    /// Does this window show the current position of the game?
    pub fn is_live(&self) -> bool {
        self.browsed_step.is_none()
    }

    /// The person who may move in this window now.
    pub fn mover(&self, session: &Session) -> Option<Seat> {
        session.person_to_move().filter(|seat| self.is_live() && self.is_own(*seat))
    }

    /// Does this window belong to the seat?
    pub fn is_own(&self, seat: Seat) -> bool {
        self.seat.is_none_or(|own| own == seat)
    }

    /// The seats of the people at this window: all that are played by hand, or the one that has it.
    pub fn own_seats(&self, session: &Session) -> Vec<Seat> {
        let play = session.play();
        let by_hand = |seat: &Seat| *play.player(*seat) == Player::Manual;
        match self.seat {
            Some(seat) => vec![seat],
            None => Seat::all(play.seats().len()).filter(by_hand).collect(),
        }
    }

    /// Is the board turned round? People who play from its upper edge see it so, unless they have
    /// turned it themselves.
    pub fn is_turned(&self, session: &Session) -> bool {
        let conventions = &session.play().table().options().info().conventions;
        let mine = self.own_seats(session);
        conventions.is_turned_for(|seat| mine.contains(&seat)) != self.flipped
    }

    /// Shows the whole window, and performs the actions of a person.
    pub fn show(&mut self, ui: &mut Ui, session: &mut Session) {
        let now = ui.input(|input| input.time);
        self.refresh(session, now);
        self.obey_keys(ui.ctx(), session, now);
        Panel::top("menus").show(ui, |ui| panels::menus(ui, self, session, now));
        // Small windows must leave room for the board.
        let most = (0.45 * ui.available_width()).clamp(180.0, 520.0);
        Panel::right("side").resizable(true).default_size(320.0).size_range(180.0..=most).show(
            ui,
            |ui| {
                ScrollArea::vertical()
                    .auto_shrink(false)
                    .show(ui, |ui| panels::side(ui, self, session, now));
            },
        );
        if self.analysis.is_on() {
            Panel::bottom("analysis").resizable(true).default_size(190.0).show(ui, |ui| {
                panels::analysis(ui, self, session);
            });
        }
        let frame = Frame::central_panel(ui.style()).inner_margin(10.0);
        CentralPanel::default()
            .frame(frame)
            .show(ui, |ui| board_input::show(ui, self, session, now));
        self.show_dialog(ui.ctx(), session);
        if self.motion.as_ref().is_some_and(|motion| motion.is_over(now)) {
            self.motion = None;
        }
        if self.motion.is_some() {
            ui.ctx().request_repaint();
        }
        if session.search_status().is_some() {
            // The displayed seconds go on, so the window is drawn again.
            ui.ctx().request_repaint_after_secs(0.25);
        }
    }

    /// Is this action possible now?
    pub fn may(&self, action: Action, session: &Session) -> bool {
        let play = session.play();
        let step = self.step(session);
        let alone = self.seat.is_none();
        match action {
            Action::NewGame | Action::Open | Action::Restart | Action::PlayFromHere if !alone => {
                false
            }
            Action::Undo => alone && session.can_undo(),
            Action::Redo => alone && session.can_redo(),
            Action::PlayFromHere => self.browsed_step.is_some(),
            Action::Rematch => alone && session.ending().is_some(),
            Action::Review => session.ending().is_some(),
            Action::RandomMove | Action::EngineMove | Action::Hint => {
                self.mover(session).is_some() && session.search_status().is_none()
            }
            Action::Automatic => alone,
            Action::LetMove => {
                session.is_paused()
                    && play.table().next().seat().is_none_or(|seat| self.is_own(seat))
            }
            Action::MoveNow => {
                matches!(session.search_status(), Some((SearchPurpose::Move(seat), _)) if self.is_own(seat))
            }
            Action::StopThinking => {
                matches!(session.search_status(), Some((SearchPurpose::Move(seat) | SearchPurpose::Hint(seat), _)) if self.is_own(seat))
            }
            Action::FirstStep | Action::StepBack => step > 0,
            Action::StepOn | Action::LastStep => self.browsed_step.is_some(),
            _ => true,
        }
    }

    /// Is the switch for an action on? `None` if the action is no switch.
    pub fn is_on(&self, action: Action, ctx: &Context, session: &Session) -> Option<bool> {
        let theme = |theme| Some(ctx.options(|options| options.theme_preference) == theme);
        match action {
            Action::Automatic => Some(session.is_automatic()),
            Action::Analysis => Some(self.analysis.is_on()),
            Action::TurnBoard => Some(self.flipped),
            Action::SystemTheme => theme(egui::ThemePreference::System),
            Action::LightTheme => theme(egui::ThemePreference::Light),
            Action::DarkTheme => theme(egui::ThemePreference::Dark),
            Action::Board(board) => Some(session.looks().0 == board),
            Action::Pieces(pieces) => Some(session.looks().1 == pieces),
            Action::Language(language) => Some(session.language() == language),
            _ => None,
        }
    }

    /// Performs an action.
    pub fn perform(&mut self, action: Action, ctx: &Context, session: &mut Session, now: f64) {
        if !self.may(action, session) {
            return;
        }
        let (step, steps) = (self.step(session), session.play().steps());
        match action {
            Action::NewGame => self.dialog = Some(Dialog::new_game(session)),
            Action::Open => self.dialog = Some(Dialog::open(session, self.has_dialogs)),
            Action::Save => self.dialog = Some(Dialog::save(session, self.has_dialogs)),
            Action::CopyPosition => {
                ctx.copy_text(session.table(step).position());
                session.say(Tone::Info, session.texts().copied.to_owned(), self.seat);
            }
            Action::Restart if session.is_unsaved() && session.ending().is_none() => {
                self.dialog = Some(Dialog::Restart);
            }
            Action::Restart | Action::Rematch => session.restart(),
            Action::Review => {
                self.analysis.switch_on();
                self.browse_to(0, steps);
            }
            Action::Quit => self.dialog = Some(Dialog::Quit),
            Action::Undo => {
                self.browsed_step = None;
                session.undo();
            }
            Action::Redo => {
                self.browsed_step = None;
                session.redo();
            }
            Action::RandomMove => session.move_at_random(now),
            Action::EngineMove => session.let_engine_move(),
            Action::Hint => session.look_for_hint(),
            Action::Automatic => session.set_automatic(!session.is_automatic()),
            Action::LetMove => session.advance_once(now),
            Action::MoveNow => session.move_now(),
            Action::StopThinking => session.stop_thinking(),
            Action::FirstStep => self.browse_to(0, steps),
            Action::StepBack => self.browse_to(step.saturating_sub(1), steps),
            Action::StepOn => self.browse_to(step + 1, steps),
            Action::LastStep => self.browsed_step = None,
            Action::PlayFromHere => {
                self.browsed_step = None;
                session.take_back(step);
            }
            Action::Analysis => self.analysis.switch(),
            Action::TurnBoard => self.flipped = !self.flipped,
            Action::SystemTheme => ctx.set_theme(egui::ThemePreference::System),
            Action::LightTheme => ctx.set_theme(Theme::Light),
            Action::DarkTheme => ctx.set_theme(Theme::Dark),
            Action::Board(board) => session.set_looks(board, session.looks().1),
            Action::Pieces(pieces) => session.set_looks(session.looks().0, pieces),
            Action::Language(language) => session.set_language(language),
            Action::Rules => self.dialog = Some(Dialog::rules(session)),
            Action::Keys => self.dialog = Some(Dialog::Keys),
        }
        self.selection.clear();
    }

    /// Shows the position after `step` of the game's `steps`.
    pub fn browse_to(&mut self, step: usize, steps: usize) {
        self.browsed_step = (step < steps).then_some(step);
        self.selection.clear();
    }

    /// Asks for confirmation when somebody wants to close the window.
    pub fn ask_to_quit(&mut self) {
        self.dialog = Some(Dialog::Quit);
    }

    /// Brings the scene up to date and animates what has changed.
    fn refresh(&mut self, session: &mut Session, now: f64) {
        let steps = session.play().steps();
        let is_same = mem::replace(&mut self.game, session.games()) == session.games();
        self.browsed_step = self.browsed_step.filter(|step| is_same && *step < steps);
        let step = self.step(session);
        let shown = Some((session.changes(), step));
        if self.shown == shown {
            return;
        }
        let scene = session.table(step).scene();
        let usual = board::colours(&scene.look, &session.play().names());
        self.colours = usual
            .into_iter()
            .zip(self.own_colours)
            .map(|(usual, own)| own.unwrap_or(usual))
            .collect();
        if scene != self.scene {
            self.selection.clear();
            self.dragged = None;
            self.motion = match self.shown.filter(|_| self.animation) {
                Some((_, before)) if before + 1 == step => Motion::on(&self.scene, &scene, now),
                Some((_, before)) if before == step + 1 => Motion::back(&self.scene, &scene, now),
                _ => None,
            };
            self.scene = scene;
        }
        self.shown = shown;
    }

    fn obey_keys(&mut self, ctx: &Context, session: &mut Session, now: f64) {
        if self.dialog.is_some() {
            return;
        }
        let typing = ctx.text_edit_focused();
        for action in Action::all() {
            if let Some(key) = action.key()
                && !(typing && key.modifiers.is_none())
                && ctx.input_mut(|input| input.consume_shortcut(&key))
            {
                self.perform(action, ctx, session, now);
            }
        }
    }

    fn show_dialog(&mut self, ctx: &Context, session: &mut Session) {
        if let Some(mut dialog) = self.dialog.take() {
            let goes_on = dialog.show(ctx, session, self.seat);
            if goes_on && self.dialog.is_none() {
                self.dialog = Some(dialog);
            }
        }
    }
}
