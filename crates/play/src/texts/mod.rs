//! What people read of a game in progress, one file a language: refusals of commands and players,
//! and why games were decided.

mod de;
mod en;
mod es;
mod pt;
#[cfg(test)]
mod tests;

use ludoteca_core::{Language, Spelling, Tell, errors_in_english};

use crate::play::{BadRecord, Refused};
use crate::players::PlayersError;
use crate::record::{Decision, ResultFor};
use crate::seeds::{NoEntropy, NoSeed};
use crate::setup::SetupError;

/// The texts of one language.
struct Texts {
    refused: fn(&Refused) -> String,
    players_error: fn(&PlayersError) -> String,
    setup_error: fn(&SetupError) -> String,
    bad_record: fn(&BadRecord) -> String,
    decision: fn(&Decision) -> String,
    result_for: fn(&ResultFor) -> String,
    no_seed: fn(&NoSeed) -> String,
    no_entropy: fn(&NoEntropy) -> String,
}

fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

macro_rules! told {
    ($($type:ty = $field:ident;)+) => {$(
        impl Tell for $type {
            fn tell(&self, language: Language, _spelling: Spelling) -> String {
                (texts(language).$field)(self)
            }
        }
    )+};
}

told! {
    Refused = refused;
    PlayersError = players_error;
    SetupError = setup_error;
    BadRecord = bad_record;
    Decision = decision;
    ResultFor = result_for;
    NoSeed = no_seed;
    NoEntropy = no_entropy;
}

errors_in_english!(
    Refused,
    PlayersError,
    SetupError,
    BadRecord,
    Decision,
    ResultFor,
    NoSeed,
    NoEntropy
);
