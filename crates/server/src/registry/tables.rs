//! Creating tables.

use std::sync::Arc;

use ludoteca_core::{Next, Options};
use ludoteca_games::catalog;
use ludoteca_play::Setup;
use ludoteca_play::seeds::Seed;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Committed, TableHandle, TableRegistry, TableState, listing, lock};
use crate::commands::{SeatSetup, TimeControl};
use crate::error::{ApiError, ErrorCode};
use crate::events::{Occupant, Opened, Participant, StoredEvent, TableEvent};
use crate::hosted_table::{HostedTable, TableStage};
use crate::ids::{Id, fresh_invite, fresh_seed};
use crate::news::WrittenEvents;
use crate::settings::LONGEST_REQUEST;
use crate::store::StoreChange;
use crate::texts::{self, ErrorText};
use crate::trace;

/// A request for a new table.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// The game and its options in one line. It is left out if the game continues another one.
    #[serde(default)]
    pub game: Option<String>,
    /// Obstacles that are drawn at random, in a game that has them.
    #[serde(default)]
    pub obstacles: Option<ObstaclesRequest>,
    /// The starting position, if it is not the usual one.
    #[serde(default)]
    pub position: Option<String>,
    /// The players, one entry for each seat.
    pub seats: Vec<SeatSetup>,
    /// How long players may think.
    #[serde(default)]
    pub clock: TimeControl,
    /// Is the table shown to everybody in the lobby?
    #[serde(default)]
    pub listed: bool,
    /// A name for this request, at most 64 bytes. If it is sent again, only one table is made.
    #[serde(default)]
    pub request: Option<String>,
    /// The game that this one continues.
    #[serde(default)]
    pub from: Option<StartFrom>,
    /// In a game with dice where no seat is free: should the game wait until somebody has
    /// contributed to the dice?
    #[serde(default)]
    pub await_contribution: bool,
}

/// Obstacles that are drawn at random.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = Obstacles)]
pub struct ObstaclesRequest {
    /// The number of obstacles, as typed.
    pub count: String,
    /// Are they mirrored into the four quarters of the board?
    #[serde(default)]
    pub mirror: bool,
}

impl ObstaclesRequest {
    /// Draws the obstacles from a seed and adds them to the options of a game.
    ///
    /// # Errors
    /// Fails if the game has no obstacles, or not this many fit.
    pub fn draw(&self, options: Options, seed: Seed) -> Result<Options, ApiError> {
        let obstacles =
            ludoteca_play::Obstacles { count: self.count.clone(), mirrored: self.mirror };
        let setup = Setup { obstacles: Some(obstacles), ..Setup::new(options, seed) };
        Ok(setup.record()?.options)
    }
}

/// A position of another table.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct StartFrom {
    /// The table of the game.
    pub table: Id,
    /// The number of steps after which it is continued.
    pub step: usize,
}

