//! Randomness: a seed gives an independent stream of random numbers for each purpose.

use std::fmt;
use std::str::FromStr;

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use ludoteca_core::Seat;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// The seed of all random numbers of a game: a number that a person can type, or 256 bits that
/// nobody can guess.
///
/// ```
/// use ludoteca_play::seeds::Seed;
/// let typed: Seed = "42".parse().unwrap();
/// assert_eq!(typed, Seed::Number(42));
/// let secret = Seed::Secret([0xa5; 32]);
/// assert_eq!(secret.to_string().parse(), Ok(secret));
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Seed {
    /// Written in decimal digits, 20 at most.
    Number(u64),
    /// Written in 64 hexadecimal digits.
    Secret([u8; 32]),
}

impl Seed {
    /// The key of all its streams. A secret is used as it is, and a number is turned into a key.
    pub fn key(self) -> [u8; 32] {
        match self {
            Seed::Number(number) => ChaCha8Rng::seed_from_u64(number).get_seed(),
            Seed::Secret(bytes) => bytes,
        }
    }

    /// The seed of the dice, with the players' contributions mixed in (one entry for each seat, in
    /// turn order). Without contributions it is the seed itself. `docs/records.md` documents the
    /// method, so it never changes.
    pub fn mixed_with(self, contributions: &[Option<Entropy>]) -> Seed {
        if contributions.iter().all(Option::is_none) {
            return self;
        }
        let mut hash = Sha256::new();
        hash.update(MIXED);
        hash.update(self.key());
        for contribution in contributions {
            match contribution {
                None => hash.update([0]),
                Some(Entropy(bytes)) => {
                    hash.update([1]);
                    hash.update(bytes);
                }
            }
        }
        Seed::Secret(hash.finalize().into())
    }
}

/// The prefix of the hash input of a mixed seed, which keeps it apart from all other hashes.
const MIXED: &[u8] = b"ludoteca dice 1";

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        Seed::Number(number)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seed::Number(number) => number.fmt(f),
            Seed::Secret(bytes) => HEXLOWER.encode_display(bytes).fmt(f),
        }
    }
}

/// Why a text is no seed.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct NoSeed;

impl FromStr for Seed {
    type Err = NoSeed;

    fn from_str(text: &str) -> Result<Seed, NoSeed> {
        if text.is_empty() || !text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(NoSeed);
        }
        if text.len() != 64 {
            return text.parse().map(Seed::Number).map_err(|_| NoSeed);
        }
        read_hex(text).map(Seed::Secret).ok_or(NoSeed)
    }
}

/// A player's contribution to the dice: 256 bits of their own choice. With it, the person who chose
/// the seed cannot have chosen the rolls.
///
/// ```
/// use ludoteca_play::seeds::Entropy;
/// let own: Entropy = "5A".repeat(32).parse().unwrap();
/// assert_eq!(own.to_string(), "5a".repeat(32));
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Entropy(pub [u8; 32]);

impl fmt::Display for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        HEXLOWER.encode_display(&self.0).fmt(f)
    }
}

/// Why a text is no contribution to the dice.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct NoEntropy;

impl FromStr for Entropy {
    type Err = NoEntropy;

    fn from_str(text: &str) -> Result<Entropy, NoEntropy> {
        read_hex(text).map(Entropy).ok_or(NoEntropy)
    }
}

/// 32 bytes, as 64 hexadecimal digits.
fn read_hex(text: &str) -> Option<[u8; 32]> {
    HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?.try_into().ok()
}

/// The purpose of a stream of random numbers.
#[derive(Copy, Clone, Debug)]
pub enum Purpose {
    /// Obstacles.
    SetUp,
    /// One random game that is shown, with its dice and moves.
    Playthrough,
    /// A block of random games, by its number.
    Playouts(u32),
    /// A roll of the die, by the number of rolls before it. It depends on nothing else, so that
    /// neither taking back nor the moves that are played change the dice.
    Die(u32),
    /// The move of a random player or the search of an engine, by the number of steps before it.
    Player(Seat, u32),
    /// The seed of the game that follows in a series.
    NextGame,
    /// The seed of a game of a tournament, or the steps of a game of self-play, by its number.
    Game(u32),
    /// The training of a network.
    Training,
}

/// The stream of a seed for a purpose: the same on every machine.
pub fn stream(seed: impl Into<Seed>, purpose: Purpose) -> ChaCha8Rng {
    let numbered = |kind: u64, number: u32| kind << 32 | u64::from(number);
    let mut generator = ChaCha8Rng::from_seed(seed.into().key());
    generator.set_stream(match purpose {
        Purpose::SetUp => 0,
        Purpose::Playthrough => 1,
        Purpose::NextGame => 2,
        Purpose::Training => 3,
        Purpose::Playouts(block) => numbered(1, block),
        Purpose::Die(ply) => numbered(2, ply),
        Purpose::Player(seat, ply) => numbered(3 + seat.index() as u64, ply),
        Purpose::Game(number) => numbered(7, number),
    });
    generator
}

