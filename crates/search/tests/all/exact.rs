//! Compares proved values with an exhaustive search.

use std::collections::HashMap;

use ludoteca_core::{Next, Table, Verdict};
use ludoteca_search::{Limits, Value};

use crate::{found, generator, open_at};

/// The value of a position to the seat to move, and the plies to a win or loss with best play, by
/// exhaustive search.
fn exact(table: &dyn Table, known: &mut HashMap<String, Value>) -> Value {
    let position = table.position();
    if let Some(value) = known.get(&position) {
        return *value;
    }
    let mover = table.next().seat().expect("a seat is to move");
    let values = table.steps().into_iter().map(|step| {
        let mut after = table.boxed_clone();
        after.step(&step).unwrap();
        match after.next() {
            Next::Over(outcome) => match outcome.verdict {
                Verdict::Won(winner) if winner == mover => Value::Win(1),
                Verdict::Won(_) => Value::Loss(1),
                _ => Value::Draw,
            },
            next => match (exact(&*after, known), next.seat() == Some(mover)) {
                (Value::Win(plies), true) | (Value::Loss(plies), false) => Value::Win(plies + 1),
                (Value::Loss(plies), true) | (Value::Win(plies), false) => Value::Loss(plies + 1),
                (value, _) => value,
            },
        }
    });
    let value = values.max_by_key(|value| rank(*value)).expect("a seat that is to move has a move");
    known.insert(position, value);
    value
}

fn rank(value: Value) -> i32 {
    match value {
        Value::Win(plies) => 1000 - plies as i32,
        Value::Loss(plies) => plies as i32 - 1000,
        _ => 0,
    }
}

#[test]
fn proofs_agree_with_exhaustive_search() {
    // Where random games begin.
    let rows = [
        ("owari bowls=2 stones=2 no-progress=8", "2,2/2,2 0,0 1 0"),
        ("owari bowls=3 stones=1 no-progress=6", "1,1,1/1,1,1 0,0 1 0"),
        ("alquerque", "b1b1b/5/5/5/w3w w 40"),
        ("alquerque", "1b1b1/5/2w2/5/1w1w1 b 40"),
    ];
    for (options, start) in rows {
        let mut known = HashMap::new();
        let [mut proved, mut decided] = [0; 2];
        for seed in 0..20 {
            let mut generator = generator(seed);
            let mut table = open_at(options, start);
            let mut tables = Vec::new();
            while let Some(step) = table.random_step(&mut generator) {
                tables.push(table.boxed_clone());
                table.step(&step).unwrap();
            }
            for table in tables.iter().filter(|table| table.steps().len() > 1) {
                let found = found(
                    &**table,
                    &Limits { nodes: Some(100_000), memory: 4, ..Limits::default() },
                );
                let expected = exact(&**table, &mut known);
                let is_so = match (found.value, expected) {
                    // The proof bounds the number of plies; the end may come sooner.
                    (Value::Win(plies), Value::Win(least)) => plies >= least,
                    (Value::Loss(most), Value::Loss(plies)) => most >= plies,
                    (Value::Draw, Value::Draw) | (Value::Estimate(_), _) => true,
                    _ => false,
                };
                assert!(is_so, "{options} {}: {found:?}, but {expected:?}", table.position());
                proved += u32::from(found.value.is_proved());
                decided += u32::from(found.value.is_proved() && expected != Value::Draw);
            }
        }
        assert!(
            proved > 50 && decided > 5,
            "{options} {start}: {proved} proved, {decided} of them decided"
        );
    }
}
