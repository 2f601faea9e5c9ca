//! Tests on toy trees and small boards: proofs agree with an exhaustive search, and estimates come
//! close to its values.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use ludoteca_core::evaluation::Evaluation;
use ludoteca_core::{
    Game, MAX_SEATS, Next, NoDice, Outcome, Rules, Seat, Table, TypedTable, Verdict, Visitor,
};
use ludoteca_games::catalog;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::rewards::{RewardScale, Rewards};
use super::tree::{Proof, ROOT};
use super::tree_search::{TreeSearch, UCT_SCALE};
use super::{MctsSettings, MctsVariant, search};
use crate::iterative_deepening::RootResult;
use crate::limits::Limits;
use crate::reference::{last_of_random_game, visit};
use crate::score;
use crate::toy::{Face, Toy};

const VARIANTS: [MctsVariant; 2] = [MctsVariant::Uct, MctsVariant::Guided];

fn settings(variant: MctsVariant, simulations: u64, seed: u64) -> MctsSettings {
    MctsSettings::new(variant, &Limits { nodes: Some(simulations), seed, ..Limits::default() })
}

fn find<R: Rules>(
    rules: &R,
    state: &R::State,
    evaluation: &impl Evaluation<R>,
    settings: &MctsSettings,
) -> RootResult<R::Move> {
    let seat = rules.next(state).seat().expect("a seat is to move");
    search(rules, state, seat, evaluation, settings, &|| false, &|_| {})
}

/// The known result of a position.
#[derive(Copy, Clone, PartialEq, Debug)]
enum Known {
    Won(Seat),
    Draw,
    /// The exact expectation with best play, where dice decide.
    Mean(Rewards),
    /// With three and four seats, where nothing is forced.
    Nothing,
}

/// The reference: an exhaustive search. `None` where that would take too long.
fn known<R: Rules>(rules: &R, state: &R::State, left: &mut u32) -> Option<Known> {
    known_within(rules, state, 60, left)
}

fn known_within<R: Rules>(
    rules: &R,
    state: &R::State,
    plies: u32,
    left: &mut u32,
) -> Option<Known> {
    *left = left.checked_sub(1)?;
    let plies = plies.checked_sub(1)?;
    let mut below = Vec::new();
    let chooser = match rules.next(state) {
        Next::Over(Outcome { verdict, points }) => {
            return Some(match verdict {
                Verdict::Won(winner) => Known::Won(winner),
                Verdict::Draw => Known::Draw,
                Verdict::Scored if rules.seats() > 2 => Known::Nothing,
                Verdict::Scored => Known::Mean(points.map(|points| points as f32)),
            });
        }
        Next::Move(seat) => {
            for m in rules.moves(state) {
                below.push((known_within(rules, &rules.after(state, m), plies, left)?, 1));
            }
            Some(seat)
        }
        Next::Chance => {
            for (chance, weight) in rules.chances(state) {
                below.push((
                    known_within(rules, &rules.after_roll(state, chance), plies, left)?,
                    weight,
                ));
            }
            None
        }
    };
    let rewards = |known: &Known| {
        let reward_scale = RewardScale { seats: 2, is_scored: false, scale: 1.0 };
        match known {
            Known::Won(winner) => reward_scale.winner(*winner),
            Known::Mean(mean) => *mean,
            Known::Draw | Known::Nothing => reward_scale.draw(),
        }
    };
    let (first, is_common) = (below[0].0, below.iter().all(|(known, _)| *known == below[0].0));
    Some(match chooser {
        Some(seat) if below.iter().any(|(known, _)| *known == Known::Won(seat)) => Known::Won(seat),
        _ if is_common && !matches!(first, Known::Mean(_)) => first,
        _ if rules.seats() > 2 => Known::Nothing,
        Some(seat) => {
            let worth = |known: &Known| rewards(known)[seat.index()];
            below.iter().map(|(known, _)| *known).max_by(|a, b| worth(a).total_cmp(&worth(b)))?
        }
        None => {
            let weights: u32 = below.iter().map(|(_, weight)| weight).sum();
            let mean = |seat: usize| {
                below
                    .iter()
                    .map(|(known, weight)| rewards(known)[seat] * *weight as f32)
                    .sum::<f32>()
            };
            Known::Mean(std::array::from_fn(|seat| mean(seat) / weights as f32))
        }
    })
}

