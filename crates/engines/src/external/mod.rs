//! The runner's side of the [engine protocol](crate::protocols::messages): it starts programs, or
//! connects to them, and asks them for moves. Nothing that a program does can block its driver,
//! because every wait has a time limit.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use std::time::Duration;
//! use ludoteca_engines::external::{EngineDriver, Program};
//! use ludoteca_engines::protocols::messages::Go;
//! let program: Program = "cmd+uci;Hash=16:fairy-stockfish".parse()?;
//! let mut table = ludoteca_games::catalog::open_line("breakthrough rows=8 cols=8")?;
//! let mut driver = EngineDriver::start(&program, Duration::from_secs(5)).await?;
//! driver.new_game(&*table, None).await?;
//! let go = Go { movetime: Some(100), ..Go::default() };
//! let answer = driver.choose(&go, Some(Duration::from_millis(200))).await?;
//! driver.stepped(&table.step(&answer.step)?.text);
//! driver.quit().await;
//! # Ok(())
//! # }
//! ```

mod channel;
mod dialect_game;
mod driver;
mod failure;
mod process;
mod program;

pub use channel::{Channel, TrafficLog};
pub use dialect_game::DialectGame;
pub use driver::{EngineAnswer, EngineDriver};
pub use failure::{EngineFailure, Fault, ProgramEnd};
pub use program::{Program, ProgramError, ProgramLocation};
