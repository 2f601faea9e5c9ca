//! What people read in a window, one file a language. A game's own sentences are in that game's
//! texts.

mod de;
mod en;
mod es;
mod pt;
#[cfg(test)]
mod tests;

use std::path::Path;

use ludoteca_core::scene::Scene;
use ludoteca_core::{
    Info, Language, Next, Seat, Spelling, Table, Tell, Verdict, errors_in_english,
};
use ludoteca_engines::characters::{character, score_against_the_level_below};
use ludoteca_engines::search_texts;
use ludoteca_play::seeds::NoSeed;
use ludoteca_play::{Ending, Engine, Event, Play, Player};
use ludoteca_search::SearchResult;

use crate::WindowError;
use crate::actions::Action;
use crate::session::Tone;

/// The name of the program, in titles.
pub const PROGRAM: &str = "Ludoteca";
/// The entry that leads to the parent folder.
pub const PARENT_FOLDER: &str = "../";

/// The texts of one language.
pub struct Texts {
    /// The titles of the menus.
    pub game_menu: &'static str,
    pub move_menu: &'static str,
    pub view_menu: &'static str,
    pub language_menu: &'static str,
    pub help_menu: &'static str,
    /// The label of an action.
    pub action: fn(Action) -> &'static str,
    /// The name of a key, from its English name.
    pub key: fn(&str) -> &str,

    /// Text after the name of the player to whom the window belongs.
    pub you: &'static str,
    /// Whose turn it is, in a headline.
    pub turn: fn(&str) -> String,
    pub roll_now: &'static str,
    /// How the game ended, where the record does not say it.
    pub game_over: &'static str,
    pub scored: fn(i32) -> String,
    /// The keys for a piece that is laid across several places.
    pub turn_and_lay: &'static str,
    /// Who thinks, and for how many seconds.
    pub thinking: fn(&str, u64) -> String,
    pub looking_for_hint: fn(u64) -> String,
    /// Questions: what the die shows, and which of several moves is meant.
    pub roll_shows: &'static str,
    pub which_move: &'static str,

    /// What happened.
    pub started: &'static str,
    pub skipped: fn(&str, &str) -> String,
    pub back_at_start: &'static str,
    pub back_at: fn(usize) -> String,
    pub saved: fn(&str) -> String,
    pub opened: fn(&str) -> String,
    /// The name of a file, the number of the game in it, and how many games it has.
    pub opened_of: fn(&str, usize, usize) -> String,
    pub copied: &'static str,
    /// Why a click or a button does nothing, as clauses.
    pub watching: &'static str,
    pub over: &'static str,
    pub roll_first: &'static str,
    pub others_turn: fn(&str) -> String,
    pub still_thinking: fn(&str) -> String,
    pub no_move: &'static str,
    pub engine_failed: &'static str,

    /// Headings and labels of the panels.
    pub seats: &'static str,
    pub messages: &'static str,
    pub play_group: &'static str,
    pub look_group: &'static str,
    pub analysis_group: &'static str,
    pub steps: &'static str,
    /// Text in the list of steps for the first position, and in place of a player for a roll.
    pub start: &'static str,
    pub die: &'static str,
    pub step_of: fn(usize, usize) -> String,
    /// Who fills a seat.
    pub manual: &'static str,
    pub random: &'static str,
    pub ai: &'static str,
    pub ai_level: fn(u8) -> String,
    /// The share of the points, in per cent, that an engine level has scored against the one below.
    pub level_score: fn(u8) -> String,
    pub mode_of: fn(&str) -> String,
    pub colour_of: fn(&str) -> String,
    pub usual_colour: &'static str,
    /// The analysis.
    pub analysing: &'static str,
    /// The depth of the search in plies, and whether the search goes on.
    pub depth: fn(u32, bool) -> String,
    /// Text before the moves that are expected to follow.
    pub best_line: &'static str,
    pub graph: fn(usize) -> String,

    /// Questions and their answers.
    pub quit_question: &'static str,
    pub quit_for_all: &'static str,
    /// The same question after the end of the game, and its answers.
    pub quit_finished: &'static str,
    pub yes_close: &'static str,
    pub stay_here: &'static str,
    pub yes_quit: &'static str,
    pub restart_question: &'static str,
    pub yes_restart: &'static str,
    pub keep_playing: &'static str,
    pub unsaved: &'static str,
    pub unsaved_finished: &'static str,
    pub cancel: &'static str,
    pub close: &'static str,
    /// Keys that do not stand for an action, and what they do.
    pub keys: [(&'static str, &'static str); 6],

