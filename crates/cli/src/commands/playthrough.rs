//! `ludoteca playthrough`: one random game, position by position.

use std::io::Write;

use ludoteca_core::playthrough::transcript;
use ludoteca_play::seeds::{Purpose, stream};

use crate::args::PlaythroughArgs;
use crate::failure::Failure;
use crate::setup::CliSetup;

pub fn run(args: &PlaythroughArgs, out: &mut impl Write) -> Result<(), Failure> {
    let setup = CliSetup::new(&args.game)?;
    let mut table = setup.open()?;
    let mut generator = stream(setup.seed, Purpose::Playthrough);
    if args.game.board.seed.is_none() {
        writeln!(out, "seed {}", setup.seed)?;
    }
    write!(out, "{}", transcript(table.as_mut(), &setup.names(), args.max_plies, &mut generator))?;
    Ok(())
}
