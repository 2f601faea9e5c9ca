//! Breakthrough in the words of chess variant engines: UCI with `UCI_Variant`, on 8×8. This
//! translates both ways, for driving such engines.
//!
//! The first seat is white, at the bottom: our row 0 is rank 1, our column 0 is file a. A move is
//! written as both squares, `d2d3`.
//!
//! ```
//! use ludoteca_engines::protocols::uci;
//! assert_eq!(uci::to_uci("1 3 2 3"), "d2d3");
//! assert_eq!(uci::from_uci("d2d3").as_deref(), Ok("1 3 2 3"));
//! ```

use ludoteca_core::text::{self, numbers};
use ludoteca_core::{Options, PositionError, Text};

use super::messages::quoted;
use super::squares;

/// The option that chooses the variant.
pub const VARIANT_OPTION: &str = "UCI_Variant";

/// The name of the variant, which is also the id of our game.
pub const VARIANT: &str = "breakthrough";

/// The game with the board on which such engines play it.
pub const GAME: &str = "breakthrough rows=8 cols=8";

const SIZE: u8 = 8;

/// Why something is refused.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum UciError {
    /// UCI engines do not play this game.
    #[error("`{0}` is not their game: over UCI we play breakthrough, on 8x8")]
    UnsupportedGame(String),
    /// The word does not have the form of a move.
    #[error("`{0}` is no move: it takes two squares as in d2d3")]
    Malformed(String),
    /// The position cannot be set up.
    #[error("{0}")]
    Position(#[from] PositionError),
}

/// Checks that a game with these options is the one that is played over UCI.
///
/// # Errors
/// When it is another game.
pub fn check(options: &Options) -> Result<(), UciError> {
    let is_theirs = options.info().id == VARIANT
        && ["rows", "cols"].iter().all(|key| options.number(key) == u32::from(SIZE));
    if is_theirs { Ok(()) } else { Err(UciError::UnsupportedGame(options.to_string())) }
}

/// Translates a move into UCI's words. Anything but four numbers of the board stays as it is.
pub fn to_uci(step: &str) -> String {
    let squares = numbers(step).and_then(|[row, col, to_row, to_col]| {
        Some(squares::name(col, row, SIZE)? + &squares::name(to_col, to_row, SIZE)?)
    });
    squares.unwrap_or_else(|| step.to_owned())
}

/// Translates a UCI move into a step as typed. Whether it is legal is left to the rules.
///
/// # Errors
/// When the word is not two squares of the board.
pub fn from_uci(word: &str) -> Result<String, UciError> {
    let cell = |name: Option<&str>| {
        squares::read(name?, SIZE).map(|(file, rank)| format!("{rank} {file}"))
    };
    let [from, to] = [word.get(..2), word.get(2..)].map(cell);
    from.zip(to)
        .map(|(from, to)| format!("{from} {to}"))
        .ok_or_else(|| UciError::Malformed(quoted(word)))
}

/// The letters of the seats, in our positions and in UCI's.
const LETTERS: [&str; 2] = ["br", "Pp"];
const TURNS: &str = "wb";

/// The FEN of one of our positions. The move counters are those of a new game, since our position
/// does not know them.
///
/// # Errors
/// When the text is not a position of the game.
pub fn fen(position: &str) -> Result<String, UciError> {
    let [rows, turn] = text::fields(position, Text(|_| "ROWS TURN"))?;
    let [ours, theirs] = LETTERS;
    let turn = text::letter(TURNS, text::field_turn(turn, ours)?);
    Ok(format!("{} {turn} - - 0 1", turned(rows, ours, theirs)?))
}

/// Our position for a FEN.
///
/// # Errors
/// When the text is not a FEN of the game.
pub fn position(fen: &str) -> Result<String, UciError> {
    let mut fields = fen.split_whitespace();
    let rows = fields.next().unwrap_or_default();
    let [ours, theirs] = LETTERS;
    let turn = text::field_turn(fields.next().unwrap_or("w"), TURNS)?;
    Ok(format!("{} {}", turned(rows, theirs, ours)?, text::letter(ours, turn)))
}

/// Translates the rows into other letters and reverses their order.
fn turned(rows: &str, from: &str, to: &str) -> Result<String, PositionError> {
    let letter =
        |letter: char| match from.chars().zip(to.chars()).find(|(known, _)| *known == letter) {
            Some((_, other)) => Ok(other),
            None if letter.is_ascii_digit() => Ok(letter),
            None => Err(PositionError::Letter { found: letter, allowed: from.to_owned() }),
        };
    let rows = rows.split('/').rev().map(|row| row.chars().map(letter).collect());
    Ok(rows.collect::<Result<Vec<String>, _>>()?.join("/"))
}

#[cfg(test)]
mod tests {
    use ludoteca_games::catalog;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::*;

    #[test]
    fn whole_games_are_translated_both_ways() {
        let mut generator = ChaCha8Rng::seed_from_u64(8);
        let mut table = catalog::open_line("breakthrough rows=8 cols=8").unwrap();
        for _ in 0..20 {
            table.restart();
            assert_eq!(
                fen(&table.position()).unwrap(),
                "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1"
            );
            loop {
                let fen = fen(&table.position()).unwrap();
                assert_eq!(position(&fen).unwrap(), table.position(), "{fen}");
                for step in table.steps() {
                    assert_eq!(from_uci(&to_uci(&step)).unwrap(), step);
                }
                let Some(step) = table.random_step(&mut generator) else { break };
                table.step(&step).unwrap();
            }
        }
    }

    /// The position as Fairy-Stockfish shows it after a capture by the first seat; the second is to
    /// move.
    #[test]
    fn positions_are_those_of_an_engine() {
        let mut table = catalog::open_line("breakthrough rows=8 cols=8").unwrap();
        for move_ in ["d2d3", "e7e6", "d3d4", "e6e5", "d4e5"] {
            table.step(&from_uci(move_).unwrap()).unwrap();
        }
        let shown = "pppppppp/pppp1ppp/8/4P3/8/8/PPP1PPPP/PPPPPPPP b - - 0 3";
        assert_eq!(position(shown).unwrap(), table.position());
        assert_eq!(fen(&table.position()).unwrap(), shown.replace("0 3", "0 1"));
    }

    #[test]
    fn other_games_and_words_are_refused() {
        for (options, is_theirs) in [
            ("breakthrough rows=8 cols=8", true),
            ("breakthrough", false),
            ("breakthrough rows=8 cols=7", false),
            ("ataxx rows=5 cols=5", false),
        ] {
            assert_eq!(check(&catalog::parse(options).unwrap()).is_ok(), is_theirs, "{options}");
        }
        for word in ["", "d2", "d2d9", "d2d3q", "0000", "(none)", "i2d3", "éé2", "d2 d3"] {
            let error = from_uci(word).unwrap_err().to_string();
            assert_eq!(error, format!("`{word}` is no move: it takes two squares as in d2d3"));
        }
        for step in ["", "1 2", "8 0 8 1", "none"] {
            assert_eq!(to_uci(step), step);
        }
        assert!(position("8/8/8/8/8/8/8/q7 w").is_err() && fen("8/8 x").is_err());
    }
}
