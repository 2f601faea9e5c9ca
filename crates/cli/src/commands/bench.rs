//! `ludoteca bench`: the fixed benchmark of every game.

use std::io::Write;

use cpu_time::ThreadTime;
use ludoteca_core::perft::Counting;
use ludoteca_core::playout::Tally;
use ludoteca_core::{Bench, Info, Table, key};
use ludoteca_engines::house::OPPONENTS;
use ludoteca_games::catalog;
use ludoteca_play::seeds::{Purpose, stream};
use ludoteca_search::bench;
#[cfg(feature = "cluster")]
use rayon::prelude::*;
use serde_json::json;

use crate::args::BenchArgs;
use crate::failure::Failure;

const SEED: u64 = 1;
const MOST_PLIES: u64 = 100_000;

pub fn run(args: &BenchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let signature = playing(args, catalog::GAMES, out)?;
    sign_off(args, "signature", signature, out)?;
    let signature = searches(args, out)?;
    sign_off(args, "search signature", signature, out)
}

/// Runs the fixed work of these games and prints a line for each. Returns a signature that changes
/// only when play changes.
fn playing(args: &BenchArgs, games: &[&Info], out: &mut impl Write) -> Result<u64, Failure> {
    let mut signature = 0;
    if !args.json {
        writeln!(
            out,
            "{:<27}{:>10}{:>10}{:>10}{:>10}{:>10}",
            "one thread, CPU time", "perft/s", "made/s", "games/s", "plies/s", "plies"
        )?;
    }
    for work in games.iter().flat_map(|info| info.bench) {
        let table = catalog::open_line(work.options)?;
        let figures = measure(&*table, work, args.seconds)?;
        signature = key::of(&(signature, figures.signature));
        let Figures { perft, made, games, plies, mean_plies, .. } = figures;
        if args.json {
            let line = json!({
                "game": work.options, "perft_per_s": perft, "made_per_s": made,
                "games_per_s": games, "plies_per_s": plies, "mean_plies": mean_plies,
            });
            writeln!(out, "{line}")?;
        } else {
            let row = [perft, made, games, plies]
                .map(|figure| format!("{:>10}", shortened(figure)))
                .concat();
            writeln!(out, "{:<27}{row}{mean_plies:>10.2}", work.options)?;
        }
        out.flush()?;
    }
    Ok(signature)
}

/// Prints a signature. Half of its bits are enough to notice a change, and are short enough to be
/// read aloud.
fn sign_off(
    args: &BenchArgs,
    what: &str,
    signature: u64,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let signature = signature as u32;
    if args.json {
        writeln!(out, "{}", json!({ what.replace(' ', "_"): signature }))?;
    } else {
        writeln!(out, "{what} {signature}")?;
    }
    Ok(())
}

/// Searches the fixed positions and prints a line for each game. Returns a signature that changes
/// only when the search changes.
fn searches(args: &BenchArgs, out: &mut impl Write) -> Result<u64, Failure> {
    if !args.json {
        writeln!(
            out,
            "\n{:<37}{:>10}{:>10}{:>10}",
            "search, one thread, CPU time", "positions", "nodes", "nodes/s"
        )?;
    }
    let mut signature = 0;
    for works in bench::bench_positions(OPPONENTS).chunk_by(|one, next| one.game == next.game) {
        let (start, mut nodes) = (ThreadTime::now(), 0);
        for work in works {
            let found = work.search(OPPONENTS);
            nodes += found.nodes;
            signature = key::of(&(signature, found.nodes));
        }
        let (game, positions) = (works[0].game, works.len());
        let speed = nodes as f64 / start.elapsed().as_secs_f64().max(1e-9);
        if args.json {
            let line = json!({ "search": game, "positions": positions, "nodes": nodes, "nodes_per_s": speed });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{game:<37}{positions:>10}{nodes:>10}{:>10}", shortened(speed))?;
        }
        out.flush()?;
    }
    Ok(signature)
}

