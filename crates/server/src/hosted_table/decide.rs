//! Decides which events follow from the commands of people, from clocks and from the moves of the
//! house, and whether a command is allowed. A decision changes nothing.

use std::collections::BTreeSet;
use std::fmt::Display;

use ludoteca_core::Seat;
use ludoteca_play::seeds::Entropy;
use ludoteca_play::{Awaits, Decision, Refused};

use super::{HostedTable, TableStage};
use crate::commands::{TableCommand, TableRequest};
use crate::error::{ApiError, ErrorCode};
use crate::events::{Occupant, Participant, StoredEvent, TableEvent};
use crate::ids::Id;
use crate::names::clean_line;
use crate::settings::LONGEST_REQUEST;
use crate::texts::{self, ErrorText, ForfeitReason, IllegalStep, ServerReason};
use crate::typed;

/// What a table cannot know by itself when it receives a command.
#[derive(Copy, Clone, Debug)]
pub struct DecisionContext {
    /// The time.
    pub now: u64,
    /// The time from which the opponent can claim the game, if the player to move is away.
    pub claim_at: Option<u64>,
}

/// The events of a decision; empty if the request was already done.
type TableEvents = Vec<StoredEvent>;

/// Chat lines and variations that are longer than this are refused.
const LONGEST_LINE: usize = 500;
const MOST_VARIATIONS: usize = 100;
const LONGEST_VARIATION: usize = 300;

impl HostedTable {
    /// Was this request already done?
    pub fn has_done(&self, who: &Id, request: &str) -> bool {
        self.requests.iter().any(|(player, done)| player == who && done == request)
    }

    /// Decides on a command. The resulting events take effect when they are passed to
    /// [`apply`](HostedTable::apply).
    ///
    /// # Errors
    /// Says why the command is refused.
    pub fn decide(
        &self,
        who: &Participant,
        table_request: &TableRequest,
        context: DecisionContext,
    ) -> Result<TableEvents, ApiError> {
        if let Some(request) = &table_request.request {
            if request.is_empty() || request.len() > LONGEST_REQUEST {
                return Err(ApiError::bad_request(ErrorText::RequestLength {
                    length: request.len(),
                    longest: LONGEST_REQUEST,
                }));
            }
            if self.has_done(&who.player, request) {
                return Ok(Vec::new());
            }
        }
        if let Some(state) = table_request.state
            && state != self.state()
        {
            return Err(ApiError::new(
                ErrorCode::Stale,
                Refused::Stale { meant: state, now: self.state() },
            ));
        }
        let events = self.decide_command(who, table_request, context)?;
        // Only the first event carries the name of the request; all of them are stored together.
        let mut request = table_request.request.clone().map(|it| (who.player.clone(), it));
        Ok(events
            .into_iter()
            .map(|event| StoredEvent { at: context.now, request: request.take(), event })
            .collect())
    }

    /// The events that follow if the running clock has run out by now.
    pub fn expire(&self, now: u64) -> TableEvents {
        let run_out = self.clocks.ends().filter(|(_, end)| *end <= now);
        let lost =
            run_out.map(|(seat, _)| self.give_up(seat, Decision::OutOfTime(self.name_of(seat))));
        at(now, lost)
    }

    /// An engine of the house has chosen a move, or a random choice is due. `state` is the state of
    /// the game for which it was chosen.
    pub fn decide_house_move(&self, state: usize, choice: Option<String>, now: u64) -> TableEvents {
        let event = match (self.awaits(), choice) {
            _ if self.state() != state => None,
            (Awaits::Engine { seat, .. }, Some(step)) => {
                let step = self.play.usual_spelling(Some(seat), &step).ok();
                step.map(|step| TableEvent::Moved { seat: seat.index(), step })
            }
            (Awaits::Engine { .. } | Awaits::Random(_) | Awaits::Roll, _) => {
                self.play.random_step().ok().map(|step| TableEvent::Rolled { step })
            }
            (Awaits::Person(_) | Awaits::TypedRoll | Awaits::Nothing, _) => None,
        };
        at(now, event)
    }

