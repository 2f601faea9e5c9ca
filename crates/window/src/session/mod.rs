//! A game in progress, as all its windows share it: who thinks, what was said, and where it is
//! written down.

mod files;
mod messages;

use std::path::PathBuf;
use std::time::Duration;

use ludoteca_core::{Seat, Table};
use ludoteca_engines::house;
use ludoteca_play::{Awaits, Command, Ending, Engine, Event, Play, Player, RecordedStep, Refused};
use ludoteca_search::{SearchResult, Watcher};
use ludoteca_system::records::Recorder;

use crate::search_task::{RepaintRequest, SearchTask, SearchUpdate};
use crate::texts;

pub use messages::{SessionMessage, Tone};

/// A game in progress with its windows.
pub struct Session {
    play: Play,
    /// How a record that is watched ended, even if that was only for the time being.
    recorded_ending: Option<Ending>,
    recorder: Option<Recorder>,
    /// Files that this game was saved to or came from: to write them again loses nothing.
    own_files: Vec<PathBuf>,
    /// The state of the game when it was written to a file, or came from one.
    saved_at: usize,
    /// How many have been begun here or opened.
    games: usize,
    messages: Vec<SessionMessage>,
    /// Could the game not be written down when it last changed?
    write_failed: bool,
    /// Players that are no persons move by themselves,
    automatic: bool,
    /// unless a record is only watched,
    is_reviewing: bool,
    /// or a person has stopped them at this state of the game.
    paused_at: Option<usize>,
    search: Option<RunningSearch>,
    hint: Option<GivenHint>,
    /// How long a move is looked at before the next comes by itself, and until when the last one
    /// is.
    step_delay: Duration,
    next_step_at: f64,
    /// Grows with every change that a window has to show.
    changes: u64,
    request_repaint: RepaintRequest,
    /// Tells the day, for records.
    today: fn() -> String,
    is_closed: bool,
}

/// A search about the game.
struct RunningSearch {
    purpose: SearchPurpose,
    /// The state of the game that it is about.
    state: usize,
    task: SearchTask<Option<SearchResult>>,
}

/// What somebody thinks for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum SearchPurpose {
    /// The seat will play what is found.
    Move(Seat),
    /// The person at the seat wants to know what is best.
    Hint(Seat),
}

/// What a person was told to play.
struct GivenHint {
    state: usize,
    step: String,
}

