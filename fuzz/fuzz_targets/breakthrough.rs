#![no_main]

libfuzzer_sys::fuzz_target!(
    init: ludoteca_fuzz::begin_with(200, "breakthrough", |generator| ludoteca_engines::fuzzing::messages(generator)),
    |data: &[u8]| ludoteca_engines::fuzzing::breakthrough(data)
);
