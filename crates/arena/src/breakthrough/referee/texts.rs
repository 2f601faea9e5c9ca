//! What the referee has to say: all sentences of its log, and the names of its files.

use std::fmt;
use std::path::PathBuf;

use ludoteca_core::Verdict;
use ludoteca_play::Ending;

use super::RefereedGame;

/// What happens at a referee's. Clients are named by number and address:
/// `client-3 (127.0.0.1:41700)`.
#[derive(Clone, PartialEq, Debug)]
pub enum RefereeEvent {
    /// A client has come.
    Came(String),
    /// A client has gone that was not in a game.
    Left(String),
    /// A game begins.
    Begun {
        /// Its number.
        game: u64,
        /// Who plays, in seat order.
        names: [String; 2],
    },
    /// A foul was forgiven.
    Forgiven {
        /// The number of the game.
        game: u64,
        /// Whose foul.
        name: String,
        /// What it was.
        foul: String,
    },
    /// A game is over.
    Ended(RefereedGame),
    /// A game could not be played to its end, for a reason that lies with us.
    Failed(String),
    /// Nobody can connect for the moment.
    AcceptFailed(String),
    /// A record cannot be kept.
    Unwritten {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

/// One line.
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
                match ending {
                    Ending::Played { reason, .. } | Ending::Adjudicated { reason, .. } => {
                        write!(f, "game {game}: {decided}: {reason}")
                    }
                    Ending::Stopped => write!(f, "game {game}: {decided}"),
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

/// What a client is called at the table: clients have no names.
pub fn client(number: u64) -> String {
    format!("client-{number}")
}

/// What a player of ours is called.
pub const HOUSE: &str = "house";

/// The same in the log, with what tells it from others.
pub fn with_address(name: &str, address: &str) -> String {
    format!("{name} ({address})")
}

/// The headers of a record that tell where the clients came from.
pub const ADDRESSES: [&str; 2] = ["Address-1", "Address-2"];

/// The file of a game's record.
pub fn record_name(number: u64) -> String {
    format!("game-{number:06}.txt")
}

/// The number of such a file.
pub fn record_number(name: &str) -> Option<u64> {
    name.strip_prefix("game-")?.strip_suffix(".txt")?.parse().ok()
}
