//! Tests of what scenes show besides the pieces: marks beside the board, the stock, and the last
//! step.

use ludoteca_core::Scene;

use super::{table, table_after, table_at, told};

/// These marks stand beside the board.
pub(crate) fn has_marks(options: &str, left: &str, above: &str, below: &str) {
    let Scene { places, mut marks, .. } = table(options).scene();
    marks.sort_by(|one, other| (one.y, one.x).partial_cmp(&(other.y, other.x)).unwrap());
    let bottom = places.iter().map(|place| place.y).fold(0.0, f32::max);
    let at = |is_there: &dyn Fn(f32, f32) -> bool| {
        let there = marks.iter().filter(|mark| is_there(mark.x, mark.y));
        there.map(|mark| mark.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(at(&|x, _| x == -1.0), left, "{options}: left");
    assert_eq!(at(&|_, y| y == -1.0), above, "{options}: above");
    assert_eq!(at(&|_, y| y == bottom + 1.0), below, "{options}: below");
    for mark in &marks {
        let lines_up = places
            .iter()
            .any(|place| if mark.x < 0.0 { place.y == mark.y } else { place.x == mark.x });
        assert!(lines_up, "{options}: {mark:?} is beside no place");
    }
}

/// The numbers of rows from the top, as marks.
pub(crate) fn ranks(rows: usize) -> String {
    (1..=rows).rev().map(|row| row.to_string()).collect::<Vec<_>>().join(" ")
}

/// The letters of columns, as marks.
pub(crate) fn letters(cols: u8) -> String {
    (0..cols).map(|col| char::from(b'a' + col).to_string()).collect::<Vec<_>>().join(" ")
}

/// The numbers from 0 on, as marks.
pub(crate) fn numbers(count: usize) -> String {
    (0..count).map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

/// After these steps, the seats hold these pieces.
pub(crate) fn has_stock(options: &str, steps: &str, expected: &str) {
    let stock: Vec<String> = table_after(options, steps)
        .scene()
        .stock
        .iter()
        .map(|piece| format!("{}: {} {} of {}", piece.seat, piece.count, piece.name, piece.length))
        .collect();
    assert_eq!(stock.join(", "), expected, "{options} {steps}");
}

/// The last of these steps went from and to these places.
pub(crate) fn has_last_step(options: &str, steps: &str, expected: &str) {
    let scene = table_after(options, steps).scene();
    let last: Vec<String> =
        scene.last.iter().map(|place| scene.places[*place].label.to_string()).collect();
    assert_eq!(last.join(", "), expected, "{options} {steps}");
}

/// In this position (or at the start, if it is empty), a view says this: what is to be done, the
/// score of each seat, the part of the game, and the places that have decided it.
pub(crate) fn says(options: &str, position: &str, expected: [&str; 4]) {
    let table = if position.is_empty() { table(options) } else { table_at(options, position) };
    let scene = table.scene();
    let score: Vec<String> = scene.score.into_iter().map(|score| told(score.words)).collect();
    let decisive: Vec<String> =
        scene.decisive.iter().map(|place| scene.places[*place].label.to_string()).collect();
    let said = [
        scene.prompt.map(told).unwrap_or_default(),
        score.join(", "),
        scene.stage.map(told).unwrap_or_default(),
        decisive.join(" "),
    ];
    assert_eq!(said, expected, "{options} {position}");
}
