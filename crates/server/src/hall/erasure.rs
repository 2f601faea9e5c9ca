//! People who want to be forgotten, games that are kept no longer, and what is known about somebody.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ludoteca_games::catalog;
use ludoteca_play::record;
use serde::Serialize;
use tokio::sync::{Mutex as AsyncMutex, RwLock, RwLockReadGuard};
use utoipa::ToSchema;

use super::lists::summarise;
use super::{Hall, Inside, News, Room, lock};
use crate::erasure::{is_about, without};
use crate::fact::{Dated, Fact, Occupant, Person};
use crate::fault::{Code, Fault};
use crate::ids::Id;
use crate::sitting::Stage;
use crate::store::{Change, Erasure};
use crate::texts;
use crate::view::snapshot::{Known, stage};

/// Those who are forgotten, and those who do something meanwhile.
#[derive(Default)]
pub struct Departures {
    /// Whoever has gone since the server started: nothing is taken from them any more, whoever still believes to know them.
    gone: Mutex<HashSet<Id>>,
    /// Held by everybody who does something in their own name, so that nothing of it comes after all of theirs was looked for.
    acting: RwLock<()>,
    /// One at a time: it takes a while.
    erasing: AsyncMutex<()>,
}

/// What is known about somebody.
#[derive(Serialize, ToSchema)]
pub struct PersonalData {
    /// What they are called in addresses.
    player: Id,
    /// What they call themselves.
    name: String,
    /// When they came, in milliseconds since 1970.
    created_at: u64,
    /// When they were last seen, to the day.
    seen_at: u64,
    /// What they have left at tables: some of them, see `next`.
    tables: Vec<LeftAtTable>,
    /// `after` for those that follow.
    next: Option<Id>,
}

/// What somebody has left at a table.
#[derive(Serialize, ToSchema)]
pub struct LeftAtTable {
    /// Which.
    table: Id,
    /// The game and its options in one line.
    game: String,
    /// Did they make it?
    maker: bool,
    /// Seats that they have, from 1; the moves are in the table's record.
    seats: Vec<usize>,
    /// What names them there, as it is kept.
    #[schema(value_type = Vec<Object>)]
    facts: Vec<Dated>,
}

/// What was deleted because it was kept long enough.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Pruned {
    /// So many tables.
    pub tables: usize,
    /// So many players.
    pub players: usize,
}

/// Tables that are told of at once.
const TOLD: usize = 100;

