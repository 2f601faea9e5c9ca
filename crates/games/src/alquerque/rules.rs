//! The rules of Alquerque on sets of 25 bits: point `n` is bit `n - 1`.

use std::ops::ControlFlow;

use ludoteca_core::bits::Bits;
use ludoteca_core::{Next, NoDice, Outcome, Rules, Seat, random};
use rand_core::Rng;

/// Alquerque has no options.
#[derive(Copy, Clone, Default, Debug)]
pub struct Alquerque;

/// The pieces, the turn and the number of the move.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    /// The pieces of the side to move, and those of the other. They are kept by side and not by
    /// colour, so that the compiler computes the moves once for each ply and not twice.
    sides: [u32; 2],
    pub(super) turn: Seat,
    /// The number of the move, from 1; it grows after black's.
    pub(super) number: u8,
}

/// A move: origin and destination, points from 1 to 25. It can hold any two numbers, but other
/// numbers are never legal.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Move {
    from: i32,
    to: i32,
}

impl Move {
    /// Takes any two numbers.
    #[inline]
    pub const fn new(from: i32, to: i32) -> Move {
        Move { from, to }
    }

    /// The point that the piece leaves.
    #[inline]
    pub const fn from(self) -> i32 {
        self.from
    }

    /// The point that the piece comes to.
    #[inline]
    pub const fn to(self) -> i32 {
        self.to
    }

    /// Is this a capture, if it is legal?
    #[inline(always)]
    pub const fn is_jump(self) -> bool {
        // A plain move makes a difference of 4 to 6, a jump of 2, or of 8 to 12.
        !matches!((self.from - self.to).abs(), 4..=6)
    }
}

impl State {
    /// The points of all white pieces, in ascending order.
    pub fn white(&self) -> impl Iterator<Item = i32> + use<> {
        points(self.pieces(Seat::FIRST))
    }

    /// The points of all black pieces, in ascending order.
    pub fn black(&self) -> impl Iterator<Item = i32> + use<> {
        points(self.pieces(Seat::SECOND))
    }

    /// The seat to move, unless the game is over.
    #[inline(always)]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The number of the move, from 1; it grows after black's.
    pub fn number(&self) -> u32 {
        self.number.into()
    }

    /// A position with these pieces of white and black.
    pub(super) fn new(white_and_black: [u32; 2], turn: Seat, number: u8) -> State {
        State { sides: turn.first_of_two(white_and_black), turn, number }
    }

    /// A seat's pieces, as a set of bits: point `n` is bit `n - 1`.
    #[inline(always)]
    pub fn pieces(&self, seat: Seat) -> u32 {
        self.sides[usize::from(seat != self.turn)]
    }

    /// The pieces of a seat that the other one could jump over if it were to move, as
    /// [`State::pieces`] has them.
    #[inline(always)]
    pub fn threatened(&self, seat: Seat) -> u32 {
        let jumps =
            Links::between([self.pieces(seat.other()), self.pieces(seat)], seat.other()).jumps;
        jumps.into_iter().fold(0, |set, links| set | links) as u32
    }

    /// How many plain moves a seat would have if it were to move.
    #[inline(always)]
    pub fn plain_moves(&self, seat: Seat) -> u32 {
        let plain = Links::between([self.pieces(seat), self.pieces(seat.other())], seat).plain;
        plain.into_iter().map(u64::count_ones).sum()
    }

    /// The seat that has a piece on this point.
    pub(super) fn owner(&self, point: i32) -> Option<Seat> {
        let set = if (1..=25).contains(&point) { 1 << (point - 1) } else { 0 };
        Seat::all(2).find(|seat| self.pieces(*seat) & set != 0)
    }
}

