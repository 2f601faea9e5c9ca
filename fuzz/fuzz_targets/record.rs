#![no_main]

use ludoteca_games::catalog;

libfuzzer_sys::fuzz_target!(
    init: ludoteca_fuzz::begin_with(200, "record", |generator| {
        let game = ludoteca_games::fuzzing::sample(generator);
        let table = catalog::open_line(&game.options).expect("options that were opened");
        ludoteca_play::fuzzing::sample(table, generator).to_string()
    }),
    |data: &[u8]| ludoteca_play::fuzzing::record(data, &catalog::open_line)
);
