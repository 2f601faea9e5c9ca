#![no_main]

// Fewer to begin with than others have: who types `hint` lets an engine think.
libfuzzer_sys::fuzz_target!(
    init: ludoteca_fuzz::begin_with(40, "console", |generator| ludoteca_cli::fuzzing::script(generator)),
    |data: &[u8]| ludoteca_cli::fuzzing::console(data)
);
