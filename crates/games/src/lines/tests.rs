//! Compares known wins, move scores and forced wins with the rules of Connect-N and a slow search.

use std::collections::HashMap;

use ludoteca_core::bits::{Bits, Bits128};
use ludoteca_core::evaluation::{Budget, Evaluate, Evaluation, ScoredMove};
use ludoteca_core::{Next, Rules, Seat};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::cn::{Connect, Move, State};

const MOST_PLIES: u32 = 200;

/// The value of a state to the seat to move, with best play of both: 0 for a draw, 1000 minus the
/// plies to a win, or -1000 plus the plies to a loss.
fn slow<B: Bits>(
    rules: &Connect<B, 2>,
    state: &State<B, 2>,
    known: &mut HashMap<State<B, 2>, i32>,
) -> i32 {
    if let Next::Over(outcome) = rules.next(state) {
        return if outcome.winner().is_some() { -1000 } else { 0 };
    }
    if let Some(value) = known.get(state) {
        return *value;
    }
    let after = |m| match slow(rules, &rules.after(state, m), known) {
        0 => 0,
        value => -(value.abs() - 1) * value.signum(),
    };
    let best = rules.moves(state).into_iter().map(after).max().expect("a seat to move has a move");
    known.insert(*state, best);
    best
}

/// States of random games, that many plies after the start or later.
fn random_states<B: Bits, const SEATS: usize>(
    rules: &Connect<B, SEATS>,
    games: u64,
    from: usize,
) -> Vec<State<B, SEATS>> {
    let mut states = Vec::new();
    for seed in 0..games {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        let mut state = rules.start();
        for ply in 0.. {
            if rules.next(&state).seat().is_none() {
                break;
            }
            if ply >= from {
                states.push(state);
            }
            let m = rules.random_move(&state, &mut generator);
            rules.play(&mut state, m);
        }
    }
    states
}

/// Known wins are correct to the ply, and all near wins are known. The best move is among those
/// that are visited. Forced wins take no longer than the shortest win.
#[test]
fn known_wins_are_correct() {
    // Rows, columns, the line, and the pieces on the board from which on it is searched to the end.
    let rows =
        [(3, 3, 3, 0), (4, 4, 3, 6), (3, 6, 3, 8), (4, 4, 4, 6), (4, 5, 4, 10), (5, 5, 4, 15)];
    let mut forced_wins = 0;
    for (height, width, line, from) in rows {
        let rules = Connect::<u64, 2>::new(height, width, line, 2);
        let evaluation = rules.evaluation();
        let mut known = HashMap::new();
        for state in random_states(&rules, 30, from) {
            let case = || format!("{height} {width} {line} {state:?}");
            let value = slow(&rules, &state, &mut known);
            let turn = rules.next(&state).seat().expect("the game is not over");
            let expected = match value {
                0 => None,
                value => {
                    Some((if value > 0 { turn } else { turn.other() }, 1000 - value.unsigned_abs()))
                }
            };
            let known_win =
                evaluation.known_win(&state).map(|known_win| (known_win.winner, known_win.plies));
            assert!(
                known_win.is_none() || known_win == expected,
                "{known_win:?} {expected:?} {}",
                case()
            );
            assert!(
                known_win.is_some() || expected.is_none_or(|(_, plies)| plies > 3),
                "{expected:?} {}",
                case()
            );

            let mut shown = Vec::new();
            evaluation.visit_scored_moves(
                &rules,
                &state,
                |ScoredMove { m, index, score, is_noisy }| {
                    assert_eq!(
                        (score, is_noisy),
                        (evaluation.move_score(&state, m), evaluation.is_noisy(&state, m))
                    );
                    assert_eq!(rules.nth_move(&state, index.into()), Some(m), "{}", case());
                    assert!(score.abs() <= 30000, "{score}");
                    shown.push(m);
                },
            );
            let best =
                shown.iter().map(|m| slow(&rules, &rules.after(&state, *m), &mut known)).min();
            let all = rules
                .moves(&state)
                .into_iter()
                .map(|m| slow(&rules, &rules.after(&state, m), &mut known))
                .min();
            assert_eq!(best, all, "{shown:?} {}", case());

            if let Some(line) = evaluation.proofs().expect("it searches threats").forced_win(
                &state,
                MOST_PLIES,
                &mut budget(10_000),
            ) {
                assert!(value >= 1000 - line.len() as i32, "{value} {line:?} {}", case());
                assert_eq!(
                    end(&rules, state, &line),
                    Next::Over(ludoteca_core::Outcome::win(turn)),
                    "{}",
                    case()
                );
                forced_wins += usize::from(line.len() > 3);
            }
        }
    }
    assert!(forced_wins > 20, "{forced_wins}");
}