/// The signature of the search, as [`searches`] finds it. It takes about half a second of CPU time.
#[cfg(feature = "cluster")]
pub fn search_signature() -> u32 {
    let works = bench::bench_positions(OPPONENTS);
    let nodes: Vec<u64> = works.par_iter().map(|work| work.search(OPPONENTS).nodes).collect();
    nodes.into_iter().fold(0, |signature, nodes| key::of(&(signature, nodes))) as u32
}

/// The figures of one piece of work. Speeds are per second of CPU time.
struct Figures {
    perft: f64,
    made: f64,
    games: f64,
    plies: f64,
    mean_plies: f64,
    /// This number changes only when play changes.
    signature: u64,
}

fn measure(table: &dyn Table, work: &Bench, seconds: f64) -> Result<Figures, Failure> {
    let play = || table.playouts(work.games, MOST_PLIES, &mut stream(SEED, Purpose::Playouts(0)));
    let perft = per_second(seconds, || {
        check(work, table.perft(work.depth, Counting::default()))?;
        Ok(work.nodes)
    })?;
    let made = per_second(seconds, || {
        check(work, table.perft_without_bulk(work.depth))?;
        Ok(work.nodes)
    })?;
    let games = per_second(seconds, || Ok(play().games))?;
    let tally = play();
    let mean_plies = tally.plies as f64 / tally.games as f64;
    Ok(Figures {
        perft,
        made,
        games,
        plies: games * mean_plies,
        mean_plies,
        signature: sign(work, &tally),
    })
}

fn check(work: &Bench, nodes: u64) -> Result<(), Failure> {
    if nodes == work.nodes {
        return Ok(());
    }
    let text = format!(
        "perft {} of {} is {nodes}, not {}: the rules are broken",
        work.depth, work.options, work.nodes
    );
    Err(Failure::Io(std::io::Error::other(text)))
}

fn sign(work: &Bench, tally: &Tally) -> u64 {
    key::of(&(work.nodes, tally.plies, tally.wins, tally.draws, tally.points))
}

/// Units per second of CPU time. The work is repeated until enough time is spent.
fn per_second(
    seconds: f64,
    mut work: impl FnMut() -> Result<u64, Failure>,
) -> Result<f64, Failure> {
    let start = ThreadTime::now();
    let mut units = 0;
    loop {
        units += work()?;
        let spent = start.elapsed().as_secs_f64();
        if spent >= seconds {
            return Ok(units as f64 / spent);
        }
    }
}

/// A figure with three digits and a unit: 12345678 is `12.3 M`.
pub fn shortened(figure: f64) -> String {
    let (figure, unit) = match figure {
        1e9.. => (figure / 1e9, " G"),
        1e6.. => (figure / 1e6, " M"),
        1e3.. => (figure / 1e3, " k"),
        _ => (figure, "  "),
    };
    let decimals = if figure < 10.0 { 2 } else { usize::from(figure < 100.0) };
    format!("{figure:.decimals$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This number changes only when play changes, and a commit that changes it says so. It covers
    /// only the games that there were when it was written down, so that a new game does not change
    /// it. Search results are not covered here: each game has a file with them, which its own test
    /// compares.
    #[test]
    fn the_signature_of_play() {
        let games = ["cn", "ttt", "attt", "ataxx", "breakthrough", "owari", "dawn", "alquerque"];
        let games = games.map(|id| catalog::find(id).unwrap());
        let args = BenchArgs { seconds: 0.0, json: false };
        assert_eq!(playing(&args, &games, &mut std::io::sink()).unwrap() as u32, 2_635_611_959);
    }

    #[test]
    fn figures_are_shortened() {
        for (figure, text) in
            [(12.34, "12.3  "), (1234.0, "1.23 k"), (123_456_789.0, "123 M"), (4.561e9, "4.56 G")]
        {
            assert_eq!(shortened(figure), text);
        }
    }
}
