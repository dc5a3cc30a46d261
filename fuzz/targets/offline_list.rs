//! Lists of pieces of offline Tetris.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    ludex_fuzz::offline_list(bytes);
});