    /// Nobody could have moved for this many milliseconds since the last event, so no clock is
    /// charged for them.
    pub fn pause(&self, lasted: u64, now: u64) -> TableEvents {
        // Without a clock there is nothing to charge.
        let is_charged =
            self.stage == TableStage::Playing && lasted > 0 && self.clocks.ends().is_some();
        at(now, is_charged.then_some(TableEvent::Paused { lasted }))
    }

    /// Stops the game, because nobody plays at this table any more.
    pub fn stop(&self, now: u64) -> TableEvents {
        at(now, (self.stage == TableStage::Playing).then_some(TableEvent::Stopped))
    }

    /// Records that another table has the rematch of this game.
    pub fn record_rematch(&self, table: Id, now: u64) -> TableEvents {
        at(now, [TableEvent::RematchCreated { table }])
    }

    /// A program takes a free seat; the game begins if it was the last free one.
    ///
    /// # Errors
    /// Fails if the seat is not free.
    pub fn decide_program_seat(
        &self,
        seat: usize,
        person: Participant,
        now: u64,
    ) -> Result<TableEvents, ApiError> {
        Ok(at(now, self.sit(seat, person, None)?))
    }

    /// Somebody forfeits, most often a program that misbehaved: they lose their game, or leave the
    /// table if the game has not begun.
    pub fn forfeit(&self, who: &Id, why: ForfeitReason, now: u64) -> TableEvents {
        let event = match (self.stage, self.seats_of(who).first().copied()) {
            (TableStage::Playing, Some(seat)) => {
                Some(self.give_up(seat, ServerReason::Forfeit(self.name_of(seat), why)))
            }
            (TableStage::Waiting, Some(_)) if self.opened.maker.as_ref() == Some(who) => {
                Some(TableEvent::Closed)
            }
            (TableStage::Waiting, Some(seat)) => Some(TableEvent::Stood { seat }),
            _ => None,
        };
        at(now, event)
    }

    /// Closes the table, because nobody waits there any more.
    pub fn close(&self, now: u64) -> TableEvents {
        at(now, (self.stage == TableStage::Waiting).then_some(TableEvent::Closed))
    }

    /// Begins the game if no player is missing, and nobody still has to contribute to the dice.
    pub fn begin(&self, now: u64) -> TableEvents {
        let awaits = self.opened.await_contribution
            && self.play.table().has_dice()
            && self.persons().next().is_some();
        at(now, if awaits { None } else { self.begins_with(None) })
    }

