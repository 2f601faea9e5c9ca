//! The game in a terminal: its players, its search, its messages and its file.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use ludoteca_core::{Language, Seat, Spelling, Table};
use ludoteca_engines::house::{self, EngineThread, SearchUpdate, spawn_thread};
use ludoteca_play::{Awaits, Command, Ending, Engine, Event, Play, Player, RecordedStep, Refused};
use ludoteca_search::SearchResult;
use ludoteca_system::kept::{self, Keeper};
use ludoteca_system::records::{self, LoadedGame, Recorder};
use ludoteca_system::stop::Stop;

use crate::events::TerminalEvent;
use crate::texts::{self, Texts, told};

/// How long a move is shown before the next automatic one, so that a person can follow.
const PACE: Duration = Duration::from_millis(700);

/// Where the game is written while it is played.
pub enum GameFile {
    /// A file that the person has named.
    Recorded(Recorder),
    /// A file of the program.
    Kept(Keeper),
    /// Nowhere.
    None,
}

/// A game in a terminal.
pub struct TerminalSession {
    play: Play,
    /// How the game of a watched record ended. An interrupted game may still go on.
    recorded_ending: Option<Ending>,
    file: GameFile,
    /// Files that this game was saved to or came from. Writing them again loses nothing.
    own_files: Vec<PathBuf>,
    language: Language,
    /// What was last said, and whether something was refused.
    message: Option<(String, bool)>,
    /// Did writing the game fail when it last changed?
    write_failed: bool,
    /// Players do not move while a record is only watched.
    is_watched: bool,
    /// They do not move at this state of the game, since a person has stopped them there.
    paused_at: Option<usize>,
    search: Option<TerminalSearch>,
    /// How many searches there were.
    searches: u64,
    /// The state in which a hint was given, and the hint.
    hint: Option<(usize, String)>,
    next_step_at: Option<Instant>,
    tell: Sender<TerminalEvent>,
    pace: Duration,
}

/// A search in a position of the game.
struct TerminalSearch {
    number: u64,
    purpose: TerminalPurpose,
    /// The state of the game that is searched.
    state: usize,
    thread: EngineThread,
}

/// What a search is for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum TerminalPurpose {
    /// The seat plays the move that is found.
    Play(Seat),
    /// A person wants to know the best move.
    Advise,
}

impl TerminalSession {
    pub fn new(
        play: Play,
        file: GameFile,
        language: Language,
        tell: Sender<TerminalEvent>,
    ) -> TerminalSession {
        let mut game = TerminalSession {
            play,
            recorded_ending: None,
            file,
            own_files: Vec::new(),
            language,
            message: None,
            write_failed: false,
            is_watched: false,
            paused_at: None,
            search: None,
            searches: 0,
            hint: None,
            next_step_at: None,
            tell,
            pace: PACE,
        };
        game.announce();
        game
    }

    /// Only watches the game, which came from a record.
    pub fn watch(&mut self, ending: Option<Ending>) {
        self.recorded_ending = ending;
        self.is_watched = true;
    }

    pub fn play(&self) -> &Play {
        &self.play
    }

    pub fn language(&self) -> Language {
        self.language
    }

