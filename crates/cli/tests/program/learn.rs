//! The example of a program that learns, against the real program. It needs `python3`.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

const LUDEX: &str = env!("CARGO_BIN_EXE_ludex");

fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/learn.py");
    path.to_str().expect("a path").to_owned()
}

/// The mean and the standard error that stand behind a word: `reward 0.25 +-0.04`.
fn figure(line: &str, word: &str) -> (f64, f64) {
    let mut words = line.split([' ', ',']).skip_while(|found| *found != word);
    let (mean, error) = (words.nth(1).expect("a mean"), words.next().expect("an error"));
    let error = error.strip_prefix("+-").expect("an error");
    (mean.parse().expect("a number"), error.parse().expect("a number"))
}

/// It learns for some seconds, gets better than random play by far more than chance explains, and takes part in a
/// tournament with what it has learned.
#[test]
fn a_program_learns_and_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let weights = folder.path().join("weights.json");
    let output = Command::new("python3")
        .args([&example(), "--ludex", LUDEX, "--save", weights.to_str().expect("a path")])
        .args("--generations 3 --candidates 12 --pieces 40 --games 12 --seconds 100".split(' '))
        .output()
        .expect("python3 runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let line = |name: &str| said.lines().find(|line| line.starts_with(name)).expect("a line");
    for word in ["reward", "steps"] {
        let ((before, some), (after, more)) =
            (figure(line("random:"), word), figure(line("learned:"), word));
        assert!(after - before > 4.0 * some.hypot(more), "{word}: {said}");
    }
    let agents = format!("random;exec:python3 {} --play {}", example(), weights.display());
    let arena = "arena tetris --rules rlcomp --size 10x20 --games 2 --max-pieces 30 --seed 1";
    let output = Command::new(LUDEX)
        .args(arena.split(' '))
        .args(["--metric", "lines", "--json", "--agents", &agents])
        .output()
        .expect("ludex runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a document");
    assert_eq!(report["faults"], serde_json::json!([]), "{report}");
    let best = report["standings"][0]["agent"].as_str().expect("an agent");
    assert!(best.contains("learn.py"), "{report}");
}

/// A run that is kept serves another one with other settings, and the player says where it comes from.
#[test]
fn a_network_begins_with_what_another_run_has_learned() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let train = |words: String| {
        let all = format!("train 2048 --network 4x5 --json {words}");
        let output = Command::new(LUDEX).args(all.split(' ')).output().expect("ludex runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let told: Value = serde_json::from_slice(&output.stdout).expect("a document");
        told["rounds"].as_array().expect("rounds").clone()
    };
    let (first, second) = (path("first"), path("second"));
    train(format!("--games 120 --rounds 1 --checkpoint {first} -o {}", path("one")));
    let rounds = train(format!(
        "--games 10 --rounds 2 --restarts 0 --ahead 512 --from {first} --checkpoint {second} -o {}",
        path("two")
    ));
    assert!(rounds[0]["mean_score"].as_f64() > Some(2500.0), "random play makes 1,100: {rounds:?}");
    let player = std::fs::read(path("two")).expect("a player");
    let label = String::from_utf8_lossy(&player[..600]).into_owned();
    assert!(label.contains("ahead 512, after 1 of 1 rounds of (120 games, seed 1"), "{label}");
    // The same command finds the run finished.
    let again = train(format!(
        "--games 10 --rounds 2 --restarts 0 --ahead 512 --from {first} --checkpoint {second} -o {}",
        path("three")
    ));
    assert_eq!(again.len(), 0);
    assert_eq!(std::fs::read(path("three")).expect("a player"), player);
}
