//! Owari: sowing and capturing.
//!
//! A program that plays without text asks the rules themselves:
//!
//! ```
//! use ludoteca_core::{Next, Rules, Seat};
//! use ludoteca_games::owari::{Bowl, Owari};
//!
//! let owari = Owari::default();
//! let mut state = owari.start();
//! let [one, two] = [Seat::FIRST, Seat::SECOND];
//!
//! assert_eq!(owari.next(&state), Next::Move(one), "whose turn it is, and whether the game is over");
//! assert!(owari.can_move(&state, two), "has it stones on its side?");
//! assert!(owari.is_legal(&state, Bowl(3)) && !owari.is_legal(&state, Bowl(7)), "a bowl of its own that holds stones");
//!
//! for bowl in [3, 10, 2, 7, 6] {
//!     owari.play(&mut state, Bowl(bowl));
//! }
//! assert_eq!(owari.stones_in(&state, Bowl(5)), 6);
//! assert_eq!([one, two].map(|seat| state.captured(seat)), [2, 0], "the scores");
//! assert_eq!(owari.leader(&state), Some(one), "nobody where they are equal");
//! ```

mod notation;
mod rules;
mod scene;
mod texts;

use ludoteca_core::{Bench, Customs, Derivation, Info, OptionError, OptionSpec, Options, Seat, Visitor};

pub use rules::{Bowl, Owari, State};
pub use texts::Illegal;

pub(crate) static INFO: Info = Info {
    id: "owari",
    title: "Owari",
    about: "sow stones and capture the singles.",
    rules: include_str!("README.md"),
    names: &["1", "2"],
    customs: Customs { far_seat: Some(Seat::SECOND), ..Customs::NONE },
    scored: false,
    options: &[
        OptionSpec::number("bowls", "bowls of each seat", 1, 8, 6),
        OptionSpec::number("stones", "stones in each bowl at the start", 1, 15, 4),
        OptionSpec::derived(
            "win",
            "captured stones that win",
            1,
            240,
            Derivation { rule: "half of all stones", value: half },
        ),
        OptionSpec::no_progress("plies without a capture that end the game, 0 for no limit", 100),
        OptionSpec::seats(2),
    ],
    bench: &[Bench { options: "owari", depth: 8, nodes: 541_565, games: 5_000 }],
    scatter: None,
};

/// Opens the game for typed code.
pub(crate) fn visit<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, OptionError> {
    let [bowls, stones, win, limit] = ["bowls", "stones", "win", "no-progress"].map(|key| options.number(key));
    let all = 2 * half(options);
    if win > all {
        return Err(options.not_allowed("win", win, texts::wins_up_to(all)));
    }
    Ok(visitor.visit(Owari::new(bowls as usize, stones, win, limit)))
}

