#![no_main]

libfuzzer_sys::fuzz_target!(
    init: ludoteca_fuzz::begin_with(200, "search", |generator| ludoteca_games::fuzzing::noise(generator, 100)),
    |data: &[u8]| ludoteca_engines::fuzzing::searches(data)
);