/// The first number of a stream, for code that needs a plain number as its seed.
pub fn number(seed: impl Into<Seed>, purpose: Purpose) -> u64 {
    stream(seed, purpose).next_u64()
}

/// Seeds that the program chooses are below this number, so that people can type them.
pub const SEEDS: u64 = 1_000_000_000;

/// The seed of the game that follows one with this seed. It is of the same kind.
pub fn next_seed(seed: Seed) -> Seed {
    seed_for(seed, Purpose::NextGame)
}

/// The seed of one of many games, by its number. It is of the same kind.
pub fn game_seed(seed: Seed, number: u32) -> Seed {
    seed_for(seed, Purpose::Game(number))
}

fn seed_for(seed: Seed, purpose: Purpose) -> Seed {
    let mut generator = stream(seed, purpose);
    match seed {
        Seed::Number(_) => Seed::Number(generator.next_u64() % SEEDS),
        Seed::Secret(mut bytes) => {
            generator.fill_bytes(&mut bytes);
            Seed::Secret(bytes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_read() {
        for text in ["0", "18446744073709551615", &"0".repeat(64), &"9f".repeat(32)] {
            assert_eq!(text.parse::<Seed>().map(|seed| seed.to_string()).as_deref(), Ok(text));
        }
        for text in [
            "",
            "-1",
            "+1",
            "18446744073709551616",
            "a",
            "0x7",
            &"9F".repeat(32),
            &"g".repeat(64),
            "\u{e9}",
        ] {
            assert_eq!(text.parse::<Seed>(), Err(NoSeed), "{text}");
        }
        assert!(matches!(next_seed(Seed::Secret([1; 32])), Seed::Secret(next) if next != [1; 32]));
    }

    #[test]
    fn contributions_are_read() {
        for text in ["0".repeat(64), "9f".repeat(32)] {
            assert_eq!(text.parse::<Entropy>().map(|entropy| entropy.to_string()), Ok(text));
        }
        for text in
            ["", "7", &"0".repeat(63), &"0".repeat(65), &"+f".repeat(32), &"\u{e9}".repeat(32)]
        {
            assert_eq!(text.parse::<Entropy>(), Err(NoEntropy), "{text}");
        }
    }

    /// The mixed seed depends on the seed, the contributions, and who made them.
    #[test]
    fn mixed_seeds_differ() {
        let (one, other) = (Some(Entropy([1; 32])), Some(Entropy([2; 32])));
        let (seed, next) = (Seed::Secret([7; 32]), Seed::Secret([8; 32]));
        assert_eq!(seed.mixed_with(&[]), seed);
        assert_eq!(seed.mixed_with(&[None, None]), seed);
        let rows: [(Seed, &[Option<Entropy>]); 9] = [
            (seed, &[None, None]),
            (next, &[None, None]),
            (seed, &[one, None]),
            (next, &[one, None]),
            (seed, &[None, one]),
            (seed, &[one, None, None]),
            (seed, &[one, one]),
            (seed, &[one, other]),
            (seed, &[other, one]),
        ];
        let mut mixed: Vec<String> =
            rows.map(|(seed, given)| seed.mixed_with(given).to_string()).to_vec();
        mixed.sort_unstable();
        mixed.dedup();
        assert_eq!(mixed.len(), rows.len());
    }

    #[test]
    fn streams_differ() {
        let purposes = [
            Purpose::SetUp,
            Purpose::Playthrough,
            Purpose::NextGame,
            Purpose::Playouts(0),
            Purpose::Playouts(1),
            Purpose::Die(0),
            Purpose::Die(1),
            Purpose::Player(Seat::FIRST, 0),
            Purpose::Player(Seat::FIRST, 1),
            Purpose::Player(Seat::SECOND, 0),
            Purpose::Player(Seat::new(3), 0),
            Purpose::Game(0),
            Purpose::Game(1),
        ];
        let mut first: Vec<u64> =
            purposes.iter().map(|purpose| stream(7, *purpose).next_u64()).collect();
        assert_eq!(stream(7, Purpose::SetUp).next_u64(), first[0]);
        // The meaning of seeds is documented for others, so it never changes.
        assert_eq!(stream(7, Purpose::Die(3)).next_u64(), 14_072_020_595_516_913_089);
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), purposes.len());
    }
}
