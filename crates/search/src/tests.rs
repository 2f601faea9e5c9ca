//! Compares the values of the searchers with those of plain ones, along random games.

use ludoteca_core::evaluation::{self, Budget, Evaluate, Evaluation, Scores};
use ludoteca_core::{Game, Next, NoDice, Rules, Seat, Table, TypedTable, Visitor};
use ludoteca_games::attt::AdvancedTicTacToe;
use std::collections::HashSet;

use crate::iterative_deepening::{self, RootResult};
use crate::limits::Limits;
use crate::max_n::MaxN;
use crate::minimax::Minimax;
use crate::one_ply::OnePly;
use crate::reference::{
    along_random_game, can_force, is_dead, last_of_random_game, plain_minimax, static_values, visit,
};
use crate::result::Value;
use crate::score::{self, INFINITE};
use crate::search::to_search_result;
use crate::searcher::Searcher;
use crate::toy::{NodeIndex, Toy};

/// Minimax for any number of seats: each seat takes the first of the moves that are worth most to
/// itself, but it prefers a win that it can force.
fn max_n<R: Rules>(
    rules: &R,
    evaluation: &impl Evaluation<R>,
    state: &R::State,
    ply: u32,
    depth: u32,
) -> Scores {
    match rules.next(state) {
        Next::Over(outcome) => score::terminal_scores(&outcome, rules.seats(), ply),
        Next::Move(_) if ply == depth => {
            score::relative_scores(evaluation.evaluate(state), rules.seats())
        }
        Next::Move(mover) => {
            let moves = rules.moves(state).into_iter().map(|m| rules.after(state, m));
            let moves = moves.map(|after| {
                let values = max_n(rules, evaluation, &after, ply + 1, depth);
                (can_force(rules, &after, mover, depth - ply - 1), values)
            });
            // The last maximum of the reversed list is the first maximum.
            let moves: Vec<(bool, Scores)> = moves.collect();
            moves
                .iter()
                .rev()
                .max_by_key(|(wins, values)| (*wins, values[mover.index()]))
                .expect("a move")
                .1
        }
        Next::Chance => panic!("max^n knows no dice"),
    }
}

fn search_to<R: Rules>(
    rules: &R,
    state: &R::State,
    searcher: &impl Searcher<R>,
    depth: u32,
) -> RootResult<R::Move> {
    let seat = rules.next(state).seat().expect("a seat is to move");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    iterative_deepening::search(rules, state, seat, searcher, &limits, &|| false, &|_| {})
}

/// The same in one call.
fn minimax_to<R: Rules>(
    rules: &R,
    state: &R::State,
    searcher: &impl Searcher<R>,
    depth: u32,
) -> RootResult<R::Move> {
    let seat = rules.next(state).seat().expect("a seat is to move");
    iterative_deepening::fixed_depth(rules, state, seat, searcher, depth, 1, &|| false)
}

/// Checks that a search for two seats gives the baseline's value, a move with that value, and a
/// line that leads to it.
struct AgreesWithMinimax(u32);

impl Visitor for AgreesWithMinimax {
    type Output = ();

