//! The view: what is shown besides the game itself, and what keys and the mouse do.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ludoteca_core::scene::selection::{ClickOutcome, Selection, begins, departures};
use ludoteca_core::scene::{Colour, Scene, ghost, seat_colours};
use ludoteca_core::{Language, Seat};
use ludoteca_play::{Awaits, Player};
use ratatui_core::layout::Rect;

use crate::board::{DrawingStyle, Geometry, Pointing, is_lined};
use crate::capabilities::Capabilities;
use crate::choices::ViewChoices;
use crate::entry::{EntryEnd, EntryLine, EntryPurpose};
use crate::game::TerminalSession;
use crate::new_game::NewGameMenu;
use crate::sowing::Sowing;
use crate::texts::{Texts, told};

/// Until an engine has thought for this long, nothing is said about it.
const NOTICEABLE: Duration = Duration::from_millis(300);
/// How often the sign of progress moves.
const TICK: Duration = Duration::from_millis(120);

/// A game on the screen, and what the person at it has begun.
pub struct TerminalView {
    pub game: TerminalSession,
    pub capabilities: Capabilities,
    pub choices: ViewChoices,
    /// The position that is shown, and where it came from: the state of the game and the step.
    pub scene: Scene,
    scene_of: Option<(usize, usize)>,
    /// The stones that are on their way in it.
    pub sowing: Option<Sowing>,
    pub colours: Vec<Colour>,
    pub selection: Selection,
    /// The place of the cursor.
    pub cursor: Option<usize>,
    /// How often the piece that is about to be laid was turned.
    turns: usize,
    /// Did the person turn the board round?
    flipped: bool,
    /// The number of steps before the position that is shown; `None` for the current one.
    pub browsed: Option<usize>,
    pub overlay: Overlay,
    /// The line in which the person types.
    pub entry: Option<EntryLine>,
    /// A game that was left unfinished, as long as it is offered.
    pub offer: Option<KeptOffer>,
    /// Where the board is on the screen, as it was last drawn.
    pub shown: Option<ShownBoard>,
    /// The place where the button of the mouse was pressed, and whether a piece is dragged.
    pressed: Option<(usize, bool)>,
    /// Returns today's date, for the records of new games.
    pub today: fn() -> String,
    pub leaving: Option<Leaving>,
    started: Instant,
}

/// A board on the screen.
#[derive(Clone, Debug)]
pub struct ShownBoard {
    pub geometry: Geometry,
    pub area: Rect,
    /// The character of the board that the area begins with.
    pub from: [i32; 2],
}

/// A game that was left unfinished.
#[derive(Clone, Debug)]
pub struct KeptOffer {
    pub path: PathBuf,
    pub title: &'static str,
    pub steps: usize,
}

/// What lies over the board.
pub enum Overlay {
    None,
    /// All keys, from this line on.
    Help(usize),
    /// The rules, from this line on.
    Rules(usize),
    NewGame(NewGameMenu),
    /// Several moves have the same clicks, and this one is marked.
    Question(usize),
    /// Is the game to be begun again?
    Rematch,
    /// Is the view to be left, although the game is lost?
    Quit,
}

/// Why the view is left.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Leaving {
    /// The person has left.
    Left,
    /// Somebody pressed the key for interrupting.
    Interrupted,
    /// The system asked the program to end.
    Terminated,
    /// The terminal has gone.
    HungUp,
}

impl TerminalView {
    pub fn new(
        game: TerminalSession,
        capabilities: Capabilities,
        choices: ViewChoices,
        today: fn() -> String,
    ) -> TerminalView {
        let mut view = TerminalView {
            game,
            capabilities,
            choices,
            scene: Scene::default(),
            scene_of: None,
            sowing: None,
            colours: Vec::new(),
            selection: Selection::default(),
            cursor: None,
            turns: 0,
            flipped: false,
            browsed: None,
            overlay: Overlay::None,
            entry: None,
            offer: None,
            shown: None,
            pressed: None,
            today,
            leaving: None,
            started: Instant::now(),
        };
        view.update();
        view
    }

