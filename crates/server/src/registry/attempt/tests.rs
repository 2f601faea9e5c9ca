//! Several servers decide at one table: in any order, with answers that are lost and news that come
//! late. Whatever was acknowledged happened exactly once.

use std::collections::{BTreeMap, VecDeque};

use ludoteca_games::catalog::GAMES;
use ludoteca_play::seeds::{Purpose, Seed, stream};
use rand_chacha::ChaCha8Rng;
use rand_core::Rng;

use super::{AfterRefusal, Attempt};
use crate::commands::{TableCommand, TableRequest, TimeControl};
use crate::events::{Occupant, Opened, Participant, StoredEvent, TableEvent};
use crate::hosted_table::{DecisionContext, HostedTable};
use crate::ids::Id;

/// What all servers share: writes that follow each other without gaps.
struct SharedLog(Vec<StoredEvent>);

/// A server: its copy of the table, what it was asked, and what it is doing.
struct Member {
    copy: HostedTable,
    asked: VecDeque<Asked>,
    doing: Option<Doing>,
}

/// A request of a client.
#[derive(Clone)]
struct Asked {
    who: Participant,
    request: TableRequest,
}

/// A request that a server works on. The table is locked there meanwhile.
struct Doing {
    asked: Asked,
    attempt: Attempt,
    decided: Option<Vec<StoredEvent>>,
}

/// What became of the requests.
#[derive(Default)]
struct Tally {
    acknowledged: BTreeMap<String, usize>,
    behind: usize,
    lost: usize,
}

const SERVERS: usize = 3;
const REQUESTS: usize = 40;

#[test]
fn whatever_is_acknowledged_happens_exactly_once() {
    let (mut behind, mut lost) = (0, 0);
    for seed in 0..60 {
        let tally = simulate(seed);
        behind += tally.behind;
        lost += tally.lost;
    }
    assert!(behind > 100 && lost > 100, "{behind} times behind, {lost} answers lost");
}

fn simulate(seed: u32) -> Tally {
    let mut luck = stream(11, Purpose::Game(seed));
    let people = ["ada", "bob"].map(|name| Participant {
        player: Id::given(name),
        name: name.to_owned(),
        program: false,
    });
    let mut log = SharedLog(opened(&people));
    let mut servers: Vec<Member> = (0..SERVERS).map(|_| Member::new(&log)).collect();
    let mut tally = Tally::default();
    let (mut now, mut sent) = (2000, 0);
    loop {
        now += u64::from(luck.next_u32() % 20_000);
        let which = luck.next_u32() as usize % SERVERS;
        match luck.next_u32() % 8 {
            // Clients send a request to one server or to several.
            0 | 1 if sent < REQUESTS => {
                let truth = log.table();
                let Some(asked) = some_request(&truth, &people, sent, &mut luck) else { continue };
                sent += 1;
                for server in &mut servers {
                    if luck.next_u32().is_multiple_of(2) {
                        server.asked.push_back(asked.clone());
                    }
                }
                servers[which].asked.push_back(asked);
            }
            // News come, or do not.
            2 if servers[which].doing.is_none() => servers[which].copy = log.table(),
            _ => servers[which].go_on(&mut log, &mut tally, now, &mut luck),
        }
        let is_idle = |server: &Member| server.asked.is_empty() && server.doing.is_none();
        if sent == REQUESTS && servers.iter().all(is_idle) {
            break;
        }
    }
    let mut done = BTreeMap::<String, usize>::new();
    for (_, request) in log.0.iter().filter_map(|event| event.request.as_ref()) {
        *done.entry(request.clone()).or_default() += 1;
    }
    assert!(done.values().all(|times| *times == 1), "seed {seed}: {done:?}");
    for request in tally.acknowledged.keys() {
        assert!(done.contains_key(request), "seed {seed}: {request} was acknowledged");
    }
    // The log is a table, whoever wrote what.
    assert_eq!(log.table().event_count(), log.0.len() as u64, "seed {seed}");
    tally
}

impl SharedLog {
    fn table(&self) -> HostedTable {
        HostedTable::replay(Id::given("t"), self.0.iter().cloned()).expect("the log is a table")
    }

