//! One position of the tree.

use ludoteca_core::cpu::{Job, Level};
use ludoteca_core::evaluation::{Budget, Evaluation, KnownWin, ScoredMove, Stopped};
use ludoteca_core::{Next, Rules, Seat};

use super::AlphaBeta;
use super::ordering::MoveOrdering;
use super::transposition_key::TranspositionKey;
use crate::limits::MAX_PLIES;
use crate::score::{self, INFINITE};
use crate::transposition_table::{Bound, TranspositionEntry};

/// What one thread has at hand.
pub struct AlphaBetaThread<'a, R: Rules, E> {
    pub rules: &'a R,
    pub evaluation: &'a E,
    search: &'a AlphaBeta<'a, R, E>,
    pub budget: Budget<'a>,
    /// Are noisy moves followed where a position would be judged?
    pub uses_quiescence: bool,
    pub ordering: MoveOrdering<R::Move>,
    /// The moves of all positions on the way, each position's behind those of the one before.
    moves: Vec<Candidate<R::Move>>,
    /// How good each of them looks.
    move_scores: Vec<i32>,
    /// At each ply the line that is expected from there.
    pub principal_variations: Vec<Vec<R::Move>>,
}

/// A move that is to be tried.
#[derive(Copy, Clone)]
struct Candidate<M> {
    m: M,
    /// Its place in the order of the rules.
    index: u16,
    is_noisy: bool,
}

/// A position to be looked at.
pub struct NodeSearch<'t, 's, R: Rules, S> {
    pub thread: &'t mut S,
    pub state: &'s R::State,
    /// The value is wanted from this seat's point of view.
    pub seat: Seat,
    /// So many plies from the root.
    pub ply: u32,
    /// So many plies are to be looked ahead.
    pub depth: i32,
    /// The value is wanted exactly between these, and else a bound on the same side.
    pub window: [i32; 2],
}

/// What a position comes to.
#[derive(Copy, Clone, Debug)]
pub struct NodeResult {
    pub value: i32,
    /// Would looking further change nothing? Of a bound: it is one for certain.
    pub settled: bool,
    /// No line that matters to it is longer than this.
    pub reach: u32,
}

impl NodeResult {
    fn estimate(value: i32) -> NodeResult {
        NodeResult { value, settled: false, reach: 0 }
    }

    fn turned(self, sign: i32) -> NodeResult {
        NodeResult { value: sign * self.value, ..self }
    }
}

impl<R: Rules, E: Evaluation<R>> Job for NodeSearch<'_, '_, R, AlphaBetaThread<'_, R, E>> {
    type Output = Result<NodeResult, Stopped>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let NodeSearch { thread, state, seat, ply, depth, window } = self;
        thread.budget.count()?;
        thread.principal_variations[ply as usize].clear();
        let mover = match thread.rules.next(state) {
            Next::Over(outcome) => {
                return Ok(NodeResult {
                    value: score::terminal_scores(&outcome, 2, ply)[seat.index()],
                    settled: true,
                    reach: 0,
                });
            }
            Next::Move(mover) => mover,
            Next::Chance => unreachable!("a game without dice waits for none"),
        };
        // Turns need not alternate: the window is turned round only where the seat to move is the
        // other one.
        let [low, high] = window;
        let (window, sign) = if mover == seat { ([low, high], 1) } else { ([-high, -low], -1) };
        if let Some(KnownWin { winner, plies }) = thread.known_win(state) {
            let win = score::win_in(ply + plies);
            let value = if winner == seat { win } else { -win };
            return Ok(NodeResult { value, settled: true, reach: plies });
        }
        let result = if depth > 0 && ply < MAX_PLIES {
            thread.interior_node(level, state, mover, ply, depth, window)?
        } else {
            thread.quiescence(level, state, mover, ply, depth, window)?
        };
        Ok(result.turned(sign))
    }
}

impl<'a, R: Rules, E: Evaluation<R>> AlphaBetaThread<'a, R, E> {
    pub fn new(search: &'a AlphaBeta<'a, R, E>, budget: Budget<'a>) -> Self {
        AlphaBetaThread {
            rules: search.rules,
            evaluation: search.evaluation,
            search,
            budget,
            uses_quiescence: true,
            ordering: MoveOrdering::new(),
            moves: Vec::new(),
            move_scores: Vec::new(),
            principal_variations: vec![Vec::new(); MAX_PLIES as usize + 2],
        }
    }

