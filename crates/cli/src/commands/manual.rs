//! `ludoteca completions` and `ludoteca manual`: the command line as shell completions and as
//! manual pages.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::failure::Failure;

pub fn completions(shell: Shell, out: &mut impl Write) -> Result<(), Failure> {
    // The script is written to memory first: the generator panics if writing fails, and a pipe may
    // be closed.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ludoteca", &mut script);
    Ok(out.write_all(&script)?)
}

pub fn page(out: &mut impl Write) -> Result<(), Failure> {
    Ok(clap_mangen::Man::new(Cli::command()).render(out)?)
}
