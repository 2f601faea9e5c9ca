//! The tree: positions in one vector, known by their numbers, and what is certain about them.

use std::ops::Range;

use ludoteca_core::{Outcome, Rules, Seat, Step, StepOf, Verdict};

use super::rewards::{RewardScale, Rewards};

/// The number of the position that is searched.
pub const ROOT: usize = 0;

/// A tree of positions. The children of one lie side by side.
pub struct Tree<R: Rules> {
    pub nodes: Vec<Node<StepOf<R>>>,
    /// What a choice looks at, packed close together: memory is what a simulation waits for.
    pub child_stats: Vec<ChildStats>,
    /// Expectations that are certain.
    means: Vec<Rewards>,
    pub reward_scale: RewardScale,
}

/// A child as it looks to who chooses.
#[derive(Copy, Clone, Debug)]
pub struct ChildStats {
    /// What it has brought on average.
    pub mean: f32,
    /// How much is to be said for looking there again, whatever it has brought.
    pub exploration: f32,
}

impl ChildStats {
    /// Nobody has looked there.
    pub const NONE: ChildStats = ChildStats { mean: 0.0, exploration: 0.0 };
}

/// A position of the tree.
#[derive(Copy, Clone)]
pub struct Node<S> {
    /// What leads here; nothing does to the root.
    pub step: Option<S>,
    pub proof: Proof,
    pub kind: NodeKind,
    pub visits: u32,
    /// What the simulations have brought to who chose this.
    pub sum: f64,
    /// The weight of a roll; of a move, how much it promises beside its siblings.
    pub prior: f32,
    /// The first child.
    pub first: u32,
    /// How many children there are.
    pub child_count: u32,
    /// How many of these, from the first, may be chosen.
    pub open_count: u32,
    /// How many there would be with room for all.
    pub total: u32,
}

/// What happens at a position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum NodeKind {
    /// The tree ends here.
    Leaf,
    /// A seat chooses.
    Decision(Seat),
    /// A die is rolled.
    Chance,
}

/// What is certain about a position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Proof {
    /// Nothing.
    Unproved,
    /// A seat can win whatever the others do, within so many plies.
    Won(Seat, u16),
    /// With two seats, neither can do better; with more, nobody can do anything about it.
    Draw,
    /// With two seats: this, known by its number, is to be expected exactly with best play. Points,
    /// or how likely a win is where dice decide.
    Mean(u32),
}

impl<S> Node<S> {
    /// A position that nothing is known of.
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

    /// What the end of a game proves. That of a score proves nothing to more than two seats, where
    /// nobody knows what others may do.
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

    /// What is certain to come of a position that is proved.
    #[inline(always)]
    pub fn proved_rewards(&self, proof: Proof) -> Rewards {
        match proof {
            Proof::Won(winner, _) => self.reward_scale.winner(winner),
            Proof::Draw | Proof::Unproved => self.reward_scale.draw(),
            Proof::Mean(number) => self.means[number as usize],
        }
    }

    /// What the children prove about a position.
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
        // Of two seats this one takes what is best for it; not all of its moves lose, so that no
        // plies are to be counted.
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

    /// The end that all children come to: a win of the same seat, after as many plies as it can be
    /// put off, or a draw.
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

    /// What is expected to happen from the root, where `seat` chooses, as far as no die is to be
    /// rolled.
    pub fn principal_variation(&self, seat: Seat) -> Vec<R::Move> {
        let mut line = Vec::new();
        let mut at = self.best(ROOT, seat);
        loop {
            let node = &self.nodes[at];
            line.extend(node.step.and_then(|step| step.as_move()));
            match node.kind {
                NodeKind::Decision(seat) if node.proof != Proof::Unproved || node.visits > 1 => {
                    at = self.best(at, seat)
                }
                _ => return line,
            }
        }
    }

    /// The child that a seat takes: one that keeps what is proved, the quickest or the longest way;
    /// or else what was looked at most, unless something certain is better.
    pub fn best(&self, at: usize, seat: Seat) -> usize {
        let node = &self.nodes[at];
        let mut children = node.children();
        match node.proof {
            Proof::Won(winner, plies) => {
                // The plies were counted when the proof was found; children that were proved since
                // do not matter.
                let keeps = |child: &usize| {
                    won_by(self.nodes[*child].proof, winner) == plies.checked_sub(1)
                };
                children.clone().find(keeps).unwrap_or(children.start)
            }
            Proof::Draw | Proof::Mean(_) => {
                let worth =
                    |child: &usize| self.proved_rewards(self.nodes[*child].proof)[seat.index()];
                // The first of the greatest.
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

/// Within how many plies a seat wins for certain.
fn won_by(proof: Proof, seat: Seat) -> Option<u16> {
    match proof {
        Proof::Won(winner, plies) if winner == seat => Some(plies),
        _ => None,
    }
}

/// A step as it is made on a state.
#[inline(always)]
pub fn make<R: Rules>(rules: &R, state: &mut R::State, step: StepOf<R>) {
    match step {
        Step::Move(m) => rules.play(state, m),
        Step::Roll(chance) => rules.roll(state, chance),
    }
}
