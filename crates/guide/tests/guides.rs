//! The rules of every game in every language, read as documents.

use std::fs;
use std::path::{Path, PathBuf};

use ludoteca_core::{Info, Language};
use ludoteca_games::{CATALOG, catalog};
use ludoteca_guide::{Block, Diagram, Guide, GuideStyle, Span, SpanStyle};

fn read(markdown: &str) -> Guide {
    Guide::read(markdown, &CATALOG).unwrap_or_else(|reason| panic!("{reason}"))
}

fn guides() -> impl Iterator<Item = (&'static Info, Language, Guide)> {
    let pairs =
        catalog::GAMES.iter().flat_map(|info| Language::ALL.map(|language| (info, language)));
    pairs.map(|(info, language)| {
        let guide = Guide::read(info.rules.tell(language), &CATALOG);
        let guide = guide.unwrap_or_else(|reason| panic!("{} in {language:?}: {reason}", info.id));
        (*info, language, guide)
    })
}

/// The text of the blocks, but for what is meant to stay as it is.
fn running_text(blocks: &[Block]) -> Vec<&Span> {
    blocks
        .iter()
        .flat_map(|block| match block {
            Block::Heading { text, .. } | Block::Paragraph(text) => text.iter().collect(),
            Block::List { entries, .. } => {
                entries.iter().flat_map(|entry| running_text(entry)).collect()
            }
            Block::Table { head, rows } => {
                head.iter().chain(rows.iter().flatten()).flatten().collect()
            }
            Block::Quote(blocks) => running_text(blocks),
            Block::Verbatim(_) | Block::Diagram(_) => Vec::new(),
        })
        .collect()
}

#[test]
fn no_sign_of_markdown_is_left() {
    for (info, language, guide) in guides() {
        let place = format!("{} in {language:?}", info.id);
        assert_eq!(guide.title(), info.title, "{place}");
        let text = running_text(&guide.blocks);
        assert!(text.len() > 10, "{place}: {text:?}");
        for span in text {
            for sign in ["**", "`", "|", "#", "](", "\n", "<"] {
                assert!(!span.text.contains(sign), "{place}: {sign} in {:?}", span.text);
            }
        }
        for diagram in guide.diagrams() {
            assert!(!diagram.caption.contains(['`', '*', '|', '#']), "{place}: {diagram:?}");
        }
    }
}

#[test]
fn every_game_has_diagrams_and_all_languages_have_the_same() {
    fn shown(diagrams: &[&Diagram]) -> Vec<String> {
        let all = diagrams.iter().map(|diagram| {
            let (table, Diagram { marks, arrows, .. }) = (diagram.table(), diagram);
            let (position, last) = (table.position(), table.last());
            format!("{} | {position} {last:?} {marks:?} {arrows:?}", table.options())
        });
        all.collect()
    }
    for (info, language, guide) in guides() {
        let english = Guide::of(info, Language::English);
        let (found, expected): (Vec<_>, Vec<_>) =
            (guide.diagrams().collect(), english.diagrams().collect());
        assert!(!found.is_empty(), "{} has no diagram", info.id);
        assert_eq!(shown(&found), shown(&expected), "{} in {language:?}", info.id);
        for (diagram, original) in found.iter().zip(&expected) {
            assert_eq!(diagram.table().options().info().id, info.id);
            assert!(diagram.scene().choices.is_empty());
            let is_original = language == Language::English;
            assert_eq!(diagram.caption == original.caption, is_original, "{}", diagram.caption);
        }
    }
}

/// The board as text below each position, for those who read the Markdown. `UPDATE_DIAGRAMS=1`
/// writes it.
#[test]
fn the_boards_in_the_rules_are_drawn() {
    for (info, language, guide) in guides() {
        let path = file(info, language);
        let written = fs::read_to_string(&path).unwrap();
        let mut diagrams = guide.diagrams();
        let mut drawn = String::new();
        let mut rest = written.as_str();
        while let Some((before, after)) = rest.split_once("```position\n") {
            let (inside, after) = after.split_once("```\n").unwrap();
            let (head, caption) = (inside.split("\n\n").next(), inside.rsplit("\n\n").next());
            let diagram = diagrams.next().unwrap();
            let board: String = diagram
                .drawing(language)
                .text
                .lines()
                .map(|line| line.trim_end().to_owned() + "\n")
                .collect();
            let (head, caption) = (head.unwrap(), caption.unwrap());
            drawn += &format!("{before}```position\n{head}\n\n{board}\n{caption}```\n");
            rest = after;
        }
        drawn += rest;
        if std::env::var_os("UPDATE_DIAGRAMS").is_some() {
            fs::write(&path, &drawn).unwrap();
        } else {
            assert!(drawn == written, "the boards of {} are out of date", path.display());
        }
    }
}

