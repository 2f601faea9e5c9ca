//! A harness for games in windows without a display.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use egui::accesskit::{NodeId, Role};
use egui::{
    Context, FullOutput, Key, Modifiers, OutputCommand, Plugin, Rect, Shape, Vec2, ViewportId,
};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use ludoteca_core::scene::Choice;
use ludoteca_core::{Language, Table};
use ludoteca_games::catalog;
use ludoteca_play::players::read_players;
use ludoteca_play::seeds::Seed;
use ludoteca_play::{Command, Event, Play, Record, RecordedStep, Seated};
use ludoteca_window::{InitialGame, WindowOptions, Windows};

/// The modifier key for commands.
pub const CTRL: Modifiers = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };

/// An engine that thinks until it is stopped, unless it solves the game before.
pub const THINKER: &str = "a:time=60s";

/// A game in a window, or in one window for each seat.
pub struct Game {
    pub harness: Harness<'static, Windows>,
    copied: Arc<Mutex<Vec<String>>>,
}

/// Something in a window that can be clicked: its label, and whether it is enabled.
pub struct Control {
    id: NodeId,
    pub role: Role,
    pub label: String,
    pub is_enabled: bool,
}

/// A new game. The options are one line; if `players` is empty, the usual players play.
pub fn play(options: &str, players: &str) -> Play {
    let table = catalog::open_line(options).expect("there is such a game");
    let seats = match players {
        "" => table.options().info().names[..table.seats()]
            .iter()
            .map(|name| Seated::manual(name))
            .collect(),
        list => read_players(list).expect("these are players"),
    };
    let record =
        Record { seed: Some(Seed::Number(1)), ..Record::new(table.options().clone(), seats) };
    Play::new(record, table).expect("these players fit")
}

/// A new game after some steps, with commas between them.
pub fn play_after(options: &str, players: &str, steps: &str) -> Play {
    let mut play = play(options, players);
    for step in steps.split(',').map(str::trim) {
        let by = play.table().next().seat();
        let events = play.tell(Command::Step { by, step: RecordedStep::new(step) });
        assert!(
            !events.iter().any(|event| matches!(event, Event::Refused(_))),
            "{step}: {events:?}"
        );
    }
    play
}

/// Opens a game that comes from no file and is recorded nowhere.
pub fn opening(play: Play) -> InitialGame {
    InitialGame { play, source: None, recorder: None, today: || "2026-02-01".to_owned() }
}

/// Options for windows in English.
pub const fn window_options(each_seat: bool, animation: bool) -> WindowOptions {
    WindowOptions { each_seat, animation, language: Language::English, is_language_set: true }
}

impl Game {
    /// A game in one window.
    pub fn new(options: &str, players: &str) -> Game {
        Game::of(play(options, players))
    }

    /// A game in one window after some steps, with commas between them.
    pub fn after(options: &str, players: &str, steps: &str) -> Game {
        Game::of(play_after(options, players, steps))
    }

    pub fn of(play: Play) -> Game {
        Game::open(play, window_options(false, false))
    }

    /// A game in one window in this language.
    pub fn in_language(language: Language, play: Play) -> Game {
        Game::open(play, WindowOptions { language, ..window_options(false, false) })
    }

    /// A game in as many windows as the options say.
    pub fn open(play: Play, options: WindowOptions) -> Game {
        Game::with(opening(play), options)
    }

    pub fn with(opening: InitialGame, options: WindowOptions) -> Game {
        let mut harness = Harness::builder()
            .with_size(Vec2::new(1100.0, 900.0))
            .build_eframe(|context| Windows::new(&context.egui_ctx, opening, options));
        let copied = Arc::default();
        harness.ctx.add_plugin(Clipboard(Arc::clone(&copied)));
        harness.run_ok();
        Game { harness, copied }
    }

    pub fn play(&self) -> &Play {
        self.harness.state().session().play()
    }

    pub fn table(&self) -> &dyn Table {
        self.play().table()
    }

    /// The text that was copied last.
    pub fn copied(&self) -> Option<String> {
        self.copied.lock().expect("nobody failed").last().cloned()
    }

    /// Clicks on the button (or other control) with this label.
    pub fn press(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.harness.run_ok();
    }

    /// Clicks on the control of this kind with this label.
    pub fn press_role(&mut self, role: Role, label: &str) {
        self.harness.get_by_role_and_label(role, label).click();
        self.harness.run_ok();
    }

