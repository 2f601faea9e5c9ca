//! Every text in every language. It takes the conformance suite, which has the check.

use crate::conformance::check_texts;
use crate::grid::CellName;
use crate::language::Message;
use crate::options::OptionSpec;

use super::*;

const TEXT: Text = Text(|_| "T");

static OPTIONS: [OptionSpec; 4] = [
    OptionSpec::number("k", TEXT, 3, 3, 3),
    OptionSpec::number("k", TEXT, 2, 9, 3),
    OptionSpec::odd("k", TEXT, 3, 9, 3),
    OptionSpec::cells("k", TEXT),
];

fn errors() -> Vec<Box<dyn Tell>> {
    let text = || "T".to_owned();
    let mut errors: Vec<Box<dyn Tell>> = vec![
        Box::new(ParseError::Malformed { text: text(), form: TEXT }),
        Box::new(ParseError::OffBoard { row: 7, col: 8, last_row: 5, last_col: 6 }),
        Box::new(BadPlacement::Taken(CellName { row: 1, col: 2, rows: 5 })),
        Box::new(BadPlacement::Over),
        Box::new(PlainRefusal::CapturedStones),
        Box::new(PlainRefusal::NoEndHere),
        Box::new(PlainRefusal::BelongsTo(text())),
        Box::new(PlainRefusal::NoLegalMove),
        Box::new(PlainRefusal::NothingMovable),
        Box::new(PositionError::Fields { text: text(), form: TEXT }),
        Box::new(PositionError::Rows { found: 3, expected: 5 }),
        Box::new(PositionError::Columns { row: 2, text: text(), expected: 5 }),
        Box::new(PositionError::Letter { found: 'q', allowed: "xo".to_owned() }),
        Box::new(PositionError::Turn { found: text(), allowed: "xo".to_owned() }),
        Box::new(PositionError::Number { what: TEXT, found: text(), min: 1, max: 9 }),
        Box::new(PositionError::Malformed { what: TEXT, found: text() }),
        Box::new(PositionError::Impossible(Message::same("R"))),
        Box::new(OptionError::UnknownGame { id: text(), known: vec!["a", "b"] }),
        Box::new(OptionError::UnknownOption { game: "g", key: text(), known: vec!["a", "b"] }),
        Box::new(OptionError::NoValue { text: text() }),
        Box::new(OptionError::NotAllowed {
            game: "g",
            key: "k",
            value: Message::same("V"),
            allowed: Message::same("A"),
        }),
        Box::new(OptionError::Twice {
            game: "g",
            key: "k",
            first: "1".to_owned(),
            second: "2".to_owned(),
        }),
    ];
    errors.extend(OPTIONS.iter().map(|option| Box::new(option.kind.allowed()) as Box<dyn Tell>));
    errors
}

fn all(language: Language) -> Vec<String> {
    let texts = texts(language);
    let fixed = [
        texts.no_move,
        texts.game_over,
        texts.board_is_full,
        texts.rows_option,
        texts.classic,
        texts.small_board,
        texts.three_players,
        texts.four_players,
        texts.cols_option,
        texts.seats_option,
        texts.placement_hint,
        texts.placement_form,
        texts.empty,
        texts.no_stones,
        texts.obstacle,
        texts.last_move,
        texts.chosen,
        texts.can_be_played,
        texts.players,
        texts.none,
    ];
    let mut told: Vec<String> = fixed.into_iter().map(str::to_owned).collect();
    told.push((texts.and)("T").to_owned());
    told.extend([1, 2].map(texts.stones));
    told.extend([1, 2].map(texts.pieces));
    let prompts = [Prompt::ChooseCell, Prompt::ChooseBowl, Prompt::MovePiece, Prompt::Roll];
    told.extend(prompts.map(|prompt| (texts.prompt)(prompt).to_owned()));
    told.extend([1, 2].map(texts.captures));
    told.push((texts.board_size)(6, 7));
    told.push((texts.player_count)(3));
    told.extend([0, 1, 2].map(texts.no_progress));
    told.extend([1, 2].map(texts.obstacles));
    told.push((texts.figure_of)("F", "O"));
    told.extend(errors().iter().map(|error| error.tell(language, Spelling::Typed)));
    told
}

#[test]
fn every_text_is_told_in_every_language() {
    check_texts(all, &[]);
}

#[test]
fn spanish_lists_join_by_sound() {
    for (things, list) in [
        (["Ana", "Luis"], "Ana y Luis"),
        (["Ana", "Inés"], "Ana e Inés"),
        (["Luis", "hijos"], "Luis e hijos"),
        (["agua", "hielo"], "agua y hielo"),
    ] {
        assert_eq!(shared::listed(things, Language::Spanish), list);
    }
}
