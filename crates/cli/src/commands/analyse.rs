//! `ludoteca analyse`: analyses a recorded game, move by move.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use ludoteca_analysis::{
    AnalysedStep, Analysis, AnalysisSummary, MoveQuality, Review, Scale, SeatValue, StepJudgement,
    annotate, graph,
};
use ludoteca_core::Language;
use ludoteca_core::text::printable;
use ludoteca_games::catalog;
use ludoteca_play::{Engine, Record, record};
use ludoteca_search::Limits;
use ludoteca_system::records::{self, FileError};
use rayon::prelude::*;
use serde_json::json;

use crate::args::AnalyseArgs;
use crate::failure::{CliError, Failure};
use crate::setup::threads;
use crate::texts::texts;
use crate::{progress, terminal};

/// The default number of nodes for each position. For most games that takes up to five seconds, and
/// half a minute where a node takes long.
const USUAL_NODES: u64 = 100_000;

pub fn run(args: &AnalyseArgs, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let texts = texts(language);
    let mut games = records::read(&args.file)?;
    let number = games.len();
    let looked_at = records::chosen(args.nth, number)?;
    let (thinking, pool) = (args.thinking.engine()?, threads(args.thinking.threads)?);
    if args.svg.is_some() && looked_at.clone().count() > 1 {
        return Err(Failure::usage(CliError::GraphOfMany { games: number }));
    }
    for path in args.out.iter().chain(&args.svg) {
        check(path, args.force)?;
    }
    if let (Some(out), Some(svg)) = (&args.out, &args.svg)
        && place(out) == place(svg)
    {
        return Err(Failure::usage(CliError::SameFile(out.clone())));
    }
    for nth in looked_at {
        let game = &mut games[nth - 1];
        let engine = for_all_positions(&thinking, args.thinking.is_unlimited(), game)?;
        let bar = progress::bar(2 * game.steps.len() as u64 + 1, &(texts.analysing)(nth, number));
        let analysis = pool.install(|| analyse(game, &engine, &bar));
        bar.finish_and_clear();
        annotate(game, &analysis, &engine);
        if let Some(path) = &args.svg {
            let picture = graph(&analysis, game.options.info().title, &game.names(), language);
            write_file(path, &picture, args.force)?;
        }
        if args.json {
            write_json(&analysis, game, nth, out)?;
        } else {
            let about = printable(&texts.game_of(nth, number, &game.options));
            let summary = AnalysisSummary::new(&analysis).text(&game.names(), language);
            let text = format!("{about}\n{summary}");
            if args.out.is_some() {
                write!(out, "{text}")?;
            } else {
                // If nobody reads standard error any more, nothing is lost.
                let _ = write!(terminal::stderr(), "{text}");
            }
        }
    }
    match &args.out {
        Some(path) => write_file(path, &record::write(&games), args.force)?,
        None if !args.json => write!(out, "{}", record::write(&games))?,
        None => {}
    }
    Ok(())
}

/// The engine for each position of a game. Several threads share out the positions, but each
/// position is searched by one thread, so that the threads do not change the result. A level limits
/// the nodes of the search, but the engine overlooks nothing on purpose.
fn for_all_positions(thinking: &Engine, unlimited: bool, game: &Record) -> Result<Engine, Failure> {
    let of_level = match thinking.level {
        Some(level) => Limits::level(level.into(), &*catalog::open(&game.options)?).nodes,
        None => unlimited.then_some(USUAL_NODES),
    };
    let nodes = thinking.nodes.into_iter().chain(of_level).min();
    Ok(Engine { level: None, threads: None, nodes, ..thinking.clone() })
}

/// Checks that the result can be written, before the analysis takes any time.
fn check(path: &Path, force: bool) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(FileError::unwritten(path, io::Error::from(io::ErrorKind::IsADirectory)).into());
    }
    if path.symlink_metadata().is_ok() && !force {
        return Err(Failure::usage(CliError::Exists(path.to_owned())));
    }
    folder(path).read_dir().map_err(|error| FileError::unwritten(path, error))?;
    Ok(())
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The canonical path of a file that exists or will be written.
fn place(path: &Path) -> Option<PathBuf> {
    let new = || Some(folder(path).canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(new)
}

/// Writes a file. Whether it already exists is checked again, since it may have appeared during the
/// analysis.
fn write_file(path: &Path, text: &str, force: bool) -> Result<(), Failure> {
    if path.symlink_metadata().is_ok() && !force {
        return Err(Failure::failed(CliError::Exists(path.to_owned())));
    }
    records::write(path, text).map_err(Failure::failed)
}

fn analyse(game: &Record, engine: &Engine, bar: &ProgressBar) -> Analysis {
    let review = Review::new(game, engine.clone());
    let analyse_position = |at| counted(bar, || review.analyse_position(at));
    let mut findings: Vec<_> =
        (0..review.positions()).into_par_iter().map(analyse_position).collect();
    review.reconcile(&mut findings);
    let judge = |at| counted(bar, || review.judge(at, &findings));
    let plies = (0..review.steps()).into_par_iter().map(judge).collect();
    review.finish(&findings, plies)
}

fn counted<T>(bar: &ProgressBar, work: impl FnOnce() -> T) -> T {
    let done = work();
    bar.inc(1);
    done
}

/// The language of the output for programs.
const JSON: Language = Language::English;

fn write_json(
    analysis: &Analysis,
    game: &Record,
    nth: usize,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let names = game.names();
    for (at, ply) in analysis.plies.iter().enumerate() {
        let mut line = ply_as_json(ply, &names, &analysis.scale);
        line["game"] = json!(nth);
        line["step"] = json!(at + 1);
        line["worth"] = ply.values.iter().map(|value| analysis.scale.of(*value)).collect();
        writeln!(out, "{line}")?;
    }
    let summary = AnalysisSummary::new(analysis);
    let seats = names.iter().zip(&summary.seats).map(|(name, sums)| {
        let mut line = json!({
            "player": name, "moves": sums.moves(), "forced": sums.forced, "loss": sums.loss,
            "mean_loss": sums.mean_loss(), "luck": sums.luck, "decisions": sums.decisions,
        });
        for (mark, count) in MoveQuality::ALL.into_iter().zip(sums.qualities) {
            line[mark.to_string()] = json!(count);
        }
        line
    });
    let line = json!({
        "game": nth, "options": game.options.to_string(), "scored": analysis.scale.is_scored(),
        "start": SeatValue::all(&analysis.start, &analysis.scale, JSON),
        "summary": seats.collect::<Vec<_>>(),
    });
    Ok(writeln!(out, "{line}")?)
}

fn ply_as_json(ply: &AnalysedStep, names: &[&str], scale: &Scale) -> serde_json::Value {
    let mut line =
        json!({ "played": ply.step, "values": SeatValue::all(&ply.values, scale, JSON) });
    match &ply.verdict {
        StepJudgement::Roll(luck) => line["luck"] = json!(luck),
        StepJudgement::Only(seat) => line["player"] = json!(names[seat.index()]),
        StepJudgement::Move(judged) => {
            line["player"] = json!(names[judged.seat.index()]);
            line["mark"] = json!(judged.quality.to_string());
            line["loss"] = json!(judged.loss);
            line["value"] = json!(SeatValue::of(judged.value, scale, JSON));
            line["best"] = json!({ "line": judged.best.line, "value": SeatValue::of(judged.best.value, scale, JSON) });
        }
    }
    line
}
