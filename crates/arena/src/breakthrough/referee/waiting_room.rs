//! The waiting room of the clients: it pairs them, starts their games, and takes them back
//! afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::future::poll_fn;
use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::task::Poll;
use std::thread::available_parallelism;
use std::time::Duration;

use ludoteca_core::Seat;
use ludoteca_games::catalog;
use ludoteca_play::seeds::next_seed;
use ludoteca_play::{Ending, Play, Player, Seated, Setup};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::game::{RefereeSide, play_game};
use super::records::RecordFolder;
use super::texts::{self, RefereeEvent};
use super::{RefereeSettings, RefereeSummary, RefereedGame, Rounds, SEND_TIMEOUT};
use ludoteca_engines::protocols::breakthrough::Foul;
use ludoteca_engines::protocols::breakthrough::Peer;

/// How long to wait if no connection can be accepted, usually because too many are open.
const PAUSE: Duration = Duration::from_millis(100);

/// The number that stands for the house player among a client's former opponents.
const HOUSE: u64 = 0;

pub(super) async fn run(
    listener: TcpListener,
    settings: RefereeSettings,
    tell: Arc<dyn Fn(RefereeEvent) + Send + Sync>,
    stop: impl Future<Output = ()>,
) -> RefereeSummary {
    let records = match settings
        .records
        .as_deref()
        .map(|folder| RecordFolder::open(folder, Arc::clone(&tell)))
        .transpose()
    {
        Ok(records) => records,
        Err(error) => {
            let path = settings.records.clone().unwrap_or_default();
            tell(RefereeEvent::Unwritten { path, reason: error.to_string() });
            None
        }
    };
    let (stopping, stopped) = watch::channel(false);
    let mut room = WaitingRoom {
        settings,
        tell,
        records,
        stopped,
        thinking: Arc::new(Semaphore::new(available_parallelism().map_or(1, NonZero::get))),
        waiting: BTreeMap::new(),
        games: JoinSet::new(),
        arrived: 0,
        started: 0,
        finished: 0,
        round_robin: RoundRobinProgress::default(),
        accept_failed: false,
    };
    let was_stopped = tokio::select! {
        () = stop => true,
        () = room.accept_clients(&listener) => false,
    };
    // No further client can connect.
    drop(listener);
    let _ = stopping.send(true);
    while let Some(done) = room.games.join_next().await {
        let guests = room.count_finished(done);
        close_all(guests).await;
    }
    close_all(std::mem::take(&mut room.waiting).into_values()).await;
    if let Some(records) = room.records {
        records.finish().await;
    }
    RefereeSummary { finished: room.finished, stopped: was_stopped }
}

struct WaitingRoom {
    settings: RefereeSettings,
    tell: Arc<dyn Fn(RefereeEvent) + Send + Sync>,
    records: Option<RecordFolder>,
    stopped: watch::Receiver<bool>,
    /// The permits for engines that think at the same time.
    thinking: Arc<Semaphore>,
    /// The waiting clients by number.
    waiting: BTreeMap<u64, WaitingClient>,
    games: JoinSet<FinishedGame>,
    arrived: u64,
    started: u64,
    finished: u64,
    round_robin: RoundRobinProgress,
    /// Whether the log already says that no connection can be accepted.
    accept_failed: bool,
}

/// A client, and the opponents that it has met.
struct WaitingClient {
    peer: Peer<TcpStream>,
    met: BTreeSet<u64>,
}

/// The progress of a round robin with a given number of clients.
#[derive(Default)]
struct RoundRobinProgress {
    is_complete: bool,
    /// Games that are still to be started.
    left: u64,
}

/// A finished game, with the clients that played it.
struct FinishedGame {
    result: RefereedGame,
    guests: Vec<WaitingClient>,
}

impl WaitingRoom {
    /// Accepts clients until all games are played.
    async fn accept_clients(&mut self, listener: &TcpListener) {
        while self.settings.games.is_none_or(|games| self.finished < games) {
            let accepting = !self.round_robin.is_complete;
            let WaitingRoom {
                waiting: free,
                games,
                round_robin: field,
                accept_failed: crowded,
                tell,
                ..
            } = self;
            tokio::select! {
                Some(done) = games.join_next() => {
                    let guests = self.count_finished(done);
                    self.take_back(guests).await;
                }
                gone = next_gone(free, field) => self.client_left(gone),
                (stream, address) = accept(listener, crowded, &**tell), if accepting => {
                    self.admit(stream, address.to_string()).await;
                }
            }
        }
    }