    /// A position that is not looked beyond, but for noisy moves, which the mover need not make.
    #[inline(always)]
    fn quiescence<L: Level>(
        &mut self,
        level: L,
        state: &R::State,
        mover: Seat,
        ply: u32,
        depth: i32,
        [mut low, high]: [i32; 2],
    ) -> Result<NodeResult, Stopped> {
        let static_value = self.evaluate(state, mover);
        if !E::HAS_NOISY
            || !self.uses_quiescence
            || static_value >= high
            || depth <= -MAX_QUIESCENCE_PLIES
            || ply >= MAX_PLIES
        {
            return Ok(NodeResult::estimate(static_value));
        }
        let mut best = NodeResult::estimate(static_value);
        low = low.max(static_value);
        let first = self.moves.len();
        let (rules, evaluation) = (self.rules, self.evaluation);
        let seen = self.seen(state);
        evaluation.visit_scored_moves(rules, state, |ScoredMove { m, index, score, is_noisy }| {
            if is_noisy && seen(index) {
                self.moves.push(Candidate { m, index, is_noisy });
                self.move_scores.push(score);
            }
        });
        let mut tried = first;
        while let Some(Candidate { m, .. }) = self.pick(tried) {
            tried += 1;
            let after = rules.after(state, m);
            let visit = NodeSearch {
                thread: &mut *self,
                state: &after,
                seat: mover,
                ply: ply + 1,
                depth: depth - 1,
                window: [low, high],
            };
            let result = level.call(visit)?;
            best.reach = best.reach.max(result.reach + 1);
            if result.value > best.value {
                best.value = result.value;
                if result.value > low {
                    low = result.value;
                    self.update_principal_variation(ply, m);
                }
                if result.value >= high {
                    best.settled = result.settled;
                    break;
                }
            }
        }
        self.forget(first);
        Ok(best)
    }

