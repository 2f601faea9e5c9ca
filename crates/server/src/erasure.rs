//! A person who wants to be forgotten, taken out of what happened at a table: the game stays, for those who played it, and can be replayed.

use crate::fact::{Dated, Fact, Occupant, Person};
use crate::ids::Id;
use crate::names;
use crate::texts;

/// The facts of a table that name a person, as they are to be kept instead, with their numbers. Moves stay; the name and the id are
/// another's, and what was said is gone. `name` is what they call themselves now; what they were called before is found on the way.
pub fn without(facts: &[(u64, Dated)], player: &Id, name: &str, instead: &Id) -> Vec<(u64, Dated)> {
    let names = [name].into_iter().filter(|name| !name.is_empty()).map(names::shown).collect();
    let mut walk = Walk { player, instead, maker: None, seats: Vec::new(), names };
    let rewritten = facts.iter().map(|(number, dated)| (*number, dated, walk.rewrite(dated)));
    rewritten.filter_map(|(number, old, new)| (new != *old).then_some((number, new))).collect()
}

/// Does a fact say something about this person?
pub fn is_about(dated: &Dated, player: &Id) -> bool {
    let is_requested = dated.request.as_ref().is_some_and(|(by, _)| by == player);
    is_requested || dated.fact.people().any(|person| person.player == *player)
}

/// On the way through the facts of a table.
struct Walk<'a> {
    player: &'a Id,
    instead: &'a Id,
    maker: Option<Id>,
    /// Who sits where.
    seats: Vec<Option<Id>>,
    /// What the person has called themselves.
    names: Vec<String>,
}

impl Walk<'_> {
    fn rewrite(&mut self, dated: &Dated) -> Dated {
        self.follow(&dated.fact);
        let mut new = dated.clone();
        if let Some((by, _)) = &mut new.request {
            self.replace_id(by);
        }
        match &mut new.fact {
            Fact::Opened(opened) => {
                opened.maker.iter_mut().for_each(|maker| self.replace_id(maker));
                for occupant in &mut opened.seats {
                    if let Occupant::Person(person) = occupant {
                        self.replace(person);
                    }
                }
            }
            Fact::Said { person, .. } if person.player == *self.player => {
                new.fact = Fact::Unsaid { seated: self.is_at_home() };
            }
            Fact::Sat { person, .. } | Fact::Varied { person, .. } | Fact::Muted { person } => self.replace(person),
            Fact::Unmuted { player } => self.replace_id(player),
            Fact::Lost { seat, reason } | Fact::Replaced { seat, reason } if self.may_have_sat_at(*seat) => {
                self.replace_name(reason);
            }
            _ => {}
        }
        self.leave_seat(&dated.fact);
        new
    }

    /// Who is who before something happens.
    fn follow(&mut self, fact: &Fact) {
        if let Fact::Opened(opened) = fact {
            self.maker.clone_from(&opened.maker);
            self.seats = opened.seats.iter().map(|it| it.person().map(|person| person.player.clone())).collect();
        }
        if let Fact::Sat { seat, person } = fact {
            self.take_seat(*seat, Some(person.player.clone()));
        }
        for person in fact.people().filter(|person| person.player == *self.player) {
            self.names.push(names::shown(&person.name));
        }
    }

    fn leave_seat(&mut self, fact: &Fact) {
        if let Fact::Stood { seat } | Fact::Dismissed { seat, .. } | Fact::Replaced { seat, .. } = fact {
            self.take_seat(*seat, None);
        }
    }

    fn take_seat(&mut self, seat: usize, player: Option<Id>) {
        if let Some(seat) = self.seats.get_mut(seat) {
            *seat = player;
        }
    }

    fn is_at_home(&self) -> bool {
        self.maker.as_ref() == Some(self.player) || self.seats.iter().flatten().any(|player| player == self.player)
    }

    /// Where the fact that says who sat there is damaged, it may have been them.
    fn may_have_sat_at(&self, seat: usize) -> bool {
        self.seats.get(seat).is_none_or(|player| player.as_ref().is_none_or(|player| player == self.player))
    }

    fn replace_id(&self, id: &mut Id) {
        if id == self.player {
            id.clone_from(self.instead);
        }
    }

    fn replace(&self, person: &mut Person) {
        if person.player == *self.player {
            *person = Person { player: self.instead.clone(), name: texts::FORMER_PLAYER.to_owned(), ..person.clone() };
        }
    }

    /// A reason begins with the name, which may be told apart from another's.
    fn replace_name(&self, reason: &mut String) {
        let mut names: Vec<&String> = self.names.iter().collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let Some(rest) = names.iter().find_map(|name| reason.strip_prefix(name.as_str())) else { return };
        let rest = match rest.strip_prefix(" #") {
            Some(marked) => marked.find([' ', ':']).map_or("", |end| &marked[end..]),
            None => rest,
        };
        *reason = format!("{}{rest}", texts::FORMER_PLAYER);
    }
}
