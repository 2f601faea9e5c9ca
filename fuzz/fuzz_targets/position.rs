#![no_main]

use ludoteca_games::fuzzing::sample;

libfuzzer_sys::fuzz_target!(
    init: ludoteca_fuzz::begin_with(200, "position", |generator| {
        let game = sample(generator);
        format!("{}\n{}", game.options, game.position)
    }),
    |data: &[u8]| ludoteca_games::fuzzing::position(data)
);