fn file(info: &Info, language: Language) -> PathBuf {
    let name = match language {
        Language::English => "README.md".to_owned(),
        language => format!("README.{}.md", language.code()),
    };
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src").join(info.id).join(name)
}

#[test]
fn lines_fit_into_the_columns() {
    for (info, language, guide) in guides() {
        for columns in [40, 80, 120] {
            let lines = guide.lines(columns, language);
            for line in &lines {
                // What stays as it is may be wider.
                let may_be_wide = line.parts.iter().any(|part| {
                    part.style == GuideStyle::Text(SpanStyle::Code) && part.text.len() > 20
                });
                assert!(
                    line.width() <= columns || may_be_wide,
                    "{} in {language:?}, {columns} columns: {}",
                    info.id,
                    line.text()
                );
                assert_eq!(line.text().trim_end(), line.text());
            }
            assert!(
                lines.windows(2).all(|two| two.iter().any(|line| !line.parts.is_empty())),
                "{}: there are never two empty lines",
                info.id
            );
        }
    }
}

fn in_lines(markdown: &str, columns: usize) -> String {
    let lines = read(markdown).lines(columns, Language::English);
    lines.iter().map(|line| line.text() + "\n").collect()
}

#[test]
fn blocks_become_lines() {
    for (markdown, columns, expected) in [
        ("# Title\none\ntwo", 80, "Title\n\none two\n"),
        ("a **strong**, *stressed* `typed` word", 12, "a strong,\nstressed\ntyped word\n"),
        ("type `18 13` or more", 9, "type\n18 13 or\nmore\n"),
        ("- one\n  two\n  - inner\n- three", 7, "• one\n  two\n  • inner\n• three\n"),
        ("9. nine\n10. ten", 80, "9.  nine\n10. ten\n"),
        ("> quoted\n\n[link](there)", 80, "  quoted\n\nlink\n"),
        ("```\n$ one\n  two\n```", 10, "    $ one\n      two\n"),
        (
            "| a | b |\n| --- | --- |\n| `x` | long words |",
            80,
            "a  b\n─────────────\nx  long words\n",
        ),
        (
            "| key | b |\n| --- | --- |\n| a | some long words |",
            14,
            "key  b\n──────────────\na    some long\n     words\n",
        ),
        ("| key | b |\n| --- | --- |\n| a | word |", 6, "key: a\nb:\nword\n"),
        (
            "```position\nttt | x2/1o1/3 x\narrows: a3 > c3\n\nOne\ntwo.\n```",
            80,
            "  +---+---+---+\n0 | X |   |[ ]|\n  +---+---+---+\n1 |   | O |   |\n  +---+---+---+\n\
                2 |   |   |   |\n  +---+---+---+\n    0   1   2\n\nOne two.\n",
        ),
        ("```position\nttt\n\nThe start.\n```", 14, "  The start.\n"),
    ] {
        let expected = if expected.contains("+---") {
            expected.lines().map(|line| format!("  {line}").trim_end().to_owned() + "\n").collect()
        } else {
            expected.to_owned()
        };
        assert_eq!(in_lines(markdown, columns), expected, "{markdown} in {columns}");
    }
}

#[test]
fn damaged_documents_are_refused() {
    for (markdown, reason) in [
        ("```position\nchess\n\nA.\n```", "diagram 1: unknown game `chess`"),
        ("```position\nttt | 4/3/3 x\n\nA.\n```", "diagram 1: "),
        ("```position\nttt\nsteps: 0 0, 0 0\n\nA.\n```", "diagram 1: step 0 0: "),
        ("```position\nttt\nmarks: d1\n\nA.\n```", "diagram 1: there is no place d1"),
        ("```position\nttt\narrows: a1 b1\n\nA.\n```", "diagram 1: `a1 b1` is no arrow"),
        ("```position\nttt\nsigns: a1\n\nA.\n```", "diagram 1: `signs: a1` is neither"),
        ("```position\nttt\n```", "diagram 1: there is no caption"),
        ("```position\n```", "diagram 1: there is no caption"),
        ("![picture](there)", "a guide has no place for "),
        ("<b>bold</b>", "a guide has no place for "),
    ] {
        let found = Guide::read(markdown, &CATALOG).unwrap_err().to_string();
        assert!(found.starts_with(reason), "{markdown}: {found}");
    }
}