impl Hall {
    /// Somebody does something in their own name until this is dropped.
    ///
    /// # Errors
    /// Where they are gone.
    pub(super) async fn acting(&self, who: &Id) -> Result<RwLockReadGuard<'_, ()>, Fault> {
        let acting = self.departures.acting.read().await;
        self.must_be_known(who)?;
        Ok(acting)
    }

    /// Nobody is known who is gone.
    ///
    /// # Errors
    /// Where they are.
    pub(super) fn must_be_known(&self, who: &Id) -> Result<(), Fault> {
        let is_gone = lock(&self.departures.gone).contains(who);
        if is_gone { Err(Fault::new(Code::NoToken, texts::WRONG_TOKEN)) } else { Ok(()) }
    }

    /// Forgets somebody. Their token is good for nothing from now on; they give up their games and leave their seats; what they said is gone, and
    /// in what they played they have no name. Answers at how many tables there was something of theirs.
    ///
    /// # Errors
    /// Where the file cannot be read or written: then it can be tried again.
    pub async fn forget(self: &Arc<Hall>, player: &Id) -> Result<usize, Fault> {
        let (hall, player) = (Arc::clone(self), player.clone());
        // In a task of its own, which comes to its end even where who asked has hung up.
        let done = self.spawn(async move {
            let _turn = hall.departures.erasing.lock().await;
            lock(&hall.departures.gone).insert(player.clone());
            hall.hang_up_on(&player);
            let erased = hall.erase(&player).await;
            if erased.is_err() {
                lock(&hall.departures.gone).remove(&player);
            }
            erased
        });
        done.await.ok().flatten().unwrap_or_else(|| Err(Fault::new(Code::Busy, texts::FAILED)))
    }

    async fn erase(self: &Arc<Hall>, player: &Id) -> Result<usize, Fault> {
        lock(&self.players).retain(|_, (person, _)| person.player != *player);
        // Whatever they have begun to do is done after this.
        drop(self.departures.acting.write().await);
        let tables = self.store.tables_with(player).await.map_err(|error| self.storage_failed(&error))?;
        let name = self.store.name_of(player).await.map_err(|error| self.storage_failed(&error))?.unwrap_or_default();
        for table in &tables {
            let room = self.room(table);
            let mut inside = self.depart(&room, player).await?;
            self.erase_at(&room, &mut inside, player, &name).await?;
        }
        self.keep(vec![Change::Erased(Erasure::Player(player.clone()))]).await?;
        Ok(tables.len())
    }

    /// Somebody gives up their game, or leaves their seat. A table that is damaged is left as it is.
    async fn depart<'a>(
        self: &Arc<Hall>,
        room: &'a Arc<Room>,
        player: &Id,
    ) -> Result<tokio::sync::MutexGuard<'a, Inside>, Fault> {
        let mut inside = match self.enter_to_act(room).await {
            Ok(inside) => inside,
            Err(fault) if matches!(fault.code, Code::Damaged | Code::NotFound) => return Ok(room.inside.lock().await),
            Err(fault) => return Err(fault),
        };
        let facts = inside.table().depart(player, self.clock.now());
        if !facts.is_empty() {
            self.commit(room, &mut inside, facts, Vec::new()).await?;
        }
        Ok(inside)
    }

    /// Takes somebody out of everything that happened at a table. Who looks at it is told it anew.
    async fn erase_at(
        self: &Arc<Hall>,
        room: &Arc<Room>,
        inside: &mut Inside,
        player: &Id,
        name: &str,
    ) -> Result<(), Fault> {
        let (table, instead) = (room.id.clone(), Id::fresh());
        let facts = self.store.facts(&table).await.map_err(|error| self.storage_failed(&error))?;
        let facts = facts.read_what_can_be();
        let erasure = |(number, fact)| Erasure::Fact { table: table.clone(), number, fact };
        let mut erasures: Vec<Erasure> = without(&facts, player, name, &instead).into_iter().map(erasure).collect();
        erasures.push(Erasure::Person { table: table.clone(), player: player.clone(), instead });
        let mut changes: Vec<Change> = erasures.into_iter().map(Change::Erased).collect();
        if let Some(sitting) = &inside.sitting {
            // So that whoever has it by its number, or by its tag, learns that it is not the same any more. It is no younger for that.
            let forgotten = Dated { at: sitting.times().1, request: None, fact: Fact::Forgotten };
            changes.push(Change::Facts { table: table.clone(), first: sitting.facts(), facts: vec![forgotten] });
        }
        self.keep(changes).await?;
        inside.sitting = None;
        // One that is damaged stays so.
        if self.load(room, inside).await.is_ok() {
            self.keep(vec![summarise(inside.table(), true)]).await?;
            self.rename_in_analysis(inside).await?;
            self.publish(inside, Known::default(), true);
        }
        Ok(())
    }

    /// An analysis has the record, and so the names, of those who played.
    async fn rename_in_analysis(&self, inside: &Inside) -> Result<(), Fault> {
        let table = inside.table();
        let Some(mut kept) = self.kept_analysis(table.id()).await? else { return Ok(()) };
        let Ok(mut records) = record::read(std::mem::take(&mut kept.record).into_bytes(), &catalog::open_line) else {
            return self.keep(vec![Change::Analysis { table: table.id().clone(), analysis: String::new() }]).await;
        };
        let current = table.record();
        let is_name = |key: &str| key.starts_with("Name-");
        for record in &mut records {
            record.other_headers.retain(|(key, _)| !is_name(key));
            record.other_headers.extend(current.other_headers.iter().filter(|(key, _)| is_name(key)).cloned());
            // The reason of it has a name, too.
            record.ending.clone_from(&current.ending);
        }
        kept.record = record::write(&records);
        let analysis = serde_json::to_string(&kept).map_err(Fault::bad)?;
        self.keep(vec![Change::Analysis { table: table.id().clone(), analysis }]).await
    }

    /// All that is kept about somebody; at tables, a part of it at once, which begins after this one.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn personal_data(&self, who: &Person, after: Option<&Id>) -> Result<PersonalData, Fault> {
        // One at a time: it reads whole games.
        let _turn = self.departures.erasing.lock().await;
        let failed = |error| self.storage_failed(&error);
        let player = &who.player;
        let (created_at, seen_at) = self.store.times_of(player).await.map_err(failed)?.unwrap_or_default();
        let all = self.store.tables_with(player).await.map_err(failed)?;
        let mut rest = all.into_iter().filter(|table| after.is_none_or(|after| table > after)).peekable();
        let mut tables = Vec::new();
        for table in rest.by_ref().take(TOLD) {
            let facts = self.store.facts(&table).await.map_err(failed)?.read_what_can_be();
            tables.push(LeftAtTable::of(table, &facts, player));
        }
        let next = rest.peek().and(tables.last()).map(|last| last.table.clone());
        Ok(PersonalData { player: player.clone(), name: who.name.clone(), created_at, seen_at, tables, next })
    }

    /// Deletes games that ended, and tables that were closed, if nothing has happened there for so long, and players who have nothing left at
    /// any table and were not seen for so long. What somebody looks at is kept until they do not.
    ///
    /// # Errors
    /// Where the file cannot be read or written.
    pub async fn prune(self: &Arc<Hall>, after: Duration) -> Result<Pruned, Fault> {
        let since = self.clock.now().saturating_sub(after.as_millis() as u64);
        let mut pruned = Pruned::default();
        for at in [Stage::Over, Stage::Closed] {
            let old = self.store.untouched(stage(at), since).await.map_err(|error| self.storage_failed(&error))?;
            for table in old {
                pruned.tables += usize::from(self.delete_table(&table).await?);
            }
        }
        let players = self.store.count_players().await.map_err(|error| self.storage_failed(&error))?;
        self.keep(vec![Change::Erased(Erasure::Unseen { since })]).await?;
        let left = self.store.count_players().await.map_err(|error| self.storage_failed(&error))?;
        pruned.players = players.saturating_sub(left);
        lock(&self.players).clear();
        Ok(pruned)
    }

    /// Deletes a table, unless somebody looks at it.
    async fn delete_table(self: &Arc<Hall>, table: &Id) -> Result<bool, Fault> {
        let room = self.room(table);
        let mut inside = room.inside.lock().await;
        if !inside.lookers.is_empty() {
            return Ok(false);
        }
        self.keep(vec![Change::Erased(Erasure::Table(table.clone()))]).await?;
        inside.sitting = None;
        lock(&self.rooms).remove(table);
        Ok(true)
    }

    /// Tells all connections of somebody that they are forgotten, and ends them.
    fn hang_up_on(&self, player: &Id) {
        for line in lock(&self.lines).iter().filter(|line| line.is_of(player)) {
            line.tell(News::Forgotten);
        }
    }
}

impl LeftAtTable {
    fn of(table: Id, facts: &[(u64, Dated)], player: &Id) -> LeftAtTable {
        let mut left = LeftAtTable { table, game: String::new(), maker: false, seats: Vec::new(), facts: Vec::new() };
        for (_, dated) in facts {
            match &dated.fact {
                // It has secrets that are not theirs: the seed, and codes for others.
                Fact::Opened(opened) => {
                    left.game.clone_from(&opened.game);
                    left.maker = opened.maker.as_ref() == Some(player);
                    let seats = (1..).zip(&opened.seats).filter(|(_, occupant)| is(occupant, player));
                    left.seats.extend(seats.map(|(seat, _)| seat));
                }
                Fact::Sat { seat, person } if person.player == *player => left.seats.push(seat + 1),
                _ => {}
            }
            if is_about(dated, player) && !matches!(dated.fact, Fact::Opened(_)) {
                left.facts.push(dated.clone());
            }
        }
        left.seats.sort_unstable();
        left.seats.dedup();
        left
    }
}

fn is(occupant: &Occupant, player: &Id) -> bool {
    occupant.person().is_some_and(|person| person.player == *player)
}
