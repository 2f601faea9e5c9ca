//! `ludoteca` without a command: plays a game, or shows a recorded one.

use std::io::Write;
use std::path::{Path, PathBuf};

use ludoteca_core::text::printable;
use ludoteca_core::{Language, Message};
use ludoteca_games::catalog;
use ludoteca_play::{Dice, Ending, Play, Record};
use ludoteca_system::kept;
use ludoteca_system::records::{self, LoadedGame, Recorder};

use crate::args::{PlayArgs, ViewArg};
use crate::console::{Console, ConsoleOptions, ExitReason};
use crate::failure::{CliError, Failure};
use crate::input::Input;
use crate::setup::{self, CliSetup};
use crate::terminal;
use crate::texts::texts;

pub fn run(args: &PlayArgs, language: Language, out: &mut dyn Write) -> Result<(), Failure> {
    let in_window = args.view == ViewArg::Window;
    let in_console = args.view == ViewArg::Console;
    let view = if in_window { "window" } else { "terminal" };
    for (wrong, reason) in [
        (args.multiviews && !in_window, CliError::MultiviewsNeedWindow),
        (args.no_animation && !in_window, CliError::NoAnimationNeedsWindow),
        (args.series && !in_console, CliError::SeriesNeedConsole { view }),
        (args.plain && !in_console, CliError::PlainNeedsConsole { view }),
    ] {
        if wrong {
            return Err(Failure::usage(reason));
        }
    }
    for (option, number) in [("--to", args.to), ("--nth", args.nth)] {
        if let (Some(number), None) = (number, &args.replay) {
            return Err(Failure::usage(CliError::NeedsReplay { option, number }));
        }
    }
    // The rest of the command line is checked before a window is opened.
    let game = match (&args.replay, &args.resume) {
        (Some(path), _) => recorded(args, path)?,
        (None, Some(path)) => resumed(path.as_deref())?,
        (None, None) => new(args)?,
    };
    match args.view {
        // A single position is printed, since nobody could play in it.
        ViewArg::Terminal if ludoteca_terminal::is_possible() && args.to.is_none() => {
            in_terminal(game, language)
        }
        ViewArg::Console | ViewArg::Terminal => at_console(game, args, language, out),
        ViewArg::Window => in_windows(game, args, language),
    }
}

/// A game that is ready to be shown.
struct OpenedGame {
    play: Play,
    recorder: Option<Recorder>,
    /// The file of the program in which the game is kept.
    kept: Option<PathBuf>,
    replay: Option<ReplaySource>,
}

/// The origin of a recorded game.
struct ReplaySource {
    ending: Option<Ending>,
    /// The step to begin at.
    step: Option<usize>,
    file: PathBuf,
    /// The number of the game in the file, from 1. `games` is how many games the file has.
    number: usize,
    games: usize,
}

fn new(args: &PlayArgs) -> Result<OpenedGame, Failure> {
    let record = Record {
        dice: args.dice.map_or(Dice::Drawn, Dice::from),
        date: Some(setup::today()),
        ..CliSetup::new(&args.game)?.record()
    };
    let play = Play::open(record, catalog::open).map_err(Failure::usage)?;
    if args.dice.is_some() && !play.table().has_dice() {
        let game = play.table().options().info().id;
        return Err(Failure::usage(CliError::NoDice { game }));
    }
    let recorder =
        args.record.as_ref().map(|path| Recorder::create(path, play.record())).transpose()?;
    Ok(OpenedGame { play, recorder, kept: None, replay: None })
}

fn recorded(args: &PlayArgs, path: &Path) -> Result<OpenedGame, Failure> {
    let LoadedGame { play, ending, number, games } = records::load(path, args.nth)?;
    if let Some(step) = args.to.filter(|step| *step > play.steps() as u64) {
        let (text, steps) = (step.to_string(), play.steps());
        return Err(Failure::usage(CliError::NoStep { text, steps }));
    }
    let step = args.to.map(|step| step as usize);
    let watched = ReplaySource { ending, step, file: path.to_owned(), number, games };
    Ok(OpenedGame { play, recorder: None, kept: None, replay: Some(watched) })
}

