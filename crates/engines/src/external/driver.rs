//! Drives one engine program.

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

/// An engine that has been started and has completed the handshake. Dropping the driver kills the
/// program.
pub struct EngineDriver {
    channel: Channel,
    dialect: Dialect,
    patience: Duration,
    short_name: String,
    greeting: Greeting,
    game: Option<DialectGame>,
    /// Why the program can no longer be used.
    failure: Option<EngineFailure>,
}

/// What a program says about itself in the handshake.
#[derive(Clone, Debug, Default)]
pub(crate) struct Greeting {
    pub name: Option<String>,
    /// The ids of the games that the program plays, if it announced them.
    pub games: Option<Vec<String>>,
    pub options: Vec<EngineOption>,
}

/// How long a program that was told to stop may take to answer. It never gets longer than for other
/// answers.
const STOP_GRACE: Duration = Duration::from_secs(5);

/// A move that a program has chosen.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct EngineAnswer {
    /// The move as typed. Whether it is legal is left to the rules.
    pub step: String,
    /// The time from sending the question to receiving the answer.
    pub took: Duration,
    /// The engine's score for the position, if it gave one.
    pub score: Option<EngineScore>,
}

impl EngineDriver {
    /// Starts a program, or connects to it, and performs the handshake. `patience` is the time
    /// limit for each answer other than a move.
    ///
    /// # Errors
    /// When the program cannot be started, does not speak its dialect, or lacks an option that is
    /// to be set.
    pub async fn start(
        program: &Program,
        patience: Duration,
    ) -> Result<EngineDriver, EngineFailure> {
        let channel = Channel::open(&program.location, patience).await?;
        EngineDriver::over_channel(channel, program, patience).await
    }

    /// Performs the handshake with a program that is already running.
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

    /// The name that the program announced, if any.
    pub fn announced_name(&self) -> Option<&str> {
        self.greeting.name.as_deref()
    }

    /// The name that the program announced, or else the program's short name.
    pub fn name(&self) -> &str {
        self.greeting.name.as_deref().unwrap_or(&self.short_name)
    }

    /// The ids of the games that the program plays, if it announced them.
    pub fn games(&self) -> Option<&[String]> {
        self.greeting.games.as_deref()
    }

    /// Checks that the program still responds. This must not be called while a move is pending.
    ///
    /// # Errors
    /// When the program does not answer.
    pub async fn ping(&mut self) -> Result<(), EngineFailure> {
        let answered = self.ready().await;
        self.remember_failure(answered)
    }

    /// Starts a new game at the table, from its usual first position or from another.
    ///
    /// # Errors
    /// When the program does not play this game, or can no longer be used.
    pub async fn new_game(
        &mut self,
        table: &dyn Table,
        start: Option<&str>,
    ) -> Result<(), EngineFailure> {
        let begun = self.begin_game(table, start).await;
        self.remember_failure(begun)
    }

    /// Records a step that a seat or the die made, as typed. The program is told of it with the
    /// next question.
    ///
    /// # Panics
    /// If no game has begun, or if the step is against the rules.
    pub fn stepped(&mut self, step: &str) {
        self.game.as_mut().expect("a game has begun").stepped(step);
    }

    /// Asks for a move and waits for at most `limit`. After that the program is told to stop.
    ///
    /// # Errors
    /// [`EngineFailure::Late`] if the program answers after it was told to stop: it can then be
    /// asked again. [`EngineFailure::Hung`] if it does not answer within a few seconds. Other
    /// failures if there is no move for another reason, or if the program can no longer be used.
    ///
    /// # Panics
    /// If no game has begun.
    pub async fn choose(
        &mut self,
        go: &Go,
        limit: Option<Duration>,
    ) -> Result<EngineAnswer, EngineFailure> {
        let chosen = self.request_move(go, limit).await;
        self.remember_failure(chosen)
    }

    /// Ends the program: tells it to quit, gives it a moment to do so, and then kills it.
    pub async fn quit(mut self) {
        // The program may have exited already, or may not listen.
        let _ = timeout(EXIT_GRACE, self.channel.send(ToEngine::Quit)).await;
        self.channel.close_input().await;
        self.channel.wait_for_end(EXIT_GRACE).await;
    }

    /// Performs only the first part of the handshake: the program says who it is.
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

    /// The channel, for input outside the usual commands.
    pub(crate) fn channel(&mut self) -> &mut Channel {
        &mut self.channel
    }

    pub(crate) fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    async fn identify(&mut self) -> Result<(), EngineFailure> {
        /// Only this many bytes of the greeting are kept: no serious engine has more to say about
        /// itself.
        const MOST: usize = 1 << 18;
        self.send(&ToEngine::Identify).await?;
        let mut greeting = Greeting::default();
        let mut room = MOST;
        self.wait_for(&FromEngine::Ok(self.dialect), |said| {
            let Some(left) = room.checked_sub(said.to_string().len()) else { return };
            room = left;
            match said {
                FromEngine::Id(Identity::Name(text)) if !text.is_empty() => {
                    greeting.name = Some(quoted(&text));
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

    /// Sends the position and `go`, and returns the moment when that was done.
    pub(crate) async fn send_go(&mut self, go: &Go) -> Result<Instant, EngineFailure> {
        self.send_position().await?;
        self.send(&ToEngine::Go(go.clone())).await?;
        Ok(Instant::now())
    }

    /// Sends the position and waits for `readyok`. Anything that comes before `readyok` belongs to
    /// an earlier question.
    pub(crate) async fn send_position(&mut self) -> Result<(), EngineFailure> {
        let position = self.game.as_mut().expect("a game has begun").position();
        self.send(&position).await?;
        self.ready().await
    }

    /// Translates the dialect's word for a move into a step as typed.
    pub(crate) fn step_from_word(&self, word: &str) -> Result<String, EngineFailure> {
        self.game.as_ref().expect("a game has begun").step_from_word(word)
    }

    /// Waits for the move, and keeps the last score that the engine gave.
    pub(crate) async fn await_bestmove(
        &mut self,
        score: &mut Option<EngineScore>,
    ) -> Result<String, EngineFailure> {
        while let Some(line) = self.channel.line().await {
            match line.parse() {
                Ok(FromEngine::BestMove { step, .. }) => return Ok(step),
                // Scores of alternative moves are ignored.
                Ok(FromEngine::Info(info)) if info.multipv.unwrap_or(1) <= 1 => {
                    *score = info.score.or(*score);
                }
                _ => {}
            }
        }
        Err(self.channel.termination().await)
    }

    /// Sends `isready` and waits for `readyok`.
    pub(crate) async fn ready(&mut self) -> Result<(), EngineFailure> {
        self.ready_after(|_| ()).await
    }

    /// Sends `isready` and waits for `readyok`; `before` receives the lines that come before it.
    pub(crate) async fn ready_after(
        &mut self,
        before: impl FnMut(FromEngine),
    ) -> Result<(), EngineFailure> {
        self.send(&ToEngine::IsReady).await?;
        self.wait_for(&FromEngine::ReadyOk, before).await
    }

    /// Waits for an answer that is due at once; `before` receives the lines that come before it.
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
                    // The line may be a banner, for example.
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

    /// Sends any line as it is.
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

    /// Remembers a failure after which the program can no longer be used.
    fn remember_failure<T>(&mut self, done: Result<T, EngineFailure>) -> Result<T, EngineFailure> {
        self.failure = done.as_ref().err().filter(|failed| failed.is_final()).cloned();
        done
    }
}
