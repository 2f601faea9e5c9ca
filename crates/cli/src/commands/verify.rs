//! `ludoteca verify`: whether the dice of a recorded game are what was committed to.

use std::io::Write;

use ludoteca_arena::dice::{self, Fact, Finding};
use ludoteca_arena::records;
use ludoteca_core::typed::printable;
use serde_json::{Value, json};

use crate::args::VerifyArgs;
use crate::failure::Failure;
use crate::texts;

pub fn run(args: &VerifyArgs, out: &mut impl Write) -> Result<(), Failure> {
    let games = records::read(&args.file)?;
    let mut fail = 0;
    for nth in records::chosen(args.nth, games.len())? {
        let game = &games[nth - 1];
        if !args.json {
            writeln!(out, "{}", printable(&texts::game_of(nth, games.len(), &game.options)))?;
        }
        for (fact, finding) in dice::verify(game) {
            fail += usize::from(finding.is_err());
            if args.json {
                writeln!(out, "{}", as_json(nth, fact, &finding))?;
            } else {
                writeln!(out, "{}", printable(&texts::verified(fact, &finding)))?;
            }
        }
    }
    out.flush()?;
    if fail == 0 { Ok(()) } else { Err(Failure::Failed(texts::facts_fail(fail))) }
}

fn as_json(game: usize, fact: Fact, finding: &Finding) -> Value {
    let fact = match fact {
        Fact::Commitment => "commitment",
        Fact::Rolls => "rolls",
        Fact::RandomMoves => "random moves",
    };
    let doubt = finding.as_ref().err().map(ToString::to_string);
    json!({ "game": game, "fact": fact, "holds": finding.is_ok(), "count": finding.as_ref().ok(), "doubt": doubt })
}
