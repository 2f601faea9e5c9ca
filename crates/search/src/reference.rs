//! Reference implementations for tests of the searchers: plain, slow and obvious.

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

/// The paranoid value to `seat` of a state, `ply` plies from the root, by a search to depth `depth`
/// without any pruning except that of [`Evaluation::beam_width`]; and the number of positions that
/// it visits. The value of a chance node is the mean over its rolls.
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
        Next::Over(_) => static_values(rules, evaluation, state, ply)[seat.index()],
        _ if ply >= depth => static_values(rules, evaluation, state, ply)[seat.index()],
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

/// Asserts that a search of the table's position finds the value of the plain search and a move
/// that leads to it, with each of these amounts of memory and threads.
pub fn finds_minimax<G: Game>(
    table: &TypedTable<G>,
    evaluation: &impl Evaluation<G>,
    depth: u32,
    memory_and_threads: &[(usize, usize)],
    find: impl Fn(Seat, &Limits) -> RootResult<G::Move>,
) {
    let (game, state) = (&*table.game, &table.state);
    // A single legal move is searched only one ply deep.
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

/// The values of a state, `ply` plies from the root, without a search.
pub fn static_values<R: Rules>(
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

/// Can `seat` win within this many plies, whatever the others do?
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

/// Is the game a draw within this many plies, whatever anybody does?
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

/// The result of a game of two seats without dice with best play: the winner, or a draw. `None` if
/// the search takes more than `left` positions. The results of positions are stored, so no line of
/// play may return to an earlier position.
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

/// An evaluation without the parts that let a search prune.
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

/// Passes a table to typed code, as a catalogue does, but only for the types that are tested with
/// it, since it is compiled for every test.
pub fn visit<V: Visitor>(table: &dyn Table, visitor: V) -> V::Output {
    type Lines =
        (TicTacToe, AdvancedTicTacToe, Connect<u64, 2>, Connect<Bits128, 2>, Connect<u64, 4>);
    type Others = (Ataxx<u64, 2>, Ataxx<u64, 4>, Breakthrough<u64>, Owari, Alquerque, Dawn);
    Lines::visit(table, visitor)
        .or_else(|visitor| Others::visit(table, visitor))
        .unwrap_or_else(|_| panic!("{} is of a type that is not tested with", table.options()))
}

/// Calls `visit` for the positions of a random game, including the first, where a seat is to move.
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

/// The last positions of a random game where a seat is to move, the last first.
pub fn last_of_random_game(options: &str, seed: u64, positions: usize) -> Vec<Box<dyn Table>> {
    let mut tables = Vec::new();
    along_random_game(options, seed, |table| tables.push(table.boxed_clone()));
    tables.reverse();
    tables.truncate(positions);
    tables
}
