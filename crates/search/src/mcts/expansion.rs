//! Expansion: how the tree gets new nodes.

use std::mem;
use std::ops::ControlFlow;

use ludoteca_core::evaluation::Evaluation;
use ludoteca_core::{MAX_SEATS, Next, Rules, Seat, Step, random};

use super::rewards::Rewards;
use super::tree::{ChildStats, Node, NodeKind, Proof, ROOT};
use super::tree_search::TreeSearch;
use crate::order;

/// A node with more moves than this does not get all its children at once. It gets a few at first,
/// and then twice as many each time (progressive widening). In Dawn a position has a thousand
/// moves, most of which are never searched.
const WIDE: usize = 64;
const FIRST_OF_WIDE: usize = 16;

impl<R: Rules, E: Evaluation<R>> TreeSearch<'_, R, E> {
    /// Expands a node. Returns the rewards of its best child, or the mean rewards of a chance node.
    /// Where children are not evaluated, as in UCT, the rewards mean nothing. Returns `None` where
    /// the game is over or the tree has no more room.
    #[inline(always)]
    pub fn expand(&mut self, at: usize, state: &R::State) -> Option<Rewards> {
        match self.rules.next(state) {
            Next::Move(seat) => {
                let mut moves = mem::take(&mut self.moves);
                let rewards = self.expand_moves(at, state, seat, &mut moves);
                moves.clear();
                self.moves = moves;
                rewards
            }
            Next::Chance => self.expand_rolls(at, state),
            Next::Over(_) => None,
        }
    }

    #[inline(always)]
    fn expand_moves(
        &mut self,
        at: usize,
        state: &R::State,
        seat: Seat,
        moves: &mut Vec<R::Move>,
    ) -> Option<Rewards> {
        let _ = self.rules.visit_moves(state, |m| -> ControlFlow<()> {
            moves.push(m);
            ControlFlow::Continue(())
        });
        let (first, total) = (self.tree.nodes.len(), moves.len());
        let added =
            if total > WIDE { self.select_candidates(state, moves, FIRST_OF_WIDE) } else { total };
        if !self.has_room(at, added) {
            return None;
        }
        let best = self.add_moves(state, seat, &moves[..added], 0, at == ROOT);
        // In UCT, and with progressive widening, children are opened one by one.
        let opened = if self.is_uct() || total > WIDE { 0 } else { added };
        let node = &mut self.tree.nodes[at];
        node.kind = NodeKind::Decision(seat);
        (node.first, node.child_count, node.open_count, node.total) =
            (first as u32, added as u32, opened as u32, total as u32);
        Some(best.unwrap_or(self.tree.reward_scale.endless()))
    }

    fn expand_rolls(&mut self, at: usize, state: &R::State) -> Option<Rewards> {
        let (first, chances) = (self.tree.nodes.len(), self.rules.chances(state));
        if !self.has_room(at, chances.len()) {
            return None;
        }
        let mean = self.add_rolls(state, &chances);
        let added = chances.len() as u32;
        let node = &mut self.tree.nodes[at];
        node.kind = NodeKind::Chance;
        (node.first, node.child_count, node.open_count, node.total) =
            (first as u32, added, added, added);
        Some(mean)
    }

    /// Doubles the number of children, up to the number of moves. Returns false where the tree has
    /// no more room. The old children move to the end of the tree together with the new ones.
    #[inline(never)]
    pub fn add_children(&mut self, at: usize, state: &R::State) -> bool {
        let NodeKind::Decision(seat) = self.tree.nodes[at].kind else { return false };
        let old = self.tree.nodes[at].children();
        let here = |m: &R::Move| {
            self.tree.nodes[old.clone()].iter().any(|node| node.step == Some(Step::Move(*m)))
        };
        let mut moves = self.rules.moves(state);
        moves.retain(|m| !here(m));
        let more = self.select_candidates(state, &mut moves, old.len());
        if !self.has_room(at, old.len() + more) {
            return false;
        }
        let first = self.tree.nodes.len();
        for child in old.clone() {
            let (node, view) = (self.tree.nodes[child], self.tree.child_stats[child]);
            self.tree.add(node, view);
        }
        self.add_moves(state, seat, &moves[..more], old.len(), at == ROOT);
        let node = &mut self.tree.nodes[at];
        node.first = first as u32;
        node.child_count += more as u32;
        true
    }

    /// Moves the `number` most promising moves to the front. Moves with equal scores are in random
    /// order. Returns the number of these moves.
    fn select_candidates(
        &mut self,
        state: &R::State,
        moves: &mut [R::Move],
        number: usize,
    ) -> usize {
        let number = number.min(moves.len());
        if number == moves.len() {
            return number;
        }
        for i in 0..moves.len() - 1 {
            let other = i + random::below(&mut self.generator, (moves.len() - i) as u32) as usize;
            moves.swap(i, other);
        }
        if !self.is_uct() {
            self.count(moves.len() as u32);
            let scores: Vec<i32> =
                moves.iter().map(|m| self.evaluation.move_score(state, *m)).collect();
            let ranked: Vec<R::Move> =
                order::ranked(&scores).into_iter().map(|number| moves[number]).collect();
            moves.copy_from_slice(&ranked);
        }
        number
    }

    /// Adds child nodes for some moves of a seat, beside siblings that are there already. Where
    /// children are evaluated, the best comes first. Returns the rewards of the best.
    #[inline(always)]
    fn add_moves(
        &mut self,
        state: &R::State,
        seat: Seat,
        moves: &[R::Move],
        siblings: usize,
        is_root: bool,
    ) -> Option<Rewards> {
        if self.is_uct() {
            for m in moves {
                self.tree.add(Node::new(Some(Step::Move(*m))), ChildStats::NONE);
            }
            if is_root {
                self.sums.resize(self.sums.len() + moves.len(), [0.0; MAX_SEATS]);
            }
            return None;
        }
        let mut judged = mem::take(&mut self.judged);
        for m in moves {
            let (proof, rewards) = self.evaluate_child(&self.rules.after(state, *m));
            judged.push((*m, proof, rewards));
        }
        let mut ranked = mem::take(&mut self.ranked);
        ranked.extend(
            (0..).zip(&judged).map(|(number, (.., rewards))| (rewards[seat.index()], number)),
        );
        order::rank_rewards(&mut ranked);
        let all: f32 = (0..siblings + judged.len()).map(rank_prior).sum();
        let best = ranked.first().map(|(_, number)| judged[*number as usize].2);
        for (rank, (_, number)) in ranked.drain(..).enumerate() {
            let (m, proof, rewards) = judged[number as usize];
            let share = rank_prior(siblings + rank) / all;
            let sum = f64::from(rewards[seat.index()]);
            let at = self.tree.nodes.len();
            self.tree.add(
                Node { proof, prior: share, sum, ..Node::new(Some(Step::Move(m))) },
                ChildStats::NONE,
            );
            self.tree.child_stats[at] = self.child_stats(at, seat, is_root);
            if is_root {
                self.sums.push(rewards.map(f64::from));
            }
        }
        judged.clear();
        self.judged = judged;
        self.ranked = ranked;
        best
    }

    /// Adds child nodes for all faces of the die. Returns their mean rewards.
    fn add_rolls(&mut self, state: &R::State, chances: &[(R::Chance, u32)]) -> Rewards {
        let (mut mean, mut weights) = ([0.0; MAX_SEATS], 0.0);
        for (chance, weight) in chances {
            let mut node = Node::new(Some(Step::Roll(*chance)));
            node.prior = *weight as f32;
            if !self.is_uct() {
                let (proof, rewards) = self.evaluate_child(&self.rules.after_roll(state, *chance));
                node.proof = proof;
                mean = std::array::from_fn(|seat| mean[seat] + node.prior * rewards[seat]);
                weights += node.prior;
            }
            self.tree.add(node, ChildStats::NONE);
        }
        mean.map(|sum| sum / weights)
    }

    /// Evaluates a new child without a search: what is proved about it, and its rewards.
    #[inline(always)]
    fn evaluate_child(&mut self, state: &R::State) -> (Proof, Rewards) {
        self.count(1);
        match self.rules.next(state) {
            Next::Over(outcome) => (self.tree.end(&outcome), self.tree.reward_scale.over(&outcome)),
            next => {
                let known_win = next.seat().and_then(|_| self.evaluation.known_win(state));
                match known_win {
                    Some(end) => (
                        Proof::Won(end.winner, u16::try_from(end.plies).unwrap_or(u16::MAX)),
                        self.tree.reward_scale.winner(end.winner),
                    ),
                    None => (
                        Proof::Unproved,
                        self.tree.reward_scale.of_scores(self.evaluation.evaluate(state)),
                    ),
                }
            }
        }
    }

    /// Is there room for more nodes? The root is always expanded.
    fn has_room(&self, at: usize, more: usize) -> bool {
        at == ROOT || self.tree.nodes.len() + more <= self.settings.positions
    }
}

/// The prior weight of a move by its rank, from 0: the second move gets half as much as the best,
/// the third a third, and so on.
#[inline(always)]
fn rank_prior(rank: usize) -> f32 {
    1.0 / (rank as f32 + 1.0)
}
