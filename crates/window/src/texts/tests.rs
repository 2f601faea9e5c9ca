//! Goes through all texts of all languages.

use std::collections::BTreeSet;

use ludoteca_core::conformance::check_texts;
use ludoteca_play::seeds::Seed;

use super::*;
use crate::Library;

/// Words that are the same in English and in another language by chance, and names.
const SAME: [&str; 16] = [
    "English",
    "Español",
    "Português",
    "Deutsch",
    "Ctrl",
    "Shift",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "F1",
    "Enter",
    "Tab",
    "R",
    "L",
    "Name",
];

#[test]
fn every_text_is_told_in_every_language() {
    check_texts(all, &SAME);
}

/// A person who looks for an action must not find two of them by one name.
#[test]
fn actions_have_different_labels() {
    for language in Language::ALL {
        let labels: BTreeSet<&str> =
            Action::all().map(|action| action.label(texts(language))).collect();
        assert_eq!(labels.len(), Action::all().count(), "{language:?}");
    }
}

#[test]
fn singular_and_plural_differ() {
    for language in Language::ALL {
        let texts = texts(language);
        assert_ne!((texts.scored)(1).replace('1', "2"), (texts.scored)(2));
        assert_ne!((texts.depth)(1, false).replace('1', "2"), (texts.depth)(2, false));
        assert_ne!((texts.graph)(1).replace('1', "2"), (texts.graph)(2));
    }
}

/// All texts of a language, with samples where they have arguments. A new text must be added here.
fn all(language: Language) -> Vec<String> {
    let Texts {
        game_menu,
        move_menu,
        view_menu,
        language_menu,
        help_menu,
        action,
        key,
        you,
        turn,
        roll_now,
        game_over,
        scored,
        thinking,
        looking_for_hint,
        turn_and_lay,
        roll_shows,
        which_move,
        started,
        skipped,
        back_at_start,
        back_at,
        saved,
        opened,
        opened_of,
        copied,
        watching,
        over,
        roll_first,
        others_turn,
        still_thinking,
        no_move,
        engine_failed,
        seats,
        messages,
        play_group,
        look_group,
        analysis_group,
        steps,
        start,
        die,
        step_of,
        manual,
        random,
        ai,
        ai_level,
        level_score,
        mode_of,
        colour_of,
        usual_colour,
        analysing,
        depth,
        best_line,
        graph,
        quit_question,
        quit_for_all,
        quit_finished,
        yes_close,
        stay_here,
        yes_quit,
        restart_question,
        yes_restart,
        keep_playing,
        unsaved,
        unsaved_finished,
        cancel,
        close,
        keys,
        open_title,
        save_title,
        open,
        save,
        replace,
        file_name,
        which_game,
        the_last,
        record_files,
        no_file_name,
        would_replace,
        no_game_number,
        new_game,
        begin,
        minutes,
        preset,
        opponent,
        computer,
        friend,
        customise,
        obstacles,
        obstacles_drawn,
        mirrored,
        position,
        position_usual,
        seed,
        seed_usual,
        no_seed,
        typed_dice,
        name_of_player,
        mode_of_player,
        no_reason,
        window_error,
    } = texts(language);
    let fixed = [
        game_menu,
        move_menu,
        view_menu,
        language_menu,
        help_menu,
        you,
        roll_now,
        game_over,
        turn_and_lay,
        roll_shows,
        which_move,
        started,
        back_at_start,
        copied,
        watching,
        over,
        roll_first,
        no_move,
        engine_failed,
        seats,
        messages,
        play_group,
        look_group,
        analysis_group,
        steps,
        start,
        die,
        manual,
        random,
        ai,
        usual_colour,
        analysing,
        best_line,
        quit_question,
        quit_for_all,
        quit_finished,
        yes_close,
        stay_here,
        yes_quit,
        restart_question,
        yes_restart,
        keep_playing,
        unsaved,
        unsaved_finished,
        cancel,
        close,
        open_title,
        save_title,
        open,
        save,
        replace,
        file_name,
        which_game,
        the_last,
        record_files,
        no_file_name,
        new_game,
        begin,
        preset,
        opponent,
        computer,
        friend,
        customise,
        obstacles,
        obstacles_drawn,
        mirrored,
        position,
        position_usual,
        seed,
        seed_usual,
        typed_dice,
        no_reason,
    ];
    let not_a_seed = "frog".parse::<Seed>().expect_err("no number");
    let library = Library { name: "libXi", package: "libxi6" };
    let errors = [
        WindowError::NoDisplay,
        WindowError::Unreachable { display: ":0".to_owned(), reason: "EOF".to_owned() },
        WindowError::Missing(vec![library]),
        WindowError::Missing(vec![library, library]),
        WindowError::NoOpenGl("EGL".to_owned()),
        WindowError::Failed("EOF".to_owned()),
        WindowError::Broken { reason: Some("EOF".to_owned()), place: "F".to_owned() },
        WindowError::Broken { reason: None, place: "F".to_owned() },
    ];
    let mut told: Vec<String> = fixed.into_iter().map(|text| (*text).to_owned()).collect();
    told.extend(Action::all().map(|it| action(it).to_owned()));
    told.extend(
        ["Ctrl", "Shift", "Home", "End", "PageUp", "PageDown", "F1"].map(|it| key(it).to_owned()),
    );
    told.extend(keys.iter().flat_map(|(key, what)| [key, what]).map(|it| (*it).to_owned()));
    told.extend([turn, others_turn, still_thinking, mode_of, colour_of].map(|it| it("Ann")));
    told.extend([saved, opened, would_replace].map(|it| it("a.txt")));
    told.extend([0, 1, 2].into_iter().map(scored));
    told.extend([0, 1, 2].into_iter().flat_map(|it| [back_at(it), graph(it), step_of(it, 9)]));
    told.extend([1, 2].into_iter().flat_map(|it| [depth(it, false), depth(it, true)]));
    told.extend([1, 2].into_iter().flat_map(|it| [name_of_player(it), mode_of_player(it)]));
    told.extend([
        thinking("Ann", 3),
        looking_for_hint(3),
        skipped("Ann", "…"),
        opened_of("a.txt", 1, 2),
        ai_level(3),
        level_score(62),
        minutes(10, 20),
        no_game_number("frog"),
        no_seed("frog", &not_a_seed),
    ]);
    told.extend(errors.iter().map(window_error));
    told
}
