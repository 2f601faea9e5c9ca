//! What comes of what people, clocks and the house want to do at a table, and whether they may. Deciding changes nothing.

use std::collections::BTreeSet;

use ludoteca_core::Seat;
use ludoteca_play::Awaits;
use ludoteca_play::streams::Entropy;

use super::{Sitting, Stage};
use crate::deed::{Deed, Told};
use crate::fact::{Dated, Fact, Occupant, Person};
use crate::fault::{Code, Fault};
use crate::ids::Id;
use crate::names::clean_line;
use crate::settings::LONGEST_REQUEST;
use crate::texts;

/// What a table cannot know by itself when it is told something.
#[derive(Copy, Clone, Debug)]
pub struct Presence {
    /// The time.
    pub now: u64,
    /// From when on the game can be claimed from who is to move and away.
    pub claim_at: Option<u64>,
}

/// What is to happen, or nothing where it had been done before.
type Facts = Vec<Dated>;

/// Chat lines and variations beyond this are refused.
const LONGEST_LINE: usize = 500;
const MOST_VARIATIONS: usize = 100;
const LONGEST_VARIATION: usize = 300;

impl Sitting {
    /// Has this request been done?
    pub fn has_done(&self, who: &Id, request: &str) -> bool {
        self.requests.iter().any(|(player, done)| player == who && done == request)
    }

    /// What comes of what somebody wants to do: facts that [`apply`](Sitting::apply) lets happen.
    ///
    /// # Errors
    /// Why they may not.
    pub fn decide(&self, who: &Person, told: &Told, presence: Presence) -> Result<Facts, Fault> {
        if let Some(request) = &told.request {
            if request.is_empty() || request.len() > LONGEST_REQUEST {
                return Err(Fault::bad(texts::request_length(request.len(), LONGEST_REQUEST)));
            }
            if self.has_done(&who.player, request) {
                return Ok(Vec::new());
            }
        }
        if let Some(state) = told.state
            && state != self.state()
        {
            return Err(Fault::new(Code::Stale, texts::stale(state, self.state())));
        }
        let facts = self.decide_deed(who, told, presence)?;
        // What was asked for once is what comes of it, all of it.
        let mut request = told.request.clone().map(|it| (who.player.clone(), it));
        Ok(facts.into_iter().map(|fact| Dated { at: presence.now, request: request.take(), fact }).collect())
    }

    /// The game's clock has run out, if it has.
    pub fn expire(&self, now: u64) -> Facts {
        let run_out = self.clocks.ends().filter(|(_, end)| *end <= now);
        let lost = run_out.map(|(seat, _)| self.give_up(seat, texts::out_of_time(&self.name_of(seat))));
        at(now, lost)
    }

    /// An engine of the house has chosen, or something is drawn: for the state of the game that was seen.
    pub fn move_house(&self, state: usize, choice: Option<String>, now: u64) -> Facts {
        let fact = match (self.awaits(), choice) {
            _ if self.state() != state => None,
            (Awaits::Engine { seat, .. }, Some(step)) => {
                let step = self.play.usual_spelling(Some(seat), &step).ok();
                step.map(|step| Fact::Moved { seat: seat.index(), step })
            }
            (Awaits::Engine { .. } | Awaits::Random(_) | Awaits::Roll, _) => {
                self.play.random_step().ok().map(|step| Fact::Drawn { step })
            }
            (Awaits::Person(_) | Awaits::TypedRoll | Awaits::Nothing, _) => None,
        };
        at(now, fact)
    }

    /// For so many milliseconds since something last happened here nobody could have moved: nobody is charged for them.
    pub fn pause(&self, lasted: u64, now: u64) -> Facts {
        // Without a clock nobody is charged anyway.
        let is_charged = self.stage == Stage::Playing && lasted > 0 && self.clocks.ends().is_some();
        at(now, is_charged.then_some(Fact::Paused { lasted }))
    }

    /// Nobody plays here any more: the game is broken off.
    pub fn break_off(&self, now: u64) -> Facts {
        at(now, (self.stage == Stage::Playing).then_some(Fact::Stopped))
    }

    /// Another table is the rematch of this one.
    pub fn followed_by(&self, table: Id, now: u64) -> Facts {
        at(now, [Fact::Followed { table }])
    }

