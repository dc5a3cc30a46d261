//! Positions and moves of Tetris-2048.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        ludex_fuzz::tetris2048(text);
    }
});
