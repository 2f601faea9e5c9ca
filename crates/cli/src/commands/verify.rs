//! `ludoteca verify`: checks whether the dice of a recorded game match their commitment.

use std::io::Write;

use ludoteca_analysis::dice::{self, DiceClaim, Finding, Witness};
use ludoteca_core::text::printable;
use ludoteca_core::{Language, Seat};
use ludoteca_play::Record;
use ludoteca_system::records;
use serde_json::{Value, json};

use crate::args::VerifyArgs;
use crate::failure::{CliError, Failure};
use crate::texts::{Texts, texts};

pub fn run(args: &VerifyArgs, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let texts = texts(language);
    let games = records::read(&args.file)?;
    let known = Witness {
        commitment: args.commitment.map(|commitment| commitment.to_string()),
        contributions: args.contribution.clone(),
    };
    let chosen = records::chosen(args.nth, games.len())?;
    let games_chosen = chosen.clone().count();
    if known != Witness::default() && games_chosen > 1 {
        return Err(Failure::usage(CliError::WitnessOfMany { games: games_chosen }));
    }
    let mut fail = 0;
    for nth in chosen {
        let game = &games[nth - 1];
        if !args.json {
            writeln!(out, "{}", printable(&texts.game_of(nth, games.len(), &game.options)))?;
        }
        let contributions = game.contributions.iter().flatten().count();
        for (claim, finding) in
            dice::verify(game).into_iter().chain(dice::verify_with_witness(game, &known))
        {
            fail += usize::from(finding.is_err());
            if args.json {
                writeln!(out, "{}", as_json(nth, claim, &finding))?;
            } else {
                writeln!(out, "{}", printable(&texts.verified(claim, contributions, &finding)))?;
            }
        }
        if args.json {
            write_contributions(nth, game, out)?;
        } else {
            tell_contributions(game, texts, out)?;
        }
    }
    out.flush()?;
    if fail == 0 { Ok(()) } else { Err(Failure::failed(CliError::ClaimsFail(fail))) }
}

/// Prints what each seat contributed to the dice, if there were contributions.
fn tell_contributions(game: &Record, texts: &Texts, out: &mut impl Write) -> Result<(), Failure> {
    for (seat, entropy) in game.contributions.iter().enumerate() {
        let entropy = entropy.map(|entropy| entropy.to_string());
        let name = &game.seats[seat].name;
        let line = (texts.contributed)(Seat::new(seat), name, entropy.as_deref());
        writeln!(out, "{}", printable(&line))?;
    }
    Ok(())
}

/// Writes the contributions as JSON.
fn write_contributions(number: usize, game: &Record, out: &mut impl Write) -> Result<(), Failure> {
    for (seat, entropy) in game.contributions.iter().enumerate() {
        let entropy = entropy.map(|entropy| entropy.to_string());
        let line = json!({ "game": number, "seat": seat + 1, "contribution": entropy });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn as_json(game: usize, claim: DiceClaim, finding: &Finding) -> Value {
    let claim = match claim {
        DiceClaim::Commitment => "commitment",
        DiceClaim::Rolls => "rolls",
        DiceClaim::RandomMoves => "random moves",
        DiceClaim::ShownCommitment => "shown commitment",
        DiceClaim::OwnContribution => "own contribution",
    };
    let doubt = finding.as_ref().err().map(ToString::to_string);
    json!({ "game": game, "fact": claim, "holds": finding.is_ok(), "count": finding.as_ref().ok(), "doubt": doubt })
}
