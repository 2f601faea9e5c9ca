//! Who comes: names without accounts.

use std::time::Duration;

use super::{TableRegistry, lock};
use crate::error::{ApiError, ErrorCode};
use crate::events::Participant;
use crate::ids::{self, Id, Secret};
use crate::names;
use crate::store::StoreChange;
use crate::texts;

/// So many players are remembered between two requests.
const MOST_PLAYERS: usize = 100_000;

/// How exactly it is written down when somebody was last seen.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl TableRegistry {
    /// Somebody new, with the token that they are known by from now on.
    ///
    /// # Errors
    /// Where the name is none, or nothing can be written.
    pub async fn create_player(&self, name: &str) -> Result<(Participant, String), ApiError> {
        let name = read_name(name)?;
        let (id, token) = (Id::fresh(), Secret::token());
        let player = StoreChange::Player {
            id: id.clone(),
            name: name.clone(),
            token_hash: token.hash(),
            created_at: self.clock.now(),
        };
        self.save(vec![player]).await?;
        Ok((Participant { player: id, name, program: false }, token.into_text()))
    }

    /// Who has this token.
    ///
    /// # Errors
    /// Where nobody has.
    pub async fn authenticate(&self, token: &str) -> Result<Participant, ApiError> {
        let hash = ids::hash(token);
        let known = lock(&self.players).get(&hash).cloned();
        if let Some((person, seen_at)) = known {
            return self.record_seen(hash, person, seen_at);
        }
        let found = self.store.player(&hash).await.map_err(|error| self.storage_failed(&error))?;
        let (player, name, seen_at) =
            found.ok_or_else(|| ApiError::new(ErrorCode::NoToken, texts::WRONG_TOKEN))?;
        // Names that were let in before there were rules are not handed on to new tables.
        let person = Participant { player, name: names::shown(&name), program: false };
        {
            let mut players = lock(&self.players);
            if players.len() >= MOST_PLAYERS {
                players.clear();
            }
            players.insert(hash.clone(), (person.clone(), seen_at));
        }
        self.record_seen(hash, person, seen_at)
    }

    /// Somebody is here, who was last seen then. That is written down once a day.
    fn record_seen(
        &self,
        hash: String,
        person: Participant,
        seen_at: u64,
    ) -> Result<Participant, ApiError> {
        if let Err(fault) = self.must_be_known(&person.player) {
            lock(&self.players).remove(&hash);
            return Err(fault);
        }
        let now = self.clock.now();
        if now.saturating_sub(seen_at) >= DAY.as_millis() as u64 {
            lock(&self.players).insert(hash, (person.clone(), now));
            let (store, player) = (self.store.clone(), person.player.clone());
            // Where it fails, another day will do.
            self.spawn(async move {
                drop(store.save(vec![StoreChange::Seen { player, at: now }]).await)
            });
        }
        Ok(person)
    }

    /// Somebody calls themselves something else from now on.
    ///
    /// # Errors
    /// Where that is no name, or nothing can be written.
    pub async fn rename(&self, who: &Participant, name: &str) -> Result<Participant, ApiError> {
        let name = read_name(name)?;
        let change = StoreChange::Renamed { id: who.player.clone(), name: name.clone() };
        self.save(vec![change]).await?;
        lock(&self.players).retain(|_, (person, _)| person.player != who.player);
        Ok(Participant { name, ..who.clone() })
    }
}

/// What somebody may call themselves.
fn read_name(name: &str) -> Result<String, ApiError> {
    names::read(name).map_err(|why| ApiError::bad_request(texts::no_name(name, &why)))
}
