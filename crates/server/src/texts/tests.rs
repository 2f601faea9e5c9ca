//! Every text in every language.

use std::collections::BTreeSet;

use super::*;

/// A message of each kind, with numbers that occur only once.
fn messages() -> Vec<ErrorText> {
    use ErrorText as M;
    let text = |text: &str| text.to_owned();
    let offers = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch];
    let of_offers = [M::OfferedTooOften, M::NoOffer, M::Offered];
    let mut all: Vec<ErrorText> = of_offers.iter().flat_map(|of| offers.map(of)).collect();
    all.extend([
        M::RequestLength { length: 71, longest: 64 },
        M::TooManyLines(20),
        M::TooManyLinesOfWatchers(21),
        M::WatchersSaidEnough(1000),
        M::ChatLine { length: 501, longest: 500 },
        M::SeatedTooOften(3),
        M::NoWatcher(Id::given("4a")),
        M::NotMuted(Id::given("4b")),
        M::MutedAlready(Id::given("4c")),
        M::MutedTooOften(200),
        M::Taken(2),
        M::NoSuchSeat { seat: 9, seats: 4 },
        M::NotYourSeat(2),
        M::NoEntropy(text("1f")),
        M::HasContributed(2),
        M::NoVariation { after: 12, length: 301, steps: 11, longest: 300 },
        M::TooManyVariations(100),
        M::NoTable(Id::given("5a")),
        M::Damaged { table: Id::given("5b"), damage: text("event 7 is damaged") },
        M::NoName(text("x"), NameError::Length(33)),
        M::NoName(text("x"), NameError::Unseen('\u{202e}')),
        M::NoName(text("x"), NameError::Marks),
        M::TooManyTablesOf(text("Ada 7")),
        M::TooManyTables(101),
        M::SeatsWanted { given: 3, seats: 2 },
        M::NoLevel(11),
        M::NoStep { step: 8, steps: 7 },
        M::TooManySteps(20_000),
        M::NoSuchList(text("l1")),
        M::NoPlace { place: 50, places: 50 },
        M::LongNameOfSeat { length: 107, most: 99 },
        M::TooManyClicks { clicks: 65, most: 64 },
        M::LinkLength { length: 513, longest: 512 },
        M::BadJson(text("expected value at line 1 column 2")),
        M::BadRequest(text("no number: 3")),
        M::TagIsNoWord { tag: text("do"), found: text("17") },
        M::NoFile(text("/f1")),
        M::NoMethod { method: text("PUT"), path: text("/f2") },
        M::OtherHost(text("h1")),
        M::OtherOrigin(text("http://o1")),
        M::TooManyNewcomers(1001),
        M::TooManyConnections(502),
        M::TooManyRequests(51),
        M::TooManyAnalyses(4),
        M::TooManyEngineTables(2),
        M::TooManyWatched(256),
        M::NoProgram(text("p1")),
        M::BusyProgram(text("P2")),
        M::NotItsGame { program: text("P3"), game: text("ttt") },
        M::ProgramGone(text("P4")),
    ]);
    all
}

#[test]
fn every_text_exists_in_every_language() {
    use ForfeitReason::{AwayTooLong, NoMove, NoOpponent, ServerStopped};
    let reasons = [ServerStopped, NoOpponent, NoMove, AwayTooLong]
        .map(|why| ServerReason::Forfeit("Ada 7".to_owned(), why))
        .into_iter()
        .chain([ServerReason::TooManySteps(20_000)]);
    let previews = [
        PreviewText::Invites { by: "Ada 7".to_owned(), title: "T1" },
        PreviewText::Waits("T1"),
        PreviewText::Won("Ada 7".to_owned()),
        PreviewText::Rules("T1"),
    ];
    let all: Vec<Box<dyn Tell>> = FIXED
        .iter()
        .map(|text| Box::new(*text) as Box<dyn Tell>)
        .chain(messages().into_iter().map(|message| Box::new(message) as Box<dyn Tell>))
        .chain(previews.into_iter().map(|preview| Box::new(preview) as Box<dyn Tell>))
        .chain(reasons.map(|reason| Box::new(reason) as Box<dyn Tell>))
        .collect();
    for what in all {
        let in_language = |language| what.tell(language, Spelling::Typed);
        let english = in_language(Language::English);
        for language in Language::ALL {
            let text = in_language(language);
            let at = format!("{language:?}: {text}");
            assert!(!text.is_empty() && !text.contains("  ") && text.trim() == text, "{at}");
            assert_eq!(text.contains('{'), english.contains("{\"confirm\""), "{at}");
            assert_eq!(numbers(&text), numbers(&english), "{at}");
            assert!(language == Language::English || text != english, "{at}");
        }
    }
}

/// Words with digits: all arguments have some.
fn numbers(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| word.contains(|c: char| c.is_ascii_digit())).collect()
}

#[test]
fn stored_reasons_are_translated() {
    for (stored, spanish) in [
        ("Ada: no move for too long", "Ada: demasiado tiempo sin jugar"),
        ("x: y: the server was stopped", "x: y: el servidor se detuvo"),
        ("20000 steps without an end", "20000 pasos sin llegar al final"),
        ("former player #k3f: nobody came to play", "antiguo jugador #k3f: nadie vino a jugar"),
        ("program 1: `9 9` is illegal", "program 1: `9 9` is illegal"),
    ] {
        let read = Decision::read(stored);
        assert_eq!(decision(&read, Language::English), stored);
        assert_eq!(decision(&read, Language::Spanish), spanish);
    }
    let resigned = Decision::read("former player resigned");
    for language in Language::ALL {
        let name = FORMER_PLAYER.tell(language).to_owned();
        let expected = Decision::Resigned(name).tell(language, Spelling::Typed);
        assert_eq!(decision(&resigned, language), expected);
    }
}

#[test]
fn only_names_without_a_person_are_translated() {
    for (stored, german) in [
        ("former player", "Ehemaliger Spieler"),
        ("former player #abc", "Ehemaliger Spieler #abc"),
        ("nameless", "Namenlos"),
        ("former players", "former players"),
        ("Ada #abc", "Ada #abc"),
    ] {
        assert_eq!(shown_name(stored, Language::English), stored);
        assert_eq!(shown_name(stored, Language::German), german);
    }
}
