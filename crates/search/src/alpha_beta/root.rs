//! The root of the alpha-beta search: iterative deepening with aspiration windows.

use ludoteca_core::evaluation::{Budget, Evaluation, ScoredMove, Stopped};
use ludoteca_core::{Rules, Seat, Verdict, cpu};

use super::node::{AlphaBetaThread, NodeResult, NodeSearch};
use crate::iterative_deepening::RootResult;
use crate::limits::MAX_PLIES;
use crate::order;
use crate::score::{self, INFINITE};
use crate::searcher::Assessment;

/// What one thread is to search.
pub struct RootTask<'a, R: Rules> {
    pub state: &'a R::State,
    pub seat: Seat,
    pub depth: Option<u32>,
    /// The number of the thread. Thread 0 gives the answer; helpers with an odd number search one
    /// ply deeper than the others (lazy SMP).
    pub number: usize,
    pub deeper: &'a dyn Fn(&RootResult<R::Move>),
}

/// Iterative deepening in one thread.
struct IterativeDeepening<'a, R: Rules, E> {
    task: RootTask<'a, R>,
    thread: AlphaBetaThread<'a, R, E>,
    /// The root moves, each with the state after it.
    moves: Vec<(R::Move, R::State)>,
    /// The nodes that each move took in the last iteration. A move that was hard to refute may well
    /// become the best.
    work: Vec<u64>,
    /// The indices of the moves in the order in which they are searched.
    order: Vec<usize>,
}

impl<'a, R: Rules> RootTask<'a, R> {
    /// Runs the search. Only [`NodeSearch`] is compiled for newer processors, since the code here
    /// runs only once for each root move.
    pub fn run_on<E: Evaluation<R>>(
        self,
        thread: AlphaBetaThread<'a, R, E>,
    ) -> RootResult<R::Move> {
        let rules = thread.rules;
        let moves: Vec<_> =
            rules.moves(self.state).into_iter().map(|m| (m, rules.after(self.state, m))).collect();
        let (work, order) = (vec![0; moves.len()], (0..moves.len()).collect());
        IterativeDeepening { task: self, thread, moves, work, order }.run()
    }
}

/// The greatest number of positions that the game's own proof search may visit before the main
/// search begins.
const MAX_PROOF_NODES: u64 = 1 << 14;

/// The greatest number of positions that the proof search may visit to complete a line to the end
/// of the game.
const MAX_COMPLETION_NODES: u64 = 1 << 9;

/// An aspiration window that would become wider than this is opened fully on the side that failed.
const MAX_ASPIRATION_WIDTH: i32 = 40_000;

/// The result of one iteration over the root moves.
struct IterationResult<M> {
    result: NodeResult,
    principal_variation: Vec<M>,
    is_complete: bool,
}

