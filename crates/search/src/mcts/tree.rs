//! The tree: nodes in one vector, addressed by index, and what is proved about them.

use std::ops::Range;

use ludoteca_core::{Outcome, Rules, Seat, Step, StepOf, Verdict};

use super::rewards::{RewardScale, Rewards};

/// The index of the root.
pub const ROOT: usize = 0;

/// The search tree. The children of a node lie side by side.
pub struct Tree<R: Rules> {
    pub nodes: Vec<Node<StepOf<R>>>,
    /// The statistics that selection reads, packed close together, since simulations spend most of
    /// their time waiting for memory.
    pub child_stats: Vec<ChildStats>,
    /// Proved expected rewards, for [`Proof::Mean`].
    means: Vec<Rewards>,
    pub reward_scale: RewardScale,
}

/// The statistics by which a child is selected.
#[derive(Copy, Clone, Debug)]
pub struct ChildStats {
    /// Its mean reward to the seat that chooses.
    pub mean: f32,
    /// Its exploration term, which depends on prior and visits and not on the rewards.
    pub exploration: f32,
}

impl ChildStats {
    /// A child that was not visited yet.
    pub const NONE: ChildStats = ChildStats { mean: 0.0, exploration: 0.0 };
}

/// A node of the tree.
#[derive(Copy, Clone)]
pub struct Node<S> {
    /// The step from the parent to this node; `None` at the root.
    pub step: Option<S>,
    pub proof: Proof,
    pub kind: NodeKind,
    pub visits: u32,
    /// The sum of the rewards to the seat that chose this node.
    pub sum: f64,
    /// For a roll, its weight; for a move, its prior among its siblings.
    pub prior: f32,
    /// The index of the first child.
    pub first: u32,
    /// The number of children in the tree.
    pub child_count: u32,
    /// How many of the children, from the first on, may be selected.
    pub open_count: u32,
    /// The number of children that the node has when all its moves are in the tree.
    pub total: u32,
}

/// What happens at a node.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum NodeKind {
    /// Not expanded yet.
    Leaf,
    /// A seat chooses.
    Decision(Seat),
    /// A die is rolled.
    Chance,
}

/// What is proved about a node.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Proof {
    /// Nothing.
    Unproved,
    /// A seat can win whatever the others do, within this many plies.
    Won(Seat, u16),
    /// With two seats, neither can do better than a draw. With more, the game ends in a draw
    /// whatever anybody does.
    Draw,
    /// With two seats: the exact expected rewards with best play, as an index into the tree's list
    /// of them. They are points, or the probability of a win where dice decide.
    Mean(u32),
}

impl<S> Node<S> {
    /// A new leaf.
    pub fn new(step: Option<S>) -> Self {
        Node {
            step,
            proof: Proof::Unproved,
            kind: NodeKind::Leaf,
            visits: 0,
            sum: 0.0,
            prior: 1.0,
            first: 0,
            child_count: 0,
            open_count: 0,
            total: 0,
        }
    }

    pub fn children(&self) -> Range<usize> {
        self.first as usize..(self.first + self.child_count) as usize
    }

    pub fn open_children(&self) -> Range<usize> {
        self.first as usize..(self.first + self.open_count) as usize
    }
}

impl<R: Rules> Tree<R> {
    pub fn new(reward_scale: RewardScale) -> Self {
        let mut tree =
            Tree { nodes: Vec::new(), child_stats: Vec::new(), means: Vec::new(), reward_scale };
        tree.add(Node::new(None), ChildStats::NONE);
        tree
    }

    pub fn add(&mut self, node: Node<StepOf<R>>, view: ChildStats) {
        self.nodes.push(node);
        self.child_stats.push(view);
    }

    /// What the end of a game proves. A score proves nothing with more than two seats, since nobody
    /// knows what the others may do.
    pub fn end(&mut self, outcome: &Outcome) -> Proof {
        match outcome.verdict {
            Verdict::Won(winner) => Proof::Won(winner, 0),
            Verdict::Draw => Proof::Draw,
            Verdict::Scored => self.mean(self.reward_scale.over(outcome)),
        }
    }

    fn mean(&mut self, rewards: Rewards) -> Proof {
        if self.reward_scale.seats > 2 {
            return Proof::Unproved;
        }
        self.means.push(rewards);
        Proof::Mean(self.means.len() as u32 - 1)
    }

    /// The rewards of a proved node.
    #[inline(always)]
    pub fn proved_rewards(&self, proof: Proof) -> Rewards {
        match proof {
            Proof::Won(winner, _) => self.reward_scale.winner(winner),
            Proof::Draw | Proof::Unproved => self.reward_scale.draw(),
            Proof::Mean(number) => self.means[number as usize],
        }
    }

    /// What the children prove about a node.
    pub fn proof_by_children(&mut self, at: usize) -> Proof {
        match self.nodes[at].kind {
            NodeKind::Leaf => Proof::Unproved,
            NodeKind::Decision(seat) => self.proof_by_choice(at, seat),
            NodeKind::Chance => self.proof_by_chance(at),
        }
    }