    fn visit<G: Game>(self, table: &TypedTable<G>) {
        let (game, state) = (&*table.game, &table.state);
        // A single legal move is searched only one ply deep.
        let depth = if game.count_moves(state) == 1 { 1 } else { self.0 };
        let at = format!("{} {} depth {depth}", table.options(), table.position());
        let evaluation = game.evaluation();
        let seat = game.next(state).seat().unwrap();
        let minimax = Minimax::new(game, &evaluation).unwrap();
        let worth = |state: &G::State, ply: u32| {
            plain_minimax(game, &evaluation, state, seat, ply, depth).0
        };
        let expected = worth(state, 0);

        for search in [search_to, minimax_to] {
            let RootResult { assessment, .. } = search(game, state, &minimax, depth);
            assert_eq!(assessment.values, score::of_two(seat, expected), "{at}");
            let after = game.after(state, assessment.principal_variation[0]);
            assert_eq!(worth(&after, 1), expected, "{at}: {:?}", assessment.principal_variation);
            let end = assessment
                .principal_variation
                .iter()
                .fold(state.clone(), |state, m| game.after(&state, *m));
            let plies = assessment.principal_variation.len() as u32;
            assert_eq!(
                static_values(game, &evaluation, &end, plies)[seat.index()],
                expected,
                "{at}: {:?}",
                assessment.principal_variation
            );
        }
        let RootResult { assessment, depth: looked, .. } = minimax_to(game, state, &minimax, depth);
        let is_best = |m: &G::Move| worth(&game.after(state, *m), 1) == expected;
        assert_eq!(
            (game.moves(state).into_iter().find(is_best), looked),
            (Some(assessment.principal_variation[0]), depth),
            "{at}"
        );

        // Each move is also searched by itself, with a lower bound.
        for m in game.moves(state) {
            let after = game.after(state, m);
            let exact = worth(&after, 1);
            for floor in [exact - 1, exact, expected] {
                let mut budget = Budget { nodes: 0, most_nodes: u64::MAX, stop: &|| false };
                let assessment =
                    minimax.search_child(&after, seat, depth, floor, &mut budget).unwrap();
                let value = assessment.values[seat.index()];
                assert!(
                    if exact > floor { value == exact } else { value <= floor },
                    "{at} {m:?}: {value}, {exact}"
                );
            }
        }
    }
}

#[test]
fn plain_alpha_beta_is_minimax() {
    let rows = [
        ("ttt", 5, 10),
        ("attt no-progress=4", 4, 5),
        ("cn rows=3 cols=4", 4, 5),
        ("cn rows=4 cols=4 line=3", 3, 5),
        ("cn rows=9 cols=8 line=4", 2, 1),
        ("ataxx rows=5 cols=5", 2, 3),
        ("ataxx rows=5 cols=5 obstacles=0,1/1,0/1,1/0,2/1,2/2,0/2,1 no-progress=2", 3, 5),
        ("breakthrough rows=5 cols=4", 4, 3),
        ("breakthrough rows=4 cols=2", 7, 10),
        ("owari", 4, 3),
        // Seats are skipped all the time.
        ("owari bowls=2 stones=1", 8, 10),
        ("owari bowls=1 stones=3", 8, 10),
        ("alquerque", 5, 3),
    ];
    for (options, depth, games) in rows {
        for seed in 0..games {
            along_random_game(options, seed, |table| visit(table, AgreesWithMinimax(depth)));
        }
    }
}

#[test]
fn max_n_is_each_for_itself() {
    struct Agrees(u32);

    impl Visitor for Agrees {
        type Output = ();

        fn visit<G: Game>(self, table: &TypedTable<G>) {
            let (game, state, depth) = (&*table.game, &table.state, self.0);
            let evaluation = game.evaluation();
            let searcher = MaxN::new(game, &evaluation).unwrap();
            let mut budget = Budget { nodes: 0, most_nodes: u64::MAX, stop: &|| false };
            for m in game.moves(state) {
                let after = game.after(state, m);
                let assessment = searcher
                    .search_child(&after, Seat::FIRST, depth, -INFINITE, &mut budget)
                    .unwrap();
                let expected = max_n(game, &evaluation, &after, 1, depth);
                assert_eq!(assessment.values, expected, "{} {}", table.options(), table.position());
            }
            assert!(Minimax::new(game, &evaluation).is_none(), "alpha-beta is for two seats");
        }
    }

    let rows = [
        ("cn rows=3 cols=3 seats=3", 5),
        ("cn rows=3 cols=4 seats=4", 4),
        ("ataxx rows=5 cols=5 seats=3", 2),
        ("ataxx rows=5 cols=5 seats=4 obstacles=1,1/1,3/3,1/3,3 no-progress=3", 3),
    ];
    for (options, depth) in rows {
        along_random_game(options, 1, |table| visit(table, Agrees(depth)));
    }
}