    fn decide_command(
        &self,
        who: &Participant,
        table_request: &TableRequest,
        context: DecisionContext,
    ) -> Result<Vec<TableEvent>, ApiError> {
        Ok(match &table_request.command {
            TableCommand::Move { step, seat } => {
                if table_request.state.is_none() {
                    return Err(ApiError::bad_request(texts::NO_STATE));
                }
                self.require_playing()?;
                let seat = self.seat_to_move(who, *seat)?;
                if self.clocks.ends().is_some_and(|(_, end)| end <= context.now) {
                    return Err(ApiError::refused(Decision::OutOfTime(self.shown_name(who))));
                }
                let (step, spelling) = self.play.table().typed(step);
                let step = self.play.usual_spelling(Some(Seat::new(seat)), &step);
                let step = step.map_err(|refused| ApiError::refused(refused.spelled(spelling)))?;
                vec![TableEvent::Moved { seat, step }]
            }
            TableCommand::Sit { seat, invite, entropy } => {
                let seat = match seat {
                    Some(seat) => self.numbered(*seat)?,
                    None => self.invited(invite.as_deref())?,
                };
                if let Occupant::Friend { invite: kept } = &self.occupants[seat]
                    && invite.as_ref() != Some(kept)
                {
                    return Err(ApiError::forbidden(texts::NO_INVITE));
                }
                let entropy = entropy.as_deref().map(|text| self.read_entropy(text)).transpose()?;
                self.sit(seat, who.clone(), entropy)?
            }
            TableCommand::Contribute { entropy, seat } => {
                let seats = self.own_seats(who)?;
                let seat = if seat.is_some() { self.own_seat(who, *seat)? } else { seats[0] };
                let entropy = self.read_entropy(entropy)?;
                match self.play.record().contributions.get(seat) {
                    Some(Some(given)) if *given == entropy => Vec::new(),
                    Some(Some(_)) => {
                        return Err(ApiError::refused(ErrorText::HasContributed(seat + 1)));
                    }
                    Some(None) | None => {
                        let contributed =
                            TableEvent::Contributed { seat, entropy: entropy.to_string() };
                        [contributed].into_iter().chain(self.begins_with(None)).collect()
                    }
                }
            }
            TableCommand::Stand { seat } => {
                let seat = self.own_seat(who, *seat)?;
                self.require_waiting()?;
                vec![TableEvent::Stood { seat }]
            }
            TableCommand::Offer { what } => self.offer(who, *what)?,
            TableCommand::Accept { what } => {
                let seat = self
                    .own_seat(who, None)
                    .or_else(|_| self.own_seats(who).map(|seats| seats[0]))?;
                if !self.offers.iter().any(|offer| offer.what == *what) {
                    return Err(ApiError::refused(ErrorText::NoOffer(*what)));
                }
                self.settle(TableEvent::Accepted { seat, what: *what }, seat, *what)?
            }
            TableCommand::Decline { what } => {
                self.own_seats(who)?;
                if !self.offers.iter().any(|offer| offer.what == *what) {
                    return Err(ApiError::refused(ErrorText::NoOffer(*what)));
                }
                vec![TableEvent::Declined { what: *what }]
            }
            TableCommand::Resign { seat } => {
                self.require_playing()?;
                let seat = self.own_seat(who, *seat)?;
                vec![self.give_up(seat, Decision::Resigned(self.name_of(seat)))]
            }
            TableCommand::Claim => vec![self.claim(who, context)?],
            TableCommand::Chat { text } => {
                let (typed, text) = (text.trim(), clean_line(text));
                if text.is_empty()
                    || typed.chars().count() > LONGEST_LINE
                    || typed.chars().any(char::is_control)
                {
                    return Err(ApiError::bad_request(ErrorText::ChatLine {
                        length: typed.chars().count(),
                        longest: LONGEST_LINE,
                    }));
                }
                self.may_talk(&who.player, context.now)?;
                vec![TableEvent::Said { person: who.clone(), text }]
            }
            TableCommand::Mute { player } => vec![self.mute(&who.player, player, true)?],
            TableCommand::Unmute { player } => vec![self.mute(&who.player, player, false)?],
            TableCommand::Dismiss { seat, invite } => {
                self.dismiss(&who.player, self.numbered(*seat)?, invite)?
            }
            TableCommand::Variation { after, steps } => self.add_variation(who, *after, steps)?,
            TableCommand::Close => {
                // If only engines play, there is no person who could resign.
                let is_unmanned = !self.occupants.iter().any(|it| it.person().is_some());
                if self.stage != TableStage::Playing || !is_unmanned {
                    self.require_waiting()?;
                }
                if self.opened.maker.as_ref() != Some(&who.player) {
                    return Err(ApiError::forbidden(texts::NOT_THE_MAKER));
                }
                vec![if self.stage == TableStage::Playing {
                    TableEvent::Stopped
                } else {
                    TableEvent::Closed
                }]
            }
        })
    }

