//! Expectiminimax with pruning at chance nodes, for two seats and dice.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use ludoteca_core::cpu::{self, Job, Level};
use ludoteca_core::evaluation::{Budget, Evaluation, Stopped};
use ludoteca_core::{Next, Rules, Seat, Verdict};

use crate::limits::MAX_PLIES;
use crate::order;
use crate::score::{self, INFINITE};
use crate::searcher::{Assessment, Searcher};

/// Expectiminimax: each seat takes the move that is best for itself, and the value of a chance node
/// is the mean over all rolls. The game must be zero-sum for two seats.
///
/// An alpha-beta window goes down the tree, and through chance nodes as well. The bounds of the
/// other faces of the die tell which values of this face matter (Star1). Before any face is
/// searched in full, the most promising reply to every face is tried, which often gives a bound
/// that is enough (Star2). Neither changes the result.
///
/// A beam does change the result: in a game with hundreds of moves at every turn, only the most
/// promising ones are searched
/// ([`DiceEvaluation::beam_width`](ludoteca_core::evaluation::DiceEvaluation::beam_width)). At the
/// root all moves are searched two plies deep; deeper, the beam at the root is a few times as wide
/// as elsewhere. No result is called settled where a move was left out.
///
/// A roll counts as a ply. The principal variation ends at the first roll, since the result of the
/// roll is not known.
pub struct Expectimax<'a, R: Rules, E> {
    rules: &'a R,
    evaluation: &'a E,
    /// The positions after the root moves that are searched deeper than two plies; `None` if all of
    /// them are.
    root_beam: Option<Vec<R::State>>,
}

impl<'a, R: Rules, E: Evaluation<R>> Expectimax<'a, R, E> {
    /// A search of all root moves. Returns `None` where there are not two seats.
    pub fn new(rules: &'a R, evaluation: &'a E) -> Option<Self> {
        (rules.seats() == 2).then_some(Expectimax { rules, evaluation, root_beam: None })
    }

    /// The same search with a beam at the root, which is this state.
    pub fn with_root_beam(self, state: &R::State) -> Self {
        let Expectimax { rules, evaluation, .. } = self;
        let breadth = beam_width(evaluation, state).saturating_mul(ROOT_BEAM_FACTOR);
        let moves = rules.moves(state);
        if moves.len() <= breadth {
            return self;
        }
        let scores: Vec<i32> = moves.iter().map(|m| evaluation.move_score(state, *m)).collect();
        let best = order::ranked(&scores).into_iter().take(breadth);
        Expectimax {
            root_beam: Some(best.map(|number| rules.after(state, moves[number])).collect()),
            ..self
        }
    }
}

impl<R: Rules, E: Evaluation<R>> Searcher<R> for Expectimax<'_, R, E> {
    fn max_depth(&self) -> u32 {
        MAX_PLIES
    }

    fn search_child(
        &self,
        after: &R::State,
        seat: Seat,
        depth: u32,
        floor: i32,
        budget: &mut Budget,
    ) -> Result<Assessment<R::Move>, Stopped> {
        // The first move is searched in any case, and gives the others a lower bound.
        if depth > 2
            && floor > -INFINITE
            && self.root_beam.as_ref().is_some_and(|worth_it| !worth_it.contains(after))
        {
            budget.count()?;
            return Ok(Assessment::estimate(score::of_two(seat, floor)));
        }
        let mut running = ExpectimaxSearch {
            search: self,
            depth,
            budget,
            estimated: false,
            rolled: false,
            scored: false,
        };
        let mut line = Vec::new();
        let value = cpu::dispatch(ExpectimaxNode {
            running: &mut running,
            state: after,
            seat,
            ply: 1,
            window: [floor, INFINITE],
            line: &mut line,
        })?;
        let settled = !running.estimated;
        let assessment = Assessment::of_two(seat, value, settled, line);
        let forced = match assessment.forced {
            _ if !settled || running.rolled => None,
            None if running.scored => Some(Verdict::Scored),
            // A die with one face leaves nothing open, but its value was still computed as a mean.
            None if value == 0 => Some(Verdict::Draw),
            forced => forced,
        };
        Ok(Assessment { settled, forced, ..assessment })
    }
}

/// How many moves of a state are searched.
#[inline(always)]
fn beam_width<R: Rules>(evaluation: &impl Evaluation<R>, state: &R::State) -> usize {
    evaluation.dice().map_or(usize::MAX, |dice| dice.beam_width(state))
}

/// Before the search ranks this many moves or more, it asks whether to stop.
const MANY: usize = 32;

/// The beam at the root is this many times as wide as elsewhere.
const ROOT_BEAM_FACTOR: usize = 4;

/// The state of a running search.
struct ExpectimaxSearch<'s, 'w, R: Rules, E> {
    search: &'s Expectimax<'s, R, E>,
    depth: u32,
    budget: &'s mut Budget<'w>,
    /// Did any line end in a static evaluation, or was a move left out?
    estimated: bool,
    /// Did any line contain a roll?
    rolled: bool,
    /// Did any line end with points?
    scored: bool,
}

