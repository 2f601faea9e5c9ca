//! Turns the options on the command line into a game that can be opened.

use ludoteca_core::{Message, Options, Table, text};
use ludoteca_engines::protocols::breakthrough;
use ludoteca_games::catalog;
use ludoteca_play::players::{Seated, read_players};
use ludoteca_play::seeds::Seed;
use ludoteca_play::{self as play, Obstacles, Record, SetupError};
use ludoteca_system::process::fresh_seed;

use crate::args::{BoardArgs, GameArgs};
use crate::failure::{CliError, Failure, Lacking};
use crate::texts::programs;

/// A game with its options, the names of its seats and its start.
#[derive(Debug)]
pub struct CliSetup {
    pub options: Options,
    pub seats: Vec<Seated>,
    pub position: Option<String>,
    pub seed: Seed,
}

impl CliSetup {
    /// Interprets the arguments.
    ///
    /// # Errors
    /// Fails if something does not exist, is not allowed, is given twice, or contradicts something
    /// else.
    pub fn new(args: &GameArgs) -> Result<CliSetup, Failure> {
        let mut words = args.game.split_whitespace().map(str::to_owned);
        let info = catalog::find(&words.next().unwrap_or_default())?;
        let mut options = Options::new(info);
        let lacks = |what: Lacking| Failure::usage(CliError::Lacks { game: info.id, what });

        // Every way to set an option becomes a KEY=VALUE word, so that an option that is given
        // twice is noticed.
        let mut words: Vec<String> = words.chain(args.board.set.iter().cloned()).collect();
        if let Some(dim) = &args.board.dim {
            if !options.has("rows") {
                return Err(lacks(Lacking::Size(dim.clone())));
            }
            let (rows, cols) = dim
                .split_once(['x', 'X'])
                .filter(|(rows, cols)| {
                    [rows, cols].iter().all(|number| text::number_from(number).is_some())
                })
                .ok_or_else(|| Failure::usage(CliError::NoSize(dim.clone())))?;
            words.push(format!("rows={rows}"));
            words.push(format!("cols={cols}"));
        }
        if let Some(line) = &args.line {
            if !options.has("line") {
                return Err(lacks(Lacking::Line(line.clone())));
            }
            words.push(format!("line={line}"));
        }
        let players = args.players.as_deref().map(read_players).transpose()?;
        if let Some(players) = &players {
            let count = players.len().to_string();
            options.clone().set("seats", &count).map_err(|_| {
                let allowed = options.allowed("seats").unwrap_or_else(|| Message::same(""));
                Failure::usage(CliError::WrongNumberOfPlayers {
                    count: count.clone(),
                    game: info.id,
                    allowed,
                })
            })?;
            // The number of seats may be given twice if the numbers are equal, as when both are
            // copied from a record. It counts once.
            let seats = format!("seats={count}");
            if !words.contains(&seats) {
                words.push(seats);
            }
        }
        options.set_all(words.iter().map(String::as_str))?;

        let seed = args.board.seed.unwrap_or_else(fresh_seed);
        if args.mirror && args.obstacles.is_none() {
            return Err(match info.scatter {
                Some(_) => Failure::usage(CliError::MirrorWithoutObstacles),
                None => lacks(Lacking::Mirror),
            });
        }
        let count = args.obstacles.clone().unwrap_or_default();
        let said_before = words.iter().any(|word| word.starts_with("obstacles="));
        if args.obstacles.is_some()
            && info.scatter.is_some()
            && (said_before || args.board.position.is_some())
        {
            return Err(Failure::usage(CliError::ObstaclesTwice {
                count,
                by_position: !said_before,
            }));
        }
        let obstacles =
            args.obstacles.clone().map(|count| Obstacles { count, mirrored: args.mirror });
        let setup = play::Setup {
            options,
            obstacles,
            players,
            position: args.board.position.clone(),
            seed,
        };
        let Record { options, seats, position, .. } =
            setup.record().map_err(|error| match error {
                SetupError::NoObstacles { .. } => lacks(Lacking::Obstacles(count)),
                SetupError::Option(error) => error.into(),
            })?;
        Ok(CliSetup { options, seats, position, seed })
    }

    /// The record of a game that is about to begin.
    pub fn record(self) -> Record {
        let CliSetup { options, seats, position, seed } = self;
        Record { seed: Some(seed), position, ..Record::new(options, seats) }
    }

    /// Interprets the arguments of a command that needs a game with a network protocol and takes
    /// the game first.
    ///
    /// # Errors
    /// Fails like [`new`](CliSetup::new), and if the game has no such protocol.
    pub fn of_protocol(game: &str, board: &BoardArgs) -> Result<CliSetup, Failure> {
        let setup = CliSetup::new(&GameArgs::of(game, board))?;
        let id = setup.options.info().id;
        if id == breakthrough::GAME {
            Ok(setup)
        } else {
            Err(Failure::english_usage(programs::no_protocol(id, breakthrough::GAME)))
        }
    }

    /// Sets up the table.
    ///
    /// # Errors
    /// Fails if the options contradict each other or the position is refused.
    pub fn open(&self) -> Result<Box<dyn Table>, Failure> {
        let mut table = catalog::open(&self.options)?;
        if let Some(position) = &self.position {
            table.set_position(position)?;
        }
        Ok(table)
    }

    /// The failure for a game that is over where it starts.
    pub fn is_over(&self) -> Failure {
        Failure::usage(CliError::IsOver { position: self.position.clone().unwrap_or_default() })
    }

    pub fn names(&self) -> Vec<&str> {
        self.seats.iter().map(|seated| seated.name.as_str()).collect()
    }
}

/// Today's date, for records.
pub fn today() -> String {
    time::OffsetDateTime::now_utc().date().to_string()
}

/// A pool with this many threads.
///
/// # Errors
/// Fails if the system cannot create the threads.
pub fn threads(count: u64) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count as usize).build();
    pool.map_err(|error| Failure::Io(std::io::Error::other(error)))
}
