//! One simulation after the other, each from the root to where the tree ends and back.

use ludoteca_core::cpu::{self, Job, Level};
use ludoteca_core::evaluation::Evaluation;
use ludoteca_core::{MAX_SEATS, Next, Rules, Seat, StepOf, Verdict, random};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::judge::{Judge, Rewards, Spread};
use super::tree::{Kind, Node, Proof, ROOT, Tree, View, make};
use super::{Manner, Settings};
use crate::score;

/// A tree that grows.
pub struct Simulation<'a, R: Rules, E> {
    pub rules: &'a R,
    pub evaluation: &'a E,
    /// The position that is searched.
    start: &'a R::State,
    pub settings: &'a Settings,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Positions to look at before `stop` is asked again.
    unasked: u32,
    is_stopped: bool,
    /// Would more simulations change nothing?
    is_finished: bool,
    pub generator: ChaCha8Rng,
    pub tree: Tree<R>,
    pub simulations: u64,
    /// The longest way that was taken in the tree.
    pub deepest: u32,
    /// What the simulations have brought to all seats, by the moves of the root.
    pub sums: Vec<[f64; MAX_SEATS]>,
    spread: Spread,
    /// The way of a simulation after the root.
    path: Vec<Taken>,
    /// Moves that are being listed, and judged: kept, so that no memory is asked for at every position.
    pub moves: Vec<R::Move>,
    pub judged: Vec<(R::Move, Proof, Rewards)>,
    /// What each of those brings to who chooses, and its number.
    pub ranked: Vec<(f32, u32)>,
}

/// A position on the way of a simulation.
#[derive(Copy, Clone)]
struct Taken {
    at: usize,
    /// Who chose it.
    chooser: Seat,
    /// What is certain, and would have been chosen instead: there is nothing to be learnt from it, so that this was looked at, but
    /// it is what the position before is worth.
    instead: Proof,
}

/// In UCT: how much a move that was hardly looked at is looked at before one that has brought more.
const PLAIN_CURIOSITY: f32 = 1.0;

/// The same where moves are looked at by how much they promise: from 0.3 to 0.6 it played much the same against UCT.
const CURIOSITY: f32 = 0.5;

/// Of very many moves so many times the square root of a position's visits are looked at, those that promise most first.
const WIDENING: f32 = 3.0;

/// A random game is broken off after so many plies.
const LONGEST_GAME: u32 = 2000;

/// So many positions are looked at between two questions whether to stop.
const BETWEEN_QUESTIONS: u32 = 1024;

/// So many random walks of so many plies tell how far evaluations lie apart.
const WALKS: usize = 16;
const WALK: usize = 12;

/// Where positions are judged by random games, a seat that wins three of four counts as so far ahead, in hundredths.
pub const PLAIN_SCALE: f32 = 300.0;

