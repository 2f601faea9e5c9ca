//! What searchers are measured by in tests: plain, slow and obvious.

use std::collections::HashMap;

use ludoteca_core::bits::Bits128;
use ludoteca_core::catalog::Types;
use ludoteca_core::evaluation::{Evaluation, Scores};
use ludoteca_core::{Game, Next, Rules, Seat, Table, TypedTable, Verdict, Visitor};
use ludoteca_games::alquerque::Alquerque;
use ludoteca_games::ataxx::Ataxx;
use ludoteca_games::attt::AdvancedTicTacToe;
use ludoteca_games::breakthrough::Breakthrough;
use ludoteca_games::catalog;
use ludoteca_games::cn::Connect;
use ludoteca_games::dawn::Dawn;
use ludoteca_games::owari::Owari;
use ludoteca_games::ttt::TicTacToe;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::iterative_deepening::RootResult;
use crate::limits::Limits;
use crate::score;

/// What a state, `ply` plies from now, is worth to `seat` where all others are against it, by
/// looking `depth` plies ahead without leaving anything out but what [`Evaluation::beam_width`]
/// does; and how many positions that takes. A roll is worth the mean of what it may lead to.
pub fn plain_minimax<R: Rules>(
    rules: &R,
    evaluation: &impl Evaluation<R>,
    state: &R::State,
    seat: Seat,
    ply: u32,
    depth: u32,
) -> (i32, u64) {
    let mut count = 1;
    let mut deeper = |after: &R::State| {
        let (value, positions) = plain_minimax(rules, evaluation, after, seat, ply + 1, depth);
        count += positions;
        value
    };
    let value = match rules.next(state) {
        Next::Over(_) => at_once(rules, evaluation, state, ply)[seat.index()],
        _ if ply >= depth => at_once(rules, evaluation, state, ply)[seat.index()],
        Next::Chance => {
            let (mut sum, mut weights) = (0, 0);
            for (chance, weight) in rules.chances(state) {
                sum += i64::from(weight) * i64::from(deeper(&rules.after_roll(state, chance)));
                weights += i64::from(weight);
            }
            score::clamp_estimate((sum / weights) as i32)
        }
        Next::Move(mover) => {
            let mut moves = rules.moves(state);
            let breadth = evaluation.dice().map_or(usize::MAX, |dice| dice.beam_width(state));
            if ply + 1 < depth && breadth < moves.len() {
                moves.sort_by_key(|m| -evaluation.move_score(state, *m));
                moves.truncate(breadth);
            }
            let values = moves.into_iter().map(|m| deeper(&rules.after(state, m)));
            if mover == seat { values.max() } else { values.min() }
                .expect("a seat that is to move has a move")
        }
    };
    (value, count)
}

/// Asserts that a search of the table's position, with each of these amounts of memory and threads,
/// finds what the plain search finds, and a move that leads there.
pub fn finds_minimax<G: Game>(
    table: &TypedTable<G>,
    evaluation: &impl Evaluation<G>,
    depth: u32,
    memory_and_threads: &[(usize, usize)],
    find: impl Fn(Seat, &Limits) -> RootResult<G::Move>,
) {
    let (game, state) = (&*table.game, &table.state);
    // An only move is not thought about.
    let depth = if game.count_moves(state) == 1 { 1 } else { depth };
    let seat = game.next(state).seat().expect("a seat is to move");
    let (expected, _) = plain_minimax(game, evaluation, state, seat, 0, depth);
    for &(memory, threads) in memory_and_threads {
        let limits = Limits { depth: Some(depth), memory, threads, ..Limits::default() };
        let RootResult { assessment, .. } = find(seat, &limits);
        let at = format!(
            "{} {} {limits:?}: {:?}",
            table.options(),
            table.position(),
            assessment.principal_variation
        );
        assert_eq!(assessment.values[seat.index()], expected, "{at}");
        let after = game.after(state, assessment.principal_variation[0]);
        assert_eq!(plain_minimax(game, evaluation, &after, seat, 1, depth).0, expected, "{at}");
    }
}

/// What a state, `ply` plies from now, is worth to each seat without a look ahead.
pub fn at_once<R: Rules>(
    rules: &R,
    evaluation: &impl Evaluation<R>,
    state: &R::State,
    ply: u32,
) -> Scores {
    match rules.next(state) {
        Next::Over(outcome) => score::terminal_scores(&outcome, rules.seats(), ply),
        Next::Move(_) | Next::Chance => {
            score::relative_scores(evaluation.evaluate(state), rules.seats())
        }
    }
}