    async fn admit(&mut self, stream: TcpStream, address: String) {
        // Messages are sent without delay, since each is complete.
        let _ = stream.set_nodelay(true);
        self.arrived += 1;
        let guest =
            WaitingClient { peer: Peer::new(self.arrived, address, stream), met: BTreeSet::new() };
        (self.tell)(RefereeEvent::Came(guest.name()));
        let Rounds::All(Some(clients)) = self.settings.rounds else {
            return self.pair(guest).await;
        };
        self.waiting.insert(guest.peer.number, guest);
        if self.waiting.len() as u64 == clients {
            let houses = if self.settings.house.is_some() { clients } else { 0 };
            self.round_robin = RoundRobinProgress {
                is_complete: true,
                left: clients * (clients - 1) / 2 + houses,
            };
            self.pair_all().await;
        }
    }

    /// Starts a game for every waiting client that has an opponent.
    async fn pair_all(&mut self) {
        let numbers: Vec<u64> = self.waiting.keys().copied().collect();
        for number in numbers {
            if let Some(guest) = self.waiting.remove(&number) {
                self.pair(guest).await;
            }
        }
    }

    /// Starts a game against the first waiting client that this one has not met, or else against
    /// the house player. If there is neither, the client waits.
    async fn pair(&mut self, mut guest: WaitingClient) {
        let may_start = self.settings.games.is_none_or(|games| self.started < games);
        let number = guest.peer.number;
        let opponent = self.waiting.keys().copied().find(|other| !guest.met.contains(other));
        match opponent.filter(|_| may_start).and_then(|other| self.waiting.remove(&other)) {
            Some(mut other) => {
                guest.met.insert(other.peer.number);
                other.met.insert(number);
                // The client that came first begins. In later games everybody begins half of the
                // time.
                let is_first =
                    (number < other.peer.number) == (number.abs_diff(other.peer.number) % 2 == 1);
                let pair = if is_first { [guest, other] } else { [other, guest] };
                self.start(pair.map(Some)).await;
            }
            None if may_start && self.settings.house.is_some() && guest.met.insert(HOUSE) => {
                self.start([Some(guest), None]).await;
            }
            None => {
                self.waiting.insert(number, guest);
            }
        }
    }

    /// Starts a game between clients; `None` is the house player.
    async fn start(&mut self, guests: [Option<WaitingClient>; 2]) {
        self.started += 1;
        self.round_robin.left = self.round_robin.left.saturating_sub(1);
        let (game, settings) = (self.started, &mut self.settings);
        let house = settings.house.clone().unwrap_or_default();
        let players = guests
            .iter()
            .map(|guest| guest.as_ref().map_or_else(|| house_seat(&house), WaitingClient::seated));
        let setup = Setup {
            players: Some(players.collect()),
            position: settings.position.clone(),
            ..Setup::new(settings.options.clone(), settings.seed)
        };
        let mut record = setup.record().expect("no obstacles are drawn");
        record.date = Some((settings.today)());
        settings.seed = next_seed(settings.seed);
        for (guest, header) in guests.iter().zip(texts::ADDRESSES) {
            let address =
                guest.as_ref().map(|guest| (header.to_owned(), guest.peer.address.clone()));
            record.other_headers.extend(address);
        }
        let name = |guest: &Option<WaitingClient>| {
            guest.as_ref().map_or_else(|| house_seat(&house).to_string(), WaitingClient::name)
        };
        let names = [name(&guests[0]), name(&guests[1])];
        let play =
            Play::open(record, catalog::open).expect("options and position were tried before");
        let keeper = match &self.records {
            Some(records) => Some(records.begin(game, play.record()).await),
            None => None,
        };
        (self.tell)(RefereeEvent::Begun { game, names: names.clone() });
        let mut met = Vec::new();
        let sides = guests.map(|guest| match guest {
            Some(WaitingClient { peer, met: whom }) => {
                met.push(whom);
                RefereeSide::Client(peer)
            }
            None => RefereeSide::House(Arc::clone(&self.thinking)),
        });
        let (conduct, stopped, tell) =
            (self.settings.conduct, self.stopped.clone(), Arc::clone(&self.tell));
        self.games.spawn(async move {
            let (mut play, mut sides) = (play, sides);
            let mut keeper = keeper;
            let forgiven = |seat: Seat, foul: &Foul| {
                let (name, foul) = (names[seat.index()].clone(), foul.to_string());
                tell(RefereeEvent::Forgiven { game, name, foul });
            };
            play_game(&mut play, &mut sides, &conduct, until_true(stopped), &mut keeper, &forgiven)
                .await;
            if let Some(keeper) = keeper {
                keeper.end(play.record()).await;
            }
            let ending = play.ending().cloned().unwrap_or(Ending::Stopped);
            let peers = sides.into_iter().filter_map(|side| match side {
                RefereeSide::Client(peer) => Some(peer),
                RefereeSide::House(_) => None,
            });
            let guests = peers.zip(met).map(|(peer, met)| WaitingClient { peer, met }).collect();
            FinishedGame {
                result: RefereedGame { game, names, ending, steps: play.steps() },
                guests,
            }
        });
    }

