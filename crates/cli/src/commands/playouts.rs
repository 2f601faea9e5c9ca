//! `ludoteca playouts`: uniformly random games, with their results and their speed.

use std::io::Write;
use std::time::Instant;

use ludoteca_core::playout::Tally;
use ludoteca_play::seeds::{Purpose, Seed, stream};
use rayon::prelude::*;
use serde_json::json;

use crate::args::PlayoutsArgs;
use crate::failure::Failure;
use crate::progress;
use crate::setup::{CliSetup, threads};

/// Games are played in blocks. Each block has a random stream of its own, so that the results do
/// not depend on the number of threads.
const BLOCK: u64 = 1000;

pub fn run(args: &PlayoutsArgs, out: &mut impl Write) -> Result<(), Failure> {
    let setup = CliSetup::new(&args.game)?;
    let start = Instant::now();
    let tally = play(args, &setup)?;
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        writeln!(out, "{}", as_json(&setup, &tally, seconds))?;
    } else {
        print(&setup, &tally, seconds, out)?;
    }
    Ok(())
}

fn play(args: &PlayoutsArgs, setup: &CliSetup) -> Result<Tally, Failure> {
    let table = setup.open()?;
    let pool = threads(args.threads)?;
    let blocks = args.games.div_ceil(BLOCK);
    let bar = progress::bar(blocks, "games");
    let play = |block: u64| {
        let games = BLOCK.min(args.games - block * BLOCK);
        let mut generator = stream(setup.seed, Purpose::Playouts(block as u32));
        let tally = table.playouts(games, args.max_plies, &mut generator);
        bar.inc(1);
        tally
    };
    let merge = |mut all: Tally, tally: Tally| {
        all.merge(&tally);
        all
    };
    let tally =
        pool.install(|| (0..blocks).into_par_iter().map(play).reduce(Tally::default, merge));
    bar.finish_and_clear();
    Ok(tally)
}

fn print(
    setup: &CliSetup,
    tally: &Tally,
    seconds: f64,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let games = tally.games as f64;
    let longest = setup.names().iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let width = (longest + " won".len()).max("unfinished".len());
    let mut line = |what: &str, text: String| writeln!(out, "{what:<width$} {text}");
    let share = |count: u64| format!("{count:>12}  {:6.2} %", 100.0 * count as f64 / games);

    line("game", setup.options.to_string())?;
    if let Some(position) = &setup.position {
        line("position", position.clone())?;
    }
    line("seed", setup.seed.to_string())?;
    line("games", format!("{:>12}", tally.games))?;
    line(
        "plies",
        format!(
            "{:>12}  {:.3} a game, longest {}",
            tally.plies,
            tally.plies as f64 / games,
            tally.longest
        ),
    )?;
    // A game that only has scores has neither winners nor draws.
    let decided = tally.games - tally.unfinished - tally.scored;
    if decided > 0 {
        for (name, wins) in setup.names().into_iter().zip(tally.wins) {
            line(&format!("{name} won"), share(wins))?;
        }
        line("draws", share(tally.draws))?;
    }
    if tally.unfinished > 0 {
        line("unfinished", share(tally.unfinished))?;
    }
    let finished = (tally.games - tally.unfinished).max(1) as f64;
    let points = setup.names().into_iter().zip(tally.points);
    let points: Vec<String> =
        points.map(|(name, points)| format!("{name} {:.3}", points as f64 / finished)).collect();
    line("points", format!("{} a game", points.join(", ")))?;
    line(
        "speed",
        format!("{:.0} games/s, {:.0} plies/s", games / seconds, tally.plies as f64 / seconds),
    )?;
    Ok(())
}

fn as_json(setup: &CliSetup, tally: &Tally, seconds: f64) -> serde_json::Value {
    let seats = setup.seats.len();
    let seed = match setup.seed {
        Seed::Number(number) => json!(number),
        secret => json!(secret.to_string()),
    };
    json!({
        "game": setup.options.to_string(),
        "position": setup.position,
        "seed": seed,
        "games": tally.games,
        "plies": tally.plies,
        "plies_per_game": tally.plies as f64 / tally.games as f64,
        "longest": tally.longest,
        "names": setup.names(),
        "wins": tally.wins[..seats],
        "draws": tally.draws,
        "scored": tally.scored,
        "unfinished": tally.unfinished,
        "points": tally.points[..seats],
        "seconds": seconds,
        "games_per_s": tally.games as f64 / seconds,
    })
}
