//! Compares the values and proofs of paranoid search and max^n with those of plain searches.

use std::sync::Arc;

use ludoteca_core::{Game, NoDice, Seat, Table, TypedTable, Visitor};
use ludoteca_games::CATALOG;

use super::ManySeats;
use crate::iterative_deepening::RootResult;
use crate::limits::Limits;
use crate::paranoid;
use crate::reference::{
    WithoutPruning, along_random_game, can_force, finds_minimax, is_dead, last_of_random_game,
    visit,
};
use crate::result::{SearchResult, Value};
use crate::score;
use crate::toy::Toy;
use crate::{Algorithm, Searchable};

/// With or without a transposition table, with one thread or several, the search finds what the
/// plain search finds, and the line leads to the value.
#[test]
fn paranoid_is_minimax_of_two_sides() {
    struct Agrees(u32);

    impl Visitor for Agrees {
        type Output = ();

        fn visit<G: Game>(self, table: &TypedTable<G>) {
            let evaluation = table.game.evaluation();
            let thorough = WithoutPruning(&evaluation);
            finds_minimax(table, &thorough, self.0, &[(0, 1), (1, 1), (1, 2)], |seat, limits| {
                paranoid::search(
                    &table.game,
                    &thorough,
                    &table.state,
                    seat,
                    limits,
                    &|| false,
                    &|_| {},
                )
            });
        }
    }

    // Options, plies, and how many random games to play.
    let rows = [
        ("cn rows=3 cols=3 seats=3", 6, 3),
        ("cn rows=3 cols=4 line=3 seats=4", 5, 3),
        ("cn rows=4 cols=4 line=3 seats=3", 4, 3),
        ("ataxx rows=5 cols=5 seats=3", 3, 2),
        ("ataxx rows=5 cols=5 seats=4", 3, 2),
        // Keys do not include the counter.
        (
            "ataxx rows=5 cols=5 seats=3 obstacles=1,1/1,2/1,3/2,1/2,3/3,1/3,2/3,3 no-progress=3",
            5,
            10,
        ),
        ("ataxx rows=5 cols=5 seats=4 obstacles=1,1/1,3/3,1/3,3 no-progress=2", 3, 5),
    ];
    for (options, depth, games) in rows {
        for seed in 0..games {
            along_random_game(options, seed, |table| visit(table, Agrees(depth)));
        }
    }
}

/// Every proof is correct. Max^n, which prunes nothing, finds a seat's own forced wins at their
/// exact distance.
#[test]
fn proofs_of_every_algorithm_are_correct() {
    struct Proofs(u32);

    impl Visitor for Proofs {
        /// How many wins, losses and draws were proved.
        type Output = [usize; 3];

        fn visit<G: Game>(self, table: &TypedTable<G>) -> [usize; 3] {
            let (game, state) = (&*table.game, &table.state);
            let depth = if game.count_moves(state) == 1 { 1 } else { self.0 };
            let seat = game.next(state).seat().expect("a seat is to move");
            let forced = (1..=depth).find(|plies| can_force(game, state, seat, *plies));
            let mut proved = [0; 3];
            for algorithm in [Algorithm::Best, Algorithm::Paranoid, Algorithm::MaxN] {
                for threads in [1, 3] {
                    let limits = Limits { depth: Some(depth), threads, ..Limits::default() };
                    let found = CATALOG
                        .search(table, algorithm, &limits, &|| false)
                        .expect("a seat is to move");
                    let at = format!(
                        "{} {} {algorithm:?} {limits:?}: {found:?}",
                        table.options(),
                        table.position()
                    );
                    if let Some(plies) = forced.filter(|_| algorithm == Algorithm::MaxN) {
                        assert_eq!(found.value, Value::Win(plies), "{at}");
                    }
                    for (seat, value) in Seat::all(game.seats()).zip(&found.values) {
                        let is_true = match *value {
                            Value::Win(plies) => can_force(game, state, seat, plies),
                            Value::Loss(plies) => Seat::all(game.seats())
                                .any(|other| other != seat && can_force(game, state, other, plies)),
                            Value::Draw => is_dead(game, state, depth),
                            Value::Estimate(_) => true,
                            Value::Points(_) => false,
                        };
                        assert!(is_true, "{at}");
                    }
                    let kinds = [
                        matches!(found.value, Value::Win(2..)),
                        matches!(found.value, Value::Loss(2..)),
                        found.value == Value::Draw,
                    ];
                    for (count, is) in proved.iter_mut().zip(kinds) {
                        *count += usize::from(is);
                    }
                }
            }
            proved
        }
    }

    // Options, plies, how many random games to play, and how many of their last positions to
    // search.
    let rows = [
        ("cn rows=3 cols=4 line=3 seats=3", 8, 30, 4),
        ("cn rows=4 cols=4 line=3 seats=3", 4, 50, 8),
        ("ataxx rows=5 cols=5 seats=3", 3, 20, 8),
        ("ataxx rows=5 cols=5 seats=4", 4, 20, 6),
    ];
    let mut proved = [0; 3];
    for (options, depth, games, positions) in rows {
        for seed in 0..games {
            for table in last_of_random_game(options, seed, positions) {
                for (sum, more) in proved.iter_mut().zip(visit(&*table, Proofs(depth))) {
                    *sum += more;
                }
            }
        }
    }
    assert!(proved.iter().all(|count| *count > 10), "wins, losses and draws: {proved:?}");
}

