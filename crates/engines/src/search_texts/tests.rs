//! Every text in every language.

use ludoteca_core::conformance::check_texts;

use super::*;

fn all(language: Language) -> Vec<String> {
    let texts = texts(language);
    let plies = [1, 2, 3];
    let values = plies.into_iter().flat_map(|plies| [Value::Win(plies), Value::Loss(plies)]);
    let values = values.chain([Value::Win(0), Value::Loss(0), Value::Draw]);
    let points = [1, -1, 0, 4].map(Value::Points);
    let mut told = vec![texts.seems_won.to_owned(), texts.seems_lost.to_owned()];
    for shown in [texts.value, texts.hinted_value] {
        told.extend(
            values.clone().filter(|value| *value != Value::Win(0)).chain(points).map(shown),
        );
    }
    told.extend(values.map(texts.short_value));
    for value in [None, Some("V")] {
        told.extend([None, Some("T")].map(|then| (texts.hint)("S", value, then)));
    }
    told
}

#[test]
fn every_text_is_told_in_every_language() {
    check_texts(all, &[]);
}

#[test]
fn hints_in_words_have_no_numbers_of_estimates() {
    let told = |value| {
        let found = SearchResult {
            step: "a1".to_owned(),
            value,
            values: vec![value],
            principal_variation: Vec::new(),
            depth: 1,
            nodes: 1,
        };
        hint_in_words(&found, &["a1".to_owned(), "b2".to_owned()], Language::English)
    };
    assert_eq!(told(Value::Estimate(-1953)), "Hint: a1 (then b2)");
    assert_eq!(told(Value::Estimate(Value::EXPECTED)), "Hint: a1 (seems won, estimated; then b2)");
    assert_eq!(told(Value::Draw), "Hint: a1 (holds the draw; then b2)");
}

#[test]
fn estimates_have_the_decimal_sign_of_the_language() {
    let told = |value: Value| Language::ALL.map(|language| short_value(value, language));
    assert_eq!(told(Value::Estimate(150)), ["+1.50", "+1,50", "+1,50", "+1,50"]);
    assert_eq!(told(Value::Estimate(0)), ["0.00", "0,00", "0,00", "0,00"]);
}
