//! The rules of Owari on words of eight bytes, one byte a bowl: sowing is an addition, and captures
//! are found in all bowls at once.

use std::hint::select_unpredictable;
use std::ops::ControlFlow;

use ludoteca_core::bits::Bits;
use ludoteca_core::{MAX_SEATS, Next, NoDice, Outcome, Rules, Seat, passed_over, random};

/// Owari with its options.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Owari {
    /// The number of bowls of each seat, 1 to 8.
    pub(super) bowls: usize,
    /// The number of all stones.
    pub(super) stones: u32,
    /// The number of captured stones that wins.
    pub(super) win: u32,
    /// The most plies without a capture. One more ends the game.
    pub(super) most_quiet_plies: u32,
    /// What each bowl gets when `n` stones are sown from a bowl of the mover: `deposits[n][bowl]`,
    /// on both sides.
    deposits: Box<[[Bowls; 8]; 256]>,
}

/// The bowls of the seat to move and those of the other, in the order of sowing, one byte each from
/// the lowest. There are never more than 240 stones, so that neither a byte nor a sum of bytes
/// overflows.
type Bowls = [u64; 2];

/// The bowls and pots, the turn and the clock.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    // The two sides are swapped with the turn. A swap stays in registers, but a lookup by seat
    // would not.
    pub(super) sides: Bowls,
    /// Captured stones of the seat to move and of the other.
    pub(super) pots: [u8; 2],
    /// The seat to move: one that has stones on its side, unless the game is over.
    pub(super) turn: Seat,
    /// Plies since the last capture.
    pub(super) clock: u32,
}

/// A bowl by its number, from 1, and the move that empties it.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Bowl(pub usize);

impl Default for Owari {
    fn default() -> Self {
        Owari::new(6, 4, 24, 100)
    }
}

impl Owari {
    /// A game with `bowls` bowls on each side (1 to 8) and `stones` stones in each (1 to 15). `win`
    /// captured stones win, and `no_progress` plies without a capture end the game (0 for no
    /// limit).
    ///
    /// # Panics
    /// If the numbers are out of range.
    pub fn new(bowls: usize, stones: u32, win: u32, no_progress: u32) -> Self {
        let all = 2 * bowls as u32 * stones;
        assert!(
            (1..=8).contains(&bowls) && (1..=15).contains(&stones),
            "{bowls} bowls of {stones} stones"
        );
        assert!((1..=all).contains(&win), "{win} of {all} stones to win");
        let mut deposits = Box::new([[[0; 2]; 8]; 256]);
        for n in 1..256 {
            for bowl in 0..bowls {
                let last = (bowl + n) % (2 * bowls);
                deposits[n][bowl] = deposits[n - 1][bowl];
                deposits[n][bowl][last / bowls] += 1 << (8 * (last % bowls));
            }
        }
        // Without a limit this is the greatest number, which the clock never exceeds.
        let most_quiet_plies = no_progress.wrapping_sub(1);
        Owari { bowls, stones: all, win, most_quiet_plies, deposits }
    }

    /// The stones in a bowl.
    #[inline]
    pub fn stones_in(&self, state: &State, Bowl(number): Bowl) -> u32 {
        let at = number - 1;
        let side = state.of(state.sides, Seat::new(at / self.bowls));
        (side >> (8 * (at % self.bowls))) as u32 & 0xff
    }

    /// The stones that the owner captures by emptying this bowl, whether it is the owner's turn or
    /// not.
    #[inline(always)]
    pub fn captures(&self, state: &State, Bowl(number): Bowl) -> u32 {
        let at = number - 1;
        let (owner, bowl) =
            if at < self.bowls { (Seat::FIRST, at) } else { (Seat::SECOND, at - self.bowls) };
        let (_, captured) = self.sown([state.side(owner), state.side(owner.other())], bowl);
        captured.into()
    }

    /// Has this seat a stone on its side?
    #[inline]
    pub fn can_move(&self, state: &State, seat: Seat) -> bool {
        state.of(state.sides, seat) != 0
    }

    /// The number of plies from here within which the game cannot end for lack of captures.
    #[inline(always)]
    pub fn plies_left(&self, state: &State) -> u32 {
        self.most_quiet_plies.saturating_sub(state.clock)
    }

    /// The seat that has captured more than the other; `None` if they have the same.
    pub fn leader(&self, state: &State) -> Option<Seat> {
        outcome(state).winner()
    }

    /// The sides after the first of them emptied a bowl, from 0, and what that captured.
    #[inline(always)]
    fn sown(&self, [mine, theirs]: Bowls, bowl: usize) -> (Bowls, u8) {
        let stones = (mine >> (8 * bowl)) as u8;
        let [here, there] = self.deposits[usize::from(stones)][bowl];
        let (mine, taken_here) = settle(mine & !(0xff << (8 * bowl)), here);
        let (theirs, taken_there) = settle(theirs, there);
        ([mine, theirs], sum(taken_here + taken_there))
    }

