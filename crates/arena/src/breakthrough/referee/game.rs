//! One game between two sides, from the seat messages to its end.

use std::future::pending;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use ludoteca_core::{Seat, Table, Verdict};
use ludoteca_play::{Awaits, Command, Decision, Engine, Event, Play, RecordedStep};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout, timeout_at};

use super::SEND_TIMEOUT;
use super::records::RecordWriter;
use crate::contest::{Players, play_to_end};
use ludoteca_engines::house;
use ludoteca_engines::protocols::breakthrough::{Foul, board_message, read_answer, seat_message};
use ludoteca_engines::protocols::breakthrough::{Peer, PeerEvent};

/// The limits that clients must keep to.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ClientLimits {
    /// How many bad answers in a row are forgiven: each time, the board is sent again.
    pub retries: u32,
    /// The time limit for a move; `None` means no limit.
    pub move_time: Option<Duration>,
    /// The time limit for all moves of a client in a game.
    pub total_time: Option<Duration>,
}

/// No foul is forgiven, and each move has 10 s.
impl Default for ClientLimits {
    fn default() -> ClientLimits {
        ClientLimits { retries: 0, move_time: Some(Duration::from_secs(10)), total_time: None }
    }
}

/// The player of a seat.
#[derive(Debug)]
pub(super) enum RefereeSide<S> {
    /// A client.
    Client(Peer<S>),
    /// A house player; the game says which one. An engine thinks when one of the permits is free,
    /// so that many engines do not slow down everything else.
    House(Arc<Semaphore>),
}

/// Plays a game to its end, and records its steps as they are made. `forgiven` is called for each
/// forgiven foul. When `stop` completes, the game is broken off.
pub(super) async fn play_game<S: AsyncRead + AsyncWrite + Unpin>(
    play: &mut Play,
    sides: &mut [RefereeSide<S>; 2],
    conduct: &ClientLimits,
    stop: impl Future<Output = ()>,
    keeper: &mut Option<RecordWriter>,
    forgiven: &(dyn Fn(Seat, &Foul) + Sync),
) {
    let [first, second] = &mut *sides;
    tokio::join!(greet(first, Seat::FIRST), greet(second, Seat::SECOND));
    let accounts = [Account::default(), Account::default()];
    let mut game = RefereeGame { sides, accounts, conduct, stop: pin!(stop), keeper, forgiven };
    play_to_end(play, &mut game).await.expect("Breakthrough has no die");
}

/// A game in progress, with its players, limits and counts.
struct RefereeGame<'a, S, T> {
    sides: &'a mut [RefereeSide<S>; 2],
    accounts: [Account; 2],
    conduct: &'a ClientLimits,
    stop: Pin<&'a mut T>,
    keeper: &'a mut Option<RecordWriter>,
    forgiven: &'a (dyn Fn(Seat, &Foul) + Sync),
}

impl<S: AsyncRead + AsyncWrite + Unpin, T: Future<Output = ()>> Players for RefereeGame<'_, S, T> {
    async fn make_move(&mut self, play: &mut Play, seat: Seat) {
        let RefereeGame { conduct, forgiven, .. } = *self;
        let [mover, other] = seat.first_of_two(two(self.sides));
        let [account, other_account] = seat.first_of_two(two(&mut self.accounts));
        let lost = tokio::select! {
            biased;
            () = &mut self.stop => {
                play.tell(Command::Stop);
                return;
            }
            foul = watch_for_foul(other, seat.other(), other_account, forgiven, conduct) => Err((seat.other(), foul)),
            moved = moves(mover, seat, play, account, forgiven, conduct) => moved.map_err(|foul| (seat, foul)),
        };
        if let Err((loser, foul)) = lost {
            let reason = Decision::Other(format!("{}: {foul}", play.name(loser)));
            play.tell(Command::Adjudicate { verdict: Verdict::Won(loser.other()), reason });
        }
    }

    async fn stepped(&mut self, play: &mut Play) {
        // The last step is written together with the end of the game.
        if let Some(keeper) = self.keeper.as_mut().filter(|_| play.ending().is_none()) {
            keeper.append(play.record()).await;
        }
    }
}

/// What a side has used up so far.
#[derive(Default)]
struct Account {
    /// Fouls in a row that were forgiven.
    forgiven: u32,
    /// The thinking time used in this game.
    used: Duration,
}

/// Borrows both elements mutably at once.
fn two<T>([first, second]: &mut [T; 2]) -> [&mut T; 2] {
    [first, second]
}

/// Tells a client its seat. A failure here is noticed when the client is to move.
async fn greet<S: AsyncRead + AsyncWrite + Unpin>(side: &mut RefereeSide<S>, seat: Seat) {
    if let RefereeSide::Client(peer) = side {
        let _ = timeout(SEND_TIMEOUT, peer.send(&seat_message(seat))).await;
    }
}