    fn proof_by_choice(&mut self, at: usize, seat: Seat) -> Proof {
        let node = &self.nodes[at];
        let wins = self.proofs(at).filter_map(|proof| won_by(proof, seat));
        if let Some(plies) = wins.min() {
            return Proof::Won(seat, plies.saturating_add(1));
        }
        if node.child_count < node.total {
            return Proof::Unproved;
        }
        if let Some(proof) = self.common_proof(at) {
            return proof;
        }
        if self.reward_scale.seats > 2 || self.proofs(at).any(|proof| proof == Proof::Unproved) {
            return Proof::Unproved;
        }
        // With two seats, this one takes the best of its proved moves. Not all of them lose, so
        // there are no plies to count.
        let worth = |proof: &Proof| self.proved_rewards(*proof)[seat.index()];
        self.proofs(at).max_by(|a, b| worth(a).total_cmp(&worth(b))).unwrap_or(Proof::Unproved)
    }

    fn proof_by_chance(&mut self, at: usize) -> Proof {
        if let Some(proof) = self.common_proof(at) {
            return proof;
        }
        if self.reward_scale.seats > 2 || self.proofs(at).any(|proof| proof == Proof::Unproved) {
            return Proof::Unproved;
        }
        let (mut mean, mut weights) = ([0.0; 4], 0.0);
        for child in &self.nodes[self.nodes[at].children()] {
            let rewards = self.proved_rewards(child.proof);
            mean = std::array::from_fn(|seat| mean[seat] + child.prior * rewards[seat]);
            weights += child.prior;
        }
        self.mean(mean.map(|sum| sum / weights))
    }

    /// The end that all children lead to: a win of the same seat, after as many plies as the others
    /// can delay it, or a draw.
    fn common_proof(&self, at: usize) -> Option<Proof> {
        let mut proofs = self.proofs(at);
        match proofs.next()? {
            Proof::Won(winner, plies) => {
                let most =
                    proofs.try_fold(plies, |most, proof| Some(most.max(won_by(proof, winner)?)))?;
                Some(Proof::Won(winner, most.saturating_add(1)))
            }
            Proof::Draw => proofs.all(|proof| proof == Proof::Draw).then_some(Proof::Draw),
            Proof::Unproved | Proof::Mean(_) => None,
        }
    }

    fn proofs(&self, at: usize) -> impl Iterator<Item = Proof> {
        self.nodes[self.nodes[at].children()].iter().map(|child| child.proof)
    }

    /// The principal variation from the root, where `seat` is to move. It ends at the first roll.
    pub fn principal_variation(&self, seat: Seat) -> Vec<R::Move> {
        let mut line = Vec::new();
        let mut at = self.best(ROOT, seat);
        loop {
            let node = &self.nodes[at];
            line.extend(node.step.and_then(|step| step.as_move()));
            match node.kind {
                NodeKind::Decision(seat) if node.proof != Proof::Unproved || node.visits > 1 => {
                    at = self.best(at, seat);
                }
                _ => return line,
            }
        }
    }

    /// The child that a seat takes. In a proved node it is one that keeps the proved value: for a
    /// win the quickest way, for a loss the longest. Else it is the most visited child, unless a
    /// proved child is better.
    pub fn best(&self, at: usize, seat: Seat) -> usize {
        let node = &self.nodes[at];
        let mut children = node.children();
        match node.proof {
            Proof::Won(winner, plies) => {
                // The plies were counted when the proof was found, so children that were proved
                // later do not matter.
                let keeps = |child: &usize| {
                    won_by(self.nodes[*child].proof, winner) == plies.checked_sub(1)
                };
                children.clone().find(keeps).unwrap_or(children.start)
            }
            Proof::Draw | Proof::Mean(_) => {
                let worth =
                    |child: &usize| self.proved_rewards(self.nodes[*child].proof)[seat.index()];
                // Reversed, so that the first of equal children is taken.
                children.rev().max_by(|a, b| worth(a).total_cmp(&worth(b))).unwrap_or(at)
            }
            Proof::Unproved => {
                let is_open = |child: &usize| self.nodes[*child].proof == Proof::Unproved;
                let mean = |child: &usize| match self.nodes[*child].proof {
                    Proof::Unproved => self.child_stats[*child].mean,
                    proof => self.proved_rewards(proof)[seat.index()],
                };
                let rank = |child: &usize| (self.nodes[*child].visits, mean(child));
                let most = |a: &usize, b: &usize| {
                    rank(a).partial_cmp(&rank(b)).unwrap_or(std::cmp::Ordering::Equal)
                };
                let visited = children.clone().rev().filter(is_open).max_by(most);
                let certain = children.clone().rev().filter(|child| !is_open(child));
                let certain = certain.max_by(|a, b| mean(a).total_cmp(&mean(b)));
                match (visited, certain) {
                    (Some(open), Some(certain)) if mean(&certain) > mean(&open) => certain,
                    (Some(open), _) => open,
                    (None, certain) => certain.or(children.next()).unwrap_or(at),
                }
            }
        }
    }
}

/// Within how many plies a seat wins for certain; `None` where no win is proved.
fn won_by(proof: Proof, seat: Seat) -> Option<u16> {
    match proof {
        Proof::Won(winner, plies) if winner == seat => Some(plies),
        _ => None,
    }
}

/// Makes a step on a state.
#[inline(always)]
pub fn make<R: Rules>(rules: &R, state: &mut R::State, step: StepOf<R>) {
    match step {
        Step::Move(m) => rules.play(state, m),
        Step::Roll(chance) => rules.roll(state, chance),
    }
}
