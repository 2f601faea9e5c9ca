//! What evaluations claim beyond a number, and that they favour no seat.

use std::collections::HashMap;

use ludoteca_core::{Next, Notation, Rules, Seat};
use ludoteca_games::breakthrough::{Breakthrough, State};
use ludoteca_games::catalog;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::*;
use crate::yardstick::along_random_game;

/// Can a seat win within so many plies, whatever the other does? By trying everything.
fn can_force(
    rules: &Breakthrough<u64>,
    state: &State<u64>,
    seat: Seat,
    plies: u32,
    known: &mut HashMap<(State<u64>, Seat, u32), bool>,
) -> bool {
    let mover = match rules.next(state) {
        Next::Over(outcome) => return outcome.winner() == Some(seat),
        Next::Move(_) if plies == 0 => return false,
        Next::Move(mover) => mover,
        Next::Chance => unreachable!("there are no dice"),
    };
    if let Some(known) = known.get(&(*state, seat, plies)) {
        return *known;
    }
    let mut moves = rules.moves(state).into_iter();
    let mut wins = |m| can_force(rules, &rules.after(state, m), seat, plies - 1, known);
    let can = if mover == seat { moves.any(&mut wins) } else { moves.all(&mut wins) };
    known.insert((*state, seat, plies), can);
    can
}

#[test]
fn what_is_foreseen_in_breakthrough_is_forced() {
    // So many of the positions of random games are foreseen at least, within so many plies at least once.
    let rows = [(4, 2, 300, 2), (5, 2, 300, 4), (5, 3, 500, 4), (6, 3, 500, 5), (6, 4, 500, 5), (7, 3, 500, 5)];
    for (number, (rows, cols, least, longest)) in rows.into_iter().enumerate() {
        let rules = Breakthrough::<u64>::new(rows, cols);
        let evaluation = rules.evaluation();
        let mut generator = ChaCha8Rng::seed_from_u64(number as u64);
        let mut known = HashMap::new();
        let (mut foreseen, mut most_plies) = (0, 0);
        for _ in 0..200 {
            let mut state = rules.start();
            while rules.next(&state).seat().is_some() {
                if let Some(Foreseen { winner, plies }) = evaluation.foreseen(&state) {
                    foreseen += 1;
                    if plies <= 8 {
                        most_plies = most_plies.max(plies);
                        let is_forced = can_force(&rules, &state, winner, plies, &mut known);
                        assert!(is_forced, "{} {winner} {plies}", rules.write_position(&state));
                    }
                }
                let m = rules.random_move(&state, &mut generator);
                rules.play(&mut state, m);
            }
        }
        assert!(foreseen >= least && most_plies >= longest, "{rows} {cols}: {foreseen} up to {most_plies} plies");
    }
}

/// What a position looks like to the first seat is what the position with colours changed looks like to the second.
#[test]
fn seats_are_judged_alike() {
    /// The standing of a table's position.
    struct Standing;

    impl Uniform for Standing {
        type Output = Scores;

        fn visit<G: Evaluate>(self, table: &TypedTable<G>) -> Scores {
            table.game.evaluation().standing(&table.state)
        }
    }

    #[derive(Copy, Clone, Eq, PartialEq)]
    enum Seen {
        Alike,
        /// The last row first.
        Mirrored,
        /// Right and left changed, too. That is how networks see it; there no row has ten empty cells.
        Turned,
    }

    // The letters of the seats, and how the other side sees the board.
    let rows = [
        ("ataxx", 'x', 'o', Seen::Alike),
        ("ataxx rows=9 cols=5 obstacles=4,2/2,1", 'x', 'o', Seen::Alike),
        ("ataxx rows=15 cols=15", 'x', 'o', Seen::Alike),
        ("breakthrough", 'b', 'r', Seen::Turned),
        ("breakthrough rows=8 cols=8", 'b', 'r', Seen::Turned),
        ("breakthrough rows=5 cols=16", 'b', 'r', Seen::Mirrored),
    ];
    for (options, one, other, seen) in rows {
        let options = catalog::parse(options).expect("options of a game");
        let mut table = catalog::open(&options).expect("a game of the catalogue");
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
                if seen != Seen::Alike {
                    board.reverse();
                }
                if seen == Seen::Turned {
                    board.iter_mut().for_each(|row| *row = row.chars().rev().collect());
                }
                // Early in the game it may be known who must have moved last.
                if exchanged.set_position(&format!("{} {rest}", board.join("/"))).is_ok() {
                    let [first, second, ..] = visit(&*table, Alike(Standing));
                    let [first_exchanged, second_exchanged, ..] = visit(&*exchanged, Alike(Standing));
                    assert_eq!((first, second), (second_exchanged, first_exchanged), "{options} {position}");
                    compared += 1;
                }
                table.step(&step).expect("a random step is legal");
            }
        }
        assert!(compared > 30, "{options}: {compared}");
    }
}

