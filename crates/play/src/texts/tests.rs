//! Every text in every language.

use ludoteca_core::conformance::check_texts;
use ludoteca_core::{Algorithm, Message, OptionError, Outcome, PositionError, Seat, Verdict};

use super::*;
use crate::players::{Limit, Range};
use crate::record::{Dice, Ending};

fn all(language: Language) -> Vec<String> {
    let text = || "T".to_owned();
    let option = || OptionError::NoValue { text: text() };
    let not_allowed =
        |allowed| PlayersError::NotAllowed { key: "k", value: "v".to_owned(), allowed };
    let told: Vec<Box<dyn Tell>> = vec![
        Box::new(Refused::Over),
        Box::new(Refused::Stale { meant: 3, now: 5 }),
        Box::new(Refused::NoSuchSeat { seat: Seat::new(3), seats: 2 }),
        Box::new(Refused::NoVerdict),
        Box::new(Refused::NotTheirTurn(text())),
        Box::new(Refused::RollFirst),
        Box::new(Refused::NoRoll),
        Box::new(Refused::OtherDice(Dice::Drawn)),
        Box::new(Refused::OtherDice(Dice::Typed)),
        Box::new(Refused::HasRolled),
        Box::new(Refused::Illegal(Message::same("R"))),
        Box::new(Refused::NothingToTakeBack),
        Box::new(Refused::NothingToRedo),
        Box::new(PlayersError::EmptyName(text())),
        Box::new(PlayersError::NoName(text())),
        Box::new(PlayersError::LongName(text())),
        Box::new(PlayersError::SameName(text())),
        Box::new(PlayersError::NoMode { mode: "m".to_owned(), player: text() }),
        Box::new(PlayersError::NoSetting(text())),
        Box::new(not_allowed(Range::UpTo(9))),
        Box::new(not_allowed(Range::Mebibytes(9))),
        Box::new(not_allowed(Range::Time)),
        Box::new(not_allowed(Range::OneOf(vec!["a", "b"]))),
        Box::new(PlayersError::Twice(text())),
        Box::new(PlayersError::NoDepth),
        Box::new(PlayersError::OnlyDepth(Limit::Level)),
        Box::new(PlayersError::OnlyDepth(Limit::Nodes)),
        Box::new(PlayersError::OnlyDepth(Limit::Time)),
        Box::new(PlayersError::NoLevels(Algorithm::Mcts)),
        Box::new(SetupError::NoObstacles { game: "g" }),
        Box::new(SetupError::Option(option())),
        Box::new(BadRecord::Options(option())),
        Box::new(BadRecord::OtherGame { record: "a".to_owned(), table: "b".to_owned() }),
        Box::new(BadRecord::Seats { players: 3, seats: 2 }),
        Box::new(BadRecord::Position(PositionError::Rows { found: 3, expected: 5 })),
        Box::new(BadRecord::Step(4, Refused::Over)),
        Box::new(Decision::Resigned(text())),
        Box::new(Decision::OutOfTime(text())),
        Box::new(Decision::Left(text())),
        Box::new(Decision::WasAway(text())),
        Box::new(Decision::Agreed),
        Box::new(ResultFor::Won),
        Box::new(ResultFor::Lost),
        Box::new(ResultFor::WonBy(text())),
        Box::new(ResultFor::Draw),
        Box::new(ResultFor::Finished(None)),
        Box::new(ResultFor::Finished(Some(1))),
        Box::new(ResultFor::Finished(Some(26))),
        Box::new(ResultFor::Stopped),
        Box::new(NoSeed),
        Box::new(NoEntropy),
    ];
    told.iter().map(|what| what.tell(language, Spelling::Typed)).collect()
}

#[test]
fn every_text_is_told_in_every_language() {
    // A reason is told as it is.
    check_texts(all, &["R"]);
}

#[test]
fn an_ending_is_told_to_each_person() {
    let reason = Decision::Resigned("Ada".to_owned());
    let won = Ending::Adjudicated { verdict: Verdict::Won(Seat::SECOND), reason };
    let (one, two) = (Seat::FIRST, Seat::SECOND);
    let outcome = Outcome { verdict: Verdict::Scored, points: [26, -26, 0, 0] };
    let reason = Message::new(Decision::Other("all is played".to_owned()));
    let scored = Ending::Played { outcome, reason };
    for (ending, mine, told) in [
        (&scored, &[one][..], "Finished with 26 points: all is played"),
        (&won, &[two][..], "You win: Ada resigned"),
        (&won, &[one], "You lose: Ada resigned"),
        (&won, &[one, two], "Eve wins: Ada resigned"),
        (&won, &[], "Eve wins: Ada resigned"),
        (&Ending::Stopped, &[one], "The game was stopped"),
    ] {
        assert_eq!(ending.told_to(mine, &["Ada", "Eve"], Language::English), told);
    }
    assert_eq!(
        won.told_to(&[one], &["Ada", "Eve"], Language::German),
        "Du hast verloren: Ada hat aufgegeben"
    );
}
