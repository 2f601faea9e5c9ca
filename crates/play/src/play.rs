//! One game in progress.

use std::mem;

use ludoteca_core::{
    Message, Next, OptionError, Options, PositionError, Refusal, Seat, Spelling, Table, Verdict,
};

use crate::players::{Engine, Player, Seated};
use crate::record::{Decision, Dice, Ending, Record, RecordedStep};
use crate::seeds::{Entropy, Purpose, Seed, next_seed, number, stream};

/// A game in progress: a table, its players, and everything that has happened.
///
/// The host of a game asks what it [awaits](Play::awaits), lets the player do that, and
/// [tells](Play::tell) the game the command. Each command returns the events that it caused, for
/// views to show. The [log](Play::log) keeps them for views that join later. A move that was taken
/// back can be redone until another move is played.
pub struct Play {
    /// The position at the start and after each of the record's steps. Never empty.
    positions: Vec<Box<dyn Table>>,
    record: Record,
    /// Who made each of the record's steps; `None` for the die.
    made_by: Vec<Option<Seat>>,
    /// Steps that were taken back, with the seats that made them. The next step to redo is the
    /// last.
    taken_back: Vec<(RecordedStep, Option<Seat>)>,
    /// The seed if the record has none.
    unrecorded_seed: Seed,
    /// The seed of the players' random numbers, if it is not the game's seed.
    players_seed: Option<Seed>,
    /// Has a roll been seen, even if it was taken back? After that, contributions to the dice are
    /// refused.
    has_rolled: bool,
    log: Vec<Event>,
}

/// What a game in progress waits for: it says what the host must do next.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Awaits<'a> {
    /// The person at this seat has to move: ask for a move, and tell [`Command::Step`].
    Person(Seat),
    /// The engine at this seat has to move: let it think, and tell [`Command::Step`].
    Engine {
        /// The seat.
        seat: Seat,
        /// How it thinks.
        engine: &'a Engine,
        /// The seed of its random numbers, which follows from the game's seed.
        seed: u64,
    },
    /// A random player has to move: tell [`Command::Random`].
    Random(Seat),
    /// The program has to roll the die: tell [`Command::Random`].
    Roll,
    /// The die is rolled outside the program: ask what it shows, and tell [`Command::Step`].
    TypedRoll,
    /// The game has ended.
    Nothing,
}

impl Awaits<'_> {
    /// The seat that is to move.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Awaits::Person(seat) | Awaits::Engine { seat, .. } | Awaits::Random(seat) => Some(seat),
            Awaits::Roll | Awaits::TypedRoll | Awaits::Nothing => None,
        }
    }

    /// Can the game go on without asking anybody?
    pub fn needs_no_person(self) -> bool {
        matches!(self, Awaits::Engine { .. } | Awaits::Random(_) | Awaits::Roll)
    }
}

/// A command to a game in progress.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// A player makes a step, or a roll is typed.
    Step {
        /// The seat that moves; `None` for the die.
        by: Option<Seat>,
        /// The step as typed, with its annotations for the record.
        step: RecordedStep,
    },
    /// Make a random step, which follows from the game's seed: a roll of the die, or a move in
    /// place of the player's own.
    Random,
    /// Make the step that an earlier [`Command::Random`] drew. A stored game is replayed from what
    /// happened, without drawing again.
    RandomWas(String),
    /// Take steps back until this many are left.
    TakeBack(usize),
    /// Redo steps that were taken back, until this many have been made.
    Redo(usize),
    /// Start a new game from the same position, with this seed. Without a seed the new one follows
    /// from this game's seed, so that anybody who knows the old seed also knows the new one.
    Restart(Option<Seed>),
    /// Somebody else fills a seat.
    Seat {
        /// The seat.
        seat: Seat,
        /// Who fills it from now on.
        player: Player,
    },
    /// End the game by a decision, such as a resignation or a referee's verdict.
    Adjudicate {
        /// A winner or a draw.
        verdict: Verdict,
        /// Why, as a clause.
        reason: Decision,
    },
    /// Break the game off.
    Stop,
}

