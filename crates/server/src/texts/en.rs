//! English.

use super::{
    ErrorText, ForfeitReason, PreviewText, ServerReason, Texts, escaped, short_site, shortened,
};
use crate::commands::OfferKind;
use crate::names::{LONGEST_NAME, NameError};

pub(super) static TEXTS: Texts = Texts {
    former_player: "former player",
    nameless: "nameless",
    no_state: "a move needs `state`: the number of the state that it is meant for",
    no_invite: "this seat is reserved for the person who has its invite link",
    not_the_maker: "only the person who made the table can close it",
    not_over: "the game is not over",
    has_rematch: "there is already a rematch of this game",
    no_draw_with_programs: "only people can agree on a draw: engines and programs play to the end",
    nothing_to_take_back: "you have made no move that could be taken back",
    claim_from_oneself: "it is your own turn",
    no_claim: "you can claim the game only when the player to move has been away for long enough",
    not_begun: "the game has not begun: seats are still free",
    has_begun: "the game has begun already",
    is_over: "the game is over",
    is_closed: "the table was closed",
    dismissed: "the person who made this table has removed you from it",
    not_the_maker_dismisses: "only the person who made the table can remove a guest",
    no_dismissal: "only a guest can be removed, and only before the first move",
    muted: "the players of this table have muted you",
    no_dice: "the game has no dice to contribute to",
    has_rolled: "the die has been rolled: it is too late to contribute to the dice",
    no_seat: "you have no seat at this table",
    which_seat: "you have several seats: `seat` must say which",
    data_deleted: "your data has been deleted",
    not_confirmed: "to delete everything about you, send `{\"confirm\": true}`",
    wrong_token: "the server does not know this token",
    no_token: "this needs a token: `Authorization: Bearer TOKEN`, which POST /api/players gives",
    failed: "the server could not do it now: try again",
    no_storage: "the server cannot write to its storage now: nothing has changed, and nothing is \
        lost; try again in a moment",
    newer_table: "this table needs a newer version of the server; try again in a moment",
    no_choice: "an engine has found no move",
    random_instead: "random, because the engine failed",
    engines_end: "engines fail in this position",
    over_already: "the game would be over in this position",
    only_from: "a game that goes on from another takes neither `position` nor `obstacles`",
    game_or_from: "either `game` or `from` must be given",
    no_time_control: "a clock is none, 1 to 86400 seconds for a move, 1 to 86400 seconds for a \
        game with an increment of 0 to 3600, or 1 to 30 days for a move",
    too_much_work: "too much work for this address is waiting already",
    too_slow: "the request did not arrive in time",
    broken_body: "the body of the request cannot be read",
    no_host: "a request needs one `Host`: the name or address of this server",
    too_large: "the request is too large",
    not_analysed: "the game has not been analysed",
    one_analysis: "a game is being analysed for you already",
    one_look: "a position is being analysed for you already",
    no_binary: "messages must be text",
    hello_first: "the first message must be a hello",
    hello_once: "only the first message is a hello",
    stopping: "the server is stopping",
    take_seat: "open the link to take your seat: no account, nothing to install",
    watch_game: "open the link to watch",
    see_moves: "open the link to see every move",
    drawn: "draw",
    home_title: "Board games, together",
    home_text: "play the computer with one click, or send a friend a link: no account, nothing to \
        install",
    message,
    reason,
    preview,
};

fn preview(preview: &PreviewText) -> String {
    match preview {
        PreviewText::Invites { by, title } => format!("{by} invites you to a game of {title}"),
        PreviewText::Waits(title) => format!("A game of {title} is waiting for players"),
        PreviewText::Won(name) => format!("{name} won"),
        PreviewText::Rules(title) => format!("Rules of {title}"),
    }
}