fn budget(most_nodes: u64) -> Budget<'static> {
    Budget { nodes: 0, most_nodes, stop: &|| false }
}

/// The result of a sequence of moves.
fn end<B: Bits, const SEATS: usize>(
    rules: &Connect<B, SEATS>,
    mut state: State<B, SEATS>,
    line: &[Move],
) -> Next {
    for m in line {
        assert!(rules.is_legal(&state, *m), "{state:?} {m:?}");
        rules.play(&mut state, *m);
    }
    rules.next(&state)
}

/// With more seats only wins that no seat can prevent are known.
#[test]
fn known_wins_are_correct_with_more_seats() {
    let rules = Connect::<u64, 4>::new(4, 4, 3, 3);
    let evaluation = rules.evaluation();
    let mut seen = [0; 3];
    for state in random_states(&rules, 500, 0) {
        let turn = rules.next(&state).seat().expect("the game is not over");
        let wins = |state: &State<u64, 4>, winner: Seat| {
            let is_won = |m| {
                rules.next(&rules.after(state, m)).outcome().and_then(|end| end.winner())
                    == Some(winner)
            };
            rules.moves(state).into_iter().any(is_won)
        };
        let next = turn.after(3);
        let expected = if wins(&state, turn) {
            Some((turn, 1))
        } else {
            let always = |m| {
                let after = rules.after(&state, m);
                rules.next(&after).seat().is_some() && wins(&after, next)
            };
            rules.moves(&state).into_iter().all(always).then_some((next, 2))
        };
        let known_win =
            evaluation.known_win(&state).map(|known_win| (known_win.winner, known_win.plies));
        assert_eq!(known_win, expected, "{state:?}");
        seen[expected.map_or(0, |(_, plies)| plies as usize)] += 1;
        assert_eq!(
            evaluation.proofs().expect("it searches threats").forced_win(
                &state,
                MOST_PLIES,
                &mut budget(1000)
            ),
            None
        );
    }
    assert!(seen.iter().all(|n| *n > 50), "{seen:?}");
}

/// Wins by threats on a larger board, against every defence.
#[test]
fn threats_win_against_every_defence() {
    // Cells of either seat as row and column of ten, and the plies of the win.
    let rows: [(&[usize], &[usize], usize); 5] = [
        // A line of four with a free end, one of three with two, and two of two that meet.
        (&[44, 45, 46, 47], &[43, 11, 12, 22], 1),
        (&[44, 45, 46], &[11, 13, 87], 3),
        (&[44, 45, 56, 66], &[11, 13, 87, 79], 5),
        // Threats to complete a line, and finally a double threat.
        (&[44, 45, 46, 57, 67], &[43, 11, 13, 87, 17], 5),
        (&[33, 34, 35, 46, 56, 69, 79], &[32, 11, 19, 88, 17, 51, 53], 5),
    ];
    let rules = Connect::<Bits128, 2>::new(9, 10, 5, 2);
    for (own, other, plies) in rows {
        let mut state = rules.start();
        for (own, other) in own.iter().zip(other) {
            rules.play(&mut state, Move(*own));
            rules.play(&mut state, Move(*other));
        }
        assert_eq!(
            win(&rules, state, plies).map(|line| line.len()),
            Some(plies),
            "{own:?} {other:?}"
        );
    }
}

/// A forced win of the seat to move within this many plies, found by trying all moves.
fn win(rules: &Connect<Bits128, 2>, state: State<Bits128, 2>, plies: usize) -> Option<Vec<Move>> {
    let line = rules.evaluation().proofs()?.forced_win(&state, MOST_PLIES, &mut budget(100_000))?;
    assert!(line.len() <= plies, "{line:?} is longer than {plies}");
    let after = rules.after(&state, line[0]);
    if rules.next(&after).seat().is_some() {
        for answer in rules.moves(&after) {
            win(rules, rules.after(&after, answer), plies - 2)?;
        }
    }
    Some(line)
}
