//! What people, clocks and the house do at a table, and whether they may.

use std::collections::BTreeSet;

use ludoteca_core::Seat;
use ludoteca_play::streams::Entropy;

use super::{House, Sitting, Stage};
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

/// Facts that came of what was told, or none where it had been done before.
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

    /// Somebody does something.
    ///
    /// # Errors
    /// Why they do not; nothing has changed then.
    pub fn told(&mut self, who: &Person, told: &Told, presence: Presence) -> Result<Facts, Fault> {
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
        let mut doing = Doing {
            at: presence.now,
            request: told.request.clone().map(|it| (who.player.clone(), it)),
            facts: Vec::new(),
        };
        self.obey(who, told, presence, &mut doing)?;
        Ok(doing.facts)
    }

    /// The game's clock has run out, if it has.
    pub fn expire(&mut self, now: u64) -> Facts {
        let Some((seat, _)) = self.clocks.ends().filter(|(_, end)| *end <= now) else { return Vec::new() };
        let mut doing = Doing::of_the_server(now);
        let reason = texts::out_of_time(&self.name_of(seat));
        self.give_up(seat, reason, &mut doing).expect("the game goes on while a clock runs");
        doing.facts
    }

    /// An engine of the house has chosen, or something is drawn: for the state of the game that was seen.
    pub fn move_house(&mut self, state: usize, choice: Option<String>, now: u64) -> Facts {
        let mut doing = Doing::of_the_server(now);
        let fact = match (self.house(), choice) {
            _ if self.state() != state => return Vec::new(),
            (Some(House::Engine(seat, _)), Some(step)) => Fact::Moved { seat: seat.index(), step },
            (Some(_), _) => Fact::Drawn { step: String::new() },
            (None, _) => return Vec::new(),
        };
        match self.happen(fact, &mut doing) {
            Ok(()) => doing.facts,
            Err(_) => Vec::new(),
        }
    }

    /// For so many milliseconds since something last happened here nobody could have moved: nobody is charged for them.
    pub fn pause(&mut self, lasted: u64, now: u64) -> Facts {
        let mut doing = Doing::of_the_server(now);
        // Without a clock nobody is charged anyway.
        if self.stage == Stage::Playing && lasted > 0 && self.clocks.ends().is_some() {
            let _ = self.happen(Fact::Paused { lasted }, &mut doing);
        }
        doing.facts
    }

    /// Nobody plays here any more: the game is broken off.
    pub fn break_off(&mut self, now: u64) -> Facts {
        let mut doing = Doing::of_the_server(now);
        if self.stage == Stage::Playing {
            let _ = self.happen(Fact::Stopped, &mut doing);
        }
        doing.facts
    }

    /// Another table is the rematch of this one.
    pub fn followed_by(&mut self, table: Id, now: u64) -> Facts {
        let mut doing = Doing::of_the_server(now);
        let _ = self.happen(Fact::Followed { table }, &mut doing);
        doing.facts
    }

    /// A program takes a seat that is free; the game begins when it was the last.
    ///
    /// # Errors
    /// Where it is not free.
    pub fn seat(&mut self, seat: usize, person: Person, now: u64) -> Result<Facts, Fault> {
        let mut doing = Doing::of_the_server(now);
        self.sit(seat, person, None, &mut doing)?;
        Ok(doing.facts)
    }

    /// A program loses its game for what it did, or its table where the game has not begun.
    pub fn forfeit(&mut self, who: &Id, reason: &str, now: u64) -> Facts {
        let mut doing = Doing::of_the_server(now);
        let seat = self.seats_of(who).first().copied();
        let _ = match (self.stage, seat) {
            (Stage::Playing, Some(seat)) => {
                self.give_up(seat, texts::forfeited(&self.name_of(seat), reason), &mut doing)
            }
            (Stage::Waiting, Some(_)) if self.opened.maker.as_ref() == Some(who) => {
                self.happen(Fact::Closed, &mut doing)
            }
            (Stage::Waiting, Some(seat)) => self.happen(Fact::Stood { seat }, &mut doing),
            _ => Ok(()),
        };
        doing.facts
    }

    /// Nobody waits here any more.
    pub fn close(&mut self, now: u64) -> Facts {
        let mut doing = Doing::of_the_server(now);
        if self.stage == Stage::Waiting {
            let _ = self.happen(Fact::Closed, &mut doing);
        }
        doing.facts
    }

    /// The game begins where nobody is missing, and nobody is waited for who contributes to the dice first.
    pub fn begin(&mut self, now: u64) -> Facts {
        let mut doing = Doing::of_the_server(now);
        let awaits = self.opened.await_contribution && self.play.table().has_dice() && self.persons().next().is_some();
        if !awaits {
            let _ = self.begin_if_full(&mut doing);
        }
        doing.facts
    }

    fn obey(&mut self, who: &Person, told: &Told, presence: Presence, doing: &mut Doing) -> Result<(), Fault> {
        match &told.deed {
            Deed::Move { step, seat } => {
                if told.state.is_none() {
                    return Err(Fault::bad(texts::NO_STATE));
                }
                self.must_play()?;
                let seat = self.seat_to_move(who, *seat)?;
                if self.clocks.ends().is_some_and(|(_, end)| end <= presence.now) {
                    return Err(Fault::refused(texts::out_of_time(&self.shown_name(who))));
                }
                self.happen(Fact::Moved { seat, step: step.clone() }, doing)
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
                self.sit(seat, who.clone(), entropy, doing)
            }
            Deed::Contribute { entropy, seat } => {
                let seats = self.own_seats(who)?;
                let seat = if seat.is_some() { self.own_seat(who, *seat)? } else { seats[0] };
                let entropy = self.read_entropy(entropy)?;
                match self.play.record().contributions.get(seat) {
                    Some(Some(given)) if *given == entropy => Ok(()),
                    Some(Some(_)) => Err(Fault::refused(texts::has_contributed(seat + 1))),
                    Some(None) | None => {
                        self.happen(Fact::Contributed { seat, entropy: entropy.to_string() }, doing)?;
                        self.begin_if_full(doing)
                    }
                }
            }
            Deed::Stand { seat } => {
                let seat = self.own_seat(who, *seat)?;
                self.must_wait()?;
                self.happen(Fact::Stood { seat }, doing)
            }
            Deed::Offer { what } => self.offer(who, *what, doing),
            Deed::Accept { what } => {
                let seat = self.own_seat(who, None).or_else(|_| self.own_seats(who).map(|seats| seats[0]))?;
                if !self.offers.iter().any(|offer| offer.what == *what) {
                    return Err(Fault::refused(texts::no_offer(*what)));
                }
                self.happen(Fact::Accepted { seat, what: *what }, doing)?;
                self.settle(*what, doing)
            }
            Deed::Decline { what } => {
                self.own_seats(who)?;
                if !self.offers.iter().any(|offer| offer.what == *what) {
                    return Err(Fault::refused(texts::no_offer(*what)));
                }
                self.happen(Fact::Declined { what: *what }, doing)
            }
            Deed::Resign { seat } => {
                self.must_play()?;
                let seat = self.own_seat(who, *seat)?;
                self.give_up(seat, texts::resigned(&self.name_of(seat)), doing)
            }
            Deed::Claim => self.claim(who, presence, doing),
            Deed::Chat { text } => {
                let (typed, text) = (text.trim(), clean_line(text));
                if text.is_empty() || typed.chars().count() > LONGEST_LINE || typed.chars().any(char::is_control) {
                    return Err(Fault::bad(texts::chat_line(typed.chars().count(), LONGEST_LINE)));
                }
                self.may_talk(&who.player, presence.now)?;
                self.happen(Fact::Said { person: who.clone(), text }, doing)
            }
            Deed::Mute { player } => self.mute(&who.player, player, true, doing),
            Deed::Unmute { player } => self.mute(&who.player, player, false, doing),
            Deed::Dismiss { seat, invite } => {
                let seat = self.numbered(*seat)?;
                self.dismiss(&who.player, seat, invite, doing)
            }
            Deed::Variation { after, steps } => self.vary(who, *after, steps, doing),
            Deed::Close => {
                // Where engines play alone nobody is there to give up.
                let is_unmanned = !self.occupants.iter().any(|it| it.person().is_some());
                if self.stage != Stage::Playing || !is_unmanned {
                    self.must_wait()?;
                }
                if self.opened.maker.as_ref() != Some(&who.player) {
                    return Err(Fault::forbidden(texts::NOT_THE_MAKER));
                }
                self.happen(if self.stage == Stage::Playing { Fact::Stopped } else { Fact::Closed }, doing)
            }
        }
    }

    fn sit(&mut self, seat: usize, person: Person, entropy: Option<Entropy>, doing: &mut Doing) -> Result<(), Fault> {
        self.must_wait()?;
        if !self.occupants[seat].is_free() {
            return Err(Fault::refused(texts::taken(seat + 1)));
        }
        self.may_sit(&person.player)?;
        self.happen(Fact::Sat { seat, person }, doing)?;
        if let Some(entropy) = entropy {
            self.happen(Fact::Contributed { seat, entropy: entropy.to_string() }, doing)?;
        }
        self.begin_if_full(doing)
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

    fn begin_if_full(&mut self, doing: &mut Doing) -> Result<(), Fault> {
        if self.stage == Stage::Waiting && !self.occupants.iter().any(Occupant::is_free) {
            self.happen(Fact::Began, doing)?;
        }
        Ok(())
    }

    fn claim(&mut self, who: &Person, presence: Presence, doing: &mut Doing) -> Result<(), Fault> {
        self.must_play()?;
        self.own_seats(who)?;
        match (self.person_to_move().map(|(seat, person, _)| (seat, person.clone())), presence.claim_at) {
            (Some((_, person)), _) if person.player == who.player => Err(Fault::refused(texts::CLAIM_FROM_ONESELF)),
            (Some((seat, person)), Some(from)) if from <= presence.now => {
                self.give_up(seat, texts::was_away(&self.shown_name(&person)), doing)
            }
            _ => Err(Fault::refused(texts::NO_CLAIM)),
        }
    }

    /// A seat gives up. With two, the other wins; with more, an engine plays on for it, as long as there is anybody to play with.
    pub(super) fn give_up(&mut self, seat: usize, reason: String, doing: &mut Doing) -> Result<(), Fault> {
        let player = self.occupants[seat].person().map(|person| person.player.clone());
        let others: BTreeSet<&Id> = self.occupants.iter().filter_map(Occupant::person).map(|it| &it.player).collect();
        let is_alone = others.iter().all(|other| Some(*other) == player.as_ref());
        let fact = match self.occupants.len() {
            2 => Fact::Lost { seat, reason },
            _ if is_alone => Fact::Stopped,
            _ => Fact::Replaced { seat, reason },
        };
        self.happen(fact, doing)
    }

    fn vary(&mut self, who: &Person, after: usize, steps: &[String], doing: &mut Doing) -> Result<(), Fault> {
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
        let mut table = self.position(after).expect("there are so many steps");
        let mut usual = Vec::new();
        for step in steps {
            usual.push(table.step(step).map_err(|refusal| Fault::refused(texts::illegal_step(step, &refusal)))?.text);
        }
        if !self.variations.iter().any(|known| known.after == after && known.steps == usual) {
            self.happen(Fact::Varied { person: who.clone(), after, steps: usual }, doing)?;
        }
        Ok(())
    }

    /// Lets something happen, to be kept.
    pub(super) fn happen(&mut self, fact: Fact, doing: &mut Doing) -> Result<(), Fault> {
        // What was asked for once is what comes of it, all of it.
        let mut dated = Dated { at: doing.at, request: doing.request.take(), fact };
        self.apply(&mut dated).map_err(Fault::refused)?;
        doing.facts.push(dated);
        Ok(())
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

/// What comes of something that is done.
pub(super) struct Doing {
    at: u64,
    request: Option<(Id, String)>,
    facts: Facts,
}

impl Doing {
    pub(super) fn of_the_server(at: u64) -> Doing {
        Doing { at, request: None, facts: Vec::new() }
    }

    pub(super) fn into_facts(self) -> Facts {
        self.facts
    }
}
