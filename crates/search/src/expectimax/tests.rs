//! Compares expectiminimax with a plain one that prunes nothing.

use std::sync::atomic::{AtomicU64, Ordering};

use ludoteca_core::evaluation::{DiceEvaluation, Evaluate, Scores};
use ludoteca_core::random::below;
use ludoteca_core::{Options, Rules, Seat, Table, TypedTable, Verdict};
use ludoteca_games::CATALOG;
use ludoteca_games::dawn::{self, Dawn, DawnStage};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::*;
use crate::limits::Limits;
use crate::reference::plain_minimax;
use crate::result::Value;
use crate::toy::{Face, NodeIndex, Toy};
use crate::{Searchable, iterative_deepening};

/// Checks that every move has the value that the baseline finds, with and without a lower bound,
/// and that the answer is the best move. Returns the number of positions that the search visited,
/// and that of the baseline.
fn agrees<R: Rules>(
    rules: &R,
    evaluation: &impl Evaluation<R>,
    state: &R::State,
    depth: u32,
    at: &str,
) -> [u64; 2] {
    let seat = rules.next(state).seat().expect("a seat is to move");
    let search = Expectimax::new(rules, evaluation).expect("two seats");
    let mut positions = [0; 2];
    let mut best = -INFINITE;
    for m in rules.moves(state) {
        let after = rules.after(state, m);
        let (exact, count) = plain_minimax(rules, evaluation, &after, seat, 1, depth);
        for floor in [-INFINITE, exact - 1, exact, best] {
            let mut budget = Budget { nodes: 0, most_nodes: u64::MAX, stop: &|| false };
            let assessment = search
                .search_child(&after, seat, depth, floor, &mut budget)
                .expect("nobody stops it");
            let value = assessment.values[seat.index()];
            assert!(
                if exact > floor { value == exact } else { value <= floor },
                "{at} {m:?}: {value}, {exact}, {floor}"
            );
            positions = [positions[0] + budget.nodes, positions[1] + count];
        }
        best = best.max(exact);
    }
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let answer =
        iterative_deepening::search(rules, state, seat, &search, &limits, &|| false, &|_| {});
    if answer.depth == depth {
        assert_eq!(answer.assessment.values[seat.index()], best, "{at}");
        let after = rules.after(state, answer.assessment.principal_variation[0]);
        assert_eq!(plain_minimax(rules, evaluation, &after, seat, 1, depth).0, best, "{at}");
    }
    positions
}

/// The evaluation that the text of a toy gives, with additions: arbitrary move scores, value
/// bounds, and perhaps a beam.
struct RangedEvaluation<E> {
    standings: E,
    range: [i32; 2],
    breadth: usize,
}

impl<E: Evaluation<Toy<Face>>> Evaluation<Toy<Face>> for RangedEvaluation<E> {
    fn evaluate(&self, state: &NodeIndex) -> Scores {
        self.standings.evaluate(state)
    }

    fn move_score(&self, state: &NodeIndex, m: usize) -> i32 {
        ((state * 31 + m * 17) % 7) as i32
    }

    fn dice(&self) -> Option<&dyn DiceEvaluation<Toy<Face>>> {
        Some(self)
    }
}

impl<E> DiceEvaluation<Toy<Face>> for RangedEvaluation<E> {
    fn beam_width(&self, _state: &NodeIndex) -> usize {
        self.breadth
    }

    fn value_bounds(&self, _state: &NodeIndex) -> Option<[i32; 2]> {
        Some(self.range)
    }
}

/// A random tree of the given depth.
fn tree(plies: u32, generator: &mut ChaCha8Rng) -> String {
    let points = below(generator, 41) as i32 - 20;
    if plies == 0 || below(generator, 10) == 0 {
        return format!("{points}/{}", -points);
    }
    let ways = 1 + below(generator, 4);
    let kind = below(generator, 3);
    let mut way = || match kind {
        2 => format!("{}:{}", 1 + below(generator, 3), tree(plies - 1, generator)),
        _ => tree(plies - 1, generator),
    };
    let ways: Vec<String> = (0..ways).map(|_| way()).collect();
    let chooser = ["1", "2", "*"][kind as usize];
    format!("{{({chooser} {}) {}/{}}}", ways.join(" "), 100 * points, -50 * points)
}

