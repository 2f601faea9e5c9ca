//! Whatever happens at a table, replaying its events gives the same table.

use std::collections::BTreeSet;

use ludoteca_analysis::dice;
use ludoteca_core::{Info, Language, Options};
use ludoteca_games::catalog::{self, GAMES};
use ludoteca_play::seeds::{Purpose, Seed, stream};
use ludoteca_play::{Awaits, record};
use rand_chacha::ChaCha8Rng;
use rand_core::Rng;

use super::{DecisionContext, HostedTable, TableStage};
use crate::commands::{OfferKind, TableCommand, TableRequest, TimeControl};
use crate::error::ErrorCode;
use crate::events::{Occupant, Opened, Participant, StoredEvent, TableEvent};
use crate::ids::Id;
use crate::redaction::redacted;
use crate::view::snapshot::{KnownCounts, Snapshot, TableContext, ViewForm};

/// A group of people who send any command at any time.
struct Mob {
    luck: ChaCha8Rng,
    people: Vec<Participant>,
    now: u64,
    hosted: HostedTable,
    events: Vec<StoredEvent>,
}

#[test]
fn replaying_events_gives_the_same_table() {
    let (mut steps, mut ended, mut contributed, mut taken_back, mut known) = (0, 0, 0, 0, 0);
    let mut kinds = BTreeSet::new();
    for (number, info) in GAMES.iter().enumerate() {
        for round in 0..15 {
            let mut mob = Mob::gather(info, 100 * number as u32 + round);
            // Games with dice get more rounds, because more can go wrong in them.
            if round >= 3 && mob.hosted.contributions().is_none() {
                break;
            }
            for command in 0..250 {
                mob.do_something();
                if command % 50 == 49 {
                    mob.compare();
                }
            }
            mob.erase_each_person();
            steps += mob.events.iter().filter(|stored_event| stored_event.event.is_step()).count();
            ended += usize::from(mob.hosted.stage() == TableStage::Over);
            let count = |is_it: fn(&TableEvent) -> bool| {
                mob.events.iter().filter(|stored_event| is_it(&stored_event.event)).count()
            };
            contributed += count(|event| matches!(event, TableEvent::Contributed { .. }));
            taken_back += count(|event| matches!(event, TableEvent::TakenBack { .. }));
            known +=
                (0..mob.hosted.play().steps()).filter(|step| mob.hosted.is_known(*step)).count();
            kinds.extend(mob.events.iter().map(|stored_event| kind(&stored_event.event)));
        }
    }
    assert!(steps > 200 && ended > 3, "{steps} steps, {ended} games came to an end");
    assert!(contributed > 2, "{contributed} contributed to dice");
    assert!(taken_back > 10 && known > 0, "{taken_back} takebacks, {known} rolls were known");
    for wanted in [
        "sat",
        "stood",
        "dismissed",
        "muted",
        "unmuted",
        "said",
        "taken_back",
        "lost",
        "replaced",
        "varied",
    ] {
        assert!(kinds.contains(wanted), "{wanted} never happened: {kinds:?}");
    }
}

