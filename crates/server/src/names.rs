//! Names and chat lines that people type: which of them are accepted, how they are shown, and which
//! names look alike.
//!
//! Players recognise each other by their names. So a name has no invisible characters, none that
//! change the direction of the text around them, and none that pile up over other lines. If the
//! names of two people at a table look alike, one is shown with a part of their id.

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::events::Participant;
use crate::ids::Id;
use crate::texts;

/// The largest number of characters in a name.
pub const LONGEST_NAME: usize = 32;

/// The largest number of combining marks on one character: enough for every script, and too few to
/// reach the next line.
const MOST_MARKS: usize = 3;

/// The smallest number of letters of an id that distinguish a name.
const SHORTEST_MARK: usize = 3;

/// Why a text is not a valid name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// It has no characters that count, or too many; this is the number.
    Length(usize),
    /// It has an invisible character, or one that changes how others are shown.
    Unseen(char),
    /// It has combining marks without a letter, or too many on one letter.
    Marks,
}

/// Reads a name: folds its spaces and composes its characters.
///
/// # Errors
/// Says why the text is not a valid name.
pub fn read(typed: &str) -> Result<String, NameError> {
    // Phones write a variation selector after many emoji. It does not help to distinguish people.
    let name: String =
        fold_spaces(typed).chars().filter(|c| !is_variation_selector(*c)).nfc().collect();
    let length = name.chars().count();
    if let Some(unseen) = name.chars().find(|c| is_unseen(*c)) {
        return Err(NameError::Unseen(unseen));
    }
    if !(1..=LONGEST_NAME).contains(&length) {
        return Err(NameError::Length(length));
    }
    if limit_marks(&name) != name {
        return Err(NameError::Marks);
    }
    Ok(name)
}

/// A stored name in the form in which it is shown, even if it was stored before there were rules.
pub fn shown(stored: &str) -> String {
    let seen: String = fold_spaces(stored).chars().filter(|c| !is_unseen(*c)).nfc().collect();
    let name: String = limit_marks(&fold_spaces(&seen)).chars().take(LONGEST_NAME).collect();
    let name = name.trim_end();
    if name.is_empty() { texts::NAMELESS.to_string() } else { name.to_owned() }
}

/// A chat line without invisible characters. Joiners and variation selectors stay if they have an
/// effect: in emoji, and in scripts whose letters change their form.
pub fn clean_line(typed: &str) -> String {
    let characters: Vec<char> = typed.trim().chars().collect();
    let mut line = String::new();
    for (at, &c) in characters.iter().enumerate() {
        let before = line.chars().next_back().filter(|c| !c.is_whitespace() && !is_joiner(*c));
        let after = characters.get(at + 1).filter(|c| !c.is_whitespace() && !is_unseen(**c));
        let stays = match c {
            '\u{fe0e}' | '\u{fe0f}' => before.is_some(),
            c if is_joiner(c) => before.is_some() && after.is_some(),
            c => c == ' ' || !is_unseen(c),
        };
        if stays {
            line.push(c);
        }
    }
    limit_marks(line.trim())
}

/// Reduces a name to what it looks like: two names with the same skeleton can be mistaken for each
/// other.
pub fn skeleton(name: &str) -> String {
    // Somebody may choose a name that looks like the distinguished form of another's name.
    let name = name.rsplit_once('#').map_or(name, |(before, _)| before);
    let letters = name
        .nfkd()
        .filter(|c| !c.is_whitespace() && !is_unseen(*c) && !('\u{300}'..='\u{36f}').contains(c));
    let mut skeleton = String::new();
    for letter in letters.flat_map(char::to_lowercase) {
        match look_alike(letter) {
            'm' => skeleton.push_str("rn"),
            'w' => skeleton.push_str("vv"),
            other => skeleton.push(other),
        }
    }
    skeleton
}

/// The people at a table, and how each is shown. Somebody whose name looks like the name of an
/// earlier person is shown with the beginning of their id.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The shown form, for each person and each name that they have had here.
    shown: BTreeMap<(Id, String), String>,
    /// For each skeleton, the people who had such a name.
    alike: BTreeMap<String, BTreeSet<Id>>,
}

impl Names {
    /// Adds a person, or another name of a person.
    pub fn add(&mut self, person: &Participant) {
        let key = (person.player.clone(), person.name.clone());
        if self.shown.contains_key(&key) {
            return;
        }
        let name = shown(&person.name);
        let alike = self.alike.entry(skeleton(&name)).or_default();
        let others: Vec<&str> =
            alike.iter().filter(|other| **other != person.player).map(Id::as_str).collect();
        let name = if others.is_empty() {
            name
        } else {
            texts::distinguished(&name, mark(person.player.as_str(), &others))
        };
        alike.insert(person.player.clone());
        self.shown.insert(key, name);
    }

