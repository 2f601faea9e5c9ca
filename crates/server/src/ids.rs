//! Ids that nobody can guess, for tables and players, and the secrets that authenticate people.

use std::fmt;

use data_encoding::HEXLOWER;
#[cfg(feature = "cluster")]
use hmac::{Hmac, KeyInit, Mac};
use ludoteca_play::seeds::Seed;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

/// Letters and digits that are not mistaken for each other when people copy them.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The id of a table or a player. Nobody can guess it, so everybody who has a link was given the
/// link.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct Id(String);

impl Id {
    /// Creates a new id.
    pub fn fresh() -> Id {
        Id(letters(16))
    }

    /// An id from a client, as text. If the server never gave it out, nothing is found under it.
    pub fn given(text: impl Into<String>) -> Id {
        Id(text.into())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A secret that authenticates its owner. The server gives it out once, and stores only its hash.
pub struct Secret(String);

impl Secret {
    /// Creates a token that authenticates a player: 256 bits.
    pub fn token() -> Secret {
        Secret(HEXLOWER.encode(&random()))
    }

    /// The text for the owner.
    pub fn into_text(self) -> String {
        self.0
    }

    /// The hash that is stored.
    pub fn hash(&self) -> String {
        hash(&self.0)
    }
}

/// Creates an invite code, which is in the link that a friend is given. It allows its owner to take
/// one seat, once. Besides the friend, the maker of the table and the server know it.
pub fn fresh_invite() -> String {
    letters(20)
}

/// A code for one of several seats, derived from a fresh one.
pub fn derived_invite(fresh: &str, seat: usize) -> String {
    let digest = Sha256::digest(format!("{fresh} {seat}").as_bytes());
    digest
        .iter()
        .take(20)
        .map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]))
        .collect()
}

/// The stored hash of a secret with this text.
pub fn hash(secret: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(secret.as_bytes()))
}

/// A hash that only the owner of the key can compute: it hides an address, of which there are few.
#[cfg(feature = "cluster")]
pub fn keyed_hash(key: &[u8], text: &str) -> String {
    let mut hash = Hmac::<Sha256>::new_from_slice(key).expect("any key will do");
    hash.update(text.as_bytes());
    HEXLOWER.encode(&hash.finalize().into_bytes())
}

/// Creates the seed of everything random in a game.
pub fn fresh_seed() -> Seed {
    Seed::Secret(random())
}

fn letters(count: usize) -> String {
    random()
        .iter()
        .take(count)
        .map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]))
        .collect()
}

fn random() -> [u8; 32] {
    #[cfg(test)]
    if let Some(bytes) = crate::simulator::random_bytes() {
        return bytes;
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("every system that we run on has random numbers");
    bytes
}