fn message(message: &ErrorText) -> String {
    use ErrorText as M;
    match message {
        M::RequestLength { length, longest } => {
            format!("`request` has {length} bytes: allowed are 1 to {longest}")
        }
        M::OfferedTooOften(what) => {
            format!("{} has been offered often enough for now", offer(*what))
        }
        M::NoOffer(what) => format!("nobody offers {}", offer(*what)),
        M::Offered(what) => format!("{} has been offered already", offer(*what)),
        M::TooManyLines(most) => format!("more than {most} lines in a minute"),
        M::TooManyLinesOfWatchers(most) => {
            format!("more than {most} lines of spectators in a minute")
        }
        M::WatchersSaidEnough(most) => {
            format!(
                "spectators have written {most} lines at this table: only its players can write \
                more"
            )
        }
        M::ChatLine { length, longest } => {
            format!(
                "a line of {length} characters: allowed are 1 to {longest}, without control \
                characters"
            )
        }
        M::SeatedTooOften(most) => {
            format!("you have taken a seat at this table {most} times: more are not allowed")
        }
        M::NoWatcher(player) => {
            format!("`{player}` is not a spectator who has written something here")
        }
        M::NotMuted(player) => format!("`{player}` is not muted here"),
        M::MutedAlready(player) => format!("`{player}` is muted here already"),
        M::MutedTooOften(most) => {
            format!("people have been muted {most} times at this table: more are not allowed")
        }
        M::Taken(seat) => format!("seat {seat} is taken"),
        M::NoSuchSeat { seat, seats } => {
            format!("there is no seat {seat}: allowed are 1 to {seats}")
        }
        M::NotYourSeat(seat) => format!("seat {seat} is not yours"),
        M::NoEntropy(given) => {
            format!(
                "`{}` is no contribution to the dice: allowed are 64 hexadecimal digits",
                shortened(given)
            )
        }
        M::HasContributed(seat) => format!("seat {seat} has contributed to the dice already"),
        M::NoVariation { after, length, steps, longest } => {
            format!(
                "a variation of {length} steps after {after}: allowed are 1 to {longest} steps \
                after 0 to {}",
                steps.saturating_sub(1)
            )
        }
        M::TooManyVariations(most) => format!("{most} variations are kept already"),
        M::NoTable(id) => format!("there is no table `{id}`"),
        M::Damaged { table, damage } => format!("the table `{table}` cannot be read: {damage}"),
        M::NoName(name, why) => {
            let name = escaped(name);
            match why {
                NameError::Length(length) => {
                    format!("`{name}` has {length} characters: a name has 1 to {LONGEST_NAME}")
                }
                NameError::Unseen(c) => {
                    format!(
                        "`{name}` has the character U+{:04X}, which cannot be seen: it is not \
                        allowed in names",
                        u32::from(*c)
                    )
                }
                NameError::Marks => {
                    format!("`{name}` has accents without a letter, or more than fit on one")
                }
            }
        }
        M::TooManyTablesOf(name) => {
            format!(
                "{name} has too many games that are not over: finish one of them before a new one"
            )
        }
        M::TooManyTables(most) => {
            format!("{most} of your tables are not over: more are not allowed at once")
        }
        M::SeatsWanted { given, seats } => {
            format!("`seats` has {given} entries: this game has {seats} seats")
        }
        M::NoLevel(level) => format!("level {level}: allowed are 1 to 10"),
        M::NoStep { step, steps } => format!("step {step}: allowed are 0 to {steps}"),
        M::TooManySteps(most) => format!("more than {most} steps"),
        M::NoSuchList(which) => {
            format!("`{which}` is no list of tables: allowed are open, playing, over and mine")
        }
        M::NoPlace { place, places } => {
            format!("there is no place {place}: allowed are 0 to {}", places.saturating_sub(1))
        }
        M::LongNameOfSeat { length, most } => {
            format!("the name of a seat has {length} characters: allowed are at most {most}")
        }
        M::TooManyClicks { clicks, most } => format!("{clicks} clicks: allowed are at most {most}"),
        M::LinkLength { length, longest } => {
            format!("a text of {length} bytes: allowed are 1 to {longest}")
        }
        M::BadJson(error) => format!("this is not the JSON that is expected: {error}"),
        M::BadRequest(error) => error.clone(),
        M::TagIsNoWord { tag, found } => format!("`{tag}` is {found}: it must be a text"),
        M::NoFile(path) => format!("there is nothing at `{path}`"),
        M::NoMethod { method, path } => format!("nothing can be done at `{path}` with {method}"),
        M::OtherHost(name) => {
            format!(
                "`{}` is not this server: allowed are IP addresses, localhost and the names that \
                it was given",
                short_site(name)
            )
        }
        M::OtherOrigin(origin) => {
            format!(
                "pages of `{}` may not do this: only pages of this server may",
                short_site(origin)
            )
        }
        M::TooManyNewcomers(most) => {
            format!("more than {most} new players and tables in an hour from this address")
        }
        M::TooManyConnections(most) => format!("more than {most} connections from this address"),
        M::TooManyRequests(most) => {
            format!("more than {most} requests a second from this address")
        }
        M::TooManyAnalyses(most) => {
            format!(
                "{most} games or positions are being analysed for this address already: wait for \
                one of them"
            )
        }
        M::TooManyEngineTables(most) => {
            format!(
                "{most} games between engines alone from this address are not over: wait for one \
                of them, or close its table"
            )
        }
        M::TooManyWatched(most) => format!("more than {most} tables over one connection"),
        M::NoProgram(program) => format!("no program `{program}` is connected"),
        M::BusyProgram(name) => format!("{name} is playing already"),
        M::NotItsGame { program, game } => format!("{program} does not play {game}"),
        M::ProgramGone(name) => format!("{name} is no longer connected"),
    }
}

fn offer(what: OfferKind) -> &'static str {
    match what {
        OfferKind::Draw => "a draw",
        OfferKind::Takeback => "a takeback",
        OfferKind::Rematch => "a rematch",
    }
}

/// These texts are stored. They must not change: a stored text that is not recognised stays English
/// for readers of all languages.
fn reason(reason: &ServerReason) -> String {
    let (name, why) = match reason {
        ServerReason::TooManySteps(most) => return format!("{most} steps without an end"),
        ServerReason::Forfeit(name, why) => (name, why),
    };
    let why = match why {
        ForfeitReason::ServerStopped => "the server was stopped",
        ForfeitReason::NoOpponent => "nobody came to play",
        ForfeitReason::NoMove => "no move for too long",
        ForfeitReason::AwayTooLong => "away for too long",
        ForfeitReason::Fault(fault) => fault,
    };
    format!("{name}: {why}")
}
