//! The texts of the server that people read, one file for each language: refusals, reasons of
//! endings, and the names of people without a name. Stored texts, records and the log are English.

mod de;
mod en;
mod es;
mod pt;
#[cfg(test)]
mod tests;

use ludoteca_core::{Language, Refusal, Spelling, Tell, Text, errors_in_english};
use ludoteca_play::{Decision, Ending};

use crate::commands::OfferKind;
use crate::ids::Id;
use crate::names::{LONGEST_NAME, NameError};

/// Declares sentences without arguments: a constant for each, which is a field of [`Texts`].
macro_rules! texts {
    ($($name:ident = $field:ident;)+) => {
        /// The texts of one language.
        struct Texts {
            $($field: &'static str,)+
            message: fn(&ErrorText) -> String,
            reason: fn(&ServerReason) -> String,
            preview: fn(&PreviewText) -> String,
        }

        $(pub const $name: Text = Text(|language| texts(language).$field);)+

        /// All sentences without arguments.
        #[cfg(test)]
        const FIXED: &[Text] = &[$($name),+];
    };
}

texts! {
    FORMER_PLAYER = former_player;
    NAMELESS = nameless;
    NO_STATE = no_state;
    NO_INVITE = no_invite;
    NOT_THE_MAKER = not_the_maker;
    NOT_OVER = not_over;
    HAS_REMATCH = has_rematch;
    NO_DRAW_WITH_PROGRAMS = no_draw_with_programs;
    NOTHING_TO_TAKE_BACK = nothing_to_take_back;
    CLAIM_FROM_ONESELF = claim_from_oneself;
    NO_CLAIM = no_claim;
    NOT_BEGUN = not_begun;
    HAS_BEGUN = has_begun;
    IS_OVER = is_over;
    IS_CLOSED = is_closed;
    DISMISSED = dismissed;
    NOT_THE_MAKER_DISMISSES = not_the_maker_dismisses;
    NO_DISMISSAL = no_dismissal;
    MUTED = muted;
    NO_DICE = no_dice;
    HAS_ROLLED = has_rolled;
    NO_SEAT = no_seat;
    WHICH_SEAT = which_seat;
    DATA_DELETED = data_deleted;
    NOT_CONFIRMED = not_confirmed;
    WRONG_TOKEN = wrong_token;
    NO_TOKEN = no_token;
    FAILED = failed;
    NO_STORAGE = no_storage;
    NEWER_TABLE = newer_table;
    NO_CHOICE = no_choice;
    RANDOM_INSTEAD = random_instead;
    ENGINES_END = engines_end;
    OVER_ALREADY = over_already;
    ONLY_FROM = only_from;
    GAME_OR_FROM = game_or_from;
    NO_TIME_CONTROL = no_time_control;
    TOO_MUCH_WORK = too_much_work;
    TOO_SLOW = too_slow;
    BROKEN_BODY = broken_body;
    NO_HOST = no_host;
    TOO_LARGE = too_large;
    NOT_ANALYSED = not_analysed;
    ONE_ANALYSIS = one_analysis;
    ONE_LOOK = one_look;
    NO_BINARY = no_binary;
    HELLO_FIRST = hello_first;
    HELLO_ONCE = hello_once;
    STOPPING = stopping;
    TAKE_SEAT = take_seat;
    WATCH_GAME = watch_game;
    SEE_MOVES = see_moves;
    DRAWN = drawn;
    HOME_TITLE = home_title;
    HOME_TEXT = home_text;
}

fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

/// A message with arguments.
#[derive(Clone, Debug)]
pub enum ErrorText {
    /// The name of a request is empty or too long.
    RequestLength {
        length: usize,
        longest: usize,
    },
    /// Somebody has made the same offer too often.
    OfferedTooOften(OfferKind),
    /// Nobody has made the offer that is accepted or declined.
    NoOffer(OfferKind),
    /// The offer has been made already.
    Offered(OfferKind),
    /// Somebody has written more chat lines in a minute than are allowed.
    TooManyLines(usize),
    /// All spectators together have written more chat lines in a minute than are allowed.
    TooManyLinesOfWatchers(usize),
    /// Spectators have written as many lines as they may at one table.
    WatchersSaidEnough(usize),
    /// A chat line is empty, too long or has control characters.
    ChatLine {
        length: usize,
        longest: usize,
    },
    /// Somebody has taken a seat at this table as often as they may.
    SeatedTooOften(u32),
    /// There is no spectator with this id who has written something.
    NoWatcher(Id),
    NotMuted(Id),
    MutedAlready(Id),
    /// People have been muted at this table as often as it is allowed.
    MutedTooOften(u32),
    Taken(usize),
    NoSuchSeat {
        seat: usize,
        seats: usize,
    },
    NotYourSeat(usize),
    /// The text is no contribution to the dice.
    NoEntropy(String),
    HasContributed(usize),
    /// A variation is empty, too long, or begins where the game has no steps.
    NoVariation {
        after: usize,
        length: usize,
        steps: usize,
        longest: usize,
    },
    TooManyVariations(usize),
    NoTable(Id),
    /// A table cannot be read; the damage is described in English.
    Damaged {
        table: Id,
        damage: String,
    },
    NoName(String, NameError),
    /// A player of the rematch has as many unfinished games as a player may.
    TooManyTablesOf(String),
    /// The player who asks has as many unfinished games as a player may.
    TooManyTables(usize),
    /// The number of seats in a proposal is not that of the game.
    SeatsWanted {
        given: usize,
        seats: usize,
    },
    NoLevel(u8),
    NoStep {
        step: usize,
        steps: usize,
    },
    TooManySteps(usize),
    NoSuchList(String),
    NoPlace {
        place: usize,
        places: usize,
    },
    LongNameOfSeat {
        length: usize,
        most: usize,
    },
    TooManyClicks {
        clicks: usize,
        most: usize,
    },
    /// The text of a QR code is empty or too long.
    LinkLength {
        length: usize,
        longest: usize,
    },
    /// A body is not the expected JSON; the details are English.
    BadJson(String),
    /// A part of a request is not as expected; the details are English.
    BadRequest(String),
    /// A tag in JSON is not a string.
    TagIsNoWord {
        tag: String,
        found: String,
    },
    NoFile(String),
    NoMethod {
        method: String,
        path: String,
    },
    OtherHost(String),
    OtherOrigin(String),
    TooManyNewcomers(u32),
    TooManyConnections(usize),
    TooManyRequests(u32),
    TooManyAnalyses(usize),
    TooManyEngineTables(usize),
    TooManyWatched(usize),
    NoProgram(String),
    BusyProgram(String),
    NotItsGame {
        program: String,
        game: String,
    },
    ProgramGone(String),
}

/// What the preview of a link says.
#[derive(Clone, Debug)]
pub enum PreviewText {
    /// A person invites the reader to a game with this title.
    Invites { by: String, title: &'static str },
    /// A game with this title waits for players.
    Waits(&'static str),
    /// The player with this name has won.
    Won(String),
    /// The rules of the game with this title.
    Rules(&'static str),
}

/// Why the server itself ends a game. Its English text is what events contain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServerReason {
    /// The player with this name forfeits the game.
    Forfeit(String, ForfeitReason),
    /// The game has as many steps as a game may have.
    TooManySteps(usize),
}

/// Why a player forfeits a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForfeitReason {
    /// The server was stopped, and the program is no longer connected.
    ServerStopped,
    /// A program waited for an opponent too long.
    NoOpponent,
    /// The player did not move for too long.
    NoMove,
    /// The player was away for too long.
    AwayTooLong,
    /// A program made this error, described in English.
    Fault(String),
}

impl ServerReason {
    /// The reason with this English text.
    fn read(text: &str) -> Option<ServerReason> {
        use ForfeitReason::{AwayTooLong, NoMove, NoOpponent, ServerStopped};
        if let Some(steps) = text.split(' ').next().and_then(|number| number.parse().ok())
            && ServerReason::TooManySteps(steps).to_string() == text
        {
            return Some(ServerReason::TooManySteps(steps));
        }
        [ServerStopped, NoOpponent, NoMove, AwayTooLong].into_iter().find_map(|why| {
            let nobody = ServerReason::Forfeit(String::new(), why.clone()).to_string();
            let name = text.strip_suffix(&nobody)?;
            Some(ServerReason::Forfeit(name.to_owned(), why))
        })
    }
}

/// Why a game ended; `None` if it was stopped.
pub fn reason_of(ending: &Ending, language: Language) -> Option<String> {
    match ending {
        Ending::Played { reason, .. } => Some(reason.tell(language)),
        Ending::Adjudicated { reason, .. } => Some(decision(reason, language)),
        Ending::Stopped => None,
    }
}

/// Why a game was decided.
pub fn decision(decision: &Decision, language: Language) -> String {
    let shown = |name: &String| shown_name(name, language);
    let shown_decision = match decision {
        Decision::Resigned(name) => Decision::Resigned(shown(name)),
        Decision::OutOfTime(name) => Decision::OutOfTime(shown(name)),
        Decision::Left(name) => Decision::Left(shown(name)),
        Decision::WasAway(name) => Decision::WasAway(shown(name)),
        Decision::Agreed => Decision::Agreed,
        Decision::Other(text) => match ServerReason::read(text) {
            Some(ServerReason::Forfeit(name, why)) => {
                return tell(&ServerReason::Forfeit(shown(&name), why), language);
            }
            Some(reason) => return tell(&reason, language),
            None => return text.clone(),
        },
    };
    tell(&shown_decision, language)
}

fn tell(what: &impl Tell, language: Language) -> String {
    what.tell(language, Spelling::Typed)
}

/// A stored name as it is shown. The names of people who were erased, or whose names cannot be
/// shown, are stored as English words.
pub fn shown_name(name: &str, language: Language) -> String {
    for words in [FORMER_PLAYER, NAMELESS] {
        // People whose names look alike are told apart by a part of their id.
        if let Some(rest) = name.strip_prefix(words.tell(Language::English))
            && (rest.is_empty() || rest.starts_with(" #"))
        {
            return format!("{}{rest}", words.tell(language));
        }
    }
    name.to_owned()
}

/// A step that is refused.
#[derive(Debug)]
pub struct IllegalStep {
    /// The step as it was given.
    pub step: String,
    /// Why it is refused.
    pub refusal: Refusal,
}

impl Tell for IllegalStep {
    fn tell(&self, language: Language, spelling: Spelling) -> String {
        format!("{}: {}", self.step, self.refusal.tell(language, spelling))
    }
}

impl Tell for ErrorText {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        (texts(language).message)(self)
    }
}

impl Tell for PreviewText {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        (texts(language).preview)(self)
    }
}