    /// The dialogs for files.
    pub open_title: &'static str,
    pub save_title: &'static str,
    pub open: &'static str,
    pub save: &'static str,
    pub replace: &'static str,
    pub file_name: &'static str,
    pub which_game: &'static str,
    /// Text after the field for the number of a game: the last game is the default.
    pub the_last: &'static str,
    pub record_files: &'static str,
    pub no_file_name: &'static str,
    pub would_replace: fn(&str) -> String,
    pub no_game_number: fn(&str) -> String,

    /// The dialog for a new game.
    pub new_game: &'static str,
    pub begin: &'static str,
    /// How many minutes a game takes, at least and at most.
    pub minutes: fn(u8, u8) -> String,
    pub preset: &'static str,
    /// The choice of the opponent: the computer, or a person at the same window.
    pub opponent: &'static str,
    pub computer: &'static str,
    pub friend: &'static str,
    pub customise: &'static str,
    pub obstacles: &'static str,
    pub obstacles_drawn: &'static str,
    pub mirrored: &'static str,
    pub position: &'static str,
    pub position_usual: &'static str,
    pub seed: &'static str,
    pub seed_usual: &'static str,
    pub no_seed: fn(&str, &NoSeed) -> String,
    pub typed_dice: &'static str,
    pub name_of_player: fn(usize) -> String,
    pub mode_of_player: fn(usize) -> String,

    /// Where a broken window gives no reason.
    pub no_reason: &'static str,
    /// Why no window can be opened, or why an open one broke.
    window_error: fn(&WindowError) -> String,
}

/// The texts of a language.
pub fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

/// The title of a window: the game, and whose window it is.
pub fn title(game: &str, whose: Option<&str>, language: Language) -> String {
    match whose {
        Some(name) => format!("{game} – {name} {} – {PROGRAM}", texts(language).you),
        None => format!("{game} – {PROGRAM}"),
    }
}

/// The first message of a game.
pub fn starting(title: &str, about: &str) -> String {
    format!("{title}: {about}")
}

/// Whose turn it is, or how the game ended. `mine` are the seats of the people at this window.
pub fn status(
    play: &Play,
    next: Next,
    ending: Option<&Ending>,
    own: Option<Seat>,
    mine: &[Seat],
    language: Language,
) -> String {
    let texts = texts(language);
    match next {
        _ if ending.is_some() => ended(ending, play, mine, language),
        Next::Move(seat) => {
            let mut name = play.name(seat).to_owned();
            let words = role(play, seat, language).map(|role| format!("({role})"));
            let you = (own == Some(seat)).then(|| texts.you.to_owned());
            for word in words.into_iter().chain(you) {
                name += " ";
                name += &word;
            }
            (texts.turn)(&name)
        }
        Next::Chance => texts.roll_now.to_owned(),
        Next::Over(_) => ended(ending, play, mine, language),
    }
}

/// The part that a seat plays, in a game that has parts.
pub fn role(play: &Play, seat: Seat, language: Language) -> Option<&'static str> {
    let roles = play.table().options().info().conventions.roles;
    roles.get(seat.index()).map(|role| role.tell(language))
}

/// How a game ended, in a sentence for the people who play these seats.
pub fn ended(ending: Option<&Ending>, play: &Play, mine: &[Seat], language: Language) -> String {
    let texts = texts(language);
    match ending {
        None => texts.game_over.to_owned(),
        Some(Ending::Played { outcome, reason }) if outcome.verdict == Verdict::Scored => {
            let how = (texts.scored)(outcome.points(Seat::FIRST));
            match reason.tell(language) {
                why if why.is_empty() => how,
                why => format!("{how}: {why}"),
            }
        }
        Some(ending) => ending.told_to(mine, &play.names(), language),
    }
}

