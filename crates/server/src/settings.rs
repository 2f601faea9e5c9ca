//! The settings of a server.

use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

#[cfg(feature = "cluster")]
use crate::news::{ClusterName, NatsUrl};
use crate::registry::MoveFinder;
#[cfg(feature = "cluster")]
use crate::store::DatabaseUrl;

/// The settings of a server, which are fixed when it starts.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The address of the page and the API, `HOST:PORT`.
    pub listen: String,
    /// The address for clients of Breakthrough's protocol, if they are allowed.
    pub breakthrough: Option<String>,
    /// The address for programs that speak the engine protocol, if they are allowed.
    pub engines: Option<String>,
    /// The folder with the file that keeps everything.
    pub data: PathBuf,
    /// The database that keeps everything instead, and that other servers may use as well.
    #[cfg(feature = "cluster")]
    pub database: Option<DatabaseUrl>,
    /// What the server is called among those that use its database; `None` for its machine and
    /// address.
    #[cfg(feature = "cluster")]
    pub name: Option<String>,
    /// Where servers with the same database tell each other at once what is new, and where they
    /// find workers; without it they look in the database, and think themselves.
    #[cfg(feature = "cluster")]
    pub nats: Option<NatsUrl>,
    /// The name under which these servers find each other in NATS.
    #[cfg(feature = "cluster")]
    pub cluster: ClusterName,
    /// How often a server that is connected to NATS looks for what is new in the database all the
    /// same, because news can be lost.
    #[cfg(feature = "cluster")]
    pub safety_poll: Duration,
    /// The only address of `/metrics`, `/health` and `/alive`; `None` serves them beside the page.
    pub metrics: Option<String>,
    /// The host names of the server in browsers. If there are some, it answers to no others.
    pub hosts: Vec<String>,
    /// Do requests come through a proxy that passes on the client's address?
    pub behind_proxy: bool,
    /// Limits for everybody.
    pub limits: ServerLimits,
    /// How long engines, random players and dice wait after each step, so that people can see it.
    pub pause: Duration,
    /// How long the player to move may be away before the opponents can claim the game (games
    /// without a clock).
    pub claim_after: Duration,
    /// How long a program waits for an opponent, and for a move in a game without a clock.
    pub program_patience: Duration,
    /// How many engines think at once in this process; none if they think only at workers.
    pub engine_threads: usize,
    /// The longest time that an engine thinks about a move.
    pub engine_time: Duration,
    /// How long engines play on at a table after the last connection to it has ended. Then they
    /// pause until somebody comes.
    pub absence_grace: Duration,
    /// How long engines play on after somebody without a connection has asked for the table or sent
    /// a command.
    pub polling_grace: Duration,
    /// How engines find their moves.
    pub move_finder: MoveFinder,
    /// A connection that stays silent for this long is closed. Sockets are pinged regularly.
    pub idle: Duration,
    /// Time limit for the head of a request, from its first byte on.
    pub head_time: Duration,
    /// Time limit for the body of a request.
    pub body_time: Duration,
    /// How long a request over the rate limit waits before it is tried again, and refused if it is
    /// still too early. The delay slows down a client that floods the server.
    pub refusal_delay: Duration,
    /// A game without a clock is stopped if nobody has touched it for this long.
    pub abandon_after: Duration,
    /// Finished games, and players who have no games left, are deleted if nothing has happened for
    /// this long; `None` keeps them for ever.
    pub retain: Option<Duration>,
    /// Returns the current day, for records.
    pub today: fn() -> String,
    /// Returns the time of the machine, in milliseconds since 1970.
    pub wall_time: fn() -> u64,
}

impl ServerSettings {
    /// The default settings, with this address and this folder.
    pub fn new(listen: String, data: PathBuf, today: fn() -> String) -> ServerSettings {
        ServerSettings {
            listen,
            breakthrough: None,
            engines: None,
            data,
            #[cfg(feature = "cluster")]
            database: None,
            #[cfg(feature = "cluster")]
            name: None,
            #[cfg(feature = "cluster")]
            nats: None,
            #[cfg(feature = "cluster")]
            cluster: ClusterName::default(),
            #[cfg(feature = "cluster")]
            safety_poll: Duration::from_millis(500),
            metrics: None,
            hosts: Vec::new(),
            behind_proxy: false,
            limits: ServerLimits::default(),
            pause: Duration::from_millis(400),
            claim_after: Duration::from_secs(10 * 60),
            program_patience: Duration::from_secs(60 * 60),
            engine_threads: ServerSettings::default_engine_threads(),
            engine_time: Duration::from_secs(10),
            absence_grace: Duration::from_secs(60),
            polling_grace: Duration::from_secs(5 * 60),
            move_finder: MoveFinder::default(),
            idle: Duration::from_secs(150),
            head_time: Duration::from_secs(20),
            body_time: Duration::from_secs(30),
            refusal_delay: Duration::from_secs(1),
            abandon_after: Duration::from_secs(30 * 24 * 60 * 60),
            retain: None,
            today,
            wall_time: crate::clock::wall_time,
        }
    }

    /// One less than the number of cores, so that clicks are answered while engines think.
    pub fn default_engine_threads() -> usize {
        available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)).max(1)
    }
}

/// Limits for everybody.
#[derive(Copy, Clone, Debug)]
pub struct ServerLimits {
    /// Long-lived connections of each address.
    pub connections: usize,
    /// Long-lived connections altogether; `None` for as many as the limit of open files allows,
    /// less those that the server needs itself.
    pub all_connections: Option<usize>,
    /// Requests a second for each address, and ten times as many at once. Some requests count as
    /// several.
    pub requests: u32,
    /// Unfinished tables of each player.
    pub tables: usize,
    /// New players and tables an hour for each address.
    pub newcomers: u32,
    /// Unfinished tables where only engines play, for each address.
    pub engine_tables: usize,
    /// Games and positions that are being analysed at once for each address.
    pub analyses: usize,
    /// Connections to a port for programs from each address.
    pub programs: usize,
    /// Connections to a port for programs altogether.
    pub all_programs: usize,
}

impl ServerLimits {
    /// The default limits.
    pub const USUAL: ServerLimits = ServerLimits {
        connections: 500,
        all_connections: None,
        requests: 50,
        tables: 100,
        newcomers: 1000,
        engine_tables: 2,
        // Enough for two people of a household, each with a game and a position.
        analyses: 4,
        programs: 32,
        all_programs: 256,
    };
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits::USUAL
    }
}

/// The largest body of a request, in bytes.
pub const LONGEST_BODY: usize = 64 * 1024;

/// The largest message over a socket, in bytes.
pub const LONGEST_MESSAGE: usize = 16 * 1024;

/// The longest name of a request, in bytes.
pub const LONGEST_REQUEST: usize = 64;

/// A game that has not ended after this many steps is a draw, so that nobody can occupy the server
/// endlessly.
pub const MOST_STEPS: usize = 20_000;

/// The most steps in one answer. Earlier steps are requested page by page.
pub const STEPS_A_PAGE: usize = 1000;

/// How many tables one socket may watch at once.
pub const MOST_WATCHED: usize = 256;
