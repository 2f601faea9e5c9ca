//! Verifiable dice: the host that rolls them commits to a seed before the game and reveals it
//! afterwards.

use data_encoding::HEXLOWER;
use ludoteca_core::{Next, Table};
use ludoteca_play::seeds::{Entropy, Purpose, Seed, stream};
use ludoteca_play::{Dice, Player, Record};
use sha2::{Digest, Sha256};

use crate::review::replayed;

/// The commitment to the secret seed of a game: the SHA-256 of its 32 bytes, in 64 lower-case
/// hexadecimal digits. For a seed that is a number, the bytes are those of the key that is made
/// from it.
///
/// ```
/// use ludoteca_analysis::dice::commitment;
/// use ludoteca_play::seeds::Seed;
/// let expected = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
/// assert_eq!(commitment(&Seed::Secret([0; 32])), expected);
/// ```
pub fn commitment(seed: &Seed) -> String {
    HEXLOWER.encode(&Sha256::digest(seed.key()))
}

/// The header of a record that contains the commitment.
pub fn header(commitment: &str) -> (String, String) {
    (HEADER.to_owned(), format!("{HASH} {commitment}"))
}

/// What a record claims about chance.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum DiceClaim {
    /// Its seed matches its commitment.
    Commitment,
    /// Its rolls follow from its seed and from what its players have contributed.
    Rolls,
    /// The moves of its random players follow from its seed.
    RandomMoves,
    /// Its commitment is the one that a witness was shown when the game began.
    ShownCommitment,
    /// It contains what a witness contributed to the dice.
    OwnContribution,
}

/// What a person who was at the table knows about its dice.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Witness {
    /// The commitment that the person was shown when the game began, in 64 hexadecimal digits.
    pub commitment: Option<String>,
    /// What the person contributed to the dice.
    pub contributions: Vec<Entropy>,
}

/// The result of checking a claim: if it holds, the number of seeds, rolls or moves that were
/// checked.
pub type Finding = Result<usize, ClaimError>;

/// Why a claim does not hold.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ClaimError {
    /// The game is still going on: the seed would reveal the rolls to come.
    #[error("the seed is secret while the game goes on")]
    GoesOn,
    /// The game is over, but the seed was not revealed.
    #[error("the seed was not revealed")]
    NoSeed,
    /// There is no commitment, so the seed may have been chosen to give these rolls.
    #[error("there is no commitment")]
    NoCommitment,
    /// There is more than one commitment, so the host could choose between them afterwards.
    #[error("there are {0} commitments: allowed is one")]
    Commitments(usize),
    /// The commitment is malformed.
    #[error("`{0}` is no commitment: allowed is {HASH} and 64 hexadecimal digits")]
    BadCommitment(String),
    /// The seed does not match the commitment.
    #[error("the SHA-256 of the seed is {0}")]
    OtherSeed(String),
    /// The rolls were typed in, for example from a real board.
    #[error("the rolls were typed, and follow from no seed")]
    Typed,
    /// A roll differs from the one that follows from the seed.
    #[error("roll {number}, step {step}, is {found}, but {} {drawn}", if *mixed { "they give" } else { "the seed gives" })]
    Roll {
        /// Have players contributed to the dice?
        mixed: bool,
        /// Which roll of the game, from 1.
        number: usize,
        /// Which step of the game, from 1.
        step: usize,
        /// What the record says.
        found: String,
        /// What follows from the seed.
        drawn: String,
    },
    /// A random move differs from the one that follows from the seed.
    #[error("step {step}, a random move of {player}, is {found}, but the seed gives {drawn}")]
    Move {
        /// Which step of the game, from 1.
        step: usize,
        /// Whose move it is.
        player: String,
        /// What the record says.
        found: String,
        /// What follows from the seed.
        drawn: String,
    },
    /// The record is not of the game that began with this commitment, or it was made up afterwards.
    #[error("the record has {0}")]
    OtherCommitment(String),
    /// The contribution is missing or was changed.
    #[error("no seat contributed {0}")]
    NotContributed(Entropy),
}

/// Checks everything that a record claims about chance. The moves of random players are checked
/// only if the host commits to a seed, since only such a host claims to take them from it.
///
/// # Panics
/// Where the record cannot be played; one that was read can.
pub fn verify(record: &Record) -> Vec<(DiceClaim, Finding)> {
    let commitments = commitments(record);
    let play = replayed(record);
    let tables = play.positions();
    let mut found = vec![(DiceClaim::Commitment, check_commitment(record, &commitments))];
    if tables[0].has_dice() {
        found.push((DiceClaim::Rolls, check_rolls(record, tables)));
    }
    if !commitments.is_empty() && record.seats.iter().any(|seated| seated.player == Player::Random)
    {
        found.push((DiceClaim::RandomMoves, check_random_moves(record, tables)));
    }
    found
}

