//! One suite that every game must pass. It checks the contract along random games.
//!
//! A game tests it with one call: `conformance::check(&game, conformance::Effort::default())`.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::drawing::{Drawing, Spot};
use crate::language::{Language, Message, Spelling, Tell};
use crate::next::{Next, Outcome};
use crate::random;
use crate::readable::{PlaceNames, names_in, typed_form};
use crate::rules::{Chance, Step};
use crate::scene::{Board, Choice, Piece, PieceKind, Place};
use crate::seat::{MAX_SEATS, Seat};
use crate::table::Game;

/// How much to check.
#[derive(Copy, Clone, Debug)]
pub struct Effort {
    /// Random games from the start.
    pub games: u32,
    /// Games are broken off after this many plies.
    pub plies: u32,
    /// Equal seeds play equal games.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { games: 20, plies: 300, seed: 1 }
    }
}

/// Checks a game along random games.
///
/// # Panics
/// Where the game breaks the contract, with the position and what is wrong with it.
pub fn check<G: Game>(game: &G, effort: Effort) {
    let seats = game.seats();
    assert!((2..=MAX_SEATS).contains(&seats), "{seats} seats");
    // Only searches for this many seats are compiled. Without this check they would be the first to
    // fail.
    assert!(
        seats <= G::MOST_SEATS,
        "{seats} seats: `Rules::MOST_SEATS` says {} at most",
        G::MOST_SEATS
    );
    let mut generator = ChaCha8Rng::seed_from_u64(effort.seed);
    let mut keys = KeysSeen::default();
    let place_names = PlaceNames::of(game);
    for _ in 0..effort.games {
        let mut state = game.start();
        let mut spans = Vec::new();
        for _ in 0..effort.plies {
            check_state(game, &state);
            keys.add(game, &state);
            check_garbage(game, &state, &mut generator);
            check_readable(game, &place_names, &state, &mut generator);
            let before = state.clone();
            let step = match game.next(&state) {
                Next::Over(_) => break,
                Next::Move(_) => {
                    let m = game.random_move(&state, &mut generator);
                    assert!(
                        game.is_legal(&state, m),
                        "{}: random {m:?} is illegal",
                        at(game, &state)
                    );
                    game.play(&mut state, m);
                    Step::Move(m)
                }
                Next::Chance => {
                    let chance = game.random_chance(&state, &mut generator);
                    game.roll(&mut state, chance);
                    Step::Roll(chance)
                }
            };
            check_skips(game, &before, &state);
            spans.extend(game.span(&step));
            check_spans(game, &state, &spans);
        }
    }
}

/// Checks everything that can be checked of one state.
pub fn check_state<G: Game>(game: &G, state: &G::State) {
    match game.next(state) {
        Next::Over(outcome) => check_over(game, state, &outcome),
        Next::Move(seat) => check_to_move(game, state, seat),
        Next::Chance => check_chances(game, state),
    }
    check_position_text(game, state);
    check_keys(game, state);
    check_symmetry(game, state);
    check_scene(game, state);
}

fn at<G: Game>(game: &G, state: &G::State) -> String {
    format!("at `{}`", game.write_position(state))
}

fn check_over<G: Game>(game: &G, state: &G::State, outcome: &Outcome) {
    let at = at(game, state);
    assert_eq!(game.count_moves(state), 0, "{at}: moves after the end");
    assert!(
        game.moves(state).is_empty() && game.chances(state).is_empty(),
        "{at}: steps after the end"
    );
    check_clause(&game.ending(state), &at, "");
    if let Some(winner) = outcome.winner() {
        assert!(winner.index() < game.seats(), "{at}: the winner has no seat");
        let most = outcome.points.iter().max();
        assert_eq!(
            Some(&outcome.points(winner)),
            most,
            "{at}: the winner has fewer points than another"
        );
    }
    assert!(
        outcome.points[game.seats()..].iter().all(|points| *points == 0),
        "{at}: points for a seat that does not exist"
    );
}

