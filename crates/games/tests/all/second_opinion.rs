//! The fast rules against slow, obvious ones, step by step over random games of every size, seat count and option: same
//! moves, same skips, same boards, same refusals, same end, same points.

use ludoteca_core::{Next, Table, Verdict, random, typed};
use ludoteca_games::catalog;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::boards::walk_board;
use crate::reference::alquerque::Alquerque;
use crate::reference::ataxx::Ataxx;
use crate::reference::attt::Advanced;
use crate::reference::breakthrough::Breakthrough;
use crate::reference::cn::Connect;
use crate::reference::dawn::Dawn;
use crate::reference::owari::Owari;
use crate::reference::{Ending, Reference, Turn};

#[test]
fn connect() {
    compare("ttt", 50, 99, || Connect::new(3, 3, 3, 2));
    for (rows, cols, line, seats) in [
        (3, 3, 3, 3),
        (5, 5, 5, 2),
        (4, 7, 3, 4),
        (8, 8, 4, 2),
        (9, 8, 5, 3),
        (10, 12, 5, 2),
        (15, 15, 5, 2),
        (19, 19, 6, 4),
        (19, 3, 19, 2),
        (3, 19, 3, 3),
    ] {
        let options = format!("cn rows={rows} cols={cols} line={line} seats={seats}");
        compare(&options, 5, 400, || Connect::new(rows, cols, line, seats));
    }
}

#[test]
fn advanced() {
    compare("attt", 60, 99, || Advanced::new(50));
    compare("attt no-progress=3", 60, 99, || Advanced::new(3));
    compare("attt no-progress=0", 20, 300, || Advanced::new(0));
}

#[test]
fn ataxx_sizes() {
    for rows in (5..=15).step_by(2) {
        for cols in (5..=15).step_by(2) {
            let seats = 2 + (rows / 2 + cols) % 3;
            let options = format!("ataxx rows={rows} cols={cols} seats={seats}");
            compare(&options, 2, 60 + 9000 / (rows * cols), || Ataxx::new(rows, cols, seats, &[], 100));
        }
    }
}

