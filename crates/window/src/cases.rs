//! The cases of input on boards, which the tests of all views run.

use serde_json::Value;

pub fn cases() -> Value {
    serde_json::from_str(include_str!("../../core/data/clicks.json")).expect("JSON")
}

pub fn numbers(list: &Value) -> Vec<usize> {
    serde_json::from_value(list.clone()).expect("a list of numbers")
}
