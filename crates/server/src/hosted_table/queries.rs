//! What can be read from a table.

use std::collections::{BTreeSet, VecDeque};

use ludoteca_core::{Message, Seat};
use ludoteca_play::seeds::Entropy;
use ludoteca_play::{Awaits, Play};

use super::clocks::SeatClocks;
use super::{ChatLine, HostedTable, Offer, TableStage, Variation};
use crate::events::{Occupant, Opened, Participant};
use crate::ids::Id;

impl HostedTable {
    /// The id of the table.
    pub fn id(&self) -> &Id {
        &self.id
    }

    /// How the table was opened.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// When the table was made, and when the last event happened.
    pub fn times(&self) -> (u64, u64) {
        (self.created_at, self.changed_at)
    }

    /// The stage that the table has reached.
    pub fn stage(&self) -> TableStage {
        self.stage
    }

    /// The occupants of the seats; for a free seat, the people who may take it.
    pub fn occupants(&self) -> &[Occupant] {
        &self.occupants
    }

    /// The name under which a person is shown. It distinguishes people whose names look alike.
    pub fn shown_name(&self, person: &Participant) -> String {
        self.names.of(person)
    }

    /// The stored name of the person who made the table, if that person plays as well.
    pub fn host_name(&self) -> Option<String> {
        let host = self.persons().find(|person| Some(&person.player) == self.opened.maker.as_ref());
        host.map(|host| self.shown_name(host))
    }

    /// The game.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// The players who were passed over after each step, and why.
    pub fn skips(&self) -> &[Vec<(Seat, Message)>] {
        &self.skips
    }

    /// The numbers of the events that made the steps.
    pub fn step_events(&self) -> &[u64] {
        &self.step_events
    }

    /// Is the step with this number, from 0, a roll that had been seen before it was taken back?
    pub fn is_known(&self, step: usize) -> bool {
        self.takebacks.is_known(step)
    }

    /// Is the step with this number, from 0, a random move of an engine that could not choose one?
    pub fn is_random_instead(&self, step: usize) -> bool {
        self.step_events.get(step).is_some_and(|event| self.random_moves.contains(event))
    }

    /// The contribution of each seat to the dice, and whether a seat can still contribute; `None`
    /// in a game without dice.
    pub fn contributions(&self) -> Option<(bool, Vec<Option<Entropy>>)> {
        if !self.play.table().has_dice() {
            return None;
        }
        let mut given = self.play.record().contributions.clone();
        given.resize(self.occupants.len(), None);
        let is_open = matches!(self.stage, TableStage::Waiting | TableStage::Playing)
            && !self.play.has_rolled();
        Some((is_open, given))
    }

    /// Does a rematch have to wait for a contribution to its dice? It does if a single person
    /// plays, contributed to the dice of this game, and has just asked for the rematch. If several
    /// people play, the game begins at once, and they can contribute until the first roll.
    pub fn awaits_contribution_again(&self) -> bool {
        let persons: BTreeSet<&Id> = self.persons().map(|person| &person.player).collect();
        !self.play.record().contributions.is_empty() && persons.len() == 1
    }

    /// The people who sit here, without programs.
    pub(super) fn persons(&self) -> impl Iterator<Item = &Participant> {
        self.occupants.iter().filter_map(Occupant::person).filter(|person| !person.program)
    }

    /// The number of the game's state. A move names the state that its player saw.
    pub fn state(&self) -> usize {
        self.play.log().len()
    }

    /// The clocks.
    pub fn clocks(&self) -> &SeatClocks {
        &self.clocks
    }

    /// Offers that are not settled.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// The chat lines that are kept, and how many earlier lines were dropped before them.
    pub fn chat(&self) -> (usize, &VecDeque<ChatLine>) {
        self.chat.lines()
    }

    /// Variations that were added to the game.
    pub fn variations(&self) -> &[Variation] {
        &self.variations
    }

    /// The table of the rematch.
    pub fn rematch(&self) -> Option<&Id> {
        self.rematch.as_ref()
    }

    /// How many events there are.
    pub fn event_count(&self) -> u64 {
        self.event_count
    }

    /// What the game waits for; nothing before the game has begun.
    pub fn awaits(&self) -> Awaits<'_> {
        if self.stage == TableStage::Playing { self.play.awaits() } else { Awaits::Nothing }
    }

    /// Does the server have something to do here by itself: watch a clock, play for an engine, roll
    /// a die, or watch a program that may disconnect?
    pub fn is_due(&self) -> bool {
        let is_open = matches!(self.stage, TableStage::Waiting | TableStage::Playing);
        let has_program =
            self.occupants.iter().filter_map(Occupant::person).any(|person| person.program);
        self.clocks.ends().is_some() && self.stage == TableStage::Playing
            || self.awaits().needs_no_person()
            || is_open && has_program
    }

    /// The seat to move if a person sits there, that person, and since when it is their turn.
    pub fn person_to_move(&self) -> Option<(usize, &Participant, u64)> {
        let Awaits::Person(seat) = self.awaits() else { return None };
        let person = self.occupants[seat.index()].person()?;
        Some((seat.index(), person, self.turn_at))
    }

    /// The seats of a player, from 0.
    pub fn seats_of(&self, player: &Id) -> Vec<usize> {
        let is_theirs =
            |occupant: &Occupant| occupant.person().is_some_and(|person| person.player == *player);
        (0..self.occupants.len()).filter(|seat| is_theirs(&self.occupants[*seat])).collect()
    }
}