impl<R: Rules, E: Evaluation<R>> IterativeDeepening<'_, R, E> {
    fn run(mut self) -> RootResult<R::Move> {
        let deepest = self.task.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLIES);
        let mut best = self.search_one_ply();
        let mut depth = 1;
        let mut answer = self.answer(&best, depth);
        let stop = self.thread.budget.stop;
        let mut goes_on = !answer.assessment.settled && !stop();
        if E::HAS_NOISY && goes_on {
            self.search_to_depth(depth, &mut best, &mut answer);
        }
        goes_on &= self.moves.len() > 1;
        if goes_on
            && best.is_complete
            && !answer.assessment.settled
            && self.task.number == 0
            && !self.thread.overlooks()
        {
            answer = self.forced_win(deepest).unwrap_or(answer);
            answer.nodes = self.thread.budget.nodes;
        }
        while goes_on
            && best.is_complete
            && !answer.assessment.settled
            && depth < deepest
            && !stop()
        {
            if depth > 1 || self.task.number == 0 {
                (self.task.deeper)(&answer);
            }
            let ahead = if depth == 1 { self.task.number as u32 % 2 } else { 0 };
            depth = (depth + 1 + ahead).min(deepest);
            self.search_to_depth(depth, &mut best, &mut answer);
        }
        answer
    }

    /// Searches one ply whatever the limits are, so that there is always an answer. It visits one
    /// position for each move, without quiescence search.
    fn search_one_ply(&mut self) -> IterationResult<R::Move> {
        let Budget { most_nodes, stop, .. } = self.thread.budget;
        self.thread.budget = Budget { nodes: 0, most_nodes: u64::MAX, stop: &|| false };
        self.thread.uses_quiescence = false;
        let best = self.search_root(1, [-INFINITE, INFINITE]);
        self.thread.uses_quiescence = true;
        let nodes = self.thread.budget.nodes;
        self.thread.budget = Budget { nodes, most_nodes: most_nodes.max(nodes), stop };
        best
    }

    /// Searches to a depth, as far as the limits allow, and updates the answer with the result.
    fn search_to_depth(
        &mut self,
        depth: u32,
        best: &mut IterationResult<R::Move>,
        answer: &mut RootResult<R::Move>,
    ) {
        *best = self.aspiration_search(depth, best.result.value);
        // As long as every move searched so far loses, a move that was not searched may still be
        // better.
        if best.is_complete
            || !best.principal_variation.is_empty() && !score::is_loss(best.result.value)
        {
            *answer = self.answer(best, depth);
        }
        answer.nodes = self.thread.budget.nodes;
    }

    /// Searches to a depth with an aspiration window around the value of the last iteration. The
    /// window is widened until the value lies inside it.
    fn aspiration_search(&mut self, depth: u32, expected: i32) -> IterationResult<R::Move> {
        let Some(selective) = self.thread.evaluation.selective() else {
            return self.search_root(depth, [-INFINITE, INFINITE]);
        };
        if depth < 4 || score::is_win(expected) || score::is_loss(expected) {
            return self.search_root(depth, [-INFINITE, INFINITE]);
        }
        let mut width = selective.margin / 2 + 1;
        let [mut low, mut high] = [expected - width, expected + width];
        let mut raised = None;
        loop {
            let best = self.search_root(depth, [low, high]);
            let value = best.result.value;
            if !best.is_complete {
                // The last search failed high: a better move is known, but not its exact value.
                return raised.filter(|_| best.principal_variation.is_empty()).unwrap_or(best);
            }
            width = width.saturating_mul(3);
            let is_wide = width > MAX_ASPIRATION_WIDTH;
            if value <= low && low > -INFINITE {
                low = if is_wide { -INFINITE } else { value - width };
                raised = None;
            } else if value >= high && high < INFINITE {
                high = if is_wide { INFINITE } else { value + width };
                // The moves that were not searched may be better still.
                let result = NodeResult { settled: score::is_win(value), ..best.result };
                raised = Some(IterationResult { result, is_complete: false, ..best });
            } else {
                return best;
            }
        }
    }

    /// Searches all root moves to a depth, within a window. If the search is stopped, the result is
    /// the best of the moves that it has finished.
    fn search_root(&mut self, depth: u32, [low, high]: [i32; 2]) -> IterationResult<R::Move> {
        let mut best = IterationResult {
            result: NodeResult { value: -INFINITE, settled: true, reach: 0 },
            principal_variation: Vec::new(),
            is_complete: true,
        };
        let mut floor = low;
        let mut first = 0;
        for number in 0..self.moves.len() {
            let before = self.thread.budget.nodes;
            let window = [floor, high];
            let result = match self.search_root_move(number, depth, window) {
                Ok(result) => result,
                Err(Stopped) => {
                    best.is_complete = false;
                    best.result.settled = score::is_win(best.result.value);
                    break;
                }
            };
            self.work[self.order[number]] = self.thread.budget.nodes - before;
            best.result.settled &= result.settled;
            if result.value > best.result.value {
                best.result.value = result.value;
                if result.value > floor {
                    floor = result.value;
                    first = number;
                    best.principal_variation.clear();
                    best.principal_variation.push(self.moves[self.order[number]].0);
                    best.principal_variation
                        .extend_from_slice(&self.thread.principal_variations[1]);
                }
            }
            if result.value >= high {
                break;
            }
        }
        // The best move is searched first in the next iteration. If that iteration is stopped
        // early, it still knows whether another move is better.
        self.order[..=first].rotate_right(1);
        order::greatest_first(&mut self.order[1..], &self.work);
        best.result.settled |= score::is_win(best.result.value);
        best
    }

    fn search_root_move(
        &mut self,
        number: usize,
        depth: u32,
        [floor, high]: [i32; 2],
    ) -> Result<NodeResult, Stopped> {
        let IterativeDeepening { task: RootTask { seat, .. }, thread, moves, order, .. } = self;
        let (_, state) = &moves[order[number]];
        let depth = depth as i32 - 1;
        let mut search = |window| {
            cpu::dispatch(NodeSearch {
                thread: &mut *thread,
                state,
                seat: *seat,
                ply: 1,
                depth,
                window,
            })
        };
        if number == 0 || depth == 0 {
            return search([floor, high]);
        }
        let result = search([floor, floor + 1])?;
        if result.value > floor && result.value < high { search([floor, high]) } else { Ok(result) }
    }

    /// Looks for a forced win with the game's own proof search, which gets a share of the node
    /// budget.
    fn forced_win(&mut self, deepest: u32) -> Option<RootResult<R::Move>> {
        let AlphaBetaThread { evaluation, budget, .. } = &mut self.thread;
        let share = ((budget.most_nodes - budget.nodes) / 8).min(MAX_PROOF_NODES);
        let mut part =
            Budget { nodes: budget.nodes, most_nodes: budget.nodes + share, stop: budget.stop };
        let line = evaluation
            .proofs()
            .and_then(|proofs| proofs.forced_win(self.task.state, deepest, &mut part));
        budget.nodes = part.nodes;
        let line = line?;
        let plies = line.len() as u32;
        let result = NodeResult { value: score::win_in(plies), settled: true, reach: plies };
        Some(self.answer(
            &IterationResult { result, principal_variation: line, is_complete: true },
            plies,
        ))
    }

    /// Extends a line that ends in a known win up to the end of the game, if the game's own proof
    /// search finds the rest.
    fn finish(&self, line: &mut Vec<R::Move>, winner: Seat) {
        let AlphaBetaThread { rules, evaluation, budget, .. } = &self.thread;
        let after = |state: R::State, m: &R::Move| rules.after(&state, *m);
        let mut state = line.iter().fold(self.task.state.clone(), after);
        if rules.next(&state).seat() == Some(winner.other()) {
            let mut best: Option<ScoredMove<R::Move>> = None;
            evaluation.visit_scored_moves(*rules, &state, |scored| {
                best = best.filter(|best| best.score >= scored.score).or(Some(scored));
            });
            let Some(ScoredMove { m, .. }) = best else { return };
            rules.play(&mut state, m);
            line.push(m);
        }
        if rules.next(&state).seat() == Some(winner) {
            let mut budget =
                Budget { nodes: 0, most_nodes: MAX_COMPLETION_NODES, stop: budget.stop };
            let rest = evaluation
                .proofs()
                .and_then(|proofs| proofs.forced_win(&state, MAX_PLIES, &mut budget));
            line.extend(rest.unwrap_or_default());
        }
    }

    fn answer(&self, best: &IterationResult<R::Move>, depth: u32) -> RootResult<R::Move> {
        let mut assessment = Assessment::of_two(
            self.task.seat,
            best.result.value,
            best.result.settled,
            best.principal_variation.clone(),
        );
        if let Some(Verdict::Won(winner)) = assessment.forced {
            self.finish(&mut assessment.principal_variation, winner);
        }
        RootResult { assessment, depth, nodes: self.thread.budget.nodes }
    }
}
