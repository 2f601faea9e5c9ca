//! One game between programs: asks whoever is to move, sees to clocks and rules, and says what came of it. The game itself is a [`Play`].

mod conduct;
mod control;
mod ended;
mod judge;

use std::time::Duration;

use ludoteca_core::{Outcome, Seat, Verdict};
use ludoteca_play::record::Value;
use ludoteca_play::streams::Seed;
use ludoteca_play::{Awaits, Command, Ending, Engine, Event, Noted, Play};
use tokio::time::Instant;

pub(crate) use conduct::{Players, play_to_end};
pub use control::{Clocks, Control, Overstepped};
pub use ended::Ended;
pub use judge::{Adjudication, Judge, Judgement, Threshold};

use ludoteca_engines::drive::{Driver, Failed, Fault};
use ludoteca_engines::house;
use ludoteca_engines::protocols::engine::{noted, score_of, time_to_think};
use ludoteca_engines::protocols::language::{Go, Score, in_one_line, quoted};

/// What holds for a game.
#[derive(Clone, Eq, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Conduct {
    /// How long players may think.
    pub control: Control,
    /// When it is ended before its rules end it.
    pub adjudication: Adjudication,
}

/// Who plays a seat.
pub enum Side {
    /// One of ours, as the game says who sits there, and the games that it knows. A person is played for by chance.
    House(&'static dyn house::Searchable),
    /// A program that runs.
    Program(Box<Driver>),
}

/// What came of a game.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Finish {
    /// Why it ended.
    pub ended: Ended,
    /// See [`Played::places`](crate::tournament::Played::places).
    pub places: Vec<u32>,
    /// What the seats had counted, where the rules ended it.
    pub points: Option<Vec<i32>>,
    /// How long each seat has thought.
    pub thought: Vec<Duration>,
}

/// Plays a game to its end from where it stands, one side a seat. A side that commits a fault has lost the game, and should not be used again.
///
/// Random players and engines draw from `luck`, not from the seed of the game: that is shared by games with the same dice, which would be the same games.
///
/// # Panics
/// Where there are not as many sides as seats, or the die is rolled elsewhere.
pub async fn conduct_game(play: &mut Play, sides: &mut [Side], conduct: &Conduct, luck: Seed) -> Finish {
    assert_eq!(sides.len(), play.seats().len(), "a side for each seat");
    if let Err((seat, failed)) = sit_down(play, sides).await {
        return forfeit(play, seat, failed);
    }
    play.let_players_draw_from(luck);
    let mut contest = Contest {
        clocks: Clocks::new(&conduct.control, sides.len()),
        judge: Judge::new(&conduct.adjudication, play.table()),
        thought: vec![Duration::ZERO; sides.len()],
        told: None,
        ended: Ended::Rules,
        sides,
    };
    play_to_end(play, &mut contest).await.expect("the die is rolled by the game");
    finish(play, contest.ended, contest.thought)
}

/// A game whose player at this seat cannot play, and has lost.
pub fn forfeit(play: &mut Play, seat: Seat, failed: Failed) -> Finish {
    let ended = Foul::from(failed).ends(play, seat);
    finish(play, ended, vec![Duration::ZERO; play.seats().len()])
}

/// Tells the programs where the game stands.
async fn sit_down(play: &Play, sides: &mut [Side]) -> Result<(), (Seat, Failed)> {
    for (seat, side) in Seat::all(sides.len()).zip(sides) {
        if let Side::Program(driver) = side {
            let begun = driver.new_game(play.table(), play.record().position.as_deref()).await;
            begun.map_err(|failed| (seat, failed))?;
            for noted in &play.record().steps {
                driver.stepped(&noted.step);
            }
        }
    }
    Ok(())
}

/// A game that is played, with everything that counts in it.
struct Contest<'a> {
    sides: &'a mut [Side],
    clocks: Clocks<'a>,
    judge: Judge,
    /// How long each seat has thought.
    thought: Vec<Duration>,
    /// What the seat that has just moved thinks of the position.
    told: Option<(Seat, Option<Score>)>,
    ended: Ended,
}

