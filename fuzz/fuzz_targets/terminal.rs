#![no_main]

libfuzzer_sys::fuzz_target!(
    init: ludoteca_fuzz::begin_with(200, "terminal", |generator| ludoteca_games::fuzzing::session(generator)),
    |data: &[u8]| ludoteca_games::fuzzing::terminal(data)
);
