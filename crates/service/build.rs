//! The page is embedded from `web/dist`; where it has not been built, an empty folder stands in. A program that is not optimised reads it from there
//! while it runs, so a new page does not compile it anew.

use std::{env, fs, path::Path};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let page = Path::new(&root).join("../../web/dist");
    // If this fails, the compiler names the missing folder itself.
    let _ = fs::create_dir_all(&page);
    let embedded = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let watched = if embedded { page.display().to_string() } else { "build.rs".into() };
    println!("cargo::rerun-if-changed={watched}");
}
