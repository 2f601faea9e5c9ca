//! What people propose to each other.

use ludoteca_core::Seat;

use super::tell::Doing;
use super::{Offer, Sitting, Stage};
use crate::deed::Offered;
use crate::fact::{Fact, Person};
use crate::fault::Fault;
use crate::texts;

/// Nobody is asked the same more often while nothing else happens.
const MOST_TIMES: u32 = 5;

impl Sitting {
    /// Do all agree to another game?
    pub fn wants_rematch(&self) -> bool {
        self.stage == Stage::Over
            && self.rematch.is_none()
            && self.offers.iter().any(|offer| offer.what == Offered::Rematch && self.waits_for(offer).is_empty())
    }

    /// Seats whose players have not answered an offer.
    pub fn waits_for(&self, offer: &Offer) -> Vec<usize> {
        let waits = |seat: &usize| {
            let person = self.occupants[*seat].person().filter(|person| !person.program);
            person.is_some_and(|person| !offer.agreed.contains(&person.player))
        };
        (0..self.occupants.len()).filter(waits).collect()
    }

    /// Somebody proposes something, or agrees to it where it has been proposed.
    pub(super) fn offer(&mut self, who: &Person, what: Offered, doing: &mut Doing) -> Result<(), Fault> {
        let seats = self.own_seats(who)?;
        let mut seat = seats[0];
        match what {
            Offered::Rematch if self.stage != Stage::Over => return Err(Fault::refused(texts::NOT_OVER)),
            Offered::Rematch if self.rematch.is_some() => return Err(Fault::refused(texts::HAS_REMATCH)),
            Offered::Rematch => {}
            Offered::Draw => {
                self.must_play()?;
                if self.occupants.iter().any(|occupant| occupant.person().is_none_or(|person| person.program)) {
                    return Err(Fault::refused(texts::NO_DRAW_WITH_PROGRAMS));
                }
            }
            Offered::Takeback => {
                self.must_play()?;
                let last = self.play.made_by().iter().rev().flatten().find(|by| seats.contains(&by.index()));
                seat = last.ok_or_else(|| Fault::refused(texts::NOTHING_TO_TAKE_BACK))?.index();
            }
        }
        if self.proposed.get(&(seat, what)).is_some_and(|times| *times >= MOST_TIMES) {
            return Err(Fault::refused(texts::often_enough(what)));
        }
        match self.offers.iter().find(|offer| offer.what == what) {
            // Who proposes what was proposed agrees.
            Some(offer) if offer.agreed.contains(&who.player) => return Err(Fault::refused(texts::offered(what))),
            Some(_) if what != Offered::Takeback => self.happen(Fact::Accepted { seat, what }, doing)?,
            Some(_) => return Err(Fault::refused(texts::offered(what))),
            None => self.happen(Fact::Offered { seat, what }, doing)?,
        }
        self.settle(what, doing)
    }

    /// Does what was proposed, where nobody's answer is missing. A rematch takes another table, which is not made here.
    pub(super) fn settle(&mut self, what: Offered, doing: &mut Doing) -> Result<(), Fault> {
        let Some(offer) = self.offers.iter().find(|offer| offer.what == what) else { return Ok(()) };
        if !self.waits_for(offer).is_empty() {
            return Ok(());
        }
        match what {
            Offered::Draw => self.happen(Fact::Drew, doing),
            Offered::Takeback => {
                let by = Some(Seat::new(offer.by));
                let last = self.play.made_by().iter().rposition(|made_by| *made_by == by);
                let steps = last.ok_or_else(|| Fault::refused(texts::NOTHING_TO_TAKE_BACK))?;
                self.happen(Fact::TakenBack { steps }, doing)
            }
            Offered::Rematch => Ok(()),
        }
    }
}
