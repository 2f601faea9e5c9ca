//! New tables.

use std::sync::Arc;

use ludoteca_core::{Next, Options};
use ludoteca_games::catalog;
use ludoteca_play::Setup;
use ludoteca_play::streams::Seed;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Hall, Inside, Room, listing, lock};
use crate::deed::{Pace, Wanted};
use crate::fact::{Dated, Fact, Occupant, Opened, Person};
use crate::fault::{Code, Fault};
use crate::ids::{Id, fresh_invite, fresh_seed};
use crate::settings::LONGEST_REQUEST;
use crate::sitting::{Sitting, Stage};
use crate::store::Change;
use crate::texts;

/// A table as somebody wants it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// The game and its options in one line; left out where the game goes on from another.
    #[serde(default)]
    pub game: Option<String>,
    /// Obstacles that are drawn, in a game that has them.
    #[serde(default)]
    pub obstacles: Option<Obstacles>,
    /// Where the game starts, if not from its usual first position.
    #[serde(default)]
    pub position: Option<String>,
    /// Who is to fill the seats.
    pub seats: Vec<Wanted>,
    /// How long players may think.
    #[serde(default)]
    pub clock: Pace,
    /// Is it shown to everybody?
    #[serde(default)]
    pub listed: bool,
    /// A name for this request, at most 64 bytes: who sends it again has made one table.
    #[serde(default)]
    pub request: Option<String>,
    /// The game that it goes on from.
    #[serde(default)]
    pub from: Option<StartFrom>,
    /// In a game with dice where no seat is free: it begins once you have seen the commitment and contributed to the dice.
    #[serde(default)]
    pub await_contribution: bool,
}

/// Obstacles that are drawn.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct Obstacles {
    /// How many, as typed.
    pub count: String,
    /// Mirrored into the four quarters of the board?
    #[serde(default)]
    pub mirror: bool,
}

impl Obstacles {
    /// Draws them from a seed into the options of a game.
    ///
    /// # Errors
    /// Where it has none, or not so many.
    pub fn draw(&self, options: Options, seed: Seed) -> Result<Options, Fault> {
        let obstacles = ludoteca_play::Obstacles { count: self.count.clone(), mirrored: self.mirror };
        let setup = Setup { obstacles: Some(obstacles), ..Setup::new(options, seed) };
        Ok(setup.record().map_err(Fault::bad)?.options)
    }
}

/// A position of another table.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct StartFrom {
    /// Which.
    pub table: Id,
    /// After so many steps.
    pub step: usize,
}

impl Hall {
    /// Makes a table. Answers what it is called, and whether it had been made before.
    ///
    /// # Errors
    /// Where it cannot be as it is wanted.
    pub async fn make(self: &Arc<Hall>, who: &Person, proposal: &Proposal) -> Result<(Id, bool), Fault> {
        let _acting = self.acting(&who.player).await?;
        if let Some(request) = &proposal.request {
            if request.is_empty() || request.len() > LONGEST_REQUEST {
                return Err(Fault::bad(texts::request_length(request.len(), LONGEST_REQUEST)));
            }
            if let Some(id) = self.made_before(who, proposal).await? {
                return Ok((id, true));
            }
        }
        self.may_have_more_tables(who).await?;
        let opened = self.read_proposal(who, proposal).await?;
        let id = Id::fresh();
        if opened.seats.iter().all(|it| it.person().is_none() && !it.is_free()) {
            self.may_play_alone(who, &id)?;
        }
        let (hall, table, request) = (Arc::clone(self), id.clone(), proposal.request.clone());
        let made = self.spawn(async move { hall.establish(table, opened, request).await });
        match made.await.ok().flatten().unwrap_or_else(|| Err(Fault::new(Code::Busy, texts::FAILED))) {
            Ok(()) => Ok((id, false)),
            // Who sends the same twice at once has made one table all the same.
            Err(fault) => {
                lock(&self.engine_tables).remove(&id);
                Ok((self.made_before(who, proposal).await?.ok_or(fault)?, true))
            }
        }
    }