    pub fn texts(&self) -> &'static Texts {
        texts::texts(self.language)
    }

    pub fn set_language(&mut self, language: Language) {
        self.language = language;
    }

    /// The position after this number of steps.
    pub fn table(&self, step: usize) -> &dyn Table {
        self.play.position(step).unwrap_or(self.play.table())
    }

    /// How the game ended, if it is over; for a watched record, how the recorded game ended.
    pub fn ending(&self) -> Option<&Ending> {
        self.play.ending().or(self.recorded_ending.as_ref())
    }

    /// How the game ended, told to the people at this terminal.
    pub fn told_ending(&self) -> Option<String> {
        let mine: Vec<Seat> = Seat::all(self.play.seats().len())
            .filter(|seat| *self.play.player(*seat) == Player::Manual)
            .collect();
        Some(self.ending()?.told_to(&mine, &self.play.names(), self.language))
    }

    /// What was last said, and whether something was refused.
    pub fn message(&self) -> Option<(&str, bool)> {
        self.message.as_ref().map(|(text, refused)| (text.as_str(), *refused))
    }

    pub fn clear_message(&mut self) {
        self.message = None;
    }

    /// Tells the person something.
    pub fn say(&mut self, text: String) {
        self.message = Some((text, false));
    }

    /// Tells the person why something is refused.
    pub fn refuse(&mut self, why: &str) {
        self.message = Some((texts::sentence(why), true));
    }

    /// Tells the person what went wrong with a file, whose name comes first.
    pub fn fail(&mut self, why: String) {
        self.message = Some((why, true));
    }

    /// Sets how long a move is shown before the next automatic one.
    #[cfg(test)]
    pub fn set_pace(&mut self, pace: Duration) {
        self.pace = pace;
    }

    /// The move that was given as a hint in this position.
    pub fn hint(&self) -> Option<&str> {
        let (state, step) = self.hint.as_ref()?;
        (*state == self.play.log().len()).then_some(step)
    }

    /// What the current search is for, and how long it has gone on.
    pub fn search(&self) -> Option<(TerminalPurpose, Duration)> {
        self.search.as_ref().map(|search| (search.purpose, search.thread.elapsed()))
    }

    /// The seat to move, if a person has it and nothing else is going on.
    pub fn mover(&self) -> Option<Seat> {
        match self.play.awaits() {
            Awaits::Person(seat) if !self.is_thinking() => Some(seat),
            _ => None,
        }
    }

    /// Does an engine think about its move?
    pub fn is_thinking(&self) -> bool {
        matches!(self.search(), Some((TerminalPurpose::Play(_), _)))
    }

    /// Does a player wait, although the next step needs no person?
    pub fn is_paused(&self) -> bool {
        let is_held = self.is_watched || self.paused_at == Some(self.play.log().len());
        is_held && self.search.is_none() && self.play.awaits().needs_no_person()
    }

    /// The file in which the unfinished game is kept, if anything was played.
    pub fn kept_in(&self) -> Option<&Path> {
        let is_worth_it = self.play.steps() > 0 && !self.is_over() && !self.write_failed;
        match &self.file {
            GameFile::Kept(keeper) if is_worth_it => keeper.path(),
            GameFile::Recorded(recorder) if is_worth_it => Some(recorder.path()),
            _ => None,
        }
    }

    /// Goes on with everything that needs no person. Returns when it wants to be called again, if
    /// more is to come by itself.
    pub fn advance(&mut self, now: Instant) -> Option<Duration> {
        if self.search.is_some() || self.is_paused() || !self.play.awaits().needs_no_person() {
            return None;
        }
        if let Some(wait) = self.next_step_at.and_then(|at| at.checked_duration_since(now))
            && !wait.is_zero()
        {
            return Some(wait);
        }
        self.step_without_person();
        // A search reports when it is done.
        self.search.is_none().then_some(self.pace)
    }

    /// Lets the next automatic move wait until the last one was shown, which takes this long.
    pub fn wait_for(&mut self, shown: Duration) {
        self.next_step_at = Some(Instant::now() + shown + self.pace / 2);
    }

    fn step_without_person(&mut self) {
        match self.play.awaits() {
            Awaits::Engine { seat, engine, .. } => {
                let engine = engine.clone();
                self.think(TerminalPurpose::Play(seat), engine);
            }
            Awaits::Random(_) | Awaits::Roll => self.tell(Command::Random),
            Awaits::Person(_) | Awaits::TypedRoll | Awaits::Nothing => {}
        }
    }

    /// Lets players move who wait.
    pub fn let_move(&mut self) {
        (self.is_watched, self.paused_at, self.next_step_at) = (false, None, None);
    }

    /// Plays a step that a person has chosen.
    pub fn make(&mut self, step: &str) {
        let by = self.play.table().next().seat();
        self.tell(Command::Step { by, step: RecordedStep::new(step) });
    }

    /// Plays a step that a person has typed, in either spelling. Returns whether it was made.
    pub fn make_typed(&mut self, text: &str) -> bool {
        if let Awaits::Engine { seat, .. } | Awaits::Random(seat) = self.play.awaits() {
            let why = (self.texts().others_turn)(self.play.name(seat));
            self.refuse(&why);
            return false;
        }
        let (step, spelling) = self.play.table().typed(text);
        let by = self.play.awaits().seat();
        let step = RecordedStep::new(step);
        self.tell_spelled(Command::Step { by, step }, spelling)
    }

    /// Looks for the best move.
    pub fn advise(&mut self) {
        if self.mover().is_some() && self.search.is_none() {
            // The hint comes from the strongest level, since weaker players overlook things.
            self.think(TerminalPurpose::Advise, Engine { level: Some(10), ..Engine::default() });
        }
    }

    /// Ends the search early: the best move found so far counts.
    pub fn move_now(&self) {
        if let Some(search) = &self.search {
            search.thread.stop();
        }
    }

    /// Stops the search. Whoever searched waits until a person lets the game go on.
    pub fn stop_thinking(&mut self) {
        if self.search.take().is_some() {
            self.pause();
        }
    }

    fn pause(&mut self) {
        self.paused_at = Some(self.play.log().len());
    }

    /// Takes back a person's last decision and what others did after it.
    pub fn undo(&mut self) {
        match self.play.decisions_back(1) {
            Some(step) => self.take_back(step),
            None => self.refuse(&told(&Refused::NothingToTakeBack, self.language)),
        }
    }

    /// Redoes a decision that was taken back.
    pub fn redo(&mut self) {
        let all = self.play.steps() + self.play.steps_ahead();
        self.tell(Command::Redo(self.play.decisions_ahead(1).unwrap_or(all)));
    }

    /// Takes back all steps after the first `step` steps.
    pub fn take_back(&mut self, step: usize) {
        (self.recorded_ending, self.is_watched) = (None, false);
        self.tell(Command::TakeBack(step));
        if self.play.awaits().needs_no_person() {
            // Otherwise the player would play the step again at once.
            self.pause();
        }
    }

    /// Begins a new game from the same start.
    pub fn restart(&mut self) {
        (self.recorded_ending, self.is_watched, self.paused_at) = (None, false, None);
        self.next_file();
        self.tell(Command::Restart(None));
    }

    /// Replaces this game with a new one.
    pub fn begin(&mut self, play: Play) {
        self.replace(play);
        self.write();
    }

    fn replace(&mut self, play: Play) {
        self.next_file();
        self.search = None;
        self.play = play;
        (self.recorded_ending, self.is_watched, self.paused_at) = (None, false, None);
        (self.hint, self.next_step_at) = (None, None);
        self.own_files.clear();
        self.announce();
    }

    /// Goes on with a kept game.
    ///
    /// # Errors
    /// Says in one line what is wrong with the file.
    pub fn resume(&mut self, path: &Path) -> Result<(), String> {
        let LoadedGame { play, .. } =
            records::load(path, None).map_err(|error| told(&error, self.language))?;
        self.replace(play);
        // A game that is recorded goes on in the record.
        if let GameFile::Kept(_) | GameFile::None = self.file {
            self.file = GameFile::Kept(Keeper::resume(path));
        }
        Ok(())
    }

    /// Saves the game to a file.
    ///
    /// # Errors
    /// Says in one line why it could not be saved.
    pub fn save(&mut self, path: &Path) -> Result<(), String> {
        records::write(path, &self.play.record().to_string())
            .map_err(|error| told(&error, self.language))?;
        self.own_files.push(path.to_owned());
        self.say((self.texts().saved)(&path.display().to_string()));
        Ok(())
    }

    /// Would saving to this file overwrite another game?
    pub fn would_replace(&self, path: &Path) -> bool {
        path.exists() && !self.own_files.iter().any(|file| file == path)
    }

    /// Opens a recorded game. It is only watched until a person plays.
    ///
    /// # Errors
    /// Says in one line what is wrong with the record.
    pub fn open(&mut self, path: &Path) -> Result<(), String> {
        let LoadedGame { play, ending, games, .. } =
            records::load(path, None).map_err(|error| told(&error, self.language))?;
        self.replace(play);
        self.watch(ending);
        if games == 1 {
            self.own_files.push(path.to_owned());
        }
        self.say((self.texts().opened)(&path.display().to_string()));
        Ok(())
    }

    /// Takes over what a search has found.
    pub fn found(&mut self, number: u64, found: Option<SearchResult>) {
        let Some(search) = self.search.take_if(|search| search.number == number) else { return };
        match (search.purpose, found) {
            (_, None) => {
                self.refuse(self.texts().engine_failed);
                self.pause();
            }
            (TerminalPurpose::Advise, Some(found)) if search.state == self.play.log().len() => {
                self.say(texts::hint(&found, self.play.table(), self.language));
                self.hint = Some((search.state, found.step));
            }
            (TerminalPurpose::Advise, Some(_)) => {}
            (TerminalPurpose::Play(seat), Some(found)) => {
                let step = RecordedStep::new(found.step);
                let command = Command::Step { by: Some(seat), step };
                let events = self.play.tell_at(search.state, command);
                self.follow(&events, Spelling::Readable);
            }
        }
    }

    fn think(&mut self, purpose: TerminalPurpose, engine: Engine) {
        let Some(seat) = self.play.table().next().seat() else { return };
        let (table, luck) = (self.play.table().boxed_clone(), self.play.player_seed(seat));
        self.searches += 1;
        let (number, tell) = (self.searches, self.tell.clone());
        let thread = EngineThread::start(
            Stop::default(),
            spawn_thread,
            move |watcher| house::choose(house::OPPONENTS, &*table, &engine, luck, watcher),
            move |update| {
                if let SearchUpdate::Done(found) = update {
                    // The view may have ended.
                    let _ = tell.send(TerminalEvent::Found(number, found.flatten()));
                }
            },
        );
        self.search =
            Some(TerminalSearch { number, purpose, state: self.play.log().len(), thread });
    }

    fn tell(&mut self, command: Command) {
        self.tell_spelled(command, Spelling::Readable);
    }

    /// Tells the game a command. Returns whether it was obeyed.
    fn tell_spelled(&mut self, command: Command, spelling: Spelling) -> bool {
        let events = self.play.tell(command);
        self.follow(&events, spelling)
    }

    fn follow(&mut self, events: &[Event], spelling: Spelling) -> bool {
        if let [Event::Refused(reason)] = events {
            let reason = reason.clone().spelled(spelling);
            self.refuse(&told(&reason, self.language));
            return false;
        }
        // The position that was searched has changed.
        self.search = None;
        self.message = None;
        for event in events {
            match event {
                Event::Started => {
                    self.own_files.clear();
                    self.announce();
                }
                Event::Stepped { .. } => (self.recorded_ending, self.is_watched) = (None, false),
                Event::Skipped { seat, reason } => {
                    let reason = reason.tell(self.language);
                    self.say((self.texts().skipped)(self.play.name(*seat), &reason));
                }
                _ => {}
            }
        }
        self.next_step_at = Some(Instant::now() + self.pace);
        self.write();
        true
    }

    /// Tells of the seats that are skipped at the start.
    fn announce(&mut self) {
        self.message = None;
        if self.play.steps() == 0 {
            for (seat, reason) in self.play.table().skipped_at_start() {
                let reason = reason.tell(self.language);
                self.say((self.texts().skipped)(self.play.name(seat), &reason));
            }
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.play.ending(), Some(Ending::Played { .. } | Ending::Adjudicated { .. }))
    }

    /// Leaves the file of this game to it.
    fn next_file(&mut self) {
        match &mut self.file {
            GameFile::Recorded(recorder) => recorder.next_game(),
            GameFile::Kept(keeper) => keeper.next_game(),
            GameFile::None => {}
        }
    }

    /// Writes the game to its file. If that fails, a message says so, and the game goes on.
    fn write(&mut self) {
        let is_over = self.is_over();
        let written = match &mut self.file {
            GameFile::Recorded(recorder) => recorder.keep(self.play.record()),
            GameFile::Kept(keeper) if is_over => {
                keeper.forget();
                Ok(())
            }
            GameFile::Kept(keeper) if !self.is_watched => keeper.keep(self.play.record()),
            GameFile::Kept(_) | GameFile::None => Ok(()),
        };
        let failed_before = std::mem::replace(&mut self.write_failed, written.is_err());
        if let Err(error) = written
            && !failed_before
        {
            self.fail(told(&error, self.language));
        }
    }
}

/// The game that was left unfinished last, and how many steps were played.
pub fn unfinished() -> Option<(PathBuf, &'static str, usize)> {
    let path = kept::latest(&kept::folder()?)?;
    let record = records::read(&path).ok()?.pop()?;
    Some((path, record.options.info().title, record.steps.len()))
}

/// The part that a seat plays, in games where seats differ.
pub fn role(play: &Play, seat: Seat, language: Language) -> Option<&'static str> {
    let conventions = &play.table().options().info().conventions;
    let roles = if conventions.roles.is_empty() { conventions.sides } else { conventions.roles };
    roles.get(seat.index()).map(|role| role.tell(language))
}
