//! What workers do for servers: engines choose moves, evaluate positions and judge steps.

use ludoteca_core::Table;
use ludoteca_engines::house::{self, Priority};
use ludoteca_games::catalog;
use ludoteca_play::{Engine, Player, Seated};
use serde::Serialize;
use serde_json::value::to_raw_value;

use crate::job::{JobBody, JobOutcome, JobPosition, MoveAnswer, MoveJob};

/// Does a job. If the future is dropped, the engine stops.
pub async fn perform(body: &JobBody) -> JobOutcome {
    let done = match body {
        JobBody::Move(job) => choose_move(job).await.and_then(|answer| to_value(&answer)),
        JobBody::Evaluate(_) | JobBody::Judge(_) => Err("not yet".to_owned()),
    };
    done.unwrap_or_else(JobOutcome::Failed)
}

async fn choose_move(job: &MoveJob) -> Result<MoveAnswer, String> {
    let table = open(&job.at)?;
    let engine = read_engine(&job.engine)?;
    if table.next().seat().is_none() {
        return Err(format!("nobody is to move in `{}`", job.at.position));
    }
    let chosen = house::choose_with_priority(
        Priority::Normal,
        house::OPPONENTS,
        &*table,
        &engine,
        job.seed,
        (),
    )
    .await;
    chosen
        .map(|(found, _)| MoveAnswer { step: found.step })
        .ok_or_else(|| "the search has failed".to_owned())
}

/// Opens the table of a job.
fn open(at: &JobPosition) -> Result<Box<dyn Table>, String> {
    let mut table = catalog::open_line(&at.game).map_err(|error| error.to_string())?;
    table.set_position(&at.position).map_err(|error| format!("`{}`: {error}", at.position))?;
    Ok(table)
}

/// Reads an engine as players are written.
fn read_engine(text: &str) -> Result<Engine, String> {
    let seated: Seated = format!("engine:{text}")
        .parse()
        .map_err(|error: ludoteca_play::PlayersError| error.to_string())?;
    match seated.player {
        Player::Engine(engine) => Ok(engine),
        Player::Manual | Player::Random => Err(format!("`{text}` is no engine")),
    }
}

fn to_value(answer: &impl Serialize) -> Result<JobOutcome, String> {
    to_raw_value(answer).map(JobOutcome::Done).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::from_str;

    fn job(game: &str, position: &str, engine: &str) -> JobBody {
        let at = JobPosition { game: game.to_owned(), position: position.to_owned() };
        JobBody::Move(MoveJob { at, engine: engine.to_owned(), seed: 7 })
    }

    /// The same move as in this process, in every game.
    #[tokio::test]
    async fn a_job_gives_the_move_that_the_engine_gives_here() {
        for info in catalog::GAMES {
            let mut table = catalog::open_line(info.id).expect("its usual options");
            while table.next().seat().is_none() || table.steps().len() < 2 {
                let step = table.steps()[0].clone();
                table.step(&step).expect("it is legal");
            }
            let engine: Engine = read_engine("a3:nodes=500").expect("an engine");
            let here = house::choose(house::OPPONENTS, &*table, &engine, 7, &|| false);
            let written = Player::Engine(engine).to_string();
            let body = job(&table.options().to_string(), &table.position(), &written);
            let JobOutcome::Done(answer) = perform(&body).await else { panic!("{}", info.id) };
            let answer: MoveAnswer = from_str(answer.get()).expect("an answer");
            assert_eq!(Some(answer.step), here.map(|found| found.step), "{}", info.id);
        }
    }

    #[tokio::test]
    async fn a_job_that_makes_no_sense_fails_with_the_reason() {
        let table = catalog::open_line("ttt").expect("a game");
        let start = table.position();
        let cases = [
            (job("chess", &start, "a"), "chess"),
            (job("ttt", "x", "a"), "`x`"),
            (job("ttt", &start, "m"), "`m` is no engine"),
            (job("ttt", &start, "a99"), "99"),
            (job("ttt", &start, "a,b"), "a,b"),
        ];
        for (body, named) in cases {
            match perform(&body).await {
                JobOutcome::Failed(reason) => assert!(reason.contains(named), "{reason}"),
                other => panic!("{other:?}"),
            }
        }
    }
}