    /// The name under which a person is shown.
    pub fn of(&self, person: &Participant) -> String {
        let key = (person.player.clone(), person.name.clone());
        self.shown.get(&key).cloned().unwrap_or_else(|| shown(&person.name))
    }

    /// A person who has been here, with one of the names that they had.
    pub fn latest(&self, player: &Id) -> Option<Participant> {
        let (_, name) = self.shown.keys().find(|(known, _)| known == player)?;
        Some(Participant { player: player.clone(), name: name.clone(), program: false })
    }
}

/// The shortest beginning of an id that none of the others shares.
fn mark<'a>(id: &'a str, others: &[&str]) -> &'a str {
    let ends = id.char_indices().map(|(at, c)| at + c.len_utf8()).skip(SHORTEST_MARK - 1);
    let mut marks = ends.map(|end| &id[..end]);
    marks.find(|mark| !others.iter().any(|other| other.starts_with(mark))).unwrap_or(id)
}

fn fold_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Removes combining marks that have no letter, and those that are too many on one letter.
fn limit_marks(text: &str) -> String {
    let mut marks = MOST_MARKS;
    let mut stays = |c: char| {
        match c.general_category() {
            GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark => marks += 1,
            // A spacing vowel sign also needs a letter before it.
            GeneralCategory::SpacingMark => marks = marks.max(1),
            _ if c == ' ' => marks = MOST_MARKS,
            _ => marks = 0,
        }
        c == ' ' || marks <= MOST_MARKS
    };
    text.chars().filter(|c| stays(*c) || is_variation_selector(*c)).collect()
}

/// Is this character invisible, or does it change how others are shown?
fn is_unseen(c: char) -> bool {
    use GeneralCategory as Is;
    let category = matches!(
        c.general_category(),
        Is::Control
            | Is::Format
            | Is::PrivateUse
            | Is::Surrogate
            | Is::Unassigned
            | Is::LineSeparator
            | Is::ParagraphSeparator
    );
    category || is_variation_selector(c) || BLANK.contains(&c)
}

/// Characters that are letters, marks or symbols by their category, but look blank.
const BLANK: [char; 10] = [
    '\u{34f}', '\u{115f}', '\u{1160}', '\u{17b4}', '\u{17b5}', '\u{2800}', '\u{3164}', '\u{ffa0}',
    '\u{fffc}', '\u{180f}',
];

