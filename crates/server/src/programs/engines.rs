//! Programs that speak the engine protocol. They connect and identify themselves, and can then be
//! invited to any table, one at a time.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use ludoteca_core::Table;
use ludoteca_engines::external::{Channel, EngineDriver, EngineFailure, Program, ProgramLocation};
use ludoteca_engines::protocols::messages::{Dialect, Go};
use ludoteca_games::catalog;
use tokio::net::TcpStream;
use tokio::time::{interval, timeout};

use super::{ProgramAtTable, ProgramTask};
use crate::commands::TimeControl;
use crate::hosted_table::HostedTable;
use crate::http::Caller;
use crate::ids::Id;
use crate::registry::TableRegistry;

/// Time limit for every answer of a program that is not a move.
const ANSWER_LIMIT: Duration = Duration::from_secs(10);

/// How often the server pings an idle program.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// The time that a program is given for a move in a game without a clock, and the time limit for
/// its answer.
const MOVE_TIME: Duration = Duration::from_secs(2);
const MOVE_LIMIT: Duration = Duration::from_secs(30);

/// Serves one connection until it ends.
pub async fn serve(registry: Arc<TableRegistry>, stream: TcpStream, address: SocketAddr) {
    let (output, input) = stream.into_split();
    let location = ProgramLocation::Tcp(address.to_string());
    let about = Program { location, dialect: Dialect::Ugi, options: Vec::new() };
    let mut driver = match EngineDriver::over_channel(
        Channel::from_streams(output, input),
        &about,
        ANSWER_LIMIT,
    )
    .await
    {
        Ok(driver) => driver,
        Err(failed) => return tracing::info!(%failed, "a program did not identify itself"),
    };
    let games = driver.games().map(<[String]>::to_vec);
    let registered = registry.register_program(driver.announced_name(), games).await;
    let (person, mut seated) = match registered {
        Ok(registered) => registered,
        Err(error) => {
            tracing::warn!(%error, "a program cannot be registered");
            return driver.quit().await;
        }
    };
    registry.record_caller(&person.player, Caller::of(address.ip()));
    tracing::info!(program = person.name, "a program has connected");
    let mut pings = interval(PING_INTERVAL);
    loop {
        tokio::select! {
            table = seated.recv() => {
                let Some(table) = table else { break };
                registry.set_program_busy(&person.player, true).await;
                let played = play(&registry, &mut driver, &person, &table).await;
                registry.set_program_busy(&person.player, false).await;
                if let Err(failed) = played {
                    tracing::info!(program = person.name, %failed, "a program has failed");
                    break;
                }
            }
            _ = pings.tick() => if driver.ping().await.is_err() { break },
        }
    }
    registry.unregister_program(&person.player).await;
    tracing::info!(program = person.name, "a program has disconnected");
    driver.quit().await;
}

/// The information that a program needs for its move.
struct MoveRequest {
    state: usize,
    table: Box<dyn Table>,
    start: Option<String>,
    steps: Vec<String>,
    go: Go,
    limit: Duration,
}

/// Plays one game of a program. An error that makes the program unusable ends its connection.
async fn play(
    registry: &Arc<TableRegistry>,
    driver: &mut EngineDriver,
    person: &crate::events::Participant,
    table: &Id,
) -> Result<(), EngineFailure> {
    let Ok(mut at_table) = ProgramAtTable::join(registry, table, person).await else {
        return Ok(());
    };
    let mut sent: Option<Vec<String>> = None;
    let result = loop {
        let read_request =
            |table: &HostedTable, seat| move_request(table, seat, registry.clock.now());
        let move_request = match at_table.next_task(read_request).await {
            Ok(ProgramTask::Move(move_request)) => move_request,
            Ok(ProgramTask::Wait) => match wait_for_turn(driver, &mut at_table).await {
                Ok(()) => continue,
                Err(failed) => {
                    at_table.forfeit(&failed).await;
                    break Err(failed);
                }
            },
            Ok(ProgramTask::Leave) | Err(_) => break Ok(()),
        };
        if let Err(failed) = answer(driver, &mut sent, &move_request, &at_table).await {
            at_table.forfeit(&failed).await;
            // A program that does not support this game can still play another.
            break if matches!(failed, EngineFailure::UnsupportedGame(_)) {
                Ok(())
            } else {
                Err(failed)
            };
        }
    };
    at_table.leave().await;
    result
}

/// Asks a program for its move.
async fn answer(
    driver: &mut EngineDriver,
    sent: &mut Option<Vec<String>>,
    move_request: &MoveRequest,
    at_table: &ProgramAtTable,
) -> Result<(), EngineFailure> {
    let goes_on = sent.as_ref().is_some_and(|sent| move_request.steps.starts_with(sent));
    if !goes_on {
        driver.new_game(&*move_request.table, move_request.start.as_deref()).await?;
    }
    let known = sent.take().filter(|_| goes_on).map_or(0, |sent| sent.len());
    for step in &move_request.steps[known..] {
        driver.stepped(step);
    }
    *sent = Some(move_request.steps.clone());
    let answer = driver.choose(&move_request.go, Some(move_request.limit)).await?;
    let played = at_table.play(move_request.state, &answer.step).await;
    played.map_err(|error| EngineFailure::Option(format!("{}: {error}", answer.step)))
}

/// Waits for the other players, but not for ever, and checks that the program is still there.
async fn wait_for_turn(
    driver: &mut EngineDriver,
    at_table: &mut ProgramAtTable,
) -> Result<(), EngineFailure> {
    match timeout(at_table.wait_limit(), at_table.changed()).await {
        Ok(()) => Ok(()),
        Err(_) => {
            at_table.time_out_waiting().await;
            driver.ping().await
        }
    }
}

fn move_request(table: &HostedTable, seat: usize, now: u64) -> MoveRequest {
    let record = table.play().record();
    let mut go = Go::default();
    let milliseconds = |time: Duration| time.as_millis() as u64;
    let mut limit = MOVE_LIMIT;
    match (table.clocks().time_control(), table.clocks().left(now)) {
        (TimeControl::Game { increment, .. }, Some(left)) => {
            limit = Duration::from_millis(left[seat]);
            for (seat, left) in left.iter().enumerate() {
                (go.time[seat], go.increment[seat]) = (Some(*left), Some(1000 * increment));
            }
        }
        (TimeControl::Move { .. }, Some(left)) => {
            limit = Duration::from_millis(left[seat]);
            go.movetime = Some(milliseconds(MOVE_TIME.min(limit / 2)));
        }
        _ => go.movetime = Some(milliseconds(MOVE_TIME)),
    }
    MoveRequest {
        state: table.state(),
        table: catalog::open(&record.options).expect("a table was opened with these options"),
        start: record.position.clone(),
        steps: record.steps.iter().map(|recorded| recorded.step.clone()).collect(),
        go,
        limit,
    }
}
