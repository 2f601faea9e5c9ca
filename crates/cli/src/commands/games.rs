//! `ludoteca games`: lists the games and their options.

use std::io::Write;

use ludoteca_core::{OptionKind, OptionSpec};
use ludoteca_games::catalog::GAMES;
use serde_json::json;

use crate::args::GamesArgs;
use crate::failure::Failure;

pub fn run(args: &GamesArgs, out: &mut impl Write) -> Result<(), Failure> {
    for (n, info) in GAMES.iter().enumerate() {
        if args.json {
            let option = |spec: &OptionSpec| json!({"key": spec.key, "about": spec.about, "allowed": spec.kind.allowed(), "default": spec.kind.default()});
            let options: Vec<_> = info.options.iter().map(option).collect();
            let line = json!({
                "id": info.id, "title": info.title, "about": info.about, "names": info.names, "options": options,
            });
            writeln!(out, "{line}")?;
            continue;
        }
        if n > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{:<13}{}: {}", info.id, info.title, info.about)?;
        for spec in info.options {
            // An option with a single possible value is not listed.
            if matches!(spec.kind, OptionKind::Number { min, max, .. } if min == max) {
                continue;
            }
            let (allowed, default) = (spec.kind.allowed(), spec.kind.default());
            writeln!(out, "  {:<12} {}: {allowed}; default {default}", spec.key, spec.about)?;
        }
    }
    Ok(())
}
