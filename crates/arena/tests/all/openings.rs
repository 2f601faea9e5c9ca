//! Tests of the openings of games.

use ludoteca_arena::tournament::Openings;
use ludoteca_games::catalog;
use ludoteca_play::seeds::Seed;
use ludoteca_play::{Play, Seated};

fn begun(game: &str, openings: &Openings, number: u64) -> Play {
    let options = catalog::parse(game).expect("this works in a test");
    let names = &options.info().names[..options.number("seats") as usize];
    let seats: Vec<Seated> = names.iter().map(|name| Seated::manual(name)).collect();
    openings.begin(&options, &seats, Seed::Number(7), number).expect("this works in a test")
}

fn steps(play: &Play) -> Vec<&str> {
    play.record().steps.iter().map(|recorded| recorded.step.as_str()).collect()
}

#[test]
fn openings_differ_and_repeat() {
    let openings = Openings { positions: Vec::new(), steps: 4 };
    for game in catalog::GAMES {
        let all: Vec<Play> = (0..20).map(|number| begun(game.id, &openings, number)).collect();
        let again = begun(game.id, &openings, 3);
        assert_eq!((steps(&again), again.record().seed), (steps(&all[3]), all[3].record().seed));
        let mut different: Vec<_> = all.iter().map(steps).collect();
        different.sort_unstable();
        different.dedup();
        assert!(different.len() > 10, "{}: {} of 20", game.id, different.len());
    }
}

#[test]
fn no_opening_ends_the_game() {
    // Most random games of Tic-Tac-Toe are over after eight steps, all are after nine.
    for (steps, left) in [(8, 8), (9, 8), (100, 8)] {
        for number in 0..20 {
            let play = begun("ttt", &Openings { positions: Vec::new(), steps }, number);
            assert_eq!((play.ending(), play.steps()), (None, left));
        }
    }
}

#[test]
fn positions_come_in_turn() {
    let positions = ["3/1x1/3 o".to_owned(), "x2/3/3 o".to_owned()].to_vec();
    let openings = Openings { positions: positions.clone(), steps: 0 };
    for (number, position) in [(0, 0), (1, 1), (2, 0)] {
        assert_eq!(begun("ttt", &openings, number).table().position(), positions[position]);
    }
    let openings = Openings { positions, steps: 2 };
    assert_eq!(steps(&begun("ttt", &openings, 1)).len(), 2);
}