/// Listens to a side that is not to move, until it commits a foul that is not forgiven.
async fn watch_for_foul<S: AsyncRead + AsyncWrite + Unpin>(
    side: &mut RefereeSide<S>,
    seat: Seat,
    account: &mut Account,
    forgiven: &(dyn Fn(Seat, &Foul) + Sync),
    conduct: &ClientLimits,
) -> Foul {
    let RefereeSide::Client(peer) = side else { return pending().await };
    loop {
        let foul = unasked_foul(peer.next_event().await);
        if !account.forgives(&foul, conduct) {
            return foul;
        }
        forgiven(seat, &foul);
    }
}

/// Lets a side move; fouls are forgiven as far as the limits allow.
async fn moves<S: AsyncRead + AsyncWrite + Unpin>(
    side: &mut RefereeSide<S>,
    seat: Seat,
    play: &mut Play,
    account: &mut Account,
    forgiven: &(dyn Fn(Seat, &Foul) + Sync),
    conduct: &ClientLimits,
) -> Result<(), Foul> {
    let peer = match side {
        RefereeSide::Client(peer) => peer,
        RefereeSide::House(permits) => {
            let command = match play.awaits() {
                Awaits::Engine { engine, seed, .. } => {
                    think(play.table(), engine, seed, permits).await
                }
                _ => None,
            };
            let step =
                |step: String| Command::Step { by: Some(seat), step: RecordedStep::new(step) };
            play.tell(command.map_or(Command::Random, step));
            return Ok(());
        }
    };
    loop {
        match request_move(peer, seat, play, account, conduct).await {
            Ok(()) => {
                account.forgiven = 0;
                return Ok(());
            }
            Err(foul) if !account.forgives(&foul, conduct) => return Err(foul),
            Err(foul) => forgiven(seat, &foul),
        }
    }
}

/// Sends the board and waits for the answer.
async fn request_move<S: AsyncRead + AsyncWrite + Unpin>(
    peer: &mut Peer<S>,
    seat: Seat,
    play: &mut Play,
    account: &mut Account,
    conduct: &ClientLimits,
) -> Result<(), Foul> {
    if let Some(heard) = peer.ready_event().await {
        return Err(unasked_foul(heard));
    }
    let left = conduct.total_time.map(|total| total.saturating_sub(account.used));
    let limit = conduct.move_time.into_iter().chain(left).min();
    let start = Instant::now();
    let end = limit.map(|limit| start + limit);
    let sent = with_deadline(end, peer.send(&board_message(play.table()))).await;
    let heard = match sent {
        Some(Ok(())) => with_deadline(end, peer.next_event()).await,
        Some(Err(_)) => Some(PeerEvent::Gone),
        None => return Err(Foul::NotReading),
    };
    account.used += start.elapsed();
    let line = match heard {
        Some(PeerEvent::Line(line)) => line,
        Some(PeerEvent::TooLong) => return Err(Foul::TooLong),
        Some(PeerEvent::Gone) => return Err(Foul::Lost),
        None => {
            let out_of_time =
                conduct.total_time.filter(|total| account.used >= *total).map(Foul::OutOfTime);
            return Err(out_of_time.unwrap_or(Foul::Late(limit.unwrap_or_default())));
        }
    };
    let text = read_answer(&line, seat)?;
    let clock =
        conduct.total_time.map(|total| total.saturating_sub(account.used).as_millis() as u64);
    let step = RecordedStep { clock, ..RecordedStep::new(text.as_str()) };
    match play.tell(Command::Step { by: Some(seat), step }).as_slice() {
        [Event::Refused(reason)] => Err(Foul::Illegal { step: text, reason: reason.to_string() }),
        _ => Ok(()),
    }
}

impl Account {
    /// Returns whether this foul is forgiven, and counts it in that case.
    fn forgives(&mut self, foul: &Foul, conduct: &ClientLimits) -> bool {
        let forgives = !foul.is_final() && self.forgiven < conduct.retries;
        self.forgiven += u32::from(forgives);
        forgives
    }
}

/// The foul of sending something that was not asked for.
fn unasked_foul(heard: PeerEvent) -> Foul {
    match heard {
        PeerEvent::Line(line) => Foul::early(&line),
        PeerEvent::TooLong => Foul::TooLong,
        PeerEvent::Gone => Foul::Lost,
    }
}

/// Awaits the work until the deadline; returns `None` if that is exceeded.
async fn with_deadline<T>(end: Option<Instant>, work: impl Future<Output = T>) -> Option<T> {
    match end {
        Some(end) => timeout_at(end, work).await.ok(),
        None => Some(work.await),
    }
}

