//! News without NATS: what is told, and what is believed.

use serde_json::json;

use super::*;
use crate::events::{Participant, TableEvent};

fn event(event: TableEvent) -> StoredEvent {
    StoredEvent { at: 1000, request: None, event }
}

#[test]
fn secrets_are_not_told() {
    let table = Id::given("table");
    let moved = || event(TableEvent::Moved { seat: 0, step: "1 1".to_owned() });
    let person = Participant { player: Id::given("ada"), name: "Ada".to_owned(), program: false };
    let dismissed = |invite: Option<&str>| {
        event(TableEvent::Dismissed { seat: 1, invite: invite.map(str::to_owned) })
    };
    let contributed = event(TableEvent::Contributed { seat: 0, entropy: "00".repeat(32) });
    let long = event(TableEvent::Said { person: person.clone(), text: "x".repeat(MOST_BYTES) });
    let told = [moved(), event(TableEvent::Sat { seat: 1, person }), dismissed(None)];
    assert_eq!(WrittenEvents::new(&table, 3, &told).read().as_deref(), Some(&told[..]));
    for secret in [dismissed(Some("code")), contributed, long] {
        let written = WrittenEvents::new(&table, 3, &[moved(), secret]);
        assert_eq!((written.first, written.count, written.has_events()), (3, 2, false));
    }
}

#[test]
fn events_are_as_many_as_they_say() {
    let events = [event(TableEvent::Began)];
    let mut written = WrittenEvents::new(&Id::given("table"), 3, &events);
    assert_eq!((written.end(), written.read().as_deref()), (4, Some(&events[..])));
    written.count = 2;
    assert_eq!(written.read(), None);
}

#[cfg(feature = "cluster")]
#[test]
fn news_are_read_as_they_were_written() {
    let subjects = nats::Subjects::new(&"a_cluster-2".parse().expect("a name"));
    let id = || Id::given("table2");
    let events =
        WrittenEvents::new(&id(), 7, &[event(TableEvent::Began), event(TableEvent::Closed)]);
    let cases = [
        (
            News::Events(events),
            "a_cluster-2.t.table2",
            json!({ "first": 7, "count": 2, "facts": [
                { "at": 1000, "fact": "began" },
                { "at": 1000, "fact": "closed" },
            ] })
            .to_string(),
        ),
        (
            News::Events(WrittenEvents::unsaid(&id(), 0, 3)),
            "a_cluster-2.t.table2",
            json!({ "first": 0, "count": 3 }).to_string(),
        ),
        (News::Look(id()), "a_cluster-2.t.table2.look", String::new()),
        (News::Lobby(id()), "a_cluster-2.lobby", "table2".to_owned()),
        (
            News::Seated { program: Id::given("p"), table: id() },
            "a_cluster-2.program.p",
            "table2".to_owned(),
        ),
    ];
    for (news, subject, payload) in cases {
        let (written_to, written) = subjects.write(&news).expect("it can be told");
        let text = String::from_utf8(written).expect("text");
        let is_json = text.starts_with('{');
        let value = |text: &str| serde_json::from_str(text).unwrap_or(json!(text));
        assert_eq!((written_to.as_str(), value(&text)), (subject, value(&payload)), "{is_json}");
        let read = subjects.read(subject, text.as_bytes()).expect("it is news");
        assert_eq!(format!("{read:?}"), format!("{news:?}"));
    }
    // Whoever asks for a table with such an id is not told anything.
    for id in ["", "a.b", "*", ">", "a b", "\u{e4}", &"x".repeat(65)] {
        assert!(subjects.write(&News::Lobby(Id::given(id))).is_none(), "{id}");
    }
}

#[cfg(feature = "cluster")]
#[test]
fn what_is_no_news_is_ignored() {
    let subjects = nats::Subjects::new(&ClusterName::default());
    let events = br#"{"first":1,"count":1,"facts":[]}"#;
    assert!(subjects.read("ludoteca.t.x", events).is_some());
    let huge = format!(r#"{{"first":1,"count":1,"facts":["{}"]}}"#, "x".repeat(300_000));
    let wrong: &[(&str, &[u8])] = &[
        ("ludoteca.t.x", b""),
        ("ludoteca.t.x", b"\xff\xfe"),
        ("ludoteca.t.x", b"[]"),
        ("ludoteca.t.x", br#"{"first":1}"#),
        ("ludoteca.t.x", br#"{"first":-1,"count":1}"#),
        ("ludoteca.t.x", br#"{"first":1,"count":0}"#),
        ("ludoteca.t.x", br#"{"first":18446744073709551615,"count":1}"#),
        ("ludoteca.t.x", br#"{"first":1,"count":18446744073709551615}"#),
        ("ludoteca.t.x", br#"{"first":1,"count":1,"more":true}"#),
        ("ludoteca.t.x", br#"{"first":1,"count":1,"facts":"#),
        ("ludoteca.t.x", huge.as_bytes()),
        ("ludoteca.t.x.look", b"{}"),
        ("ludoteca.t.x.y", b""),
        ("ludoteca.t", b""),
        ("ludoteca.t.x.look.y", b""),
        ("ludoteca.lobby", b""),
        ("ludoteca.lobby", b"a b"),
        ("ludoteca.lobby", b"\xff"),
        ("ludoteca.program.x", b""),
        ("ludoteca.program", b"x"),
        ("ludoteca", b"x"),
        ("", b""),
        ("other.lobby", b"x"),
    ];
    for (subject, payload) in wrong {
        assert!(subjects.read(subject, payload).is_none(), "{subject} {payload:?}");
    }
}
