//! Offline Tetris at the command line: lists in, placements out, boxes, perfect clears, puzzles.

use super::{json, ludex, refused, text};
use std::path::Path;

fn write(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.display().to_string()
}

#[test]
fn solve_writes_placements_that_its_check_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let list = write(folder.path(), "list.txt", "1234567\r\n7654321 note\r\n11111111\r\n");
    for method in ["naive", "beam", "pdt", "prescient"] {
        let out = folder.path().join(method).display().to_string();
        let found = json(&format!("solve {list} --method {method} -o {out} --json"));
        assert_eq!((found["pieces"].as_u64(), found["method"].as_str()), (Some(22), Some(method)));
        let checked = json(&format!("solve --check {list} {out} --json"));
        for figure in ["rows", "height", "holes", "placed"] {
            assert_eq!(found[figure], checked[figure], "{method} {figure}");
        }
    }
}

#[test]
fn the_check_names_the_first_illegal_line() {
    let folder = tempfile::tempdir().unwrap();
    let list = write(folder.path(), "list.txt", "112");
    let puts = write(folder.path(), "puts.txt", "1 0 0\n1 0 11\n");
    let output = ludex(&format!("solve --check {list} {puts}"));
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("line 2: illegal move `1 0 11`"));
}

#[test]
fn solve_says_when_the_answer_is_proved_and_draws_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let list = write(folder.path(), "list.txt", "2222");
    let page = folder.path().join("page.html").display().to_string();
    let words =
        format!("solve {list} --width 4 --method exact --html {page} --compare naive --json");
    let found = json(&words);
    assert_eq!((found["rows"].as_u64(), found["proved"].as_bool()), (Some(4), Some(true)));
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("\"name\":\"exact\"") && page.contains("\"name\":\"naive\""));
}

#[test]
fn boxes_are_counted_saved_and_loaded() {
    let counts = json("pdt 4x4 --json");
    for (name, value) in [("placements", 113), ("tilings", 117), ("sequences", 409), ("states", 96)]
    {
        assert_eq!(counts[name].as_u64(), Some(value), "{name}");
    }
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("4x6.pdt").display().to_string();
    assert!(ludex(&format!("pdt 4x6 -o {tree}")).status.success());
    let list = write(folder.path(), "list.txt", "222222222222");
    let found = json(&format!("solve {list} --width 6 --method prescient --pdt {tree} --json"));
    assert_eq!(found["rows"].as_u64(), Some(8));
    assert_eq!(json("pdt 4x4 --queue 2222 --json")["fills"].as_bool(), Some(true));
    assert_eq!(json("pdt 4x4 --queue 6666 --json")["fills"].as_bool(), Some(false));
}

#[test]
fn perfect_clears_are_found_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let board = write(folder.path(), "board.txt", "XXXXXX..XX\nXXXXXX..XX\n");
    let found = json(&format!("clear --queue O --board {board} --json"));
    assert_eq!(found["solutions"].as_u64(), Some(1));
    assert_eq!(found["pictures"][0].as_str(), Some("######OO##\n######OO##\n"));
    let chance = json(&format!("clear --queue OI --hold --orders --board {board} --json"));
    assert_eq!((chance["clear"].as_u64(), chance["orders"].as_u64()), (Some(2), Some(2)));
}

#[test]
fn puzzles_come_with_a_code_a_hint_and_a_proof() {
    let puzzle = json("puzzle --date 2025-01-31 --hint --proof --json");
    let code = puzzle["code"].as_str().unwrap();
    let again = json(&format!("puzzle {code} --json"));
    assert_eq!((&again["pieces"], &again["board"]), (&puzzle["pieces"], &puzzle["board"]));
    assert_eq!(puzzle["proof"][0]["put"], puzzle["hint"]);
}

#[test]
fn a_placement_is_explained_by_its_decision() {
    let folder = tempfile::tempdir().unwrap();
    let list = write(folder.path(), "list.txt", "1234567123456712345671234567");
    let reasons = json(&format!("solve {list} --explain 3 --json"));
    let (best, terms) = (&reasons["candidates"][0], &reasons["candidates"][0]["terms"]);
    let sum: f64 =
        terms.as_array().unwrap().iter().map(|t| t["contribution"].as_f64().unwrap()).sum();
    assert!((sum - best["value"].as_f64().unwrap()).abs() < 1e-9);
    assert!(reasons["words"].as_str().unwrap().contains("waits"), "{}", reasons["words"]);
    let output = ludex(&format!("solve {list} --explain 99"));
    assert!(text(&output.stderr).contains("give 1 to 28"));
}

#[test]
fn wrong_words_about_offline_tetris_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let list = write(folder.path(), "list.txt", "12");
    let bad = write(folder.path(), "bad.txt", "12\n108\n");
    let cases = [
        (format!("solve {bad}"), "line 2, column 2"),
        (format!("solve {list} --width 3"), "give 4 to 32"),
        (format!("solve {list} --buffer 8"), "give 0 to 7"),
        (format!("solve {list} --method bean"), "did you mean `beam`?"),
        (format!("solve {list} --weights {list}"), "weights"),
        (format!("solve {list} --pdt {list}"), "ludex pdt"),
        ("solve /no/such/file".to_owned(), "/no/such/file"),
        ("pdt 4".to_owned(), "HEIGHTxWIDTH"),
        ("pdt 4x40".to_owned(), "columns"),
        ("clear --queue Q".to_owned(), "unknown piece `Q`"),
        ("clear --queue I".to_owned(), "10 pieces are needed"),
        ("puzzle nonsense".to_owned(), "puzzle code"),
        ("puzzle --date today".to_owned(), "YEAR-MONTH-DAY"),
    ];
    for (words, remedy) in cases {
        let complaint = refused(&words);
        assert!(complaint.contains(remedy), "{words}: {complaint}");
    }
}
