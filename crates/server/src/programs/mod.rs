//! Programs that connect over ports of their own and sit at the same tables as everybody else. They
//! send the same commands as people, in a protocol of their own.

pub mod breakthrough;
pub mod engines;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ludoteca_core::Language;
use serde::Serialize;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::time::sleep;
use utoipa::ToSchema;

use crate::commands::{TableCommand, TableRequest};
use crate::error::{ApiError, ErrorCode};
use crate::events::{Occupant, Participant};
use crate::hosted_table::{HostedTable, TableStage};
use crate::http::{AppState, Caller};
use crate::ids::Id;
use crate::names;
use crate::quotas::AddressQuotas;
use crate::registry::{Connection, Subscriber, TableHandle, TableRegistry};
use crate::store::StoredProgram;
use crate::texts::{self, ErrorText, ForfeitReason};
use crate::view::snapshot::ViewForm;

/// The programs that are connected to this server and can be invited to a table.
#[derive(Default)]
pub struct ProgramRegistry {
    all: Mutex<BTreeMap<Id, ProgramEntry>>,
    /// Held while other servers are told of the programs.
    pub announcing: AsyncMutex<()>,
}

struct ProgramEntry {
    program: StoredProgram,
    /// Tells the program at which table it has a seat.
    seat: Sender<Id>,
    /// The tables that it was told of.
    told: BTreeSet<Id>,
}

/// A program that is connected.
#[derive(Serialize, ToSchema)]
#[schema(as = Connected)]
pub struct ProgramView {
    /// The id of the program.
    id: Id,
    /// The name of the program.
    name: String,
    /// The ids of the games that it plays; `null` if it plays all games.
    games: Option<Vec<String>>,
    /// Is it playing already?
    busy: bool,
}

/// How many seats may wait for one program.
const SEATS: usize = 16;

/// If the server cannot accept a move, it is tried again after this time.
const RETRY: Duration = Duration::from_secs(1);

/// How often the server checks whether a program has waited too long.
const CHECK_INTERVAL: Duration = Duration::from_secs(15);

impl ProgramRegistry {
    /// Registers a program under the name that it gives, or a neutral one that nobody else has.
    /// Returns its identity, and the receiver that announces its seats.
    pub fn register(
        &self,
        name: Option<&str>,
        games: Option<Vec<String>>,
        others: &BTreeSet<String>,
    ) -> (Participant, Receiver<Id>) {
        let (seat, seated) = mpsc::channel(SEATS);
        let mut all = self.all();
        let is_free = |name: &String| {
            !others.contains(name) && !all.values().any(|entry| entry.program.name == *name)
        };
        let neutral = || (1..).map(texts::program).find(is_free).unwrap_or_default();
        let person = program(name.and_then(given_name).unwrap_or_else(neutral));
        let (id, name) = (person.player.clone(), person.name.clone());
        let program = StoredProgram { id: id.clone(), name, games, is_busy: false };
        all.insert(id, ProgramEntry { program, seat, told: BTreeSet::new() });
        (person, seated)
    }

    /// Removes a program that has disconnected.
    pub fn unregister(&self, program: &Id) {
        self.all().remove(program);
    }

    /// Records whether a program is playing.
    pub fn set_busy(&self, program: &Id, is_busy: bool) {
        if let Some(entry) = self.all().get_mut(program) {
            entry.program.is_busy = is_busy;
        }
    }

    /// Is the program connected?
    pub fn is_connected(&self, program: &Id) -> bool {
        self.all().contains_key(program)
    }

    /// Tells the programs at a table that they have a seat there.
    pub fn notify_seated(&self, table: &HostedTable) {
        for person in table.occupants().iter().filter_map(Occupant::person) {
            self.notify(&person.player, table.id());
        }
    }

    /// Tells a program that it has a seat at a table, if it is connected here and does not know.
    pub fn notify(&self, program: &Id, table: &Id) {
        if let Some(entry) = self.all().get_mut(program)
            && !entry.told.contains(table)
            // A program with too many waiting seats is not notified, and loses this game on time.
            && entry.seat.try_send(table.clone()).is_ok()
        {
            entry.told.insert(table.clone());
        }
    }

