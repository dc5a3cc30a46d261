//! What the program is made of keeps to `deny.toml`: licences, crates that may not come in, and where crates come from. `cargo deny` reads
//! the same file and knows more, but takes minutes to build; this is what every run of the tests can afford.

use serde_json::Value;
use spdx::{Expression, LicenseReq, Licensee};
use std::{path::Path, process::Command};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn policy() -> toml::Table {
    std::fs::read_to_string(root().join("deny.toml")).unwrap().parse().unwrap()
}

/// Every crate of the workspace and below it, as cargo knows them.
fn packages() -> Vec<Value> {
    let cargo = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    let metadata: Value = serde_json::from_slice(&cargo.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

fn is_foreign(package: &Value) -> bool {
    !package["source"].is_null()
}

fn texts<'a>(list: &'a toml::Value, field: Option<&str>) -> Vec<&'a str> {
    let text = |item: &'a toml::Value| match field {
        Some(field) => item[field].as_str().unwrap(),
        None => item.as_str().unwrap(),
    };
    list.as_array().unwrap().iter().map(text).collect()
}

fn allows(allowed: &[Licensee], requirement: &LicenseReq) -> bool {
    allowed.iter().any(|licence| licence.satisfies(requirement))
}

fn is_licensed(package: &Value, allowed: &[Licensee]) -> bool {
    package["license"]
        .as_str()
        .and_then(|text| Expression::parse_mode(text, spdx::ParseMode::LAX).ok())
        .is_some_and(|licence| licence.evaluate(|requirement| allows(allowed, requirement)))
}

#[test]
fn every_crate_keeps_to_the_policy() {
    let policy = policy();
    let allowed = texts(&policy["licenses"]["allow"], None);
    let allowed: Vec<_> = allowed.iter().map(|name| Licensee::parse(name).unwrap()).collect();
    let banned = texts(&policy["bans"]["deny"], Some("name"));
    let packages = packages();
    assert!(packages.len() > 100, "only {} crates are listed", packages.len());
    for package in packages.iter().filter(|package| is_foreign(package)) {
        let (name, source) =
            (package["name"].as_str().unwrap(), package["source"].as_str().unwrap());
        assert!(is_licensed(package, &allowed), "{name}: {} is not allowed", package["license"]);
        assert!(!banned.contains(&name), "{name} may not come in");
        assert!(source.starts_with("registry+"), "{name} comes from {source}");
    }
}

#[test]
fn a_licence_that_is_not_on_the_list_is_noticed() {
    let allowed = [Licensee::parse("MIT").unwrap()];
    let package = |licence: &str| serde_json::json!({ "license": licence });
    assert!(is_licensed(&package("MIT OR GPL-3.0-only"), &allowed));
    assert!(!is_licensed(&package("MIT AND GPL-3.0-only"), &allowed));
    assert!(!is_licensed(&package("something of my own"), &allowed));
}
