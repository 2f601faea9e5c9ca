//! The simulations: selection, expansion, evaluation or rollout, and backpropagation.

use ludoteca_core::cpu::{self, Job, Level};
use ludoteca_core::evaluation::Evaluation;
use ludoteca_core::{MAX_SEATS, Next, Rules, Seat, StepOf, Verdict, random};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::rewards::{RewardScale, Rewards, Spread};
use super::tree::{ChildStats, Node, NodeKind, Proof, ROOT, Tree, make};
use super::{MctsSettings, MctsVariant};
use crate::score;

/// A Monte-Carlo tree search that is running.
pub struct TreeSearch<'a, R: Rules, E> {
    pub rules: &'a R,
    pub evaluation: &'a E,
    /// The root position.
    start: &'a R::State,
    pub settings: &'a MctsSettings,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// The number of positions until `stop` is asked again.
    until_stop_check: u32,
    is_stopped: bool,
    /// Is everything proved, so that more simulations would change nothing?
    is_finished: bool,
    pub generator: ChaCha8Rng,
    pub tree: Tree<R>,
    pub simulations: u64,
    /// The depth of the deepest simulation in the tree, in plies.
    pub deepest: u32,
    /// The sums of the rewards of all seats, for each move of the root.
    pub sums: Vec<[f64; MAX_SEATS]>,
    spread: Spread,
    /// The path of the current simulation, without the root.
    path: Vec<Taken>,
    /// Buffers for the moves of a node and their evaluations. They are reused, so that a node needs
    /// no allocation.
    pub moves: Vec<R::Move>,
    pub judged: Vec<(R::Move, Proof, Rewards)>,
    /// For each of those: its reward to the seat that chooses, and its index.
    pub ranked: Vec<(f32, u32)>,
}

/// A node on the path of a simulation.
#[derive(Copy, Clone)]
struct Taken {
    at: usize,
    /// The seat that chose this node.
    chooser: Seat,
    /// The proof of a sibling that would have been selected instead of this node. There is nothing
    /// to learn from a proved sibling, so this node was visited. But the parent is worth what the
    /// sibling is.
    instead: Proof,
}

/// The exploration constant of UCT: how strongly a rarely visited move is preferred to one with a
/// better mean reward.
const UCT_EXPLORATION: f32 = 1.0;

/// The exploration constant where moves have priors (PUCT): values from 0.3 to 0.6 played about
/// equally well against UCT.
const EXPLORATION: f32 = 0.5;

/// Progressive widening: the number of open children is this many times the square root of the
/// visits, the most promising moves first.
const WIDENING: f32 = 3.0;

/// A rollout is cut off after this many plies.
const MAX_ROLLOUT_PLIES: u32 = 2000;

/// The number of positions between two checks whether to stop.
const STOP_CHECK_INTERVAL: u32 = 1024;

/// The number and the length in plies of the random walks that measure how much static evaluations
/// vary.
const WALKS: usize = 16;
const WALK: usize = 12;

/// With rollouts, the lead in hundredths at which a seat is taken to win three games of four.
pub const UCT_SCALE: f32 = 300.0;

impl<'a, R: Rules, E: Evaluation<R>> TreeSearch<'a, R, E> {
    pub fn new(
        rules: &'a R,
        start: &'a R::State,
        evaluation: &'a E,
        settings: &'a MctsSettings,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let reward_scale = RewardScale { seats: rules.seats(), is_scored: false, scale: UCT_SCALE };
        let mut simulation = TreeSearch {
            rules,
            evaluation,
            start,
            settings,
            stop,
            until_stop_check: STOP_CHECK_INTERVAL,
            is_stopped: false,
            is_finished: false,
            generator: ChaCha8Rng::seed_from_u64(settings.seed),
            tree: Tree::new(reward_scale),
            simulations: 0,
            deepest: 1,
            sums: Vec::new(),
            spread: Spread::default(),
            path: Vec::new(),
            moves: Vec::new(),
            judged: Vec::new(),
            ranked: Vec::new(),
        };
        simulation.prepare();
        simulation
    }

    /// Runs simulations until this many are done in all. Returns false if everything is proved or
    /// the search was stopped. The first call always expands the root, whatever the limits say.
    pub fn run_until(&mut self, simulations: u64) -> bool {
        cpu::dispatch(Run(self, simulations));
        !self.is_finished && !self.is_stopped
    }

