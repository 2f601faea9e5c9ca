//! Games of lines: perfect play on boards that can be searched completely, and wins by threats on
//! boards that are far too large for that.

use std::collections::{BTreeMap, HashMap, VecDeque};

use ludoteca_core::{Catalog, Game, Next, Seat, TypedTable, Visitor};
use ludoteca_games::CATALOG;
use ludoteca_search::{Limits, Value};

use crate::{found, open, open_at};

#[test]
fn tic_tac_toe_is_played_perfectly() {
    assert_eq!(perfect("ttt"), [390, 89, 148]);
}

#[test]
fn advanced_tic_tac_toe_is_played_perfectly() {
    assert_eq!(perfect("attt"), [450, 94, 137]);
}

/// Searches for the best move in every position that can arise, symmetric ones only once, and
/// compares the result with exhaustive search. Returns how many of them are won, lost and drawn for
/// the seat to move.
fn perfect(options: &'static str) -> [usize; 3] {
    struct Perfect(&'static str);

    impl Visitor for Perfect {
        type Output = [usize; 3];

        fn visit<G: Game>(self, table: &TypedTable<G>) -> [usize; 3] {
            counts(&*table.game, self.0)
        }
    }

    CATALOG.visit(&*open(options), Perfect(options))
}

/// The same for typed rules.
fn counts<G: Game>(rules: &G, options: &str) -> [usize; 3] {
    let (states, values) = solved(rules);
    let mut counts = [0; 3];
    for (key, state) in &states {
        let value = values[key];
        // No win takes longer than this depth. Proving that an endless game is a draw would take
        // far longer than playing it.
        let limits = Limits { depth: Some(9), ..Limits::default() };
        let found = found(&*open_at(options, &rules.write_position(state)), &limits);
        let is_right = found.value == value || !found.value.is_proved() && value == Value::Draw;
        assert!(is_right, "{}: {value:?} {found:?}", rules.write_position(state));
        let after = rules.after(state, rules.read_move(state, &found.step).expect("a legal move"));
        let is = match rules.next(&after) {
            Next::Move(_) => one_more(values[&rules.symmetric_key(&after)]),
            Next::Over(outcome) if outcome.winner().is_some() => Value::Win(1),
            Next::Over(_) => Value::Draw,
            Next::Chance => unreachable!("there are no dice"),
        };
        assert_eq!(is, value, "{}: {}", rules.write_position(state), found.step);
        counts[match value {
            Value::Win(_) => 0,
            Value::Loss(_) => 1,
            _ => 2,
        }] += 1;
    }
    counts
}

/// All positions where a seat is to move, symmetric ones only once, with their values by exhaustive
/// search. A counter ends endless games; no win takes as long as that.
fn solved<G: Game>(rules: &G) -> (BTreeMap<u64, G::State>, HashMap<u64, Value>) {
    let mut states = BTreeMap::new();
    let mut waiting = VecDeque::from([rules.start()]);
    while let Some(state) = waiting.pop_front() {
        let key = rules.symmetric_key(&state);
        if rules.next(&state).seat().is_some() && !states.contains_key(&key) {
            waiting.extend(rules.moves(&state).into_iter().map(|m| rules.after(&state, m)));
            states.insert(key, state);
        }
    }
    let mut values: HashMap<u64, Value> = HashMap::new();
    // The positions that are known to be won or lost within a number of plies; all others are
    // draws.
    for plies in 1..20 {
        for (key, state) in &states {
            if values.contains_key(key) {
                continue;
            }
            let mut all_lose = true;
            for m in rules.moves(state) {
                let after = rules.after(state, m);
                let value = match rules.next(&after) {
                    Next::Over(outcome) if outcome.winner().is_some() => Some(Value::Loss(0)),
                    Next::Over(_) => Some(Value::Draw),
                    _ => values.get(&rules.symmetric_key(&after)).copied(),
                };
                all_lose &= matches!(value, Some(Value::Win(n)) if n < plies);
                if value == Some(Value::Loss(plies - 1)) {
                    values.insert(*key, Value::Win(plies));
                }
            }
            if all_lose {
                values.insert(*key, Value::Loss(plies));
            }
        }
    }
    for key in states.keys() {
        values.entry(*key).or_insert(Value::Draw);
    }
    (states, values)
}

/// The value of a position to the other seat, one ply earlier.
fn one_more(value: Value) -> Value {
    match value {
        Value::Win(plies) => Value::Loss(plies + 1),
        Value::Loss(plies) => Value::Win(plies + 1),
        other => other,
    }
}

/// Plays against an opponent that searches three times as many nodes and begins in a corner, at a
/// side or in the middle.
#[test]
fn four_in_a_row_on_five_by_five_is_a_draw() {
    for first in ["0 0", "0 2", "1 1", "2 2"] {
        let mut table = open("cn line=4");
        table.step(first).unwrap();
        while let Some(seat) = table.next().seat() {
            let nodes = if seat == Seat::SECOND { 4_000 } else { 12_000 };
            let best = found(&*table, &Limits { nodes: Some(nodes), ..Limits::default() });
            table.step(&best.step).unwrap();
        }
        assert_eq!(
            table.next().outcome().and_then(|end| end.winner()),
            None,
            "{first}: {}",
            table.position()
        );
    }
}

#[test]
fn small_boards_have_the_known_results() {
    let rows = [
        ("cn rows=3 cols=4 line=3", "win"),
        ("cn rows=4 cols=4 line=3", "win"),
        ("cn rows=5 cols=5 line=3", "win"),
        ("cn rows=4 cols=4 line=4", "draw"),
        ("cn rows=4 cols=5 line=4", "draw"),
        ("cn rows=5 cols=6 line=4", "win"),
    ];
    for (options, expected) in rows {
        let found = found(&*open(options), &Limits::default());
        let is = match found.value {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            _ => "open",
        };
        assert_eq!(is, expected, "{options}: {found:?}");
    }
}

/// Wins on a board of fifteen rows: the cells of both seats, and the number of plies within which
/// the first seat wins.
#[test]
fn threats_are_found_on_large_boards() {
    let rows: [(&str, &str, u32); 6] = [
        ("7 7, 7 8, 7 9", "0 0, 0 7, 14 3", 3),
        ("7 7, 7 8, 8 9, 9 9", "0 0, 0 7, 14 3, 5 14", 5),
        // Every four can be blocked, but the last move makes two fours.
        ("7 5, 7 6, 7 7, 8 8, 9 8", "7 4, 0 0, 0 7, 14 3, 5 14", 5),
        ("7 5, 7 6, 7 7, 8 8, 9 8, 10 9, 10 10", "7 4, 6 8, 0 0, 0 7, 14 3, 5 14, 14 12", 7),
        // This win takes threats of three only.
        ("7 7, 7 8, 8 7", "0 0, 0 7, 14 14", 11),
        ("7 7, 8 8, 7 9", "0 0, 0 7, 14 14", 11),
    ];
    for (first, second, plies) in rows {
        let mut table = open("cn rows=15 cols=15 line=5");
        for (first, second) in first.split(", ").zip(second.split(", ")) {
            table.step(first).unwrap();
            table.step(second).unwrap();
        }
        let best = found(&*table, &Limits { nodes: Some(200_000), ..Limits::default() });
        assert!(matches!(best.value, Value::Win(n) if n <= plies), "{first}: {best:?}");
        // The principal variation leads to the end of the game.
        for step in &best.principal_variation {
            table.step(step).unwrap();
        }
        assert_eq!(
            table.next().outcome().and_then(|end| end.winner()),
            Some(Seat::FIRST),
            "{first}: {best:?}"
        );
    }
}
