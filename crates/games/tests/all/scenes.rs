//! What scenes tell beyond the pieces, game by game: marks beside the board, what is in stock, and what the last step was.

use ludoteca_core::{Scene, Table};
use ludoteca_games::catalog;

/// A table where these steps were made.
fn table(options: &str, steps: &str) -> Box<dyn Table> {
    let mut table = catalog::open_line(options).unwrap();
    for step in steps.split(", ").filter(|step| !step.is_empty()) {
        table.step(step).unwrap_or_else(|refusal| panic!("{options} {steps}: `{step}`: {refusal}"));
    }
    table
}

#[test]
fn marks_stand_where_the_console_has_them() {
    let numbers = |count: usize| (0..count).map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
    let (six, eleven, fifteen) = (&*numbers(6), &*numbers(11), &*numbers(15));
    for (options, left, above, below) in [
        ("ttt", "0 1 2", "", "0 1 2"),
        ("attt", "0 1 2", "", "0 1 2"),
        ("cn rows=11 cols=15", eleven, "", fifteen),
        ("ataxx rows=11 cols=15", eleven, "", fifteen),
        ("breakthrough rows=15 cols=6", fifteen, "", six),
        ("alquerque", "1 2 3 4 5", "A B C D E", ""),
        ("owari", "", "12 11 10 9 8 7", "1 2 3 4 5 6"),
        ("owari bowls=3", "", "6 5 4", "1 2 3"),
        ("dawn", eleven, fifteen, ""),
    ] {
        let Scene { places, mut marks, .. } = table(options, "").scene();
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
            let lines_up = places.iter().any(|place| if mark.x < 0.0 { place.y == mark.y } else { place.x == mark.x });
            assert!(lines_up, "{options}: {mark:?} is beside no place");
        }
    }
}

#[test]
fn what_seats_hold_is_counted() {
    for (options, steps, expected) in [
        ("ttt", "", ""),
        ("owari", "", ""),
        ("attt", "", "1: 3 piece of 1, 2: 3 piece of 1"),
        ("attt", "0 0, 0 1, 1 1, 2 2, 1 0", "2: 1 piece of 1"),
        ("attt", "0 0, 0 1, 1 1, 2 2, 1 0, 1 2", ""),
        (
            "dawn",
            "",
            "1: 1 Vesta of 1, 1: 1 Ceres of 1, 2: 1 token 2 of 2, 2: 1 token 3 of 3, 2: 1 token 4 of 4, \
             2: 1 token 5 of 5, 2: 1 token 6 of 6, 2: 1 token DAWN of 7",
        ),
        (
            "dawn",
            "5;2, 4, 0;0:0;3, 5;3, DAWN, 3;-6:3;0, 5;2, 6, 1;0:1;5, 5;3",
            "1: 1 Ceres of 1, 2: 1 token 2 of 2, 2: 1 token 3 of 3, 2: 1 token 5 of 5",
        ),
    ] {
        let held: Vec<String> = table(options, steps)
            .scene()
            .stock
            .iter()
            .map(|held| format!("{}: {} {} of {}", held.seat, held.count, held.name, held.length))
            .collect();
        assert_eq!(held.join(", "), expected, "{options} {steps}");
    }
}

#[test]
fn the_last_step_tells_from_where_and_where_to() {
    for (options, steps, expected) in [
        ("cn", "2 3", "2 3"),
        ("ttt", "1 1, 0 2", "0 2"),
        ("attt", "0 0, 0 1, 1 1, 2 2, 1 0", "1 0"),
        ("attt", "0 0, 0 1, 1 1, 2 2, 1 0, 1 2, 0 0 2 1", "0 0, 2 1"),
        ("ataxx", "0 0 1 1", "1 1"),
        ("ataxx", "0 0 1 2", "0 0, 1 2"),
        ("ataxx", "6 6 4 5", "6 6, 4 5"),
        ("breakthrough", "1 2 2 3", "1 2, 2 3"),
        ("breakthrough", "1 2 2 3, 4 4 3 3", "4 4, 3 3"),
        ("alquerque", "18 13", "C4, C3"),
        ("alquerque", "18 13, 8 18", "C2, C4"),
        ("owari", "3", "bowl 3"),
        ("dawn", "5;2", "5;2"),
        ("dawn", "5;2, 3", ""),
        ("dawn", "5;2, 3, 2;0:0;0", "0;0, 1;0, 2;0"),
        ("dawn", "5;2, 3, 2;0:0;0, 5;3:5;4", "5;4"),
    ] {
        let scene = table(options, steps).scene();
        let last: Vec<&str> = scene.last.iter().map(|place| scene.places[*place].label.as_str()).collect();
        assert_eq!(last.join(", "), expected, "{options} {steps}");
    }
}
