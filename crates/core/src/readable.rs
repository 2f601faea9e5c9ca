//! Reading moves that are typed in their readable spelling.

use std::collections::HashMap;

use crate::language::{Language, Message, Spelling};
use crate::rules::Step;
use crate::table::Game;

/// No move has a longer readable spelling, so longer text is taken as typed.
const LONGEST: usize = 100;

/// The places of a board by their names in every language.
pub(crate) struct PlaceNames(HashMap<Vec<String>, usize>);

impl PlaceNames {
    pub(crate) fn of<G: Game>(game: &G) -> PlaceNames {
        let mut names = HashMap::new();
        for (index, place) in game.board().places.iter().enumerate() {
            for language in Language::ALL {
                names.insert(names_in(&place.label.tell(language)), index);
            }
        }
        PlaceNames(names)
    }

    /// The places with these names, in order, if each name is that of a place.
    fn find(&self, names: &[String]) -> Option<Vec<usize>> {
        // The name of a place may have several words.
        if let Some(only) = self.0.get(names) {
            return Some(vec![*only]);
        }
        let place = |name: &String| self.0.get(std::slice::from_ref(name)).copied();
        names.iter().map(place).collect()
    }
}

/// See [`Table::typed`](crate::Table::typed).
pub(crate) fn typed_form<G: Game>(
    game: &G,
    places: &PlaceNames,
    state: &G::State,
    text: &str,
) -> (String, Spelling) {
    let as_typed = (text.to_owned(), Spelling::Typed);
    let may_be_readable = text.len() <= LONGEST && game.next(state).seat().is_some();
    if !may_be_readable || game.read_move(state, text).is_ok() {
        return as_typed;
    }
    let names = names_in(text);
    if names.is_empty() {
        return as_typed;
    }
    let Some(clicks) = places.find(&names) else {
        // Some moves do not name places of the board.
        let read = game.moves(state).into_iter().find(|m| reads(game, state, *m, &names));
        return read.map_or(as_typed, |m| (game.write_move(state, m), Spelling::Readable));
    };
    let clicked = game.clicked(state, &clicks);
    let Err(refusal) = game.read_move(state, &clicked) else {
        return (clicked, Spelling::Readable);
    };
    let is_named =
        |m: &G::Move| game.touched(&Step::Move(*m)) == clicks || reads(game, state, *m, &names);
    if let Some(m) = game.moves(state).into_iter().find(is_named) {
        return (game.write_move(state, m), Spelling::Readable);
    }
    // No legal move matches. The refusal of the typed form gives the reason, unless that refusal
    // quotes the typed form, which nobody has typed.
    let is_quoted = Message::new(refusal).to_string().contains(&format!("`{clicked}`"));
    if is_quoted { as_typed } else { (clicked, Spelling::Readable) }
}

/// Is this the readable spelling of the move in any language?
fn reads<G: Game>(game: &G, state: &G::State, m: G::Move, names: &[String]) -> bool {
    let readable = game.readable_move(state, m);
    let english = readable.tell(Language::English);
    let is_other = |language: &Language| {
        let translated = readable.tell(*language);
        translated != english && names_in(&translated) == names
    };
    names_in(&english) == names || Language::ALL[1..].iter().any(is_other)
}

/// The names of places in a readable move, without what stands between them (dashes, signs of a
/// capture, blanks, or nothing as in `c5d4`) and without the effects in parentheses at the end. A
/// dash before a number that begins a name is its sign: `-2;3`.
pub(crate) fn names_in(text: &str) -> Vec<String> {
    let text = text.split_once(" (").map_or(text, |(step, _)| step);
    let mut names = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let name = names.last_mut().expect("there is always a last name");
        let is_sign = letter == '-'
            && name.chars().next_back().is_none_or(|last| last == ';')
            && letters.peek().is_some_and(char::is_ascii_digit);
        let is_after_digit = name.ends_with(|last: char| last.is_ascii_digit());
        let is_capture = matches!(letter, 'x' | 'X') && is_after_digit;
        if letter.is_alphabetic() && is_after_digit && !is_capture {
            names.push(letter.to_lowercase().collect());
        } else if is_sign || letter == ';' || letter.is_alphanumeric() && !is_capture {
            name.extend(letter.to_lowercase());
        } else {
            names.push(String::new());
        }
    }
    // The sign of a capture may have blanks around it.
    names.retain(|name| !name.is_empty() && name != "x");
    names
}
