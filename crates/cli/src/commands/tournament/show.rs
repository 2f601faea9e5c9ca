//! The output of matches and tournaments while they are played.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use ludoteca_arena::tournament::{GameEnded, Machines, PlayedGame, Standing, Tournament};
use ludoteca_core::text::printable;

use super::json::game_as_json;
use crate::failure::Failure;
use crate::texts::programs;
use crate::{progress, terminal};

/// Shows the progress while games are played.
pub struct TournamentOutput<'a, W> {
    out: &'a mut W,
    json: bool,
    bar: ProgressBar,
    machines: Machines,
    /// When the table was last drawn.
    drawn: Option<Instant>,
    unwritten: Result<(), Failure>,
}

/// The shortest time between two drawings of the table.
const FRAME: Duration = Duration::from_millis(200);

impl<'a, W: Write> TournamentOutput<'a, W> {
    pub fn new(
        tournament: &Tournament,
        machines: Machines,
        json: bool,
        out: &'a mut W,
    ) -> TournamentOutput<'a, W> {
        let bar = progress::table(tournament.settings().plan.games());
        bar.set_position(tournament.played().len() as u64);
        bar.tick();
        TournamentOutput { out, json, bar, machines, drawn: None, unwritten: Ok(()) }
    }

    /// Shows a finished game. Stops the run if the output can no longer be written.
    pub fn tell(&mut self, tournament: &Tournament, played: &PlayedGame) -> ControlFlow<()> {
        let names = tournament.settings().names();
        if let GameEnded::Fault { seat, what, .. } = &played.ended {
            let name = &names[played.fixture.seating[*seat]];
            let line = printable(&programs::lost_by_fault(played.fixture.number + 1, name, what));
            self.note()(&line);
        }
        if self.json {
            let worker = self.machines.last();
            let line = writeln!(self.out, "{}", game_as_json(played, &names, worker.as_deref()))
                .and_then(|()| self.out.flush());
            self.unwritten = line.map_err(Failure::from);
        }
        self.bar.inc(1);
        if !self.bar.is_hidden() && self.drawn.is_none_or(|drawn| drawn.elapsed() >= FRAME) {
            // The part of the table that fits above the bar.
            let rows = terminal::rows().map_or(usize::MAX, |rows| rows.saturating_sub(2));
            let table = table(tournament) + &programs::machines(&self.machines.all());
            self.bar.set_message(table.split_inclusive('\n').take(rows).collect::<String>());
            self.drawn = Some(Instant::now());
        }
        if self.unwritten.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Shows a line beside the table.
    pub fn note(&self) -> impl Fn(&str) + use<W> {
        let bar = self.bar.clone();
        move |line| {
            if bar.is_hidden() {
                // If nobody reads standard error any more, nothing is lost.
                let _ = writeln!(terminal::stderr(), "{line}");
            } else {
                bar.println(line);
            }
        }
    }

    /// Ends the display. Returns whether everything could be written.
    pub fn end(self) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        self.unwritten
    }
}

/// The standing so far, as text for people.
pub fn table(tournament: &Tournament) -> String {
    let settings = tournament.settings();
    let standing = Standing::new(&settings.names(), settings.plan.seats, tournament.played());
    let mut text = match standing.match_summary() {
        Some(summary) => summary.to_string() + "\n",
        None => standing.text(terminal::columns()),
    };
    if let Some(swiss) = settings.plan.swiss_standing(tournament.played()) {
        text.push_str(&format!("\n{}", standing.swiss_text(&swiss)));
    }
    if let (Some(sprt), Some((ratio, decision))) = (&settings.sprt, tournament.test()) {
        text.push_str(&programs::test_so_far(sprt, ratio, sprt.bounds(), &decision));
        text.push('\n');
    }
    text
}