impl Tell for ServerReason {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        (texts(language).reason)(self)
    }
}

errors_in_english!(ServerReason);

/// The text of a contribution to the dice as messages show it.
fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
}

/// A host or an origin as messages show it.
fn short_site(site: &str) -> String {
    site.chars().take(100).collect()
}

/// A refused name as messages show it: invisible characters are escaped.
fn escaped(name: &str) -> String {
    name.chars().take(LONGEST_NAME).flat_map(char::escape_debug).collect()
}

// The following texts are written into records or are names. They are the same for all readers.

/// The comment on a step that was taken back.
pub const TAKEN_BACK: &str = "taken back";

/// The comment on a roll that had been seen before it was taken back.
pub const KNOWN_ROLL: &str = "this roll was known";

/// The comment that describes steps that were taken back at this point, if nothing was played
/// instead.
pub fn taken_back_after<'a>(
    steps: usize,
    line: impl Iterator<Item = &'a str>,
    and_more: bool,
) -> String {
    let line: Vec<String> =
        (steps + 1..).zip(line).map(|(number, step)| format!("{number}. {step}")).collect();
    format!("taken back after this: {}{}", line.join(" "), if and_more { " …" } else { "" })
}

/// A name with a mark that distinguishes it from a similar name at the table.
pub fn distinguished(name: &str, mark: &str) -> String {
    format!("{name} #{mark}")
}

/// The name of a program that gives none.
pub fn program(number: usize) -> String {
    format!("program {number}")
}

/// The name of a client of Breakthrough's protocol.
pub fn client(number: u64) -> String {
    format!("client {number}")
}
