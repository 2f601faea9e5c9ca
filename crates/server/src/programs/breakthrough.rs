//! Clients of Breakthrough's protocol. Each takes the first free seat in the lobby, or waits at a
//! table of its own. It plays one game and is then disconnected.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use ludoteca_core::{Seat, Table};
use ludoteca_engines::protocols::breakthrough::{
    Foul, GAME, board_message, read_answer, seat_message,
};
use ludoteca_engines::protocols::breakthrough::{Peer, PeerEvent};
use ludoteca_games::catalog;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::{ProgramAtTable, ProgramTask, program};
use crate::commands::TimeControl;
use crate::error::ApiError;
use crate::events::{Occupant, Opened, Participant};
use crate::http::Caller;
use crate::ids::{Id, fresh_seed};
use crate::registry::TableRegistry;
use crate::store::ListFilter;
use crate::texts;

/// Time limit for a move of a client.
const MOVE_LIMIT: Duration = Duration::from_secs(10);

/// Time limit for the moves of opponents at a table that a client has opened.
const OPPONENT_MOVE_LIMIT: Duration = Duration::from_secs(10 * 60);

/// Time limit for a client to receive a message.
const SEND_LIMIT: Duration = Duration::from_secs(5);

/// How many tables are searched for a free seat.
const MOST_SEARCHED: u32 = 100;

/// Serves one connection until its game is over.
pub async fn serve(registry: Arc<TableRegistry>, stream: TcpStream, address: SocketAddr) {
    let person = program(texts::client(registry.next_number()));
    registry.record_caller(&person.player, Caller::of(address.ip()));
    let mut peer = Peer::new(0, address.to_string(), stream);
    let (at_table, seat) = match take_seat(&registry, &person).await {
        Ok(taken) => taken,
        Err(error) => {
            tracing::warn!(%error, "a client found no seat");
            return peer.close().await;
        }
    };
    let mut game = ClientGame { at_table, seat, greeted: false };
    if let Err(foul) = game.play(&mut peer).await {
        game.at_table.forfeit(&foul).await;
    }
    game.at_table.leave().await;
    peer.close().await;
}

/// Takes the first free seat in the lobby, or else a seat at a new table.
async fn take_seat(
    registry: &Arc<TableRegistry>,
    person: &Participant,
) -> Result<(ProgramAtTable, Seat), ApiError> {
    let usual = catalog::parse(GAME)?.to_string();
    let waiting = registry
        .store
        .tables(&ListFilter::Listed("waiting"), Some(GAME), None, MOST_SEARCHED)
        .await;
    for (id, _) in waiting.map_err(|error| registry.storage_failed(&error))?.iter().rev() {
        if let Some(seat) = registry.sit_down(id, &usual, person).await {
            return Ok((ProgramAtTable::join(registry, id, person).await?, seat));
        }
    }
    let id = Id::fresh();
    let opened = Opened {
        game: usual,
        position: None,
        maker: Some(person.player.clone()),
        seats: vec![Occupant::Person(person.clone()), Occupant::Open],
        time_control: TimeControl::Move { seconds: OPPONENT_MOVE_LIMIT.as_secs() },
        listed: true,
        seed: fresh_seed().to_string(),
        date: (registry.settings.today)(),
        from: None,
        await_contribution: false,
    };
    registry.store_new_table(id.clone(), opened, None).await?;
    Ok((ProgramAtTable::join(registry, &id, person).await?, Seat::FIRST))
}

struct ClientGame {
    at_table: ProgramAtTable,
    seat: Seat,
    greeted: bool,
}

impl ClientGame {
    async fn play(&mut self, peer: &mut Peer<TcpStream>) -> Result<(), Foul> {
        loop {
            let read_state = |table: &crate::hosted_table::HostedTable, _| {
                (table.state(), table.play().table().boxed_clone())
            };
            match self.at_table.next_task(read_state).await {
                Ok(ProgramTask::Move((state, table))) => {
                    self.make_move(peer, state, &*table).await?;
                }
                Ok(ProgramTask::Leave) | Err(_) => return Ok(()),
                Ok(ProgramTask::Wait) => {
                    let wait_limit = self.at_table.wait_limit();
                    tokio::select! {
                        () = self.at_table.changed() => {}
                        event = peer.next_event() => return Err(unexpected(event)),
                        () = sleep(wait_limit) => self.at_table.time_out_waiting().await,
                    }
                }
            }
        }
    }

    /// Sends the board and reads the answer. If the game goes on meanwhile, because a move was
    /// taken back, the answer is dropped.
    async fn make_move(
        &mut self,
        peer: &mut Peer<TcpStream>,
        state: usize,
        table: &dyn Table,
    ) -> Result<(), Foul> {
        if !self.greeted {
            self.greeted = true;
            send(peer, &seat_message(self.seat)).await?;
        }
        send(peer, &board_message(table)).await?;
        let event = timeout_at(Instant::now() + MOVE_LIMIT, peer.next_event())
            .await
            .map_err(|_| Foul::Late(MOVE_LIMIT))?;
        let PeerEvent::Line(line) = event else { return Err(unexpected(event)) };
        let step = read_answer(&line, self.seat)?;
        let played = self.at_table.play(state, &step).await;
        played.map_err(|error| Foul::Illegal { step, reason: error.to_string() })
    }
}

async fn send(peer: &mut Peer<TcpStream>, message: &str) -> Result<(), Foul> {
    match timeout(SEND_LIMIT, peer.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(Foul::Lost),
        Err(_) => Err(Foul::NotReading),
    }
}

/// The foul of a client that sends something without being asked.
fn unexpected(event: PeerEvent) -> Foul {
    match event {
        PeerEvent::Line(line) => Foul::early(&line),
        PeerEvent::TooLong => Foul::TooLong,
        PeerEvent::Gone => Foul::Lost,
    }
}