fn check_to_move<G: Game>(game: &G, state: &G::State, seat: Seat) {
    let at = at(game, state);
    assert!(seat.index() < game.seats(), "{at}: no such seat");
    assert!(game.chances(state).is_empty(), "{at}: dice while a seat is to move");
    let moves = game.moves(state);
    assert!(!moves.is_empty(), "{at}: a seat to move has a move");
    assert_eq!(moves, game.moves(state), "{at}: moves always come in the same order");
    assert_eq!(game.count_moves(state), moves.len(), "{at}: counting and listing agree");
    let mut seen = HashSet::new();
    let mut texts = HashSet::new();
    for (n, m) in moves.iter().enumerate() {
        assert!(seen.insert(*m), "{at}: {m:?} twice");
        assert!(game.is_legal(state, *m), "{at}: {m:?} is listed and refused");
        assert_eq!(game.nth_move(state, n), Some(*m), "{at}: the {n}th move");
        let text = game.write_move(state, *m);
        assert_eq!(game.read_move(state, &text).as_ref(), Ok(m), "{at}: `{text}` reads back");
        assert!(texts.insert(text.clone()), "{at}: `{text}` means two moves");
        assert!(game.typed_forms(state, *m) >= 1, "{at}: `{text}` cannot be typed");
    }
    assert_eq!(game.nth_move(state, moves.len()), None, "{at}: there is a move after the last");
    let first = game.visit_moves(state, ControlFlow::Break).break_value();
    assert_eq!(first, moves.first().copied(), "{at}: the visit stops at a break");
}

fn check_chances<G: Game>(game: &G, state: &G::State) {
    let at = at(game, state);
    assert!(
        G::Chance::IS_ROLLED,
        "{at}: a roll is waited for, and `Chance::IS_ROLLED` says that there is none"
    );
    assert_eq!(game.count_moves(state), 0, "{at}: moves while the die is rolled");
    let chances = game.chances(state);
    assert!(!chances.is_empty(), "{at}: a die shows something");
    for (chance, weight) in &chances {
        assert!(*weight > 0, "{at}: {chance:?} has the weight 0");
        let text = game.write_chance(*chance);
        assert_eq!(
            game.read_chance(state, &text).as_ref(),
            Ok(chance),
            "{at}: `{text}` reads back"
        );
    }
}

fn check_position_text<G: Game>(game: &G, state: &G::State) {
    let text = game.write_position(state);
    assert_eq!(text.trim(), text);
    assert!(!text.contains('\n'), "`{text}` is one line");
    match game.read_position(&text) {
        Ok(loaded) => {
            assert_eq!(&loaded.state, state, "`{text}` reads back");
            assert!(
                loaded.skipped.is_empty(),
                "`{text}`: nobody is skipped where somebody is to move"
            );
            let hasher = RandomState::new();
            assert_eq!(
                hasher.hash_one(&loaded.state),
                hasher.hash_one(state),
                "hash agrees with equality"
            );
        }
        Err(error) => panic!("`{text}` came up in a game and is refused: {error}"),
    }
}

/// To a search, a state and the same state without counters are equal: they must have the same
/// moves, and these must lead to equal states.
fn check_keys<G: Game>(game: &G, state: &G::State) {
    let at = at(game, state);
    let reset = game.without_counters(state);
    assert_eq!(game.without_counters(&reset), reset, "{at}: counters stay reset");
    assert_eq!(game.key(&reset), game.key(state), "{at}: keys leave counters out");
    // The game may have ended by a counter.
    if game.next(state).outcome().is_some() {
        return;
    }
    assert_eq!(
        game.next(&reset),
        game.next(state),
        "{at}: without counters, the state waits for the same"
    );
    assert_eq!(
        game.moves(&reset),
        game.moves(state),
        "{at}: without counters, the state has the same moves"
    );
    assert_eq!(
        game.chances(&reset),
        game.chances(state),
        "{at}: without counters, the state has the same rolls"
    );
    for m in game.moves(state) {
        let after = game.after(state, m);
        if game.next(&after).outcome().is_none() {
            let from_reset = game.without_counters(&game.after(&reset, m));
            assert_eq!(
                from_reset,
                game.without_counters(&after),
                "{at}: without counters, {m:?} leads elsewhere"
            );
        }
    }
}

