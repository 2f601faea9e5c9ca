//! What people read of every game, in every language, and moves as people read them.

use std::collections::BTreeSet;

use ludoteca_core::conformance::check_texts;
use ludoteca_core::{Info, Language, Next, Spelling, Table, Tell};
use ludoteca_games::catalog;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Names, which are the same in every language.
const NAMES: [&str; 4] = ["Vesta", "Ceres", "DAWN", "Gomoku"];

/// Everything that a game says about itself, its options and a position, but for its rules. Names
/// are cut short.
fn texts(info: &'static Info, table: &dyn Table, language: Language) -> Vec<String> {
    let mut texts = vec![info.about.tell(language).to_owned(), table.hint().tell(language).into()];
    for option in info.options {
        texts.push(option.about.tell(language).to_owned());
        texts.push(option.kind.allowed().tell(language));
        texts.push(option.kind.default().tell(language));
    }
    texts.extend(info.presets.iter().map(|preset| preset.name.tell(language).to_owned()));
    texts.extend(info.conventions.sides.iter().map(|side| side.tell(language).to_owned()));
    let scene = table.scene();
    texts.extend(scene.places.iter().map(|place| place.label.tell(language)));
    texts.extend(scene.holdings.iter().map(|holding| holding.tell(language)));
    texts.extend(scene.stock.iter().map(|in_hand| in_hand.name.tell(language)));
    texts.extend(
        scene.choices.iter().filter_map(|choice| Some(choice.question.as_ref()?.tell(language))),
    );
    texts.extend(scene.pieces.iter().map(|piece| piece.words(info.names, language)));
    texts.extend(table.players_line(&info.names[..table.seats()], language));
    texts.extend(table.last_readable().map(|last| last.tell(language, Spelling::Readable)));
    texts.extend(table.ending().map(|ending| ending.tell(language)));
    texts.extend(scene.prompt.iter().map(|prompt| prompt.tell(language)));
    texts.extend(scene.score.iter().map(|score| score.words.tell(language)));
    texts.extend(scene.stage.iter().map(|stage| stage.tell(language)));
    texts.retain(|text| !text.is_empty());
    let cut = |text: String| NAMES.iter().fold(text, |text, name| text.replace(name, &name[..1]));
    texts.into_iter().map(cut).collect()
}

#[test]
fn every_text_is_translated() {
    let mut generator = ChaCha8Rng::seed_from_u64(3);
    for info in catalog::GAMES {
        for _ in 0..5 {
            let mut table = catalog::open_line(info.id).unwrap();
            loop {
                check_texts(|language| texts(info, &*table, language), &[]);
                let Some(step) = table.random_step(&mut generator) else { break };
                let stepped = table.step(&step).unwrap();
                for (_, reason) in stepped.skipped {
                    let translated: BTreeSet<String> =
                        Language::ALL.iter().map(|language| reason.tell(*language)).collect();
                    assert_eq!(
                        translated.len(),
                        Language::ALL.len(),
                        "{}: {translated:?}",
                        info.id
                    );
                }
            }
        }
    }
}

#[test]
fn rules_say_the_same_in_every_language() {
    /// The numbers of headings, list entries and table rows: the structure of a text in any
    /// language.
    fn structure(rules: &str) -> [usize; 3] {
        ["#", "- ", "|"].map(|start| rules.lines().filter(|line| line.starts_with(start)).count())
    }
    /// The numbers in the rules, since no rule may have another number in another language.
    fn numbers(rules: &str) -> BTreeSet<&str> {
        let words = rules.split(|letter: char| !letter.is_ascii_digit());
        words.filter(|word| word.len() > 1).collect()
    }

    for info in catalog::GAMES {
        let english = info.rules.tell(Language::English);
        for language in &Language::ALL[1..] {
            let rules = info.rules.tell(*language);
            assert_ne!(rules, english, "{} in {language:?}", info.id);
            assert_eq!(structure(rules), structure(english), "{} in {language:?}", info.id);
            assert_eq!(numbers(rules), numbers(english), "{} in {language:?}", info.id);
        }
    }
}

