//! What the program is made of keeps to `deny.toml`: licences, crates that may not come in, and where crates come from. `cargo deny` reads
//! the same file and knows more, but takes minutes to build; this is what every run of the tests can afford.

use spdx::{Expression, LicenseReq, Licensee};
use std::{path::Path, process::Command};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn policy() -> toml::Table {
    std::fs::read_to_string(root().join("deny.toml")).unwrap().parse().unwrap()
}

/// A line for each crate that is built from here: name, version, where it comes from unless that is the registry, and behind a bar its licence.
fn crates() -> Vec<String> {
    let cargo = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--workspace",
            "--locked",
            "--prefix=none",
            "--no-dedupe",
            "--format={p}|{l}",
        ])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    let text = String::from_utf8(cargo.stdout).unwrap();
    let mut lines: Vec<_> =
        text.lines().filter(|line| line.contains('|')).map(Into::into).collect();
    lines.sort();
    lines.dedup();
    lines
}

fn is_licensed(licence: &str, allowed: &[Licensee]) -> bool {
    let allows = |one: &LicenseReq| allowed.iter().any(|licence| licence.satisfies(one));
    let licence = Expression::parse_mode(licence, spdx::ParseMode::LAX);
    licence.is_ok_and(|licence| licence.evaluate(allows))
}

#[test]
fn every_crate_keeps_to_the_policy() {
    let policy = policy();
    let licences = policy["licenses"]["allow"].as_array().unwrap().iter();
    let allowed: Vec<_> =
        licences.map(|name| Licensee::parse(name.as_str().unwrap()).unwrap()).collect();
    let bans = policy["bans"]["deny"].as_array().unwrap().iter();
    let banned: Vec<_> = bans.map(|ban| ban["name"].as_str().unwrap()).collect();
    let crates = crates();
    assert!(crates.len() > 100, "only {} crates are listed", crates.len());
    for line in crates {
        let (package, licence) = line.split_once('|').unwrap();
        let name = package.split(' ').next().unwrap();
        let source = package.split_once(" (").map_or("the registry", |(_, source)| source);
        assert!(is_licensed(licence, &allowed), "{name}: {licence:?} is not allowed");
        assert!(!banned.contains(&name), "{name} may not come in");
        let known = ["the registry", "proc-macro"].iter().any(|known| source.starts_with(known));
        assert!(known || source.starts_with('/'), "{name} comes from {source}");
    }
}

#[test]
fn a_licence_that_is_not_on_the_list_is_noticed() {
    let allowed = [Licensee::parse("MIT").unwrap()];
    assert!(is_licensed("MIT OR GPL-3.0-only", &allowed));
    assert!(is_licensed("MIT/Apache-2.0", &allowed));
    assert!(!is_licensed("MIT AND GPL-3.0-only", &allowed));
    assert!(!is_licensed("something of my own", &allowed));
    assert!(!is_licensed("", &allowed));
}