#[test]
fn toys_have_their_exact_values() {
    // A tree, and its value to the first seat, in hundredths.
    let rows = [
        ("(1 3/-3 5/-5 4/-4)", 500),
        ("(1 (2 3/-3 5/-5) (2 4/-4 9/-9))", 400),
        // The mean of the roll is 4, and the other move is worth 3.
        ("(1 (* 1:0/0 1:8/-8) 3/-3)", 400),
        ("(1 (* 3:0/0 1:8/-8) 3/-3)", 300),
        // The die is rolled before the other seat moves, and after it.
        ("(1 (* 1:(2 9/-9 1/-1) 1:(2 5/-5 7/-7)) 2/-2)", 300),
        ("(1 (2 (* 1:9/-9 1:1/-1) (* 2:6/-6 1:0/0)) 2/-2)", 400),
        // Means that are not whole are rounded towards zero.
        ("(1 (* 2:1/-1 1:0/0) -1/1)", 66),
        ("(1 (* 2:-1/1 1:0/0) -1/1)", -66),
    ];
    for (text, value) in rows {
        let toy = Toy::<Face>::new(2, text);
        let evaluation = toy.evaluation();
        let search = Expectimax::new(&toy, &evaluation).expect("two seats");
        let answer = iterative_deepening::search(
            &toy,
            &0,
            Seat::FIRST,
            &search,
            &Limits::default(),
            &|| false,
            &|_| {},
        );
        assert_eq!(
            (answer.assessment.values[0], answer.assessment.settled),
            (value, true),
            "{text}"
        );
        agrees(&toy, &evaluation, &0, 4, text);
    }
    let three = Toy::<Face>::new(3, "(1 0/0/0)");
    assert!(
        Expectimax::new(&three, &three.evaluation()).is_none(),
        "expectiminimax is for two seats"
    );
}

/// A result that depends on a die is neither a forced draw nor a forced win, even where it is
/// settled.
#[test]
fn an_average_proves_nothing() {
    let (won, drawn, lost) =
        (Some(Verdict::Won(Seat::FIRST)), Some(Verdict::Draw), Some(Verdict::Won(Seat::SECOND)));
    // A tree, and what the first seat forces; all of them are settled.
    let rows = [
        ("(1 = +1 =)", won),
        ("(1 (2 +1 +1) =)", won),
        ("(1 +2 +2)", lost),
        ("(1 = =)", drawn),
        // One win and one loss are no draw.
        ("(1 (* 1:+1 1:+2) (* 1:+2 1:+1))", None),
        ("(1 (* 3:+1 1:+2) +2)", None),
        // A mean does not tell whether every face wins.
        ("(1 (* 1:+1) (* 1:+2))", None),
        ("(1 (* 1:+1 1:+1) +2)", None),
        ("(1 (* 1:=) =)", drawn),
    ];
    for (text, forced) in rows {
        let toy = Toy::<Face>::new(2, text);
        let evaluation = toy.evaluation();
        let search = Expectimax::new(&toy, &evaluation).expect("two seats");
        let answer = iterative_deepening::search(
            &toy,
            &0,
            Seat::FIRST,
            &search,
            &Limits::default(),
            &|| false,
            &|_| {},
        );
        assert_eq!(
            (answer.assessment.settled, answer.assessment.forced),
            (true, forced),
            "{text}: {:?}",
            answer.assessment
        );
    }
}