/// With three or four seats, a value is proved if and only if it is forced. The proved value is
/// exact, and the move forces it.
#[test]
fn proofs_are_correct_at_larger_tables() {
    /// Searches to the given depth, and returns the value for each seat.
    struct Forced(u32);

    impl Visitor for Forced {
        type Output = Vec<Value>;

        fn visit<G: Game>(self, table: &TypedTable<G>) -> Vec<Value> {
            let (game, state) = (&*table.game, &table.state);
            // A single legal move is searched only one ply deep.
            let depth = if game.count_moves(state) == 1 { 1 } else { self.0 };
            let seat = game.next(state).seat().unwrap();
            let forced = (1..=depth).find_map(|plies| {
                let winner = Seat::all(game.seats())
                    .find(|winner| can_force(game, state, *winner, plies))?;
                Some((winner, plies))
            });
            let is_dead = is_dead(game, state, depth);

            let evaluation = game.evaluation();
            let found = [search_to, minimax_to].map(|search| {
                let answer = search(game, state, &MaxN::new(game, &evaluation).unwrap(), depth);
                let after = game.after(state, answer.assessment.principal_variation[0]);
                let found = to_search_result(table, seat, &answer, true);
                let at =
                    format!("{} {} depth {depth}: {found:?}", table.options(), table.position());
                for (seat, value) in Seat::all(game.seats()).zip(&found.values) {
                    match forced {
                        Some((winner, plies)) if winner == seat => {
                            assert_eq!(*value, Value::Win(plies), "{at}");
                        }
                        Some((_, plies)) => assert_eq!(*value, Value::Loss(plies), "{at}"),
                        None if is_dead => assert_eq!(*value, Value::Draw, "{at}"),
                        None => assert!(!value.is_proved(), "{at}"),
                    }
                }
                if let Some((winner, plies)) = forced {
                    assert!(can_force(game, &after, winner, plies - 1), "{at}");
                    assert_eq!(found.principal_variation.len() as u32, plies, "{at}");
                }
                found
            });
            let [deepening, _] = found;
            deepening.values
        }
    }

    // Options, plies, how many random games to play, and how many of their last positions to
    // search.
    let rows = [
        // These are searched to the end.
        ("cn rows=3 cols=4 line=3 seats=3", 12, 100, 4),
        ("cn rows=4 cols=4 line=3 seats=3", 4, 100, 9),
        ("ataxx rows=5 cols=5 seats=3", 4, 40, 8),
        ("ataxx rows=5 cols=5 seats=4", 4, 40, 8),
    ];
    for (options, depth, games, positions) in rows {
        let mut values = Vec::new();
        for seed in 0..games {
            for table in last_of_random_game(options, seed, positions) {
                values.append(&mut visit(&*table, Forced(depth)));
            }
        }
        let count = |is: fn(&Value) -> bool| values.iter().filter(|value| is(value)).count();
        let [forced, expected, open] = [
            count(|value| matches!(value, Value::Win(2..))),
            count(|value| matches!(value, Value::Estimate(Value::EXPECTED..))),
            count(|value| matches!(value, Value::Estimate(value) if value.abs() < Value::EXPECTED)),
        ];
        assert!(
            forced > 10 && expected > 0 && open > 50,
            "{options}: wins {forced}, {expected}; open {open}"
        );
        assert_eq!(options.starts_with("cn"), values.contains(&Value::Draw), "{options}");
    }
}

