//! Spanish.

use std::io;

use ludoteca_core::{Language, Spelling, Tell};

use super::Texts;
use crate::records::FileError;

const LANGUAGE: Language = Language::Spanish;

pub(super) static TEXTS: Texts = Texts {
    file_error,
    not_plain: "no es un archivo normal",
    too_long: |bytes| format!("tiene más de {bytes} bytes"),
    io: |kind| match kind {
        io::ErrorKind::NotFound => Some("no existe"),
        io::ErrorKind::PermissionDenied => Some("no tienes permiso"),
        io::ErrorKind::IsADirectory => Some("es una carpeta"),
        io::ErrorKind::NotADirectory => Some("una parte de la ruta no es una carpeta"),
        io::ErrorKind::StorageFull => Some("no queda espacio en el disco"),
        _ => None,
    },
};

fn file_error(error: &FileError) -> String {
    let tell = |reason: &dyn Tell| reason.tell(LANGUAGE, Spelling::Typed);
    match error {
        FileError::Exists(path) => format!("{} ya existe", path.display()),
        FileError::Unwritten { path, reason } => {
            format!("no se puede escribir {}: {}", path.display(), tell(reason))
        }
        FileError::Unread { path, reason } => {
            format!("no se puede leer {}: {}", path.display(), tell(reason))
        }
        FileError::NoSuchGame { number, games: 1 } => {
            format!("no hay ninguna partida {number}: el archivo contiene 1 partida")
        }
        FileError::NoSuchGame { number, games } => {
            format!("no hay ninguna partida {number}: el archivo contiene {games} partidas")
        }
    }
}
