//! The console: a view of a game in progress that asks and answers in lines of text.

mod at_terminal;
mod commands;
mod replay;
pub mod show;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use ludoteca_core::scene::{Choice, Shape};
use ludoteca_core::text::{self, printable};
use ludoteca_core::{Language, Listing, Message, Seat, Spelling, Tell, drawing};
use ludoteca_engines::{house, search_texts};
use ludoteca_play::{
    Awaits, Command, Engine, Event, Play, Player, RecordedStep, Refused, Seated, Series, players,
};
use ludoteca_search::SearchResult;
use ludoteca_system::records::{self, LoadedGame, Recorder};
use ludoteca_system::signals;
use ludoteca_system::stop::Stop;

use crate::failure::{Failure, complain};
use crate::input::{Input, InputLine};
use crate::similar::similar;
use crate::texts::{Texts, texts};
use crate::{progress, rules_text};

use at_terminal::Keeping;
use commands::ConsoleCommand;

/// A person who waits for longer than this sees what is going on.
const NOTICEABLE: Duration = Duration::from_millis(300);

/// Options for the console.
#[derive(Copy, Clone, Debug, Default)]
pub struct ConsoleOptions {
    /// Do engines and random players move without being asked to?
    pub auto: bool,
    /// Are games played in a series, with statistics?
    pub series: bool,
    /// Are positions shown in words?
    pub plain: bool,
    /// The language of all sentences. Commands, moves and records are the same in all languages.
    pub language: Language,
}

/// A game in progress at the console.
pub struct Console<'a> {
    pub play: Play,
    pub options: ConsoleOptions,
    pub recorder: Option<Recorder>,
    pub input: Input,
    pub out: &'a mut dyn Write,
    /// Where errors and refusals are written.
    pub err: &'a mut dyn Write,
    /// The width of the terminal that `out` goes to; `None` if it is not a terminal.
    pub columns: fn() -> Option<usize>,
    texts: &'static Texts,
    /// Does a person at a terminal read and answer? Such a person is told more than a transcript.
    is_at_terminal: bool,
    shown: bool,
    /// Was the person told how to type a move?
    is_introduced: bool,
    /// Is a record shown, and nobody to move?
    is_replay: bool,
    series: Series,
    /// Files that this game was saved to or came from. Writing them again loses nothing.
    own_files: Vec<PathBuf>,
    keeping: Keeping,
    /// Given when somebody interrupts the program while a player chooses a move. The key for it is
    /// read by the editor at prompts, but nothing would read it while an engine thinks.
    interrupted: Option<Stop>,
}

/// What the console does after a line or after a game.
enum ConsoleFlow {
    Continue,
    /// A move was refused.
    Refused,
    Exit(ExitReason),
}