    /// The number of a seat's first bowl, less one.
    #[inline(always)]
    pub(super) fn before_first(&self, seat: Seat) -> usize {
        if seat == Seat::FIRST { 0 } else { self.bowls }
    }

    /// Has a seat captured enough?
    #[inline(always)]
    pub(super) fn is_won(&self, state: &State) -> bool {
        u32::from(state.pots[0].max(state.pots[1])) >= self.win
    }

    #[inline(always)]
    fn is_over(&self, state: &State) -> bool {
        self.is_won(state) | (state.sides[0] == 0) | (state.clock > self.most_quiet_plies)
    }

    /// Passes the turn of a seat without stones to the other seat, if that one has stones and the
    /// game is not over for another reason.
    #[inline(always)]
    pub(super) fn skip(&self, state: &mut State) -> bool {
        let skip = state.sides[0] == 0 && !self.is_over(&state.turned());
        if skip {
            *state = state.turned();
        }
        skip
    }
}

impl State {
    /// Makes a state from the bowls and pots in the order of the seats.
    pub(super) fn by_seat(sides: Bowls, pots: [u8; 2], turn: Seat, clock: u32) -> State {
        let state = State { sides, pots, turn: Seat::FIRST, clock };
        if turn == Seat::FIRST { state } else { state.turned() }
    }

    /// The seat to move, unless the game is over.
    #[inline(always)]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The stones that a seat has captured.
    #[inline]
    pub fn captured(&self, seat: Seat) -> u32 {
        self.of(self.pots, seat).into()
    }

    /// A seat's bowls in the order of sowing, the stones of each in a byte from the lowest.
    #[inline(always)]
    pub fn side(&self, seat: Seat) -> u64 {
        self.of(self.sides, seat)
    }

    /// The same with the turn at the other seat.
    #[inline(always)]
    fn turned(&self) -> State {
        let State { sides: [mine, theirs], pots: [won, lost], turn, clock } = *self;
        State { sides: [theirs, mine], pots: [lost, won], turn: turn.other(), clock }
    }

    /// The seat's element of a pair.
    #[inline(always)]
    fn of<T>(&self, [mine, theirs]: [T; 2], seat: Seat) -> T {
        if seat == self.turn { mine } else { theirs }
    }
}