#[test]
fn pruning_changes_nothing() {
    let mut generator = ChaCha8Rng::seed_from_u64(5);
    let mut positions = [0; 2];
    for _ in 0..300 {
        let text = format!("(1 {} {})", tree(6, &mut generator), tree(6, &mut generator));
        let toy = Toy::<Face>::new(2, &text);
        for (range, breadth) in
            [([-INFINITE, INFINITE], usize::MAX), ([-3000, 3000], usize::MAX), ([-3000, 3000], 2)]
        {
            let evaluation = RangedEvaluation { standings: toy.evaluation(), range, breadth };
            for depth in [2, 3, 4, 7] {
                let counts = agrees(&toy, &evaluation, &0, depth, &text);
                positions = [positions[0] + counts[0], positions[1] + counts[1]];
            }
        }
    }
    assert!(positions[0] < positions[1], "nothing is pruned: {positions:?}");
}

/// Positions of random games where a seat is to move.
fn positions(seeds: std::ops::Range<u64>) -> Vec<TypedTable<Dawn>> {
    let mut positions = Vec::new();
    for seed in seeds {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        let mut table = TypedTable::new(Dawn, Options::new(&dawn::INFO));
        while let Some(step) = table.random_step(&mut generator) {
            if table.next().seat().is_some() {
                positions.push(table.clone());
            }
            table.step(&step).expect("a random step is legal");
        }
    }
    positions
}

#[test]
fn pruning_changes_nothing_in_a_round_of_dawn() {
    let evaluation = Dawn.evaluation();
    // The positions with the fewest moves, so that the baseline finishes.
    let mut narrow = positions(0..20);
    narrow.retain(|TypedTable { state, .. }| {
        state.bodies()[1].is_some() && state.tokens_left() < 6 && state.tokens_left() > 1
    });
    narrow.sort_by_key(|TypedTable { state, .. }| {
        (matches!(state.stage(), DawnStage::Place(_)), Dawn.count_moves(state))
    });
    for table in narrow.iter().take(4) {
        let [pruned, plain] = agrees(&Dawn, &evaluation, &table.state, 4, &table.position());
        assert!(pruned < plain, "{pruned}, {plain}");
    }
}

#[test]
fn the_last_round_of_dawn_is_proved() {
    let mut last = positions(0..60);
    last.retain(|TypedTable { state, .. }| state.bodies()[1].is_some() && state.tokens_left() <= 1);
    let evaluation = Dawn.evaluation();
    let mut stages = [0; 2];
    for table in &last {
        let state = &table.state;
        let walks = matches!(state.stage(), DawnStage::Walk(_)) && state.tokens_left() == 1;
        // Positions for which the baseline would take too long are skipped.
        if walks && Dawn.count_moves(state) > 6 || Dawn.count_moves(state) == 1 {
            continue;
        }
        let seat = Dawn.next(state).seat().expect("a seat is to move");
        let values = Dawn
            .moves(state)
            .into_iter()
            .map(|m| plain_minimax(&Dawn, &evaluation, &Dawn.after(state, m), seat, 1, 9).0);
        let best = values.max().expect("a move");
        let found =
            CATALOG.best_move(table, &Limits::default(), &|| false).expect("a seat is to move");
        assert_eq!(found.value, Value::Points(best / 100), "{}", table.position());
        stages[usize::from(walks)] += 1;
    }
    assert!(stages[0] > 50 && stages[1] > 0, "{stages:?}");
}

#[test]
fn limits_are_kept_with_dice() {
    for table in positions(3..4).iter().step_by(5) {
        let one_ply = Dawn.count_moves(&table.state) as u64;
        for nodes in [0, 100, 5_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let found = CATALOG.best_move(table, &limits, &|| false).expect("a seat is to move");
            assert!(
                found.nodes <= nodes.max(one_ply),
                "{}: {} nodes of {nodes}",
                table.position(),
                found.nodes
            );
            assert!(table.steps().contains(&found.step));
            let together = CATALOG.best_move(table, &Limits { threads: 3, ..limits }, &|| false);
            assert_eq!(together, Some(found), "{}", table.position());
        }
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 3;
        let found = CATALOG.best_move(table, &Limits::default(), &stop).expect("a seat is to move");
        assert!(found.nodes <= one_ply + 4 * 128, "{}: {} nodes", table.position(), found.nodes);
    }
}
