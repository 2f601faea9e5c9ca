//! One position of the tree.

use ludoteca_core::cpu::{Job, Level};
use ludoteca_core::evaluation::{Evaluation, Foreseen, Prospect, Stopped, Watch};
use ludoteca_core::{Next, Rules, Seat};

use super::AlphaBeta;
use super::ordering::Experience;
use super::place::Place;
use crate::limits::MOST_PLIES;
use crate::score::{self, INFINITE};
use crate::table::{Bound, Entry};

/// What one thread has at hand.
pub struct Thread<'a, R: Rules, E> {
    pub rules: &'a R,
    pub evaluation: &'a E,
    search: &'a AlphaBeta<'a, R, E>,
    pub watch: Watch<'a>,
    /// Are loud moves followed where a position would be judged?
    pub follows_loud: bool,
    pub experience: Experience<R::Move>,
    /// The moves of all positions on the way, each position's behind those of the one before.
    moves: Vec<Candidate<R::Move>>,
    /// How good each of them looks.
    promises: Vec<i32>,
    /// At each ply the line that is expected from there.
    pub lines: Vec<Vec<R::Move>>,
}

/// A move that is to be tried.
#[derive(Copy, Clone)]
struct Candidate<M> {
    m: M,
    /// Its place in the order of the rules.
    index: u16,
    is_loud: bool,
}

/// A position to be looked at.
pub struct Visit<'t, 's, R: Rules, S> {
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
pub struct Worth {
    pub value: i32,
    /// Would looking further change nothing? Of a bound: it is one for certain.
    pub settled: bool,
    /// No line that matters to it is longer than this.
    pub reach: u32,
}

impl Worth {
    fn estimate(value: i32) -> Worth {
        Worth { value, settled: false, reach: 0 }
    }

    fn turned(self, sign: i32) -> Worth {
        Worth { value: sign * self.value, ..self }
    }
}

impl<R: Rules, E: Evaluation<R>> Job for Visit<'_, '_, R, Thread<'_, R, E>> {
    type Output = Result<Worth, Stopped>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let Visit { thread, state, seat, ply, depth, window } = self;
        thread.watch.count()?;
        thread.lines[ply as usize].clear();
        let mover = match thread.rules.next(state) {
            Next::Over(outcome) => {
                return Ok(Worth { value: score::settled(&outcome, 2, ply)[seat.index()], settled: true, reach: 0 });
            }
            Next::Move(mover) => mover,
            Next::Chance => unreachable!("a game without dice waits for none"),
        };
        // Turns need not alternate: the window is turned round only where the seat to move is the other one.
        let [low, high] = window;
        let (window, sign) = if mover == seat { ([low, high], 1) } else { ([-high, -low], -1) };
        if let Some(Foreseen { winner, plies }) = thread.foreseen(state) {
            let win = score::win_in(ply + plies);
            let value = if winner == seat { win } else { -win };
            return Ok(Worth { value, settled: true, reach: plies });
        }
        let worth = if depth > 0 && ply < MOST_PLIES {
            thread.inner(level, state, mover, ply, depth, window)?
        } else {
            thread.leaf(level, state, mover, ply, depth, window)?
        };
        Ok(worth.turned(sign))
    }
}

impl<'a, R: Rules, E: Evaluation<R>> Thread<'a, R, E> {
    pub fn new(search: &'a AlphaBeta<'a, R, E>, watch: Watch<'a>) -> Self {
        Thread {
            rules: search.rules,
            evaluation: search.evaluation,
            search,
            watch,
            follows_loud: true,
            experience: Experience::new(),
            moves: Vec::new(),
            promises: Vec::new(),
            lines: vec![Vec::new(); MOST_PLIES as usize + 2],
        }
    }

