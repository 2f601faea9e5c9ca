//! Every text in every language.

use std::io::{Error, ErrorKind};
use std::path::PathBuf;

use ludoteca_core::conformance::check_texts;

use super::*;

#[test]
fn every_text_is_told_in_every_language() {
    let path = || PathBuf::from("F");
    // English has the system's own words for these.
    let known = [ErrorKind::NotFound, ErrorKind::PermissionDenied, ErrorKind::StorageFull];
    let all = |language: Language| {
        let mut errors = vec![
            FileError::Exists(path()),
            FileError::NoSuchGame { number: 3, games: 1 },
            FileError::NoSuchGame { number: 3, games: 2 },
            FileError::unread(&path(), Unreadable::TooLong),
            FileError::unwritten(&path(), WriteError::NotPlain),
        ];
        errors.extend(known.map(|kind| FileError::unread(&path(), Error::from(kind))));
        errors.extend(known.map(|kind| FileError::unwritten(&path(), Error::from(kind))));
        errors.iter().map(|error| error.tell(language, Spelling::Typed)).collect::<Vec<String>>()
    };
    check_texts(all, &[]);
    // Nothing of the system's English is left in the other languages.
    for kind in known {
        let english = Error::from(kind).to_string();
        for language in [Language::Spanish, Language::Portuguese, Language::German] {
            let told = WriteError::Io(Error::from(kind)).tell(language, Spelling::Typed);
            assert_ne!(told, english, "{language:?}");
        }
    }
}
