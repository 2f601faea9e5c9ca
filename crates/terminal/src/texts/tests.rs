//! Goes through all texts of all languages.

use ludoteca_core::conformance::check_texts;

use super::*;

/// Words that are the same in English and in another language by chance.
const SAME: [&str; 5] = ["Enter", "Esc", "PgUp", "PgDn", "Ctrl"];

#[test]
fn every_text_is_told_in_every_language() {
    check_texts(all, &SAME);
}

#[test]
fn clauses_become_sentences() {
    for (clause, expected) in
        [("it is taken", "It is taken"), ("a7 is taken", "a7 is taken"), ("é", "É"), ("", "")]
    {
        assert_eq!(sentence(clause), expected);
    }
}

fn all(language: Language) -> Vec<String> {
    let texts = texts(language);
    let name = "Ada";
    let mut all = vec![
        (texts.too_small)(24, 8),
        (texts.to_move)(name),
        (texts.thinking)(name, 3),
        (texts.looking_for_hint)(3),
        (texts.waits)(name),
        (texts.step_of)(3, 7),
        (texts.die_shows)("4"),
        (texts.of_level)(name, 3),
        (texts.skipped)(name, "X"),
        (texts.saved)("F"),
        (texts.opened)("F"),
        (texts.language_is)(name),
        (texts.offer)(name, 1),
        (texts.offer)(name, 7),
        (texts.others_turn)(name),
        (texts.replace)("F"),
        (texts.minutes)(5, 10),
        (texts.kept)(name, "F"),
    ];
    use BoardSurface::{Own, Paper, Slate, Wood};
    all.extend([Own, Wood, Slate, Paper].map(texts.board_is));
    all.extend([PieceSet::Own, PieceSet::Letters].map(texts.pieces_are));
    let keys = &texts.keys;
    let keys = [
        keys.choose,
        keys.cancel,
        keys.typed,
        keys.hint,
        keys.undo,
        keys.new,
        keys.rematch,
        keys.quit,
        keys.now,
        keys.stop,
        keys.go_on,
        keys.earlier,
        keys.back,
        keys.turn,
        keys.lay,
        keys.resume,
    ];
    all.extend(keys.iter().chain(texts.help).map(|(_, does)| (*does).to_owned()));
    let plain = [
        texts.help_key,
        texts.type_the_roll,
        texts.die,
        texts.moves,
        texts.person,
        texts.random,
        texts.ai,
        texts.watching,
        texts.over,
        texts.roll_first,
        texts.no_move,
        texts.engine_failed,
        texts.your_move,
        texts.your_roll,
        texts.save_to,
        texts.open_from,
        texts.new_game,
        texts.against,
        texts.people,
        texts.people_play,
        texts.random_plays,
        texts.which_move,
        texts.rematch_question,
        texts.quit_question,
        texts.help_title,
    ];
    all.extend(plain.map(str::to_owned));
    all
}
