//! Programs that speak the engine protocol: they connect, say who they are, and can then be asked to any table, one at a time.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use ludoteca_core::Table;
use ludoteca_engines::drive::{Channel, Driver, Failed, Place, Program};
use ludoteca_engines::protocols::language::{Dialect, Go};
use ludoteca_games::catalog;
use tokio::net::TcpStream;
use tokio::time::{interval, timeout};

use super::{Asked, AtTable};
use crate::deed::Pace;
use crate::hall::Hall;
use crate::http::Caller;
use crate::ids::Id;
use crate::sitting::Sitting;
use crate::texts;

/// So long a program has for every answer that is not a move.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often it is asked whether it is still there, while it does not play.
const ASKED: Duration = Duration::from_secs(15);

/// What it may think about a move where no clock says so, and how long it is waited for.
const USUAL: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(30);

/// Serves one connection until it ends.
pub async fn serve(hall: Arc<Hall>, stream: TcpStream, address: SocketAddr) {
    let (output, input) = stream.into_split();
    let place = Place::Tcp(address.to_string());
    let about = Program { place, dialect: Dialect::Ugi, options: Vec::new() };
    let mut driver = match Driver::over(Channel::over(output, input), &about, PATIENCE).await {
        Ok(driver) => driver,
        Err(failed) => return tracing::info!(%failed, "a program did not say who it is"),
    };
    let games = driver.games().map(<[String]>::to_vec);
    let (person, mut seated) = hall.programs.enrol(driver.given_name(), games);
    hall.acts_from(&person.player, Caller::of(address.ip()));
    tracing::info!(program = person.name, "a program has come");
    let mut asks = interval(ASKED);
    loop {
        tokio::select! {
            table = seated.recv() => {
                let Some(table) = table else { break };
                hall.programs.set_busy(&person.player, true);
                let played = play(&hall, &mut driver, &person, &table).await;
                hall.programs.set_busy(&person.player, false);
                if let Err(failed) = played {
                    tracing::info!(program = person.name, %failed, "a program has failed");
                    break;
                }
            }
            _ = asks.tick() => if driver.is_there().await.is_err() { break },
        }
    }
    hall.programs.dismiss(&person.player);
    tracing::info!(program = person.name, "a program has gone");
    driver.quit().await;
}

/// What a program has to know for its move.
struct Question {
    state: usize,
    table: Box<dyn Table>,
    start: Option<String>,
    steps: Vec<String>,
    go: Go,
    limit: Duration,
}

/// One game of a program; what makes it useless ends it.
async fn play(hall: &Arc<Hall>, driver: &mut Driver, person: &crate::fact::Person, table: &Id) -> Result<(), Failed> {
    let Ok(mut at_table) = AtTable::come(hall, table, person).await else { return Ok(()) };
    let mut told: Option<Vec<String>> = None;
    let result = loop {
        let know = |table: &Sitting, seat| question(table, seat, hall.clock.now());
        let question = match at_table.asked(know).await {
            Ok(Asked::Move(question)) => question,
            Ok(Asked::Nothing) => match rest(driver, &mut at_table).await {
                Ok(()) => continue,
                Err(failed) => {
                    at_table.forfeit(&failed.to_string()).await;
                    break Err(failed);
                }
            },
            Ok(Asked::Leave) | Err(_) => break Ok(()),
        };
        if let Err(failed) = answer(driver, &mut told, &question, &at_table).await {
            at_table.forfeit(&failed.to_string()).await;
            // One that only does not play this game can play another.
            break if matches!(failed, Failed::NotItsGame(_)) { Ok(()) } else { Err(failed) };
        }
    };
    at_table.leave().await;
    result
}

/// Lets a program move.
async fn answer(
    driver: &mut Driver,
    told: &mut Option<Vec<String>>,
    question: &Question,
    at_table: &AtTable,
) -> Result<(), Failed> {
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
    played.map_err(|fault| Failed::Option(texts::illegal_step(&answer.step, &fault)))
}

/// Waits for the others, though not for ever, and sees whether the program does so, too.
async fn rest(driver: &mut Driver, at_table: &mut AtTable) -> Result<(), Failed> {
    match timeout(at_table.patience(), at_table.goes_on()).await {
        Ok(()) => Ok(()),
        Err(_) => {
            at_table.wait_no_more().await;
            driver.is_there().await
        }
    }
}

fn question(table: &Sitting, seat: usize, now: u64) -> Question {
    let record = table.play().record();
    let mut go = Go::default();
    let milliseconds = |time: Duration| time.as_millis() as u64;
    let mut limit = LONGEST;
    match (table.clocks().pace(), table.clocks().left(now)) {
        (Pace::Game { increment, .. }, Some(left)) => {
            limit = Duration::from_millis(left[seat]);
            for (seat, left) in left.iter().enumerate() {
                (go.time[seat], go.increment[seat]) = (Some(*left), Some(1000 * increment));
            }
        }
        (Pace::Move { .. }, Some(left)) => {
            limit = Duration::from_millis(left[seat]);
            go.movetime = Some(milliseconds(USUAL.min(limit / 2)));
        }
        _ => go.movetime = Some(milliseconds(USUAL)),
    }
    Question {
        state: table.state(),
        table: catalog::open(&record.options).expect("a table was opened with these options"),
        start: record.position.clone(),
        steps: record.steps.iter().map(|noted| noted.step.clone()).collect(),
        go,
        limit,
    }
}
