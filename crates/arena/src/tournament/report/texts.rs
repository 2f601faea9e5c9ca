//! All texts of a report, apart from those that it shares with the terminal.

use crate::tournament::{EndCause, GameEnded, HeadToHead, PlayedGame};
use ludoteca_rating::statistics::Estimate;

pub const RANKING: &str = "Ranking";
pub const RANKING_CAPTION: &str =
    "Ratings in Elo, measured from the mean of all, with 95 % error bars.";
pub const RATINGS: &str = "Ratings";
pub const RATINGS_DESCRIPTION: &str = "Elo above and below the mean of all players, with 95 % error bars. Error bars that are far too long are cut off at the edge.";
pub const MATCH: &str = "The match";
pub const MATCH_CAPTION: &str = "From the first player's point of view.";
pub const PAIRS: &str = "Pairs";
pub const PAIRS_DESCRIPTION: &str = "the number of pairs of games with the same opening and the seats swapped, by the points of the first player.";
pub const CROSS: &str = "Each against each";
pub const CROSS_CAPTION: &str = "Won, drawn and lost against the player whose number is above.";
pub const CROSS_CAPTION_PLACES: &str =
    "How often the player came before, level with and after the player whose number is above.";
pub const MATRIX: &str = "Score matrix";
pub const MATRIX_DESCRIPTION: &str = "The score of the player at the left against the player above, in percent. Blue is more than half, orange less.";
pub const SEATS: &str = "Seats";
pub const SEATS_CAPTION: &str = "Average score of a game at each seat, and the number of games.";
pub const SEATS_CAPTION_POINTS: &str =
    "Average points of a game at each seat, and the number of games.";
pub const SEATS_DESCRIPTION: &str =
    "average score of a game, whichever player sat there; the dashed line is an even share.";
pub const ALL_PLAYERS: &str = "All";
pub const PROGRESS: &str = "Progress";
pub const PROGRESS_DESCRIPTION: &str =
    "how far each score was above or below one half, after each result of the tournament.";
pub const LENGTHS: &str = "Lengths";
pub const LENGTHS_DESCRIPTION: &str = "the number of games by their moves and rolls.";
pub const ENDINGS: &str = "Endings";
pub const ENDINGS_DESCRIPTION: &str = "the number of games by the reason for their end.";
pub const GAMES: &str = "Games";
pub const PLAYERS: &str = "Players";
pub const PLAYERS_CAPTION: &str = "The players, in the order of the ranking.";
pub const SETTINGS: &str = "Settings";
pub const SETTINGS_CAPTION: &str = "The settings of the tournament.";
pub const NO_GAMES: &str = "No game has been played yet.";

pub fn rating_of(name: &str, rating: Estimate) -> String {
    format!("{name}: {rating:.1}")
}

pub fn score_between([name, other]: [&str; 2], between: &HeadToHead) -> String {
    format!("{name} against {other}: {}, Elo {:.0}", between.counts(), between.elo())
}

pub fn games_of_length(count: u64, from: u64, to: u64) -> String {
    let range = if from == to { from.to_string() } else { format!("{from} to {to}") };
    format!("{range} steps: {}", games(count))
}

pub fn games(count: u64) -> String {
    format!("{count} {}", if count == 1 { "game" } else { "games" })
}

/// The progress of the tournament.
pub fn played(count: u64, planned: Option<u64>) -> String {
    match planned {
        Some(planned) => format!("Unfinished: {count} of {} so far.", games(planned)),
        None => format!("{}.", games(count)),
    }
}

pub fn all_games(count: usize) -> String {
    format!("All {}", games(count as u64))
}

/// The summary of a list that has only the games that ended by a fault.
pub fn games_with_faults(count: usize, all: usize) -> String {
    format!("{} of {all} that ended by a fault; too many to list the others", games(count as u64))
}

pub fn generated(version: &str, date: &str) -> String {
    format!("Made by {version} on {date}.")
}

/// Why a game ended, in full.
pub fn ending(game: &PlayedGame, names: &[String]) -> String {
    let name = |seat: usize| &names[game.fixture.seating[seat]];
    match &game.ended {
        GameEnded::Fault { seat, what, .. } => {
            format!("{} {}: {what}", name(*seat), EndCause::from(&game.ended))
        }
        GameEnded::Resigned { seat } => format!("{} resigned", name(*seat)),
        GameEnded::Rules | GameEnded::NoProgress | GameEnded::Length | GameEnded::Agreed => {
            EndCause::from(&game.ended).to_string()
        }
    }
}

/// `1–0`, `½–½`, or the places if there are more than two seats.
pub fn result(game: &PlayedGame) -> String {
    match &game.places[..] {
        [one, other] if one < other => "1–0".to_owned(),
        [one, other] if one > other => "0–1".to_owned(),
        [_, _] => "½–½".to_owned(),
        places => places.iter().map(u32::to_string).collect::<Vec<String>>().join(" "),
    }
}
