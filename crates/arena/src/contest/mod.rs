//! Plays one game between programs: asks the side to move, enforces clocks and rules, and returns
//! the result. The game itself is a [`Play`].

mod adjudicator;
mod control;
mod ended;
mod game_loop;

use std::time::Duration;

use ludoteca_core::{Outcome, Seat, Verdict};
use ludoteca_play::record::RecordedValue;
use ludoteca_play::seeds::Seed;
use ludoteca_play::{Awaits, Command, Decision, Ending, Engine, Event, Play, RecordedStep};
use tokio::time::Instant;

pub use adjudicator::{Adjudication, AdjudicationOutcome, Adjudicator, Threshold};
pub use control::{ContestClocks, ThinkingLimits, TimeExceeded};
pub use ended::GameEnded;
pub(crate) use game_loop::{Players, play_to_end};

use ludoteca_engines::external::{EngineDriver, EngineFailure, Fault};
use ludoteca_engines::house;
use ludoteca_engines::protocols::engine::{score_for_record, score_of, time_to_think};
use ludoteca_engines::protocols::messages::{EngineScore, Go, in_one_line, quoted};

/// The rules of a contest, besides those of the game itself.
#[derive(Clone, Eq, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct ContestRules {
    /// The time control and the search limits.
    pub control: ThinkingLimits,
    /// When a game is ended before its rules end it.
    pub adjudication: Adjudication,
}

/// The player of a seat.
pub enum Side {
    /// A house player, which the game names, with the games that it knows. A person is replaced by
    /// a random player.
    House(&'static dyn house::Searchable),
    /// A running engine program.
    Program(Box<EngineDriver>),
}

/// The result of a game.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ContestResult {
    /// Why it ended.
    pub ended: GameEnded,
    /// See [`PlayedGame::places`](crate::tournament::PlayedGame::places).
    pub places: Vec<u32>,
    /// The points of the seats, if the rules ended the game.
    pub points: Option<Vec<i32>>,
    /// How long each seat has thought.
    pub thought: Vec<Duration>,
}

/// Plays a game to its end from its current position, with one side for each seat. A side that
/// commits a fault loses the game, and should not be used again.
///
/// Random players and engines draw from `players_seed`, not from the seed of the game. Games with
/// the same dice share that seed, and would otherwise be identical.
///
/// # Panics
/// If there are not as many sides as seats, or if the rolls of the die must be typed.
pub async fn play_contest(
    play: &mut Play,
    sides: &mut [Side],
    conduct: &ContestRules,
    players_seed: Seed,
) -> ContestResult {
    assert_eq!(sides.len(), play.seats().len(), "a side for each seat");
    if let Err((seat, failed)) = send_start(play, sides).await {
        return forfeit(play, seat, failed);
    }
    play.set_players_seed(players_seed);
    let mut contest = Contest {
        clocks: ContestClocks::new(&conduct.control, sides.len()),
        adjudicator: Adjudicator::new(&conduct.adjudication, play.table()),
        thought: vec![Duration::ZERO; sides.len()],
        last_score: None,
        ended: GameEnded::Rules,
        sides,
    };
    play_to_end(play, &mut contest).await.expect("the die is rolled by the game");
    finish(play, contest.ended, contest.thought)
}

/// The result of a game that is lost because the player at this seat cannot play.
pub fn forfeit(play: &mut Play, seat: Seat, failed: EngineFailure) -> ContestResult {
    let ended = Forfeit::from(failed).ends(play, seat);
    finish(play, ended, vec![Duration::ZERO; play.seats().len()])
}

/// Sends the start of the game and the steps so far to the programs.
async fn send_start(play: &Play, sides: &mut [Side]) -> Result<(), (Seat, EngineFailure)> {
    for (seat, side) in Seat::all(sides.len()).zip(sides) {
        if let Side::Program(driver) = side {
            let begun = driver.new_game(play.table(), play.record().position.as_deref()).await;
            begun.map_err(|failed| (seat, failed))?;
            for recorded in &play.record().steps {
                driver.stepped(&recorded.step);
            }
        }
    }
    Ok(())
}

/// A game in progress, with its sides, clocks and scores.
struct Contest<'a> {
    sides: &'a mut [Side],
    clocks: ContestClocks<'a>,
    adjudicator: Adjudicator,
    /// How long each seat has thought.
    thought: Vec<Duration>,
    /// The seat that has just moved, with its score for the position before its move.
    last_score: Option<(Seat, Option<EngineScore>)>,
    ended: GameEnded,
}

impl Players for Contest<'_> {
    async fn make_move(&mut self, play: &mut Play, seat: Seat) {
        match self.ask_for_move(play, seat).await {
            Ok(score) => self.last_score = Some((seat, score)),
            Err(foul) => self.ended = foul.ends(play, seat),
        }
    }

    async fn stepped(&mut self, play: &mut Play) {
        let last_score = self.last_score.take();
        if let Some((_, step)) = play.last_step() {
            for side in &mut *self.sides {
                if let Side::Program(driver) = side {
                    driver.stepped(step);
                }
            }
        }
        if play.ending().is_none()
            && let Some(judgement) =
                self.adjudicator.stepped(play.table(), play.steps() as u32, last_score)
        {
            self.ended = judgement.ends(play);
        }
    }
}

