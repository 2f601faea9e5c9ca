//! A search of two plies beats random play.

use ludoteca_core::{Next, Outcome, Seat};
use ludoteca_search::Limits;
use rand_core::Rng;

use crate::{found, generator, open};

/// Plays a game between one seat that searches and others that move at random.
fn play(options: &str, engine: Seat, depth: u32, generator: &mut impl Rng) -> Outcome {
    let mut table = open(options);
    loop {
        let step = match table.next() {
            Next::Over(outcome) => return outcome,
            Next::Move(seat) if seat == engine => {
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                Some(found(&*table, &limits).step)
            }
            Next::Move(_) | Next::Chance => table.random_step(generator),
        };
        table.step(&step.expect("the game goes on")).expect("a legal step");
    }
}

#[test]
fn random_play_is_beaten() {
    // The options, and of twenty games the least number of wins and the greatest number of losses.
    let rows = [
        ("ttt", 14, 0),
        ("attt", 18, 0),
        ("cn", 14, 0),
        ("cn rows=9 cols=9 line=5", 18, 0),
        ("cn line=3 seats=4", 17, 3),
        ("ataxx", 19, 1),
        ("ataxx seats=3", 17, 3),
        ("ataxx seats=4", 16, 4),
        ("breakthrough", 19, 0),
        ("owari", 19, 0),
        // Wins are rare in this game.
        ("alquerque", 15, 1),
    ];
    for (options, least_won, most_lost) in rows {
        let (mut won, mut lost) = (0, 0);
        for game in 0..20 {
            let engine = Seat::new(game % open(options).seats());
            match play(options, engine, 2, &mut generator(game as u64)).winner() {
                Some(winner) if winner == engine => won += 1,
                Some(_) => lost += 1,
                None => {}
            }
        }
        assert!(won >= least_won && lost <= most_lost, "{options}: {won} won, {lost} lost");
    }
}

#[test]
fn random_play_is_beaten_with_dice() {
    // The mean result of ten games in which one seat searches. With two random players it is about
    // 105.
    let mean = |engine| {
        (0..10)
            .map(|game| play("dawn", engine, 1, &mut generator(game)).points(Seat::FIRST))
            .sum::<i32>()
            / 10
    };
    let [nature, mission_control] = [Seat::FIRST, Seat::SECOND].map(mean);
    assert!(nature > 115 && mission_control < 10, "{nature}, {mission_control}");
}