    /// A program takes a seat that is free; the game begins when it was the last.
    ///
    /// # Errors
    /// Where it is not free.
    pub fn seat(&self, seat: usize, person: Person, now: u64) -> Result<Facts, Fault> {
        Ok(at(now, self.sit(seat, person, None)?))
    }

    /// A program loses its game for what it did, or its table where the game has not begun.
    pub fn forfeit(&self, who: &Id, reason: &str, now: u64) -> Facts {
        let fact = match (self.stage, self.seats_of(who).first().copied()) {
            (Stage::Playing, Some(seat)) => Some(self.give_up(seat, texts::forfeited(&self.name_of(seat), reason))),
            (Stage::Waiting, Some(_)) if self.opened.maker.as_ref() == Some(who) => Some(Fact::Closed),
            (Stage::Waiting, Some(seat)) => Some(Fact::Stood { seat }),
            _ => None,
        };
        at(now, fact)
    }

    /// Nobody waits here any more.
    pub fn close(&self, now: u64) -> Facts {
        at(now, (self.stage == Stage::Waiting).then_some(Fact::Closed))
    }

    /// The game begins where nobody is missing, and nobody is waited for who contributes to the dice first.
    pub fn begin(&self, now: u64) -> Facts {
        let awaits = self.opened.await_contribution && self.play.table().has_dice() && self.persons().next().is_some();
        at(now, if awaits { None } else { self.begins_with(None) })
    }

    fn decide_deed(&self, who: &Person, told: &Told, presence: Presence) -> Result<Vec<Fact>, Fault> {
        Ok(match &told.deed {
            Deed::Move { step, seat } => {
                if told.state.is_none() {
                    return Err(Fault::bad(texts::NO_STATE));
                }
                self.must_play()?;
                let seat = self.seat_to_move(who, *seat)?;
                if self.clocks.ends().is_some_and(|(_, end)| end <= presence.now) {
                    return Err(Fault::refused(texts::out_of_time(&self.shown_name(who))));
                }
                let step = self.play.usual_spelling(Some(Seat::new(seat)), step).map_err(Fault::refused)?;
                vec![Fact::Moved { seat, step }]
            }
            Deed::Sit { seat, invite, entropy } => {
                let seat = match seat {
                    Some(seat) => self.numbered(*seat)?,
                    None => self.invited(invite.as_deref())?,
                };
                if let Occupant::Friend { invite: kept } = &self.occupants[seat]
                    && invite.as_ref() != Some(kept)
                {
                    return Err(Fault::forbidden(texts::NO_INVITE));
                }
                let entropy = entropy.as_deref().map(|text| self.read_entropy(text)).transpose()?;
                self.sit(seat, who.clone(), entropy)?
            }
            Deed::Contribute { entropy, seat } => {
                let seats = self.own_seats(who)?;
                let seat = if seat.is_some() { self.own_seat(who, *seat)? } else { seats[0] };
                let entropy = self.read_entropy(entropy)?;
                match self.play.record().contributions.get(seat) {
                    Some(Some(given)) if *given == entropy => Vec::new(),
                    Some(Some(_)) => return Err(Fault::refused(texts::has_contributed(seat + 1))),
                    Some(None) | None => {
                        let contributed = Fact::Contributed { seat, entropy: entropy.to_string() };
                        [contributed].into_iter().chain(self.begins_with(None)).collect()
                    }
                }
            }
            Deed::Stand { seat } => {
                let seat = self.own_seat(who, *seat)?;
                self.must_wait()?;
                vec![Fact::Stood { seat }]
            }
            Deed::Offer { what } => self.offer(who, *what)?,
            Deed::Accept { what } => {
                let seat = self.own_seat(who, None).or_else(|_| self.own_seats(who).map(|seats| seats[0]))?;
                if !self.offers.iter().any(|offer| offer.what == *what) {
                    return Err(Fault::refused(texts::no_offer(*what)));
                }
                self.settle(Fact::Accepted { seat, what: *what }, seat, *what)?
            }
            Deed::Decline { what } => {
                self.own_seats(who)?;
                if !self.offers.iter().any(|offer| offer.what == *what) {
                    return Err(Fault::refused(texts::no_offer(*what)));
                }
                vec![Fact::Declined { what: *what }]
            }
            Deed::Resign { seat } => {
                self.must_play()?;
                let seat = self.own_seat(who, *seat)?;
                vec![self.give_up(seat, texts::resigned(&self.name_of(seat)))]
            }
            Deed::Claim => vec![self.claim(who, presence)?],
            Deed::Chat { text } => {
                let (typed, text) = (text.trim(), clean_line(text));
                if text.is_empty() || typed.chars().count() > LONGEST_LINE || typed.chars().any(char::is_control) {
                    return Err(Fault::bad(texts::chat_line(typed.chars().count(), LONGEST_LINE)));
                }
                self.may_talk(&who.player, presence.now)?;
                vec![Fact::Said { person: who.clone(), text }]
            }
            Deed::Mute { player } => vec![self.mute(&who.player, player, true)?],
            Deed::Unmute { player } => vec![self.mute(&who.player, player, false)?],
            Deed::Dismiss { seat, invite } => self.dismiss(&who.player, self.numbered(*seat)?, invite)?,
            Deed::Variation { after, steps } => self.vary(who, *after, steps)?,
            Deed::Close => {
                // Where engines play alone nobody is there to give up.
                let is_unmanned = !self.occupants.iter().any(|it| it.person().is_some());
                if self.stage != Stage::Playing || !is_unmanned {
                    self.must_wait()?;
                }
                if self.opened.maker.as_ref() != Some(&who.player) {
                    return Err(Fault::forbidden(texts::NOT_THE_MAKER));
                }
                vec![if self.stage == Stage::Playing { Fact::Stopped } else { Fact::Closed }]
            }
        })
    }