/// Can `seat` win within so many plies, whatever the others do?
pub fn can_force<R: Rules>(rules: &R, state: &R::State, seat: Seat, plies: u32) -> bool {
    match rules.next(state) {
        Next::Over(outcome) => outcome.winner() == Some(seat),
        Next::Move(_) if plies == 0 => false,
        Next::Move(mover) => {
            let mut moves = rules.moves(state).into_iter();
            let wins = |m| can_force(rules, &rules.after(state, m), seat, plies - 1);
            if mover == seat { moves.any(wins) } else { moves.all(wins) }
        }
        Next::Chance => panic!("nothing is forced with dice"),
    }
}

/// Is the game a draw within so many plies, whatever anybody does?
pub fn is_dead<R: Rules>(rules: &R, state: &R::State, plies: u32) -> bool {
    match rules.next(state) {
        Next::Over(outcome) => outcome.verdict == Verdict::Draw,
        Next::Move(_) if plies == 0 => false,
        Next::Move(_) => rules
            .moves(state)
            .into_iter()
            .all(|m| is_dead(rules, &rules.after(state, m), plies - 1)),
        Next::Chance => panic!("nothing is forced with dice"),
    }
}

/// How a game of two seats without dice ends with best play: who wins, or nobody. `None` where that
/// takes a look at more than `left` positions. What is known of others is kept; no line of play may
/// come back to where it was.
pub fn solved<R: Rules>(
    rules: &R,
    state: &R::State,
    known: &mut HashMap<R::State, Option<Seat>>,
    left: &mut u32,
) -> Option<Option<Seat>> {
    let mover = match rules.next(state) {
        Next::Over(outcome) => return Some(outcome.winner()),
        Next::Move(mover) => mover,
        Next::Chance => panic!("nothing is forced with dice"),
    };
    if let Some(winner) = known.get(state) {
        return Some(*winner);
    }
    *left = left.checked_sub(1)?;
    let mut best = Some(mover.other());
    for m in rules.moves(state) {
        match solved(rules, &rules.after(state, m), known, left)? {
            Some(winner) if winner == mover => {
                best = Some(mover);
                break;
            }
            Some(_) => {}
            None => best = None,
        }
    }
    known.insert(state.clone(), best);
    Some(best)
}

/// All that an evaluation knows, but for what lets a search leave something out.
pub struct WithoutPruning<'a, E>(pub &'a E);

impl<R: Rules, E: Evaluation<R>> Evaluation<R> for WithoutPruning<'_, E> {
    fn evaluate(&self, state: &R::State) -> Scores {
        self.0.evaluate(state)
    }

    fn move_score(&self, state: &R::State, m: R::Move) -> i32 {
        self.0.move_score(state, m)
    }

    fn plies_to_limit(&self, state: &R::State) -> u32 {
        self.0.plies_to_limit(state)
    }

    fn uses_symmetry(&self, state: &R::State) -> bool {
        self.0.uses_symmetry(state)
    }
}

/// Hands a table to typed code, as a catalogue does, but knows only the types that are tested with:
/// it is compiled for every test.
pub fn visit<V: Visitor>(table: &dyn Table, visitor: V) -> V::Output {
    type Lines =
        (TicTacToe, AdvancedTicTacToe, Connect<u64, 2>, Connect<Bits128, 2>, Connect<u64, 4>);
    type Others = (Ataxx<u64, 2>, Ataxx<u64, 4>, Breakthrough<u64>, Owari, Alquerque, Dawn);
    Lines::visit(table, visitor)
        .or_else(|visitor| Others::visit(table, visitor))
        .unwrap_or_else(|_| panic!("{} is of a type that is not tested with", table.options()))
}

/// Shows `visit` the positions of a random game, the start among them, where a seat is to move.
pub fn along_random_game(options: &str, seed: u64, mut visit: impl FnMut(&dyn Table)) {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let mut table =
        catalog::open_line(options).unwrap_or_else(|error| panic!("{options}: {error}"));
    while let Some(step) = table.random_step(&mut generator) {
        if table.next().seat().is_some() {
            visit(&*table);
        }
        table.step(&step).expect("a random step is legal");
    }
}

/// The last so many positions of a random game where a seat is to move, the last first.
pub fn last_of_random_game(options: &str, seed: u64, positions: usize) -> Vec<Box<dyn Table>> {
    let mut tables = Vec::new();
    along_random_game(options, seed, |table| tables.push(table.boxed_clone()));
    tables.reverse();
    tables.truncate(positions);
    tables
}
