//! German.

use super::shared::listed;
use super::{Prompt, Texts};
use crate::language::{Language, Spelling};
use crate::notation::PositionError;
use crate::options::{OptionError, OptionKind};
use crate::scene::words::PlainRefusal;
use crate::text::{BadPlacement, ParseError};

const LANGUAGE: Language = Language::German;

pub(super) static TEXTS: Texts = Texts {
    and: |_| "und",
    no_move: "hat keinen erlaubten Zug",
    game_over: "die Partie ist zu Ende",
    board_is_full: "das Spielbrett ist voll",
    rows_option: "Zeilen des Spielbretts",
    cols_option: "Spalten des Spielbretts",
    seats_option: "Zahl der Spieler",
    board_size: |rows, cols| format!("Brett {rows}×{cols}"),
    player_count: |count| format!("{count} Spieler"),
    no_progress: |plies| match plies {
        0 => "beliebig viele Halbzüge ohne Fortschritt".to_owned(),
        1 => "höchstens 1 Halbzug ohne Fortschritt".to_owned(),
        plies => format!("höchstens {plies} Halbzüge ohne Fortschritt"),
    },
    obstacles: |count| match count {
        1 => "1 Hindernis".to_owned(),
        count => format!("{count} Hindernisse"),
    },
    classic: "Klassisch",
    small_board: "Kleines Brett",
    three_players: "Drei Spieler",
    four_players: "Vier Spieler",
    placement_hint: "'Zeile Spalte', um einen Spielstein auf dieses Feld zu setzen.",
    placement_form: "zwei Zahlen, Zeile und Spalte",
    empty: "frei",
    no_stones: "keine Samen",
    obstacle: "Hindernis",
    stones: |count| format!("{count} Samen"),
    figure_of: |figure, owner| format!("{figure} von {owner}"),
    last_move: "letzter Zug",
    chosen: "gewählt",
    can_be_played: "spielbar",
    players: "Spieler:",
    captures: |count| format!("schlägt {count}"),
    pieces: |count| {
        if count == 1 { "1 Spielstein".to_owned() } else { format!("{count} Spielsteine") }
    },
    prompt,
    none: "keine",
    parse_error,
    bad_placement,
    plain_refusal,
    position_error,
    option_error,
    allowed,
};

/// A form is in the plural, in the nominative.
fn prompt(prompt: Prompt) -> &'static str {
    match prompt {
        Prompt::ChooseCell => "Wähle ein freies Feld",
        Prompt::ChooseBowl => "Wähle eine deiner Mulden",
        Prompt::MovePiece => "Wähle einen Spielstein, dann sein Ziel",
        Prompt::Roll => "Würfle",
    }
}

fn parse_error(error: &ParseError) -> String {
    match error {
        ParseError::Malformed { text, form } => {
            format!("`{text}` ist kein Zug; erwartet werden {}", form.tell(LANGUAGE))
        }
        ParseError::OffBoard { row, col, last_row, last_col } => {
            format!(
                "es gibt kein Feld {row} {col}; die Zeilen gehen von 0 bis {last_row}, \
                die Spalten von 0 bis {last_col}"
            )
        }
    }
}

fn bad_placement(error: &BadPlacement, spelling: Spelling) -> String {
    match error {
        BadPlacement::Parse(error) => parse_error(error),
        BadPlacement::Taken(cell) => format!("Feld {} ist besetzt", cell.spelled(spelling)),
        BadPlacement::Over => TEXTS.game_over.to_owned(),
    }
}

fn plain_refusal(refusal: &PlainRefusal) -> String {
    match refusal {
        PlainRefusal::CapturedStones => "geschlagene Samen bleiben im Speicher".to_owned(),
        PlainRefusal::NoEndHere => "hier kann keiner der erlaubten Spielsteine enden".to_owned(),
        PlainRefusal::BelongsTo(name) => format!("das gehört {name}"),
        PlainRefusal::NoLegalMove => "dieser Spielstein hat keinen erlaubten Zug".to_owned(),
        PlainRefusal::NothingMovable => "hier ist nichts, womit man ziehen kann".to_owned(),
    }
}

/// A form is in the plural, in the nominative. What a number is stands after "als", without an
/// article. What a malformed field should be is a clause: `hier stehen …`. The reason why a
/// position is impossible is a main clause, which also stands after "denn".
fn position_error(error: &PositionError) -> String {
    match error {
        PositionError::Fields { text, form } => {
            format!("`{text}` ist keine Stellung; erwartet werden {}", form.tell(LANGUAGE))
        }
        PositionError::Rows { found, expected } => {
            format!("das Spielbrett hat {expected} Zeilen, die Stellung aber {found}")
        }
        PositionError::Columns { row, text, expected } => {
            format!(
                "das Spielbrett hat {expected} Spalten, Zeile {row} der Stellung, `{text}`, \
                aber nicht"
            )
        }
        PositionError::Letter { found, allowed } => {
            format!(
                "`{found}` hat in der Stellung keine Bedeutung; erlaubt sind {} sowie Zahlen für \
                Folgen freier Felder",
                listed(allowed.chars(), LANGUAGE)
            )
        }
        PositionError::Turn { found, allowed } => {
            format!(
                "`{found}` ist kein Platz, der am Zug sein kann; erlaubt sind {}",
                listed(allowed.chars(), LANGUAGE)
            )
        }
        PositionError::Number { what, found, min, max } => {
            format!(
                "`{found}` ist als {} nicht möglich; erlaubt ist eine ganze Zahl von {min} \
                bis {max}",
                what.tell(LANGUAGE)
            )
        }
        PositionError::Malformed { what, found } => {
            format!("`{found}` passt nicht; {}", what.tell(LANGUAGE))
        }
        PositionError::Impossible(reason) => {
            format!("diese Stellung kommt in keiner Partie vor, denn {}", reason.tell(LANGUAGE))
        }
    }
}

fn option_error(error: &OptionError) -> String {
    match error {
        OptionError::UnknownGame { id, known } => {
            format!("das Spiel `{id}` gibt es nicht, nur {}", listed(known, LANGUAGE))
        }
        OptionError::UnknownOption { game, key, known } => {
            format!("{game} hat keine Option `{key}`, nur {}", listed(known, LANGUAGE))
        }
        OptionError::NoValue { text } => {
            format!("`{text}` ist keine Option; Optionen haben die Form OPTION=WERT")
        }
        OptionError::NotAllowed { game, key, value, allowed } => {
            format!(
                "{key}={} ist bei {game} nicht möglich; erlaubt: {}",
                value.tell(LANGUAGE),
                allowed.tell(LANGUAGE)
            )
        }
        OptionError::Twice { game, key, first, second } => {
            format!("{key} ist für {game} doppelt angegeben, als {first} und als {second}")
        }
    }
}

/// Each of them also stands after "erlaubt:" and "erlaubt ist".
fn allowed(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Number { min, max, .. } | OptionKind::Derived { min, max, .. }
            if min == max =>
        {
            format!("nur {min}")
        }
        OptionKind::Number { min, max, .. } | OptionKind::Derived { min, max, .. } => {
            format!("eine ganze Zahl von {min} bis {max}")
        }
        OptionKind::Odd { min, max, .. } => format!("eine ungerade Zahl von {min} bis {max}"),
        OptionKind::Cells => "eine Liste von Feldern als Zeile,Spalte, durch / getrennt".to_owned(),
    }
}
