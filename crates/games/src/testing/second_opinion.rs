//! Compares the fast rules with slow, obvious ones, step by step over random games: moves, skips,
//! boards, refusals, end and points must be the same. Also compares the fast rules with games that
//! other programs recorded.

use ludoteca_core::{Next, Seat, Table, Verdict, random};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::reference::{Reference, ReferenceEnding, ReferenceTurn};
use super::table;

/// Plays `games` random games of at most `plies` on both rules at once.
pub(crate) fn compare<R: Reference>(
    options: &str,
    games: u64,
    plies: usize,
    start: impl Fn() -> R,
) {
    for seed in 0..games {
        let mut table = table(options);
        play_both(table.as_mut(), &mut start(), plies, &mut ChaCha8Rng::seed_from_u64(seed));
    }
}

/// Plays a random game on both rules at once, and returns how many turns were skipped.
pub(crate) fn play_both<R: Reference>(
    table: &mut dyn Table,
    slow: &mut R,
    plies: usize,
    generator: &mut ChaCha8Rng,
) -> usize {
    let mut skips = 0;
    for _ in 0..plies {
        let at = format!("{} at `{}`", table.options(), table.position());
        assert_eq!(turn_of(table), slow.turn(), "{at}: who is next");
        assert_eq!(R::board_of(&table.scene()), slow.board(), "{at}: the board");
        let expected = slow.steps();
        let mut steps: Vec<(String, String)> =
            table.steps().into_iter().map(|typed| (slow.identity(&typed), typed)).collect();
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

/// Modified legal texts are accepted by both rules or by neither.
fn compare_refusals(
    table: &dyn Table,
    slow: &impl Reference,
    typed: &str,
    generator: &mut ChaCha8Rng,
) {
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

fn turn_of(table: &dyn Table) -> ReferenceTurn {
    match table.next() {
        Next::Move(seat) => ReferenceTurn::Seat(seat.number()),
        Next::Chance => ReferenceTurn::Roll,
        Next::Over(outcome) => ReferenceTurn::Over(ReferenceEnding {
            winner: outcome.winner().map(Seat::number),
            draw: outcome.verdict == Verdict::Draw,
            points: outcome.points[..table.seats()]
                .iter()
                .map(|points| i64::from(*points))
                .collect(),
        }),
    }
}

/// Replays random games from slow, independent rules. Every line has a move, a tab, the board, and
/// the seat that moves next; after the end that seat means nothing.
pub(crate) fn replay<R: Reference>(options: &str, walk: &str) {
    let mut table = table(options);
    for (number, line) in (1..).zip(walk.lines()) {
        if line == "game" {
            table.restart();
            continue;
        }
        let (typed, after) = line.split_once('\t').expect("a move and a board");
        table.step(typed).unwrap_or_else(|error| panic!("{options}, line {number}: {error}"));
        let seat = match table.next() {
            Next::Move(seat) => R::SEATS[seat.index()],
            _ => after.chars().next_back().expect("a seat"),
        };
        let separator = if after.contains('|') { " | " } else { " " };
        assert_eq!(
            format!("{}{separator}{seat}", R::board_of(&table.scene())),
            after,
            "{options}, line {number}"
        );
    }
}