#[test]
fn dice_are_averaged_over() {
    struct Averages;

    impl Visitor for Averages {
        type Output = ();

        fn visit<G: Game>(self, table: &TypedTable<G>) {
            let (game, state) = (&*table.game, &table.state);
            // The evaluation is arbitrary but differs from state to state, so the average must be
            // over the right states.
            let evaluation = |state: &G::State| [(game.key(state) % 100_000) as i32, 0, 0, 0];
            let searcher = OnePly::new(game, &evaluation);
            let value = |state: &G::State| static_values(game, &evaluation, state, 1)[0];
            let by_hand = |after: &G::State| match game.next(after) {
                Next::Chance => {
                    let rolls = game.chances(after).into_iter();
                    rolls.map(|(roll, _)| value(&game.after_roll(after, roll))).sum::<i32>() / 6
                }
                Next::Move(_) | Next::Over(_) => value(after),
            };
            let sign = if table.next().seat() == Some(Seat::FIRST) { 1 } else { -1 };
            let moves = game.moves(state);
            let values: Vec<i32> =
                moves.iter().map(|m| sign * by_hand(&game.after(state, *m))).collect();
            let best = *values.iter().max().unwrap();
            let first = values.iter().position(|value| *value == best).unwrap();

            let RootResult { assessment, depth, nodes } = search_to(game, state, &searcher, 5);
            assert_eq!((depth, nodes as usize), (1, moves.len()), "{}", table.position());
            assert_eq!(
                assessment.values,
                [sign * best, -sign * best, 0, 0],
                "{}",
                table.position()
            );
            assert_eq!(assessment.principal_variation, [moves[first]], "{}", table.position());
        }
    }

    along_random_game("dawn", 1, |table| visit(table, Averages));
}

/// All 5390 positions of Advanced Tic-Tac-Toe.
#[test]
fn advanced_tic_tac_toe_is_as_known() {
    let rules = AdvancedTicTacToe::new(0);
    let mut states = vec![rules.start()];
    let mut seen: HashSet<_> = states.iter().copied().collect();
    let (mut won, mut lost, mut drawn, mut longest) = (0, 0, 0, 0);
    let evaluation = rules.evaluation();
    let searcher = Minimax::new(&rules, &evaluation).unwrap();
    while let Some(state) = states.pop() {
        let Next::Move(seat) = rules.next(&state) else {
            lost += 1;
            continue;
        };
        for m in rules.moves(&state) {
            let after = rules.without_counters(&rules.after(&state, m));
            if seen.insert(after) {
                states.push(after);
            }
        }
        // Longer wins are not known, so a position that is neither won nor lost by then counts as a
        // draw.
        let RootResult { assessment, depth, .. } = search_to(&rules, &state, &searcher, 6);
        if score::is_win(assessment.values[seat.index()]) {
            won += 1;
            longest = longest.max(depth);
        } else if score::is_loss(assessment.values[seat.index()]) {
            lost += 1;
        } else {
            drawn += 1;
        }
    }
    assert_eq!([won, lost, drawn, longest], [3334, 1084, 972, 5]);
}

/// Two features, their counts for both seats, and a phase of the game.
struct Having([i32; 2], i32);

impl evaluation::Features<Toy<NoDice>> for Having {
    const GROUPS: &'static [(&'static str, usize)] = &[("all", 2)];
    const WEIGHTS: &'static [evaluation::Weight] = &[[-3, 500], [7, -1100]];

    fn phase(&self, _state: &NodeIndex) -> i32 {
        self.1
    }

    fn count(&self, _state: &NodeIndex, _seat: Seat, mut add: impl FnMut(usize, i32)) {
        (0..).zip(self.0).for_each(|(feature, count)| add(feature, count));
    }
}

/// The two sums that are packed into one number do not affect each other, whatever their signs.
#[test]
fn sums_are_kept_apart() {
    let toy = Toy::<NoDice>::new(2, "(1 =)");
    let rows = [
        ([0, 0], [0, 0, 0]),
        ([1, 0], [-3, 248, 500]),
        ([0, 1], [7, -546, -1100]),
        ([-1, 0], [3, -248, -500]),
        ([100, 100], [400, -29_800, -60_000]),
        ([100, -100], [-1000, 79_500, 160_000]),
    ];
    for (counts, expected) in rows {
        let found = [0, evaluation::END_PHASE / 2, evaluation::END_PHASE]
            .map(|stage| evaluation::tapered_sum(&Having(counts, stage), 2, &toy.start()));
        assert_eq!(found, expected.map(|value| [value, value, 0, 0]), "{counts:?}");
    }
}
