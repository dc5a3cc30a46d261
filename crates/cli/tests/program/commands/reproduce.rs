//! Published tables, measured again.

use super::{json, ludex, refused, text};

#[test]
fn tables_are_listed() {
    let list = json("reproduce --json");
    let names: Vec<&str> =
        list.as_array().unwrap().iter().map(|table| table["name"].as_str().unwrap()).collect();
    for name in [
        "tetrisvs-solo",
        "tetrisvs-versus",
        "policies",
        "offline-equal",
        "pente-levels",
        "2048-essex",
    ] {
        assert!(names.contains(&name), "{names:?}");
    }
    let said = text(&ludex("reproduce").stdout);
    assert!(names.iter().all(|name| said.contains(name)), "{said}");
    assert!(refused("reproduce policy").contains("did you mean `policies`?"));
    assert!(refused("reproduce --quick").contains("NAME"));
}

/// The one table without chance: as text, as JSON, as a page and for the guide.
#[test]
fn a_table_is_told_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let [page, guide] = ["page.html", "results.md"].map(|name| folder.path().join(name));
    let document = json(&format!(
        "reproduce offline-equal --quick --json --html {} --markdown {}",
        page.display(),
        guide.display()
    ));
    let table = &document["tables"][0];
    assert_eq!((&table["name"], &table["interrupted"]), (&"offline-equal".into(), &false.into()));
    let first = &table["figures"][0];
    assert_eq!(first["published"]["value"], 40.0);
    assert_eq!(first["own"]["value"], 40.0);
    assert_eq!(first["verdict"]["words"], "equal");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg"), "{page}");
    for outside in ["src=", "<script", "<link", "@import", "url("] {
        assert!(!page.contains(outside), "the page needs nothing else, but has {outside}");
    }
    let guide = std::fs::read_to_string(guide).unwrap();
    assert!(guide.contains("pictures/results-offline-equal-1.svg"), "{guide}");
    assert!(folder.path().join("pictures/results-offline-equal-1.svg").exists());
}
