//! `ludoteca rules`: how a game is played.

use std::io::Write;

use ludoteca_core::Language;
use ludoteca_games::catalog;

use crate::args::RulesArgs;
use crate::failure::Failure;
use crate::{rules_text, terminal};

pub fn run(args: &RulesArgs, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let info = catalog::find(&args.game)?;
    Ok(rules_text::write(info, language, terminal::columns(), out)?)
}
