//! Tests that evaluations favour no seat, and tests of what they say besides a value.

use ludoteca_core::evaluation::{Evaluation, LOGIT_UNIT, ScoredMove, Scores};
use ludoteca_core::{Game, Rules, Table, TypedTable, Visitor};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::table;
use crate::catalog;

/// Calls `visit_table` with every position of a random game where a seat is to move.
fn along_random_game(options: &str, seed: u64, mut visit_table: impl FnMut(&dyn Table)) {
    let mut table = table(options);
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    while let Some(step) = table.random_step(&mut generator) {
        if table.next().seat().is_some() {
            visit_table(&*table);
        }
        table.step(&step).expect("a random step is legal");
    }
}

/// How the board looks from the other side.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(crate) enum BoardMirroring {
    Alike,
    /// The rows are reversed.
    Mirrored,
    /// Rows and columns are reversed, as networks see the board. On boards with networks no row has
    /// ten empty cells.
    Turned,
}

/// The evaluation of a position for the first seat is that of the position with swapped colours for
/// the second. `one` and `other` are the letters of the seats.
pub(crate) fn favours_no_seat(options: &str, one: char, other: char, mirroring: BoardMirroring) {
    /// The static evaluation of a table's position.
    struct EvaluateTable;

    impl Visitor for EvaluateTable {
        type Output = Scores;

        fn visit<G: Game>(self, table: &TypedTable<G>) -> Scores {
            table.game.evaluation().evaluate(&table.state)
        }
    }

    let mut table = table(options);
    let mut exchanged = table.boxed_clone();
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let mut compared = 0;
    for _ in 0..5 {
        table.restart();
        while let Some(step) = table.random_step(&mut generator) {
            let position = table.position();
            let swap = |letter| match letter {
                _ if letter == one => other,
                _ if letter == other => one,
                _ => letter,
            };
            let swapped: String = position.chars().map(swap).collect();
            let (board, rest) = swapped.split_once(' ').expect("a board and more");
            let mut board: Vec<String> = board.split('/').map(str::to_string).collect();
            if mirroring != BoardMirroring::Alike {
                board.reverse();
            }
            if mirroring == BoardMirroring::Turned {
                board.iter_mut().for_each(|row| *row = row.chars().rev().collect());
            }
            // Early in the game the position may show which seat moved last, and is then refused.
            if exchanged.set_position(&format!("{} {rest}", board.join("/"))).is_ok() {
                let [first, second, ..] = catalog::visit(&*table, EvaluateTable);
                let [first_exchanged, second_exchanged, ..] =
                    catalog::visit(&*exchanged, EvaluateTable);
                assert_eq!(
                    (first, second),
                    (second_exchanged, first_exchanged),
                    "{options} {position}"
                );
                compared += 1;
            }
            table.step(&step).expect("a random step is legal");
        }
    }
    assert!(compared > 30, "{options}: {compared}");
}

/// Moves are visited in the order of the rules, each with the score that [`Evaluation::move_score`]
/// gives it.
pub(crate) fn scores_moves_in_order(options: &str) {
    struct VisitedMoves;

    impl Visitor for VisitedMoves {
        type Output = ();

        fn visit<G: Game>(self, table: &TypedTable<G>) {
            compare(&*table.game, &table.game.evaluation(), &table.state, table);
        }
    }

    fn compare<R: Rules, E: Evaluation<R>>(
        rules: &R,
        evaluation: &E,
        state: &R::State,
        table: &dyn Table,
    ) {
        let asked = |(index, m)| ScoredMove {
            m,
            index,
            score: evaluation.move_score(state, m),
            is_noisy: evaluation.is_noisy(state, m),
        };
        let mut expected: Vec<ScoredMove<R::Move>> =
            (0..).zip(rules.moves(state)).map(asked).collect();
        let mut visited = Vec::new();
        evaluation.visit_scored_moves(rules, state, |scored| visited.push(scored));
        if E::PRUNES_MOVES {
            expected.retain(|scored| visited.iter().any(|visited| visited.index == scored.index));
        }
        assert!(
            !visited.is_empty() && visited == expected,
            "{} {}: {visited:?}",
            table.options(),
            table.position()
        );
    }

    along_random_game(options, 1, |table| catalog::visit(table, VisitedMoves));
}

/// A game that ends before its counter can end it would also have ended without the counter.
pub(crate) fn counters_do_not_end_games_too_soon(options: &str) {
    struct Counters(u64);

    impl Visitor for Counters {
        /// How many games the counter ended on the first ply on which it could.
        type Output = u32;

        fn visit<G: Game>(self, table: &TypedTable<G>) -> u32 {
            let game = &*table.game;
            let plies = game.evaluation().plies_to_limit(&table.state);
            let mut generator = ChaCha8Rng::seed_from_u64(self.0);
            let mut ended = 0;
            for _ in 0..20 {
                let mut state = table.state.clone();
                for ply in 0..=plies {
                    let m = game.random_move(&state, &mut generator);
                    game.play(&mut state, m);
                    if game.next(&state).outcome().is_some() {
                        let is_counted =
                            game.next(&game.without_counters(&state)).outcome().is_none();
                        assert!(
                            ply == plies || !is_counted,
                            "{} {} {ply}",
                            table.options(),
                            table.position()
                        );
                        ended += u32::from(is_counted);
                        break;
                    }
                }
            }
            ended
        }
    }

    let mut ended = 0;
    for seed in 0..5 {
        along_random_game(options, seed, |table| ended += catalog::visit(table, Counters(seed)));
    }
    assert!(ended > 10, "{options}: {ended}");
}

/// The evaluation of a position does not depend on how the board is turned. Networks are an
/// exception, since they have only learnt this approximately.
pub(crate) fn is_symmetric(options: &str) {
    struct Symmetric;

    impl Visitor for Symmetric {
        type Output = ();

        fn visit<G: Game>(self, table: &TypedTable<G>) {
            let (game, evaluation) = (&table.game, table.game.evaluation());
            let has_network = evaluation.learnable().is_some();
            let scores = evaluation.evaluate(&table.state);
            let chance = |scores: Scores| {
                let others: i32 = scores[1..].iter().sum();
                let ahead = scores[0] - others / (game.seats() as i32 - 1);
                1.0 / (1.0 + (-f64::from(ahead) / f64::from(LOGIT_UNIT)).exp())
            };
            for k in 0..game.symmetries() {
                let image = evaluation.evaluate(&game.image(&table.state, k));
                let is_alike =
                    image == scores || has_network && (chance(image) - chance(scores)).abs() < 0.15;
                assert!(is_alike, "{} {k}: {image:?} {scores:?}", table.position());
            }
        }
    }

    along_random_game(options, 1, |table| catalog::visit(table, Symmetric));
}
