//! The TypeScript types of the page are those of the messages.

use ludex_service::protocol::{Answer, Ask, Event, Reply, Request};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use ts_rs::{Config, TS};

/// What stands in the files of a folder.
fn texts(folder: &Path) -> BTreeMap<String, String> {
    let files: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().collect();
    let text = |path: PathBuf| fs::read_to_string(path).unwrap();
    files.iter().map(|f| (f.file_name().into_string().unwrap(), text(f.path()))).collect()
}

/// Writes a file for each type, and one that names them all.
fn write_types(folder: &Path) {
    let config = Config::new().with_large_int("number").with_out_dir(folder);
    Request::export_all(&config).unwrap();
    Reply::export_all(&config).unwrap();
    Event::export_all(&config).unwrap();
    // These two are parts of others, but the page calls them by name.
    Ask::export_all(&config).unwrap();
    Answer::export_all(&config).unwrap();
    let names: Vec<String> = texts(folder)
        .into_keys()
        .filter_map(|file| Some(file.strip_suffix(".ts")?.to_owned()))
        .collect();
    let lines = names.iter().map(|name| format!("export type {{ {name} }} from './{name}';\n"));
    let index = "// Generated from the types of crates/table; do not edit by hand.\n".to_owned();
    fs::write(folder.join("index.ts"), index + &lines.collect::<String>()).unwrap();
}

/// With `LUDEX_TYPES=write` in the environment the types are written instead of compared.
#[test]
fn the_types_of_the_page_are_current() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/protocol");
    if std::env::var("LUDEX_TYPES").is_ok_and(|wish| wish == "write") {
        let _ = fs::remove_dir_all(&page);
        fs::create_dir_all(&page).unwrap();
        return write_types(&page);
    }
    let folder = tempfile::tempdir().unwrap();
    write_types(folder.path());
    assert_eq!(
        texts(&page),
        texts(folder.path()),
        "write them anew: LUDEX_TYPES=write cargo test -p ludex-service types"
    );
}