fn half(options: &Options) -> u32 {
    options.number("bowls") * options.number("stones")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_core::conformance::{self, Effort};
    use ludoteca_core::{Next, Notation, Outcome, Portray, Rules, Seat, Verdict};

    #[test]
    fn keeps_the_contract() {
        conformance::check(&Owari::default(), Effort { games: 40, ..Effort::default() });
        for (bowls, stones, win, no_progress) in [
            (1, 1, 1, 100),
            (1, 15, 15, 0),
            (1, 2, 4, 3),
            (2, 1, 4, 100),
            (3, 4, 24, 10),
            (6, 4, 1, 100),
            (6, 4, 48, 1),
            (7, 3, 42, 0),
            (8, 15, 120, 100),
            (8, 1, 16, 20),
        ] {
            let owari = Owari::new(bowls, stones, win, no_progress);
            conformance::check(&owari, Effort { games: 10, ..Effort::default() });
        }
    }

    fn position(owari: &Owari, text: &str) -> State {
        owari.read_position(text).unwrap_or_else(|error| panic!("`{text}`: {error}")).state
    }

    /// Plays the moves and compares the position.
    fn plays(owari: &Owari, from: &str, moves: &[usize], to: &str) -> State {
        let mut state = position(owari, from);
        for bowl in moves {
            state = owari.after(&state, owari.read_move(&state, &bowl.to_string()).unwrap());
        }
        assert_eq!(owari.write_position(&state), to, "{from}: {moves:?}");
        state
    }

    #[test]
    fn moves_lead_where_the_rules_say() {
        let usual = Owari::default();
        for (from, moves, to) in [
            ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 0", &[3][..], "4,4,0,5,5,5/5,4,4,4,4,4 0,0 2 1"),
            // The example of the rules: bowls on both sides are captured.
            ("1,3,2,0,5,7/2,1,1,3,1,4 10,8 1 5", &[6], "0,3,2,0,5,0/3,0,0,4,0,5 18,8 2 0"),
            // Two stones or none before the move are not captured, however many there are afterwards.
            ("2,0,0,0,0,3/2,0,2,0,0,20 9,10 1 0", &[6], "2,0,0,0,0,0/3,1,3,0,0,20 9,10 2 1"),
            // All the way round: the emptied bowl gets a stone and is not captured, a single gets two and is.
            ("12,1,3,3,3,3/3,3,3,3,3,3 5,0 1 7", &[1], "1,0,4,4,4,4/4,4,4,4,4,4 7,0 2 0"),
            ("1,14,1,1,1,1/1,1,1,1,1,1 11,12 1 0", &[2], "0,1,0,0,0,0/0,0,0,0,0,0 35,12 2 0"),
            // Seat 2 has no stones: seat 1 moves again. The clock does not count the skip.
            ("2,0,0,0,0,0/0,0,0,0,0,1 22,23 2 3", &[12], "3,0,0,0,0,0/0,0,0,0,0,0 22,23 1 4"),
            ("3,0,0,0,0,0/0,0,0,0,0,0 22,23 1 4", &[1, 4, 5], "0,1,1,0,0,1/0,0,0,0,0,0 22,23 1 7"),
        ] {
            plays(&usual, from, moves, to);
        }
        // One bowl each: three stones go round, the emptied bowl gets the second.
        plays(&Owari::new(1, 2, 4, 0), "3/1 0,0 1 2", &[1], "1/0 3,0 1 0");
    }

    #[test]
    fn games_end() {
        let ends = |owari: &Owari, from, moves: &[usize], to, verdict, points: [i32; 2], ending| {
            let state = plays(owari, from, moves, to);
            let [one, two] = points;
            let outcome = Outcome { verdict, points: [one, two, 0, 0] };
            assert_eq!(owari.next(&state), Next::Over(outcome), "{to}");
            assert_eq!(owari.ending(&state), ending);
            assert_eq!(owari.leader(&state), outcome.winner());
        };
        let [one, two] = [Verdict::Won(Seat::FIRST), Verdict::Won(Seat::SECOND)];
        let usual = Owari::default();
        let enough = "a seat has captured 24 stones or more";
        let from = "0,0,0,0,0,1/1,0,0,0,0,2 22,22 1 99";
        ends(&usual, from, &[6], "0,0,0,0,0,0/0,0,0,0,0,2 24,22 2 0", one, [24, 22], enough);
        let from = "0,0,0,0,2,0/0,0,0,0,1,1 21,23 2 0";
        ends(&usual, from, &[11], "0,0,0,0,2,0/0,0,0,0,0,0 21,25 1 0", two, [21, 25], enough);
        // The hundredth ply without a capture; the turn stays where it falls, though that seat has no stones.
        let slow = "100 plies without a capture";
        let from = "0,1,0,0,0,0/0,0,0,0,0,2 22,23 1 99";
        ends(&usual, from, &[2], "0,0,1,0,0,0/0,0,0,0,0,2 22,23 2 100", two, [22, 23], slow);
        let from = "0,1,0,0,0,3/0,0,0,0,0,0 22,22 1 99";
        ends(&usual, from, &[2], "0,0,1,0,0,3/0,0,0,0,0,0 22,22 2 100", Verdict::Draw, [22, 22], slow);
        // More than half are wanted, and nothing is left to capture.
        let long = Owari::new(6, 4, 25, 100);
        let bare = "no stones are left in the bowls";
        let from = "0,0,0,0,0,1/1,0,0,0,0,0 22,24 1 99";
        ends(&long, from, &[6], "0,0,0,0,0,0/0,0,0,0,0,0 24,24 2 0", Verdict::Draw, [24, 24], bare);
    }

    #[test]
    fn skips_are_told() {
        let owari = Owari::default();
        let loaded = owari.read_position("3,0,0,0,0,0/0,0,0,0,0,0 22,23 2 4").unwrap();
        assert_eq!((loaded.state.turn, loaded.skipped), (Seat::FIRST, vec![Seat::SECOND]));
        let before = position(&owari, "2,1,0,0,0,0/0,0,0,0,0,0 22,23 1 4");
        let after = owari.after(&before, Bowl(2));
        assert_eq!(owari.skipped(&before, &after), [Seat::SECOND]);
        assert_eq!(owari.skip_reason(&after, Seat::SECOND), "has no stones");
        let after = owari.after(&owari.start(), Bowl(2));
        assert_eq!(owari.skipped(&owari.start(), &after), []);
    }

    #[test]
    fn moves_are_refused_with_the_reason() {
        let owari = Owari::default();
        let start = position(&owari, "4,0,4,4,4,4/4,4,4,4,4,4 4,0 1 0");
        let over = position(&owari, "4,0,4,4,0,0/0,4,4,4,0,0 24,0 2 0");
        for (state, text, reason) in [
            (&start, "", "`` is no move: it takes the number of a bowl"),
            (&start, "1 2", "`1 2` is no move: it takes the number of a bowl"),
            (&start, "+1", "`+1` is no move: it takes the number of a bowl"),
            (&start, "0", "there is no bowl 0: they are 1 to 12"),
            (&start, "13", "there is no bowl 13: they are 1 to 12"),
            (&start, "7", "bowl 7 is the other seat's: yours are 1 to 6"),
            (&start, "2", "bowl 2 is empty"),
            (&over, "8", "the game is over"),
        ] {
            assert_eq!(owari.read_move(state, text).unwrap_err().to_string(), reason, "`{text}`");
        }
        assert_eq!(owari.read_move(&start, " 03 "), Ok(Bowl(3)));
    }

    #[test]
    fn positions_are_refused_with_the_reason() {
        let owari = Owari::default();
        for (text, reason) in [
            (
                "4,4,4,4,4,4/4,4,4,4,4,4 0,0 1",
                "`4,4,4,4,4,4/4,4,4,4,4,4 0,0 1` is no position: it takes the stones of both sides and of the pots, the \
                 seat to move and the plies without a capture, as in `4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 0`",
            ),
            ("4,4,4,4,4,4 0,0 1 0", "this board has 2 rows, the position has 1"),
            (
                "4,4,4,4,4,4/4,4,4,4,8 0,0 1 0",
                "`4,4,4,4,8` is not the stones of one side, a number for each bowl, joined by commas",
            ),
            (
                "4,4,4,x,4,4/4,4,4,4,4,4 0,0 1 0",
                "`x` is not a number of stones: allowed is a whole number from 0 to 48",
            ),
            (
                "4,4,4,300,4,4/4,4,4,4,4,4 0,0 1 0",
                "`300` is not a number of stones: allowed is a whole number from 0 to 48",
            ),
            ("4,4,4,4,4,4/4,4,4,4,4,4 0 1 0", "`0` is not the captured stones of both seats, as in `0,0`"),
            (
                "4,4,4,4,4,4/4,4,4,4,4,4 0,0,0 1 0",
                "`0,0` is not a number of stones: allowed is a whole number from 0 to 48",
            ),
            ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 3 0", "`3` is no seat to move: allowed are 1 and 2"),
            (
                "4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 101",
                "`101` is not a number of plies without a capture: allowed is a whole number from 0 to 100",
            ),
            ("4,4,4,4,4,4/4,4,4,4,4,4 2,0 1 0", "no game comes to this position: it has 50 stones, this game has 48"),
            (
                "4,4,4,4,4,4/4,4,4,4,4,4 0,0 2 0",
                "no game comes to this position: before the first ply, it is the start and the turn of seat 1",
            ),
            (
                "4,4,4,4,4,4/4,4,4,4,4,3 1,0 1 0",
                "no game comes to this position: a seat has captured 1 stone, and captures are of 2 or more",
            ),
            (
                "0,0,0,0,0,0/0,0,0,0,0,0 24,24 1 0",
                "no game comes to this position: both seats have captured 24 stones or more",
            ),
            (
                "0,0,0,0,0,0/0,0,0,0,0,3 25,20 1 0",
                "no game comes to this position: seat 1 is to move and has won already, with 24 stones or more",
            ),
        ] {
            assert_eq!(owari.read_position(text).unwrap_err().to_string(), reason, "`{text}`");
        }
        let no_limit = Owari::new(6, 4, 24, 0);
        plays(&no_limit, "4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 4294967295", &[1], "0,5,5,5,5,4/4,4,4,4,4,4 0,0 2 4294967295");
    }

    #[test]
    fn options_that_do_not_go_together_are_refused() {
        let open = |line| crate::catalog::parse(line).and_then(|options| crate::catalog::open(&options)).map(drop);
        assert_eq!(open("owari bowls=8 stones=15 win=240"), Ok(()));
        let refused = open("owari bowls=2 stones=3 win=13").unwrap_err().to_string();
        assert_eq!(refused, "win=13 for owari: allowed is a whole number from 1 to all 12 stones");
    }

    #[test]
    fn the_board_is_shown() {
        let usual = Owari::default();
        assert_eq!(
            usual.drawing(&usual.start(), &["1", "2"]).text,
            "Player 2: 0

    12    11    10    9     8     7
( 4 ) ( 4 ) ( 4 ) ( 4 ) ( 4 ) ( 4 )

( 4 ) ( 4 ) ( 4 ) ( 4 ) ( 4 ) ( 4 )
    1     2     3     4     5     6

Player 1: 0
"
        );
        let small = Owari::new(2, 15, 60, 100);
        assert_eq!(
            small.drawing(&position(&small, "10,3/40,0 5,2 1 0"), &["A", "B"]).text,
            "Player 2: 2

    4     3
( 0 ) (40 )

(10 ) ( 3 )
    1     2

Player 1: 5
"
        );
        assert_eq!(usual.players_line(&usual.start(), &["1", "2"]), None);
    }
}