/// Trees on which the algorithms differ.
#[test]
fn algorithms_differ_where_others_are_not_united() {
    use Algorithm::{Best, MaxN, Paranoid};
    let (allowed, forced, united) = (
        // The second seat loses either way, and so does the third: together they could prevent the
        // first from winning.
        "(1 (2 = =) (2 (3 +1 +2) (3 +3 +1)))",
        // All others together cannot prevent the second move from winning. The first would win
        // sooner if they let it.
        "(1 (2 +1 =) (2 (3 +1 +1) (3 (1 +2 +1) +1)))",
        // The others can beat the first seat whatever it does, but after its first move neither of
        // them wants to.
        "(1 (2 (3 = +2) +3) (2 (3 (2 +2))))",
    );
    let rows = [
        (allowed, Paranoid, 0, "="),
        (allowed, Best, 0, "="),
        (allowed, MaxN, 1, "+3"),
        (forced, Paranoid, 1, "+4"),
        (forced, Best, 1, "+4"),
        (forced, MaxN, 1, "+4"),
        // The nearer of two wins.
        ("(1 (2 (1 +1)) (2 +1 +1))", Paranoid, 1, "+2"),
        // The farther of two losses.
        (united, Paranoid, 1, "-4"),
        (united, Best, 0, "="),
        (united, MaxN, 0, "="),
    ];
    for (text, algorithm, first, value) in rows {
        let toy = Arc::new(Toy::<NoDice>::new(3, text));
        let evaluation = toy.evaluation();
        let search = ManySeats {
            rules: &toy,
            evaluation: &evaluation,
            state: &0,
            seat: Seat::FIRST,
            stop: &|| false,
        };
        let RootResult { assessment, .. } = search.search(algorithm, &Limits::default(), &|_| {});
        let own = assessment.values[0];
        let value_text = match own {
            _ if score::is_win(own) => format!("+{}", score::plies(own)),
            _ if score::is_loss(own) => format!("-{}", score::plies(own)),
            0 => "=".to_owned(),
            _ => own.to_string(),
        };
        assert_eq!(
            (assessment.principal_variation[0], value_text.as_str()),
            (first, value),
            "{algorithm:?} {text}: {assessment:?}"
        );
    }
}

/// With small limits the answer is legal, within the limits and repeatable, in any position.
#[test]
fn small_limits_are_kept() {
    for options in [
        "ataxx rows=5 cols=5 seats=3",
        "ataxx rows=5 cols=5 seats=4",
        "cn line=3 seats=3",
        "cn seats=4",
    ] {
        along_random_game(options, 3, |table| {
            let steps = table.steps();
            for algorithm in [Algorithm::Best, Algorithm::Paranoid, Algorithm::MaxN] {
                for nodes in [0, 1, 50, 700] {
                    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                    let search = || {
                        CATALOG
                            .search(table, algorithm, &limits, &|| false)
                            .expect("a seat is to move")
                    };
                    let found: SearchResult = search();
                    let at =
                        format!("{options} {} {algorithm:?} {nodes}: {found:?}", table.position());
                    assert!(
                        steps.contains(&found.step) && found.values.len() == table.seats(),
                        "{at}"
                    );
                    assert!(found.nodes <= nodes.max(steps.len() as u64), "{at}");
                    assert_eq!(search(), found, "{at}");
                }
            }
        });
    }
}