    fn sit(&self, seat: usize, person: Person, entropy: Option<Entropy>) -> Result<Vec<Fact>, Fault> {
        self.must_wait()?;
        if !self.occupants[seat].is_free() {
            return Err(Fault::refused(texts::taken(seat + 1)));
        }
        self.may_sit(&person.player)?;
        let contributed = entropy.map(|entropy| Fact::Contributed { seat, entropy: entropy.to_string() });
        Ok([Fact::Sat { seat, person }].into_iter().chain(contributed).chain(self.begins_with(Some(seat))).collect())
    }

    /// A contribution to the dice, where one can be made.
    fn read_entropy(&self, text: &str) -> Result<Entropy, Fault> {
        match (self.stage, self.contributions()) {
            (_, None) => Err(Fault::refused(texts::NO_DICE)),
            (_, Some((true, _))) => text.parse().map_err(|_| Fault::bad(texts::no_entropy(text))),
            (Stage::Over, _) => Err(Fault::refused(texts::IS_OVER)),
            (Stage::Closed, _) => Err(Fault::refused(texts::IS_CLOSED)),
            _ => Err(Fault::refused(texts::HAS_ROLLED)),
        }
    }

    /// The game begins where nobody is missing once this seat is taken.
    fn begins_with(&self, taken: Option<usize>) -> Option<Fact> {
        let mut others = self.occupants.iter().enumerate().filter(|(seat, _)| Some(*seat) != taken);
        let is_full = !others.any(|(_, occupant)| occupant.is_free());
        (self.stage == Stage::Waiting && is_full).then_some(Fact::Began)
    }

    fn claim(&self, who: &Person, presence: Presence) -> Result<Fact, Fault> {
        self.must_play()?;
        self.own_seats(who)?;
        match (self.person_to_move(), presence.claim_at) {
            (Some((_, person, _)), _) if person.player == who.player => Err(Fault::refused(texts::CLAIM_FROM_ONESELF)),
            (Some((seat, person, _)), Some(from)) if from <= presence.now => {
                Ok(self.give_up(seat, texts::was_away(&self.shown_name(person))))
            }
            _ => Err(Fault::refused(texts::NO_CLAIM)),
        }
    }

    /// A seat gives up. With two, the other wins; with more, an engine plays on for it, as long as there is anybody to play with.
    pub(super) fn give_up(&self, seat: usize, reason: String) -> Fact {
        let player = self.occupants[seat].person().map(|person| person.player.clone());
        let others: BTreeSet<&Id> = self.occupants.iter().filter_map(Occupant::person).map(|it| &it.player).collect();
        let is_alone = others.iter().all(|other| Some(*other) == player.as_ref());
        match self.occupants.len() {
            2 => Fact::Lost { seat, reason },
            _ if is_alone => Fact::Stopped,
            _ => Fact::Replaced { seat, reason },
        }
    }