fn is_variation_selector(c: char) -> bool {
    matches!(c, '\u{180b}'..='\u{180d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Does this character join or separate its neighbours?
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// The Latin letter for which a small letter, its capital or a digit can be mistaken. The list does
/// not have all letters that look alike, only those with which whole names can be spelt.
fn look_alike(letter: char) -> char {
    match letter {
        'а' | 'α' | 'ɑ' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' | 'є' => 'e',
        'ɡ' => 'g',
        'һ' | 'н' | 'η' => 'h',
        'i' | '1' | '|' | '!' | 'ı' | 'і' | 'ι' | 'ӏ' | 'ǀ' | 'ɩ' => 'l',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'п' | 'ν' => 'n',
        '0' | 'о' | 'ο' | 'օ' | 'σ' | 'ς' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' | 'ɾ' => 'r',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'ս' => 'u',
        'ѵ' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'υ' | 'γ' => 'y',
        'ζ' => 'z',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{NameError, Names, clean_line, read, shown, skeleton};
    use crate::events::Participant;
    use crate::ids::Id;

    #[test]
    fn valid_names_are_accepted() {
        let longest = "ñ".repeat(32);
        let rows = [
            ("Ada", "Ada"),
            ("  Ada \t  L.\u{a0}\u{3000}\u{2028}x ", "Ada L. x"),
            ("Jose\u{301}", "José"),
            ("Nguyễn Thị Minh", "Nguyễn Thị Minh"),
            (&longest, &longest),
            ("สมศรี ผู้", "สมศรี ผู้"),
            ("शक्ति", "शक्ति"),
            ("שָׁלוֹם", "שָׁלוֹם"),
            ("عمر", "عمر"),
            ("李小龍", "李小龍"),
            ("❤\u{fe0f} 👍🏽", "❤ 👍🏽"),
            ("O'Neil-Smith #1 <b>", "O'Neil-Smith #1 <b>"),
        ];
        for (typed, name) in rows {
            assert_eq!(read(typed).as_deref(), Ok(name), "{typed:?}");
            assert_eq!(shown(name), name, "a valid name is shown unchanged");
        }
    }

    #[test]
    fn other_names_are_refused() {
        let unseen = [
            '\u{0}',
            '\u{7f}',
            '\u{ad}',
            '\u{34f}',
            '\u{61c}',
            '\u{115f}',
            '\u{1160}',
            '\u{180e}',
            '\u{200b}',
            '\u{200d}',
            '\u{200e}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2069}',
            '\u{2800}',
            '\u{3164}',
            '\u{e000}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{fff9}',
            '\u{fffc}',
            '\u{ffff}',
            '\u{e0041}',
            '\u{10fffe}',
            '\u{378}',
        ];
        for c in unseen {
            assert_eq!(
                read(&format!("A{c}da")),
                Err(NameError::Unseen(c)),
                "U+{:04X}",
                u32::from(c)
            );
            assert_eq!(read(&c.to_string()), Err(NameError::Unseen(c)), "U+{:04X}", u32::from(c));
            assert_eq!(shown(&format!("A{c}da")), "Ada");
            assert_eq!(shown(&c.to_string()), "nameless");
        }
        for empty in ["", " ", "\u{2003}\u{2029}", "\u{fe0f}"] {
            assert_eq!(read(empty), Err(NameError::Length(0)), "{empty:?}");
        }
        assert_eq!(read(&"ñ".repeat(33)), Err(NameError::Length(33)));
        for marks in ["\u{301}", "\u{20dd}\u{301}", "A \u{301}", "Z\u{335}\u{321}\u{353}\u{322}a"] {
            assert_eq!(read(marks), Err(NameError::Marks), "{marks:?}");
        }
        assert_eq!(shown("Z\u{335}\u{321}\u{353}\u{322}\u{322}a"), "Z\u{335}\u{321}\u{322}a");
        assert_eq!(shown(&"x".repeat(1000)), "x".repeat(32));
    }

    #[test]
    fn chat_lines_keep_joiners_and_lose_direction_marks() {
        let rows = [
            ("  hello  ", "hello"),
            ("two  spaces", "two  spaces"),
            ("\u{202e}evil\u{202c}", "evil"),
            ("a\u{200b}b\u{feff}c\u{ad}d\u{e0041}", "abcd"),
            ("👩\u{200d}🚀 ❤\u{fe0f}\u{200d}🔥", "👩\u{200d}🚀 ❤\u{fe0f}\u{200d}🔥"),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("\u{200d}\u{200d}x\u{200d}\u{200d}y \u{200d}z\u{200d}", "x\u{200d}y z"),
            ("\u{fe0f}", ""),
            ("a\u{301}\u{302}\u{303}\u{304}\u{305}", "a\u{301}\u{302}\u{303}"),
        ];
        for (typed, line) in rows {
            assert_eq!(clean_line(typed), line, "{typed:?}");
            assert_eq!(clean_line(line), line);
        }
    }

    #[test]
    fn names_that_look_alike() {
        let alike = [
            ("Ada", "ada"),
            ("Ada", "Аda"),
            ("Ada", "ａｄａ"),
            ("Ada", "A d a"),
            ("Ada", "Ádá"),
            ("Ada", "Ada #k3f"),
            ("Ilse", "llse"),
            ("Olga", "0lga"),
            ("Mara", "rnara"),
            ("Walter", "VValter"),
            ("Питер", "питер"),
            ("ΝΙΚΟΣ", "νικος"),
            ("ΝΙΚ", "nik"),
        ];
        for (one, other) in alike {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        for (one, other) in
            [("Ada", "Ida"), ("Ada", "Adam"), ("李", "王"), ("का", "कि"), ("1", "2")]
        {
            assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
        }
    }

    #[test]
    fn the_first_keeps_the_name() {
        let person = |id: &str, name: &str| Participant {
            player: Id::given(id),
            name: name.to_owned(),
            program: false,
        };
        let mut names = Names::default();
        let people = [
            ("abcdef", "Ada"),
            ("k3fxyz", "ada"),
            ("k3fzzz", "Аda"),
            ("k3fxyz", "Ben"),
            ("abcdef", "ADA"),
            ("q", "Ada"),
        ];
        for (id, name) in people {
            names.add(&person(id, name));
        }
        let shown: Vec<String> =
            people.iter().map(|(id, name)| names.of(&person(id, name))).collect();
        assert_eq!(shown, ["Ada", "ada #k3f", "Аda #k3fz", "Ben", "ADA #abc", "Ada #q"]);
        assert_eq!(
            names.of(&person("z", "\u{202e}Zoe")),
            "Zoe",
            "a person who was not added is shown, too"
        );
    }
}
