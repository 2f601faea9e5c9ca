//! What people propose to each other.

use std::collections::BTreeSet;

use ludoteca_core::Seat;

use super::{Offer, Sitting, Stage};
use crate::deed::Offered;
use crate::fact::{Dated, Fact, Person};
use crate::fault::Fault;
use crate::texts;

/// Nobody is asked the same more often while nothing else happens.
const MOST_TIMES: u32 = 5;

impl Sitting {
    /// Do all agree to another game once this happens, which was decided?
    pub fn leads_to_rematch(&self, facts: &[Dated]) -> bool {
        facts.iter().any(|dated| match dated.fact {
            Fact::Offered { seat, what: what @ Offered::Rematch }
            | Fact::Accepted { seat, what: what @ Offered::Rematch } => {
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

    /// Somebody proposes something, or agrees to it where it has been proposed.
    pub(super) fn offer(&self, who: &Person, what: Offered) -> Result<Vec<Fact>, Fault> {
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
        let fact = match self.offers.iter().find(|offer| offer.what == what) {
            // Who proposes what was proposed agrees.
            Some(offer) if offer.agreed.contains(&who.player) => return Err(Fault::refused(texts::offered(what))),
            Some(_) if what != Offered::Takeback => Fact::Accepted { seat, what },
            Some(_) => return Err(Fault::refused(texts::offered(what))),
            None => Fact::Offered { seat, what },
        };
        self.settle(fact, seat, what)
    }

    /// An offer once a seat has made it, or agreed to it.
    fn agreed(&self, seat: usize, what: Offered) -> Offer {
        let known = self.offers.iter().find(|offer| offer.what == what).cloned();
        let mut offer = known.unwrap_or_else(|| Offer { what, by: seat, agreed: BTreeSet::new() });
        offer.agreed.extend(self.occupants[seat].person().map(|person| person.player.clone()));
        offer
    }

    /// A seat makes an offer, or agrees to it, and what was proposed is done where nobody's answer is missing then. A rematch takes another table,
    /// which is not made here.
    pub(super) fn settle(&self, fact: Fact, seat: usize, what: Offered) -> Result<Vec<Fact>, Fault> {
        let offer = self.agreed(seat, what);
        let done = match what {
            _ if !self.waits_for(&offer).is_empty() => None,
            Offered::Draw => Some(Fact::Drew),
            Offered::Takeback => {
                let by = Some(Seat::new(offer.by));
                let last = self.play.made_by().iter().rposition(|made_by| *made_by == by);
                let steps = last.ok_or_else(|| Fault::refused(texts::NOTHING_TO_TAKE_BACK))?;
                Some(Fact::TakenBack { steps })
            }
            Offered::Rematch => None,
        };
        Ok([fact].into_iter().chain(done).collect())
    }
}