    pub fn texts(&self) -> &'static Texts {
        self.game.texts()
    }

    pub fn language(&self) -> Language {
        self.game.language()
    }

    /// The number of steps before the position that is shown.
    pub fn step(&self) -> usize {
        self.browsed.unwrap_or(self.game.play().steps())
    }

    /// The seat for which a person can play in the position that is shown.
    pub fn mover(&self) -> Option<Seat> {
        self.game.mover().filter(|_| self.browsed.is_none())
    }

    /// Goes on with what needs no person. Returns when the screen is to be drawn again, if that
    /// should happen by itself.
    pub fn advance(&mut self) -> Option<Duration> {
        let next = self.game.advance(Instant::now());
        self.update();
        // The sign of progress moves while somebody thinks.
        let tick = self.game.search().map(
            |(_, time)| {
                if time < NOTICEABLE { NOTICEABLE - time } else { TICK }
            },
        );
        let frame = self.sowing.as_ref().and_then(Sowing::next_frame);
        if frame.is_none() {
            self.sowing = None;
        }
        next.into_iter().chain(tick).chain(frame).min()
    }

    /// How far the sign of progress has come, once an engine has thought for a while.
    pub fn progress(&self) -> Option<usize> {
        let (_, time) = self.game.search()?;
        let ticks = self.started.elapsed().as_millis() / TICK.as_millis();
        (time >= NOTICEABLE).then_some(ticks as usize)
    }

    /// Makes the scene that of the position that is shown.
    pub fn update(&mut self) {
        let steps = self.game.play().steps();
        self.browsed = self.browsed.filter(|step| *step < steps);
        let of = (self.game.play().log().len(), self.step());
        if self.scene_of == Some(of) {
            return;
        }
        let step = self.step();
        let is_next = self.scene_of.is_some_and(|(_, before)| before + 1 == step);
        let table = self.game.table(step);
        let is_live = self.browsed.is_none();
        let scene = if is_live { table.scene() } else { table.scene_without_choices() };
        self.sowing = Sowing::of(&self.scene, &scene).filter(|_| is_next);
        if let Some(sowing) = &self.sowing {
            self.game.wait_for(sowing.lasts());
        }
        self.scene = scene;
        self.colours = seat_colours(&self.scene.look, &self.game.play().names());
        self.scene_of = Some(of);
        let by = self.game.play().last_step().and_then(|(by, _)| by);
        if by.is_some_and(|seat| *self.game.play().player(seat) == Player::Manual) {
            // Whoever plays has chosen this game.
            self.offer = None;
        }
        self.selection.clear();
        self.turns = 0;
        self.pressed = None;
        if matches!(self.overlay, Overlay::Question(_)) {
            self.overlay = Overlay::None;
        }
        if self.cursor.is_none_or(|place| place >= self.scene.places.len()) {
            self.cursor = self.geometry([0, 0]).first();
        }
    }

    /// Is the board turned round?
    pub fn is_turned(&self) -> bool {
        let play = self.game.play();
        let conventions = &play.table().options().info().conventions;
        conventions.is_turned_for(|seat| *play.player(seat) == Player::Manual) != self.flipped
    }

    pub fn geometry(&self, room: [i32; 2]) -> Geometry {
        let lined = is_lined(&self.scene, self.choices.surface);
        Geometry::new(&self.scene, room, self.capabilities, lined, self.is_turned())
    }

    /// What the person at the board is doing.
    pub fn pointing(&self) -> Pointing {
        let Some(seat) = self.mover() else { return Pointing::default() };
        let hinted = self
            .game
            .hint()
            .and_then(|hint| self.scene.choices.iter().find(|choice| choice.step == hint));
        let hint = hinted.map(|choice| {
            if choice.covers.is_empty() { choice.clicks.clone() } else { choice.covers.clone() }
        });
        let covers = ghost::covers(&self.scene, &self.selection, self.cursor, self.turns);
        // Where a move begins goes without saying, but where it can go on does not.
        let targets = if self.selection.is_empty() {
            Vec::new()
        } else {
            self.selection.targets(&self.scene)
        };
        Pointing {
            cursor: self.cursor,
            chosen: self.selection.clicks().to_vec(),
            targets,
            ghost: covers.map(|covers| (seat, covers)),
            hint: hint.unwrap_or_default(),
        }
    }

    /// Draws boards and tokens in the way that the person likes.
    pub fn with_style<T>(&self, then: impl FnOnce(&DrawingStyle<'_>) -> T) -> T {
        let names = self.game.play().names();
        let conventions = &self.game.play().table().options().info().conventions;
        then(&DrawingStyle {
            capabilities: self.capabilities,
            surface: self.choices.surface,
            pieces: self.choices.pieces,
            names: &names,
            colours: &self.colours,
            far_seat: conventions.far_seat,
            turned: self.is_turned(),
        })
    }

    /// Takes what was typed or done with the mouse.
    pub fn take(&mut self, event: Event) {
        if !matches!(event, Event::Mouse(MouseEvent { kind: MouseEventKind::Moved, .. })) {
            // Whoever does something has seen enough.
            self.sowing = None;
        }
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(key),
            Event::Mouse(mouse) => self.point(mouse),
            Event::Paste(text) => self.paste(&text),
            _ => {}
        }
        self.update();
    }

    fn press(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            self.leaving = Some(Leaving::Interrupted);
        } else if self.entry.is_some() {
            self.press_in_entry(key);
        } else if !matches!(self.overlay, Overlay::None) {
            self.press_in_overlay(key);
        } else {
            self.press_on_board(key);
        }
    }

    fn press_on_board(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('z') if control => {}
            KeyCode::Char('y') if control => self.game.redo(),
            KeyCode::Char(_) if control || key.modifiers.contains(KeyModifiers::ALT) => {}
            KeyCode::Left => self.move_cursor([-1.0, 0.0]),
            KeyCode::Right => self.move_cursor([1.0, 0.0]),
            KeyCode::Up => self.move_cursor([0.0, -1.0]),
            KeyCode::Down => self.move_cursor([0.0, 1.0]),
            KeyCode::Enter | KeyCode::Char(' ') => {
                if let Some(place) = self.cursor {
                    self.click(place);
                }
            }
            KeyCode::Esc => self.escape(),
            KeyCode::PageUp => self.browse(self.step().saturating_sub(1)),
            KeyCode::PageDown => self.browse(self.step() + 1),
            KeyCode::Home => self.browse(0),
            KeyCode::End => self.browse(usize::MAX),
            KeyCode::F(1) => self.overlay = Overlay::Help(0),
            KeyCode::F(2) => self.overlay = Overlay::Rules(0),
            KeyCode::Char(letter) => self.press_letter(letter),
            _ => {}
        }
    }

    fn press_letter(&mut self, letter: char) {
        match letter {
            '?' => self.overlay = Overlay::Help(0),
            'i' => self.overlay = Overlay::Rules(0),
            'h' => self.game.advise(),
            'u' => self.game.undo(),
            'U' => self.game.redo(),
            'n' => self.overlay = Overlay::NewGame(NewGameMenu::new(self.game.play())),
            'r' if self.game.ending().is_some() || self.game.play().steps() == 0 => self.rematch(),
            'r' => self.overlay = Overlay::Rematch,
            's' => self.begin_entry(EntryPurpose::Save),
            'o' => self.begin_entry(EntryPurpose::Open),
            't' => self.turns += 1,
            'l' => self.lay(),
            'f' => self.flipped = !self.flipped,
            'b' => {
                self.choices.surface = self.choices.surface.next();
                self.choices.remember();
                self.game.say((self.texts().board_is)(self.choices.surface));
            }
            'p' => {
                self.choices.pieces = self.choices.pieces.next();
                self.choices.remember();
                self.game.say((self.texts().pieces_are)(self.choices.pieces));
            }
            'L' => self.change_language(),
            'm' => self.game.move_now(),
            'g' => self.go_on(),
            'c' => self.resume(),
            'q' => self.quit(),
            ':' => self.begin_entry(self.purpose_of_entry()),
            _ if letter.is_ascii_digit() => {
                self.begin_entry(self.purpose_of_entry());
                if let Some(entry) = &mut self.entry {
                    entry.insert(&letter.to_string());
                }
            }
            _ => {}
        }
    }

    fn purpose_of_entry(&self) -> EntryPurpose {
        match self.game.play().awaits() {
            Awaits::TypedRoll => EntryPurpose::Roll,
            _ => EntryPurpose::Move,
        }
    }

    fn begin_entry(&mut self, purpose: EntryPurpose) {
        let text = match purpose {
            EntryPurpose::Save => {
                format!("{}.txt", self.game.play().table().options().info().id)
            }
            _ => String::new(),
        };
        self.game.clear_message();
        self.entry = Some(EntryLine::new(purpose, text));
    }

    fn press_in_entry(&mut self, key: KeyEvent) {
        let Some(entry) = &mut self.entry else { return };
        match entry.press(key) {
            EntryEnd::No => {}
            EntryEnd::Cancelled => self.entry = None,
            EntryEnd::Typed => {
                if let Some(entry) = self.entry.take() {
                    self.obey(entry);
                }
            }
        }
    }

    /// Does what was typed.
    fn obey(&mut self, entry: EntryLine) {
        let text = entry.text().trim().to_owned();
        if text.is_empty() {
            return;
        }
        let path = PathBuf::from(&text);
        match entry.purpose {
            EntryPurpose::Move | EntryPurpose::Roll => {
                self.browsed = None;
                if !self.game.make_typed(&text) {
                    // The text stays, so that it can be corrected.
                    self.entry = Some(entry);
                }
            }
            EntryPurpose::Save if self.game.would_replace(&path) => {
                self.entry = Some(EntryLine::new(EntryPurpose::Replace(path), String::new()));
            }
            EntryPurpose::Save => self.save(&path),
            EntryPurpose::Replace(path) => {
                // Any other answer leaves the file as it is.
                if self.texts().yes.contains(&&*text.to_lowercase()) {
                    self.save(&path);
                }
            }
            EntryPurpose::Open => {
                self.offer = None;
                match self.game.open(&path) {
                    Ok(()) => self.browsed = None,
                    Err(why) => self.game.fail(why),
                }
            }
        }
    }

    fn save(&mut self, path: &std::path::Path) {
        if let Err(why) = self.game.save(path) {
            self.game.fail(why);
        }
    }

    fn paste(&mut self, text: &str) {
        if self.entry.is_none() && matches!(self.overlay, Overlay::None) {
            self.begin_entry(self.purpose_of_entry());
        }
        if let Some(entry) = &mut self.entry {
            entry.insert(text.lines().next().unwrap_or_default());
        }
    }

    fn press_in_overlay(&mut self, key: KeyEvent) {
        let is_yes = key.code == KeyCode::Enter
            || matches!(key.code, KeyCode::Char(letter) if self.is_yes(letter));
        match &mut self.overlay {
            Overlay::None => {}
            Overlay::Help(line) | Overlay::Rules(line) => match key.code {
                KeyCode::Down => *line += 1,
                KeyCode::PageDown | KeyCode::Char(' ') => *line += 10,
                KeyCode::Up => *line = line.saturating_sub(1),
                KeyCode::PageUp => *line = line.saturating_sub(10),
                KeyCode::Home => *line = 0,
                KeyCode::End => *line = usize::MAX / 2,
                _ => self.overlay = Overlay::None,
            },
            Overlay::NewGame(menu) => match key.code {
                KeyCode::Enter | KeyCode::Char(' ') => self.begin(),
                KeyCode::Up => menu.up(),
                KeyCode::Down => menu.down(),
                KeyCode::Left => menu.weaker(),
                KeyCode::Right => menu.stronger(),
                KeyCode::Char('s') => menu.other_side(),
                KeyCode::Esc | KeyCode::Char('q' | 'n') => self.overlay = Overlay::None,
                _ => {}
            },
            Overlay::Question(marked) => {
                let last = self.selection.questions().len().saturating_sub(1);
                match key.code {
                    KeyCode::Up | KeyCode::Left => *marked = marked.saturating_sub(1),
                    KeyCode::Down | KeyCode::Right => *marked = (*marked + 1).min(last),
                    KeyCode::Enter | KeyCode::Char(' ') => {
                        let number = *marked;
                        self.answer(number);
                    }
                    KeyCode::Char(digit @ '1'..='9') => {
                        self.answer(digit as usize - '1' as usize);
                    }
                    KeyCode::Esc => {
                        self.overlay = Overlay::None;
                        self.selection.clear();
                    }
                    _ => {}
                }
            }
            Overlay::Rematch => {
                self.overlay = Overlay::None;
                if is_yes {
                    self.rematch();
                }
            }
            Overlay::Quit => {
                self.overlay = Overlay::None;
                if is_yes || key.code == KeyCode::Char('q') {
                    self.leaving = Some(Leaving::Left);
                }
            }
        }
    }

    fn is_yes(&self, letter: char) -> bool {
        self.texts().yes.contains(&letter.to_lowercase().to_string().as_str())
    }

    /// Answers the question which move is meant.
    fn answer(&mut self, number: usize) {
        let step = self.selection.questions().get(number).map(|choice| choice.step.clone());
        if let Some(step) = step {
            self.overlay = Overlay::None;
            self.selection.clear();
            self.game.make(&step);
        }
    }

    fn begin(&mut self) {
        let Overlay::NewGame(menu) = std::mem::replace(&mut self.overlay, Overlay::None) else {
            return;
        };
        match menu.open((self.today)()) {
            Ok(play) => {
                self.offer = None;
                (self.browsed, self.flipped, self.cursor) = (None, false, None);
                self.game.begin(play);
            }
            Err(why) => {
                let why = told(&why, self.language());
                self.game.refuse(&why);
            }
        }
    }

    fn rematch(&mut self) {
        self.browsed = None;
        self.game.restart();
    }

    fn quit(&mut self) {
        let play = self.game.play();
        let is_lost =
            play.steps() > 0 && self.game.ending().is_none() && self.game.kept_in().is_none();
        if is_lost {
            self.overlay = Overlay::Quit;
        } else {
            self.leaving = Some(Leaving::Left);
        }
    }

    /// Goes on with the game that was left unfinished.
    fn resume(&mut self) {
        if let Some(offer) = self.offer.take() {
            match self.game.resume(&offer.path) {
                Ok(()) => (self.browsed, self.cursor) = (None, None),
                Err(why) => self.game.fail(why),
            }
        }
    }

    fn change_language(&mut self) {
        let all = Language::ALL;
        let at = all.iter().position(|it| *it == self.language()).unwrap_or_default();
        let next = all[(at + 1) % all.len()];
        self.game.set_language(next);
        self.game.say((self.texts().language_is)(next.name()));
    }

    /// Plays on from the position that is shown, or lets players move who wait.
    fn go_on(&mut self) {
        if let Some(step) = self.browsed.take() {
            self.game.take_back(step);
        }
        self.game.let_move();
    }

    fn escape(&mut self) {
        if !self.selection.is_empty() {
            self.selection.clear();
        } else if self.game.search().is_some() {
            self.game.stop_thinking();
        } else {
            self.browsed = None;
            self.offer = None;
            self.game.clear_message();
        }
    }

    /// Shows the position after this many steps.
    fn browse(&mut self, step: usize) {
        self.browsed = (step < self.game.play().steps()).then_some(step);
    }

    fn move_cursor(&mut self, direction: [f32; 2]) {
        let geometry = self.geometry([0, 0]);
        let next = match self.cursor {
            Some(place) => geometry.neighbour(place, direction),
            None => geometry.first(),
        };
        self.cursor = next.or(self.cursor);
    }

    /// Lays the piece that follows the cursor.
    fn lay(&mut self) {
        let step = ghost::step(&self.scene, &self.selection, self.cursor, self.turns);
        if let Some(step) = step.filter(|_| self.mover().is_some()) {
            self.selection.clear();
            self.game.make(&step);
        }
    }

    /// Handles a click on a place, or the key that stands for it.
    fn click(&mut self, place: usize) {
        if let Some(why) = self.why_not_now() {
            self.game.refuse(&why);
            return;
        }
        self.game.clear_message();
        // A click on any place of a piece that is about to be laid counts.
        let place =
            ghost::other_end(&self.scene, &self.selection, place, self.turns).unwrap_or(place);
        match self.selection.click(&self.scene, place) {
            ClickOutcome::Move(step) => self.game.make(&step),
            ClickOutcome::Chosen | ClickOutcome::TakenBack => {}
            ClickOutcome::Question => self.overlay = Overlay::Question(0),
            ClickOutcome::Refused(clicks) => {
                let play = self.game.play();
                let why = match play.table().refusal_of(&clicks, &play.names()) {
                    Some(refusal) => told(&refusal, self.language()),
                    None => self.texts().no_move.to_owned(),
                };
                self.game.refuse(&why);
            }
        }
    }

    /// Why nobody can play now; `None` if a person can.
    fn why_not_now(&self) -> Option<String> {
        let (play, texts) = (self.game.play(), self.texts());
        if self.browsed.is_some() {
            return Some(texts.watching.to_owned());
        }
        match play.awaits() {
            Awaits::Nothing => Some(texts.over.to_owned()),
            Awaits::Roll => Some(texts.roll_first.to_owned()),
            Awaits::TypedRoll => Some(texts.type_the_roll.to_owned()),
            awaits => match awaits.seat() {
                _ if self.mover().is_some() => None,
                Some(seat) if self.game.is_paused() => Some((texts.waits)(play.name(seat))),
                Some(seat) => Some((texts.others_turn)(play.name(seat))),
                None => None,
            },
        }
    }

    /// Takes what was done with the mouse.
    fn point(&mut self, mouse: MouseEvent) {
        let place = self.place_at(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
                let down = mouse.kind == MouseEventKind::ScrollDown;
                match &mut self.overlay {
                    Overlay::Help(line) | Overlay::Rules(line) if down => *line += 3,
                    Overlay::Help(line) | Overlay::Rules(line) => *line = line.saturating_sub(3),
                    Overlay::NewGame(menu) if down => menu.down(),
                    Overlay::NewGame(menu) => menu.up(),
                    _ if down => self.browse(self.step() + 1),
                    _ => self.browse(self.step().saturating_sub(1)),
                }
            }
            MouseEventKind::Down(_) if !matches!(self.overlay, Overlay::None) => {
                self.click_overlay(mouse.row);
            }
            MouseEventKind::Moved => self.cursor = place.or(self.cursor),
            MouseEventKind::Down(MouseButton::Left) => {
                self.cursor = place.or(self.cursor);
                self.pressed = place.map(|place| (place, false));
                if place.is_none() {
                    self.selection.clear();
                }
            }
            MouseEventKind::Drag(MouseButton::Left) => self.drag(place),
            MouseEventKind::Up(MouseButton::Left) => self.release(place),
            MouseEventKind::Down(_) => self.selection.clear(),
            _ => {}
        }
    }

    fn drag(&mut self, place: Option<usize>) {
        self.cursor = place.or(self.cursor);
        let Some((from, false)) = self.pressed else { return };
        // A move that takes a single click cannot be made by dragging.
        if place != Some(from)
            && self.mover().is_some()
            && departures(&self.scene).contains(&from)
            && begins(&self.scene, from)
        {
            self.selection.clear();
            self.click(from);
            self.pressed = Some((from, true));
        }
    }

    fn release(&mut self, place: Option<usize>) {
        match (self.pressed.take(), place) {
            // If the piece is let go where it was taken from, the next place is chosen by a click.
            (Some((from, true)), Some(to)) if to != from => {
                self.click(to);
                self.selection.clear_unless_asked();
            }
            (Some((_, true)), Some(_)) => {}
            (Some((_, true)), None) => self.selection.clear(),
            (Some((from, false)), Some(to)) if to == from => self.click(to),
            _ => {}
        }
    }

    /// A click on an overlay chooses what is there, or else closes it.
    fn click_overlay(&mut self, row: u16) {
        let line = crate::overlays::line_at(self, row);
        match &mut self.overlay {
            Overlay::NewGame(menu) => {
                if let Some(line) = line
                    && menu.choose(line)
                {
                    self.begin();
                }
            }
            Overlay::Question(_) => match line {
                Some(line) => self.answer(line),
                None => {
                    self.overlay = Overlay::None;
                    self.selection.clear();
                }
            },
            _ => self.overlay = Overlay::None,
        }
    }

    /// The place of the board at a character of the screen.
    fn place_at(&self, column: u16, row: u16) -> Option<usize> {
        let ShownBoard { geometry, area, from } = self.shown.as_ref()?;
        let inside = area.contains((column, row).into());
        let point = [i32::from(column) - i32::from(area.x), i32::from(row) - i32::from(area.y)];
        inside.then(|| geometry.at([point[0] + from[0], point[1] + from[1]]))?
    }
}