/// The last of these steps, as it is read in each language.
fn read_in(options: &str, steps: &[&str], language: Language) -> String {
    let mut table = catalog::open_line(options).unwrap();
    for step in steps {
        table.step(step).unwrap_or_else(|refusal| panic!("{step}: {refusal}"));
    }
    table.last_readable().unwrap().tell(language, Spelling::Readable)
}

#[test]
fn moves_are_readable() {
    for (options, steps, english, spanish) in [
        ("ttt", &["0 2"][..], "c3", "c3"),
        ("cn rows=9 cols=11", &["8 10"], "k1", "k1"),
        ("attt", &["0 0", "0 1", "1 1", "2 2", "1 0", "1 2", "0 0 2 1"], "a3–b1", "a3–b1"),
        ("ataxx", &["0 0 1 1"], "b6 (clone)", "b6 (clona)"),
        ("ataxx", &["0 0 2 2"], "a7–c5 (jump)", "a7–c5 (salta)"),
        (
            "ataxx rows=5 cols=5",
            &["0 0 1 1", "0 4 1 3", "1 1 1 2"],
            "c4 (clone, captures 1)",
            "c4 (clona, captura 1)",
        ),
        ("breakthrough", &["1 2 2 3"], "c5–d4", "c5–d4"),
        ("breakthrough", &["1 2 2 3", "4 4 3 4", "2 3 3 4"], "d4×e3", "d4×e3"),
        ("owari", &["3"], "3 (4 stones)", "3 (4 semillas)"),
        ("alquerque", &["18 13"], "C4–C3", "C4–C3"),
        ("alquerque", &["18 13", "8 18"], "C2×C4", "C2×C4"),
        ("dawn", &["5;2"], "5;2 (Vesta)", "5;2 (Vesta)"),
        ("dawn", &["5;2", "3"], "3", "3"),
        ("dawn", &["5;2", "3", "2;0:0;0"], "0;0–2;0 (token 3)", "0;0–2;0 (sonda 3)"),
        ("dawn", &["5;2", "3", "2;0:0;0", "5;3:5;4"], "5;2–5;4 (Vesta)", "5;2–5;4 (Vesta)"),
    ] {
        assert_eq!(read_in(options, steps, Language::English), english, "{options} {steps:?}");
        assert_eq!(read_in(options, steps, Language::Spanish), spanish, "{options} {steps:?}");
    }
}

#[test]
fn both_spellings_are_understood() {
    for (options, typed, read) in [
        ("ataxx", "0 0 2 2", "a7–c5"),
        ("ataxx", "0 0 2 2", "A7-C5"),
        ("ataxx", "0 0 1 1", "b6"),
        ("ataxx", "0 0 1 1", "a7 b6"),
        ("ataxx", "0 0 2 2", "0 0 2 2"),
        ("ataxx", "0 0 2 2", "a7–c5 (jump)"),
        ("breakthrough", "1 2 2 3", "c5d4"),
        ("breakthrough", "1 2 2 3", "c5 x d4"),
        ("cn rows=15 cols=15", "3 14", "o12"),
        ("alquerque", "18 13", "C4–C3"),
        ("owari", "3", "3"),
        ("owari", "3", "bowl 3"),
        ("dawn", "5;2", "5;2"),
    ] {
        let mut table = catalog::open_line(options).unwrap();
        let (found, _) = table.typed(read);
        assert_eq!(table.step(&found).unwrap().text, typed, "{options} {read}");
    }
}

