//! A game in the words of the dialect that a program speaks.

use ludoteca_core::Table;

use super::failure::EngineFailure;
use crate::protocols::messages::{
    Dialect, StartPosition, ToEngine, quoted, step_to_word, word_to_step,
};
use crate::protocols::{uai, uci};

/// A game in progress, in the words of a dialect. It is given the steps as typed and translates
/// them into the dialect.
pub struct DialectGame {
    start: StartPosition,
    steps: Vec<String>,
    state: DialectState,
}

/// What a dialect needs to know about the game in order to translate it.
enum DialectState {
    /// Nothing: steps are written as typed.
    Ugi,
    /// The whole game: a move's name depends on the position, and the engine expects to be told of
    /// passes.
    Uai(Box<uai::UaiGame>),
    /// Nothing: a move is written as two squares.
    Uci,
}

impl DialectGame {
    /// Begins the game at the table from its usual first position, or from the given one.
    ///
    /// # Errors
    /// When the dialect cannot express this game, or when the position does not belong to it.
    pub fn begin(
        dialect: Dialect,
        table: &dyn Table,
        start: Option<&str>,
    ) -> Result<DialectGame, EngineFailure> {
        let mut first = table.boxed_clone();
        first.restart();
        let usual = first.position();
        if let Some(start) = start {
            first.set_position(start).map_err(not_its_game)?;
        }
        let position = first.position();
        let (words, fen) = match dialect {
            Dialect::Ugi => (DialectState::Ugi, (position != usual).then_some(position)),
            Dialect::Uai => {
                uai::UaiGame::check(table.options()).map_err(not_its_game)?;
                let game = uai::UaiGame::from_fen(&position).map_err(not_its_game)?;
                let fen = game.fen();
                // In UAI, obstacles are part of the position.
                let is_usual = fen == uai::UaiGame::new().fen();
                (DialectState::Uai(Box::new(game)), (!is_usual).then_some(fen))
            }
            Dialect::Uci => {
                uci::check(table.options()).map_err(not_its_game)?;
                let fen = (position != usual)
                    .then(|| uci::fen(&position))
                    .transpose()
                    .map_err(not_its_game)?;
                (DialectState::Uci, fen)
            }
        };
        Ok(DialectGame {
            start: fen.map_or(StartPosition::Startpos, StartPosition::Fen),
            steps: Vec::new(),
            state: words,
        })
    }

    /// Records a step that was made, as typed.
    ///
    /// # Panics
    /// If the step is against the rules.
    pub fn stepped(&mut self, step: &str) {
        self.restart_before_uai_draw();
        match &mut self.state {
            DialectState::Ugi => self.steps.push(step_to_word(step)),
            DialectState::Uai(game) => {
                self.steps.extend(game.step_typed(step).expect("a step that was made is legal"));
            }
            DialectState::Uci => self.steps.push(uci::to_uci(step)),
        }
    }

    /// The `position` command for an engine that is to move.
    pub fn position(&mut self) -> ToEngine {
        self.restart_before_uai_draw();
        let mut steps = self.steps.clone();
        if let DialectState::Uai(game) = &self.state
            && game.must_pass()
        {
            steps.push(uai::PASS.to_owned());
        }
        ToEngine::Position { start: self.start.clone(), steps }
    }

    /// Translates an engine's answer for this position into a step as typed. Whether the step is
    /// legal is left to the rules.
    ///
    /// # Errors
    /// When the answer is not a move.
    pub fn step_from_word(&self, word: &str) -> Result<String, EngineFailure> {
        if NOTHING.contains(&word) {
            return Err(EngineFailure::NoMove(word.to_owned()));
        }
        match &self.state {
            DialectState::Ugi => Ok(word_to_step(word)),
            DialectState::Uai(game) => {
                let mut game = game.clone();
                // The engine was told that this turn was passed.
                let passed = if game.must_pass() { game.step(uai::PASS).map(drop) } else { Ok(()) };
                passed.and_then(|()| game.step(word)).map_err(|error| unreadable(word, &error))
            }
            DialectState::Uci => uci::from_uci(word).map_err(|error| unreadable(word, &error)),
        }
    }

    fn restart_before_uai_draw(&mut self) {
        if let DialectState::Uai(game) = &mut self.state
            && let Some(earlier) = game.before_uai_draw()
        {
            self.start = StartPosition::Fen(earlier.fen());
            self.steps.clear();
            **game = earlier;
        }
    }
}

/// The words with which engines say that they see no move.
const NOTHING: [&str; 5] = ["none", "(none)", "0000", "null", ""];

fn not_its_game(error: impl std::fmt::Display) -> EngineFailure {
    EngineFailure::UnsupportedGame(error.to_string())
}

fn unreadable(word: &str, error: &impl std::fmt::Display) -> EngineFailure {
    EngineFailure::Unreadable(format!("its answer is `{}`: {error}", quoted(word)))
}
