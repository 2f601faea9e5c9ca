//! Programs that connect over ports of their own and sit at the same tables as everybody else. They
//! send the same commands as people, in a protocol of their own.

pub mod breakthrough;
pub mod engines;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ludoteca_core::Language;
use serde::Serialize;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::watch;
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
use crate::texts::{self, ErrorText, ForfeitReason};
use crate::view::snapshot::ViewForm;

/// The connected programs that can be invited to a table.
#[derive(Default)]
pub struct ProgramRegistry(Mutex<BTreeMap<Id, ProgramEntry>>);

struct ProgramEntry {
    person: Participant,
    games: Option<Vec<String>>,
    /// Tells the program at which table it has a seat.
    seat: Sender<Id>,
    is_busy: bool,
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
    /// Registers a program under the name that it gives, or a neutral one. Returns its identity,
    /// and the receiver that announces its seats.
    pub fn register(
        &self,
        name: Option<&str>,
        games: Option<Vec<String>>,
    ) -> (Participant, Receiver<Id>) {
        let (seat, seated) = mpsc::channel(SEATS);
        let mut all = self.all();
        let is_free = |name: &String| !all.values().any(|entry| entry.person.name == *name);
        let neutral = || (1..).map(texts::program).find(is_free).unwrap_or_default();
        let person = program(name.and_then(given_name).unwrap_or_else(neutral));
        all.insert(
            person.player.clone(),
            ProgramEntry { person: person.clone(), games, seat, is_busy: false },
        );
        (person, seated)
    }

    /// Removes a program that has disconnected.
    pub fn unregister(&self, program: &Id) {
        self.all().remove(program);
    }

    /// Records whether a program is playing.
    pub fn set_busy(&self, program: &Id, is_busy: bool) {
        if let Some(entry) = self.all().get_mut(program) {
            entry.is_busy = is_busy;
        }
    }

    /// Is the program connected?
    pub fn is_connected(&self, program: &Id) -> bool {
        self.all().contains_key(program)
    }

    /// The program with this id, for a game.
    ///
    /// # Errors
    /// Fails if the program is not connected, is busy, or does not play that game.
    pub fn find(&self, program: &str, game: &str) -> Result<Participant, ApiError> {
        let all = self.all();
        let found = all.get(&Id::given(program));
        let found =
            found.ok_or_else(|| ApiError::not_found(ErrorText::NoProgram(program.to_owned())))?;
        if found.is_busy {
            return Err(ApiError::refused(ErrorText::BusyProgram(found.person.name.clone())));
        }
        if found.games.as_ref().is_some_and(|games| !games.iter().any(|id| id == game)) {
            return Err(ApiError::refused(ErrorText::NotItsGame {
                program: found.person.name.clone(),
                game: game.to_owned(),
            }));
        }
        Ok(found.person.clone())
    }

    /// Tells the programs at a table that they have a seat there.
    pub fn notify_seated(&self, table: &HostedTable) {
        let all = self.all();
        for person in table.occupants().iter().filter_map(Occupant::person) {
            if let Some(entry) = all.get(&person.player) {
                // A program with too many waiting seats is not notified, and loses this game on
                // time.
                let _ = entry.seat.try_send(table.id().clone());
            }
        }
    }

    /// All connected programs.
    pub fn list(&self) -> Vec<ProgramView> {
        let connected = |(id, entry): (&Id, &ProgramEntry)| ProgramView {
            id: id.clone(),
            name: entry.person.name.clone(),
            games: entry.games.clone(),
            busy: entry.is_busy,
        };
        self.all().iter().map(connected).collect()
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<Id, ProgramEntry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
                let (Ok(counted), Ok(())) =
                    (shared.limits.connect(caller), shared.limits.charge_newcomer(&caller))
                else {
                    continue;
                };
                // Each line is sent at once, because somebody's clock is running.
                let _ = stream.set_nodelay(true);
                let serving = serve(Arc::clone(&shared.registry), stream, address);
                tokio::spawn(async move {
                    serving.await;
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
        self.registry.forfeit(&self.handle, &self.person.player, why).await;
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
