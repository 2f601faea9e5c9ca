//! A table of the server: a game in progress with those around it, without clock, thread, socket or
//! file. It decides what comes of what people do, which are [events](Event) to be kept, and lets
//! events happen; made of the same events again, it is the same table.

mod chat;
mod clocks;
mod decide;
mod moderation;
mod offers;
mod queries;
mod record;
mod takebacks;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ludoteca_core::{OptionError, Seat, Verdict};
use ludoteca_games::catalog;
use ludoteca_play::seeds::{Entropy, NoSeed};
use ludoteca_play::{
    Awaits, BadRecord, Command, Engine, Event, Play, Player, Record, RecordedStep, Refused, Seated,
    Setup, SetupError,
};

use crate::commands::OfferKind;
use crate::events::{Occupant, Opened, Participant, StoredEvent, TableEvent};
use crate::ids::Id;
use crate::names::{Names, clean_line};
use crate::settings::MOST_STEPS;
use crate::texts;
use chat::Chat;
use clocks::SeatClocks;
use takebacks::Takebacks;

pub use chat::ChatLine;
pub use decide::DecisionContext;

/// A table of the server.
pub struct HostedTable {
    id: Id,
    opened: Opened,
    created_at: u64,
    changed_at: u64,
    stage: TableStage,
    occupants: Vec<Occupant>,
    /// What those who have been here are shown as.
    names: Names,
    play: Play,
    /// Who was passed over after each step, and why.
    skips: Vec<Vec<(Seat, String)>>,
    /// The number of the event that made each step: from it follows what somebody lacks who saw the
    /// table earlier.
    step_events: Vec<u64>,
    takebacks: Takebacks,
    clocks: SeatClocks,
    /// Since when the one to move has been to move.
    turn_at: u64,
    offers: Vec<Offer>,
    /// How often each seat has proposed something since the game went on.
    proposed: BTreeMap<(usize, OfferKind), u32>,
    chat: Chat,
    /// Watchers whose lines are hidden, and how often somebody was muted.
    muted: Vec<Participant>,
    mutes: u32,
    /// Guests who were sent away.
    dismissed: BTreeSet<Id>,
    /// How often each person has taken a seat.
    seated: BTreeMap<Id, u32>,
    variations: Vec<Variation>,
    rematch: Option<Id>,
    /// Requests that were done, the latest last.
    requests: VecDeque<(Id, String)>,
    /// How many events have been kept.
    event_count: u64,
    /// How many there were when something before was last taken out.
    rewritten_at: u64,
}

/// How far a table has come.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum TableStage {
    /// Seats are free.
    Waiting,
    /// The game goes on.
    Playing,
    /// It has ended.
    Over,
    /// It never began.
    Closed,
}

/// Something that was proposed and is not settled.
#[derive(Clone, Debug)]
pub struct Offer {
    /// What.
    pub what: OfferKind,
    /// By which seat, from 0.
    pub by: usize,
    /// Who agrees.
    pub agreed: BTreeSet<Id>,
}

/// What could have been played.
#[derive(Clone, Debug)]
pub struct Variation {
    /// Who says so.
    pub person: Participant,
    /// After so many steps.
    pub after: usize,
    /// What would have followed.
    pub steps: Vec<String>,
    /// The number of the event.
    pub event_number: u64,
}