#[test]
fn refusals_use_the_readers_spelling() {
    for (options, text, refusal) in [
        ("ataxx", "0 0 0 6", "0 0 to 0 6 is a distance of 6: a piece moves 1 or 2 cells"),
        ("ataxx", "a7–g7", "a7 to g7 is a distance of 6: a piece moves 1 or 2 cells"),
        ("ataxx", "b6-b5", "there is no piece on b6"),
        ("breakthrough", "a1–a2", "the piece on a1 is not yours"),
        ("breakthrough", "5 0 4 0", "the piece on 5 0 is not yours"),
        ("alquerque", "C3–C2", "there is no piece on C3"),
        ("alquerque", "13 8", "there is no piece on 13"),
        ("ataxx", "d4", "`d4` is no move: it takes row and column twice, four numbers"),
        (
            "breakthrough",
            "c5",
            "`c5` is no move: it takes row and column of the origin and of the destination, four \
                numbers",
        ),
        (
            "alquerque",
            "C4",
            "`C4` is no move: it takes two point numbers (18 13) or two names (C4 C3)",
        ),
        ("cn", "a1 b2", "`a1 b2` is no move: it takes row and column, two numbers"),
        ("owari", "pot 1", "`pot 1` is no move: it takes the number of a bowl"),
        ("ataxx", "nonsense", "`nonsense` is no move: it takes row and column twice, four numbers"),
    ] {
        let mut table = catalog::open_line(options).unwrap();
        let (typed, spelling) = table.typed(text);
        let refused = table.step(&typed).unwrap_err().spelled(spelling);
        assert_eq!(refused.to_string(), refusal, "{options} {text}");
    }
}

#[test]
fn typed_steps_make_a_readable_line() {
    let table = catalog::open_line("alquerque").unwrap();
    let line: Vec<String> = ["18 13", "8 18", "1 1", "23 13"].map(str::to_owned).into();
    let read: Vec<String> = table
        .readable_line(&line)
        .iter()
        .map(|step| step.tell(Language::English, Spelling::Readable))
        .collect();
    assert_eq!(read, ["C4–C3", "C2×C4"], "an illegal step ends it");
    assert!(matches!(table.next(), Next::Move(_)), "the table stays as it is");
}

/// Options as people say them, instead of `rows=15 cols=15 line=5`.
#[test]
fn options_are_said_in_words() {
    for (options, language, words) in [
        ("cn", Language::English, ""),
        ("cn rows=15 cols=15 line=5", Language::English, "15×15 board, 5 in a row"),
        ("cn rows=6 cols=6", Language::English, "6×6 board, 6 in a row"),
        ("cn line=4", Language::English, "4 in a row"),
        ("cn rows=9 seats=3", Language::German, "Brett 9×5, 5 in einer Reihe, 3 Spieler"),
        ("ttt", Language::English, ""),
        ("ataxx obstacles=2,3/3,2", Language::Spanish, "2 obstáculos"),
        (
            "ataxx rows=9 no-progress=0",
            Language::English,
            "9×7 board, no limit on moves without progress",
        ),
        ("owari bowls=4 stones=3", Language::English, "4 bowls each, 3 stones in each bowl"),
        (
            "owari bowls=1 stones=1 no-progress=1",
            Language::English,
            "1 bowl each, 1 stone in each bowl, at most 1 move without progress",
        ),
        (
            "owari bowls=1 stones=1 no-progress=1",
            Language::Spanish,
            "1 hoyo por puesto, 1 semilla por hoyo, como mucho 1 jugada sin avance",
        ),
        (
            "owari bowls=1 stones=1 no-progress=1",
            Language::Portuguese,
            "1 cova por lugar, 1 semente por cova, no máximo 1 jogada sem progresso",
        ),
        (
            "owari bowls=1 stones=1 no-progress=1",
            Language::German,
            "je 1 Mulde, 1 Samen je Mulde, höchstens 1 Halbzug ohne Fortschritt",
        ),
        ("owari win=9", Language::English, "captured stones that win: 9"),
    ] {
        assert_eq!(catalog::parse(options).unwrap().words(language), words, "{options}");
    }
    for info in catalog::GAMES {
        let said = |language| -> Vec<String> {
            let presets = info.presets.iter();
            let words = presets.map(|it| catalog::parse(it.options).unwrap().words(language));
            words.filter(|words| !words.is_empty()).collect()
        };
        check_texts(said, &[]);
    }
}
