//! Tests of reports: they are well-formed, escaped and complete, whatever was played.
//!
//! `REPORTS=DIR cargo test -p ludoteca-arena report` writes example reports into a folder.

use std::{env, fs, path::Path};

use ludoteca_arena::tournament::{
    Fault, GameEnded, PlayedGame, ReportInfo, Standing, html, record_name,
};
use ludoteca_rating::pairing::{balanced, game as nth_game, round_robin};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use roxmltree::{Document, Node, ParsingOptions};

use crate::standing::{fault, game, names, paired, scored, tournament};

/// Writes the page of these games and parses it again strictly.
fn check<T>(
    about: &ReportInfo,
    names: &[String],
    seats: usize,
    played: &[PlayedGame],
    check_page: impl Fn(&Document) -> T,
) -> T {
    let page = html(about, &Standing::new(names, seats, played), played);
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&page, options)
        .unwrap_or_else(|error| panic!("{error}\n{page}"));
    for node in document.descendants() {
        let outside =
            |value: &str| value.contains("//") && !value.starts_with("http://www.w3.org/");
        assert!(!["script", "link", "iframe", "img", "object"].contains(&node.tag_name().name()));
        for attribute in node.attributes() {
            assert!(
                !attribute.name().starts_with("on") && attribute.name() != "style",
                "{attribute:?}"
            );
            assert!(
                !["href", "src"].contains(&attribute.name()) || !outside(attribute.value()),
                "{attribute:?}"
            );
        }
    }
    for number in all(&document, "text").map(words).filter(|text| text.parse::<f64>().is_ok()) {
        assert!(number.len() <= 7, "{number} has digits that nobody needs");
    }
    for svg in all(&document, "svg") {
        let ids: Vec<&str> =
            svg.attribute("aria-labelledby").expect("a label").split(' ').collect();
        let has_id = |id: &&str| {
            svg.children().any(|child| child.attribute("id") == Some(*id) && child.text().is_some())
        };
        assert!(ids.len() == 2 && ids.iter().all(has_id) && svg.attribute("role") == Some("img"));
        for number in svg
            .descendants()
            .flat_map(|node| ["x", "y", "width", "height"].map(|name| node.attribute(name)))
        {
            let finite = |number: &str| {
                number.parse::<f64>().is_ok_and(|number| number.is_finite() && number > -1.0)
            };
            assert!(number.is_none_or(finite), "{number:?}");
        }
    }
    for table in all(&document, "table") {
        assert!(
            table
                .children()
                .any(|child| child.has_tag_name(("http://www.w3.org/1999/xhtml", "caption")))
        );
        let rows = table.descendants().filter(|node| node.tag_name().name() == "tr");
        let cells: Vec<usize> = rows.map(|row| row.children().count()).collect();
        assert!(cells.iter().all(|count| *count == cells[0]), "{cells:?}");
    }
    assert!(!page.contains("NaN") && !page.contains(">inf"), "{page}");
    check_page(&document)
}

fn all<'a>(document: &'a Document, tag: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.tag_name().name() == tag)
}

/// All text of an element.
fn words(node: Node) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

/// The texts of a table with this caption, row by row.
fn rows(document: &Document, caption: &str) -> Vec<Vec<String>> {
    let mut tables = all(document, "table").filter(|table| words(*table).starts_with(caption));
    let table = tables.next().unwrap_or_else(|| panic!("there is a table `{caption}`"));
    let of_row = |row: Node| row.children().map(words).collect();
    table.descendants().filter(|node| node.tag_name().name() == "tr").map(of_row).collect()
}

#[test]
fn tables_agree_with_the_standing() {
    let played =
        [game(0, 0, &[0, 1], &[1, 2]), fault(game(1, 0, &[1, 0], &[1, 1]), 1, Fault::Late)];
    let about = ReportInfo {
        records: true,
        commands: vec!["a".to_owned(), "b".to_owned()],
        ..ReportInfo::default()
    };
    check(&about, &names(3), 2, &played, |document| {
        let ranking = rows(document, "Ratings in Elo");
        assert_eq!(ranking[1][..2], ["1", "player-0"]);
        assert_eq!(ranking[1][4..], ["2", "1.0", "50.00 %", "1", "0", "1", "1 late", "100 ms"]);
        assert_eq!(
            ranking[3],
            ["3", "player-2", "unknown", "", "0", "0.0", "unknown", "0", "0", "0", "none", "–"]
        );
        let cross = rows(document, "Won, drawn and lost");
        assert_eq!(cross[1], ["1", "player-0", "—", "1-0-1", "·"]);
        let seats = rows(document, "Average score of a game");
        assert_eq!(seats[1], ["All", "100.00 % of 2", "0.00 % of 2"]);
        let games = rows(document, "All 2 games");
        let ending = "player-0 late: took 1.2 s of 1 s";
        assert_eq!(games[2], ["2", "1", "1", "player-1", "player-0", "1–0", ending, "21"]);
        let links: Vec<&str> =
            all(document, "a").filter_map(|link| link.attribute("href")).collect();
        assert_eq!(links, [record_name(0), record_name(1)]);
        assert_eq!(links[0], "records/000001.txt");
    });
}