impl<'a, R: Rules, E: Evaluation<R>> Simulation<'a, R, E> {
    pub fn new(
        rules: &'a R,
        start: &'a R::State,
        evaluation: &'a E,
        settings: &'a Settings,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let judge = Judge { seats: rules.seats(), is_scored: false, scale: PLAIN_SCALE };
        let mut simulation = Simulation {
            rules,
            evaluation,
            start,
            settings,
            stop,
            unasked: BETWEEN_QUESTIONS,
            is_stopped: false,
            is_finished: false,
            generator: ChaCha8Rng::seed_from_u64(settings.seed),
            tree: Tree::new(judge),
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

    /// Goes on until so many simulations are done. False where more would change nothing, and where it was stopped. The first time the root gets
    /// its moves, whatever anybody says.
    pub fn run_until(&mut self, simulations: u64) -> bool {
        cpu::best(Run(self, simulations));
        !self.is_finished && !self.is_stopped
    }

    /// What a move of the root, by its number in the tree, has brought to each seat.
    pub fn expected(&self, child: usize) -> Rewards {
        let node = &self.tree.nodes[child];
        if node.proof != Proof::Open {
            return self.tree.certain(node.proof);
        }
        let visits = f64::from(node.visits) + self.prior_visits();
        let sums = self.sums[child - self.tree.nodes[ROOT].first as usize];
        if visits == 0.0 { self.tree.judge.endless() } else { sums.map(|sum| (sum / visits) as f32) }
    }

    pub fn is_plain(&self) -> bool {
        self.settings.manner == Manner::Plain
    }

    /// What the evaluation says of a move counts as a simulation.
    fn prior_visits(&self) -> f64 {
        if self.is_plain() { 0.0 } else { 1.0 }
    }

    /// Is all proved that can be chosen from? With more than two seats the root may still be open then.
    fn is_all_proved(&self) -> bool {
        let root = &self.tree.nodes[ROOT];
        root.proof != Proof::Open
            || root.held == root.total && self.tree.nodes[root.children()].iter().all(|node| node.proof != Proof::Open)
    }

    /// What kind of game this is, and how far evaluations lie apart here.
    fn prepare(&mut self) {
        let start = self.start.clone();
        self.random_game(start);
        if !self.is_plain() && !self.tree.judge.is_scored {
            self.tree.judge.scale = self.scale();
        }
    }

    /// By how much positions near the root are judged apart: an evaluation has a unit, but does not say how much of it wins.
    fn scale(&mut self) -> f32 {
        let (mut values, seats) = (Vec::new(), self.rules.seats());
        for _ in 0..WALKS {
            let mut state = self.start.clone();
            for _ in 0..WALK {
                match self.rules.next(&state) {
                    Next::Over(_) => break,
                    Next::Move(_) | Next::Chance => {
                        values.push(score::ahead(self.evaluation.standing(&state), seats)[0] as f32);
                        self.stroll(&mut state);
                    }
                }
            }
        }
        let mean = values.iter().sum::<f32>() / values.len() as f32;
        let deviation = values.iter().map(|value| (value - mean).abs()).sum::<f32>() / values.len() as f32;
        2.0 * deviation + mean.abs() + 1.0
    }

    /// One simulation.
    #[inline(always)]
    fn simulate(&mut self) {
        self.path.clear();
        let mut state = self.start.clone();
        let mut at = ROOT;
        let mut is_new_proof = false;
        let rewards = loop {
            let (kind, proof) = (self.tree.nodes[at].kind, self.tree.nodes[at].proof);
            if proof != Proof::Open {
                break self.tree.certain(proof);
            }
            let (child, chooser, instead) = match kind {
                Kind::Leaf => {
                    let rewards = self.leaf(at, &state);
                    is_new_proof = self.tree.nodes[at].proof != Proof::Open;
                    match rewards {
                        Some(rewards) => break rewards,
                        None => continue,
                    }
                }
                Kind::Choice(seat) => match self.choose(at, &state) {
                    Some((child, instead)) => (child, seat, instead),
                    // It has just been proved.
                    None => {
                        is_new_proof = true;
                        continue;
                    }
                },
                Kind::Chance => (self.draw(at), Seat::FIRST, Proof::Open),
            };
            let step = self.tree.nodes[child].step.expect("only the root has no step");
            make(self.rules, &mut state, step);
            self.count(1);
            self.path.push(Taken { at: child, chooser, instead });
            at = child;
        };
        if !self.is_stopped {
            self.back_up(rewards, is_new_proof);
        }
    }

    /// Adds what a simulation has brought to all positions on its way, and proves what can be.
    #[inline(always)]
    fn back_up(&mut self, mut rewards: Rewards, mut is_new_proof: bool) {
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
            self.tree.views[at] = self.view(at, chooser, i == 0);
            if instead != Proof::Open {
                rewards = self.tree.certain(instead);
            }
            if is_new_proof && i == 0 {
                self.tree.nodes[ROOT].proof = self.tree.proof_by_children(ROOT);
                self.is_finished = self.is_all_proved();
            } else if is_new_proof {
                let parent = self.path[i - 1].at;
                let proof = self.tree.proof_by_children(parent);
                self.tree.nodes[parent].proof = proof;
                is_new_proof = proof != Proof::Open;
                if is_new_proof {
                    rewards = self.tree.certain(proof);
                }
            }
        }
        if self.path.is_empty() {
            self.is_finished = self.is_all_proved();
        }
        self.tree.nodes[ROOT].visits += 1;
        if self.tree.judge.is_scored {
            self.spread.add(rewards[0]);
        }
    }

    /// How a child looks to who chooses.
    #[inline(always)]
    pub fn view(&self, at: usize, chooser: Seat, is_of_root: bool) -> View {
        let node = &self.tree.nodes[at];
        if node.proof != Proof::Open {
            // Nothing is to be learnt there: at the root it is left alone, elsewhere it counts for what it is.
            let mean = if is_of_root { f32::NEG_INFINITY } else { self.tree.certain(node.proof)[chooser.index()] };
            return View { mean, doubt: 0.0 };
        }
        let visits = f64::from(node.visits) + self.prior_visits();
        let mean = (node.sum / visits) as f32;
        let doubt = if self.is_plain() { 1.0 / (visits as f32).sqrt() } else { node.share / visits as f32 };
        View { mean, doubt }
    }

    /// Where the tree ends: the position is judged, or else it has children now.
    #[inline(always)]
    fn leaf(&mut self, at: usize, state: &R::State) -> Option<Rewards> {
        if let Next::Over(outcome) = self.rules.next(state) {
            self.tree.nodes[at].proof = self.tree.end(&outcome);
            return Some(self.tree.judge.over(&outcome));
        }
        let is_deep = self.path.len() as u32 >= self.settings.depth;
        if self.is_plain() {
            // What is met for the first time is not worth the room.
            let is_known = at == ROOT || self.tree.nodes[at].visits > 0;
            let grows = is_known && !is_deep && self.expand(at, state).is_some();
            return (!grows).then(|| self.random_game(state.clone()));
        }
        let standing = self.tree.judge.standing(self.evaluation.standing(state));
        if is_deep {
            return Some(standing);
        }
        Some(match self.expand(at, state) {
            Some(best) => {
                self.tree.nodes[at].proof = self.tree.proof_by_children(at);
                match self.tree.nodes[at].proof {
                    Proof::Open => std::array::from_fn(|seat| (standing[seat] + best[seat]) / 2.0),
                    proof => self.tree.certain(proof),
                }
            }
            None => standing,
        })
    }

    /// The child that the seat to move looks at next, and what is certain and better than that; `None` where the position has just
    /// been proved.
    #[inline(always)]
    fn choose(&mut self, at: usize, state: &R::State) -> Option<(usize, Proof)> {
        let node = &self.tree.nodes[at];
        if node.opened < node.total {
            let opened = if self.is_plain() { self.open_any(at, state) } else { self.widen(at, state) };
            if opened.is_some() || self.tree.nodes[at].proof != Proof::Open {
                return opened.map(|child| (child, Proof::Open));
            }
        }
        let node = &self.tree.nodes[at];
        let visits = node.visits as f32;
        let curiosity =
            if self.is_plain() { PLAIN_CURIOSITY * libm::logf(visits).sqrt() } else { CURIOSITY * visits.sqrt() };
        let curiosity = if self.tree.judge.is_scored { curiosity * self.spread.width() } else { curiosity };
        let views = &self.tree.views[node.open_children()];
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (child, view) in views.iter().enumerate() {
            let worth = view.mean + curiosity * view.doubt;
            if worth > most {
                (best, most) = (child, worth);
            }
        }
        let first = node.first as usize;
        let proof = self.tree.nodes[first + best].proof;
        if proof == Proof::Open {
            return Some((first + best, Proof::Open));
        }
        let worth = |child: &usize| views[*child].mean + curiosity * views[*child].doubt;
        let open = (0..views.len()).filter(|child| self.tree.nodes[first + child].proof == Proof::Open);
        let open = open.max_by(|a, b| worth(a).total_cmp(&worth(b)));
        Some((first + open.unwrap_or(best), if at == ROOT { Proof::Open } else { proof }))
    }

    /// In UCT every move is looked at once before any is looked at again, in an order that chance decides.
    #[inline(always)]
    fn open_any(&mut self, at: usize, state: &R::State) -> Option<usize> {
        if self.tree.nodes[at].opened == self.tree.nodes[at].held && !self.grow(at, state) {
            return None;
        }
        let node = &mut self.tree.nodes[at];
        let child = (node.first + node.opened) as usize;
        let other = child + random::below(&mut self.generator, node.held - node.opened) as usize;
        node.opened += 1;
        self.tree.nodes.swap(child, other);
        Some(child)
    }

    /// Opens as many of many moves as the visits allow, and more where all that are open are proved. Answers one that nobody has looked at.
    #[inline(never)]
    fn widen(&mut self, at: usize, state: &R::State) -> Option<usize> {
        let node = &self.tree.nodes[at];
        let allowed = (WIDENING * (node.visits as f32).sqrt()) as u32;
        let is_open = |node: &Node<StepOf<R>>| node.proof == Proof::Open;
        if node.opened >= allowed.max(1) && self.tree.nodes[node.open_children()].iter().any(is_open) {
            return None;
        }
        if node.opened == node.held {
            if !self.grow(at, state) {
                return None;
            }
            self.tree.nodes[at].proof = self.tree.proof_by_children(at);
            if self.tree.nodes[at].proof != Proof::Open {
                return None;
            }
        }
        let node = &mut self.tree.nodes[at];
        node.opened += 1;
        Some((node.first + node.opened - 1) as usize)
    }

    /// What the die shows, by its weights.
    #[inline(always)]
    fn draw(&mut self, at: usize) -> usize {
        let children = self.tree.nodes[at].children();
        let outcomes = &self.tree.nodes[children.clone()];
        let total: f32 = outcomes.iter().map(|child| child.share).sum();
        let mut left = random::below(&mut self.generator, total as u32) as f32;
        for (child, node) in children.clone().zip(outcomes) {
            if left < node.share {
                return child;
            }
            left -= node.share;
        }
        children.end - 1
    }

    /// A uniformly random game to its end, and what it brings.
    #[inline(always)]
    pub fn random_game(&mut self, mut state: R::State) -> Rewards {
        for _ in 0..LONGEST_GAME {
            if let Next::Over(outcome) = self.rules.next(&state) {
                self.tree.judge.is_scored |= outcome.verdict == Verdict::Scored;
                return self.tree.judge.over(&outcome);
            }
            self.random_step(&mut state);
            self.count(1);
            if self.is_stopped {
                break;
            }
        }
        self.tree.judge.endless()
    }

    /// The same as [`random_step`](Simulation::random_step), where time does not matter: a call instead of a copy.
    #[inline(never)]
    fn stroll(&mut self, state: &mut R::State) {
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

    /// Counts positions, and asks whether to stop when it has been long enough.
    #[inline(always)]
    pub fn count(&mut self, positions: u32) {
        self.unasked = self.unasked.saturating_sub(positions);
        if self.unasked == 0 {
            self.unasked = BETWEEN_QUESTIONS;
            self.is_stopped |= (self.stop)();
        }
    }
}

struct Run<'s, 'a, R: Rules, E>(&'s mut Simulation<'a, R, E>, u64);

impl<R: Rules, E: Evaluation<R>> Job for Run<'_, '_, R, E> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, _level: L) {
        let Run(simulation, until) = self;
        let mut goes_on = simulation.simulations < until && !simulation.is_finished && !simulation.is_stopped;
        while goes_on || simulation.tree.nodes[ROOT].kind == Kind::Leaf {
            simulation.simulate();
            goes_on = simulation.simulations < until && !simulation.is_finished && !simulation.is_stopped;
        }
    }
}
