//! Alpha-beta search of one position of the tree: principal variation search with selective pruning
//! at interior nodes, and quiescence search at the leaves.

use ludoteca_core::cpu::{Job, Level};
use ludoteca_core::evaluation::{Budget, Evaluation, KnownWin, ScoredMove, Stopped};
use ludoteca_core::{Next, Rules, Seat};

use super::AlphaBeta;
use super::ordering::MoveOrdering;
use super::transposition_key::TranspositionKey;
use crate::limits::MAX_PLIES;
use crate::score::{self, INFINITE};
use crate::transposition_table::{Bound, TranspositionEntry};

/// What one search thread works with: the rules, its node budget, its move ordering and its
/// buffers.
pub struct AlphaBetaThread<'a, R: Rules, E> {
    pub rules: &'a R,
    pub evaluation: &'a E,
    search: &'a AlphaBeta<'a, R, E>,
    pub budget: Budget<'a>,
    /// Does the quiescence search follow noisy moves, or is a leaf worth its static evaluation?
    pub uses_quiescence: bool,
    pub ordering: MoveOrdering<R::Move>,
    /// A stack with the moves of all positions on the current path. The moves of a position lie
    /// behind those of its parent.
    moves: Vec<Candidate<R::Move>>,
    /// The move-ordering score of each entry of `moves`.
    move_scores: Vec<i32>,
    /// The principal variation from each ply on.
    pub principal_variations: Vec<Vec<R::Move>>,
}

/// A move that is still to be searched.
#[derive(Copy, Clone)]
struct Candidate<M> {
    m: M,
    /// Its index in the order in which the rules list the moves.
    index: u16,
    is_noisy: bool,
}

/// The search of one position.
pub struct NodeSearch<'t, 's, R: Rules, S> {
    pub thread: &'t mut S,
    pub state: &'s R::State,
    /// The result is a value from this seat's point of view.
    pub seat: Seat,
    /// The distance of the position from the root, in plies.
    pub ply: u32,
    /// How many plies to search ahead. At 0 and below, only the quiescence search is left.
    pub depth: i32,
    /// The alpha-beta window (alpha, beta). A value inside it is exact; a value outside it is a
    /// bound on the same side.
    pub window: [i32; 2],
}

/// The result of searching a position.
#[derive(Copy, Clone, Debug)]
pub struct NodeResult {
    pub value: i32,
    /// Would a deeper search leave this value unchanged? If the value is a bound, is the bound
    /// certain?
    pub settled: bool,
    /// The length in plies of the longest line that the value depends on.
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
        // A seat may move twice in a row, so this is negamax with a condition: the window and the
        // value change their sign only where the other seat is to move.
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