    /// A position whose moves are all looked at, or nearly.
    #[inline(always)]
    fn interior_node<L: Level>(
        &mut self,
        level: L,
        state: &R::State,
        mover: Seat,
        ply: u32,
        depth: i32,
        [low, high]: [i32; 2],
    ) -> Result<NodeResult, Stopped> {
        let is_exact_wanted = high > low + 1;
        let (rules, evaluation) = (self.rules, self.evaluation);
        let plies_left = evaluation.plies_to_limit(state);
        let place = self
            .search
            .transposition_table
            .as_ref()
            .map(|table| (table, TranspositionKey::of(rules, evaluation, state, depth)));

        // The table is in slow memory: meanwhile the position is judged, which is nearly always
        // needed.
        if let Some((table, place)) = &place {
            table.prefetch(place.key);
        }
        let static_value =
            (evaluation.selective().is_some() && !is_exact_wanted && depth <= MAX_FUTILITY_DEPTH)
                .then(|| self.evaluate(state, mover));

        let mut hash_move = TranspositionEntry::NO_HASH_MOVE;
        if let Some((table, place)) = &place
            && let Some(entry) = table.probe(place.key)
        {
            hash_move = entry.hash_move;
            let is_known = i32::from(entry.depth) >= depth || entry.settled;
            let is_within = place.is_counted || u32::from(entry.reach) <= plies_left;
            let value = value_from_table(entry.value, ply);
            let decides = match entry.bound {
                Bound::Exact => !is_exact_wanted || entry.settled,
                Bound::AtLeast => value >= high,
                Bound::AtMost => value <= low,
            };
            if is_known && is_within && decides {
                return Ok(NodeResult { value, settled: entry.settled, reach: entry.reach.into() });
            }
        }

        let mut depth = depth;
        if let Some(selective) = evaluation.selective() {
            // Without a hint the first move is a guess: a shallower look finds one for the next
            // time.
            if hash_move == TranspositionEntry::NO_HASH_MOVE && depth >= 4 {
                depth -= 1;
            }
            // So far ahead that the other seat will not catch up in so few plies.
            if let Some(value) = static_value
                && value - selective.margin * depth >= high
                && !score::is_win(value)
                && !score::is_loss(high)
            {
                return Ok(NodeResult::estimate(value));
            }
        }

        let first = self.moves.len();
        let mut best = NodeResult { value: -INFINITE, settled: true, reach: 0 };
        let mut best_index = TranspositionEntry::NO_HASH_MOVE;
        let mut floor = low;
        let mut is_listed = false;
        let mut tried = first;
        let mut hashed =
            place.as_ref().and_then(|(_, place)| place.decode_move(rules, state, hash_move));
        let stored_depth = depth;
        if hashed.is_none() || E::PRUNES_MOVES {
            self.generate_moves(state, mover, ply, None);
            is_listed = true;
        }
        if E::PRUNES_MOVES {
            let hashed = hashed.take().map(|(_, index)| index);
            if let Some(n) =
                self.moves[first..].iter().position(|candidate| Some(candidate.index) == hashed)
            {
                self.move_scores[first + n] = i32::MAX;
            }
            // What must be is no choice, and costs nothing.
            depth += i32::from(self.moves.len() == first + 1);
        }
        loop {
            let candidate = match hashed.take() {
                // The move that was best before is tried before the others are listed.
                Some((m, index)) => {
                    let is_noisy = evaluation.is_noisy(state, m);
                    self.moves.push(Candidate { m, index, is_noisy });
                    self.move_scores.push(i32::MAX);
                    self.moves[first]
                }
                None => {
                    if !is_listed {
                        let index = self.moves[first].index;
                        self.generate_moves(state, mover, ply, Some(index));
                        is_listed = true;
                    }
                    match self.pick(tried) {
                        Some(candidate) => candidate,
                        None => break,
                    }
                }
            };
            let number = tried - first;
            tried += 1;
            let m = candidate.m;
            let mut reduction = 0;
            if let Some(selective) = evaluation.selective()
                && number > 0
                && !score::is_loss(best.value)
                && !candidate.is_noisy
            {
                if let Some(static_value) = static_value
                    && (number as i32
                        > selective.late_move_count + depth * depth * selective.late_move_count / 2
                        || static_value + selective.margin * (depth + 1) <= floor && depth <= 2)
                {
                    // Too late in the order, or too far behind, to be likely to matter.
                    best.settled = false;
                    continue;
                }
                if depth >= 3 && number >= 2 {
                    reduction = late_move_reduction(depth as u32, number as u32);
                    let history = self.ordering.history(mover, evaluation.history_index(m));
                    reduction -= i32::from(is_exact_wanted) + history / 4096;
                    reduction = reduction.clamp(0, depth - 2);
                }
            }

            let after = rules.after(state, m);
            let look = |thread: &mut Self, depth, window| {
                level.call(NodeSearch {
                    thread,
                    state: &after,
                    seat: mover,
                    ply: ply + 1,
                    depth,
                    window,
                })
            };
            let result = if number == 0 {
                look(self, depth - 1, [floor, high])?
            } else {
                // That it is no better than what is known is shown with less work than how good it
                // is.
                let mut result = look(self, depth - 1 - reduction, [floor, floor + 1])?;
                if reduction > 0 && result.value > floor {
                    result = look(self, depth - 1, [floor, floor + 1])?;
                }
                if is_exact_wanted && result.value > floor && result.value < high {
                    result = look(self, depth - 1, [floor, high])?;
                }
                result
            };
            best.reach = best.reach.max(result.reach + 1);
            best.settled &= result.settled;
            if result.value > best.value {
                best.value = result.value;
                if result.value > floor {
                    floor = result.value;
                    best_index = candidate.index;
                    if is_exact_wanted {
                        self.update_principal_variation(ply, m);
                    }
                }
                if result.value >= high {
                    // One good move is enough, whatever the others are worth.
                    best.settled = result.settled;
                    if !candidate.is_noisy {
                        let (before, _) = self.moves[first..].split_at(number);
                        let poor = before.iter().map(|poor| evaluation.history_index(poor.m));
                        self.ordering.record_cutoff(
                            mover,
                            ply,
                            depth,
                            (m, evaluation.history_index(m)),
                            poor,
                        );
                    }
                    break;
                }
            }
        }
        self.forget(first);
        // A win needs no other move, and in a lost position each one was looked at until it lost.
        best.settled |= score::is_win(best.value) || score::is_loss(best.value);

        if let Some((table, place)) = &place
            && (place.is_counted || best.reach <= plies_left)
            // What reaches further than can be remembered is not.
            && let Ok(reach) = u8::try_from(best.reach)
        {
            let bound = match best.value {
                value if value >= high => Bound::AtLeast,
                value if value > low => Bound::Exact,
                _ => Bound::AtMost,
            };
            let hash_move = place.encode_move(rules, state, best_index).unwrap_or(hash_move);
            let value = value_to_table(best.value, ply);
            table.put(
                place.key,
                TranspositionEntry {
                    value,
                    bound,
                    settled: best.settled,
                    depth: stored_depth as u8,
                    reach,
                    hash_move,
                },
            );
        }
        Ok(best)
    }

