//! `ludoteca search`: the best move of a position, and the value of the position.

use std::io::Write;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use ludoteca_analysis::{Scale, SeatValue};
use ludoteca_core::{Language, Next};
use ludoteca_engines::house::{EngineThread, OPPONENTS, SearchUpdate, choose, spawn_thread};
use ludoteca_engines::search_texts;
use ludoteca_play::seeds::{Purpose, number};
use ludoteca_search::{MAX_PLIES, SearchResult, Watcher};
use ludoteca_system::signals::interruption;
use serde_json::json;

use super::bench::shortened;
use crate::args::SearchArgs;
use crate::failure::{CliError, Failure};
use crate::setup::CliSetup;
use crate::texts::texts;

pub fn run(args: &SearchArgs, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let setup = CliSetup::new(&args.game)?;
    let table = setup.open()?;
    let position = setup.position.clone();
    let seat = match table.next() {
        Next::Move(seat) => seat,
        Next::Chance => return Err(Failure::usage(CliError::DieIsNext { position })),
        Next::Over(_) => return Err(setup.is_over()),
    };
    // The search is the same each time, unless another seed is given.
    let seed = args.game.board.seed.map_or(0, |seed| number(seed, Purpose::Player(seat, 0)));
    let mut engine = args.thinking.engine()?;
    if args.thinking.is_unlimited() {
        // Some algorithms ignore one of these two limits. Together they are a limit for every
        // algorithm, but one that is never reached.
        (engine.depth, engine.nodes) = (Some(MAX_PLIES), Some(MOST_NODES));
    }
    let stop = interruption()?;
    let start = Instant::now();
    let (say, finished) = mpsc::channel();
    let scale = Scale::new(&*table);
    let mut show = SearchOutput { names: setup.names(), scale, json: args.json, language, out };
    show.begin()?;
    // The search runs in its own thread, so that a slow or closed output does not delay it.
    let think = move |watcher: &dyn Watcher| choose(OPPONENTS, &*table, &engine, seed, watcher);
    // If nobody receives this, the search is about to be stopped.
    let tell = move |heard| drop(say.send((heard, start.elapsed())));
    let _thinking = EngineThread::start(stop, spawn_thread, think, tell);
    for (heard, took) in finished {
        match heard {
            SearchUpdate::Deeper(found) => show.deeper(&found, took)?,
            SearchUpdate::Done(found) => {
                let found = found.flatten().expect("a seat is to move, and a search does not fail");
                show.end(&found, took)?;
            }
        }
    }
    Ok(())
}

/// More nodes than anybody waits for.
const MOST_NODES: u64 = 1_000_000_000_000;

/// The output of a search, for people or for programs.
struct SearchOutput<'a, W> {
    names: Vec<&'a str>,
    /// The scale of the values.
    scale: Scale,
    json: bool,
    language: Language,
    out: &'a mut W,
}

impl<W: Write> SearchOutput<'_, W> {
    fn begin(&mut self) -> Result<(), Failure> {
        if !self.json {
            let [depth, value, nodes, time, line] = texts(self.language).search_header;
            writeln!(self.out, "{depth:>5}  {value:>14}  {nodes:>12}  {time:>9}  {line}")?;
        }
        Ok(self.out.flush()?)
    }

    /// Shows the result of a finished depth.
    fn deeper(&mut self, found: &SearchResult, took: Duration) -> Result<(), Failure> {
        if self.json {
            writeln!(self.out, "{}", as_json(found, took, &self.scale))?;
        } else {
            let SearchResult { depth, value, nodes, principal_variation: line, .. } = found;
            let value = search_texts::short_value(*value, self.language);
            let time = format!("{} s", self.language.decimal(took.as_secs_f64(), 2));
            writeln!(
                self.out,
                "{depth:>5}  {value:>14}  {nodes:>12}  {time:>9}  {}",
                line.join(", ")
            )?;
        }
        Ok(self.out.flush()?)
    }

    /// Shows the final result.
    fn end(&mut self, found: &SearchResult, took: Duration) -> Result<(), Failure> {
        if self.json {
            let mut line = as_json(found, took, &self.scale);
            line["best"] = json!(found.step);
            writeln!(self.out, "{line}")?;
            return Ok(self.out.flush()?);
        }
        self.deeper(found, took)?;
        let seconds = took.as_secs_f64();
        let texts = texts(self.language);
        let speed =
            self.language.numeral(shortened(found.nodes as f64 / seconds.max(1e-9)).trim_end());
        let rows = [texts.best_move, texts.value, texts.line, texts.depth, texts.nodes];
        let width = rows.map(|row| row.chars().count()).into_iter().max().unwrap_or(0).max(10);
        let mut row = |what: &str, words: String| writeln!(self.out, "{what:<width$} {words}");
        row(texts.best_move, found.step.clone())?;
        row(texts.value, search_texts::value(found.value, self.language))?;
        if found.values.len() > 2 {
            let each = self.names.iter().zip(&found.values);
            let each: Vec<String> = each
                .map(|(name, value)| (name, search_texts::short_value(*value, self.language)))
                .map(|(name, value)| format!("{name} {value}"))
                .collect();
            row("", each.join(", "))?;
        }
        row(texts.line, found.principal_variation.join(", "))?;
        row(texts.depth, found.depth.to_string())?;
        let seconds = self.language.decimal(seconds, 2);
        row(texts.nodes, (texts.nodes_in)(found.nodes, &seconds, &speed))?;
        Ok(self.out.flush()?)
    }
}

fn as_json(found: &SearchResult, took: Duration, scale: &Scale) -> serde_json::Value {
    let seconds = took.as_secs_f64();
    json!({
        "depth": found.depth,
        "value": SeatValue::of(found.value, scale, Language::English),
        "values": SeatValue::all(&found.values, scale, Language::English),
        "line": found.principal_variation,
        "nodes": found.nodes,
        "seconds": seconds,
        "nodes_per_s": found.nodes as f64 / seconds.max(1e-9),
    })
}