    /// All programs that are connected to this server.
    pub fn list(&self) -> Vec<StoredProgram> {
        self.all().values().map(|entry| entry.program.clone()).collect()
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<Id, ProgramEntry>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The program with this id, for a game.
///
/// # Errors
/// Fails if the program is not connected, is busy, or does not play that game.
pub fn find(
    connected: &[StoredProgram],
    program: &str,
    game: &str,
) -> Result<Participant, ApiError> {
    let found = connected.iter().find(|it| it.id.as_str() == program);
    let found =
        found.ok_or_else(|| ApiError::not_found(ErrorText::NoProgram(program.to_owned())))?;
    let StoredProgram { id, name, games, is_busy } = found.clone();
    if is_busy {
        return Err(ApiError::refused(ErrorText::BusyProgram(name)));
    }
    if games.is_some_and(|games| !games.iter().any(|id| id == game)) {
        return Err(ApiError::refused(ErrorText::NotItsGame {
            program: name,
            game: game.to_owned(),
        }));
    }
    Ok(Participant { player: id, name, program: true })
}

impl From<StoredProgram> for ProgramView {
    fn from(StoredProgram { id, name, games, is_busy }: StoredProgram) -> ProgramView {
        ProgramView { id, name, games, busy: is_busy }
    }
}

/// Accepts programs at a port, each in a task of its own.
pub async fn receive<F: Future<Output = ()> + Send + 'static>(
    listener: TcpListener,
    shared: AppState,
    serve: fn(Arc<TableRegistry>, TcpStream, SocketAddr) -> F,
) {
    let (places, limits) = (AddressQuotas::default(), shared.registry.settings.limits);
    loop {
        match listener.accept().await {
            // Whoever connects to a server that stops would lose its game.
            Ok(_) if shared.registry.is_draining() => {}
            Ok((stream, address)) => {
                let caller = Caller::of(address.ip());
                // A program for which there is no place is refused at once. Otherwise its
                // connection would hang.
                let Some(place) =
                    places.acquire_within(caller.site(), limits.programs, limits.all_programs)
                else {
                    tracing::info!("a program was refused: all places are taken");
                    continue;
                };
                let Ok(counted) = shared.limits.connect(caller) else { continue };
                let shared = shared.clone();
                // Each line is sent at once, because somebody's clock is running.
                let _ = stream.set_nodelay(true);
                tokio::spawn(async move {
                    if shared.charge_newcomer(caller).await.is_ok() {
                        serve(shared.registry, stream, address).await;
                    }
                    drop((place, counted));
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a program cannot connect");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// A program at a table: it follows the game there, and sends commands.
pub struct ProgramAtTable {
    registry: Arc<TableRegistry>,
    handle: Arc<TableHandle>,
    person: Participant,
    connection: Connection,
    changed: watch::Receiver<()>,
}

/// What a table wants of a program.
pub enum ProgramTask<T> {
    /// The program has to move, with this information.
    Move(T),
    /// The program has to wait.
    Wait,
    /// The program has to leave: the game is over, or never began.
    Leave,
}

impl ProgramAtTable {
    /// A program joins a table.
    ///
    /// # Errors
    /// Fails if there is no such table.
    pub async fn join(
        registry: &Arc<TableRegistry>,
        table: &Id,
        person: &Participant,
    ) -> Result<ProgramAtTable, ApiError> {
        let (connection, handle) = (registry.connect_silently(), registry.handle(table));
        let changed = handle.changed.subscribe();
        let subscriber = Subscriber {
            connection: connection.clone(),
            player: Some(person.player.clone()),
            form: ViewForm::Moves,
            language: Language::English,
        };
        registry.subscribe(table, subscriber, None).await?;
        Ok(ProgramAtTable {
            registry: Arc::clone(registry),
            handle,
            person: person.clone(),
            connection,
            changed,
        })
    }

    /// What the table wants now. `read_request` reads from the table the information that a move
    /// needs.
    ///
    /// # Errors
    /// Fails if the table cannot be read.
    pub async fn next_task<T>(
        &self,
        read_request: impl FnOnce(&HostedTable, usize) -> T,
    ) -> Result<ProgramTask<T>, ApiError> {
        let table_state = self.registry.lock_table(&self.handle).await?;
        let table = table_state.table();
        Ok(match (table.stage(), table.person_to_move()) {
            (TableStage::Over | TableStage::Closed, _) => ProgramTask::Leave,
            (TableStage::Playing, Some((seat, person, _)))
                if person.player == self.person.player =>
            {
                ProgramTask::Move(read_request(table, seat))
            }
            _ => ProgramTask::Wait,
        })
    }

    /// Waits until the game has gone on since the last check.
    pub async fn changed(&mut self) {
        // The handle holds the sender, so the channel stays open.
        let _ = self.changed.changed().await;
    }

    /// Makes a move in the state for which it was requested.
    ///
    /// If the game has gone on meanwhile, the move is dropped. If the server cannot accept it now,
    /// it is tried again.
    ///
    /// # Errors
    /// Fails if the rules refuse the move.
    pub async fn play(&self, state: usize, step: &str) -> Result<(), ApiError> {
        loop {
            let command = TableCommand::Move { step: step.to_owned(), seat: None };
            let table_request = TableRequest { command, request: None, state: Some(state) };
            match self.registry.execute(&self.handle.id, &self.person, table_request).await {
                Err(error) if error.code == ErrorCode::Busy => sleep(RETRY).await,
                Err(error) if error.code != ErrorCode::Stale => return Err(error),
                _ => return Ok(()),
            }
        }
    }

    /// How long nothing may change before [`time_out_waiting`](ProgramAtTable::time_out_waiting) is
    /// due.
    pub fn wait_limit(&self) -> Duration {
        let settings = &self.registry.settings;
        let soonest =
            settings.program_patience.min(settings.claim_after).max(Duration::from_millis(20));
        CHECK_INTERVAL.min(soonest)
    }

    /// Ends a wait that has become too long: see
    /// [`time_out_waiting`](TableRegistry::time_out_waiting).
    pub async fn time_out_waiting(&self) {
        self.registry.time_out_waiting(&self.handle, &self.person.player).await;
    }

    /// The program forfeits the game because of this error. Before the game begins, it only leaves.
    pub async fn forfeit(&self, error: &impl Display) {
        let why = ForfeitReason::Fault(error.to_string());
        // If that fails now, the game ends when the server or its opponent notices.
        let _ = self.registry.forfeit(&self.handle, &self.person.player, why).await;
    }

    /// The program leaves the table.
    pub async fn leave(self) {
        self.registry.unsubscribe(&self.handle.id, &self.connection).await;
    }
}

/// Checks the name that a program gives. The rules are those of people's names, but a name that is
/// too long is cut off, and an address is not accepted.
fn given_name(given: &str) -> Option<String> {
    let name: String = given.trim().chars().take(names::LONGEST_NAME).collect();
    let is_address = name.parse::<IpAddr>().is_ok() || name.parse::<SocketAddr>().is_ok();
    names::read(&name).ok().filter(|_| !is_address)
}

/// Creates the identity of a program.
pub fn program(name: String) -> Participant {
    Participant { player: Id::fresh(), name: names::shown(&name), program: true }
}
