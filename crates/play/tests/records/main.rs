//! Tests of writing and reading records: whole, truncated and damaged.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod damaged;

use std::collections::BTreeSet;

use ludoteca_core::Verdict;
use ludoteca_core::random::below;
use ludoteca_games::{catalog, fuzzing};
use ludoteca_play::fuzzing::sample;
use ludoteca_play::record::{
    self, Dice, Ending, Record, RecordError, RecordedStep, RecordedValue, write,
};
use ludoteca_play::seeds::{Purpose, stream};
use ludoteca_play::{Decision, Seated};
use proptest::prelude::*;

fn read(text: impl AsRef<[u8]>) -> Result<Vec<Record>, RecordError> {
    record::read(text, &catalog::open_line)
}

/// The examples of the documentation.
fn examples() -> Vec<&'static str> {
    let page = include_str!("../../../../docs/records.md");
    let blocks = page.split("```text\n").skip(1);
    blocks.map(|block| block.split_once("```").expect("a block that is closed").0).collect()
}

#[test]
fn the_documented_examples_are_written_the_same() {
    assert_eq!(examples().len(), 3);
    for text in examples() {
        let records = read(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(write(&records), text);
    }
}

#[test]
fn random_records_round_trip() {
    let mut seen = BTreeSet::new();
    for seed in 0..300 {
        let mut generator = stream(seed, Purpose::Playthrough);
        let mut options = catalog::parse(&fuzzing::sample(&mut generator).options).unwrap();
        if let Some(scatter) = options.info().scatter
            && below(&mut generator, 2) == 0
        {
            scatter(&mut options, "3", false, &mut generator).unwrap();
            seen.insert("obstacles");
        }
        let table = catalog::open(&options).unwrap();
        let records: Vec<_> = (0..1 + below(&mut generator, 2))
            .map(|_| sample(table.boxed_clone(), &mut generator))
            .collect();
        let text = write(&records);
        let again = read(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(again, records, "{text}");
        assert_eq!(write(&again), text);
        seen.extend(records.iter().flat_map(traits));
    }
    let games = catalog::GAMES.iter().map(|info| info.id);
    let endings = ["going on", "stopped", "adjudicated", "won", "draw", "scored"];
    let others = [
        "obstacles",
        "contributions",
        "typed dice",
        "position",
        "no steps",
        "nested variation",
        "four seats",
    ];
    for wanted in games.chain(endings).chain(others) {
        assert!(seen.contains(wanted), "no record of this kind was tried: {wanted}");
    }
}

/// The features that a record uses.
fn traits(record: &Record) -> Vec<&'static str> {
    let nested = |recorded: &RecordedStep| {
        recorded.variations.iter().flatten().any(|inner| !inner.variations.is_empty())
    };
    let ending = match &record.ending {
        None => "going on",
        Some(Ending::Stopped) => "stopped",
        Some(Ending::Adjudicated { .. }) => "adjudicated",
        Some(Ending::Played { outcome, .. }) => match outcome.verdict {
            Verdict::Won(_) => "won",
            Verdict::Draw => "draw",
            Verdict::Scored => "scored",
        },
    };
    let mut traits = vec![record.options.info().id, ending];
    for (holds, name) in [
        (record.dice == Dice::Typed, "typed dice"),
        (!record.contributions.is_empty(), "contributions"),
        (record.position.is_some(), "position"),
        (record.steps.is_empty(), "no steps"),
        (record.steps.iter().any(nested), "nested variation"),
        (record.seats.len() == 4, "four seats"),
    ] {
        traits.extend(holds.then_some(name));
    }
    traits
}

proptest! {
    /// All annotations of a step are read back as they were written.
    #[test]
    fn annotations_round_trip(
        comment in any::<String>(),
        worth in prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO,
        proved in any::<bool>(),
        clock in any::<u64>(),
    ) {
        let mut record = started();
        let value = Some(RecordedValue { proved, worth: vec![worth] });
        record.steps.push(RecordedStep { comment: Some(comment), value, clock: Some(clock), ..RecordedStep::new("1 1") });
        let read = read(record.to_string()).map_err(|error| error.to_string());
        prop_assert_eq!(read, Ok(vec![record]));
    }

    /// A reason is written in one line, whatever it contains.
    #[test]
    fn reasons_are_one_line(reason in any::<String>()) {
        let ending = Ending::Adjudicated { verdict: Verdict::Draw, reason: Decision::read(&reason) };
        let record = Record { ending: Some(ending), ..started() };
        prop_assert!(read(record.to_string()).is_ok());
    }
}

/// A game in which nothing has happened yet.
fn started() -> Record {
    Record::new(catalog::parse("ttt").unwrap(), vec![Seated::manual("X"), Seated::manual("O")])
}

#[test]
fn other_forms_are_read() {
    let usual = "\
Record: 1
Game: ataxx rows=5 cols=5 seats=4 obstacles=0,1/1,0
Players: W:r,B:m,R:a3,Y:m
Seed: 42
Date: 2028-02-29
X-First: 1
X-First: 2
X-Empty:

1. 0 0 2 2 {well, well} (value 1.5) (clock 0:00:01.500)
  1. 4 4 3 4

Record: 1
Game: alquerque
Players: W:m,B:m

1. 18 13
";
    let other = "\u{feff}\r
\r
Record:1\r
X-First: 1\r
X-First: \t2  \r
players:  W:r,B,R:a3,Y\r
X-Empty:\r
Result: unfinished\r
Dice: drawn\r
DATE: 2028-02-29\r
Seed: 0042\r
Reason:\r
Game: ataxx seats=4  obstacles=1,0/0,1 cols=5 rows=5\r
   \r
\r
1.  0  0 2 2(clock 0:00:01.5){well, \\x77ell}   (value 1.50)  \r
  \r
  1. 4 4 3 4\r
Record: 1\r
Game: alquerque\r
Players: W,B\r
\r
1. C4 C3";
    assert_eq!(write(&read(other).unwrap()), usual);
    assert_eq!(read(usual), read(other));
}

/// If the steps end the game, the record need not state the ending.
#[test]
fn the_rules_give_the_ending() {
    let whole = examples()[0];
    let claims = whole
        .lines()
        .filter(|line| ["Result", "Points", "Reason"].iter().any(|name| line.starts_with(name)));
    let claims: Vec<String> = claims.map(|line| format!("{line}\n")).collect();
    assert_eq!(claims.len(), 3);
    for missing in 0..8 {
        let left_out = claims.iter().enumerate().filter(|(n, _)| missing & 1 << n != 0);
        let text = left_out.fold(whole.to_owned(), |text, (_, line)| text.replace(line, ""));
        assert_eq!(write(&read(&text).unwrap()), whole, "{text}");
    }
    let kept = whole.replace("three in a row", "a line of three");
    assert_eq!(write(&read(&kept).unwrap()), kept);
}

#[test]
fn the_names_of_the_seats() {
    assert_eq!(started().names(), ["X", "O"]);
}

/// Every beginning of a file is either a shorter record or refused.
#[test]
fn truncated_files() {
    let text = examples()[1];
    let whole = read(text).unwrap().remove(0);
    let headers = text.find("\n\n").unwrap() + 1;
    for end in 0..=text.len() {
        let cut = &text[..end];
        ludoteca_play::fuzzing::record(cut.as_bytes(), &catalog::open_line);
        match read(cut) {
            Ok(records) => {
                // Only the last step may have changed.
                let same = records[0].steps.len().saturating_sub(1);
                assert_eq!(records[0].steps[..same], whole.steps[..same], "{cut}");
            }
            Err(error) => assert!(end < headers || !cut.ends_with('\n'), "{error} in\n{cut}"),
        }
    }
}

/// A file whose steps do not lead to the stated ending is refused.
#[test]
fn truncated_endings() {
    let text = examples()[0];
    let claim = text.find("Reason").unwrap();
    for end in claim..text.trim_end().len() {
        assert!(read(&text[..end]).is_err(), "{}", &text[..end]);
    }
}
