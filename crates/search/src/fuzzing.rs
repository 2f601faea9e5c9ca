//! What the fuzzer and its test check: invariants of the file of positions. A check panics when its
//! invariant is violated.

use ludoteca_core::random::below;
use ludoteca_core::text::printable;
use ludoteca_core::{OptionError, Table};
use rand_core::Rng;

use crate::tuning::{
    PositionsEntry, PositionsReader, SelfPlayRecipe, TrainingGame, TrainingPosition,
    check_position, check_result,
};

/// Opens a game from its one-line form.
pub type OpenGame<'a> = &'a dyn Fn(&str) -> Result<Box<dyn Table>, OptionError>;

/// Checks that every entry that is understood would be written with the same bytes, and that a line
/// which is refused is named in one line. A game that is the known one must not panic on any
/// position.
pub fn positions_file(data: &[u8], open: OpenGame<'_>) {
    let (mut reader, mut table) = (PositionsReader::default(), None);
    let mut lines = Vec::new();
    for line in data.split(|byte| *byte == b'\n') {
        lines.extend_from_slice(line);
        lines.push(b'\n');
        let entry = match reader.read(line) {
            Ok(entry) => entry,
            Err(error) => {
                let text = printable(&error.to_string());
                assert!(!text.contains('\n') && text.starts_with("line "), "{text}");
                return;
            }
        };
        let Some(entry) = entry else { continue };
        let (written, positions) = match &entry {
            PositionsEntry::Recipe(recipe) => {
                assert_eq!(recipe.difference(recipe), None);
                table = open(&recipe.game).ok();
                (recipe.to_string(), &[][..])
            }
            PositionsEntry::Game(game) => {
                if let Some(table) = &table {
                    let _ = check_result(&**table, game.result);
                }
                (game.to_string(), &game.positions[..])
            }
            PositionsEntry::Position(played) => {
                (format!("{played}\n"), std::slice::from_ref(played))
            }
        };
        assert_eq!(written.as_bytes(), lines, "{written}");
        lines.clear();
        if let Some(table) = &mut table {
            for played in positions {
                let _ = check_position(&mut **table, played);
            }
        }
    }
}

/// A random file of positions, with games of random moves.
pub fn kept_positions(generator: &mut impl Rng, mut table: Box<dyn Table>) -> Vec<u8> {
    let recipe = SelfPlayRecipe {
        version: "0.1.0".to_owned(),
        signature: below(generator, 1000).to_string(),
        game: table.options().to_string(),
        start: (below(generator, 4) == 0).then(|| table.position()),
        nodes: below(generator, 1000).into(),
        opening_steps: below(generator, 20),
        seed: below(generator, 1000).to_string(),
    };
    let has_header = below(generator, 8) > 0;
    let mut text = if has_header { recipe.to_string() } else { String::new() };
    for number in 0..below(generator, 4).into() {
        table.restart();
        let result = [0.0, 0.5, 1.0][below(generator, 3) as usize];
        let mut positions = Vec::new();
        for _ in 0..below(generator, 6) {
            let Some(step) = table.random_step(generator) else { break };
            table.step(&step).expect("it is legal");
            let found = below(generator, 2001) as i32 - 1000;
            positions.push(TrainingPosition { position: table.position(), found, result });
        }
        if has_header {
            let steps = positions.len() as u32 + below(generator, 10);
            let result = Some(result).filter(|_| !positions.is_empty());
            text += &TrainingGame { number, steps, result, positions }.to_string();
        } else {
            positions.iter().for_each(|played| text += &format!("{played}\n"));
        }
    }
    text.into_bytes()
}
