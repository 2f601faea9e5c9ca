//! The board and the pieces that a person likes to see. They are remembered.

use std::fs;
use std::path::{Path, PathBuf};

use ludoteca_system::{files, private};

/// What boards are made of.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum BoardSurface {
    /// What the game says.
    #[default]
    Own,
    Wood,
    Slate,
    Paper,
}

/// What pieces look like.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum PieceSet {
    /// What the game says.
    #[default]
    Own,
    /// Plain shapes with letters.
    Letters,
}

/// What a person has chosen, and where that is remembered.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ViewChoices {
    pub surface: BoardSurface,
    pub pieces: PieceSet,
    file: Option<PathBuf>,
}

impl BoardSurface {
    const ALL: [(BoardSurface, &str); 4] = [
        (BoardSurface::Own, "own"),
        (BoardSurface::Wood, "wood"),
        (BoardSurface::Slate, "slate"),
        (BoardSurface::Paper, "paper"),
    ];

    /// The next one, round and round.
    pub fn next(self) -> BoardSurface {
        next(&BoardSurface::ALL, self)
    }
}

impl PieceSet {
    const ALL: [(PieceSet, &str); 2] = [(PieceSet::Own, "own"), (PieceSet::Letters, "letters")];

    /// The next one, round and round.
    pub fn next(self) -> PieceSet {
        next(&PieceSet::ALL, self)
    }
}

fn next<T: Copy + PartialEq>(all: &[(T, &str)], now: T) -> T {
    let at = all.iter().position(|(it, _)| *it == now).unwrap_or_default();
    all[(at + 1) % all.len()].0
}

impl ViewChoices {
    /// What was chosen earlier, as the file in this folder says. A file that is missing or damaged
    /// says nothing.
    pub fn remembered(folder: Option<&Path>) -> ViewChoices {
        let file = folder.map(|folder| folder.join("terminal.txt"));
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok());
        let text = text.unwrap_or_default();
        ViewChoices {
            surface: find(&text, "board", &BoardSurface::ALL),
            pieces: find(&text, "pieces", &PieceSet::ALL),
            file,
        }
    }

    /// Remembers the choices. If that fails, they count until the program ends.
    pub fn remember(&self) {
        let Some(file) = &self.file else { return };
        let text = format!(
            "board={}\npieces={}\n",
            word(self.surface, &BoardSurface::ALL),
            word(self.pieces, &PieceSet::ALL)
        );
        let folder = file.parent().map_or(Ok(()), private::make_folder);
        if folder.is_ok() {
            let _ = files::write(file, &text);
        }
    }
}

fn find<T: Copy + Default>(text: &str, key: &str, all: &[(T, &str)]) -> T {
    let lines = text.lines().filter_map(|line| line.split_once('='));
    let value = lines.into_iter().find(|(name, _)| *name == key).map(|(_, value)| value);
    all.iter().find(|(_, word)| Some(*word) == value).map_or(T::default(), |(it, _)| *it)
}

fn word<T: Copy + PartialEq>(it: T, all: &[(T, &'static str)]) -> &'static str {
    all.iter().find(|(one, _)| *one == it).map_or("own", |(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_remembered() {
        let folder = std::env::temp_dir().join(format!("ludoteca-choices-{}", std::process::id()));
        let mut choices = ViewChoices::remembered(Some(&folder));
        assert_eq!((choices.surface, choices.pieces), Default::default());
        choices.surface = choices.surface.next().next();
        choices.pieces = choices.pieces.next();
        choices.remember();
        let again = ViewChoices::remembered(Some(&folder));
        assert_eq!((again.surface, again.pieces), (BoardSurface::Slate, PieceSet::Letters));
        fs::write(folder.join("terminal.txt"), "board=glass\n\u{0}pieces").expect("it is written");
        assert_eq!(ViewChoices::remembered(Some(&folder)).surface, BoardSurface::Own);
        fs::remove_dir_all(folder).expect("it was there");
        assert_eq!(choices.surface.next().next(), BoardSurface::Own, "round and round");
    }
}