/// Why a table cannot be what its events say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The first event of a table, and no other, is how it begins.
    #[error("it does not begin with how it was opened")]
    NotOpened,
    /// The game has no such options.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// It cannot be set up so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The rules refuse its beginning.
    #[error(transparent)]
    Record(#[from] BadRecord),
    /// What everything random is drawn from is not known.
    #[error("its seed is none: {0}")]
    Seed(#[from] NoSeed),
    /// The rules refuse a event.
    #[error("fact {number}: {refused}")]
    Refused {
        /// From 0.
        number: u64,
        /// Why.
        refused: Refused,
    },
}

/// The level of an engine that takes the seat of somebody who left.
pub const STAND_IN: u8 = 5;

/// Requests that are remembered.
const REQUESTS: usize = 256;

impl HostedTable {
    /// A table that begins so.
    ///
    /// # Errors
    /// Where the rules do not allow it.
    pub fn open(id: Id, opened: Opened, at: u64) -> Result<HostedTable, ReplayError> {
        let options = catalog::parse(&opened.game)?;
        let names = options.info().names.iter().zip(&opened.seats);
        let seats = names
            .map(|(name, occupant)| Seated { name: (*name).to_owned(), player: player(occupant) });
        let (players, position) = (Some(seats.collect()), opened.position.clone());
        let record =
            Setup { players, position, ..Setup::new(options, opened.seed.parse()?) }.record()?;
        let play = Play::open(Record { date: Some(opened.date.clone()), ..record }, catalog::open)?;
        let persons = || opened.seats.iter().filter_map(Occupant::person);
        let mut names = Names::default();
        // Who made the table keeps their name, in a rematch, too.
        persons()
            .filter(|person| Some(&person.player) == opened.maker.as_ref())
            .for_each(|maker| names.add(maker));
        persons().for_each(|person| names.add(person));
        Ok(HostedTable {
            id,
            created_at: at,
            changed_at: at,
            stage: TableStage::Waiting,
            occupants: opened.seats.clone(),
            names,
            clocks: SeatClocks::new(opened.time_control, opened.seats.len()),
            play,
            skips: Vec::new(),
            step_events: Vec::new(),
            takebacks: Takebacks::default(),
            opened,
            turn_at: at,
            offers: Vec::new(),
            proposed: BTreeMap::new(),
            chat: Chat::default(),
            muted: Vec::new(),
            mutes: 0,
            dismissed: BTreeSet::new(),
            seated: BTreeMap::new(),
            variations: Vec::new(),
            rematch: None,
            requests: VecDeque::new(),
            event_count: 1,
            rewritten_at: 0,
        })
    }

    /// The table that these events make.
    ///
    /// # Errors
    /// Where they cannot have happened.
    pub fn replay(
        id: Id,
        events: impl IntoIterator<Item = StoredEvent>,
    ) -> Result<HostedTable, ReplayError> {
        let mut events = events.into_iter();
        let Some(StoredEvent { at, event: TableEvent::Opened(opened), .. }) = events.next() else {
            return Err(ReplayError::NotOpened);
        };
        let mut hosted = HostedTable::open(id, *opened, at)?;
        for stored_event in events {
            let number = hosted.event_count;
            hosted
                .apply(&stored_event)
                .map_err(|refused| ReplayError::Refused { number, refused })?;
        }
        Ok(hosted)
    }

    /// Lets something happen that was [decided](Sitting::decide), here or before it was kept.
    ///
    /// # Errors
    /// Where it cannot have been: the table is of no use then, and is to be read again.
    pub fn apply(&mut self, stored_event: &StoredEvent) -> Result<(), Refused> {
        let at = stored_event.at;
        match &stored_event.event {
            TableEvent::Opened(_) => return Err(Refused::Over),
            TableEvent::Sat { seat, person } => {
                self.names.add(person);
                *self.seated.entry(person.player.clone()).or_default() += 1;
                self.occupants[*seat] = Occupant::Person(person.clone());
            }
            TableEvent::Stood { seat } => {
                self.withdraw_contribution(*seat);
                self.occupants[*seat] = self.free_again(*seat);
            }
            TableEvent::Contributed { seat, entropy } => {
                let given: Entropy =
                    entropy.parse().map_err(|_| Refused::Illegal(texts::no_entropy(entropy)))?;
                self.play.contribute(Seat::new(*seat), Some(given))?;
            }
            TableEvent::Began => {
                self.stage = TableStage::Playing;
                self.turn(at);
            }
            TableEvent::Moved { seat, step } => {
                let by = Some(Seat::new(*seat));
                let clock = self.clocks.ends().and_then(|_| self.left_after_move(*seat, at));
                self.tell(Command::Step {
                    by,
                    step: RecordedStep { clock, ..RecordedStep::new(step.as_str()) },
                })?;
                self.go_on(at, true);
            }
            TableEvent::Rolled { step } => {
                self.tell(Command::RandomWas(step.clone()))?;
                self.go_on(at, true);
            }
            TableEvent::Offered { seat, what } => {
                *self.proposed.entry((*seat, *what)).or_default() += 1;
                let agreed = self.occupants[*seat]
                    .person()
                    .map(|person| person.player.clone())
                    .into_iter()
                    .collect();
                self.offers.push(Offer { what: *what, by: *seat, agreed });
            }
            TableEvent::Accepted { seat, what } => {
                let person = self.occupants[*seat].person().map(|person| person.player.clone());
                if let Some(offer) = self.offers.iter_mut().find(|offer| offer.what == *what) {
                    offer.agreed.extend(person);
                }
            }
            TableEvent::Declined { what } => self.offers.retain(|offer| offer.what != *what),
            TableEvent::TakenBack { steps } => {
                let undone = self.play.record().steps.get(*steps..).unwrap_or_default().to_vec();
                self.tell(Command::TakeBack(*steps))?;
                self.takebacks.take_back(*steps, undone);
                self.go_on(at, false);
            }
            TableEvent::Lost { seat, reason } => {
                let verdict = Verdict::Won(Seat::new(*seat).other());
                self.tell(Command::Adjudicate { verdict, reason: reason.clone() })?;
                self.go_on(at, false);
            }
            TableEvent::Replaced { seat, .. } => {
                self.occupants[*seat] = Occupant::Engine { level: STAND_IN };
                let (seat, player) = (Seat::new(*seat), player(&self.occupants[*seat]));
                self.tell(Command::Seat { seat, player })?;
                self.go_on(at, false);
            }
            TableEvent::DrawAgreed => {
                self.tell(Command::Adjudicate {
                    verdict: Verdict::Draw,
                    reason: texts::AGREED.to_owned(),
                })?;
                self.go_on(at, false);
            }
            TableEvent::Stopped => {
                self.tell(Command::Stop)?;
                self.go_on(at, false);
            }
            TableEvent::RematchCreated { table } => {
                self.rematch = Some(table.clone());
                self.offers.clear();
            }
            TableEvent::Said { person, text } => {
                self.names.add(person);
                let seated = self.is_member(&person.player);
                self.chat.say(ChatLine {
                    person: person.clone(),
                    text: clean_line(text),
                    at,
                    seated,
                    event_number: self.event_count,
                });
            }
            TableEvent::LineErased { seated } => {
                let person =
                    Participant { player: Id::given(""), name: String::new(), program: false };
                self.chat.say(ChatLine {
                    person,
                    text: String::new(),
                    at,
                    seated: *seated,
                    event_number: self.event_count,
                });
            }
            TableEvent::PersonErased => self.rewritten_at = self.event_count + 1,
            TableEvent::VariationAdded { person, after, steps } => {
                self.names.add(person);
                let (person, steps) = (person.clone(), steps.clone());
                self.variations.push(Variation {
                    person,
                    after: *after,
                    steps,
                    event_number: self.event_count,
                });
            }
            TableEvent::Dismissed { seat, invite } => {
                self.withdraw_contribution(*seat);
                self.apply_dismissal(*seat, invite.as_ref());
            }
            TableEvent::Muted { person } => {
                self.mutes += 1;
                self.muted.push(person.clone());
            }
            TableEvent::Unmuted { player } => self.muted.retain(|muted| muted.player != *player),
            TableEvent::Paused { lasted } => {
                self.clocks.credit(*lasted);
                self.turn_at += *lasted;
            }
            TableEvent::Closed => self.stage = TableStage::Closed,
        }
        self.event_count += 1;
        self.changed_at = at;
        if let Some(request) = &stored_event.request {
            self.requests.push_back(request.clone());
            if self.requests.len() > REQUESTS {
                self.requests.pop_front();
            }
        }
        Ok(())
    }

    /// Tells the game something, which refuses it or changes.
    fn tell(&mut self, command: Command) -> Result<(), Refused> {
        for event in self.play.tell(command) {
            match event {
                Event::Refused(refused) => return Err(refused),
                Event::Stepped { by, .. } => {
                    self.skips.push(Vec::new());
                    self.takebacks.step(by.is_none());
                    self.step_events.push(self.event_count);
                }
                Event::Skipped { seat, reason } => {
                    self.skips.last_mut().map_or((), |skips| skips.push((seat, reason)))
                }
                Event::TakenBack(steps) => {
                    self.skips.truncate(steps);
                    self.step_events.truncate(steps);
                }
                Event::Started | Event::Seated { .. } | Event::Ended(_) => {}
            }
        }
        Ok(())
    }

    /// The game has changed: somebody moved, or something else happened.
    fn go_on(&mut self, at: u64, moved: bool) {
        self.clocks.stop(at, moved);
        self.offers.clear();
        self.proposed.clear();
        self.turn(at);
    }

    /// It is somebody's turn, or the game is over.
    fn turn(&mut self, at: u64) {
        self.turn_at = at;
        if self.play.steps() >= MOST_STEPS && self.play.ending().is_none() {
            let reason = texts::too_many_steps(MOST_STEPS);
            self.play.tell(Command::Adjudicate { verdict: Verdict::Draw, reason });
        }
        match self.play.awaits() {
            Awaits::Nothing => self.stage = TableStage::Over,
            // Nobody waits for the house's clock.
            Awaits::Person(seat) => self.clocks.start(seat.index(), at),
            _ => {}
        }
    }

    /// What the clock of a seat that moves now will show.
    fn left_after_move(&self, seat: usize, at: u64) -> Option<u64> {
        let mut clocks = self.clocks.clone();
        clocks.stop(at, true);
        clocks.left(at).map(|left| left[seat])
    }

    /// What somebody contributed to the dice leaves with them, unless a roll has been seen that
    /// follows from it.
    fn withdraw_contribution(&mut self, seat: usize) {
        let _ = self.play.contribute(Seat::new(seat), None);
    }

    /// Who may take a seat that somebody leaves: whoever could before.
    fn free_again(&self, seat: usize) -> Occupant {
        match &self.opened.seats[seat] {
            free if free.is_free() => free.clone(),
            _ => Occupant::Open,
        }
    }
}

fn player(occupant: &Occupant) -> Player {
    match occupant {
        Occupant::Open | Occupant::Friend { .. } | Occupant::Person(_) => Player::Manual,
        Occupant::Engine { level } => {
            Player::Engine(Engine { level: Some(*level), ..Engine::default() })
        }
        Occupant::Random => Player::Random,
    }
}