/// Lets an engine choose a step as soon as a permit is free.
async fn think(
    table: &dyn Table,
    engine: &Engine,
    seed: u64,
    permits: &Arc<Semaphore>,
) -> Option<String> {
    let permit = Arc::clone(permits).acquire_owned().await.expect("nobody closes it");
    house::choose_in_background(house::OPPONENTS, table, engine, seed, permit)
        .await
        .map(|(found, _)| found.step)
}

#[cfg(test)]
mod tests {
    use super::*;

    use ludoteca_engines::protocols::breakthrough::GAME;
    use ludoteca_games::catalog;
    use ludoteca_play::{Player, Record, Seated};
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
    use tokio::time::sleep;

    /// Large enough for every message.
    const BUFFER: usize = 4096;

    /// Plays with the clock paused. The first seat answers its boards with these lines, after these
    /// times in milliseconds; the second seat is a house player. Returns the reason of the ending,
    /// the number of steps, the first clock in the record, and how long it took.
    async fn timed(
        conduct: ClientLimits,
        buffer: usize,
        answers: &[(u64, &str)],
    ) -> (String, usize, Option<u64>, u128) {
        let start = Instant::now();
        let options = catalog::parse(GAME).unwrap();
        let seats = vec![
            Seated::manual("slow"),
            Seated { name: "house".to_owned(), player: Player::Random },
        ];
        let mut play =
            Play::new(Record::new(options.clone(), seats), catalog::open(&options).unwrap())
                .unwrap();
        let (ours, theirs) = duplex(buffer);
        let client = RefereeSide::Client(Peer::new(1, "here".to_owned(), ours));
        let mut sides = [client, RefereeSide::House(Arc::new(Semaphore::new(1)))];
        let mut keeper = None;
        tokio::select! {
            () = play_game(&mut play, &mut sides, &conduct, pending(), &mut keeper, &|_, _| {}) => {}
            () = answer(theirs, answers) => {}
        }
        let Some(ludoteca_play::Ending::Adjudicated { reason, .. }) = play.ending() else {
            panic!("it should be lost")
        };
        let clock = play.record().steps.first().and_then(|recorded| recorded.clock);
        (reason.to_string(), play.steps(), clock, start.elapsed().as_millis())
    }

    async fn answer(mut stream: DuplexStream, answers: &[(u64, &str)]) {
        let mut bytes = [0; 4096];
        stream.read_exact(&mut bytes[..2]).await.unwrap();
        for (milliseconds, line) in answers {
            let _read = stream.read(&mut bytes).await.unwrap();
            sleep(Duration::from_millis(*milliseconds)).await;
            stream.write_all(line.as_bytes()).await.unwrap();
        }
        pending::<()>().await;
    }

    #[tokio::test(start_paused = true)]
    async fn clocks() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        let usual = ClientLimits::default();
        let (one, two, three) = ("1 1 0 2 0\n", "1 1 1 2 1\n", "1 1 2 2 2\n");
        let result =
            |reason: &str, steps, clock, time| (format!("slow: {reason}"), steps, clock, time);
        // Each move has ten seconds, counted from its board.
        let played = timed(usual, BUFFER, &[(9_999, one), (9_999, two)]).await;
        assert_eq!(played, result("no answer within 10 s", 4, None, 29_998));
        let played = timed(usual, BUFFER, &[(10_001, one)]).await;
        assert_eq!(played, result("no answer within 10 s", 0, None, 10_000));
        // An incomplete line does not extend the time.
        let played = timed(usual, BUFFER, &[(6_000, "1 1 ")]).await;
        assert_eq!(played, result("no answer within 10 s", 0, None, 10_000));
        // There is a time limit for all moves together.
        let total = ClientLimits { total_time: seconds(15), ..usual };
        let played = timed(total, BUFFER, &[(6_000, one), (6_000, two), (6_000, three)]).await;
        assert_eq!(played, result("no time left of 15 s for the game", 4, Some(9_000), 15_000));
        // A client that is asked again gets a new time for the move, but not for the game.
        let again = ClientLimits { retries: 1, ..usual };
        assert_eq!(
            timed(again, BUFFER, &[]).await,
            result("no answer within 10 s", 0, None, 20_000)
        );
        let again = ClientLimits { retries: 5, ..total };
        assert_eq!(
            timed(again, BUFFER, &[]).await,
            result("no time left of 15 s for the game", 0, None, 15_000)
        );
        // A client that does not read its board is not asked again: half of the board may already
        // have been sent.
        let again = ClientLimits { retries: 5, ..usual };
        assert_eq!(
            timed(again, 30, &[]).await,
            result("it does not read what it is sent", 0, None, 10_000)
        );
    }
}