/// Moves are shown in the order of the rules, each with what it promises when it is asked about alone.
#[test]
fn moves_are_shown_as_they_are() {
    struct Shown;

    impl Visitor for Shown {
        type Output = ();

        fn without_dice<G: Evaluate + Rules<Chance = NoDice>>(self, table: &TypedTable<G>) {
            compare(&*table.game, &table.game.evaluation(), &table.state, table);
        }

        fn with_dice<G: Evaluate>(self, table: &TypedTable<G>) {
            panic!("{} has dice", table.options());
        }
    }

    fn compare<R: Rules, E: Evaluation<R>>(rules: &R, evaluation: &E, state: &R::State, table: &dyn Table) {
        let asked = |(index, m)| Prospect {
            m,
            index,
            promise: evaluation.promise(state, m),
            is_loud: evaluation.is_loud(state, m),
        };
        let mut expected: Vec<Prospect<R::Move>> = (0..).zip(rules.moves(state)).map(asked).collect();
        let mut shown = Vec::new();
        evaluation.visit_promising(rules, state, |prospect| shown.push(prospect));
        if E::NARROWS {
            expected.retain(|prospect| shown.iter().any(|shown| shown.index == prospect.index));
        }
        assert!(!shown.is_empty() && shown == expected, "{} {}: {shown:?}", table.options(), table.position());
    }

    for options in [
        "attt",
        "cn",
        "cn rows=9 cols=8 line=4",
        "ataxx",
        "ataxx rows=5 cols=5 seats=4",
        "breakthrough",
        "owari",
        "alquerque",
    ] {
        along_random_game(options, 1, |table| visit(table, Shown));
    }
}

/// A game that ends sooner than its counter can end it would have ended without the counter, too.
#[test]
fn counters_do_not_end_games_too_soon() {
    struct Counters(u64);

    impl Visitor for Counters {
        /// How many games the counter ended on the next ply after those that it could not.
        type Output = u32;

        fn without_dice<G: Evaluate + Rules<Chance = NoDice>>(self, table: &TypedTable<G>) -> u32 {
            let game = &*table.game;
            let plies = game.evaluation().plies_left(&table.state);
            let mut generator = ChaCha8Rng::seed_from_u64(self.0);
            let mut ended = 0;
            for _ in 0..20 {
                let mut state = table.state.clone();
                for ply in 0..=plies {
                    let m = game.random_move(&state, &mut generator);
                    game.play(&mut state, m);
                    if game.next(&state).outcome().is_some() {
                        let is_counted = game.next(&game.bare(&state)).outcome().is_none();
                        assert!(ply == plies || !is_counted, "{} {} {ply}", table.options(), table.position());
                        ended += u32::from(is_counted);
                        break;
                    }
                }
            }
            ended
        }

        fn with_dice<G: Evaluate>(self, table: &TypedTable<G>) -> u32 {
            panic!("{} has dice", table.options());
        }
    }

    for options in [
        "ataxx rows=5 cols=5 no-progress=2",
        "ataxx rows=5 cols=5 seats=3 no-progress=3",
        "attt no-progress=4",
        "owari no-progress=3",
    ] {
        let mut ended = 0;
        for seed in 0..5 {
            along_random_game(options, seed, |table| ended += visit(table, Counters(seed)));
        }
        assert!(ended > 10, "{options}: {ended}");
    }
}
