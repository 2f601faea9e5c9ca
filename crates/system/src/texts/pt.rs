//! Portuguese.

use std::io;

use ludoteca_core::{Language, Spelling, Tell};

use super::Texts;
use crate::records::FileError;

const LANGUAGE: Language = Language::Portuguese;

pub(super) static TEXTS: Texts = Texts {
    file_error,
    not_plain: "não é um ficheiro normal",
    too_long: |bytes| format!("tem mais de {bytes} bytes"),
    io: |kind| match kind {
        io::ErrorKind::NotFound => Some("não existe"),
        io::ErrorKind::PermissionDenied => Some("não há permissão"),
        io::ErrorKind::IsADirectory => Some("é uma pasta"),
        io::ErrorKind::NotADirectory => Some("uma parte do caminho não é uma pasta"),
        io::ErrorKind::StorageFull => Some("não há espaço no disco"),
        _ => None,
    },
};

fn file_error(error: &FileError) -> String {
    let tell = |reason: &dyn Tell| reason.tell(LANGUAGE, Spelling::Typed);
    match error {
        FileError::Exists(path) => format!("{} já existe", path.display()),
        FileError::Unwritten { path, reason } => {
            format!("não é possível escrever {}: {}", path.display(), tell(reason))
        }
        FileError::Unread { path, reason } => {
            format!("não é possível ler {}: {}", path.display(), tell(reason))
        }
        FileError::NoSuchGame { number, games: 1 } => {
            format!("não existe a partida {number}: o ficheiro contém 1 partida")
        }
        FileError::NoSuchGame { number, games } => {
            format!("não existe a partida {number}: o ficheiro contém {games} partidas")
        }
    }
}