#[test]
fn a_log_that_cannot_have_happened_is_refused() {
    let mut mob = Mob::gather(GAMES[0], 3);
    while mob.hosted.play().steps() < 4 {
        mob.do_something();
    }
    let replay = |events: Vec<StoredEvent>| {
        HostedTable::replay(Id::given("t"), events).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(replay(mob.events.clone()), Ok(()));
    assert!(replay(mob.events[1..].to_vec()).is_err_and(|error| error.contains("does not begin")));
    let mut twice = mob.events.clone();
    let at = twice
        .iter()
        .position(|stored_event| matches!(stored_event.event, TableEvent::Moved { .. }))
        .expect("somebody moved");
    twice.insert(at, twice[at].clone());
    assert!(replay(twice).is_err_and(|error| error.starts_with(&format!("event {}: ", at + 1))));
}

/// Lines that were pushed out are removed from the file, and the table stays the same.
#[test]
fn the_chat_is_not_kept_for_ever() {
    let mut mob = Mob::gather(GAMES[0], 1);
    for number in 0..600 {
        mob.now += 5000;
        let who = mob.people[[0, 1, 3][number % 3]].clone();
        let table_request = TableRequest {
            command: TableCommand::Chat { text: format!("line {number}") },
            request: None,
            state: None,
        };
        let context = DecisionContext { now: mob.now, claim_at: None };
        let events = mob.hosted.decide(&who, &table_request, context).expect("they may");
        mob.let_happen(events);
        for (number, event) in mob.hosted.take_dropped_lines() {
            assert!(matches!(mob.events[number as usize].event, TableEvent::Said { .. }));
            mob.events[number as usize] = event;
        }
        if number % 50 == 49 {
            mob.compare();
        }
    }
    let kept = mob
        .events
        .iter()
        .filter(|stored_event| matches!(stored_event.event, TableEvent::Said { .. }))
        .count();
    assert!((150..=200).contains(&kept), "{kept}");
}

/// Events from the time before there were rules for names and lines.
#[test]
fn old_names_are_shown_without_invisible_characters() {
    let mut mob = Mob::gather(GAMES[0], 0);
    let person = Participant {
        name: "\u{202e}Z\u{301}\u{301}\u{301}\u{301}\u{301}oe".to_owned(),
        ..person("zoe", false)
    };
    let said = TableEvent::Said { person: person.clone(), text: "a\u{200b}b\u{202e}c".to_owned() };
    mob.events.push(StoredEvent { at: 2000, request: None, event: said });
    let nobody = Participant { name: "\u{3164}".to_owned(), ..person };
    mob.events.push(StoredEvent {
        at: 2000,
        request: None,
        event: TableEvent::Sat { seat: 1, person: nobody },
    });
    let hosted =
        HostedTable::replay(Id::given("t"), mob.events.clone()).expect("old events are still read");
    let seen: serde_json::Value = serde_json::from_str(&seen(&hosted, 2000, &[])[0]).expect("JSON");
    let line = &seen["chat"]["list"][0];
    assert_eq!((&line["name"], &line["text"]), (&"Ź\u{301}\u{301}\u{301}oe".into(), &"abc".into()));
    assert_eq!(seen["seats"][1]["name"], "nameless");
    assert!(hosted.record().to_string().contains("nameless"));
}

/// Events that were stored before players could contribute to dice: the table is the same as
/// before, and its rolls follow from the seed alone.
#[test]
fn old_events_are_read() {
    let seats =
        r#"[{"kind":"person","player":"ada","name":"Ada","program":false},{"kind":"random"}]"#;
    let seed: String = (0..32).map(|byte| format!("{byte:02x}")).collect();
    let has_dice = |info: &&&'static Info| {
        catalog::open(&Options::new(info)).is_ok_and(|table| table.has_dice())
    };
    let game = GAMES.iter().find(has_dice).expect("a game has dice").id;
    let opened = format!(
        r#"{{"at":1,"fact":"opened","game":"{game}","position":null,"maker":"ada","seats":{seats},"pace":{{"kind":"none"}},
        "listed":false,"seed":"{seed}","date":"2026-11-15","from":null}}"#
    );
    let events = [
        opened.as_str(),
        r#"{"at":2,"fact":"began"}"#,
        r#"{"at":3,"fact":"moved","seat":0,"step":"10;4"}"#,
        r#"{"at":4,"fact":"drawn","step":"4"}"#,
        r#"{"at":5,"fact":"drawn","step":"7;1:7;4"}"#,
        r#"{"at":6,"fact":"lost","seat":0,"reason":"Ada resigned"}"#,
    ];
    let events = events.map(|event| {
        serde_json::from_str(event).unwrap_or_else(|error| panic!("{error}: {event}"))
    });
    let record = HostedTable::replay(Id::given("t"), events).expect("a table").record();
    assert!(!record.to_string().contains("Entropy") && !record.to_string().contains("Takebacks"));
    let found = dice::verify(&record);
    assert!(found.len() == 3 && found.iter().all(|(_, finding)| finding.is_ok()), "{found:?}");
}

