//! What a server is told before it starts.

use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use crate::registry::MoveFinder;

/// What a server is told before it starts.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// Where the page and the API are served, `HOST:PORT`.
    pub listen: String,
    /// Where clients of Breakthrough's protocol connect, if they may.
    pub breakthrough: Option<String>,
    /// Where programs connect that speak the engine protocol, if they may.
    pub engines: Option<String>,
    /// The folder with the file that keeps everything.
    pub data: PathBuf,
    /// Where `/metrics` and `/health` are served, and nowhere else, if not beside the page.
    pub metrics: Option<String>,
    /// Names of the server, as browsers call it. Where there are some, it answers to no others.
    pub hosts: Vec<String>,
    /// Requests come through a proxy, which says from where.
    pub behind_proxy: bool,
    /// What anybody may ask for.
    pub limits: ServerLimits,
    /// How long engines, random players and dice let others look at the last step.
    pub pause: Duration,
    /// How long a player who is to move may be away before others can claim the game, where there
    /// is no clock.
    pub claim_after: Duration,
    /// How long a program waits for somebody to play with, and for a move where there is no clock.
    pub program_patience: Duration,
    /// So many engines think at once.
    pub engine_threads: usize,
    /// The longest that an engine thinks about a move.
    pub engine_time: Duration,
    /// Engines play on at a table for so long after the last connection to it has ended; then they
    /// pause until somebody comes.
    pub absence_grace: Duration,
    /// The same after somebody has asked for the table or has done something there, since not
    /// everybody keeps a connection open.
    pub polling_grace: Duration,
    /// How engines find their moves.
    pub move_finder: MoveFinder,
    /// A connection over which nothing comes for so long is ended; sockets are asked now and then
    /// whether somebody is there.
    pub idle: Duration,
    /// Time limit for the head of a request, from its first byte on.
    pub head_time: Duration,
    /// Time limit for the body of a request.
    pub body_time: Duration,
    /// A request that comes too early waits for so long, and is refused if that was not enough: a
    /// flood is held up by its own refusals.
    pub refusal_delay: Duration,
    /// A game without a clock that nobody has touched for so long is broken off.
    pub abandon_after: Duration,
    /// Games that are over, and players who have none left, are deleted after this long without
    /// anything happening; never, where it is not said.
    pub retain: Option<Duration>,
    /// Tells the day, for records.
    pub today: fn() -> String,
    /// What the machine says the time is when the server starts, in milliseconds since 1970.
    pub wall_time: fn() -> u64,
}

impl ServerSettings {
    /// As a server usually is, at this address and with this folder.
    pub fn new(listen: String, data: PathBuf, today: fn() -> String) -> ServerSettings {
        ServerSettings {
            listen,
            breakthrough: None,
            engines: None,
            data,
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

    /// One less than there are cores: who clicks does not wait for who thinks.
    pub fn default_engine_threads() -> usize {
        available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)).max(1)
    }
}

/// What anybody may ask for.
#[derive(Copy, Clone, Debug)]
pub struct ServerLimits {
    /// Connections that stay open, for each address.
    pub connections: usize,
    /// Connections that stay open, all together; `None` for as many as there may be open files,
    /// less those that the server needs itself.
    pub all_connections: Option<usize>,
    /// Requests a second, for each address; ten times as many at once. Some count as several.
    pub requests: u32,
    /// Tables that are not over, for each player.
    pub tables: usize,
    /// New players and tables an hour, for each address.
    pub newcomers: u32,
    /// Tables of engines alone that are not over, for each address.
    pub engine_tables: usize,
    /// Games and positions that are being analysed, for each address.
    pub analyses: usize,
    /// Places of a port for programs, for each address.
    pub programs: usize,
    /// Places of a port for programs, for all together.
    pub all_programs: usize,
}

impl ServerLimits {
    /// As they usually are.
    pub const USUAL: ServerLimits = ServerLimits {
        connections: 500,
        all_connections: None,
        requests: 50,
        tables: 100,
        newcomers: 1000,
        engine_tables: 2,
        // Two people of a household, each with a game and a position.
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

/// The most bytes of a request.
pub const LONGEST_BODY: usize = 64 * 1024;

/// The most bytes of a message over a socket.
pub const LONGEST_MESSAGE: usize = 16 * 1024;

/// The most bytes of a request's name.
pub const LONGEST_REQUEST: usize = 64;

/// A game that has not ended by then is a draw: somebody sees how long the server goes along.
pub const MOST_STEPS: usize = 20_000;

/// The most steps that one answer carries: those before them are asked for page by page.
pub const STEPS_A_PAGE: usize = 1000;

/// How many tables a socket may look at at once.
pub const MOST_WATCHED: usize = 256;
