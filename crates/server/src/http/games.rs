//! The games that can be played.

use ludoteca_core::{Info, Language, OptionKind, OptionSpec, Preset, Seat};
use ludoteca_engines::characters::{CHARACTERS, Character};
use ludoteca_games::catalog;
use serde::Serialize;
use utoipa::ToSchema;

use super::language::{InLanguage, ReaderLanguage};

/// All games.
#[derive(Serialize, ToSchema)]
#[schema(as = Games)]
pub struct GamesResponse {
    /// The games, in the order in which they are shown.
    games: Vec<GameView>,
    /// The engine levels as opponents with names, from the weakest.
    opponents: Vec<OpponentView>,
}

/// An engine level as an opponent.
#[derive(Serialize, ToSchema)]
#[schema(as = Opponent)]
pub struct OpponentView {
    /// The level, from 1 to 10.
    level: u32,
    /// The name of the opponent.
    name: &'static str,
    /// How it plays, in a few words.
    temper: &'static str,
}

/// A game.
#[derive(Serialize, ToSchema)]
#[schema(as = Game)]
pub struct GameView {
    /// The id, which people type.
    id: &'static str,
    /// The title, which people read.
    title: &'static str,
    /// One sentence about the game.
    about: &'static str,
    /// The symbols of the seats.
    names: &'static [&'static str],
    /// The names of the sides, in games whose sides have names.
    sides: Vec<&'static str>,
    /// The parts that the seats play, in games where their moves differ: `Nature`.
    roles: Vec<&'static str>,
    /// The seat on the opposite side of the board, from 1: its player sees the board turned round.
    far_seat: Option<usize>,
    /// Is there a die?
    has_dice: bool,
    /// Does the game end with points and without a winner?
    scored: bool,
    /// Can the rules end the game in a draw?
    draws: bool,
    /// How many minutes a usual game takes people, at least and at most.
    minutes: [u8; 2],
    /// Options that are worth playing, the first of them for people who do not know the game.
    presets: Vec<PresetView>,
    /// The share of the points, in per cent, that each engine level from 2 on has scored against
    /// the level below, or `null` if that was not measured. The last levels may be missing.
    level_scores: &'static [Option<u8>],
    /// Can obstacles be drawn at random?
    can_scatter: bool,
    /// The options of the game.
    options: Vec<OptionView>,
}

/// Options of a game that are worth playing.
#[derive(Serialize, ToSchema)]
#[schema(as = Preset)]
pub struct PresetView {
    /// What people read: `Gomoku`.
    name: &'static str,
    /// The options in words: `15×15 board, 5 in a row`. It may be empty.
    words: String,
    /// The game and its options in one line.
    game: &'static str,
}

/// An option of a game.
#[derive(Serialize, ToSchema)]
#[schema(as = Opt)]
pub struct OptionView {
    /// The key, which is written before the `=`.
    key: &'static str,
    /// What the option sets.
    about: &'static str,
    /// `number`, `odd`, `derived` (a number whose default follows from others) or `cells`.
    kind: &'static str,
    /// The least value that is allowed.
    min: Option<u32>,
    /// The greatest value that is allowed.
    max: Option<u32>,
    /// The default.
    default: Option<u32>,
    /// How the default follows from other options, in words.
    rule: Option<&'static str>,
}

/// All games, with their options.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = GamesResponse)))]
pub async fn list(
    ReaderLanguage(language): ReaderLanguage,
) -> InLanguage<axum::Json<GamesResponse>> {
    let games = catalog::GAMES.iter().map(|info| game(info, language)).collect();
    let opponents = CHARACTERS.iter().map(|character| opponent(character, language)).collect();
    InLanguage(language, axum::Json(GamesResponse { games, opponents }))
}

fn game(info: &'static Info, language: Language) -> GameView {
    let has_dice =
        catalog::open(&ludoteca_core::Options::new(info)).is_ok_and(|table| table.has_dice());
    GameView {
        id: info.id,
        title: info.title,
        about: info.introduction().tell(language),
        names: info.names,
        sides: info.conventions.sides.iter().map(|side| side.tell(language)).collect(),
        roles: info.conventions.roles.iter().map(|role| role.tell(language)).collect(),
        far_seat: info.conventions.far_seat.map(Seat::number),
        has_dice,
        scored: info.scored,
        draws: info.draws,
        minutes: [info.minutes.0, info.minutes.1],
        presets: info.presets.iter().map(|preset| preset_view(preset, language)).collect(),
        level_scores: info.level_scores,
        can_scatter: info.scatter.is_some(),
        options: info.options.iter().map(|spec| opt(spec, language)).collect(),
    }
}

fn opponent(character: &Character, language: Language) -> OpponentView {
    let Character { level, name, playing_style } = character;
    OpponentView { level: *level, name, temper: playing_style.tell(language) }
}

fn preset_view(preset: &Preset, language: Language) -> PresetView {
    let options = catalog::parse(preset.options);
    let words = options.map(|options| options.words(language)).unwrap_or_default();
    PresetView { name: preset.name.tell(language), words, game: preset.options }
}

fn opt(spec: &OptionSpec, language: Language) -> OptionView {
    let (key, about) = (spec.key, spec.about.tell(language));
    let number = |kind, min: &u32, max: &u32, default: Option<u32>, rule| OptionView {
        key,
        about,
        kind,
        min: Some(*min),
        max: Some(*max),
        default,
        rule,
    };
    match &spec.kind {
        OptionKind::Number { min, max, default } => {
            number("number", min, max, Some(*default), None)
        }
        OptionKind::Odd { min, max, default } => number("odd", min, max, Some(*default), None),
        OptionKind::Derived { min, max, default } => {
            number("derived", min, max, None, Some(default.rule.tell(language)))
        }
        OptionKind::Cells => OptionView {
            key,
            about,
            kind: "cells",
            min: None,
            max: None,
            default: None,
            rule: None,
        },
    }
}
