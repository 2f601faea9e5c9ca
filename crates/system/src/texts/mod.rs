//! What people read of files that cannot be used, one file a language.

mod de;
mod en;
mod es;
mod pt;
#[cfg(test)]
mod tests;

use std::io;

use ludoteca_core::{Language, Spelling, Tell, errors_in_english};

use crate::files::WriteError;
use crate::records::{FileError, LONGEST, Unreadable};

/// The texts of one language.
struct Texts {
    file_error: fn(&FileError) -> String,
    /// The path is a folder or a device.
    not_plain: &'static str,
    /// A file has more than this number of bytes.
    too_long: fn(u64) -> String,
    /// An error of the system in words. `None` if there is only the system's own message.
    io: fn(io::ErrorKind) -> Option<&'static str>,
}

fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

impl Tell for FileError {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        (texts(language).file_error)(self)
    }
}

impl Tell for Unreadable {
    /// Damage is described in the words of the file format, which are English.
    fn tell(&self, language: Language, spelling: Spelling) -> String {
        match self {
            Unreadable::Io(error) => io_error(error, language),
            Unreadable::TooLong => (texts(language).too_long)(LONGEST),
            Unreadable::Damaged(error) => error.to_string(),
            Unreadable::Record(error) => error.tell(language, spelling),
        }
    }
}

impl Tell for WriteError {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        match self {
            WriteError::NotPlain => texts(language).not_plain.to_owned(),
            WriteError::Io(error) => io_error(error, language),
        }
    }
}

fn io_error(error: &io::Error, language: Language) -> String {
    (texts(language).io)(error.kind()).map_or_else(|| error.to_string(), str::to_owned)
}

errors_in_english!(FileError, Unreadable, WriteError);
