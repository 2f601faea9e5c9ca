//! One game in progress.

use std::mem;

use ludoteca_core::{Next, OptionError, Options, PositionError, Refusal, Seat, Table, Verdict};

use crate::players::{Engine, Player, Seated};
use crate::record::{Dice, Ending, Record, RecordedStep};
use crate::seeds::{Entropy, Purpose, Seed, next_seed, number, stream};

/// A game in progress: a table, who sits at it, and everything that has happened.
///
/// Whoever runs it asks what it [awaits](Play::awaits), lets the player do that, and
/// [tells](Play::tell) it. Each command answers with the events that came of it, for views to show;
/// the [log](Play::log) keeps them for a view that comes later. What is taken back can be made
/// again until something else is played.
pub struct Play {
    /// The position at the start and after each of the record's steps: never empty.
    positions: Vec<Box<dyn Table>>,
    record: Record,
    /// Who made each of the record's steps; `None` for the die.
    made_by: Vec<Option<Seat>>,
    /// Steps that were taken back and who had made them, the next one last.
    taken_back: Vec<(RecordedStep, Option<Seat>)>,
    /// What is drawn from where the record knows no seed.
    unrecorded_seed: Seed,
    /// What players draw from where it is not the game's seed.
    players_seed: Option<Seed>,
    /// Has a roll been seen, even if it was taken back? From then on nobody contributes to the
    /// dice.
    has_rolled: bool,
    log: Vec<Event>,
}

/// What a game in progress waits for: what its host does next.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Awaits<'a> {
    /// Ask the person at this seat for a move, and tell [`Command::Step`].
    Person(Seat),
    /// Let the engine at this seat think, and tell [`Command::Step`].
    Engine {
        /// The seat.
        seat: Seat,
        /// How it thinks.
        engine: &'a Engine,
        /// What it draws from: repeatable by the game's seed.
        seed: u64,
    },
    /// The seat is played by chance: tell [`Command::Draw`].
    Random(Seat),
    /// The die is rolled: tell [`Command::Draw`].
    Roll,
    /// The die is rolled elsewhere: ask what it shows, and tell [`Command::Step`].
    TypedRoll,
    /// Nothing: the game has ended.
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

/// What a game in progress can be told.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Somebody makes a step.
    Step {
        /// The seat that moves; `None` for the die.
        by: Option<Seat>,
        /// The step as typed, with what is to be noted about it.
        step: RecordedStep,
    },
    /// A random step, repeatable by the game's seed: the roll of the die, or a move in place of the
    /// player's own.
    Random,
    /// What such a step came to when it was drawn before: a game that was kept is made again by
    /// what happened, not by drawing anew.
    RandomWas(String),
    /// Back to where so many steps had been made.
    TakeBack(usize),
    /// Steps that were taken back are made again, until so many are made.
    Redo(usize),
    /// A new game from the same start, with this seed. Where none is given it follows from this
    /// game's, and who knows that one knows both.
    Restart(Option<Seed>),
    /// Somebody else fills a seat.
    Seat {
        /// The seat.
        seat: Seat,
        /// Who fills it from now on.
        player: Player,
    },
    /// Somebody who may decides the game.
    Adjudicate {
        /// A winner or a draw.
        verdict: Verdict,
        /// Why, as a clause.
        reason: String,
    },
    /// The game is broken off.
    Stop,
}

/// What has happened.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Event {
    /// A game begins, where its table and its record say.
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
        /// Why, as a clause.
        reason: String,
    },
    /// The steps after so many were taken back, and with them the ending, if there was one.
    TakenBack(usize),
    /// Somebody else fills a seat.
    Seated {
        /// The seat.
        seat: Seat,
        /// Who fills it now.
        player: Player,
    },
    /// A command was refused, and nothing has changed. The log does not keep it.
    Refused(Refused),
    /// The game ended; with [`Ending::Stopped`] it was broken off.
    Ended(Ending),
}

/// Why a command is refused.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Refused {
    /// Nothing more can be played or decided.
    #[error("the game is over")]
    Over,
    /// The game has gone on since the state that the command was meant for.
    #[error("the game has gone on: this was meant for state {meant}, and it is at {now}")]
    Stale {
        /// The state that the command was meant for.
        meant: usize,
        /// The state of the game.
        now: usize,
    },
    /// The table has no such seat.
    #[error("there is no seat {seat} at a table of {seats}")]
    NoSuchSeat {
        /// The seat that was named.
        seat: Seat,
        /// How many there are.
        seats: usize,
    },
    /// A game cannot be decided so.
    #[error("a game is decided for a winner or as a draw, not by a score")]
    NoVerdict,
    /// Somebody else is to move.
    #[error("it is not the turn of {0}")]
    NotTheirTurn(String),
    /// A move where the die is to be rolled.
    #[error("the die is to be rolled first")]
    RollFirst,
    /// A roll where a seat is to move.
    #[error("nobody is to roll the die now")]
    NoRoll,
    /// A typed roll in a game whose dice are drawn, or the other way round.
    #[error("{}", match .0 { Dice::Drawn => "the die is rolled by the program", Dice::Typed => "the roll of the die is to be typed" })]
    OtherDice(Dice),
    /// A contribution to dice that have been seen.
    #[error("the die has been rolled, and what is contributed after that does not count")]
    HasRolled,
    /// The rules do not allow the step; in the game's own words.
    #[error("{0}")]
    Illegal(String),
    /// There are not so many steps.
    #[error("there is nothing to take back")]
    NothingToTakeBack,
    /// Not so many steps were taken back.
    #[error("nothing was taken back that could be made again")]
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

