//! Alpha-beta against the plain search, and what it calls proved against the truth.

use std::collections::HashMap;

use ludoteca_core::{NoDice, Rules, Seat, Table, TypedTable, Verdict};

use super::AlphaBeta;
use crate::deepening::Answer;
use crate::evaluation::{self, Evaluate, Evaluation, Selective, Visitor};
use crate::limits::Limits;
use crate::score::Scores;
use crate::toy::{At, Toy};
use crate::yardstick::{Thorough, along_random_game, finds_minimax, last_of_random_game, solved};

fn find<R: Rules<Chance = NoDice>>(
    rules: &R,
    evaluation: &impl Evaluation<R>,
    state: &R::State,
    limits: &Limits,
) -> Answer<R::Move> {
    let seat = rules.next(state).seat().expect("a seat is to move");
    let alpha_beta = AlphaBeta::new(rules, evaluation, limits).expect("two seats");
    alpha_beta.search(state, seat, limits, &|| false, &|_| {})
}

/// The table and all that is tried in another order change nothing, where nothing is left out. Counters, which keys know nothing of, are kept
/// apart.
#[test]
fn alpha_beta_is_minimax() {
    struct Agrees(u32);

    impl Visitor for Agrees {
        type Output = ();

        fn without_dice<G: Evaluate + Rules<Chance = NoDice>>(self, table: &TypedTable<G>) {
            let evaluation = table.game.evaluation();
            let thorough = Thorough(&evaluation);
            finds_minimax(table, &thorough, self.0, &[(0, 1), (1, 1)], |_, limits| {
                find(&*table.game, &thorough, &table.state, limits)
            });
        }

        fn with_dice<G: Evaluate>(self, table: &TypedTable<G>) {
            panic!("{} has dice", table.options());
        }
    }

    // Options, plies, and how many games to play at random.
    let rows = [
        ("ttt", 5, 10),
        ("attt no-progress=4", 5, 5),
        ("attt no-progress=6", 5, 3),
        ("cn rows=3 cols=4", 4, 5),
        ("cn rows=4 cols=4 line=3", 3, 5),
        ("cn rows=9 cols=8 line=4", 2, 1),
        ("ataxx rows=5 cols=5", 2, 3),
        ("ataxx rows=5 cols=5 obstacles=0,1/1,0/1,1/0,2/1,2/2,0/2,1 no-progress=2", 4, 5),
        ("ataxx rows=5 cols=5 obstacles=0,1/1,0/1,1/0,2/1,2/2,0/2,1 no-progress=3", 5, 2),
        ("breakthrough rows=5 cols=4", 4, 3),
        ("breakthrough rows=4 cols=2", 7, 10),
        ("owari", 4, 3),
        ("owari no-progress=3", 5, 2),
        // Seats are skipped all the time.
        ("owari bowls=2 stones=1", 8, 10),
        ("owari bowls=1 stones=3", 8, 10),
        ("alquerque", 5, 3),
    ];
    for (options, depth, games) in rows {
        for seed in 0..games {
            along_random_game(options, seed, |table| evaluation::visit(table, Agrees(depth)));
        }
    }
}

/// Standings of a tree, with which a search leaves out what seems too far behind.
struct Hasty<E>(E);

impl<E: Evaluation<Toy<NoDice>>> Evaluation<Toy<NoDice>> for Hasty<E> {
    const SELECTIVE: Option<Selective> = Some(Selective { margin: 100, late: 10 });

    fn standing(&self, state: &At) -> Scores {
        self.0.standing(state)
    }
}

/// Four plies ahead the first move is a draw, where it looked bad before: better than was hoped for, but no proof, since the second wins.
#[test]
fn a_surprise_that_is_broken_off_proves_nothing() {
    let surprise = "{(2 {(1 {(2 = =) -1000/0}) -1000/0}) -1000/0}";
    let win = (0..8).fold("+1".to_owned(), |tree, ply| format!("{{({} {tree} {tree}) -1000/0}}", 1 + ply % 2));
    let toy = Toy::<NoDice>::new(2, &format!("(1 {surprise} {{(2 {win}) -2000/0}})"));
    let evaluation = Hasty(toy.evaluation());
    let truth = find(&toy, &evaluation, &0, &Limits::default());
    assert_eq!((truth.sight.forced, truth.sight.line[0]), (Some(Verdict::Won(Seat::FIRST)), 1));
    let mut drawn = 0;
    for nodes in 0..truth.nodes {
        let Answer { sight, .. } = find(&toy, &evaluation, &0, &Limits { nodes: Some(nodes), ..Limits::default() });
        assert!(!sight.settled || sight.forced == truth.sight.forced, "{nodes} nodes: {sight:?}");
        drawn += u32::from(sight.values[0] == 0);
    }
    assert!(drawn > 0, "it never seemed to be a draw");
}

/// Near the end of games whose searches leave something out, and wherever they are broken off: what is called proved is true.
#[test]
fn what_is_proved_is_true() {
    struct Proofs;

    impl Visitor for Proofs {
        /// How many searches had proved a win, a loss and a draw. `None` where the truth is not known.
        type Output = Option<[u32; 3]>;

        fn without_dice<G: Evaluate + Rules<Chance = NoDice>>(self, table: &TypedTable<G>) -> Option<[u32; 3]> {
            let (game, state) = (&*table.game, &table.state);
            let seat = game.next(state).seat().expect("a seat is to move");
            let winner = solved(game, state, &mut HashMap::new(), &mut 50_000)?;
            let evaluation = game.evaluation();
            let mut proved = [0; 3];
            for nodes in [1, 5, 10, 20, 30, 50, 70, 100, 150, 200, 300, 500, 1000, 10_000] {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let Answer { sight, .. } = find(game, &evaluation, state, &limits);
                if !sight.settled {
                    continue;
                }
                let at = format!("{} {} {nodes}: {sight:?}", table.options(), table.position());
                assert_eq!(sight.forced, winner.map(Verdict::Won), "{at}");
                assert!(winner.is_some() || sight.values == [0; 4], "{at}");
                proved[winner.map_or(2, |winner| usize::from(winner != seat))] += 1;
            }
            Some(proved)
        }

        fn with_dice<G: Evaluate>(self, table: &TypedTable<G>) -> Option<[u32; 3]> {
            panic!("{} has dice", table.options());
        }
    }

    // Options, how many games to play at random, and how many of their last positions are looked at.
    let rows = [
        ("ataxx rows=5 cols=5 obstacles=0,1/1,0/1,1/0,2/1,2/2,0/2,1 no-progress=4", 20, 8),
        ("ataxx rows=5 cols=5 obstacles=1,1/1,2/1,3/2,1/2,2/2,3/3,1/3,2/3,3 no-progress=4", 20, 8),
        ("cn rows=9 cols=8 line=6", 20, 9),
    ];
    for (options, games, positions) in rows {
        let mut proved = [0; 3];
        for table in (0..games).flat_map(|seed| last_of_random_game(options, seed, positions)) {
            let more = evaluation::visit(&*table, Proofs).unwrap_or_default();
            proved = std::array::from_fn(|kind| proved[kind] + more[kind]);
        }
        assert!(proved.iter().all(|count| *count > 10), "{options}: wins, losses and draws {proved:?}");
    }
}
