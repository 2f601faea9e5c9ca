//! `ludoteca perft`: counts the sequences of moves and rolls.

use std::io::Write;

use indicatif::ProgressBar;
use ludoteca_core::perft::Counting;
use ludoteca_core::{Table, TableBranch};
use rayon::prelude::*;
use serde_json::json;

use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::progress;
use crate::setup::{self, CliSetup};

pub fn run(args: &PerftArgs, out: &mut impl Write) -> Result<(), Failure> {
    let setup = CliSetup::new(&args.game)?;
    let pool = setup::threads(args.threads)?;
    if args.game.obstacles.is_some() && args.game.board.seed.is_none() {
        // Standard output must contain only the counts.
        let _ = writeln!(std::io::stderr(), "{}", setup.options);
    }
    let table = setup.open()?;
    let counting = Counting { typed_forms: args.all_origins, skips: args.count_skips };
    // If skipped turns are counted, those before the first move are plies, too.
    let before = if counting.skips { table.skipped_at_start().len() as u32 } else { 0 };
    for depth in 1..=args.depth as u32 {
        let left = depth.saturating_sub(before);
        let divided = if left == 0 { Vec::new() } else { divide(&*table, left, counting, &pool) };
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
            writeln!(
                out,
                "{}",
                json!({"game": table.options().to_string(), "depth": depth, "nodes": nodes})
            )?;
        } else {
            writeln!(out, "{depth} {nodes}")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// The count behind each first step, in the order of the rules.
fn divide(
    table: &dyn Table,
    depth: u32,
    counting: Counting,
    pool: &rayon::ThreadPool,
) -> Vec<(String, u64)> {
    let firsts = table.divide(depth, counting);
    let bar = progress::bar(firsts.len() as u64, &format!("depth {depth}"));
    let count = |first: TableBranch| {
        let nodes = behind(&first, counting);
        bar.inc(1);
        (first.step, nodes)
    };
    let divided = pool.install(|| firsts.into_par_iter().map(count).collect());
    ProgressBar::finish_and_clear(&bar);
    divided
}

/// If there is much to count, one more ply is shared out among the threads, since there may be few
/// first steps.
fn behind(first: &TableBranch, counting: Counting) -> u64 {
    let count = |branch: &TableBranch| branch.forms * branch.after.perft(branch.depth, counting);
    if first.depth < 3 {
        return count(first);
    }
    first.forms * first.after.divide(first.depth, counting).par_iter().map(count).sum::<u64>()
}
