//! The position that is asked about.

use ludoteca_core::evaluation::{Evaluation, Prospect, Stopped, Watch};
use ludoteca_core::{Rules, Seat, Verdict, cpu};

use super::node::{Thread, Visit, Worth};
use crate::deepening::Answer;
use crate::limits::MOST_PLIES;
use crate::order;
use crate::score::{self, INFINITE};
use crate::searcher::Sight;

/// What is to be found out.
pub struct Deepen<'a, R: Rules> {
    pub state: &'a R::State,
    pub seat: Seat,
    pub depth: Option<u32>,
    /// Of the thread: the first gives the answer, every other helper is a ply ahead.
    pub number: usize,
    pub deeper: &'a dyn Fn(&Answer<R::Move>),
}

/// A thread that looks further and further.
struct Deepening<'a, R: Rules, E> {
    task: Deepen<'a, R>,
    thread: Thread<'a, R, E>,
    /// The moves, each with the state after it.
    moves: Vec<(R::Move, R::State)>,
    /// How much work each move was the last time: what was hard to refute may well become the best.
    work: Vec<u64>,
    /// The numbers of the moves in the order in which they are tried.
    order: Vec<usize>,
}

impl<'a, R: Rules> Deepen<'a, R> {
    /// Finds it out. Only [`Visit`] is compiled for newer processors: what is done here is done once a move of the root.
    pub fn with<E: Evaluation<R>>(self, thread: Thread<'a, R, E>) -> Answer<R::Move> {
        let rules = thread.rules;
        let moves: Vec<_> = rules.moves(self.state).into_iter().map(|m| (m, rules.after(self.state, m))).collect();
        let (work, order) = (vec![0; moves.len()], (0..moves.len()).collect());
        Deepening { task: self, thread, moves, work, order }.run()
    }
}

/// More positions than this are not looked at for a forced win before the search begins.
const MOST_FORCING: u64 = 1 << 14;

/// Nor more than this for the end of a line.
const MOST_FINISHING: u64 = 1 << 9;

/// A window that is wider is open to both sides.
const WIDEST: i32 = 40_000;

/// What a look at all moves came to.
struct Best<M> {
    worth: Worth,
    line: Vec<M>,
    is_whole: bool,
}

