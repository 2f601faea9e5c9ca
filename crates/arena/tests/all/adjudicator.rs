//! Tests of adjudication.

use ludoteca_arena::contest::{Adjudication, AdjudicationOutcome, Adjudicator, Threshold};
use ludoteca_core::Seat;
use ludoteca_engines::protocols::messages::EngineScore;
use ludoteca_games::catalog;

/// The first and the second seat report these scores by turns. Returns the number of scores after
/// which the game is adjudicated, and the result.
fn judged(rules: Adjudication, said: &[i64]) -> Option<(usize, AdjudicationOutcome)> {
    let table = catalog::open_line("ttt").expect("this works in a test");
    let mut judge = Adjudicator::new(&rules, &*table);
    said.iter().enumerate().find_map(|(n, value)| {
        let seat = Seat::new(n % 2);
        let judgement = judge.stepped(
            &*table,
            n as u32 + 1,
            Some((seat, Some(EngineScore::Centipawns(*value)))),
        )?;
        Some((n + 1, judgement))
    })
}

#[test]
fn scores_decide() {
    let threshold = |score, moves| Some(Threshold { score, moves });
    let resign = Adjudication { resign: threshold(300, 2), ..Adjudication::default() };
    assert_eq!(
        judged(resign, &[-300, 0, -299, 0, -300, 0, -301]),
        Some((7, AdjudicationOutcome::Resigned(Seat::FIRST)))
    );
    assert_eq!(judged(resign, &[-300, 0, -299, 0, -300, 0]), None);
    let win = Adjudication { win: threshold(300, 2), ..Adjudication::default() };
    assert_eq!(
        judged(win, &[300, -300, 400, -299, 400, -400, 500, -300]),
        Some((8, AdjudicationOutcome::AgreedWin(Seat::FIRST)))
    );
    assert_eq!(
        judged(win, &[-300, 300, -300, 300]),
        Some((4, AdjudicationOutcome::AgreedWin(Seat::SECOND)))
    );
    assert_eq!(judged(win, &[-300, 300, -300]), None);
    let draw = Adjudication { draw: threshold(10, 2), ..Adjudication::default() };
    assert_eq!(
        judged(draw, &[10, -10, 11, 0, 0, 0, 0]),
        Some((7, AdjudicationOutcome::AgreedDraw))
    );
}

#[test]
fn missing_scores_decide_nothing() {
    let table = catalog::open_line("ttt").expect("this works in a test");
    let rules =
        Adjudication { draw: Some(Threshold { score: 10, moves: 1 }), ..Adjudication::default() };
    let even = |seat| Some((seat, Some(EngineScore::Draw)));
    let mut judge = Adjudicator::new(&rules, &*table);
    assert_eq!(judge.stepped(&*table, 1, even(Seat::FIRST)), None);
    assert_eq!(judge.stepped(&*table, 2, Some((Seat::SECOND, None))), None);
    assert_eq!(judge.stepped(&*table, 3, even(Seat::FIRST)), None);
    assert_eq!(
        judge.stepped(&*table, 4, even(Seat::SECOND)),
        Some(AdjudicationOutcome::AgreedDraw)
    );
    // In a game without a winner, scores decide nothing.
    let dawn = catalog::open_line("dawn").expect("this works in a test");
    let mut judge = Adjudicator::new(&rules, &*dawn);
    assert_eq!(judge.stepped(&*table, 1, even(Seat::FIRST)), None);
    assert_eq!(judge.stepped(&*table, 2, even(Seat::SECOND)), None);
}

#[test]
fn steps_are_counted() {
    // Jumping to and fro is no progress, but a clone is.
    let rules = Adjudication { no_progress: Some(3), length: Some(8), ..Adjudication::default() };
    let end = |steps: &[&str]| {
        let mut table = catalog::open_line("ataxx").expect("this works in a test");
        let mut judge = Adjudicator::new(&rules, &*table);
        steps.iter().zip(1..).find_map(|(step, n)| {
            table.step(step).expect("this works in a test");
            Some((n, judge.stepped(&*table, n, None)?))
        })
    };
    let (out, back) = (["0 0 0 2", "6 0 6 2"], ["0 2 0 0", "6 2 6 0"]);
    assert_eq!(end(&[out, back].concat()), Some((3, AdjudicationOutcome::NoProgress)));
    let clone = ["0 0 0 1", "6 0 6 1"];
    let jumps = [["0 1 0 3", "6 1 6 3"], ["0 3 0 1", "6 3 6 1"]];
    assert_eq!(
        end(&[clone, jumps[0], jumps[1]].concat()),
        Some((5, AdjudicationOutcome::NoProgress))
    );
    // A clone in between restarts the count.
    assert_eq!(
        end(&["0 0 0 2", "6 0 6 2", "0 2 0 3", "6 2 6 4", "0 2 0 0", "6 4 6 2"]),
        Some((6, AdjudicationOutcome::NoProgress))
    );
    let clones = [
        ["0 0 0 1", "6 0 6 1"],
        ["0 0 1 0", "6 0 5 0"],
        ["0 0 1 1", "6 0 5 1"],
        ["6 6 6 5", "0 6 0 5"],
    ];
    assert_eq!(end(&clones.concat()), Some((8, AdjudicationOutcome::Length)));
}