/// Does a proved answer agree with the known result? `None` where it is not proved.
fn agrees<R: Rules>(
    rules: &R,
    variant: MctsVariant,
    known: Known,
    answer: &RootResult<R::Move>,
) -> Option<bool> {
    let assessment = &answer.assessment;
    let seats = rules.seats();
    let values = &assessment.values[..seats];
    assessment.settled.then(|| match known {
        Known::Won(winner) => {
            assessment.forced == Some(Verdict::Won(winner))
                && Seat::all(seats).all(|seat| {
                    let value = values[seat.index()];
                    if seat == winner { score::is_win(value) } else { score::is_loss(value) }
                })
        }
        Known::Draw => {
            values.iter().all(|value| *value == 0)
                && (seats == 2 || assessment.forced == Some(Verdict::Draw))
        }
        Known::Mean(mean) => {
            let is_scored = mean[0] < 0.0 || mean[1] < 0.0;
            let reward_scale = RewardScale { seats, is_scored, scale: UCT_SCALE };
            let agrees = |(value, expected): (&i32, i32)| match variant {
                // The estimate of a probability depends on how far evaluations lie apart; its sign
                // does not.
                MctsVariant::Guided if !is_scored => value.signum() * expected.signum() >= 0,
                MctsVariant::Guided | MctsVariant::Uct => {
                    (value - expected).abs() <= 1 + expected.abs() / 100
                }
            };
            assessment.forced.is_none()
                && values.iter().zip(reward_scale.hundredths(&mean)).all(agrees)
        }
        Known::Nothing => false,
    })
}

#[test]
fn toys_are_proved() {
    // The number of seats, the tree, the moves that may be found, the known result, and the number
    // of plies to a win.
    let rows = [
        (2, "(1 (2 +1 +2) (2 = +1))", &[1][..], Known::Draw, 0),
        (2, "(1 (2 +2 +1) (2 (1 +1 =) +1))", &[1], Known::Won(Seat::FIRST), 3),
        (2, "(2 (2 (1 = =) +1) +1)", &[0], Known::Draw, 0),
        (2, "(1 +2 (2 +2 =) (2 (1 +2 +2)))", &[2], Known::Won(Seat::SECOND), 3),
        (2, "(1 (* 1:+1 3:+2) (* 1:+1 1:+2))", &[1], Known::Mean([0.5, 0.5, 0.0, 0.0]), 0),
        (2, "(1 = (* 1:+1 2:(2 +1 (1 +1 =))))", &[1], Known::Won(Seat::FIRST), 4),
        (2, "(1 (2 5/-5 3/-3) (2 4/-4 9/-9))", &[1], Known::Mean([4.0, -4.0, 0.0, 0.0]), 0),
        (2, "(2 (* 1:10/-10 3:2/-2) 5/-5)", &[0], Known::Mean([4.0, -4.0, 0.0, 0.0]), 0),
        (3, "(1 (2 +1 (3 +1 +1)) +2)", &[0], Known::Won(Seat::FIRST), 3),
        (3, "(1 (2 +2 +2) (3 +2 (1 +2 +2)))", &[1], Known::Won(Seat::SECOND), 3),
        (4, "(1 (2 = =) (3 = (4 = =)))", &[0, 1], Known::Draw, 0),
        // The expected play of the others proves nothing: here the third seat decides who wins.
        (3, "(1 (3 +1 +2) +2)", &[0], Known::Nothing, 0),
        (3, "(1 (2 +3 +2) (3 +1 =))", &[1], Known::Nothing, 0),
        (3, "(1 7/3/2 (2 5/9/1 12/4/3))", &[0], Known::Nothing, 0),
    ];
    for (seats, tree, moves, expected, plies) in rows {
        let toy = Toy::<Face>::new(seats, tree);
        assert_eq!(known(&toy, &0, &mut 100), Some(expected), "{tree}");
        for variant in VARIANTS {
            let answer = find(&toy, &0, &toy.evaluation(), &settings(variant, 3000, 1));
            let at = format!("{tree} {variant:?}: {:?}", answer.assessment);
            assert!(moves.contains(&answer.assessment.principal_variation[0]), "{at}");
            assert_eq!(answer.assessment.settled, expected != Known::Nothing, "{at}");
            assert_ne!(agrees(&toy, variant, expected, &answer), Some(false), "{at}");
            if let Known::Won(winner) = expected {
                assert_eq!(score::plies(answer.assessment.values[winner.index()]), plies, "{at}");
            }
        }
    }
}

