//! The evaluation of Owari: captured stones, possible captures, and stones kept; and a book of
//! proved positions.

use std::sync::LazyLock;

use ludoteca_core::evaluation::{
    self, END_PHASE, Evaluate, Evaluation, Features, KnownWin, Scores, Tunable, Weight,
};
use ludoteca_core::{Rules, Seat};

use super::rules::{Bowl, Owari, State};

impl Evaluate for Owari {
    fn evaluation(&self) -> impl Evaluation<Self> {
        let start = self.start();
        let bowls = 2 * self.count_moves(&start);
        let stones = (1..=bowls).map(|number| self.stones_in(&start, Bowl(number)) as i32).sum();
        Knowledge {
            owari: self,
            bowls,
            stones,
            book: Some(&*BOOK).filter(|book| book.owari == *self),
        }
    }
}

struct Knowledge<'a> {
    owari: &'a Owari,
    /// The number of bowls of both seats.
    bowls: usize,
    /// The number of all stones.
    stones: i32,
    book: Option<&'static Book>,
}

impl Evaluation<Owari> for Knowledge<'_> {
    const HAS_NOISY: bool = true;

    #[inline(always)]
    fn evaluate(&self, state: &State) -> Scores {
        evaluation::tapered_sum(self, 2, state)
    }

    /// The score grows with the stones that a move captures.
    #[inline(always)]
    fn move_score(&self, state: &State, m: Bowl) -> i32 {
        1000 * self.owari.captures(state, m).min(30) as i32
    }

    #[inline(always)]
    fn is_noisy(&self, state: &State, m: Bowl) -> bool {
        self.owari.captures(state, m) > 0
    }

    #[inline(always)]
    fn history_index(&self, Bowl(number): Bowl) -> usize {
        number
    }

    #[inline(always)]
    fn known_win(&self, state: &State) -> Option<KnownWin> {
        let plies = self.book?.plies(state)?;
        // The book does not count plies without captures. Its wins hold only if these cannot end
        // the game first.
        (plies <= self.owari.plies_left(state)).then_some(KnownWin { winner: Book::WINNER, plies })
    }

    #[inline(always)]
    fn plies_to_limit(&self, state: &State) -> u32 {
        self.owari.plies_left(state)
    }

    fn tunable(&self) -> Option<&(dyn Tunable<Owari> + Sync)> {
        Some(self)
    }
}

const CAPTURED: usize = 0;
const AT_HAND: usize = CAPTURED + 1;
const KEPT: usize = AT_HAND + 2;
const FILLED: usize = KEPT + 1;
const SINGLE: usize = FILLED + 1;
const HEAVY: usize = SINGLE + 1;
const TO_MOVE: usize = HEAVY + 1;
const ALL: usize = TO_MOVE + 1;

impl Features<Owari> for Knowledge<'_> {
    const GROUPS: &'static [(&'static str, usize)] = &[
        ("captured stones", 1),
        ("stones that the best move would capture: of the seat to move, then of the other", 2),
        ("stones on the own side", 1),
        ("bowls that are not empty", 1),
        ("bowls with one stone", 1),
        ("bowls with so many stones that they go all the way round", 1),
        ("to move", 1),
    ];

    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    #[inline(always)]
    fn phase(&self, state: &State) -> i32 {
        let captured = state.captured(Seat::FIRST) + state.captured(Seat::SECOND);
        END_PHASE * captured as i32 / self.stones
    }

    #[inline(always)]
    fn count(&self, state: &State, seat: Seat, mut add: impl FnMut(usize, i32)) {
        let is_to_move = state.turn() == seat;
        let first = 1 + if seat == Seat::FIRST { 0 } else { self.bowls / 2 };
        let mut side = state.side(seat);
        let [mut best, mut kept, mut filled, mut single, mut heavy] = [0; 5];
        for number in first..first + self.bowls / 2 {
            let stones = (side & 0xff) as i32;
            side >>= 8;
            best = best.max(self.owari.captures(state, Bowl(number)) as i32);
            kept += stones;
            filled += i32::from(stones > 0);
            single += i32::from(stones == 1);
            heavy += i32::from(stones >= self.bowls as i32);
        }
        add(CAPTURED, state.captured(seat) as i32);
        add(AT_HAND + usize::from(!is_to_move), best);
        add(KEPT, kept);
        add(FILLED, filled);
        add(SINGLE, single);
        add(HEAVY, heavy);
        add(TO_MOVE, i32::from(is_to_move));
    }
}

#[rustfmt::skip]
const WEIGHTS: [Weight; ALL] = [
    // captured stones
    [22, 89],
    // stones that the best move would capture: of the seat to move, then of the other
    [31, -50], [13, -28],
    // stones on the own side
    [25, 3],
    // bowls that are not empty
    [18, 7],
    // bowls with one stone
    [120, -16],
    // bowls with enough stones to go all the way round
    [102, -233],
    // to move
    [-113, 31],
];

/// Positions in which the first seat has just moved and wins, whatever the other seat does. If the
/// first seat plays by the book from the start, each position that it reaches is in the book, until
/// a short search proves the win.
struct Book {
    /// The rules that it is for.
    owari: Owari,
    /// Positions without their clocks, sorted by their keys, each with the number of plies within
    /// which the game is won.
    entries: Vec<(u64, State, u32)>,
    /// The most captured stones in any of these positions.
    most_captured: u32,
}

/// The example `owari_book` writes it.
static BOOK: LazyLock<Book> = LazyLock::new(|| Book::read(include_str!("data/evaluation.book")));

impl Book {
    const WINNER: Seat = Seat::FIRST;

    /// Reads lines of numbers: the plies to the win, and the moves that lead to the position.
    fn read(text: &str) -> Book {
        let owari = Owari::default();
        let mut entries = Vec::new();
        for line in text.lines() {
            let mut numbers =
                line.split(' ').map(|word| word.parse::<u32>().expect("the book has numbers"));
            let plies = numbers.next().expect("the book has no empty lines");
            let end = numbers
                .fold(owari.start(), |state, number| owari.after(&state, Bowl(number as usize)));
            entries.push((owari.key(&end), owari.without_counters(&end), plies));
        }
        entries.sort_unstable_by_key(|(key, ..)| *key);
        let most_captured = entries.iter().map(|(_, state, _)| captured(state)).max().unwrap_or(0);
        Book { owari, entries, most_captured }
    }

    /// Within how many plies the game is won from here, if this is in the book.
    #[inline(always)]
    fn plies(&self, state: &State) -> Option<u32> {
        if captured(state) > self.most_captured {
            return None;
        }
        let key = self.owari.key(state);
        let at = self.entries.binary_search_by_key(&key, |(key, ..)| *key).ok()?;
        let (_, position, plies) = &self.entries[at];
        (*position == self.owari.without_counters(state)).then_some(*plies)
    }
}

#[inline(always)]
fn captured(state: &State) -> u32 {
    state.captured(Seat::FIRST) + state.captured(Seat::SECOND)
}
