//! The players: names without accounts.

use std::time::Duration;

use super::{TableRegistry, lock};
use crate::error::{ApiError, ErrorCode};
use crate::events::Participant;
use crate::ids::{self, Id, Secret};
use crate::names;
use crate::store::StoreChange;
use crate::texts::{self, ErrorText};

/// How many players are cached between requests.
const MOST_PLAYERS: usize = 100_000;

/// How often the time at which somebody was last seen is written.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl TableRegistry {
    /// Creates a player, and the token that identifies the player from now on.
    ///
    /// # Errors
    /// Fails if the name is not valid, or nothing can be written.
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

    /// The player who owns this token.
    ///
    /// # Errors
    /// Fails if nobody owns it.
    pub async fn authenticate(&self, token: &str) -> Result<Participant, ApiError> {
        let person = self.owner_of(token).await?;
        if let Err(error) = self.must_be_known(&person.player) {
            lock(&self.players).remove(&ids::hash(token));
            return Err(error);
        }
        Ok(person)
    }

    /// The player who owns this token, even if their erasure has begun. As long as it is not
    /// complete, they can ask for it again.
    ///
    /// # Errors
    /// Fails if nobody owns it.
    pub async fn owner_of(&self, token: &str) -> Result<Participant, ApiError> {
        let hash = ids::hash(token);
        // Other servers may have changed the name meanwhile.
        let is_shared = self.store.is_shared();
        let known = lock(&self.players).get(&hash).filter(|_| !is_shared).cloned();
        if let Some((person, seen_at)) = known {
            return Ok(self.record_seen(hash, person, seen_at));
        }
        let found = self.store.player(&hash).await.map_err(|error| self.storage_failed(&error))?;
        let (player, name, seen_at) =
            found.ok_or_else(|| ApiError::new(ErrorCode::NoToken, texts::WRONG_TOKEN))?;
        // A name that was stored before there were rules is not copied to new tables.
        let person = Participant { player, name: names::shown(&name), program: false };
        if !is_shared {
            let mut players = lock(&self.players);
            if players.len() >= MOST_PLAYERS {
                players.clear();
            }
            players.insert(hash.clone(), (person.clone(), seen_at));
        }
        Ok(self.record_seen(hash, person, seen_at))
    }

    /// Records that somebody was seen. `seen_at` is the time in the file, which is updated once a
    /// day.
    fn record_seen(&self, hash: String, person: Participant, seen_at: u64) -> Participant {
        let now = self.clock.now();
        if now.saturating_sub(seen_at) >= DAY.as_millis() as u64 {
            if !self.store.is_shared() {
                lock(&self.players).insert(hash, (person.clone(), now));
            }
            let (store, player) = (self.store.clone(), person.player.clone());
            // If the write fails, it is tried again later.
            self.spawn(async move {
                drop(store.save(vec![StoreChange::Seen { player, at: now }]).await);
            });
        }
        person
    }

    /// Changes the name of somebody.
    ///
    /// # Errors
    /// Fails if the name is not valid, or nothing can be written.
    pub async fn rename(&self, who: &Participant, name: &str) -> Result<Participant, ApiError> {
        let name = read_name(name)?;
        let change = StoreChange::Renamed { id: who.player.clone(), name: name.clone() };
        self.save(vec![change]).await?;
        lock(&self.players).retain(|_, (person, _)| person.player != who.player);
        Ok(Participant { name, ..who.clone() })
    }
}

/// Checks a name that somebody has typed.
fn read_name(name: &str) -> Result<String, ApiError> {
    names::read(name).map_err(|why| ApiError::bad_request(ErrorText::NoName(name.to_owned(), why)))
}