/// A random tree of the given depth, as text.
fn random_tree(seats: usize, plies: u32, dice: bool, generator: &mut impl Rng) -> String {
    let mut draw = |n: u32| ludoteca_core::random::below(generator, n);
    if plies == 0 || draw(6) == 0 {
        return if draw(4) == 0 { "=".to_owned() } else { format!("+{}", draw(seats as u32) + 1) };
    }
    let (who, number, is_roll) = (draw(seats as u32) + 1, draw(3) + 1, dice && draw(3) == 0);
    let mut text = if is_roll { "(*".to_owned() } else { format!("({who}") };
    for _ in 0..number {
        let weight = 1 + ludoteca_core::random::below(generator, 3);
        let way = random_tree(seats, plies - 1, dice, generator);
        text += &if is_roll { format!(" {weight}:{way}") } else { format!(" {way}") };
    }
    text + ")"
}

#[test]
fn random_toys_are_proved() {
    let mut generator = ChaCha8Rng::seed_from_u64(5);
    let (mut kinds, mut open) = (BTreeMap::new(), BTreeMap::new());
    for n in 0..600 {
        let (seats, dice) = (2 + n % 3, n % 2 == 0);
        let tree = random_tree(seats, 6, dice, &mut generator);
        let toy = Toy::<Face>::new(seats, &tree);
        // A single legal move gets only one simulation.
        let Some(seat) = toy.next(&0).seat().filter(|_| toy.count_moves(&0) > 1) else { continue };
        let expected = known(&toy, &0, &mut 100_000).expect("a small tree");
        for variant in VARIANTS {
            let answer = find(&toy, &0, &toy.evaluation(), &settings(variant, 20_000, n as u64));
            let at = format!("{tree} {variant:?} {expected:?}: {:?}", answer.assessment);
            let proved = agrees(&toy, variant, expected, &answer);
            // A win that the others are merely expected to allow seems as good as a forced one,
            // until the search visits it often enough.
            assert!(proved == Some(true) || proved.is_none() && seats > 2, "{at}");
            *open.entry(proved.is_none() && expected != Known::Nothing).or_insert(0) += 1;
            if proved.is_some() {
                let after = known(
                    &toy,
                    &toy.after(&0, answer.assessment.principal_variation[0]),
                    &mut 100_000,
                )
                .expect("a small tree");
                let is_kept = after == expected || seats > 2 && expected != Known::Won(seat);
                assert!(is_kept || matches!(expected, Known::Mean(_)), "{at}: {after:?}");
            }
        }
        let kind = format!("{seats} {dice} {expected:?}");
        *kinds.entry(kind.split('(').next().map(str::to_owned)).or_insert(0) += 1;
    }
    assert!(kinds.len() >= 12, "{kinds:?}");
    assert!(20 * open[&true] < open[&false], "{open:?}");
}

/// Where nothing is proved, the mean reward approaches the value of best play.
#[test]
fn means_approach_the_exact_value() {
    // These trees are too wide to be proved in time, and no single branch matters much.
    let die = |wins: usize| {
        let way = |n: usize| {
            format!("1:(* {})", format!("1:+{} ", 1 + usize::from(n >= wins)).repeat(40))
        };
        format!("(* {})", (0..100).map(way).collect::<Vec<_>>().join(" "))
    };
    let tree = format!("(1 {} {} {})", die(40), die(70), die(55));
    let toy = Toy::<Face>::new(2, &tree);
    for variant in VARIANTS {
        let (evaluation, settings) = (toy.evaluation(), settings(variant, 5000, 3));
        let mut simulation = TreeSearch::new(&toy, &0, &evaluation, &settings, &|| false);
        simulation.run_until(5000);
        let expected = simulation.expected(simulation.tree.best(ROOT, Seat::FIRST));
        assert!(
            (expected[0] - 0.7).abs() < 0.05 && (expected[1] - 0.3).abs() < 0.05,
            "{variant:?} {expected:?}"
        );
        assert_eq!(simulation.tree.principal_variation(Seat::FIRST), [1], "{variant:?}");
        // Only the variant that evaluates all faces of a die at once can have seen everything.
        assert_eq!(
            simulation.tree.nodes[ROOT].proof == Proof::Unproved,
            variant == MctsVariant::Uct
        );
    }
}

