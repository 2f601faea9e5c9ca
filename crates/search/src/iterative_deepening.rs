//! The root of the searches that compare moves by a [`Searcher`]: iterative deepening, or one
//! search to a fixed depth.

use std::iter;

use ludoteca_core::evaluation::{Budget, Stopped};
use ludoteca_core::{Rules, Seat};

use crate::limits::Limits;
use crate::score::{self, INFINITE};
use crate::searcher::{Assessment, BestSoFar, Searcher};
use crate::threads::WorkerPool;

/// The result of a search.
pub struct RootResult<M> {
    pub assessment: Assessment<M>,
    pub depth: u32,
    pub nodes: u64,
}

/// Iterative deepening from a state where `seat` is to move. `deeper` is called with the result so
/// far before each deeper iteration.
pub fn search<R: Rules, S: Searcher<R>>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    searcher: &S,
    limits: &Limits,
    stop: &(dyn Fn() -> bool + Sync),
    deeper: &dyn Fn(&RootResult<R::Move>),
) -> RootResult<R::Move> {
    let mut root = Root::new(rules, state, seat, searcher, limits.threads);
    let deepest = root.deepest(limits.depth.unwrap_or(u32::MAX));
    let most_nodes = limits.nodes.unwrap_or(u64::MAX);

    let mut answer = root.one_ply();
    let mut goes_on = root.moves.len() > 1;
    while goes_on && !answer.assessment.settled && answer.depth < deepest {
        deeper(&answer);
        root.put_first(answer.assessment.principal_variation[0]);
        let iteration =
            root.search_moves(answer.depth + 1, most_nodes.saturating_sub(answer.nodes), stop);
        answer.nodes += iteration.nodes;
        goes_on = iteration.is_complete;
        if let Some(assessment) = iteration.assessment {
            answer.assessment = assessment;
            answer.depth += 1;
        }
    }
    answer
}

/// Searches once to a fixed depth, with the moves in the order of the rules. If it is stopped, the
/// result is that of a one-ply search: a search that is half done says nothing about the other
/// moves.
pub fn fixed_depth<R: Rules, S: Searcher<R>>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    searcher: &S,
    depth: u32,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> RootResult<R::Move> {
    let root = Root::new(rules, state, seat, searcher, threads);
    let depth = root.deepest(depth);
    let RootIteration { assessment, is_complete, nodes } = root.search_moves(depth, u64::MAX, stop);
    match assessment.filter(|_| is_complete) {
        Some(assessment) => RootResult { assessment, depth, nodes },
        None => {
            let answer = root.one_ply();
            RootResult { nodes: nodes + answer.nodes, ..answer }
        }
    }
}

/// The root moves, each with the state after it, in the order in which they are searched.
struct Root<'a, R: Rules, S> {
    seat: Seat,
    searcher: &'a S,
    moves: Vec<(R::Move, R::State)>,
    threads: WorkerPool,
}

/// The result of one iteration over the root moves.
struct RootIteration<M> {
    /// The assessment of the best move; `None` if the iteration was stopped too early to tell.
    assessment: Option<Assessment<M>>,
    is_complete: bool,
    nodes: u64,
}

impl<'a, R: Rules, S: Searcher<R>> Root<'a, R, S> {
    fn new(rules: &R, state: &R::State, seat: Seat, searcher: &'a S, threads: usize) -> Self {
        let moves: Vec<_> =
            rules.moves(state).into_iter().map(|m| (m, rules.after(state, m))).collect();
        let threads = WorkerPool::new(threads.min(moves.len()));
        Root { seat, searcher, moves, threads }
    }

    /// A depth, limited to what the searcher supports.
    fn deepest(&self, depth: u32) -> u32 {
        depth.clamp(1, self.searcher.max_depth())
    }

    /// A one-ply search, which no limit can stop.
    fn one_ply(&self) -> RootResult<R::Move> {
        let RootIteration { assessment, nodes, .. } = self.search_moves(1, u64::MAX, &|| false);
        let assessment =
            assessment.expect("nothing stops this search, and a seat that is to move has a move");
        RootResult { assessment, depth: 1, nodes }
    }

    /// Searches all root moves. The first is searched alone, and its value is the lower bound
    /// (alpha) for all others. So each of them takes the same work whichever thread does it, and
    /// the answer depends neither on the number of threads nor on their speed.
    fn search_moves(
        &self,
        depth: u32,
        most_nodes: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> RootIteration<R::Move> {
        let mut choice = BestSoFar::new(self.seat);
        let mut nodes = 0;
        let mut floor = -INFINITE;
        let (first, others) = self.moves.split_at(1);
        for group in iter::once(first).chain(others.chunks(self.threads.number())) {
            let assessments = self.threads.map(group, |(_, after)| {
                let mut budget = Budget { nodes: 0, most_nodes: most_nodes - nodes, stop };
                (
                    self.searcher.search_child(after, self.seat, depth, floor, &mut budget),
                    budget.nodes,
                )
            });
            // Nodes are counted as if one thread had searched everything.
            for ((m, _), (assessment, more)) in group.iter().zip(assessments) {
                nodes += more;
                match assessment {
                    Ok(assessment) if nodes <= most_nodes => choice.add(*m, assessment),
                    Ok(_) | Err(Stopped) => {
                        // As long as every move searched so far loses, a move that was not searched
                        // may still be better.
                        let assessment = choice.of_some().filter(|assessment| {
                            !score::is_loss(assessment.values[self.seat.index()])
                        });
                        return RootIteration {
                            assessment,
                            is_complete: false,
                            nodes: nodes.min(most_nodes),
                        };
                    }
                }
            }
            if floor == -INFINITE {
                floor = choice.value();
            }
        }
        RootIteration { assessment: choice.of_all(), is_complete: true, nodes }
    }

    /// Moves the best move so far to the front, for the next iteration. It gives the highest lower
    /// bound, and an iteration that is stopped early still knows whether another move is better.
    fn put_first(&mut self, best: R::Move) {
        if let Some(at) = self.moves.iter().position(|(m, _)| *m == best) {
            self.moves[..=at].rotate_right(1);
        }
    }
}
