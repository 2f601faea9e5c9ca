//! Games without an evaluation of their own: how they are searched if they count material, and if
//! they count nothing.

use std::ops::ControlFlow;

use ludoteca_core::evaluation::Evaluate;
use ludoteca_core::random::below;
use ludoteca_core::scene::{Board, Piece, grid_board};
use ludoteca_core::{
    Conventions, Info, Loaded, Message, Next, NoDice, Notation, OptionSpec, Options, Outcome,
    PositionError, Presentation, Refusal, Rules, StepOf, Text,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::*;

/// A search of one ply sees its own captures; a deeper one also sees those of the other seat.
#[test]
fn a_search_plays_for_material() {
    let rows: [(&[u32], u32, &str, i32); 4] = [
        (&[1, 1, 2, 2, 9, 5, 1, 2, 3, 4], 1, "right", 400),
        (&[4, 3, 2, 1, 5, 9, 2, 2, 1, 1], 1, "left", 400),
        // The greater of the two coins uncovers one that is greater still.
        (&[1, 1, 2, 2, 9, 5, 1, 2, 9, 3], 2, "left", -200),
        (&[3, 9, 2, 1, 5, 9, 2, 2, 1, 1], 2, "right", -200),
    ];
    for (coins, depth, step, value) in rows {
        let found =
            found(&coins_of(coins, true), &Limits { depth: Some(depth), ..Limits::default() });
        assert_eq!((found.step.as_str(), found.value), (step, Value::Estimate(value)), "{coins:?}");
    }
}

#[test]
fn material_beats_random_moves() {
    for limits in [
        Limits { depth: Some(3), ..Limits::default() },
        Limits { nodes: Some(100), ..Limits::default() },
        Limits { depth: Some(3), threads: 2, ..Limits::default() },
    ] {
        let [won, lost] = against_random(&limits, true);
        assert!(won >= 50 && lost <= 10, "{limits:?}: {won} won, {lost} lost");
    }
}

#[test]
fn random_games_beat_random_moves() {
    let [won, lost] = against_random(&Limits { nodes: Some(200), ..Limits::default() }, false);
    assert!(won >= 50 && lost <= 10, "{won} won, {lost} lost");
}

/// A game without any evaluation is searched to a given depth: ends of the game are seen, all other
/// positions are worth the same, and the search ends without other limits.
#[test]
fn a_blind_search_sees_the_end_of_the_game() {
    let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
    let open = found(&coins_of(&[1, 2, 3, 4, 5, 6, 7, 8, 9], false), &depth(3));
    assert_eq!((open.step.as_str(), open.value, open.depth), ("left", Value::Estimate(0), 3));
    // The left coin only draws.
    let won = found(&coins_of(&[2, 1, 3], false), &depth(3));
    assert_eq!((won.step.as_str(), won.value), ("right", Value::Win(3)));
    // The left coin loses.
    let drawn = found(&coins_of(&[0, 0, 2, 1, 1], false), &depth(5));
    assert_eq!((drawn.step.as_str(), drawn.value), ("right", Value::Draw));
    let lost = found(&coins_of(&[1, 4, 2], false), &depth(3));
    assert_eq!(lost.value, Value::Loss(3));
}

/// There is an answer even where a search is stopped before it begins.
#[test]
fn a_stopped_search_finds_a_move() {
    for counts in [true, false] {
        let table = coins_of(&[1, 2, 3, 4, 5, 6, 7, 8, 9], counts);
        for limits in [
            Limits::default(),
            Limits::level(1, &table),
            Limits { nodes: Some(0), ..Limits::default() },
        ] {
            let search = Search { algorithm: Algorithm::Best, limits: &limits, watcher: &|| true };
            let found = search.visit(&table).unwrap();
            assert!(table.steps().contains(&found.step), "{counts}: {found:?}");
        }
    }
}

fn found(table: &TypedTable<Coins>, limits: &Limits) -> SearchResult {
    Search { algorithm: Algorithm::Best, limits, watcher: &|| false }.visit(table).unwrap()
}

/// Plays sixty games with random coins from each side against random moves. Returns how many the
/// search wins and how many it loses.
fn against_random(limits: &Limits, counts: bool) -> [u32; 2] {
    let mut generator = ChaCha8Rng::seed_from_u64(3);
    let mut results = [0; 2];
    for game in 0..60 {
        let coins: Vec<u32> = (0..13).map(|_| below(&mut generator, 10)).collect();
        let mut table = coins_of(&coins, counts);
        let own = Seat::new(game % 2);
        while let Some(seat) = table.next().seat() {
            let step = if seat == own {
                found(&table, &Limits { seed: game as u64, ..*limits }).step
            } else {
                table.random_step(&mut generator).unwrap()
            };
            table.step(&step).unwrap();
        }
        if let Some(winner) = table.next().outcome().and_then(|outcome| outcome.winner()) {
            results[usize::from(winner != own)] += 1;
        }
    }
    results
}

fn coins_of(coins: &[u32], counts: bool) -> TypedTable<Coins> {
    TypedTable::new(Coins { coins: coins.to_vec(), counts }, Options::new(&INFO))
}

/// A game of coins in a row: each seat in turn takes the first or the last coin, and the seat with
/// more in the end wins.
struct Coins {
    coins: Vec<u32>,
    /// Does the evaluation count what a seat has?
    counts: bool,
}

/// The range of coins that are left, what each seat has, and whose turn it is.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
struct State {
    left: [usize; 2],
    taken: [u32; 2],
    turn: Seat,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
enum End {
    Left,
    Right,
}

impl Rules for Coins {
    type State = State;
    type Move = End;
    type Chance = NoDice;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State { left: [0, self.coins.len()], taken: [0, 0], turn: Seat::FIRST }
    }

    fn next(&self, state: &State) -> Next {
        let [first, second] = state.taken;
        match state.left {
            [from, to] if from < to => Next::Move(state.turn),
            _ if first == second => Next::Over(Outcome::draw()),
            _ => Next::Over(Outcome::win(if first > second { Seat::FIRST } else { Seat::SECOND })),
        }
    }

    fn visit_moves<B>(
        &self,
        state: &State,
        visit: impl FnMut(End) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let ends: &[End] = match state.left[1] - state.left[0] {
            0 => &[],
            // The last one is at both ends.
            1 => &[End::Left],
            _ => &[End::Left, End::Right],
        };
        ends.iter().copied().try_for_each(visit)
    }

    fn play(&self, state: &mut State, end: End) {
        let coin = match end {
            End::Left => state.left[0],
            End::Right => state.left[1] - 1,
        };
        state.left = match end {
            End::Left => [coin + 1, state.left[1]],
            End::Right => [state.left[0], coin],
        };
        state.taken[state.turn.index()] += self.coins[coin];
        state.turn = state.turn.other();
    }
}

impl Notation for Coins {
    type Illegal = Refusal;

    fn hint(&self) -> Text {
        Text(|_| "left or right")
    }

    fn write_move(&self, _state: &State, end: End) -> String {
        if end == End::Left { "left" } else { "right" }.to_owned()
    }

    fn read_move(&self, state: &State, text: &str) -> Result<End, Refusal> {
        let end = self.moves(state).into_iter().find(|end| self.write_move(state, *end) == text);
        end.ok_or_else(|| Refusal::Illegal(Message::same(format!("`{text}` is no end of the row"))))
    }

    fn write_position(&self, state: &State) -> String {
        format!("{state:?}")
    }

    fn read_position(&self, _text: &str) -> Result<Loaded<State>, PositionError> {
        Err(PositionError::impossible(Message::same("no search reads one")))
    }

    fn ending(&self, _state: &State) -> Message {
        Message::same("all are taken")
    }
}

impl Presentation for Coins {
    fn board(&self) -> Board {
        grid_board(1, self.coins.len())
    }

    fn pieces(&self, _state: &State) -> Vec<Piece> {
        Vec::new()
    }

    fn touched(&self, _step: &StepOf<Self>) -> Vec<usize> {
        Vec::new()
    }
}

impl Evaluate for Coins {
    fn material(&self, state: &State, seat: Seat) -> Option<i32> {
        self.counts.then(|| state.taken[seat.index()] as i32)
    }
}

static INFO: Info = Info {
    id: "coins",
    title: "Coins",
    about: Text(|_| "take the greater ones."),
    summary: None,
    rules: Text(|_| ""),
    names: &["A", "B"],
    conventions: Conventions::NONE,
    scored: false,
    draws: true,
    minutes: (1, 1),
    options: &[OptionSpec::seats(2)],
    presets: &[],
    level_scores: &[],
    clear_advantage: 300,
    bench: &[],
    searches: "",
    scatter: None,
};
