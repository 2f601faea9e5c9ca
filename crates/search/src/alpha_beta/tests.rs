//! Compares alpha-beta with the plain search, and its proofs with an exhaustive one.

use std::collections::HashMap;
use std::ops::ControlFlow;

use ludoteca_core::evaluation::{Evaluation, Scores, Selective};
use ludoteca_core::{
    Game, MAX_SEATS, Next, NoDice, Outcome, Rules, Seat, Table, TypedTable, Verdict, Visitor,
};

use super::AlphaBeta;
use crate::iterative_deepening::RootResult;
use crate::limits::Limits;
use crate::reference::{
    WithoutPruning, along_random_game, finds_minimax, last_of_random_game, solved, visit,
};
use crate::toy::{NodeIndex, Toy};

fn find<R: Rules>(
    rules: &R,
    evaluation: &impl Evaluation<R>,
    state: &R::State,
    limits: &Limits,
) -> RootResult<R::Move> {
    let seat = rules.next(state).seat().expect("a seat is to move");
    let alpha_beta = AlphaBeta::new(rules, evaluation, limits).expect("two seats");
    alpha_beta.search(state, seat, limits, &|| false, &|_| {})
}

/// If nothing is pruned, the transposition table and the move ordering do not change the result.
/// Counters, which keys do not include, are kept apart.
#[test]
fn alpha_beta_is_minimax() {
    struct Agrees(u32);

    impl Visitor for Agrees {
        type Output = ();

        fn visit<G: Game>(self, table: &TypedTable<G>) {
            let evaluation = table.game.evaluation();
            let thorough = WithoutPruning(&evaluation);
            finds_minimax(table, &thorough, self.0, &[(0, 1), (1, 1)], |_, limits| {
                find(&*table.game, &thorough, &table.state, limits)
            });
        }
    }

    // Options, plies, and how many random games to play.
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
            along_random_game(options, seed, |table| visit(table, Agrees(depth)));
        }
    }
}

/// The static evaluations of a tree, with selective pruning.
struct Hasty<E>(E);

impl<E: Evaluation<Toy<NoDice>>> Evaluation<Toy<NoDice>> for Hasty<E> {
    const SELECTIVE: Option<Selective> = Some(Selective { margin: 100, late_move_count: 10 });

    fn evaluate(&self, state: &NodeIndex) -> Scores {
        self.0.evaluate(state)
    }
}

/// A search of four plies finds that the first move, which looked bad before, draws. That fails
/// high against the aspiration window, but it proves nothing, since the second move wins.
#[test]
fn an_unfinished_fail_high_proves_nothing() {
    let surprise = "{(2 {(1 {(2 = =) -1000/0}) -1000/0}) -1000/0}";
    let win = (0..8)
        .fold("+1".to_owned(), |tree, ply| format!("{{({} {tree} {tree}) -1000/0}}", 1 + ply % 2));
    let toy = Toy::<NoDice>::new(2, &format!("(1 {surprise} {{(2 {win}) -2000/0}})"));
    let evaluation = Hasty(toy.evaluation());
    let truth = find(&toy, &evaluation, &0, &Limits::default());
    assert_eq!(
        (truth.assessment.forced, truth.assessment.principal_variation[0]),
        (Some(Verdict::Won(Seat::FIRST)), 1)
    );
    let mut drawn = 0;
    for nodes in 0..truth.nodes {
        let RootResult { assessment, .. } =
            find(&toy, &evaluation, &0, &Limits { nodes: Some(nodes), ..Limits::default() });
        assert!(
            !assessment.settled || assessment.forced == truth.assessment.forced,
            "{nodes} nodes: {assessment:?}"
        );
        drawn += u32::from(assessment.values[0] == 0);
    }
    assert!(drawn > 0, "it never seemed to be a draw");
}

/// The second move wins by force, although the static evaluation favours the other seat. If that
/// seat's lead is small, the position is searched. If the lead is large, the position is pruned
/// (reverse futility pruning), unless enough depth is left to catch up.
#[test]
fn only_a_large_lead_is_pruned() {
    let quiet = (0..6).fold("=".to_owned(), |tree, ply| format!("({} {tree} {tree})", 1 + ply % 2));
    for (ahead, is_seen) in [(50, true), (150, true), (2000, false)] {
        let toy =
            Toy::<NoDice>::new(2, &format!("(1 {quiet} {{(2 (1 = +1) (1 +1 =)) 0/{ahead}}})"));
        let evaluation = Hasty(toy.evaluation());
        let RootResult { assessment, .. } =
            find(&toy, &evaluation, &0, &Limits { depth: Some(4), ..Limits::default() });
        let win = is_seen.then_some(Verdict::Won(Seat::FIRST));
        assert_eq!(
            (assessment.forced, assessment.principal_variation[0]),
            (win, usize::from(is_seen)),
            "{ahead}: {assessment:?}"
        );
    }
}