    /// May this player have a table, or a seat at one, beside those that they have?
    pub(super) async fn may_have_more_tables(&self, who: &Person) -> Result<(), Fault> {
        let most = self.settings.limits.tables;
        let unfinished = self.store.count_unfinished(&who.player).await;
        let unfinished = unfinished.map_err(|error| self.storage_failed(&error))?;
        if unfinished < most { Ok(()) } else { Err(Fault::new(Code::TooMany, texts::too_many_tables(most))) }
    }

    /// May those at a table have another game? It is a table like any other, of its maker and of all who play there.
    pub(super) async fn may_have_rematch(&self, who: &Person, before: &Sitting) -> Result<(), Fault> {
        self.may_have_more_tables(who).await?;
        let persons = before.occupants().iter().filter_map(Occupant::person).filter(|person| !person.program);
        for person in persons.filter(|person| person.player != who.player) {
            let refused = |fault: Fault| match fault.code {
                Code::TooMany => Fault::new(Code::TooMany, texts::too_many_tables_of(&person.name)),
                _ => fault,
            };
            self.may_have_more_tables(person).await.map_err(refused)?;
        }
        Ok(())
    }

    /// Engines may play alone at a few tables for each address. They count until they are over; what was there when the server started does not.
    fn may_play_alone(&self, who: &Person, table: &Id) -> Result<(), Fault> {
        let Some(caller) = self.acted_from(&who.player) else { return Ok(()) };
        let most = self.settings.limits.engine_tables;
        let share = self.engine_shares.take(caller, most);
        let share = share.ok_or_else(|| Fault::new(Code::TooMany, texts::too_many_engine_tables(most)))?;
        lock(&self.engine_tables).insert(table.clone(), share);
        Ok(())
    }

