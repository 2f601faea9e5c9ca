//! English.

use ludoteca_core::{Language, Spelling, Tell};

use super::Texts;
use crate::play::{BadRecord, Refused};
use crate::players::{LONGEST_NAME, Limit, PlayersError, Range};
use crate::record::{Decision, Dice, ResultFor};
use crate::setup::SetupError;

const LANGUAGE: Language = Language::English;

pub(super) static TEXTS: Texts = Texts {
    refused,
    players_error,
    setup_error,
    bad_record,
    decision,
    result_for,
    no_seed: |_| {
        format!("allowed is a whole number from 0 to {}, or 64 hexadecimal digits", u64::MAX)
    },
    no_entropy: |_| "allowed are 64 hexadecimal digits".to_owned(),
};

fn tell(part: &impl Tell) -> String {
    part.tell(LANGUAGE, Spelling::Typed)
}

fn refused(refused: &Refused) -> String {
    match refused {
        Refused::Over => "the game is over".to_owned(),
        Refused::Stale { meant, now } => {
            format!("the game has gone on: this was meant for state {meant}, and it is at {now}")
        }
        Refused::NoSuchSeat { seat, seats } => {
            format!("there is no seat {seat} at a table of {seats}")
        }
        Refused::NoVerdict => {
            "a game is decided for a winner or as a draw, not by a score".to_owned()
        }
        Refused::NotTheirTurn(name) => format!("it is not the turn of {name}"),
        Refused::RollFirst => "the die must be rolled first".to_owned(),
        Refused::NoRoll => "the die is not to be rolled now".to_owned(),
        Refused::OtherDice(Dice::Drawn) => "the die is rolled by the program".to_owned(),
        Refused::OtherDice(Dice::Typed) => "the roll of the die is to be typed".to_owned(),
        Refused::HasRolled => {
            "the die has been rolled, so contributions no longer count".to_owned()
        }
        Refused::Illegal(reason) => reason.tell(LANGUAGE),
        Refused::NothingToTakeBack => "there is nothing to take back".to_owned(),
        Refused::NothingToRedo => "no move was taken back that could be redone".to_owned(),
    }
}

fn players_error(error: &PlayersError) -> String {
    match error {
        PlayersError::EmptyName(list) => {
            format!(
                "an empty name in the players `{list}`: the form is NAME or NAME:MODE, joined by commas"
            )
        }
        PlayersError::NoName(name) => {
            format!(
                "`{name}` is no name: white space, control characters, `,`, `:` and `*` alone are not allowed"
            )
        }
        PlayersError::LongName(name) => {
            let name: String = name.chars().take(LONGEST_NAME).collect();
            format!("`{name}…` is too long for a name: at most {LONGEST_NAME} letters are allowed")
        }
        PlayersError::SameName(name) => {
            format!("two players are called `{name}`: names must differ")
        }
        PlayersError::NoMode { mode, player } => {
            format!(
                "`{mode}` in `{player}` is no mode: allowed are m (manual), r (random), a (AI), a1 to a10 (AI level), \
                 and settings as in a:time=2s;threads=2"
            )
        }
        PlayersError::NoSetting(setting) => {
            format!(
                "`{setting}` is no setting of an AI: allowed are depth, nodes, time, threads, memory and algorithm, as in a:time=2s;threads=2"
            )
        }
        PlayersError::NotAllowed { key, value, allowed } => {
            let allowed = match allowed {
                Range::UpTo(most) => format!("a whole number from 1 to {most}"),
                Range::Mebibytes(most) => format!("a whole number from 1 to {most}, in MiB"),
                Range::Time => "a time as in 500ms, 2s, 1.5s or 1m, up to a day".to_owned(),
                Range::OneOf(names) => {
                    format!("one of {}", ludoteca_core::shared::listed(names, LANGUAGE))
                }
            };
            format!("{key}={value} for an AI: allowed is {allowed}")
        }
        PlayersError::Twice(key) => format!("{key} is given twice for an AI"),
        PlayersError::NoDepth => {
            "algorithm=minimax for an AI without depth: it needs one, as in a:depth=5;algorithm=minimax".to_owned()
        }
        PlayersError::OnlyDepth(limit) => {
            let limit = match limit {
                Limit::Level => "a level",
                Limit::Nodes => "nodes",
                Limit::Time => "time",
            };
            format!(
                "algorithm=minimax for an AI with {limit}: it uses only depth, as in a:depth=5;algorithm=minimax"
            )
        }
        PlayersError::NoLevels(algorithm) => {
            format!(
                "algorithm={algorithm} for an AI with a level: it overlooks nothing, and is limited by nodes or time, as in a:nodes=1000;algorithm={algorithm}"
            )
        }
    }
}

fn setup_error(error: &SetupError) -> String {
    match error {
        SetupError::NoObstacles { game } => format!("{game} has no obstacles"),
        SetupError::Option(error) => tell(error),
    }
}

fn bad_record(error: &BadRecord) -> String {
    match error {
        BadRecord::Options(error) => tell(error),
        BadRecord::OtherGame { record, table } => {
            format!("a record of `{record}` at a table of `{table}`")
        }
        BadRecord::Seats { players, seats } => format!("{players} players at a table of {seats}"),
        BadRecord::Position(error) => tell(error),
        BadRecord::Step(step, refused) => format!("step {step}: {}", tell(refused)),
    }
}

fn decision(decision: &Decision) -> String {
    match decision {
        Decision::Resigned(name) => format!("{name} resigned"),
        Decision::OutOfTime(name) => format!("{name} ran out of time"),
        Decision::Left(name) => format!("{name} left"),
        Decision::WasAway(name) => format!("{name} was away for too long"),
        Decision::Agreed => "agreed".to_owned(),
        Decision::Other(reason) => reason.clone(),
    }
}

fn result_for(result: &ResultFor) -> String {
    match result {
        ResultFor::Won => "You win".to_owned(),
        ResultFor::Lost => "You lose".to_owned(),
        ResultFor::WonBy(name) => format!("{name} wins"),
        ResultFor::Draw => "Draw".to_owned(),
        ResultFor::Finished(None) => "The game is over".to_owned(),
        ResultFor::Finished(Some(1)) => "Finished with 1 point".to_owned(),
        ResultFor::Finished(Some(points)) => format!("Finished with {points} points"),
        ResultFor::Stopped => "The game was stopped".to_owned(),
    }
}