/// Why the console is left.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum ExitReason {
    /// The game or series is over, or the person has left.
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
            is_at_terminal: input.is_edited(),
            play,
            options,
            recorder: None,
            input,
            out,
            err,
            columns: || None,
            texts: texts(options.language),
            shown: false,
            is_introduced: false,
            is_replay: false,
            series: Series::default(),
            own_files: Vec::new(),
            keeping: Keeping::default(),
            interrupted: None,
        }
    }

    /// Goes on with a game in the file in which it was kept.
    pub fn resume(&mut self, path: &Path) {
        if self.is_at_terminal {
            self.recorder = None;
            self.keeping.resume(path);
        }
    }

    /// Plays until the game or series is over, or the person leaves.
    ///
    /// # Errors
    /// Fails if reading or writing fails.
    pub fn run(mut self) -> Result<ExitReason, Failure> {
        self.start()?;
        self.tell_skips_at_start()?;
        loop {
            let leave = self.play_on()?;
            if leave == ExitReason::Interrupted {
                self.tell_kept()?;
                return Ok(leave);
            }
            match self.another_game()? {
                ConsoleFlow::Exit(leave) => {
                    self.tell_kept()?;
                    return Ok(leave);
                }
                ConsoleFlow::Continue | ConsoleFlow::Refused => {
                    self.tell(Command::Restart(None))?;
                }
            }
        }
    }

    /// Plays until the game is over, or the person leaves.
    fn play_on(&mut self) -> Result<ExitReason, Failure> {
        let mut leave = ExitReason::Done;
        loop {
            let after = match self.play.awaits() {
                Awaits::Nothing => break,
                Awaits::Roll => self.advance()?,
                Awaits::Engine { .. } | Awaits::Random(_) if self.options.auto => {
                    self.show_turn()?;
                    self.advance()?
                }
                Awaits::Person(_)
                | Awaits::Engine { .. }
                | Awaits::Random(_)
                | Awaits::TypedRoll => {
                    self.show_turn()?;
                    self.introduce()?;
                    let words = commands::WORDS
                        .iter()
                        .map(|word| (*word).to_owned())
                        .chain(self.play.table().steps())
                        .collect();
                    match self.ask(self.texts.play_prompt, words)? {
                        InputLine::Typed(line) => self.execute(&line, false)?,
                        InputLine::End => ConsoleFlow::Exit(ExitReason::Done),
                        InputLine::Interrupted => ConsoleFlow::Exit(ExitReason::Interrupted),
                    }
                }
            };
            if let ConsoleFlow::Exit(why) = after {
                leave = why;
                self.tell(Command::Stop)?;
            }
        }
        self.show_ending()?;
        Ok(leave)
    }

    /// Asks for a line, unless somebody has interrupted the program meanwhile.
    fn ask(&mut self, prompt: &str, words: Vec<String>) -> Result<InputLine, Failure> {
        if self.is_interrupted() {
            return Ok(InputLine::Interrupted);
        }
        self.input.ask(prompt, words, self.out)
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.as_ref().is_some_and(Stop::is_stopped)
    }

    /// Counts the game that is over. In a series it asks for another game.
    fn another_game(&mut self) -> Result<ConsoleFlow, Failure> {
        let conventions = &self.play.table().options().info().conventions;
        let Some(ending) = self.play.ending().cloned().filter(|ending| ending.verdict().is_some())
        else {
            return Ok(ConsoleFlow::Exit(ExitReason::Done));
        };
        self.series.count(&ending);
        if !(self.options.series || conventions.series) {
            return Ok(ConsoleFlow::Exit(ExitReason::Done));
        }
        let sides: Vec<String> = match conventions.sides {
            [] => self.play.names().into_iter().map(str::to_owned).collect(),
            sides => sides
                .iter()
                .map(|side| (self.texts.side_name)(side.tell(self.options.language)))
                .collect(),
        };
        for line in self.texts.statistics(&ending, &self.series, &sides) {
            writeln!(self.out, "{line}")?;
        }
        self.out.flush()?;
        while !self.input.is_at_end() {
            let answers = [self.texts.yes, self.texts.no];
            let words = answers.iter().filter_map(|words| words.last());
            let words = words.map(|word| (*word).to_owned()).collect();
            let line = match self.ask(self.texts.continue_prompt, words)? {
                InputLine::Typed(line) => line,
                InputLine::End => break,
                InputLine::Interrupted => return Ok(ConsoleFlow::Exit(ExitReason::Interrupted)),
            };
            match self.texts.is_yes(line.trim()) {
                Some(true) => return Ok(ConsoleFlow::Continue),
                Some(false) => break,
                None if line.trim().eq_ignore_ascii_case("quit") => break,
                None => self.complain(self.texts.yes_or_no)?,
            }
        }
        Ok(ConsoleFlow::Exit(ExitReason::Done))
    }

    /// Executes a line of input. At the prompt for a move, `play` does nothing more, since that
    /// prompt is its effect.
    fn execute(&mut self, line: &str, asked_for_move: bool) -> Result<ConsoleFlow, Failure> {
        let command = match ConsoleCommand::read(line, self.options.language) {
            Ok(order) => order,
            Err(reason) => {
                self.complain(&reason)?;
                return Ok(ConsoleFlow::Continue);
            }
        };
        match command {
            ConsoleCommand::Nothing => {}
            ConsoleCommand::Play if asked_for_move => {}
            ConsoleCommand::Play => return self.play_next(),
            ConsoleCommand::Move(text) => return self.make_step(&text, asked_for_move),
            ConsoleCommand::Moves => self.list_moves()?,
            ConsoleCommand::Hint => return self.give_hint(),
            ConsoleCommand::Undo(times) => self.undo(times)?,
            ConsoleCommand::Redo(times) => self.redo(times)?,
            ConsoleCommand::Restart => self.tell(Command::Restart(None))?,
            ConsoleCommand::Save { path, replace } => self.save(&path, replace)?,
            ConsoleCommand::Load(path) => self.load(&path)?,
            ConsoleCommand::Board => self.shown = false,
            ConsoleCommand::Position => writeln!(self.out, "{}", self.play.table().position())?,
            ConsoleCommand::Rules => {
                let info = self.play.table().options().info();
                let columns = (self.columns)();
                rules_text::write(info, self.options.language, columns, &mut *self.out)?;
            }
            ConsoleCommand::Seats => {
                writeln!(self.out, " {}", players::write_players(self.play.seats()))?;
            }
            ConsoleCommand::Seat(seated) => self.seat(seated)?,
            ConsoleCommand::Help => writeln!(self.out, "{}", self.texts.help())?,
            ConsoleCommand::Quit => return Ok(ConsoleFlow::Exit(ExitReason::Done)),
        }
        Ok(ConsoleFlow::Continue)
    }

    /// Makes the next move. If a person is to move, the person is asked.
    fn play_next(&mut self) -> Result<ConsoleFlow, Failure> {
        let prompt = match self.play.awaits() {
            awaits if awaits.needs_no_person() => return self.advance(),
            Awaits::Person(seat) => {
                let hint = self.play.table().hint().tell(self.options.language);
                writeln!(self.out, "{}\n {hint}", self.texts.possible_moves)?;
                let info = self.play.table().options().info();
                if info.conventions.listing != Listing::Never {
                    if !info.conventions.sides.is_empty() {
                        let line = (self.texts.legal_moves_of)(self.side(seat));
                        writeln!(self.out, "{line}")?;
                    }
                    self.list_moves()?;
                }
                self.texts.move_prompt
            }
            Awaits::TypedRoll => {
                let rolls = self.play.table().steps().join(", ");
                writeln!(self.out, "{}\n {rolls}", self.texts.possible_rolls)?;
                self.texts.roll_prompt
            }
            _ => return Ok(ConsoleFlow::Continue),
        };
        loop {
            match self.ask(prompt, self.play.table().steps())? {
                InputLine::Typed(line) => match self.execute(&line, true)? {
                    ConsoleFlow::Refused if self.is_at_terminal => {}
                    flow => return Ok(flow),
                },
                InputLine::End => return Ok(ConsoleFlow::Exit(ExitReason::Done)),
                InputLine::Interrupted => return Ok(ConsoleFlow::Exit(ExitReason::Interrupted)),
            }
        }
    }

    /// Lets an engine or a random player move, or rolls the die.
    fn advance(&mut self) -> Result<ConsoleFlow, Failure> {
        let command = match self.play.awaits() {
            Awaits::Engine { seat, engine, seed } => {
                let (engine, text) = (engine.clone(), (self.texts.thinking)(self.play.name(seat)));
                match self.choose(&engine, seed, &text)? {
                    Some(found) => {
                        Command::Step { by: Some(seat), step: RecordedStep::new(found.step) }
                    }
                    None => Command::Random,
                }
            }
            _ => Command::Random,
        };
        if self.is_interrupted() {
            return Ok(ConsoleFlow::Exit(ExitReason::Interrupted));
        }
        self.tell(command)?;
        Ok(ConsoleFlow::Continue)
    }

    /// The move that an engine chooses. If that takes a while, a person at a terminal sees that it
    /// thinks, and can interrupt it.
    fn choose(
        &mut self,
        engine: &Engine,
        seed: u64,
        text: &str,
    ) -> Result<Option<SearchResult>, Failure> {
        self.out.flush()?;
        if self.is_at_terminal && self.interrupted.is_none() {
            // Where the system cannot report it, the key ends the program, as without this.
            self.interrupted = signals::interrupt_key().ok();
        }
        let interrupted = self.interrupted.clone().unwrap_or_default();
        let (line, start) = (OnceLock::new(), Instant::now());
        let watched = (self.columns)().is_some();
        let found = house::choose(house::OPPONENTS, self.play.table(), engine, seed, &|| {
            if watched && start.elapsed() >= NOTICEABLE {
                line.get_or_init(|| progress::line(text));
            }
            interrupted.is_stopped()
        });
        if let Some(line) = line.into_inner() {
            line.finish_and_clear();
        }
        Ok(found)
    }

    /// Makes a move or a roll that a person typed.
    fn make_step(&mut self, text: &str, asked_for_move: bool) -> Result<ConsoleFlow, Failure> {
        match self.try_step(text, asked_for_move)? {
            None => Ok(ConsoleFlow::Continue),
            Some(reason) => {
                self.complain(&reason)?;
                Ok(ConsoleFlow::Refused)
            }
        }
    }

    /// Makes a move or a roll, or returns the reason why it is refused.
    fn try_step(&mut self, text: &str, asked_for_move: bool) -> Result<Option<String>, Failure> {
        // A single word is more likely a mistyped command than a move.
        let is_word = !asked_for_move && text.chars().all(char::is_alphabetic);
        let texts = self.texts;
        let meant = similar(text, commands::words()).filter(|meant| is_word && *meant != text);
        let complaint = |reason: String| match meant {
            Some(meant) => {
                (texts.no_command)(&format!("{reason}; {}", (texts.did_you_mean)(meant)))
            }
            None if is_word => (texts.no_command)(&reason),
            None => reason,
        };
        let by = match self.play.awaits() {
            Awaits::Engine { seat, .. } | Awaits::Random(seat) => {
                let reason = (texts.not_a_persons_turn)(self.play.name(seat));
                return Ok(Some(complaint(reason)));
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
                    None => return Ok(Some((texts.not_in_the_list)(text, steps.len()))),
                }
            }
            None => text.to_owned(),
        };
        let events = self.play.tell(Command::Step { by, step: RecordedStep::new(step) });
        match events.as_slice() {
            [Event::Refused(reason)] => Ok(Some(complaint(self.translated(reason)))),
            _ => self.show(&events).map(|()| None),
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
                let steps = if listing == Listing::Plain { self.with_names() } else { steps };
                let columns = (self.columns)().unwrap_or(usize::MAX);
                for line in wrapped(&steps, columns.saturating_sub(1).min(78)) {
                    writeln!(self.out, " {line}")?;
                }
            }
        }
        Ok(())
    }

    fn give_hint(&mut self) -> Result<ConsoleFlow, Failure> {
        // The hint comes from the strongest level, since weaker players overlook things.
        let engine = Engine { level: Some(10), ..Engine::default() };
        let seed = self.play.awaits().seat().map_or(0, |seat| self.play.player_seed(seat));
        let found = self.choose(&engine, seed, self.texts.looking_for_a_hint)?;
        if self.is_interrupted() {
            return Ok(ConsoleFlow::Exit(ExitReason::Interrupted));
        }
        match found {
            Some(found) => {
                let line = self.line_with_names(&found.principal_variation);
                let hint = search_texts::hint(&found, &line, self.options.language);
                writeln!(self.out, "{hint}")?;
            }
            None => self.complain(self.texts.no_hint_for_a_die)?,
        }
        Ok(ConsoleFlow::Continue)
    }

    fn undo(&mut self, times: usize) -> Result<(), Failure> {
        match self.play.decisions_back(times) {
            Some(step) => self.tell(Command::TakeBack(step)),
            None if self.play.decisions() == 0 => self.refuse(&Refused::NothingToTakeBack),
            None => self.complain(&(self.texts.only_so_many)(self.play.decisions())),
        }
    }

    fn redo(&mut self, times: usize) -> Result<(), Failure> {
        match self.play.decisions_ahead(times) {
            Some(step) => self.tell(Command::Redo(step)),
            None if self.play.steps_ahead() == 0 => self.refuse(&Refused::NothingToRedo),
            // If more steps are asked for than there are, all of them are redone.
            None => self.tell(Command::Redo(self.play.steps() + self.play.steps_ahead())),
        }
    }

    fn save(&mut self, path: &Path, replace: bool) -> Result<(), Failure> {
        let own = self.own_files.iter().any(|file| file == path);
        if path.is_file() && !replace && !own {
            return self.complain(&(self.texts.file_exists)(path));
        }
        match records::write(path, &self.play.record().to_string()) {
            Ok(()) => {
                self.own_files.push(path.to_owned());
                Ok(writeln!(self.out, "{}", printable(&(self.texts.saved)(path)))?)
            }
            Err(reason) => self.refuse(&reason),
        }
    }

    fn load(&mut self, path: &Path) -> Result<(), Failure> {
        let LoadedGame { play, number, games, .. } = match records::load(path, None) {
            Ok(loaded) => loaded,
            Err(reason) => return self.refuse(&reason),
        };
        if play.ending().is_some() {
            return self.complain(&(self.texts.loaded_is_over)(path));
        }
        let game = |play: &Play| play.table().options().info().id;
        if (game(&self.play), self.play.names()) != (game(&play), play.names()) {
            // The wins of other players, or in another game, do not count for these players.
            self.series = Series::default();
        }
        self.play = play;
        self.own_files = if games == 1 { vec![path.to_owned()] } else { Vec::new() };
        self.next_file();
        self.write_record();
        writeln!(self.out, "{}", printable(&(self.texts.loaded)(path, number, games)))?;
        self.start()?;
        self.tell_skips_at_start()
    }

    fn seat(&mut self, seated: Seated) -> Result<(), Failure> {
        let names = self.play.names();
        match names.iter().position(|name| *name == seated.name) {
            Some(at) => self.tell(Command::Seat { seat: Seat::new(at), player: seated.player }),
            None => self.complain(&(self.texts.no_such_player)(&seated.name, &names)),
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
                    self.next_file();
                    self.own_files.clear();
                    self.start()?;
                }
                Event::Stepped { by: Some(seat), step, .. } => {
                    if self.is_at_terminal && *self.play.player(*seat) != Player::Manual {
                        let line = (self.texts.plays)(self.play.name(*seat), step);
                        writeln!(self.out, "{line}")?;
                    }
                    self.shown = false;
                }
                Event::Stepped { by: None, step, .. } => {
                    // While the die matters, it is shown with the position.
                    if self.play.table().die().is_none() {
                        writeln!(self.out, "{}", (self.texts.die_shows)(step))?;
                    }
                    self.shown = false;
                }
                Event::Skipped { seat, reason } => self.tell_skip(*seat, reason)?,
                Event::TakenBack(_) | Event::Seated { .. } => self.shown = false,
                Event::Refused(reason) => self.refuse(reason)?,
                Event::Ended(_) => {}
            }
        }
        self.write_record();
        Ok(())
    }

    fn tell_skip(&mut self, seat: Seat, reason: &Message) -> Result<(), Failure> {
        if !self.play.table().options().info().conventions.silent_skips {
            let reason = reason.tell(self.options.language);
            writeln!(self.out, "{}", (self.texts.skipped)(self.play.name(seat), &reason))?;
        }
        Ok(())
    }

    /// Announces the seats that were skipped at the start.
    fn tell_skips_at_start(&mut self) -> Result<(), Failure> {
        if self.play.steps() == 0 {
            for (seat, reason) in self.play.table().skipped_at_start() {
                self.tell_skip(seat, &reason)?;
            }
        }
        Ok(())
    }

    /// Records the game if a record is wanted, or else keeps it. If that fails, an error says so,
    /// and the game goes on.
    fn write_record(&mut self) {
        let written = match &mut self.recorder {
            Some(recorder) => recorder.keep(self.play.record()),
            None => self.keep(),
        };
        if let Err(reason) = written {
            let reason = reason.tell(self.options.language, Spelling::Typed);
            complain(self.err, &reason, self.options.language);
        }
    }

    /// Leaves the file of this game to it.
    fn next_file(&mut self) {
        match &mut self.recorder {
            Some(recorder) => recorder.next_game(),
            None => self.keeping.next_game(),
        }
    }

    fn start(&mut self) -> Result<(), Failure> {
        self.shown = false;
        let info = self.play.table().options().info();
        let about = info.about.tell(self.options.language);
        writeln!(self.out, "{}\n", (self.texts.starting)(info.title, about))?;
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
            writeln!(self.out, "{}", (self.texts.die_shows)(&roll))?;
        }
        let awaits = self.play.awaits();
        if let Some(seat) = awaits.seat() {
            let style = show::colour(seat);
            if self.is_turn_of_the_only_person() {
                let line = format!("{style}{}{style:#}", self.texts.your_turn);
                writeln!(self.out, "{line}")?;
                return self.show_task();
            }
            let name = format!("{style}{}{style:#}", self.play.name(seat));
            writeln!(self.out, "{}", (self.texts.turn_for)(&name))?;
        } else if awaits != Awaits::Nothing {
            writeln!(self.out, "{}", self.texts.turn_for_the_die)?;
        }
        self.show_task()
    }

    fn show_position(&mut self) -> Result<(), Failure> {
        let (table, names) = (self.play.table(), self.play.names());
        let mut board = table.drawing(&names, self.options.language);
        if self.is_at_terminal {
            board = at_terminal::improved(&board, table);
        }
        let widest = board.text.lines().map(drawing::width).max().unwrap_or(0);
        let too_narrow =
            (self.columns)().filter(|columns| widest > *columns && !self.options.plain);
        if let Some(columns) = too_narrow {
            writeln!(self.out, "{}", (self.texts.too_narrow)(widest, columns))?;
        }
        if self.options.plain || too_narrow.is_some() {
            write!(self.out, "{}", show::in_words(&self.play, self.options.language))?;
        } else {
            write!(self.out, "{}", show::coloured(&board, table))?;
        }
        match self.play.table().players_line(&names, self.options.language) {
            Some(line) => writeln!(self.out, "\n{line}")?,
            None if self.options.plain => writeln!(self.out)?,
            // The drawing itself names the players, so this line is left out.
            None => {}
        }
        Ok(())
    }

    fn show_ending(&mut self) -> Result<(), Failure> {
        writeln!(self.out, "\n{}\n", self.texts.game_over)?;
        self.show_position()?;
        if let Some(ending) = self.play.ending() {
            for line in self.texts.ending(ending, &self.play.names(), self.options.language) {
                writeln!(self.out, "{line}")?;
            }
        }
        self.tell_ending()?;
        self.out.flush()?;
        Ok(())
    }

    /// The name of a seat in a sentence.
    fn side(&self, seat: Seat) -> &str {
        let sides = self.play.table().options().info().conventions.sides;
        match sides.get(seat.index()) {
            Some(side) => side.tell(self.options.language),
            None => self.play.name(seat),
        }
    }

    /// The legal moves. Where places have names of their own, they are added: `18 13 (C4 C3)`.
    fn with_names(&self) -> Vec<String> {
        let table = self.play.table();
        let places = table.board().places;
        if places.iter().any(|place| place.shape != Shape::Point) {
            return table.steps();
        }
        let named = |choice: &Choice| {
            let names = choice.clicks.iter().map(|place| &places[*place].label);
            let names: Vec<String> = names.map(|name| name.tell(self.options.language)).collect();
            format!("{} ({})", choice.step, names.join(" "))
        };
        table.choices().iter().map(named).collect()
    }

    /// These moves, one after another. Where places have names of their own, they are added: `18 13
    /// = C4–C3`.
    fn line_with_names(&self, line: &[String]) -> Vec<String> {
        let table = self.play.table();
        let board = table.board();
        if board.is_grid || board.places.iter().any(|place| place.shape != Shape::Point) {
            return line.to_vec();
        }
        let readable = table.readable_line(line);
        let named = line.iter().zip(&readable).map(|(step, readable)| {
            format!("{step} = {}", readable.step.tell(self.options.language))
        });
        named.chain(line.iter().skip(readable.len()).cloned()).collect()
    }

    /// The text in the language of the console.
    fn translated(&self, what: &dyn Tell) -> String {
        what.tell(self.options.language, Spelling::Typed)
    }

    /// Says why something is refused.
    fn refuse(&mut self, reason: &dyn Tell) -> Result<(), Failure> {
        self.complain(&self.translated(reason))
    }

    /// Writes an error in one line, after all output so far.
    fn complain(&mut self, reason: &str) -> Result<(), Failure> {
        self.out.flush()?;
        complain(self.err, reason, self.options.language);
        Ok(())
    }
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