    fn vary(&self, who: &Person, after: usize, steps: &[String]) -> Result<Vec<Fact>, Fault> {
        self.own_seats(who)?;
        if self.stage != Stage::Over {
            return Err(Fault::refused(texts::NOT_OVER));
        }
        if after >= self.play.steps() || steps.is_empty() || steps.len() > LONGEST_VARIATION {
            return Err(Fault::bad(texts::no_variation(after, steps.len(), self.play.steps(), LONGEST_VARIATION)));
        }
        if self.variations.len() >= MOST_VARIATIONS {
            return Err(Fault::refused(texts::too_many_variations(MOST_VARIATIONS)));
        }
        let mut table = self.position(after).expect("there are so many steps").boxed_clone();
        let mut usual = Vec::new();
        for step in steps {
            usual.push(table.step(step).map_err(|refusal| Fault::refused(texts::illegal_step(step, &refusal)))?.text);
        }
        let is_known = self.variations.iter().any(|known| known.after == after && known.steps == usual);
        let varied = Fact::Varied { person: who.clone(), after, steps: usual };
        Ok(if is_known { Vec::new() } else { vec![varied] })
    }

    pub(super) fn must_play(&self) -> Result<(), Fault> {
        match self.stage {
            Stage::Playing => Ok(()),
            Stage::Waiting => Err(Fault::refused(texts::NOT_BEGUN)),
            Stage::Over => Err(Fault::refused(texts::IS_OVER)),
            Stage::Closed => Err(Fault::refused(texts::IS_CLOSED)),
        }
    }

    fn must_wait(&self) -> Result<(), Fault> {
        match self.stage {
            Stage::Waiting => Ok(()),
            Stage::Playing | Stage::Over => Err(Fault::refused(texts::HAS_BEGUN)),
            Stage::Closed => Err(Fault::refused(texts::IS_CLOSED)),
        }
    }

    /// The seat with this number, from 1.
    fn numbered(&self, number: usize) -> Result<usize, Fault> {
        let seats = self.occupants.len();
        let seat = number.checked_sub(1).filter(|seat| *seat < seats);
        seat.ok_or_else(|| Fault::bad(texts::no_such_seat(number, seats)))
    }

    /// The seat that is kept for who has this code.
    fn invited(&self, code: Option<&str>) -> Result<usize, Fault> {
        let is_kept =
            |occupant: &Occupant| matches!(occupant, Occupant::Friend { invite } if Some(invite.as_str()) == code);
        self.occupants.iter().position(is_kept).ok_or_else(|| Fault::forbidden(texts::NO_INVITE))
    }

    /// All seats of a person: at least one.
    pub(super) fn own_seats(&self, who: &Person) -> Result<Vec<usize>, Fault> {
        let seats = self.seats_of(&who.player);
        if seats.is_empty() { Err(Fault::forbidden(texts::NO_SEAT)) } else { Ok(seats) }
    }

    /// The seat that a person means: the only one, or the one to move, or the one that they name.
    fn own_seat(&self, who: &Person, number: Option<usize>) -> Result<usize, Fault> {
        let seats = self.own_seats(who)?;
        let to_move = self.person_to_move().map(|(seat, ..)| seat);
        match (number, seats.as_slice()) {
            (Some(number), _) => {
                let seat = self.numbered(number)?;
                if seats.contains(&seat) { Ok(seat) } else { Err(Fault::forbidden(texts::not_your_seat(number))) }
            }
            (None, [only]) => Ok(*only),
            (None, _) => to_move.filter(|seat| seats.contains(seat)).ok_or_else(|| Fault::bad(texts::WHICH_SEAT)),
        }
    }

    /// The seat that a person moves for.
    fn seat_to_move(&self, who: &Person, number: Option<usize>) -> Result<usize, Fault> {
        let seats = self.own_seats(who)?;
        match self.person_to_move() {
            _ if number.is_some() => self.own_seat(who, number),
            Some((seat, ..)) if seats.contains(&seat) => Ok(seat),
            // The game says whose turn it is.
            _ => Ok(seats[0]),
        }
    }

    /// The name of who sits there, for sentences.
    pub(super) fn name_of(&self, seat: usize) -> String {
        let name = || self.play.name(Seat::new(seat)).to_owned();
        self.occupants[seat].person().map_or_else(name, |person| self.shown_name(person))
    }
}

/// What the server itself lets happen.
pub(super) fn at(now: u64, facts: impl IntoIterator<Item = Fact>) -> Facts {
    facts.into_iter().map(|fact| Dated { at: now, request: None, fact }).collect()
}