impl TableRegistry {
    /// Creates a table. Returns its id, and whether it had already been created.
    ///
    /// # Errors
    /// Fails if the table cannot be created as requested.
    pub async fn create_table(
        self: &Arc<TableRegistry>,
        who: &Participant,
        proposal: &Proposal,
    ) -> Result<(Id, bool), ApiError> {
        let _acting = self.acting(&who.player).await?;
        if let Some(request) = &proposal.request {
            if request.is_empty() || request.len() > LONGEST_REQUEST {
                return Err(ApiError::bad_request(ErrorText::RequestLength {
                    length: request.len(),
                    longest: LONGEST_REQUEST,
                }));
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
        let (registry, table, request) = (Arc::clone(self), id.clone(), proposal.request.clone());
        let made = self.spawn(trace::in_current_trace(async move {
            registry.store_new_table(table, opened, request).await
        }));
        match made
            .await
            .ok()
            .flatten()
            .unwrap_or_else(|| Err(ApiError::new(ErrorCode::Busy, texts::FAILED)))
        {
            Ok(()) => Ok((id, false)),
            // Two identical requests at the same time create only one table.
            Err(error) => {
                lock(&self.engine_tables).remove(&id);
                Ok((self.made_before(who, proposal).await?.ok_or(error)?, true))
            }
        }
    }

    /// May this player have one more table, or one more seat at a table?
    pub(super) async fn may_have_more_tables(&self, who: &Participant) -> Result<(), ApiError> {
        let most = self.settings.limits.tables;
        let unfinished = self.store.count_unfinished(&who.player).await;
        let unfinished = unfinished.map_err(|error| self.storage_failed(&error))?;
        if unfinished < most {
            Ok(())
        } else {
            Err(ApiError::new(ErrorCode::TooMany, ErrorText::TooManyTables(most)))
        }
    }

    /// May the people at this table have a rematch? Its table counts like any other table, for its
    /// maker and for all who play there.
    pub(super) async fn may_have_rematch(
        &self,
        who: &Participant,
        before: &HostedTable,
    ) -> Result<(), ApiError> {
        self.may_have_more_tables(who).await?;
        let persons =
            before.occupants().iter().filter_map(Occupant::person).filter(|person| !person.program);
        for person in persons.filter(|person| person.player != who.player) {
            let refused = |error: ApiError| match error.code {
                ErrorCode::TooMany => ApiError::new(
                    ErrorCode::TooMany,
                    ErrorText::TooManyTablesOf(person.name.clone()),
                ),
                _ => error,
            };
            self.may_have_more_tables(person).await.map_err(refused)?;
        }
        Ok(())
    }

    /// Engines may play alone at a few tables for each address. A table counts until its game is
    /// over. Tables from before the server started do not count.
    fn may_play_alone(&self, who: &Participant, table: &Id) -> Result<(), ApiError> {
        let Some(caller) = self.last_caller(&who.player) else { return Ok(()) };
        let most = self.settings.limits.engine_tables;
        let share = self.engine_shares.acquire(caller, most);
        let share = share.ok_or_else(|| {
            ApiError::new(ErrorCode::TooMany, ErrorText::TooManyEngineTables(most))
        })?;
        lock(&self.engine_tables).insert(table.clone(), share);
        Ok(())
    }

    /// The table that the same request has created before.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn made_before(
        &self,
        who: &Participant,
        proposal: &Proposal,
    ) -> Result<Option<Id>, ApiError> {
        let Some(request) = &proposal.request else { return Ok(None) };
        self.store
            .made_with(&who.player, request)
            .await
            .map_err(|error| self.storage_failed(&error))
    }

    async fn read_proposal(
        self: &Arc<TableRegistry>,
        who: &Participant,
        proposal: &Proposal,
    ) -> Result<Opened, ApiError> {
        let seed = fresh_seed();
        let (options, mut position) = self.read_start(proposal, seed).await?;
        let mut table = catalog::open(&options)?;
        if let Some(position) = &mut position {
            table.set_position(position).map_err(ApiError::bad_request)?;
            // However it was typed, the position is stored and sent in its usual spelling.
            *position = table.position();
        }
        if let Next::Over(_) = table.next() {
            return Err(ApiError::bad_request(texts::OVER_ALREADY));
        }
        if proposal.seats.len() != table.seats() {
            return Err(ApiError::bad_request(ErrorText::SeatsWanted {
                given: proposal.seats.len(),
                seats: table.seats(),
            }));
        }
        check_time_control(proposal.clock)?;
        let mut seats = Vec::new();
        for wanted in &proposal.seats {
            seats.push(match wanted {
                SeatSetup::Me => Occupant::Person(who.clone()),
                SeatSetup::Open => Occupant::Open,
                SeatSetup::Friend => Occupant::Friend { invite: fresh_invite() },
                SeatSetup::Engine { level: level @ 1..=10 } => Occupant::Engine { level: *level },
                SeatSetup::Engine { level } => {
                    return Err(ApiError::bad_request(ErrorText::NoLevel(*level)));
                }
                SeatSetup::Random => Occupant::Random,
                SeatSetup::Program { program } => {
                    Occupant::Person(self.find_program(program, options.info().id).await?)
                }
            });
        }
        Ok(Opened {
            game: options.to_string(),
            position,
            maker: Some(who.player.clone()),
            seats,
            time_control: proposal.clock,
            listed: proposal.listed,
            seed: seed.to_string(),
            date: (self.settings.today)(),
            from: proposal.from.clone().map(|from| (from.table, from.step)),
            await_contribution: proposal.await_contribution,
        })
    }

    /// Reads the options of a game, with obstacles drawn from its seed, and the starting position.
    async fn read_start(
        self: &Arc<TableRegistry>,
        proposal: &Proposal,
        seed: Seed,
    ) -> Result<(Options, Option<String>), ApiError> {
        let (options, position) = match (&proposal.game, &proposal.from) {
            (Some(game), None) => (catalog::parse(game)?, proposal.position.clone()),
            (None, Some(_)) if proposal.position.is_some() || proposal.obstacles.is_some() => {
                return Err(ApiError::bad_request(texts::ONLY_FROM));
            }
            (None, Some(from)) => {
                let handle = self.handle(&from.table);
                let table_state = self.lock_table(&handle).await?;
                let play = table_state.table().play();
                let table = table_state.table().position(from.step);
                let table = table.ok_or_else(|| {
                    ApiError::bad_request(ErrorText::NoStep {
                        step: from.step,
                        steps: play.steps(),
                    })
                })?;
                (play.record().options.clone(), Some(table.position()))
            }
            _ => return Err(ApiError::bad_request(texts::GAME_OR_FROM)),
        };
        let options = match &proposal.obstacles {
            Some(obstacles) => obstacles.draw(options, seed)?,
            None => options,
        };
        Ok((options, position))
    }

    /// Writes a new table, and lets its game begin if nobody is missing.
    pub async fn store_new_table(
        self: &Arc<TableRegistry>,
        id: Id,
        opened: Opened,
        request: Option<String>,
    ) -> Result<(), ApiError> {
        let (table, events) = open_table(&id, opened, self.clock.now())?;
        let listing = StoreChange::Listing(listing(&table, request));
        let mut changes =
            vec![StoreChange::Events { table: id.clone(), first: 0, events }, listing];
        if table.awaits().needs_no_person() {
            changes.push(StoreChange::Driving(id.clone()));
        }
        let handle = self.handle(&id);
        // Somebody who finds the table in a list waits for this lock until the table is here.
        let mut table_state = handle.state.lock().await;
        self.save(changes).await?;
        self.install(&handle, &mut table_state, table);
        Ok(())
    }

    /// All players agreed to a rematch: its table is written together with the events that led to
    /// it.
    pub(super) async fn start_rematch(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
        mut events: Vec<StoredEvent>,
    ) -> Result<Committed, ApiError> {
        let before = table_state.table();
        let mut seats = before.occupants().to_vec();
        seats.rotate_left(1);
        let opened = Opened {
            // The position in its usual spelling; an older table may have another.
            position: before
                .opened()
                .position
                .as_ref()
                .and_then(|_| Some(before.position(0)?.position())),
            seats,
            seed: fresh_seed().to_string(),
            date: (self.settings.today)(),
            from: None,
            await_contribution: before.awaits_contribution_again(),
            ..before.opened().clone()
        };
        let id = Id::fresh();
        let (table, opening) = open_table(&id, opened, self.clock.now())?;
        events.extend(before.record_rematch(id.clone(), self.clock.now()));
        let listing = StoreChange::Listing(listing(&table, None));
        let next = self.handle(&id);
        let mut next_state = next.state.lock().await;
        let mut changes =
            vec![StoreChange::Events { table: id.clone(), first: 0, events: opening }, listing];
        if table.awaits().needs_no_person() {
            changes.push(StoreChange::Driving(id));
        }
        let committed = self.commit(handle, table_state, events, changes).await?;
        if committed == Committed::Written {
            self.install(&next, &mut next_state, table);
        }
        Ok(committed)
    }

    /// Puts a table that is in the file into memory.
    fn install(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
        table: HostedTable,
    ) {
        // Servers that share a store agree on who is away: everybody since the table was opened.
        if !self.store.is_shared() {
            let persons = table.occupants().iter().filter_map(Occupant::person);
            table_state.away =
                persons.map(|person| (person.player.clone(), self.clock.now())).collect();
        }
        table_state.used_at = self.clock.now();
        table_state.is_due = Some(table.is_due());
        // If the house begins, that was written together with the table.
        table_state.is_driving = table.awaits().needs_no_person();
        table_state.attend(self.settings.polling_grace);
        table_state.table = Some(table);
        self.watch_clock(handle, table_state);
        self.ensure_house_plays(handle, table_state);
        let known = table_state.known();
        self.publish(table_state, known, true);
        let has_begun = table_state.table().stage() == TableStage::Playing;
        if has_begun {
            self.programs.notify_seated(table_state.table());
        }
        let count = table_state.table().event_count();
        let written = WrittenEvents::unsaid(&handle.id, 0, count);
        self.tell_others(table_state, written, true, has_begun);
    }
}

fn open_table(
    id: &Id,
    opened: Opened,
    at: u64,
) -> Result<(HostedTable, Vec<StoredEvent>), ApiError> {
    let mut table =
        HostedTable::open(id.clone(), opened.clone(), at).map_err(ApiError::bad_request)?;
    let mut events =
        vec![StoredEvent { at, request: None, event: TableEvent::Opened(Box::new(opened)) }];
    let begun = table.begin(at);
    begun
        .iter()
        .try_for_each(|stored_event| table.apply(stored_event))
        .map_err(ApiError::refused)?;
    events.extend(begun);
    Ok((table, events))
}

fn check_time_control(time_control: TimeControl) -> Result<(), ApiError> {
    let is_allowed = match time_control {
        TimeControl::None => true,
        TimeControl::Move { seconds } => (1..=86_400).contains(&seconds),
        TimeControl::Game { seconds, increment } => {
            (1..=86_400).contains(&seconds) && increment <= 3600
        }
        TimeControl::Days { days } => (1..=30).contains(&days),
    };
    if is_allowed { Ok(()) } else { Err(ApiError::bad_request(texts::NO_TIME_CONTROL)) }
}