    /// Everything that can be clicked or filled in, except the places of the board.
    pub fn controls(&self) -> Vec<Control> {
        let places: Vec<String> =
            self.table().scene().places.iter().map(|place| format!("{}: ", place.label)).collect();
        let control = |node: Node<'_>| {
            let node = node.accesskit_node();
            let label = node.label().unwrap_or_default();
            let is_place = places.iter().any(|place| label.starts_with(place));
            let is_control = matches!(
                node.role(),
                Role::Button | Role::CheckBox | Role::ComboBox | Role::ColorWell
            );
            let control = Control {
                id: node.locate().0,
                role: node.role(),
                label,
                is_enabled: !node.is_disabled(),
            };
            (is_control && !is_place).then_some(control)
        };
        self.harness.root().children_recursive().filter_map(control).collect()
    }

    /// Opens a menu or a box. Returns what is in it.
    pub fn open_menu(&mut self, menu: &str) -> Vec<Control> {
        let controls = self.controls();
        let before: Vec<NodeId> = controls.iter().map(|control| control.id).collect();
        let is_box =
            controls.iter().any(|control| control.role == Role::ComboBox && control.label == menu);
        self.press_role(if is_box { Role::ComboBox } else { Role::Button }, menu);
        self.controls().into_iter().filter(|control| !before.contains(&control.id)).collect()
    }

    /// Chooses an entry of a menu or a box. The entry may have its key beside it.
    pub fn choose(&mut self, menu: &str, item: &str) {
        let items = self.open_menu(menu);
        let with_key = format!("{item} ");
        let exact = items.iter().find(|control| control.label == item);
        let found =
            exact.or_else(|| items.iter().find(|control| control.label.starts_with(&with_key)));
        let id = found.unwrap_or_else(|| panic!("there is no {item} in {menu}")).id;
        self.harness.get_by(move |node| node.locate().0 == id).click();
        self.harness.run_ok();
    }

    /// Types into a field and replaces its text.
    pub fn fill(&mut self, field: &str, text: &str) {
        self.press_role(Role::TextInput, field);
        self.key_with(CTRL, Key::A);
        self.key(Key::Delete);
        self.harness.get_by_role_and_label(Role::TextInput, field).type_text(text);
        self.harness.run_ok();
    }

    /// Clicks on a place of the board.
    pub fn click(&mut self, place: &str) {
        self.place(place).click();
        self.harness.run_ok();
    }

    /// A place of the board.
    pub fn place(&self, place: &str) -> Node<'_> {
        let begins = format!("{place}: ");
        self.harness
            .get_by(move |node| node.label().is_some_and(|label| label.starts_with(&begins)))
    }

    /// The rectangle of a place of the board.
    pub fn rect(&self, place: &str) -> Rect {
        self.place(place).rect()
    }

    /// The description of a place for people who cannot see it.
    pub fn description(&self, place: &str) -> String {
        self.place(place).accesskit_node().label().expect("a place has a label")
    }

    /// Makes a move by its clicks, and answers the question if there is one.
    pub fn make(&mut self, choice: &Choice) {
        for place in &choice.clicks {
            let label = self.table().scene().places[*place].label.to_string();
            self.click(&label);
        }
        if let Some(question) = &choice.question {
            self.press(&question.to_string());
        }
    }

    pub fn key(&mut self, key: Key) {
        self.key_with(Modifiers::NONE, key);
    }

    pub fn key_with(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_ok();
    }

    /// Presses keys so fast that all of them come between two frames.
    pub fn keys_at_once(&mut self, keys: &[(Modifiers, Key)]) {
        for (modifiers, key) in keys {
            let press = |pressed| egui::Event::Key {
                key: *key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers: *modifiers,
            };
            self.harness.input_mut().events.extend([press(true), press(false)]);
        }
        // One run draws only a few frames, and each key may take one.
        for _ in keys {
            self.harness.run_ok();
        }
    }

    /// Can this text be read somewhere?
    pub fn reads(&self, text: &str) -> bool {
        self.harness.query_all_by_label_contains(text).next().is_some()
    }

    pub fn is_enabled(&self, label: &str) -> bool {
        !self.harness.get_by_label(label).accesskit_node().is_disabled()
    }

    /// Waits until the engines have reached something.
    pub fn until(&mut self, what: &str, reached: impl Fn(&Game) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(120);
        while !reached(self) {
            assert!(Instant::now() < deadline, "waited for {what}");
            thread::sleep(Duration::from_millis(5));
            self.harness.step();
        }
        self.harness.run_ok();
    }

    /// The places that the head of an arrow points at. The arrow is the best move or a hint.
    pub fn arrow_points_at(&self) -> Vec<String> {
        let scene = self.table().scene();
        let places: Vec<(String, Rect)> = scene
            .places
            .into_iter()
            .map(|place| (place.label.to_string(), self.rect(&place.label.to_string())))
            .collect();
        let tips = self.shapes().into_iter().filter_map(|shape| match shape {
            Shape::Path(path) if path.closed && path.points.len() == 3 => Some(path.points[0]),
            _ => None,
        });
        let mut found: Vec<String> = tips
            .filter_map(|tip| Some(places.iter().find(|(_, rect)| rect.contains(tip))?.0.clone()))
            .collect();
        found.dedup();
        found
    }

    /// Everything that was drawn last.
    pub fn shapes(&self) -> Vec<&Shape> {
        let mut open: Vec<&Shape> =
            self.harness.output().shapes.iter().map(|clipped| &clipped.shape).collect();
        let mut shapes = Vec::new();
        while let Some(shape) = open.pop() {
            match shape {
                Shape::Vec(parts) => open.extend(parts),
                shape => shapes.push(shape),
            }
        }
        shapes
    }

    /// The time after which the window wants to be drawn again, although nobody touches it.
    pub fn wants_to_be_drawn_after(&self) -> Duration {
        self.harness.output().viewport_output[&ViewportId::ROOT].repaint_delay
    }
}

/// Keeps everything that is copied.
struct Clipboard(Arc<Mutex<Vec<String>>>);

impl Plugin for Clipboard {
    fn debug_name(&self) -> &'static str {
        "clipboard"
    }

    fn output_hook(&mut self, _ctx: &Context, output: &mut FullOutput) {
        for command in &output.platform_output.commands {
            if let OutputCommand::CopyText(text) = command {
                self.0.lock().expect("nobody failed").push(text.clone());
            }
        }
    }
}
