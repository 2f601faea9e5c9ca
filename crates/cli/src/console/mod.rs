//! The console: a view of a game in progress that asks and answers in lines of text.

mod commands;
mod replay;
pub mod show;

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use ludoteca_core::scene::Choice;
use ludoteca_core::text::{self, printable};
use ludoteca_core::{Listing, Seat, Table, drawing};
use ludoteca_engines::{house, search_texts};
use ludoteca_play::{
    Awaits, Command, Engine, Event, Play, Player, RecordedStep, Refused, Seated, Series, players,
};
use ludoteca_search::SearchResult;
use ludoteca_system::records::{self, LoadedGame, Recorder};

use crate::failure::{Failure, complain};
use crate::input::{Input, InputLine};
use crate::{progress, texts};

use commands::ConsoleCommand;

/// A person who waits for longer than this is told what is going on.
const NOTICEABLE: Duration = Duration::from_millis(300);

/// Options for the console.
#[derive(Copy, Clone, Debug, Default)]
pub struct ConsoleOptions {
    /// Do engines and random players move without being asked to?
    pub auto: bool,
    /// Is one game played after the other, with statistics?
    pub series: bool,
    /// Are positions shown in words?
    pub plain: bool,
}

/// A game in progress, and the person in front of it.
pub struct Console<'a> {
    pub play: Play,
    pub options: ConsoleOptions,
    pub recorder: Option<Recorder>,
    pub input: Input,
    pub out: &'a mut dyn Write,
    /// Where errors and refusals are written.
    pub err: &'a mut dyn Write,
    /// The width of the terminal that `out` goes to; `None` if it is no terminal.
    pub columns: fn() -> Option<usize>,
    shown: bool,
    series: Series,
    /// Files that this game was saved to or came from. Writing them again loses nothing.
    own_files: Vec<PathBuf>,
}

/// What the console does after a line or a game.
enum ConsoleFlow {
    Continue,
    Exit(ExitReason),
}

/// Why the console is left.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum ExitReason {
    /// There is no more to do.
    Done,
    /// Somebody pressed the key for interrupting.
    Interrupted,
}

