//! What can be seen of a table.

use std::collections::{BTreeSet, VecDeque};

use ludoteca_core::Seat;
use ludoteca_play::seeds::Entropy;
use ludoteca_play::{Awaits, Play};

use super::clocks::SeatClocks;
use super::{ChatLine, HostedTable, Offer, TableStage, Variation};
use crate::events::{Occupant, Opened, Participant};
use crate::ids::Id;

impl HostedTable {
    /// What it is called.
    pub fn id(&self) -> &Id {
        &self.id
    }

    /// How it began.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// When it was made, and when something happened last.
    pub fn times(&self) -> (u64, u64) {
        (self.created_at, self.changed_at)
    }

    /// How far it has come.
    pub fn stage(&self) -> TableStage {
        self.stage
    }

    /// Who fills the seats, or may.
    pub fn occupants(&self) -> &[Occupant] {
        &self.occupants
    }

    /// What somebody is shown as: people whose names look alike are told apart.
    pub fn shown_name(&self, person: &Participant) -> String {
        self.names.of(person)
    }

    /// The game.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// Who was passed over after each step, and why.
    pub fn skips(&self) -> &[Vec<(Seat, String)>] {
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

    /// What each seat has contributed to the dice, and whether one still can; `None` in a game
    /// without dice.
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

    /// Does a rematch wait for a contribution to its dice? It does for a single person who
    /// contributed to these, and has just asked for it. Where there are several, the game begins,
    /// and there is time until the first roll.
    pub fn awaits_contribution_again(&self) -> bool {
        let persons: BTreeSet<&Id> = self.persons().map(|person| &person.player).collect();
        !self.play.record().contributions.is_empty() && persons.len() == 1
    }

    /// The people who sit here, without programs.
    pub(super) fn persons(&self) -> impl Iterator<Item = &Participant> {
        self.occupants.iter().filter_map(Occupant::person).filter(|person| !person.program)
    }

    /// The number of the game's state: who moves says which they saw.
    pub fn state(&self) -> usize {
        self.play.log().len()
    }

    /// The clocks.
    pub fn clocks(&self) -> &SeatClocks {
        &self.clocks
    }

    /// What is proposed and not settled.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// Lines of the chat that have a place, after so many that have none any more.
    pub fn chat(&self) -> (usize, &VecDeque<ChatLine>) {
        self.chat.lines()
    }

    /// What could have been played.
    pub fn variations(&self) -> &[Variation] {
        &self.variations
    }

    /// The table of the game that followed this one.
    pub fn rematch(&self) -> Option<&Id> {
        self.rematch.as_ref()
    }

    /// How many events there are.
    pub fn event_count(&self) -> u64 {
        self.event_count
    }

    /// What the game waits for: nothing before it has begun.
    pub fn awaits(&self) -> Awaits<'_> {
        if self.stage == TableStage::Playing { self.play.awaits() } else { Awaits::Nothing }
    }

    /// Has the server something to see to here by itself: a clock, an engine, a die, or a program
    /// that leaves with it?
    pub fn is_due(&self) -> bool {
        let is_open = matches!(self.stage, TableStage::Waiting | TableStage::Playing);
        let has_program =
            self.occupants.iter().filter_map(Occupant::person).any(|person| person.program);
        self.clocks.ends().is_some() && self.stage == TableStage::Playing
            || self.awaits().needs_no_person()
            || is_open && has_program
    }

    /// The person who is to move, and since when.
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
