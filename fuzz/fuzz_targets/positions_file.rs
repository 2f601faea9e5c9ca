#![no_main]

use ludoteca_games::catalog;
use ludoteca_games::fuzzing::sample;

libfuzzer_sys::fuzz_target!(
    init: ludoteca_fuzz::begin_with(200, "positions_file", |generator| {
        let table = catalog::open_line(&sample(generator).options).expect("options that were opened");
        ludoteca_search::fuzzing::kept_positions(generator, table)
    }),
    |data: &[u8]| ludoteca_search::fuzzing::positions_file(data, &catalog::open_line)
);
