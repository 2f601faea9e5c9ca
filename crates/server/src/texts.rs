//! Texts that people read.

use std::fmt::Display;

use crate::commands::OfferKind;
use crate::names::{LONGEST_NAME, NameError};

pub const FORMER_PLAYER: &str = "former player";
pub const NAMELESS: &str = "nameless";
pub const AGREED: &str = "agreed";
pub const NO_STATE: &str = "a move needs `state`: the number of the state that it is meant for";
pub const NO_INVITE: &str = "this seat is kept for who has its invite link";
pub const NOT_THE_MAKER: &str = "only who made the table can give it up";
pub const NOT_OVER: &str = "the game is not over";
pub const HAS_REMATCH: &str = "the game has been followed by another already";
pub const NO_DRAW_WITH_PROGRAMS: &str =
    "programs play to the end: draws are agreed on between people";
pub const NOTHING_TO_TAKE_BACK: &str = "you have made no move that could be taken back";
pub const CLAIM_FROM_ONESELF: &str = "it is your own turn";
pub const NO_CLAIM: &str =
    "the game can be claimed only while who is to move has been away for long enough";
pub const NOT_BEGUN: &str = "the game has not begun: seats are still free";
pub const HAS_BEGUN: &str = "the game has begun already";
pub const IS_OVER: &str = "the game is over";
pub const IS_CLOSED: &str = "the table was given up";
pub const DISMISSED: &str = "the maker of this table has sent you away";
pub const NOT_THE_MAKER_DISMISSES: &str = "only who made the table can send a guest away";
pub const NO_DISMISSAL: &str = "only a guest can be sent away, and only before the first move";
pub const MUTED: &str = "the players of this table have muted you";
pub const NO_DICE: &str = "the game has no dice to contribute to";
pub const HAS_ROLLED: &str =
    "the die has been rolled: what is contributed to the dice after that does not count";
pub const TAKEN_BACK: &str = "taken back";
pub const KNOWN_ROLL: &str = "this roll was known";
pub const NO_SEAT: &str = "you have no seat at this table";
pub const WHICH_SEAT: &str = "you have several seats: `seat` must say which";
pub const DATA_DELETED: &str = "your data has been deleted";
pub const NOT_CONFIRMED: &str = "deleting everything about you takes `{\"confirm\": true}`";
pub const WRONG_TOKEN: &str = "the token is not known here";
pub const NO_TOKEN: &str =
    "this takes a token: `Authorization: Bearer TOKEN`, which POST /api/players gives";
pub const FAILED: &str = "the server could not do it now: try again";
pub const NO_STORAGE: &str = "the server cannot write to its storage now: nothing has changed, and nothing is lost; try again in a moment";
pub const NO_CHOICE: &str = "an engine has found no move";
pub const OVER_ALREADY: &str = "the game would be over in this position";
pub const ONLY_FROM: &str =
    "a game that goes on from another takes neither `position` nor `obstacles`";
pub const GAME_OR_FROM: &str = "either `game` or `from` must be given";
pub const NO_TIME_CONTROL: &str = "a clock is none, 1 to 86400 seconds for a move, 1 to 86400 seconds for a game with an increment of 0 to 3600, or 1 to 30 days for a move";
pub const TOO_MUCH_WORK: &str = "too much work for this address is waiting already";
pub const TOO_SLOW: &str = "the request did not arrive in time";
pub const BROKEN_BODY: &str = "the body of the request cannot be read";
pub const NO_HOST: &str = "a request needs one `Host`: the name or address of this server";
pub const TOO_LARGE: &str = "the request has more bytes than are read";
pub const NOT_ANALYSED: &str = "the game has not been analysed";
pub const ONE_ANALYSIS: &str = "a game is being analysed for you already";
pub const ONE_LOOK: &str = "an engine is looking at a position for you already";
pub const NO_BINARY: &str = "messages are text";
pub const HELLO_FIRST: &str = "the first message must be a hello";
pub const HELLO_ONCE: &str = "only the first message is a hello";
pub const SERVER_STOPPED: &str = "the server was stopped";
pub const NO_OPPONENT: &str = "nobody came to play";
pub const NO_MOVE: &str = "no move for too long";
pub const AWAY_TOO_LONG: &str = "away for too long";
pub const STOPPING: &str = "the server is stopping";