/// Positions have one key if and only if they are the same, and one symmetric key if and only if
/// they are images of each other.
#[derive(Default)]
struct KeysSeen {
    plain: HashMap<u64, String>,
    symmetric: HashMap<u64, HashSet<String>>,
}

impl KeysSeen {
    fn add<G: Game>(&mut self, game: &G, state: &G::State) {
        let reset = game.without_counters(state);
        let text = format!("{reset:?}");
        let known = self.plain.entry(game.key(state)).or_insert_with(|| text.clone());
        assert_eq!(*known, text, "{}: two positions have the same key", at(game, state));
        let image = |k| format!("{:?}", game.without_counters(&game.image(&reset, k)));
        let images = || (0..game.symmetries()).map(image).collect();
        let known = self.symmetric.entry(game.symmetric_key(state)).or_insert_with(images);
        assert!(
            known.contains(&text),
            "{}: two positions share a symmetric key, but are not images of each other",
            at(game, state)
        );
    }
}

fn check_symmetry<G: Game>(game: &G, state: &G::State) {
    let at = at(game, state);
    assert_eq!(&game.image(state, 0), state, "{at}: the first image is the state itself");
    let moves = game.moves(state);
    for k in 1..game.symmetries() {
        let image = game.image(state, k);
        if k > 4 {
            assert_eq!(
                game.image(&game.image(state, 4), k - 4),
                image,
                "{at}: image {k} is not image {} of image 4",
                k - 4
            );
        }
        assert_eq!(game.next(&image), game.next(state), "{at}: image {k} waits for the same");
        assert_eq!(
            game.symmetric_key(&image),
            game.symmetric_key(state),
            "{at}: image {k} has the same key"
        );
        let legal: HashSet<G::Move> = game.moves(&image).into_iter().collect();
        assert_eq!(legal.len(), moves.len(), "{at}: image {k} has as many moves");
        for m in &moves {
            let there = game.move_image(*m, k);
            assert!(legal.contains(&there), "{at}: {m:?} becomes {there:?} in image {k}, illegal");
            assert_eq!(
                game.after(&image, there),
                game.image(&game.after(state, *m), k),
                "{at}: {m:?} in image {k} leads elsewhere"
            );
        }
    }
}

fn check_scene<G: Game>(game: &G, state: &G::State) {
    let at = at(game, state);
    let (board, pieces, choices) = (game.board(), game.pieces(state), game.choices(state));
    let known = |place: &usize| *place < board.places.len();
    assert!(pieces.iter().all(|piece| known(&piece.place)), "{at}: a piece lies nowhere");
    assert!(board.lines.iter().all(|(a, b)| known(a) && known(b)), "{at}: a line leads nowhere");
    assert_eq!(game.holdings(state).len(), game.seats(), "{at}: a holding for each seat");
    let labels: HashSet<String> =
        board.places.iter().map(|place| place.label.to_string()).collect();
    assert_eq!(labels.len(), board.places.len(), "{at}: two places have the same name");
    for mark in &board.marks {
        let overlaps =
            |place: &Place| (place.x - mark.x).abs() < 1.0 && (place.y - mark.y).abs() < 1.0;
        assert!(
            !mark.text.is_empty() && !board.places.iter().any(overlaps),
            "{at}: {mark:?} is not beside the board"
        );
    }
    for in_hand in &game.stock(state) {
        let some = in_hand.seat.index() < game.seats()
            && !in_hand.name.to_string().is_empty()
            && in_hand.length > 0
            && in_hand.count > 0;
        assert!(some, "{at}: {in_hand:?} is empty, or belongs to no seat");
    }
    check_status(game, state, &at);
    let mut clicks = HashSet::new();
    for choice in &choices {
        assert!(choice.clicks.iter().all(known), "{at}: a click nowhere");
        assert!(!choice.clicks.is_empty(), "{at}: `{}` has no clicks", choice.step);
        assert!(
            clicks.insert((&choice.clicks, choice.question.as_ref().map(Message::to_string))),
            "{at}: `{}` has the clicks and the question of another choice",
            choice.step
        );
        check_covers(&board, choice, &at);
    }
    for (one, other) in choices.iter().flat_map(|one| choices.iter().map(move |other| (one, other)))
    {
        let begins = other.clicks.len() > one.clicks.len() && other.clicks.starts_with(&one.clicks);
        assert!(!begins, "{at}: the clicks of `{}` begin those of `{}`", one.step, other.step);
    }
    let offered = |choice: &Choice| {
        let m = game.read_move(state, &choice.step);
        let m =
            m.unwrap_or_else(|error| panic!("{at}: the scene offers `{}`: {error}", choice.step));
        let (span, covers) = (game.span(&Step::Move(m)), &choice.covers);
        let same = span.iter().eq(covers) || span.iter().eq(covers.iter().rev());
        assert!(same, "{at}: `{}` lays {span:?}, not {covers:?}", choice.step);
        m
    };
    let offered: HashSet<G::Move> = choices.iter().map(offered).collect();
    let moves: HashSet<G::Move> = game.moves(state).into_iter().collect();
    assert_eq!(offered, moves, "{at}: the scene offers the legal moves");
    for choice in choices.iter().filter(|choice| choice.question.is_none()) {
        // Clicks may say less than typed text, but never something different.
        if let Ok(m) = game.read_move(state, &game.clicked(state, &choice.clicks)) {
            assert_eq!(
                game.write_move(state, m),
                choice_spelling(game, state, &choice.step),
                "{at}: other clicks"
            );
        }
    }
    for choice in choices.first().into_iter().chain(choices.last()) {
        check_last(game, state, choice);
    }
    check_drawing(game, state, &board.places, &pieces);
}