    /// Lists the moves of a state, but for the one that was tried already and those that are
    /// overlooked, if not all are.
    #[inline(always)]
    fn generate_moves(&mut self, state: &R::State, mover: Seat, ply: u32, tried: Option<u16>) {
        let seen = self.seen(state);
        let mut sees_all = !self.overlooks();
        let AlphaBetaThread { rules, evaluation, ordering, moves, move_scores, .. } = self;
        let ordering = ordering.at(mover, ply);
        let first = moves.len();
        loop {
            evaluation.visit_scored_moves(
                *rules,
                state,
                |ScoredMove { m, index, score, is_noisy }| {
                    if Some(index) != tried && (sees_all || seen(index)) {
                        moves.push(Candidate { m, index, is_noisy });
                        move_scores.push(ordering.score(score, m, evaluation.history_index(m)));
                    }
                },
            );
            if sees_all || moves.len() > first || tried.is_some() {
                break;
            }
            sees_all = true;
        }
    }

    /// Which moves of a state are seen, by their number.
    #[inline(always)]
    fn seen(&self, state: &R::State) -> impl Fn(u16) -> bool + use<R, E> {
        let (handicap, seed) = (self.search.handicap, self.search.seed);
        let position = if handicap.overlooked > 0 { self.rules.key(state) } else { 0 };
        move |number| !handicap.overlooks(seed, position, number)
    }

    /// Is anything overlooked?
    pub fn overlooks(&self) -> bool {
        self.search.handicap.overlooked > 0
    }

    /// What can be told at a glance. Who overlooks anything does not see far, and not always.
    #[inline(always)]
    fn known_win(&self, state: &R::State) -> Option<KnownWin> {
        let known_win = self.evaluation.known_win(state)?;
        (!self.overlooks() || known_win.plies <= 4 && self.seen(state)(u16::MAX))
            .then_some(known_win)
    }

    /// How far the mover seems to be ahead.
    #[inline(always)]
    fn evaluate(&self, state: &R::State, mover: Seat) -> i32 {
        let static_value =
            score::relative_scores(self.evaluation.evaluate(state), 2)[mover.index()];
        let (handicap, seed) = (self.search.handicap, self.search.seed);
        if handicap.misjudged == 0 {
            return static_value;
        }
        let error = handicap.error(seed, self.rules.key(state), E::MARGIN);
        score::clamp_estimate(static_value + if mover == Seat::FIRST { error } else { -error })
    }

    /// The most promising move from a place in the list on, which comes to that place.
    #[inline(always)]
    fn pick(&mut self, from: usize) -> Option<Candidate<R::Move>> {
        let rest = &mut self.move_scores[from..];
        // Two passes without a branch but the loop are faster than one that remembers where the
        // most was.
        let most = rest.iter().copied().fold(i32::MIN, i32::max);
        let best = rest.iter().position(|score| *score == most)?;
        rest.swap(0, best);
        self.moves.swap(from, from + best);
        Some(self.moves[from])
    }

    /// Forgets the moves from a place in the list on.
    #[inline(always)]
    fn forget(&mut self, from: usize) {
        self.moves.truncate(from);
        self.move_scores.truncate(from);
    }

    /// A move leads the line from its ply, before what is expected after it.
    #[inline(always)]
    pub fn update_principal_variation(&mut self, ply: u32, m: R::Move) {
        let [here, after] = &mut self.principal_variations[ply as usize..ply as usize + 2] else {
            return;
        };
        here.clear();
        here.push(m);
        here.extend_from_slice(after);
    }
}

/// Wins and losses count from the root here, and from the position in the transposition table.
#[inline(always)]
fn value_from_table(value: i32, ply: u32) -> i32 {
    shifted(value, -(ply as i32))
}

#[inline(always)]
fn value_to_table(value: i32, ply: u32) -> i32 {
    shifted(value, ply as i32)
}

#[inline(always)]
fn shifted(value: i32, by: i32) -> i32 {
    match value {
        _ if score::is_win(value) => value + by,
        _ if score::is_loss(value) => value - by,
        _ => value,
    }
}

/// By how many plies less far a late move is looked at: half the product of the logarithms of depth
/// and number. In whole numbers, so that it is the same on every machine.
#[inline(always)]
fn late_move_reduction(depth: u32, number: u32) -> i32 {
    let sixteenths = |n: u32| 16 * n.ilog2() + ((n << 4) >> n.ilog2()) - 16;
    (256 + sixteenths(depth) * sixteenths(number) / 2).div_euclid(512) as i32
}

/// Noisy moves are followed for no more plies than this.
const MAX_QUIESCENCE_PLIES: i32 = 16;

/// With more plies to go nothing is cut off by its looks.
const MAX_FUTILITY_DEPTH: i32 = 6;