impl Players for Contest<'_> {
    async fn moves(&mut self, play: &mut Play, seat: Seat) {
        match self.let_move(play, seat).await {
            Ok(score) => self.told = Some((seat, score)),
            Err(foul) => self.ended = foul.ends(play, seat),
        }
    }

    async fn stepped(&mut self, play: &mut Play) {
        let told = self.told.take();
        if let Some((_, step)) = play.last_step() {
            for side in &mut *self.sides {
                if let Side::Program(driver) = side {
                    driver.stepped(step);
                }
            }
        }
        if play.ending().is_none()
            && let Some(judgement) = self.judge.stepped(play.table(), play.steps() as u32, told)
        {
            self.ended = judgement.ends(play);
        }
    }
}

impl Contest<'_> {
    /// Lets a side move; answers what it thinks of the position.
    async fn let_move(&mut self, play: &mut Play, seat: Seat) -> Result<Option<Score>, Foul> {
        let Contest { sides, clocks, thought, .. } = self;
        let thought = &mut thought[seat.index()];
        let (step, took, score) = match (&mut sides[seat.index()], play.awaits()) {
            (Side::House(games), Awaits::Engine { engine, seed, .. }) => {
                let engine = within(engine, &clocks.go(), seat, clocks.limit(seat));
                let (found, took) =
                    house::think(*games, play.table(), &engine, seed, ()).await.ok_or_else(Foul::no_thought)?;
                (found.step, took, Some(score_of(found.value)))
            }
            (Side::House(_), _) => {
                let step = play.random_step().expect("a seat that is to move has a move");
                (step, Duration::ZERO, None)
            }
            (Side::Program(driver), _) => {
                let start = Instant::now();
                let answer = driver.choose(&clocks.go(), Some(clocks.limit(seat))).await;
                // Who gets ready for longer than anybody needs has thought meanwhile.
                let took =
                    clocks.charged(answer.as_ref().map_or(start.elapsed(), |answer| answer.took), start.elapsed());
                let answer = answer.inspect_err(|_| *thought += took)?;
                (answer.step, took, answer.score)
            }
        };
        *thought += took;
        let left = clocks.moved(seat, took)?;
        let value = score.filter(|_| play.seats().len() == 2).map(|score| worth(score, seat));
        let clock = left.map(|left| left.as_millis() as u64);
        let noted = Noted { value, clock, ..Noted::new(step.as_str()) };
        match play.tell(Command::Step { by: Some(seat), step: noted }).as_slice() {
            [Event::Refused(reason)] => {
                // Both are what a program wrote.
                let what = format!("{}: {}", quoted(&step), in_one_line(&reason.to_string()));
                Err(Foul { fault: Fault::Illegal, what })
            }
            _ => Ok(score),
        }
    }
}

/// An engine of ours, no further than it is told to go, and not for longer than anybody waits.
fn within(engine: &Engine, go: &Go, seat: Seat, limit: Duration) -> Engine {
    Engine {
        depth: engine.depth.into_iter().chain(go.depth).min(),
        nodes: engine.nodes.into_iter().chain(go.nodes).min(),
        time: engine.time.into_iter().chain(time_to_think(go, seat).map(in_time)).chain([limit]).min(),
        ..engine.clone()
    }
}

/// A little less than there is: an engine of ours stops soon, but not at once.
fn in_time(time: Duration) -> Duration {
    time - (time / 20).min(Duration::from_millis(10))
}

/// What a score is worth to the first of two seats.
fn worth(score: Score, seat: Seat) -> Value {
    let (proved, worth) = noted(score);
    // No -0 in a record.
    let worth = if seat == Seat::FIRST || worth == 0.0 { worth } else { -worth };
    Value { proved, worth: vec![worth] }
}

/// What costs a side its game.
struct Foul {
    fault: Fault,
    what: String,
}

impl Foul {
    fn no_thought() -> Foul {
        Foul { fault: Fault::Crashed, what: "its search has failed".to_owned() }
    }

    /// The side at this seat has lost. Where there are more than two, the others share the win.
    fn ends(self, play: &mut Play, seat: Seat) -> Ended {
        let Foul { fault, what } = self;
        let verdict = if play.seats().len() == 2 { Verdict::Won(seat.other()) } else { Verdict::Draw };
        play.tell(Command::Adjudicate { verdict, reason: format!("{} has lost: {what}", play.name(seat)) });
        Ended::Fault { seat: seat.index(), fault, what }
    }
}

impl From<Failed> for Foul {
    fn from(failed: Failed) -> Foul {
        Foul { fault: failed.fault(), what: failed.to_string() }
    }
}

