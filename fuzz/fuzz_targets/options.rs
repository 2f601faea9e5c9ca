#![no_main]

use ludoteca_games::fuzzing::sample;

libfuzzer_sys::fuzz_target!(
    init: ludoteca_fuzz::begin_with(200, "options", |generator| sample(generator).options),
    |data: &[u8]| ludoteca_games::fuzzing::options(data)
);