#[test]
fn names_are_escaped() {
    let evil =
        ["<script>alert(1)</script>", "\"'>&amp;]]>", "\u{0}\u{1b}[2J\u{ffff}\u{202e}", "a\nb"]
            .map(str::to_owned);
    let what = "</td><img src=x onerror=alert(1)>";
    let played: Vec<PlayedGame> = (0..4)
        .map(|n| {
            let ended = GameEnded::Fault { seat: 0, fault: Fault::Illegal, what: what.to_owned() };
            PlayedGame { ended, ..game(n as u64, n as u64, &[n, (n + 1) % 4], &[2, 1]) }
        })
        .collect();
    let about = ReportInfo {
        title: evil[0].clone(),
        game: evil[1].clone(),
        settings: vec![(evil[0].clone(), evil[1].clone())],
        commands: evil.to_vec(),
        version: evil[0].clone(),
        date: evil[1].clone(),
        ..ReportInfo::default()
    };
    check(&about, &evil, 2, &played, |document| {
        assert_eq!(words(all(document, "h1").next().unwrap()), evil[0]);
        assert!(rows(document, "All 4 games")[1][6].ends_with(what));
        assert!(
            rows(document, "The players, in the order")
                .iter()
                .any(|row| row[1..] == [evil[1].as_str(), evil[1].as_str()])
        );
    });
}

#[test]
fn thousands_of_games_are_not_listed() {
    for (pairs, faults, summary, listed) in [
        (1000, 3, "All 2000 games", 2000),
        (1001, 3, "3 games of 2002 that ended by a fault", 3),
        (1001, 0, "0 games", 0),
    ] {
        let mut played = paired([0, pairs, 0, 0, 0]);
        played.iter_mut().take(faults).for_each(|game| *game = fault(game.clone(), 0, Fault::Hung));
        check(&ReportInfo::default(), &names(2), 2, &played, |document| {
            let found = words(all(document, "summary").next().unwrap());
            assert!(found.starts_with(summary), "{found}");
            assert_eq!(rows(document, summary).len(), listed + 1);
        });
    }
}

#[test]
fn an_unfinished_tournament_says_so() {
    let notice = |unfinished| {
        let about = ReportInfo { unfinished, ..ReportInfo::default() };
        check(&about, &names(2), 2, &paired([0, 0, 1, 0, 0]), |document| {
            all(document, "p").map(words).find(|line| line.contains("games"))
        })
    };
    assert_eq!(notice(None).as_deref(), Some("2 games."));
    assert_eq!(notice(Some(40)).as_deref(), Some("Unfinished: 2 of 40 games so far."));
}