/// Checks what a view says of a state besides its pieces.
fn check_status<G: Game>(game: &G, state: &G::State, at: &str) {
    let next = game.next(state);
    let is_line = |text: &str| !text.is_empty() && text.trim() == text && !text.contains('\n');
    let score = game.score(state);
    assert!(score.is_empty() || score.len() == game.seats(), "{at}: a score for each seat");
    let decisive = game.decisive(state);
    let places = game.board().places.len();
    assert!(decisive.iter().all(|place| *place < places), "{at}: {decisive:?} is off the board");
    assert!(
        decisive.is_empty() || matches!(next, Next::Over(_)),
        "{at}: the game goes on, and {decisive:?} has decided it"
    );
    for language in Language::ALL {
        if next.seat().is_some() {
            let prompt = game.prompt(state).tell(language);
            assert!(is_line(&prompt) && !prompt.ends_with('.'), "{at}: the prompt `{prompt}`");
        }
        for score in &score {
            let words = score.words.tell(language);
            assert!(words.contains(&score.count.to_string()), "{at}: {score:?}");
        }
        if let Some(stage) = game.stage(state) {
            assert!(is_line(&stage.tell(language)), "{at}: the stage {stage:?}");
        }
    }
    let colours = game.board().look.colours;
    let different: HashSet<_> = colours.iter().collect();
    assert_eq!(different.len(), colours.len(), "{at}: two seats have one colour");
}

/// A step in its usual spelling.
fn choice_spelling<G: Game>(game: &G, state: &G::State, step: &str) -> String {
    let m = game
        .read_move(state, step)
        .unwrap_or_else(|error| panic!("the scene offers `{step}`: {error}"));
    game.write_move(state, m)
}

/// The places that a choice covers begin and end with its clicks, and are a row of neighbours.
fn check_covers(board: &Board, Choice { clicks, step, covers, .. }: &Choice, at: &str) {
    let (Some(first), Some(last)) = (covers.first(), covers.last()) else { return };
    assert_eq!(*clicks, [*first, *last], "{at}: `{step}` is not clicked by the ends of {covers:?}");
    let place = |index: &usize| {
        board.places.get(*index).unwrap_or_else(|| panic!("{at}: `{step}` covers {index}"))
    };
    let ways: Vec<(f32, f32)> = covers
        .windows(2)
        .map(|pair| (place(&pair[1]).x - place(&pair[0]).x, place(&pair[1]).y - place(&pair[0]).y))
        .collect();
    let is_row = ways.iter().all(|(x, y)| x.abs() + y.abs() == 1.0 && (*x, *y) == ways[0]);
    assert!(is_row, "{at}: `{step}` covers {covers:?}, which is no row");
}

