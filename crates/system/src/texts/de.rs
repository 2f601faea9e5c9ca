//! German.

use std::io;

use ludoteca_core::{Language, Spelling, Tell};

use super::Texts;
use crate::records::FileError;

const LANGUAGE: Language = Language::German;

pub(super) static TEXTS: Texts = Texts {
    file_error,
    not_plain: "es ist keine gewöhnliche Datei",
    too_long: |bytes| format!("die Datei hat mehr als {bytes} Bytes"),
    io: |kind| match kind {
        io::ErrorKind::NotFound => Some("nicht gefunden"),
        io::ErrorKind::PermissionDenied => Some("keine Berechtigung"),
        io::ErrorKind::IsADirectory => Some("es ist ein Ordner"),
        io::ErrorKind::NotADirectory => Some("ein Teil des Pfades ist kein Ordner"),
        io::ErrorKind::StorageFull => Some("der Datenträger ist voll"),
        _ => None,
    },
};

fn file_error(error: &FileError) -> String {
    let tell = |reason: &dyn Tell| reason.tell(LANGUAGE, Spelling::Typed);
    match error {
        FileError::Exists(path) => format!("{} gibt es schon", path.display()),
        FileError::Unwritten { path, reason } => {
            format!("{} lässt sich nicht schreiben: {}", path.display(), tell(reason))
        }
        FileError::Unread { path, reason } => {
            format!("{} lässt sich nicht lesen: {}", path.display(), tell(reason))
        }
        FileError::NoSuchGame { number, games: 1 } => {
            format!("es gibt keine Partie {number}; die Datei enthält 1 Partie")
        }
        FileError::NoSuchGame { number, games } => {
            format!("es gibt keine Partie {number}; die Datei enthält {games} Partien")
        }
    }
}
