#![no_main]

libfuzzer_sys::fuzz_target!(
    init: ludoteca_fuzz::begin_with(200, "tournament", |generator| ludoteca_arena::fuzzing::kept_tournament(generator)),
    |data: &[u8]| ludoteca_arena::fuzzing::tournament(data)
);