/// The places of the last move are the places that were clicked, in their order, so that a view can
/// show the way. Only a place where a piece stays may be left out.
fn check_last<G: Game>(game: &G, state: &G::State, Choice { clicks, step, covers, .. }: &Choice) {
    let at = at(game, state);
    let m = game.read_move(state, step).expect("what the scene offers is legal");
    let (last, pieces) = (game.touched(&Step::Move(m)), game.pieces(&game.after(state, m)));
    if !covers.is_empty() {
        let same = last.iter().eq(covers) || last.iter().eq(covers.iter().rev());
        return assert!(same, "{at}: `{step}` covers {covers:?}, and {last:?} are marked");
    }
    let stays = pieces.iter().any(|piece| piece.place == clicks[0]);
    let is_end = !last.is_empty() && clicks.ends_with(&last);
    assert!(
        last == *clicks || stays && is_end,
        "{at}: `{step}` is clicked by {clicks:?}, and {last:?} are marked"
    );
}

/// Every place of a span has a piece.
fn check_spans<G: Game>(game: &G, state: &G::State, spans: &[usize]) {
    if spans.is_empty() {
        return;
    }
    let taken: HashSet<usize> = game.pieces(state).iter().map(|piece| piece.place).collect();
    assert!(
        spans.iter().all(|place| taken.contains(place)),
        "{}: {spans:?} were laid",
        at(game, state)
    );
}

