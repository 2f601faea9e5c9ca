#![no_main]

libfuzzer_sys::fuzz_target!(
    init: ludoteca_fuzz::begin_with(200, "breakthrough", |generator| ludoteca_arena::fuzzing::messages(generator)),
    |data: &[u8]| ludoteca_arena::fuzzing::breakthrough(data)
);