impl Rules for Alquerque {
    type State = State;
    type Move = Move;
    type Chance = NoDice;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State { sides: [BOARD & !0x1fff, 0xfff], turn: Seat::FIRST, number: 1 }
    }

    #[inline(always)]
    fn next(&self, state: &State) -> Next {
        // This counts, though a simpler check would do, since most callers go on to count: the
        // compiler then computes it once.
        if Links::of(state).count() > 0 {
            Next::Move(state.turn)
        } else if state.sides[0] == 0 {
            Next::Over(Outcome::win(state.turn.other()))
        } else {
            Next::Over(Outcome::draw())
        }
    }

    /// In ascending order of origin, then of destination.
    #[inline(always)]
    fn visit_moves<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let [own, other] = state.sides.map(u64::from);
        let empty = !(own | other);
        for from in Links::of(state).movers(state).iter() {
            let [white, black, jumps] = REACH[from].map(|set| u64::from(set) & empty);
            let plain = if state.turn == Seat::FIRST { white } else { black };
            for to in (plain | jumps).iter() {
                if plain.has(to) || other.has((from + to) / 2) {
                    visit(Move::new(from as i32 + 1, to as i32 + 1))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn count_moves(&self, state: &State) -> usize {
        Links::of(state).count() as usize
    }

    #[inline(always)]
    fn random_move<G: Rng + ?Sized>(&self, state: &State, generator: &mut G) -> Move {
        let links = Links::of(state);
        // The links are not in the order of moves. It only matters that all are equally likely.
        let [a, b] = links.nth(random::below(generator, links.count()));
        let [from, to] = if state.sides[0] >> a & 1 != 0 { [a, b] } else { [b, a] };
        Move::new(i32::from(from) + 1, i32::from(to) + 1)
    }

    #[inline(always)]
    fn play(&self, state: &mut State, m: Move) {
        let Move { from, to } = m;
        let [own, other] = state.sides;
        let own = own ^ (1 << (from - 1) | 1 << (to - 1));
        let other = other & !(u32::from(m.is_jump()) << ((from + to) / 2 - 1));
        state.sides = [other, own];
        state.number += state.turn.index() as u8;
        state.turn = state.turn.other();
    }

    fn without_counters(&self, state: &State) -> State {
        State { number: 1, ..*state }
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, state: &State, k: usize) -> State {
        let image =
            |set| points(set).fold(0, |image, point| image | 1 << (point_image(point, k) - 1));
        State { sides: state.sides.map(image), ..*state }
    }

    fn move_image(&self, m: Move, k: usize) -> Move {
        Move::new(point_image(m.from, k), point_image(m.to, k))
    }
}

/// All 25 points.
const BOARD: u32 = 0x1ff_ffff;

/// The legal moves as sets of links. A link is a pair of points between which a piece may move or
/// jump, along a line; the turn and the empty end determine the direction, so that a link is never
/// more than one move.
struct Links {
    /// Plain moves by their upper points, for each of [`PLAIN`].
    plain: [u64; 3],
    /// Jumps by their middle points, for each of [`JUMPS`].
    jumps: [u64; 4],
}

/// Links of one direction.
struct Family {
    /// How far it is from a point to the next one, down or to the right.
    step: u32,
    /// The points that stand for the links.
    points: u64,
    /// The bits of [`Links::packed`] begin here. Diagonals that run down to the left begin one
    /// before those that run down to the right and use every other bit.
    bit: u32,
}

const PLAIN: [Family; 3] = [Family::plain(5, 0), Family::plain(4, 20), Family::plain(6, 21)];
const JUMPS: [Family; 4] =
    [Family::jumps(5, 40), Family::jumps(1, 64), Family::jumps(4, 89), Family::jumps(6, 90)];

impl Links {
    /// The moves of the side to move; none if it has no pieces.
    #[inline(always)]
    fn of(state: &State) -> Links {
        Links::between(state.sides, state.turn)
    }

    /// The moves of the first of these sides, which is the seat's.
    #[inline(always)]
    fn between(sides: [u32; 2], seat: Seat) -> Links {
        let [own, other] = sides.map(u64::from);
        let empty = u64::from(BOARD) & !(own | other);
        // White moves up and black down.
        let (upper, lower) = if seat == Seat::FIRST { (empty, own) } else { (own, empty) };
        Links {
            plain: PLAIN.map(|Family { step, points, .. }| points & upper & lower >> step),
            jumps: JUMPS.map(|Family { step, points, .. }| {
                points & other & (own >> step & empty << step | own << step & empty >> step)
            }),
        }
    }

    /// The pieces that can move: of the two ends of a link one is empty and the other is such a
    /// piece.
    #[inline(always)]
    fn movers(&self, state: &State) -> u64 {
        let plain = PLAIN
            .iter()
            .zip(self.plain)
            .fold(0, |ends, (family, links)| ends | links | links << family.step);
        let both = |links: u64, step: u32| links << step | links >> step;
        let jumps = JUMPS
            .iter()
            .zip(self.jumps)
            .fold(0, |ends, (family, links)| ends | both(links, family.step));
        u64::from(state.sides[0]) & (plain | jumps)
    }

    /// All links in two words, to be counted and drawn from.
    #[inline(always)]
    fn packed(&self) -> [u64; 2] {
        let put =
            |set: u128, (family, links): (&Family, u64)| set | u128::from(links) << family.bit;
        let plain = PLAIN.iter().zip(self.plain).fold(0, put);
        let set = JUMPS.iter().zip(self.jumps).fold(plain, put);
        [set as u64, (set >> 64) as u64]
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        self.packed().map(u64::count_ones).iter().sum()
    }

    /// The ends of the `n`-th link, in the order of [`Links::packed`].
    #[inline(always)]
    fn nth(&self, n: u32) -> [u8; 2] {
        let [low, high] = self.packed();
        let count = low.count_ones();
        // Without a branch, since it is unpredictable in which word it will be.
        let (word, n, ends) =
            if n < count { (low, n, &ENDS[0]) } else { (high, n - count, &ENDS[1]) };
        ends[word.nth(n)]
    }
}

impl Family {
    const fn plain(step: u32, bit: u32) -> Family {
        let (mut points, mut point) = (0, 1);
        while point <= 25 {
            if is_line(point, point + step as i32) {
                points |= 1 << (point - 1);
            }
            point += 1;
        }
        Family { step, points, bit }
    }

    const fn jumps(step: u32, bit: u32) -> Family {
        // Two lines in the same direction, represented by the point where they meet.
        let Family { points, .. } = Family::plain(step, bit);
        Family { step, points: points & points << step, bit }
    }

    /// Writes down the ends of each link: one is a step after the point that stands for the link,
    /// the other is `back` before that point.
    const fn put_ends(&self, back: u32, ends: &mut [[[u8; 2]; 64]; 2]) {
        let mut cell = 0;
        while cell < 25 {
            if self.points >> cell & 1 != 0 {
                let bit = (self.bit + cell) as usize;
                ends[bit / 64][bit % 64] = [(cell - back) as u8, (cell + self.step) as u8];
            }
            cell += 1;
        }
    }
}

/// The two ends of each link by its bit in [`Links::packed`], as cells from 0.
const ENDS: [[[u8; 2]; 64]; 2] = {
    let mut ends = [[[0; 2]; 64]; 2];
    let mut i = 0;
    while i < PLAIN.len() {
        PLAIN[i].put_ends(0, &mut ends);
        i += 1;
    }
    i = 0;
    while i < JUMPS.len() {
        JUMPS[i].put_ends(JUMPS[i].step, &mut ends);
        i += 1;
    }
    ends
};

/// For each cell, the cells to which a white piece can move, to which a black piece can move, and
/// to which any piece can jump, by the lines of the board alone.
const REACH: [[u32; 3]; 25] = {
    let mut reach = [[0; 3]; 25];
    let mut cell = 0;
    while cell < 25 {
        let point = cell as i32 + 1;
        let mut step = -6;
        while step <= 6 {
            if is_line(point, point + step) {
                let to = 1 << (cell as i32 + step);
                if step <= -4 {
                    reach[cell][0] |= to;
                } else if step >= 4 {
                    reach[cell][1] |= to;
                }
                if is_line(point + step, point + 2 * step) {
                    reach[cell][2] |= 1 << (cell as i32 + 2 * step);
                }
            }
            step += 1;
        }
        cell += 1;
    }
    reach
};

/// Does a line join these points, as neighbours?
pub(super) const fn is_line(from: i32, to: i32) -> bool {
    if from < 1 || from > 25 || to < 1 || to > 25 {
        return false;
    }
    let rows = ((from - 1) / 5 - (to - 1) / 5).abs();
    let cols = ((from - 1) % 5 - (to - 1) % 5).abs();
    // Diagonals run through the odd points only.
    rows + cols == 1 || rows == 1 && cols == 1 && from % 2 == 1
}

/// The points of a set, in ascending order.
pub(super) fn points(set: u32) -> impl Iterator<Item = i32> {
    u64::from(set).iter().map(|cell| cell as i32 + 1)
}

/// Where a point lies in the board's `k`-th image: 1 mirrors left and right, which leaves odd
/// points odd.
fn point_image(point: i32, k: usize) -> i32 {
    if k == 0 { point } else { point + 4 - (point - 1) % 5 * 2 }
}
