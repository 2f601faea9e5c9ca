//! One program that is driven.

use std::fmt::Display;
use std::time::Duration;

use ludoteca_core::Table;
use ludoteca_core::text::listed;
use tokio::time::{Instant, timeout};

use super::channel::{Channel, EXIT_GRACE};
use super::dialect_game::DialectGame;
use super::failure::EngineFailure;
use super::program::Program;
use crate::protocols::messages::{
    Dialect, EngineOption, EngineScore, FromEngine, Go, Identity, OptionType, ToEngine, quoted,
};
use crate::protocols::uci;

/// A program that was started and has said who it is. Dropping it kills the program.
pub struct EngineDriver {
    channel: Channel,
    dialect: Dialect,
    patience: Duration,
    short_name: String,
    /// What it said of itself.
    greeting: Greeting,
    game: Option<DialectGame>,
    /// Why it is of no use any more.
    failure: Option<EngineFailure>,
}

/// What a program says of itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Greeting {
    pub name: Option<String>,
    /// The games that it plays, where it says so.
    pub games: Option<Vec<String>>,
    pub options: Vec<EngineOption>,
}

/// Who was told to stop has so long to answer, and not longer than for anything else.
const STOP_GRACE: Duration = Duration::from_secs(5);

/// A move that a program has chosen.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct EngineAnswer {
    /// As typed. Whether it is legal, the rules say.
    pub step: String,
    /// From the moment at which the question was sent to that at which the answer came.
    pub took: Duration,
    /// What it thinks of the position, if it said so.
    pub score: Option<EngineScore>,
}

impl EngineDriver {
    /// Starts a program, or connects to it, and makes its acquaintance: it has so long for each
    /// answer that is not a move.
    ///
    /// # Errors
    /// Where it cannot be started, does not speak its dialect, or does not have an option that is
    /// to be set.
    pub async fn start(
        program: &Program,
        patience: Duration,
    ) -> Result<EngineDriver, EngineFailure> {
        let channel = Channel::open(&program.location, patience).await?;
        EngineDriver::over_channel(channel, program, patience).await
    }

    /// The same with a program that is there already.
    ///
    /// # Errors
    /// As for [`start`](EngineDriver::start).
    pub async fn over_channel(
        channel: Channel,
        program: &Program,
        patience: Duration,
    ) -> Result<EngineDriver, EngineFailure> {
        let mut driver = EngineDriver::handshake(channel, program, patience).await?;
        for (name, value) in &program.options {
            let line = driver.set_option_line(name, value)?;
            driver.send(&line).await?;
        }
        driver.ready().await?;
        Ok(driver)
    }

    /// What it calls itself, where it says so.
    pub fn announced_name(&self) -> Option<&str> {
        self.greeting.name.as_deref()
    }

    /// What it calls itself, or else the short name of the program.
    pub fn name(&self) -> &str {
        self.greeting.name.as_deref().unwrap_or(&self.short_name)
    }

    /// The games that it plays, where it says so.
    pub fn games(&self) -> Option<&[String]> {
        self.greeting.games.as_deref()
    }

    /// Asks whether it is still there, while it is not asked for a move.
    ///
    /// # Errors
    /// Where it does not answer.
    pub async fn ping(&mut self) -> Result<(), EngineFailure> {
        let answered = self.ready().await;
        self.remember_failure(answered)
    }

    /// A new game at the table, from its usual first position or from another.
    ///
    /// # Errors
    /// Where it does not play this game, or is of no use any more.
    pub async fn new_game(
        &mut self,
        table: &dyn Table,
        start: Option<&str>,
    ) -> Result<(), EngineFailure> {
        let begun = self.begin_game(table, start).await;
        self.remember_failure(begun)
    }

    /// A step was made, by a seat or by the die, as typed. It is told with the next question.
    ///
    /// # Panics
    /// Where no game has begun, or the step is against the rules.
    pub fn stepped(&mut self, step: &str) {
        self.game.as_mut().expect("a game has begun").stepped(step);
    }

    /// Asks for a move, and waits for at most `limit`. Past that it is told to stop.
    ///
    /// # Errors
    /// [`EngineFailure::Late`] where it then answers, so that it can be asked again;
    /// [`EngineFailure::Hung`] where it does not, within a few seconds. And wherever else there is
    /// no move, or the program is of no use any more.
    ///
    /// # Panics
    /// Where no game has begun.
    pub async fn choose(
        &mut self,
        go: &Go,
        limit: Option<Duration>,
    ) -> Result<EngineAnswer, EngineFailure> {
        let chosen = self.request_move(go, limit).await;
        self.remember_failure(chosen)
    }

