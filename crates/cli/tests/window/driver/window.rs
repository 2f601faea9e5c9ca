//! A window, as a person uses it.

use std::fs;
use std::thread;
use std::time::Instant;

use x11rb::CURRENT_TIME;
use x11rb::protocol::xproto::{
    self, ConfigureWindowAux, ConnectionExt as _, ImageFormat, InputFocus, Keycode, StackMode,
};

use super::picture::Picture;
use super::{Desktop, Game, PATIENCE, PAUSE, wait_for};

/// A window of the program.
pub struct Window<'a> {
    pub(super) game: &'a Game<'a>,
    pub(super) id: xproto::Window,
    pub(super) number: usize,
}

/// A position in a window, in pixels.
pub type Point = (i16, i16);

impl Window<'_> {
    /// Waits until there is something with a label that begins like this, and returns its middle.
    pub fn find(&self, label: &str) -> Point {
        let start = Instant::now();
        loop {
            let places = self.places();
            if let Some((_, place)) = places.iter().find(|(found, _)| found.starts_with(label)) {
                return *place;
            }
            let labels: Vec<&str> = places.iter().map(|(label, _)| label.as_str()).collect();
            assert!(
                start.elapsed() < PATIENCE,
                "waited in vain for `{label}`, there are {labels:?}"
            );
            thread::sleep(PAUSE);
        }
    }

    /// Waits until there is nothing with a label that begins like this.
    pub fn lacks(&self, label: &str) {
        let is_gone = || !self.places().iter().any(|(found, _)| found.starts_with(label));
        wait_for(&format!("the end of `{label}`"), || is_gone().then_some(()));
    }

    /// The things that the program lists for its windows. Each line has the number of the window, a
    /// label, and x and y of the middle, separated by tabs.
    fn places(&self) -> Vec<(String, Point)> {
        // There is no file before the first window is open.
        let text = fs::read_to_string(&self.game.layout).unwrap_or_default();
        let place = |line: &str| {
            let [window, label, x, y] =
                line.split('\t').collect::<Vec<_>>().try_into().expect("four columns");
            let number = |text: &str| text.parse().expect("a number");
            (window == self.number.to_string()).then(|| (label.to_owned(), (number(x), number(y))))
        };
        text.lines().filter_map(place).collect()
    }

    /// Points at the thing with a label that begins like this, and returns its position. It may
    /// still be moving, since windows take a few frames to know their sizes.
    pub fn aim(&self, label: &str) -> Point {
        wait_for(&format!("`{label}` to stay where it is"), || {
            let place = self.find(label);
            self.point_at(place);
            (self.find(label) == place).then_some(place)
        })
    }

    /// Clicks on the thing with this label.
    pub fn click(&self, label: &str) {
        self.click_at(self.aim(label));
    }

    /// Clicks at this position.
    pub fn click_at(&self, place: Point) {
        self.button(LEFT, place, place);
    }

    /// Clicks at this position with the other button.
    pub fn right_click_at(&self, place: Point) {
        self.button(RIGHT, place, place);
    }

    /// Drags from one place to another.
    pub fn drag(&self, from: Point, to: Point) {
        self.button(LEFT, from, to);
    }

    fn button(&self, button: u8, from: Point, to: Point) {
        self.point_at(from);
        self.seen(|| self.game.desktop.input(xproto::BUTTON_PRESS_EVENT, button, (0, 0)));
        if from != to {
            // The pointer goes through a third place, so that the window sees it move.
            self.point_at(((from.0 + to.0) / 2, (from.1 + to.1) / 2));
            self.point_at(to);
        }
        self.seen(|| self.game.desktop.input(xproto::BUTTON_RELEASE_EVENT, button, (0, 0)));
    }

    /// Moves the pointer to this position.
    pub fn point_at(&self, (x, y): Point) {
        let Desktop { connection, root, .. } = self.game.desktop;
        self.raise();
        let moved =
            connection.translate_coordinates(self.id, *root, x, y).expect("the server listens");
        let at = moved.reply().expect("a window of ours");
        // A hand does not jump. Besides, a window that was left remembers where the pointer was,
        // and does not notice if it comes back to the same place.
        for x in [at.dst_x - 1, at.dst_x] {
            self.game.desktop.input(xproto::MOTION_NOTIFY_EVENT, 0, (x, at.dst_y));
        }
        wait_for("the pointer", || (self.events()?.1 == (x, y)).then_some(()));
    }

    /// Presses a key while other keys are held: `ctrl+shift+z`, `Left`, `Return`, `a`.
    pub fn key(&self, keys: &str) {
        self.raise();
        let codes = self.game.desktop.keys.codes(keys);
        let (last, modifiers) = codes.split_last().expect("a key");
        let input = |kind, code: &Keycode| self.game.desktop.input(kind, *code, (0, 0));
        modifiers.iter().for_each(|code| input(xproto::KEY_PRESS_EVENT, code));
        self.seen(|| input(xproto::KEY_PRESS_EVENT, last));
        codes.iter().rev().for_each(|code| input(xproto::KEY_RELEASE_EVENT, code));
    }

    /// Does something, and waits until the window has seen it.
    fn seen(&self, act: impl FnOnce()) {
        let events = || self.events().map(|(events, _)| events);
        let before = events();
        act();
        wait_for("an answer", || (events() > before).then_some(()));
    }

    /// How many events have reached the window, and where it sees the pointer.
    fn events(&self) -> Option<(usize, Point)> {
        let number = |label: &str| label.strip_prefix("events ")?.parse().ok();
        self.places().iter().rev().find_map(|(label, place)| Some((number(label)?, *place)))
    }

    /// Brings the window to the front and gives it the keyboard. There is no window manager here
    /// that would do that.
    fn raise(&self) {
        let connection = &self.game.desktop.connection;
        let focus = connection
            .get_input_focus()
            .expect("the server listens")
            .reply()
            .expect("somebody has it");
        if focus.focus != self.id {
            let above = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
            connection
                .configure_window(self.id, &above)
                .expect("the server listens")
                .check()
                .expect("a window of ours");
            // A window that does not listen yet would miss the event.
            wait_for("a first look", || self.events());
            self.seen(|| {
                let focus =
                    connection.set_input_focus(InputFocus::POINTER_ROOT, self.id, CURRENT_TIME);
                focus.expect("the server listens").check().expect("a window of ours");
            });
        }
    }

    /// Brings the window to the front and returns its picture.
    pub fn front(&self) -> Picture {
        self.raise();
        self.settle()
    }

    /// Waits until the window has looked the same for a while.
    pub fn settle(&self) -> Picture {
        const LOOKS: usize = 5;
        let (mut last, mut same) = (self.picture(), 0);
        wait_for("stillness", || {
            let now = self.picture();
            same = if now == last { same + 1 } else { 0 };
            last = now;
            (same == LOOKS).then(|| last.clone())
        })
    }

    /// Asks the window to close, as a click on the cross of its frame does.
    pub fn close(&self) {
        let desktop = self.game.desktop;
        let data = [desktop.atom("WM_DELETE_WINDOW"), CURRENT_TIME, 0, 0, 0];
        let event =
            xproto::ClientMessageEvent::new(32, self.id, desktop.atom("WM_PROTOCOLS"), data);
        let sent =
            desktop.connection.send_event(false, self.id, xproto::EventMask::NO_EVENT, event);
        sent.expect("the server listens").check().expect("a window of ours");
    }

    /// Changes the size of the window.
    pub fn resize(&self, width: u32, height: u32) {
        let size = ConfigureWindowAux::new().width(width).height(height);
        let resized = self.game.desktop.connection.configure_window(self.id, &size);
        resized.expect("the server listens").check().expect("a window of ours");
        wait_for("another size", || (self.picture().size() == (width, height)).then_some(()));
        self.settle();
    }

    /// A picture of the window.
    pub fn picture(&self) -> Picture {
        let connection = &self.game.desktop.connection;
        let size = connection
            .get_geometry(self.id)
            .expect("the server listens")
            .reply()
            .expect("a window of ours");
        let image = connection
            .get_image(ImageFormat::Z_PIXMAP, self.id, 0, 0, size.width, size.height, !0)
            .expect("the server listens")
            .reply()
            .expect("a window in front of a desktop that it fits on");
        let (pixels, _) = image.data.as_chunks::<4>();
        let pixels = pixels.iter().map(|[blue, green, red, _]| [*red, *green, *blue]).collect();
        Picture { width: size.width.into(), height: size.height.into(), pixels }
    }
}

const LEFT: u8 = 1;
const RIGHT: u8 = 3;
