//! Codes of puzzles.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        ludex_fuzz::puzzle_code(text);
    }
});
