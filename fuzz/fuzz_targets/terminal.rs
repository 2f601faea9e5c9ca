#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_games::fuzzing::terminal(data));