impl From<Overstepped> for Foul {
    fn from(overstepped: Overstepped) -> Foul {
        Foul { fault: Fault::Late, what: overstepped.to_string() }
    }
}

impl Judgement {
    fn ends(self, play: &mut Play) -> Ended {
        let (verdict, reason, ended) = match self {
            Judgement::Length => (Verdict::Draw, "too long".to_owned(), Ended::Length),
            Judgement::NoProgress => (Verdict::Draw, "no progress for too long".to_owned(), Ended::NoProgress),
            Judgement::Resigned(seat) => {
                let reason = format!("{} sees no hope", play.name(seat));
                (Verdict::Won(seat.other()), reason, Ended::Resigned { seat: seat.index() })
            }
            Judgement::AgreedWin(seat) => {
                (Verdict::Won(seat), format!("both see that {} wins", play.name(seat)), Ended::Agreed)
            }
            Judgement::AgreedDraw => (Verdict::Draw, "both see a draw".to_owned(), Ended::Agreed),
        };
        play.tell(Command::Adjudicate { verdict, reason });
        ended
    }
}

fn finish(play: &Play, ended: Ended, thought: Vec<Duration>) -> Finish {
    let (places, points) = result(play, &ended);
    Finish { ended, places, points, thought }
}

/// Places and points.
fn result(play: &Play, ended: &Ended) -> (Vec<u32>, Option<Vec<i32>>) {
    let seats = play.seats().len();
    let won_by = |winner: Seat| Seat::all(seats).map(|seat| if seat == winner { 1 } else { 2 }).collect();
    match (play.ending(), ended) {
        (Some(Ending::Played { outcome, .. }), _) => (ranking(outcome, seats), Some(outcome.points[..seats].to_vec())),
        (_, Ended::Fault { seat, .. }) => {
            ((0..seats).map(|at| if at == *seat { seats as u32 } else { 1 }).collect(), None)
        }
        (Some(Ending::Adjudicated { verdict: Verdict::Won(winner), .. }), _) => (won_by(*winner), None),
        // A draw in a game that is counted by points is one without any.
        _ => (vec![1; seats], play.table().options().info().scored.then(|| vec![0; seats])),
    }
}

/// The places of the seats: by points, but what the rules say of the winner comes first.
fn ranking(outcome: &Outcome, seats: usize) -> Vec<u32> {
    let key = |seat: Seat| (outcome.verdict == Verdict::Won(seat), outcome.points(seat));
    let place = |seat: Seat| 1 + Seat::all(seats).filter(|other| key(*other) > key(seat)).count() as u32;
    let places: Vec<u32> = Seat::all(seats).map(place).collect();
    // A draw for another reason than that the best are equal is one for all.
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
            // A draw although one has more: for another reason than points.
            (Verdict::Draw, [24, 20, 0, 0], &[1, 1]),
            (Verdict::Scored, [-8, 8, 0, 0], &[2, 1]),
            (won(2), [3, 9, 20, 3], &[3, 2, 1, 3]),
            // Who has won is first, whatever is counted.
            (won(0), [3, 9, 20, 1], &[1, 3, 2, 4]),
            (Verdict::Draw, [9, 9, 3, 0], &[1, 1, 3, 4]),
            (Verdict::Draw, [9, 8, 3, 0], &[1, 1, 1, 1]),
        ] {
            let outcome = Outcome { verdict, points: points as [i32; MAX_SEATS] };
            assert_eq!(ranking(&outcome, places.len()), places, "{outcome:?}");
        }
    }

    #[test]
    fn engines_of_ours_keep_within_what_is_told() {
        let second = Duration::from_secs(1);
        let go = Go { depth: Some(5), nodes: Some(100), movetime: Some(500), ..Go::default() };
        let told = within(&Engine::default(), &go, Seat::FIRST, second);
        assert_eq!((told.depth, told.nodes, told.time), (Some(5), Some(100), Some(Duration::from_millis(490))));
        let own = Engine { depth: Some(2), nodes: Some(7), time: Some(Duration::from_millis(3)), ..Engine::default() };
        assert_eq!(within(&own, &go, Seat::FIRST, second), own);
        assert_eq!(within(&Engine::default(), &Go::default(), Seat::FIRST, second).time, Some(second));
    }
}
