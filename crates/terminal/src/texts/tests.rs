//! Goes through all texts of all languages.

use ludoteca_core::conformance::check_texts;

use super::*;

/// Words that are the same in English and in another language by chance.
const SAME: [&str; 6] = ["Enter", "Esc", "End", "PgUp", "PgUp, PgDn", "Ctrl+L, Ctrl+Z"];

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

/// All texts of a language, with samples where they have arguments. A new text must be added here.
fn all(language: Language) -> Vec<String> {
    let Texts {
        help_key,
        too_small,
        to_move,
        thinking,
        looking_for_hint,
        waits,
        step_of,
        type_the_roll,
        die,
        die_shows,
        moves,
        person,
        random,
        ai,
        of_level,
        skipped,
        saved,
        opened,
        board_is,
        pieces_are,
        language_is,
        offer,
        watching,
        over,
        roll_first,
        others_turn,
        no_move,
        engine_failed,
        your_move,
        your_roll,
        save_to,
        replace,
        open_from,
        new_game,
        against,
        you_play,
        people,
        people_play,
        random_plays,
        minutes,
        which_move,
        rematch_question,
        quit_question,
        yes_or_no,
        yes,
        keys,
        help_title,
        help,
        kept,
    } = texts(language);
    let fixed = [
        help_key,
        type_the_roll,
        die,
        moves,
        person,
        random,
        ai,
        watching,
        over,
        roll_first,
        no_move,
        engine_failed,
        your_move,
        your_roll,
        save_to,
        open_from,
        new_game,
        against,
        people,
        people_play,
        random_plays,
        which_move,
        rematch_question,
        quit_question,
        help_title,
    ];
    let mut all: Vec<String> = fixed.into_iter().map(|text| (*text).to_owned()).collect();
    // The two answers are wide apart.
    all.extend(yes_or_no.split("   ").map(str::to_owned));
    all.push(yes.join(" "));
    all.extend([to_move, waits, language_is, others_turn, you_play].map(|it| it("Ada")));
    all.extend([saved, opened, replace].map(|it| it("F")));
    all.extend([0, 1, 2].map(|step| step_of(step, 7)));
    all.extend([1, 2].map(|steps| offer("T", steps)));
    all.extend([
        too_small(24, 8),
        thinking("Ada", 3),
        looking_for_hint(3),
        die_shows("4"),
        of_level("Ada", 3),
        skipped("Ada", "X"),
        minutes(5, 10),
        kept("T"),
    ]);
    use BoardSurface::{Own, Paper, Slate, Wood};
    all.extend([Own, Wood, Slate, Paper].map(board_is));
    all.extend([PieceSet::Own, PieceSet::Letters].map(pieces_are));
    all.extend(
        all_keys(keys).iter().chain(*help).flat_map(|(key, does)| [*key, *does]).map(str::to_owned),
    );
    all
}

/// All keys at the lower edge.
fn all_keys(keys: &KeyTexts) -> [KeyText; 18] {
    let KeyTexts {
        choose,
        cancel,
        typed,
        hint,
        undo,
        new,
        rematch,
        quit,
        now,
        stop,
        go_on,
        earlier,
        back,
        turn,
        lay,
        resume,
        opponent,
        side,
    } = *keys;
    [
        choose, cancel, typed, hint, undo, new, rematch, quit, now, stop, go_on, earlier, back,
        turn, lay, resume, opponent, side,
    ]
}
