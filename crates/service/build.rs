//! The page is embedded from `web/dist`; where it has not been built, an empty folder stands in.

use std::{env, fs, path::Path};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let page = Path::new(&root).join("../../web/dist");
    // If this fails, the compiler names the missing folder itself.
    let _ = fs::create_dir_all(&page);
    println!("cargo::rerun-if-changed={}", page.display());
}