    /// The table that the same request has made.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn made_before(&self, who: &Person, proposal: &Proposal) -> Result<Option<Id>, Fault> {
        let Some(request) = &proposal.request else { return Ok(None) };
        self.store.made_with(&who.player, request).await.map_err(|error| self.storage_failed(&error))
    }

    async fn read_proposal(self: &Arc<Hall>, who: &Person, proposal: &Proposal) -> Result<Opened, Fault> {
        let seed = fresh_seed();
        let (options, mut position) = self.read_start(proposal, seed).await?;
        let mut table = catalog::open(&options).map_err(Fault::bad)?;
        if let Some(position) = &mut position {
            table.set_position(position).map_err(Fault::bad)?;
            // However it was typed, it is kept and told in its usual spelling.
            *position = table.position();
        }
        if let Next::Over(_) = table.next() {
            return Err(Fault::bad(texts::OVER_ALREADY));
        }
        if proposal.seats.len() != table.seats() {
            return Err(Fault::bad(texts::seats_wanted(proposal.seats.len(), table.seats())));
        }
        check_pace(proposal.clock)?;
        let mut seats = Vec::new();
        for wanted in &proposal.seats {
            seats.push(match wanted {
                Wanted::Me => Occupant::Person(who.clone()),
                Wanted::Open => Occupant::Open,
                Wanted::Friend => Occupant::Friend { invite: fresh_invite() },
                Wanted::Engine { level: level @ 1..=10 } => Occupant::Engine { level: *level },
                Wanted::Engine { level } => return Err(Fault::bad(texts::no_level(*level))),
                Wanted::Random => Occupant::Random,
                Wanted::Program { program } => Occupant::Person(self.programs.find(program, options.info().id)?),
            });
        }
        Ok(Opened {
            game: options.to_string(),
            position,
            maker: Some(who.player.clone()),
            seats,
            pace: proposal.clock,
            listed: proposal.listed,
            seed: seed.to_string(),
            date: (self.settings.today)(),
            from: proposal.from.clone().map(|from| (from.table, from.step)),
            await_contribution: proposal.await_contribution,
        })
    }

    /// The options of a game, with the obstacles that are drawn from its seed, and where it starts.
    async fn read_start(self: &Arc<Hall>, proposal: &Proposal, seed: Seed) -> Result<(Options, Option<String>), Fault> {
        let (options, position) = match (&proposal.game, &proposal.from) {
            (Some(game), None) => (catalog::parse(game).map_err(Fault::bad)?, proposal.position.clone()),
            (None, Some(_)) if proposal.position.is_some() || proposal.obstacles.is_some() => {
                return Err(Fault::bad(texts::ONLY_FROM));
            }
            (None, Some(from)) => {
                let room = self.room(&from.table);
                let inside = self.enter(&room).await?;
                let play = inside.table().play();
                let table = inside.table().position(from.step);
                let table = table.ok_or_else(|| Fault::bad(texts::no_step(from.step, play.steps())))?;
                (play.record().options.clone(), Some(table.position()))
            }
            _ => return Err(Fault::bad(texts::GAME_OR_FROM)),
        };
        let options = match &proposal.obstacles {
            Some(obstacles) => obstacles.draw(options, seed)?,
            None => options,
        };
        Ok((options, position))
    }

    /// Writes a new table down and lets its game begin where nobody is missing.
    pub async fn establish(self: &Arc<Hall>, id: Id, opened: Opened, request: Option<String>) -> Result<(), Fault> {
        let (table, facts) = open_table(&id, opened, self.clock.now())?;
        let listing = Change::Listing(listing(&table, request));
        let changes = vec![Change::Facts { table: id.clone(), first: 0, facts }, listing];
        let room = self.room(&id);
        // Who finds the table in a list waits until it is here.
        let mut inside = room.inside.lock().await;
        self.keep(changes).await?;
        self.move_in(&room, &mut inside, table);
        Ok(())
    }

    /// All agree to another game: its table is written down together with what led to it.
    pub(super) async fn follow(
        self: &Arc<Hall>,
        room: &Arc<Room>,
        inside: &mut Inside,
        mut facts: Vec<Dated>,
    ) -> Result<(), Fault> {
        let before = inside.table();
        let mut seats = before.occupants().to_vec();
        seats.rotate_left(1);
        let opened = Opened {
            // In its usual spelling, where one of an older table is not.
            position: before.opened().position.as_ref().and_then(|_| Some(before.position(0)?.position())),
            seats,
            seed: fresh_seed().to_string(),
            date: (self.settings.today)(),
            from: None,
            await_contribution: before.awaits_contribution_again(),
            ..before.opened().clone()
        };
        let id = Id::fresh();
        let (table, opening) = open_table(&id, opened, self.clock.now())?;
        facts.extend(before.followed_by(id.clone(), self.clock.now()));
        let listing = Change::Listing(listing(&table, None));
        let next = self.room(&id);
        let mut inside_next = next.inside.lock().await;
        let changes = vec![Change::Facts { table: id, first: 0, facts: opening }, listing];
        self.commit(room, inside, facts, changes).await?;
        self.move_in(&next, &mut inside_next, table);
        Ok(())
    }

    /// A table that is in the file comes to life.
    fn move_in(self: &Arc<Hall>, room: &Arc<Room>, inside: &mut Inside, table: Sitting) {
        let persons = table.occupants().iter().filter_map(Occupant::person);
        inside.away = persons.map(|person| (person.player.clone(), self.clock.now())).collect();
        inside.used_at = self.clock.now();
        inside.is_due = Some(table.is_due());
        inside.attend(self.settings.polling_grace);
        inside.sitting = Some(table);
        self.watch_clock(room, inside);
        self.drive(room, inside);
        let known = inside.known();
        self.publish(inside, known, true);
        if inside.table().stage() == Stage::Playing {
            self.programs.call(inside.table());
        }
    }
}

fn open_table(id: &Id, opened: Opened, at: u64) -> Result<(Sitting, Vec<Dated>), Fault> {
    let mut table = Sitting::open(id.clone(), opened.clone(), at).map_err(Fault::bad)?;
    let mut facts = vec![Dated { at, request: None, fact: Fact::Opened(Box::new(opened)) }];
    let begun = table.begin(at);
    begun.iter().try_for_each(|dated| table.apply(dated)).map_err(Fault::refused)?;
    facts.extend(begun);
    Ok((table, facts))
}

fn check_pace(pace: Pace) -> Result<(), Fault> {
    let is_allowed = match pace {
        Pace::None => true,
        Pace::Move { seconds } => (1..=86_400).contains(&seconds),
        Pace::Game { seconds, increment } => (1..=86_400).contains(&seconds) && increment <= 3600,
        Pace::Days { days } => (1..=30).contains(&days),
    };
    if is_allowed { Ok(()) } else { Err(Fault::bad(texts::NO_PACE)) }
}
