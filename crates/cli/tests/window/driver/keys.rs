//! The keyboard of the desktop.

use x11rb::NONE;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt as _, Keycode, Keysym};
use x11rb::rust_connection::RustConnection;

/// The layout of the keyboard.
pub struct Keys {
    first: Keycode,
    /// The meanings of each key, without and with shift.
    meanings: Vec<[Keysym; 2]>,
}

impl Keys {
    pub fn of(connection: &RustConnection) -> Keys {
        let (first, last) = (connection.setup().min_keycode, connection.setup().max_keycode);
        let mapping =
            connection.get_keyboard_mapping(first, last - first + 1).expect("the server listens");
        let mapping = mapping.reply().expect("there is a keyboard");
        let meanings = mapping.keysyms.chunks(usize::from(mapping.keysyms_per_keycode));
        let meanings =
            meanings.map(|levels| [levels[0], levels.get(1).copied().unwrap_or(NONE)]).collect();
        Keys { first, meanings }
    }

    /// The keys to hold, in this order.
    pub fn codes(&self, keys: &str) -> Vec<Keycode> {
        keys.split('+').flat_map(|key| self.code(meaning(key))).collect()
    }

    fn code(&self, meaning: Keysym) -> Vec<Keycode> {
        let on = |level: usize| self.meanings.iter().position(|levels| levels[level] == meaning);
        let code =
            |at: usize| self.first + u8::try_from(at).expect("a keyboard has at most 248 keys");
        match (on(0), on(1)) {
            (Some(at), _) => vec![code(at)],
            (None, Some(at)) => [self.code(self::meaning("shift")), vec![code(at)]].concat(),
            (None, None) => panic!("there is no key for {meaning:#x}"),
        }
    }
}

/// The number of a key in X. Letters have their numbers of Latin-1.
fn meaning(key: &str) -> Keysym {
    const NAMED: &[(&str, Keysym)] = &[
        ("shift", 0xffe1),
        ("ctrl", 0xffe3),
        ("alt", 0xffe9),
        ("BackSpace", 0xff08),
        ("Tab", 0xff09),
        ("Return", 0xff0d),
        ("Escape", 0xff1b),
        ("Home", 0xff50),
        ("Left", 0xff51),
        ("Up", 0xff52),
        ("Right", 0xff53),
        ("Down", 0xff54),
        ("PageUp", 0xff55),
        ("PageDown", 0xff56),
        ("End", 0xff57),
        ("Delete", 0xffff),
        ("F1", 0xffbe),
        ("F11", 0xffc8),
        ("Space", 0x20),
    ];
    let named = NAMED.iter().find(|(name, _)| *name == key).map(|(_, meaning)| *meaning);
    named.unwrap_or_else(|| {
        let mut letters = key.chars();
        match (letters.next(), letters.next()) {
            (Some(letter @ '!'..='\u{ff}'), None) => letter.into(),
            _ => panic!("`{key}` is no key"),
        }
    })
}
