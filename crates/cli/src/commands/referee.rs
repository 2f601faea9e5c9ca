//! `ludoteca referee`: lets programs play each other over the network.

use std::io::{Write, stderr};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ludoteca_arena::referee::{Conduct, Rounds, Settings, serve};
use ludoteca_arena::system::raise_open_files;
use ludoteca_core::typed::printable;
use ludoteca_play::{Player, Seated};

use crate::args::{RefereeArgs, RoundsArg};
use crate::failure::Failure;
use crate::setup::{self, Setup};
use crate::texts;

pub fn run(args: &RefereeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let settings = settings(args)?;
    // The log is written by a thread of its own, so that no game waits for whoever reads it.
    let (sender, lines) = channel::<String>();
    let log = thread::spawn(move || {
        let mut err = stderr();
        for line in lines {
            // Where nobody reads it, the games go on.
            let _ = writeln!(err, "{}", printable(&line));
        }
    });
    if let Err(error) = raise_open_files() {
        let _ = sender.send(texts::open_files(&error));
    }
    let sender = Arc::new(Mutex::new(sender));
    let tell = {
        let sender = Arc::clone(&sender);
        Arc::new(move |news| {
            let _ = sender.lock().unwrap_or_else(PoisonError::into_inner).send(format!("{news}"));
        })
    };
    let ready = |address| {
        // Where nobody reads it, the games go on.
        let _ = writeln!(out, "{}", texts::listening(&address)).and_then(|()| out.flush());
    };
    let summary = serve(&args.listen, settings, ready, tell);
    drop(sender);
    let _ = log.join();
    let summary = summary.map_err(|error| Failure::Usage(texts::no_listening(&args.listen, &error)))?;
    writeln!(out, "{}", texts::games_played(summary.finished))?;
    out.flush()?;
    if summary.stopped { Err(Failure::Interrupted) } else { Ok(()) }
}

fn settings(args: &RefereeArgs) -> Result<Settings, Failure> {
    let setup = Setup::of_protocol(&args.game, &args.board)?;
    let table = setup.open()?;
    if table.next().seat().is_none() {
        return Err(Failure::Usage(texts::is_over_already(setup.position.as_deref().unwrap_or_default())));
    }
    let house = args.house.as_deref().map(player).transpose()?;
    if house == Some(Player::Manual) {
        return Err(Failure::Usage(texts::NO_PERSON_IN_THE_HOUSE.to_owned()));
    }
    let rounds = match (args.rounds, args.clients) {
        (RoundsArg::Once, None) => Rounds::Once,
        (RoundsArg::Once, Some(_)) => return Err(Failure::Usage(texts::CLIENTS_WITHOUT_ROUNDS.to_owned())),
        (RoundsArg::All, clients) => Rounds::All(clients),
    };
    Ok(Settings {
        options: setup.options,
        position: setup.position,
        games: args.games,
        rounds,
        conduct: Conduct { retries: args.retries as u32, move_time: args.move_time.0, total_time: args.total_time.0 },
        house,
        records: args.records.clone(),
        seed: setup.seed,
        today: setup::today,
    })
}

/// A player of ours in the one grammar: `r`, `a5`, `a:time=100ms`.
pub fn player(mode: &str) -> Result<Player, Failure> {
    Ok(format!("player:{mode}").parse::<Seated>()?.player)
}