pub fn out_of_time(name: &str) -> String {
    format!("{name} ran out of time")
}

pub fn resigned(name: &str) -> String {
    format!("{name} resigned")
}

pub fn left(name: &str) -> String {
    format!("{name} left")
}

pub fn was_away(name: &str) -> String {
    format!("{name} was away for too long")
}

pub fn request_length(length: usize, longest: usize) -> String {
    format!("`request` has {length} bytes: allowed are 1 to {longest}")
}

pub fn stale(meant: usize, now: usize) -> String {
    format!("the game has gone on: this was meant for state {meant}, and it is at {now}")
}

pub fn often_enough(what: OfferKind) -> String {
    format!("a {} has been offered often enough for now", what.name())
}

pub fn too_many_lines(most: usize) -> String {
    format!("more than {most} lines in a minute")
}

pub fn too_many_lines_of_watchers(most: usize) -> String {
    format!("more than {most} lines of people who watch in a minute")
}

pub fn watchers_said_enough(most: usize) -> String {
    format!("people who watch have said {most} lines at this table: only its players can say more")
}

pub fn seated_often_enough(most: u32) -> String {
    format!("you have taken a seat at this table {most} times: more are not allowed")
}

pub fn no_watcher(player: &impl Display) -> String {
    format!("`{player}` is nobody who watches and has said something here")
}

pub fn not_muted(player: &impl Display) -> String {
    format!("`{player}` is not muted here")
}

pub fn muted_already(player: &impl Display) -> String {
    format!("`{player}` is muted here already")
}

pub fn muted_often_enough(most: u32) -> String {
    format!("people have been muted {most} times at this table: more are not allowed")
}

pub fn no_offer(what: OfferKind) -> String {
    format!("nobody offers a {}", what.name())
}

pub fn offered(what: OfferKind) -> String {
    format!("a {} has been offered already", what.name())
}

pub fn taken(seat: usize) -> String {
    format!("seat {seat} is taken")
}

pub fn no_entropy(given: &str) -> String {
    let shown: String = given.chars().take(80).collect();
    format!("`{shown}` is no contribution to the dice: allowed are 64 hexadecimal digits")
}

pub fn has_contributed(seat: usize) -> String {
    format!("seat {seat} has contributed to the dice already")
}

/// Describes steps that were taken back at this point, if nothing was played instead.
pub fn taken_back_after<'a>(
    steps: usize,
    line: impl Iterator<Item = &'a str>,
    and_more: bool,
) -> String {
    let line: Vec<String> =
        (steps + 1..).zip(line).map(|(number, step)| format!("{number}. {step}")).collect();
    format!("taken back after this: {}{}", line.join(" "), if and_more { " …" } else { "" })
}

pub fn no_such_seat(seat: usize, seats: usize) -> String {
    format!("there is no seat {seat}: allowed are 1 to {seats}")
}

pub fn not_your_seat(seat: usize) -> String {
    format!("seat {seat} is not yours")
}

pub fn chat_line(length: usize, longest: usize) -> String {
    format!("a line of {length} characters: allowed are 1 to {longest}, without control characters")
}

pub fn no_variation(after: usize, length: usize, steps: usize, longest: usize) -> String {
    format!(
        "a variation of {length} steps after {after}: allowed are 1 to {longest} steps after 0 to {}",
        steps.saturating_sub(1)
    )
}

pub fn too_many_variations(most: usize) -> String {
    format!("{most} variations are kept already")
}

pub fn illegal_step(step: &str, reason: &impl Display) -> String {
    format!("{step}: {reason}")
}

pub fn no_table(id: &impl Display) -> String {
    format!("there is no table `{id}`")
}

pub fn damaged(id: &impl Display, damaged: &impl Display) -> String {
    format!("the table `{id}` cannot be read: {damaged}")
}