/// Progressive widening: the search begins with some of very many moves, and adds more and more of
/// them, until it finds the move that matters.
#[test]
fn wide_positions_are_widened() {
    let dull =
        (0..4).fold("=".to_owned(), |tree, seat| format!("({} {tree} {tree})", 1 + seat % 2));
    let way = |n: usize| if n == 777 { "(2 +1 +1)" } else { &dull };
    let tree = format!("(1 {})", (0..1000).map(way).collect::<Vec<_>>().join(" "));
    let toy = Toy::<NoDice>::new(2, &tree);
    let evaluation = toy.evaluation();
    for variant in VARIANTS {
        let settings = settings(variant, 200, 1);
        let mut simulation = TreeSearch::new(&toy, &0, &evaluation, &settings, &|| false);
        simulation.run_until(200);
        let opened = simulation.tree.nodes[ROOT].open_count;
        let expected = if variant == MctsVariant::Uct { 200..=200 } else { 30..=60 };
        assert!(expected.contains(&opened), "{variant:?} {opened}");
        assert!(!simulation.run_until(100_000), "{variant:?}");
        let root = &simulation.tree.nodes[ROOT];
        assert_eq!(
            (root.proof, simulation.tree.principal_variation(Seat::FIRST)[0]),
            (Proof::Won(Seat::FIRST, 2), 777),
            "{variant:?}"
        );
    }
}

#[test]
fn random_games_are_uniform() {
    let toy = Toy::<Face>::new(2, "(1 +1 (2 +1 +2 (* 3:+2 1:=)))");
    let evaluation = toy.evaluation();
    let settings = settings(MctsVariant::Uct, 1, 9);
    let mut simulation = TreeSearch::new(&toy, &0, &evaluation, &settings, &|| false);
    let mut sums = [0.0; MAX_SEATS];
    let games = 40_000;
    for _ in 0..games {
        let rewards = simulation.rollout(0);
        sums = std::array::from_fn(|seat| sums[seat] + f64::from(rewards[seat]));
    }
    // 1/2 + 1/6 + a half of 1/24; some four standard deviations.
    let expected = 0.5 + 1.0 / 6.0 + 1.0 / 48.0;
    let mean = sums[0] / f64::from(games);
    assert!(
        (mean - expected).abs() < 0.01 && (sums[0] + sums[1]) == f64::from(games),
        "{mean} {expected}"
    );
}

#[test]
fn memory_is_bounded() {
    let table = catalog::open_line("ataxx").expect("a game");
    struct Bounded(MctsVariant);
    impl Visitor for Bounded {
        type Output = ();

        fn visit<G: Game>(self, table: &TypedTable<G>) {
            let evaluation = table.game.evaluation();
            let settings = MctsSettings { positions: 1000, ..settings(self.0, 3000, 1) };
            let mut simulation =
                TreeSearch::new(&*table.game, &table.state, &evaluation, &settings, &|| false);
            simulation.run_until(3000);
            assert_eq!(simulation.simulations, 3000);
            let nodes = simulation.tree.nodes.len();
            assert!((900..=1000).contains(&nodes), "{nodes}");
        }
    }
    for variant in VARIANTS {
        visit(&*table, Bounded(variant));
    }
}

