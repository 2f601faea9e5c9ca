//! A game that is a tree written as text, to test searchers without real rules.
//!
//! | text | is |
//! | --- | --- |
//! | `(1 A B C)` | seat 1 chooses between A, B and C: its moves 0, 1 and 2 |
//! | `(* 2:A 1:B)` | the die leads to A twice as often as to B |
//! | `+1` | seat 1 has won |
//! | `=` | a draw |
//! | `7/-7` | the game ends with these points and no winner, a number a seat |
//! | `{A 50/-50}` | A is undecided and has this static evaluation; without braces it is 0 |

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use ludoteca_core::evaluation::{Evaluation, Scores};
use ludoteca_core::{Chance, MAX_SEATS, Next, NoDice, Outcome, Rules, Seat, Verdict};

/// A tree of moves and rolls. `Toy<NoDice>` is for searchers that take no game with dice,
/// `Toy<Face>` for all others.
pub struct Toy<D> {
    seats: usize,
    /// The start comes first.
    nodes: Vec<ToyNode>,
    die: PhantomData<fn() -> D>,
}

/// A place in the tree.
pub type NodeIndex = usize;

/// The face of a die: the index of the branch that it leads to, from 0.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Face(usize);

impl Chance for Face {}

/// A die, or none.
pub trait Die: Chance {
    fn showing(way: usize) -> Self;
    fn shown(self) -> usize;
}

struct ToyNode {
    next: Next,
    /// The node that each move or roll leads to, and the weight of a roll.
    ways: Vec<(u32, NodeIndex)>,
    scores: Scores,
}

impl<D: Die> Toy<D> {
    /// # Panics
    /// Where the text is no tree.
    pub fn new(seats: usize, text: &str) -> Self {
        let mut toy = Toy { seats, nodes: Vec::new(), die: PhantomData };
        let spaced = ["(", ")", "{", "}"]
            .into_iter()
            .fold(text.to_owned(), |t, sign| t.replace(sign, &format!(" {sign} ")));
        let mut words = spaced.split_whitespace();
        let first = words.next().expect("a tree");
        toy.add(first, &mut words);
        assert_eq!(words.next(), None, "a tree ends where it ends");
        toy
    }

    /// The static evaluations that the text gives.
    pub fn evaluation(&self) -> impl Evaluation<Self> {
        |at: &NodeIndex| self.nodes[*at].scores
    }

    /// Adds the tree that begins with `word`, and returns its index.
    fn add<'a>(&mut self, word: &str, words: &mut impl Iterator<Item = &'a str>) -> NodeIndex {
        if word == "{" {
            let first = words.next().expect("a tree in braces");
            let at = self.add(first, words);
            self.nodes[at].scores = points(words.next().expect("static evaluations"));
            assert_eq!(words.next(), Some("}"));
            return at;
        }
        let at = self.nodes.len();
        self.nodes.push(ToyNode { next: Next::Chance, ways: Vec::new(), scores: [0; MAX_SEATS] });
        self.nodes[at].next = match word {
            "(" => {
                let chooser = words.next().expect("a seat or a die");
                loop {
                    let word = words.next().expect("the tree goes on");
                    if word == ")" {
                        break;
                    }
                    let way = match word.split_once(':') {
                        // A text in parentheses counts as one word.
                        Some((weight, "")) => {
                            (number(weight) as u32, self.add(words.next().expect("a tree"), words))
                        }
                        Some((weight, end)) => (number(weight) as u32, self.add(end, words)),
                        None => (1, self.add(word, words)),
                    };
                    self.nodes[at].ways.push(way);
                }
                assert!(!self.nodes[at].ways.is_empty(), "there is always a way");
                if chooser == "*" { Next::Chance } else { Next::Move(seat(chooser)) }
            }
            "=" => Next::Over(Outcome::draw()),
            _ => Next::Over(match word.strip_prefix('+') {
                Some(winner) => Outcome::win(seat(winner)),
                None => Outcome { verdict: Verdict::Scored, points: points(word) },
            }),
        };
        at
    }

    fn ways(&self, at: NodeIndex, next: bool) -> &[(u32, NodeIndex)] {
        if next { &self.nodes[at].ways } else { &[] }
    }
}

impl<D: Die> Rules for Toy<D> {
    type State = NodeIndex;
    type Move = usize;
    type Chance = D;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> NodeIndex {
        0
    }

    fn next(&self, state: &NodeIndex) -> Next {
        self.nodes[*state].next
    }

    fn visit_moves<B>(
        &self,
        state: &NodeIndex,
        visit: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let ways = self.ways(*state, self.next(state).seat().is_some());
        (0..ways.len()).try_for_each(visit)
    }

    fn play(&self, state: &mut NodeIndex, m: usize) {
        *state = self.nodes[*state].ways[m].1;
    }

    fn visit_chances<B>(
        &self,
        state: &NodeIndex,
        mut visit: impl FnMut(D, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let ways = self.ways(*state, self.next(state) == Next::Chance);
        ways.iter().enumerate().try_for_each(|(way, (weight, _))| visit(D::showing(way), *weight))
    }

    fn roll(&self, state: &mut NodeIndex, chance: D) {
        *state = self.nodes[*state].ways[chance.shown()].1;
    }
}

impl Die for Face {
    fn showing(way: usize) -> Self {
        Face(way)
    }

    fn shown(self) -> usize {
        self.0
    }
}

impl Die for NoDice {
    fn showing(_way: usize) -> Self {
        panic!("a tree with dice where none are allowed")
    }

    fn shown(self) -> usize {
        match self {}
    }
}

fn seat(word: &str) -> Seat {
    Seat::new(number(word) as usize - 1)
}

fn number(word: &str) -> i32 {
    word.parse().unwrap_or_else(|_| panic!("`{word}` is no number"))
}

fn points(word: &str) -> [i32; MAX_SEATS] {
    let mut points = [0; MAX_SEATS];
    for (points, word) in points.iter_mut().zip(word.split('/')) {
        *points = number(word);
    }
    points
}

#[test]
fn trees_are_read() {
    let toy = Toy::<Face>::new(3, "(2 {(* 2:+3 1:(1 = +1)) 50/-50/7} 3/-4/1)");
    assert_eq!(toy.next(&0), Next::Move(Seat::SECOND));
    assert_eq!(toy.moves(&0), [0, 1]);
    let rolled = toy.after(&0, 0);
    assert_eq!((toy.next(&rolled), toy.moves(&rolled)), (Next::Chance, Vec::new()));
    assert_eq!(toy.chances(&rolled), [(Face(0), 2), (Face(1), 1)]);
    assert_eq!(toy.evaluation().evaluate(&rolled), [50, -50, 7, 0]);
    assert_eq!(toy.next(&toy.after_roll(&rolled, Face(0))), Next::Over(Outcome::win(Seat::new(2))));
    let chosen = toy.after_roll(&rolled, Face(1));
    assert_eq!(toy.next(&toy.after(&chosen, 0)), Next::Over(Outcome::draw()));
    let scored = Outcome { verdict: Verdict::Scored, points: [3, -4, 1, 0] };
    assert_eq!(toy.next(&toy.after(&0, 1)), Next::Over(scored));
    assert_eq!(Toy::<NoDice>::new(2, "(1 +1 +2)").count_moves(&0), 2);
}