/// A game that goes on, and the file that it goes on in.
fn resumed(path: Option<&Path>) -> Result<OpenedGame, Failure> {
    let kept = || kept::latest(&kept::folder()?);
    let (path, is_kept) = match path {
        Some(path) => (path.to_owned(), false),
        None => (kept().ok_or_else(|| Failure::usage(CliError::NothingKept))?, true),
    };
    let LoadedGame { play, .. } = records::load(&path, None)?;
    if play.ending().is_some() {
        return Err(Failure::usage(CliError::ResumedIsOver(path)));
    }
    let recorder = Recorder::resume(&path)?;
    let kept = is_kept.then_some(path);
    Ok(OpenedGame { play, recorder: Some(recorder), kept, replay: None })
}

fn in_terminal(game: OpenedGame, language: Language) -> Result<(), Failure> {
    use ludoteca_terminal::{EndReason, TerminalEnd, TerminalGame};
    let opening = TerminalGame {
        play: game.play,
        watched: game.replay.map(|source| (source.ending, 0)),
        recorder: game.recorder.filter(|_| game.kept.is_none()),
        resumed: game.kept,
        today: setup::today,
    };
    let TerminalEnd { reason, kept, language } = ludoteca_terminal::open(opening, language)?;
    if let Some((title, file)) = kept.filter(|_| reason != EndReason::HungUp) {
        let own = kept::folder().is_some_and(|folder| file.starts_with(folder));
        let command = if own {
            "ludoteca -v terminal --resume".to_owned()
        } else {
            format!("ludoteca -v terminal --resume={}", file.display())
        };
        // The command has a line of its own, so that it is copied in one piece.
        let line = ludoteca_terminal::kept_line(title, language);
        writeln!(terminal::stdout(), "{}\n{}", printable(&line), printable(&command))?;
    }
    match reason {
        EndReason::Left => Ok(()),
        EndReason::Interrupted => Err(Failure::Interrupted),
        EndReason::Terminated => Err(Failure::Signalled(15)),
        EndReason::HungUp => Err(Failure::Signalled(1)),
    }
}

fn at_console(
    game: OpenedGame,
    args: &PlayArgs,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if let Some(ReplaySource { file, number, games, .. }) =
        game.replay.as_ref().filter(|watched| watched.games > 1)
    {
        writeln!(out, "{}", printable(&(texts(language).loaded)(file, *number, *games)))?;
    }
    let options =
        ConsoleOptions { auto: args.auto, series: args.series, plain: args.plain, language };
    let mut err = terminal::stderr();
    let mut console = Console::new(game.play, options, Input::standard(), &mut *out, &mut err);
    console.columns = terminal::columns;
    console.recorder = game.recorder;
    if let Some(path) = &game.kept {
        console.resume(path);
    }
    let leave = match game.replay {
        Some(ReplaySource { ending, step: Some(step), .. }) => {
            console.show_step(step, ending.as_ref())?
        }
        Some(ReplaySource { ending, .. }) => console.replay(ending.as_ref())?,
        None => console.run()?,
    };
    out.flush()?;
    if leave == ExitReason::Interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

#[cfg(feature = "window")]
fn in_windows(game: OpenedGame, args: &PlayArgs, language: Language) -> Result<(), Failure> {
    use ludoteca_window::{self as window, InitialGame, WindowError, WindowOptions};
    let watched = game.replay.map(|ReplaySource { ending, step, file, number, games }| {
        let step = step.unwrap_or(0);
        window::RecordSource { file, number, games, ending, step }
    });
    let opening = InitialGame {
        play: game.play,
        recorder: game.recorder,
        source: watched,
        today: setup::today,
    };
    let options = WindowOptions {
        each_seat: args.multiviews,
        animation: !args.no_animation,
        language,
        is_language_set: args.is_language_set,
    };
    window::open(opening, options).map_err(|error| match error {
        // The window was already open, so advice on how to play without one would not help.
        WindowError::Broken { .. } => Failure::failed(error),
        _ => Failure::failed(CliError::NoWindow(Message::new(error))),
    })
}

#[cfg(not(feature = "window"))]
fn in_windows(game: OpenedGame, _: &PlayArgs, _: Language) -> Result<(), Failure> {
    // The file is removed, so that another run can record the game.
    game.recorder.into_iter().for_each(Recorder::withdraw);
    Err(Failure::failed(CliError::NoWindow(Message::new(CliError::NoWindowsBuiltIn))))
}
