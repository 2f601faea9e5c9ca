//! The referee of Breakthrough. It waits for clients that speak its
//! [protocol](ludoteca_engines::protocols::breakthrough), pairs them, plays all their games at
//! once, and keeps the records. A misbehaving client loses its own game and affects nobody else.

mod game;
mod records;
mod texts;
mod waiting_room;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ludoteca_core::Options;
use ludoteca_play::seeds::Seed;
use ludoteca_play::{Ending, Player};
use tokio::net::TcpListener;

pub use game::ClientLimits;
pub use texts::RefereeEvent;

use ludoteca_system::files;
use ludoteca_system::signals::interrupted;
use ludoteca_system::sockets::listen;

/// The settings of a referee: which games are played, and by whom.
#[derive(Clone, Debug)]
pub struct RefereeSettings {
    /// The game with its options.
    pub options: Options,
    /// The first position of the games, if it is not the usual one.
    pub position: Option<String>,
    /// The number of games to play; `None` means no limit.
    pub games: Option<u64>,
    /// The pairing of clients.
    pub rounds: Rounds,
    /// The limits that clients must keep to.
    pub conduct: ClientLimits,
    /// The house player that takes a free seat.
    pub house: Option<Player>,
    /// The folder for the records.
    pub records: Option<PathBuf>,
    /// The seed of everything random.
    pub seed: Seed,
    /// Returns the current date, for the records.
    pub today: fn() -> String,
}

/// The pairing of clients.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Rounds {
    /// Clients are paired in the order of arrival and play one game per connection.
    #[default]
    Once,
    /// Every client meets every other. If the number of clients is given, games begin when all of
    /// them are there, and connections close when all have met. Otherwise clients come and go
    /// freely, and connections close after the last game.
    All(Option<u64>),
}

/// A referee that listens for clients.
pub struct Referee {
    listener: TcpListener,
    address: SocketAddr,
    settings: RefereeSettings,
}

/// The summary of a referee's run.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct RefereeSummary {
    /// The number of games that came to a result.
    pub finished: u64,
    /// Whether the referee was told to stop.
    pub stopped: bool,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct RefereedGame {
    /// The number of the game.
    pub game: u64,
    /// The clients, in seat order, as in [`RefereeEvent`].
    pub names: [String; 2],
    /// How it ended.
    pub ending: Ending,
    /// How many steps were made.
    pub steps: usize,
}

impl Referee {
    /// Listens at an address, `HOST:PORT`; port 0 chooses a free port.
    ///
    /// # Errors
    /// When it cannot listen there, or the folder for records cannot be created.
    pub async fn bind(address: &str, settings: RefereeSettings) -> io::Result<Referee> {
        let listener = listen(address).await?;
        if let Some(folder) = &settings.records {
            std::fs::create_dir_all(folder)?;
            // Removes temporary files of a referee that was killed.
            files::sweep(folder);
        }
        Ok(Referee { address: listener.local_addr()?, listener, settings })
    }

    /// The address at which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Runs until all games are played, or until `stop` completes: then the running games are
    /// broken off. `tell` receives the events; it must not take long. All records are complete when
    /// this returns.
    pub async fn run(
        self,
        tell: Arc<dyn Fn(RefereeEvent) + Send + Sync>,
        stop: impl Future<Output = ()>,
    ) -> RefereeSummary {
        waiting_room::run(self.listener, self.settings, tell, stop).await
    }
}

/// Binds a referee and runs it until its games are played or the process is interrupted. `ready`
/// receives the address at which it listens.
///
/// # Errors
/// As for [`Referee::bind`].
pub fn serve(
    address: &str,
    settings: RefereeSettings,
    ready: impl FnOnce(SocketAddr),
    tell: Arc<dyn Fn(RefereeEvent) + Send + Sync>,
) -> io::Result<RefereeSummary> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let summary = runtime.block_on(async {
        let referee = Referee::bind(address, settings).await?;
        let interrupted = interrupted()?;
        ready(referee.address());
        Ok(referee.run(tell, interrupted).await)
    });
    // The shutdown does not wait for an engine that still thinks.
    runtime.shutdown_background();
    summary
}

/// Time limit for sending a message that fits into every buffer, or for closing a connection.
const SEND_TIMEOUT: Duration = Duration::from_secs(5);