/// Why a record cannot be played on.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum BadRecord {
    /// Its options do not go together.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// The table is not one of its game, with its options.
    #[error("a record of `{record}` at a table of `{table}`")]
    OtherGame {
        /// The options of the record.
        record: String,
        /// The options of the table.
        table: String,
    },
    /// Not every seat is filled, or not every player has one.
    #[error("{players} players at a table of {seats}")]
    Seats {
        /// How many players the record has.
        players: usize,
        /// How many seats the table has.
        seats: usize,
    },
    /// Its start is refused.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// One of its steps is.
    #[error("step {0}: {1}")]
    Step(usize, Refused),
}

impl Play {
    /// Goes on where a record ends, at a table that `open` sets up with the record's options: the
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

    /// Goes on where a record ends: at the start, where it has no steps. The table is one that was
    /// just opened with the record's options. A game that was broken off goes on.
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

    /// Draws from this seed where the record knows none, as one from elsewhere may: it does not
    /// come into the record, whose steps so far were not drawn from it.
    pub fn set_unrecorded_seed(&mut self, seed: Seed) {
        self.unrecorded_seed = seed;
    }

    /// Mixes what a seat contributes into the dice, and nothing else that is random; `None` takes
    /// it out again. It is part of how the game is set up, and no event.
    ///
    /// # Errors
    /// Where there is no such seat, and from the first roll on, even if that was taken back.
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

    /// Lets players draw from a seed of their own, and not from the game's: that one is shared by
    /// games with the same dice, which would be the same games.
    pub fn set_players_seed(&mut self, seed: Seed) {
        self.players_seed = Some(seed);
    }

    /// What an engine at a seat may draw from for its next move: repeatable by the game's seed.
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

    /// A step in its usual spelling, where this seat, or the die, can make it now.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn usual_spelling(&self, by: Option<Seat>, step: &str) -> Result<String, Refused> {
        self.may_step(by)?;
        Ok(self.table().boxed_clone().step(step)?.text)
    }

    /// What [`Command::Draw`] would play: the roll of the die, or a move in place of the player's
    /// own.
    ///
    /// # Errors
    /// Where there is nothing to play, or the die is rolled elsewhere.
    pub fn random_step(&self) -> Result<String, Refused> {
        let (seed, purpose) = match self.awaits() {
            Awaits::Nothing => return Err(Refused::Over),
            Awaits::TypedRoll => return Err(Refused::OtherDice(Dice::Typed)),
            // By its own number, not the step's: seats that are skipped do not change the dice.
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

    /// Tells the game something that is meant for one of its states, by the length that the
    /// [log](Play::log) had: refused where the game has gone on since then.
    pub fn tell_at(&mut self, state: usize, command: Command) -> Vec<Event> {
        match self.log.len() {
            now if now == state => self.tell(command),
            now => vec![Event::Refused(Refused::Stale { meant: state, now })],
        }
    }

    /// Tells the game something, and answers what came of it: nothing but [`Event::Refused`] where
    /// it was refused. Told the same, games with equal beginnings come to equal logs.
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

    /// All that has happened, in order. Its length numbers the states of the game: it grows with
    /// every change, and with nothing else.
    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// Where the game stands.
    pub fn table(&self) -> &dyn Table {
        &**self.positions.last().expect("there is always the position at the start")
    }

    /// Where the game stood at its start and after each of its steps.
    pub fn positions(&self) -> &[Box<dyn Table>] {
        &self.positions
    }

    /// Where the game stood after so many steps; `None` where there are fewer.
    pub fn position(&self, steps: usize) -> Option<&dyn Table> {
        self.positions.get(steps).map(|table| &**table)
    }

    /// The game so far, as it would be saved.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// How the game ended, once it has.
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

    /// The step that was made last, and by whom (`None` for the die).
    pub fn last_step(&self) -> Option<(Option<Seat>, &str)> {
        Some((*self.made_by.last()?, self.record.steps.last()?.step.as_str()))
    }

    /// How many steps were taken back that can be made again.
    pub fn steps_ahead(&self) -> usize {
        self.taken_back.len()
    }

    /// The seats' names and who fills them.
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

    /// Who fills a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.record.seats[seat.index()].player
    }

    /// How many decisions can be taken back.
    pub fn decisions(&self) -> usize {
        self.made_by.iter().filter(|by| self.is_decision(**by)).count()
    }

    /// Where somebody who takes back so many decisions wants to be: a person's, with the answers of
    /// other players and the rolls after it undone as well; where no person plays, anybody's.
    /// `None` where there are not so many.
    pub fn decisions_back(&self, times: usize) -> Option<usize> {
        let steps =
            (0..self.made_by.len()).rev().filter(|step| self.is_decision(self.made_by[*step]));
        steps.take(times).nth(times.checked_sub(1)?)
    }

    /// Where somebody who makes so many decisions again wants to be: at the one after them, or else
    /// where the last step that was taken back leads. `None` where nothing was, or not so many.
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
        // What others did may be all that is left.
        (made.max(1) == times && !self.taken_back.is_empty())
            .then(|| self.steps() + self.taken_back.len())
    }

    /// Is a step by this seat, or by the die, one that a person takes back?
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
                // An ending that the rules did not bring can be taken back alone.
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
                // Contributions were made to the game before, and what a header says that we do not
                // know was said of it.
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

    /// May this seat, or the die, be told of as making the next step?
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

    /// Makes a step. What was taken back is then gone, unless it began with the same step: that is
    /// as if it were made again.
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

    /// Makes a step, whoever asks for it.
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