    /// A position that is not looked beyond, but for loud moves, which the mover need not make.
    #[inline(always)]
    fn leaf<L: Level>(
        &mut self,
        level: L,
        state: &R::State,
        mover: Seat,
        ply: u32,
        depth: i32,
        [mut low, high]: [i32; 2],
    ) -> Result<Worth, Stopped> {
        let standing = self.standing(state, mover);
        if !E::HAS_LOUD || !self.follows_loud || standing >= high || depth <= -MOST_LOUD || ply >= MOST_PLIES {
            return Ok(Worth::estimate(standing));
        }
        let mut best = Worth::estimate(standing);
        low = low.max(standing);
        let first = self.moves.len();
        let (rules, evaluation) = (self.rules, self.evaluation);
        let seen = self.seen(state);
        evaluation.visit_promising(rules, state, |Prospect { m, index, promise, is_loud }| {
            if is_loud && seen(index) {
                self.moves.push(Candidate { m, index, is_loud });
                self.promises.push(promise);
            }
        });
        let mut tried = first;
        while let Some(Candidate { m, .. }) = self.pick(tried) {
            tried += 1;
            let after = rules.after(state, m);
            let visit = Visit {
                thread: &mut *self,
                state: &after,
                seat: mover,
                ply: ply + 1,
                depth: depth - 1,
                window: [low, high],
            };
            let worth = level.call(visit)?;
            best.reach = best.reach.max(worth.reach + 1);
            if worth.value > best.value {
                best.value = worth.value;
                if worth.value > low {
                    low = worth.value;
                    self.lead(ply, m);
                }
                if worth.value >= high {
                    best.settled = worth.settled;
                    break;
                }
            }
        }
        self.forget(first);
        Ok(best)
    }

