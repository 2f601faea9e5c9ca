//! A game as a program is told it, in the words of its dialect.

use ludoteca_core::Table;

use super::failed::Failed;
use crate::protocols::language::{Dialect, Start, ToEngine, as_typed, as_word, quoted};
use crate::protocols::{uai, uci};

/// A game in progress, in the words of a dialect: told in ours, step by step, and told on in theirs.
pub struct Told {
    start: Start,
    steps: Vec<String>,
    words: Words,
}

/// What the dialect needs to know of the game, to find its words.
enum Words {
    /// Nothing: steps as typed.
    Plain,
    /// All of it: a move's name depends on the position, and they want to hear passes.
    Uai(Box<uai::Game>),
    /// Nothing: a move is two squares.
    Uci,
}

impl Told {
    /// The game at the table from its beginning: its usual first position, or the one that is given.
    ///
    /// # Errors
    /// Where the dialect has no words for such a game, or the position is none of it.
    pub fn begin(dialect: Dialect, table: &dyn Table, start: Option<&str>) -> Result<Told, Failed> {
        let mut first = table.boxed_clone();
        first.restart();
        let usual = first.position();
        if let Some(start) = start {
            first.set_position(start).map_err(not_its_game)?;
        }
        let position = first.position();
        let (words, fen) = match dialect {
            Dialect::Ugi => (Words::Plain, (position != usual).then_some(position)),
            Dialect::Uai => {
                uai::Game::check(table.options()).map_err(not_its_game)?;
                let game = uai::Game::from_fen(&position).map_err(not_its_game)?;
                let fen = game.fen();
                // Obstacles are part of their position.
                let is_usual = fen == uai::Game::new().fen();
                (Words::Uai(Box::new(game)), (!is_usual).then_some(fen))
            }
            Dialect::Uci => {
                uci::check(table.options()).map_err(not_its_game)?;
                let fen = (position != usual).then(|| uci::fen(&position)).transpose().map_err(not_its_game)?;
                (Words::Uci, fen)
            }
        };
        Ok(Told { start: fen.map_or(Start::Usual, Start::Fen), steps: Vec::new(), words })
    }

    /// A step was made, as typed.
    ///
    /// # Panics
    /// Where it is against the rules.
    pub fn stepped(&mut self, step: &str) {
        self.keep_going();
        match &mut self.words {
            Words::Plain => self.steps.push(as_word(step)),
            Words::Uai(game) => self.steps.extend(game.step_typed(step).expect("a step that was made is legal")),
            Words::Uci => self.steps.push(uci::word(step)),
        }
    }

    /// The position as it is told to somebody who is to move.
    pub fn position(&mut self) -> ToEngine {
        self.keep_going();
        let mut steps = self.steps.clone();
        if let Words::Uai(game) = &self.words
            && game.must_pass()
        {
            steps.push(uai::PASS.to_owned());
        }
        ToEngine::Position { start: self.start.clone(), steps }
    }

    /// The answer of somebody who was told the position, as typed. Whether the rules allow it, they say.
    ///
    /// # Errors
    /// Where it is no move.
    pub fn typed(&self, word: &str) -> Result<String, Failed> {
        if NOTHING.contains(&word) {
            return Err(Failed::NoMove(word.to_owned()));
        }
        match &self.words {
            Words::Plain => Ok(as_typed(word)),
            Words::Uai(game) => {
                let mut game = game.clone();
                // They were told that it was passed.
                let passed = if game.must_pass() { game.step(uai::PASS).map(drop) } else { Ok(()) };
                passed.and_then(|()| game.step(word)).map_err(|error| unreadable(word, &error))
            }
            Words::Uci => uci::typed(word).map_err(|error| unreadable(word, &error)),
        }
    }

    fn keep_going(&mut self) {
        if let Words::Uai(game) = &mut self.words
            && let Some(earlier) = game.before_their_draw()
        {
            self.start = Start::Fen(earlier.fen());
            self.steps.clear();
            **game = earlier;
        }
    }
}

/// How engines say that they see no move.
const NOTHING: [&str; 5] = ["none", "(none)", "0000", "null", ""];

fn not_its_game(error: impl std::fmt::Display) -> Failed {
    Failed::NotItsGame(error.to_string())
}

fn unreadable(word: &str, error: &impl std::fmt::Display) -> Failed {
    Failed::Unreadable(format!("its answer is `{}`: {error}", quoted(word)))
}
