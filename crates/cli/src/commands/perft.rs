//! `ludoteca perft`: how many sequences of moves and rolls there are.

use std::io::Write;

use indicatif::ProgressBar;
use ludoteca_core::perft::{self, Branch, Counting};
use ludoteca_core::{Game, Loaded, Notation, Step, Visitor};
use ludoteca_games::catalog;
use rayon::prelude::*;
use serde_json::json;

use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::progress;
use crate::setup::{self, Setup};

pub fn run(args: &PerftArgs, out: &mut impl Write) -> Result<(), Failure> {
    let setup = Setup::new(&args.game)?;
    let pool = setup::threads(args.threads)?;
    if args.game.obstacles.is_some() && args.game.board.seed.is_none() {
        // Standard output has the counts and nothing else.
        let _ = writeln!(std::io::stderr(), "{}", setup.options);
    }
    catalog::visit(&setup.options, Count { args, setup: &setup, pool, out })?
}

struct Count<'a, W> {
    args: &'a PerftArgs,
    setup: &'a Setup,
    pool: rayon::ThreadPool,
    out: &'a mut W,
}

impl<W: Write> Visitor for Count<'_, W> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let Count { args, setup, pool, out } = self;
        let Loaded { state, skipped } = setup.begin(&game)?;
        let counting = Counting { typed_forms: args.all_origins, skips: args.count_skips };
        // Turns that were skipped before the first move are plies, too, where skips are counted.
        let before = if counting.skips { skipped.len() as u32 } else { 0 };
        for depth in 1..=args.depth as u32 {
            let left = depth.saturating_sub(before);
            let divided = if left == 0 { Vec::new() } else { divide(&game, &state, left, counting, &pool) };
            let nodes = if left == 0 { 1 } else { divided.iter().map(|(_, nodes)| nodes).sum() };
            if args.divide && depth == args.depth as u32 {
                for (step, nodes) in &divided {
                    if args.json {
                        writeln!(out, "{}", json!({"depth": depth, "step": step, "nodes": nodes}))?;
                    } else {
                        writeln!(out, "{step}\t{nodes}")?;
                    }
                }
            }
            if args.json {
                writeln!(out, "{}", json!({"game": setup.options.to_string(), "depth": depth, "nodes": nodes}))?;
            } else {
                writeln!(out, "{depth} {nodes}")?;
            }
            out.flush()?;
        }
        Ok(())
    }
}

/// The count behind each first step, in the rules' order.
fn divide<N: Notation>(
    game: &N,
    state: &N::State,
    depth: u32,
    counting: Counting,
    pool: &rayon::ThreadPool,
) -> Vec<(String, u64)> {
    let firsts = perft::branches(game, state, depth, counting);
    let bar = progress::bar(firsts.len() as u64, &format!("depth {depth}"));
    let count = |first: &Branch<N>| {
        let nodes = behind(game, first, counting);
        bar.inc(1);
        let text = match first.step {
            Step::Move(m) => game.write_move(state, m),
            Step::Roll(chance) => game.write_chance(chance),
        };
        (text, nodes)
    };
    let divided = pool.install(|| firsts.par_iter().map(count).collect());
    ProgressBar::finish_and_clear(&bar);
    divided
}

/// One ply more is shared out where there is much to count, since first steps may be few.
fn behind<N: Notation>(game: &N, first: &Branch<N>, counting: Counting) -> u64 {
    if first.depth < 3 {
        return first.count(game, counting);
    }
    let seconds = perft::branches(game, &first.after, first.depth, counting);
    first.forms * seconds.par_iter().map(|second| second.count(game, counting)).sum::<u64>()
}
