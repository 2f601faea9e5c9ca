//! A game in progress, shared by all its windows: its players, its messages and its record.

mod files;
mod messages;

use std::path::PathBuf;
use std::time::Duration;

use ludoteca_core::{Language, Seat, Table};
use ludoteca_engines::house;
use ludoteca_play::{Awaits, Command, Ending, Engine, Event, Play, Player, RecordedStep, Refused};
use ludoteca_search::{SearchResult, Watcher};
use ludoteca_system::records::Recorder;

use crate::board::{BoardChoice, Motion, PieceChoice};
use crate::search_task::{RepaintRequest, SearchTask, SearchUpdate};
use crate::texts::{self, Texts, told};

pub use messages::{SessionMessage, Tone};

/// A game in progress with its windows.
pub struct Session {
    play: Play,
    /// How the game of a watched record ended. An interrupted game may still go on.
    recorded_ending: Option<Ending>,
    recorder: Option<Recorder>,
    /// Files that this game was saved to or came from. Writing them again loses nothing.
    own_files: Vec<PathBuf>,
    /// The state of the game when it was last written to a file or read from one.
    saved_at: usize,
    /// How many games have been begun or opened here.
    games: usize,
    messages: Vec<SessionMessage>,
    /// The language of all windows.
    language: Language,
    /// The board and the pieces in all windows.
    looks: (BoardChoice, PieceChoice),
    /// Did recording the game fail when it last changed?
    write_failed: bool,
    /// Do engines and random players move by themselves? The next two fields make exceptions.
    automatic: bool,
    /// They do not move while a record is only watched.
    is_reviewing: bool,
    /// They do not move at this state of the game, since a person has stopped them there.
    paused_at: Option<usize>,
    search: Option<RunningSearch>,
    hint: Option<GivenHint>,
    /// How long a move is shown before the next automatic one. `next_step_at` is the end of that
    /// time.
    step_delay: Duration,
    next_step_at: f64,
    /// Grows with every change that a window has to show.
    changes: u64,
    request_repaint: RepaintRequest,
    /// Returns today's date, for records.
    today: fn() -> String,
    is_closed: bool,
}

/// A search in a position of the game.
struct RunningSearch {
    purpose: SearchPurpose,
    /// The state of the game that is searched.
    state: usize,
    task: SearchTask<Option<SearchResult>>,
}

/// What a search is for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum SearchPurpose {
    /// The seat plays the move that is found.
    Move(Seat),
    /// The person at the seat wants to know the best move.
    Hint(Seat),
}

/// A hint that a person was given.
struct GivenHint {
    state: usize,
    step: String,
}

impl Session {
    /// A session that goes on from the current position of `play`.
    pub fn new(
        play: Play,
        recorder: Option<Recorder>,
        pace: Duration,
        today: fn() -> String,
        wake: RepaintRequest,
        language: Language,
    ) -> Session {
        let mut session = Session {
            play,
            recorded_ending: None,
            recorder,
            own_files: Vec::new(),
            saved_at: 0,
            games: 1,
            messages: Vec::new(),
            language,
            looks: Default::default(),
            write_failed: false,
            automatic: true,
            is_reviewing: false,
            paused_at: None,
            search: None,
            hint: None,
            step_delay: pace,
            next_step_at: 0.0,
            changes: 0,
            request_repaint: wake,
            today,
            is_closed: false,
        };
        session.announce_game();
        session
    }

