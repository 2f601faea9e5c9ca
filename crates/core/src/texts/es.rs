//! Spanish.

use super::shared::listed;
use super::{Prompt, Texts};
use crate::language::{Language, Spelling};
use crate::notation::PositionError;
use crate::options::{OptionError, OptionKind};
use crate::scene::words::PlainRefusal;
use crate::text::{BadPlacement, ParseError};

const LANGUAGE: Language = Language::Spanish;

pub(super) static TEXTS: Texts = Texts {
    and: |next| if starts_with_i(next) { "e" } else { "y" },
    no_move: "no tiene ninguna jugada legal",
    game_over: "la partida ha terminado",
    board_is_full: "el tablero está lleno",
    rows_option: "filas del tablero",
    cols_option: "columnas del tablero",
    seats_option: "número de jugadores",
    board_size: |rows, cols| format!("tablero de {rows}×{cols}"),
    player_count: |count| format!("{count} jugadores"),
    no_progress: |plies| match plies {
        0 => "sin límite de jugadas sin avance".to_owned(),
        1 => "como mucho 1 jugada sin avance".to_owned(),
        plies => format!("como mucho {plies} jugadas sin avance"),
    },
    obstacles: |count| match count {
        1 => "1 obstáculo".to_owned(),
        count => format!("{count} obstáculos"),
    },
    classic: "Clásico",
    small_board: "Tablero pequeño",
    three_players: "Tres jugadores",
    four_players: "Cuatro jugadores",
    placement_hint: "'fila columna' para colocar una ficha en esa casilla.",
    placement_form: "la fila y la columna, dos números",
    empty: "libre",
    no_stones: "sin semillas",
    obstacle: "obstáculo",
    stones: |count| {
        if count == 1 { "1 semilla".to_owned() } else { format!("{count} semillas") }
    },
    figure_of: |figure, owner| format!("{figure} de {owner}"),
    last_move: "última jugada",
    chosen: "tu elección",
    can_be_played: "se puede jugar",
    players: "Jugadores:",
    captures: |count| format!("captura {count}"),
    pieces: |count| if count == 1 { "1 ficha".to_owned() } else { format!("{count} fichas") },
    prompt,
    none: "ninguna",
    parse_error,
    bad_placement,
    plain_refusal,
    position_error,
    option_error,
    allowed,
};

/// Does a word begin with the sound of `i`? Then `y` becomes `e` before it.
fn starts_with_i(word: &str) -> bool {
    let word = word.to_lowercase();
    let word = word.strip_prefix('h').unwrap_or(&word);
    let is_diphthong = word.starts_with("ia") || word.starts_with("ie");
    word.starts_with(['i', 'í']) && !is_diphthong
}

fn prompt(prompt: Prompt) -> &'static str {
    match prompt {
        Prompt::ChooseCell => "Elige una casilla libre",
        Prompt::ChooseBowl => "Elige uno de tus hoyos",
        Prompt::MovePiece => "Elige una ficha y luego su destino",
        Prompt::Roll => "Tira el dado",
    }
}

fn parse_error(error: &ParseError) -> String {
    match error {
        ParseError::Malformed { text, form } => {
            format!("`{text}` no es una jugada: hay que indicar {}", form.tell(LANGUAGE))
        }
        ParseError::OffBoard { row, col, last_row, last_col } => {
            format!(
                "no existe la casilla {row} {col}: las filas van de 0 a {last_row} \
                y las columnas, de 0 a {last_col}"
            )
        }
    }
}

fn bad_placement(error: &BadPlacement, spelling: Spelling) -> String {
    match error {
        BadPlacement::Parse(error) => parse_error(error),
        BadPlacement::Taken(cell) => {
            format!("la casilla {} está ocupada", cell.spelled(spelling))
        }
        BadPlacement::Over => TEXTS.game_over.to_owned(),
    }
}

fn plain_refusal(refusal: &PlainRefusal) -> String {
    match refusal {
        PlainRefusal::CapturedStones => "las semillas capturadas no se juegan".to_owned(),
        PlainRefusal::NoEndHere => "no se puede colocar nada con un extremo aquí".to_owned(),
        PlainRefusal::BelongsTo(name) => format!("esto es de {name}"),
        PlainRefusal::NoLegalMove => "esta ficha no tiene ninguna jugada legal".to_owned(),
        PlainRefusal::NothingMovable => "aquí no hay nada que se pueda mover".to_owned(),
    }
}

fn position_error(error: &PositionError) -> String {
    match error {
        PositionError::Fields { text, form } => {
            format!("`{text}` no es una posición: hay que indicar {}", form.tell(LANGUAGE))
        }
        PositionError::Rows { found, expected } => {
            let rows = if *found == 1 { "fila" } else { "filas" };
            format!("la posición tiene {found} {rows} y este tablero, {expected}")
        }
        PositionError::Columns { row, text, expected } => {
            format!(
                "este tablero tiene {expected} columnas, pero la fila {row} de la posición, \
                `{text}`, tiene otro número de casillas"
            )
        }
        PositionError::Letter { found, allowed } => {
            format!(
                "`{found}` no significa nada en una posición: se admiten {}, \
                además de números para las casillas vacías seguidas",
                listed(allowed.chars().map(|letter| format!("`{letter}`")), LANGUAGE)
            )
        }
        PositionError::Turn { found, allowed } => {
            format!(
                "`{found}` no indica a quién le toca jugar: se admiten {}",
                listed(allowed.chars().map(|letter| format!("`{letter}`")), LANGUAGE)
            )
        }
        PositionError::Number { what, found, min, max } => {
            format!(
                "`{found}` no es {}: debe ser un número entero de {min} a {max}",
                what.tell(LANGUAGE)
            )
        }
        PositionError::Malformed { what, found } => {
            format!("`{found}` no es {}", what.tell(LANGUAGE))
        }
        PositionError::Impossible(reason) => {
            format!("ninguna partida llega a esta posición: {}", reason.tell(LANGUAGE))
        }
    }
}

fn option_error(error: &OptionError) -> String {
    match error {
        OptionError::UnknownGame { id, known } => {
            format!("no hay ningún juego `{id}`: los juegos son {}", listed(known, LANGUAGE))
        }
        OptionError::UnknownOption { game, key, known } => {
            format!("{game} no tiene la opción `{key}`, solo {}", listed(known, LANGUAGE))
        }
        OptionError::NoValue { text } => {
            format!("`{text}` no es una opción: la forma es CLAVE=VALOR")
        }
        OptionError::NotAllowed { game, key, value, allowed } => {
            format!(
                "{key}={} no vale para {game}; valores admitidos: {}",
                value.tell(LANGUAGE),
                allowed.tell(LANGUAGE)
            )
        }
        OptionError::Twice { game, key, first, second } => {
            format!("{key} aparece dos veces para {game}, como {first} y como {second}")
        }
    }
}

fn allowed(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Number { min, max, .. } | OptionKind::Derived { min, max, .. }
            if min == max =>
        {
            format!("solo {min}")
        }
        OptionKind::Number { min, max, .. } | OptionKind::Derived { min, max, .. } => {
            format!("un número entero de {min} a {max}")
        }
        OptionKind::Odd { min, max, .. } => format!("un número impar de {min} a {max}"),
        OptionKind::Cells => "casillas escritas como fila,columna y separadas por /".to_owned(),
    }
}
