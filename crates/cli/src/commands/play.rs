//! `ludoteca` without a command: plays a game, or shows one that was played.

use std::io::Write;
use std::path::Path;

use ludoteca_arena::records::{self, Loaded, Recorder};
use ludoteca_core::typed::printable;
use ludoteca_play::{Dice, Play, Record};

use crate::args::{PlayArgs, View};
use crate::console::{Console, Leave, Manners};
use crate::failure::Failure;
use crate::input::Input;
use crate::setup::{self, Setup};
use crate::{terminal, texts};

pub fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if args.multiviews && args.view != View::Window {
        return Err(Failure::Usage(texts::MULTIVIEWS_NEED_WINDOW.to_owned()));
    }
    for (option, number) in [("--to", args.to), ("--nth", args.nth)] {
        if let (Some(number), None) = (number, &args.replay) {
            return Err(Failure::Usage(texts::needs_replay(option, number)));
        }
    }
    let manners = Manners { auto: args.auto, series: args.series, plain: args.plain };
    let leave = match &args.replay {
        Some(path) => replay(args, path, manners, out)?,
        None => play(args, manners, out)?,
    };
    out.flush()?;
    if leave == Leave::Interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

fn play(args: &PlayArgs, manners: Manners, out: &mut dyn Write) -> Result<Leave, Failure> {
    let setup = Setup::new(&args.game)?;
    let table = setup.open()?;
    if args.dice.is_some() && !table.has_dice() {
        return Err(Failure::Usage(texts::no_dice(setup.options.info().id)));
    }
    let record = Record {
        seed: Some(setup.seed),
        dice: args.dice.map_or(Dice::Drawn, Dice::from),
        date: Some(setup::today()),
        position: setup.position.clone(),
        ..Record::new(setup.options.clone(), setup.seats.clone())
    };
    let play = Play::new(record, table).map_err(|error| Failure::Usage(error.to_string()))?;
    can_be_shown(args.view)?;
    let recorder = args.record.as_ref().map(|path| Recorder::create(path, play.record())).transpose()?;
    let mut err = terminal::stderr();
    let mut console = Console::new(play, manners, Input::standard(), out, &mut err);
    console.columns = terminal::columns;
    console.recorder = recorder;
    console.run()
}

fn replay(args: &PlayArgs, path: &Path, manners: Manners, out: &mut dyn Write) -> Result<Leave, Failure> {
    let Loaded { play, ending, number, games } = records::load(path, args.nth)?;
    if let Some(step) = args.to.filter(|step| *step > play.steps() as u64) {
        return Err(Failure::Usage(texts::no_step(&step.to_string(), play.steps())));
    }
    can_be_shown(args.view)?;
    if games > 1 {
        writeln!(out, "{}", printable(&texts::loaded(path, number, games)))?;
    }
    let mut err = terminal::stderr();
    let mut console = Console::new(play, manners, Input::standard(), out, &mut err);
    console.columns = terminal::columns;
    match args.to {
        Some(step) => console.show_step(step as usize, ending.as_ref()),
        None => console.replay(ending.as_ref()),
    }
}

/// Asked when everything else on the command line is known to be right.
fn can_be_shown(view: View) -> Result<(), Failure> {
    match view {
        View::Console => Ok(()),
        View::Window => Err(Failure::Failed(texts::NO_WINDOW.to_owned())),
    }
}
