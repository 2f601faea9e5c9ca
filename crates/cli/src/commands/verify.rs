//! `ludoteca verify`: checks whether the dice of a recorded game match their commitment.

use std::io::Write;

use ludoteca_analysis::dice::{self, DiceClaim, Finding, Witness};
use ludoteca_core::Seat;
use ludoteca_core::text::printable;
use ludoteca_play::Record;
use ludoteca_system::records;
use serde_json::{Value, json};

use crate::args::VerifyArgs;
use crate::failure::Failure;
use crate::texts;

pub fn run(args: &VerifyArgs, out: &mut impl Write) -> Result<(), Failure> {
    let games = records::read(&args.file)?;
    let known = Witness {
        commitment: args.commitment.map(|commitment| commitment.to_string()),
        contributions: args.contribution.clone(),
    };
    let chosen = records::chosen(args.nth, games.len())?;
    let games_chosen = chosen.clone().count();
    if known != Witness::default() && games_chosen > 1 {
        return Err(Failure::Usage(texts::known_of_many(games_chosen)));
    }
    let mut fail = 0;
    for nth in chosen {
        let game = &games[nth - 1];
        if !args.json {
            writeln!(out, "{}", printable(&texts::game_of(nth, games.len(), &game.options)))?;
        }
        let contributions = game.contributions.iter().flatten().count();
        for (fact, finding) in
            dice::verify(game).into_iter().chain(dice::verify_with_witness(game, &known))
        {
            fail += usize::from(finding.is_err());
            if args.json {
                writeln!(out, "{}", as_json(nth, fact, &finding))?;
            } else {
                writeln!(out, "{}", printable(&texts::verified(fact, contributions, &finding)))?;
            }
        }
        tell_contributions(nth, game, args.json, out)?;
    }
    out.flush()?;
    if fail == 0 { Ok(()) } else { Err(Failure::Failed(texts::facts_fail(fail))) }
}

/// Tells what each seat contributed to the dice, if there were contributions.
fn tell_contributions(
    number: usize,
    game: &Record,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    for (seat, entropy) in game.contributions.iter().enumerate() {
        let entropy = entropy.map(|entropy| entropy.to_string());
        if json {
            writeln!(
                out,
                "{}",
                json!({ "game": number, "seat": seat + 1, "contribution": entropy })
            )?;
        } else {
            let line =
                texts::contributed(Seat::new(seat), &game.seats[seat].name, entropy.as_deref());
            writeln!(out, "{}", printable(&line))?;
        }
    }
    Ok(())
}

fn as_json(game: usize, fact: DiceClaim, finding: &Finding) -> Value {
    let fact = match fact {
        DiceClaim::Commitment => "commitment",
        DiceClaim::Rolls => "rolls",
        DiceClaim::RandomMoves => "random moves",
        DiceClaim::ShownCommitment => "shown commitment",
        DiceClaim::OwnContribution => "own contribution",
    };
    let doubt = finding.as_ref().err().map(ToString::to_string);
    json!({ "game": game, "fact": fact, "holds": finding.is_ok(), "count": finding.as_ref().ok(), "doubt": doubt })
}
