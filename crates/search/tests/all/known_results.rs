//! Games that are small enough to be searched to the end.

use ludoteca_core::{Seat, Table};
use ludoteca_opponents::OPPONENTS;
use ludoteca_search::{Algorithm, Limits, Value};

use crate::{LOSS_EXPECTED, WIN_EXPECTED, found, open, open_at};

#[test]
fn small_boards_are_solved() {
    // The best result that the first seat can reach.
    let rows = [
        ("ttt", "draw"),
        ("cn rows=3 cols=3", "draw"),
        ("cn rows=3 cols=4", "win"),
        ("cn rows=4 cols=4 line=3", "win"),
        ("breakthrough rows=5 cols=2", "loss"),
        ("breakthrough rows=6 cols=2", "win"),
        ("breakthrough rows=4 cols=3", "loss"),
        ("breakthrough rows=4 cols=4", "loss"),
    ];
    for (options, expected) in rows {
        let found = found(&*open(options), &Limits::default());
        let is = match found.value {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
            Value::Points(_) | Value::Estimate(_) => "open",
        };
        assert_eq!(is, expected, "{options}: {found:?}");
    }
}

#[test]
fn three_seats_are_searched_to_the_end() {
    let rows = [
        ("cn rows=3 cols=3 seats=3", "3/3/3 x", 9, [Value::Estimate(0); 3]),
        // Nobody can complete a line any more.
        ("cn rows=3 cols=3 seats=3", "xoo/rrx/3 x", 3, [Value::Draw; 3]),
        // The second seat threatens two lines, the first seat one. Only the third seat can stop the
        // first, and it is expected to, since it then loses one ply later; but nothing forces it.
        (
            "cn rows=3 cols=4 line=3 seats=3",
            "2xx/3r/2o1 o",
            8,
            [LOSS_EXPECTED, WIN_EXPECTED, LOSS_EXPECTED],
        ),
    ];
    for (options, position, depth, values) in rows {
        let table = open_at(options, position);
        let found = OPPONENTS
            .search(&*table, Algorithm::MaxN, &Limits::default(), &|| false)
            .expect("a seat is to move");
        assert_eq!((&found.values[..], found.depth), (&values[..], depth), "{options} {position}");
    }
}

#[test]
fn tic_tac_toe_is_never_lost() {
    /// Lets the engine play one seat against every possible play of the other. Returns the number
    /// of lost games and of all games.
    fn lost(table: &dyn Table, engine: Seat) -> (u32, u32) {
        let Some(seat) = table.next().seat() else {
            let winner = table.next().outcome().and_then(|outcome| outcome.winner());
            return (u32::from(winner == Some(engine.other())), 1);
        };
        let steps = if seat == engine {
            vec![OPPONENTS.next_move(table, 9).unwrap()]
        } else {
            table.steps()
        };
        steps.iter().fold((0, 0), |(lost_before, before), step| {
            let mut after = table.boxed_clone();
            after.step(step).unwrap();
            let (lost, games) = lost(&*after, engine);
            (lost_before + lost, before + games)
        })
    }

    for engine in [Seat::FIRST, Seat::SECOND] {
        let (lost, games) = lost(&*open("ttt"), engine);
        assert_eq!(lost, 0);
        assert!(games > 50, "{games} games");
    }
}
