//! What windows remember between starts: theme, size, language, board and pieces. A file that is
//! missing or damaged never stops a start: what it does not say has its default.

use std::fs;
use std::path::PathBuf;

use egui::{ThemePreference, Vec2, vec2};
use ludoteca_core::Language;
use ludoteca_system::{files, folders};

use crate::board::{BoardChoice, PieceChoice};

/// What windows remember.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Settings {
    pub theme: ThemePreference,
    /// The size of the first window, in points.
    pub size: Vec2,
    /// The language that a person has chosen. `None` if the system decides.
    pub language: Option<Language>,
    pub board: BoardChoice,
    pub pieces: PieceChoice,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: ThemePreference::System,
            size: SIZE,
            language: None,
            board: BoardChoice::Own,
            pieces: PieceChoice::Own,
        }
    }
}

/// The size of a window at first; and its limits.
const SIZE: Vec2 = vec2(1080.0, 760.0);
pub const LEAST_SIZE: Vec2 = vec2(480.0, 360.0);
const MOST_SIZE: Vec2 = vec2(8000.0, 8000.0);

const THEMES: [(ThemePreference, &str); 3] = [
    (ThemePreference::System, "system"),
    (ThemePreference::Light, "light"),
    (ThemePreference::Dark, "dark"),
];
const BOARDS: [(BoardChoice, &str); 4] = [
    (BoardChoice::Own, "own"),
    (BoardChoice::Wood, "wood"),
    (BoardChoice::Slate, "slate"),
    (BoardChoice::Paper, "paper"),
];
const PIECES: [(PieceChoice, &str); 2] =
    [(PieceChoice::Own, "own"), (PieceChoice::Letters, "letters")];

impl Settings {
    /// Reads settings. Each line that is not understood is left out.
    pub fn read(text: &str) -> Settings {
        let mut settings = Settings::default();
        for (key, value) in text.lines().filter_map(|line| line.split_once(':')) {
            let value = value.trim();
            match key.trim() {
                "theme" => settings.theme = named(&THEMES, value).unwrap_or(settings.theme),
                "size" => settings.size = size(value).unwrap_or(settings.size),
                "language" => {
                    let all = Language::ALL.into_iter();
                    settings.language = all.into_iter().find(|known| known.code() == value);
                }
                "board" => settings.board = named(&BOARDS, value).unwrap_or(settings.board),
                "pieces" => settings.pieces = named(&PIECES, value).unwrap_or(settings.pieces),
                _ => {}
            }
        }
        settings
    }

    /// The settings as text, a line for each.
    pub fn write(&self) -> String {
        let mut text = format!("theme: {}\n", name(&THEMES, self.theme));
        text += &format!("size: {:.0}x{:.0}\n", self.size.x, self.size.y);
        if let Some(language) = self.language {
            text += &format!("language: {}\n", language.code());
        }
        text += &format!("board: {}\n", name(&BOARDS, self.board));
        text += &format!("pieces: {}\n", name(&PIECES, self.pieces));
        text
    }
}

fn named<T: Copy>(all: &[(T, &str)], name: &str) -> Option<T> {
    all.iter().find(|(_, known)| *known == name).map(|(value, _)| *value)
}

fn name<T: PartialEq>(all: &[(T, &'static str)], value: T) -> &'static str {
    all.iter().find(|(known, _)| *known == value).map_or("", |(_, name)| name)
}

fn size(text: &str) -> Option<Vec2> {
    let (width, height) = text.split_once('x')?;
    let size = vec2(width.trim().parse().ok()?, height.trim().parse().ok()?);
    size.is_finite().then(|| size.clamp(LEAST_SIZE, MOST_SIZE))
}

/// The file in which settings are kept.
pub struct SettingsFile {
    /// `None` if nothing is to be kept.
    path: Option<PathBuf>,
    /// What the file says.
    saved: Settings,
}

impl SettingsFile {
    /// The file of this person.
    pub fn of_person() -> SettingsFile {
        SettingsFile::at(folders::settings().map(|folder| folder.join("window.txt")))
    }

    /// A file at this path. Without one, nothing is kept.
    pub fn at(path: Option<PathBuf>) -> SettingsFile {
        let text = path.as_ref().and_then(|path| fs::read_to_string(path).ok());
        let saved = text.map_or_else(Settings::default, |text| Settings::read(&text));
        SettingsFile { path, saved }
    }

    /// What the file says.
    pub fn settings(&self) -> Settings {
        self.saved
    }

    /// Writes settings that have changed. If that fails, the next start has the old ones, which is
    /// no reason to disturb anybody.
    pub fn keep(&mut self, settings: Settings) {
        if self.saved.write() == settings.write() {
            return;
        }
        self.saved = settings;
        if let Some(path) = &self.path {
            if let Some(folder) = path.parent() {
                let _ = fs::create_dir_all(folder);
            }
            let _ = files::write(path, &settings.write());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_were_written() {
        for theme in THEMES.map(|(theme, _)| theme) {
            for language in Language::ALL.map(Some).into_iter().chain([None]) {
                for (board, pieces) in BoardChoice::ALL
                    .into_iter()
                    .flat_map(|board| PieceChoice::ALL.map(|pieces| (board, pieces)))
                {
                    let size = vec2(1234.0, 567.0);
                    let settings = Settings { theme, size, language, board, pieces };
                    assert_eq!(Settings::read(&settings.write()), settings);
                }
            }
        }
    }

    #[test]
    fn what_is_not_understood_has_its_default() {
        let usual = Settings::default();
        for (text, settings) in [
            ("", usual),
            ("\u{0}\u{1}frogs\n: \nsize\n", usual),
            ("theme: pink\nsize: 0xNaN\nlanguage: xx\nboard: 7\npieces:", usual),
            ("size: infx1\n", usual),
            ("size: 1x99999999\n", Settings { size: vec2(480.0, 8000.0), ..usual }),
            ("board: slate\nfuture: yes\n", Settings { board: BoardChoice::Slate, ..usual }),
            ("  theme :dark \r\n", Settings { theme: ThemePreference::Dark, ..usual }),
        ] {
            assert_eq!(Settings::read(text), settings, "{text:?}");
        }
    }

    #[test]
    fn a_file_keeps_settings_and_never_stops_a_start() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new").join("window.txt");
        let dark = Settings { theme: ThemePreference::Dark, ..Settings::default() };
        let mut file = SettingsFile::at(Some(path.clone()));
        file.keep(Settings::default());
        assert!(!path.exists(), "nothing has changed");
        file.keep(dark);
        assert_eq!(SettingsFile::at(Some(path.clone())).settings(), dark);
        fs::write(&path, [0xff, 0xfe, 0]).expect("a file");
        assert_eq!(SettingsFile::at(Some(path.clone())).settings(), Settings::default());
        // The path is a folder, or there is no path.
        let mut file = SettingsFile::at(Some(folder.path().to_owned()));
        file.keep(dark);
        assert_eq!(file.settings(), dark);
        SettingsFile::at(None).keep(dark);
    }
}