    /// Quiescence search: follows noisy moves only. The mover need not make any of them, so the
    /// static evaluation is a lower bound (stand pat).
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
        let sees = self.sees(state);
        evaluation.visit_scored_moves(rules, state, |ScoredMove { m, index, score, is_noisy }| {
            if is_noisy && sees(index) {
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

    /// Searches an interior node: all its moves, except those that are pruned.
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

        // The transposition table lies in slow memory. While the entry is being fetched, the static
        // evaluation is computed; it is nearly always needed.
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
            // Internal iterative reduction: without a hash move the first move is a guess. A search
            // that is one ply shallower finds a hash move for the next iteration.
            if hash_move == TranspositionEntry::NO_HASH_MOVE && depth >= 4 {
                depth -= 1;
            }
            // Reverse futility pruning: the static evaluation is so far above beta that the other
            // seat is unlikely to catch up within the remaining depth.
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
            // Forced-move extension: a position with a single move is searched one ply deeper,
            // since it has no siblings to search.
            depth += i32::from(self.moves.len() == first + 1);
        }
        loop {
            let candidate = match hashed.take() {
                // The hash move is searched before the other moves are generated: it often causes a
                // cutoff.
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
                    // Late-move pruning: the move comes too late in the move ordering to be likely
                    // to matter. Futility pruning: near the leaves the static evaluation is so far
                    // below alpha that a quiet move is unlikely to raise it that far.
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
            let search = |thread: &mut Self, depth, window| {
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
                search(self, depth - 1, [floor, high])?
            } else {
                // Principal variation search: a null-window search shows with less work that a move
                // is no better than the best so far. A late move is first searched at a reduced
                // depth (late-move reduction). A move that fails high is searched again: at full
                // depth, then with the full window.
                let mut result = search(self, depth - 1 - reduction, [floor, floor + 1])?;
                if reduction > 0 && result.value > floor {
                    result = search(self, depth - 1, [floor, floor + 1])?;
                }
                if is_exact_wanted && result.value > floor && result.value < high {
                    result = search(self, depth - 1, [floor, high])?;
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
                    // Beta cutoff: the other seat will avoid this position, whatever the remaining
                    // moves are worth.
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
        // A won position needs no other move. A lost one is certain as well: moves are pruned only
        // while the best value is no loss, so every move was searched.
        best.settled |= score::is_win(best.value) || score::is_loss(best.value);

        if let Some((table, place)) = &place
            && (place.is_counted || best.reach <= plies_left)
            // An entry whose reach does not fit into 8 bits is not stored.
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

    /// Generates the moves of a state with their move-ordering scores. It leaves out the move that
    /// was tried already and the moves that the handicap overlooks, unless the handicap would
    /// overlook all of them.
    #[inline(always)]
    fn generate_moves(&mut self, state: &R::State, mover: Seat, ply: u32, tried: Option<u16>) {
        let sees = self.sees(state);
        let mut sees_all = !self.overlooks();
        let AlphaBetaThread { rules, evaluation, ordering, moves, move_scores, .. } = self;
        let ordering = ordering.at(mover, ply);
        let first = moves.len();
        loop {
            evaluation.visit_scored_moves(
                *rules,
                state,
                |ScoredMove { m, index, score, is_noisy }| {
                    if Some(index) != tried && (sees_all || sees(index)) {
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

    /// Returns a predicate on the moves of a state, by index: does the player see the move in spite
    /// of the handicap?
    #[inline(always)]
    fn sees(&self, state: &R::State) -> impl Fn(u16) -> bool + use<R, E> {
        let (handicap, seed) = (self.search.handicap, self.search.seed);
        let position = if handicap.overlooked > 0 { self.rules.key(state) } else { 0 };
        move |number| !handicap.overlooks(seed, position, number)
    }

    /// Does the handicap overlook moves?
    pub fn overlooks(&self) -> bool {
        self.search.handicap.overlooked > 0
    }

    /// A win that the evaluation recognises without a search. With a handicap only wins within four
    /// plies are recognised, and not every time.
    #[inline(always)]
    fn known_win(&self, state: &R::State) -> Option<KnownWin> {
        let known_win = self.evaluation.known_win(state)?;
        (!self.overlooks() || known_win.plies <= 4 && self.sees(state)(u16::MAX))
            .then_some(known_win)
    }

    /// The static evaluation: how far the mover seems to be ahead, plus the error that the handicap
    /// makes.
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

    /// Selects the move with the highest score from index `from` on, and swaps it to that index.
    #[inline(always)]
    fn pick(&mut self, from: usize) -> Option<Candidate<R::Move>> {
        let rest = &mut self.move_scores[from..];
        // Two passes without a branch inside the loop are faster than one pass that tracks the
        // position of the maximum.
        let most = rest.iter().copied().fold(i32::MIN, i32::max);
        let best = rest.iter().position(|score| *score == most)?;
        rest.swap(0, best);
        self.moves.swap(from, from + best);
        Some(self.moves[from])
    }

    /// Drops the moves from an index of the list on.
    #[inline(always)]
    fn forget(&mut self, from: usize) {
        self.moves.truncate(from);
        self.move_scores.truncate(from);
    }

    /// Sets the principal variation of a ply: this move, followed by the principal variation of the
    /// next ply.
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

/// The distance of a win or loss counts from the root in the search, and from the position itself
/// in the transposition table.
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

/// Late-move reduction in plies: half the product of the binary logarithms of depth and move
/// number. It is computed in integers, so that it is the same on every machine.
#[inline(always)]
fn late_move_reduction(depth: u32, number: u32) -> i32 {
    let sixteenths = |n: u32| 16 * n.ilog2() + ((n << 4) >> n.ilog2()) - 16;
    (256 + sixteenths(depth) * sixteenths(number) / 2).div_euclid(512) as i32
}

/// The quiescence search follows noisy moves for at most this many plies.
const MAX_QUIESCENCE_PLIES: i32 = 16;

/// Futility and late-move pruning need a static evaluation, which is computed only up to this
/// depth.
const MAX_FUTILITY_DEPTH: i32 = 6;