/// What has happened.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Event {
    /// A game begins, from the position that its record gives.
    Started,
    /// A step was made.
    Stepped {
        /// Its number, from 1.
        number: usize,
        /// The seat that moved; `None` for the die.
        by: Option<Seat>,
        /// The step in its usual spelling.
        step: String,
    },
    /// A seat was passed over.
    Skipped {
        /// The seat.
        seat: Seat,
        /// Why, as a clause without its subject.
        reason: Message,
    },
    /// Steps were taken back, and this many are left. The ending, if there was one, was taken back
    /// too.
    TakenBack(usize),
    /// Somebody else fills a seat.
    Seated {
        /// The seat.
        seat: Seat,
        /// Who fills it now.
        player: Player,
    },
    /// A command was refused, and nothing has changed. The log does not contain it.
    Refused(Refused),
    /// The game ended, or was broken off ([`Ending::Stopped`]).
    Ended(Ending),
}

/// Why a command is refused.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Refused {
    /// The game has ended, so nothing more can be played or decided.
    Over,
    /// The game has gone on since the state that the command was meant for.
    Stale {
        /// The state that the command was meant for.
        meant: usize,
        /// The state of the game.
        now: usize,
    },
    /// The table has no such seat.
    NoSuchSeat {
        /// The seat in the command.
        seat: Seat,
        /// How many seats the table has.
        seats: usize,
    },
    /// The verdict is a score, which nobody can decide.
    NoVerdict,
    /// Another seat is to move. The text is the name of the seat that was refused.
    NotTheirTurn(String),
    /// A seat wants to move, but the die is to be rolled first.
    RollFirst,
    /// A roll was given, but a seat is to move.
    NoRoll,
    /// The roll was typed in a game whose dice are drawn, or the other way round.
    OtherDice(Dice),
    /// A contribution to the dice came after the first roll.
    HasRolled,
    /// The rules do not allow the step. The message gives the reason in the game's own words.
    Illegal(Message),
    /// There are no such steps to take back.
    NothingToTakeBack,
    /// There are no such steps to redo.
    NothingToRedo,
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        match refusal {
            Refusal::Over => Refused::Over,
            Refusal::Illegal(reason) => Refused::Illegal(reason),
        }
    }
}

impl Refused {
    /// The refusal with moves and places named like this.
    #[must_use]
    pub fn spelled(self, spelling: Spelling) -> Refused {
        match self {
            Refused::Illegal(reason) => Refused::Illegal(reason.spelled(spelling)),
            other => other,
        }
    }
}

/// Why a record cannot be played on.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum BadRecord {
    /// Its options do not go together.
    Options(OptionError),
    /// The table has another game or other options.
    OtherGame {
        /// The options of the record.
        record: String,
        /// The options of the table.
        table: String,
    },
    /// The number of players is not the number of seats.
    Seats {
        /// How many players the record has.
        players: usize,
        /// How many seats the table has.
        seats: usize,
    },
    /// Its starting position is refused.
    Position(PositionError),
    /// One of its steps is refused.
    Step(usize, Refused),
}

impl From<OptionError> for BadRecord {
    fn from(error: OptionError) -> BadRecord {
        BadRecord::Options(error)
    }
}

impl From<PositionError> for BadRecord {
    fn from(error: PositionError) -> BadRecord {
        BadRecord::Position(error)
    }
}

impl Play {
    /// Continues the game of a record. `open` sets up a table with the record's options; the
    /// catalogue of games has such a function.
    ///
    /// # Errors
    /// Where the rules refuse what the record says.
    pub fn open(
        record: Record,
        open: impl FnOnce(&Options) -> Result<Box<dyn Table>, OptionError>,
    ) -> Result<Play, BadRecord> {
        let table = open(&record.options)?;
        Play::new(record, table)
    }

