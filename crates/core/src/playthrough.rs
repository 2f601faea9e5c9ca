//! A random game written down for people: every position, its legal steps, and the step that was
//! made.

use std::fmt::Write;

use rand_core::Rng;

use crate::language::Language;
use crate::next::{Next, Verdict};
use crate::seat::Seat;
use crate::table::Table;

/// Plays random steps until the game is over or `most_plies` are played, and writes the game down.
pub fn transcript(
    table: &mut dyn Table,
    names: &[&str],
    most_plies: u64,
    generator: &mut dyn Rng,
) -> String {
    let mut text = String::new();
    write_transcript(table, names, most_plies, generator, &mut text)
        .expect("writing to a string succeeds");
    text
}

fn write_transcript(
    table: &mut dyn Table,
    names: &[&str],
    most_plies: u64,
    generator: &mut dyn Rng,
    out: &mut String,
) -> std::fmt::Result {
    writeln!(out, "{}", table.options())?;
    for (seat, reason) in table.skipped_at_start() {
        writeln!(out, "{} {reason}", names[seat.index()])?;
    }
    for ply in 1.. {
        writeln!(out, "\n{}", table.board_text(names))?;
        if let Some(line) = table.players_line(names, Language::English) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "position: {}", table.position())?;
        let waiting = match table.next() {
            Next::Over(_) => break,
            _ if ply > most_plies => return writeln!(out, "unfinished after {most_plies} plies"),
            Next::Move(seat) => format!("{} to move", names[seat.index()]),
            Next::Chance => "the die is rolled".to_owned(),
        };
        let steps = table.steps();
        let choices = if steps.len() == 1 { "choice" } else { "choices" };
        writeln!(out, "{waiting}, {} {choices}: {}", steps.len(), shortened(&steps))?;
        let text = table.random_step(generator).expect("a game that is not over goes on");
        let made = table.step(&text).expect("a random step is legal");
        writeln!(out, "{ply}. {}", made.text)?;
        for (seat, reason) in made.skipped {
            writeln!(out, "{} {reason}", names[seat.index()])?;
        }
    }
    if let (Some(outcome), Some(reason)) = (table.next().outcome(), table.ending()) {
        let verdict = match outcome.verdict {
            Verdict::Won(seat) => format!("{} wins", names[seat.index()]),
            Verdict::Draw => "draw".to_owned(),
            Verdict::Scored => "finished".to_owned(),
        };
        let points: Vec<String> = Seat::all(table.seats())
            .map(|seat| format!("{} has {}", names[seat.index()], outcome.points(seat)))
            .collect();
        writeln!(out, "{verdict}: {reason}; points: {}", points.join(", "))?;
    }
    Ok(())
}

/// The first few and the last of a long list.
fn shortened(steps: &[String]) -> String {
    const SHOWN: usize = 8;
    match steps {
        [first @ .., last] if first.len() >= SHOWN => {
            format!("{}, …, {last}", first[..SHOWN - 1].join(", "))
        }
        _ => steps.join(", "),
    }
}
