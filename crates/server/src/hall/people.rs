//! Who comes: names without accounts.

use std::time::Duration;

use super::{Hall, lock};
use crate::fact::Person;
use crate::fault::{Code, Fault};
use crate::ids::{self, Id, Secret};
use crate::names;
use crate::store::Change;
use crate::texts;

/// So many players are remembered between two requests.
const MOST_PLAYERS: usize = 100_000;

/// How exactly it is written down when somebody was last seen.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Hall {
    /// Somebody new, with the token that they are known by from now on.
    ///
    /// # Errors
    /// Where the name is none, or nothing can be written.
    pub async fn welcome(&self, name: &str) -> Result<(Person, String), Fault> {
        let name = read_name(name)?;
        let (id, token) = (Id::fresh(), Secret::token());
        let player = Change::Player {
            id: id.clone(),
            name: name.clone(),
            token_hash: token.hash(),
            created_at: self.clock.now(),
        };
        self.keep(vec![player]).await?;
        Ok((Person { player: id, name, program: false }, token.into_text()))
    }

    /// Who has this token.
    ///
    /// # Errors
    /// Where nobody has.
    pub async fn known(&self, token: &str) -> Result<Person, Fault> {
        let hash = ids::hash(token);
        let known = lock(&self.players).get(&hash).cloned();
        if let Some((person, seen_at)) = known {
            return self.seen(hash, person, seen_at);
        }
        let found = self.store.player(&hash).await.map_err(|error| self.storage_failed(&error))?;
        let (player, name, seen_at) = found.ok_or_else(|| Fault::new(Code::NoToken, texts::WRONG_TOKEN))?;
        // Names that were let in before there were rules are not handed on to new tables.
        let person = Person { player, name: names::shown(&name), program: false };
        {
            let mut players = lock(&self.players);
            if players.len() >= MOST_PLAYERS {
                players.clear();
            }
            players.insert(hash.clone(), (person.clone(), seen_at));
        }
        self.seen(hash, person, seen_at)
    }

    /// Somebody is here, who was last seen then. That is written down once a day.
    fn seen(&self, hash: String, person: Person, seen_at: u64) -> Result<Person, Fault> {
        if let Err(fault) = self.must_be_known(&person.player) {
            lock(&self.players).remove(&hash);
            return Err(fault);
        }
        let now = self.clock.now();
        if now.saturating_sub(seen_at) >= DAY.as_millis() as u64 {
            lock(&self.players).insert(hash, (person.clone(), now));
            let (store, player) = (self.store.clone(), person.player.clone());
            // Where it fails, another day will do.
            self.spawn(async move { drop(store.keep(vec![Change::Seen { player, at: now }]).await) });
        }
        Ok(person)
    }

    /// Somebody calls themselves something else from now on.
    ///
    /// # Errors
    /// Where that is no name, or nothing can be written.
    pub async fn rename(&self, who: &Person, name: &str) -> Result<Person, Fault> {
        let name = read_name(name)?;
        let change = Change::Renamed { id: who.player.clone(), name: name.clone() };
        self.keep(vec![change]).await?;
        lock(&self.players).retain(|_, (person, _)| person.player != who.player);
        Ok(Person { name, ..who.clone() })
    }
}

/// What somebody may call themselves.
fn read_name(name: &str) -> Result<String, Fault> {
    names::read(name).map_err(|why| Fault::bad(texts::no_name(name, &why)))
}