#[test]
fn a_report_of_few_games() {
    let crash = |n: usize| {
        fault(game(n as u64, n as u64 / 2, &[n % 2, 1 - n % 2], &[1, 1]), 0, Fault::Crashed)
    };
    let cases: [(usize, usize, Vec<PlayedGame>); 7] = [
        (0, 2, vec![]),
        (2, 2, vec![]),
        (2, 2, vec![game(0, 0, &[1, 0], &[1, 2])]),
        (2, 2, vec![PlayedGame { steps: 0, thought: vec![], ..game(0, 0, &[1, 0], &[1, 1]) }]),
        (2, 2, vec![scored(0, 0, [0, 1], 7)]),
        (4, 3, vec![game(0, 0, &[3, 1, 0], &[1, 1, 1])]),
        (2, 2, (0..50).map(crash).collect()),
    ];
    for (players, seats, played) in cases {
        check(&ReportInfo::default(), &names(players), seats, &played, |document| {
            assert_eq!(rows(document, "The players, in the order").len(), players + 1);
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// Any set of games gives a page, and the order of the games does not change it.
    #[test]
    fn every_tournament_has_a_report((seats, played) in tournament()) {
        check(&ReportInfo::default(), &names(6), seats, &played, |_| ());
        let reversed: Vec<PlayedGame> = played.iter().rev().cloned().collect();
        let page = |played: &[PlayedGame]| html(&ReportInfo::default(), &Standing::new(&names(6), seats, played), played);
        prop_assert_eq!(page(&played), page(&reversed));
    }
}

/// Tournaments of players whose strength decreases from the first to the last.
#[test]
fn example_reports() {
    let rows: [(&str, usize, usize, bool, usize); 7] = [
        ("match", 2, 2, false, 150),
        ("three", 3, 2, false, 20),
        ("eight", 8, 2, false, 8),
        ("forty", 40, 2, false, 2),
        ("sixty-four", 64, 2, false, 1),
        ("four-seats", 6, 4, false, 30),
        ("points", 2, 2, true, 60),
    ];
    for (name, players, seats, points, cycles) in rows {
        let played = simulated(players, seats, points, cycles);
        let mut names = names(players);
        names[0] = "日本の囲碁プログラム".to_owned();
        names[1] = "a name of thirty-two letters, so".to_owned();
        let about = ReportInfo {
            title: format!("A tournament of {players}"),
            game: "-g game -d 7x7 -o --mirror".to_owned(),
            settings: [
                ("Time", "100 ms a move"),
                ("Openings", "4 random plies, seed 1"),
                ("Games at once", "2"),
            ]
            .map(|(what, how)| (what.to_owned(), how.to_owned()))
            .to_vec(),
            commands: (0..players)
                .map(|player| format!("cmd:./engine --level {player} --threads 1"))
                .collect(),
            version: "ludoteca 0.1.0".to_owned(),
            date: "2025-01-31".to_owned(),
            records: true,
            unfinished: (name == "eight").then_some(1000),
        };
        check(&about, &names, seats, &played, |document| {
            // With few players and many games, the strongest comes in first.
            let strongest = rows_of_names(document);
            assert!(players > 8 || strongest[0] == names[0], "{name}: {strongest:?}");
            assert_eq!(strongest.len(), players);
        });
        if let Some(folder) = env::var_os("REPORTS") {
            let page = html(&about, &Standing::new(&names, seats, &played), &played);
            fs::write(Path::new(&folder).join(format!("{name}.html")), page)
                .expect("the folder is there");
        }
    }
}

fn rows_of_names(document: &Document) -> Vec<String> {
    rows(document, "Ratings in Elo").into_iter().skip(1).map(|row| row[1].clone()).collect()
}

fn simulated(players: usize, seats: usize, points: bool, cycles: usize) -> Vec<PlayedGame> {
    let mut generator = ChaCha8Rng::seed_from_u64(7);
    let mut uniform = || (generator.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let encounters: Vec<Vec<usize>> = match seats {
        2 => round_robin(players, cycles).into_iter().flat_map(|round| round.encounters).collect(),
        _ => balanced(players, seats, cycles),
    };
    let mut played = Vec::new();
    for (opening, encounter) in encounters.iter().enumerate() {
        for turn in 0..seats {
            let (_, seating) = nth_game(encounter, turn);
            // The first seat has an advantage; the rest is luck.
            let strength = |seat: usize| {
                1.5 * (1.0 - seating[seat] as f64 / players as f64) - 0.15 * seat as f64
            };
            let luck: Vec<f64> = (0..seats).map(|seat| strength(seat) + 2.0 * uniform()).collect();
            let better = |than: f64| luck.iter().filter(|luck| **luck > than + 0.2).count() as u32;
            let places: Vec<u32> = luck.iter().map(|luck| 1 + better(*luck)).collect();
            let number = played.len() as u64;
            let mut one = match points {
                true => scored(
                    number,
                    opening as u64,
                    [seating[0], seating[1]],
                    ((luck[0] - luck[1]) * 20.0) as i32,
                ),
                false => game(number, opening as u64, &seating, &places),
            };
            one.steps = 20 + (uniform() * uniform() * 90.0) as u32;
            let kind = (uniform() * 120.0) as usize;
            let faults = [Fault::Late, Fault::Hung, Fault::Crashed, Fault::Illegal];
            played.push(match kind {
                0..4 => fault(one, kind % seats, faults[kind]),
                4..8 => PlayedGame { ended: GameEnded::NoProgress, ..one },
                8..10 => PlayedGame { ended: GameEnded::Length, ..one },
                _ => one,
            });
        }
    }
    played
}
