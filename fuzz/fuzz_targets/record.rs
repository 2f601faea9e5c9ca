#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_play::fuzzing::record(data, &ludoteca_games::catalog::open_line));