    /// Continues the game of a record, from the start if it has no steps. The table must have just
    /// been opened with the record's options. A game that was broken off can go on.
    ///
    /// # Errors
    /// Where the rules refuse what the record says.
    pub fn new(mut record: Record, mut table: Box<dyn Table>) -> Result<Play, BadRecord> {
        if record.options != *table.options() {
            let (record, table) = (record.options.to_string(), table.options().to_string());
            return Err(BadRecord::OtherGame { record, table });
        }
        let (players, seats) = (record.seats.len(), table.seats());
        if players != seats {
            return Err(BadRecord::Seats { players, seats });
        }
        if let Some(position) = &record.position {
            table.set_position(position)?;
        }
        let steps = mem::take(&mut record.steps);
        let adjudicated =
            record.ending.take().filter(|ending| matches!(ending, Ending::Adjudicated { .. }));
        let mut play = Play {
            positions: vec![table],
            record,
            made_by: Vec::new(),
            taken_back: Vec::new(),
            unrecorded_seed: Seed::Number(0),
            players_seed: None,
            has_rolled: false,
            log: Vec::new(),
        };
        play.begin();
        for (at, recorded) in steps.into_iter().enumerate() {
            play.make(recorded).map_err(|refused| BadRecord::Step(at + 1, refused))?;
        }
        if let Some(ending) = adjudicated.filter(|_| play.record.ending.is_none()) {
            play.end(ending);
        }
        Ok(play)
    }

    /// Uses this seed if the record has none, which may happen with records from other programs.
    /// The seed is not written to the record, since the steps so far were not drawn from it.
    pub fn set_unrecorded_seed(&mut self, seed: Seed) {
        self.unrecorded_seed = seed;
    }

    /// Mixes a seat's contribution into the dice. Other random numbers do not depend on it. `None`
    /// removes the contribution. This is part of the setup of the game, and causes no event.
    ///
    /// # Errors
    /// Where there is no such seat, or after the first roll, even if that was taken back.
    pub fn contribute(&mut self, seat: Seat, entropy: Option<Entropy>) -> Result<(), Refused> {
        self.check_seat(seat)?;
        if self.has_rolled {
            return Err(Refused::HasRolled);
        }
        let contributions = &mut self.record.contributions;
        contributions.resize(self.record.seats.len(), None);
        contributions[seat.index()] = entropy;
        if contributions.iter().all(Option::is_none) {
            contributions.clear();
        }
        Ok(())
    }

    /// Has a roll been seen, even if it was taken back?
    pub fn has_rolled(&self) -> bool {
        self.has_rolled
    }

    /// Gives the players a seed of their own instead of the game's. Games that share a seed for
    /// equal dice would otherwise have equal moves too.
    pub fn set_players_seed(&mut self, seed: Seed) {
        self.players_seed = Some(seed);
    }

    /// The seed of an engine's random numbers for its next move at this seat. It follows from the
    /// game's seed, or from the players' seed if there is one.
    pub fn player_seed(&self, seat: Seat) -> u64 {
        number(self.players_seed.unwrap_or(self.seed()), Purpose::Player(seat, self.steps() as u32))
    }

    fn seed(&self) -> Seed {
        self.record.seed.unwrap_or(self.unrecorded_seed)
    }