    /// The mean rewards of a move of the root, given by the index of its node.
    pub fn expected(&self, child: usize) -> Rewards {
        let node = &self.tree.nodes[child];
        if node.proof != Proof::Unproved {
            return self.tree.proved_rewards(node.proof);
        }
        let visits = f64::from(node.visits) + self.prior_visits();
        let sums = self.sums[child - self.tree.nodes[ROOT].first as usize];
        if visits == 0.0 {
            self.tree.reward_scale.endless()
        } else {
            sums.map(|sum| (sum / visits) as f32)
        }
    }

    pub fn is_uct(&self) -> bool {
        self.settings.variant == MctsVariant::Uct
    }

    /// The evaluation of a move counts as one visit.
    fn prior_visits(&self) -> f64 {
        if self.is_uct() { 0.0 } else { 1.0 }
    }

    /// Is the root proved, or are all its moves? With more than two seats the root may be unproved
    /// although all its moves are proved.
    fn is_all_proved(&self) -> bool {
        let root = &self.tree.nodes[ROOT];
        root.proof != Proof::Unproved
            || root.child_count == root.total
                && self.tree.nodes[root.children()].iter().all(|node| node.proof != Proof::Unproved)
    }

    /// Finds out whether the game is scored, and how much static evaluations vary near the root.
    fn prepare(&mut self) {
        let start = self.start.clone();
        self.rollout(start);
        if !self.is_uct() && !self.tree.reward_scale.is_scored {
            self.tree.reward_scale.scale = self.scale();
        }
    }

    /// Measures how much the static evaluations of positions near the root vary. An evaluation has
    /// a unit, but it does not say how large a lead wins.
    fn scale(&mut self) -> f32 {
        let (mut values, seats) = (Vec::new(), self.rules.seats());
        for _ in 0..WALKS {
            let mut state = self.start.clone();
            for _ in 0..WALK {
                match self.rules.next(&state) {
                    Next::Over(_) => break,
                    Next::Move(_) | Next::Chance => {
                        values.push(
                            score::relative_scores(self.evaluation.evaluate(&state), seats)[0]
                                as f32,
                        );
                        self.random_step_outlined(&mut state);
                    }
                }
            }
        }
        let mean = values.iter().sum::<f32>() / values.len() as f32;
        let deviation =
            values.iter().map(|value| (value - mean).abs()).sum::<f32>() / values.len() as f32;
        2.0 * deviation + mean.abs() + 1.0
    }

    /// Runs one simulation.
    #[inline(always)]
    fn run_simulation(&mut self) {
        self.path.clear();
        let mut state = self.start.clone();
        let mut at = ROOT;
        let mut is_new_proof = false;
        let rewards = loop {
            let (kind, proof) = (self.tree.nodes[at].kind, self.tree.nodes[at].proof);
            if proof != Proof::Unproved {
                break self.tree.proved_rewards(proof);
            }
            let (child, chooser, instead) = match kind {
                NodeKind::Leaf => {
                    let rewards = self.evaluate_leaf(at, &state);
                    is_new_proof = self.tree.nodes[at].proof != Proof::Unproved;
                    match rewards {
                        Some(rewards) => break rewards,
                        None => continue,
                    }
                }
                NodeKind::Decision(seat) => match self.select_child(at, &state) {
                    Some((child, instead)) => (child, seat, instead),
                    // The node has just been proved.
                    None => {
                        is_new_proof = true;
                        continue;
                    }
                },
                NodeKind::Chance => (self.sample_chance(at), Seat::FIRST, Proof::Unproved),
            };
            let step = self.tree.nodes[child].step.expect("only the root has no step");
            make(self.rules, &mut state, step);
            self.count(1);
            self.path.push(Taken { at: child, chooser, instead });
            at = child;
        };
        if !self.is_stopped {
            self.backpropagate(rewards, is_new_proof);
        }
    }

    /// Backpropagation: adds the rewards of a simulation to all nodes on its path, and proves the
    /// nodes that can be proved now.
    #[inline(always)]
    fn backpropagate(&mut self, mut rewards: Rewards, mut is_new_proof: bool) {
        self.simulations += 1;
        self.deepest = self.deepest.max(self.path.len() as u32);
        for i in (0..self.path.len()).rev() {
            let Taken { at, chooser, instead } = self.path[i];
            let node = &mut self.tree.nodes[at];
            node.visits += 1;
            node.sum += f64::from(rewards[chooser.index()]);
            if i == 0 {
                let offset = at - self.tree.nodes[ROOT].first as usize;
                for (sum, reward) in self.sums[offset].iter_mut().zip(rewards) {
                    *sum += f64::from(reward);
                }
            }
            self.tree.child_stats[at] = self.child_stats(at, chooser, i == 0);
            if instead != Proof::Unproved {
                rewards = self.tree.proved_rewards(instead);
            }
            if is_new_proof && i == 0 {
                self.tree.nodes[ROOT].proof = self.tree.proof_by_children(ROOT);
                self.is_finished = self.is_all_proved();
            } else if is_new_proof {
                let parent = self.path[i - 1].at;
                let proof = self.tree.proof_by_children(parent);
                self.tree.nodes[parent].proof = proof;
                is_new_proof = proof != Proof::Unproved;
                if is_new_proof {
                    rewards = self.tree.proved_rewards(proof);
                }
            }
        }
        if self.path.is_empty() {
            self.is_finished = self.is_all_proved();
        }
        self.tree.nodes[ROOT].visits += 1;
        if self.tree.reward_scale.is_scored {
            self.spread.add(rewards[0]);
        }
    }

