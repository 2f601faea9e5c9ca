//! `ludoteca completions` and `ludoteca manual`: the command line, told to shells and to readers of manual pages.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Program;
use crate::failure::Failure;

pub fn completions(shell: Shell, out: &mut impl Write) {
    clap_complete::generate(shell, &mut Program::command(), "ludoteca", out);
}

pub fn page(out: &mut impl Write) -> Result<(), Failure> {
    Ok(clap_mangen::Man::new(Program::command()).render(out)?)
}