#[test]
fn ataxx_obstacles_and_limits() {
    // Narrow boards full of obstacles: skips, eliminations and dead ends.
    type Case = (usize, usize, usize, &'static [(usize, usize)], u32);
    let cases: [Case; 6] = [
        (5, 5, 2, &[(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3)], 100),
        (5, 5, 4, &[(0, 1), (1, 0), (1, 1), (3, 0), (3, 4)], 100),
        (5, 5, 3, &[(1, 1), (1, 3), (2, 2), (3, 1), (3, 3), (0, 2), (4, 2)], 4),
        (7, 7, 2, &[(0, 2), (0, 4), (1, 2), (1, 4), (2, 1), (2, 5), (4, 1), (4, 5), (5, 2), (5, 4), (6, 2), (6, 4)], 0),
        (5, 7, 4, &[(2, 2), (2, 3), (2, 4)], 1),
        (11, 11, 4, &[(1, 1), (1, 9), (9, 1), (9, 9), (5, 5), (2, 5), (8, 5)], 100),
    ];
    for (rows, cols, seats, obstacles, limit) in cases {
        let cells: Vec<String> = obstacles.iter().map(|(row, col)| format!("{row},{col}")).collect();
        let options =
            format!("ataxx rows={rows} cols={cols} seats={seats} obstacles={} no-progress={limit}", cells.join("/"));
        compare(&options, 12, 250, || Ataxx::new(rows, cols, seats, obstacles, limit));
    }
}

#[test]
fn breakthrough() {
    for (rows, cols) in [(4, 2), (4, 16), (6, 6), (8, 8), (9, 4), (16, 2), (5, 13), (11, 11), (16, 8), (16, 16)] {
        let options = format!("breakthrough rows={rows} cols={cols}");
        compare(&options, 4, 400, || Breakthrough::new(rows, cols));
    }
}

#[test]
fn owari() {
    compare("owari", 30, 400, || Owari::new(6, 4, 24, 100));
    for bowls in 1..=8 {
        for stones in [1, 2, 3, 7, 15] {
            let all: usize = bowls * 2 * stones;
            for (win, limit) in [(all.div_ceil(2), 100), (all, 30), (1, 5)] {
                let options = format!("owari bowls={bowls} stones={stones} win={win} no-progress={limit}");
                compare(&options, 3, 300, || Owari::new(bowls, stones, win, limit));
            }
        }
    }
}

#[test]
fn dawn() {
    compare("dawn", 12, 99, Dawn::new);
}

/// Walls that cut the board into rooms of at most five by five, so that long tokens are discarded and bodies shut in.
#[test]
fn dawn_between_walls() {
    const WALLS: &str = "0;0 6 0;5:5;5 0;1:0;0 5 6;5:10;5 0;1:0;0 DAWN 0;11:6;11 0;1:0;0 4 7;11:10;11 0;1:0;0 \
        3 5;6:5;8 0;1:0;0 2 5;9:5;10 0;1:0;0 10;14 5 5;0:5;4 10;13:10;14 3 5;12:5;14 10;13:10;14";
    let options = catalog::parse("dawn").expect("options");
    let mut skips = 0;
    for seed in 0..30 {
        let mut table = catalog::open(&options).expect("options go together");
        let mut slow = Dawn::new();
        for typed in WALLS.split_whitespace() {
            slow.play(&identity(table.as_ref(), typed, &slow.steps()));
            table.step(typed).expect("a legal step");
        }
        skips += play_both(table.as_mut(), &mut slow, 99, &mut ChaCha8Rng::seed_from_u64(seed));
    }
    assert!(skips > 20, "only {skips} skips");
}

#[test]
fn alquerque() {
    compare("alquerque", 60, 200, Alquerque::new);
}

/// Random games nearly all end as draws: thinly set boards end otherwise, too.
#[test]
fn alquerque_from_thin_boards() {
    let options = catalog::parse("alquerque").expect("options");
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let mut wins = 0;
    for _ in 0..500 {
        let board: String =
            (0..25).map(|_| *['W', 'B'].get(random::below(&mut generator, 16) as usize).unwrap_or(&'.')).collect();
        let mut table = catalog::open(&options).expect("options go together");
        let letter = |point: usize| board.chars().nth(point).filter(|letter| *letter != '.');
        let rows = typed::write_rows(5, 5, letter);
        // Not every board can come up with white to move; those that cannot are refused.
        if table.set_position(&format!("{rows} w 1")).is_err() {
            continue;
        }
        let mut slow = Alquerque::new();
        slow.set_up(&board, 1);
        play_both(table.as_mut(), &mut slow, 200, &mut generator);
        wins += usize::from(table.next().outcome().is_some_and(|outcome| outcome.winner().is_some()));
    }
    assert!(wins > 20, "only {wins} wins");
}

/// Plays `games` random games of at most `plies` on both rules at once.
fn compare<R: Reference>(options: &str, games: u64, plies: usize, start: impl Fn() -> R) {
    let options = catalog::parse(options).expect("options");
    for seed in 0..games {
        let mut table = catalog::open(&options).expect("options go together");
        play_both(table.as_mut(), &mut start(), plies, &mut ChaCha8Rng::seed_from_u64(seed));
    }
}

/// Plays a random game on both rules at once, and returns how many turns were skipped.
fn play_both(table: &mut dyn Table, slow: &mut impl Reference, plies: usize, generator: &mut ChaCha8Rng) -> usize {
    let mut skips = 0;
    for _ in 0..plies {
        let at = format!("{} at `{}`", table.options(), table.position());
        assert_eq!(turn_of(table), slow.turn(), "{at}: who is next");
        assert_eq!(walk_board(table), slow.board(), "{at}: the board");
        let expected = slow.steps();
        let mut steps: Vec<(String, String)> =
            table.steps().into_iter().map(|typed| (identity(table, &typed, &expected), typed)).collect();
        steps.sort();
        let found: Vec<&String> = steps.iter().map(|(identity, _)| identity).collect();
        assert_eq!(found, expected.iter().collect::<Vec<_>>(), "{at}: the steps");
        if steps.is_empty() {
            break;
        }
        let (step, typed) = &steps[random::below(generator, steps.len() as u32) as usize];
        compare_refusals(table, slow, typed, generator);
        let made = table.step(typed).unwrap_or_else(|error| panic!("{at}: {typed}: {error}"));
        let skipped: Vec<usize> = made.skipped.iter().map(|(seat, _)| seat.number()).collect();
        assert_eq!(skipped, slow.play(step), "{at}: skips after {typed}");
        skips += skipped.len();
    }
    skips
}

/// Legal texts with something changed are accepted by both or by none.
fn compare_refusals(table: &dyn Table, slow: &impl Reference, typed: &str, generator: &mut ChaCha8Rng) {
    for _ in 0..6 {
        let mut letters: Vec<char> = typed.chars().collect();
        let place = random::below(generator, letters.len() as u32) as usize;
        let other = b"0123456789 -;:DAWN"[random::below(generator, 18) as usize] as char;
        match random::below(generator, 4) {
            0 => drop(letters.remove(place)),
            1 => letters.insert(place, other),
            _ => letters[place] = other,
        }
        let text: String = letters.into_iter().collect();
        let accepted = table.boxed_clone().step(&text).is_ok();
        assert_eq!(accepted, slow.accepts(&text), "`{text}` at `{}`", table.position());
    }
}

fn turn_of(table: &dyn Table) -> Turn {
    match table.next() {
        Next::Move(seat) => Turn::Seat(seat.number()),
        Next::Chance => Turn::Roll,
        Next::Over(outcome) => Turn::Over(Ending {
            winner: outcome.winner().map(ludoteca_core::Seat::number),
            draw: outcome.verdict == Verdict::Draw,
            points: outcome.points[..table.seats()].iter().map(|points| i64::from(*points)).collect(),
        }),
    }
}

/// What a typed step is, in the words of the slow rules; `expected` shows which kind of step is due.
fn identity(table: &dyn Table, typed: &str, expected: &[String]) -> String {
    match table.options().info().id {
        "ataxx" => {
            let numbers: Vec<i64> = typed.split(' ').map(|word| word.parse().expect("a number")).collect();
            let near = (numbers[0] - numbers[2]).abs() <= 1 && (numbers[1] - numbers[3]).abs() <= 1;
            if near { format!("{} {}", numbers[2], numbers[3]) } else { typed.to_owned() }
        }
        "dawn" => {
            let kind = expected.first().and_then(|step| step.split(' ').next()).unwrap_or("nothing");
            match kind {
                "place" => placement(typed),
                "walk" => format!("walk {}", typed.split(':').next_back().expect("an end")),
                _ => format!("{kind} {typed}"),
            }
        }
        _ => typed.to_owned(),
    }
}

/// A Dawn placement typed by its ends, as its length and the cells on the board.
fn placement(typed: &str) -> String {
    let numbers: Vec<i64> = typed.split([':', ';']).map(|word| word.parse().expect("a number")).collect();
    let (rows, cols) = (
        numbers[0].min(numbers[2])..=numbers[0].max(numbers[2]),
        numbers[1].min(numbers[3])..=numbers[1].max(numbers[3]),
    );
    let mut length = 0;
    let mut cells = String::new();
    for row in rows {
        for col in cols.clone() {
            length += 1;
            if (0..11).contains(&row) && (0..15).contains(&col) {
                cells += &format!(" {row};{col}");
            }
        }
    }
    format!("place {length}{cells}")
}
