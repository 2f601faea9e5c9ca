//! A game in windows that nobody sees.

use std::thread;
use std::time::{Duration, Instant};

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use ludoteca_core::scene::Choice;
use ludoteca_core::{Seat, Table};
use ludoteca_games::catalog;
use ludoteca_play::players::read_players;
use ludoteca_play::streams::Seed;
use ludoteca_play::{Play, Record, Seated};
use ludoteca_window::{Manners, Opening, Windows};

/// A window, or one for each seat.
pub struct Game {
    pub harness: Harness<'static, Windows>,
}

/// A game that is about to begin: its options in one line, and its players, or the usual ones.
pub fn play(options: &str, players: &str) -> Play {
    let table = catalog::open_line(options).expect("there is such a game");
    let seats = match players {
        "" => table.options().info().names[..table.seats()].iter().map(|name| Seated::manual(name)).collect(),
        list => read_players(list).expect("these are players"),
    };
    let record = Record { seed: Some(Seed::Number(1)), ..Record::new(table.options().clone(), seats) };
    Play::new(record, table).expect("these players fit")
}

impl Game {
    /// A game in one window.
    pub fn new(options: &str, players: &str) -> Game {
        Game::open(play(options, players), Manners { each_seat: false, animation: false })
    }

    /// A game in as many windows as the manners say.
    pub fn open(play: Play, manners: Manners) -> Game {
        Game::with(Opening { play, ending: None, watch: None, recorder: None }, manners)
    }

    pub fn with(opening: Opening, manners: Manners) -> Game {
        let mut harness = Harness::builder()
            .with_size(Vec2::new(1100.0, 900.0))
            .build_eframe(|context| Windows::new(&context.egui_ctx, opening, manners));
        harness.run_ok();
        Game { harness }
    }

    pub fn play(&self) -> &Play {
        self.harness.state().session().play()
    }

    pub fn table(&self) -> &dyn Table {
        self.play().table()
    }

    /// Clicks on a button, or whatever else has this label.
    pub fn press(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.harness.run_ok();
    }

    /// Chooses from a menu.
    pub fn choose(&mut self, menu: &str, item: &str) {
        self.press(menu);
        let items: Vec<_> = self.harness.get_all_by(|node| node.label().as_deref() == Some(item)).collect();
        items.last().expect("the menu has this item").click();
        self.harness.run_ok();
    }

    /// Clicks on a place of the board.
    pub fn click(&mut self, place: &str) {
        let begins = format!("{place}: ");
        self.harness.get_by(move |node| node.label().is_some_and(|label| label.starts_with(&begins))).click();
        self.harness.run_ok();
    }

    /// Makes a move by its clicks, and the answer to a question if there is one.
    pub fn make(&mut self, choice: &Choice) {
        let labels: Vec<String> =
            choice.clicks.iter().map(|place| self.table().scene().places[*place].label.clone()).collect();
        for label in labels {
            self.click(&label);
        }
        if !choice.question.is_empty() {
            self.press(&choice.question);
        }
    }

    pub fn key(&mut self, key: Key) {
        self.key_with(Modifiers::NONE, key);
    }

    pub fn key_with(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_ok();
    }

    /// Is this to be read somewhere?
    pub fn reads(&self, text: &str) -> bool {
        self.harness.query_all_by_label_contains(text).next().is_some()
    }

    pub fn is_enabled(&self, label: &str) -> bool {
        !self.harness.get_by_label(label).accesskit_node().is_disabled()
    }

    /// Waits for engines.
    pub fn until(&mut self, what: &str, reached: impl Fn(&Game) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(120);
        while !reached(self) {
            assert!(Instant::now() < deadline, "waited for {what}");
            thread::sleep(Duration::from_millis(5));
            self.harness.step();
        }
        self.harness.run_ok();
    }

    pub fn seat_to_move(&self) -> Option<Seat> {
        self.table().next().seat()
    }
}