impl Contest<'_> {
    /// Lets a side move, and returns its score for the position.
    async fn ask_for_move(
        &mut self,
        play: &mut Play,
        seat: Seat,
    ) -> Result<Option<EngineScore>, Forfeit> {
        let Contest { sides, clocks, thought, .. } = self;
        let thought = &mut thought[seat.index()];
        let (step, took, score) = match (&mut sides[seat.index()], play.awaits()) {
            (Side::House(games), Awaits::Engine { engine, seed, .. }) => {
                let engine = limited_engine(engine, &clocks.go(), seat, clocks.limit(seat));
                let (found, took) =
                    house::choose_in_background(*games, play.table(), &engine, seed, ())
                        .await
                        .ok_or_else(Forfeit::search_failed)?;
                (found.step, took, Some(score_of(found.value)))
            }
            (Side::House(_), _) => {
                let step = play.random_step().expect("a seat that is to move has a move");
                (step, Duration::ZERO, None)
            }
            (Side::Program(driver), _) => {
                let start = Instant::now();
                let answer = driver.choose(&clocks.go(), Some(clocks.limit(seat))).await;
                // A program that takes unusually long to get ready has been thinking meanwhile.
                let took = clocks.charged(
                    answer.as_ref().map_or(start.elapsed(), |answer| answer.took),
                    start.elapsed(),
                );
                let answer = answer.inspect_err(|_| *thought += took)?;
                (answer.step, took, answer.score)
            }
        };
        *thought += took;
        let left = clocks.moved(seat, took)?;
        let value = score.filter(|_| play.seats().len() == 2).map(|score| worth(score, seat));
        let clock = left.map(|left| left.as_millis() as u64);
        let recorded = RecordedStep { value, clock, ..RecordedStep::new(step.as_str()) };
        match play.tell(Command::Step { by: Some(seat), step: recorded }).as_slice() {
            [Event::Refused(reason)] => {
                // Both texts contain what a program wrote.
                let what = format!("{}: {}", quoted(&step), in_one_line(&reason.to_string()));
                Err(Forfeit { fault: Fault::Illegal, what })
            }
            _ => Ok(score),
        }
    }
}

/// One of our engines, limited to what `go` allows, and to the time limit for the move.
fn limited_engine(engine: &Engine, go: &Go, seat: Seat, limit: Duration) -> Engine {
    Engine {
        depth: engine.depth.into_iter().chain(go.depth).min(),
        nodes: engine.nodes.into_iter().chain(go.nodes).min(),
        time: engine
            .time
            .into_iter()
            .chain(time_to_think(go, seat).map(in_time))
            .chain([limit])
            .min(),
        ..engine.clone()
    }
}

/// A little less than the given time: our engines stop soon, but not at once.
fn in_time(time: Duration) -> Duration {
    time - (time / 20).min(Duration::from_millis(10))
}

/// Converts a seat's score into the value for the first of two seats.
fn worth(score: EngineScore, seat: Seat) -> RecordedValue {
    let (proved, worth) = score_for_record(score);
    // Avoids -0 in a record.
    let worth = if seat == Seat::FIRST || worth == 0.0 { worth } else { -worth };
    RecordedValue { proved, worth: vec![worth] }
}

/// The fault for which a side loses the game.
struct Forfeit {
    fault: Fault,
    what: String,
}

impl Forfeit {
    fn search_failed() -> Forfeit {
        Forfeit { fault: Fault::Crashed, what: "its search has failed".to_owned() }
    }

    /// Ends the game with a loss for the side at this seat. If there are more than two sides, the
    /// others share the win.
    fn ends(self, play: &mut Play, seat: Seat) -> GameEnded {
        let Forfeit { fault, what } = self;
        let verdict =
            if play.seats().len() == 2 { Verdict::Won(seat.other()) } else { Verdict::Draw };
        play.tell(Command::Adjudicate {
            verdict,
            reason: Decision::Other(format!("{} has lost: {what}", play.name(seat))),
        });
        GameEnded::Fault { seat: seat.index(), fault, what }
    }
}

impl From<EngineFailure> for Forfeit {
    fn from(failed: EngineFailure) -> Forfeit {
        Forfeit { fault: failed.fault(), what: failed.to_string() }
    }
}

impl From<TimeExceeded> for Forfeit {
    fn from(overstepped: TimeExceeded) -> Forfeit {
        Forfeit { fault: Fault::Late, what: overstepped.to_string() }
    }
}