/// People may write a move as they read it, in any language. Events have it as it is typed.
#[test]
fn moves_are_stored_as_typed_however_they_are_spelt() {
    for info in GAMES {
        let mut mob = Mob::gather(info, 5);
        let mut moves = 0;
        while moves < 20 && mob.hosted.stage() == TableStage::Playing {
            let (state, now) = (mob.hosted.state(), mob.now);
            let Some((seat, who, _)) = mob.hosted.person_to_move() else {
                let events = mob.let_house_move();
                mob.let_happen(events);
                continue;
            };
            let who = who.clone();
            let mut after = mob.hosted.play().table().boxed_clone();
            let step = after.random_step(&mut mob.luck).expect("somebody is to move");
            let typed = after.step(&step).expect("it is legal").text;
            let readable = after.last_readable().expect("a step was made").step;
            let language = Language::ALL[moves % Language::ALL.len()];
            let step = readable.tell(language);
            let context = DecisionContext { now, claim_at: None };
            let command = TableCommand::Move { step: step.clone(), seat: Some(seat + 1) };
            let command = TableRequest { command, request: None, state: Some(state) };
            let events = mob.hosted.decide(&who, &command, context);
            let events = events.unwrap_or_else(|refused| panic!("{step}: {refused}"));
            let TableEvent::Moved { step: stored, .. } = &events[0].event else {
                panic!("{events:?}")
            };
            // Some moves look alike to people: any of them may be meant.
            let mut meant = mob.hosted.play().table().boxed_clone();
            assert_eq!(meant.step(stored).map(|made| made.text).as_ref(), Ok(stored));
            assert!(*stored == typed || meant.last_readable().map(|it| it.step) == Some(readable));
            mob.let_happen(events);
            moves += 1;
        }
        assert!(moves > 1, "{}", info.id);
    }
}

impl Mob {
    fn gather(info: &'static Info, number: u32) -> Mob {
        let mut luck = stream(7, Purpose::Game(number));
        let people: Vec<Participant> =
            ["ada", "bob", "cay", "dan"].map(|name| person(name, false)).to_vec();
        let seats = if info.names.len() > 2 { 3 } else { 2 };
        let time_control = match luck.next_u32() % 4 {
            0 => TimeControl::None,
            1 => TimeControl::Move { seconds: 3000 },
            2 => TimeControl::Game { seconds: 9000, increment: 5 },
            _ => TimeControl::Days { days: 1 },
        };
        let occupant = |seat: usize| match (seat, number % 3) {
            (0, _) => Occupant::Person(people[0].clone()),
            (1, 0) => Occupant::Friend { invite: "code".to_owned() },
            (_, 1) => Occupant::Open,
            (_, 2) => Occupant::Random,
            _ => Occupant::Engine { level: 1 },
        };
        let game = if seats == 3 { format!("{} seats=3", info.id) } else { info.id.to_owned() };
        let opened = Opened {
            game,
            position: None,
            maker: Some(people[0].player.clone()),
            seats: (0..seats).map(occupant).collect(),
            time_control,
            listed: true,
            seed: Seed::Secret([number as u8; 32]).to_string(),
            date: "2026-11-15".to_owned(),
            from: None,
            await_contribution: number.is_multiple_of(2),
        };
        let mut hosted = HostedTable::open(Id::given("t"), opened.clone(), 1000).expect("a table");
        let mut events = vec![StoredEvent {
            at: 1000,
            request: None,
            event: TableEvent::Opened(Box::new(opened)),
        }];
        events.extend(hosted.begin(1000));
        events[1..]
            .iter()
            .try_for_each(|stored_event| hosted.apply(stored_event))
            .expect("it begins");
        Mob { luck, people, now: 1000, hosted, events }
    }

    fn let_happen(&mut self, events: Vec<StoredEvent>) {
        events
            .iter()
            .try_for_each(|stored_event| self.hosted.apply(stored_event))
            .expect("what is decided can happen");
        self.events.extend(events);
    }

    fn do_something(&mut self) {
        self.now += u64::from(self.luck.next_u32() % 60_000);
        let events = match self.luck.next_u32() % 12 {
            0 => self.hosted.expire(self.now),
            1 => self.hosted.pause(5000, self.now),
            2..=4 => self.let_house_move(),
            _ => return self.let_somebody_act(),
        };
        self.let_happen(events);
    }

