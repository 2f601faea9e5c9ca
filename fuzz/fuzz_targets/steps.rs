#![no_main]

use ludoteca_games::fuzzing::sample;

libfuzzer_sys::fuzz_target!(
    init: ludoteca_fuzz::begin_with(200, "steps", |generator| {
        let game = sample(generator);
        format!("{}\n{}", game.options, game.steps.join("\n"))
    }),
    |data: &[u8]| ludoteca_games::fuzzing::steps(data)
);