impl AdjudicationOutcome {
    fn ends(self, play: &mut Play) -> GameEnded {
        let (verdict, reason, ended) = match self {
            AdjudicationOutcome::Length => {
                (Verdict::Draw, "too long".to_owned(), GameEnded::Length)
            }
            AdjudicationOutcome::NoProgress => {
                (Verdict::Draw, "no progress for too long".to_owned(), GameEnded::NoProgress)
            }
            AdjudicationOutcome::Resigned(seat) => {
                let reason = format!("{} sees no hope", play.name(seat));
                (Verdict::Won(seat.other()), reason, GameEnded::Resigned { seat: seat.index() })
            }
            AdjudicationOutcome::AgreedWin(seat) => (
                Verdict::Won(seat),
                format!("both see that {} wins", play.name(seat)),
                GameEnded::Agreed,
            ),
            AdjudicationOutcome::AgreedDraw => {
                (Verdict::Draw, "both see a draw".to_owned(), GameEnded::Agreed)
            }
        };
        play.tell(Command::Adjudicate { verdict, reason: Decision::Other(reason) });
        ended
    }
}

fn finish(play: &Play, ended: GameEnded, thought: Vec<Duration>) -> ContestResult {
    let (places, points) = result(play, &ended);
    ContestResult { ended, places, points, thought }
}

/// The places and the points of a finished game.
fn result(play: &Play, ended: &GameEnded) -> (Vec<u32>, Option<Vec<i32>>) {
    let seats = play.seats().len();
    let won_by =
        |winner: Seat| Seat::all(seats).map(|seat| if seat == winner { 1 } else { 2 }).collect();
    match (play.ending(), ended) {
        (Some(Ending::Played { outcome, .. }), _) => {
            (ranking(outcome, seats), Some(outcome.points[..seats].to_vec()))
        }
        (_, GameEnded::Fault { seat, .. }) => {
            ((0..seats).map(|at| if at == *seat { seats as u32 } else { 1 }).collect(), None)
        }
        (Some(Ending::Adjudicated { verdict: Verdict::Won(winner), .. }), _) => {
            (won_by(*winner), None)
        }
        // In a game that is decided by points, an adjudicated draw gives everybody 0 points.
        _ => (vec![1; seats], play.table().options().info().scored.then(|| vec![0; seats])),
    }
}

/// The places of the seats: ordered by points, but after the winner that the rules name.
fn ranking(outcome: &Outcome, seats: usize) -> Vec<u32> {
    let key = |seat: Seat| (outcome.verdict == Verdict::Won(seat), outcome.points(seat));
    let place =
        |seat: Seat| 1 + Seat::all(seats).filter(|other| key(*other) > key(seat)).count() as u32;
    let places: Vec<u32> = Seat::all(seats).map(place).collect();
    // If a draw is not due to equal best points, all seats share the first place.
    let has_leader = places.iter().filter(|place| **place == 1).count() == 1;
    if outcome.verdict == Verdict::Draw && has_leader { vec![1; seats] } else { places }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_core::MAX_SEATS;

    #[test]
    fn places_follow_from_outcomes() {
        let won = |seat: usize| Verdict::Won(Seat::new(seat));
        for (verdict, points, places) in [
            (won(1), [1, 0, 0, 0], &[2, 1][..]),
            (won(0), [1, 0, 0, 0], &[1, 2]),
            (Verdict::Draw, [24, 24, 0, 0], &[1, 1]),
            // A draw although one seat has more points: the reason for the draw is another one.
            (Verdict::Draw, [24, 20, 0, 0], &[1, 1]),
            (Verdict::Scored, [-8, 8, 0, 0], &[2, 1]),
            (won(2), [3, 9, 20, 3], &[3, 2, 1, 3]),
            // The winner is first, whatever the points are.
            (won(0), [3, 9, 20, 1], &[1, 3, 2, 4]),
            (Verdict::Draw, [9, 9, 3, 0], &[1, 1, 3, 4]),
            (Verdict::Draw, [9, 8, 3, 0], &[1, 1, 1, 1]),
        ] {
            let outcome = Outcome { verdict, points: points as [i32; MAX_SEATS] };
            assert_eq!(ranking(&outcome, places.len()), places, "{outcome:?}");
        }
    }

    #[test]
    fn house_engines_keep_to_the_limits() {
        let second = Duration::from_secs(1);
        let go = Go { depth: Some(5), nodes: Some(100), movetime: Some(500), ..Go::default() };
        let limited = limited_engine(&Engine::default(), &go, Seat::FIRST, second);
        assert_eq!(
            (limited.depth, limited.nodes, limited.time),
            (Some(5), Some(100), Some(Duration::from_millis(490)))
        );
        let own = Engine {
            depth: Some(2),
            nodes: Some(7),
            time: Some(Duration::from_millis(3)),
            ..Engine::default()
        };
        assert_eq!(limited_engine(&own, &go, Seat::FIRST, second), own);
        assert_eq!(
            limited_engine(&Engine::default(), &Go::default(), Seat::FIRST, second).time,
            Some(second)
        );
    }
}