    /// Appends events if they follow the ones that are there.
    fn append(&mut self, first: u64, events: Vec<StoredEvent>) -> bool {
        let follows = first == self.0.len() as u64;
        if follows {
            self.0.extend(events);
        }
        follows
    }
}

impl Member {
    fn new(log: &SharedLog) -> Member {
        Member { copy: log.table(), asked: VecDeque::new(), doing: None }
    }

    /// Does the next thing, as the registry does it.
    fn go_on(&mut self, log: &mut SharedLog, tally: &mut Tally, now: u64, luck: &mut ChaCha8Rng) {
        let Some(mut doing) = self.doing.take() else {
            let start = |asked| Doing { asked, attempt: Attempt::new(true), decided: None };
            self.doing = self.asked.pop_front().map(start);
            return;
        };
        let name = doing.asked.request.request.clone().expect("each has a name");
        if let Some(events) = doing.decided.take() {
            let first = self.copy.event_count();
            let is_lost = luck.next_u32().is_multiple_of(4);
            if is_lost && luck.next_u32().is_multiple_of(2) {
                // The database was never reached.
            } else if log.append(first, events) {
                if !is_lost {
                    self.copy = log.table();
                    *tally.acknowledged.entry(name).or_default() += 1;
                    return;
                }
            } else if !is_lost {
                tally.behind += 1;
                self.copy = log.table();
                // If others are always faster, the client asks again.
                match doing.attempt.must_go_on() {
                    Ok(()) => self.doing = Some(doing),
                    Err(_) => self.asked.push_back(doing.asked),
                }
                return;
            }
            // Nobody knows whether it was written: the copy is forgotten, and the client asks
            // again.
            tally.lost += 1;
            self.copy = log.table();
            self.asked.push_back(doing.asked);
            return;
        }
        let Asked { who, request } = &doing.asked;
        let context = DecisionContext { now: now.max(self.copy.times().1), claim_at: None };
        match self.copy.decide(who, request, context) {
            Ok(events) if !events.is_empty() => {
                doing.decided = Some(events);
                self.doing = Some(doing);
            }
            refused => match doing.attempt.refused() {
                AfterRefusal::Refresh => {
                    self.copy = log.table();
                    self.doing = Some(doing);
                }
                // Done before, or refused from a copy that is up to date.
                AfterRefusal::Answer if refused.is_ok() => {
                    *tally.acknowledged.entry(name).or_default() += 1;
                }
                AfterRefusal::Answer => {}
            },
        }
    }
}

/// A move of whoever is to move, or a line.
fn some_request(
    truth: &HostedTable,
    people: &[Participant; 2],
    number: usize,
    luck: &mut ChaCha8Rng,
) -> Option<Asked> {
    let by = luck.next_u32() as usize % 2;
    let (who, command) = match truth.person_to_move() {
        Some((_, person, _)) if !luck.next_u32().is_multiple_of(4) => {
            let step = truth.play().table().random_step(luck)?;
            (person.clone(), TableCommand::Move { step, seat: None })
        }
        _ => (people[by].clone(), TableCommand::Chat { text: format!("line {number}") }),
    };
    let request = Some(format!("request {number}"));
    Some(Asked { who, request: TableRequest { command, request, state: Some(truth.state()) } })
}

/// A game of two people that has begun.
fn opened(people: &[Participant; 2]) -> Vec<StoredEvent> {
    let game = GAMES.iter().find(|info| info.names.len() >= 2).expect("there are games");
    let opened = Opened {
        game: game.id.to_owned(),
        position: None,
        maker: Some(people[0].player.clone()),
        seats: people.iter().cloned().map(Occupant::Person).collect(),
        time_control: TimeControl::None,
        listed: false,
        seed: Seed::Secret([3; 32]).to_string(),
        date: "2026-11-19".to_owned(),
        from: None,
        await_contribution: false,
    };
    let hosted = HostedTable::open(Id::given("t"), opened.clone(), 1000).expect("a table");
    let event = TableEvent::Opened(Box::new(opened));
    let mut events = vec![StoredEvent { at: 1000, request: None, event }];
    events.extend(hosted.begin(1000));
    events
}
