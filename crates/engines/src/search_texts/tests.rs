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
    told.extend([(texts.hint)("S", "V", Some("T")), (texts.hint)("S", "V", None)]);
    told
}

#[test]
fn every_text_is_told_in_every_language() {
    check_texts(all, &[]);
}

#[test]
fn estimates_have_the_decimal_sign_of_the_language() {
    let told = |value: Value| Language::ALL.map(|language| short_value(value, language));
    assert_eq!(told(Value::Estimate(150)), ["+1.50", "+1,50", "+1,50", "+1,50"]);
    assert_eq!(told(Value::Estimate(0)), ["0.00", "0,00", "0,00", "0,00"]);
}