/// Checks a record against what a person who was at the table knows. The record's own statements do
/// not count then.
pub fn verify_with_witness(record: &Record, known: &Witness) -> Vec<(DiceClaim, Finding)> {
    let shown = known
        .commitment
        .iter()
        .map(|shown| (DiceClaim::ShownCommitment, check_shown(record, shown)));
    let own = known.contributions.iter().map(|entropy| {
        let is_there = record.contributions.contains(&Some(*entropy));
        (
            DiceClaim::OwnContribution,
            if is_there { Ok(1) } else { Err(ClaimError::NotContributed(*entropy)) },
        )
    });
    shown.chain(own).collect()
}

fn check_shown(record: &Record, shown: &str) -> Finding {
    let found = read_commitment(&commitments(record))?;
    if found.eq_ignore_ascii_case(shown) {
        Ok(1)
    } else {
        Err(ClaimError::OtherCommitment(found.to_owned()))
    }
}

fn commitments(record: &Record) -> Vec<&str> {
    let is_one = |(name, _): &&(String, String)| name.eq_ignore_ascii_case(HEADER);
    record.other_headers.iter().filter(is_one).map(|(_, value)| value.as_str()).collect()
}

fn check_commitment(record: &Record, commitments: &[&str]) -> Finding {
    let committed = read_commitment(commitments)?;
    let told = commitment(&seed(record)?);
    if committed.eq_ignore_ascii_case(&told) { Ok(1) } else { Err(ClaimError::OtherSeed(told)) }
}

/// Reads the digits of the commitment, of which there must be exactly one.
fn read_commitment<'a>(commitments: &[&'a str]) -> Result<&'a str, ClaimError> {
    let value = match commitments {
        [] => return Err(ClaimError::NoCommitment),
        [value] => *value,
        several => return Err(ClaimError::Commitments(several.len())),
    };
    let is_hash =
        |hash: &&str| hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    let words =
        value.split_once(' ').filter(|(name, _)| *name == HASH).map(|(_, hash)| hash.trim());
    words.filter(is_hash).ok_or_else(|| ClaimError::BadCommitment(value.to_owned()))
}

fn check_rolls(record: &Record, tables: &[Box<dyn Table>]) -> Finding {
    if record.dice == Dice::Typed {
        return Err(ClaimError::Typed);
    }
    let seed = seed(record)?.mixed_with(&record.contributions);
    let mixed = !record.contributions.is_empty();
    let mut rolls = 0;
    for (at, (table, recorded)) in tables.iter().zip(&record.steps).enumerate() {
        if table.next() != Next::Chance {
            continue;
        }
        let drawn = draw(seed, Purpose::Die(rolls as u32), &**table);
        rolls += 1;
        if recorded.step != drawn {
            return Err(ClaimError::Roll {
                mixed,
                number: rolls,
                step: at + 1,
                found: recorded.step.clone(),
                drawn,
            });
        }
    }
    Ok(rolls)
}

fn check_random_moves(record: &Record, tables: &[Box<dyn Table>]) -> Finding {
    let seed = seed(record)?;
    let mut moves = 0;
    for (at, (table, recorded)) in tables.iter().zip(&record.steps).enumerate() {
        let mover = table.next().seat().map(|seat| (seat, &record.seats[seat.index()]));
        let Some((seat, seated)) = mover.filter(|(_, seated)| seated.player == Player::Random)
        else {
            continue;
        };
        let drawn = draw(seed, Purpose::Player(seat, at as u32), &**table);
        moves += 1;
        if recorded.step != drawn {
            let (player, found) = (seated.name.clone(), recorded.step.clone());
            return Err(ClaimError::Move { step: at + 1, player, found, drawn });
        }
    }
    Ok(moves)
}

fn seed(record: &Record) -> Result<Seed, ClaimError> {
    record.seed.ok_or(if record.ending.is_none() { ClaimError::GoesOn } else { ClaimError::NoSeed })
}

/// The random step that the seed gives at this point of a game.
fn draw(seed: Seed, purpose: Purpose, table: &dyn Table) -> String {
    table.random_step(&mut stream(seed, purpose)).expect("a step was made there")
}

const HEADER: &str = "Commitment";
const HASH: &str = "sha256";