    /// What the game waits for.
    pub fn awaits(&self) -> Awaits<'_> {
        match self.table().next() {
            _ if self.record.ending.is_some() => Awaits::Nothing,
            Next::Move(seat) => match self.player(seat) {
                Player::Manual => Awaits::Person(seat),
                Player::Random => Awaits::Random(seat),
                Player::Engine(engine) => {
                    Awaits::Engine { seat, engine, seed: self.player_seed(seat) }
                }
            },
            Next::Chance if self.record.dice == Dice::Typed => Awaits::TypedRoll,
            Next::Chance => Awaits::Roll,
            Next::Over(_) => Awaits::Nothing,
        }
    }

    /// A step in its usual spelling, if this seat, or the die, can make it now.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn usual_spelling(&self, by: Option<Seat>, step: &str) -> Result<String, Refused> {
        self.may_step(by)?;
        Ok(self.table().boxed_clone().step(step)?.text)
    }

    /// The step that [`Command::Random`] would make: a roll of the die, or a move in place of the
    /// player's own.
    ///
    /// # Errors
    /// Where there is nothing to play, or the die is rolled outside the program.
    pub fn random_step(&self) -> Result<String, Refused> {
        let (seed, purpose) = match self.awaits() {
            Awaits::Nothing => return Err(Refused::Over),
            Awaits::TypedRoll => return Err(Refused::OtherDice(Dice::Typed)),
            // Rolls are numbered on their own, so that skipped seats do not change the dice.
            Awaits::Roll => {
                let rolls = self.made_by.iter().filter(|by| by.is_none()).count();
                (self.seed().mixed_with(&self.record.contributions), Purpose::Die(rolls as u32))
            }
            Awaits::Person(seat) | Awaits::Engine { seat, .. } | Awaits::Random(seat) => (
                self.players_seed.unwrap_or(self.seed()),
                Purpose::Player(seat, self.steps() as u32),
            ),
        };
        self.table().random_step(&mut stream(seed, purpose)).ok_or(Refused::Over)
    }

    /// Tells the game a command that is meant for one state. The state is the length that the
    /// [log](Play::log) had. The command is refused if the game has gone on since then.
    pub fn tell_at(&mut self, state: usize, command: Command) -> Vec<Event> {
        match self.log.len() {
            now if now == state => self.tell(command),
            now => vec![Event::Refused(Refused::Stale { meant: state, now })],
        }
    }

    /// Tells the game a command, and returns the events that it caused. For a refused command this
    /// is only [`Event::Refused`]. Games with equal beginnings that are told the same commands have
    /// equal logs.
    pub fn tell(&mut self, command: Command) -> Vec<Event> {
        let before = self.log.len();
        match self.obey(command) {
            Ok(()) => self.log[before..].to_vec(),
            Err(refused) => {
                debug_assert_eq!(self.log.len(), before, "a refused command changes nothing");
                vec![Event::Refused(refused)]
            }
        }
    }

    /// All that has happened, in order. Its length is the number of the game's state: it grows with
    /// every change, and only then.
    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// The table at the current position.
    pub fn table(&self) -> &dyn Table {
        &**self.positions.last().expect("there is always the position at the start")
    }

    /// The table at the start of the game and after each of its steps.
    pub fn positions(&self) -> &[Box<dyn Table>] {
        &self.positions
    }

    /// The table after this many steps; `None` if the game has fewer.
    pub fn position(&self, steps: usize) -> Option<&dyn Table> {
        self.positions.get(steps).map(|table| &**table)
    }

    /// The game so far, as it would be saved.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// How the game ended; `None` while it goes on.
    pub fn ending(&self) -> Option<&Ending> {
        self.record.ending.as_ref()
    }

    /// How many steps have been made.
    pub fn steps(&self) -> usize {
        self.record.steps.len()
    }

    /// Who made each of the record's steps; `None` for the die.
    pub fn made_by(&self) -> &[Option<Seat>] {
        &self.made_by
    }

    /// The last step, and the seat that made it (`None` for the die).
    pub fn last_step(&self) -> Option<(Option<Seat>, &str)> {
        Some((*self.made_by.last()?, self.record.steps.last()?.step.as_str()))
    }

    /// How many steps can be redone.
    pub fn steps_ahead(&self) -> usize {
        self.taken_back.len()
    }

    /// The seats' names and players.
    pub fn seats(&self) -> &[Seated] {
        &self.record.seats
    }

    /// The seats' names.
    pub fn names(&self) -> Vec<&str> {
        self.record.seats.iter().map(|seated| seated.name.as_str()).collect()
    }

    /// The name of a seat.
    pub fn name(&self, seat: Seat) -> &str {
        &self.record.seats[seat.index()].name
    }

    /// The player of a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.record.seats[seat.index()].player
    }

    /// How many decisions can be taken back.
    pub fn decisions(&self) -> usize {
        self.made_by.iter().filter(|by| self.is_decision(**by)).count()
    }

    /// The number of steps that are left when this many decisions are taken back. These are
    /// decisions of persons, and the answers of other players and the rolls after them are taken
    /// back too. If no person plays, every player's moves are decisions. `None` if there are fewer.
    pub fn decisions_back(&self, times: usize) -> Option<usize> {
        let steps =
            (0..self.made_by.len()).rev().filter(|step| self.is_decision(self.made_by[*step]));
        steps.take(times).nth(times.checked_sub(1)?)
    }

    /// The number of steps after this many decisions are redone, with the steps that follow, up to
    /// the next decision or the last step that was taken back. `None` if fewer can be redone, or
    /// nothing was taken back.
    pub fn decisions_ahead(&self, times: usize) -> Option<usize> {
        let mut made = 0;
        for (n, (_, by)) in self.taken_back.iter().rev().enumerate() {
            if self.is_decision(*by) {
                if made == times {
                    return Some(self.steps() + n);
                }
                made += 1;
            }
        }
        // The remaining steps may all be by others.
        (made.max(1) == times && !self.taken_back.is_empty())
            .then(|| self.steps() + self.taken_back.len())
    }

    /// Is a step by this seat, or by the die, a decision that a person can take back?
    fn is_decision(&self, by: Option<Seat>) -> bool {
        let types_rolls = self.table().has_dice() && self.record.dice == Dice::Typed;
        let persons =
            types_rolls || self.record.seats.iter().any(|seated| seated.player == Player::Manual);
        match by {
            Some(seat) => !persons || *self.player(seat) == Player::Manual,
            None => types_rolls,
        }
    }

    fn obey(&mut self, command: Command) -> Result<(), Refused> {
        match command {
            Command::Step { by, step } => {
                self.may_step(by)?;
                self.make_new(step)?;
            }
            Command::Random => self.make_new(RecordedStep::new(self.random_step()?))?,
            Command::RandomWas(step) => match self.awaits() {
                Awaits::Nothing => return Err(Refused::Over),
                Awaits::TypedRoll => return Err(Refused::OtherDice(Dice::Typed)),
                _ => self.make_new(RecordedStep::new(step))?,
            },
            Command::TakeBack(steps) => {
                // An ending that was decided or broken off can be taken back without a step.
                let is_decided = !matches!(self.record.ending, None | Some(Ending::Played { .. }));
                if steps > self.steps() || steps == self.steps() && !is_decided {
                    return Err(Refused::NothingToTakeBack);
                }
                self.take_back(steps);
            }
            Command::Redo(steps) => {
                if self.record.ending.is_some() {
                    return Err(Refused::Over);
                }
                if steps <= self.steps() || steps > self.steps() + self.taken_back.len() {
                    return Err(Refused::NothingToRedo);
                }
                while self.steps() < steps {
                    let (recorded, _) = self.taken_back.pop().ok_or(Refused::NothingToRedo)?;
                    self.make(recorded)?;
                }
            }
            Command::Restart(seed) => {
                let follows = next_seed(self.seed());
                self.record.seed = Some(seed.unwrap_or(follows));
                // Contributions and unknown headers belong to the previous game.
                self.record.contributions.clear();
                self.record.other_headers.clear();
                self.has_rolled = false;
                self.record.steps.clear();
                self.record.ending = None;
                self.positions.truncate(1);
                self.made_by.clear();
                self.taken_back.clear();
                self.begin();
            }
            Command::Seat { seat, player } => {
                self.check_seat(seat)?;
                self.record.seats[seat.index()].player = player.clone();
                self.log.push(Event::Seated { seat, player });
            }
            Command::Adjudicate { verdict, reason } => {
                match verdict {
                    Verdict::Won(seat) => self.check_seat(seat)?,
                    Verdict::Draw => {}
                    Verdict::Scored => return Err(Refused::NoVerdict),
                }
                self.end_early(Ending::Adjudicated { verdict, reason })?;
            }
            Command::Stop => self.end_early(Ending::Stopped)?,
        }
        Ok(())
    }

    fn check_seat(&self, seat: Seat) -> Result<(), Refused> {
        let seats = self.record.seats.len();
        if seat.index() < seats { Ok(()) } else { Err(Refused::NoSuchSeat { seat, seats }) }
    }

    /// May this seat, or the die, make the next step?
    fn may_step(&self, by: Option<Seat>) -> Result<(), Refused> {
        by.map_or(Ok(()), |seat| self.check_seat(seat))?;
        let awaits = self.awaits();
        match (awaits, by) {
            (Awaits::Nothing, _) => Err(Refused::Over),
            (Awaits::Roll | Awaits::TypedRoll, Some(_)) => Err(Refused::RollFirst),
            (Awaits::Roll, None) => Err(Refused::OtherDice(Dice::Drawn)),
            (Awaits::TypedRoll, None) => Ok(()),
            (_, None) => Err(Refused::NoRoll),
            (_, Some(seat)) if awaits.seat() == Some(seat) => Ok(()),
            (_, Some(seat)) => Err(Refused::NotTheirTurn(self.name(seat).to_owned())),
        }
    }

    /// Makes a step. Steps that were taken back can then not be redone, unless the first of them is
    /// the same step: that counts as redoing it.
    fn make_new(&mut self, recorded: RecordedStep) -> Result<(), Refused> {
        let is_bare = recorded == RecordedStep::new(recorded.step.clone());
        self.make(recorded)?;
        let made = self.record.steps.last_mut().expect("a step was made");
        match self.taken_back.pop() {
            Some((before, _)) if before.step == made.step => {
                if is_bare {
                    *made = before;
                }
            }
            _ => self.taken_back.clear(),
        }
        Ok(())
    }

    /// Makes a step without checking who asks for it.
    fn make(&mut self, recorded: RecordedStep) -> Result<(), Refused> {
        let mut table = self.table().boxed_clone();
        let stepped = table.step(&recorded.step)?;
        self.record.steps.push(RecordedStep { step: stepped.text.clone(), ..recorded });
        self.made_by.push(stepped.seat);
        self.positions.push(table);
        self.has_rolled |= stepped.seat.is_none();
        self.log.push(Event::Stepped {
            number: self.steps(),
            by: stepped.seat,
            step: stepped.text,
        });
        self.log.extend(
            stepped.skipped.into_iter().map(|(seat, reason)| Event::Skipped { seat, reason }),
        );
        self.end_if_over();
        Ok(())
    }

    fn take_back(&mut self, steps: usize) {
        let undone = self.record.steps.drain(steps..).zip(self.made_by.drain(steps..));
        self.taken_back.extend(undone.rev());
        self.positions.truncate(steps + 1);
        self.record.ending = None;
        self.log.push(Event::TakenBack(steps));
    }

    fn begin(&mut self) {
        self.log.push(Event::Started);
        let skipped = self.table().skipped_at_start();
        self.log.extend(skipped.into_iter().map(|(seat, reason)| Event::Skipped { seat, reason }));
        self.end_if_over();
    }

    fn end_if_over(&mut self) {
        if let (Next::Over(outcome), Some(reason)) = (self.table().next(), self.table().ending()) {
            self.end(Ending::Played { outcome, reason });
        }
    }

    fn end_early(&mut self, ending: Ending) -> Result<(), Refused> {
        if self.record.ending.is_some() {
            return Err(Refused::Over);
        }
        self.end(ending);
        Ok(())
    }

    fn end(&mut self, ending: Ending) {
        self.record.ending = Some(ending.clone());
        self.log.push(Event::Ended(ending));
    }
}
