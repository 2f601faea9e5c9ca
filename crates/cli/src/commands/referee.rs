//! `ludoteca referee`: lets programs play each other over the network.

use std::io::{Write, stderr};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ludoteca_arena::breakthrough::referee::{
    self, ClientLimits, RefereeEvent, RefereeSettings, Rounds, serve,
};
use ludoteca_arena::tournament::{Fixture, GameEnded, PlayedGame, Standing};
use ludoteca_core::text::printable;
use ludoteca_core::{Seat, Verdict};
use ludoteca_play::{Player, Seated};
use ludoteca_system::process::raise_open_files;

use crate::args::{RefereeArgs, RoundsArg};
use crate::failure::Failure;
use crate::setup::{self, CliSetup};
use crate::terminal;
use crate::texts::programs;

pub fn run(args: &RefereeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let settings = settings(args)?;
    // A table is printed at the end only if all clients play each other and the number of games is
    // limited.
    let keeps_results =
        args.rounds == RoundsArg::All && (args.games.is_some() || args.clients.is_some());
    // The log has a thread of its own, so that no game waits for the reader of the log.
    let (sender, news) = channel::<RefereeEvent>();
    let log = thread::spawn(move || {
        let mut err = stderr();
        let mut results = Vec::new();
        for news in news {
            // The games go on even if nobody reads the log.
            let _ = writeln!(err, "{}", printable(&news.to_string()));
            if let RefereeEvent::Ended(result) = news
                && keeps_results
            {
                results.push(result);
            }
        }
        results
    });
    if let Err(error) = raise_open_files() {
        let _ = writeln!(stderr(), "{}", programs::open_files(&error));
    }
    let sender = Arc::new(Mutex::new(sender));
    let tell = {
        let sender = Arc::clone(&sender);
        Arc::new(move |news| {
            let _ = sender.lock().unwrap_or_else(PoisonError::into_inner).send(news);
        })
    };
    let ready = |address| {
        // The games go on even if nobody reads this.
        let _ = writeln!(out, "{}", programs::listening(&address)).and_then(|()| out.flush());
    };
    let summary = serve(&args.listen, settings, ready, tell);
    drop(sender);
    let results = log.join().unwrap_or_default();
    let summary = summary.map_err(|error| {
        Failure::of_address(&error, programs::no_listening(&args.listen, &error))
    })?;
    if !results.is_empty() {
        write!(out, "{}", table(&results))?;
    }
    writeln!(out, "{}", programs::games_played(summary.finished))?;
    out.flush()?;
    if summary.stopped { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The table of results: a ranking, and a cross table if there is room for it.
fn table(results: &[referee::RefereedGame]) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut played = Vec::new();
    for result in results {
        let seating: Vec<usize> = result
            .names
            .iter()
            .map(|name| {
                names.iter().position(|known| known == name).unwrap_or_else(|| {
                    names.push(name.clone());
                    names.len() - 1
                })
            })
            .collect();
        let places = match result.ending.verdict() {
            Some(Verdict::Won(winner)) => {
                Seat::all(2).map(|seat| if seat == winner { 1 } else { 2 }).collect()
            }
            Some(Verdict::Draw | Verdict::Scored) => vec![1, 1],
            None => continue,
        };
        played.push(PlayedGame {
            fixture: Fixture { number: result.game, round: 0, opening: result.game, seating },
            places,
            points: None,
            scored: false,
            ended: GameEnded::Rules,
            steps: result.steps as u32,
            thought: vec![0; 2],
        });
    }
    let standing = Standing::new(&names, 2, &played);
    let cross = standing.cross_text(terminal::columns().or(Some(WIDEST)));
    format!(
        "{}\n{}",
        standing.ranking_text(),
        cross.map_or_else(|_| String::new(), |cross| cross + "\n")
    )
}

/// The greatest width of a cross table that is printed, in columns. Nobody reads a wider one.
const WIDEST: usize = 200;

fn settings(args: &RefereeArgs) -> Result<RefereeSettings, Failure> {
    let setup = CliSetup::of_protocol(&args.game, &args.board)?;
    let table = setup.open()?;
    if table.next().seat().is_none() {
        return Err(setup.is_over());
    }
    let house = args.house.as_deref().map(player).transpose()?;
    if house == Some(Player::Manual) {
        return Err(Failure::english_usage(programs::NO_PERSON_IN_THE_HOUSE));
    }
    let rounds = match (args.rounds, args.clients) {
        (RoundsArg::Once, None) => Rounds::Once,
        (RoundsArg::Once, Some(_)) => {
            return Err(Failure::english_usage(programs::CLIENTS_WITHOUT_ROUNDS));
        }
        (RoundsArg::All, clients) => Rounds::All(clients),
    };
    Ok(RefereeSettings {
        options: setup.options,
        position: setup.position,
        games: args.games,
        rounds,
        conduct: ClientLimits {
            retries: args.retries as u32,
            move_time: args.move_time.0,
            total_time: args.total_time.0,
        },
        house,
        records: args.records.clone(),
        seed: setup.seed,
        today: setup::today,
    })
}

/// Reads a house player in the usual notation: `r`, `a5`, `a:time=100ms`.
pub fn player(mode: &str) -> Result<Player, Failure> {
    Ok(format!("player:{mode}").parse::<Seated>()?.player)
}