/// A game on a graph of places, with a counter of plies that ends it as a draw.
struct Counted;

/// The first seat wants to get from the start to 9, from where it wins in seven plies in any case.
/// It can go by 1, where the second seat may choose a draw instead, or the long way by 2.
const WAYS: [&[usize]; 17] = [
    &[1, 2],
    &[9, 17],
    &[3],
    &[4],
    &[5],
    &[6],
    &[7],
    &[8],
    &[9],
    &[10],
    &[11],
    &[12],
    &[13],
    &[14],
    &[15],
    &[16],
    &[],
];

impl Rules for Counted {
    type State = (usize, u32);
    type Move = usize;
    type Chance = NoDice;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> (usize, u32) {
        (0, 14)
    }

    fn next(&self, (place, left): &(usize, u32)) -> Next {
        match place {
            16 => Next::Over(Outcome::win(Seat::FIRST)),
            17 => Next::Over(Outcome::draw()),
            _ if *left == 0 => Next::Over(Outcome::draw()),
            _ => Next::Move(if left % 2 == 0 { Seat::FIRST } else { Seat::SECOND }),
        }
    }

    fn visit_moves<B>(
        &self,
        (place, _): &(usize, u32),
        visit: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        WAYS[*place].iter().copied().try_for_each(visit)
    }

    fn play(&self, (place, left): &mut (usize, u32), m: usize) {
        (*place, *left) = (m, *left - 1);
    }

    fn without_counters(&self, (place, _): &(usize, u32)) -> (usize, u32) {
        (*place, 0)
    }
}

struct Counting;

impl Evaluation<Counted> for Counting {
    fn evaluate(&self, _: &(usize, u32)) -> Scores {
        [0; MAX_SEATS]
    }

    fn plies_to_limit(&self, (_, left): &(usize, u32)) -> u32 {
        left - 1
    }
}

/// An entry of the transposition table is used only if the counter leaves time for its line. The
/// long way takes too long to win.
#[test]
fn a_win_beyond_the_counter_does_not_count() {
    for depth in 1..=14 {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let RootResult { assessment, .. } = find(&Counted, &Counting, &Counted.start(), &limits);
        assert_eq!(
            (assessment.values, assessment.forced),
            ([0; MAX_SEATS], None),
            "{depth} plies: {assessment:?}"
        );
    }
}

/// Near the end of games every proof is correct, even though the searches prune, and wherever they
/// are stopped.
#[test]
fn proofs_are_correct() {
    struct Proofs;

    impl Visitor for Proofs {
        /// How many searches proved a win, a loss and a draw. `None` where the exact value is not
        /// known.
        type Output = Option<[u32; 3]>;

        fn visit<G: Game>(self, table: &TypedTable<G>) -> Option<[u32; 3]> {
            let (game, state) = (&*table.game, &table.state);
            let seat = game.next(state).seat().expect("a seat is to move");
            let winner = solved(game, state, &mut HashMap::new(), &mut 50_000)?;
            let evaluation = game.evaluation();
            let mut proved = [0; 3];
            for nodes in [1, 5, 10, 20, 30, 50, 70, 100, 150, 200, 300, 500, 1000, 10_000] {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let RootResult { assessment, .. } = find(game, &evaluation, state, &limits);
                if !assessment.settled {
                    continue;
                }
                let at =
                    format!("{} {} {nodes}: {assessment:?}", table.options(), table.position());
                assert_eq!(assessment.forced, winner.map(Verdict::Won), "{at}");
                assert!(winner.is_some() || assessment.values == [0; 4], "{at}");
                proved[winner.map_or(2, |winner| usize::from(winner != seat))] += 1;
            }
            Some(proved)
        }
    }

    // Options, how many random games to play, and how many of their last positions to search.
    let rows = [
        ("ataxx rows=5 cols=5 obstacles=0,1/1,0/1,1/0,2/1,2/2,0/2,1 no-progress=4", 20, 8),
        ("ataxx rows=5 cols=5 obstacles=1,1/1,2/1,3/2,1/2,2/2,3/3,1/3,2/3,3 no-progress=4", 20, 8),
        ("cn rows=9 cols=8 line=6", 20, 9),
    ];
    for (options, games, positions) in rows {
        let mut proved = [0; 3];
        for table in (0..games).flat_map(|seed| last_of_random_game(options, seed, positions)) {
            let more = visit(&*table, Proofs).unwrap_or_default();
            proved = std::array::from_fn(|kind| proved[kind] + more[kind]);
        }
        assert!(
            proved.iter().all(|count| *count > 10),
            "{options}: wins, losses and draws {proved:?}"
        );
    }
}
