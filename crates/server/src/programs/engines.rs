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

/// The time that a program has for every answer that is not a move.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often an idle program is asked whether it is still there.
const ASKED: Duration = Duration::from_secs(15);

/// The time for a move in a game without a clock, and how much longer the server waits for it.
const USUAL: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(30);

/// Serves one connection until it ends.
pub async fn serve(registry: Arc<TableRegistry>, stream: TcpStream, address: SocketAddr) {
    let (output, input) = stream.into_split();
    let place = ProgramLocation::Tcp(address.to_string());
    let about = Program { location: place, dialect: Dialect::Ugi, options: Vec::new() };
    let mut driver =
        match EngineDriver::over_channel(Channel::from_streams(output, input), &about, PATIENCE)
            .await
        {
            Ok(driver) => driver,
            Err(failed) => return tracing::info!(%failed, "a program did not say who it is"),
        };
    let games = driver.games().map(<[String]>::to_vec);
    let (person, mut seated) = registry.programs.register(driver.announced_name(), games);
    registry.record_caller(&person.player, Caller::of(address.ip()));
    tracing::info!(program = person.name, "a program has come");
    let mut asks = interval(ASKED);
    loop {
        tokio::select! {
            table = seated.recv() => {
                let Some(table) = table else { break };
                registry.programs.set_busy(&person.player, true);
                let played = play(&registry, &mut driver, &person, &table).await;
                registry.programs.set_busy(&person.player, false);
                if let Err(failed) = played {
                    tracing::info!(program = person.name, %failed, "a program has failed");
                    break;
                }
            }
            _ = asks.tick() => if driver.ping().await.is_err() { break },
        }
    }
    registry.programs.unregister(&person.player);
    tracing::info!(program = person.name, "a program has gone");
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
    let mut told: Option<Vec<String>> = None;
    let result = loop {
        let know = |table: &HostedTable, seat| question(table, seat, registry.clock.now());
        let question = match at_table.next_task(know).await {
            Ok(ProgramTask::Move(question)) => question,
            Ok(ProgramTask::Wait) => match wait_for_turn(driver, &mut at_table).await {
                Ok(()) => continue,
                Err(failed) => {
                    at_table.forfeit(&failed).await;
                    break Err(failed);
                }
            },
            Ok(ProgramTask::Leave) | Err(_) => break Ok(()),
        };
        if let Err(failed) = answer(driver, &mut told, &question, &at_table).await {
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
    told: &mut Option<Vec<String>>,
    question: &MoveRequest,
    at_table: &ProgramAtTable,
) -> Result<(), EngineFailure> {
    let goes_on = told.as_ref().is_some_and(|told| question.steps.starts_with(told));
    if !goes_on {
        driver.new_game(&*question.table, question.start.as_deref()).await?;
    }
    let known = told.take().filter(|_| goes_on).map_or(0, |told| told.len());
    for step in &question.steps[known..] {
        driver.stepped(step);
    }
    *told = Some(question.steps.clone());
    let answer = driver.choose(&question.go, Some(question.limit)).await?;
    let played = at_table.play(question.state, &answer.step).await;
    played.map_err(|error| EngineFailure::Option(format!("{}: {error}", answer.step)))
}

/// Waits for the other players, but not for ever, and checks that the program is still there.
async fn wait_for_turn(
    driver: &mut EngineDriver,
    at_table: &mut ProgramAtTable,
) -> Result<(), EngineFailure> {
    match timeout(at_table.patience(), at_table.changed()).await {
        Ok(()) => Ok(()),
        Err(_) => {
            at_table.time_out_waiting().await;
            driver.ping().await
        }
    }
}

fn question(table: &HostedTable, seat: usize, now: u64) -> MoveRequest {
    let record = table.play().record();
    let mut go = Go::default();
    let milliseconds = |time: Duration| time.as_millis() as u64;
    let mut limit = LONGEST;
    match (table.clocks().time_control(), table.clocks().left(now)) {
        (TimeControl::Game { increment, .. }, Some(left)) => {
            limit = Duration::from_millis(left[seat]);
            for (seat, left) in left.iter().enumerate() {
                (go.time[seat], go.increment[seat]) = (Some(*left), Some(1000 * increment));
            }
        }
        (TimeControl::Move { .. }, Some(left)) => {
            limit = Duration::from_millis(left[seat]);
            go.movetime = Some(milliseconds(USUAL.min(limit / 2)));
        }
        _ => go.movetime = Some(milliseconds(USUAL)),
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