    /// The game.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// The language of all windows.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The texts of that language.
    pub fn texts(&self) -> &'static Texts {
        texts::texts(self.language)
    }

    /// Sets the language of all windows. Earlier messages keep their language.
    pub fn set_language(&mut self, language: Language) {
        self.language = language;
        self.changes += 1;
    }

    /// The board and the pieces in all windows.
    pub fn looks(&self) -> (BoardChoice, PieceChoice) {
        self.looks
    }

    /// Sets the board and the pieces in all windows.
    pub fn set_looks(&mut self, board: BoardChoice, pieces: PieceChoice) {
        self.looks = (board, pieces);
        self.changes += 1;
    }

    /// The position after this number of steps.
    pub fn table(&self, step: usize) -> &dyn Table {
        self.play.position(step).unwrap_or(self.play.table())
    }

    /// How the game ended, if it is over; for a watched record, how the recorded game ended.
    pub fn ending(&self) -> Option<&Ending> {
        self.play.ending().or(self.recorded_ending.as_ref())
    }

    /// A number that grows with every new game.
    pub fn games(&self) -> usize {
        self.games
    }

    /// A number that grows with every change that a window has to show.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// The move that was given as a hint in this position.
    pub fn hint(&self) -> Option<&str> {
        self.hint
            .as_ref()
            .filter(|hint| hint.state == self.play.log().len())
            .map(|hint| hint.step.as_str())
    }

    /// What the current search is for, and how long it has gone on.
    pub fn search_status(&self) -> Option<(SearchPurpose, Duration)> {
        self.search.as_ref().map(|thinking| (thinking.purpose, thinking.task.elapsed()))
    }

    /// Is a seat thinking about the move that it will make?
    pub fn will_move(&self) -> bool {
        matches!(self.search_status(), Some((SearchPurpose::Move(_), _)))
    }

    /// Do engines and random players move by themselves?
    pub fn is_automatic(&self) -> bool {
        self.automatic && !self.is_reviewing
    }

    /// Switches automatic moves of engines and random players on or off.
    pub fn set_automatic(&mut self, automatic: bool) {
        (self.automatic, self.is_reviewing, self.paused_at) = (automatic, false, None);
        self.changes += 1;
    }

    /// Is a player or the die waiting, although the next step needs no person?
    pub fn is_paused(&self) -> bool {
        let is_held = !self.is_automatic() || self.paused_at == Some(self.play.log().len());
        is_held && self.search.is_none() && self.needs_no_person()
    }

    /// Today's date, for records.
    pub fn today(&self) -> String {
        (self.today)()
    }

    /// The seat to move, if a person has it.
    pub fn person_to_move(&self) -> Option<Seat> {
        match self.play.awaits() {
            Awaits::Person(seat) => Some(seat),
            _ => None,
        }
    }

    /// Has somebody ended the game for all windows?
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Goes on with everything that needs no person. `now` is a time in seconds. Returns when it
    /// wants to be called again, if more is to come by itself.
    pub fn advance(&mut self, now: f64) -> Option<Duration> {
        self.poll_search(now);
        if self.search.is_some() || self.is_closed || self.is_paused() || !self.needs_no_person() {
            return None;
        }
        if now < self.next_step_at {
            return Some(Duration::from_secs_f64(self.next_step_at - now));
        }
        self.advance_once(now);
        // A search wakes the window itself when it is done.
        self.search.is_none().then_some(self.step_delay)
    }

    /// Is the next step one that the program makes?
    pub fn needs_no_person(&self) -> bool {
        self.play.awaits().needs_no_person()
    }

    /// Makes one step that needs no person: a player moves or the die is rolled.
    pub fn advance_once(&mut self, now: f64) {
        self.paused_at = None;
        match self.play.awaits() {
            Awaits::Engine { seat, engine, .. } => {
                let engine = engine.clone();
                self.think(SearchPurpose::Move(seat), engine);
            }
            Awaits::Random(_) | Awaits::Roll => {
                self.tell(Command::Random);
                self.delay_next_step(now);
            }
            Awaits::Person(_) | Awaits::TypedRoll | Awaits::Nothing => {}
        }
    }

    /// Plays a step that a person has entered: a move of the seat whose turn it is, or a roll.
    pub fn play_step(&mut self, step: &str, now: f64) {
        let by = self.play.table().next().seat();
        self.tell(Command::Step { by, step: RecordedStep::new(step) });
        self.delay_next_step(now);
    }

    /// Makes a random move in place of a person.
    pub fn move_at_random(&mut self, now: f64) {
        if self.person_to_move().is_some() {
            self.tell(Command::Random);
            self.delay_next_step(now);
        }
    }

    /// Lets an engine move in place of a person.
    pub fn let_engine_move(&mut self) {
        if let Some(seat) = self.person_to_move() {
            self.think(SearchPurpose::Move(seat), Engine::default());
        }
    }

    /// Looks for the best move, as a hint for a person.
    pub fn look_for_hint(&mut self) {
        if let Some(seat) = self.person_to_move() {
            // The hint comes from the strongest level, since weaker players overlook things.
            self.think(SearchPurpose::Hint(seat), Engine { level: Some(10), ..Engine::default() });
        }
    }

    /// Ends the search early: the player plays the best move found so far.
    pub fn move_now(&self) {
        if let Some(thinking) = &self.search {
            thinking.task.finish_early();
        }
    }

    /// Stops the search. The player whose turn it is waits until a person lets it go on.
    pub fn stop_thinking(&mut self) {
        self.search = None;
        self.pause();
    }

    /// Takes back a person's last decision and what others did after it.
    pub fn undo(&mut self) {
        match self.play.decisions_back(1) {
            Some(step) => self.take_back(step),
            None => self.refuse(&told(&Refused::NothingToTakeBack, self.language), None),
        }
    }

    /// Redoes a decision that was taken back.
    pub fn redo(&mut self) {
        let all = self.play.steps() + self.play.steps_ahead();
        self.tell(Command::Redo(self.play.decisions_ahead(1).unwrap_or(all)));
    }

    /// Is there a decision that can be taken back?
    pub fn can_undo(&self) -> bool {
        self.play.decisions() > 0
    }

    /// Is there a decision that can be redone?
    pub fn can_redo(&self) -> bool {
        self.play.steps_ahead() > 0 && self.play.ending().is_none()
    }

    /// Takes back all steps after the first `step` steps.
    pub fn take_back(&mut self, step: usize) {
        (self.recorded_ending, self.is_reviewing) = (None, false);
        self.tell(Command::TakeBack(step));
        if self.needs_no_person() {
            // Otherwise the player would play the step again at once.
            self.pause();
        }
    }

    /// Begins a new game from the same start.
    pub fn restart(&mut self) {
        self.recorded_ending = None;
        self.set_automatic(true);
        self.tell(Command::Restart(None));
    }

    /// Puts another player on a seat. Unless it is a person, it moves by itself.
    pub fn seat(&mut self, seat: Seat, player: Player) {
        if *self.play.player(seat) != player {
            if player != Player::Manual {
                self.set_automatic(true);
            }
            self.tell(Command::Seat { seat, player });
        }
    }

    /// Replaces this game with another one.
    pub fn begin(&mut self, play: Play) {
        self.search = None;
        self.play = play;
        self.recorded_ending = None;
        self.hint = None;
        self.games += 1;
        self.set_automatic(true);
        self.next_step_at = 0.0;
        self.changes += 1;
        self.messages.clear();
        self.reset_files();
        self.announce_game();
        self.write_record();
    }

    /// Ends the game for all windows.
    pub fn close(&mut self) {
        self.search = None;
        if self.play.ending().is_none() {
            self.tell(Command::Stop);
        }
        self.is_closed = true;
    }

    /// The function that makes windows show what happens.
    pub fn repaint_request(&self) -> RepaintRequest {
        RepaintRequest::clone(&self.request_repaint)
    }

    fn think(&mut self, purpose: SearchPurpose, engine: Engine) {
        let Some(seat) = self.play.table().next().seat() else { return };
        let (table, luck) = (self.play.table().boxed_clone(), self.play.player_seed(seat));
        let think = move |watcher: &dyn Watcher| {
            house::choose(house::OPPONENTS, &*table, &engine, luck, watcher)
        };
        let thought = SearchTask::begin(self.repaint_request(), think);
        self.search = Some(RunningSearch { purpose, state: self.play.log().len(), task: thought });
        self.changes += 1;
    }

    /// Takes over what a search has found.
    fn poll_search(&mut self, now: f64) {
        while let Some(thinking) = &self.search {
            let Some(heard) = thinking.task.poll() else { return };
            let SearchUpdate::Done(found) = heard else { continue };
            let (purpose, state) = (thinking.purpose, thinking.state);
            self.search = None;
            self.changes += 1;
            match (purpose, found.flatten()) {
                (_, None) => {
                    self.refuse(self.texts().engine_failed, None);
                    self.pause();
                }
                (SearchPurpose::Hint(_), Some(found)) => self.give_hint(state, found),
                (SearchPurpose::Move(seat), Some(found)) => {
                    self.tell_at(
                        state,
                        Command::Step { by: Some(seat), step: RecordedStep::new(found.step) },
                    );
                    self.delay_next_step(now);
                }
            }
        }
    }

    fn give_hint(&mut self, state: usize, found: SearchResult) {
        if state == self.play.log().len() {
            // Only the person who asked sees the hint.
            let text = texts::hint(&found, self.play.table(), self.language);
            self.say(Tone::Info, text, self.person_to_move());
            self.hint = Some(GivenHint { state, step: found.step });
        }
    }

    /// Makes players wait at this state of the game.
    fn pause(&mut self) {
        self.paused_at = Some(self.play.log().len());
        self.changes += 1;
    }

    /// Delays the next automatic step, so that this one can be seen.
    fn delay_next_step(&mut self, now: f64) {
        let flights = match self.step_delay {
            Duration::ZERO => 0,
            _ => self.play.table().scene().moved.flights.len(),
        };
        let sowing = if flights > 0 { Motion::sowing_seconds(flights) } else { 0.0 };
        self.next_step_at = now + self.step_delay.as_secs_f64() + sowing;
    }

    fn tell(&mut self, command: Command) {
        self.tell_at(self.play.log().len(), command);
    }

    fn tell_at(&mut self, state: usize, command: Command) {
        let events = self.play.tell_at(state, command);
        let changes = events.iter().any(|event| !matches!(event, Event::Refused(_)));
        if changes {
            // The position that was searched has changed.
            self.search = None;
        }
        for event in &events {
            self.follow(event);
            if let Some((tone, text)) = texts::event(event, &self.play, self.language) {
                self.say(tone, text, None);
            }
        }
        self.changes += 1;
        if changes {
            self.write_record();
        }
    }

    /// Follows up an event that matters for files or for a watched record.
    fn follow(&mut self, event: &Event) {
        match event {
            Event::Started => self.reset_files(),
            // An interrupted game goes on, and a watched game is now played.
            Event::Stepped { .. } => (self.recorded_ending, self.is_reviewing) = (None, false),
            Event::Skipped { .. }
            | Event::TakenBack(_)
            | Event::Seated { .. }
            | Event::Refused(_)
            | Event::Ended(_) => {}
        }
    }
}
