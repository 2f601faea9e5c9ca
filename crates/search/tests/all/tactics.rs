//! Immediate wins are taken, and losses that can be avoided are avoided.

use ludoteca_core::{Seat, Table};
use ludoteca_opponents::OPPONENTS;
use ludoteca_search::{Algorithm, Limits, Value};

use crate::{LOSS_EXPECTED, found, generator, open_at};

#[test]
fn immediate_wins_are_taken() {
    let rows = [
        ("ttt", "xx1/oo1/3 x", "0 2"),
        ("cn", "xxxx1/oooo1/5/5/5 x", "0 4"),
        ("cn rows=4 cols=4 line=3 seats=4", "xx1x/oo1o/bb2/rr2 r", "3 2"),
        ("attt", "xx1/oo1/1xo o 49", "2 2 1 2"),
        ("ataxx rows=5 cols=5", "x4/1x3/5/2o2/5 x 0 1", "1 1 2 1"),
        ("breakthrough", "b5/2r3/6/5b/6/2r3 r", "1 2 0 1"),
        ("owari", "0,0,0,0,0,1/1,0,0,0,0,4 22,20 1 0", "6"),
        ("alquerque", "5/5/1wb2/5/5 w 40", "12 14"),
    ];
    for (options, position, step) in rows {
        for depth in 1..=3 {
            let found = found(
                &*open_at(options, position),
                &Limits { depth: Some(depth), ..Limits::default() },
            );
            assert_eq!(
                (found.step.as_str(), found.value),
                (step, Value::Win(1)),
                "{options} {position}"
            );
            assert_eq!(found.principal_variation, [step], "{options} {position}");
        }
    }
}

/// With three seats, a win that another seat would have to allow is not as good as one that nobody
/// can prevent.
#[test]
fn forced_wins_are_taken_before_others() {
    let rows = [
        ("ro2/orx1/x2r/1o1x x", "2 1", "2 2"),
        ("r3/2o1/xx1x/ro2 o", "1 1", "2 2"),
        ("orxx/x3/3r/1roo x", "2 0", "1 2"),
        ("3x/rx2/2o1/2ro x", "0 2", "2 1"),
    ];
    for (position, allowed, forced) in rows {
        let table = open_at("cn rows=4 cols=4 line=3 seats=3", position);
        let best = found(&*table, &Limits::default());
        assert_eq!((best.step.as_str(), best.value), (forced, Value::Win(4)), "{position}");
        // The value of the position to the next seat.
        for (step, value) in [(forced, Value::Loss(3)), (allowed, LOSS_EXPECTED)] {
            let mut table = table.boxed_clone();
            table.step(step).unwrap();
            let limits = Limits { depth: Some(3), ..Limits::default() };
            let answer = OPPONENTS
                .search(&*table, Algorithm::MaxN, &limits, &|| false)
                .expect("a seat is to move");
            assert_eq!(answer.value, value, "{position} {step}");
        }
    }
}

#[test]
fn immediate_losses_are_avoided() {
    let rows = [
        ("ttt", "3/3/3 x"),
        ("attt", "3/3/3 x 0"),
        ("cn rows=4 cols=4 line=3", "4/4/4/4 x"),
        ("cn rows=4 cols=4 line=3 seats=3", "4/4/4/4 x"),
        ("ataxx rows=5 cols=5", "x3o/5/5/5/o3x x 0 1"),
        ("ataxx rows=5 cols=5 seats=3", "x3o/5/r3r/5/o3x x 0 1"),
        ("breakthrough", "bbbbbb/bbbbbb/6/6/rrrrrr/rrrrrr b"),
        ("owari", "4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 0"),
        // Losses are rare from the start position.
        ("alquerque", "b3b/5/5/5/w3w w 40"),
    ];
    for (options, position) in rows {
        let mut tempted = 0;
        for seed in 0..50 {
            let mut table = open_at(options, position);
            let mut generator = generator(seed);
            while let Some(step) = table.random_step(&mut generator) {
                let (bad, others): (Vec<_>, Vec<_>) = table.steps().into_iter().partition(|step| {
                    can_be_lost(&*table, step, |winner, next| next == Some(winner))
                });
                let is_safe = |step: &String| !can_be_lost(&*table, step, |_, _| true);
                if !bad.is_empty() && others.iter().any(is_safe) {
                    tempted += 1;
                    let step = OPPONENTS.next_move(&*table, 2).unwrap();
                    assert!(!bad.contains(&step), "{options} {}: {step}", table.position());
                }
                table.step(&step).unwrap();
            }
        }
        assert!(tempted > 10, "{options}: {tempted}");
    }
}

/// Can the seat that makes this step lose by it, at once or by the next step? `counts` gets the
/// winner and the seat that makes the next step, and says whether such a loss counts: with three
/// seats, the next seat may have no interest in it.
fn can_be_lost(table: &dyn Table, step: &str, counts: impl Fn(Seat, Option<Seat>) -> bool) -> bool {
    let seat = table.next().seat().expect("there are no dice");
    let after = |table: &dyn Table, step: &str| {
        let mut after = table.boxed_clone();
        after.step(step).unwrap();
        after
    };
    let lost_to = |table: &dyn Table| {
        let winner = table.next().outcome().and_then(|outcome| outcome.winner());
        winner.filter(|winner| *winner != seat)
    };
    let table = after(table, step);
    let next = table.next().seat().filter(|next| *next != seat);
    let lost_next =
        |step: &String| lost_to(&*after(&*table, step)).is_some_and(|winner| counts(winner, next));
    lost_to(&*table).is_some() || next.is_some() && table.steps().iter().any(lost_next)
}
