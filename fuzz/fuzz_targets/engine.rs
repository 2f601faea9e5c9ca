#![no_main]

libfuzzer_sys::fuzz_target!(
    init: ludoteca_fuzz::begin_with(200, "engine", |generator| ludoteca_engines::fuzzing::conversation(generator)),
    |data: &[u8]| ludoteca_engines::fuzzing::engine(data)
);
