//! English.

use ludoteca_core::{Language, Spelling, Tell};

use super::Texts;
use crate::records::FileError;

const LANGUAGE: Language = Language::English;

pub(super) static TEXTS: Texts = Texts {
    file_error,
    not_plain: "it is not a plain file",
    too_long: |bytes| format!("it has more than {bytes} bytes"),
    io: |_| None,
};

fn file_error(error: &FileError) -> String {
    let tell = |reason: &dyn Tell| reason.tell(LANGUAGE, Spelling::Typed);
    match error {
        FileError::Exists(path) => format!("{} exists already", path.display()),
        FileError::Unwritten { path, reason } => {
            format!("{} cannot be written: {}", path.display(), tell(reason))
        }
        FileError::Unread { path, reason } => {
            format!("{} cannot be read: {}", path.display(), tell(reason))
        }
        FileError::NoSuchGame { number, games: 1 } => {
            format!("there is no game {number}: the file holds 1 game")
        }
        FileError::NoSuchGame { number, games } => {
            format!("there is no game {number}: the file holds {games} games")
        }
    }
}
