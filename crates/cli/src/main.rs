//! The `ludoteca` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ludoteca_cli::main()
}
