//! English.

use ludoteca_core::Spelling;

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "sow stones and capture the singles.",
    sides: ["South", "North"],
    rules: include_str!("../README.md"),
    hint: "The number of one of your bowls that holds stones.",
    bowls_option: "bowls of each seat",
    stones_option: "stones in each bowl at the start",
    win_option: "captured stones that win",
    half_of_all: "half of all stones",
    no_progress_option: "plies without a capture that end the game, 0 for no limit",
    position_form: "the stones of both sides and of the pots, the seat to move and the plies without a \
        capture, as in `4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 0`",
    side: "the stones of one side, a number for each bowl, joined by commas",
    pots: "the captured stones of both seats, as in `0,0`",
    stones: "a number of stones",
    clock: "a number of plies without a capture",
    player: |seat| format!("Player {seat}: "),
    illegal,
    impossible,
    phrase,
};

fn illegal(illegal: &Illegal, _spelling: Spelling) -> String {
    match illegal {
        Illegal::Malformed(text) => format!("`{text}` is no move: it takes the number of a bowl"),
        Illegal::NoSuchBowl { bowl, last } => {
            format!("there is no bowl {bowl}: they are 1 to {last}")
        }
        Illegal::NotYours { bowl, first, last } => {
            format!("bowl {bowl} is the other seat's: yours are {first} to {last}")
        }
        Illegal::Empty(bowl) => format!("bowl {bowl} is empty"),
        Illegal::Over => "the game is over".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Stones { found, all } => {
            format!("it has {found} stones, this game has {all}")
        }
        Impossible::SingleCaptured => {
            "a seat has captured 1 stone, and captures are of 2 or more".to_owned()
        }
        Impossible::BothWon(stones) => {
            format!("both seats have captured {stones} stones or more")
        }
        Impossible::WonBefore { turn, win } => {
            format!("seat {turn} is to move and has won already, with {win} stones or more")
        }
        Impossible::NotTheStart => {
            "before the first ply, it is the start and the turn of seat 1".to_owned()
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Won(stones) => format!("one player has captured {stones} stones or more"),
        Phrase::NoStonesLeft => "no stones are left in the bowls".to_owned(),
        Phrase::NoCapture(1) => "1 move without a capture".to_owned(),
        Phrase::NoCapture(plies) => format!("{plies} moves in a row without a capture"),
        Phrase::NoStones => "has no stones".to_owned(),
        Phrase::Bowl(number) => format!("bowl {number}"),
        Phrase::Pot(seat) => format!("pot {seat}"),
        Phrase::BowlsEach(1) => "1 bowl each".to_owned(),
        Phrase::BowlsEach(bowls) => format!("{bowls} bowls each"),
        Phrase::StonesEach(1) => "1 stone in each bowl".to_owned(),
        Phrase::StonesEach(stones) => format!("{stones} stones in each bowl"),
        Phrase::Captured(stones) => format!("{stones} captured"),
        Phrase::WinsUpTo(all) => format!("a whole number from 1 to all {all} stones"),
        Phrase::Sows(1) => "1 stone".to_owned(),
        Phrase::Sows(stones) => format!("{stones} stones"),
    }
}