impl<R: Rules, E: Evaluation<R>> Deepening<'_, R, E> {
    fn run(mut self) -> Answer<R::Move> {
        let deepest = self.task.depth.unwrap_or(u32::MAX).clamp(1, MOST_PLIES);
        let mut best = self.at_once();
        let mut depth = 1;
        let mut answer = self.answer(&best, depth);
        let stop = self.thread.watch.stop;
        let mut goes_on = !answer.sight.settled && !stop();
        if E::HAS_LOUD && goes_on {
            self.further(depth, &mut best, &mut answer);
        }
        goes_on &= self.moves.len() > 1;
        if goes_on && best.is_whole && !answer.sight.settled && self.task.number == 0 && !self.thread.overlooks() {
            answer = self.forced_win(deepest).unwrap_or(answer);
            answer.nodes = self.thread.watch.nodes;
        }
        while goes_on && best.is_whole && !answer.sight.settled && depth < deepest && !stop() {
            if depth > 1 || self.task.number == 0 {
                (self.task.deeper)(&answer);
            }
            let ahead = if depth == 1 { self.task.number as u32 % 2 } else { 0 };
            depth = (depth + 1 + ahead).min(deepest);
            self.further(depth, &mut best, &mut answer);
        }
        answer
    }

    /// One ply is looked ahead whatever the limits: at one position a move, and so at no loud moves after it.
    fn at_once(&mut self) -> Best<R::Move> {
        let Watch { most_nodes, stop, .. } = self.thread.watch;
        self.thread.watch = Watch { nodes: 0, most_nodes: u64::MAX, stop: &|| false };
        self.thread.follows_loud = false;
        let best = self.look(1, [-INFINITE, INFINITE]);
        self.thread.follows_loud = true;
        let nodes = self.thread.watch.nodes;
        self.thread.watch = Watch { nodes, most_nodes: most_nodes.max(nodes), stop };
        best
    }

    /// Looks so far ahead, if the limits let it, and answers by what that comes to.
    fn further(&mut self, depth: u32, best: &mut Best<R::Move>, answer: &mut Answer<R::Move>) {
        *best = self.aspire(depth, best.worth.value);
        // While all that was found loses, what was not looked at may still be better.
        if best.is_whole || !best.line.is_empty() && !score::is_loss(best.worth.value) {
            *answer = self.answer(best, depth);
        }
        answer.nodes = self.thread.watch.nodes;
    }

    /// Looks so far ahead, expecting a value near the last one.
    fn aspire(&mut self, depth: u32, expected: i32) -> Best<R::Move> {
        let Some(selective) = self.thread.evaluation.selective() else {
            return self.look(depth, [-INFINITE, INFINITE]);
        };
        if depth < 4 || score::is_win(expected) || score::is_loss(expected) {
            return self.look(depth, [-INFINITE, INFINITE]);
        }
        let mut width = selective.margin / 2 + 1;
        let [mut low, mut high] = [expected - width, expected + width];
        let mut raised = None;
        loop {
            let best = self.look(depth, [low, high]);
            let value = best.worth.value;
            if !best.is_whole {
                // That another move is better is known, even if not by how much.
                return raised.filter(|_| best.line.is_empty()).unwrap_or(best);
            }
            width = width.saturating_mul(3);
            let is_wide = width > WIDEST;
            if value <= low && low > -INFINITE {
                low = if is_wide { -INFINITE } else { value - width };
                raised = None;
            } else if value >= high && high < INFINITE {
                high = if is_wide { INFINITE } else { value + width };
                // The moves that were not tried may be better still.
                let worth = Worth { settled: score::is_win(value), ..best.worth };
                raised = Some(Best { worth, is_whole: false, ..best });
            } else {
                return best;
            }
        }
    }

    /// Compares the moves so many plies ahead. Broken off, it knows the best of those that it has finished.
    fn look(&mut self, depth: u32, [low, high]: [i32; 2]) -> Best<R::Move> {
        let mut best =
            Best { worth: Worth { value: -INFINITE, settled: true, reach: 0 }, line: Vec::new(), is_whole: true };
        let mut floor = low;
        let mut first = 0;
        for number in 0..self.moves.len() {
            let before = self.thread.watch.nodes;
            let window = [floor, high];
            let worth = match self.try_move(number, depth, window) {
                Ok(worth) => worth,
                Err(Stopped) => {
                    best.is_whole = false;
                    best.worth.settled = score::is_win(best.worth.value);
                    break;
                }
            };
            self.work[self.order[number]] = self.thread.watch.nodes - before;
            best.worth.settled &= worth.settled;
            if worth.value > best.worth.value {
                best.worth.value = worth.value;
                if worth.value > floor {
                    floor = worth.value;
                    first = number;
                    best.line.clear();
                    best.line.push(self.moves[self.order[number]].0);
                    best.line.extend_from_slice(&self.thread.lines[1]);
                }
            }
            if worth.value >= high {
                break;
            }
        }
        // The best is tried first the next time: a look that is broken off then still knows whether another is better.
        self.order[..=first].rotate_right(1);
        order::greatest_first(&mut self.order[1..], &self.work);
        best.worth.settled |= score::is_win(best.worth.value);
        best
    }

    fn try_move(&mut self, number: usize, depth: u32, [floor, high]: [i32; 2]) -> Result<Worth, Stopped> {
        let Deepening { task: Deepen { seat, .. }, thread, moves, order, .. } = self;
        let (_, state) = &moves[order[number]];
        let depth = depth as i32 - 1;
        let mut look = |window| cpu::best(Visit { thread: &mut *thread, state, seat: *seat, ply: 1, depth, window });
        if number == 0 || depth == 0 {
            return look([floor, high]);
        }
        let worth = look([floor, floor + 1])?;
        if worth.value > floor && worth.value < high { look([floor, high]) } else { Ok(worth) }
    }

    /// A win by the game's own search, for which it gets a part of the nodes.
    fn forced_win(&mut self, deepest: u32) -> Option<Answer<R::Move>> {
        let Thread { evaluation, watch, .. } = &mut self.thread;
        let share = ((watch.most_nodes - watch.nodes) / 8).min(MOST_FORCING);
        let mut part = Watch { nodes: watch.nodes, most_nodes: watch.nodes + share, stop: watch.stop };
        let line = evaluation.proofs().and_then(|proofs| proofs.forced_win(self.task.state, deepest, &mut part));
        watch.nodes = part.nodes;
        let line = line?;
        let plies = line.len() as u32;
        let worth = Worth { value: score::win_in(plies), settled: true, reach: plies };
        Some(self.answer(&Best { worth, line, is_whole: true }, plies))
    }

    /// A line that ends where a win was foreseen is shown up to the end of the game, if the game's own search finds it.
    fn finish(&self, line: &mut Vec<R::Move>, winner: Seat) {
        let Thread { rules, evaluation, watch, .. } = &self.thread;
        let after = |state: R::State, m: &R::Move| rules.after(&state, *m);
        let mut state = line.iter().fold(self.task.state.clone(), after);
        if rules.next(&state).seat() == Some(winner.other()) {
            let mut best: Option<Prospect<R::Move>> = None;
            evaluation.visit_promising(*rules, &state, |prospect| {
                best = best.filter(|best| best.promise >= prospect.promise).or(Some(prospect));
            });
            let Some(Prospect { m, .. }) = best else { return };
            rules.play(&mut state, m);
            line.push(m);
        }
        if rules.next(&state).seat() == Some(winner) {
            let mut watch = Watch { nodes: 0, most_nodes: MOST_FINISHING, stop: watch.stop };
            let rest = evaluation.proofs().and_then(|proofs| proofs.forced_win(&state, MOST_PLIES, &mut watch));
            line.extend(rest.unwrap_or_default());
        }
    }

    fn answer(&self, best: &Best<R::Move>, depth: u32) -> Answer<R::Move> {
        let mut sight = Sight::of_two(self.task.seat, best.worth.value, best.worth.settled, best.line.clone());
        if let Some(Verdict::Won(winner)) = sight.forced {
            self.finish(&mut sight.line, winner);
        }
        Answer { sight, depth, nodes: self.thread.watch.nodes }
    }
}
