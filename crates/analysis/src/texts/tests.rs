//! Every text in every language.

use ludoteca_core::conformance::check_texts;

use super::*;

fn all(language: Language) -> Vec<String> {
    let texts = texts(language);
    let fixed = [
        texts.player,
        texts.moves,
        texts.forced,
        texts.mean_loss,
        texts.luck,
        texts.decisions,
        texts.change,
        texts.axis_points,
        texts.axis_chance,
        texts.legend,
        texts.die,
        texts.start,
    ];
    let mut told: Vec<String> = fixed.into_iter().map(str::to_owned).collect();
    told.extend(MoveQuality::ALL.map(|quality| (texts.quality)(quality).to_owned()));
    let plies = [0, 1, 2];
    let values = plies.into_iter().flat_map(|plies| [Value::Win(plies), Value::Loss(plies)]);
    let values = values.chain([Value::Draw, Value::Points(1), Value::Points(-4)]);
    told.extend(values.map(|value| (texts.amount)(value, None)));
    told.push((texts.amount)(Value::Estimate(5), Some("E")));
    told.extend([(texts.worse)("Q", "V", "B", "S"), (texts.hardly_worse)("Q", "V", "B", "S")]);
    told.push((texts.about_points)("3"));
    told.extend([(texts.axis)("X", Some("N")), (texts.axis)("X", None)]);
    told
}

#[test]
fn every_text_is_told_in_every_language() {
    check_texts(all, &[]);
}
