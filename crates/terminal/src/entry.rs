//! The line in which a person types a move or the name of a file.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ludoteca_core::drawing::width;

/// A line that is being typed.
#[derive(Clone, PartialEq, Debug)]
pub struct EntryLine {
    pub purpose: EntryPurpose,
    letters: Vec<char>,
    /// The number of letters before the cursor.
    at: usize,
}

/// What a line is typed for.
#[derive(Clone, PartialEq, Debug)]
pub enum EntryPurpose {
    Move,
    Roll,
    /// The file to save the game to.
    Save,
    /// Is this file to be replaced?
    Replace(PathBuf),
    /// The file to open.
    Open,
}

/// Has a key ended the line?
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum EntryEnd {
    No,
    Cancelled,
    Typed,
}

/// The most letters of a line.
const LONGEST: usize = 1000;

impl EntryLine {
    pub fn new(purpose: EntryPurpose, text: String) -> EntryLine {
        let letters: Vec<char> = text.chars().collect();
        EntryLine { purpose, at: letters.len(), letters }
    }

    pub fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// The number of columns before the cursor.
    pub fn columns_before(&self) -> usize {
        width(&self.letters[..self.at].iter().collect::<String>())
    }

    /// Inserts a text at the cursor.
    pub fn insert(&mut self, text: &str) {
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            if self.letters.len() < LONGEST {
                self.letters.insert(self.at, letter);
                self.at += 1;
            }
        }
    }

    pub fn press(&mut self, key: KeyEvent) -> EntryEnd {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => return EntryEnd::Typed,
            KeyCode::Esc => return EntryEnd::Cancelled,
            // As in a shell, this is the end of the input.
            KeyCode::Char('d') if control && self.letters.is_empty() => return EntryEnd::Cancelled,
            KeyCode::Backspace if self.letters.is_empty() => return EntryEnd::Cancelled,
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.letters.remove(self.at);
            }
            KeyCode::Delete if self.at < self.letters.len() => {
                self.letters.remove(self.at);
            }
            KeyCode::Char('u') if control => {
                self.letters.drain(..self.at);
                self.at = 0;
            }
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.letters.len(),
            KeyCode::Char('a') if control => self.at = 0,
            KeyCode::Char('e') if control => self.at = self.letters.len(),
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(self.letters.len()),
            KeyCode::Char(letter) if !control => self.insert(&letter.to_string()),
            _ => {}
        }
        EntryEnd::No
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_edited() {
        let mut entry = EntryLine::new(EntryPurpose::Move, "1 2".to_owned());
        let mut press = |code| entry.press(KeyEvent::new(code, KeyModifiers::NONE));
        for code in [
            KeyCode::Left,
            KeyCode::Char('3'),
            KeyCode::Char('ä'),
            KeyCode::Backspace,
            KeyCode::End,
            KeyCode::Char('0'),
            KeyCode::Home,
            KeyCode::Delete,
            KeyCode::Backspace,
        ] {
            assert_eq!(press(code), EntryEnd::No);
        }
        assert_eq!(press(KeyCode::Enter), EntryEnd::Typed);
        assert_eq!(press(KeyCode::Esc), EntryEnd::Cancelled);
        assert_eq!(entry.text(), " 320");
        entry.insert("日\u{7}本");
        assert_eq!((entry.text().as_str(), entry.columns_before()), ("日本 320", 4));
    }
}