/// An event in a sentence; `None` if it is not announced. Steps are not: they are in their list.
pub fn event(event: &Event, play: &Play, language: Language) -> Option<(Tone, String)> {
    let texts = texts(language);
    let news = |text: String| Some((Tone::Info, text));
    match event {
        Event::Started => news(texts.started.to_owned()),
        Event::Stepped { .. } => None,
        Event::Skipped { seat, reason } => {
            news((texts.skipped)(play.name(*seat), &reason.tell(language)))
        }
        Event::TakenBack(0) => news(texts.back_at_start.to_owned()),
        Event::TakenBack(steps) => news((texts.back_at)(*steps)),
        Event::Seated { seat, player } => {
            news(format!("{}: {}", (texts.mode_of)(play.name(*seat)), mode(player, language)))
        }
        Event::Refused(reason) => {
            let reason = reason.clone().spelled(Spelling::Readable);
            Some((Tone::Refusal, sentence(&told(&reason, language))))
        }
        Event::Ended(ending) => news(ended(Some(ending), play, &[], language)),
    }
}

/// Something that can be told, such as a refusal, in a language.
pub fn told(what: &impl Tell, language: Language) -> String {
    what.tell(language, Spelling::Typed)
}

/// Turns a clause into a sentence with a capital letter. The name of a place, such as `a7`, keeps
/// its small letter.
pub fn sentence(clause: &str) -> String {
    let first_word = clause.split(' ').next().unwrap_or_default();
    if first_word.contains(|letter: char| letter.is_ascii_digit()) {
        return clause.to_owned();
    }
    let mut letters = clause.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Who fills a seat, in words. Engine levels are opponents with names.
pub fn mode(player: &Player, language: Language) -> String {
    let texts = texts(language);
    match player {
        Player::Manual => texts.manual.to_owned(),
        Player::Random => texts.random.to_owned(),
        Player::Engine(engine) if *engine == Engine::default() => texts.ai.to_owned(),
        Player::Engine(engine) => {
            let alone = Engine { level: engine.level, ..Engine::default() };
            match engine.level {
                Some(level) if *engine == alone => {
                    format!("{} – {}", character(level.into()).name, (texts.ai_level)(level))
                }
                _ => format!("{} ({engine})", texts.ai),
            }
        }
    }
}

/// What kind of opponent an engine level is in a game, with its strength where that was measured.
pub fn playing_style(level: u8, info: &Info, language: Language) -> String {
    let style = character(level.into()).playing_style.tell(language);
    match score_against_the_level_below(info, level.into()) {
        Some(share) => format!("{style}; {}", (texts(language).level_score)(share)),
        None => style.to_owned(),
    }
}

/// What the person to move does now, with the keys for a piece that is laid across several places.
pub fn prompt(scene: &Scene, language: Language) -> Option<String> {
    let prompt = scene.prompt.as_ref()?.tell(language);
    match scene.choices.iter().any(|choice| choice.covers.len() > 1) {
        true => Some(format!("{prompt} ({})", texts(language).turn_and_lay)),
        false => Some(prompt),
    }
}

/// The tooltip of a button.
pub fn tip(label: &str, key: Option<&str>) -> String {
    key.map_or(label.to_owned(), |key| format!("{label} ({key})"))
}

/// The best move with what it does, its value in words, and the moves that may follow.
pub fn hint(found: &SearchResult, table: &dyn Table, language: Language) -> String {
    let line = table.readable_line(&found.principal_variation);
    let told = line.iter().enumerate().map(|(at, step)| match at {
        0 => told(step, language),
        _ => step.step.tell(language),
    });
    search_texts::hint_in_words(found, &told.collect::<Vec<_>>(), language)
}

/// The name of a file without its folder.
pub fn short_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).display().to_string()
}

/// The number of a step, before its picture.
pub fn numbered(number: usize) -> String {
    format!("{number}.")
}

/// Who made a step, before the step.
pub fn by(number: usize, who: &str) -> String {
    format!("{number}. {who}: ")
}

/// What a position is worth to a seat, with the chance if it is known.
pub fn worth(name: &str, value: &str, chance: Option<f64>) -> String {
    match chance {
        Some(chance) => format!("{name}: {value} ({:.0} %)", 100.0 * chance),
        None => format!("{name}: {value}"),
    }
}

/// The default file name for a saved game.
pub fn file_name(game: &str) -> String {
    format!("{game}.txt")
}

impl Tell for WindowError {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        (texts(language).window_error)(self)
    }
}

errors_in_english!(WindowError);
