//! Names that nobody can guess: of tables and players, and the secrets that let people in.

use std::fmt;

use data_encoding::HEXLOWER;
use ludoteca_play::seeds::Seed;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

/// Letters that are read alike in every script and copied without mistakes.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// What a table or a player is called in addresses: as good as unguessable, so that who has a link
/// was given it.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct Id(String);

impl Id {
    /// One that nobody has.
    pub fn fresh() -> Id {
        Id(letters(16))
    }

    /// One that was given out, as text; anything else is found nowhere.
    pub fn given(text: impl Into<String>) -> Id {
        Id(text.into())
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What lets somebody in who has it. The server gives it out once, and remembers only its hash.
pub struct Secret(String);

impl Secret {
    /// One that keeps a person's seats: 256 bits.
    pub fn token() -> Secret {
        Secret(HEXLOWER.encode(&random()))
    }

    /// To be given to who it is for.
    pub fn into_text(self) -> String {
        self.0
    }

    /// What is remembered of it.
    pub fn hash(&self) -> String {
        hash(&self.0)
    }
}

/// What a friend shows who was given a link. It lets them take one seat, once, and is no secret
/// between the maker of the table and the server.
pub fn fresh_invite() -> String {
    letters(20)
}

/// A code for one of several seats, from a fresh one.
pub fn derived_invite(fresh: &str, seat: usize) -> String {
    let digest = Sha256::digest(format!("{fresh} {seat}").as_bytes());
    digest
        .iter()
        .take(20)
        .map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]))
        .collect()
}

/// What is remembered of a secret with this text.
pub fn hash(secret: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(secret.as_bytes()))
}

/// What everything random in a game is drawn from.
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