pub fn no_name(name: &str, why: &NameError) -> String {
    let name: String = name.chars().take(LONGEST_NAME).flat_map(char::escape_debug).collect();
    match why {
        NameError::Length(length) => {
            format!("`{name}` has {length} characters: a name has 1 to {LONGEST_NAME}")
        }
        NameError::Unseen(c) => {
            format!(
                "`{name}` has the character U+{:04X}, which cannot be seen: names do without",
                u32::from(*c)
            )
        }
        NameError::Marks => {
            format!("`{name}` has accents without a letter, or more than fit on one")
        }
    }
}

/// The name of somebody that looks like the name of somebody else at the table.
pub fn told_apart(name: &str, mark: &str) -> String {
    format!("{name} #{mark}")
}

pub fn too_many_tables_of(name: &str) -> String {
    format!("{name} has too many tables that are not over: another game waits until one of them is")
}

pub fn too_many_tables(most: usize) -> String {
    format!("{most} of your tables are not over: more are not allowed at once")
}

pub fn seats_wanted(given: usize, seats: usize) -> String {
    format!("`seats` has {given} entries: this game has {seats} seats")
}

pub fn no_level(level: u8) -> String {
    format!("level {level}: allowed are 1 to 10")
}

pub fn no_program(program: &str) -> String {
    format!("no program `{program}` is connected")
}

pub fn no_step(step: usize, steps: usize) -> String {
    format!("step {step}: allowed are 0 to {steps}")
}

pub fn too_many_steps(most: usize) -> String {
    format!("{most} steps without an end")
}

pub fn bad_json(error: &impl Display) -> String {
    format!("this is not the JSON that is expected: {error}")
}

pub fn tag_is_no_word(tag: &str, found: &impl Display) -> String {
    format!("`{tag}` is {found}: it must be a text")
}

pub fn no_such_list(which: &str) -> String {
    format!("`{which}` is no list of tables: allowed are open, playing, over and mine")
}

pub fn no_place(place: usize, places: usize) -> String {
    format!("there is no place {place}: allowed are 0 to {}", places.saturating_sub(1))
}

pub fn long_name_of_seat(length: usize, most: usize) -> String {
    format!("a seat is called by {length} characters: allowed are at most {most}")
}

pub fn too_many_clicks(clicks: usize, most: usize) -> String {
    format!("{clicks} clicks: allowed are at most {most}")
}

pub fn no_file(path: &str) -> String {
    format!("there is nothing at `{path}`")
}

pub fn no_method(method: &impl Display, path: &str) -> String {
    format!("nothing can be done at `{path}` with {method}")
}

pub fn too_many_newcomers(most: u32) -> String {
    format!("more than {most} new players and tables in an hour from this address")
}

pub fn too_many_connections(most: usize) -> String {
    format!("more than {most} connections from this address")
}

pub fn too_many_requests(most: u32) -> String {
    format!("more than {most} requests a second from this address")
}

pub fn too_many_analyses(most: usize) -> String {
    format!(
        "{most} games or positions are being analysed for this address already: wait for one of them"
    )
}

pub fn too_many_engine_tables(most: usize) -> String {
    format!(
        "{most} games between engines alone from this address are not over: wait for one of them, or give it up"
    )
}

pub fn too_many_watched(most: usize) -> String {
    format!("more than {most} tables over one connection")
}

pub fn forfeited(name: &str, reason: &str) -> String {
    format!("{name}: {reason}")
}

pub fn busy_program(name: &str) -> String {
    format!("{name} plays already")
}

pub fn not_its_game(name: &str, game: &str) -> String {
    format!("{name} does not play {game}")
}

pub fn program_gone(name: &str) -> String {
    format!("{name} is not connected any more")
}

pub fn program(number: usize) -> String {
    format!("program {number}")
}

pub fn client(number: u64) -> String {
    format!("client {number}")
}

pub fn other_host(name: &str) -> String {
    let name: String = name.chars().take(100).collect();
    format!(
        "`{name}` is not this server: allowed are IP addresses, localhost and the names that it was given"
    )
}

pub fn other_origin(origin: &str) -> String {
    let origin: String = origin.chars().take(100).collect();
    format!("pages of `{origin}` may not do this: only pages of this server may")
}