    /// A position whose moves are all looked at, or nearly.
    #[inline(always)]
    fn inner<L: Level>(
        &mut self,
        level: L,
        state: &R::State,
        mover: Seat,
        ply: u32,
        depth: i32,
        [low, high]: [i32; 2],
    ) -> Result<Worth, Stopped> {
        let is_exact_wanted = high > low + 1;
        let (rules, evaluation) = (self.rules, self.evaluation);
        let plies_left = evaluation.plies_left(state);
        let place = self.search.table.as_ref().map(|table| (table, Place::of(rules, evaluation, state, depth)));

        // The table is in slow memory: meanwhile the position is judged, which is nearly always needed.
        if let Some((table, place)) = &place {
            table.prefetch(place.key);
        }
        let standing = (evaluation.selective().is_some() && !is_exact_wanted && depth <= DEEPEST_CUT)
            .then(|| self.standing(state, mover));

        let mut hint = Entry::NO_HINT;
        if let Some((table, place)) = &place
            && let Some(entry) = table.get(place.key)
        {
            hint = entry.hint;
            let is_known = i32::from(entry.depth) >= depth || entry.settled;
            let is_within = place.is_counted || u32::from(entry.reach) <= plies_left;
            let value = from_here(entry.value, ply);
            let decides = match entry.bound {
                Bound::Exact => !is_exact_wanted || entry.settled,
                Bound::AtLeast => value >= high,
                Bound::AtMost => value <= low,
            };
            if is_known && is_within && decides {
                return Ok(Worth { value, settled: entry.settled, reach: entry.reach.into() });
            }
        }

        let mut depth = depth;
        if let Some(selective) = evaluation.selective() {
            // Without a hint the first move is a guess: a shallower look finds one for the next time.
            if hint == Entry::NO_HINT && depth >= 4 {
                depth -= 1;
            }
            // So far ahead that the other seat will not catch up in so few plies.
            if let Some(value) = standing
                && value - selective.margin * depth >= high
                && !score::is_win(value)
                && !score::is_loss(high)
            {
                return Ok(Worth::estimate(value));
            }
        }

        let first = self.moves.len();
        let mut best = Worth { value: -INFINITE, settled: true, reach: 0 };
        let mut best_index = Entry::NO_HINT;
        let mut floor = low;
        let mut is_listed = false;
        let mut tried = first;
        let mut hinted = place.as_ref().and_then(|(_, place)| place.find(rules, state, hint));
        let stored_depth = depth;
        if hinted.is_none() || E::NARROWS {
            self.list(state, mover, ply, None);
            is_listed = true;
        }
        if E::NARROWS {
            let hinted = hinted.take().map(|(_, index)| index);
            if let Some(n) = self.moves[first..].iter().position(|candidate| Some(candidate.index) == hinted) {
                self.promises[first + n] = i32::MAX;
            }
            // What must be is no choice, and costs nothing.
            depth += i32::from(self.moves.len() == first + 1);
        }
        loop {
            let candidate = match hinted.take() {
                // The move that was best before is tried before the others are listed.
                Some((m, index)) => {
                    let is_loud = evaluation.is_loud(state, m);
                    self.moves.push(Candidate { m, index, is_loud });
                    self.promises.push(i32::MAX);
                    self.moves[first]
                }
                None => {
                    if !is_listed {
                        let index = self.moves[first].index;
                        self.list(state, mover, ply, Some(index));
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
                && !candidate.is_loud
            {
                if let Some(standing) = standing
                    && (number as i32 > selective.late + depth * depth * selective.late / 2
                        || standing + selective.margin * (depth + 1) <= floor && depth <= 2)
                {
                    // Too late in the order, or too far behind, to be likely to matter.
                    best.settled = false;
                    continue;
                }
                if depth >= 3 && number >= 2 {
                    reduction = reduced_by(depth as u32, number as u32);
                    let history = self.experience.history(mover, evaluation.slot(m));
                    reduction -= i32::from(is_exact_wanted) + history / 4096;
                    reduction = reduction.clamp(0, depth - 2);
                }
            }

            let after = rules.after(state, m);
            let look = |thread: &mut Self, depth, window| {
                level.call(Visit { thread, state: &after, seat: mover, ply: ply + 1, depth, window })
            };
            let worth = if number == 0 {
                look(self, depth - 1, [floor, high])?
            } else {
                // That it is no better than what is known is shown with less work than how good it is.
                let mut worth = look(self, depth - 1 - reduction, [floor, floor + 1])?;
                if reduction > 0 && worth.value > floor {
                    worth = look(self, depth - 1, [floor, floor + 1])?;
                }
                if is_exact_wanted && worth.value > floor && worth.value < high {
                    worth = look(self, depth - 1, [floor, high])?;
                }
                worth
            };
            best.reach = best.reach.max(worth.reach + 1);
            best.settled &= worth.settled;
            if worth.value > best.value {
                best.value = worth.value;
                if worth.value > floor {
                    floor = worth.value;
                    best_index = candidate.index;
                    if is_exact_wanted {
                        self.lead(ply, m);
                    }
                }
                if worth.value >= high {
                    // One good move is enough, whatever the others are worth.
                    best.settled = worth.settled;
                    if !candidate.is_loud {
                        let (before, _) = self.moves[first..].split_at(number);
                        let poor = before.iter().map(|poor| evaluation.slot(poor.m));
                        self.experience.learn(mover, ply, depth, (m, evaluation.slot(m)), poor);
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
            let hint = place.hint(rules, state, best_index).unwrap_or(hint);
            let value = from_there(best.value, ply);
            table.put(place.key, Entry { value, bound, settled: best.settled, depth: stored_depth as u8, reach, hint });
        }
        Ok(best)
    }

    /// Lists the moves of a state, but for the one that was tried already and those that are overlooked, if not all are.
    #[inline(always)]
    fn list(&mut self, state: &R::State, mover: Seat, ply: u32, tried: Option<u16>) {
        let seen = self.seen(state);
        let mut sees_all = !self.overlooks();
        let Thread { rules, evaluation, experience, moves, promises, .. } = self;
        let experience = experience.at(mover, ply);
        let first = moves.len();
        loop {
            evaluation.visit_promising(*rules, state, |Prospect { m, index, promise, is_loud }| {
                if Some(index) != tried && (sees_all || seen(index)) {
                    moves.push(Candidate { m, index, is_loud });
                    promises.push(experience.promise(promise, m, evaluation.slot(m)));
                }
            });
            if sees_all || moves.len() > first || tried.is_some() {
                break;
            }
            sees_all = true;
        }
    }

    /// Which moves of a state are seen, by their number.
    #[inline(always)]
    fn seen(&self, state: &R::State) -> impl Fn(u16) -> bool + use<R, E> {
        let (blinkers, seed) = (self.search.blinkers, self.search.seed);
        let position = if blinkers.overlooked > 0 { self.rules.key(state) } else { 0 };
        move |number| !blinkers.overlooks(seed, position, number)
    }

    /// Is anything overlooked?
    pub fn overlooks(&self) -> bool {
        self.search.blinkers.overlooked > 0
    }

    /// What can be told at a glance. Who overlooks anything does not see far, and not always.
    #[inline(always)]
    fn foreseen(&self, state: &R::State) -> Option<Foreseen> {
        let foreseen = self.evaluation.foreseen(state)?;
        (!self.overlooks() || foreseen.plies <= 4 && self.seen(state)(u16::MAX)).then_some(foreseen)
    }

    /// How far the mover seems to be ahead.
    #[inline(always)]
    fn standing(&self, state: &R::State, mover: Seat) -> i32 {
        let standing = score::ahead(self.evaluation.standing(state), 2)[mover.index()];
        let (blinkers, seed) = (self.search.blinkers, self.search.seed);
        if blinkers.misjudged == 0 {
            return standing;
        }
        let error = blinkers.error(seed, self.rules.key(state), E::MARGIN);
        score::as_estimate(standing + if mover == Seat::FIRST { error } else { -error })
    }

    /// The most promising move from a place in the list on, which comes to that place.
    #[inline(always)]
    fn pick(&mut self, from: usize) -> Option<Candidate<R::Move>> {
        let rest = &mut self.promises[from..];
        // Two passes without a branch but the loop are faster than one that remembers where the most was.
        let most = rest.iter().copied().fold(i32::MIN, i32::max);
        let best = rest.iter().position(|promise| *promise == most)?;
        rest.swap(0, best);
        self.moves.swap(from, from + best);
        Some(self.moves[from])
    }

    /// Forgets the moves from a place in the list on.
    #[inline(always)]
    fn forget(&mut self, from: usize) {
        self.moves.truncate(from);
        self.promises.truncate(from);
    }

    /// A move leads the line from its ply, before what is expected after it.
    #[inline(always)]
    pub fn lead(&mut self, ply: u32, m: R::Move) {
        let [here, after] = &mut self.lines[ply as usize..ply as usize + 2] else { return };
        here.clear();
        here.push(m);
        here.extend_from_slice(after);
    }
}

/// Wins and losses count from the root here, and from the position in the table.
#[inline(always)]
fn from_here(value: i32, ply: u32) -> i32 {
    shifted(value, -(ply as i32))
}

#[inline(always)]
fn from_there(value: i32, ply: u32) -> i32 {
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

/// By how many plies less far a late move is looked at: half the product of the logarithms of depth and number. In whole numbers, so that it is
/// the same on every machine.
#[inline(always)]
fn reduced_by(depth: u32, number: u32) -> i32 {
    let sixteenths = |n: u32| 16 * n.ilog2() + ((n << 4) >> n.ilog2()) - 16;
    (256 + sixteenths(depth) * sixteenths(number) / 2).div_euclid(512) as i32
}

/// Loud moves are followed for no more plies than this.
const MOST_LOUD: i32 = 16;

/// With more plies to go nothing is cut off by its looks.
const DEEPEST_CUT: i32 = 6;
