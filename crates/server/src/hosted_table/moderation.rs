//! Moderation: the maker dismisses guests before the first move, players mute spectators, and
//! nobody can take and leave seats endlessly.

use ludoteca_play::Decision;

use super::decide::at;
use super::{ChatLine, HostedTable, TableStage};
use crate::error::ApiError;
use crate::events::{Occupant, Participant, StoredEvent, TableEvent};
use crate::ids::{Id, derived_invite};
use crate::texts::{self, ErrorText};

/// How often a person may take a seat at one table.
const MOST_TIMES_SEATED: u32 = 3;

/// How often somebody may be muted at one table.
const MOST_MUTES: u32 = 200;

impl HostedTable {
    /// Is this person a player or the maker of the table?
    pub fn is_member(&self, player: &Id) -> bool {
        self.opened.maker.as_ref() == Some(player) || !self.seats_of(player).is_empty()
    }

    /// The spectators whose lines are hidden.
    pub fn muted(&self) -> &[Participant] {
        &self.muted
    }

    /// Chat lines that were pushed out since the last call, with their event numbers, in the form
    /// in which they are stored from now on.
    pub fn take_dropped_lines(&mut self) -> Vec<(u64, StoredEvent)> {
        let erased = |said: ChatLine| {
            let event = TableEvent::LineErased { seated: said.seated };
            (said.event_number, StoredEvent { at: said.at, request: None, event })
        };
        self.chat.take_dropped().into_iter().map(erased).collect()
    }

    /// The number of events when an earlier event was last rewritten. A reader who knows fewer
    /// events has to read everything again.
    pub fn rewritten_at(&self) -> u64 {
        self.rewritten_at
    }

    /// Somebody leaves for good. They resign their games, leave their seats, and close their own
    /// tables whose games have not begun.
    pub fn depart(&self, who: &Id, now: u64) -> Vec<StoredEvent> {
        let mut events = Vec::new();
        if self.stage == TableStage::Waiting && self.opened.maker.as_ref() == Some(who) {
            return at(now, [TableEvent::Closed]);
        }
        for seat in self.seats_of(who) {
            match self.stage {
                TableStage::Waiting => events.push(TableEvent::Stood { seat }),
                TableStage::Playing => {
                    let event = self.give_up(seat, Decision::Left(self.name_of(seat)));
                    let goes_on = matches!(event, TableEvent::Replaced { .. });
                    events.push(event);
                    if !goes_on {
                        break;
                    }
                }
                TableStage::Over | TableStage::Closed => {}
            }
        }
        at(now, events)
    }

    /// Can the maker still dismiss the person in this seat?
    pub fn may_dismiss(&self, seat: usize) -> bool {
        let Some(person) = self.occupants[seat].person() else { return false };
        let is_guest = !person.program && self.opened.maker.as_ref() != Some(&person.player);
        // A program that already plays here cannot be told that it has to wait again.
        let plays_program =
            || self.occupants.iter().filter_map(Occupant::person).any(|person| person.program);
        is_guest
            && match self.stage {
                TableStage::Waiting => true,
                TableStage::Playing => self.play.steps() == 0 && !plays_program(),
                TableStage::Over | TableStage::Closed => false,
            }
    }

    /// May this person take a seat here?
    pub(super) fn may_sit(&self, who: &Id) -> Result<(), ApiError> {
        if self.dismissed.contains(who) {
            return Err(ApiError::forbidden(texts::DISMISSED));
        }
        if self.seated.get(who).is_some_and(|times| *times >= MOST_TIMES_SEATED) {
            return Err(ApiError::refused(ErrorText::SeatedTooOften(MOST_TIMES_SEATED)));
        }
        Ok(())
    }

    /// May this person say something?
    pub(super) fn may_talk(&self, who: &Id, now: u64) -> Result<(), ApiError> {
        let is_member = self.is_member(who);
        // A person who has taken a seat since then may write like every player.
        if !is_member && self.muted.iter().any(|muted| muted.player == *who) {
            return Err(ApiError::forbidden(texts::MUTED));
        }
        self.chat.may_say(who, is_member, now)
    }

    /// The maker dismisses a guest: all seats of the guest become free for others.
    pub(super) fn dismiss(
        &self,
        who: &Id,
        seat: usize,
        invite: &str,
    ) -> Result<Vec<TableEvent>, ApiError> {
        if self.opened.maker.as_ref() != Some(who) {
            return Err(ApiError::forbidden(texts::NOT_THE_MAKER_DISMISSES));
        }
        if !self.may_dismiss(seat) {
            return Err(ApiError::refused(texts::NO_DISMISSAL));
        }
        let guest = self.occupants[seat].person().map(|person| person.player.clone());
        let seats = guest.map(|guest| self.seats_of(&guest)).unwrap_or_default();
        let dismissed = |seat: usize| {
            let invite =
                (self.opened.seats[seat] != Occupant::Open).then(|| derived_invite(invite, seat));
            TableEvent::Dismissed { seat, invite }
        };
        Ok(seats.into_iter().map(dismissed).collect())
    }

    /// Mutes a spectator for everybody at the table, or undoes that.
    pub(super) fn mute(&self, who: &Id, player: &Id, mute: bool) -> Result<TableEvent, ApiError> {
        if !self.is_member(who) {
            return Err(ApiError::forbidden(texts::NO_SEAT));
        }
        let muted = self.muted.iter().any(|muted| muted.player == *player);
        let person = self.names.latest(player).filter(|_| !self.is_member(player));
        match (mute, person) {
            (true, None) => Err(ApiError::refused(ErrorText::NoWatcher(player.clone()))),
            (true, Some(_)) if self.mutes >= MOST_MUTES => {
                Err(ApiError::refused(ErrorText::MutedTooOften(MOST_MUTES)))
            }
            (true, Some(person)) if !muted => Ok(TableEvent::Muted { person }),
            (false, _) if muted => Ok(TableEvent::Unmuted { player: player.clone() }),
            (false, _) => Err(ApiError::refused(ErrorText::NotMuted(player.clone()))),
            (true, Some(_)) => Err(ApiError::refused(ErrorText::MutedAlready(player.clone()))),
        }
    }

    /// Applies the dismissal of a guest.
    pub(super) fn apply_dismissal(&mut self, seat: usize, invite: Option<&String>) {
        if let Some(guest) = self.occupants[seat].person() {
            self.dismissed.insert(guest.player.clone());
        }
        let free =
            invite.map_or(Occupant::Open, |invite| Occupant::Friend { invite: invite.clone() });
        // If the next player leaves the seat, it is free for the owner of the new code.
        self.opened.seats[seat] = free.clone();
        self.occupants[seat] = free;
        self.stage = TableStage::Waiting;
        self.clocks = super::SeatClocks::new(self.opened.time_control, self.occupants.len());
        self.offers.clear();
        self.proposed.clear();
    }
}