/// Each place of the scene has one spot in the drawing, and the spot shows what lies there.
fn check_drawing<G: Game>(game: &G, state: &G::State, places: &[Place], pieces: &[Piece]) {
    // A letter of several bytes, so that a spot with wrong byte boundaries is found.
    let names: Vec<String> = Seat::all(game.seats()).map(|seat| format!("Ä{seat}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let Drawing { text, spots } = game.drawing(state, &names, Language::English);
    let at = format!("{}\n{text}", at(game, state));
    assert!(
        text.ends_with('\n') && !text.lines().any(|line| line.ends_with(' ')),
        "a line of the board ends in a blank {at}"
    );
    assert!(
        spots.is_sorted_by(|one, next| one.range.end <= next.range.start),
        "spots out of order {at}"
    );
    let mut insides = vec![None; places.len()];
    for Spot { range, place } in spots {
        let inside =
            text.get(range.clone()).filter(|inside| !inside.is_empty() && !inside.contains('\n'));
        let inside = inside.unwrap_or_else(|| panic!("{range:?} is no part of a line {at}"));
        let other = insides
            .get_mut(place)
            .unwrap_or_else(|| panic!("a spot for no place {at}"))
            .replace(inside);
        assert_eq!(other, None, "two spots for {} {at}", places[place].label);
    }
    let is_shown = |piece: &Piece, inside: &str| match piece.kind {
        PieceKind::Of(seat, None) => inside.contains(names[seat.index()]),
        PieceKind::Of(_, Some(figure)) => inside.contains(figure.letter),
        PieceKind::Stones => inside.trim() == piece.count.to_string(),
        PieceKind::Obstacle => !inside.trim().is_empty(),
    };
    for (place, inside) in insides.iter().enumerate() {
        let label = &places[place].label;
        let inside = inside.unwrap_or_else(|| panic!("no spot for {label} {at}"));
        let mut here = pieces.iter().filter(|piece| piece.place == place).peekable();
        let is_empty = here.peek().is_none();
        assert!(
            here.all(|piece| is_shown(piece, inside)),
            "`{inside}` is not what lies on {label} {at}"
        );
        assert!(
            !is_empty || !names.iter().any(|name| inside.contains(name)),
            "nothing lies on {label} {at}"
        );
    }
}

fn check_skips<G: Game>(game: &G, before: &G::State, after: &G::State) {
    for seat in game.skipped(before, after) {
        assert!(
            seat.index() < game.seats(),
            "{}: a seat that does not exist was skipped",
            at(game, after)
        );
        check_clause(&game.skip_reason(after, seat), &at(game, after), "");
    }
}

/// Reasons are used inside sentences. In every language and spelling, a reason is a clause in one
/// line, without a full stop. It begins in lower case, except for German nouns. It may quote the
/// text that was `typed`, whatever that is.
fn check_clause(reason: &impl Tell, at: &str, typed: &str) {
    for language in Language::ALL {
        for spelling in [Spelling::Typed, Spelling::Readable] {
            let text = reason.tell(language, spelling).replace(&format!("`{typed}`"), "`…`");
            let is_printable = !text.chars().any(char::is_control) && text.trim() == text;
            let begins = text.starts_with(|first: char| {
                first.is_lowercase()
                    || first.is_ascii_digit()
                    || first == '`'
                    || language == Language::German
            });
            let is_plain =
                text.split(' ').count() > 1 && !text.ends_with(['.', '!', '?']) && text.len() < 250;
            assert!(is_printable && begins && is_plain, "{at}: `{text}` is not a clause");
        }
    }
}

/// The readable form of a move, when typed, means that move and no other.
fn check_readable<G: Game>(
    game: &G,
    place_names: &PlaceNames,
    state: &G::State,
    generator: &mut ChaCha8Rng,
) {
    if game.next(state).seat().is_none() {
        return;
    }
    let mut seen = HashSet::new();
    for m in game.moves(state) {
        let readable = game.readable_move(state, m).to_string();
        if let Ok(typed) = game.read_move(state, &readable) {
            assert_eq!(typed, m, "{}: `{readable}` is also typed", at(game, state));
        }
        assert!(
            seen.insert(names_in(&readable)),
            "{}: `{readable}` means two moves",
            at(game, state)
        );
    }
    let m = game.random_move(state, generator);
    for language in Language::ALL {
        let readable = game.readable_move(state, m).tell(language);
        let (typed, _) = typed_form(game, place_names, state, &readable);
        assert_eq!(
            game.read_move(state, &typed).as_ref(),
            Ok(&m),
            "{}: `{readable}` is typed as `{typed}`",
            at(game, state)
        );
    }
}

/// Garbage, and legal texts with one character changed, are refused or understood, and never cause
/// a panic. A text that is understood is legal.
fn check_garbage<G: Game>(game: &G, state: &G::State, generator: &mut ChaCha8Rng) {
    let position = spoilt(&game.write_position(state), generator);
    if let Ok(loaded) = game.read_position(&position) {
        let again = game.write_position(&loaded.state);
        assert_eq!(
            game.read_position(&again).map(|loaded| loaded.state),
            Ok(loaded.state),
            "`{position}`, `{again}`"
        );
    }
    if game.next(state).seat().is_none() {
        return;
    }
    let m = game.random_move(state, generator);
    let text = spoilt(&game.write_move(state, m), generator);
    match game.read_move(state, &text) {
        Ok(m) => assert!(game.is_legal(state, m), "{}: `{text}` is accepted", at(game, state)),
        // The error may quote the typed text, whatever it was.
        Err(error) => {
            check_clause(&error, &at(game, state), &text);
        }
    }
}

/// The text with one character removed, doubled or replaced.
fn spoilt(text: &str, generator: &mut impl Rng) -> String {
    const LETTERS: &[u8] = b"0123456789 -;:,/|xorbwX*+\tA\xc3";
    let mut chars: Vec<char> = text.chars().collect();
    let place = random::below(generator, chars.len() as u32 + 1) as usize;
    let letter = LETTERS[random::below(generator, LETTERS.len() as u32) as usize] as char;
    match random::below(generator, 3) {
        0 if place < chars.len() => drop(chars.remove(place)),
        1 if place < chars.len() => chars[place] = letter,
        _ => chars.insert(place, letter),
    }
    chars.into_iter().collect()
}

mod texts;

#[cfg(test)]
mod tests;

pub use texts::check_texts;