    fn sit(
        &self,
        seat: usize,
        person: Participant,
        entropy: Option<Entropy>,
    ) -> Result<Vec<TableEvent>, ApiError> {
        self.require_waiting()?;
        if !self.occupants[seat].is_free() {
            return Err(ApiError::refused(ErrorText::Taken(seat + 1)));
        }
        self.may_sit(&person.player)?;
        let contributed =
            entropy.map(|entropy| TableEvent::Contributed { seat, entropy: entropy.to_string() });
        Ok([TableEvent::Sat { seat, person }]
            .into_iter()
            .chain(contributed)
            .chain(self.begins_with(Some(seat)))
            .collect())
    }

    /// Reads a contribution to the dice, if the table can still take one.
    fn read_entropy(&self, text: &str) -> Result<Entropy, ApiError> {
        match (self.stage, self.contributions()) {
            (_, None) => Err(ApiError::refused(texts::NO_DICE)),
            (_, Some((true, _))) => text
                .parse()
                .map_err(|_| ApiError::bad_request(ErrorText::NoEntropy(text.to_owned()))),
            (TableStage::Over, _) => Err(ApiError::refused(texts::IS_OVER)),
            (TableStage::Closed, _) => Err(ApiError::refused(texts::IS_CLOSED)),
            _ => Err(ApiError::refused(texts::HAS_ROLLED)),
        }
    }

    /// The event that begins the game, if no player is missing once this seat is taken.
    fn begins_with(&self, taken: Option<usize>) -> Option<TableEvent> {
        let mut others = self.occupants.iter().enumerate().filter(|(seat, _)| Some(*seat) != taken);
        let is_full = !others.any(|(_, occupant)| occupant.is_free());
        (self.stage == TableStage::Waiting && is_full).then_some(TableEvent::Began)
    }

    fn claim(&self, who: &Participant, context: DecisionContext) -> Result<TableEvent, ApiError> {
        self.require_playing()?;
        self.own_seats(who)?;
        match (self.person_to_move(), context.claim_at) {
            (Some((_, person, _)), _) if person.player == who.player => {
                Err(ApiError::refused(texts::CLAIM_FROM_ONESELF))
            }
            (Some((seat, person, _)), Some(from)) if from <= context.now => {
                Ok(self.give_up(seat, Decision::WasAway(self.shown_name(person))))
            }
            _ => Err(ApiError::refused(texts::NO_CLAIM)),
        }
    }

    /// A seat gives up. With two seats, the other wins. With more seats, an engine plays on for it,
    /// as long as somebody is left to play with. The reason is stored in English.
    pub(super) fn give_up(&self, seat: usize, reason: impl Display) -> TableEvent {
        let reason = reason.to_string();
        let player = self.occupants[seat].person().map(|person| person.player.clone());
        let others: BTreeSet<&Id> =
            self.occupants.iter().filter_map(Occupant::person).map(|it| &it.player).collect();
        let is_alone = others.iter().all(|other| Some(*other) == player.as_ref());
        match self.occupants.len() {
            2 => TableEvent::Lost { seat, reason },
            _ if is_alone => TableEvent::Stopped,
            _ => TableEvent::Replaced { seat, reason },
        }
    }

    fn add_variation(
        &self,
        who: &Participant,
        after: usize,
        steps: &[String],
    ) -> Result<Vec<TableEvent>, ApiError> {
        self.own_seats(who)?;
        if self.stage != TableStage::Over {
            return Err(ApiError::refused(texts::NOT_OVER));
        }
        if after >= self.play.steps() || steps.is_empty() || steps.len() > LONGEST_VARIATION {
            return Err(ApiError::bad_request(ErrorText::NoVariation {
                after,
                length: steps.len(),
                steps: self.play.steps(),
                longest: LONGEST_VARIATION,
            }));
        }
        if self.variations.len() >= MOST_VARIATIONS {
            return Err(ApiError::refused(ErrorText::TooManyVariations(MOST_VARIATIONS)));
        }
        let mut table =
            self.position(after).expect("the game has more steps than that").boxed_clone();
        let mut usual = Vec::new();
        for step in steps {
            usual.push(
                typed::step(&mut *table, step)
                    .map_err(|refusal| {
                        ApiError::refused(IllegalStep { step: step.clone(), refusal })
                    })?
                    .text,
            );
        }
        let is_known =
            self.variations.iter().any(|known| known.after == after && known.steps == usual);
        let varied = TableEvent::VariationAdded { person: who.clone(), after, steps: usual };
        Ok(if is_known { Vec::new() } else { vec![varied] })
    }

