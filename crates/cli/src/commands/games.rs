//! `ludoteca games`: lists the games and their options.

use std::io::Write;

use ludoteca_core::{Language, OptionKind, OptionSpec};
use ludoteca_games::catalog::GAMES;
use serde_json::json;

use crate::args::GamesArgs;
use crate::failure::Failure;
use crate::texts::texts;

pub fn run(args: &GamesArgs, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    for (n, info) in GAMES.iter().enumerate() {
        if args.json {
            let option = |spec: &'static OptionSpec| {
                json!({
                    "key": spec.key, "about": spec.about.to_string(),
                    "allowed": spec.kind.allowed().to_string(), "default": spec.kind.default().to_string(),
                })
            };
            let options: Vec<_> = info.options.iter().map(option).collect();
            let line = json!({
                "id": info.id, "title": info.title, "about": info.about.to_string(), "names": info.names, "options": options,
            });
            writeln!(out, "{line}")?;
            continue;
        }
        if n > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{:<13}{}: {}", info.id, info.title, info.about.tell(language))?;
        for spec in info.options {
            // An option with a single possible value is not listed.
            if matches!(spec.kind, OptionKind::Number { min, max, .. } if min == max) {
                continue;
            }
            let about = (texts(language).game_option)(
                spec.about.tell(language),
                &spec.kind.allowed().tell(language),
                &spec.kind.default().tell(language),
            );
            writeln!(out, "  {:<12} {about}", spec.key)?;
        }
    }
    Ok(())
}