    /// The statistics by which a child is selected.
    #[inline(always)]
    pub fn child_stats(&self, at: usize, chooser: Seat, is_of_root: bool) -> ChildStats {
        let node = &self.tree.nodes[at];
        if node.proof != Proof::Unproved {
            // There is nothing to learn from a proved child. At the root it is not visited any
            // more; elsewhere it counts with its proved reward.
            let mean = if is_of_root {
                f32::NEG_INFINITY
            } else {
                self.tree.proved_rewards(node.proof)[chooser.index()]
            };
            return ChildStats { mean, exploration: 0.0 };
        }
        let visits = f64::from(node.visits) + self.prior_visits();
        let mean = (node.sum / visits) as f32;
        let exploration =
            if self.is_uct() { 1.0 / (visits as f32).sqrt() } else { node.prior / visits as f32 };
        ChildStats { mean, exploration }
    }

    /// Values a leaf, and expands it where that is possible. Returns `None` if the leaf has
    /// children now and the simulation goes on.
    #[inline(always)]
    fn evaluate_leaf(&mut self, at: usize, state: &R::State) -> Option<Rewards> {
        if let Next::Over(outcome) = self.rules.next(state) {
            self.tree.nodes[at].proof = self.tree.end(&outcome);
            return Some(self.tree.reward_scale.over(&outcome));
        }
        let is_deep = self.path.len() as u32 >= self.settings.depth;
        if self.is_uct() {
            // A node that is visited for the first time is not worth the memory of its children.
            let is_known = at == ROOT || self.tree.nodes[at].visits > 0;
            let grows = is_known && !is_deep && self.expand(at, state).is_some();
            return (!grows).then(|| self.rollout(state.clone()));
        }
        let rewards = self.tree.reward_scale.of_scores(self.evaluation.evaluate(state));
        if is_deep {
            return Some(rewards);
        }
        Some(match self.expand(at, state) {
            Some(best) => {
                self.tree.nodes[at].proof = self.tree.proof_by_children(at);
                match self.tree.nodes[at].proof {
                    Proof::Unproved => {
                        std::array::from_fn(|seat| (rewards[seat] + best[seat]) / 2.0)
                    }
                    proof => self.tree.proved_rewards(proof),
                }
            }
            None => rewards,
        })
    }

    /// Selection: the child to visit next, and the proof of a better sibling, if there is one.
    /// Returns `None` where the node has just been proved.
    #[inline(always)]
    fn select_child(&mut self, at: usize, state: &R::State) -> Option<(usize, Proof)> {
        let node = &self.tree.nodes[at];
        if node.open_count < node.total {
            let opened = if self.is_uct() {
                self.open_any(at, state)
            } else {
                self.widen_progressively(at, state)
            };
            if opened.is_some() || self.tree.nodes[at].proof != Proof::Unproved {
                return opened.map(|child| (child, Proof::Unproved));
            }
        }
        let node = &self.tree.nodes[at];
        let visits = node.visits as f32;
        let exploration = if self.is_uct() {
            UCT_EXPLORATION * libm::logf(visits).sqrt()
        } else {
            EXPLORATION * visits.sqrt()
        };
        let exploration = if self.tree.reward_scale.is_scored {
            exploration * self.spread.width()
        } else {
            exploration
        };
        let child_stats = &self.tree.child_stats[node.open_children()];
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (child, view) in child_stats.iter().enumerate() {
            let worth = view.mean + exploration * view.exploration;
            if worth > most {
                (best, most) = (child, worth);
            }
        }
        let first = node.first as usize;
        let proof = self.tree.nodes[first + best].proof;
        if proof == Proof::Unproved {
            return Some((first + best, Proof::Unproved));
        }
        let worth = |child: &usize| {
            child_stats[*child].mean + exploration * child_stats[*child].exploration
        };
        let open = (0..child_stats.len())
            .filter(|child| self.tree.nodes[first + child].proof == Proof::Unproved);
        let open = open.max_by(|a, b| worth(a).total_cmp(&worth(b)));
        Some((first + open.unwrap_or(best), if at == ROOT { Proof::Unproved } else { proof }))
    }

