//! `ludoteca dawn`: the command terminal of DAWN 11/15. It answers each line of input.

use std::io::Write;

use ludoteca_games::dawn::Terminal;

use crate::failure::Failure;
use crate::input::{Input, InputLine};
use crate::terminal;

pub fn run(out: &mut dyn Write) -> Result<(), Failure> {
    let mut input = Input::standard().without_echo();
    let prompt = if terminal::is_interactive() { "> " } else { "" };
    let mut game = Terminal::new();
    loop {
        let words = Terminal::COMMANDS.iter().map(|word| (*word).to_owned()).collect();
        match input.ask(prompt, words, out)? {
            InputLine::Typed(line) => match game.answer(&line) {
                Some(answer) => writeln!(out, "{answer}")?,
                None => return Ok(()),
            },
            InputLine::End => return Ok(()),
            InputLine::Interrupted => return Err(Failure::Interrupted),
        }
    }
}