impl Rules for Owari {
    type State = State;
    type Move = Bowl;
    type Chance = NoDice;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        let one_each = ONES >> (64 - 8 * self.bowls);
        let side = one_each * (u64::from(self.stones) / (2 * self.bowls as u64));
        State { sides: [side; 2], pots: [0; 2], turn: Seat::FIRST, clock: 0 }
    }

    #[inline(always)]
    fn next(&self, state: &State) -> Next {
        if self.is_over(state) { Next::Over(outcome(state)) } else { Next::Move(state.turn) }
    }

    #[inline(always)]
    fn visit_moves<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Bowl) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.is_over(state) {
            let before = self.before_first(state.turn);
            for bit in filled(state.sides[0]).iter() {
                visit(Bowl(before + bit / 8 + 1))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn play(&self, state: &mut State, Bowl(number): Bowl) {
        let (sides, captured) = self.sown(state.sides, number - 1 - self.before_first(state.turn));
        *state = State {
            sides,
            pots: [state.pots[0] + captured, state.pots[1]],
            turn: state.turn,
            clock: select_unpredictable(captured > 0, 0, state.clock.saturating_add(1)),
        }
        .turned();
        self.skip(state);
    }

    fn skipped(&self, before: &State, after: &State) -> Vec<Seat> {
        passed_over(before.turn, after.turn, 2)
    }

    fn without_counters(&self, state: &State) -> State {
        State { clock: 0, ..*state }
    }

    #[inline(always)]
    fn count_moves(&self, state: &State) -> usize {
        if self.is_over(state) { 0 } else { filled(state.sides[0]).count_ones() as usize }
    }

    #[inline(always)]
    fn nth_move(&self, state: &State, n: usize) -> Option<Bowl> {
        let counts = running_counts(state.sides[0]);
        let legal = !self.is_over(state) && n < (counts >> 56) as usize;
        legal.then(|| Bowl(self.before_first(state.turn) + nth(counts, n as u32) + 1))
    }

    #[inline(always)]
    fn random_move<G: rand_core::Rng + ?Sized>(&self, state: &State, generator: &mut G) -> Bowl {
        let counts = running_counts(state.sides[0]);
        let n = random::below(generator, (counts >> 56) as u32);
        Bowl(self.before_first(state.turn) + nth(counts, n) + 1)
    }
}

/// The seat with more captured stones wins, however the game ends: only one seat can have captured
/// enough to win.
#[inline(never)]
fn outcome(state: &State) -> Outcome {
    let mut points = [0; MAX_SEATS];
    for seat in Seat::all(2) {
        points[seat.index()] = state.captured(seat) as i32;
    }
    Outcome::by_points(points, 2)
}

/// Ends a move on one side: the bowls that get `deposits` and held exactly one stone are captured.
/// Returns what stays and what is taken.
#[inline(always)]
fn settle(stones: u64, deposits: u64) -> (u64, u64) {
    let singles = !filled(stones ^ ONES);
    let captured = singles & filled(deposits);
    // Spreads the highest bit of each byte to all of its bits.
    let captured = (captured << 1).wrapping_sub(captured >> 7);
    let settled = stones + deposits;
    (settled & !captured, settled & captured)
}

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHEST_BITS: u64 = 0x80 * ONES;
const OTHER_BITS: u64 = 0x7f * ONES;

/// The highest bit of every byte that is not zero.
#[inline(always)]
fn filled(side: u64) -> u64 {
    ((side & OTHER_BITS) + OTHER_BITS | side) & HIGHEST_BITS
}

/// The sum of all bytes. The multiplication adds them up in the highest byte.
#[inline(always)]
fn sum(bytes: u64) -> u8 {
    (bytes.wrapping_mul(ONES) >> 56) as u8
}

/// In every byte, how many bowls up to this one hold stones.
#[inline(always)]
fn running_counts(side: u64) -> u64 {
    (filled(side) >> 7).wrapping_mul(ONES)
}

/// The `n`-th bowl that holds stones, from 0: as many come before it as have a running count of `n`
/// or less.
#[inline(always)]
fn nth(running_counts: u64, n: u32) -> usize {
    let not_above = (HIGHEST_BITS | u64::from(n) * ONES) - running_counts;
    (not_above & HIGHEST_BITS).count_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(bowls: [u8; 8]) -> u64 {
        u64::from_le_bytes(bowls)
    }

    /// Stones one by one, as a person sows them.
    fn sown_by_hand(bowls: usize, from: usize, stones: usize) -> Bowls {
        let mut sides = [[0; 8]; 2];
        for i in 1..=stones {
            let at = (from + i) % (2 * bowls);
            sides[at / bowls][at % bowls] += 1;
        }
        sides.map(side)
    }

    #[test]
    fn stones_are_sown_one_by_one() {
        for bowls in 1..=8 {
            let owari = Owari::new(bowls, 15, 1, 0);
            for stones in 0..=240 {
                for from in 0..bowls {
                    let by_hand = sown_by_hand(bowls, from, stones);
                    assert_eq!(
                        owari.deposits[stones][from], by_hand,
                        "{stones} of {bowls}, from {from}"
                    );
                }
            }
        }
    }

    #[test]
    fn only_singles_that_got_stones_are_captured() {
        // The stones, what is deposited, what stays and what is captured.
        for (stones, deposits, stays, captured) in [
            ([0; 8], [0; 8], [0; 8], [0; 8]),
            ([1; 8], [0; 8], [1; 8], [0; 8]),
            ([0; 8], [2; 8], [2; 8], [0; 8]),
            ([1; 8], [1; 8], [0; 8], [2; 8]),
            (
                [0, 1, 2, 3, 0, 1, 2, 3],
                [1, 1, 1, 1, 0, 0, 0, 0],
                [1, 0, 3, 4, 0, 1, 2, 3],
                [0, 2, 0, 0, 0, 0, 0, 0],
            ),
            (
                [1, 129, 1, 0, 128, 1, 240, 1],
                [3, 1, 120, 1, 1, 0, 0, 1],
                [0, 130, 0, 1, 129, 1, 240, 0],
                { [4, 0, 121, 0, 0, 0, 0, 2] },
            ),
        ] {
            assert_eq!(
                settle(side(stones), side(deposits)),
                (side(stays), side(captured)),
                "{stones:?} {deposits:?}"
            );
        }
    }

    #[test]
    fn scores_start_at_zero_and_grow() {
        let owari = Owari::default();
        let mut state = owari.start();
        let scores = |state: &State| [Seat::FIRST, Seat::SECOND].map(|seat| state.captured(seat));
        assert_eq!((scores(&state), owari.leader(&state)), ([0, 0], None));
        state.pots = [3, 5];
        assert_eq!((scores(&state), owari.leader(&state)), ([3, 5], Some(Seat::SECOND)));
        // The scores stay with their seats when the turn changes.
        assert_eq!(scores(&state.turned()), [3, 5]);
        assert_eq!(sum(side([240, 0, 0, 0, 0, 0, 0, 0])), 240);
        assert_eq!(sum(side([1, 2, 3, 4, 5, 6, 7, 8])), 36);
    }

    #[test]
    fn bowls_are_counted_and_found() {
        let bowls = side([0, 1, 0, 200, 2, 0, 128, 0]);
        let counts = running_counts(bowls);
        assert_eq!((counts >> 56, filled(bowls).count_ones()), (4, 4));
        assert_eq!([0, 1, 2, 3].map(|n| nth(counts, n)), [1, 3, 4, 6]);
    }
}
