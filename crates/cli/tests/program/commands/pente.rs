//! Proofs, collections of records and the brain protocol.

use super::{LUDEX, json, ludex, refused, text};
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn a_proof_is_written_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof");
    let (name, rules) = (proof.display(), "--rules pente:row=3 --size 5x5");
    let solved = json(&format!("exact pente {rules} --proof {name} --json"));
    assert_eq!((solved["value"].as_f64(), solved["plies"].as_f64()), (Some(1.0), Some(5.0)));
    let checked = json(&format!("exact pente --check {name} --json"));
    assert_eq!(checked["plies"], solved["plies"]);
    let mut bytes = std::fs::read(&proof).expect("a proof");
    bytes.pop();
    std::fs::write(&proof, bytes).expect("written");
    let output = ludex(&format!("exact pente --check {name}"));
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("no stone is named"), "{}", text(&output.stderr));
    let draw = json("exact tris --json");
    assert_eq!(
        (&draw["value"], &draw["plies"], &draw["states"]),
        (&0.0.into(), &9.0.into(), &5478.into())
    );
    assert!(refused("exact snake").contains("ludex exact --help"));
    assert!(refused("exact tris --check /no/such/file").contains("/no/such/file"));
    assert!(
        refused(&format!("exact 2048 --size 2x2 --proof {name}")).contains("holds something else")
    );
    assert!(refused(&format!("exact 2048 --size 2x2 --proof {name}.new")).contains("without one"));
}

#[test]
fn collections_are_checked_game_by_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    let row = "1. K10 A1 2. K11 A2 3. K12 A3 4. K13 A5 5. K14";
    std::fs::write(&file, format!("{row} 1-0\n\n{row} 0-1\n\n1. K10 K10 *\n")).expect("written");
    let output = ludex(&format!("records check {}", file.display()));
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("game 2: wrong result") && said.contains("game 3: illegal"), "{said}");
    assert!(text(&output.stderr).contains("2 of 3 games"), "{}", text(&output.stderr));
    std::fs::write(&file, format!("{row} 1-0\n")).expect("written");
    let report = json(&format!("records check {} --json", file.display()));
    assert_eq!((report["games"].as_u64(), report["moves"].as_u64()), (Some(1), Some(9)));
    assert!(refused("records check /no/such/file").contains("/no/such/file"));
    assert!(refused(&format!("records check {} --game tris", file.display())).contains("tris"));
}

#[test]
fn a_brain_answers_a_manager() {
    let mut brain = Command::new(LUDEX)
        .args(["engine", "pente", "--gomocup"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("ludex runs");
    let script = "INFO timeout_turn 50\r\nSTART 15\r\nTURN 7,7\r\nNONSENSE\r\nEND\r\n";
    brain.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("it listens");
    let output = brain.wait_with_output().expect("it ends");
    let said = text(&output.stdout);
    let lines: Vec<&str> = said.lines().collect();
    assert!(output.status.success() && lines.len() == 3, "{said}");
    assert!(
        lines[0] == "OK" && lines[1].contains(',') && lines[2].starts_with("UNKNOWN"),
        "{said}"
    );
    assert!(refused("engine tris --gomocup").contains("only `pente`"));
}
