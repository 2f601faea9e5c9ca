//! Redaction: removes a person who asked to be forgotten from the events of a table. The game stays
//! for its other players, and can still be replayed.

use crate::events::{Occupant, Participant, StoredEvent, TableEvent};
use crate::ids::Id;
use crate::names;
use crate::texts;

/// The events of a table that name a person, with their numbers, as they are stored after the
/// redaction. Moves stay. The name and the id are replaced, and chat lines are deleted. `name` is
/// the current name of the person; earlier names are found in the events.
pub fn redacted(
    events: &[(u64, StoredEvent)],
    player: &Id,
    name: &str,
    instead: &Id,
) -> Vec<(u64, StoredEvent)> {
    let names = [name].into_iter().filter(|name| !name.is_empty()).map(names::shown).collect();
    let mut redactor = Redactor { player, instead, maker: None, seats: Vec::new(), names };
    let rewritten = events
        .iter()
        .map(|(number, stored_event)| (*number, stored_event, redactor.rewrite(stored_event)));
    rewritten.filter_map(|(number, old, new)| (new != *old).then_some((number, new))).collect()
}

/// Does the event say something about this person?
pub fn is_about(stored_event: &StoredEvent, player: &Id) -> bool {
    let is_requested = stored_event.request.as_ref().is_some_and(|(by, _)| by == player);
    is_requested || stored_event.event.people().any(|person| person.player == *player)
}

/// The state of a pass through the events of a table.
struct Redactor<'a> {
    player: &'a Id,
    instead: &'a Id,
    maker: Option<Id>,
    /// The player in each seat.
    seats: Vec<Option<Id>>,
    /// The names that the person has had.
    names: Vec<String>,
}

impl Redactor<'_> {
    fn rewrite(&mut self, stored_event: &StoredEvent) -> StoredEvent {
        self.follow(&stored_event.event);
        let mut new = stored_event.clone();
        if let Some((by, _)) = &mut new.request {
            self.replace_id(by);
        }
        match &mut new.event {
            TableEvent::Opened(opened) => {
                opened.maker.iter_mut().for_each(|maker| self.replace_id(maker));
                for occupant in &mut opened.seats {
                    if let Occupant::Person(person) = occupant {
                        self.replace(person);
                    }
                }
            }
            TableEvent::Said { person, .. } if person.player == *self.player => {
                new.event = TableEvent::LineErased { seated: self.is_member() };
            }
            TableEvent::Sat { person, .. }
            | TableEvent::VariationAdded { person, .. }
            | TableEvent::Muted { person } => self.replace(person),
            TableEvent::Unmuted { player } => self.replace_id(player),
            TableEvent::Lost { seat, reason } | TableEvent::Replaced { seat, reason }
                if self.may_have_sat_at(*seat) =>
            {
                self.replace_name(reason);
            }
            _ => {}
        }
        self.leave_seat(&stored_event.event);
        new
    }

    /// Updates seats and names for an event, before the event is redacted.
    fn follow(&mut self, event: &TableEvent) {
        if let TableEvent::Opened(opened) = event {
            self.maker.clone_from(&opened.maker);
            self.seats = opened
                .seats
                .iter()
                .map(|it| it.person().map(|person| person.player.clone()))
                .collect();
        }
        if let TableEvent::Sat { seat, person } = event {
            self.take_seat(*seat, Some(person.player.clone()));
        }
        for person in event.people().filter(|person| person.player == *self.player) {
            self.names.push(names::shown(&person.name));
        }
    }

    fn leave_seat(&mut self, event: &TableEvent) {
        if let TableEvent::Stood { seat }
        | TableEvent::Dismissed { seat, .. }
        | TableEvent::Replaced { seat, .. } = event
        {
            self.take_seat(*seat, None);
        }
    }

    fn take_seat(&mut self, seat: usize, player: Option<Id>) {
        if let Some(seat) = self.seats.get_mut(seat) {
            *seat = player;
        }
    }

    fn is_member(&self) -> bool {
        self.maker.as_ref() == Some(self.player)
            || self.seats.iter().flatten().any(|player| player == self.player)
    }

    /// May this person have sat in this seat? That is possible if the event that says who took it
    /// is damaged.
    fn may_have_sat_at(&self, seat: usize) -> bool {
        self.seats
            .get(seat)
            .is_none_or(|player| player.as_ref().is_none_or(|player| player == self.player))
    }

    fn replace_id(&self, id: &mut Id) {
        if id == self.player {
            id.clone_from(self.instead);
        }
    }

    fn replace(&self, person: &mut Participant) {
        if person.player == *self.player {
            *person = Participant {
                player: self.instead.clone(),
                name: texts::FORMER_PLAYER.to_string(),
                ..person.clone()
            };
        }
    }

    /// A reason begins with the name, perhaps followed by a part of the id.
    fn replace_name(&self, reason: &mut String) {
        let mut names: Vec<&String> = self.names.iter().collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let Some(rest) = names.iter().find_map(|name| reason.strip_prefix(name.as_str())) else {
            return;
        };
        let rest = match rest.strip_prefix(" #") {
            Some(marked) => marked.find([' ', ':']).map_or("", |end| &marked[end..]),
            None => rest,
        };
        *reason = format!("{}{rest}", texts::FORMER_PLAYER);
    }
}
