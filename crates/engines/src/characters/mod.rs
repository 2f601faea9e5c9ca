//! The ten engine levels as opponents with names, so that people need not choose a bare number.

mod texts;

use ludoteca_core::{Info, Text};

/// An engine level as an opponent.
#[derive(Debug)]
pub struct Character {
    /// The level, from 1 to 10.
    pub level: u32,
    /// The name, the same in all languages.
    pub name: &'static str,
    /// How this level plays, in a few words: `overlooks a lot, and moves at once`.
    pub playing_style: Text,
}

/// All levels, from the weakest to the strongest.
pub static CHARACTERS: [Character; 10] = [
    new(1, "Pip", Text(|language| texts::styles(language)[0])),
    new(2, "Mila", Text(|language| texts::styles(language)[1])),
    new(3, "Otto", Text(|language| texts::styles(language)[2])),
    new(4, "Clara", Text(|language| texts::styles(language)[3])),
    new(5, "Tomás", Text(|language| texts::styles(language)[4])),
    new(6, "Greta", Text(|language| texts::styles(language)[5])),
    new(7, "Duarte", Text(|language| texts::styles(language)[6])),
    new(8, "Iris", Text(|language| texts::styles(language)[7])),
    new(9, "Viktor", Text(|language| texts::styles(language)[8])),
    new(10, "Athena", Text(|language| texts::styles(language)[9])),
];

/// The opponent of this level. Other numbers count as the nearest level.
pub fn character(level: u32) -> &'static Character {
    &CHARACTERS[level.clamp(1, 10) as usize - 1]
}

/// The share of the points, in per cent, that this level has scored in a game against the level
/// below, where that was measured.
pub fn score_against_the_level_below(info: &Info, level: u32) -> Option<u8> {
    let at = usize::try_from(level.checked_sub(2)?).ok()?;
    info.level_scores.get(at).copied().flatten()
}

const fn new(level: u32, name: &'static str, playing_style: Text) -> Character {
    Character { level, name, playing_style }
}

#[cfg(test)]
mod tests {
    use ludoteca_core::conformance::check_texts;
    use ludoteca_games::catalog;

    use super::*;

    #[test]
    fn every_level_has_a_character() {
        for (at, found) in CHARACTERS.iter().enumerate() {
            assert_eq!(found.level as usize, at + 1);
            assert!(std::ptr::eq(character(found.level), found));
        }
        assert_eq!((character(0).level, character(99).level), (1, 10));
        check_texts(|language| texts::styles(language).map(str::to_owned).to_vec(), &[]);
    }

    #[test]
    fn scores_are_those_of_the_game() {
        let owari = catalog::find("owari").unwrap();
        let scores = [0, 1, 2, 7, 8, 11].map(|level| score_against_the_level_below(owari, level));
        assert_eq!(scores, [None, None, Some(62), None, Some(75), None]);
        for info in catalog::GAMES {
            assert!(info.level_scores.len() < CHARACTERS.len(), "{}", info.id);
            assert!(info.level_scores.iter().flatten().all(|share| *share <= 100), "{}", info.id);
        }
    }
}