    /// Opens a random child that was not visited yet: in UCT every move is visited once before any
    /// is visited again.
    #[inline(always)]
    fn open_any(&mut self, at: usize, state: &R::State) -> Option<usize> {
        if self.tree.nodes[at].open_count == self.tree.nodes[at].child_count
            && !self.add_children(at, state)
        {
            return None;
        }
        let node = &mut self.tree.nodes[at];
        let child = (node.first + node.open_count) as usize;
        let other =
            child + random::below(&mut self.generator, node.child_count - node.open_count) as usize;
        node.open_count += 1;
        self.tree.nodes.swap(child, other);
        Some(child)
    }

    /// Progressive widening: opens another child if the visits allow it, or if all open children
    /// are proved. Returns that child, which was not visited yet.
    #[inline(never)]
    fn widen_progressively(&mut self, at: usize, state: &R::State) -> Option<usize> {
        let node = &self.tree.nodes[at];
        let allowed = (WIDENING * (node.visits as f32).sqrt()) as u32;
        let is_open = |node: &Node<StepOf<R>>| node.proof == Proof::Unproved;
        if node.open_count >= allowed.max(1)
            && self.tree.nodes[node.open_children()].iter().any(is_open)
        {
            return None;
        }
        if node.open_count == node.child_count {
            if !self.add_children(at, state) {
                return None;
            }
            self.tree.nodes[at].proof = self.tree.proof_by_children(at);
            if self.tree.nodes[at].proof != Proof::Unproved {
                return None;
            }
        }
        let node = &mut self.tree.nodes[at];
        node.open_count += 1;
        Some((node.first + node.open_count - 1) as usize)
    }

    /// Rolls the die at a chance node, by the weights of its faces.
    #[inline(always)]
    fn sample_chance(&mut self, at: usize) -> usize {
        let children = self.tree.nodes[at].children();
        let outcomes = &self.tree.nodes[children.clone()];
        let total: f32 = outcomes.iter().map(|child| child.prior).sum();
        let mut left = random::below(&mut self.generator, total as u32) as f32;
        for (child, node) in children.clone().zip(outcomes) {
            if left < node.prior {
                return child;
            }
            left -= node.prior;
        }
        children.end - 1
    }

    /// A rollout: a uniformly random game to its end, and its rewards.
    #[inline(always)]
    pub fn rollout(&mut self, mut state: R::State) -> Rewards {
        for _ in 0..MAX_ROLLOUT_PLIES {
            if let Next::Over(outcome) = self.rules.next(&state) {
                self.tree.reward_scale.is_scored |= outcome.verdict == Verdict::Scored;
                return self.tree.reward_scale.over(&outcome);
            }
            self.random_step(&mut state);
            self.count(1);
            if self.is_stopped {
                break;
            }
        }
        self.tree.reward_scale.endless()
    }

    /// The same as [`random_step`](TreeSearch::random_step), but not inlined: for code where speed
    /// does not matter.
    #[inline(never)]
    fn random_step_outlined(&mut self, state: &mut R::State) {
        self.random_step(state);
    }

    #[inline(always)]
    fn random_step(&mut self, state: &mut R::State) {
        match self.rules.next(state) {
            Next::Move(_) => {
                let m = self.rules.random_move(state, &mut self.generator);
                self.rules.play(state, m);
            }
            Next::Chance => {
                let chance = self.rules.random_chance(state, &mut self.generator);
                self.rules.roll(state, chance);
            }
            Next::Over(_) => {}
        }
    }

    /// Counts positions, and asks from time to time whether to stop.
    #[inline(always)]
    pub fn count(&mut self, positions: u32) {
        self.until_stop_check = self.until_stop_check.saturating_sub(positions);
        if self.until_stop_check == 0 {
            self.until_stop_check = STOP_CHECK_INTERVAL;
            self.is_stopped |= (self.stop)();
        }
    }
}

struct Run<'s, 'a, R: Rules, E>(&'s mut TreeSearch<'a, R, E>, u64);

impl<R: Rules, E: Evaluation<R>> Job for Run<'_, '_, R, E> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, _level: L) {
        let Run(simulation, until) = self;
        let mut goes_on =
            simulation.simulations < until && !simulation.is_finished && !simulation.is_stopped;
        while goes_on || simulation.tree.nodes[ROOT].kind == NodeKind::Leaf {
            simulation.run_simulation();
            goes_on =
                simulation.simulations < until && !simulation.is_finished && !simulation.is_stopped;
        }
    }
}