impl<'a> Console<'a> {
    pub fn new(
        play: Play,
        options: ConsoleOptions,
        input: Input,
        out: &'a mut dyn Write,
        err: &'a mut dyn Write,
    ) -> Console<'a> {
        Console {
            play,
            options,
            recorder: None,
            input,
            out,
            err,
            columns: || None,
            shown: false,
            series: Series::default(),
            own_files: Vec::new(),
        }
    }

    /// Plays until the game, or the series, is over or somebody leaves.
    ///
    /// # Errors
    /// Fails if reading or writing fails.
    pub fn run(mut self) -> Result<ExitReason, Failure> {
        self.start()?;
        self.tell_skips_at_start()?;
        loop {
            let leave = self.play_on()?;
            if leave == ExitReason::Interrupted {
                return Ok(leave);
            }
            match self.another_game()? {
                ConsoleFlow::Continue => self.tell(Command::Restart(None))?,
                ConsoleFlow::Exit(leave) => return Ok(leave),
            }
        }
    }

    /// Plays until the game is over or somebody leaves.
    fn play_on(&mut self) -> Result<ExitReason, Failure> {
        let mut leave = ExitReason::Done;
        loop {
            match self.play.awaits() {
                Awaits::Nothing => break,
                Awaits::Roll => {
                    self.advance()?;
                    continue;
                }
                Awaits::Engine { .. } | Awaits::Random(_) if self.options.auto => {
                    self.show_turn()?;
                    self.advance()?;
                    continue;
                }
                Awaits::Person(_)
                | Awaits::Engine { .. }
                | Awaits::Random(_)
                | Awaits::TypedRoll => {}
            }
            self.show_turn()?;
            let words = commands::WORDS
                .iter()
                .map(|word| (*word).to_owned())
                .chain(self.play.table().steps())
                .collect();
            let after = match self.input.ask(texts::PLAY_PROMPT, words, self.out)? {
                InputLine::Typed(line) => self.execute(&line, false)?,
                InputLine::End => ConsoleFlow::Exit(ExitReason::Done),
                InputLine::Interrupted => ConsoleFlow::Exit(ExitReason::Interrupted),
            };
            if let ConsoleFlow::Exit(why) = after {
                leave = why;
                self.tell(Command::Stop)?;
            }
        }
        self.show_ending()?;
        Ok(leave)
    }

    /// Counts the game that is over. In a series it asks for another game.
    fn another_game(&mut self) -> Result<ConsoleFlow, Failure> {
        let customs = &self.play.table().options().info().conventions;
        let Some(ending) = self.play.ending().cloned().filter(|ending| ending.verdict().is_some())
        else {
            return Ok(ConsoleFlow::Exit(ExitReason::Done));
        };
        self.series.count(&ending);
        if !(self.options.series || customs.series) {
            return Ok(ConsoleFlow::Exit(ExitReason::Done));
        }
        let sides: Vec<String> = match customs.sides {
            [] => self.play.names().into_iter().map(str::to_owned).collect(),
            sides => sides.iter().map(|side| capitalised(side)).collect(),
        };
        for line in texts::statistics(&ending, &self.series, &sides) {
            writeln!(self.out, "{line}")?;
        }
        self.out.flush()?;
        while !self.input.is_at_end() {
            let words = vec!["yes".to_owned(), "no".to_owned()];
            let line = match self.input.ask(texts::CONTINUE_PROMPT, words, self.out)? {
                InputLine::Typed(line) => line,
                InputLine::End => break,
                InputLine::Interrupted => return Ok(ConsoleFlow::Exit(ExitReason::Interrupted)),
            };
            match line.trim().to_lowercase().as_str() {
                "y" | "yes" => return Ok(ConsoleFlow::Continue),
                "n" | "no" | "quit" => break,
                _ => self.complain(texts::YES_OR_NO)?,
            }
        }
        Ok(ConsoleFlow::Exit(ExitReason::Done))
    }

    /// Executes a line of input. At the prompt for a move, `play` does nothing more, since that
    /// prompt is its effect.
    fn execute(&mut self, line: &str, asked_for_move: bool) -> Result<ConsoleFlow, Failure> {
        let command = match ConsoleCommand::read(line) {
            Ok(order) => order,
            Err(reason) => {
                self.complain(reason)?;
                return Ok(ConsoleFlow::Continue);
            }
        };
        match command {
            ConsoleCommand::Nothing => {}
            ConsoleCommand::Play if asked_for_move => {}
            ConsoleCommand::Play => return self.play_next(),
            ConsoleCommand::Move(text) => self.make_step(&text, asked_for_move)?,
            ConsoleCommand::Moves => self.list_moves()?,
            ConsoleCommand::Hint => self.give_hint()?,
            ConsoleCommand::Undo(times) => self.undo(times)?,
            ConsoleCommand::Redo(times) => self.redo(times)?,
            ConsoleCommand::Restart => self.tell(Command::Restart(None))?,
            ConsoleCommand::Save { path, replace } => self.save(&path, replace)?,
            ConsoleCommand::Load(path) => self.load(&path)?,
            ConsoleCommand::Board => self.shown = false,
            ConsoleCommand::Position => writeln!(self.out, "{}", self.play.table().position())?,
            ConsoleCommand::Rules => {
                writeln!(self.out, "{}", self.play.table().options().info().rules.trim_end())?;
            }
            ConsoleCommand::Seats => {
                writeln!(self.out, " {}", players::write_players(self.play.seats()))?;
            }
            ConsoleCommand::Seat(seated) => self.seat(seated)?,
            ConsoleCommand::Help => writeln!(self.out, "{}", texts::HELP)?,
            ConsoleCommand::Quit => return Ok(ConsoleFlow::Exit(ExitReason::Done)),
        }
        Ok(ConsoleFlow::Continue)
    }

    /// Makes the next move. If a person is to move, the person is asked.
    fn play_next(&mut self) -> Result<ConsoleFlow, Failure> {
        let prompt = match self.play.awaits() {
            awaits if awaits.needs_no_person() => {
                self.advance()?;
                return Ok(ConsoleFlow::Continue);
            }
            Awaits::Person(seat) => {
                writeln!(self.out, "{}\n {}", texts::POSSIBLE_MOVES, self.play.table().hint())?;
                let info = self.play.table().options().info();
                if info.conventions.listing != Listing::Never {
                    if !info.conventions.sides.is_empty() {
                        let line = texts::legal_moves_of(self.side(seat));
                        writeln!(self.out, "{line}")?;
                    }
                    self.list_moves()?;
                }
                texts::MOVE_PROMPT
            }
            Awaits::TypedRoll => {
                let rolls = self.play.table().steps().join(", ");
                writeln!(self.out, "{}\n {rolls}", texts::POSSIBLE_ROLLS)?;
                texts::ROLL_PROMPT
            }
            _ => return Ok(ConsoleFlow::Continue),
        };
        match self.input.ask(prompt, self.play.table().steps(), self.out)? {
            InputLine::Typed(line) => self.execute(&line, true),
            InputLine::End => Ok(ConsoleFlow::Exit(ExitReason::Done)),
            InputLine::Interrupted => Ok(ConsoleFlow::Exit(ExitReason::Interrupted)),
        }
    }

    /// Lets an engine or a random player move, or rolls the die.
    fn advance(&mut self) -> Result<(), Failure> {
        let command = match self.play.awaits() {
            Awaits::Engine { seat, engine, seed } => {
                let (engine, text) = (engine.clone(), texts::thinking(self.play.name(seat)));
                match self.choose(&engine, seed, &text)? {
                    Some(found) => {
                        Command::Step { by: Some(seat), step: RecordedStep::new(found.step) }
                    }
                    None => Command::Random,
                }
            }
            _ => Command::Random,
        };
        self.tell(command)
    }

    /// The move that an engine chooses. If that takes a while, a person at a terminal sees that it
    /// thinks.
    fn choose(
        &mut self,
        engine: &Engine,
        seed: u64,
        text: &str,
    ) -> Result<Option<SearchResult>, Failure> {
        self.out.flush()?;
        let (line, start) = (OnceLock::new(), Instant::now());
        let watched = (self.columns)().is_some();
        let found = house::choose(house::OPPONENTS, self.play.table(), engine, seed, &|| {
            if watched && start.elapsed() >= NOTICEABLE {
                line.get_or_init(|| progress::line(text));
            }
            false
        });
        if let Some(line) = line.into_inner() {
            line.finish_and_clear();
        }
        Ok(found)
    }

    /// Makes a move or a roll that a person typed.
    fn make_step(&mut self, text: &str, asked_for_move: bool) -> Result<(), Failure> {
        // A single word is more likely a mistyped command than a move.
        let is_word = !asked_for_move && text.chars().all(char::is_alphabetic);
        let complaint = |reason: String| if is_word { texts::no_command(&reason) } else { reason };
        let by = match self.play.awaits() {
            Awaits::Engine { seat, .. } | Awaits::Random(seat) => {
                return self.complain(complaint(texts::not_a_persons_turn(self.play.name(seat))));
            }
            awaits => awaits.seat(),
        };
        let table = self.play.table();
        let numbered = table.options().info().conventions.listing == Listing::Numbered;
        let step = match text::number_from(text).filter(|_| numbered) {
            Some(number) => {
                let steps = table.steps();
                let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
                match at.and_then(|at| steps.get(at)) {
                    Some(step) => step.clone(),
                    None => return self.complain(texts::not_in_the_list(text, steps.len())),
                }
            }
            None => text.to_owned(),
        };
        let events = self.play.tell(Command::Step { by, step: RecordedStep::new(step) });
        match events.as_slice() {
            [Event::Refused(reason)] => self.complain(complaint(reason.to_string())),
            _ => self.show(&events),
        }
    }

    fn list_moves(&mut self) -> Result<(), Failure> {
        let table = self.play.table();
        let steps = table.steps();
        match table.options().info().conventions.listing {
            Listing::Numbered => {
                for (n, step) in steps.iter().enumerate() {
                    writeln!(self.out, " {}: {step}", n + 1)?;
                }
            }
            listing => {
                let steps = if listing == Listing::Plain { with_names(table) } else { steps };
                let columns = (self.columns)().unwrap_or(usize::MAX);
                for line in wrapped(&steps, columns.saturating_sub(1).min(78)) {
                    writeln!(self.out, " {line}")?;
                }
            }
        }
        Ok(())
    }

    fn give_hint(&mut self) -> Result<(), Failure> {
        // The hint comes from the strongest level, since weaker players overlook things.
        let engine = Engine { level: Some(10), ..Engine::default() };
        let seed = self.play.awaits().seat().map_or(0, |seat| self.play.player_seed(seat));
        match self.choose(&engine, seed, texts::LOOKING_FOR_A_HINT)? {
            Some(found) => Ok(writeln!(self.out, "{}", search_texts::hint(&found))?),
            None => self.complain(texts::NO_HINT_FOR_A_DIE),
        }
    }

    fn undo(&mut self, times: usize) -> Result<(), Failure> {
        match self.play.decisions_back(times) {
            Some(step) => self.tell(Command::TakeBack(step)),
            None if self.play.decisions() == 0 => self.complain(Refused::NothingToTakeBack),
            None => self.complain(texts::only_so_many(self.play.decisions())),
        }
    }

    fn redo(&mut self, times: usize) -> Result<(), Failure> {
        match self.play.decisions_ahead(times) {
            Some(step) => self.tell(Command::Redo(step)),
            None if self.play.steps_ahead() == 0 => self.complain(Refused::NothingToRedo),
            // If more steps are asked for than there are, all of them are redone.
            None => self.tell(Command::Redo(self.play.steps() + self.play.steps_ahead())),
        }
    }

    fn save(&mut self, path: &Path, replace: bool) -> Result<(), Failure> {
        let own = self.own_files.iter().any(|file| file == path);
        if path.is_file() && !replace && !own {
            return self.complain(texts::file_exists_save(path));
        }
        match records::write(path, &self.play.record().to_string()) {
            Ok(()) => {
                self.own_files.push(path.to_owned());
                Ok(writeln!(self.out, "{}", printable(&texts::saved(path)))?)
            }
            Err(reason) => self.complain(reason),
        }
    }

    fn load(&mut self, path: &Path) -> Result<(), Failure> {
        let LoadedGame { play, number, games, .. } = match records::load(path, None) {
            Ok(loaded) => loaded,
            Err(reason) => return self.complain(reason),
        };
        if play.ending().is_some() {
            return self.complain(texts::loaded_is_over(path));
        }
        let game = |play: &Play| play.table().options().info().id;
        if (game(&self.play), self.play.names()) != (game(&play), play.names()) {
            // The wins of other players, or in another game, do not count for these players.
            self.series = Series::default();
        }
        self.play = play;
        self.own_files = if games == 1 { vec![path.to_owned()] } else { Vec::new() };
        if let Some(recorder) = &mut self.recorder {
            recorder.next_game();
        }
        self.write_record();
        writeln!(self.out, "{}", printable(&texts::loaded(path, number, games)))?;
        self.start()?;
        self.tell_skips_at_start()
    }

    fn seat(&mut self, seated: Seated) -> Result<(), Failure> {
        let names = self.play.names();
        match names.iter().position(|name| *name == seated.name) {
            Some(at) => self.tell(Command::Seat { seat: Seat::new(at), player: seated.player }),
            None => {
                let known = text::listed(&names);
                self.complain(texts::no_such_seat(&seated.name, &known))
            }
        }
    }

    /// Applies a command to the game, records the game and shows what has happened.
    fn tell(&mut self, command: Command) -> Result<(), Failure> {
        let events = self.play.tell(command);
        self.show(&events)
    }

    fn show(&mut self, events: &[Event]) -> Result<(), Failure> {
        for event in events {
            match event {
                Event::Started => {
                    if let Some(recorder) = &mut self.recorder {
                        recorder.next_game();
                    }
                    self.own_files.clear();
                    self.start()?;
                }
                Event::Stepped { by: Some(seat), step, .. } => {
                    if *self.play.player(*seat) != Player::Manual {
                        writeln!(self.out, "{}", texts::plays(self.play.name(*seat), step))?;
                    }
                    self.shown = false;
                }
                Event::Stepped { by: None, step, .. } => {
                    // As long as the die matters, it is shown with the position.
                    if self.play.table().die().is_none() {
                        writeln!(self.out, "{}", texts::die_shows(step))?;
                    }
                    self.shown = false;
                }
                Event::Skipped { seat, reason } => self.tell_skip(*seat, reason)?,
                Event::TakenBack(_) | Event::Seated { .. } => self.shown = false,
                Event::Refused(reason) => self.complain(reason)?,
                Event::Ended(_) => {}
            }
        }
        self.write_record();
        Ok(())
    }

    fn tell_skip(&mut self, seat: Seat, reason: &str) -> Result<(), Failure> {
        if !self.play.table().options().info().conventions.silent_skips {
            writeln!(self.out, "{}", texts::skipped(self.play.name(seat), reason))?;
        }
        Ok(())
    }

    /// Tells who was skipped at the start, while the game is still there.
    fn tell_skips_at_start(&mut self) -> Result<(), Failure> {
        if self.play.steps() == 0 {
            for (seat, reason) in self.play.table().skipped_at_start() {
                self.tell_skip(seat, &reason)?;
            }
        }
        Ok(())
    }

    /// Records the game, if somebody wants a record. If that fails, an error says so and the game
    /// goes on.
    fn write_record(&mut self) {
        if let Some(recorder) = &mut self.recorder
            && let Err(reason) = recorder.keep(self.play.record())
        {
            complain(self.err, &reason.to_string());
        }
    }

    fn start(&mut self) -> Result<(), Failure> {
        self.shown = false;
        writeln!(self.out, "{}\n", texts::starting(self.play.table().options().info()))?;
        Ok(())
    }

    /// Shows the position and whose turn it is, unless they have just been shown.
    fn show_turn(&mut self) -> Result<(), Failure> {
        if self.shown {
            return Ok(());
        }
        self.shown = true;
        self.show_position()?;
        if let Some(roll) = self.play.table().die() {
            writeln!(self.out, "{}", texts::die_shows(&roll))?;
        }
        let awaits = self.play.awaits();
        if let Some(seat) = awaits.seat() {
            let style = show::colour(seat);
            let name = format!("{style}{}{style:#}", self.play.name(seat));
            writeln!(self.out, "{}", texts::turn_for(&name))?;
        } else if awaits != Awaits::Nothing {
            writeln!(self.out, "{}", texts::TURN_FOR_THE_DIE)?;
        }
        Ok(())
    }

    fn show_position(&mut self) -> Result<(), Failure> {
        let (table, names) = (self.play.table(), self.play.names());
        let board = table.drawing(&names);
        let widest = board.text.lines().map(drawing::width).max().unwrap_or(0);
        let too_narrow =
            (self.columns)().filter(|columns| widest > *columns && !self.options.plain);
        if let Some(columns) = too_narrow {
            writeln!(self.out, "{}", texts::too_narrow(widest, columns))?;
        }
        if self.options.plain || too_narrow.is_some() {
            write!(self.out, "{}", show::in_words(&self.play))?;
        } else {
            write!(self.out, "{}", show::coloured(&board, table))?;
        }
        match self.play.table().players_line(&names) {
            Some(line) => writeln!(self.out, "\n{line}")?,
            None if self.options.plain => writeln!(self.out)?,
            // The drawing itself names the players, so this line is left out.
            None => {}
        }
        Ok(())
    }

    fn show_ending(&mut self) -> Result<(), Failure> {
        writeln!(self.out, "\n{}\n", texts::GAME_OVER)?;
        self.show_position()?;
        if let Some(ending) = self.play.ending() {
            for line in texts::ending(ending, &self.play.names()) {
                writeln!(self.out, "{line}")?;
            }
        }
        self.out.flush()?;
        Ok(())
    }

    /// The name of a seat in a sentence.
    fn side(&self, seat: Seat) -> &str {
        let sides = self.play.table().options().info().conventions.sides;
        sides.get(seat.index()).copied().unwrap_or_else(|| self.play.name(seat))
    }

    /// Writes one line about what is wrong, after all output so far.
    fn complain(&mut self, reason: impl Display) -> Result<(), Failure> {
        self.out.flush()?;
        complain(self.err, &reason.to_string());
        Ok(())
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The legal moves. Each has the names that people use for its places, if those say more: `18 13
/// (C4 C3)`.
fn with_names(table: &dyn Table) -> Vec<String> {
    let places = table.board().places;
    let named = |choice: &Choice| {
        let names: Vec<&str> =
            choice.clicks.iter().map(|place| places[*place].label.as_str()).collect();
        let names = names.join(" ");
        if names == choice.step { names } else { format!("{} ({names})", choice.step) }
    };
    table.choices().iter().map(named).collect()
}

/// Steps in lines of at most this many columns, unless a single step is wider.
fn wrapped(steps: &[String], columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for step in steps {
        match lines.last_mut() {
            Some(line) if line.len() + 2 + step.len() <= columns => {
                line.push_str(&format!(", {step}"));
            }
            _ => lines.push(step.clone()),
        }
    }
    lines
}