/// The search asks at regular intervals whether to stop, and then stops at once.
#[test]
fn the_search_asks_whether_to_stop() {
    // The tree is too large to be proved before that.
    let way = format!("(2 {})", format!("(1 {})", "= ".repeat(40)).repeat(40));
    let toy = Toy::<NoDice>::new(2, &format!("(1 {})", way.repeat(40)));
    let evaluation = toy.evaluation();
    for (variant, most) in
        VARIANTS.into_iter().flat_map(|variant| [(variant, 0), (variant, 1), (variant, 5)])
    {
        let asked = AtomicU32::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= most;
        let answer = search(
            &toy,
            &0,
            Seat::FIRST,
            &evaluation,
            &settings(variant, 1_000_000, 1),
            &stop,
            &|_| {},
        );
        assert_eq!(
            (answer.assessment.settled, asked.into_inner()),
            (false, most + 1),
            "{variant:?}"
        );
        assert!(answer.nodes <= u64::from(most + 1) * 1024, "{variant:?} {most}");
        assert!(!answer.assessment.principal_variation.is_empty());
    }
}

/// Near the end of random games of every kind, proofs agree with an exhaustive search.
#[test]
fn endings_are_proved() {
    struct Endings {
        simulations: u64,
        seed: u64,
    }

    impl Endings {
        /// The known result, and how many of the variants have proved it.
        fn check<G: Game>(&self, table: &TypedTable<G>) -> Option<(Known, usize)> {
            let (game, state) = (&*table.game, &table.state);
            let expected = known(game, state, &mut 100_000)?;
            let evaluation = game.evaluation();
            let proved = VARIANTS.map(|variant| {
                let answer =
                    find(game, state, &evaluation, &settings(variant, self.simulations, self.seed));
                let proved = agrees(game, variant, expected, &answer);
                let at =
                    format!("{} {} {variant:?} {expected:?}", table.options(), table.position());
                assert_ne!(proved, Some(false), "{at}: {:?}", answer.assessment);
                proved.is_some()
            });
            Some((expected, proved.into_iter().filter(|proved| *proved).count()))
        }
    }

    impl Visitor for Endings {
        type Output = Option<(Known, usize)>;

        fn visit<G: Game>(self, table: &TypedTable<G>) -> Self::Output {
            self.check(table)
        }
    }

    // The options, the number of games, and the number of last positions of each game.
    let rows = [
        ("ttt", 20, 6),
        ("attt no-progress=4", 20, 4),
        ("cn rows=3 cols=4", 20, 6),
        ("cn rows=4 cols=4 line=3 seats=3", 30, 5),
        ("cn rows=3 cols=4 line=3 seats=4", 30, 5),
        ("breakthrough rows=4 cols=3", 20, 6),
        ("ataxx rows=5 cols=5", 20, 3),
        ("ataxx rows=5 cols=5 seats=3", 40, 3),
        ("ataxx rows=5 cols=5 seats=4", 40, 3),
        ("owari bowls=2 stones=1", 20, 6),
        ("alquerque", 20, 4),
        ("dawn", 6, 2),
    ];
    let mut seen_and_proved = Vec::new();
    for (options, games, positions) in rows {
        let (mut seen, mut proved) = (0, 0);
        for seed in 0..games {
            for table in last_of_random_game(options, seed, positions) {
                let found = visit(&*table, Endings { simulations: 4000, seed });
                if let Some((_, variants)) = found.filter(|(known, _)| *known != Known::Nothing) {
                    seen += 2;
                    proved += variants;
                }
            }
        }
        seen_and_proved.push((options, seen, proved));
    }
    // A single legal move gets only one simulation.
    assert!(
        seen_and_proved.iter().all(|(_, seen, proved)| *seen >= 2 && 2 * proved >= *seen),
        "{seen_and_proved:?}"
    );
}

#[test]
fn rewards_can_be_converted_back() {
    let reward_scale = RewardScale { seats: 2, is_scored: false, scale: 250.0 };
    for ahead in [-100_000, -1234, -250, 0, 1, 77, 250, 5000] {
        let rewards = reward_scale.of_scores([ahead, 0, 0, 0]);
        let [first, second, ..] = reward_scale.hundredths(&rewards);
        assert!(
            (first - ahead).abs() <= ahead.abs() / 50 && first == -second,
            "{ahead} {rewards:?} {first} {second}"
        );
    }
    assert_eq!(reward_scale.of_scores([250, 0, 0, 0])[0], 0.75);
    let scored = RewardScale { is_scored: true, ..reward_scale };
    assert_eq!(scored.hundredths(&scored.of_scores([730, 0, 0, 0]))[..2], [730, -730]);
}
