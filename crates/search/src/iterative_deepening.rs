//! The root of every search: moves that are compared, looking one ply further each time, or just
//! once.

use std::iter;

use ludoteca_core::evaluation::{Budget, Stopped};
use ludoteca_core::{Rules, Seat};

use crate::limits::Limits;
use crate::score::{self, INFINITE};
use crate::searcher::{Assessment, BestSoFar, Searcher};
use crate::threads::WorkerPool;

/// What a search came to.
pub struct RootResult<M> {
    pub assessment: Assessment<M>,
    pub depth: u32,
    pub nodes: u64,
}

/// Searches a state where `seat` is to move. `deeper` is told what it has come to before it looks
/// another ply ahead.
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
        let look =
            root.search_moves(answer.depth + 1, most_nodes.saturating_sub(answer.nodes), stop);
        answer.nodes += look.nodes;
        goes_on = look.is_whole;
        if let Some(further) = look.assessment {
            answer.assessment = further;
            answer.depth += 1;
        }
    }
    answer
}

/// Looks so many plies ahead, once, at the moves in the order of the rules. Where that is broken
/// off it comes to what one ply does: the half of a look says nothing about the other moves.
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
    let RootIteration { assessment, is_whole, nodes } = root.search_moves(depth, u64::MAX, stop);
    match assessment.filter(|_| is_whole) {
        Some(assessment) => RootResult { assessment, depth, nodes },
        None => {
            let answer = root.one_ply();
            RootResult { nodes: nodes + answer.nodes, ..answer }
        }
    }
}

/// The moves of a position, each with the state after it, in the order in which they are looked at.
struct Root<'a, R: Rules, S> {
    seat: Seat,
    searcher: &'a S,
    moves: Vec<(R::Move, R::State)>,
    threads: WorkerPool,
}

/// A look at all moves, so many plies ahead.
struct RootIteration<M> {
    /// What the best move comes to, unless the look was broken off too soon to tell.
    assessment: Option<Assessment<M>>,
    is_whole: bool,
    nodes: u64,
}

impl<'a, R: Rules, S: Searcher<R>> Root<'a, R, S> {
    fn new(rules: &R, state: &R::State, seat: Seat, searcher: &'a S, threads: usize) -> Self {
        let moves: Vec<_> =
            rules.moves(state).into_iter().map(|m| (m, rules.after(state, m))).collect();
        let threads = WorkerPool::new(threads.min(moves.len()));
        Root { seat, searcher, moves, threads }
    }

    /// So many plies, as far as they can be looked ahead.
    fn deepest(&self, depth: u32) -> u32 {
        depth.clamp(1, self.searcher.max_depth())
    }

    /// The least that can be looked ahead, whatever the limits.
    fn one_ply(&self) -> RootResult<R::Move> {
        let RootIteration { assessment, nodes, .. } = self.search_moves(1, u64::MAX, &|| false);
        let assessment =
            assessment.expect("nothing stops this look, and a seat that is to move has a move");
        RootResult { assessment, depth: 1, nodes }
    }

    /// Compares the moves. The first is looked at alone, and what it is worth is the floor for all
    /// others: so each of these is the same work whoever does it, and neither threads nor their
    /// speed change the answer.
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
            // Nodes are counted as if one thread had done everything.
            for ((m, _), (assessment, more)) in group.iter().zip(assessments) {
                nodes += more;
                match assessment {
                    Ok(assessment) if nodes <= most_nodes => choice.add(*m, assessment),
                    Ok(_) | Err(Stopped) => {
                        // While all that was found loses, what was not looked at may still be
                        // better.
                        let assessment = choice.of_some().filter(|assessment| {
                            !score::is_loss(assessment.values[self.seat.index()])
                        });
                        return RootIteration {
                            assessment,
                            is_whole: false,
                            nodes: nodes.min(most_nodes),
                        };
                    }
                }
            }
            if floor == -INFINITE {
                floor = choice.value();
            }
        }
        RootIteration { assessment: choice.of_all(), is_whole: true, nodes }
    }

    /// The best move so far is looked at first the next time: it gives the highest floor, and a
    /// look that is broken off then still knows whether another is better.
    fn put_first(&mut self, best: R::Move) {
        if let Some(at) = self.moves.iter().position(|(m, _)| *m == best) {
            self.moves[..=at].rotate_right(1);
        }
    }
}