    pub(super) fn require_playing(&self) -> Result<(), ApiError> {
        match self.stage {
            TableStage::Playing => Ok(()),
            TableStage::Waiting => Err(ApiError::refused(texts::NOT_BEGUN)),
            TableStage::Over => Err(ApiError::refused(texts::IS_OVER)),
            TableStage::Closed => Err(ApiError::refused(texts::IS_CLOSED)),
        }
    }

    fn require_waiting(&self) -> Result<(), ApiError> {
        match self.stage {
            TableStage::Waiting => Ok(()),
            TableStage::Playing | TableStage::Over => Err(ApiError::refused(texts::HAS_BEGUN)),
            TableStage::Closed => Err(ApiError::refused(texts::IS_CLOSED)),
        }
    }

    /// The seat with this number, counted from 1.
    fn numbered(&self, number: usize) -> Result<usize, ApiError> {
        let seats = self.occupants.len();
        let seat = number.checked_sub(1).filter(|seat| *seat < seats);
        seat.ok_or_else(|| ApiError::bad_request(ErrorText::NoSuchSeat { seat: number, seats }))
    }

    /// The seat that is reserved for the owner of this invite code.
    fn invited(&self, code: Option<&str>) -> Result<usize, ApiError> {
        let is_kept = |occupant: &Occupant| matches!(occupant, Occupant::Friend { invite } if Some(invite.as_str()) == code);
        self.occupants.iter().position(is_kept).ok_or_else(|| ApiError::forbidden(texts::NO_INVITE))
    }

    /// All seats of a person; fails if there are none.
    pub(super) fn own_seats(&self, who: &Participant) -> Result<Vec<usize>, ApiError> {
        let seats = self.seats_of(&who.player);
        if seats.is_empty() { Err(ApiError::forbidden(texts::NO_SEAT)) } else { Ok(seats) }
    }

    /// The seat that a person means: the only one, the one to move, or the one that the person
    /// names.
    fn own_seat(&self, who: &Participant, number: Option<usize>) -> Result<usize, ApiError> {
        let seats = self.own_seats(who)?;
        let to_move = self.person_to_move().map(|(seat, ..)| seat);
        match (number, seats.as_slice()) {
            (Some(number), _) => {
                let seat = self.numbered(number)?;
                if seats.contains(&seat) {
                    Ok(seat)
                } else {
                    Err(ApiError::forbidden(ErrorText::NotYourSeat(number)))
                }
            }
            (None, [only]) => Ok(*only),
            (None, _) => to_move
                .filter(|seat| seats.contains(seat))
                .ok_or_else(|| ApiError::bad_request(texts::WHICH_SEAT)),
        }
    }

    /// The seat that a person moves for.
    fn seat_to_move(&self, who: &Participant, number: Option<usize>) -> Result<usize, ApiError> {
        let seats = self.own_seats(who)?;
        match self.person_to_move() {
            _ if number.is_some() => self.own_seat(who, number),
            Some((seat, ..)) if seats.contains(&seat) => Ok(seat),
            // The game itself checks whose turn it is.
            _ => Ok(seats[0]),
        }
    }

    /// The name of the player in this seat, for sentences.
    pub(super) fn name_of(&self, seat: usize) -> String {
        let name = || self.play.name(Seat::new(seat)).to_owned();
        self.occupants[seat].person().map_or_else(name, |person| self.shown_name(person))
    }
}

/// Events that the server itself causes.
pub(super) fn at(now: u64, events: impl IntoIterator<Item = TableEvent>) -> TableEvents {
    events.into_iter().map(|event| StoredEvent { at: now, request: None, event }).collect()
}
