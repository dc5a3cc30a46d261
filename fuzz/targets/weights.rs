//! Files of weights for 2048.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    ludex_fuzz::weights(bytes);
});
