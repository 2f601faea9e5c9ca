//! A table of the server: a game in progress and the people around it, without clock, thread,
//! socket or file. It turns commands into [events](TableEvent), which are stored, and applies
//! events. Replaying the same events gives the same table.

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

use ludoteca_core::{Language, Message, OptionError, Readable, Seat, Spelling, Tell, Verdict};
use ludoteca_games::catalog;
use ludoteca_play::seeds::{Entropy, NoSeed};
use ludoteca_play::{
    Awaits, BadRecord, Command, Decision, Engine, Event, Play, Player, Record, RecordedStep,
    Refused, Seated, Setup, SetupError,
};

use crate::commands::OfferKind;
use crate::events::{Occupant, Opened, Participant, StoredEvent, TableEvent};
use crate::ids::Id;
use crate::names::{Names, clean_line};
use crate::settings::MOST_STEPS;
use crate::texts::{ErrorText, ServerReason};
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
    /// The names under which people at this table are shown.
    names: Names,
    play: Play,
    /// The players who were passed over after each step, and why.
    skips: Vec<Vec<(Seat, Message)>>,
    /// The number of the event that made each step. It shows which steps a reader lacks who last
    /// saw the table earlier.
    step_events: Vec<u64>,
    /// The numbers of the events that were a random move of an engine, which could not choose one.
    random_moves: BTreeSet<u64>,
    takebacks: Takebacks,
    clocks: SeatClocks,
    /// The time since which it has been the current player's turn.
    turn_at: u64,
    offers: Vec<Offer>,
    /// How often each seat has made each offer since the last change of the game.
    proposed: BTreeMap<(usize, OfferKind), u32>,
    chat: Chat,
    /// Spectators whose lines are hidden, and how often somebody was muted.
    muted: Vec<Participant>,
    mutes: u32,
    /// Guests whom the maker has dismissed.
    dismissed: BTreeSet<Id>,
    /// How often each person has taken a seat.
    seated: BTreeMap<Id, u32>,
    variations: Vec<Variation>,
    rematch: Option<Id>,
    /// Requests that were done, the latest last.
    requests: VecDeque<(Id, String)>,
    /// How many events the table has.
    event_count: u64,
    /// The number of events when an earlier event was last rewritten.
    rewritten_at: u64,
}

/// The stage that a table has reached.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum TableStage {
    /// Some seats are free.
    Waiting,
    /// The game is being played.
    Playing,
    /// The game has ended.
    Over,
    /// The table was closed before its game began.
    Closed,
}

/// An offer that is not settled.
#[derive(Clone, Debug)]
pub struct Offer {
    /// What is offered.
    pub what: OfferKind,
    /// The seat that made the offer, from 0.
    pub by: usize,
    /// The players who have agreed.
    pub agreed: BTreeSet<Id>,
}

/// A variation: moves that could have been played.
#[derive(Clone, Debug)]
pub struct Variation {
    /// The person who added it.
    pub person: Participant,
    /// The number of steps after which it begins.
    pub after: usize,
    /// The moves of the variation.
    pub steps: Vec<String>,
    /// The moves as people read them.
    pub readable: Vec<Readable>,
    /// The number of the event.
    pub event_number: u64,
}

/// Why a table cannot be rebuilt from its events.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The first event is not `Opened`, or another one is.
    #[error("it does not begin with the event that opened it")]
    NotOpened,
    /// The game does not have such options.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// The game cannot be set up this way.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The rules refuse the opening position or moves.
    #[error(transparent)]
    Record(#[from] BadRecord),
    /// The seed is not valid.
    #[error("its seed is not valid: {0}")]
    Seed(#[from] NoSeed),
    /// The rules refuse an event.
    #[error("event {number}: {refused}")]
    Refused {
        /// The number of the event, from 0.
        number: u64,
        /// Why it is refused.
        refused: Refused,
    },
}

impl Tell for ReplayError {
    fn tell(&self, language: Language, spelling: Spelling) -> String {
        match self {
            ReplayError::Options(error) => error.tell(language, spelling),
            ReplayError::Setup(error) => error.tell(language, spelling),
            ReplayError::Record(error) => error.tell(language, spelling),
            // These errors mean that stored data is damaged. No request causes them.
            ReplayError::NotOpened | ReplayError::Seed(_) | ReplayError::Refused { .. } => {
                self.to_string()
            }
        }
    }
}

/// The level of the engine that replaces a player who left.
pub const STAND_IN: u8 = 5;

/// How many requests are remembered.
const REQUESTS: usize = 256;

impl HostedTable {
    /// Opens a table.
    ///
    /// # Errors
    /// Fails if the rules do not allow such a table.
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
        // The maker of the table comes first, so that they keep their name, also in a rematch.
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
            random_moves: BTreeSet::new(),
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

    /// Rebuilds the table from its events.
    ///
    /// # Errors
    /// Fails if the events cannot have happened.
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

    /// Applies an event that was [decided](HostedTable::decide), either just now or before it was
    /// stored.
    ///
    /// # Errors
    /// Fails if the event is impossible here. The table is then unusable and must be read again.
    pub fn apply(&mut self, stored_event: &StoredEvent) -> Result<(), Refused> {
        let at = stored_event.at;
        let seats = self.occupants.len();
        if let Some(seat) = stored_event.event.seat().filter(|seat| *seat >= seats) {
            let seat = seat.saturating_add(1);
            return Err(Refused::Illegal(Message::new(ErrorText::NoSuchSeat { seat, seats })));
        }
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
                let given: Entropy = entropy.parse().map_err(|_| {
                    Refused::Illegal(Message::new(ErrorText::NoEntropy(entropy.clone())))
                })?;
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
                let is_of_engine = matches!(self.awaits(), Awaits::Engine { .. });
                self.tell(Command::RandomWas(step.clone()))?;
                if is_of_engine {
                    self.random_moves.insert(self.event_count);
                }
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
                self.tell(Command::Adjudicate { verdict, reason: Decision::read(reason) })?;
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
                    reason: Decision::Agreed,
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
                let readable = self.position(*after).map(|table| table.readable_line(steps));
                self.variations.push(Variation {
                    person: person.clone(),
                    after: *after,
                    steps: steps.clone(),
                    readable: readable.unwrap_or_default(),
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

    /// Passes a command to the game, which either refuses it or changes.
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
                    if let Some(skips) = self.skips.last_mut() {
                        skips.push((seat, reason));
                    }
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

    /// Starts the next turn, unless the game is over.
    fn turn(&mut self, at: u64) {
        self.turn_at = at;
        if self.play.steps() >= MOST_STEPS && self.play.ending().is_none() {
            let reason = Decision::Other(ServerReason::TooManySteps(MOST_STEPS).to_string());
            self.play.tell(Command::Adjudicate { verdict: Verdict::Draw, reason });
        }
        match self.play.awaits() {
            Awaits::Nothing => self.stage = TableStage::Over,
            // The house has no clock.
            Awaits::Person(seat) => self.clocks.start(seat.index(), at),
            _ => {}
        }
    }

    /// What the clock of this seat will show if it moves now.
    fn left_after_move(&self, seat: usize, at: u64) -> Option<u64> {
        let mut clocks = self.clocks.clone();
        clocks.stop(at, true);
        clocks.left(at).map(|left| left[seat])
    }

    /// Removes a seat's contribution to the dice when its player leaves, unless somebody has
    /// already seen a roll that follows from it.
    fn withdraw_contribution(&mut self, seat: usize) {
        let _ = self.play.contribute(Seat::new(seat), None);
    }

    /// The free seat that a player leaves behind: the same people as before may take it.
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