    /// Lets it go: it is told to quit, has a moment for that, and is killed.
    pub async fn quit(mut self) {
        // It may be gone already, or not listen.
        let _ = timeout(EXIT_GRACE, self.channel.send(ToEngine::Quit)).await;
        self.channel.close_input().await;
        self.channel.wait_for_end(EXIT_GRACE).await;
    }

    /// Lets it say who it is, and nothing more.
    pub(crate) async fn handshake(
        channel: Channel,
        program: &Program,
        patience: Duration,
    ) -> Result<EngineDriver, EngineFailure> {
        let mut driver = EngineDriver {
            channel,
            dialect: program.dialect,
            patience,
            short_name: program.short_name(),
            greeting: Greeting::default(),
            game: None,
            failure: None,
        };
        driver.identify().await?;
        Ok(driver)
    }

    /// The streams, for what is not said in the usual way.
    pub(crate) fn channel(&mut self) -> &mut Channel {
        &mut self.channel
    }

    pub(crate) fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    async fn identify(&mut self) -> Result<(), EngineFailure> {
        /// So many bytes are heard; whoever has more to say of itself is not serious.
        const MOST: usize = 1 << 18;
        self.send(&ToEngine::Identify).await?;
        let mut greeting = Greeting::default();
        let mut room = MOST;
        self.wait_for(&FromEngine::Ok(self.dialect), |said| {
            let Some(left) = room.checked_sub(said.to_string().len()) else { return };
            room = left;
            match said {
                FromEngine::Id(Identity::Name(text)) if !text.is_empty() => {
                    greeting.name = Some(quoted(&text))
                }
                FromEngine::Id(Identity::Games(ids)) => greeting.games = Some(ids),
                FromEngine::Option(option) => greeting.options.push(option),
                _ => {}
            }
        })
        .await?;
        self.greeting = greeting;
        Ok(())
    }

