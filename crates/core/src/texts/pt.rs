//! Portuguese.

use super::shared::listed;
use super::{Prompt, Texts};
use crate::language::{Language, Spelling};
use crate::notation::PositionError;
use crate::options::{OptionError, OptionKind};
use crate::scene::words::PlainRefusal;
use crate::text::{BadPlacement, ParseError};

const LANGUAGE: Language = Language::Portuguese;

pub(super) static TEXTS: Texts = Texts {
    and: |_| "e",
    no_move: "não tem jogadas válidas",
    game_over: "a partida já acabou",
    board_is_full: "o tabuleiro está cheio",
    rows_option: "linhas do tabuleiro",
    cols_option: "colunas do tabuleiro",
    seats_option: "número de jogadores",
    board_size: |rows, cols| format!("tabuleiro de {rows}×{cols}"),
    player_count: |count| format!("{count} jogadores"),
    no_progress: |plies| match plies {
        0 => "sem limite de jogadas sem progresso".to_owned(),
        1 => "no máximo 1 jogada sem progresso".to_owned(),
        plies => format!("no máximo {plies} jogadas sem progresso"),
    },
    obstacles: |count| match count {
        1 => "1 obstáculo".to_owned(),
        count => format!("{count} obstáculos"),
    },
    classic: "Clássico",
    small_board: "Tabuleiro pequeno",
    three_players: "Três jogadores",
    four_players: "Quatro jogadores",
    placement_hint: "'linha coluna', para colocar uma peça nessa casa.",
    placement_form: "linha e coluna, dois números",
    empty: "livre",
    no_stones: "sem sementes",
    obstacle: "obstáculo",
    stones: |count| if count == 1 { "1 semente".to_owned() } else { format!("{count} sementes") },
    figure_of: |figure, owner| format!("{figure} de {owner}"),
    last_move: "última jogada",
    chosen: "escolhida",
    can_be_played: "jogável",
    players: "Jogadores:",
    captures: |count| format!("captura {count}"),
    pieces: |count| if count == 1 { "1 peça".to_owned() } else { format!("{count} peças") },
    prompt,
    none: "nenhuma",
    parse_error,
    bad_placement,
    plain_refusal,
    position_error,
    option_error,
    allowed,
};

fn prompt(prompt: Prompt) -> &'static str {
    match prompt {
        Prompt::ChooseCell => "Escolha uma casa livre",
        Prompt::ChooseBowl => "Escolha uma das suas covas",
        Prompt::MovePiece => "Escolha uma peça e depois o destino",
        Prompt::Roll => "Lance o dado",
    }
}

fn parse_error(error: &ParseError) -> String {
    match error {
        ParseError::Malformed { text, form } => {
            format!("`{text}` não é uma jogada: é preciso indicar {}", form.tell(LANGUAGE))
        }
        ParseError::OffBoard { row, col, last_row, last_col } => {
            format!(
                "a casa {row} {col} não existe: as linhas vão de 0 a {last_row}, \
                    as colunas de 0 a {last_col}"
            )
        }
    }
}

fn bad_placement(error: &BadPlacement, spelling: Spelling) -> String {
    match error {
        BadPlacement::Parse(error) => parse_error(error),
        BadPlacement::Taken(cell) => format!("a casa {} está ocupada", cell.spelled(spelling)),
        BadPlacement::Over => TEXTS.game_over.to_owned(),
    }
}

fn plain_refusal(refusal: &PlainRefusal) -> String {
    match refusal {
        PlainRefusal::CapturedStones => "as sementes capturadas não se jogam".to_owned(),
        PlainRefusal::NoEndHere => {
            "nenhuma peça que se possa colocar tem aqui uma ponta".to_owned()
        }
        PlainRefusal::BelongsTo(name) => format!("esta peça pertence a {name}"),
        PlainRefusal::NoLegalMove => "esta peça não tem nenhuma jogada válida".to_owned(),
        PlainRefusal::NothingMovable => "aqui não há nada que se possa jogar".to_owned(),
    }
}

fn position_error(error: &PositionError) -> String {
    match error {
        PositionError::Fields { text, form } => {
            format!("`{text}` não é uma posição: é preciso indicar {}", form.tell(LANGUAGE))
        }
        PositionError::Rows { found, expected } => {
            format!("este tabuleiro tem {expected} linhas, a posição tem {found}")
        }
        PositionError::Columns { row, text, expected } => {
            format!(
                "este tabuleiro tem {expected} colunas, mas a linha {row} da posição, `{text}`, \
                    não as tem"
            )
        }
        PositionError::Letter { found, allowed } => {
            let numbers = "números para as casas vazias seguidas".to_owned();
            format!(
                "`{found}` não representa nenhuma casa: são permitidos {}",
                listed(quoted(allowed).chain([numbers]), LANGUAGE)
            )
        }
        PositionError::Turn { found, allowed } => {
            format!(
                "`{found}` não indica o lugar que tem a vez: são permitidos {}",
                listed(quoted(allowed), LANGUAGE)
            )
        }
        PositionError::Number { what, found, min, max } => {
            format!(
                "`{found}` não é {}: tem de ser um número inteiro de {min} a {max}",
                what.tell(LANGUAGE)
            )
        }
        PositionError::Malformed { what, found } => {
            format!("`{found}` não indica {}", what.tell(LANGUAGE))
        }
        PositionError::Impossible(reason) => {
            format!("nenhuma partida chega a esta posição: {}", reason.tell(LANGUAGE))
        }
    }
}

/// Letters in backquotes, where `o` is not taken for the article.
fn quoted(letters: &str) -> impl Iterator<Item = String> {
    letters.chars().map(|letter| format!("`{letter}`"))
}

fn option_error(error: &OptionError) -> String {
    match error {
        OptionError::UnknownGame { id, known } => {
            format!("o jogo `{id}` não existe: existem {}", listed(known, LANGUAGE))
        }
        OptionError::UnknownOption { game, key, known } => {
            format!("{game} não tem a opção `{key}`: tem {}", listed(known, LANGUAGE))
        }
        OptionError::NoValue { text } => {
            format!("`{text}` não é uma opção: o formato é OPÇÃO=VALOR")
        }
        OptionError::NotAllowed { game, key, value, allowed } => {
            format!(
                "{game} não aceita {key}={}: aceita {}",
                value.tell(LANGUAGE),
                allowed.tell(LANGUAGE)
            )
        }
        OptionError::Twice { game, key, first, second } => {
            format!("a opção {key} de {game} aparece duas vezes, como {first} e como {second}")
        }
    }
}

fn allowed(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Number { min, max, .. } | OptionKind::Derived { min, max, .. }
            if min == max =>
        {
            format!("apenas {min}")
        }
        OptionKind::Number { min, max, .. } | OptionKind::Derived { min, max, .. } => {
            format!("um número inteiro de {min} a {max}")
        }
        OptionKind::Odd { min, max, .. } => format!("um número ímpar de {min} a {max}"),
        OptionKind::Cells => "casas na forma linha,coluna, separadas por /".to_owned(),
    }
}
