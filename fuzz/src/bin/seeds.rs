//! Writes random games into `corpus/`, for the fuzzers to begin with: `cargo run`.

use std::fs;
use std::path::Path;

use ludoteca_games::catalog;
use ludoteca_games::fuzzing::{sample, session};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn main() -> std::io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    for n in 0..200 {
        let game = sample(&mut generator);
        let table = catalog::open_line(&game.options).expect("options that were opened");
        let record = ludoteca_play::fuzzing::sample(table, &mut generator);
        let conversation = ludoteca_arena::fuzzing::conversation(&mut generator);
        for (target, text) in [
            ("options", game.options.clone().into_bytes()),
            ("position", format!("{}\n{}", game.options, game.position).into_bytes()),
            ("steps", format!("{}\n{}", game.options, game.steps.join("\n")).into_bytes()),
            ("terminal", session(&mut generator).into_bytes()),
            ("record", record.to_string().into_bytes()),
            ("language", conversation.clone()),
            ("engine", conversation),
            ("breakthrough", ludoteca_arena::fuzzing::messages(&mut generator)),
            ("tournament", ludoteca_arena::fuzzing::kept_tournament(&mut generator)),
            ("console", ludoteca_cli::fuzzing::script(&mut generator)),
        ] {
            let folder = corpus.join(target);
            fs::create_dir_all(&folder)?;
            fs::write(folder.join(format!("seed-{n}")), text)?;
        }
    }
    Ok(())
}