    /// The line that sets an option.
    pub(crate) fn set_option_line(
        &self,
        name: &str,
        value: &str,
    ) -> Result<ToEngine, EngineFailure> {
        let options = &self.greeting.options;
        let known = options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let known = known.ok_or_else(|| {
            let names = listed(options.iter().map(|option| quoted(&option.name)));
            let has = if names.is_empty() { "none".to_owned() } else { names };
            EngineFailure::Option(format!("it has no option `{}`: it has {has}", quoted(name)))
        })?;
        let allowed = match &known.kind {
            OptionType::Spin { min, max, .. } => {
                let [least, most] = [min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX)];
                let fits =
                    value.parse::<i64>().is_ok_and(|number| (least..=most).contains(&number));
                (!fits).then(|| format!("a whole number from {least} to {most}"))
            }
            OptionType::Check { .. } => {
                (!["true", "false"].contains(&value)).then(|| "true or false".to_owned())
            }
            OptionType::Combo { choices, .. } => {
                let fits = choices.iter().any(|choice| choice == value);
                (!fits).then(|| listed(choices.iter().map(|choice| quoted(choice))))
            }
            OptionType::Button => (!value.is_empty()).then(|| "nothing".to_owned()),
            OptionType::String { .. } => None,
        };
        if let Some(allowed) = allowed {
            let reason = format!(
                "its option {} cannot be `{}`: allowed is {allowed}",
                quoted(name),
                quoted(value)
            );
            return Err(EngineFailure::Option(reason));
        }
        let value = (known.kind != OptionType::Button).then(|| value.to_owned());
        Ok(ToEngine::SetOption { name: known.name.clone(), value })
    }

    async fn begin_game(
        &mut self,
        table: &dyn Table,
        start: Option<&str>,
    ) -> Result<(), EngineFailure> {
        self.check_usable()?;
        let game = DialectGame::begin(self.dialect, table, start)?;
        let options = match (self.dialect, &self.greeting.games) {
            (Dialect::Ugi, Some(games)) => {
                let id = table.options().info().id;
                if !games.iter().any(|game| game == id) {
                    let plays = listed(games.iter().map(|game| quoted(game)));
                    return Err(EngineFailure::UnsupportedGame(format!(
                        "it does not play {id}, but {plays}"
                    )));
                }
                table.options().to_string()
            }
            (Dialect::Ugi, None) | (Dialect::Uai, _) => String::new(),
            (Dialect::Uci, _) => {
                let variant = self.set_option_line(uci::VARIANT_OPTION, uci::VARIANT)?;
                self.send(&variant).await?;
                String::new()
            }
        };
        self.send(&ToEngine::NewGame(options)).await?;
        self.game = Some(game);
        self.ready().await
    }

    async fn request_move(
        &mut self,
        go: &Go,
        limit: Option<Duration>,
    ) -> Result<EngineAnswer, EngineFailure> {
        self.check_usable()?;
        let start = self.send_go(go).await?;
        let mut score = None;
        let best = self.await_bestmove(&mut score);
        let in_time = match limit {
            Some(limit) => timeout(limit, best).await.map_err(|_| limit),
            None => Ok(best.await),
        };
        let limit = match in_time {
            Ok(word) => {
                return Ok(EngineAnswer {
                    step: self.step_from_word(&word?)?,
                    took: start.elapsed(),
                    score,
                });
            }
            Err(limit) => limit,
        };
        self.send(&ToEngine::Stop).await?;
        let patience = self.patience.min(STOP_GRACE);
        match timeout(patience, self.await_bestmove(&mut score)).await {
            Ok(word) => {
                word.and_then(|_| Err(EngineFailure::Late { limit, took: start.elapsed() }))
            }
            Err(_) => Err(EngineFailure::Hung { limit, patience }),
        }
    }

    /// Puts the question, and says when that was done.
    pub(crate) async fn send_go(&mut self, go: &Go) -> Result<Instant, EngineFailure> {
        self.send_position().await?;
        self.send(&ToEngine::Go(go.clone())).await?;
        Ok(Instant::now())
    }

    /// Tells where the game stands. Whatever came before the answer to this belongs to another
    /// question.
    pub(crate) async fn send_position(&mut self) -> Result<(), EngineFailure> {
        let position = self.game.as_mut().expect("a game has begun").position();
        self.send(&position).await?;
        self.ready().await
    }

    /// What a move is called here, as typed.
    pub(crate) fn step_from_word(&self, word: &str) -> Result<String, EngineFailure> {
        self.game.as_ref().expect("a game has begun").step_from_word(word)
    }

    /// Waits for the move, and keeps what it says the position is worth.
    pub(crate) async fn await_bestmove(
        &mut self,
        score: &mut Option<EngineScore>,
    ) -> Result<String, EngineFailure> {
        while let Some(line) = self.channel.line().await {
            match line.parse() {
                Ok(FromEngine::BestMove { step, .. }) => return Ok(step),
                // What it would think after another move is of no interest.
                Ok(FromEngine::Info(info)) if info.multipv.unwrap_or(1) <= 1 => {
                    *score = info.score.or(*score)
                }
                _ => {}
            }
        }
        Err(self.channel.termination().await)
    }

    /// Asks whether it listens.
    pub(crate) async fn ready(&mut self) -> Result<(), EngineFailure> {
        self.ready_after(|_| ()).await
    }

    /// The same; `before` is shown what it says before that.
    pub(crate) async fn ready_after(
        &mut self,
        before: impl FnMut(FromEngine),
    ) -> Result<(), EngineFailure> {
        self.send(&ToEngine::IsReady).await?;
        self.wait_for(&FromEngine::ReadyOk, before).await
    }

    /// Waits for an answer that is due at once; `before` is shown what comes before it.
    async fn wait_for(
        &mut self,
        answer: &FromEngine,
        mut before: impl FnMut(FromEngine),
    ) -> Result<(), EngineFailure> {
        let channel = &mut self.channel;
        let answered = async {
            while let Some(line) = channel.line().await {
                match line.parse::<FromEngine>() {
                    Ok(said) if said == *answer => return true,
                    Ok(said) => before(said),
                    // A banner, say.
                    Err(_) => {}
                }
            }
            false
        };
        match timeout(self.patience, answered).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.channel.termination().await),
            Err(_) => {
                Err(EngineFailure::Silent { answer: answer.to_string(), patience: self.patience })
            }
        }
    }

    pub(crate) async fn send(&mut self, line: &ToEngine) -> Result<(), EngineFailure> {
        self.send_raw(line.in_dialect(self.dialect)).await
    }

    /// Says any line.
    pub(crate) async fn send_raw(&mut self, line: impl Display) -> Result<(), EngineFailure> {
        match timeout(self.patience, self.channel.send(line)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(self.channel.termination().await),
            Err(_) => Err(EngineFailure::NotReading),
        }
    }

    fn check_usable(&self) -> Result<(), EngineFailure> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    /// Remembers what makes the program useless.
    fn remember_failure<T>(&mut self, done: Result<T, EngineFailure>) -> Result<T, EngineFailure> {
        self.failure = done.as_ref().err().filter(|failed| failed.is_final()).cloned();
        done
    }
}