    /// Counts a finished game and returns its clients.
    fn count_finished(
        &mut self,
        done: Result<FinishedGame, tokio::task::JoinError>,
    ) -> Vec<WaitingClient> {
        match done {
            Ok(FinishedGame { result, guests }) => {
                self.finished += u64::from(result.ending != Ending::Stopped);
                (self.tell)(RefereeEvent::Ended(result));
                guests
            }
            Err(error) => {
                self.finished += 1;
                (self.tell)(RefereeEvent::Failed(error.to_string()));
                Vec::new()
            }
        }
    }

    /// Clients whose game is over play again or are disconnected.
    async fn take_back(&mut self, guests: Vec<WaitingClient>) {
        if self.settings.rounds == Rounds::Once {
            return close_all(guests).await;
        }
        for guest in guests {
            self.pair(guest).await;
        }
        if self.round_robin.is_complete && self.round_robin.left == 0 && self.games.is_empty() {
            close_all(std::mem::take(&mut self.waiting).into_values()).await;
            self.round_robin = RoundRobinProgress::default();
        }
    }

    /// Removes a waiting client that has gone.
    fn client_left(&mut self, number: u64) {
        if let Some(guest) = self.waiting.remove(&number) {
            (self.tell)(RefereeEvent::Left(guest.name()));
        }
    }
}

impl WaitingClient {
    fn name(&self) -> String {
        texts::with_address(&texts::client(self.peer.number), &self.peer.address)
    }

    fn seated(&self) -> Seated {
        Seated::manual(&texts::client(self.peer.number))
    }
}

fn house_seat(player: &Player) -> Seated {
    Seated { name: texts::HOUSE.to_owned(), player: player.clone() }
}

/// Waits until a waiting client has gone and returns its number. In a complete round robin, clients
/// that have gone stay in the list and lose their remaining games.
async fn next_gone(free: &mut BTreeMap<u64, WaitingClient>, field: &RoundRobinProgress) -> u64 {
    poll_fn(|context| {
        if field.is_complete {
            return Poll::Pending;
        }
        for (number, guest) in free.iter_mut() {
            // Input that belongs to an earlier game is dropped.
            let forget = !guest.met.is_empty();
            if guest.peer.poll_gone(context, forget).is_ready() {
                return Poll::Ready(*number);
            }
        }
        Poll::Pending
    })
    .await
}

/// Waits for the next connection. If none can be accepted for the moment, this is reported once,
/// and tried again.
async fn accept(
    listener: &TcpListener,
    crowded: &mut bool,
    tell: &(dyn Fn(RefereeEvent) + Send + Sync),
) -> (TcpStream, std::net::SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => {
                *crowded = false;
                return accepted;
            }
            // The client itself aborted the connection.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
            Err(error) => {
                if !std::mem::replace(crowded, true) {
                    tell(RefereeEvent::AcceptFailed(error.to_string()));
                }
                sleep(PAUSE).await;
            }
        }
    }
}

async fn close_all(guests: impl IntoIterator<Item = WaitingClient>) {
    for guest in guests {
        let _ = timeout(SEND_TIMEOUT, guest.peer.close()).await;
    }
}

async fn until_true(mut flag: watch::Receiver<bool>) {
    // If the sender is gone, everything is over, too.
    let _ = flag.wait_for(|flag| *flag).await;
}
