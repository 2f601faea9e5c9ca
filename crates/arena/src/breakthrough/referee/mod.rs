//! The referee of Breakthrough: waits for clients that speak its
//! [protocol](ludoteca_engines::protocols::breakthrough), pairs them, plays their games, all at
//! once, and keeps the records. Whatever a client does costs it its game and nobody anything else.

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

/// What games are played, and by whom.
#[derive(Clone, Debug)]
pub struct RefereeSettings {
    /// The game with its options.
    pub options: Options,
    /// Where games start, if not from their usual first position.
    pub position: Option<String>,
    /// So many games are played; `None`: without end.
    pub games: Option<u64>,
    /// Who plays whom.
    pub rounds: Rounds,
    /// What clients may do.
    pub conduct: ClientLimits,
    /// Who fills a seat that is free.
    pub house: Option<Player>,
    /// The folder for the records.
    pub records: Option<PathBuf>,
    /// What everything random is drawn from.
    pub seed: Seed,
    /// Tells the day, for the records.
    pub today: fn() -> String,
}

/// Who plays whom.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Rounds {
    /// Pairs in the order of arrival, one game a connection.
    #[default]
    Once,
    /// Every client meets every other. Where the number of clients is given, games begin when they
    /// are all there and connections close when all have met; otherwise clients come as they like,
    /// and connections close after the last game.
    All(Option<u64>),
}

/// A server that listens.
pub struct Referee {
    listener: TcpListener,
    address: SocketAddr,
    settings: RefereeSettings,
}

/// How a referee ended.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct RefereeSummary {
    /// Games that came to a result.
    pub finished: u64,
    /// It was told to stop.
    pub stopped: bool,
}

/// A game that is over.
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
    /// Listens at an address, `HOST:PORT`; port 0 takes one that is free.
    ///
    /// # Errors
    /// Where nobody can listen there, or the folder for records cannot be made.
    pub async fn bind(address: &str, settings: RefereeSettings) -> io::Result<Referee> {
        let listener = listen(address).await?;
        if let Some(folder) = &settings.records {
            std::fs::create_dir_all(folder)?;
            // What a referee that was killed has left there.
            files::sweep(folder);
        }
        Ok(Referee { address: listener.local_addr()?, listener, settings })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Plays until all games are played, or `stop` comes to its end: then games are broken off.
    /// `tell` hears what happens; it must not take long. All records are complete when this ends.
    pub async fn run(
        self,
        tell: Arc<dyn Fn(RefereeEvent) + Send + Sync>,
        stop: impl Future<Output = ()>,
    ) -> RefereeSummary {
        waiting_room::run(self.listener, self.settings, tell, stop).await
    }
}

/// Binds a referee and lets it run until its games are played or the process is interrupted.
/// `ready` is told where it listens.
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
    // An engine that still thinks is not waited for.
    runtime.shutdown_background();
    summary
}

/// As long as anybody needs to take in a message that fits into every buffer.
const SEND_TIMEOUT: Duration = Duration::from_secs(5);