    fn let_house_move(&mut self) -> Vec<StoredEvent> {
        let choice = match self.hosted.awaits() {
            Awaits::Engine { .. } => self.hosted.play().table().random_step(&mut self.luck),
            _ => None,
        };
        self.hosted.decide_house_move(self.hosted.state(), choice, self.now)
    }

    fn let_somebody_act(&mut self) {
        let who = self.people[self.luck.next_u32() as usize % self.people.len()].clone();
        let what = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch]
            [self.luck.next_u32() as usize % 3];
        let seat = 1 + self.luck.next_u32() as usize % 4;
        let command = match self.luck.next_u32() % 40 {
            0 => TableCommand::Sit { seat: Some(seat), invite: None, entropy: self.entropy() },
            1 => TableCommand::Sit {
                seat: None,
                invite: self.some_invite(),
                entropy: self.entropy(),
            },
            2 if self.luck.next_u32().is_multiple_of(4) => TableCommand::Stand { seat: None },
            3 | 4 => TableCommand::Offer { what },
            5 => TableCommand::Accept { what },
            6 => TableCommand::Decline { what },
            7 if self.luck.next_u32().is_multiple_of(8) => TableCommand::Resign { seat: None },
            8 => TableCommand::Claim,
            9 => TableCommand::Chat { text: format!("line {}", self.now) },
            11 | 14 => TableCommand::Mute { player: self.anybody() },
            12 | 15 => TableCommand::Unmute { player: self.anybody() },
            13 | 16..=20 if self.hosted.play().steps() == 0 => {
                TableCommand::Dismiss { seat, invite: self.now.to_string() }
            }
            10 => {
                let steps =
                    self.hosted.position(seat).and_then(|table| table.random_step(&mut self.luck));
                TableCommand::Variation { after: seat, steps: steps.into_iter().collect() }
            }
            21 | 22 => {
                TableCommand::Contribute { entropy: self.entropy().unwrap_or_default(), seat: None }
            }
            23 => TableCommand::Offer { what: OfferKind::Takeback },
            24 => TableCommand::Accept { what: OfferKind::Takeback },
            _ => {
                let step =
                    self.hosted.play().table().random_step(&mut self.luck).unwrap_or_default();
                TableCommand::Move { step, seat: None }
            }
        };
        let request = self.luck.next_u32().is_multiple_of(2).then(|| self.now.to_string());
        let table_request = TableRequest { command, request, state: Some(self.hosted.state()) };
        let context = DecisionContext { now: self.now, claim_at: Some(self.now - 1) };
        match self.hosted.decide(&who, &table_request, context) {
            Ok(events) => {
                self.let_happen(events);
                if table_request.request.is_some() {
                    let again = self.hosted.decide(&who, &table_request, context);
                    assert!(again.is_ok_and(|events| events.is_empty()), "{table_request:?} twice");
                }
            }
            Err(error) => assert_ne!(error.code, ErrorCode::Busy),
        }
    }

    /// The code of an invite link that is valid now.
    fn some_invite(&self) -> Option<String> {
        self.hosted.occupants().iter().find_map(|occupant| match occupant {
            Occupant::Friend { invite } => Some(invite.clone()),
            _ => None,
        })
    }

    fn anybody(&mut self) -> Id {
        self.people[self.luck.next_u32() as usize % self.people.len()].player.clone()
    }

    /// Sometimes returns a contribution to the dice.
    fn entropy(&mut self) -> Option<String> {
        let number = self.luck.next_u32() % 3;
        (number > 0 && self.hosted.contributions().is_some()).then(|| format!("{number:064x}"))
    }

    /// Writes the events, reads them and replays them: the table looks the same to everybody.
    fn compare(&self) {
        let written: Vec<String> = self
            .events
            .iter()
            .map(|event| serde_json::to_string(event).expect("events are JSON"))
            .collect();
        let read = written
            .iter()
            .map(|event| serde_json::from_str(event).expect("what was written is read"));
        let again =
            HostedTable::replay(Id::given("t"), read).expect("what happened can happen again");
        for (now, again) in self.seen().iter().zip(seen(&again, self.now, &self.people)) {
            let differs = now.bytes().zip(again.bytes()).position(|(now, again)| now != again);
            assert!(
                *now == again,
                "from {differs:?} on: {}",
                &now[differs.unwrap_or(0).saturating_sub(80)..]
            );
        }
        assert_eq!(
            (self.hosted.event_count(), self.events.len() as u64),
            (again.event_count(), again.event_count())
        );
        let (record, again) = (self.hosted.record(), again.record());
        assert_eq!(record.to_string(), again.to_string());
        let read =
            record::read(record.to_string(), &catalog::open_line).expect("a record can be read");
        assert_eq!(read, std::slice::from_ref(&record));
        let taken_back = self
            .events
            .iter()
            .filter(|stored_event| matches!(stored_event.event, TableEvent::TakenBack { .. }))
            .count();
        let written = record
            .other_headers
            .iter()
            .find(|(name, _)| name == "Takebacks")
            .map(|(_, count)| count.as_str());
        assert_eq!(written.unwrap_or("0"), taken_back.to_string());
        if record.seed.is_some() {
            let found = dice::verify(&record);
            assert!(found.iter().all(|(_, finding)| finding.is_ok()), "{found:?}");
        }
        assert_eq!(
            record.seed.is_some(),
            self.hosted.stage() == TableStage::Over,
            "the seed is a secret until the end"
        );
    }

    /// After any person is erased, the game is the same, and nobody can tell who the person was.
    fn erase_each_person(&self) {
        for person in &self.people {
            let mut events: Vec<(u64, StoredEvent)> =
                (0..).zip(self.events.iter().cloned()).collect();
            for (number, event) in redacted(&events, &person.player, &person.name, &Id::given("x"))
            {
                events[number as usize].1 = event;
            }
            let written = events
                .iter()
                .map(|(_, event)| serde_json::to_string(event).expect("events are JSON"));
            let written: Vec<String> = written.collect();
            let left = written.iter().find(|event| event.contains(&person.name));
            assert_eq!(left, None, "{} is still named", person.name);
            let read = written
                .iter()
                .map(|event| serde_json::from_str(event).expect("what was written is read"));
            let again =
                HostedTable::replay(Id::given("t"), read).expect("the game can be played again");
            let game = |hosted: &HostedTable| {
                let record = hosted.play().record();
                let steps: Vec<_> = record
                    .steps
                    .iter()
                    .map(|recorded| (recorded.step.clone(), recorded.clock))
                    .collect();
                (
                    steps,
                    hosted.stage(),
                    hosted.event_count(),
                    hosted.times(),
                    hosted.clocks().left(self.now),
                )
            };
            assert_eq!(game(&again), game(&self.hosted));
            let (chat, before) = (again.chat(), self.hosted.chat());
            assert_eq!(chat.0 + chat.1.len(), before.0 + before.1.len(), "lines keep their places");
            let seats = |hosted: &HostedTable, player: &str| hosted.seats_of(&Id::given(player));
            assert_eq!(seats(&again, "x"), seats(&self.hosted, &person.name));
        }
    }

    fn seen(&self) -> Vec<String> {
        seen(&self.hosted, self.now, &self.people)
    }
}

fn seen(hosted: &HostedTable, now: u64, people: &[Participant]) -> Vec<String> {
    let snapshot = Snapshot::new(
        hosted,
        Some(KnownCounts::default()),
        &TableContext { now, ..TableContext::default() },
        Language::English,
    );
    let viewers = people.iter().map(|person| Some(&person.player)).chain([None]);
    viewers
        .map(|viewer| {
            serde_json::to_string(&snapshot.seen_by(viewer, ViewForm::Scene { board: true }))
                .expect("JSON")
        })
        .collect()
}

/// The name of a kind of event in the file.
fn kind(event: &TableEvent) -> String {
    let event = serde_json::to_value(event).expect("events are JSON");
    event["fact"].as_str().expect("events have a kind").to_owned()
}

fn person(name: &str, program: bool) -> Participant {
    Participant { player: Id::given(name), name: name.to_owned(), program }
}