impl Session {
    /// A game that goes on where it stands.
    pub fn new(
        play: Play,
        recorder: Option<Recorder>,
        pace: Duration,
        today: fn() -> String,
        wake: RepaintRequest,
    ) -> Session {
        let mut session = Session {
            play,
            recorded_ending: None,
            recorder,
            own_files: Vec::new(),
            saved_at: 0,
            games: 1,
            messages: Vec::new(),
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

    /// The position after so many steps.
    pub fn table(&self, step: usize) -> &dyn Table {
        self.play.position(step).unwrap_or(self.play.table())
    }

    /// How the game ended, once it has; of a record that is watched, how it did.
    pub fn ending(&self) -> Option<&Ending> {
        self.play.ending().or(self.recorded_ending.as_ref())
    }

    /// Grows with every game that takes the place of another.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Grows with every change of the game.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// What a person was told to play here.
    pub fn hint(&self) -> Option<&str> {
        self.hint
            .as_ref()
            .filter(|hint| hint.state == self.play.log().len())
            .map(|hint| hint.step.as_str())
    }

    /// Whoever is thinking about a move, or being given a hint, and for how long.
    pub fn search_status(&self) -> Option<(SearchPurpose, Duration)> {
        self.search.as_ref().map(|thinking| (thinking.purpose, thinking.task.elapsed()))
    }

    /// Is somebody thinking who will move?
    pub fn will_move(&self) -> bool {
        matches!(self.search_status(), Some((SearchPurpose::Move(_), _)))
    }

    /// Do players that are no persons move by themselves?
    pub fn is_automatic(&self) -> bool {
        self.automatic && !self.is_reviewing
    }

    /// Lets them, or does not.
    pub fn set_automatic(&mut self, automatic: bool) {
        (self.automatic, self.is_reviewing, self.paused_at) = (automatic, false, None);
        self.changes += 1;
    }

    /// Does somebody wait who could move without a person, and does not?
    pub fn is_paused(&self) -> bool {
        let is_held = !self.is_automatic() || self.paused_at == Some(self.play.log().len());
        is_held && self.search.is_none() && self.needs_no_person()
    }

    /// The day, for records.
    pub fn today(&self) -> String {
        (self.today)()
    }

    /// The person who is to move, if it is one.
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

    /// Goes on with whatever needs no person, at this time in seconds. Answers when it wants to be
    /// asked again, if anything is to come by itself.
    pub fn advance(&mut self, now: f64) -> Option<Duration> {
        self.poll_search(now);
        if self.search.is_some() || self.is_closed || self.is_paused() || !self.needs_no_person() {
            return None;
        }
        if now < self.next_step_at {
            return Some(Duration::from_secs_f64(self.next_step_at - now));
        }
        self.advance_once(now);
        // Whoever thinks will call.
        self.search.is_none().then_some(self.step_delay)
    }

    /// Is the next step one that the program makes?
    pub fn needs_no_person(&self) -> bool {
        self.play.awaits().needs_no_person()
    }

    /// Lets whoever is to move do so, or rolls the die: one step that needs no person.
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

    /// A move of the seat whose turn it is, made by a person.
    pub fn play_step(&mut self, step: &str, now: f64) {
        let by = self.play.table().next().seat();
        self.tell(Command::Step { by, step: RecordedStep::new(step) });
        self.delay_next_step(now);
    }

    /// A random move in place of a person's own.
    pub fn move_at_random(&mut self, now: f64) {
        if self.person_to_move().is_some() {
            self.tell(Command::Random);
            self.delay_next_step(now);
        }
    }

    /// A move of an engine in place of a person's own.
    pub fn let_engine_move(&mut self) {
        if let Some(seat) = self.person_to_move() {
            self.think(SearchPurpose::Move(seat), Engine::default());
        }
    }

    /// Looks for the best move, to be told to a person.
    pub fn look_for_hint(&mut self) {
        if let Some(seat) = self.person_to_move() {
            // The best that we can do: a weaker player overlooks things.
            self.think(SearchPurpose::Hint(seat), Engine { level: Some(10), ..Engine::default() });
        }
    }

    /// Whoever thinks plays what it has found so far.
    pub fn move_now(&self) {
        if let Some(thinking) = &self.search {
            thinking.task.finish_early();
        }
    }

    /// Nobody thinks any more, and who was about to move waits until a person wants it.
    pub fn stop_thinking(&mut self) {
        self.search = None;
        self.pause();
    }

    /// Takes a person's last decision back, with what others did after it.
    pub fn undo(&mut self) {
        match self.play.decisions_back(1) {
            Some(step) => self.take_back(step),
            None => self.refuse(&Refused::NothingToTakeBack.to_string(), None),
        }
    }

    /// Makes a decision again that was taken back.
    pub fn redo(&mut self) {
        let all = self.play.steps() + self.play.steps_ahead();
        self.tell(Command::Redo(self.play.decisions_ahead(1).unwrap_or(all)));
    }

    /// Can a decision be taken back?
    pub fn can_undo(&self) -> bool {
        self.play.decisions() > 0
    }

    /// Can one be made again?
    pub fn can_redo(&self) -> bool {
        self.play.steps_ahead() > 0 && self.play.ending().is_none()
    }

    /// Back to where so many steps had been made.
    pub fn take_back(&mut self, step: usize) {
        (self.recorded_ending, self.is_reviewing) = (None, false);
        self.tell(Command::TakeBack(step));
        if self.needs_no_person() {
            // Or else it would be played again at once.
            self.pause();
        }
    }

    /// A new game from the same start.
    pub fn restart(&mut self) {
        self.recorded_ending = None;
        self.set_automatic(true);
        self.tell(Command::Restart(None));
    }

    /// Somebody else fills a seat; whoever is no person moves by itself.
    pub fn seat(&mut self, seat: Seat, player: Player) {
        if *self.play.player(seat) != player {
            if player != Player::Manual {
                self.set_automatic(true);
            }
            self.tell(Command::Seat { seat, player });
        }
    }

    /// Another game takes the place of this one.
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

    /// Lets windows show what happens.
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

    /// Hears what came of a search.
    fn poll_search(&mut self, now: f64) {
        while let Some(thinking) = &self.search {
            let Some(heard) = thinking.task.poll() else { return };
            let SearchUpdate::Done(found) = heard else { continue };
            let (purpose, state) = (thinking.purpose, thinking.state);
            self.search = None;
            self.changes += 1;
            match (purpose, found.flatten()) {
                (_, None) => {
                    self.refuse(texts::ENGINE_FAILED, None);
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
            // Nobody else is to know.
            self.say(Tone::Info, texts::hint(&found), self.person_to_move());
            self.hint = Some(GivenHint { state, step: found.step });
        }
    }

    /// Nobody moves by itself at this state of the game.
    fn pause(&mut self) {
        self.paused_at = Some(self.play.log().len());
        self.changes += 1;
    }

    /// The next step that comes by itself waits until this one has been seen.
    fn delay_next_step(&mut self, now: f64) {
        self.next_step_at = now + self.step_delay.as_secs_f64();
    }

    fn tell(&mut self, command: Command) {
        self.tell_at(self.play.log().len(), command);
    }

    fn tell_at(&mut self, state: usize, command: Command) {
        let events = self.play.tell_at(state, command);
        let changes = events.iter().any(|event| !matches!(event, Event::Refused(_)));
        if changes {
            // What was thought about is gone.
            self.search = None;
        }
        for event in &events {
            self.follow(event);
            if let Some((tone, text)) = texts::event(event, &self.play) {
                self.say(tone, text, None);
            }
        }
        self.changes += 1;
        if changes {
            self.write_record();
        }
    }

    /// What an event means for files and for a record that was watched.
    fn follow(&mut self, event: &Event) {
        match event {
            Event::Started => self.reset_files(),
            // A game that was broken off goes on, and one that was watched is played.
            Event::Stepped { .. } => (self.recorded_ending, self.is_reviewing) = (None, false),
            Event::Skipped { .. }
            | Event::TakenBack(_)
            | Event::Seated { .. }
            | Event::Refused(_)
            | Event::Ended(_) => {}
        }
    }
}
