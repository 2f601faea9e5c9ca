//! Adjudication: ends games before their own rules end them.

use ludoteca_core::scene::{PieceKind, Shape};
use ludoteca_core::{MAX_SEATS, Seat, Table};
use serde::{Deserialize, Serialize};

use ludoteca_engines::protocols::messages::EngineScore;

/// The rules for adjudication: when a game is ended before its own rules end it. Scores of the
/// players matter only if there are two of them and one can win.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// The game is a draw after this many steps.
    pub length: Option<u32>,
    /// The game is a draw after this many steps in a row without a change in anybody's number of
    /// pieces.
    pub no_progress: Option<u32>,
    /// A seat resigns when its own score is this far behind for this many of its moves in a row.
    pub resign: Option<Threshold>,
    /// A seat wins when it sees itself this far ahead and the other seat sees itself this far
    /// behind, each for this many of its moves in a row.
    pub win: Option<Threshold>,
    /// The game is a draw when both seats see nobody further ahead than this, each for this many of
    /// its moves in a row.
    pub draw: Option<Threshold>,
}

/// A score that must last for a number of moves.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Threshold {
    /// The score in hundredths, as engines report it.
    pub score: u32,
    /// For how many of a seat's moves in a row.
    pub moves: u32,
}

/// The result of an adjudication.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum AdjudicationOutcome {
    /// A draw, because the game has reached its maximum length.
    Length,
    /// A draw, because nothing has changed in the number of pieces for too long.
    NoProgress,
    /// This seat has lost.
    Resigned(Seat),
    /// This seat has won.
    AgreedWin(Seat),
    /// A draw, because both seats see one.
    AgreedDraw,
}

/// Applies the rules of adjudication to one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// The pieces after the last step; `without_progress` is the number of steps since they last
    /// changed.
    material: Option<Material>,
    without_progress: u32,
    /// For each seat, the number of its moves in a row with a score that is far behind (to resign,
    /// and to agree), far ahead, or even.
    streaks: [Streaks; 2],
}

#[derive(Copy, Clone, Default, Debug)]
struct Streaks {
    hopeless: u32,
    lost: u32,
    won: u32,
    even: u32,
}

/// The pieces of each seat, and the stones out of play.
type Material = ([u32; MAX_SEATS], u32);

impl Adjudicator {
    /// Creates the adjudicator at the start of a game.
    pub fn new(rules: &Adjudication, table: &dyn Table) -> Adjudicator {
        let mut rules = *rules;
        if table.seats() != 2 || table.options().info().scored {
            (rules.resign, rules.win, rules.draw) = (None, None, None);
        }
        let material = rules.no_progress.map(|_| material(table));
        Adjudicator { rules, material, without_progress: 0, streaks: Default::default() }
    }

    /// Handles a step, and returns the result if the game is adjudicated. `seen` is the seat that
    /// made the step, with its score for the position before the step; `None` for a roll. `steps`
    /// is the number of all steps so far.
    pub fn stepped(
        &mut self,
        table: &dyn Table,
        steps: u32,
        seen: Option<(Seat, Option<EngineScore>)>,
    ) -> Option<AdjudicationOutcome> {
        if self.rules.length.is_some_and(|most| steps >= most) {
            return Some(AdjudicationOutcome::Length);
        }
        if let Some(most) = self.rules.no_progress
            && self.steps_without_progress(table) >= most
        {
            return Some(AdjudicationOutcome::NoProgress);
        }
        let (seat, score) = seen?;
        self.count_streaks(seat, score)
    }

    fn steps_without_progress(&mut self, table: &dyn Table) -> u32 {
        let now = material(table);
        self.without_progress =
            if self.material == Some(now) { self.without_progress + 1 } else { 0 };
        self.material = Some(now);
        self.without_progress
    }

    fn count_streaks(
        &mut self,
        seat: Seat,
        score: Option<EngineScore>,
    ) -> Option<AdjudicationOutcome> {
        let Adjudication { resign, win, draw, .. } = self.rules;
        let streaks = self.streaks.get_mut(seat.index())?;
        let value = score.map(hundredths);
        let count =
            |streak: &mut u32, threshold: Option<Threshold>, holds: &dyn Fn(i64, i64) -> bool| {
                let holds = threshold
                    .zip(value)
                    .is_some_and(|(threshold, value)| holds(value, threshold.score.into()));
                *streak = if holds { *streak + 1 } else { 0 };
            };
        count(&mut streaks.hopeless, resign, &|value, score| value <= -score);
        count(&mut streaks.lost, win, &|value, score| value <= -score);
        count(&mut streaks.won, win, &|value, score| value >= score);
        count(&mut streaks.even, draw, &|value, score| value.abs() <= score);

        let [mover, other] = [seat, seat.other()].map(|seat| self.streaks[seat.index()]);
        let lasts = |streak: u32, threshold: Option<Threshold>| {
            threshold.is_some_and(|it| streak >= it.moves.max(1))
        };
        if lasts(mover.hopeless, resign) {
            Some(AdjudicationOutcome::Resigned(seat))
        } else if lasts(mover.won.min(other.lost), win) {
            Some(AdjudicationOutcome::AgreedWin(seat))
        } else if lasts(mover.lost.min(other.won), win) {
            Some(AdjudicationOutcome::AgreedWin(seat.other()))
        } else if lasts(mover.even.min(other.even), draw) {
            Some(AdjudicationOutcome::AgreedDraw)
        } else {
            None
        }
    }
}

/// A score in hundredths; a proved win or loss is beyond every threshold.
pub fn hundredths(score: EngineScore) -> i64 {
    const PROVED: i64 = 1 << 40;
    match score {
        EngineScore::Centipawns(hundredths) => hundredths,
        EngineScore::Win(_) => PROVED,
        EngineScore::Loss(_) => -PROVED,
        EngineScore::Draw => 0,
        EngineScore::Points(points) => points.saturating_mul(100),
        // `mate 0` comes from the seat that is mated.
        EngineScore::Mate(moves) => {
            if moves > 0 {
                PROVED
            } else {
                -PROVED
            }
        }
    }
}

fn material(table: &dyn Table) -> Material {
    let places = table.board().places;
    let mut of_seats = [0; MAX_SEATS];
    let mut out_of_play = 0;
    for piece in table.pieces() {
        match piece.kind {
            PieceKind::Of(seat, _) => of_seats[seat.index()] += piece.count,
            PieceKind::Stones if places[piece.place].shape == Shape::Pot => {
                out_of_play += piece.count;
            }
            _ => {}
        }
    }
    (of_seats, out_of_play)
}