/// The search of one node: the value to `seat` of a state, `ply` plies from the root. It is exact
/// inside the window; outside it is a bound on the same side. The line is valid only where the
/// value is exact.
struct ExpectimaxNode<'p, 's, 'w, R: Rules, E> {
    running: &'p mut ExpectimaxSearch<'s, 'w, R, E>,
    state: &'p R::State,
    seat: Seat,
    ply: u32,
    window: [i32; 2],
    line: &'p mut Vec<R::Move>,
}

impl<R: Rules, E: Evaluation<R>> Job for ExpectimaxNode<'_, '_, '_, R, E> {
    type Output = Result<i32, Stopped>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Result<i32, Stopped> {
        let ExpectimaxNode { running, state, seat, ply, window, line } = self;
        running.budget.count()?;
        line.clear();
        let Expectimax { rules, evaluation, .. } = running.search;
        match rules.next(state) {
            Next::Over(outcome) => {
                running.scored |= outcome.verdict == Verdict::Scored;
                Ok(score::terminal_scores(&outcome, 2, ply)[seat.index()])
            }
            Next::Move(_) | Next::Chance if ply >= running.depth => {
                running.estimated = true;
                Ok(score::relative_scores(evaluation.evaluate(state), 2)[seat.index()])
            }
            Next::Move(mover) => {
                // A seat may move twice in a row, so this is negamax with a condition: the window
                // and the value change their sign only where the other seat is to move.
                let [low, high] = window;
                let (window, sign) =
                    if mover == seat { ([low, high], 1) } else { ([-high, -low], -1) };
                running
                    .decision_node(
                        level,
                        DecisionNode { state, mover, ply, window, most: usize::MAX },
                        line,
                    )
                    .map(|value| sign * value)
            }
            Next::Chance => running.chance_node(level, state, seat, ply, window),
        }
    }
}

impl<R: Rules, E: Evaluation<R>> ExpectimaxSearch<'_, '_, R, E> {
    /// The value of the best move to the seat that makes it.
    #[inline(always)]
    fn decision_node<L: Level>(
        &mut self,
        level: L,
        DecisionNode { state, mover, ply, window: [mut low, high], most }: DecisionNode<R::State>,
        line: &mut Vec<R::Move>,
    ) -> Result<i32, Stopped> {
        let rules = self.search.rules;
        let mut best = -INFINITE;
        let mut answers = Vec::new();
        for m in self.candidates(state, ply, most)? {
            let after = rules.after(state, m);
            let window = [low, high];
            let value = level.call(ExpectimaxNode {
                running: self,
                state: &after,
                seat: mover,
                ply: ply + 1,
                window,
                line: &mut answers,
            })?;
            best = best.max(value);
            if value > low {
                low = value;
                line.clear();
                line.push(m);
                line.append(&mut answers);
            }
            // Beta cutoff: the other seat has a better alternative, and will avoid this position.
            if value >= high {
                break;
            }
        }
        Ok(best)
    }

    /// The moves to search, the most promising first; equals in the order of the rules. At the last
    /// ply these are all moves, unsorted: evaluating a move there costs no more than ranking it.
    #[inline(always)]
    fn candidates(
        &mut self,
        state: &R::State,
        ply: u32,
        most: usize,
    ) -> Result<Vec<R::Move>, Stopped> {
        let Expectimax { rules, evaluation, .. } = self.search;
        if ply + 1 >= self.depth && most == usize::MAX {
            return Ok(rules.moves(state));
        }
        let mut moves = Vec::new();
        let _ = rules.visit_moves(state, |m| -> ControlFlow<()> {
            moves.push((Reverse(evaluation.move_score(state, m)), moves.len(), m));
            ControlFlow::Continue(())
        });
        if moves.len() >= MANY && (self.budget.stop)() {
            return Err(Stopped);
        }
        let breadth = beam_width(*evaluation, state);
        self.estimated |= breadth < moves.len();
        let most = most.min(breadth);
        if most < moves.len() {
            moves.select_nth_unstable_by_key(most, |(move_score, place, _)| (*move_score, *place));
            moves.truncate(most);
        }
        moves.sort_unstable_by_key(|(move_score, place, _)| (*move_score, *place));
        Ok(moves.into_iter().map(|(_, _, m)| m).collect())
    }

