//! The texts of the referee: all sentences of its log, and the names of its files.

use std::fmt;
use std::path::PathBuf;

use ludoteca_core::Verdict;

use super::RefereedGame;

/// An event of a referee. Clients are named by number and address: `client-3 (127.0.0.1:41700)`.
#[derive(Clone, PartialEq, Debug)]
pub enum RefereeEvent {
    /// A client has connected.
    Came(String),
    /// A client that was not in a game has left.
    Left(String),
    /// A game begins.
    Begun {
        /// The number of the game.
        game: u64,
        /// The players, in seat order.
        names: [String; 2],
    },
    /// A foul was forgiven.
    Forgiven {
        /// The number of the game.
        game: u64,
        /// The client that committed the foul.
        name: String,
        /// A description of the foul.
        foul: String,
    },
    /// A game is over.
    Ended(RefereedGame),
    /// A game could not be played to its end because of an error of ours.
    Failed(String),
    /// No connection can be accepted for the moment.
    AcceptFailed(String),
    /// A record cannot be written.
    Unwritten {
        /// The file.
        path: PathBuf,
        /// Why it cannot be written.
        reason: String,
    },
}

/// The event as one line of the log.
impl fmt::Display for RefereeEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefereeEvent::Came(name) => write!(f, "{name} has come"),
            RefereeEvent::Left(name) => write!(f, "{name} has left"),
            RefereeEvent::Begun { game, names: [first, second] } => {
                write!(f, "game {game}: {first} against {second}")
            }
            RefereeEvent::Forgiven { game, name, foul } => {
                write!(f, "game {game}: {name} is asked again: {foul}")
            }
            RefereeEvent::Ended(RefereedGame { game, names, ending, steps }) => {
                let after = format!("after {steps} {}", if *steps == 1 { "move" } else { "moves" });
                let decided = match ending.verdict() {
                    Some(Verdict::Won(seat)) => format!("{} won {after}", names[seat.index()]),
                    Some(Verdict::Draw | Verdict::Scored) => format!("nobody won {after}"),
                    None => format!("stopped {after}"),
                };
                match ending.reason() {
                    Some(reason) => write!(f, "game {game}: {decided}: {reason}"),
                    None => write!(f, "game {game}: {decided}"),
                }
            }
            RefereeEvent::Failed(reason) => {
                write!(f, "a game could not be played to its end: {reason}")
            }
            RefereeEvent::AcceptFailed(reason) => {
                write!(f, "nobody can connect for the moment: {reason}")
            }
            RefereeEvent::Unwritten { path, reason } => {
                write!(f, "{} cannot be written: {reason}", path.display())
            }
        }
    }
}

/// The name of a client at the table: clients have no names of their own.
pub fn client(number: u64) -> String {
    format!("client-{number}")
}

/// The name of a house player.
pub const HOUSE: &str = "house";

/// The name of a client in the log, with its address to tell it from others.
pub fn with_address(name: &str, address: &str) -> String {
    format!("{name} ({address})")
}

/// The record headers with the addresses of the clients.
pub const ADDRESSES: [&str; 2] = ["Address-1", "Address-2"];

/// The file name of a game's record.
pub fn record_name(number: u64) -> String {
    format!("game-{number:06}.txt")
}

/// The number in such a file name.
pub fn record_number(name: &str) -> Option<u64> {
    name.strip_prefix("game-")?.strip_suffix(".txt")?.parse().ok()
}
