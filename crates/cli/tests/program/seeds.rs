//! With a seed everything repeats, and games without people come to an end.

use crate::external::prints;
use crate::records::GAMES;

/// Random players play, with a weak AI in every other seat.
#[test]
fn games_repeat_with_their_seed_and_come_to_an_end() {
    for line in GAMES {
        let engines = line.replace("X:r", "X:a1").replace("W:r", "W:a1").replace("R:r", "R:a1");
        let engines = engines.replace("1:r", "1:a1").replace("N:r", "N:a1").replace("A:r", "A:a1");
        for line in [*line, engines.as_str()] {
            let play = |seed: u32| prints(&format!("{line} --auto --seed {seed}"));
            let games: Vec<String> = (1..=4).map(play).collect();
            assert_eq!(play(1), games[0], "{line}");
            assert!(
                games[1..].iter().any(|game| *game != games[0]),
                "{line}: the seed changes nothing"
            );
            for game in games {
                let over = game
                    .split_once("\nGame Over!!\n")
                    .unwrap_or_else(|| panic!("{line}: {game}"))
                    .1;
                let finished = [
                    "Game Status: Won\nWinner: ",
                    "Game Status: Draw\n",
                    "Game Status: Finished\nResult: ",
                ];
                assert!(finished.iter().any(|ending| over.contains(ending)), "{line}: {over}");
                assert!(!game.contains("Type "), "{line}: nobody is asked");
            }
        }
    }
}

/// An engine that overlooks nothing finds the same with every seed, and the plain engine with any
/// number of threads, too. A weaker engine finds the same with the same seed.
#[test]
fn engines_repeat_themselves() {
    for (line, other) in [
        ("-g ttt -p X:a10,O:a10", "-g ttt -p X:a10,O:a10:memory=64"),
        (
            "-g breakthrough -d 5x4 -p 1:a3,2:a2",
            "-g breakthrough -d 5x4 -p 1:a3,2:a2:algorithm=best",
        ),
        ("-g cn -d 3x4 -p A:a2,B:a1,C:a2", "-g cn -d 3x4 -p A:a2,B:a1:memory=64,C:a2"),
        (
            "-g owari -p 1:a:depth=3;algorithm=minimax,2:a:nodes=50",
            "-g owari -p 1:a:depth=3;algorithm=minimax;threads=2,2:a:nodes=50",
        ),
        (
            "-g alquerque -p W:a:depth=2,B:a:nodes=500",
            "-g alquerque -p W:a:depth=2;memory=64,B:a:nodes=500",
        ),
    ] {
        let game = prints(&format!("{line} --auto --seed 1"));
        let overlooks =
            [":a1", ":a2", ":a3"].iter().any(|mode| line.contains(mode) && !line.contains(":a10"));
        assert_eq!(prints(&format!("{line} --auto --seed 2")) == game, !overlooks, "{line}");
        assert_eq!(prints(&format!("{other} --auto --seed 1")), game, "{other}");
    }
    let game = prints("-g ttt -p X:a,O:a --auto");
    assert!(game.ends_with("Game Status: Draw\n"), "{game}");
}