    /// The value of a chance node to a seat: the mean over all faces, with Star2 probing and Star1
    /// cutoffs.
    #[inline(always)]
    fn chance_node<L: Level>(
        &mut self,
        level: L,
        state: &R::State,
        seat: Seat,
        ply: u32,
        window: [i32; 2],
    ) -> Result<i32, Stopped> {
        let mut faces = self.faces(state, seat);
        self.rolled |= faces.len() > 1;
        let mut mean = ChanceBounds::of(&faces);
        let mut line = Vec::new();
        if faces.len() > 1 && ply + 2 < self.depth {
            for face in &mut faces {
                let Next::Move(mover) = self.search.rules.next(&face.state) else { continue };
                let [low, high] = if mover == seat { window } else { [-window[1], -window[0]] };
                self.budget.count()?;
                let turn = DecisionNode {
                    state: &face.state,
                    mover,
                    ply: ply + 1,
                    window: [low, high],
                    most: 1,
                };
                let value = self.decision_node(level, turn, &mut line)?;
                // A probe that fails low says nothing about the other moves.
                if value > low {
                    let [least, most] = face.range;
                    let range = if mover == seat {
                        [least.max(value), most]
                    } else {
                        [least, most.min(-value)]
                    };
                    mean.narrow(face, range);
                }
            }
        }
        for face in &mut faces {
            if let Some(bound) = mean.cutoff(window) {
                return Ok(bound);
            }
            let window = mean.child_window(face, window);
            let value = level.call(ExpectimaxNode {
                running: self,
                state: &face.state,
                seat,
                ply: ply + 1,
                window,
                line: &mut line,
            })?;
            let [least, most] = face.range;
            let range = match value {
                value if value <= window[0] => [least, value],
                value if value >= window[1] => [value, most],
                value => [value; 2],
            };
            mean.narrow(face, range);
        }
        Ok(mean.cutoff(window).unwrap_or(mean.least()))
    }

    /// The faces of the die. Faces that lead to equivalent positions are merged into one.
    #[inline(always)]
    fn faces(&self, state: &R::State, seat: Seat) -> Vec<ChanceOutcome<R::State>> {
        let Expectimax { rules, evaluation, .. } = self.search;
        let dice = evaluation.dice();
        let [least, most] =
            dice.and_then(|dice| dice.value_bounds(state)).unwrap_or([-INFINITE, INFINITE]);
        let range = if seat == Seat::FIRST { [least, most] } else { [-most, -least] };
        let mut faces: Vec<ChanceOutcome<R::State>> = Vec::new();
        let mut shown: Vec<R::Chance> = Vec::new();
        let _ = rules.visit_chances(state, |chance, weight| -> ControlFlow<()> {
            let is_alike = |other: &R::Chance| {
                dice.map_or(*other == chance, |dice| dice.are_alike(state, *other, chance))
            };
            match shown.iter().position(is_alike) {
                Some(alike) => faces[alike].weight += i64::from(weight),
                None => {
                    shown.push(chance);
                    faces.push(ChanceOutcome {
                        state: rules.after_roll(state, chance),
                        weight: weight.into(),
                        range,
                    });
                }
            }
            ControlFlow::Continue(())
        });
        faces
    }
}

/// A decision node, and how many of its most promising moves are searched.
struct DecisionNode<'t, S> {
    state: &'t S,
    mover: Seat,
    ply: u32,
    window: [i32; 2],
    most: usize,
}

/// A face of the die: the state after it, its weight, and the bounds between which its value is
/// known to lie.
struct ChanceOutcome<S> {
    state: S,
    weight: i64,
    range: [i32; 2],
}

/// Bounds on the mean over all faces of a die.
struct ChanceBounds {
    weights: i64,
    /// The sums of the lower and of the upper bounds of all faces, each times its weight.
    sums: [i64; 2],
}

impl ChanceBounds {
    fn of<S>(faces: &[ChanceOutcome<S>]) -> ChanceBounds {
        let sum = |of: &dyn Fn(&ChanceOutcome<S>) -> i64| faces.iter().map(of).sum();
        let side = |side: usize| sum(&|face| face.weight * i64::from(face.range[side]));
        ChanceBounds { weights: sum(&|face| face.weight), sums: [side(0), side(1)] }
    }

    /// Narrows the bounds of a face.
    fn narrow<S>(&mut self, face: &mut ChanceOutcome<S>, range: [i32; 2]) {
        for ((sum, new), old) in self.sums.iter_mut().zip(range).zip(face.range) {
            *sum += face.weight * (i64::from(new) - i64::from(old));
        }
        face.range = range;
    }

    /// The window for a face: the values with which it decides whether the mean lies inside the
    /// chance node's window (Star1).
    fn child_window<S>(&self, face: &ChanceOutcome<S>, [low, high]: [i32; 2]) -> [i32; 2] {
        let others = |side: usize| self.sums[side] - face.weight * i64::from(face.range[side]);
        let low = (i64::from(low) * self.weights - others(1)).div_euclid(face.weight);
        let high = -(others(0) - i64::from(high) * self.weights).div_euclid(face.weight);
        [low, high].map(|bound| bound.clamp(i64::from(-INFINITE), i64::from(INFINITE)) as i32)
    }

    /// A bound on the mean, if the mean is already known to lie outside this window.
    fn cutoff(&self, [low, high]: [i32; 2]) -> Option<i32> {
        let [least, most] = self.sums.map(|sum| self.worth(sum));
        if most <= low { Some(most) } else { (least >= high).then_some(least) }
    }

    /// The mean, if every face has the least value that it may have.
    fn least(&self) -> i32 {
        self.worth(self.sums[0])
    }

    /// The mean, given the weighted sum. It is clamped to the range of estimates, since a mean over
    /// rolls proves neither a win nor a loss.
    fn worth(&self, sum: i64) -> i32 {
        score::clamp_estimate((sum / self.weights) as i32)
    }
}

#[cfg(test)]
mod tests;
