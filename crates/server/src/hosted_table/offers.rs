//! Offers that players make to each other.

use std::collections::BTreeSet;

use ludoteca_core::Seat;

use super::{HostedTable, Offer, TableStage};
use crate::commands::OfferKind;
use crate::error::ApiError;
use crate::events::{Participant, StoredEvent, TableEvent};
use crate::texts::{self, ErrorText};

/// How often a seat may make the same offer while the game does not change.
const MOST_TIMES: u32 = 5;

impl HostedTable {
    /// Do all players agree to a rematch once these decided events happen?
    pub fn leads_to_rematch(&self, events: &[StoredEvent]) -> bool {
        events.iter().any(|stored_event| match stored_event.event {
            TableEvent::Offered { seat, what: what @ OfferKind::Rematch }
            | TableEvent::Accepted { seat, what: what @ OfferKind::Rematch } => {
                self.waits_for(&self.agreed(seat, what)).is_empty()
            }
            _ => false,
        })
    }

    /// Seats whose players have not answered an offer.
    pub fn waits_for(&self, offer: &Offer) -> Vec<usize> {
        let waits = |seat: &usize| {
            let person = self.occupants[*seat].person().filter(|person| !person.program);
            person.is_some_and(|person| !offer.agreed.contains(&person.player))
        };
        (0..self.occupants.len()).filter(waits).collect()
    }

    /// Makes an offer, or agrees to it if somebody else has made it.
    pub(super) fn offer(
        &self,
        who: &Participant,
        what: OfferKind,
    ) -> Result<Vec<TableEvent>, ApiError> {
        let seats = self.own_seats(who)?;
        let mut seat = seats[0];
        match what {
            OfferKind::Rematch if self.stage != TableStage::Over => {
                return Err(ApiError::refused(texts::NOT_OVER));
            }
            OfferKind::Rematch if self.rematch.is_some() => {
                return Err(ApiError::refused(texts::HAS_REMATCH));
            }
            OfferKind::Rematch => {}
            OfferKind::Draw => {
                self.require_playing()?;
                if self
                    .occupants
                    .iter()
                    .any(|occupant| occupant.person().is_none_or(|person| person.program))
                {
                    return Err(ApiError::refused(texts::NO_DRAW_WITH_PROGRAMS));
                }
            }
            OfferKind::Takeback => {
                self.require_playing()?;
                let last = self
                    .play
                    .made_by()
                    .iter()
                    .rev()
                    .flatten()
                    .find(|by| seats.contains(&by.index()));
                seat = last.ok_or_else(|| ApiError::refused(texts::NOTHING_TO_TAKE_BACK))?.index();
            }
        }
        if self.proposed.get(&(seat, what)).is_some_and(|times| *times >= MOST_TIMES) {
            return Err(ApiError::refused(ErrorText::OfferedTooOften(what)));
        }
        let event = match self.offers.iter().find(|offer| offer.what == what) {
            // A player who makes an offer that already exists agrees to it.
            Some(offer) if offer.agreed.contains(&who.player) => {
                return Err(ApiError::refused(ErrorText::Offered(what)));
            }
            Some(_) if what != OfferKind::Takeback => TableEvent::Accepted { seat, what },
            Some(_) => return Err(ApiError::refused(ErrorText::Offered(what))),
            None => TableEvent::Offered { seat, what },
        };
        self.settle(event, seat, what)
    }

    /// The offer as it is after this seat has made it or agreed to it.
    fn agreed(&self, seat: usize, what: OfferKind) -> Offer {
        let known = self.offers.iter().find(|offer| offer.what == what).cloned();
        let mut offer = known.unwrap_or_else(|| Offer { what, by: seat, agreed: BTreeSet::new() });
        offer.agreed.extend(self.occupants[seat].person().map(|person| person.player.clone()));
        offer
    }

    /// A seat makes or accepts an offer. If no answer is missing after that, the offer is carried
    /// out. A rematch needs another table, which is not created here.
    pub(super) fn settle(
        &self,
        event: TableEvent,
        seat: usize,
        what: OfferKind,
    ) -> Result<Vec<TableEvent>, ApiError> {
        let offer = self.agreed(seat, what);
        let done = match what {
            _ if !self.waits_for(&offer).is_empty() => None,
            OfferKind::Draw => Some(TableEvent::DrawAgreed),
            OfferKind::Takeback => {
                let by = Some(Seat::new(offer.by));
                let last = self.play.made_by().iter().rposition(|made_by| *made_by == by);
                let steps = last.ok_or_else(|| ApiError::refused(texts::NOTHING_TO_TAKE_BACK))?;
                Some(TableEvent::TakenBack { steps })
            }
            OfferKind::Rematch => None,
        };
        Ok([event].into_iter().chain(done).collect())
    }
}
